//! The one list of games and their bots, and the only place where types are erased: above this layer
//! a game is an [`AnyGame`], a position an [`AnyPosition`], and a move a text.
//!
//! A new game is one line in [`GAMES`]. This module has no rules, no sessions and no user interface.

mod any;
mod erased;

pub use any::{
    AnyBot, AnyGame, AnyPosition, AnyThinking, BotInfo, CatalogError, MoveError, Played, completes,
};

use crate::base::fixed::shorten;
use crate::games;

/// The games, in display order.
pub static GAMES: &[&dyn AnyGame] = &[
    &games::uros::GAME,
    &games::isolation::GAME,
    &games::outpost::GAME,
    &games::fencemaster::GAME,
    &games::reversi::GAME,
];

/// The ids of the games, in display order.
pub fn ids() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|game| game.id())
}

/// The game of that id.
///
/// # Errors
/// When there is none.
pub fn game(id: &str) -> Result<&'static dyn AnyGame, CatalogError> {
    GAMES
        .iter()
        .copied()
        .find(|game| game.id() == id)
        .ok_or_else(|| CatalogError::Game { id: shorten(id), known: ids().collect() })
}
