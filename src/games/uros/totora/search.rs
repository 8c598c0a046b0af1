//! A search under way: its terms, its tree, the exact search beside it, and what both have cost.

use super::super::position::Uros;
use super::super::strategies::COLUMNS;
use super::endgame::Endgame;
use super::tree::Tree;
use crate::base::fixed::Fixed;
use crate::contract::bot::Watch;
use crate::contract::thought::{Contrast, Term};
use crate::search::mcts::QuickRng;

/// Positions of the exact search that count as one node: they take about as long as a playout.
pub(super) const SOLVED_A_NODE: u64 = 64;

pub(super) const PLAYOUTS: Term = Term {
    key: "playouts",
    label: "playouts",
    meaning: "the share of a win that games to the end through the placement brought, a draw as half of one; 0 of no game",
    weight: Fixed::ONE,
    contrast: Contrast {
        more: "playouts bring % more of a win",
        less: "playouts bring % less of a win",
    },
};

pub(super) const LEAD: Term = Term {
    key: "lead",
    label: "lead",
    meaning: "houses that the own biggest village had more than the opponent's at the end of these games, on average",
    weight: Fixed::from_thousandths(30),
    contrast: Contrast {
        more: "playouts end with # more [house|houses] of lead",
        less: "playouts end with # fewer [house|houses] of lead",
    },
};

pub(super) const DOUBT: Term = Term {
    key: "doubt",
    label: "doubt",
    meaning: "minus one over the root of the games: what is seldom tried may look better than it is",
    weight: Fixed::ONE,
    contrast: Contrast {
        more: "more playouts leave % less doubt",
        less: "fewer playouts leave % more doubt",
    },
};

pub(super) const SPREAD: Term = Term {
    key: "spread",
    label: "spread",
    meaning: "how far the leads of single games lie from their average (standard deviation, in houses); for information, it counts nothing",
    weight: Fixed::ZERO,
    contrast: Contrast::BY_LABEL,
};

/// The terms beside them, which decide nothing.
pub(super) static BESIDE: [Term; 6] = {
    let mut beside = [SPREAD; 6];
    let mut i = 0;
    while i < COLUMNS.len() {
        beside[i + 1] = Term { weight: Fixed::ZERO, ..COLUMNS[i] };
        i += 1;
    }
    beside
};

/// A search under way.
pub(super) struct Search {
    pub(super) weights: [Fixed; 3],
    pub(super) position: Uros,
    pub(super) rng: QuickRng,
    /// As long as it is worth trying, or once it has solved the position.
    pub(super) endgame: Option<Endgame>,
    pub(super) tree: Tree,
    pub(super) playouts: u64,
    /// Nodes of an exact search that was given up.
    pub(super) given_up: u64,
    pub(super) most: u64,
    pub(super) most_ms: f64,
}

impl Search {
    /// Nodes so far.
    pub(super) fn nodes(&self) -> u64 {
        let solving = self.endgame.as_ref().map_or(0, |endgame| endgame.positions);
        self.given_up + self.playouts + solving.div_ceil(SOLVED_A_NODE)
    }

    pub(super) fn exact(&self) -> bool {
        self.endgame.as_ref().is_some_and(|endgame| endgame.solved().is_some())
    }

    /// Whether there is nothing left to find out, or nothing to find it out with.
    pub(super) fn finished(&self, watch: &dyn Watch) -> bool {
        self.exact()
            || self.nodes() >= self.most
            || self.tree.tried().next().is_none()
            // One playout there is in any case.
            || (self.playouts > 0 && watch.elapsed_ms() >= self.most_ms)
    }

    /// A piece of the exact search, which gets half of the budget.
    pub(super) fn solve(&mut self, watch: &dyn Watch) {
        let Some(endgame) = &mut self.endgame else { return };
        let most = (self.most / 2).saturating_mul(SOLVED_A_NODE);
        let late = watch.elapsed_ms() >= self.most_ms / 2.0;
        if endgame.positions >= most || late {
            self.given_up = endgame.positions.div_ceil(SOLVED_A_NODE);
            self.endgame = None;
            return;
        }
        endgame.advance(most - endgame.positions);
    }
}
