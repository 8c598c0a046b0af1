//! The numeric parameters of a bot: its weights, its other numeric options, and the weights and constants
//! of its formulas. The bot and the meaning of the parameters are not known here.

use crate::base::fixed::{Fixed, shorten};
use crate::base::options::{OptionKind, OptionSpec, plain};
use crate::base::util::sort_by_key;
use crate::catalog::AnyGame;
use crate::lab::heuristic::{FORMULA, LARGEST_WEIGHT, Written};
use crate::record::SeatSpec;
use serde::Serialize;
use serde_json::Value;

/// One parameter of a bot.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Parameter {
    /// Its name in requests: the option's key; for a formula the term's name for its weight, `name/1` for the
    /// first constant in it, `name/2` for the second.
    pub key: String,
    /// The label for people; in a formula the same as `key`.
    pub label: String,
    /// The effect, in one line.
    pub about: String,
    /// The value before any change, between `min` and `max`.
    #[serde(serialize_with = "plain")]
    pub value: Fixed,
    /// The smallest allowed value: the option's own minimum, or minus [`LARGEST_WEIGHT`] in a formula.
    #[serde(serialize_with = "plain")]
    pub min: Fixed,
    /// The largest allowed value: the option's own maximum, or [`LARGEST_WEIGHT`] in a formula.
    #[serde(serialize_with = "plain")]
    pub max: Fixed,
    /// Whether only whole numbers are allowed.
    pub whole: bool,
    /// Whether it is the weight of a term.
    pub weight: bool,
    /// Whether it is tuned by default: true for weights, except the only weight of a formula, which is a mere scale, so that
    /// its constants are tuned instead.
    pub usual: bool,
    #[serde(skip)]
    place: ParameterPlace,
}

/// The location of a parameter.
#[derive(Clone, Debug, PartialEq)]
enum ParameterPlace {
    Option,
    /// The weight of the term with that index.
    Weight(usize),
    /// In the formula of the term with that index: byte range, as start and exclusive end.
    Constant(usize, usize, usize),
}

impl Parameter {
    /// The nearest allowed value: between `min` and `max`, and rounded if `whole`.
    pub fn nearest(&self, value: f64) -> Fixed {
        let value = if self.whole { value.round() } else { value };
        let held = value.clamp(self.min.to_f64(), self.max.to_f64());
        Fixed::from_f64(held).unwrap_or(self.value)
    }
}

/// All parameters of a bot, in the order of their declarations.
///
/// # Errors
/// When the seat is no bot of that game.
pub fn parameters(game: &dyn AnyGame, seat: &SeatSpec) -> Result<Vec<Parameter>, String> {
    let SeatSpec::Bot { id, options, .. } = seat else {
        return Err("a program outside has no numbers to turn".to_owned());
    };
    let info = game.bot_info(id).map_err(|error| error.to_string())?;
    let mut found = Vec::new();
    for spec in &info.options {
        let (min, max, whole) = match spec.kind {
            OptionKind::Number { min, max, .. } => (min, max, false),
            OptionKind::Int { min, max, .. } => (Fixed::from_int(min), Fixed::from_int(max), true),
            OptionKind::Text { .. } if spec.key == FORMULA => {
                found.extend(of_formula(&options.text(spec)));
                continue;
            }
            _ => continue,
        };
        found.push(Parameter {
            key: spec.key.to_owned(),
            label: spec.label.to_owned(),
            about: spec.about.to_owned(),
            value: options.number(spec),
            min,
            max,
            whole,
            weight: info.terms.iter().any(|term| term.key == spec.key),
            usual: info.terms.iter().any(|term| term.key == spec.key),
            place: ParameterPlace::Option,
        });
    }
    Ok(found)
}

/// The weights and constants of an author's heuristic; empty if it cannot be parsed.
fn of_formula(text: &str) -> Vec<Parameter> {
    let parameter =
        |key: String, about: &str, value: Fixed, weight: bool, place: ParameterPlace| Parameter {
            label: key.clone(),
            key,
            about: about.to_owned(),
            value,
            min: Fixed::from_thousandths(-LARGEST_WEIGHT.thousandths()),
            max: LARGEST_WEIGHT,
            whole: false,
            weight,
            usual: weight,
            place,
        };
    let mut found = Vec::new();
    for (i, term) in Written::read(text).unwrap_or_default().terms.iter().enumerate() {
        let about = &term.formula;
        found.push(parameter(
            term.name.clone(),
            about,
            term.weight,
            true,
            ParameterPlace::Weight(i),
        ));
        for (k, (from, to, value)) in constants(&term.formula).into_iter().enumerate() {
            let key = format!("{}/{}", term.name, k + 1);
            found.push(parameter(key, about, value, false, ParameterPlace::Constant(i, from, to)));
        }
    }
    if found.iter().filter(|parameter| parameter.weight).count() == 1 {
        found.iter_mut().for_each(|parameter| parameter.usual = !parameter.weight);
    }
    found
}

/// The constants of a formula: start and exclusive end in bytes, and value. Constants with more than
/// three decimals, or with an exponent, are skipped.
fn constants(formula: &str) -> Vec<(usize, usize, Fixed)> {
    let bytes = formula.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    let word =
        |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.' || byte >= 0x80;
    while at < bytes.len() {
        let from = at;
        while at < bytes.len() && word(bytes[at]) {
            at += 1;
        }
        let begins = bytes[from].is_ascii_digit() || bytes[from] == b'.';
        if at > from
            && begins
            && let Ok(value) = formula[from..at].parse::<Fixed>()
        {
            found.push((from, at, value));
        }
        at = at.max(from + 1);
    }
    found
}

/// The parameter with that key.
///
/// # Errors
/// When there is none; the message lists the existing keys.
pub fn find<'a>(parameters: &'a [Parameter], key: &str) -> Result<&'a Parameter, String> {
    parameters.iter().find(|parameter| parameter.key == key).ok_or_else(|| {
        let known: Vec<&str> = parameters.iter().map(|parameter| parameter.key.as_str()).collect();
        format!("there is no number `{}` to turn; there are {}", shorten(key), known.join(", "))
    })
}

/// The same bot with other values of some parameters.
///
/// # Errors
/// Which of them is invalid.
pub fn with_values(
    game: &dyn AnyGame,
    seat: &SeatSpec,
    changes: &[(&Parameter, Fixed)],
) -> Result<SeatSpec, String> {
    let SeatSpec::Bot { id, options, budget } = seat else {
        return Err("a program outside has no numbers to turn".to_owned());
    };
    let id = *id;
    let mut raw = options.to_json();
    let info = game.bot_info(id).map_err(|error| error.to_string())?;
    let spec = |key: &str| info.options.iter().find(|spec| spec.key == key);
    let mut formula = spec(FORMULA).map(|spec: &OptionSpec| options.text(spec));
    // From the back to the front, so that the byte ranges of the others stay valid.
    let mut changes: Vec<&(&Parameter, Fixed)> = changes.iter().collect();
    sort_by_key(&mut changes, |(parameter, _)| match parameter.place {
        ParameterPlace::Constant(_, from, _) => (-(from as i64), 0),
        _ => (0, 0),
    });
    for (parameter, value) in changes {
        if let ParameterPlace::Option = parameter.place {
            raw.insert(parameter.key.clone(), Value::String(value.to_string()));
        } else if let Some(text) = &mut formula {
            *text = rewritten(text, &parameter.place, *value)?;
        }
    }
    if let Some(text) =
        formula.filter(|text| spec(FORMULA).is_some_and(|s| options.text(s) != *text))
    {
        raw.insert(FORMULA.to_owned(), Value::String(text));
    }
    let options = game.bot_options(id, &raw).map_err(|error| error.to_string())?;
    Ok(SeatSpec::Bot { id, options, budget: *budget })
}

/// A heuristic's text with one changed parameter.
fn rewritten(text: &str, place: &ParameterPlace, value: Fixed) -> Result<String, String> {
    let gone = || "the formula has changed".to_owned();
    let mut written = Written::read(text).map_err(|error| error.to_string())?;
    match *place {
        ParameterPlace::Option => {}
        ParameterPlace::Weight(term) => {
            written.terms.get_mut(term).ok_or_else(gone)?.weight = value
        }
        ParameterPlace::Constant(term, from, to) => {
            let formula = &mut written.terms.get_mut(term).ok_or_else(gone)?.formula;
            let (before, after) = formula.get(..from).zip(formula.get(to..)).ok_or_else(gone)?;
            // A minus after a minus would have another meaning.
            let bare = value >= Fixed::ZERO;
            *formula = if bare {
                format!("{before}{value}{after}")
            } else {
                format!("{before}({value}){after}")
            };
        }
    }
    Ok(written.to_text())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(text: &str) -> Fixed {
        text.parse().expect("a number")
    }

    #[test]
    fn finds_and_changes_weights_and_settings() {
        let uros = crate::catalog::game("uros").expect("there");
        let seat = SeatSpec::from_text(uros, "balanced:bvl=6", None).expect("a bot");
        let all = parameters(uros, &seat).expect("a bot");
        let keys: Vec<&str> = all.iter().map(|parameter| parameter.key.as_str()).collect();
        assert_eq!(keys, ["bvl", "efl", "foe_efl", "bvr", "efr"]);
        assert!(all.iter().all(|parameter| parameter.weight) && all[0].value == fixed("6"));
        let next = with_values(uros, &seat, &[(&all[3], fixed("0.75")), (&all[0], fixed("5"))]);
        assert_eq!(next.expect("fits").to_text(), "balanced:bvr=0.75");
        assert!(with_values(uros, &seat, &[(&all[0], fixed("11"))]).is_err());
        assert!(find(&all, "bvx").is_err_and(|error| error.contains("foe_efl")));

        let fencemaster = crate::catalog::game("fencemaster").expect("there");
        let seat = SeatSpec::bot(fencemaster, "totora").expect("a bot");
        let all = parameters(fencemaster, &seat).expect("a bot");
        let rave = find(&all, "rave").expect("there");
        assert!(rave.whole && !rave.weight);
        assert_eq!((rave.nearest(2.6), rave.nearest(-3.0)), (fixed("3"), fixed("0")));
        assert!(parameters(uros, &SeatSpec::Human).is_err());
    }

    #[test]
    fn finds_and_replaces_numbers_of_formulas() {
        let one = "max(0, own2 - .5)^2 + 1e3 * 0.12345";
        let found = of_formula(one);
        let values: Vec<Fixed> = found.iter().map(|parameter| parameter.value).collect();
        assert_eq!(values, [fixed("1"), fixed("0"), fixed("0.5"), fixed("2")]);
        // The weight of the only term only scales the values: it changes no move.
        assert_eq!(
            found.iter().map(|parameter| parameter.usual).collect::<Vec<_>>(),
            [false, true, true, true]
        );
        assert_eq!((found[0].key.as_str(), found[2].key.as_str()), ("formula", "formula/2"));
        let next = rewritten(one, &found[2].place, fixed("-3")).expect("there");
        assert_eq!(next, "max(0, own2 - (-3))^2 + 1e3 * 0.12345");

        let list = r#"[{"name":"a","weight":2,"formula":"own_moves"},{"name":"b","formula":"if(filled < 0.5, 1, 0)"}]"#;
        let found = of_formula(list);
        let keys: Vec<&str> = found.iter().map(|parameter| parameter.key.as_str()).collect();
        assert_eq!(keys, ["a", "b", "b/1", "b/2", "b/3"]);
        assert!(found.iter().all(|parameter| parameter.usual == parameter.weight));
        assert_eq!((found[0].value, found[1].value), (fixed("2"), fixed("1")));
        let next = rewritten(list, &found[0].place, fixed("-0.25")).expect("there");
        let next = rewritten(&next, &found[2].place, fixed("0.75")).expect("there");
        assert_eq!(of_formula(&next)[0].value, fixed("-0.25"));
        assert!(next.contains("if(filled < 0.75, 1, 0)"), "{next}");
        assert!(of_formula("[{]").is_empty());

        let isolation = crate::catalog::game("isolation").expect("there");
        let raw = serde_json::json!({"bot": "lab", "options": {"formula": "own_moves - 2 * opponent_moves"}});
        let seat = SeatSpec::from_json(isolation, &raw).expect("a heuristic");
        let all = parameters(isolation, &seat).expect("a bot");
        let denied = find(&all, "formula/1").expect("a constant");
        let next = with_values(isolation, &seat, &[(denied, fixed("1.5"))]).expect("fits");
        assert_eq!(next.to_text(), "lab:formula=own_moves - 1.5 * opponent_moves");
    }
}
