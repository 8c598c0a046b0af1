//! A move and its notation. The position checks legality.

use super::geometry::{Geometry, Place, column, row};
use crate::base::bytes::take_byte;
use crate::contract::game::NotationError;
use std::fmt;

/// A ply: the place of a stone, or the swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub(super) Place);

impl Move {
    /// Black takes over White's first stone.
    pub const SWAP: Move = Move(0);

    /// A stone on a place.
    pub const fn on(place: Place) -> Move {
        Move(place)
    }

    /// The place of the stone; `None` for the swap.
    #[inline]
    pub fn place(self) -> Option<Place> {
        (self != Move::SWAP).then_some(self.0)
    }
}

/// `r,c`, both from 0.
pub(super) struct Name(pub(super) Place);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", row(self.0), column(self.0))
    }
}

/// A cell as printed on the board, in the notation of Little Golem: the letter of the row from the top, and the number in
/// the row from the left, from 1.
pub(super) struct Printed<'a>(pub(super) &'a Geometry, pub(super) Place);

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (geometry, row, column) = (self.0, row(self.1), column(self.1));
        let first = (row + 1).saturating_sub(geometry.side());
        write!(f, "{}{}", char::from(b'a' + row as u8), column + 1 - first)
    }
}

/// A cell as printed on the board; `None` if the text is no cell.
fn printed(text: &str, geometry: &Geometry) -> Option<Move> {
    let (letter, number) = text.split_at_checked(1)?;
    let row = usize::from(letter.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?);
    let read: usize = number.parse().ok().filter(|_| !number.starts_with(['0', '+']))?;
    let first = (row + 1).saturating_sub(geometry.side());
    geometry.at(row, first + read.checked_sub(1)?).map(Move)
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place() {
            Some(place) => Name(place).fmt(f),
            None => f.write_str("swap"),
        }
    }
}

/// Parses a move on a board.
pub(super) fn parse(text: &str, geometry: &Geometry) -> Result<Move, NotationError> {
    if text == "swap" {
        return Ok(Move::SWAP);
    }
    if let Some(mv) = printed(text, geometry) {
        return Ok(mv);
    }
    let last = 2 * geometry.side() - 2;
    let number = |from: usize| -> Option<(usize, usize)> {
        let digits = text.get(from..)?.bytes().take_while(u8::is_ascii_digit).count();
        let read = text.get(from..from + digits)?;
        let number = read.parse().ok().filter(|&n| n <= last)?;
        (digits == 1 || !read.starts_with('0')).then_some((number, from + digits))
    };
    let wrong = |at: usize, expected: String| Err(NotationError::new(text, at, expected));
    let Some((row, comma)) = number(0) else {
        return wrong(0, format!("a row from 0 to {last}, a comma and a column, or swap"));
    };
    if text.as_bytes().get(comma) != Some(&b',') {
        return wrong(comma, "a comma and a column".to_owned());
    }
    let least = (row + 1).saturating_sub(geometry.side());
    let most = last.min(row + geometry.side() - 1);
    let found = number(comma + 1);
    match found.and_then(|(column, end)| Some((geometry.at(row, column)?, end))) {
        Some((_, end)) if end < text.len() => wrong(end, "the end of the move".to_owned()),
        Some((place, _)) => Ok(Move(place)),
        None => wrong(comma + 1, format!("a column from {least} to {most}, as row {row} has")),
    }
}

/// Cells below this number take one byte; all others take this byte and one more.
const LONG: usize = 254;
const SWAP: u8 = 255;

/// Encodes a move in one byte, or in two for the last cells of a board of side 10.
pub(super) fn encode(mv: Move, geometry: &Geometry, out: &mut Vec<u8>) {
    match mv.place().and_then(|place| geometry.number(place)) {
        None => out.push(SWAP),
        Some(number) if number < LONG => out.push(number as u8),
        Some(number) => out.extend([LONG as u8, (number - LONG) as u8]),
    }
}

/// Decodes a move from the front of `bytes`.
pub(super) fn decode(bytes: &mut &[u8], geometry: &Geometry) -> Option<Move> {
    let first = take_byte(bytes)?;
    if first == SWAP {
        return Some(Move::SWAP);
    }
    let more = if usize::from(first) == LONG { take_byte(bytes)? } else { 0 };
    geometry.place(usize::from(first) + usize::from(more)).map(Move)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_round_trip_through_text_and_code() {
        for side in [3, 6, 10] {
            let geometry = Geometry::with_side(side).expect("a size");
            let cells = geometry.places().iter().copied().map(Move::on);
            for mv in cells.chain([Move::SWAP]) {
                assert_eq!(parse(&mv.to_string(), geometry), Ok(mv));
                let mut code = Vec::new();
                encode(mv, geometry, &mut code);
                assert!(code.len() == 1 || side == 10);
                let mut rest = code.as_slice();
                assert_eq!((decode(&mut rest, geometry), rest.len()), (Some(mv), 0));
            }
        }
        let geometry = Geometry::with_side(6).expect("a size");
        assert_eq!(decode(&mut [91].as_slice(), geometry), None);
        assert_eq!(decode(&mut [254].as_slice(), geometry), None);
        assert_eq!(decode(&mut [].as_slice(), geometry), None);
    }

    #[test]
    fn errors_give_location_and_reason() {
        let geometry = Geometry::with_side(4).expect("a size");
        for (text, message) in [
            ("", "at character 1, expected a row from 0 to 6, a comma and a column, or swap"),
            ("Swap", "at character 1, expected a row from 0 to 6, a comma and a column, or swap"),
            ("7,4", "at character 1, expected a row from 0 to 6, a comma and a column, or swap"),
            ("01,1", "at character 1, expected a row from 0 to 6, a comma and a column, or swap"),
            ("99999999999999999999999,1", "or swap"),
            ("é", "or swap"),
            ("3", "at character 2, expected a comma and a column"),
            ("3;3", "at character 2, expected a comma and a column"),
            ("3,", "at character 3, expected a column from 0 to 6, as row 3 has"),
            ("0,4", "at character 3, expected a column from 0 to 3, as row 0 has"),
            ("6,2", "at character 3, expected a column from 3 to 6, as row 6 has"),
            ("3,é", "at character 3, expected a column from 0 to 6, as row 3 has"),
            ("3,3 ", "at character 4, expected the end of the move"),
        ] {
            let error = parse(text, geometry).expect_err(text).to_string();
            assert!(error.ends_with(message), "{error}");
        }
    }
}
