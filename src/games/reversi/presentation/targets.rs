//! The mover's target tiles, the kinds of moves, and the stones that would turn. No texts and no views.

use super::super::position::{Phase, Reversi};
use crate::base::util::sort_by_key;
use crate::contract::game::Seat;
use serde::Serialize;

/// The kind of a move on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum ReversiMoveKind {
    /// A stone on a free tile.
    Stone,
    /// A stone on a tile that is not free: uses an override stone.
    Override,
    /// A bomb: every move of the bomb phase.
    Bomb,
}

/// The stones that a stone of `seat` on `tile` would turn, each once, in ascending order.
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

/// Counts the stones that moves would turn without building a list.
pub(super) struct Turning {
    /// For each tile, the number of the last count that included it.
    seen: Vec<u32>,
    counts: u32,
}

impl Turning {
    pub(super) fn new(position: &Reversi) -> Self {
        Turning { seen: vec![0; position.board().tiles()], counts: 0 }
    }

    /// The length of the list that [`turned`] would return.
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

/// Kind and turned stones of the mover's move on a tile, if it is legal.
pub(super) fn target_on(position: &Reversi, tile: usize) -> Option<(ReversiMoveKind, usize)> {
    position.is_target(tile).then(|| match kind(position, tile) {
        ReversiMoveKind::Bomb => (ReversiMoveKind::Bomb, 0),
        kind => (kind, turned(position, position.turn(), tile).len()),
    })
}
