//! Parses JSON from outside: errors contain the path of the field, the value found and the
//! expected value. Written by hand, because derived code would enlarge the page's module more than it saves.

use crate::base::fixed::shorten;
use crate::base::util::is_control;
use serde_json::{Deserializer, Map, Value};
use std::fmt::Display;
use std::ops::RangeInclusive;

/// A value as JSON; with dynamic dispatch, because a copy for each type would add some kilobytes to the page's module.
/// `null` if it cannot be written as JSON, which does not occur for plain structures.
pub fn to_value(value: &dyn erased_serde::Serialize) -> Value {
    erased_serde::serialize(value, serde_json::value::Serializer).unwrap_or_default()
}

/// An error and its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// `steps[1].title`; empty for the root.
    pub path: String,
    /// A description that contains the path.
    pub message: String,
}

impl From<Wrong> for String {
    fn from(wrong: Wrong) -> String {
        wrong.message
    }
}

/// The parsed value, or an error.
pub type Found<T> = Result<T, Wrong>;

/// A value with its path: `steps[1].demands[0].more`.
pub struct At<'a> {
    value: &'a Value,
    path: String,
}

impl<'a> At<'a> {
    /// The root of a document: its path is empty.
    pub fn root(value: &'a Value) -> At<'a> {
        At { value, path: String::new() }
    }

    /// The JSON value at this path.
    pub fn value(&self) -> &'a Value {
        self.value
    }

    /// Its path; empty for the root.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// An error about the value.
    ///
    /// # Errors
    /// Always.
    pub fn wrong<T>(&self, message: impl Display) -> Found<T> {
        let colon = if self.path.is_empty() { "" } else { ": " };
        let message = format!("{}{colon}{message}", self.path);
        Err(Wrong { path: self.path.clone(), message })
    }

    /// An error that names the expected value.
    ///
    /// # Errors
    /// Always.
    pub fn unlike<T>(&self, expected: impl Display) -> Found<T> {
        let found = shorten(&self.value.to_string());
        let message = match self.path.as_str() {
            "" => format!("found `{found}`; expected {expected}"),
            path => format!("`{path}` is `{found}`; expected {expected}"),
        };
        Err(Wrong { path: self.path.clone(), message })
    }

    /// The value parsed with `read`.
    ///
    /// # Errors
    /// When `read` is `None`: the expected value.
    pub fn read<T>(&self, read: Option<T>, expected: impl Display) -> Found<T> {
        read.map_or_else(|| self.unlike(expected), Ok)
    }

    /// The value of the result; an error gets the path of the value.
    ///
    /// # Errors
    /// The error of the result.
    pub fn checked<T, E: Display>(&self, result: Result<T, E>) -> Found<T> {
        result.or_else(|error| self.wrong(error))
    }

    /// Checks that it is an object with no other fields than these.
    ///
    /// # Errors
    /// When it is not an object, or has another field.
    pub fn fields(&self, known: &[&str]) -> Found<()> {
        let named = format!("an object with `{}`", known.join("`, `"));
        let fields = self.read(self.value.as_object(), named);
        match fields?.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => {
                let (key, known) = (shorten(key), known.join(", "));
                self.wrong(format!("unknown field `{key}`; known are {known}"))
            }
        }
    }

    fn path_of(&self, key: &str) -> String {
        let dot = if self.path.is_empty() { "" } else { "." };
        format!("{}{dot}{key}", self.path)
    }

    /// A field; `None` if it is missing or null.
    pub fn get(&self, key: &str) -> Option<At<'a>> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(At { value, path: self.path_of(key) })
    }

    /// A required field.
    ///
    /// # Errors
    /// When it is missing: the expected value.
    pub fn need(&self, key: &str, expected: impl Display) -> Found<At<'a>> {
        self.get(key).ok_or_else(|| Wrong {
            path: self.path.clone(),
            message: format!("`{}` is missing; expected {expected}", self.path_of(key)),
        })
    }

    /// The parsed value of an optional field.
    ///
    /// # Errors
    /// The error of `read`.
    pub fn maybe<T>(&self, key: &str, read: impl FnOnce(&At<'a>) -> Found<T>) -> Found<Option<T>> {
        self.get(key).as_ref().map(read).transpose()
    }

    /// The value as a text.
    ///
    /// # Errors
    /// When it is not a text.
    pub fn text(&self) -> Found<&'a str> {
        self.read(self.value.as_str(), "a text")
    }

    /// The value as a boolean.
    ///
    /// # Errors
    /// When it is neither true nor false.
    pub fn truth(&self) -> Found<bool> {
        self.read(self.value.as_bool(), "true or false")
    }

    /// The value as a whole number within a range.
    ///
    /// # Errors
    /// When it is not.
    pub fn whole(&self, range: RangeInclusive<u64>) -> Found<u64> {
        let (from, to) = (range.start(), range.end());
        let number = self.value.as_u64().filter(|number| range.contains(number));
        match *to {
            u64::MAX => self.read(number, format!("a whole number from {from}")),
            to => self.read(number, format!("a whole number from {from} to {to}")),
        }
    }

    /// The value as an object.
    ///
    /// # Errors
    /// When it is not an object.
    pub fn object(&self) -> Found<&'a Map<String, Value>> {
        self.read(self.value.as_object(), "an object")
    }

    /// The elements of a list.
    ///
    /// # Errors
    /// When it is not a list, or its length is out of range.
    pub fn list(&self, lengths: RangeInclusive<usize>) -> Found<Vec<At<'a>>> {
        let (least, most) = (*lengths.start(), *lengths.end());
        let items = self.value.as_array().filter(|list| lengths.contains(&list.len()));
        let items = match (least, most) {
            (0, usize::MAX) => self.read(items, "a list"),
            (least, most) if least == most => self.read(items, format!("a list of {least}")),
            (least, most) => self.read(items, format!("a list of {least} to {most}")),
        };
        let item = |(i, value)| At { value, path: format!("{}[{i}]", self.path) };
        Ok(items?.iter().enumerate().map(item).collect())
    }
}

/// The value of a JSON text.
///
/// # Errors
/// Line, column and reason of the first fault.
pub fn parsed(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| {
        let words = error.to_string();
        let words = words.rsplit_once(" at line ").map_or(&*words, |(words, _)| words);
        format!("line {}, column {}: no JSON: {words}", error.line(), error.column())
    })
}

/// A text of 1 to `most` characters, without characters that change the display of others.
///
/// # Errors
/// When it is no such text.
pub fn line(at: &At<'_>, most: usize) -> Found<String> {
    let fits =
        |text: &&str| (1..=most).contains(&text.chars().count()) && !text.chars().any(is_control);
    let text = at.value().as_str().filter(fits).map(str::to_owned);
    at.read(text, format!("a text of 1 to {most} characters, on one line"))
}

/// An error in a valid JSON text with the line and the column of its field.
pub fn located(text: &str, Wrong { path, message }: &Wrong) -> String {
    let before = &text[..place_of(text, path)];
    let (line, start) = (before.matches('\n').count() + 1, before.rfind('\n'));
    let column = before[start.map_or(0, |start| start + 1)..].chars().count() + 1;
    format!("line {line}, column {column}: {message}")
}

/// The characters between the values of a JSON text.
const BETWEEN: [char; 6] = [' ', '\t', '\r', '\n', ',', ':'];

/// The start of the value of a path in a valid JSON text, in bytes: for a missing field, that of its object.
fn place_of(text: &str, path: &str) -> usize {
    let skip = |at: usize| text.len() - text[at..].trim_start_matches(BETWEEN).len();
    let end = |at: usize| {
        let mut values = Deserializer::from_str(&text[at..]).into_iter::<Value>();
        values.next();
        at + values.byte_offset()
    };
    let mut found = skip(0);
    for part in path.split(['.', '[']).filter(|part| !part.is_empty()) {
        let fields = text[found..].starts_with('{');
        let mut at = skip(found + 1);
        for i in 0.. {
            if text[at..].is_empty() || text[at..].starts_with(['}', ']']) {
                break;
            }
            let mut name = format!("{i}]");
            if fields {
                name = text[at + 1..end(at) - 1].to_owned();
                at = skip(end(at));
            }
            if name == part {
                found = at;
            }
            at = skip(end(at));
        }
    }
    found
}
