//! **FenceMaster**: two players on a hexagon of hexagonal cells; a tripod or a loop wins.
//!
//! # Rules
//! The board is a hexagon of side 3 to 10. White and Black put one stone on an empty cell in turn,
//! White first, and nothing is ever taken or moved. In reply to the first stone Black may swap
//! instead: that stone becomes Black's. A player wins with the stone that joins three of the six sides
//! by one group (a *tripod*; the corner cells belong to no side), or that cuts a cell which is not the
//! player's own off from the border by own stones alone (a *loop*). A full board without either is a
//! draw. Havannah, its better known relative, is the other rule set: two corners joined win too (a
//! *bridge*), and a ring may enclose nothing but own stones.
//!
//! # Rooms
//! `geometry` knows cells and sides, `board` stones, groups and what a stone wins, `moves` the
//! notation, `text` pictures of boards, `position` the rules; on these stand `playout` (random games,
//! fast), `distance` (how many stones a tripod lacks, counted with the sets of `cells`), `evaluation` (its terms), the bots in `norton_rizk`, `edgewise`,
//! `totora` and `bots`, `trace` (what was won, stone by stone) and `view` (what the page shows).

pub mod board;
pub mod bots;
mod cells;
pub mod distance;
mod edgewise;
pub mod evaluation;
pub mod geometry;
mod moves;
pub mod norton_rizk;
pub mod playout;
mod position;
mod presentation;
mod presets;
pub mod text;
mod totora;
mod trace;

use crate::declaration::{Declaration, Listing};
pub use moves::Move;
pub use position::{BOARD, FenceMaster, OPENING, RULES, Rules, SEAT_NAMES, SIZE, SWAP};

/// What the game is called in records and links.
pub const ID: &str = "fencemaster";
/// Its name for people.
pub const NAME: &str = "FenceMaster";
/// What it is, in one line.
pub const ABOUT: &str =
    "Stones on a hexagon: join three sides or close a loop; Havannah is an option.";
/// What the page can lay over the board: candidates of the bot that thinks, the utility of Norton-Rizk,
/// visits and win rate of the tree search, and the distance of Edgewise.
pub const OVERLAYS: [&str; 7] = ["off", "hints", "all", "utility", "visits", "rate", "distance"];

/// The game, as the catalogue has it.
pub static GAME: Declaration<FenceMaster> = Declaration {
    id: ID,
    name: NAME,
    about: ABOUT,
    seat_names: &SEAT_NAMES,
    overlays: &OVERLAYS,
    setup_text: Some(&text::SETUP),
    bots: &bots::BOTS,
    opponents: &["totora"],
    advisor: "totora",
    listing: Some(Listing::enumerable()),
    review: None,
    match_options: &[],
    match_note: "",
    presets: presets::PRESETS,
};
