//! The evaluation of `edgewise` and `alphabeta`: the stones that the player and the opponent lack to a tripod,
//! by the two-distance of [`super::distance`], as terms with weights.

use super::forced::danger;
use super::geometry::steps;
use super::position::FenceMaster;
use crate::base::fixed::Fixed;
use crate::base::util::sort_by_key;
use crate::contract::analysis::{Contrast, Gone, Term};
use crate::contract::game::{Enumerable, Seat};
use crate::lab::heuristic;
use crate::search::evaluate::{Ending, Evaluate};
use crate::search::selective::Selective;

/// Stones that the player lacks.
pub const OWN: Term = Term {
    key: "lacks",
    label: "own stones needed",
    meaning: "stones that you still need for a tripod if the opponent resists",
    weight: Fixed::from_int(-1),
    contrast: Contrast {
        more: "you need # more [stone|stones] for a tripod",
        less: "you need # fewer [stone|stones] for a tripod",
        silent: false,
        gone: Some(Gone { by: "ways", clause: "you have no safe way to a tripod any more" }),
    },
};
/// Stones that the opponent lacks.
pub const THEIRS: Term = Term {
    key: "opponent-lacks",
    label: "opponent's stones needed",
    meaning: "stones that the opponent still needs for a tripod if you resist",
    weight: Fixed::ONE,
    contrast: Contrast {
        more: "your opponent needs # more [stone|stones] for a tripod",
        less: "your opponent needs # fewer [stone|stones] for a tripod",
        silent: false,
        gone: Some(Gone {
            by: "opponent-ways",
            clause: "your opponent has no safe way to a tripod any more",
        }),
    },
};
/// Cells through which the player's tripod could go.
pub const OWN_WAYS: Term = Term {
    key: "ways",
    label: "own paths",
    meaning: "empty cells on your shortest paths to a tripod",
    weight: Fixed::from_thousandths(10),
    contrast: Contrast {
        more: "your shortest paths to a tripod have # more [cell|cells]",
        less: "your shortest paths to a tripod have # fewer [cell|cells]",
        silent: false,
        gone: Some(Gone { by: "ways", clause: "" }),
    },
};
/// Cells through which the opponent's tripod could go.
pub const THEIR_WAYS: Term = Term {
    key: "opponent-ways",
    label: "opponent's paths",
    meaning: "empty cells on the opponent's shortest paths to a tripod",
    weight: Fixed::from_thousandths(-10),
    contrast: Contrast {
        more: "your opponent's shortest paths to a tripod have # more [cell|cells]",
        less: "your opponent's shortest paths to a tripod have # fewer [cell|cells]",
        silent: false,
        gone: Some(Gone { by: "opponent-ways", clause: "" }),
    },
};

/// Terms over the features of FenceMaster.
pub type Weighted = heuristic::Weighted<FenceMaster>;

impl Evaluate<FenceMaster> for Weighted {
    fn value(&self, position: &FenceMaster, seat: Seat) -> i64 {
        self.sum(position, seat)
    }

    #[inline]
    fn ending(&self, position: &FenceMaster, seat: Seat) -> Option<Ending> {
        match (position.winner(), position.is_over()) {
            (Some(winner), _) => Some(if winner == seat { Ending::Won } else { Ending::Lost }),
            (None, true) => Some(Ending::Drawn),
            (None, false) => None,
        }
    }

    fn danger(&self, position: &FenceMaster) -> Option<String> {
        danger(position)
    }

    /// Wins first, then stones that stop the opponent's wins, then cells next to stones, then the centre.
    fn order(&self, position: &FenceMaster, moves: &mut [super::Move]) {
        let board = position.board();
        let seat = position.mover();
        let mut sorted = moves.to_vec();
        sort_by_key(&mut sorted, |mv| {
            let Some(place) = mv.place() else { return (-1000, 0) };
            let near = board.pattern(0, place).count_ones() + board.pattern(1, place).count_ones();
            let off = steps(position.geometry().axial_coord(place));
            let first = if near == 0 {
                0
            } else if position.would_win(seat, place) != 0 {
                2000
            } else if position.would_win(1 - seat, place) != 0 {
                500
            } else {
                i64::from(near)
            };
            (-first, off.into())
        });
        moves.copy_from_slice(&sorted);
    }
}

impl Selective<FenceMaster> for Weighted {}
