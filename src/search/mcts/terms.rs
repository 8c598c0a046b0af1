//! The terms of a move in a tree search.

use crate::base::fixed::Fixed;
use crate::contract::thought::{Contrast, Term};

/// The result of playouts through the move.
pub const WIN_RATE: Term = Term {
    key: "win-rate",
    label: "win rate",
    meaning: "the share of a win that playouts through the move brought; a draw counts half, and among several seats the share of the others that it came out ahead of",
    weight: Fixed::ONE,
    contrast: Contrast {
        more: "you win % more of the simulated games",
        less: "you win % fewer of the simulated games",
    },
};

/// The result of playouts through the move, for a policy that judges as well.
pub const PLAYOUTS: Term = Term {
    key: "playouts",
    label: "playouts",
    meaning: "the share of a win that random games through the move brought, and certain results that the search came to; a draw counts half",
    weight: Fixed::ONE,
    contrast: Contrast {
        more: "you win % more of the simulated games",
        less: "you win % fewer of the simulated games",
    },
};

/// The terms of a bot with playouts and no judgement, for its [`crate::contract::bot::BotSpec`].
pub static TERMS: [Term; 1] = [WIN_RATE];
