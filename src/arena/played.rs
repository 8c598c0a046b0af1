//! One finished game of an arena: all that the statistics know of it, and all that is kept of it in a file.

use crate::base::util::mix64;
use crate::catalog::AnyPosition;
use crate::contract::game::{Outcome, Seat, halves};
use crate::contract::presentation::Tally;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;

/// A game as played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The entrant on each seat, counted from 0.
    pub seats: Vec<usize>,
    /// The rank of every seat, 1 for the best; equal seats share the better rank.
    pub ranks: Vec<u8>,
    /// What every seat ended with, in the game's own unit.
    pub scores: Vec<i64>,
    /// How it was decided, in the game's own word.
    pub reason: Cow<'static, str>,
    /// How many plies it had.
    pub plies: usize,
    /// A digest of its course: two games of the same entrants with the same digest are one game. Absent
    /// from files of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<u32>,
    /// A digest of the position that the bots began from. Absent from files of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<u32>,
    /// All plies, as records write them, the opening's first. Kept where they are asked for
    /// ([`Arena::play`](super::Arena::play)), and where the game cannot be played again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// What each decision of a bot or program was like, in order, if that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<Decision>,
    /// What the game adds up over many.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tallies: Vec<Tally>,
    /// What programs outside did wrong in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
}

/// One decision of a recorded game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// The score of the chosen move to its own seat, as a candidate's in JSON; null where it is not known.
    pub score: Value,
    /// Milliseconds that it took.
    pub ms: f64,
}

/// A program outside that did something wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// On which seat.
    pub seat: Seat,
    /// At which ply, from 1.
    pub ply: usize,
    /// What it was, in words.
    pub what: String,
}

/// The positions that a game goes through, as a number.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    opening: u64,
    passed: u64,
}

impl Course {
    /// The bots begin from this position.
    pub fn from(position: &dyn AnyPosition) -> Course {
        let opening = mix64(position.hash());
        Course { opening, passed: opening }
    }

    /// Another position comes.
    pub fn pass(&mut self, position: &dyn AnyPosition) {
        self.passed = mix64(self.passed ^ position.hash());
    }

    /// Equal for games that go through the same positions.
    pub fn digest(&self) -> u64 {
        self.passed
    }
}

fn digest(word: u64) -> u32 {
    (word ^ (word >> 32)) as u32
}

impl Played {
    /// A game from its last position; `None` if that is not the end.
    pub fn at_end(
        seats: &[usize],
        last: &dyn AnyPosition,
        plies: usize,
        course: Course,
    ) -> Option<Played> {
        let Outcome { ranks, scores, reason } = last.outcome()?;
        Some(Played {
            seats: seats.to_vec(),
            ranks,
            scores,
            reason: Cow::Borrowed(reason),
            plies,
            course: Some(digest(course.passed)),
            opening: Some(digest(course.opening)),
            moves: Vec::new(),
            decisions: Vec::new(),
            tallies: last.tallies(),
            faults: Vec::new(),
        })
    }

    /// The share of a win of a seat, in halves: 2 for the only first, 1 for one of several.
    pub fn halves(&self, seat: Seat) -> u64 {
        halves(&self.ranks, seat).into()
    }
}
