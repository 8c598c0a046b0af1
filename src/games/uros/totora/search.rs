//! A search under way: its terms, its tree, the exact search beside it, and what both have cost.

use super::super::moves::Move;
use super::super::position::Uros;
use super::super::strategies::COLUMNS;
use super::endgame::Endgame;
use super::tree::{GAMES, Tally, Tree};
use crate::base::fixed::Fixed;
use crate::base::util::sort_by_key;
use crate::contract::bot::Watch;
use crate::contract::thought::{Contrast, Term};
use crate::search::mcts::{COMPARABLE, QuickRng};

/// Positions of the exact search that count as one node: they take about as long as a playout.
pub(super) const SOLVED_A_NODE: u64 = 64;

pub(super) const PLAYOUTS: Term = Term {
    key: "playouts",
    label: "playouts",
    meaning: "the share of a win that games to the end through the placement brought, a draw as half of one",
    weight: Fixed::ONE,
    contrast: Contrast {
        more: "you win % more of the simulated games",
        less: "you win % fewer of the simulated games",
    },
};

pub(super) const LEAD: Term = Term {
    key: "lead",
    label: "lead",
    meaning: "houses that the own biggest village had more than the opponent's at the end of these games, on average",
    weight: Fixed::from_thousandths(30),
    contrast: Contrast {
        more: "simulated games end # [house|houses] better for you",
        less: "simulated games end # [house|houses] worse for you",
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
    pub(super) weights: [Fixed; 2],
    pub(super) doubt: Fixed,
    pub(super) position: Uros,
    pub(super) rng: QuickRng,
    /// As long as it is worth trying, or once it has solved the position.
    pub(super) endgame: Option<Endgame>,
    pub(super) tree: Tree,
    pub(super) playouts: u64,
    /// Nodes of an exact search that was given up.
    pub(super) given_up: u64,
    /// How many lines are to be comparable.
    pub(super) lines: usize,
    /// The choice, once others are played on.
    pub(super) decided: Option<Move>,
    /// Playouts of others since.
    pub(super) line_nodes: u64,
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

    /// The placement to play on, by its place, so that as many lines as wanted can be compared with the choice that was made.
    /// Nothing in a budget in milliseconds, which is used up.
    pub(super) fn next_line(&self, watch: &dyn Watch) -> Option<usize> {
        if self.lines < 2 || self.exact() || watch.elapsed_ms() >= self.most_ms {
            return None;
        }
        let decided = self.decided?;
        let visits = |(_, (_, tally)): &(usize, (&Move, &Tally))| tally.games / GAMES;
        let mut tried: Vec<_> =
            self.tree.tried().enumerate().filter(|one| visits(one) > 0).collect();
        sort_by_key(&mut tried, |one| (-i64::from(visits(one)), 0));
        let enough = COMPARABLE.min(tried.first().map_or(0, visits) / 4);
        // The choice is a line, however seldom it was tried.
        let chosen = tried.iter().position(|(_, (mv, _))| **mv == decided)?;
        if chosen >= self.lines {
            tried.swap(self.lines - 1, chosen);
        }
        tried.truncate(self.lines);
        sort_by_key(&mut tried, |one| (-i64::from(visits(one)), 0));
        let within = self.line_nodes < self.playouts;
        tried.pop().filter(|one| within && visits(one) < enough).map(|(place, _)| place)
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
