//! The board as text, for terminals and notebooks.

use super::super::board::Cell;
use super::super::position::Isolation;
use crate::contract::presentation::grid_text;

/// The board with its columns and rows: `1` and `2` are the knights, `.` is free, `x` closed.
pub(super) fn board(position: &Isolation) -> String {
    let size = position.size();
    let columns: Vec<String> =
        (0..size.width()).map(|column| char::from(b'a' + column).to_string()).collect();
    let rows: Vec<String> = (1..=size.height()).rev().map(|row| row.to_string()).collect();
    grid_text(&columns, &rows, |row, column| {
        let cell = Cell::at(column as u8, size.height() - 1 - row as u8);
        let knight = (0..2).find(|&seat| cell.is_some() && position.knight(seat) == cell);
        match (knight, cell) {
            (Some(seat), _) => (seat + 1).to_string(),
            (None, Some(cell)) if position.free() & cell.alone() != 0 => ".".to_owned(),
            _ => "x".to_owned(),
        }
    })
}
