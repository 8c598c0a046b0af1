//! Moves and their notation. [`Rules`](super::Rules) decides whether a move is legal.

use crate::contract::game::NotationError;
use std::fmt;

/// A move: the target of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece falls down a column, from 0: `d`.
    Column(u8),
    /// A piece is put on a cell: `d3`.
    Cell {
        /// From 0.
        column: u8,
        /// From 0 at the bottom.
        row: u8,
    },
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Move::Column(column) => write!(f, "{}", letter(column)),
            Move::Cell { column, row } => write!(f, "{}{}", letter(column), row + 1),
        }
    }
}

fn letter(column: u8) -> char {
    char::from(b'a' + column)
}

/// Reads the column at the start of a text; capital letters are accepted.
fn column_of(text: &str, columns: u8, then: &str) -> Result<u8, NotationError> {
    let first = text.bytes().next().map(|byte| byte.to_ascii_lowercase().wrapping_sub(b'a'));
    first.filter(|&column| column < columns).ok_or_else(|| {
        let last = letter(columns - 1);
        NotationError::new(text, 0, format!("a column from a to {last}{then}"))
    })
}

/// Reads a column of a board with this many columns, from 0.
///
/// # Errors
/// The error, and its place.
pub fn column(text: &str, columns: u8) -> Result<u8, NotationError> {
    let column = column_of(text, columns, "")?;
    match text.len() {
        1 => Ok(column),
        _ => Err(NotationError::new(text, 1, "the end of the move, which is a column alone")),
    }
}

/// Reads a cell of a board of this size: column and row, both from 0.
///
/// # Errors
/// The error, and its place.
pub fn cell(text: &str, columns: u8, rows: u8) -> Result<(u8, u8), NotationError> {
    let column = column_of(text, columns, &format!(", then a row from 1 to {rows}"))?;
    let number = &text[1..];
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let row = match number[..digits].parse::<u8>() {
        Ok(row) if (1..=rows).contains(&row) && !number.starts_with('0') => row - 1,
        _ => return Err(NotationError::new(text, 1, format!("a row from 1 to {rows}"))),
    };
    if digits < number.len() {
        return Err(NotationError::new(text, 1 + digits, "the end of the move"));
    }
    Ok((column, row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_survive_a_round_trip() {
        for text in ["a1", "d4", "k11", "a10"] {
            let (column, row) = cell(text, 11, 11).expect(text);
            assert_eq!(Move::Cell { column, row }.to_string(), text);
        }
        assert_eq!(cell("D4", 7, 7), Ok((3, 3)));
        assert_eq!(column("D", 7), Ok(3));
        assert_eq!(Move::Column(3).to_string(), "d");
    }

    #[test]
    fn move_errors_name_the_character() {
        let cells = "at character 1, expected a column from a to g, then a row from 1 to 7";
        for (text, message) in [
            ("", cells),
            ("h1", cells),
            ("é1", cells),
            ("a", "at character 2, expected a row from 1 to 7"),
            ("a8", "at character 2, expected a row from 1 to 7"),
            ("a01", "at character 2, expected a row from 1 to 7"),
            ("a-1", "at character 2, expected a row from 1 to 7"),
            ("a1x", "at character 3, expected the end of the move"),
        ] {
            let error = cell(text, 7, 7).expect_err(text).to_string();
            assert!(error.ends_with(message), "{error}");
        }
        for (text, message) in [
            ("", "at character 1, expected a column from a to g"),
            ("h", "at character 1, expected a column from a to g"),
            ("d3", "at character 2, expected the end of the move, which is a column alone"),
        ] {
            let error = column(text, 7).expect_err(text).to_string();
            assert!(error.ends_with(message), "{error}");
        }
    }
}
