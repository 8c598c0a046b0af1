//! One finished game of an arena: all that the statistics use, and all that a file contains of it.

use crate::base::util::mix64;
use crate::catalog::AnyPosition;
use crate::contract::game::{Outcome, Seat, halves};
use crate::contract::presentation::Tally;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;

/// The result of a finished game; its moves and decisions if they were saved.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// The entrant on each seat, counted from 0.
    pub seats: Vec<usize>,
    /// The rank of every seat, 1 for the best; equal seats share the better rank.
    pub ranks: Vec<u8>,
    /// The final score of every seat, in the game's own unit.
    pub scores: Vec<i64>,
    /// The reason of the end, as the game names it.
    pub reason: Cow<'static, str>,
    /// Number of plies, including the opening.
    pub plies: usize,
    /// A digest of its course: games of the same entrants with the same digest are the same game. Absent
    /// from files of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<u32>,
    /// A digest of the position that the bots began from. Absent from files of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<u32>,
    /// All plies in the notation of records, including the opening. Saved on request
    /// ([`Arena::play`](super::Arena::play)), and if the game cannot be reproduced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// Each decision of a bot or program, in order, if requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<Decision>,
    /// Values of the game for statistics over many games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tallies: Vec<Tally>,
    /// Errors of external programs in the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
}

/// One decision of a recorded game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// The score of the chosen move from its own seat's view, as a candidate's in JSON; null if unknown.
    pub score: Value,
    /// Duration in milliseconds.
    pub ms: f64,
}

/// An error of an external program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The program's seat, from 0.
    pub seat: Seat,
    /// The ply at which it happened, from 1.
    pub ply: usize,
    /// The error, in words.
    pub what: String,
}

/// A hash of the positions of a game.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    opening: u64,
    passed: u64,
}

impl Course {
    /// Starts with the position in which the bots begin.
    pub fn from(position: &dyn AnyPosition) -> Course {
        let opening = mix64(position.hash());
        Course { opening, passed: opening }
    }

    /// Adds the next position; the order matters.
    pub fn pass(&mut self, position: &dyn AnyPosition) {
        self.passed = mix64(self.passed ^ position.hash());
    }

    /// Equal for games with the same positions.
    pub fn digest(&self) -> u64 {
        self.passed
    }
}

fn digest(word: u64) -> u32 {
    (word ^ (word >> 32)) as u32
}

impl GameResult {
    /// The result of a game by its last position.
    ///
    /// # Errors
    /// When the game is not over.
    pub fn at_end(
        seats: &[usize],
        last: &dyn AnyPosition,
        plies: usize,
        course: Course,
    ) -> Result<GameResult, String> {
        let Outcome { ranks, scores, reason } =
            last.outcome().ok_or("a game stopped without an outcome")?;
        Ok(GameResult {
            seats: seats.to_vec(),
            ranks,
            scores,
            reason: Cow::Borrowed(reason),
            plies,
            course: Some(digest(course.passed)),
            opening: Some(digest(course.opening)),
            tallies: last.tallies(),
            ..GameResult::default()
        })
    }

    /// A seat's share of the first rank, in halves: 2 for the only first, 1 for one of several.
    pub fn halves(&self, seat: Seat) -> u64 {
        halves(&self.ranks, seat).into()
    }
}
