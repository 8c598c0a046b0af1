//! The log of a tuning as lines of text, so that an interrupted one can continue. The first line describes the tuning; then
//! there is a line for each generation with the points of its candidates, and one for each finished game of verification.
//! The lines have the checksums of an arena's ([`crate::arena::journal`]); an incomplete last line is ignored.

use super::tune::{Halves, Stage, Tuning};
use crate::arena::GameResult;
use crate::arena::journal::{begins_as_results, line, verified};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The version of the format; no other version can be read.
pub const FORMAT: u32 = 1;

/// A line, by its content.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LogEntry {
    Tuning(Value),
    Generation(Vec<Halves>),
    Verify(usize, GameResult),
    Duel(usize, GameResult),
}

/// The first line: the bot, the field and the settings.
pub fn header(tuning: &Tuning) -> String {
    line(&LogEntry::Tuning(identity(tuning)))
}

/// The content that the first line of a file must have for this tuning.
fn identity(tuning: &Tuning) -> Value {
    let plan = tuning.plan();
    json!({
        "totora_tuning": FORMAT,
        "version": env!("CARGO_PKG_VERSION"),
        "study": tuning.study().to_json(),
        "plan": plan,
    })
}

/// The settings of a file's tuning; `None` if the text does not begin with one.
pub fn plan(text: &[u8]) -> Option<Value> {
    let first = text.split(|&byte| byte == b'\n').next()?;
    let object = verified(std::str::from_utf8(first).ok()?).ok()?;
    match serde_json::from_str(&object).ok()? {
        LogEntry::Tuning(mut header) => Some(header["plan"].take()),
        _ => None,
    }
}

/// The line of a generation.
pub fn generation(tallies: &[Halves]) -> String {
    line(&LogEntry::Generation(tallies.to_vec()))
}

/// The line of a game of the verification arena of that stage.
pub fn game(stage: Stage, game: usize, played: &GameResult) -> String {
    let played = played.clone();
    line(&match stage {
        Stage::Duel => LogEntry::Duel(game, played),
        _ => LogEntry::Verify(game, played),
    })
}

/// The contents of a tuning's log.
#[derive(Default)]
pub struct TuningLog {
    /// The points of the finished generations.
    pub generations: Vec<Vec<Halves>>,
    /// Games of the tuned set and the start set against the field.
    pub verify: BTreeMap<usize, GameResult>,
    /// Games of the tuned set against the start set.
    pub duel: BTreeMap<usize, GameResult>,
    /// Number of bytes of complete lines.
    pub whole: usize,
}

impl TuningLog {
    /// Reads a file of the same tuning.
    ///
    /// # Errors
    /// Which line is wrong, and how; or that the file belongs to another tuning.
    pub fn read(text: &[u8], tuning: &Tuning) -> Result<TuningLog, String> {
        let mut log = TuningLog::default();
        let whole = lines(text, "tuning", |number, line: LogEntry| {
            match line {
                LogEntry::Tuning(found) if number == 0 => {
                    return same(&found, &identity(tuning), "tuning");
                }
                _ if number == 0 => return Err("is no header of a tuning".to_owned()),
                LogEntry::Tuning(_) => return Err("is a second header".to_owned()),
                LogEntry::Generation(tallies) => {
                    if tallies.len() != tuning.population() {
                        return Err("has another number of candidates".to_owned());
                    }
                    log.generations.push(tallies);
                }
                LogEntry::Verify(game, played) => drop(log.verify.insert(game, played)),
                LogEntry::Duel(game, played) => drop(log.duel.insert(game, played)),
            }
            Ok(())
        })?;
        log.whole = whole;
        if log.generations.len() > tuning.plan().generations as usize {
            return Err("has more generations than were asked for".to_owned());
        }
        Ok(log)
    }
}

/// Checks the first line of a log.
pub(super) fn same(found: &Value, expected: &Value, what: &str) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!(
        "has the results of another {what}; continue with the command that started it, or name another file"
    ))
}

/// Reads the lines of a log, each with its number from 0; an incomplete last line is ignored. Returns the number of bytes of
/// complete lines.
pub(super) fn lines<L: DeserializeOwned>(
    text: &[u8],
    what: &str,
    mut add: impl FnMut(usize, L) -> Result<(), String>,
) -> Result<usize, String> {
    if !begins_as_results(text) {
        return Err(format!("line 1 is no line of a {what}'s results"));
    }
    let mut whole = 0;
    for (number, bytes) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let wrong = |what: String| format!("line {}: {what}", number + 1);
        let last = whole + bytes.len() == text.len();
        let read = bytes.strip_suffix(b"\n").and_then(|line| std::str::from_utf8(line).ok());
        let object = match read.ok_or("is cut").and_then(verified) {
            Ok(object) => object,
            // The writer was killed.
            Err(_) if last && number > 0 => break,
            Err("is cut") if last => break,
            Err(what) => return Err(wrong(what.to_owned())),
        };
        let line: L = serde_json::from_str(&object)
            .map_err(|error| wrong(format!("is no line of a {what}: {error}")))?;
        // The header speaks of the whole file.
        add(number, line).map_err(|error| {
            if number == 0 && error.starts_with("has") { error } else { wrong(error) }
        })?;
        whole += bytes.len();
    }
    Ok(whole)
}
