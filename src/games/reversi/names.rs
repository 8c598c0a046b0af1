//! The names of cells on the usual board, as defined by [`super::map::Map::is_plain`]: `f5`.

/// The name of a cell of the usual board: `f5` for 5,4.
pub(super) fn name(x: u8, y: u8) -> String {
    format!("{}{}", char::from(b'a' + x), y + 1)
}

/// The column and row of such a name.
pub(super) fn cell(name: &str) -> Option<(u8, u8)> {
    match *name.as_bytes() {
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Some((column - b'a', row - b'1')),
        _ => None,
    }
}
