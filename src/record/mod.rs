//! A game as JSON: game, options, seed, seats, and every move.
//!
//! Parsing checks the form, the options and the bots; the session checks whether the moves are legal by playing
//! them. No link and no interface may enter here.

mod annotations;
pub mod cost;
pub mod import;
pub mod link;
pub(crate) mod tree;

use crate::base::annotation::Cells;
use crate::base::fixed::shorten;
use crate::base::json::{At, Found, Wrong};
use crate::base::options::{OptionValue, Options, RawOptions};
use crate::base::rng::MAX_SEED;
use crate::base::util::{is_control, quoted_words, split_outside};
use crate::catalog::{AnyGame, game};
use crate::contract::bot::Budget;
use annotations::annotations_of;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::fmt::Display;
use thiserror::Error;

pub use annotations::{Annotated, MAX_ANNOTATIONS};

/// Changes the options of the bot with that name; may return the budget that belongs to them.
type ChangeOptions<'a> = &'a mut dyn FnMut(&str, &mut RawOptions) -> Result<Option<Budget>, String>;

/// The newest version of the format, with annotations; all older versions can be read too.
pub const FORMAT: u64 = 3;
/// The version of records with variations and without annotations.
pub const BRANCHED_FORMAT: u64 = 2;
/// The version of records without variations, which programs without support for variations can read.
pub const PLAIN_FORMAT: u64 = 1;
/// Maximum number of variations of a record.
pub const MAX_VARIATIONS: usize = 10_000;
/// Maximum bytes of a record.
pub const MAX_BYTES: usize = 16 << 20;
/// Maximum number of moves of a record, including those of variations.
pub const MAX_MOVES: usize = 100_000;

/// The error for text that is no record, or no part of one.
pub(crate) fn content(error: impl Display) -> RecordError {
    RecordError::Content(error.to_string())
}

/// Adds ply `i + 1` of a line to an error, and the number of the line unless it is the main line.
pub(crate) fn at_ply<E: ToString>(line: usize, i: usize) -> impl Fn(E) -> RecordError {
    move |error| {
        let error = RecordError::Ply { ply: i + 1, error: error.to_string() };
        if line == 0 {
            return error;
        }
        RecordError::InVariation { variation: line, error: Box::new(error) }
    }
}

/// The player of a seat. As JSON `{"human":true}` or `{"bot":"balanced","options":{},"budget":{"nodes":1000}}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    target_arch = "wasm32",
    derive(tsify::Tsify),
    tsify(
        rename = "SeatConfig",
        type = "{ human: boolean } | { bot: string; options: OptionValues; budget?: Budget } | { program: string; budget?: Budget }"
    )
)]
#[serde(untagged)]
pub enum SeatSpec {
    /// A person, who has no options and no budget.
    #[serde(serialize_with = "human")]
    Human,
    /// A bot of the game.
    Bot {
        /// The bot's id within its game.
        #[serde(rename = "bot")]
        id: &'static str,
        /// The bot's options, checked.
        options: Options,
        /// The bot's budget; `None` for its own default.
        #[serde(skip_serializing_if = "Option::is_none")]
        budget: Option<Budget>,
    },
    /// An external program, available only to the user who runs it: its moves come from outside.
    Program {
        /// The program's name, see [`program_name`].
        #[serde(rename = "program")]
        name: String,
        /// The program's budget; `None` leaves it to the program.
        #[serde(skip_serializing_if = "Option::is_none")]
        budget: Option<Budget>,
    },
}

fn human<S: Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map([("human", true)])
}

/// Maximum number of characters of a program's name.
const MAX_NAME: usize = 40;

/// Parses the name of an external program: 1 to 40 characters, none of them a control character
/// ([`is_control`]).
///
/// # Errors
/// What was expected.
pub fn program_name(text: &str) -> Result<String, String> {
    let name = text.trim();
    if (1..=MAX_NAME).contains(&name.chars().count()) && !name.chars().any(is_control) {
        return Ok(name.to_owned());
    }
    Err(format!(
        "`{}` is not a program's name; expected 1 to {MAX_NAME} characters without control characters",
        shorten(name)
    ))
}

impl SeatSpec {
    /// A bot with its defaults.
    ///
    /// # Errors
    /// When the game has no such bot.
    pub fn bot(game: &dyn AnyGame, id: &str) -> Result<Self, RecordError> {
        let info = game.bot_info(id).map_err(content)?;
        Ok(SeatSpec::Bot { id: info.id, options: Options::default(), budget: None })
    }

    /// Parses `{"human":true}`, `{"bot":id,"options":{…},"budget":{…}}` or `{"program":name,"budget":{…}}`.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn from_json(game: &dyn AnyGame, value: &Value) -> Result<Self, RecordError> {
        const EXPECTED: &str =
            r#"{"human":true}, {"bot":"name","options":{},"budget":{}} or {"program":"name"}"#;
        let wrong = || {
            content(format!("`{}` is not a seat; expected {EXPECTED}", shorten(&value.to_string())))
        };
        let seat = At::root(value);
        let text = |key: &str| seat.get(key).and_then(|at| at.value().as_str());
        if value.get("human") == Some(&Value::Bool(true)) && value.get("bot").is_none() {
            return Ok(SeatSpec::Human);
        }
        let budget = seat.get("budget").map(|at| Budget::from_json(at.value()));
        let budget = budget.transpose().map_err(content)?;
        if let (Some(name), None) = (text("program"), value.get("bot")) {
            return Ok(SeatSpec::Program { name: program_name(name).map_err(content)?, budget });
        }
        let info = game.bot_info(text("bot").ok_or_else(wrong)?).map_err(content)?;
        let raw = seat.maybe("options", |at| at.object().cloned()).map_err(|_| wrong())?;
        let options = game.bot_options(info.id, &raw.unwrap_or_default()).map_err(content)?;
        Ok(SeatSpec::Bot { id: info.id, options, budget })
    }

    /// Parses a bot in text form: `NAME`, `NAME:key=value:key=value`, and either with `@BUDGET`. A bot that
    /// needs a budget and has none gets `budget`.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn from_text(
        game: &dyn AnyGame,
        text: &str,
        budget: Option<Budget>,
    ) -> Result<Self, RecordError> {
        Self::typed(game, text, budget, &mut |_, _| Ok(None))
    }

    /// The same; `change` may change the options of the bot with the given name, and return a budget that applies if
    /// the text has none.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn typed(
        game: &dyn AnyGame,
        text: &str,
        budget: Option<Budget>,
        change: ChangeOptions<'_>,
    ) -> Result<Self, RecordError> {
        let bot = split_outside(text, b'@').first().copied().unwrap_or(text);
        let own = text[bot.len()..].strip_prefix('@').map(str::parse).transpose();
        let own: Option<Budget> = own.map_err(content)?;
        let mut parts = split_outside(bot, b':').into_iter();
        let info = game.bot_info(parts.next().unwrap_or_default()).map_err(content)?;
        let mut raw = raw_options(parts).map_err(content)?;
        let brought = change(info.id, &mut raw).map_err(content)?;
        let options = game.bot_options(info.id, &raw).map_err(content)?;
        // A bot that does not search ignores a budget.
        let budget = own.or(brought).or(budget).filter(|_| info.budget.is_some());
        Ok(SeatSpec::Bot { id: info.id, options, budget })
    }

    /// The reverse of [`SeatSpec::from_text`]; a person is `human`, a program its name.
    pub fn to_text(&self) -> String {
        let (id, options, budget) = match self {
            SeatSpec::Human => return "human".to_owned(),
            SeatSpec::Program { name, .. } => return name.clone(),
            SeatSpec::Bot { id, options, budget } => (id, options, budget),
        };
        let mut text = (*id).to_owned();
        for (key, value) in options.iter() {
            let value = match value {
                OptionValue::Text(value) => value.clone(),
                other => other.to_json().to_string(),
            };
            text += &format!(":{key}={value}");
        }
        if let Some(budget) = budget {
            text += &format!("@{budget}");
        }
        text
    }
}

/// A value without the quotes around the whole of it, if it has them.
fn unquoted(value: &str) -> String {
    let words = if value.starts_with(['"', '\'']) { quoted_words(value) } else { Ok(Vec::new()) };
    match words.as_deref() {
        Ok([word]) => word.clone(),
        _ => value.to_owned(),
    }
}

/// Parses `key=value` pairs; quotes around a value do not belong to it.
///
/// # Errors
/// Which text is no pair, or which key occurs twice.
pub fn raw_options<'a>(texts: impl Iterator<Item = &'a str>) -> Result<RawOptions, String> {
    let mut raw = RawOptions::new();
    for text in texts {
        let (key, value) = text
            .split_once('=')
            .filter(|(key, _)| !key.is_empty())
            .ok_or_else(|| format!("`{}` is not an option; expected key=value", shorten(text)))?;
        if raw.insert(key.to_owned(), Value::String(unquoted(value))).is_some() {
            return Err(format!("option `{}` is given twice", shorten(text)));
        }
    }
    Ok(raw)
}

/// A variation: a line that branches off from another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Variation {
    /// The number of the line that it branches off from: 0 is the main line, 1 the first variation. Always an earlier one.
    pub of: usize,
    /// Number of plies of that line before the branching point.
    pub after: usize,
    /// Its own moves; the first of them replaces the next move of that line.
    pub moves: Vec<String>,
}

/// A game as data: its setup, its moves, its variations, its annotations and its result.
#[derive(Clone, Debug)]
pub struct Record {
    /// The kind of game, from the catalog.
    pub game: &'static dyn AnyGame,
    /// Its options, checked.
    pub options: Options,
    /// 0 to [`MAX_SEED`].
    pub seed: u64,
    /// One per seat.
    pub seats: Vec<SeatSpec>,
    /// The moves of the main line as text; not checked for legality here.
    pub moves: Vec<String>,
    /// Lines beside the main one, each after the line that it branches off from.
    pub variations: Vec<Variation>,
    /// What people added to its positions, in the order of the lines, at most once per position.
    pub annotations: Vec<Annotated>,
    /// The result, if the game has one. As read; replaying compares it.
    pub result: Option<Value>,
}

/// Why a record was refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RecordError {
    /// Not JSON; the message names line and column.
    #[error("not a record: {0}")]
    Json(String),
    /// JSON, but not a record that can be played; the message names the field.
    #[error("not a record: {0}")]
    Content(String),
    /// The record exceeds a limit.
    #[error("the record has {found} {what}; at most {limit} are read")]
    TooLarge {
        /// The unit: bytes, moves, variations or annotated positions.
        what: &'static str,
        /// The number found, in that unit.
        found: usize,
        /// The maximum, in that unit.
        limit: usize,
    },
    /// More moves than a game can have.
    #[error("the record has {found} moves; a game from this start has at most {most}")]
    TooMany {
        /// Number of moves from the start of the game to the end of the line.
        found: u64,
        /// The maximum from this start, set by the game.
        most: u64,
    },
    /// A move that cannot be played.
    #[error("ply {ply}: {error}")]
    Ply {
        /// The ply that the move would have made, from 1.
        ply: usize,
        /// Why the move cannot be played.
        error: String,
    },
    /// An error in a variation.
    #[error("variation {variation}: {error}")]
    InVariation {
        /// The number of the variation, from 1.
        variation: usize,
        /// The error; its ply is counted from the start of the game.
        error: Box<RecordError>,
    },
    /// The stated result differs from the replayed one.
    #[error("the record says the result is {stated}, but its moves lead to {found}")]
    Result {
        /// The result stated in the record, as JSON; cut after 40 characters.
        stated: String,
        /// The result after replaying the main line, as JSON.
        found: String,
    },
}

impl From<Wrong> for RecordError {
    fn from(wrong: Wrong) -> RecordError {
        RecordError::Content(wrong.message)
    }
}

impl RecordError {
    /// The message, without the mention of a record if the error is not about one.
    pub fn words(self) -> String {
        match self {
            RecordError::Content(message) => message,
            other => other.to_string(),
        }
    }
}

impl Record {
    /// A game without moves, variations and result.
    pub fn new(
        game: &'static dyn AnyGame,
        options: Options,
        seed: u64,
        seats: Vec<SeatSpec>,
    ) -> Record {
        Record {
            game,
            options,
            seed,
            seats,
            moves: Vec::new(),
            variations: Vec::new(),
            annotations: Vec::new(),
            result: None,
        }
    }

    /// The same game without moves.
    pub fn setup(&self) -> Record {
        Record::new(self.game, self.options.clone(), self.seed, self.seats.clone())
    }

    /// Number of plies of all lines.
    pub fn plies(&self) -> usize {
        self.moves.len() + self.variations.iter().map(|one| one.moves.len()).sum::<usize>()
    }

    /// Parses JSON text.
    ///
    /// # Errors
    /// Where the JSON is invalid, or which field is wrong and what was expected there.
    pub fn from_text(text: &str) -> Result<Record, RecordError> {
        limited("bytes", text.len(), MAX_BYTES)?;
        let value: Value =
            serde_json::from_str(text).map_err(|e| RecordError::Json(e.to_string()))?;
        Record::from_json(&value)
    }

    /// Parses a JSON value.
    ///
    /// # Errors
    /// Which field is wrong and what was expected there.
    pub fn from_json(value: &Value) -> Result<Record, RecordError> {
        Record::from_at(&At::root(value))
    }

    /// Parses a JSON value that may be part of another; errors in its fields have their path.
    ///
    /// # Errors
    /// Which field is wrong and what was expected there.
    pub(crate) fn from_at(all: &At<'_>) -> Result<Record, RecordError> {
        const FIELDS: [&str; 9] = [
            "totora",
            "game",
            "options",
            "seed",
            "seats",
            "moves",
            "variations",
            "annotations",
            "result",
        ];
        all.fields(&FIELDS)?;
        let expected = format!("the format's version, {PLAIN_FORMAT} to {FORMAT}");
        let version = all.need("totora", &expected)?;
        let newer = |field: &str, since: u64, found: u64| {
            content(format!(
                "`{field}` came with version {since} of the format, but `totora` is {found}"
            ))
        };
        match version.value().as_u64() {
            Some(found) if found < BRANCHED_FORMAT && all.get("variations").is_some() => {
                return Err(newer("variations", BRANCHED_FORMAT, found));
            }
            Some(found) if found < FORMAT && all.get("annotations").is_some() => {
                return Err(newer("annotations", FORMAT, found));
            }
            Some(PLAIN_FORMAT..=FORMAT) => {}
            Some(newer) if newer > FORMAT => {
                return Err(content(format!(
                    "`totora` is {newer}: made by a newer Totora; this one reads up to {FORMAT}"
                )));
            }
            _ => version.unlike(expected)?,
        }
        let game = game(all.need("game", "a name")?.text()?).map_err(content)?;
        let raw = all.maybe("options", |at| at.object().cloned())?.unwrap_or_default();
        let options = Options::check(game.options(), &raw).map_err(content)?;
        let seed = seed_of(all)?.unwrap_or(0);
        let start = game.start(&options, seed).map_err(content)?;
        let count = start.seats();
        let seats = match all.maybe("seats", |at| at.list(count..=count))? {
            None => vec![SeatSpec::Human; count],
            Some(seats) => seats
                .iter()
                .map(|seat| SeatSpec::from_json(game, seat.value()))
                .collect::<Result<_, _>>()?,
        };
        let most = start.resource_estimate().max_plies;
        let moves = moves_of(all, 0, most)?;
        let variations = variations_of(all, moves.len(), most)?;
        let annotations = match all.get("annotations") {
            None => Vec::new(),
            Some(listed) => annotations_of(
                &listed,
                moves.len(),
                &variations,
                &Cells::new(start.printed_cells()),
            )?,
        };
        let object = |at: &At<'_>| {
            let object = Some(at.value().clone()).filter(Value::is_object);
            at.read(object, "null or an object")
        };
        let result = all.maybe("result", object)?;
        Ok(Record { game, options, seed, seats, moves, variations, annotations, result })
    }

    /// The record as JSON text.
    pub fn to_text(&self) -> String {
        self.to_json().to_string()
    }

    /// The record as JSON, in the oldest version of the format that can express it.
    pub fn to_json(&self) -> Value {
        let version = match (self.annotations.is_empty(), self.variations.is_empty()) {
            (false, _) => FORMAT,
            (true, false) => BRANCHED_FORMAT,
            (true, true) => PLAIN_FORMAT,
        };
        let mut record = json!({
            "totora": version,
            "game": self.game.id(),
            "options": self.options,
            "seed": self.seed,
            "seats": self.seats,
            "moves": self.moves,
            "result": self.result,
        });
        if !self.variations.is_empty() {
            record["variations"] = json!(self.variations);
        }
        if !self.annotations.is_empty() {
            record["annotations"] = json!(self.annotations);
        }
        record
    }
}

/// Checks a number against its limit.
fn limited(what: &'static str, found: usize, limit: usize) -> Result<(), RecordError> {
    if found > limit { Err(RecordError::TooLarge { what, found, limit }) } else { Ok(()) }
}

/// Parses the moves of a line that begins after this many plies, in a game of `most` plies at most.
fn moves_of(line: &At<'_>, after: usize, most: u64) -> Result<Vec<String>, RecordError> {
    let list = |at: &At<'_>| at.read(at.value().as_array().cloned(), "a list");
    let moves = line.maybe("moves", list)?.unwrap_or_default();
    limited("moves", moves.len(), MAX_MOVES)?;
    let count = (after + moves.len()) as u64;
    if count > most {
        return Err(RecordError::TooMany { found: count, most });
    }
    let text = |(i, mv): (usize, Value)| match mv {
        Value::String(text) => Ok(text),
        other => Err(RecordError::Ply {
            ply: after + i + 1,
            error: format!("`{}` is not a text", shorten(&other.to_string())),
        }),
    };
    moves.into_iter().enumerate().map(text).collect()
}

/// Parses the variations of a main line of this many plies. Each branches off from an earlier line, so there are no
/// cycles.
fn variations_of(all: &At<'_>, main: usize, most: u64) -> Result<Vec<Variation>, RecordError> {
    let listed = all.maybe("variations", |at| at.list(0..=usize::MAX))?.unwrap_or_default();
    limited("variations", listed.len(), MAX_VARIATIONS)?;
    // The first own ply and the last ply of every line.
    let mut spans = vec![(0, main)];
    let mut plies = main;
    let mut variations = Vec::with_capacity(listed.len());
    for (i, listed) in listed.iter().enumerate() {
        let variation = variation_of(&At::root(listed.value()), &spans, most).map_err(|error| {
            RecordError::InVariation { variation: i + 1, error: Box::new(error) }
        })?;
        spans.push((variation.after + 1, variation.after + variation.moves.len()));
        plies += variation.moves.len();
        limited("moves", plies, MAX_MOVES)?;
        variations.push(variation);
    }
    Ok(variations)
}

/// Parses `{"of":0,"after":4,"moves":["d4"]}`; `spans` are those of the earlier lines.
fn variation_of(
    line: &At<'_>,
    spans: &[(usize, usize)],
    most: u64,
) -> Result<Variation, RecordError> {
    line.fields(&["of", "after", "moves"])?;
    let number = |at: &At<'_>, from: usize, to: usize| at.whole(from as u64..=to as u64);
    let of = line.maybe("of", |at| number(at, 0, spans.len() - 1))?.unwrap_or(0) as usize;
    let (first, last) = spans[of];
    let Some(end) = last.checked_sub(1).filter(|&end| end >= first) else {
        return Err(content(format!(
            "line {of} has no ply that another could be played instead of"
        )));
    };
    let after =
        number(&line.need("after", format!("a whole number from {first} to {end}"))?, first, end)?;
    let moves = moves_of(line, after as usize, most)?;
    if moves.is_empty() {
        return Err(content("`moves` is empty; a variation has at least one"));
    }
    Ok(Variation { of, after: after as usize, moves })
}

/// The seed of a request or a record, if it has one.
///
/// # Errors
/// When it is not a valid seed.
pub(crate) fn seed_of(all: &At<'_>) -> Found<Option<u64>> {
    all.maybe("seed", |at| at.whole(0..=MAX_SEED))
}
