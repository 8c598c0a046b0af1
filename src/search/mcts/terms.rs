//! The terms of what a tree search says of a move.

use crate::base::fixed::Fixed;
use crate::contract::thought::{Contrast, Term};

/// What playouts through the move brought.
pub const WIN_RATE: Term = Term {
    key: "win-rate",
    label: "win rate",
    meaning: "the share of a win that playouts through the move brought; a draw counts half, and among several seats the share of the others that it came out ahead of",
    weight: Fixed::ONE,
    contrast: Contrast {
        more: "playouts bring % more of a win",
        less: "playouts bring % less of a win",
    },
};

/// What playouts through the move brought, for a policy that judges as well.
pub const PLAYOUTS: Term = Term {
    key: "playouts",
    label: "playouts",
    meaning: "the share of a win that random games through the move brought, and certain results that the search came to; a draw counts half",
    weight: Fixed::ONE,
    contrast: Contrast {
        more: "playouts bring % more of a win",
        less: "playouts bring % less of a win",
    },
};

/// What is taken from elsewhere.
pub const HINTS: Term = Term {
    key: "hints",
    label: "hints",
    meaning: "what is added for what playouts brought in which the move came later, and for what was known before; less, the more the move is tried. Where whole games tell what a move is worth, what they differ by",
    weight: Fixed::ONE,
    contrast: Contrast { more: "hints add % more", less: "hints add % less" },
};

/// What few visits take away.
pub const DOUBT: Term = Term {
    key: "doubt",
    label: "doubt",
    meaning: "minus one over the root of the visits: what is seldom tried may look better than it is",
    weight: Fixed::ONE,
    contrast: Contrast {
        more: "more visits leave % less doubt",
        less: "fewer visits leave % more doubt",
    },
};

/// The terms of a bot that plays out and does not judge, for its [`crate::contract::bot::BotSpec`].
pub static TERMS: [Term; 3] = [WIN_RATE, HINTS, DOUBT];
