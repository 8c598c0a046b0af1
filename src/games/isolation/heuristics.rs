//! The source's heuristics, split into terms.
//!
//! Each heuristic is a list of measures with weights, and each measure is a feature. The score used by the search
//! and the terms shown by the page are sums over the same list, so they cannot differ.
//!
//! Before a knight is placed, its moves are all free cells, as the rules say, and its distance from
//! the middle is 0. Heuristics do not score wins and losses: the search tests them first.

use super::board::{Cell, Cells, count, each};
use super::position::Isolation;
use crate::base::fixed::Fixed;
use crate::contract::analysis::{Contrast, Term};
use crate::contract::bot::Weight;
use crate::contract::game::Seat;
use crate::lab::heuristic;
use crate::search::evaluate::{Ending, Evaluate};
use crate::search::selective::Selective;

/// A number counted or measured for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Own legal moves.
    Own,
    /// The opponent's legal moves.
    Theirs,
    /// The sum over own moves of the number of knight's moves after each, with the current free cells.
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

/// The texts of the measures, by index: feature, key, label and meaning, and the contrasts of two moves, for more of it and
/// for less.
const COLUMNS: [[&str; 6]; 9] = [
    [
        "own_moves",
        "own",
        "own moves",
        "cells that your knight can move to",
        "you have # more [move|moves]",
        "you have # fewer [move|moves]",
    ],
    [
        "opponent_moves",
        "opponent",
        "opponent's moves",
        "cells that the opponent's knight can move to",
        "your opponent has # more [move|moves]",
        "your opponent has # fewer [move|moves]",
    ],
    [
        "own_next_moves",
        "own-next",
        "own next moves",
        "total moves from all cells that your knight can move to, on the current board",
        "you have # more [path|paths] of two moves",
        "you have # fewer [path|paths] of two moves",
    ],
    [
        "opponent_next_moves",
        "opponent-next",
        "opponent's next moves",
        "total moves from all cells that the opponent's knight can move to, on the current board",
        "your opponent has # more [path|paths] of two moves",
        "your opponent has # fewer [path|paths] of two moves",
    ],
    [
        "own_distance_squared",
        "distance",
        "squared distance",
        "squared distance of your knight from (height/2, width/2), counted from the top left; as in the source, more is better, and this point is off the centre",
        "your knight is further from the centre",
        "your knight is closer to the centre",
    ],
    [
        "own_distance",
        "distance",
        "own distance",
        "distance of your knight from (height/2, width/2), counted from the top left",
        "your knight is # [cell|cells] further from the centre",
        "your knight is # [cell|cells] closer to the centre",
    ],
    [
        "opponent_distance",
        "opponent-distance",
        "opponent's distance",
        "distance of the opponent's knight from (height/2, width/2), counted from the top left",
        "your opponent's knight is # [cell|cells] further from the centre",
        "your opponent's knight is # [cell|cells] closer to the centre",
    ],
    [
        "own_corner_moves",
        "own-corners",
        "own corner moves",
        "your moves into a corner",
        "you have # more [move|moves] into a corner",
        "you have # fewer [move|moves] into a corner",
    ],
    [
        "opponent_corner_moves",
        "opponent-corners",
        "opponent's corner moves",
        "the opponent's moves into a corner",
        "your opponent has # more [move|moves] into a corner",
        "your opponent has # fewer [move|moves] into a corner",
    ],
];

impl Measure {
    /// The index of the measure of a feature.
    pub(super) fn number(feature: &str) -> Option<usize> {
        COLUMNS.iter().position(|column| column[0] == feature)
    }

    /// The measure with this index.
    #[inline]
    pub(super) const fn numbered(number: usize) -> Measure {
        const ALL: [Measure; COLUMNS.len()] = [
            Own,
            Theirs,
            OwnNext,
            TheirNext,
            Away,
            OwnDistance,
            TheirDistance,
            OwnCorners,
            TheirCorners,
        ];
        ALL[number]
    }

    /// The weight of its term, set to a whole number, from -10 to 10.
    pub const fn weight(self, weight: i64) -> Weight {
        let [feature, key, label, meaning, more, less] = COLUMNS[self as usize];
        let (weight, contrast) =
            (Fixed::from_int(weight), Contrast { more, less, ..Contrast::BY_LABEL });
        let term = Term { key, label, meaning, weight, contrast };
        Weight::of_term(term, 10).measured_by(feature)
    }

    /// The measure of a position for `seat`, in thousandths.
    #[inline(always)]
    pub fn value(self, position: &Isolation, seat: Seat) -> i64 {
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

/// The number of knight's moves to cells of `free`, summed over `targets`.
#[inline]
fn next_moves(targets: Cells, free: Cells) -> i64 {
    each(targets).map(|cell| i64::from(count(cell.knight() & free))).sum()
}

/// Terms over the features of Isolation.
pub type Weighted = heuristic::Weighted<Isolation>;

impl Evaluate<Isolation> for Weighted {
    #[inline]
    fn value(&self, position: &Isolation, seat: Seat) -> i64 {
        self.sum(position, seat)
    }

    #[inline]
    fn ending(&self, position: &Isolation, seat: Seat) -> Option<Ending> {
        // A search never reaches a position in which a player gave up.
        let turn = position.turn();
        (position.targets(turn) == 0).then_some(if turn == seat {
            Ending::Lost
        } else {
            Ending::Won
        })
    }
}

impl Selective<Isolation> for Weighted {}

/// The heuristics by name: the measures with their default weights.
pub mod named {
    use super::*;

    /// Own legal moves.
    pub const OPEN: [Weight; 1] = [Own.weight(1)];
    /// Squared distance from the middle.
    pub const CENTER: [Weight; 1] = [Away.weight(1)];
    /// Own moves minus the opponent's.
    pub const IMPROVED: [Weight; 2] = [Own.weight(1), Theirs.weight(-1)];
    /// The same with the moves after the next.
    pub const CUSTOM: [Weight; 4] =
        [Own.weight(1), Theirs.weight(-1), OwnNext.weight(1), TheirNext.weight(-1)];
    /// Improved, plus the opponent's distance from the middle minus the own.
    pub const CUSTOM_2: [Weight; 4] =
        [Own.weight(1), Theirs.weight(-1), OwnDistance.weight(-1), TheirDistance.weight(1)];
    /// Improved without moves into a corner.
    pub const CUSTOM_3: [Weight; 4] =
        [Own.weight(1), Theirs.weight(-1), OwnCorners.weight(-1), TheirCorners.weight(1)];

    /// All of them, by the name of the bot that uses each.
    pub const ALL: [(&str, &[Weight]); 6] = [
        ("open", &OPEN),
        ("center", &CENTER),
        ("improved", &IMPROVED),
        ("custom", &CUSTOM),
        ("custom-2", &CUSTOM_2),
        ("custom-3", &CUSTOM_3),
    ];
}
