//! **Isolation** with knights: every visited cell is closed, and a player without a move loses.
//!
//! Each player puts a knight on the board and from then on moves it as in chess. If it is your turn and you
//! have no legal move, you lose at once. The rules, in one text for people and programs, are in
//! `docs/reference/rules/isolation.md`.
//!
//! # Modules
//! `board` has cells and knight's moves, `moves` the notation, `position_text` the text form of positions, `endgame_race` the
//! race of separated knights, `position` the rules; built on these are `heuristics` and `bots`, `theory` (the result of the
//! placements), `solver` (the winner, exactly) and [`presentation`] (the display on the page).

mod board;
pub mod bots;
mod causes;
mod concepts;
pub mod endgame_race;
pub mod features;
mod formats;
pub mod heuristics;
mod levels;
mod moves;
mod openings;
#[cfg(not(target_arch = "wasm32"))]
mod planes;
mod position;
pub mod position_text;
pub mod presentation;
mod presets;
pub mod solver;
pub mod theory;

use totora_core::{base, contract, grid, lab, search};

use crate::contract::bot::Budget;
use crate::contract::calibration::Calibration;
use crate::contract::declaration::{Declaration, Features, GameData, Watched};
use crate::contract::judging::Judging;
use crate::contract::setup::Drafting;
pub use board::{Cell, Cells, LARGEST, SMALLEST, Size, count, each, reach};
pub use position::{Isolation, Move, OPENING, POSITION, SEAT_NAMES, SIZE};

/// The id of the game in records and links.
pub const ID: &str = "isolation";
/// The display name.
pub const NAME: &str = "Isolation";
/// A one-line description.
pub const ABOUT: &str =
    "Two knights. Every cell they leave is closed. Run out of moves and you lose.";
/// The overlays of the board: candidates of the searching bot, the winner after each move,
/// and the cells that each knight can still reach.
pub const OVERLAYS: [&str; 5] = ["off", "hints", "all", "outcome", "regions"];

/// The declaration of the game for the catalogue.
pub static GAME: Declaration<Isolation> = Declaration {
    bots: &bots::BOTS,
    levels: &levels::LEVELS,
    concepts: concepts::CONCEPTS,
    features: Some(Features::featured()),
    #[cfg(not(target_arch = "wasm32"))]
    planes: Some(contract::planes::Planes::planar()),
    calibration: Calibration {
        table: include_str!("calibration.txt"),
        board: |position| position.size().to_string(),
        progress: |position| {
            1.0 - f64::from(position.free().count_ones())
                / position.size().cells().count_ones() as f64
        },
        unit: "",
    },
    openings: openings::OPENINGS,
    ..Declaration::plain(
        GameData {
            seat_names: &SEAT_NAMES,
            overlays: &OVERLAYS,
            formats: &formats::FORMATS,
            opponents: &["ab-custom"],
            watched: &[
                Watched { bot: "ab-open", story: "counts only its own moves" },
                Watched { bot: "ab-improved", story: "counts the other's moves too" },
            ],
            advisor: "perfect",
            judging: Judging::by("ab-custom")
                .solved_by("perfect", Budget::Nodes(2_000_000))
                .with_causes(causes::CAUSES),
            match_options: &[("opening", "random")],
            match_note: "Two bots begin from random placements, drawn by the seed: with free placement the second player always has a winning answer, so there would be little to see.",
            first_options: &[],
            reasons: &[
                ("stuck", "leaving no move"),
                ("settled", "ending the settled game"),
                ("forfeit", "giving up"),
            ],
            learning: (
                &[
                    "own_moves",
                    "opponent_moves",
                    "own_first",
                    "opponent_first",
                    "own_next_moves",
                    "opponent_next_moves",
                ],
                "ab-improved",
            ),
            presets: presets::PRESETS,
            ..GameData::plain(ID, NAME, ABOUT)
        },
        Drafting::by::<presentation::set_up::IsolationDraft>(),
    )
};
