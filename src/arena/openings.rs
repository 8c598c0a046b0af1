//! The openings of an arena as requests name them: drawn openings, a book, or none.

use crate::base::fixed::shorten;
use crate::catalog::{AnyGame, AnyPosition};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The beginning of games, before the bots play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Value")]
pub enum Openings {
    /// Drawn as the game declares it.
    Drawn,
    /// None: the plain start.
    None,
    /// None, and games that only swap seats share their seed: arenas of versions without drawn openings.
    #[default]
    Earlier,
    /// These lines, in turn: the plies of each in the form of `--moves`.
    Book(Vec<String>),
}

impl TryFrom<Value> for Openings {
    type Error = String;

    fn try_from(given: Value) -> Result<Openings, String> {
        Openings::from_json(Some(&given))
    }
}

impl From<Openings> for Value {
    fn from(openings: Openings) -> Value {
        match openings {
            Openings::Drawn => "drawn".into(),
            Openings::None => "none".into(),
            Openings::Earlier => "earlier".into(),
            Openings::Book(lines) => lines.into(),
        }
    }
}

/// Maximum number of lines of a book.
pub const MOST_LINES: usize = 20_000;

/// The plies of a line in the form of `--moves`: turns of all seats contain spaces, so slashes separate them. A game may
/// also have a form without separators.
pub fn plies_of(line: &str, game: &dyn AnyGame) -> Vec<String> {
    if game.simultaneous() {
        let plies = line.split(" / ").map(str::trim).filter(|text| !text.is_empty());
        return plies.map(str::to_owned).collect();
    }
    let split = game.data().split;
    split(line).unwrap_or_else(|| {
        let words = line.split_whitespace();
        words.flat_map(|word| split(word).unwrap_or_else(|| vec![word.to_owned()])).collect()
    })
}

/// Plays the plies of a line in the form of `--moves`.
pub(super) fn play_line(
    game: &dyn AnyGame,
    position: &mut dyn AnyPosition,
    line: &str,
) -> Result<Vec<String>, String> {
    let plies = plies_of(line, game);
    let mut moves = Vec::with_capacity(plies.len());
    for (i, text) in plies.into_iter().enumerate() {
        let text = position.completed_ply(&text);
        let (_, played) =
            position.play_ply(&text).map_err(|error| format!("ply {}: {error}", i + 1))?;
        moves.push(played.text);
    }
    if position.to_act().is_empty() {
        return Err("the game is over at its end".to_owned());
    }
    Ok(moves)
}

/// The lines of a book: one opening per line, its plies in the form of `--moves`; lines with `#` at the start are comments.
///
/// # Errors
/// When there are no lines, or too many.
pub fn read_book(text: &str) -> Result<Openings, String> {
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines: Vec<String> = lines.map(str::to_owned).collect();
    if !(1..=MOST_LINES).contains(&lines.len()) {
        let found = lines.len();
        return Err(format!("the book has {found} openings; expected 1 to {MOST_LINES}"));
    }
    Ok(Openings::Book(lines))
}

impl Openings {
    /// Parses a setup's value: `"drawn"`, the default, `"none"`, `"earlier"`, or the lines of a book.
    ///
    /// # Errors
    /// When it is none of these.
    pub fn from_json(given: Option<&Value>) -> Result<Openings, String> {
        let wrong = |given: &Value| {
            let given = shorten(&given.to_string());
            format!("`openings` is {given}; expected \"drawn\", \"none\" or a list of lines")
        };
        match given {
            None | Some(Value::Null) => Ok(Openings::Drawn),
            Some(Value::Array(lines)) => {
                let text = |line: &Value| line.as_str().map(str::to_owned);
                let lines: Option<Vec<String>> = lines.iter().map(text).collect();
                let lines = lines.filter(|lines| !lines.iter().any(|line| line.contains('\n')));
                read_book(&lines.ok_or("`openings` is no list of lines")?.join("\n"))
            }
            Some(other) => match other.as_str() {
                Some("drawn") => Ok(Openings::Drawn),
                Some("none") => Ok(Openings::None),
                Some("earlier") => Ok(Openings::Earlier),
                _ => Err(wrong(other)),
            },
        }
    }
}
