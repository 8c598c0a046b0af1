//! **FenceMaster**: two players on a hexagon of hexagonal cells; a tripod or a loop wins.
//!
//! A *tripod* is a group on three sides of the board, a *loop* cuts a cell that is not one's own off from the
//! border. Havannah, its better known relative, is the other rule set. The rules
//! are in `docs/reference/rules/fencemaster.md`.
//!
//! # Modules
//! Base: `geometry` (cells, sides), `board` (stones, wins), `moves` (notation), `position_text`, `position` (rules). On top:
//! `setup` (picture checks), `sgf`, `playout` (random games), `distance` (stones to a tripod, on sets of `cells`), `evaluation`,
//! `forced` (stones that end the game), the bots in `norton_rizk`, `edgewise`, `totora`, `bots`, `solver` (exact, small boards),
//! `distance_to_loop` (or to a bridge), `ring_frames` (unstoppable loops), `threats` (wins by threats), `impression` (promising
//! cells), `openings` (first stones), `drawn` (random openings), `trace` (wins by stone), `presentation` (the page's data).

pub mod board;
pub mod bots;
mod calibration;
mod causes;
mod cells;
mod concepts;
pub mod distance;
mod distance_to_loop;
mod edgewise;
pub mod evaluation;
mod facts;
pub mod features;
pub mod first_stones;
mod forced;
pub mod geometry;
pub mod impression;
mod judging;
mod levels;
mod moves;
pub mod norton_rizk;
mod openings;
#[cfg(not(target_arch = "wasm32"))]
mod planes;
pub mod playout;
mod position;
pub mod position_text;
pub mod presentation;
mod presets;
mod ring_frames;
pub mod setup;
mod sgf;
pub mod solver;
mod threats;
mod totora;
mod trace;

use totora_core::{base, contract, lab, search};

use crate::contract::bot::Budget;
use crate::contract::declaration::{Declaration, Features, GameData, Watched};
use crate::contract::judging::Judging;
use crate::contract::setup::Drafting;
pub use moves::Move;
pub use position::{BOARD, FenceMaster, OPENING, RULES, Rules, SEAT_NAMES, SIZE, SWAP};

/// The id of the game in records and links.
pub const ID: &str = "fencemaster";
/// Its display name.
pub const NAME: &str = "FenceMaster";
/// A description in one line.
pub const ABOUT: &str =
    "Stones on a hexagon: connect three edges or close a loop; Havannah is an option.";
/// The board overlays: candidates of the running bot, proven results of every move, the utility
/// of Norton-Rizk, visits, playouts (`rate`) and judgement of the tree search, and the distance of Edgewise.
pub const OVERLAYS: [&str; 9] =
    ["off", "hints", "all", "outcome", "utility", "visits", "rate", "judgement", "distance"];

/// The catalogue entry of the game.
pub static GAME: Declaration<FenceMaster> = Declaration {
    bots: &bots::BOTS,
    levels: &levels::LEVELS,
    concepts: concepts::CONCEPTS,
    features: Some(Features::featured()),
    #[cfg(not(target_arch = "wasm32"))]
    planes: Some(contract::planes::Planes::planar()),
    calibration: calibration::CALIBRATION,
    openings: openings::OPENINGS,
    ..Declaration::plain(
        GameData {
            seat_names: &SEAT_NAMES,
            overlays: &OVERLAYS,
            setup_text: Some(&setup::SETUP),
            formats: &[&sgf::SGF, &setup::POSITION_TEXT],
            opponents: &["totora"],
            watched: &[
                Watched {
                    bot: "totora",
                    story: "plays thousands of random games before each stone",
                },
                Watched {
                    bot: "alphabeta",
                    story: "compares the paths to a tripod a few moves ahead",
                },
            ],
            advisor: "totora",
            judging: Judging::by("totora")
                .solved_by("totora", Budget::Nodes(4_000))
                .with_causes(causes::CAUSES),
            reasons: &[
                ("tripod", "a tripod"),
                ("loop", "a loop"),
                ("bridge", "a bridge"),
                ("both", "several of them at once"),
                ("draw", "nothing: a draw"),
                ("forfeit", "giving up"),
            ],
            learning: (
                &[
                    "own_lack",
                    "opponent_lack",
                    "own_ways",
                    "opponent_ways",
                    "own_edges",
                    "opponent_edges",
                    "own_groups",
                    "opponent_groups",
                ],
                "edgewise",
            ),
            presets: presets::PRESETS,
            ..GameData::plain(ID, NAME, ABOUT)
        },
        Drafting::by::<presentation::set_up::FenceMasterDraft>(),
    )
};
