//! The one list of games and their bots, and the only place where types are erased: above this floor
//! a game is a [`AnyGame`], a position a [`AnyPosition`], and a move a text.
//!
//! A new game is one line in [`GAMES`]. No rule, no session and no face may enter here.

mod any;
mod erased;

pub use any::{
    AnyBot, AnyGame, AnyPosition, AnyThinking, BotInfo, CatalogError, MoveError, Played, Preset,
    completes, term_json,
};

use crate::fixed::shorten;
use crate::games::{fencemaster, isolation, outpost, reversi, uros};
use erased::Entry;

/// The ids of all games.
pub const IDS: &[&str] = &["uros", "isolation", "outpost", "fencemaster", "reversi"];

/// The games, in the order in which they are offered.
pub static GAMES: &[&dyn AnyGame] = &[&UROS, &ISOLATION, &OUTPOST, &FENCEMASTER, &REVERSI];

static UROS: Entry<uros::Uros> = Entry {
    id: uros::ID,
    name: uros::NAME,
    about: uros::ABOUT,
    seat_names: &["Red", "Blue"],
    overlays: &uros::OVERLAYS,
    bots: &uros::bots::BOTS,
    opponents: &["exploit"],
    advisor: "balanced",
    listing: Some(erased::Listing::enumerable()),
    review: None,
    match_options: &[],
    match_why: "",
    presets: &[],
};

static ISOLATION: Entry<isolation::Isolation> = Entry {
    id: isolation::ID,
    name: isolation::NAME,
    about: isolation::ABOUT,
    seat_names: &isolation::SEAT_NAMES,
    overlays: &isolation::OVERLAYS,
    bots: &isolation::bots::BOTS,
    opponents: &["ab-custom"],
    advisor: "ab-custom",
    listing: Some(erased::Listing::enumerable()),
    review: Some(|start, moves| Box::new(isolation::solver::review::Review::new(start, moves))),
    match_options: &[("opening", "random")],
    match_why: "Two bots begin from random placements, drawn by the seed: with free placement the second player always has a winning answer, so there would be little to see.",
    presets: &[Preset {
        id: "source",
        about: "the tournament of the source: four agents against seven, 5 random openings in both seatings",
        bots: &[
            "ab-improved:lost=random",
            "ab-custom:lost=random",
            "ab-custom-2:lost=random",
            "ab-custom-3:lost=random",
        ],
        against: &[
            "random",
            "mm-open:lost=random",
            "mm-center:lost=random",
            "mm-improved:lost=random",
            "ab-open:lost=random",
            "ab-center:lost=random",
            "ab-improved:lost=random",
        ],
        games: 10,
    }],
};

static OUTPOST: Entry<outpost::Outpost> = Entry {
    id: outpost::ID,
    name: outpost::NAME,
    about: outpost::ABOUT,
    seat_names: &outpost::SEAT_NAMES,
    overlays: &outpost::OVERLAYS,
    bots: &outpost::bots::BOTS,
    opponents: &["wolfpack", "phalanx", "kamikaze"],
    advisor: "totora",
    listing: None,
    review: None,
    match_options: &outpost::COURSE,
    match_why: "Bots play by the parameters of the course they come from: a radius of 7, and an outpost for 40 land and 10 water. People begin with fewer and dearer outposts.",
    presets: &[],
};

static FENCEMASTER: Entry<fencemaster::FenceMaster> = Entry {
    id: fencemaster::ID,
    name: fencemaster::NAME,
    about: fencemaster::ABOUT,
    seat_names: &fencemaster::SEAT_NAMES,
    overlays: &fencemaster::OVERLAYS,
    bots: &fencemaster::bots::BOTS,
    opponents: &["totora"],
    advisor: "totora",
    listing: Some(erased::Listing::enumerable()),
    review: None,
    match_options: &[],
    match_why: "",
    presets: &[],
};

static REVERSI: Entry<reversi::Reversi> = Entry {
    id: reversi::ID,
    name: reversi::NAME,
    about: reversi::ABOUT,
    seat_names: &reversi::SEAT_NAMES,
    overlays: &reversi::OVERLAYS,
    bots: &reversi::bots::BOTS,
    opponents: &["totora"],
    advisor: "balanced",
    listing: Some(erased::Listing::enumerable()),
    review: None,
    match_options: &[],
    match_why: "",
    presets: &[],
};

/// The game of that id.
///
/// # Errors
/// When there is none.
pub fn game(id: &str) -> Result<&'static dyn AnyGame, CatalogError> {
    GAMES
        .iter()
        .copied()
        .find(|game| game.id() == id)
        .ok_or_else(|| CatalogError::Game { id: shorten(id), known: IDS.to_vec() })
}

/// The game that a text looks like a map or a board of, if one does.
pub fn recognise(text: &str) -> Option<&'static dyn AnyGame> {
    GAMES
        .iter()
        .copied()
        .find(|game| game.setup_text().is_some_and(|setup| (setup.recognise)(text)))
}
