//! Pictures of boards: reading them, and saying what each player has on them. Slow and plain, for boards
//! of any size; a game keeps its own books as it goes.
//!
//! A picture is the side N and then 2N-1 rows of `B`, `W` and `-`; white space counts for nothing.

use super::board::{BRIDGE, LOOP, TRIPOD};
use super::geometry::{LARGEST, SMALLEST, border};
use super::position::SEAT_NAMES;
use crate::game::{CheckedSetup, Seat, SetupText};
use crate::object;
use crate::opaque::Opaque;

/// The longest side of a picture that is read.
pub const LONGEST: usize = 64;

/// A board as it was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The side N.
    pub side: usize,
    /// The seat whose stone stands on each cell, row by row.
    pub cells: Vec<Option<Seat>>,
}

/// How many cells a row of a board has.
fn length(side: usize, row: usize) -> usize {
    2 * side - 1 - row.abs_diff(side - 1)
}

/// A text from its first letter on: without white space, and without the mark that some editors put at the
/// beginning of a file.
fn beginning(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim_start()
}

/// Row and column of every cell, row by row.
fn coordinates(side: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..2 * side - 1).flat_map(move |row| {
        let first = (row + 1).saturating_sub(side);
        (first..first + length(side, row)).map(move |column| (row, column))
    })
}

impl Picture {
    /// Reads a picture.
    ///
    /// # Errors
    /// What is wrong, with line and column of the text, row and column of the board, and what was expected.
    pub fn read(text: &str) -> Result<Picture, String> {
        Picture::read_from(text).map_err(|(at, message)| {
            let before = text.get(..at).unwrap_or(text);
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
            format!("line {line}, column {column}: {message}")
        })
    }

    /// Reads a picture; the error begins with the byte that it is about.
    fn read_from(text: &str) -> Result<Picture, (usize, String)> {
        let body = beginning(text);
        let begun = text.len() - body.len();
        let digits = body.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = body.split_at(digits);
        let side = number.parse::<usize>().ok().filter(|side| (1..=LONGEST).contains(side)).ok_or_else(
            || (begun, format!("a board begins with its side, a number from 1 to {LONGEST}, and its rows follow")),
        )?;
        let total = 3 * side * (side - 1) + 1;
        let mut cells = Vec::new();
        let mut extra = None;
        let letters = rest.char_indices().filter(|(_, letter)| !letter.is_whitespace());
        for (at, letter) in letters.map(|(at, letter)| (begun + digits + at, letter)) {
            if cells.len() == total {
                extra = extra.or(Some(at));
            }
            cells.push(match letter {
                'W' => Some(0),
                'B' => Some(1),
                '-' => None,
                other => {
                    let place = match coordinates(side).nth(cells.len()) {
                        Some((row, column)) => format!("at row {row}, column {column}"),
                        None => format!("after the last of {total} cells"),
                    };
                    let found = other.escape_debug();
                    return Err((
                        at,
                        format!("{place} of the board stands `{found}`; expected B, W or -"),
                    ));
                }
            });
        }
        if cells.len() == total {
            return Ok(Picture { side, cells });
        }
        // Where the picture has a line for each row, the row that is wrong can be named. Each with the byte
        // where it ends.
        let mut ended = begun + digits;
        let lines: Vec<(usize, usize)> = rest
            .split_inclusive('\n')
            .map(|line| {
                let end = ended + line.trim_end().len();
                ended += line.len();
                (end, line.chars().filter(|letter| !letter.is_whitespace()).count())
            })
            .filter(|&(_, found)| found > 0)
            .collect();
        let wrong = lines.iter().enumerate().find(|&(row, &(_, found))| found != length(side, row));
        Err(match wrong {
            Some((row, &(end, found))) if lines.len() == 2 * side - 1 => {
                let expected = length(side, row);
                let message = format!(
                    "row {row} of the board has {found} cells; on side {side} it has {expected}"
                );
                (end, message)
            }
            _ => {
                let (row, column) = coordinates(side).nth(cells.len()).unwrap_or_default();
                let found = cells.len();
                let end = begun + body.trim_end().len();
                if found < total {
                    let message = format!(
                        "the board ends before row {row}, column {column}: it has {found} cells of {total}"
                    );
                    (end, message)
                } else {
                    let message = format!("the board has {found} cells; side {side} has {total}");
                    (extra.unwrap_or(end), message)
                }
            }
        })
    }

    /// Whether a text looks like a picture of a board, right or wrong: a number, and then no further one
    /// but letters, half of which at least are cells.
    pub fn recognise(text: &str) -> bool {
        let body = beginning(text);
        let rest = body.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let letters = || rest.chars().filter(|letter| !letter.is_whitespace());
        let cells = letters().filter(|letter| matches!(letter, 'B' | 'W' | '-')).count();
        rest.len() < body.len()
            && cells > 0
            && 2 * cells >= letters().count()
            && !letters().next().is_some_and(|first| first.is_ascii_digit())
    }

    /// How many stones each player has.
    pub fn stones(&self) -> [usize; 2] {
        [0, 1].map(|seat| self.cells.iter().filter(|&&cell| cell == Some(seat)).count())
    }

    /// What a player has on the board, as bits; the rings that enclose only own stones, and bridges, where
    /// the rules are Havannah's.
    pub(super) fn wins(&self, seat: Seat, havannah: bool) -> u8 {
        // A rim around the board spares looking where it ends.
        let stride = 2 * self.side + 1;
        let places: Vec<(usize, usize, usize)> = coordinates(self.side)
            .map(|(row, column)| ((row + 1) * stride + column + 1, row, column))
            .collect();
        let around = |at: usize| {
            [at - 1, at - stride - 1, at - stride, at + 1, at + stride + 1, at + stride]
        };
        let mut own = vec![false; stride * stride];
        let mut on = vec![false; stride * stride];
        let mut touches = vec![0; stride * stride];
        for (&(at, row, column), &cell) in places.iter().zip(&self.cells) {
            own[at] = cell == Some(seat);
            on[at] = true;
            touches[at] = border(self.side, row, column);
        }
        let mut seen = vec![false; stride * stride];
        // All cells that hang together with one of them and are the player's, or are not.
        let mut flood = |from: usize, mine: bool| {
            let mut found = Vec::new();
            if on[from] && own[from] == mine && !std::mem::replace(&mut seen[from], true) {
                found.push(from);
            }
            let mut next = 0;
            while let Some(&at) = found.get(next) {
                next += 1;
                for near in around(at) {
                    if on[near] && own[near] == mine && !std::mem::replace(&mut seen[near], true) {
                        found.push(near);
                    }
                }
            }
            found
        };
        let at_border = |at: usize| around(at).iter().any(|&near| !on[near]);
        let mut won = 0;
        for &(at, ..) in &places {
            let group = flood(at, true);
            let bits: u16 = group.iter().fold(0, |bits, &at| bits | touches[at]);
            if (bits & 63).count_ones() >= 3 {
                won |= TRIPOD;
            }
            if havannah && (bits >> 6).count_ones() >= 2 {
                won |= BRIDGE;
            }
            if havannah && own[at] && !at_border(at) && around(at).iter().all(|&near| own[near]) {
                won |= LOOP;
            }
            let rest = flood(at, false);
            if !rest.is_empty() && !rest.iter().any(|&at| at_border(at)) {
                won |= LOOP;
            }
        }
        won
    }
}

/// Who has won on a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// That seat alone, by a tripod, a loop or both: the bits of `board`.
    Won(Seat, u8),
    /// Both have won, or the board is full and nobody has.
    Draw,
    /// Nobody yet.
    Open,
}

/// What is on a picture, by FenceMaster's own rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The side N, 1 to [`LONGEST`].
    pub side: usize,
    /// How many stones each player has.
    pub stones: [usize; 2],
    /// Whether no cell is empty.
    pub full: bool,
    /// What each player has: [`TRIPOD`] and [`LOOP`] as bits.
    pub has: [u8; 2],
}

impl Analysis {
    /// Who has won.
    pub fn verdict(&self) -> Verdict {
        match self.has {
            [0, 0] if self.full => Verdict::Draw,
            [0, 0] => Verdict::Open,
            [by, 0] => Verdict::Won(0, by),
            [0, by] => Verdict::Won(1, by),
            _ => Verdict::Draw,
        }
    }

    /// In one sentence for people.
    pub fn words(&self) -> String {
        let Analysis { side, stones: [white, black], .. } = self;
        let has = |seat: Seat| match self.has[seat] {
            TRIPOD => "a tripod",
            LOOP => "a loop",
            _ => "a tripod and a loop",
        };
        let verdict = match self.verdict() {
            Verdict::Won(seat, _) => format!("{} has won by {}", SEAT_NAMES[seat], has(seat)),
            Verdict::Draw if self.has == [0, 0] => {
                "a draw: the board is full, and nobody has won".to_owned()
            }
            Verdict::Draw => {
                format!("a draw: White has {}, and Black has {}, so nothing is won", has(0), has(1))
            }
            Verdict::Open => "nobody has won yet".to_owned(),
        };
        let plural = |count: usize| if count == 1 { "stone" } else { "stones" };
        format!(
            "Side {side}, {white} white {} and {black} black {}; {verdict}.",
            plural(*white),
            plural(*black)
        )
    }
}

/// Says what is on a picture of a board.
///
/// # Errors
/// What is wrong with the picture, and where.
pub fn analyse(text: &str) -> Result<Analysis, String> {
    let picture = Picture::read(text)?;
    Ok(Analysis {
        side: picture.side,
        stones: picture.stones(),
        full: picture.cells.iter().all(Option::is_some),
        has: [0, 1].map(|seat| picture.wins(seat, false)),
    })
}

/// The text that a game can begin from, and that `check` reads.
pub static SETUP: SetupText =
    SetupText { option: "board", what: "board", recognise: Picture::recognise, check };

/// What is on a picture, with a warning where no game can begin from it.
///
/// The figures: `size`, `stones` (White's, Black's), `full`, `has` (for each player `tripod` and `loop`),
/// and the verdict as `winner` (a seat or null) and `by` (`tripod`, `loop`, `both`, `draw` or null).
fn check(text: &str) -> Result<CheckedSetup, String> {
    let analysis = analyse(text)?;
    let mut warnings = Vec::new();
    if !(SMALLEST..=LARGEST).contains(&analysis.side) {
        warnings.push(format!(
            "no game begins from a board of side {}; sides {SMALLEST} to {LARGEST} are played",
            analysis.side
        ));
    }
    let [white, black] = analysis.stones;
    if white.abs_diff(black) > 1 {
        warnings.push(format!(
            "{white} white and {black} black stones: players who move in turn do not come to that"
        ));
    }
    let (winner, by) = match analysis.verdict() {
        Verdict::Won(seat, by) => (Some(seat), super::position::by(by)),
        Verdict::Draw => (None, Some("draw")),
        Verdict::Open => (None, None),
    };
    let has =
        analysis.has.map(|has| object!({ "tripod": has & TRIPOD != 0, "loop": has & LOOP != 0 }));
    let facts = object!({
        "size": analysis.side,
        "stones": analysis.stones,
        "full": analysis.full,
        "has": has,
        "winner": winner,
        "by": by,
    });
    Ok(CheckedSetup { text: analysis.words(), warnings, facts: Opaque::new(facts) })
}

/// Writes a picture, a line for each row, shifted so that it looks like the board.
pub(super) fn write(side: usize, mut stone: impl FnMut(usize, usize) -> Option<Seat>) -> String {
    let mut text = format!("{side}\n");
    for (row, column) in coordinates(side) {
        if column == (row + 1).saturating_sub(side) {
            if row > 0 {
                text.push('\n');
            }
            text += &" ".repeat(row.abs_diff(side - 1));
        } else {
            text.push(' ');
        }
        text.push(match stone(row, column) {
            Some(0) => 'W',
            Some(_) => 'B',
            None => '-',
        });
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_read_whatever_the_white_space() {
        let picture = Picture::read(" 2\tB W\n-\n-B -W\r\n").expect("a board");
        assert_eq!(picture.side, 2);
        assert_eq!(picture.cells, [Some(1), Some(0), None, None, Some(1), None, Some(0)]);
        let again = write(2, |row, column| {
            let cell = coordinates(2).position(|at| at == (row, column));
            cell.and_then(|cell| picture.cells[cell])
        });
        assert_eq!(again, "2\n B W\n- - B\n - W\n");
        assert_eq!(Picture::read(&again), Ok(picture));
    }

    #[test]
    fn a_board_is_recognised_whatever_is_wrong_with_it() {
        for text in [
            "3\nBW-\n----\n-----\n----\n---",
            "2\nww\n---\n--",
            "2\nX-\n---\n--",
            "\u{feff}2 -- --- --",
            "7 -",
        ] {
            assert!(Picture::recognise(text), "{text}");
        }
        // Records, maps of other games, numbers, prose.
        for text in [
            "{\"totora\":1}",
            "2\n0\n0 0\n3 3\n- - -\n- - -\n- - -",
            "1 2\n3 4",
            "12",
            "",
            "3 White wins",
        ] {
            assert!(!Picture::recognise(text), "{text}");
        }
        assert!(Picture::read("\u{feff}2 -- --- --").is_ok());
    }

    #[test]
    fn what_is_wrong_is_said_with_row_and_column() {
        for (text, error) in [
            ("", "a board begins with its side, a number from 1 to 64, and its rows follow"),
            ("0", "a board begins with its side, a number from 1 to 64, and its rows follow"),
            ("65 -", "a board begins with its side, a number from 1 to 64, and its rows follow"),
            ("BB", "a board begins with its side, a number from 1 to 64, and its rows follow"),
            ("2 --\n-C-\n--", "at row 1, column 1 of the board stands `C`; expected B, W or -"),
            (
                "3 ---\n----\n-----\n-x--\n---",
                "at row 3, column 2 of the board stands `x`; expected B, W or -",
            ),
            (
                "2 --\n---\n--x",
                "after the last of 7 cells of the board stands `x`; expected B, W or -",
            ),
            ("2\n--\n--\n--", "row 1 of the board has 2 cells; on side 2 it has 3"),
            ("2\n--\n----\n--", "row 1 of the board has 4 cells; on side 2 it has 3"),
            ("2\n-----", "the board ends before row 2, column 1: it has 5 cells of 7"),
            ("2\n--------", "the board has 8 cells; side 2 has 7"),
        ] {
            let said = Picture::read(text).expect_err(text);
            assert!(said.ends_with(error) && said.starts_with("line "), "{said}");
        }
        for (text, place) in [
            ("", "line 1, column 1: "),
            ("\n 65 -", "line 2, column 2: "),
            ("2 --\n-C-\n--", "line 2, column 2: "),
            ("2 --\n---\n--x", "line 3, column 3: "),
            ("2\n--\n--\n--", "line 3, column 3: "),
            ("2\n-----\n\n", "line 2, column 6: "),
            ("2\n--------", "line 2, column 8: "),
        ] {
            let said = Picture::read(text).expect_err(text);
            assert!(said.starts_with(place), "{text:?}: {said}");
        }
    }
}
