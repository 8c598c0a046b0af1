//! How a game ended, in words. Only reads positions.

use super::super::board::{BRIDGE, LOOP, TRIPOD};
use super::super::position::{FenceMaster, Stand, by};
use super::super::position_text::PositionText;
use super::super::trace::{self, Ring};
use super::groups::{edges_words, groups};
use crate::base::util::counted;
use crate::contract::game::Seat;

/// The word for how the game was decided on the board; `None` while it goes on and after giving up.
pub(super) fn by_word(position: &FenceMaster) -> Option<&'static str> {
    match position.stand() {
        Stand::Won(_) => by(position.won()),
        Stand::Drawn => Some("draw"),
        Stand::Open | Stand::GivenUp(_) => None,
    }
}

/// The ring that the winner has closed.
pub(super) fn ring(position: &FenceMaster, seat: Seat) -> Option<Ring> {
    (position.won() & LOOP != 0)
        .then(|| trace::ring(position.geometry(), position.board(), seat, position.havannah()))
        .flatten()
}

/// What wins, in the words of the rules that are played.
pub(super) fn won_words(position: &FenceMaster, won: u8) -> String {
    let havannah = position.havannah();
    let names: Vec<&str> = [
        (TRIPOD, if havannah { "a fork" } else { "a tripod" }),
        (BRIDGE, "a bridge"),
        (LOOP, if havannah { "a ring" } else { "a loop" }),
    ]
    .into_iter()
    .filter(|(bit, _)| won & bit != 0)
    .map(|(_, name)| name)
    .collect();
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => (*only).to_owned(),
        Some((last, rest)) => format!("{} and {last} at once", rest.join(", ")),
    }
}

/// How the winner's stones do it.
pub(super) fn how_words(position: &FenceMaster, seat: Seat) -> String {
    let joined = |bit: u8| {
        let group = groups(position).into_iter().find(|group| {
            group.seat == seat
                && if bit == TRIPOD { group.edges() >= 3 } else { group.corners() >= 2 }
        });
        group.filter(|_| position.won() & bit != 0)
    };
    let mut clauses = Vec::new();
    if let Some(group) = joined(TRIPOD) {
        clauses.push(format!("one group joins {}", edges_words(group.touched)));
    }
    if let Some(group) = joined(BRIDGE) {
        clauses.push(format!("one group joins {}", counted(group.corners() as u64, "corner")));
    }
    if let Some(ring) = ring(position, seat) {
        let (stones, cells) = (ring.cells.len(), counted(ring.enclosed.len() as u64, "cell"));
        clauses.push(format!("{stones} stones enclose {cells}"));
    }
    clauses.join(", and ")
}

/// Whether both players have what wins: possible only on a board that was given.
pub(super) fn both_have(position: &FenceMaster) -> bool {
    position.plies() == 0
        && PositionText::read(&position.picture())
            .is_ok_and(|picture| (0..2).all(|seat| picture.wins(seat, position.havannah()) != 0))
}
