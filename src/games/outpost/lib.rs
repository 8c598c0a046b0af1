//! **Outpost**: four empires compete for the land and water of a board of 100 x 100 cells, and all move
//! at once.
//!
//! The empire with the nearest outpost controls a cell; an outpost lives on supply from home. The rules
//! are in `docs/reference/rules/outpost.md`.
//!
//! The modules: [`board`] (cells, ownership, supply), [`map`] (parsing, checking, making maps, paths),
//! [`field`] (one turn of the rules), [`moves`] (notation), [`position`] (the game),
//! the standing orders, the survey of a field, the bots, [`advice`] (an adviser's steps), and the presentation: view, words, and
//! the page's requests. It does not depend on other games.

pub mod advice;
pub mod board;
pub mod bots;
pub mod chance;
mod concepts;
mod decisions;
pub mod features;
pub mod field;
mod formats;
mod levels;
pub mod map;
pub mod measures;
pub mod moves;
mod openings;
#[cfg(not(target_arch = "wasm32"))]
mod planes;
pub mod planning;
pub mod position;
pub mod position_text;
pub mod presentation;
mod presets;
mod reader;
pub mod sites;
pub mod standing;
pub mod standing_rules;
pub mod steps;
pub mod story;
mod survey;
pub mod tasks;

use totora_core::{base, contract, lab, search};

use crate::contract::calibration::Calibration;
use crate::contract::declaration::{Deciding, Declaration, Features, GameData, Watched};
use crate::contract::judging::Judging;
use crate::contract::setup::Drafting;
pub use moves::Orders;
use position::FIRST;
pub use position::{COURSE, Outpost, SEAT_NAMES};

/// The id of the game in records and links.
pub const ID: &str = "outpost";
/// Its display name.
pub const NAME: &str = "Outpost";
/// A description in one line.
pub const ABOUT: &str =
    "Four empires spread over land and water, all at once. Cut a supply line to take an outpost.";
/// The board overlays: see the view.
pub const OVERLAYS: [&str; 6] = ["off", "owners", "supply", "danger", "value", "tasks"];

/// The catalogue entry of the game.
pub static GAME: Declaration<Outpost> = Declaration {
    data: GameData {
        seat_names: &SEAT_NAMES,
        overlays: &OVERLAYS,
        setup_text: Some(&map::SETUP),
        formats: &[&formats::POSITION_TEXT],
        // Strong with the default options; the fighters are strong where outposts are cheap. See docs/explanation/outpost.md.
        opponents: &["harvester", "mason", "shepherd"],
        watched: &[
            Watched { bot: "shepherd", story: "follows land, water and intruders" },
            Watched { bot: "harvester", story: "covers the lakes and defends nothing" },
            Watched { bot: "mason", story: "builds outwards in a lattice" },
            Watched { bot: "wolfpack", story: "harvests, and hunts in pairs" },
        ],
        advisor: "totora",
        judging: Judging::by("totora"),
        match_options: &COURSE,
        match_note: "Bots play with the parameters of their original course: a radius of 7, and an outpost for 40 land and 10 water. After a short first game, people play with fewer and more expensive outposts.",
        // Short, and with outposts cheap enough for real decisions.
        first_options: &FIRST,
        reasons: &[("area", "the area after the last turn"), ("forfeit", "giving up")],
        presets: presets::PRESETS,
        ..GameData::plain(ID, NAME, ABOUT)
    },
    drafting: Drafting::by::<presentation::set_up::OutpostDraft>(),
    bots: &bots::BOTS,
    levels: &levels::LEVELS,
    concepts: concepts::CONCEPTS,
    listing: None,
    complete: Some(advice::complete),
    deciding: Some(Deciding { turns: decisions::turns, begin: decisions::begin }),
    features: Some(Features { all: features::known, ..Features::featured() }),
    #[cfg(not(target_arch = "wasm32"))]
    planes: Some(contract::planes::Planes::unlisted()),
    calibration: Calibration::NONE,
    openings: openings::OPENINGS,
};
