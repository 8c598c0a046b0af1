//! **Uros**, the game of floating islands and villages.
//!
//! Two players, Red and Blue, build houses on nine islands of reed and put the islands on a Lake of
//! 6 x 6 squares; whoever has the larger biggest village on the Lake wins.
//!
//! - The first player makes one placement, from then on they alternate with two each. A placement is
//!   an own house on any free square of any island, in the Reedbed or on the Lake, or an island of the
//!   Reedbed onto free squares of the Lake, turned by quarter turns, with whatever houses stand on it.
//!   Nothing moves again, and nobody may pass.
//! - Before **every** placement, in the middle of a turn too, it is looked whether the player to place
//!   has an empty pool and no island of the Reedbed fits: then the game is over, whatever the other
//!   player still holds.
//! - The larger biggest village wins; if level, the one that stands on more islands; else it is a draw.
//!
//! The rooms: [`geometry`] (the Lake and the islands as bitboards), [`moves`] (notation),
//! [`position`] (the rules), [`metrics`] and [`bots`] (how a heuristic sees it), and the view (words
//! and drawings). `docs/uros.md` has the whole for a reader. No other game is known here.

pub mod bots;
mod diagram;
pub mod geometry;
pub mod metrics;
pub mod moves;
pub mod position;
mod presentation;
mod presets;

use crate::declaration::{Declaration, Listing};
pub use moves::Move;
pub use position::{Uros, Village};

/// What the game is called in records and links.
pub const ID: &str = "uros";
/// Its name for people.
pub const NAME: &str = "Uros";
/// What it is, in one line.
pub const ABOUT: &str =
    "Build villages on floating islands of reed; the largest village on the Lake wins.";
/// What the page can lay over the board: see the view of a thought.
pub const OVERLAYS: [&str; 3] = ["off", "hints", "all"];

/// The game, as the catalogue has it.
pub static GAME: Declaration<Uros> = Declaration {
    id: ID,
    name: NAME,
    about: ABOUT,
    seat_names: &["Red", "Blue"],
    overlays: &OVERLAYS,
    setup_text: None,
    bots: &bots::BOTS,
    opponents: &["exploit"],
    advisor: "balanced",
    listing: Some(Listing::enumerable()),
    review: None,
    match_options: &[],
    match_note: "",
    presets: presets::PRESETS,
};
