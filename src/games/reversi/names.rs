//! The names of cells on the usual board: `f5`.

use super::map::Map;

/// The name of a cell of the usual board: `f5` for 5,4.
pub(super) fn name(x: u8, y: u8) -> String {
    format!("{}{}", char::from(b'a' + x), y + 1)
}

/// Column and row of such a name.
pub(super) fn cell(name: &str) -> Option<(u8, u8)> {
    match *name.as_bytes() {
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Some((column - b'a', row - b'1')),
        _ => None,
    }
}

/// Whether cells of a map go by such names: two players on a plain board of at most eight columns and rows.
pub(super) fn is_usual(map: &Map) -> bool {
    map.is_plain()
}
