//! What a search that looks ahead asks of a heuristic: one number for a position, quickly.

use super::deepening::MARGIN;
use super::doom::Check;
use crate::base::fixed::Fixed;
use crate::contract::bot::{Budget, Heuristic};
use crate::contract::game::{Enumerable, Seat};

/// The most terms that a heuristic may have to be searched with.
pub const MOST_TERMS: usize = 16;

/// How a game that is over ended for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It has won.
    Won,
    /// It shares the first place.
    Drawn,
    /// It has not won.
    Lost,
}

/// What a heuristic says that was asked to look ahead itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookAhead {
    /// It has no way of its own here, or came to nothing by it: positions visited.
    Not(u64),
    /// It would take more nodes than there are.
    TooMany,
    /// What it found.
    Found {
        /// What the position is worth to the seat that thinks; right only as far as it lies within the window.
        value: i64,
        /// Positions visited.
        nodes: u64,
        /// Whether the value rests on the heuristic; else it is the truth about the game.
        estimated: bool,
    },
}

/// What a game is worth that is won by a margin, in thousandths; lost, if the margin is negative.
pub fn won_by(margin: i64) -> i64 {
    MARGIN * margin.signum() + margin
}

/// A heuristic that a search can ask at its leaves.
pub trait Evaluate<G: Enumerable>: Heuristic<G> + Clone + 'static {
    // ---- below this line nothing has to be written; faster versions may be, and allocate nothing ----

    /// The weighted sum of the terms, in thousandths: the very number that the explanation adds up
    /// to. The position is not over.
    fn value(&self, position: &G, seat: Seat) -> i64 {
        let mut values = [Fixed::ZERO; MOST_TERMS];
        let terms = self.terms();
        let values = &mut values[..terms.len()];
        self.measure(position, seat, values);
        let sum: Fixed =
            terms.iter().zip(values).map(|(term, &mut value)| term.weight.times(value)).sum();
        sum.thousandths()
    }

    /// The same for every seat, one number each.
    fn values(&self, position: &G, values: &mut [i64]) {
        for (seat, value) in values.iter_mut().enumerate() {
            *value = self.value(position, seat);
        }
    }

    /// How the game ended for `seat`; `None` while it goes on.
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

    /// What the opponent would win by next if the mover did nothing about it, in words for the sentence that says
    /// why a move is forced: `the loop around 5,6`.
    fn danger(&self, _position: &G) -> Option<String> {
        None
    }

    /// Puts the moves that are likely the best first. It changes how many nodes a search needs, never
    /// what it finds at a given depth.
    fn order(&self, _position: &G, _moves: &mut [G::Move]) {}

    /// By how much a game that is over was won by `seat`, in thousandths, negative where it was lost; where that
    /// counts more than how soon it ended.
    fn margin(&self, _position: &G, _seat: Seat) -> Option<i64> {
        None
    }

    /// What [`Evaluate::margin`] counts, in the singular: `stone`.
    fn margin_unit(&self) -> &'static str {
        ""
    }

    /// That the game ends with this margin if all play their best, in a sentence.
    fn solved(&self, _margin: i64) -> String {
        String::new()
    }

    /// In what a position is better for `seat` than another, as comparative clauses: `you hold 1 more corner`. For
    /// heuristics whose terms are no things that can be seen on the board.
    fn facts(&self, _mine: &G, _other: &G, _seat: Seat) -> Vec<String> {
        Vec::new()
    }

    /// No more plies than this are left to play; for a search to know from where on it can see the end.
    fn plies_left(&self, _position: &G) -> u32 {
        u32::MAX
    }

    /// How many of the moves, in the order of [`Evaluate::order`], a selective search looks at; one at least. The
    /// rest is taken to be no better.
    fn worth_a_look(&self, _position: &G, moves: &[G::Move]) -> usize {
        moves.len()
    }

    /// Whether moves that a selective search leaves out may win the game for an opponent of `seat`, so that a move is
    /// [checked](super::alpha_beta) before it is chosen or shown.
    fn wants_checks(&self, _position: &G, _seat: Seat) -> bool {
        false
    }

    /// Whether a move of `seat` loses by force within a few plies, nothing left out, and how many nodes it took to know; no
    /// more than `most`. `None` where those were too few.
    fn check(&self, _position: &G, _seat: Seat, _mv: &G::Move, _most: u64) -> (Option<Check>, u64) {
        (Some(Check::Safe), 0)
    }

    /// Whether moves may be there that turn much of what [`Evaluate::value`] says over, so that a search should not
    /// end without a look at them.
    fn unquiet(&self, _position: &G) -> bool {
        false
    }

    /// Whether a move is one of them; never looked at less deep than others.
    fn loud(&self, _position: &G, _mv: &G::Move) -> bool {
        false
    }

    /// Whether moves are best looked at in the order of [`Evaluate::order`], whatever cut off elsewhere.
    fn orders_well(&self) -> bool {
        false
    }

    /// Whether the budget may be enough to look at all from here to the end.
    fn sees_the_end(&self, position: &G, budget: Budget) -> bool {
        /// Nodes a millisecond.
        const SPEED: u64 = 1_000;
        self.plies_left(position) <= (3 * budget.nodes(SPEED).max(1).ilog2() + 2) / 4
    }

    /// The depth after which a search that may see the end goes there at once.
    fn solves_from(&self, _position: &G) -> u32 {
        u32::MAX
    }

    /// Looks `left` plies ahead by a quicker way of its own, if it has one, with at most this many nodes. A window is
    /// only handed over that lets one value in or none: no line is asked for.
    fn look(
        &mut self,
        _position: &G,
        _seat: Seat,
        _window: (i64, i64),
        _left: u32,
        _most: u64,
    ) -> LookAhead {
        LookAhead::Not(0)
    }

    /// The same before it looked at anything, where it remembers what it saw.
    fn fresh(&self) -> Self {
        self.clone()
    }

    /// A number for a move, the same in all positions, by which a search remembers how well it did elsewhere. Of
    /// moves with one number, one is taken for the other.
    fn number(&self, _mv: &G::Move) -> u16 {
        0
    }
}
