//! The map as text, for terminals and notebooks.

use super::super::board::{Cell, EMPIRES, SIDE};
use super::super::position::{Outpost, SEAT_NAMES};

/// The cells that one character shows.
const BLOCK: (usize, usize) = (2, 4);

/// The map in blocks of 2 by 4 cells: `1` to `4` are outposts, `a` to `d` the land of the four empires, `?` is disputed, `~`
/// water, `.` free. Below it the outposts by number, as orders name them.
pub(super) fn board(position: &Outpost) -> String {
    let field = position.field();
    let block = |row: usize, column: usize| {
        let cells = || {
            (0..BLOCK.0 * BLOCK.1).filter_map(move |n| {
                Cell::new(column * BLOCK.0 + n % BLOCK.0, row * BLOCK.1 + n / BLOCK.0)
            })
        };
        let outpost = (0..EMPIRES).find(|&e| cells().any(|cell| field.posts[e].contains(&cell)));
        if let Some(empire) = outpost {
            return char::from(b'1' + empire as u8);
        }
        let Some(cell) = cells().nth(BLOCK.0 * BLOCK.1 / 2) else { return ' ' };
        match (position.rules().map.land.contains(cell), field.owners.code(cell)) {
            (false, _) => '~',
            (true, 0) => '.',
            (true, 5) => '?',
            (true, code) => char::from(b'a' + code - 1),
        }
    };
    let mut lines: Vec<String> = (0..SIDE / BLOCK.1)
        .map(|row| (0..SIDE / BLOCK.0).map(|column| block(row, column)).collect())
        .collect();
    for (empire, posts) in field.posts.iter().enumerate() {
        let listed: Vec<String> =
            posts.iter().enumerate().map(|(number, cell)| format!("{number} on {cell}")).collect();
        lines.push(format!("{} {}: {}", empire + 1, SEAT_NAMES[empire], listed.join("; ")));
    }
    lines.join("\n")
}
