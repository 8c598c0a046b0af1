//! Setting up a position by hand: the pieces and fields of a draft, its problems, and its text.
//!
//! A [`Draft`] is a position under construction; it need not be playable. It is always stored as a text:
//! each edit takes a text and returns a text, so a page stores texts without knowing the rules, and undo
//! restores an earlier text. A game starts from the text through an option, so records and links contain it.
//!
//! This module depends on the contract and on no game. The page receives one [`SetupTable`] for all games.

use crate::base::fixed::shorten;
use crate::base::options::{OptionSpec, Options, OptionsError, RawOptions};
use crate::base::rng::{Rng, Stream};
use crate::contract::game::{Game, Seat};
use crate::contract::presentation::Presentation;
use serde::Serialize;
use serde_json::Value;

/// A piece to put on the board.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SetupPiece {
    /// Its name: `Red house`.
    pub label: String,
    /// Its owner; `None` for a piece of no player.
    pub seat: Option<Seat>,
    /// Its symbol on the page: `stone`, `white`, `black`, `knight`, `house`, `outpost`, `block`, `letter`, `hole`
    /// or `shape`.
    pub look: &'static str,
    /// The letter on it; `None` for a piece without one.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string | null"))]
    pub letter: Option<char>,
    /// The spots that it covers, relative to its own spot, as steps right and down: one list for each
    /// orientation. Empty for a piece of one spot.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number][][]"))]
    pub turns: Vec<Vec<(u8, u8)>>,
}

impl SetupPiece {
    /// A piece of `seat` for one spot, without a letter.
    pub fn new(seat: Seat, label: String, look: &'static str) -> SetupPiece {
        SetupPiece { label, seat: Some(seat), look, ..SetupPiece::default() }
    }
}

/// A place for pieces.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SetupSpot {
    /// Its name: `d4`, `F.2`.
    pub name: String,
    /// The distance of its centre to the right, in spots.
    pub x: f64,
    /// The distance of its centre down, in spots.
    pub y: f64,
    /// Its terrain, as the page names it: `board`, `water`, `reed`, `closed`, `hole`.
    #[cfg_attr(
        target_arch = "wasm32",
        tsify(type = "'board' | 'water' | 'reed' | 'closed' | 'hole'")
    )]
    pub terrain: &'static str,
    /// Index in the list of the piece on it.
    pub piece: Option<usize>,
    /// Number of these pieces on it.
    pub count: u32,
    /// The group of the spot, if spots form groups.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string | null"))]
    pub group: Option<char>,
}

/// A number or a choice other than a piece: the seat to move, a player's stock.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SetupField {
    /// Its name: `Bombs of Red`.
    pub label: String,
    /// Its owner; `None` if it belongs to no seat.
    pub seat: Option<Seat>,
    /// Its value; with choices, the index of the selected choice.
    pub value: u32,
    /// The minimum value; 0 for a choice.
    pub min: u32,
    /// The maximum value; equal to the minimum for a number that depends only on the board.
    pub max: u32,
    /// The choices; empty for a number.
    pub choices: Vec<String>,
}

impl SetupField {
    /// A field for a number.
    pub fn number(label: impl Into<String>, value: u32, min: u32, max: u32) -> SetupField {
        SetupField { label: label.into(), value, min, max, ..SetupField::default() }
    }

    /// A field for a choice between words.
    pub fn choice(label: impl Into<String>, value: usize, choices: &[&str]) -> SetupField {
        SetupField {
            label: label.into(),
            value: value as u32,
            max: choices.len().saturating_sub(1) as u32,
            choices: choices.iter().map(|&choice| choice.to_owned()).collect(),
            ..SetupField::default()
        }
    }

    /// The same field, owned by `seat`.
    pub fn for_seat(self, seat: Seat) -> SetupField {
        SetupField { seat: Some(seat), ..self }
    }
}

/// A problem that prevents a game from the draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SetupProblem {
    /// A description for people.
    pub text: String,
    /// Index in the list of the affected spot.
    pub at: Option<usize>,
}

impl SetupProblem {
    /// A problem without a spot.
    pub fn new(text: impl Into<String>) -> SetupProblem {
        SetupProblem { text: text.into(), at: None }
    }

    /// A problem of one spot.
    pub fn at(spot: usize, text: impl Into<String>) -> SetupProblem {
        SetupProblem { text: text.into(), at: Some(spot) }
    }
}

/// The full display of a draft.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SetupTable {
    /// The draft as a text.
    pub text: String,
    /// The options of a game that starts from it.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub options: RawOptions,
    /// Whether spots are hexagons; otherwise squares.
    pub hex: bool,
    /// The places for pieces; edits refer to their indices.
    pub spots: Vec<SetupSpot>,
    /// The available pieces; spots and edits refer to their indices.
    pub pieces: Vec<SetupPiece>,
    /// Numbers and choices besides the pieces; edits refer to their indices.
    pub fields: Vec<SetupField>,
    /// The problems that prevent a game; empty if a game can start.
    pub problems: Vec<SetupProblem>,
    /// Allowed but unusual properties, and the result if the game is over here.
    pub notes: Vec<String>,
    /// The seat to move at the start, in words; empty if there are problems.
    pub turn: String,
}

/// The editing interface of a position under construction.
pub trait Editing {
    /// The text of the draft.
    fn text(&self) -> String;

    /// Puts a piece on a spot, turned `turn` times; piece and spot are indices in the lists of [`Editing::show`].
    ///
    /// # Errors
    /// Why it cannot be put there.
    fn put(&mut self, piece: usize, spot: usize, turn: usize) -> Result<(), String>;

    /// Removes the piece of a spot.
    ///
    /// # Errors
    /// Why this is not possible.
    fn remove(&mut self, spot: usize) -> Result<(), String>;

    /// Sets a field to a value within its bounds.
    ///
    /// # Errors
    /// Why this is not possible.
    fn set(&mut self, field: usize, value: u32) -> Result<(), String>;

    /// Removes the pieces of all players; the size of the board stays.
    fn clear(&mut self);

    /// Writes spots, pieces, fields, notes and problems to `table`.
    fn show(&self, table: &mut SetupTable);
}

/// A position under construction, for one game.
pub trait Draft: Editing + Sized {
    /// The game whose positions it edits.
    type Game: Presentation;
    /// The option that carries the text.
    const OPTION: &'static OptionSpec;
    /// Options that a game from a draft does not have, because the text replaces them.
    const REPLACED: &'static [&'static str];

    /// Parses a draft; an empty text is the start of a game with these options.
    ///
    /// # Errors
    /// The fault, with line and column, and the expected text.
    fn read(options: &Options, text: &str) -> Result<Self, String>;

    /// Stores random choices of the game's seed in its options, because a game from the draft has another seed.
    fn pin(_options: &mut RawOptions, _seed: u64) {}

    /// The text of a position; [`Draft::read`] creates a draft that looks like it.
    fn write(position: &Self::Game) -> String;
}

/// Applies one edit: `put PIECE SPOT TURN`, `remove SPOT`, `set FIELD VALUE`, `clear`, or none.
fn edited(draft: &mut dyn Editing, edit: &str) -> Result<(), String> {
    let mut words = edit.split_whitespace();
    let Some(what) = words.next() else { return Ok(()) };
    let numbers: Vec<usize> = words.map_while(|word| word.parse().ok()).collect();
    let mut table = SetupTable::default();
    draft.show(&mut table);
    match (what, &numbers[..]) {
        ("clear", []) => draft.clear(),
        ("put", &[piece, spot, turn]) if spot < table.spots.len() && piece < table.pieces.len() => {
            draft.put(piece, spot, turn)?;
        }
        ("remove", &[spot]) if spot < table.spots.len() => draft.remove(spot)?,
        ("set", &[field, value]) if field < table.fields.len() => {
            let SetupField { label, min, max, .. } = &table.fields[field];
            let fits = u32::try_from(value).ok().filter(|value| (min..=max).contains(&value));
            draft.set(field, fits.ok_or_else(|| format!("{label}: expected {min} to {max}"))?)?;
        }
        _ => return Err(format!("`{}` is no edit of this board", shorten(edit))),
    }
    Ok(())
}

/// The display of a draft after one edit. Only the part that depends on the game type is generic.
fn table<D: Draft>(
    raw: &RawOptions,
    seed: u64,
    text: &str,
    edit: &str,
) -> Result<SetupTable, String> {
    let mut raw = raw.clone();
    raw.remove(D::OPTION.key);
    D::pin(&mut raw, seed);
    let options = Options::check(D::Game::options(), &raw).map_err(|error| error.to_string())?;
    let mut draft = D::read(&options, text)?;
    edited(&mut draft, edit)?;
    D::REPLACED.iter().for_each(|&key| drop(raw.remove(key)));
    Ok(shown(&draft, raw, D::OPTION.key, &begin::<D::Game>))
}

/// Returns the seat to move at the start of a game with these options, and the result if the game is over.
type Begin = dyn Fn(&RawOptions) -> Result<(String, Option<String>), OptionsError>;

fn begin<G: Presentation>(raw: &RawOptions) -> Result<(String, Option<String>), OptionsError> {
    let options = Options::check(G::options(), raw)?;
    let position = G::new(&options, &mut Rng::new(0, Stream::Setup))?;
    let end = position.outcome().map(|_| position.outcome_text().unwrap_or_default());
    Ok((position.turn_text(), end))
}

/// The full display of a draft.
fn shown(draft: &dyn Editing, options: RawOptions, key: &str, begin: &Begin) -> SetupTable {
    let mut table = SetupTable { text: draft.text(), options, ..SetupTable::default() };
    draft.show(&mut table);
    table.options.insert(key.to_owned(), Value::from(table.text.as_str()));
    if table.problems.is_empty() {
        // Only checks whether the game can start: nothing here evaluates a position twice.
        match begin(&table.options) {
            Ok((turn, end)) => {
                let note = end.map(|end| format!("The game is over here. {end}").trim().to_owned());
                table.notes.extend(note);
                table.turn = turn;
            }
            Err(error) => table.problems.push(SetupProblem::new(error.to_string())),
        }
    }
    table
}

/// The functions to set up positions of a game.
pub struct Drafting<G> {
    /// The option that carries the text.
    pub option: &'static OptionSpec,
    /// Writes the text of the draft for a position.
    pub write: fn(&G) -> String,
    /// Returns the display of a text after an edit.
    pub table: fn(&RawOptions, u64, &str, &str) -> Result<SetupTable, String>,
}

impl<G> Drafting<G> {
    /// The functions of a [`Draft`].
    pub const fn by<D: Draft<Game = G>>() -> Self {
        Drafting { option: D::OPTION, write: D::write, table: table::<D> }
    }
}

// ---- parsing and writing draft texts ----

/// A line `key: value` of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The number of the line in the text, from 1.
    pub line: usize,
    /// The text before the colon.
    pub key: &'a str,
    /// The words after the colon, for [`Entry::words`].
    pub value: &'a str,
    /// The character at the start of the value, from 1.
    pub column: usize,
}

/// An error message with its place in a text.
pub fn misread(line: usize, column: usize, message: impl std::fmt::Display) -> String {
    format!("line {line}, column {column}: {message}")
}

impl<'a> Entry<'a> {
    /// Parses a line with its number from 1; `None` if it has no colon.
    pub fn read(line: usize, text: &'a str) -> Option<Entry<'a>> {
        let (key, value) = text.split_once([':', '\u{ff1a}'])?;
        Some(Entry { line, key: key.trim(), value, column: key.chars().count() + 2 })
    }

    /// Whether the entry has this key, in any case.
    pub fn is(&self, key: &str) -> bool {
        self.key
            .split_whitespace()
            .map(str::to_ascii_lowercase)
            .eq(key.split_whitespace().map(str::to_ascii_lowercase))
    }

    /// The words of the value, each with the character at its start.
    pub fn words(&self) -> impl Iterator<Item = (usize, &'a str)> {
        let (value, column) = (self.value, self.column);
        let mut at = 0;
        value.split([' ', '\t', ',', '\r']).filter_map(move |word| {
            let begun = at;
            at += word.chars().count() + 1;
            (!word.is_empty()).then_some((column + begun, word))
        })
    }

    /// An error about the entry as a whole.
    pub fn wrong(&self, message: impl std::fmt::Display) -> String {
        misread(self.line, self.column, message)
    }

    /// The index of the choice at the start of the value, ignoring case.
    ///
    /// # Errors
    /// When the value starts with none of them.
    pub fn one_of(&self, choices: &[&str]) -> Result<usize, String> {
        let value = self.value.trim();
        choices.iter().position(|choice| choice.eq_ignore_ascii_case(value)).ok_or_else(|| {
            let found = shorten(value);
            self.wrong(format!("expected {}, found `{found}`", choices.join(" or ")))
        })
    }

    /// The numbers of the value.
    ///
    /// # Errors
    /// The first word that is not a number, or is greater than `most`.
    pub fn numbers(&self, most: u32) -> Result<Vec<u32>, String> {
        let number = |(column, word): (usize, &str)| {
            let plain = word.bytes().all(|byte| byte.is_ascii_digit());
            word.parse().ok().filter(|&number| plain && number <= most).ok_or_else(|| {
                let found = shorten(word);
                let expected = format!("expected a number from 0 to {most}, found `{found}`");
                misread(self.line, column, expected)
            })
        };
        self.words().map(number).collect()
    }
}

/// The entries of a text with only `key: value` lines, at most one per key, in the order of the keys.
///
/// # Errors
/// A line that is not an entry, or whose key is repeated, with its place.
pub fn entries<'a, const N: usize>(
    text: &'a str,
    above: usize,
    keys: [&str; N],
) -> Result<[Option<Entry<'a>>; N], String> {
    let mut entries = [None; N];
    for (line, words) in lines(text) {
        let entry = Entry::read(above + line, words);
        let place = entry.and_then(|entry| keys.iter().position(|key| entry.is(key)));
        let (Some(entry), Some(place)) = (entry, place) else {
            let expected = keys.map(|key| format!("`{key}:`")).join(", ");
            return Err(misread(above + line, 1, format!("expected one of {expected}")));
        };
        if entries[place].replace(entry).is_some() {
            return Err(entry.wrong(format!("`{}` was there before", entry.key)));
        }
    }
    Ok(entries)
}

/// Whether a text has an entry with one of these keys.
pub fn has_entry(text: &str, keys: &[&str]) -> bool {
    let entry = |line| Entry::read(0, line).is_some_and(|one| keys.iter().any(|key| one.is(key)));
    text.lines().any(entry)
}

/// The non-empty lines of a text, with their numbers from 1, without a byte order mark.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim_end()));
    lines.filter(|(_, line)| !line.trim().is_empty())
}
