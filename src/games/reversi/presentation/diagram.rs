//! A position as text, for programs outside. Only reads positions.

use super::super::map::Map;
use super::super::position::Reversi;

/// The map's own text with the tiles as they are now; what each player still has is in the summary.
pub(super) fn write(position: &Reversi) -> String {
    let board = position.board();
    let tiles = (0..board.tiles()).map(|tile| position.tile(tile)).collect();
    Map { tiles, ..board.map().clone() }.to_string()
}
