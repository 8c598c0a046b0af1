//! Heuristics written by people: a name, an author, and terms, each with a name, a weight and a formula. They are read from
//! one expression or from JSON, written as JSON, and every search uses them like any other heuristic: a term's value is
//! rounded to thousandths, so the terms sum to the score exactly. This module depends on no game.

use super::formula::{self, Formula, FormulaError};
use super::names;
use super::program::{Program, Warnings, thousandths};
use crate::base::fixed::{Fixed, shorten};
use crate::base::json::to_value;
use crate::base::options::{RawOptions, plain};
use crate::base::util::{is_control, sort_by_key};
use crate::contract::analysis::{Contrast, Term};
use crate::contract::bot::{Budget, Heuristic, Weight};
use crate::contract::features::{Feature, Featured, MOST_FEATURES, Part, Wanted};
use crate::contract::game::{Enumerable, Seat};
use crate::search::evaluate::MOST_TERMS;
use crate::search::explain::grouped;
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// The id, in every game, of the bot that plays by an author's heuristic.
pub const LAB: &str = "lab";
/// The key of its option that holds the heuristic.
pub const FORMULA: &str = "formula";
/// Maximum number of steps of all formulas of a heuristic together.
pub const MOST_STEPS: usize = 1_000;
/// Maximum size of a heuristic, in bytes.
pub const MOST_BYTES: usize = 16_000;
/// The largest absolute weight of a term.
pub const LARGEST_WEIGHT: Fixed = Fixed::from_int(1_000);
/// Maximum number of characters of a name, an author and a note.
pub const LONGEST: [usize; 3] = [40, 120, 400];

/// Term names that are reserved because searches add terms with these names.
pub const RESERVED: [&str; 12] = [
    "look-ahead",
    "judgement",
    "lead",
    "spread",
    "win-rate",
    "playouts",
    "hints",
    "doubt",
    "rivals",
    "own-loss",
    "standing",
    "prior",
];

/// The source form of a term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WrittenTerm {
    /// Its name, unique in the heuristic.
    pub name: String,
    /// The factor of its value.
    #[serde(serialize_with = "plain")]
    pub weight: Fixed,
    /// As a person wrote it.
    pub formula: String,
}

/// The source form of a heuristic.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Written {
    /// The name; may be empty.
    pub name: String,
    /// The author; may be empty.
    pub author: String,
    /// The author's note; may be empty.
    pub note: String,
    /// Its terms, 1 to [`MOST_TERMS`].
    pub terms: Vec<WrittenTerm>,
}

/// An error in a heuristic, and its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct HeuristicError {
    /// The term, from 1; `None` for one expression, and if the error is not in a term.
    pub term: Option<usize>,
    /// The place in its formula, if the error is there.
    #[serde(flatten)]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Partial<FormulaError>"))]
    pub formula: Option<FormulaError>,
    /// The whole error in words.
    #[serde(rename = "error")]
    pub message: String,
}

impl fmt::Display for HeuristicError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for HeuristicError {}

fn wrong(term: Option<usize>, message: impl fmt::Display) -> HeuristicError {
    let place = term.map_or_else(|| "formula".to_owned(), |term| format!("formula: term {term}"));
    HeuristicError { term, formula: None, message: format!("{place}: {message}") }
}

impl Written {
    /// Reads one expression, a JSON list of terms, or a JSON object with `terms` and, optionally, `name`,
    /// `author` and `note`. Formulas are not parsed here; [`Lab::new`] parses them.
    ///
    /// # Errors
    /// The reason, and the place.
    pub fn read(text: &str) -> Result<Written, HeuristicError> {
        if text.len() > MOST_BYTES {
            let message = format!("{} bytes; expected at most {MOST_BYTES}", text.len());
            return Err(wrong(None, message));
        }
        if !text.trim_start().starts_with(['[', '{']) {
            let formula = text.to_owned();
            let term = WrittenTerm { name: "formula".to_owned(), weight: Fixed::ONE, formula };
            return Ok(Written { terms: vec![term], ..Written::default() });
        }
        let value: Value = serde_json::from_str(text)
            .map_err(|error| wrong(None, format!("neither an expression nor JSON: {error}")))?;
        let mut written = Written::default();
        let terms = match value {
            Value::Array(terms) => terms,
            Value::Object(mut fields) => {
                let [name, author, note] = LONGEST;
                written.name = words(&mut fields, "name", name)?;
                written.author = words(&mut fields, "author", author)?;
                written.note = words(&mut fields, "note", note)?;
                let terms = fields.remove("terms");
                if let Some(key) = fields.keys().next() {
                    let found = shorten(key);
                    let message = format!("`{found}`; expected name, author, note and terms");
                    return Err(wrong(None, message));
                }
                match terms {
                    Some(Value::Array(terms)) => terms,
                    _ => return Err(wrong(None, "no list of `terms`")),
                }
            }
            _ => Vec::new(),
        };
        if terms.is_empty() || terms.len() > MOST_TERMS {
            let message = format!("{} terms; expected 1 to {MOST_TERMS}", terms.len());
            return Err(wrong(None, message));
        }
        for (i, term) in terms.into_iter().enumerate() {
            let term = read_term(term, i)?;
            if written.terms.iter().any(|other| other.name == term.name) {
                let message = format!("`{}` is there twice; expected another name", term.name);
                return Err(wrong(Some(i + 1), message));
            }
            written.terms.push(term);
        }
        Ok(written)
    }

    /// The terms of a bot with their formulas.
    pub fn of_terms(terms: &[Weight]) -> Written {
        let term = |weight: &Weight| WrittenTerm {
            name: weight.term.key.to_owned(),
            weight: weight.term.weight,
            formula: weight.formula.to_owned(),
        };
        Written { terms: terms.iter().map(term).collect(), ..Written::default() }
    }

    /// The JSON form that [`Written::read`] reads back: a list of terms, or an object if there is a name, an author or a
    /// note.
    pub fn to_json(&self) -> Value {
        let terms = to_value(&self.terms);
        let mut fields = Map::new();
        let head = [("name", &self.name), ("author", &self.author), ("note", &self.note)];
        for (key, words) in head {
            if !words.is_empty() {
                fields.insert(key.to_owned(), words.as_str().into());
            }
        }
        if fields.is_empty() {
            return terms;
        }
        fields.insert("terms".to_owned(), terms);
        Value::Object(fields)
    }

    /// The shortest text form: the expression alone if there is nothing else, otherwise JSON.
    pub fn to_text(&self) -> String {
        match self.terms.as_slice() {
            [only]
                if only.weight == Fixed::ONE
                    && only.name == "formula"
                    && self.name.len() + self.author.len() + self.note.len() == 0 =>
            {
                only.formula.clone()
            }
            _ => self.to_json().to_string(),
        }
    }
}

/// Reads a text field of a heuristic.
fn words(
    fields: &mut Map<String, Value>,
    key: &'static str,
    most: usize,
) -> Result<String, HeuristicError> {
    match fields.remove(key) {
        None | Some(Value::Null) => Ok(String::new()),
        // People type line breaks, so they are allowed; characters that change the writing direction can mislead.
        Some(Value::String(text)) if text.chars().any(|c| is_control(c) && !c.is_control()) => {
            let message = format!("`{key}` holds a character that sets the direction of writing");
            Err(wrong(None, message))
        }
        Some(Value::String(text)) if text.chars().count() <= most => {
            Ok(text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect())
        }
        _ => Err(wrong(None, format!("`{key}` must be a text of at most {most} characters"))),
    }
}

fn read_term(value: Value, place: usize) -> Result<WrittenTerm, HeuristicError> {
    let at = Some(place + 1);
    let Value::Object(mut fields) = value else {
        let found = shorten(&value.to_string());
        let message = format!(r#"`{found}`; expected {{"name":"…","weight":1,"formula":"…"}}"#);
        return Err(wrong(at, message));
    };
    let name = match fields.remove("name") {
        None | Some(Value::Null) => names::by_place(place).to_owned(),
        Some(Value::String(name)) if named(&name) => name,
        Some(other) => {
            let (found, most) = (shorten(&other.to_string()), formula::LONGEST_WORD);
            let expected = format!("1 to {most} characters that are none of a search's terms");
            return Err(wrong(at, format!("its name is {found}; expected {expected}")));
        }
    };
    let weight = match fields.remove("weight") {
        None | Some(Value::Null) => Fixed::ONE,
        Some(other) => {
            let number = other.as_f64().and_then(Fixed::exactly);
            number.filter(|weight| weight.abs() <= LARGEST_WEIGHT).ok_or_else(|| {
                let (found, most) = (shorten(&other.to_string()), LARGEST_WEIGHT);
                let expected =
                    format!("a number from -{most} to {most} with at most three decimals");
                wrong(at, format!("its weight is {found}; expected {expected}"))
            })?
        }
    };
    let Some(Value::String(formula)) = fields.remove("formula") else {
        return Err(wrong(at, "no text `formula`"));
    };
    match fields.keys().next() {
        Some(key) => {
            let found = shorten(key);
            Err(wrong(at, format!("`{found}`; expected name, weight and formula")))
        }
        None => Ok(WrittenTerm { name, weight, formula }),
    }
}

/// Whether the text is a valid name of a term.
fn named(name: &str) -> bool {
    let characters = name.chars().count();
    let plain = !name.chars().any(is_control) && name.trim() == name;
    (1..=formula::LONGEST_WORD).contains(&characters) && plain && !RESERVED.contains(&name)
}

/// A heuristic ready for evaluation; the default has no terms. Clones share the data.
#[derive(Clone, Debug, Default)]
pub struct Lab(Arc<Ready>);

#[derive(Debug, Default)]
struct Ready {
    written: Written,
    formulas: Vec<Formula>,
    terms: Vec<Term>,
    programs: Vec<Program>,
    wanted: Wanted,
}

/// Maximum number of features of the fast path, which suits most heuristics.
const FEW: usize = 8;

impl Lab {
    /// Compiles a heuristic for a game with these features.
    ///
    /// # Errors
    /// The error in a formula, and its place; or that the formulas have too many steps.
    pub fn new(written: Written, features: &'static [Feature]) -> Result<Lab, HeuristicError> {
        let mut wanted = Wanted::default();
        let (mut terms, mut programs, mut formulas) = (Vec::new(), Vec::new(), Vec::new());
        let mut steps = 0;
        let only = written.terms.len() == 1;
        for (i, term) in written.terms.iter().enumerate() {
            let read = formula::parse(&term.formula, features).map_err(|error| HeuristicError {
                term: (!only).then_some(i + 1),
                message: if only {
                    format!("formula, {error}")
                } else {
                    format!("formula: term {} (`{}`), {error}", i + 1, term.name)
                },
                formula: Some(error),
            })?;
            let program = Program::new(&read, &mut wanted);
            steps += program.steps();
            if steps > MOST_STEPS {
                let message = format!("the formulas take more than {MOST_STEPS} steps together");
                return Err(wrong(Some(i + 1), message));
            }
            let name = names::intern(&term.name, i);
            terms.push(Term {
                key: name,
                label: name,
                meaning: "a formula of the Lab",
                weight: term.weight,
                contrast: Contrast::BY_LABEL,
            });
            programs.push(program);
            formulas.push(read);
        }
        Ok(Lab(Arc::new(Ready { written, formulas, terms, programs, wanted })))
    }

    /// The terms of a bot, each with the value of its formula. If these features do not suffice for a formula, the result has
    /// no terms.
    pub fn of_terms(terms: &[Weight], features: &'static [Feature]) -> Lab {
        let mut lab = Lab::new(Written::of_terms(terms), features).unwrap_or_default();
        if let Some(ready) = Arc::get_mut(&mut lab.0) {
            for (term, weight) in ready.terms.iter_mut().zip(terms) {
                *term = weight.term;
            }
        }
        lab
    }

    /// Reads a heuristic for a game with these features; see [`Written::read`].
    ///
    /// # Errors
    /// The reason, and the place.
    pub fn read(text: &str, features: &'static [Feature]) -> Result<Lab, HeuristicError> {
        Lab::new(Written::read(text)?, features)
    }

    /// The source form: the terms with their names, weights and formula texts.
    pub fn written(&self) -> &Written {
        &self.0.written
    }

    /// The formulas, one per term.
    pub fn formulas(&self) -> &[Formula] {
        &self.0.formulas
    }

    /// The terms, with their weights.
    pub fn terms(&self) -> &[Term] {
        &self.0.terms
    }

    /// Calls `sink` with the index and the value of each term; `measure` measures the wanted features.
    #[inline]
    fn each(
        &self,
        measure: impl FnOnce(&Wanted, &mut [f64]),
        sink: impl FnMut(usize, Fixed),
    ) -> Warnings {
        let wanted = &self.0.wanted;
        if wanted.len() <= FEW {
            let features = &mut [0.0; FEW][..wanted.len()];
            measure(wanted, features);
            self.each_of(features, sink)
        } else {
            let features = &mut [0.0; MOST_FEATURES][..wanted.len()];
            measure(wanted, features);
            self.each_of(features, sink)
        }
    }

    #[inline]
    fn each_of(&self, features: &[f64], mut sink: impl FnMut(usize, Fixed)) -> Warnings {
        let mut trouble = Warnings::NONE;
        for (i, program) in self.0.programs.iter().enumerate() {
            let value = program.value(features, &mut trouble);
            sink(i, thousandths(value, &mut trouble));
        }
        trouble
    }

    /// The values of its terms in a position, and the warnings of the evaluation.
    pub fn values<G: Featured>(&self, position: &G, seat: Seat) -> (Vec<Fixed>, Warnings) {
        self.values_by(|wanted, features| position.measure(seat, wanted, features))
    }

    /// The same; `measure` measures the wanted features.
    pub fn values_by(&self, measure: impl FnOnce(&Wanted, &mut [f64])) -> (Vec<Fixed>, Warnings) {
        let mut values = Vec::with_capacity(self.0.terms.len());
        let trouble = self.each(measure, |_, value| values.push(value));
        (values, trouble)
    }

    /// The weighted sum of its terms; `measure` measures the wanted features.
    #[inline]
    pub fn sum_by(&self, measure: impl FnOnce(&Wanted, &mut [f64])) -> Fixed {
        let terms = self.0.terms.as_slice();
        let mut sum = Fixed::ZERO;
        self.each(measure, |i, value| {
            sum += match terms.get(i).map_or(Fixed::ZERO, |term| term.weight) {
                Fixed::ONE => value,
                weight => weight.times(value),
            };
        });
        sum
    }

    /// The features of the formulas by which one position is worth more than another, the largest effect first, as clauses:
    /// `own_moves is 2 higher`. The effect of a feature is that of replacing its value alone.
    fn advantages<G: Featured>(&self, positions: [&G; 2], seat: Seat) -> Vec<String> {
        let wanted = &self.0.wanted;
        let measured = |position: &G| {
            let mut values = vec![0.0; wanted.len()];
            position.measure(seat, wanted, &mut values);
            values
        };
        let [mine, other] = positions.map(measured);
        let worth = |values: &[f64]| self.sum_by(|_, sink| sink.copy_from_slice(values));
        let all = worth(&mine);
        let mut found: Vec<(i64, String)> = Vec::new();
        for (at, place) in wanted.places().enumerate() {
            let (Some(feature), by) = (G::features().get(place), mine[at] - other[at]) else {
                continue;
            };
            let mut without = mine.clone();
            without[at] = other[at];
            let gain = (all - worth(&without)).thousandths();
            let size = Fixed::from_f64(by.abs()).unwrap_or(Fixed::ZERO);
            if gain > 0 && size > Fixed::ZERO {
                let way = if by > 0.0 { "higher" } else { "lower" };
                found.push((gain, format!("{} is {} {way}", feature.key, grouped(size))));
            }
        }
        sort_by_key(&mut found, |(gain, _)| (-gain, 0));
        found.into_iter().map(|(_, clause)| clause).collect()
    }

    /// The weighted sum of its terms, in thousandths.
    #[inline]
    pub fn sum<G: Featured>(&self, position: &G, seat: Seat) -> i64 {
        self.sum_by(|wanted, features| position.measure(seat, wanted, features)).thousandths()
    }
}

/// Terms over the features of a game, ready for evaluation: the heuristic of its searches. A term that is a feature which the
/// game [measures exactly](Featured::exact) is measured that way, other terms by their formulas.
///
/// Each game implements what a search needs beyond numbers (how a game ended, which moves come first) in its
/// implementation of [`Evaluate`](crate::search::evaluate::Evaluate); `K` is the data needed for that.
#[derive(Clone, Debug)]
pub struct Weighted<G, K = ()> {
    lab: Lab,
    exact: Option<Exact>,
    /// The game's data for the methods of a search.
    pub knows: K,
    game: PhantomData<fn(G)>,
}

/// Terms that are features.
#[derive(Clone, Debug)]
struct Exact {
    all: Vec<Part>,
    /// The parts with a weight other than 0.
    weighed: Vec<Part>,
}

impl Exact {
    fn from_lab<G: Featured>(lab: &Lab) -> Option<Exact> {
        let part = |(term, formula): (usize, &Formula)| match formula {
            Formula::Feature(place) => {
                let number = G::exact_number(G::features().get(*place)?.key)?;
                Some(Part { term, number, weight: lab.terms().get(term)?.weight })
            }
            _ => None,
        };
        let all: Vec<Part> = lab.formulas().iter().enumerate().map(part).collect::<Option<_>>()?;
        let weighed = all.iter().copied().filter(|part| part.weight != Fixed::ZERO).collect();
        Some(Exact { all, weighed })
    }
}

impl<G: Featured, K: Default> Weighted<G, K> {
    /// The terms of a heuristic.
    pub fn new(lab: Lab) -> Self {
        let exact = Exact::from_lab::<G>(&lab);
        Weighted { lab, exact, knows: K::default(), game: PhantomData }
    }

    /// The terms of a bot.
    pub fn with_weights(terms: &[Weight]) -> Self {
        Weighted::new(Lab::of_terms(terms, G::features()))
    }
}

impl<G: Featured, K> Weighted<G, K> {
    /// The heuristic with its formulas; the copy shares its data.
    pub fn lab(&self) -> Lab {
        self.lab.clone()
    }

    /// The terms with a weight, if all terms are features that the game measures exactly.
    pub fn exact(&self) -> Option<&[Part]> {
        self.exact.as_ref().map(|exact| exact.weighed.as_slice())
    }

    /// The weighted sum of the terms, in thousandths.
    #[inline]
    pub fn sum(&self, position: &G, seat: Seat) -> i64 {
        const UNDER: i64 = -Fixed::SCALE;
        let Some(exact) = &self.exact else { return self.lab.sum(position, seat) };
        let mut sum = 0;
        position.exact(seat, &exact.weighed, |part, value| {
            // A weight of 1 is the usual case, and avoids the division for rounding.
            sum += match part.weight.thousandths() {
                Fixed::SCALE => value,
                UNDER => -value,
                _ => part.weight.times(Fixed::from_thousandths(value)).thousandths(),
            };
        });
        sum
    }
}

impl<G, K> Heuristic<G> for Weighted<G, K>
where
    G: Enumerable + Featured,
    K: Send + Sync,
{
    fn terms(&self) -> &[Term] {
        self.lab.terms()
    }

    fn measure(&self, position: &G, seat: Seat, values: &mut [Fixed]) {
        let mut put = |i: usize, value| {
            if let Some(room) = values.get_mut(i) {
                *room = value;
            }
        };
        if let Some(exact) = &self.exact {
            position.exact(seat, &exact.all, |part, value| {
                put(part.term, Fixed::from_thousandths(value));
            });
        } else {
            self.lab.each(|wanted, features| position.measure(seat, wanted, features), put);
        }
    }

    fn facts(&self, mine: &G, other: &G, seat: Seat) -> Vec<String> {
        // An author's formulas have no words of their own; those of built-in bots have.
        let wordless = |term: &Term| term.contrast == Contrast::BY_LABEL;
        match self.exact() {
            None if self.lab.terms().iter().all(wordless) => {
                self.lab.advantages([mine, other], seat)
            }
            parts => G::advantages(mine, other, seat, parts.unwrap_or_default()),
        }
    }
}

/// The options of the bot `lab` in a file's text, and its budget if the file names one: all of them from a file saved by
/// the Lab, the text as `formula` from any other file.
///
/// # Errors
/// Why the text is no heuristic of this game, and what was expected.
pub fn in_file(text: &str, game: &str) -> Result<(RawOptions, Option<Budget>), String> {
    let whole = || -> Option<Map<String, Value>> {
        let Value::Object(fields) = serde_json::from_str(text).ok()? else { return None };
        fields.contains_key("options").then_some(fields)
    };
    // Trims the line break at the end of a file; positions of errors in the text stay the same.
    let formula = |text: &str| (FORMULA.to_owned(), Value::from(text.trim_end()));
    let Some(mut fields) = whole() else {
        return Ok((RawOptions::from_iter([formula(text)]), None));
    };
    for (key, expected) in [("game", game), ("bot", LAB)] {
        let found = fields.remove(key);
        if let Some(found) = found.filter(|found| found.as_str() != Some(expected)) {
            let found = shorten(&found.to_string());
            return Err(format!("`{key}` of the file is {found}; expected \"{expected}\""));
        }
    }
    let budget = fields.remove("budget").map(|budget| Budget::from_json(&budget)).transpose()?;
    let options = fields.remove("options");
    if let Some(key) = fields.keys().next() {
        return Err(format!("`{}`; expected game, bot, options and budget", shorten(key)));
    }
    let Some(Value::Object(options)) = options else {
        return Err("`options` of the file is no object".to_owned());
    };
    let as_text = |(key, value): (String, Value)| match value {
        Value::Array(_) | Value::Object(_) if key == FORMULA => (key, value.to_string().into()),
        _ => (key, value),
    };
    Ok((options.into_iter().map(as_text).collect(), budget))
}
