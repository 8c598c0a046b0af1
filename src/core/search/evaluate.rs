//! The interface between a search and a heuristic: one number for a position, computed fast. A heuristic that also selects
//! moves, or solves the end of a game, says so in [`Selective`](super::selective::Selective).

use super::deepening::LARGEST_VALUE;
use crate::base::fixed::Fixed;
use crate::contract::bot::Heuristic;
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

    /// A copy without the state of earlier searches, if the heuristic stores any.
    fn fresh(&self) -> Self {
        self.clone()
    }
}
