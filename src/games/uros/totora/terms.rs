//! The terms of the search.

use crate::base::fixed::Fixed;
use crate::contract::analysis::{Contrast, Term};
use crate::search::mcts;

/// The lead at the end of the game, with its share in the value of a game.
pub(super) const LEAD: Term = Term {
    key: "lead",
    label: "lead",
    meaning: "average lead of your biggest village in houses at the end of the random games through the placement; its weight is its share of a game's value, the rest is the win",
    weight: Fixed::from_thousandths(30),
    contrast: Contrast {
        more: "simulated games end # [house|houses] better for you",
        less: "simulated games end # [house|houses] worse for you",
        ..Contrast::BY_LABEL
    },
};

/// The share of games won.
pub(super) const PLAYOUTS: Term = Term { weight: Fixed::from_thousandths(970), ..mcts::PLAYOUTS };
