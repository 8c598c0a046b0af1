//! What the two placements decide on 7x7. Nothing is searched here: the table of all placements that
//! [`super::solve_all`] computes says that the rule below holds, and the tests sample it.
//!
//! After both placements the player to move wins if the knights stand on cells of the same colour,
//! and loses if they stand on opposite ones, but for one case: player 1 in the centre and player 2 a
//! knight's move away from it. Player 1 then wins by going, on every ply, to the cell opposite to the
//! other knight's through the centre; the first such cell is a knight's move from the centre as well.

use super::board::{Cell, Size, count};
use super::position::{Isolation, Move, SEAT_NAMES};
use crate::game::Seat;

/// Both placements of a game on 7x7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Where each knight was placed.
    pub at: [Cell; 2],
}

impl Placement {
    /// The placements that a game on 7x7 began with; `None` before both are made, and on other boards.
    pub fn of(position: &Isolation) -> Option<Placement> {
        let mut trail = position.trail();
        let at = [trail.next()?, trail.next()?];
        (position.size() == Size::SEVEN).then_some(Placement { at })
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
    pub fn winner(self) -> Option<Seat> {
        Some(usize::from(!self.same_colour() && !self.mirrors()))
    }
}

/// The seat that wins with best play from before both placements are made, on 7x7: the second,
/// who can always answer.
pub fn winner_by_placement(position: &Isolation) -> Option<Seat> {
    (position.size() == Size::SEVEN && position.plies() < 2).then_some(1)
}

/// Whether placing the knight on `mv` wins with best play; `None` when no placement is owed, or the
/// board is not 7x7.
pub fn placing_wins(position: &Isolation, mv: Move) -> Option<bool> {
    if position.size() != Size::SEVEN {
        return None;
    }
    match position.plies() {
        0 => Some(false),
        1 => {
            let first = position.knight(0)?;
            Some(Placement { at: [first, mv.0] }.winner() == Some(1))
        }
        _ => None,
    }
}

/// The answer of the mirror: in the exceptional placement, and as long as player 1 has kept it up,
/// the cell opposite to the other knight's.
pub fn mirror_move(position: &Isolation) -> Option<Move> {
    let placement = Placement::of(position).filter(|placement| placement.mirrors())?;
    let size = position.size();
    if position.turn() != 0 {
        return None;
    }
    let own: Vec<_> = position.trail_of(0).skip(1).collect();
    let theirs: Vec<_> = position.trail_of(1).collect();
    let kept = own.iter().zip(&theirs).all(|(&own, &theirs)| size.mirrored(theirs) == own);
    let answer = size.mirrored(*theirs.last()?);
    let legal = position.targets(0) & answer.alone() != 0;
    debug_assert!(placement.at[0] != answer);
    (kept && legal).then_some(Move(answer))
}

/// What the placements mean, in a sentence; `None` before the first one and on boards other than 7x7.
pub(super) fn words(position: &Isolation) -> Option<String> {
    if position.size() != Size::SEVEN {
        return None;
    }
    let first = position.trail().next()?;
    let Some(placement) = Placement::of(position) else {
        return Some(if Some(first) == Size::SEVEN.centre() {
            let cells = count(position.free()) / 2 - count(first.knight() & position.free());
            format!(
                "{first} is the centre: {} wins on the {cells} cells of the other colour that are not a knight's move away",
                SEAT_NAMES[1]
            )
        } else {
            format!("{} wins on any cell of the other colour than {first}", SEAT_NAMES[1])
        });
    };
    let [a, b] = placement.at;
    Some(if placement.mirrors() {
        format!(
            "{a} and {b} have opposite colours, yet {} wins: the one exception, by mirroring through the centre",
            SEAT_NAMES[0]
        )
    } else if placement.same_colour() {
        format!("{a} and {b} have the same colour: {}, to move, wins with best play", SEAT_NAMES[0])
    } else {
        format!(
            "{a} and {b} have opposite colours: {}, moving second, wins with best play",
            SEAT_NAMES[1]
        )
    })
}
