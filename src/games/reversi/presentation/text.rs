//! The map as text, for terminals and notebooks.

use super::super::map::Tile;
use super::super::names::name;
use super::super::position::Reversi;
use crate::contract::presentation::grid_text;

/// The map with its columns and rows: digits are stones, `.` is empty, letters are special tiles.
pub(super) fn board(position: &Reversi) -> String {
    let map = position.board().map();
    let label = |number: u8, is_row: bool| match (map.is_plain(), is_row) {
        (true, true) => (number + 1).to_string(),
        (true, false) => name(number, 0).chars().take(1).collect(),
        (false, _) => number.to_string(),
    };
    let columns: Vec<String> = (0..map.width).map(|column| label(column, false)).collect();
    let rows: Vec<String> = (0..map.height).map(|row| label(row, true)).collect();
    let grid = grid_text(&columns, &rows, |row, column| {
        match position.tile(position.board().number(column as u8, row as u8)) {
            Tile::Empty => ".".to_owned(),
            Tile::Hole => " ".to_owned(),
            other => other.letter().to_string(),
        }
    });
    let mut lines = vec![grid];
    if !map.is_plain() {
        for seat in 0..position.players() {
            let (overrides, bombs) = (position.overrides(seat), position.bombs(seat));
            lines.push(format!("{}: override stones {overrides}, bombs {bombs}", seat + 1));
        }
    }
    for [a, b] in &map.transitions {
        lines.push(format!("{} {} {} <-> {} {} {}", a.x, a.y, a.direction, b.x, b.y, b.direction));
    }
    lines.join("\n")
}
