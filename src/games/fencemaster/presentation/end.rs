//! The ending of a game. Only reads positions.

use super::super::board::LOOP;
use super::super::position::{FenceMaster, GameStatus, by};
use super::super::position_text::PositionText;
use super::super::trace::{self, Ring};
use crate::contract::game::Seat;

/// The word for the decision on the board; `None` during the game and after a forfeit.
pub(super) fn decision_word(position: &FenceMaster) -> Option<&'static str> {
    match position.status() {
        GameStatus::Won(_) => by(position.won()),
        GameStatus::Drawn => Some("draw"),
        GameStatus::Open | GameStatus::GivenUp(_) => None,
    }
}

/// The ring closed by the winner.
pub(super) fn ring(position: &FenceMaster, seat: Seat) -> Option<Ring> {
    (position.won() & LOOP != 0)
        .then(|| trace::ring(position.geometry(), position.board(), seat, position.havannah()))
        .flatten()
}

/// Whether both players have a winning structure: possible only in a start position.
pub(super) fn both_have(position: &FenceMaster) -> bool {
    let won = |seat| PositionText::from(position).wins(seat, position.havannah()) != 0;
    position.plies() == 0 && (0..2).all(won)
}
