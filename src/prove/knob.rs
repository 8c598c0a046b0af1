//! The numbers of a bot that can be turned: its weights, its other numeric options, and the weights and constants
//! of the formulas that it was given. Which bot it is, and what the numbers mean, is not known here.

use crate::catalog::AnyGame;
use crate::fixed::{Fixed, shorten};
use crate::options::{OptionKind, OptionSpec};
use crate::record::SeatSpec;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// The option in which a bot of the Lab has its formulas: one expression, or a JSON list of terms with name,
/// weight and formula.
const FORMULA: &str = "formula";

/// How far the weight or a constant of a formula is turned at most, to either side.
const WIDEST: i64 = 1_000;

/// One number of a bot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Knob {
    /// What it is asked for by: the option's key; of a formula the term's name for its weight, `name/1` for the
    /// first constant in it, `name/2` for the second.
    pub key: String,
    /// For people.
    pub label: String,
    /// What it does, in one line.
    pub about: String,
    /// Where it stands.
    #[serde(serialize_with = "number")]
    pub value: Fixed,
    /// The smallest it takes.
    #[serde(serialize_with = "number")]
    pub min: Fixed,
    /// The largest it takes.
    #[serde(serialize_with = "number")]
    pub max: Fixed,
    /// Whether it takes whole numbers alone.
    pub whole: bool,
    /// Whether it is the weight of a term.
    pub weight: bool,
    #[serde(skip)]
    place: Place,
}

/// Writes 5, not 5.0.
fn number<S: Serializer>(value: &Fixed, serializer: S) -> Result<S::Ok, S::Error> {
    let thousandths = value.thousandths();
    if thousandths % Fixed::SCALE == 0 {
        serializer.serialize_i64(thousandths / Fixed::SCALE)
    } else {
        serializer.serialize_f64(value.to_f64())
    }
}

/// Where a number stands.
#[derive(Clone, Debug, PartialEq)]
enum Place {
    /// An option.
    Option,
    /// The weight of the term of that number in the list.
    Weight(usize),
    /// In the formula of that term, or the only one: from one byte up to another.
    Constant(Option<usize>, usize, usize),
}

impl Knob {
    /// The nearest value that it takes.
    pub fn nearest(&self, value: f64) -> Fixed {
        let value = if self.whole { value.round() } else { value };
        let held = value.clamp(self.min.to_f64(), self.max.to_f64());
        Fixed::from_f64(held).unwrap_or(self.value)
    }
}

/// All numbers of a bot that can be turned, in the order in which it declares them.
///
/// # Errors
/// When it is no bot of that game.
pub fn knobs(game: &dyn AnyGame, seat: &SeatSpec) -> Result<Vec<Knob>, String> {
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
        found.push(Knob {
            key: spec.key.to_owned(),
            label: spec.label.to_owned(),
            about: spec.about.to_owned(),
            value: options.number(spec),
            min,
            max,
            whole,
            weight: info.terms.iter().any(|term| term.key == spec.key),
            place: Place::Option,
        });
    }
    Ok(found)
}

/// The terms of a formula's text, if it is a list.
fn terms(text: &str) -> Option<Vec<Value>> {
    let list = serde_json::from_str(text).ok()?;
    if let Value::Array(terms) = list { Some(terms) } else { None }
}

fn of_formula(text: &str) -> Vec<Knob> {
    let knob = |key: String, about: String, value: Fixed, weight: bool, place: Place| Knob {
        label: key.clone(),
        key,
        about,
        value,
        min: Fixed::from_int(-WIDEST),
        max: Fixed::from_int(WIDEST),
        whole: false,
        weight,
        place,
    };
    let within = |name: &str, formula: &str, term: Option<usize>| -> Vec<Knob> {
        let numbered = constants(formula).into_iter().enumerate();
        numbered
            .map(|(i, (from, to, value))| {
                let key = format!("{name}/{}", i + 1);
                knob(key, formula.to_owned(), value, false, Place::Constant(term, from, to))
            })
            .collect()
    };
    let Some(terms) = terms(text) else { return within(FORMULA, text, None) };
    let mut found = Vec::new();
    for (i, term) in terms.iter().enumerate() {
        let text = |key| term.get(key).and_then(Value::as_str);
        let formula = text("formula").unwrap_or_default();
        let name = text("name").map_or_else(|| format!("term-{}", i + 1), str::to_owned);
        let weight = term.get("weight").map_or(Some(1.0), Value::as_f64);
        if let Some(weight) = weight.and_then(Fixed::from_f64) {
            found.push(knob(name.clone(), formula.to_owned(), weight, true, Place::Weight(i)));
        }
        found.extend(within(&name, formula, Some(i)));
    }
    found
}

/// The numbers that stand in a formula: from one byte up to another, and which they are. One with more than
/// three decimals, or with an exponent, is left alone.
fn constants(formula: &str) -> Vec<(usize, usize, Fixed)> {
    let bytes = formula.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.' || byte >= 0x80;
    while at < bytes.len() {
        let from = at;
        while at < bytes.len() && word(bytes[at]) {
            at += 1;
        }
        let begins = bytes[from].is_ascii_digit() || bytes[from] == b'.';
        if at > from && begins && let Ok(value) = formula[from..at].parse::<Fixed>() {
            found.push((from, at, value));
        }
        at = at.max(from + 1);
    }
    found
}

/// The number of that key.
///
/// # Errors
/// That there is none, with those that there are.
pub fn find<'a>(knobs: &'a [Knob], key: &str) -> Result<&'a Knob, String> {
    knobs.iter().find(|knob| knob.key == key).ok_or_else(|| {
        let known: Vec<&str> = knobs.iter().map(|knob| knob.key.as_str()).collect();
        format!("there is no number `{}` to turn; there are {}", shorten(key), known.join(", "))
    })
}

/// The same bot with some numbers turned.
///
/// # Errors
/// Which of them does not fit.
pub fn turned(
    game: &dyn AnyGame,
    seat: &SeatSpec,
    changes: &[(&Knob, Fixed)],
) -> Result<SeatSpec, String> {
    let SeatSpec::Bot { id, options, budget } = seat else {
        return Err("a program outside has no numbers to turn".to_owned());
    };
    let mut raw = options.to_json();
    let info = game.bot_info(id).map_err(|error| error.to_string())?;
    let spec = |key: &str| info.options.iter().find(|spec| spec.key == key);
    let mut formula = spec(FORMULA).map(|spec: &OptionSpec| options.text(spec));
    // Those further back first, so that the places of the others stay.
    let mut changes: Vec<&(&Knob, Fixed)> = changes.iter().collect();
    changes.sort_by_key(|(knob, _)| match knob.place {
        Place::Constant(_, from, _) => std::cmp::Reverse(from),
        _ => std::cmp::Reverse(0),
    });
    for (knob, value) in changes {
        if let Place::Option = knob.place {
            raw.insert(knob.key.clone(), Value::String(value.to_string()));
        } else if let Some(text) = &mut formula {
            *text = rewritten(text, &knob.place, *value)?;
        }
    }
    if let Some(text) = formula.filter(|text| spec(FORMULA).is_some_and(|s| options.text(s) != *text)) {
        raw.insert(FORMULA.to_owned(), Value::String(text));
    }
    let options = game.bot_options(id, &raw).map_err(|error| error.to_string())?;
    Ok(SeatSpec::Bot { id, options, budget: *budget })
}

/// A formula's text with one number changed.
fn rewritten(text: &str, place: &Place, value: Fixed) -> Result<String, String> {
    let gone = || "the formula has changed".to_owned();
    let put = |formula: &str, from: usize, to: usize| -> Result<String, String> {
        let (before, after) = (formula.get(..from), formula.get(to..));
        let (before, after) = before.zip(after).ok_or_else(gone)?;
        // A minus after a minus would read as something else.
        let number = if value < Fixed::ZERO { format!("({value})") } else { value.to_string() };
        Ok(format!("{before}{number}{after}"))
    };
    let (term, range) = match *place {
        Place::Option => return Ok(text.to_owned()),
        Place::Constant(None, from, to) => return put(text, from, to),
        Place::Weight(term) => (term, None),
        Place::Constant(Some(term), from, to) => (term, Some((from, to))),
    };
    let mut terms = terms(text).ok_or_else(gone)?;
    let term = terms.get_mut(term).and_then(Value::as_object_mut).ok_or_else(gone)?;
    match range {
        None => term.insert("weight".to_owned(), Value::from(value.to_f64())),
        Some((from, to)) => {
            let formula = term.get("formula").and_then(Value::as_str).ok_or_else(gone)?;
            let formula = put(formula, from, to)?;
            term.insert("formula".to_owned(), Value::String(formula))
        }
    };
    Ok(Value::Array(terms).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(text: &str) -> Fixed {
        text.parse().expect("a number")
    }

    #[test]
    fn weights_and_settings_are_found_and_turned() {
        let uros = crate::catalog::game("uros").expect("there");
        let seat = SeatSpec::from_text(uros, "balanced:bvl=6", None).expect("a bot");
        let all = knobs(uros, &seat).expect("a bot");
        let keys: Vec<&str> = all.iter().map(|knob| knob.key.as_str()).collect();
        assert_eq!(keys, ["bvl", "efl", "foe_efl", "bvr", "efr"]);
        assert!(all.iter().all(|knob| knob.weight) && all[0].value == fixed("6"));
        let next = turned(uros, &seat, &[(&all[3], fixed("0.75")), (&all[0], fixed("5"))]);
        assert_eq!(next.expect("fits").to_text(), "balanced:bvr=0.75");
        assert!(turned(uros, &seat, &[(&all[0], fixed("11"))]).is_err());
        assert!(find(&all, "bvx").is_err_and(|error| error.contains("foe_efl")));

        let fencemaster = crate::catalog::game("fencemaster").expect("there");
        let seat = SeatSpec::bot(fencemaster, "totora").expect("a bot");
        let all = knobs(fencemaster, &seat).expect("a bot");
        let rave = find(&all, "rave").expect("there");
        assert!(rave.whole && !rave.weight);
        assert_eq!((rave.nearest(2.6), rave.nearest(-3.0)), (fixed("3"), fixed("0")));
        assert!(knobs(uros, &SeatSpec::Human).is_err());
    }

    #[test]
    fn numbers_of_formulas_are_found_and_written_back_where_they_stood() {
        let one = "max(0, own2 - .5)^2 + 1e3 * 0.12345";
        let found = of_formula(one);
        let values: Vec<Fixed> = found.iter().map(|knob| knob.value).collect();
        assert_eq!(values, [fixed("0"), fixed("0.5"), fixed("2")]);
        assert_eq!(found[1].key, "formula/2");
        let next = rewritten(one, &found[1].place, fixed("-3")).expect("there");
        assert_eq!(next, "max(0, own2 - (-3))^2 + 1e3 * 0.12345");

        let list = r#"[{"name":"a","weight":2,"formula":"own_moves"},{"name":"b","formula":"if(filled < 0.5, 1, 0)"}]"#;
        let found = of_formula(list);
        let keys: Vec<&str> = found.iter().map(|knob| knob.key.as_str()).collect();
        assert_eq!(keys, ["a", "b", "b/1", "b/2", "b/3"]);
        assert_eq!((found[0].value, found[1].value), (fixed("2"), fixed("1")));
        let next = rewritten(list, &found[0].place, fixed("-0.25")).expect("there");
        let next = rewritten(&next, &found[2].place, fixed("0.75")).expect("there");
        assert_eq!(of_formula(&next)[0].value, fixed("-0.25"));
        assert!(next.contains("if(filled < 0.75, 1, 0)"), "{next}");
    }
}
