//! A placement, and its notation. The position checks whether it is legal.

use super::geometry::{Island, Square, Turn};
use crate::contract::game::NotationError;
use std::fmt;

/// A ply: one placement, or an early end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// An own house from the pool on a square of an island, in the Reedbed or on the Lake.
    House {
        /// The island that it stands on.
        island: Island,
        /// The number of its square, which never changes.
        square: u8,
    },
    /// An island moved from the Reedbed to the Lake.
    Island {
        /// The island that is placed.
        island: Island,
        /// The rotation of the island.
        turn: Turn,
        /// The Lake square of the top-left corner of its bounding box.
        corner: Square,
    },
    /// Ends a game whose result is settled. Never listed.
    End,
    /// Ends the game by agreement of both players. Never listed, and never played by a bot.
    Agree,
}

/// The notation of [`Move::End`].
pub const END: &str = "end";
/// The notation of [`Move::Agree`].
pub const AGREE: &str = "agree";

/// `F.2`, `U@B5/90`, `end`, `agree`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::House { island, square } => write!(f, "{}.{square}", island.letter()),
            Move::Island { island, turn, corner } => {
                write!(f, "{}@{corner}", island.letter())?;
                match turn.degrees() {
                    0 => Ok(()),
                    degrees => write!(f, "/{degrees}"),
                }
            }
            Move::End => f.write_str(END),
            Move::Agree => f.write_str(AGREE),
        }
    }
}

/// The content of a text before the Lake is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// A complete move.
    Move(Move),
    /// A house on the island on that Lake square.
    HouseOn(Square),
}

const START: &str =
    "a house such as F.2, an island such as U@B5/90, or a Lake square such as D2 for a house";

/// Reads a placement.
///
/// # Errors
/// The first wrong place of the text, and what was expected there.
pub fn parse(text: &str) -> Result<Written, NotationError> {
    let wrong = |at: usize, expected: &str| NotationError::new(text, at, expected);
    match text {
        END => return Ok(Written::Move(Move::End)),
        AGREE => return Ok(Written::Move(Move::Agree)),
        _ => {}
    }
    let bytes = text.as_bytes();
    match bytes {
        [letter, b'.', rest @ ..] => {
            let island = Island::parse(*letter).ok_or_else(|| wrong(0, ISLAND))?;
            let squares = island.size() as u8;
            let square = rest.first().and_then(|digit| digit.checked_sub(b'0'));
            let square = square.filter(|&square| square < squares).ok_or_else(|| {
                wrong(2, &format!("a square of {} from 0 to {}", island.letter(), squares - 1))
            })?;
            if rest.len() > 1 {
                return Err(wrong(3, "the end of the move"));
            }
            Ok(Written::Move(Move::House { island, square }))
        }
        [letter, b'@', rest @ ..] => {
            let island = Island::parse(*letter).ok_or_else(|| wrong(0, ISLAND))?;
            let [column, row, turn @ ..] = rest else {
                return Err(wrong(2, "a Lake square from A1 to F6"));
            };
            let corner = Square::parse(*column, *row)
                .ok_or_else(|| wrong(2, "a Lake square from A1 to F6"))?;
            let turn = match turn {
                [] => Turn::ALL[0],
                b"/90" => Turn::ALL[1],
                b"/180" => Turn::ALL[2],
                b"/270" => Turn::ALL[3],
                [b'/', ..] => {
                    return Err(wrong(5, "a turn of 90, 180 or 270 and the end of the move"));
                }
                _ => return Err(wrong(4, "a turn such as /90, or the end of the move")),
            };
            Ok(Written::Move(Move::Island { island, turn, corner }))
        }
        [column, row] => {
            Square::parse(*column, *row).map(Written::HouseOn).ok_or_else(|| wrong(0, START))
        }
        [first, ..] if Island::parse(*first).is_some() => {
            Err(wrong(1, "`.` for a house on the island, or `@` for its place on the Lake"))
        }
        _ => Err(wrong(0, START)),
    }
}

const ISLAND: &str = "an island: one of T, S, D, L, P, V, I, F, U";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_give_the_location() {
        for (text, at) in [
            ("", 1),
            ("X.1", 1),
            ("F.5", 3),
            ("F.", 3),
            ("F.12", 4),
            ("U@", 3),
            ("U@G1", 3),
            ("U@A7", 3),
            ("U@A1/0", 6),
            ("U@A1/45", 6),
            ("U@A190", 5),
            ("U@A1/90 ", 6),
            ("G1", 1),
            ("Uber", 2),
            ("é.1", 1),
            ("forfeit!", 1),
        ] {
            let error = parse(text).expect_err(text);
            assert_eq!(error.at, at, "{error}");
        }
    }
}
