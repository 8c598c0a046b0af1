//! The exact solver for boards of side 3 to 5.
//!
//! `hexagon` stores stones as cell sets on all symmetric images of the board, `threats` finds forced wins, `search` is the
//! proof-number search and `table` its transposition table; [`Solver`] combines them for callers with queries about positions,
//! and `perfect` is the bot that uses it. The rules are those of the modules below; heuristics only determine
//! the order of the search, never a result.

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

/// A solver for the boards of one size and one rule set: it stores results about positions, so that later
/// queries are faster.
#[derive(Clone, Debug)]
pub struct Solver {
    search: Search,
}

impl Solver {
    /// Creates a solver for positions on the same board, with a table of at most this size in MiB; `None` if the board is too
    /// large.
    pub fn new(position: &FenceMaster, mib: usize) -> Option<Solver> {
        let (hexagon, _) = Hexagon::of(position)?;
        Some(Solver { search: Search::new(hexagon, mib) })
    }

    /// Starts a query whether `attacker` wins under best play, within this number of plies if set.
    /// Discards the answer to an earlier query, but not its table entries.
    ///
    /// The position must have the board and rules of the solver, and must not be over. A swap that is still
    /// allowed is ignored: the caller handles it with a query after each response.
    pub fn begin(&mut self, position: &FenceMaster, attacker: Seat, within: Option<u32>) {
        let Some((_, stones)) = Hexagon::of(position) else { return };
        let plies = within.map_or(EVER, |plies| plies.min(EVER - 1));
        self.search.begin(&stones, position.turn(), attacker & 1, plies);
    }

    /// Continues for about this number of positions; returns whether the attacker wins, once that is known.
    pub fn advance(&mut self, nodes: u64) -> Option<bool> {
        self.search.run(self.search.nodes.saturating_add(nodes))
    }

    /// Whether the attacker wins, without a node limit; see [`Solver::begin`].
    pub fn solve(&mut self, position: &FenceMaster, attacker: Seat) -> Option<bool> {
        self.begin(position, attacker, None);
        self.advance(u64::MAX)
    }

    /// The number of searched positions, over all queries.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// Whether the attacker wins, if the result is still in the table.
    pub fn known(&self, position: &FenceMaster, attacker: Seat) -> Option<bool> {
        let (_, stones) = Hexagon::of(position)?;
        self.search.known(&stones, position.turn(), attacker & 1, EVER)
    }

    /// The legal stones; of symmetric ones only the first.
    pub fn distinct_stones(position: &FenceMaster) -> Vec<Move> {
        let Some((hexagon, stones)) = Hexagon::of(position) else { return Vec::new() };
        let (mut moves, mut seen) = (position.move_list(), Vec::new());
        moves.retain(|mv| {
            let number = mv.place().and_then(|place| position.geometry().number(place));
            let key = number.map(|cell| hexagon.canonical(&stones, position.turn(), cell as u8));
            let first = key.is_some() && !seen.contains(&key);
            seen.push(key);
            first
        });
        moves
    }

    /// The table entries of positions that took 2 to the power of `least` - 1 positions or more; for
    /// [`Solver::insert`].
    pub fn entries(&self, least: u8) -> impl Iterator<Item = [u8; ENTRY_BYTES]> {
        self.search.table.entries(least)
    }

    /// Inserts an entry from the table of a solver for the same board and rules.
    pub fn insert(&mut self, entry: &[u8; ENTRY_BYTES]) {
        self.search.table.insert(entry);
    }

    /// The proof number and the disproof number of the running query: minimum numbers of positions still to be decided to show
    /// that the attacker wins, and that it does not.
    pub fn numbers(&self) -> [u32; 2] {
        self.search.numbers()
    }
}
