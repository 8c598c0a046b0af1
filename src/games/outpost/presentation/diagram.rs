//! A position as text, for programs outside. Only reads positions.

use super::super::board::{Cell, SIDE};
use super::super::position::Outpost;

/// A hundred lines of a hundred characters, north at the top: land is `.` (neutral), `?` (disputed) or
/// `a` to `d` (of an empire), water `~`, `!` or `1` to `4`, and an outpost is `A` to `D`. Then a line for
/// each empire: its letter and its outposts as `x,y`, in the order of their numbers.
pub(super) fn write(position: &Outpost) -> String {
    let field = &position.field;
    let mut text = String::with_capacity(SIDE * (SIDE + 1) + 1000);
    for y in 0..SIDE as u8 {
        for x in 0..SIDE as u8 {
            let cell = Cell { x, y };
            let water = position.rules.map.water.contains(cell);
            let held = field.posts.iter().position(|posts| posts.contains(&cell));
            text.push(match (held, field.owners.code(cell), water) {
                (Some(empire), _, _) => char::from(b'A' + empire as u8),
                (None, 0, false) => '.',
                (None, 0, true) => '~',
                (None, 5, false) => '?',
                (None, 5, true) => '!',
                (None, empire, false) => char::from(b'a' + empire - 1),
                (None, empire, true) => char::from(b'0' + empire),
            });
        }
        text.push('\n');
    }
    for (empire, posts) in field.posts.iter().enumerate() {
        text.push(char::from(b'A' + empire as u8));
        text.push(':');
        for cell in posts {
            text.push_str(&format!(" {},{}", cell.x, cell.y));
        }
        text.push('\n');
    }
    text
}
