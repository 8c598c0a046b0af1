//! What the bots look at: the source's heuristics, taken apart into terms.
//!
//! Each heuristic is a list of measures with weights. The number that the search compares and the
//! terms that the page shows are sums over the same list, so they cannot differ.
//!
//! Before a knight is placed, its moves are all free cells, as the rules have it, and its distance from
//! the middle is nought. Wins and losses are no heuristic's business: the search tests them first.

use super::board::{Cell, Cells, count, each};
use super::position::Isolation;
use crate::base::fixed::Fixed;
use crate::contract::bot::Heuristic;
use crate::contract::game::Seat;
use crate::contract::thought::{Contrast, Term};
use crate::search::evaluate::{Ending, Evaluate};

/// Something that can be counted or measured for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Own legal moves.
    Own,
    /// The opponent's legal moves.
    Theirs,
    /// The sum over own moves of the knight's moves from there on the board as it is.
    OwnNext,
    /// The same for the opponent.
    TheirNext,
    /// The squared distance of the own knight from (height/2, width/2).
    Away,
    /// The distance of the own knight from there.
    OwnDistance,
    /// The distance of the opponent's knight from there.
    TheirDistance,
    /// Own moves into a corner.
    OwnCorners,
    /// The opponent's moves into a corner.
    TheirCorners,
}

use Measure::{
    Away, Own, OwnCorners, OwnDistance, OwnNext, TheirCorners, TheirDistance, TheirNext, Theirs,
};

impl Measure {
    /// Key, label, meaning.
    const fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Own => ("own", "own moves", "cells that the own knight could go to"),
            Theirs => {
                ("opponent", "opponent's moves", "cells that the opponent's knight could go to")
            }
            OwnNext => (
                "own-next",
                "own next moves",
                "for each own move, the knight's moves from there on the board as it is",
            ),
            TheirNext => (
                "opponent-next",
                "opponent's next moves",
                "for each of the opponent's moves, the knight's moves from there on the board as it is",
            ),
            Away => (
                "distance",
                "away from the middle",
                "squared distance of the own knight from (3.5, 3.5), counted from the top left: more is better, so it runs away from the middle, and the board is lopsided, as in the source",
            ),
            OwnDistance => (
                "distance",
                "own distance",
                "distance of the own knight from (3.5, 3.5), counted from the top left",
            ),
            TheirDistance => (
                "opponent-distance",
                "opponent's distance",
                "distance of the opponent's knight from (3.5, 3.5), counted from the top left",
            ),
            OwnCorners => ("own-corners", "own corner moves", "own moves that go into a corner"),
            TheirCorners => (
                "opponent-corners",
                "opponent's corner moves",
                "the opponent's moves that go into a corner",
            ),
        }
    }

    /// The term with this measure and a whole weight.
    pub const fn term(self, weight: i64) -> Term {
        let (key, label, meaning) = self.words();
        Term { key, label, meaning, weight: Fixed::from_int(weight), contrast: self.contrast() }
    }

    /// How two moves that differ in it are told apart.
    const fn contrast(self) -> Contrast {
        let (more, less) = match self {
            Own => ("# more [move|moves] for you", "# fewer [move|moves] for you"),
            Theirs => {
                ("# more [move|moves] for the opponent", "# fewer [move|moves] for the opponent")
            }
            OwnNext => {
                ("# more [move|moves] after your next", "# fewer [move|moves] after your next")
            }
            TheirNext => (
                "# more [move|moves] after the opponent's next",
                "# fewer [move|moves] after the opponent's next",
            ),
            Away => (
                "your knight is further out, by # in the square",
                "your knight is further in, by # in the square",
            ),
            OwnDistance => ("your knight is further out by #", "your knight is further in by #"),
            TheirDistance => (
                "the opponent's knight is further out by #",
                "the opponent's knight is further in by #",
            ),
            OwnCorners => (
                "# more of your [move|moves] into a corner",
                "# fewer of your [move|moves] into a corner",
            ),
            TheirCorners => (
                "# more of the opponent's [move|moves] into a corner",
                "# fewer of the opponent's [move|moves] into a corner",
            ),
        };
        Contrast { more, less }
    }

    /// The measure of a position for `seat`, in thousandths.
    #[inline(always)]
    pub fn of(self, position: &Isolation, seat: Seat) -> i64 {
        let other = 1 - seat;
        let distance =
            |seat| position.knight(seat).map_or(0, |cell: Cell| cell.distance(position.size()));
        let corners =
            |seat| i64::from(count(position.targets(seat) & position.size().corners())) * 1000;
        match self {
            Own => i64::from(position.mobility(seat)) * 1000,
            Theirs => i64::from(position.mobility(other)) * 1000,
            OwnNext => next_moves(position.targets(seat), position.free()) * 1000,
            TheirNext => next_moves(position.targets(other), position.free()) * 1000,
            Away => position.knight(seat).map_or(0, |cell| cell.squared_distance(position.size())),
            OwnDistance => distance(seat),
            TheirDistance => distance(other),
            OwnCorners => corners(seat),
            TheirCorners => corners(other),
        }
    }
}

/// The knight's moves to cells of `free` from all of `targets` together.
#[inline]
fn next_moves(targets: Cells, free: Cells) -> i64 {
    each(targets).map(|cell| i64::from(count(cell.knight() & free))).sum()
}

/// A heuristic: measures with weights.
#[derive(Clone, Debug)]
pub struct Weighted {
    measures: Vec<Measure>,
    terms: Vec<Term>,
}

impl Weighted {
    /// The heuristic with these measures and weights.
    pub fn new(columns: impl IntoIterator<Item = (Measure, Fixed)>) -> Self {
        let (measures, terms) = columns
            .into_iter()
            .map(|(measure, weight)| (measure, Term { weight, ..measure.term(0) }))
            .unzip();
        Weighted { measures, terms }
    }
}

impl Heuristic<Isolation> for Weighted {
    fn terms(&self) -> &[Term] {
        &self.terms
    }

    fn measure(&self, position: &Isolation, seat: Seat, values: &mut [Fixed]) {
        for (value, measure) in values.iter_mut().zip(&self.measures) {
            *value = Fixed::from_thousandths(measure.of(position, seat));
        }
    }
}

impl Evaluate<Isolation> for Weighted {
    #[inline]
    fn value(&self, position: &Isolation, seat: Seat) -> i64 {
        let mut sum = 0;
        for (measure, term) in self.measures.iter().zip(&self.terms) {
            let weight = term.weight.thousandths();
            // A weight of a whole one is the rule, and spares the division that rounding needs.
            let product = measure.of(position, seat);
            sum += match weight {
                1000 => product,
                -1000 => -product,
                _ => Fixed::from_thousandths(product).times(term.weight).thousandths(),
            };
        }
        sum
    }

    #[inline]
    fn ending(&self, position: &Isolation, seat: Seat) -> Option<Ending> {
        // A search never comes to a position that was given up.
        let turn = position.turn();
        (position.targets(turn) == 0).then_some(if turn == seat {
            Ending::Lost
        } else {
            Ending::Won
        })
    }
}

/// The heuristics by name: the measures, with the weights that they have unless told.
pub mod named {
    use super::*;

    /// Own legal moves.
    pub const OPEN: [(Measure, i64); 1] = [(Own, 1)];
    /// Squared distance from the middle.
    pub const CENTER: [(Measure, i64); 1] = [(Away, 1)];
    /// Own moves minus the opponent's.
    pub const IMPROVED: [(Measure, i64); 2] = [(Own, 1), (Theirs, -1)];
    /// The same with the moves after the next.
    pub const CUSTOM: [(Measure, i64); 4] = [(Own, 1), (Theirs, -1), (OwnNext, 1), (TheirNext, -1)];
    /// Improved, plus the opponent's distance from the middle minus the own.
    pub const CUSTOM_2: [(Measure, i64); 4] =
        [(Own, 1), (Theirs, -1), (OwnDistance, -1), (TheirDistance, 1)];
    /// Improved without moves into a corner.
    pub const CUSTOM_3: [(Measure, i64); 4] =
        [(Own, 1), (Theirs, -1), (OwnCorners, -1), (TheirCorners, 1)];

    /// All of them, by the name of the bot that uses each.
    pub const ALL: [(&str, &[(Measure, i64)]); 6] = [
        ("open", &OPEN),
        ("center", &CENTER),
        ("improved", &IMPROVED),
        ("custom", &CUSTOM),
        ("custom-2", &CUSTOM_2),
        ("custom-3", &CUSTOM_3),
    ];

    /// A heuristic with its own weights.
    pub fn of(columns: &[(Measure, i64)]) -> Weighted {
        Weighted::new(columns.iter().map(|&(measure, weight)| (measure, Fixed::from_int(weight))))
    }
}
