//! A move and its notation. Whether it is legal is the position's business.

use crate::contract::game::NotationError;
use std::fmt;

/// A piece is put on a cell. Cells count from a1, bottom left, to the right and then up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The column, from 0.
    pub column: u8,
    /// The row, from 0 at the bottom.
    pub row: u8,
}

/// Column letter and row number: `b3`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

/// Reads a cell of a board with `side` columns and rows. A capital letter is read as the small one.
pub(super) fn parse(text: &str, side: u8) -> Result<Move, NotationError> {
    let mut bytes = text.bytes();
    let column = bytes.next().map(|byte| byte.to_ascii_lowercase().wrapping_sub(b'a'));
    let Some(column) = column.filter(|&column| column < side) else {
        let last = char::from(b'a' + side - 1);
        let expected = format!("a column from a to {last}, then a row from 1 to {side}");
        return Err(NotationError::new(text, 0, expected));
    };
    let row = bytes.next().map(|byte| byte.wrapping_sub(b'1'));
    let Some(row) = row.filter(|&row| row < side) else {
        return Err(NotationError::new(text, 1, format!("a row from 1 to {side}")));
    };
    match bytes.next() {
        None => Ok(Move { column, row }),
        Some(_) => Err(NotationError::new(text, 2, "the end of the move")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_as_they_are_read() {
        for text in ["a1", "d4", "b3"] {
            assert_eq!(parse(text, 4).expect(text).to_string(), text);
        }
        assert_eq!(parse("D4", 4).expect("a capital").to_string(), "d4");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, message) in [
            ("", "at character 1, expected a column from a to d, then a row from 1 to 4"),
            ("e1", "at character 1, expected a column from a to d, then a row from 1 to 4"),
            ("é1", "at character 1, expected a column from a to d, then a row from 1 to 4"),
            ("a", "at character 2, expected a row from 1 to 4"),
            ("a5", "at character 2, expected a row from 1 to 4"),
            ("a1x", "at character 3, expected the end of the move"),
        ] {
            let error = parse(text, 4).expect_err(text).to_string();
            assert!(error.ends_with(message), "{error}");
        }
    }
}
