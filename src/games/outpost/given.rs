//! A position that is given as a text, and does not come from a game that was played: how many turns were played,
//! and where the outposts of each empire stand, in the order of their numbers. The map and the parameters are
//! options of their own; who controls what, and who is supplied, follows.
//!
//! ```text
//! turn: 12
//! A: 0,0 5,6
//! B: 99,0
//! C: 99,99
//! D: 0,99
//! ```

use super::board::{Cell, EMPIRES};
use super::field::Field;
use crate::contract::setup::{Entry, lines, misread};

/// The most outposts of an empire that are read.
pub const MOST_POSTS: usize = 500;
/// The most turns.
pub const MOST_TURNS: u32 = 10_000;

/// Outposts as they were given; they may stand in the water.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// Turns played.
    pub turn: u32,
    /// The outposts of each empire.
    pub posts: [Vec<Cell>; EMPIRES],
}

impl Given {
    /// Reads outposts.
    ///
    /// # Errors
    /// What is wrong, with line and column, and what was expected.
    pub fn read(text: &str) -> Result<Given, String> {
        const KEYS: [&str; EMPIRES + 1] = ["A", "B", "C", "D", "turn"];
        let mut given = Given::default();
        let mut seen = [false; KEYS.len()];
        for (line, words) in lines(text) {
            let entry = Entry::read(line, words);
            let place = entry.and_then(|entry| KEYS.iter().position(|&key| key == entry.key));
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

    /// The text, as it is read.
    pub fn write(&self) -> String {
        let mut text = format!("turn: {}\n", self.turn);
        for (letter, posts) in ('A'..).zip(&self.posts) {
            let cells: String = posts.iter().map(|cell| format!(" {cell}")).collect();
            text += &format!("{letter}:{cells}\n");
        }
        text
    }

    /// The outposts on a field.
    pub fn of(field: &Field) -> Given {
        let mut posts = field.posts.clone();
        posts.iter_mut().for_each(|posts| posts.truncate(MOST_POSTS));
        Given { turn: field.turn.min(MOST_TURNS), posts }
    }

    /// The first outpost that stands in the water.
    pub fn drowned(&self, land: &super::board::Cells) -> Option<Cell> {
        self.posts.iter().flatten().copied().find(|&cell| !land.contains(cell))
    }
}
