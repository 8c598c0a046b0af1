//! The text form of a position: a line a row from the top, `1` and `2` for pieces, `.` for empty cells, then
//! `to move: 1` or `2`.

use crate::contract::setup::{Entry, lines, misread};

/// The fewest and the most columns and rows.
pub const SIDES: std::ops::RangeInclusive<usize> = 3..=6;

/// A position as a text has it.
pub struct PositionText {
    /// Columns and rows.
    pub side: u8,
    /// The pieces of each seat, a bit a cell.
    pub pieces: [u64; 2],
    /// Whose move it is.
    pub mover: u8,
}

/// Reads a position.
///
/// # Errors
/// What is wrong, with line and column, and what was expected.
pub fn read(text: &str) -> Result<PositionText, String> {
    let mut mover = 0;
    let mut rows = Vec::new();
    for (line, words) in lines(text) {
        match Entry::read(line, words) {
            Some(entry) if entry.key == "to move" => mover = entry.one_of(&["1", "2"])?,
            Some(_) => return Err(misread(line, 1, "expected `to move: 1` or `to move: 2`")),
            None => rows.push((line, words)),
        }
    }
    let side = rows.len();
    if !SIDES.contains(&side) {
        return Err(misread(1, 1, format!("expected 3 to 6 rows, found {side}")));
    }
    let mut pieces = [0; 2];
    for (row, &(line, words)) in rows.iter().rev().enumerate() {
        if words.chars().count() != side {
            return Err(misread(line, 1, format!("expected {side} cells, as many as rows")));
        }
        for (column, mark) in words.chars().enumerate() {
            match mark {
                '.' => {}
                '1' => pieces[0] |= 1 << (row * side + column),
                '2' => pieces[1] |= 1 << (row * side + column),
                _ => return Err(misread(line, column + 1, "expected 1, 2 or `.`")),
            }
        }
    }
    Ok(PositionText { side: side as u8, pieces, mover: mover as u8 })
}
