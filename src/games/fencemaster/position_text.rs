//! Board pictures: parsing and writing them, and the structures of each player. Slow and simple, for
//! boards of any size; a game updates its own state incrementally, and [`super::setup`] describes a picture.
//!
//! A picture is the side N and then 2N-1 rows of `B`, `W` and `-`; white space is ignored. A last line
//! `to move: White` or `to move: Black` may follow.

use super::board::{BRIDGE, LOOP, TRIPOD};
use super::geometry::border;
use crate::contract::game::Seat;
use crate::contract::setup::Entry;

/// Maximum side length of a parsed picture.
pub const LONGEST: usize = 64;

/// The players in the line `to move`.
const MOVERS: [&str; 2] = ["White", "Black"];

/// A board with its stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText {
    /// The side N, 1 to [`LONGEST`].
    pub side: usize,
    /// The owner of the stone on each cell, row by row.
    pub cells: Vec<Option<Seat>>,
    /// The seat to move, if the text has it.
    pub mover: Option<Seat>,
}

/// The number of cells in a row of a board.
fn length(side: usize, row: usize) -> usize {
    2 * side - 1 - row.abs_diff(side - 1)
}

/// The text without leading white space, and without the byte order mark that some editors
/// write.
fn beginning(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim_start()
}

/// Row and column of every cell, row by row.
pub(super) fn coordinates(side: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..2 * side - 1).flat_map(move |row| {
        let first = (row + 1).saturating_sub(side);
        (first..first + length(side, row)).map(move |column| (row, column))
    })
}

impl PositionText {
    /// Parses a picture.
    ///
    /// # Errors
    /// The problem, with line and column of the text, row and column of the board, and the expected input.
    pub fn read(text: &str) -> Result<PositionText, String> {
        let body = text.trim_end();
        let (head, last) = body.rsplit_once('\n').unwrap_or(("", body));
        let entry = Entry::read(head.matches('\n').count() + 2, last);
        if let Some(entry) = entry.filter(|entry| entry.is("to move")) {
            let mover = Some(entry.one_of(&MOVERS)?);
            return PositionText::read_board(head).map(|picture| PositionText { mover, ..picture });
        }
        PositionText::read_board(text)
    }

    fn read_board(text: &str) -> Result<PositionText, String> {
        PositionText::read_from(text).map_err(|(at, message)| {
            let before = text.get(..at).unwrap_or(text);
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
            format!("line {line}, column {column}: {message}")
        })
    }

    /// Parses a picture; the error starts with the byte offset of the problem.
    fn read_from(text: &str) -> Result<PositionText, (usize, String)> {
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
                'W' | 'w' => Some(0),
                'B' | 'b' => Some(1),
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
            return Ok(PositionText { side, cells, mover: None });
        }
        // If the picture has one line per row, the error can name the wrong row. Each entry includes the
        // byte offset of its end.
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

    /// Whether a text looks like a board picture, valid or not: a number, followed only by
    /// letters, at least half of which are cells.
    pub fn recognise(text: &str) -> bool {
        let body = beginning(text);
        let rest = body.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let letters = || rest.chars().filter(|letter| !letter.is_whitespace());
        let cells =
            letters().filter(|letter| matches!(letter, 'B' | 'W' | 'b' | 'w' | '-')).count();
        rest.len() < body.len()
            && cells > 0
            && 2 * cells >= letters().count()
            && !letters().next().is_some_and(|first| first.is_ascii_digit())
    }

    /// The text of the picture, one line per row, shifted so that it looks like the board.
    pub(super) fn write(&self) -> String {
        let mut text = format!("{}\n", self.side);
        for ((row, column), stone) in coordinates(self.side).zip(&self.cells) {
            if column == (row + 1).saturating_sub(self.side) {
                if row > 0 {
                    text.push('\n');
                }
                text += &" ".repeat(row.abs_diff(self.side - 1));
            } else {
                text.push(' ');
            }
            text.push(match stone {
                Some(0) => 'W',
                Some(_) => 'B',
                None => '-',
            });
        }
        let mover = self.mover.map(|seat| format!("to move: {}\n", MOVERS[seat & 1]));
        text + "\n" + &mover.unwrap_or_default()
    }

    /// The number of stones of each player.
    pub fn stones(&self) -> [usize; 2] {
        [0, 1].map(|seat| self.cells.iter().filter(|&&cell| cell == Some(seat)).count())
    }

    /// The structures of a player on the board, as bits; with Havannah rules, including bridges and rings that enclose only
    /// own stones.
    pub(super) fn wins(&self, seat: Seat, havannah: bool) -> u8 {
        // A border around the board avoids bounds checks.
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
        // Finds all cells connected with a start cell that are the player's, or that are not.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_with_any_white_space() {
        let picture = PositionText::read(" 2\tB W\n-\n-B -W\r\n").expect("a board");
        assert_eq!(picture.side, 2);
        assert_eq!(picture.cells, [Some(1), Some(0), None, None, Some(1), None, Some(0)]);
        let again = picture.write();
        assert_eq!(again, "2\n B W\n- - B\n - W\n");
        assert_eq!(PositionText::read(&again), Ok(picture));
    }

    #[test]
    fn invalid_boards_are_recognised() {
        for text in [
            "3\nBW-\n----\n-----\n----\n---",
            "2\nww\n---\n--",
            "2\nX-\n---\n--",
            "\u{feff}2 -- --- --",
            "7 -",
        ] {
            assert!(PositionText::recognise(text), "{text}");
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
            assert!(!PositionText::recognise(text), "{text}");
        }
        assert!(PositionText::read("\u{feff}2 -- --- --").is_ok());
    }

    #[test]
    fn errors_give_location_and_reason() {
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
            let message = PositionText::read(text).expect_err(text);
            assert!(message.ends_with(error) && message.starts_with("line "), "{message}");
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
            let message = PositionText::read(text).expect_err(text);
            assert!(message.starts_with(place), "{text:?}: {message}");
        }
    }
}
