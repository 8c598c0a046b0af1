//! The one list of games and their bots, and the only place where types are erased: above this layer
//! a game is an [`AnyGame`], a position an [`AnyPosition`], and a move a text.
//!
//! A new game is one line below. This module has no rules, no sessions and no user interface.

mod any;
#[cfg(not(target_arch = "wasm32"))]
mod batch;
mod erased;

pub use any::{
    AnyBot, AnyGame, AnyPosition, AnySearch, BotInfo, CatalogError, MoveError, WrittenMove,
    completes,
};

#[cfg(not(target_arch = "wasm32"))]
pub use batch::{AnyBatch, BatchError, Observation, PlaneLayout};

use crate::base::fixed::shorten;

/// Registers the games in display order: name in paths, and crate.
macro_rules! games {
    ($($name:ident: $package:ident),* $(,)?) => {
        /// The games, a crate each. A game knows the core, and no other game.
        pub mod games {
            $(pub use $package as $name;)*
        }

        /// The games, in display order.
        pub static GAMES: &[&dyn AnyGame] = &[$(&$package::GAME),*];
    };
}

games! {
    uros: totora_uros,
    isolation: totora_isolation,
    outpost: totora_outpost,
    fencemaster: totora_fencemaster,
    reversi: totora_reversi,
}

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
