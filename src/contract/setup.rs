//! Setting up a position by hand: what can be put where, what is wrong with it, and the text that carries it.
//!
//! A [`Draft`] is a position that is being put together; it need not be one that can be played. It is a text at
//! every moment: each edit takes a text and gives one, so a page keeps texts and knows no rule, and undoing is
//! going back to an earlier one. A game begins from the text by an option, so records and links carry it.
//!
//! It knows the contract and no game. What crosses to the page is one [`SetupTable`] for all games.

use crate::base::fixed::shorten;
use crate::base::options::{OptionSpec, Options, OptionsError, RawOptions};
use crate::base::rng::{Rng, Stream};
use crate::contract::game::{Game, Seat};
use crate::contract::presentation::Presentation;
use serde::Serialize;
use serde_json::Value;

/// Something that can be put on the board.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SetupPiece {
    /// What it is called: `Red house`.
    pub label: String,
    /// Whose it is.
    pub seat: Option<Seat>,
    /// What it looks like, one of the page's figures: `stone`, `white`, `black`, `knight`, `house`, `outpost`, `block`, `letter`, `hole`
    /// or `shape`.
    pub look: &'static str,
    /// The letter on it.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string | null"))]
    pub letter: Option<char>,
    /// The spots that it covers, from the one that it is put on, as steps right and down: one list for each way of
    /// turning it. Empty for a piece of one spot.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number][][]"))]
    pub turns: Vec<Vec<(u8, u8)>>,
}

impl SetupPiece {
    /// The piece of a seat.
    pub fn of(seat: Seat, label: String, look: &'static str) -> SetupPiece {
        SetupPiece { label, seat: Some(seat), look, ..SetupPiece::default() }
    }
}

/// A place where something can stand.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SetupSpot {
    /// Its name: `d4`, `F.2`.
    pub name: String,
    /// How far its middle lies to the right, in spots.
    pub x: f64,
    /// How far down.
    pub y: f64,
    /// What it is made of, one of the page's grounds: `board`, `water`, `reed`, `closed`, `hole`.
    #[cfg_attr(
        target_arch = "wasm32",
        tsify(type = "'board' | 'water' | 'reed' | 'closed' | 'hole'")
    )]
    pub terrain: &'static str,
    /// The piece on it, by its place in the list.
    pub piece: Option<usize>,
    /// How many of it stand there.
    pub count: u32,
    /// What it belongs to, where spots belong together.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string | null"))]
    pub group: Option<char>,
}

/// A number or a choice that is no piece: whose move it is, what a player holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SetupField {
    /// What it is called: `Bombs of Player 1`.
    pub label: String,
    /// Whose it is.
    pub seat: Option<Seat>,
    /// Its value; where there are choices, the place of one of them.
    pub value: u32,
    /// The least value.
    pub min: u32,
    /// The greatest value; equal to the least for a number that only follows from the board.
    pub max: u32,
    /// The choices; empty for a number.
    pub choices: Vec<String>,
}

impl SetupField {
    /// A number.
    pub fn number(label: impl Into<String>, value: u32, min: u32, max: u32) -> SetupField {
        SetupField { label: label.into(), value, min, max, ..SetupField::default() }
    }

    /// One of some words.
    pub fn choice(label: impl Into<String>, value: usize, choices: &[&str]) -> SetupField {
        SetupField {
            label: label.into(),
            value: value as u32,
            max: choices.len().saturating_sub(1) as u32,
            choices: choices.iter().map(|&choice| choice.to_owned()).collect(),
            ..SetupField::default()
        }
    }

    /// The same of one seat.
    pub fn of(self, seat: Seat) -> SetupField {
        SetupField { seat: Some(seat), ..self }
    }
}

/// Why no game can begin from a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SetupProblem {
    /// In words for people.
    pub text: String,
    /// The spot that it is about, by its place in the list.
    pub at: Option<usize>,
}

impl SetupProblem {
    /// One about no spot in particular.
    pub fn new(text: impl Into<String>) -> SetupProblem {
        SetupProblem { text: text.into(), at: None }
    }

    /// One about a spot.
    pub fn at(spot: usize, text: impl Into<String>) -> SetupProblem {
        SetupProblem { text: text.into(), at: Some(spot) }
    }
}

/// All that is shown of a draft.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SetupTable {
    /// The draft as a text.
    pub text: String,
    /// What a game that begins from it has for options.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub options: RawOptions,
    /// Whether spots are hexagons; squares else.
    pub hex: bool,
    /// Where something can stand.
    pub spots: Vec<SetupSpot>,
    /// What can be put there.
    pub pieces: Vec<SetupPiece>,
    /// What else can be set.
    pub fields: Vec<SetupField>,
    /// Why no game can begin from it; none if one can.
    pub problems: Vec<SetupProblem>,
    /// What is allowed, but worth knowing.
    pub notes: Vec<String>,
    /// Whose turn it is then, in words; empty while something is wrong.
    pub turn: String,
}

/// A position that is being put together, as it is edited and shown.
pub trait Editing {
    /// The text, as it is read.
    fn text(&self) -> String;

    /// Puts a piece on a spot, turned so often; both are numbers of what [`Editing::show`] lists.
    ///
    /// # Errors
    /// Why it cannot stand there.
    fn put(&mut self, piece: usize, spot: usize, turn: usize) -> Result<(), String>;

    /// Takes away what stands on a spot.
    ///
    /// # Errors
    /// Why that cannot be.
    fn remove(&mut self, spot: usize) -> Result<(), String>;

    /// Sets a field to a value within its bounds.
    ///
    /// # Errors
    /// Why that cannot be.
    fn set(&mut self, field: usize, value: u32) -> Result<(), String>;

    /// Takes everything away.
    fn clear(&mut self);

    /// Shows spots, pieces, fields, notes, and all that is wrong.
    fn show(&self, table: &mut SetupTable);
}

/// A position of a game that is being put together.
pub trait Draft: Editing + Sized {
    /// The game.
    type Game: Presentation;
    /// The option that carries the text.
    const OPTION: &'static OptionSpec;
    /// Options that a game from a draft does not have: the text says as much.
    const REPLACED: &'static [&'static str];

    /// Reads a draft; an empty text is the start of a game with these options.
    ///
    /// # Errors
    /// What is wrong, with line and column, and what was expected.
    fn read(options: &Options, text: &str) -> Result<Self, String>;

    /// Names what the seed of a game has drawn in its options, as a game from the draft has another seed.
    fn pin(_options: &mut RawOptions, _seed: u64) {}

    /// The text of a position, from which [`Draft::read`] makes one that looks like it.
    fn write(position: &Self::Game) -> String;
}

/// Does one edit: `put PIECE SPOT TURN`, `remove SPOT`, `set FIELD VALUE`, `clear`, or none.
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

/// What is shown of a draft after one edit. Only what must know the game is made anew for each.
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

/// Whose turn it is at the start of a game with these options, and how it has ended, if it has.
type Begin = dyn Fn(&RawOptions) -> Result<(String, Option<String>), OptionsError>;

fn begin<G: Presentation>(raw: &RawOptions) -> Result<(String, Option<String>), OptionsError> {
    let options = Options::check(G::options(), raw)?;
    let position = G::new(&options, &mut Rng::new(0, Stream::Setup))?;
    let end = position.outcome().map(|_| position.outcome_text().unwrap_or_default());
    Ok((position.turn_text(), end))
}

/// All that is shown of a draft.
fn shown(draft: &dyn Editing, options: RawOptions, key: &str, begin: &Begin) -> SetupTable {
    let mut table = SetupTable { text: draft.text(), options, ..SetupTable::default() };
    draft.show(&mut table);
    table.options.insert(key.to_owned(), Value::from(table.text.as_str()));
    if table.problems.is_empty() {
        // The question is whether the game can begin: nothing here judges a position twice.
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

/// How positions of a game are set up.
pub struct Drafting<G> {
    /// The option that carries the text.
    pub(crate) option: &'static OptionSpec,
    /// The text of the draft that looks like a position.
    pub(crate) write: fn(&G) -> String,
    /// What is shown of a text after an edit.
    pub(crate) table: fn(&RawOptions, u64, &str, &str) -> Result<SetupTable, String>,
}

impl<G> Drafting<G> {
    /// By a draft.
    pub const fn by<D: Draft<Game = G>>() -> Self {
        Drafting { option: D::OPTION, write: D::write, table: table::<D> }
    }
}

// ---- reading and writing such texts ----

/// A line `key: value` of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The line, from 1.
    pub line: usize,
    /// What stands before the colon.
    pub key: &'a str,
    /// The words after it, to be read by [`Entry::words`].
    pub value: &'a str,
    /// The character that the value begins at, from 1.
    pub column: usize,
}

/// An error at a place of a text.
pub fn misread(line: usize, column: usize, message: impl std::fmt::Display) -> String {
    format!("line {line}, column {column}: {message}")
}

impl<'a> Entry<'a> {
    /// Reads a line, from 1; `None` if it has no colon.
    pub fn read(line: usize, text: &'a str) -> Option<Entry<'a>> {
        let (key, value) = text.split_once(':')?;
        Some(Entry { line, key: key.trim(), value, column: key.chars().count() + 2 })
    }

    /// The words of the value, each with the character that it begins at.
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

    /// The one of some words that the value begins with, whatever the case of its letters.
    ///
    /// # Errors
    /// Where none of them stands.
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
    /// The first word that is none, or is greater than `most`.
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

/// The lines of a text that consists of such lines alone, one for each key at most, in the order of the keys.
///
/// # Errors
/// A line that is none, or is there twice, with its place.
pub fn entries<'a, const N: usize>(
    text: &'a str,
    above: usize,
    keys: [&str; N],
) -> Result<[Option<Entry<'a>>; N], String> {
    let mut entries = [None; N];
    for (line, words) in lines(text) {
        let entry = Entry::read(above + line, words);
        let place = entry.and_then(|entry| keys.iter().position(|&key| key == entry.key));
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

/// The lines of a text that are not empty, with their numbers from 1, without a mark of the encoding in front.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim_end()));
    lines.filter(|(_, line)| !line.trim().is_empty())
}
