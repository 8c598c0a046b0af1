//! The result of the two placements on 7x7. Nothing is searched here: the table of all placements from
//! [`super::solver::table`] confirms the rule below, and the tests check samples.
//!
//! After both placements the player to move wins if the knights stand on cells of the same colour,
//! and loses if they stand on opposite ones, with one exception: player 1 in the centre and player 2 a
//! knight's move away from it. Player 1 then wins by moving, on every ply, to the cell opposite
//! the other knight's through the centre; the first such cell is a knight's move from the centre as well.

use super::board::{Cell, Size, each};
use super::position::{Isolation, Move};
use crate::contract::game::{Enumerable, Seat};

/// Both placements of a game on 7x7, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The cell of each placement.
    pub at: [Cell; 2],
}

impl Placement {
    /// The placements at the start of a game on 7x7; `None` before both are made, and on other boards.
    pub fn from_position(position: &Isolation) -> Option<Placement> {
        let mut trail = position.trail();
        let at = [trail.next()?, trail.next()?];
        is_known(position).then_some(Placement { at })
    }

    /// Whether both cells have the same colour.
    pub fn same_colour(self) -> bool {
        self.at[0].same_colour(self.at[1])
    }

    /// Whether this is the one exception: player 1 in the centre, player 2 a knight's move away.
    pub fn mirrors(self) -> bool {
        Some(self.at[0]) == Size::SEVEN.centre() && self.at[0].knight() & self.at[1].alone() != 0
    }

    /// The seat that wins with best play.
    pub fn winner(self) -> Seat {
        usize::from(!self.same_colour() && !self.mirrors())
    }
}

/// Whether the results for placements are valid: on 7x7, in a game from the empty board.
pub(super) fn is_known(position: &Isolation) -> bool {
    position.size() == Size::SEVEN && !position.set_up()
}

/// Whether placing the knight on `mv` wins with best play; `None` when no placement is owed, or the
/// board is not 7x7.
pub fn placing_wins(position: &Isolation, mv: Move) -> Option<bool> {
    if !is_known(position) {
        return None;
    }
    match position.plies() {
        0 => Some(false),
        1 => {
            let first = position.knight(0)?;
            Some(Placement { at: [first, mv.0] }.winner() == 1)
        }
        _ => None,
    }
}

/// Whether the position looks the same from the other player's side after a half turn, and the
/// middle is closed or not a cell. Then the player to move loses, on a board of any size: for every move
/// the opposite move is legal, and leads to such a position again.
pub fn is_mirrored(position: &Isolation) -> bool {
    let size = position.size();
    let (Some(one), Some(other)) = (position.knight(0), position.knight(1)) else { return false };
    let free = position.free();
    size.mirrored(one) == other
        && size.centre().is_none_or(|centre| free & centre.alone() == 0)
        && each(free).all(|cell| free & size.mirrored(cell).alone() != 0)
}

/// Whether a legal move wins with best play, if that is known without a search.
pub fn wins(position: &Isolation, mv: Move) -> Option<bool> {
    if let Some(wins) = placing_wins(position, mv) {
        return Some(wins);
    }
    if is_mirrored(&position.played(&mv)) {
        return Some(true);
    }
    // Without a middle cell, the second player can mirror from the first placement on.
    if position.plies() == 0 && !position.set_up() && position.size().centre().is_none() {
        return Some(false);
    }
    let lost_from_the_start = position.plies() == 2
        && Placement::from_position(position).is_some_and(|both| both.winner() == 1);
    (lost_from_the_start || is_mirrored(position)).then_some(false)
}

/// The number of replies to the first placement, on 7x7, with which the second player would give the win
/// away.
pub fn traps(position: &Isolation, mv: Move) -> Option<u32> {
    if !is_known(position) || position.plies() > 0 {
        return None;
    }
    let replies = position.free() & !mv.0.alone();
    let losing = each(replies).filter(|&reply| Placement { at: [mv.0, reply] }.winner() == 0);
    Some(losing.count() as u32)
}
