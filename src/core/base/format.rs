//! Texts of other programs: a game declares the formats that it reads and writes, such as SGF or a line of moves. The
//! importer asks every game which format a text looks like, plays what was read, and leaves out what the rules forbid.
//!
//! This module knows no game.

use crate::base::annotation::Annotation;
use crate::base::options::{Options, RawOptions};
use serde::Serialize;

/// From this likeness on, a text is read in a format; below it, the format is only named as the nearest one.
pub const SURE: u8 = 50;
/// The id of the format of position texts in every game.
pub const POSITION: &str = "position";
/// Maximum number of moves and comments that are read from a text, with those of variations.
pub const MOST_VALUES: usize = 20_000;

/// A format of a game.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Format {
    /// Its name on the command line: `sgf`.
    pub id: &'static str,
    /// Its name in a sentence: `SGF`.
    pub what: &'static str,
    /// The extension of its files, without the dot.
    pub ending: &'static str,
    /// How much of a game it keeps.
    pub keeps: Keeps,
    /// How much a text looks like this format, valid or not, from 0 to 100; see [`SURE`]. A quick check.
    #[serde(skip)]
    pub likeness: fn(&str) -> u8,
    /// Parses it; the error contains the fault, its place, and the expected text.
    #[serde(skip)]
    pub read: fn(&str) -> Result<Transcribed, String>,
    /// Writes a game; `None` if the format cannot express it.
    #[serde(skip)]
    pub write: fn(&Written<'_>) -> Option<String>,
}

/// How much of a game a format keeps; each keeps what those before it do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Keeps {
    /// One position.
    Position,
    /// The moves of the main line.
    Moves,
    /// A resignation at their end.
    Result,
    /// The notes and verdicts of the main line.
    Notes,
    /// Variations, arrows and coloured places.
    Tree,
}

/// A game to write.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// The options of the game.
    pub options: &'a Options,
    /// The seed of the game, from which some of them draw their start.
    pub seed: u64,
    /// The moves of the main line, in the game's own notation.
    pub moves: &'a [String],
    /// The variations: parent line, plies of it before the branching point, own moves.
    pub variations: &'a [(usize, usize, &'a [String])],
    /// What people added to positions, in order: line, plies before the position, and the annotation.
    pub annotations: &'a [(usize, usize, &'a Annotation)],
}

impl Written<'_> {
    /// The annotation of a position: the line that its last ply belongs to, and the number of plies before it.
    pub fn annotation(&self, line: usize, ply: usize) -> Option<&Annotation> {
        let place = |&(line, ply, _): &(usize, usize, &Annotation)| (line, ply);
        let found = self.annotations.binary_search_by_key(&(line, ply), place).ok()?;
        Some(self.annotations[found].2)
    }
}

/// The contents of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transcribed {
    /// The options of the game.
    pub options: RawOptions,
    /// The moves, each after the one that it follows.
    pub plays: Vec<Play>,
    /// Comments and marks, each with the index of the play before it, if there is one. Notes may be too long.
    pub annotations: Vec<(Option<usize>, Annotation)>,
    /// Remarks on the conversion.
    pub notes: Vec<String>,
}

/// A move in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The index of the move that it follows; `None` for a first move.
    pub after: Option<usize>,
    /// The move in the game's own notation.
    pub text: String,
    /// The seat that moves according to the text, if it says so; a seat may resign in another's turn.
    pub seat: Option<usize>,
    /// Why the text is no move, in which case it is left out with all that follows.
    pub fault: Option<String>,
    /// The move as it is written, for notes.
    pub written: String,
    /// Its line in the text, from 1.
    pub line: usize,
    /// Its column in the text, from 1.
    pub column: usize,
}

impl Transcribed {
    /// Adds what the text says about the position after a play.
    pub fn annotate(&mut self, after: Option<usize>, annotation: Annotation) {
        if !annotation.is_empty() {
            self.annotations.push((after, annotation));
        }
    }

    /// Adds a move after the last one.
    pub fn push(&mut self, text: String, written: String, (line, column): (usize, usize)) {
        let after = self.plays.len().checked_sub(1);
        self.plays.push(Play { after, text, seat: None, fault: None, written, line, column });
    }
}

/// For a format that is only read.
pub fn unwritten(_: &Written<'_>) -> Option<String> {
    None
}

/// The beginning of a text, of at most this many characters: a quick check reads no more.
pub fn head(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end])
}

/// An error with its place in a text.
pub fn placed(line: usize, column: usize, message: impl std::fmt::Display) -> String {
    format!("line {line}, column {column}: {message}")
}

/// A letter of the full-width forms of East Asian keyboards as a usual one.
pub fn narrow(letter: char) -> char {
    match letter {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        other => other,
    }
}

/// The letters of Windows-1252 from 0x80 to 0x9f; 0 for a byte without a letter.
const WINDOWS: [u16; 32] = [
    0x20ac, 0, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152,
    0, 0x17d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161,
    0x203a, 0x153, 0, 0x17e, 0x178,
];

/// The text in the bytes of a file: UTF-8; or UTF-16, if it begins with the mark of that; or Windows-1252, if it is not
/// UTF-8 and has no zero byte.
///
/// # Errors
/// The index of the first byte that is no text.
pub fn decode(bytes: &[u8]) -> Result<String, usize> {
    let pairs = |order: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks_exact(2).map(|pair| order([pair[0], pair[1]]));
        let text: Result<String, _> = char::decode_utf16(units).collect();
        text.map_err(|_| 2)
    };
    match bytes {
        [0xff, 0xfe, ..] => return pairs(u16::from_le_bytes),
        [0xfe, 0xff, ..] => return pairs(u16::from_be_bytes),
        _ => {}
    }
    let wrong = match std::str::from_utf8(bytes) {
        // Some editors put a byte order mark at the start of a file.
        Ok(text) => return Ok(text.trim_start_matches('\u{feff}').to_owned()),
        Err(error) => error.valid_up_to(),
    };
    if bytes.contains(&0) {
        return Err(wrong);
    }
    let letter = |&byte: &u8| match byte {
        0x80..=0x9f => match WINDOWS[usize::from(byte - 0x80)] {
            0 => char::REPLACEMENT_CHARACTER,
            code => char::from_u32(code.into()).unwrap_or(char::REPLACEMENT_CHARACTER),
        },
        _ => char::from(byte),
    };
    Ok(bytes.iter().map(letter).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_encodings_are_texts() {
        assert_eq!(decode("\u{feff}aµ".as_bytes()).as_deref(), Ok("aµ"));
        assert_eq!(decode(b"a\xb5M \x80\x93").as_deref(), Ok("aµM €“"));
        assert_eq!(decode(b"\xff\xfea\0\xb5\0").as_deref(), Ok("aµ"));
        assert_eq!(decode(b"\xfe\xff\0a\0\xb5").as_deref(), Ok("aµ"));
        assert_eq!(decode(b"ab\xff\0"), Err(2), "a picture is no text");
        assert_eq!(decode(b""), Ok(String::new()));
    }
}
