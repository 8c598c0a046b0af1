//! **FenceMaster**: two players on a hexagon of hexagonal cells; a tripod or a loop wins.
//!
//! A *tripod* is a group on three sides of the board, a *loop* cuts a cell that is not one's own off from the
//! border. Havannah, its better known relative, is the other rule set. The rules, told once for people and
//! programs, are in `docs/reference/rules/fencemaster.md`.
//!
//! # Modules
//! `geometry` knows cells and sides, `board` stones, groups and what a stone wins, `moves` the
//! notation, `position_text` positions as texts, `position` the rules; on these stand `setup` (what is on a
//! picture), `sgf` (games as others write them), `playout` (random games, fast), `distance` (how many stones a tripod lacks, counted with the
//! sets of `cells`), `evaluation` (its terms), `forced` (stones that end the game), the bots in `norton_rizk`, `edgewise`, `totora` and `bots`, `solver` (who wins, exactly, on small boards),
//! `distance_to_loop` (what a loop or a bridge lacks), `ring_frames` (loops that cannot be stopped), `threats` (wins by threats), `impression` (cells that look promising), `openings` (first stones), `drawn` (how openings of matches are drawn), `trace` (what was won, stone by stone) and `presentation` (what the page shows).

pub mod board;
pub mod bots;
mod calibration;
mod cells;
pub mod distance;
mod distance_to_loop;
mod drawn;
mod edgewise;
pub mod evaluation;
mod facts;
pub mod features;
mod forced;
pub mod geometry;
pub mod impression;
mod judging;
mod levels;
mod moves;
pub mod norton_rizk;
pub mod openings;
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

use crate::contract::bot::Budget;
use crate::contract::declaration::{Declaration, Features, GameData};
use crate::contract::judging::Judging;
use crate::contract::setup::Drafting;
pub use moves::Move;
pub use position::{BOARD, FenceMaster, OPENING, RULES, Rules, SEAT_NAMES, SIZE, SWAP};

/// What the game is called in records and links.
pub const ID: &str = "fencemaster";
/// Its name for people.
pub const NAME: &str = "FenceMaster";
/// What it is, in one line.
pub const ABOUT: &str =
    "Stones on a hexagon: join three sides or close a loop; Havannah is an option.";
/// What the page can lay over the board: candidates of the bot that thinks, what is proven of every move, the utility
/// of Norton-Rizk, visits, playouts (`rate`) and judgement of the tree search, and the distance of Edgewise.
pub const OVERLAYS: [&str; 9] =
    ["off", "hints", "all", "outcome", "utility", "visits", "rate", "judgement", "distance"];

/// The game, as the catalogue has it.
pub static GAME: Declaration<FenceMaster> = Declaration {
    bots: &bots::BOTS,
    levels: &levels::LEVELS,
    features: Some(Features::featured()),
    calibration: calibration::CALIBRATION,
    openings: drawn::OPENINGS,
    ..Declaration::plain(
        GameData {
            seat_names: &SEAT_NAMES,
            overlays: &OVERLAYS,
            setup_text: Some(&setup::SETUP),
            transcript: Some(&sgf::SGF),
            opponents: &["totora"],
            advisor: "totora",
            judging: Judging::by("totora").solved_by("totora", Budget::Nodes(4_000)),
            reasons: &[
                ("tripod", "a tripod"),
                ("loop", "a loop"),
                ("bridge", "a bridge"),
                ("both", "several of them at once"),
                ("draw", "nothing: a draw"),
                ("forfeit", "giving up"),
            ],
            presets: presets::PRESETS,
            ..GameData::plain(ID, NAME, ABOUT)
        },
        Drafting::by::<presentation::set_up::FenceMasterDraft>(),
    )
};
