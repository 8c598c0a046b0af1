//! Options as data: a game or a bot declares its options, and command line, page, links and
//! records check, show and store the values from that declaration alone.
//!
//! This module knows no game and no bot.

use crate::base::fixed::{Fixed, shorten};
use crate::base::json::to_value;
use crate::base::util::gathered;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use thiserror::Error;

/// The declaration of one option.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OptionSpec {
    /// Its name in input.
    pub key: &'static str,
    /// Another accepted name in input.
    #[serde(skip)]
    pub alias: Option<&'static str>,
    /// A short displayed name.
    pub label: &'static str,
    /// Its possible values, and its default.
    #[serde(flatten)]
    pub kind: OptionKind,
    /// Its effect, in one line.
    pub about: &'static str,
}

/// The possible values of an option; `default` applies unless set.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum OptionKind {
    /// One of several words.
    Choice {
        /// The valid words, as in input.
        choices: &'static [&'static str],
        /// The displayed name of each word, in the same order.
        names: &'static [&'static str],
        /// One of `choices`.
        default: &'static str,
    },
    /// A whole number.
    Int {
        /// The smallest valid number.
        min: i64,
        /// The largest valid number.
        max: i64,
        /// Between `min` and `max`.
        default: i64,
    },
    /// A number with at most three decimals.
    Number {
        /// The smallest valid number.
        min: Fixed,
        /// The largest valid number.
        max: Fixed,
        /// The step of its slider.
        step: Fixed,
        /// Between `min` and `max`.
        #[serde(serialize_with = "plain")]
        default: Fixed,
    },
    /// A free text, such as a map.
    Text {
        /// Maximum length in bytes.
        max_len: usize,
        /// The default, which is parsed like any other text.
        default: &'static str,
        /// Texts with a special meaning, such as the names of built-in maps. They are
        /// offered in menus; other texts may be valid as well.
        known: &'static [NamedValue],
        /// Parses the text, once, when options are checked; the error is shown unchanged. `None` for a text
        /// that is not parsed.
        #[serde(skip)]
        read: Option<ReadText>,
    },
}

/// Parses a text; the error is shown unchanged.
pub type ReadText = fn(&str) -> Result<Parsed, String>;

/// The parsed form of a text, such as a map; the code that uses it knows the type. Copies share it.
#[derive(Clone)]
pub struct Parsed(Arc<dyn Any + Send + Sync>);

impl Parsed {
    /// Hides the type of `value`.
    pub fn new(value: impl Any + Send + Sync) -> Self {
        Parsed(Arc::new(value))
    }
}

impl fmt::Debug for Parsed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Parsed")
    }
}

/// A text with a special meaning for an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NamedValue {
    /// The text, as in input.
    pub value: &'static str,
    /// The displayed name.
    pub name: &'static str,
    /// Its meaning, in one line.
    pub about: &'static str,
}

/// A number, a choice or a text that is valid for an option.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OptionValue {
    /// A choice or a free text.
    Text(String),
    /// A whole number.
    Int(i64),
    /// A number with at most three decimals.
    Number(Fixed),
}

impl OptionValue {
    /// Converts to JSON: a string or a number.
    pub fn to_json(&self) -> Value {
        to_value(self)
    }
}

/// The number as an integer; `None` if it has a fraction.
fn whole(number: Fixed) -> Option<i64> {
    let thousandths = number.thousandths();
    (thousandths % Fixed::SCALE == 0).then_some(thousandths / Fixed::SCALE)
}

/// Serializes 5, not 5.0.
pub fn plain<S: Serializer>(number: &Fixed, serializer: S) -> Result<S::Ok, S::Error> {
    match whole(*number) {
        Some(whole) => serializer.serialize_i64(whole),
        None => number.serialize(serializer),
    }
}

impl Serialize for OptionValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            OptionValue::Text(text) => serializer.serialize_str(text),
            OptionValue::Int(number) => serializer.serialize_i64(*number),
            OptionValue::Number(number) => plain(number, serializer),
        }
    }
}

impl OptionSpec {
    /// The playing strength of a bot, for people: `full`, `middle` or `easy`; `about` describes each.
    pub const fn level(about: &'static str) -> OptionSpec {
        OptionSpec {
            key: "level",
            alias: None,
            label: "Level",
            kind: OptionKind::Choice {
                choices: &["full", "middle", "easy"],
                names: &["Full", "Middle", "Easy"],
                default: "full",
            },
            about,
        }
    }

    /// An option with the values `on` and `off`.
    pub const fn switch(
        key: &'static str,
        label: &'static str,
        on: bool,
        about: &'static str,
    ) -> OptionSpec {
        let default = if on { "on" } else { "off" };
        let kind = OptionKind::Choice { choices: &["on", "off"], names: &["On", "Off"], default };
        OptionSpec { key, alias: None, label, kind, about }
    }

    /// The value that applies unless another is set.
    pub fn default_value(&self) -> OptionValue {
        match self.kind {
            OptionKind::Choice { default, .. } | OptionKind::Text { default, .. } => {
                OptionValue::Text(default.to_owned())
            }
            OptionKind::Int { default, .. } => OptionValue::Int(default),
            OptionKind::Number { default, .. } => OptionValue::Number(default),
        }
    }

    /// Parses a value from JSON; numbers may be strings, as from a command line.
    ///
    /// # Errors
    /// The expected value, when the value has the wrong type or is out of range.
    pub fn read(&self, value: &Value) -> Result<OptionValue, OptionsError> {
        let wrong = |expected: String| OptionsError::Value {
            key: self.key.to_owned(),
            found: shorten(&match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            }),
            expected,
        };
        let number = match value {
            Value::String(text) => text.trim().parse().ok(),
            Value::Number(number) => number.as_f64().and_then(Fixed::exactly),
            _ => None,
        };
        match &self.kind {
            OptionKind::Choice { choices, .. } => value
                .as_str()
                .filter(|text| choices.contains(text))
                .map(|text| OptionValue::Text(text.to_owned()))
                .ok_or_else(|| wrong(format!("one of {}", choices.join(", ")))),
            OptionKind::Int { min, max, .. } => number
                .and_then(whole)
                .filter(|n| (min..=max).contains(&n))
                .map(OptionValue::Int)
                .ok_or_else(|| wrong(format!("a whole number from {min} to {max}"))),
            OptionKind::Number { min, max, .. } => {
                number.filter(|n| (min..=max).contains(&n)).map(OptionValue::Number).ok_or_else(
                    || wrong(format!("a number from {min} to {max} with at most three decimals")),
                )
            }
            // A text that is itself JSON may be a JSON value.
            OptionKind::Text { max_len, .. } => Some(value)
                .filter(|value| value.is_string() || value.is_array() || value.is_object())
                .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
                .filter(|text| text.len() <= *max_len)
                .map(OptionValue::Text)
                .ok_or_else(|| wrong(format!("a text of at most {max_len} bytes"))),
        }
    }
}

/// Options from outside, not yet checked.
pub type RawOptions = Map<String, Value>;

/// Checked options. Only values that differ from the default are stored, so that equal settings have
/// equal records.
#[derive(Clone, Debug, Default)]
pub struct Options {
    set: BTreeMap<&'static str, OptionValue>,
    /// The parsed texts, including those with their default.
    parsed: BTreeMap<&'static str, Parsed>,
}

/// Equal texts have equal parsed forms, so only the values are compared.
impl PartialEq for Options {
    fn eq(&self, other: &Self) -> bool {
        self.set == other.set
    }
}

impl Eq for Options {}

impl Hash for Options {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.set.hash(state);
    }
}

/// The reason for rejected options.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OptionsError {
    /// A key that is no option's key or alias.
    #[error("unknown option `{key}`; {}", known_options(.known))]
    Unknown {
        /// The key from the input.
        key: String,
        /// The keys that exist, without aliases.
        known: Vec<&'static str>,
    },
    /// A known option with an invalid value.
    #[error("option `{key}` is `{found}`, but must be {expected}")]
    Value {
        /// The option's key, even if its alias was set.
        key: String,
        /// The value from the input, shortened.
        found: String,
        /// The valid values, in words that follow `must be`.
        expected: String,
    },
    /// An option set twice, by its name and its alias.
    #[error("option `{key}` is given twice")]
    Twice {
        /// The option's key, not its alias.
        key: String,
    },
    /// A text that cannot be parsed, or valid values that together allow no game.
    #[error("{0}")]
    Setup(String),
}

fn known_options(known: &[&str]) -> String {
    if known.is_empty() {
        "there are none here".to_owned()
    } else {
        format!("known are {}", known.join(", "))
    }
}

impl Options {
    /// Checks options from outside against their declaration.
    ///
    /// # Errors
    /// The first option that is unknown, set twice or invalid; then the first text
    /// that cannot be parsed.
    pub fn check(specs: &[OptionSpec], raw: &RawOptions) -> Result<Options, OptionsError> {
        let mut options = Options::default();
        let mut seen = Vec::new();
        for (key, value) in raw {
            let spec = specs
                .iter()
                .find(|spec| spec.key == key || spec.alias == Some(key.as_str()))
                .ok_or_else(|| OptionsError::Unknown {
                    key: shorten(key),
                    known: specs.iter().map(|spec| spec.key).collect(),
                })?;
            if seen.contains(&spec.key) {
                return Err(OptionsError::Twice { key: spec.key.to_owned() });
            }
            seen.push(spec.key);
            let value = spec.read(value)?;
            if value != spec.default_value() {
                options.set.insert(spec.key, value);
            }
        }
        for spec in specs {
            if let OptionKind::Text { read: Some(read), .. } = spec.kind {
                let parsed = read(&options.text(spec)).map_err(OptionsError::Setup)?;
                options.parsed.insert(spec.key, parsed);
            }
        }
        Ok(options)
    }

    /// The value of `spec`, or its default.
    pub fn get(&self, spec: &OptionSpec) -> OptionValue {
        self.set.get(spec.key).cloned().unwrap_or_else(|| spec.default_value())
    }

    /// The text of a choice or free text, or its default.
    pub fn text(&self, spec: &OptionSpec) -> String {
        match self.get(spec) {
            OptionValue::Text(text) => text,
            other => other.to_json().to_string(),
        }
    }

    /// The parsed form of the text of `spec`.
    ///
    /// # Errors
    /// When these options were never checked and the text cannot be parsed, or when its parsed form is not
    /// a `T`.
    pub fn parsed<T: Any + Send + Sync>(&self, spec: &OptionSpec) -> Result<Arc<T>, OptionsError> {
        let parsed = match (self.parsed.get(spec.key), &spec.kind) {
            (Some(parsed), _) => parsed.clone(),
            (None, OptionKind::Text { read: Some(read), .. }) => {
                read(&self.text(spec)).map_err(OptionsError::Setup)?
            }
            _ => return Err(OptionsError::Setup(format!("option `{}` is not read", spec.key))),
        };
        let other =
            |_| OptionsError::Setup(format!("option `{}` is read as another type", spec.key));
        parsed.0.downcast().map_err(other)
    }

    /// The whole number of `spec`; 0 if it is not a whole number.
    pub fn int(&self, spec: &OptionSpec) -> i64 {
        match self.get(spec) {
            OptionValue::Int(number) => number,
            _ => 0,
        }
    }

    /// The number of `spec`; 0 if it is not a number.
    pub fn number(&self, spec: &OptionSpec) -> Fixed {
        match self.get(spec) {
            OptionValue::Number(number) => number,
            OptionValue::Int(number) => Fixed::from_int(number),
            OptionValue::Text(_) => Fixed::ZERO,
        }
    }

    /// Whether all options have their defaults.
    pub fn is_default(&self) -> bool {
        self.set.is_empty()
    }

    /// The values that differ from the defaults, by key.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &OptionValue)> {
        self.set.iter().map(|(&key, value)| (key, value))
    }

    /// Converts to JSON, without default values.
    pub fn to_json(&self) -> RawOptions {
        gathered(self.set.iter().map(|(&key, value)| (key.to_owned(), value.to_json())))
    }
}

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.set.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[OptionSpec] = &[
        OptionSpec {
            key: "start",
            alias: None,
            label: "Starts",
            kind: OptionKind::Choice {
                choices: &["red", "blue"],
                names: &["Red", "Blue"],
                default: "red",
            },
            about: "who starts",
        },
        OptionSpec {
            key: "size",
            alias: None,
            label: "Size",
            kind: OptionKind::Int { min: 3, max: 10, default: 6 },
            about: "side",
        },
        OptionSpec {
            key: "bvl",
            alias: Some("A"),
            label: "village",
            kind: OptionKind::Number {
                min: Fixed::ZERO,
                max: Fixed::from_int(20),
                step: Fixed::from_thousandths(100),
                default: Fixed::from_int(5),
            },
            about: "weight",
        },
    ];

    fn check(text: &str) -> Result<Options, OptionsError> {
        let Ok(Value::Object(raw)) = serde_json::from_str(text) else { panic!("{text}") };
        Options::check(SPECS, &raw)
    }

    #[test]
    fn defaults_are_omitted_and_strings_are_parsed_as_numbers() {
        let options = check(r#"{"start":"red","size":"7","A":"5.5"}"#).expect("valid");
        assert_eq!(serde_json::to_string(&options).expect("json"), r#"{"bvl":5.5,"size":7}"#);
        assert_eq!(options.text(&SPECS[0]), "red");
        assert_eq!(options.int(&SPECS[1]), 7);
        assert_eq!(options.number(&SPECS[2]), Fixed::from_thousandths(5500));
    }

    #[test]
    fn text_options_are_parsed_once_and_shared() {
        const TEXT: [OptionSpec; 1] = [OptionSpec {
            key: "number",
            alias: None,
            label: "Number",
            kind: OptionKind::Text {
                max_len: 9,
                default: "7",
                known: &[],
                read: Some(|text| match text.parse::<u32>() {
                    Ok(number) => Ok(Parsed::new(number)),
                    Err(error) => Err(format!("number `{text}`: {error}")),
                }),
            },
            about: "a number",
        }];
        let checked = |text: &str| {
            let mut raw = RawOptions::new();
            raw.insert("number".to_owned(), text.into());
            Options::check(&TEXT, &raw)
        };
        let options = checked("12").expect("a number");
        let (one, other) = (options.parsed::<u32>(&TEXT[0]), options.clone().parsed(&TEXT[0]));
        let (one, other) = (one.expect("read"), other.expect("read"));
        assert_eq!(*one, 12);
        assert!(Arc::ptr_eq(&one, &other));
        assert_eq!(Options::default().parsed::<u32>(&TEXT[0]).as_deref(), Ok(&7));
        assert!(options.parsed::<String>(&TEXT[0]).is_err());
        let error = checked("x").expect_err("no number").to_string();
        assert_eq!(error, "number `x`: invalid digit found in string");
    }

    #[test]
    fn errors_name_the_invalid_option() {
        for (text, expected) in [
            (r#"{"strat":"red"}"#, "unknown option `strat`; known are start, size, bvl"),
            (r#"{"start":"green"}"#, "option `start` is `green`, but must be one of red, blue"),
            (r#"{"size":2}"#, "option `size` is `2`, but must be a whole number from 3 to 10"),
            (r#"{"size":6.5}"#, "option `size` is `6.5`, but must be a whole number from 3 to 10"),
            (
                r#"{"bvl":0.0001}"#,
                "option `bvl` is `0.0001`, but must be a number from 0 to 20 with at most three decimals",
            ),
            (r#"{"A":1,"bvl":2}"#, "option `bvl` is given twice"),
            (r#"{"start":null}"#, "option `start` is `null`, but must be one of red, blue"),
        ] {
            assert_eq!(check(text).expect_err(text).to_string(), expected);
        }
    }
}
