//! The text form of a position: the number of turns played, and the outposts of each empire, in the order of
//! their numbers. The map and the parameters are separate options; ownership and supply follow from them.
//! Programs also get a picture of the board above it, which parsing skips.
//!
//! ```text
//! turn: 12
//! A: 0,0 5,6
//! B: 99,0
//! C: 99,99
//! D: 0,99
//! ```

use super::board::{Cell, EMPIRES, SIDE};
use super::field::Field;
use crate::contract::setup::{Entry, lines, misread};

/// Maximum number of outposts of an empire in the text.
pub const MOST_POSTS: usize = 500;
/// The characters of the picture.
const MARKS: &str = ".~?!abcdABCD1234";
/// Maximum number of turns played in the text.
pub const MOST_TURNS: u32 = 10_000;

/// Outposts from a text; they may stand in the water.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionText {
    /// Turns played, at most [`MOST_TURNS`]; 0 if the text has no `turn:`.
    pub turn: u32,
    /// The outposts of each empire.
    pub posts: [Vec<Cell>; EMPIRES],
}

impl PositionText {
    /// Parses outposts.
    ///
    /// # Errors
    /// The problem, with line and column, and the expected input.
    pub fn read(text: &str) -> Result<PositionText, String> {
        const KEYS: [&str; EMPIRES + 1] = ["A", "B", "C", "D", "turn"];
        let mut given = PositionText::default();
        let mut seen = [false; KEYS.len()];
        for (line, words) in lines(text) {
            if is_row(words.trim_start()) {
                continue;
            }
            let entry = Entry::read(line, words);
            let place = entry.and_then(|entry| KEYS.iter().position(|key| entry.is(key)));
            let (Some(entry), Some(place)) = (entry, place) else {
                return Err(misread(line, 1, "expected `turn:`, or `A:` to `D:` and outposts"));
            };
            if std::mem::replace(&mut seen[place], true) {
                return Err(entry.wrong(format!("`{}` was there before", entry.key)));
            }
            if place == EMPIRES {
                let [turn] = entry.numbers(MOST_TURNS)?[..] else {
                    return Err(entry.wrong("expected how many turns were played"));
                };
                given.turn = turn;
                continue;
            }
            let numbers = entry.numbers(99)?;
            if numbers.len() % 2 != 0 || numbers.len() > 2 * MOST_POSTS {
                let message = format!("expected at most {MOST_POSTS} outposts such as 12,5");
                return Err(entry.wrong(message));
            }
            let cells = numbers.chunks_exact(2);
            let cells = cells.filter_map(|at| Cell::new(at[0] as usize, at[1] as usize));
            given.posts[place] = cells.collect();
        }
        Ok(given)
    }

    /// Writes the text form, without the picture of the board.
    pub fn write(&self) -> String {
        let mut text = format!("turn: {}\n", self.turn);
        for (letter, posts) in ('A'..).zip(&self.posts) {
            let cells: String = posts.iter().map(|cell| format!(" {cell}")).collect();
            text += &format!("{letter}:{cells}\n");
        }
        text
    }

    /// The outposts on a field.
    pub fn from_field(field: &Field) -> PositionText {
        let mut posts = field.posts.clone();
        posts.iter_mut().for_each(|posts| posts.truncate(MOST_POSTS));
        PositionText { turn: field.turn.min(MOST_TURNS), posts }
    }

    /// The first outpost that stands in the water.
    pub fn outpost_in_water(&self, land: &super::board::Cells) -> Option<Cell> {
        self.posts.iter().flatten().copied().find(|&cell| !land.contains(cell))
    }
}

/// Whether a line is a row of the picture above a position.
pub(super) fn is_row(line: &str) -> bool {
    line.len() == SIDE && line.chars().all(|mark| MARKS.contains(mark))
}

/// A hundred lines of a hundred characters, north at the top: land is `.` (neutral), `?` (disputed) or `a` to `d` (of an
/// empire), water `~`, `!` or `1` to `4`, and an outpost is `A` to `D`.
pub(super) fn picture(land: &super::board::Cells, field: &Field) -> String {
    let mut text = String::with_capacity(SIDE * (SIDE + 1));
    for y in 0..SIDE as u8 {
        for x in 0..SIDE as u8 {
            let cell = Cell { x, y };
            let held = field.posts.iter().position(|posts| posts.contains(&cell));
            let marks = if land.contains(cell) { b".abcd?" } else { b"~1234!" };
            text.push(char::from(match held {
                Some(empire) => b'A' + empire as u8,
                None => marks[usize::from(field.owners.code(cell))],
            }));
        }
        text.push('\n');
    }
    text
}
