//! A move and its notation. The position checks legality.

use super::map::Map;
use super::names::cell;
use crate::contract::game::NotationError;
use std::fmt;

/// The part of a move besides its tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Special {
    /// Nothing: the tile requires no choice, or a bomb is thrown.
    None,
    /// On a choice tile: the player, from 1, to swap all stones with.
    Swap(u8),
    /// On a bonus tile: a bomb.
    Bomb,
    /// On a bonus tile: an override stone.
    Override,
}

/// A ply: a stone put on a tile, or a bomb thrown at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The column, from 0 at the left.
    pub x: u8,
    /// The row, from 0 at the top.
    pub y: u8,
    /// The part besides the tile.
    pub special: Special,
}

impl Move {
    /// A move without a special part.
    pub const fn plain(x: u8, y: u8) -> Move {
        Move { x, y, special: Special::None }
    }
}

/// `3,4`, `3,4=2`, `3,4=bomb`, `3,4=override`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)?;
        match self.special {
            Special::None => Ok(()),
            Special::Swap(player) => write!(f, "={player}"),
            Special::Bomb => f.write_str("=bomb"),
            Special::Override => f.write_str("=override"),
        }
    }
}

/// Parses the number in `text` at byte `at`; it must be less than `below`. Also returns its end.
fn number(text: &str, at: usize, below: u8, what: &str) -> Result<(u8, usize), NotationError> {
    let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
    let word = &text[at..at + digits];
    match word.parse::<u8>() {
        Ok(number) if number < below && (digits == 1 || !word.starts_with('0')) => {
            Ok((number, at + digits))
        }
        _ => Err(NotationError::new(text, at, format!("{what} from 0 to {}", below - 1))),
    }
}

/// Parses a move on a map.
pub(super) fn parse(text: &str, map: &Map) -> Result<Move, NotationError> {
    // Users may write `f5` as printed; the output is always `5,4`.
    let tile = &text[..text.find('=').unwrap_or(text.len())];
    let printed = cell(tile).filter(|&(x, y)| x < map.width && y < map.height);
    let (x, y, at) = match printed {
        Some((x, y)) => (x, y, tile.len()),
        None => {
            let (x, at) = number(text, 0, map.width, "a column")?;
            if !text[at..].starts_with(',') {
                return Err(NotationError::new(text, at, "a comma"));
            }
            let (y, at) = number(text, at + 1, map.height, "a row")?;
            (x, y, at)
        }
    };
    let special = match &text[at..] {
        "" => Special::None,
        "=bomb" => Special::Bomb,
        "=override" => Special::Override,
        rest => {
            let Some(word) = rest.strip_prefix('=') else {
                return Err(NotationError::new(text, at, "= or the end of the move"));
            };
            match word.as_bytes() {
                &[digit @ b'1'..=b'8'] if digit - b'0' <= map.players => {
                    Special::Swap(digit - b'0')
                }
                _ => {
                    let players = map.players;
                    let expected = format!("a player from 1 to {players}, bomb or override");
                    return Err(NotationError::new(text, at + 1, expected));
                }
            }
        }
    };
    Ok(Move { x, y, special })
}
