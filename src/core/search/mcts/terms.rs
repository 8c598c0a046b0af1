//! The terms of a move in a tree search.

use crate::base::fixed::Fixed;
use crate::contract::analysis::{Contrast, Term};

/// The result of playouts through the move.
pub const WIN_RATE: Term = Term {
    key: "win-rate",
    label: "win rate",
    meaning: "win rate of the playouts through the move; a draw counts as half, and with more than two players a result is the share of the others that you beat",
    weight: Fixed::ONE,
    contrast: Contrast {
        more: "you win % more of the simulated games",
        less: "you win % fewer of the simulated games",
        ..Contrast::BY_LABEL
    },
};

/// The result of playouts through the move, for a policy that judges as well.
pub const PLAYOUTS: Term = Term {
    key: "playouts",
    label: "playouts",
    meaning: "win rate of the random games through the move, including proven results that the search reached; a draw counts as half",
    ..WIN_RATE
};

/// The terms of a bot with playouts and no judgement, for its [`crate::contract::bot::BotSpec`].
pub static TERMS: [Term; 1] = [WIN_RATE];
