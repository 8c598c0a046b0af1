//! The interface between a search and a heuristic: one number for a position, computed fast.

use super::deepening::{LARGEST_VALUE, MARGIN};
use super::forced_loss::Check;
use crate::base::fixed::Fixed;
use crate::contract::bot::{Budget, Heuristic};
use crate::contract::game::{Enumerable, Seat};

/// Maximum number of terms of a heuristic in a search.
pub const MOST_TERMS: usize = 16;

/// The result of a finished game for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The seat has the first place alone.
    Won,
    /// The seat shares the first place.
    Drawn,
    /// The seat has not won.
    Lost,
}

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

/// A heuristic for the leaves of a search.
pub trait Evaluate<G: Enumerable>: Heuristic<G> + Clone + 'static {
    // ---- optional methods: faster versions may be added, which allocate nothing ----

    /// The weighted sum of the terms, in thousandths: exactly the sum of the
    /// explanation. The position is not over.
    fn value(&self, position: &G, seat: Seat) -> i64 {
        let mut values = [Fixed::ZERO; MOST_TERMS];
        let terms = self.terms();
        let values = &mut values[..terms.len()];
        self.measure(position, seat, values);
        let sum: Fixed =
            terms.iter().zip(values).map(|(term, &mut value)| term.weight.times(value)).sum();
        sum.thousandths()
    }

    /// [`Evaluate::value`] within the bounds of values that are no win or loss.
    #[inline]
    fn estimate(&self, position: &G, seat: Seat) -> i64 {
        self.value(position, seat).clamp(-LARGEST_VALUE, LARGEST_VALUE)
    }

    /// The values for every seat, one number each.
    fn values(&self, position: &G, values: &mut [i64]) {
        for (seat, value) in values.iter_mut().enumerate() {
            *value = self.value(position, seat);
        }
    }

    /// The result of the game for `seat`; `None` while it continues.
    fn ending(&self, position: &G, seat: Seat) -> Option<Ending> {
        if !position.to_act().is_empty() {
            return None;
        }
        Some(match position.outcome()?.halves(seat) {
            2 => Ending::Won,
            1 => Ending::Drawn,
            _ => Ending::Lost,
        })
    }

    /// The opponent's threat if the mover ignored it, in words for the sentence that explains
    /// why a move is forced: `the loop around 5,6`.
    fn danger(&self, _position: &G) -> Option<String> {
        None
    }

    /// Sorts the probably best moves first. The order changes the number of nodes of a search, but never
    /// its result at a given depth.
    fn order(&self, _position: &G, _moves: &mut [G::Move]) {}

    /// The margin by which `seat` won a finished game, in thousandths, negative for a loss; `None` if the margin
    /// counts no more than the number of plies.
    fn margin(&self, _position: &G, _seat: Seat) -> Option<i64> {
        None
    }

    /// The unit of [`Evaluate::margin`], in the singular: `stone`.
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

    /// A copy without the state of earlier searches, if the heuristic stores any.
    fn fresh(&self) -> Self {
        self.clone()
    }

    /// A number for a move, the same in all positions, by which a search stores its history of cutoffs. Moves
    /// with the same number share their history.
    fn number(&self, _mv: &G::Move) -> u16 {
        0
    }
}
