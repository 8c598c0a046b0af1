//! A position as text, for programs outside. Only reads positions.

use super::super::board::Cell;
use super::super::position::Isolation;

/// The board row by row from the top, squares separated by spaces: `1` and `2` are the knights, `.` is
/// free, `x` closed.
pub(super) fn write(position: &Isolation) -> String {
    let size = position.size();
    let letter = |cell: Cell| {
        let knight = (0..2).find(|&seat| position.knight(seat) == Some(cell));
        match knight {
            Some(0) => '1',
            Some(_) => '2',
            None if position.free() & cell.alone() != 0 => '.',
            None => 'x',
        }
    };
    let mut text = String::new();
    for row in (0..size.height).rev() {
        for column in 0..size.width {
            // All of these are on the board.
            text.push(Cell::at(column, row).map_or('x', letter));
            text.push(if column + 1 == size.width { '\n' } else { ' ' });
        }
    }
    text
}
