//! A position as text, for programs outside. Only reads positions.

use super::super::geometry::{Island, SIDE, Square};
use super::super::position::Uros;

fn mark(position: &Uros, island: Island, square: u8) -> char {
    let [red, blue] = position.marks[island.index()].map(|marks| marks >> square & 1);
    match (red, blue) {
        (1, _) => 'r',
        (_, 1) => 'b',
        _ => '-',
    }
}

/// The Lake row by row from the top, two characters a square: the island's letter and `r`, `b` (a house)
/// or `-`, or `..` for water. Then a line for each island of the Reedbed: its letter and its squares in
/// the order of their numbers.
pub(super) fn write(position: &Uros) -> String {
    let mut text = String::new();
    for index in 0..SIDE * SIDE {
        let on = Square::from_index(index).and_then(|square| position.island_on(square));
        match on {
            Some((island, number)) => {
                text.push(island.letter());
                text.push(mark(position, island, number));
            }
            None => text.push_str(".."),
        }
        text.push(if index % SIDE == SIDE - 1 { '\n' } else { ' ' });
    }
    for island in position.reedbed() {
        text.push(island.letter());
        text.push_str(": ");
        text.extend((0..island.size() as u8).map(|square| mark(position, island, square)));
        text.push('\n');
    }
    text
}
