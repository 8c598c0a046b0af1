//! **Reversi XT**: Reversi for two to eight players on maps of any shape, with override stones, special
//! tiles, transitions and, at the end, bombs.
//!
//! In the build phase stones capture along walks in eight directions, which transitions bend; in the
//! elimination phase bombs make holes. Most stones win. The rules are in
//! `docs/reference/rules/reversi.md`.
//!
//! # Modules
//! `map` has the text format, `built_in` the built-in maps, `moves` the notation; `steps` has
//! the targets of steps, `safety` the safety of tiles, `board` both of them and the lines; `lines` and
//! `bitboard` (plain maps) compute legal tiles and captures; `position` has the rules. `setup` (start
//! texts), the bots, and `presentation` depend on these.

mod bitboard;
mod board;
mod bombs;
pub mod bots;
pub mod built_in;
mod causes;
mod concepts;
mod facts;
pub mod features;
mod formats;
pub mod heuristics;
mod levels;
mod lines;
pub mod map;
mod moves;
mod names;
mod openings;
pub mod patterns;
#[cfg(not(target_arch = "wasm32"))]
mod planes;
mod playouts;
mod position;
pub mod position_text;
pub mod presentation;
mod presets;
mod safety;
pub mod setup;
mod steps;

use totora_core::{base, contract, lab, search};

use crate::contract::bot::Budget;
use crate::contract::calibration::Calibration;
use crate::contract::declaration::{Declaration, Features, GameData, Watched};
use crate::contract::judging::Judging;
use crate::contract::setup::Drafting;
pub use board::Board;
pub use map::{Map, MapError, Tile};
pub use moves::{Move, Special};
pub use position::{MAP, MOST_BUILT, POSITION, Phase, Reversi};

/// The id of the game in records and links.
pub const ID: &str = "reversi";
/// Its display name.
pub const NAME: &str = "Reversi XT";
/// A description in one line.
pub const ABOUT: &str =
    "Reversi on any map for two to eight players, with transitions, overrides and bombs.";
/// The names of the seats on the default map; other maps have up to eight.
pub const SEAT_NAMES: [&str; 2] = ["Red", "Blue"];
/// The board overlays: candidates of the running bot, and the safety of tiles.
pub const OVERLAYS: [&str; 3] = ["off", "hints", "all"];

/// The catalogue entry of the game.
pub static GAME: Declaration<Reversi> = Declaration {
    bots: &bots::BOTS,
    levels: &levels::LEVELS,
    concepts: concepts::CONCEPTS,
    features: Some(Features::featured()),
    #[cfg(not(target_arch = "wasm32"))]
    planes: Some(contract::planes::Planes::planar()),
    calibration: Calibration {
        table: include_str!("calibration.txt"),
        board: Reversi::board_name,
        progress: |position| heuristics::taken(position) as f64 / 1000.0,
        unit: "stone",
    },
    openings: openings::OPENINGS,
    ..Declaration::plain(
        GameData {
            seat_names: &SEAT_NAMES,
            overlays: &OVERLAYS,
            setup_text: Some(&setup::SETUP),
            formats: &formats::FORMATS,
            split: formats::split,
            opponents: &["totora"],
            watched: &[
                Watched { bot: "corners", story: "takes corners and other safe tiles" },
                Watched { bot: "mobility", story: "keeps many moves open and leaves few" },
                Watched { bot: "greedy", story: "captures as many stones as it can" },
                Watched { bot: "hoarder", story: "saves its override stones for the end" },
            ],
            advisor: "totora",
            judging: Judging::by("totora")
                .solved_by("totora", Budget::Nodes(100_000))
                .with_causes(causes::CAUSES),
            reasons: &[
                ("stones", "the number of stones"),
                ("last one left", "disqualifying all others"),
            ],
            learning: (
                &[
                    "early_mobility",
                    "corners_ahead",
                    "stability_ahead",
                    "late_stones",
                    "own_frontier",
                    "others_frontier",
                ],
                "greedy",
            ),
            presets: presets::PRESETS,
            ..GameData::plain(ID, NAME, ABOUT)
        },
        Drafting::by::<presentation::set_up::ReversiDraft>(),
    )
};
