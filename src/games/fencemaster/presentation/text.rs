//! The hexagon as text, for terminals and notebooks.

use super::super::geometry::{column, row};
use super::super::position::FenceMaster;

/// The board: `W` and `B` are stones, `-` is empty. Each row begins with its number and ends with its columns: the third cell
/// of `2: 0 to 5` is `2,2`.
pub(super) fn board(position: &FenceMaster) -> String {
    let (geometry, stones) = (position.geometry(), position.board());
    let side = geometry.side();
    let mut lines = Vec::new();
    for number in 0..2 * side - 1 {
        let places: Vec<_> =
            geometry.places().iter().copied().filter(|&place| row(place) == number).collect();
        let cells: Vec<&str> = places
            .iter()
            .map(|&place| match stones.stone(place) {
                Some(0) => "W",
                Some(_) => "B",
                None => "-",
            })
            .collect();
        let indent = " ".repeat(number.abs_diff(side - 1));
        let [first, last] =
            [places.first(), places.last()].map(|place| place.map_or(0, |&at| column(at)));
        let drawn = format!("{indent}{}", cells.join(" "));
        lines
            .push(format!("{number:>2}  {drawn:<width$}  {first} to {last}", width = 4 * side - 3));
    }
    lines.join("\n")
}
