//! **Reversi XT**: Reversi for two to eight players on maps of any shape, with override stones, special
//! tiles, transitions and, at the end, bombs.
//!
//! # Rules
//! A step goes from a tile to its neighbour in one of eight directions. Where a border of a tile has a
//! transition, a step through it comes out of the transition's other end, and the walk goes on away
//! from that border. Holes and the rim end a walk.
//!
//! **Build phase.** Players move by number; who has no legal move is skipped, and may move again later.
//! From a new stone, walks go in all eight directions over stones of others and expansion stones, at
//! least one, to a stone of one's own; everything between is captured. A free tile, a hole and coming
//! back to the new stone end a walk without a capture. All captures are found first, then made. A
//! free tile is legal if a stone there captures something. With an override stone, an occupied tile
//! is legal too: on a stone, if at least one other stone is captured; on an expansion stone, always.
//! Special tiles work after the captures: *choice* swaps all stones with a player of one's choice,
//! *inversion* gives every player's stones to the next player, *bonus* gives a bomb or an override
//! stone. The phase ends when nobody can move.
//!
//! **Elimination phase.** It begins with the player after the last mover. Who has a bomb throws it at
//! any tile; every tile within the bombs' strength, counted in steps, becomes a hole, its transitions
//! with it. It ends when nobody has a bomb or no tile is left.
//!
//! **End.** Most stones win; equal counts share the better rank. Who breaks the rules is disqualified:
//! the stones stay, and the rank is the last. When one player is left, the game is over at once.
//!
//! # Rooms
//! `map` knows the text format, `board` steps and lines, `lines` and `bitboard` (plain maps) where
//! stones may go and what they capture, `moves` the notation, `position` the rules, `built_in` the maps
//! that come with the game; on these stand `view` (what the page shows) and the bots.

mod bitboard;
mod board;
mod bombs;
pub mod bots;
pub mod built_in;
mod diagram;
pub mod heuristics;
mod lines;
pub mod map;
mod moves;
mod playouts;
mod position;
mod presentation;
mod presets;
mod safety;

use crate::declaration::{Declaration, Listing};
pub use board::Board;
pub use map::{Map, MapError, Tile};
pub use moves::{Move, Special};
pub use position::{MAP, Phase, Reversi};

/// What the game is called in records and links.
pub const ID: &str = "reversi";
/// Its name for people.
pub const NAME: &str = "Reversi XT";
/// What it is, in one line.
pub const ABOUT: &str =
    "Reversi on any map for two to eight players, with transitions, overrides and bombs.";
/// The names of the seats on the map that is played unless told; others have up to eight.
pub const SEAT_NAMES: [&str; 2] = ["Player 1", "Player 2"];
/// What the page can lay over the board: candidates of the bot that thinks, and how safe tiles are.
pub const OVERLAYS: [&str; 3] = ["off", "hints", "all"];

/// The game, as the catalogue has it.
pub static GAME: Declaration<Reversi> = Declaration {
    id: ID,
    name: NAME,
    about: ABOUT,
    seat_names: &SEAT_NAMES,
    overlays: &OVERLAYS,
    setup_text: Some(&built_in::SETUP),
    bots: &bots::BOTS,
    opponents: &["totora"],
    advisor: "balanced",
    listing: Some(Listing::enumerable()),
    review: None,
    match_options: &[],
    match_note: "",
    presets: presets::PRESETS,
};
