//! The stones, stored by the engine that fits the map: `bitboard` for plain maps, `lines` for all others.

use super::super::bitboard::Plain;
use super::super::lines::Lines;

/// The stones of a position.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Stones {
    Plain(Plain),
    Lines(Lines),
}

impl Clone for Stones {
    fn clone(&self) -> Self {
        match self {
            Stones::Plain(plain) => Stones::Plain(*plain),
            Stones::Lines(lines) => Stones::Lines(lines.clone()),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        match (self, other) {
            (Stones::Plain(own), Stones::Plain(other)) => *own = *other,
            (Stones::Lines(own), Stones::Lines(other)) => own.clone_from(other),
            (own, other) => *own = other.clone(),
        }
    }
}
