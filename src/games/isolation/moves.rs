//! A move and its notation. The position checks whether it is legal.

use super::board::{Cell, Size};
use crate::contract::game::NotationError;
use crate::grid::rules::notation;
use std::fmt;

/// A ply: the target cell of the knight, in a placement or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub Cell);

impl Move {
    /// Ends a settled game early, once the knights are separated. Never listed.
    pub const END: Move = Move(Cell(u8::MAX));
}

/// The notation of [`Move::END`].
pub(super) const END: &str = "end";

/// Column letter and row number, a1 bottom left: `d4`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Move::END { f.write_str(END) } else { self.0.fmt(f) }
    }
}

/// Reads a cell of a board of this size. Capital letters are accepted.
pub(super) fn parse(text: &str, size: Size) -> Result<Move, NotationError> {
    if text == END {
        return Ok(Move::END);
    }
    let (column, row) = notation::cell(text, size.width, size.height)?;
    Ok(Move(Cell::at(column, row).unwrap_or(Cell(0))))
}
