//! **Uros**, the game of floating islands and villages.
//!
//! Two players, Red and Blue, build houses on nine islands of reed and put the islands on a Lake of
//! 6 x 6 squares; the player with the larger biggest village on the Lake wins.
//!
//! A turn is two placements, one at the start of the game: an own house, or an island of the Reedbed with
//! the houses on it. The rules, in one text for people and programs, are in `docs/reference/rules/uros.md`.
//!
//! The modules: [`geometry`] (the Lake and the islands as bitboards), [`moves`] (notation), [`position_text`] (the text form),
//! [`position`] (the rules), [`metrics`], [`strategies`] and [`bots`] (heuristics), and [`presentation`] (words and drawings).
//! This module depends on no other game.

pub mod bots;
mod calibration;
mod causes;
mod concepts;
pub mod features;
mod formats;
pub mod geometry;
mod levels;
pub mod metrics;
pub mod moves;
#[cfg(not(target_arch = "wasm32"))]
mod planes;
pub mod position;
pub mod position_text;
pub mod presentation;
mod presets;
pub mod strategies;
mod totora;

use totora_core::{base, contract, lab, search};

use crate::contract::declaration::{Declaration, Features, GameData, Watched};
use crate::contract::judging::Judging;
use crate::contract::openings::Openings;
use crate::contract::setup::Drafting;
pub use moves::Move;
pub use position::{Uros, Village};

/// The id of the game in records and links.
pub const ID: &str = "uros";
/// The display name.
pub const NAME: &str = "Uros";
/// A one-line description.
pub const ABOUT: &str =
    "Build villages on floating islands of reed; the largest village on the Lake wins.";

/// The declaration of the game for the catalogue.
pub static GAME: Declaration<Uros> = Declaration {
    bots: &bots::BOTS,
    levels: &levels::LEVELS,
    concepts: concepts::CONCEPTS,
    features: Some(Features::featured()),
    #[cfg(not(target_arch = "wasm32"))]
    planes: Some(contract::planes::Planes::planar()),
    calibration: calibration::CALIBRATION,
    // A node is one of hundreds of moves: testing a few of them is enough for an almost empty board.
    openings: Openings { nodes: 64, ..Openings::plain() },
    ..Declaration::plain(
        GameData {
            seat_names: &["Red", "Blue"],
            formats: &[&formats::POSITION_TEXT],
            opponents: &["totora"],
            watched: &[
                Watched {
                    bot: "exploit",
                    story: "avoids placing islands and builds in the Reedbed",
                },
                Watched { bot: "exterminate", story: "takes the space that the other needs" },
            ],
            advisor: "totora",
            judging: Judging::by("totora").with_causes(causes::CAUSES),
            reasons: &[
                ("size", "village size"),
                ("islands", "the islands under villages of one size"),
                ("draw", "nothing: a draw"),
                ("forfeit", "giving up"),
            ],
            end_metrics: &presentation::words::END_METRICS,
            learning: (
                &[
                    "own_village",
                    "opponent_village",
                    "sqrt(own_front)",
                    "sqrt(opponent_front)",
                    "own_village_islands",
                    "opponent_village_islands",
                ],
                "balanced",
            ),
            presets: presets::PRESETS,
            ..GameData::plain(ID, NAME, ABOUT)
        },
        Drafting::by::<presentation::set_up::UrosDraft>(),
    )
};
