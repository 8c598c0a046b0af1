//! The film of a search: the events of a real search, recorded while it runs. This module knows no search and no game.
//!
//! A search without a film is not slower: it has the same test for records that repeating a search needs anyway, once a move,
//! and everything behind that test is out of line. An event is made only if it is stored, and it carries the whole
//! line from the root, so that it can be shown even if the events before it were skipped.
//!
//! # Bounds
//! A film stores at most [`MOST_EVENTS`] events in [`MOST_BYTES`]. All of the first [`FIRST`] are stored, and all changes
//! at the root; of the others a sample of whole groups (a simulation, or a number of consecutive events), which is thinned to
//! every second group when the film is full. Events keep their numbers, so that gaps show how many were skipped, and the totals
//! count all of them.

use crate::base::fixed::Fixed;
use crate::contract::analysis::Score;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt::{Display, Write};

/// Maximum number of stored events.
pub const MOST_EVENTS: usize = 20_000;
/// Maximum size of the stored events, in bytes.
pub const MOST_BYTES: usize = 16 << 20;
/// Number of events at the start that are always stored.
pub const FIRST: u64 = 1_000;
/// Number of consecutive events that are sampled together, in a search without simulations.
const GROUP: u64 = 32;

/// Moves from the root, as texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovePath(String);

impl MovePath {
    /// The line of these moves.
    pub fn from_moves<M: Display>(moves: impl IntoIterator<Item = M>) -> MovePath {
        let mut text = String::new();
        for mv in moves {
            // Writing to a string cannot fail. A move has no line break: those of orders are separated by spaces.
            let _ = write!(text, "{}{mv}", if text.is_empty() { "" } else { "\n" });
        }
        MovePath(text)
    }

    /// Its moves.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.0.split('\n').filter(|mv| !mv.is_empty())
    }

    /// Its last move.
    pub fn last(&self) -> Option<&str> {
        self.moves().last()
    }
}

impl Serialize for MovePath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        self.moves().try_for_each(|mv| list.serialize_element(mv))?;
        list.end()
    }
}

/// The numbers by which a tree search chose a move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Step {
    /// Number of simulations through it before this one.
    pub visits: u32,
    /// Its value for the player who moves: simulations and hints together.
    pub value: f32,
    /// The bonus for rarely visited moves.
    pub exploration: f32,
    /// The mean of its hints: prior outcomes and simulations that played the move later.
    pub prior: f32,
}

/// A move after the back-up of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// Number of simulations through it.
    pub visits: u32,
    /// Their mean reward for the player who moves.
    pub mean: f32,
}

/// What a search did. Values are for the searching seat, in max^n for the seat that moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum What {
    /// A bot that looks one ply ahead rated a move, or a planner tried one.
    Candidate {
        /// Its score.
        score: Score,
        /// The contributions of the terms.
        terms: Vec<Fixed>,
        /// Whether it is better than all before it.
        best: bool,
    },
    /// A search entered the position after the line.
    Enter {
        /// The window, whose bounds are null if open.
        window: [Option<Score>; 2],
        /// Remaining plies.
        left: u32,
        /// Number of moves to search.
        moves: usize,
    },
    /// The end of the line was evaluated.
    Leaf {
        /// Its value.
        value: Score,
        /// The contributions of the terms; empty at the end of a game.
        terms: Vec<Fixed>,
    },
    /// The transposition table knew the value.
    Table {
        /// The value.
        value: Score,
    },
    /// The heuristic searched the position by its own faster search.
    Quick {
        /// The value, as far as the window needs it; unknown if it found none.
        value: Score,
        /// Number of positions that it visited, beyond the position itself if it has a value.
        positions: u64,
    },
    /// The move at the end of the line is the best so far of the position before it.
    Best {
        /// Its value.
        value: Score,
    },
    /// The remaining moves of the position after the line need not be searched.
    Cut {
        /// The best value there.
        value: Score,
        /// The value that a player already has elsewhere, which makes them useless.
        bound: Option<Score>,
        /// Number of moves that were not searched.
        skipped: usize,
    },
    /// The position after the line is finished.
    Return {
        /// Its value.
        value: Score,
    },
    /// A move at the root has a result at this depth.
    Root {
        /// Its value.
        value: Score,
        /// Whether the value is only an upper bound.
        bound: bool,
        /// Whether it is better than all before it.
        best: bool,
    },
    /// A move at the root was checked for a forced loss.
    Check {
        /// Whether it loses.
        lost: bool,
        /// Number of positions visited for it.
        positions: u64,
    },
    /// A depth is complete; the line is the choice.
    Iteration {
        /// The depth in plies.
        depth: u32,
        /// The value of the choice.
        value: Score,
    },
    /// The search now prefers another move at the root: the line.
    Choice {
        /// The move that it preferred before.
        before: Option<String>,
        /// The value, or the mean reward.
        value: Score,
    },
    /// A simulation walked down the tree along the line.
    Path {
        /// One entry per move.
        steps: Vec<Step>,
    },
    /// The moves after the line entered the tree.
    Expand {
        /// Number of moves.
        moves: usize,
    },
    /// A game was played from the end of the line to its end.
    Playout {
        /// Its moves; empty if the policy only judges.
        moves: MovePath,
    },
    /// The result of a simulation, for each seat.
    Result {
        /// The rewards, from 0 to 1.
        rewards: Vec<f32>,
        /// Whether the result is proven, without a playout.
        proven: bool,
    },
    /// The result was added to the moves of the line.
    Backup {
        /// The reward of each move for the player who made it.
        rewards: Vec<f32>,
        /// The moves after the update.
        nodes: Vec<Mean>,
    },
}

/// The kinds of events, for counting them. They have the names of [`What`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Kind {
    Candidate,
    Enter,
    Leaf,
    Table,
    Quick,
    Best,
    Cut,
    Return,
    Root,
    Check,
    Iteration,
    Choice,
    Path,
    Expand,
    Playout,
    Result,
    Backup,
}

/// A stored event.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Event {
    /// Its number among all events of the search, from 1.
    pub number: u64,
    /// Positions or playouts of the search so far.
    pub nodes: u64,
    /// The moves from the root.
    pub line: MovePath,
    /// What happened.
    #[serde(flatten)]
    pub what: What,
    #[serde(skip)]
    group: u64,
    #[serde(skip)]
    at_root: bool,
}

/// The number of all events of a search, stored or not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// All events.
    pub events: u64,
    /// Those that are not stored.
    pub skipped: u64,
    /// Positions or playouts of the search.
    pub nodes: u64,
    /// Moves that cuts spared.
    pub spared: u64,
    /// Events by kind.
    pub kinds: BTreeMap<Kind, u64>,
}

/// Changes of a search for comparison: what would it do without an improvement?
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Variation {
    /// Searches every answer: no cuts, no reductions and no forward pruning.
    pub no_cuts: bool,
    /// Searches moves in the order of the list, not the most promising first.
    pub unordered: bool,
    /// Another exploration constant of a tree search, from 0.
    pub exploration: Option<f64>,
}

/// A film in the making, or finished.
#[derive(Clone, Debug, Default)]
pub struct Film {
    events: Vec<Event>,
    totals: Totals,
    group: u64,
    /// Of the sampled groups, those divisible by two to this power are stored.
    thinned: u32,
    bytes: usize,
    own_values: bool,
}

impl Film {
    /// Starts a film. With `own_values`, the value of a line is for the seat of its last move, as in max^n, and not for the
    /// searching seat.
    pub(crate) fn new(own_values: bool) -> Film {
        Film { own_values, ..Film::default() }
    }

    /// Whether the value of a line is for the seat of its last move.
    pub fn own_values(&self) -> bool {
        self.own_values
    }

    /// The stored events, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The number of all events.
    pub fn totals(&self) -> Totals {
        let skipped = self.totals.events - self.events.len() as u64;
        Totals { skipped, ..self.totals.clone() }
    }

    /// Approximate size of the stored events in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Starts a simulation, whose events are sampled together.
    pub fn begin_group(&mut self) {
        self.group += 1;
    }

    /// Counts moves that a cut spared.
    pub(crate) fn spare(&mut self, moves: usize) {
        self.totals.spared += moves as u64;
    }

    /// Sets the number of nodes so far.
    pub fn count_nodes(&mut self, nodes: u64) {
        self.totals.nodes = nodes;
    }

    /// Records an event; `at_root` for a change at the root. It is made only if it is stored.
    pub fn record(&mut self, kind: Kind, at_root: bool, make: impl FnOnce() -> (MovePath, What)) {
        self.totals.events += 1;
        *self.totals.kinds.entry(kind).or_default() += 1;
        let number = self.totals.events;
        let group = if self.group > 0 { self.group } else { number / GROUP };
        if !(number <= FIRST || at_root || self.samples(group)) {
            return;
        }
        let (line, what) = make();
        let event = Event { number, nodes: self.totals.nodes, line, what, group, at_root };
        self.bytes += event.bytes();
        self.events.push(event);
        while self.events.len() > MOST_EVENTS || self.bytes > MOST_BYTES {
            self.thin();
        }
    }

    fn samples(&self, group: u64) -> bool {
        group.trailing_zeros() >= self.thinned
    }

    /// Forgets every second sampled group; if that is not enough, every second later event.
    #[cold]
    fn thin(&mut self) {
        self.thinned += 1;
        let (before, thinned) = (self.events.len(), self.thinned);
        let samples = |event: &Event| event.group.trailing_zeros() >= thinned;
        self.events.retain(|event| event.number <= FIRST || event.at_root || samples(event));
        if self.events.len() == before {
            let mut at = 0;
            self.events.retain(|event| {
                at += 1;
                (event.number <= FIRST && before > FIRST as usize) || at % 2 == 0
            });
        }
        self.bytes = self.events.iter().map(Event::bytes).sum();
    }
}

impl Event {
    /// Approximate size in bytes.
    fn bytes(&self) -> usize {
        let more = match &self.what {
            What::Candidate { terms, .. } | What::Leaf { terms, .. } => size_of_val(&terms[..]),
            What::Path { steps } => size_of_val(&steps[..]),
            What::Playout { moves } => moves.0.len(),
            What::Result { rewards, .. } => size_of_val(&rewards[..]),
            What::Backup { rewards, nodes } => size_of_val(&rewards[..]) + size_of_val(&nodes[..]),
            What::Choice { before, .. } => before.as_ref().map_or(0, String::len),
            _ => 0,
        };
        size_of::<Event>() + self.line.0.len() + more
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf() -> (MovePath, What) {
        (MovePath::from_moves(["a", "b"]), What::Leaf { value: Score::Unknown, terms: Vec::new() })
    }

    #[test]
    fn long_film_keeps_its_start_root_changes_and_samples() {
        let mut film = Film::default();
        for number in 1..=1_000_000_u64 {
            let at_root = number % 10_000 == 0;
            film.record(if at_root { Kind::Root } else { Kind::Leaf }, at_root, leaf);
        }
        let events = film.events();
        assert!(events.len() <= MOST_EVENTS && events.len() > MOST_EVENTS / 4);
        assert!(film.bytes() <= MOST_BYTES);
        assert!(events[..1_000].iter().zip(1..).all(|(event, number)| event.number == number));
        assert_eq!(events.iter().filter(|event| event.at_root).count(), 100);
        assert!(events.windows(2).all(|pair| pair[0].number < pair[1].number));
        let totals = film.totals();
        assert_eq!(totals.events, 1_000_000);
        assert_eq!(totals.skipped + events.len() as u64, 1_000_000);
        assert_eq!(totals.kinds[&Kind::Leaf], 1_000_000 - 100);
    }

    #[test]
    fn long_games_of_playouts_stay_within_the_size() {
        let mut film = Film::default();
        let moves = MovePath::from_moves(vec!["a1"; 4_000]);
        for _ in 0..20_000 {
            film.begin_group();
            film.record(Kind::Playout, true, || {
                (MovePath::default(), What::Playout { moves: moves.clone() })
            });
        }
        assert!(film.bytes() <= MOST_BYTES);
        assert!(!film.events().is_empty());
    }
}
