//! Where the mover may move, in which way, and what would turn there. No word and no view is known here.

use super::super::position::{Phase, Reversi};
use crate::base::util::sort_by_key;
use crate::contract::game::Seat;
use serde::Serialize;

/// How one may move on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum ReversiMoveKind {
    /// A stone on a free tile.
    Stone,
    /// Uses an override stone.
    Override,
    /// Throws a bomb.
    Bomb,
}

/// The stones that a stone of `seat` on `tile` would turn, each once, in rising order.
pub(super) fn turned(position: &Reversi, seat: Seat, tile: usize) -> Vec<usize> {
    let board = position.board();
    let mut turned: Vec<usize> = (0..8)
        .flat_map(|direction| {
            let length = position.flanked(seat, tile, direction);
            board.ray(tile, direction).take(length).map(|(tile, _)| tile)
        })
        .collect();
    sort_by_key(&mut turned, |&tile| (tile as i64, 0));
    turned.dedup();
    turned
}

/// Counts the stones that moves would turn, without a list of them.
pub(super) struct Turning {
    /// For each tile the count in which it came last.
    seen: Vec<u32>,
    counts: u32,
}

impl Turning {
    pub(super) fn new(position: &Reversi) -> Self {
        Turning { seen: vec![0; position.board().tiles()], counts: 0 }
    }

    /// How many [`turned`] would list.
    pub(super) fn count(&mut self, position: &Reversi, seat: Seat, tile: usize) -> usize {
        self.counts += 1;
        let mut count = 0;
        for direction in 0..8 {
            let length = position.flanked(seat, tile, direction);
            for (tile, _) in position.board().ray(tile, direction).take(length) {
                count += usize::from(self.seen[tile] != self.counts);
                self.seen[tile] = self.counts;
            }
        }
        count
    }
}

/// The kind of a move of the mover on a tile.
pub(super) fn kind(position: &Reversi, tile: usize) -> ReversiMoveKind {
    if position.phase() == Phase::Elimination {
        ReversiMoveKind::Bomb
    } else if position.tile(tile).is_free() {
        ReversiMoveKind::Stone
    } else {
        ReversiMoveKind::Override
    }
}

/// Kind and turned stones of a move of the mover on a tile, if there is one.
pub(super) fn target_on(position: &Reversi, tile: usize) -> Option<(ReversiMoveKind, usize)> {
    position.is_target(tile).then(|| match kind(position, tile) {
        ReversiMoveKind::Bomb => (ReversiMoveKind::Bomb, 0),
        kind => (kind, turned(position, position.turn(), tile).len()),
    })
}
