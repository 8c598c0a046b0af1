//! The interface between a heuristic and what alpha-beta does with it beyond searching all moves: it selects moves
//! ([`Settings::scout`](super::alpha_beta::Settings::scout)), counts results by their margin, and lets the heuristic search itself.

use super::deepening::MARGIN;
use super::evaluate::Evaluate;
use super::forced_loss::Check;
use crate::contract::bot::Budget;
use crate::contract::game::{Enumerable, Seat};

/// The result of a heuristic's own search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookAhead {
    /// Not supported here, or without a result: number of positions visited.
    Not(u64),
    /// The search needs more nodes than the maximum.
    TooMany,
    /// The search finished within the maximum of nodes.
    Found {
        /// The value for the searching seat; correct only within the window.
        value: i64,
        /// Number of positions visited.
        nodes: u64,
        /// Whether the value rests on the heuristic; else it is proven.
        estimated: bool,
    },
}

/// The value of a game won by a margin, in thousandths; lost, if the margin is negative.
pub fn won_by(margin: i64) -> i64 {
    MARGIN * margin.signum() + margin
}

/// What a heuristic offers to a selective search. By default nothing: all moves are searched, and won games differ only in
/// their number of plies.
pub trait Selective<G: Enumerable>: Evaluate<G> {
    // ---- selection of moves ----

    /// Number of moves, in the order of [`Evaluate::order`], that a selective search examines; at least one. The
    /// rest is assumed to be no better.
    fn search_width(&self, _position: &G, moves: &[G::Move]) -> usize {
        moves.len()
    }

    /// Whether moves that a selective search skips may win the game for an opponent of `seat`, so that a move is
    /// [checked](super::alpha_beta) before it is chosen or shown.
    fn wants_checks(&self, _position: &G, _seat: Seat) -> bool {
        false
    }

    /// Whether a move of `seat` loses by force within a few plies of full-width search, and the number of nodes used; at
    /// most `most`. `None` if they were not enough.
    fn check(&self, _position: &G, _seat: Seat, _mv: &G::Move, _most: u64) -> (Option<Check>, u64) {
        (Some(Check::Safe), 0)
    }

    /// Whether there may be moves that change [`Evaluate::value`] a lot, so that a search should not
    /// end before it examines them.
    fn unquiet(&self, _position: &G) -> bool {
        false
    }

    /// Whether a move is one of them; such moves are never reduced.
    fn is_tactical(&self, _position: &G, _mv: &G::Move) -> bool {
        false
    }

    /// Whether the order of [`Evaluate::order`] is better than one by cutoffs in other positions.
    fn orders_well(&self) -> bool {
        false
    }

    /// A number for a move, the same in all positions, by which a search stores its history of cutoffs. Moves
    /// with the same number share their history.
    fn number(&self, _mv: &G::Move) -> u16 {
        0
    }

    // ---- the end of the game ----

    /// The margin by which `seat` won a finished game, in thousandths, negative for a loss; `None` if the margin
    /// counts no more than the number of plies.
    fn margin(&self, _position: &G, _seat: Seat) -> Option<i64> {
        None
    }

    /// The unit of [`Selective::margin`], in the singular: `stone`.
    fn margin_unit(&self) -> &'static str {
        ""
    }

    /// A sentence: with best play the game ends with this margin.
    fn solved(&self, _margin: i64) -> String {
        String::new()
    }

    /// Maximum number of remaining plies; tells a search when it can reach the end of the game.
    fn plies_left(&self, _position: &G) -> u32 {
        u32::MAX
    }

    /// Whether the budget may suffice for a full search to the end of the game.
    fn may_reach_end(&self, position: &G, budget: Budget) -> bool {
        /// Nodes per millisecond.
        const SPEED: u64 = 1_000;
        self.plies_left(position) <= (3 * budget.nodes(SPEED).max(1).ilog2() + 2) / 4
    }

    /// The depth after which a search that may reach the end searches it directly.
    fn solves_from(&self, _position: &G) -> u32 {
        u32::MAX
    }

    // ---- searches by the heuristic ----

    /// Searches `left` plies ahead by a faster algorithm of the heuristic, if it has one, with at most `most` nodes. The
    /// window is always a null window: the caller needs no line.
    fn solve(
        &mut self,
        _position: &G,
        _seat: Seat,
        _window: (i64, i64),
        _left: u32,
        _most: u64,
    ) -> LookAhead {
        LookAhead::Not(0)
    }
}
