//! Random openings of matches: both placements and two plies.

use super::board::{Cells, each};
use super::position::Isolation;
use crate::contract::openings::{self, Openings, SQUARE};

pub(super) const OPENINGS: Openings<Isolation> = Openings {
    about: "both placements and 2 plies, at random",
    plies: |start| {
        let left = [0, 1].into_iter().filter(|&seat| start.knight(seat).is_none()).count();
        [left + 2; 2]
    },
    key,
    ..Openings::plain()
};

/// A key of the knights and the closed cells, equal for turned and reflected positions. If the board is not square, half of
/// the images belong to another board and equal none.
fn key(position: &Isolation) -> u64 {
    let size = position.size();
    let [width, height] = [size.width(), size.height()].map(i32::from);
    let place =
        |column: u8, row: u8| [2 * i32::from(column) + 1 - width, 2 * i32::from(row) + 1 - height];
    let closed: Cells = size.cells() & !position.free();
    let mut stones: Vec<_> =
        each(closed).map(|cell| (place(cell.column(), cell.row()), 1)).collect();
    for seat in [0, 1] {
        let knight = position.knight(seat);
        stones.extend(knight.map(|cell| (place(cell.column(), cell.row()), 2 + seat as u64)));
    }
    openings::key(&stones, &SQUARE, position.turn() as u64)
}
