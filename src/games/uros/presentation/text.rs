//! The Lake and the Reedbed as text, for terminals and notebooks.

use super::super::geometry::{Island, SIDE, Square, Turn};
use super::super::position::Uros;
use crate::contract::presentation::grid_text;

/// The house on a square of an island: `r` for Red, `b` for Blue.
fn house(position: &Uros, island: Island, square: u8) -> Option<char> {
    let marks = position.marks[island.index()];
    (0..2).find(|&seat| marks[seat] >> square & 1 != 0).map(|seat| ['r', 'b'][seat])
}

/// The Lake, then the islands of the Reedbed with the numbers of their squares, as moves name them.
pub(super) fn board(position: &Uros) -> String {
    let columns: Vec<String> =
        (0..SIDE as u8).map(|column| char::from(b'A' + column).to_string()).collect();
    let rows: Vec<String> = (1..=SIDE).rev().map(|row| row.to_string()).collect();
    let lake = grid_text(&columns, &rows, |row, column| {
        match position.island_on(Square::new(column, row)) {
            Some((island, square)) => {
                let house = house(position, island, square).unwrap_or('.');
                format!("{}{house}", island.letter())
            }
            None => "~".to_owned(),
        }
    });
    let mut lines = [const { String::new() }; 4];
    for island in position.reedbed() {
        let shape = island.turned(Turn::ALL[0]);
        lines[0] += &format!("{:<width$}", island.letter(), width = shape.width + 2);
        for row in 0..3 {
            let cell = |column: usize| {
                let at = shape.cells.iter().take(island.size()).position(|&at| at == (column, row));
                at.map_or(' ', |square| {
                    let number = char::from(b'0' + square as u8);
                    house(position, island, square as u8).unwrap_or(number)
                })
            };
            lines[row + 1].extend((0..shape.width).map(cell));
            lines[row + 1] += "  ";
        }
    }
    let reedbed: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    format!("{lake}\nReedbed:\n{}", reedbed.join("\n")).trim_end().to_owned()
}
