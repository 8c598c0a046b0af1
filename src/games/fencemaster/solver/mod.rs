//! Who wins, exactly, on boards of side 3 to 5.
//!
//! `hexagon` keeps stones as sets of cells on all turned boards at once, `threats` finds wins by force, `search` is the
//! proof-number search and `table` what it has found out; [`Solver`] is all that for callers that ask about positions,
//! and `perfect` the bot that plays by it. The rules are those of the modules below; no heuristic decides anything here,
//! it only says where to look first.

mod hexagon;
pub(super) mod perfect;
mod search;
mod table;
mod threats;

#[cfg(test)]
mod tests;

use super::moves::Move;
use super::position::FenceMaster;
use crate::contract::game::{Enumerable, Seat};
use hexagon::Hexagon;
use search::{EVER, Search};

pub use table::ENTRY_BYTES;

/// A solver for the boards of one size and one set of rules: it keeps what it has found out about positions, so that the
/// next question is answered faster.
#[derive(Clone, Debug)]
pub struct Solver {
    search: Search,
    /// Whether a question is under way.
    asked: bool,
}

impl Solver {
    /// A solver for positions on the board of this one, with a table of at most this many MiB; `None` if the board is too
    /// large.
    pub fn new(position: &FenceMaster, mib: usize) -> Option<Solver> {
        let (hexagon, _) = Hexagon::of(position)?;
        Some(Solver { search: Search::new(hexagon, mib), asked: false })
    }

    /// Begins to find out whether `attacker` wins if both play their best, within this many plies if a number is given.
    /// The answer to an earlier question is lost, what was found out for it is not.
    ///
    /// The position has the board and the rules that the solver was made for, and is not over. A swap that is still
    /// allowed is not looked at: the caller looks at it by asking after each answer to it.
    pub fn begin(&mut self, position: &FenceMaster, attacker: Seat, within: Option<u32>) {
        let Some((_, stones)) = Hexagon::of(position) else { return };
        let plies = within.map_or(EVER, |plies| plies.min(EVER - 1));
        self.search.begin(&stones, position.turn(), attacker & 1, plies);
        self.asked = true;
    }

    /// Goes on for about this many positions; whether the attacker wins, once that is known.
    pub fn advance(&mut self, nodes: u64) -> Option<bool> {
        if !self.asked {
            return None;
        }
        let answer = self.search.run(self.search.nodes.saturating_add(nodes));
        self.asked = answer.is_none();
        answer
    }

    /// Whether the attacker wins, however long it takes; see [`Solver::begin`].
    pub fn solve(&mut self, position: &FenceMaster, attacker: Seat) -> Option<bool> {
        self.begin(position, attacker, None);
        self.advance(u64::MAX)
    }

    /// Positions that were looked at, for all questions.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// Whether the attacker wins, if that was found out and is still in the table.
    pub fn known(&self, position: &FenceMaster, attacker: Seat) -> Option<bool> {
        let (_, stones) = Hexagon::of(position)?;
        self.search.known(&stones, position.turn(), attacker & 1, EVER)
    }

    /// The stones that may be put next; of those that a turn or a mirror of the board takes to each other only the first.
    pub fn distinct_stones(position: &FenceMaster) -> Vec<Move> {
        let Some((hexagon, stones)) = Hexagon::of(position) else { return Vec::new() };
        let (mut moves, mut seen) = (Vec::new(), Vec::new());
        position.legal_moves(&mut moves);
        moves.retain(|mv| {
            let number = mv.place().and_then(|place| position.geometry().number(place));
            let key = number.map(|cell| hexagon.canonical(&stones, position.turn(), cell as u8));
            let first = key.is_some() && !seen.contains(&key);
            seen.push(key);
            first
        });
        moves
    }

    /// What the table holds about positions that took 2 to the power of `least` - 1 positions or more; for
    /// [`Solver::insert`].
    pub fn entries(&self, least: u8) -> impl Iterator<Item = [u8; ENTRY_BYTES]> {
        self.search.table.entries(least)
    }

    /// Puts an entry into the table that a solver for the same board and rules had in its own.
    pub fn insert(&mut self, entry: &[u8; ENTRY_BYTES]) {
        self.search.table.insert(entry);
    }

    /// How many positions have yet to be decided at least to show that the attacker wins, and that it does not: the
    /// proof number and the disproof number of the question that is under way.
    pub fn numbers(&self) -> [u32; 2] {
        self.search.numbers()
    }
}
