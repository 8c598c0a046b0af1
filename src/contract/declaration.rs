//! What a game declares of itself, once: name, seats, options, bots, tournaments, and how its moves are
//! listed. Command line, protocol, records, links, arena and page follow from a [`Declaration`].
//!
//! It knows the contract and no game; the catalogue erases its types.

use crate::base::fixed::Fixed;
use crate::base::transcript::Transcript;
use crate::contract::bot::BotSpec;
use crate::contract::calibration::Calibration;
use crate::contract::features::{Feature, Featured};
use crate::contract::game::{Enumerable, Game, MoveList, Seat, SetupText};
use crate::contract::judging::Judging;
use crate::contract::openings::Openings;
use crate::contract::presentation::Presentation;
use crate::contract::setup::Drafting;
use crate::lab::heuristic::Lab;
use crate::lab::program::Warnings;
use serde::{Serialize, Serializer};

/// A tournament that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name.
    pub id: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// What it shows, in a sentence.
    pub shows: &'static str,
    /// The bots, as the command line names them.
    pub bots: &'static [&'static str],
    /// Those that they meet.
    pub against: &'static [&'static str],
    /// Options of the game, by key, unless set otherwise.
    pub options: &'static [(&'static str, &'static str)],
    /// An option with the values that games begin from, as often from each: maps, say.
    pub each: Option<(&'static str, &'static [&'static str])>,
    /// Why its games begin from the plain start, in words that follow "no opening is drawn: "; empty where openings
    /// are drawn.
    pub plain_start: &'static str,
    /// Games a pairing.
    pub games: u32,
    /// Known tables, to be shown beside ours.
    pub references: &'static [Reference],
}

impl Preset {
    /// A random player and the opponents of every level, `bots` from the weakest to the strongest, beside what their
    /// shares are to be.
    pub const fn levels(bots: &'static [&'static str], games: u32) -> Preset {
        Preset {
            id: "levels",
            about: "a random player and the five opponents, level 1 to 5",
            shows: "How much stronger each level is than the one below it.",
            bots,
            against: &[],
            options: &[],
            each: None,
            plain_start: "",
            games,
            references: &[LEVEL_GOALS],
        }
    }
}

/// Shares in the middle of the ranges that the levels aim at.
const LEVEL_GOALS: Reference = Reference {
    title: "what levels aim at",
    note: "Level 1 has 55 to 75% against a random player, each level 65 to 80% against the one below: the middles.",
    games: 0,
    columns: &["random", "level 1", "level 2", "level 3", "level 4"],
    rows: &[
        ("level 1", &[65.0, f64::NAN, f64::NAN, f64::NAN, f64::NAN]),
        ("level 2", &[f64::NAN, 72.5, f64::NAN, f64::NAN, f64::NAN]),
        ("level 3", &[f64::NAN, f64::NAN, 72.5, f64::NAN, f64::NAN]),
        ("level 4", &[f64::NAN, f64::NAN, f64::NAN, 72.5, f64::NAN]),
        ("level 5", &[f64::NAN, f64::NAN, f64::NAN, f64::NAN, 72.5]),
    ],
};

/// A table that is known from elsewhere, in percent.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    /// What it is: `the source's table`.
    pub title: &'static str,
    /// What to know of it.
    pub note: &'static str,
    /// How many games it took, where ours asks whether as many can tell; else 0.
    pub games: u64,
    /// The columns.
    pub columns: &'static [&'static str],
    /// The rows: a name and shares in percent; NaN where it says nothing.
    pub rows: &'static [(&'static str, &'static [f64])],
}

/// See [`Declaration::complete`].
pub(crate) type Complete<G> = fn(&G, &mut [Option<<G as Game>::Move>]);

/// How a game lists its moves.
pub struct Listing<G: Game> {
    /// [`Enumerable::legal_moves`].
    pub(crate) legal: fn(&G, &mut MoveList<G::Move>),
    /// [`Enumerable::legal_count`].
    pub(crate) count: fn(&G) -> usize,
    /// [`Enumerable::perft`].
    pub(crate) perft: fn(&G, u32) -> u64,
}

impl<G: Enumerable> Listing<G> {
    /// As [`Enumerable`] lists them.
    pub const fn enumerable() -> Self {
        Listing { legal: G::legal_moves, count: G::legal_count, perft: G::perft }
    }
}

/// How a game measures the features of its positions.
pub struct Features<G: Game> {
    /// [`Featured::features`].
    pub(crate) list: fn() -> &'static [Feature],
    /// [`features::all`](crate::contract::features::all); not a number for a feature that no position has by itself.
    pub(crate) all: fn(&G, Seat) -> Vec<f64>,
    /// [`Lab::values`].
    pub(crate) values: fn(&Lab, &G, Seat) -> (Vec<Fixed>, Warnings),
}

impl<G: Featured> Features<G> {
    /// As [`Featured`] measures them.
    pub const fn featured() -> Self {
        Features { list: G::features, all: crate::contract::features::all, values: Lab::values }
    }
}

/// What a game says of itself in words and numbers: what needs none of its types. As JSON it is a part of what the page
/// and `totora games --json` are given.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct GameData {
    /// What it is called in records and links.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// The names of its seats, as they are with the default options.
    pub seat_names: &'static [&'static str],
    /// What the page can lay over the board, such as `off`, `hints`, `all`.
    pub overlays: &'static [&'static str],
    /// The kind of text that it can begin from, a map or a board; one of the options takes it.
    pub setup_text: Option<&'static SetupText>,
    /// A form in which its games are written elsewhere.
    pub transcript: Option<&'static Transcript>,
    /// Who sits opposite a person unless a user chooses: the second seat has the first of these, and
    /// so on, from the front again when there are more seats.
    pub opponents: &'static [&'static str],
    /// Whose thoughts are shown where no bot plays, and whose hints are given: the game's strongest bot.
    pub advisor: &'static str,
    /// How its moves are judged when a game is looked back at.
    pub judging: Judging,
    /// Options that differ from the default in games between bots, unless set otherwise.
    #[serde(serialize_with = "as_object")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub match_options: &'static [(&'static str, &'static str)],
    /// Why that is so, in a sentence; empty if there are none.
    pub match_note: &'static str,
    /// Options that differ from the default in a person's first game.
    #[serde(serialize_with = "as_object")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub first_options: &'static [(&'static str, &'static str)],
    /// What each [`Outcome::reason`](crate::contract::game::Outcome::reason) of its games is called for people, as in `decided by
    /// giving up`.
    #[serde(skip)]
    pub reasons: &'static [(&'static str, &'static str)],
    /// Tournaments that can be asked for by name.
    #[serde(skip)]
    pub presets: &'static [Preset],
}

/// Options with their values, as an object.
fn as_object<S: Serializer>(
    options: &&[(&'static str, &'static str)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(options.iter().copied())
}

impl GameData {
    /// A game that has nothing special about it; a declaration names what differs.
    pub const fn plain(id: &'static str, name: &'static str, about: &'static str) -> Self {
        GameData {
            id,
            name,
            about,
            seat_names: &[],
            overlays: &["off", "hints", "all"],
            setup_text: None,
            transcript: None,
            opponents: &[],
            advisor: "",
            judging: Judging::by(""),
            match_options: &[],
            match_note: "",
            first_options: &[],
            reasons: &[],
            presets: &[],
        }
    }
}

/// A game: what it says of itself, and what needs its types.
pub struct Declaration<G: Presentation> {
    /// What needs none of its types.
    pub data: GameData,
    /// How positions are written as texts, read, and set up by hand.
    pub drafting: Drafting<G>,
    /// Its bots, in the order in which they are offered.
    pub bots: &'static [&'static BotSpec<G>],
    /// Its opponents for people, from the weakest to the strongest; the last one is one of its bots.
    pub levels: &'static [&'static BotSpec<G>],
    /// `None` for a game whose moves cannot be listed.
    pub listing: Option<Listing<G>>,
    /// Adds to the moves of a turn, by seat, what they leave to an adviser; `None` for a game whose moves leave
    /// nothing open. Called when moves are given, never when they are replayed.
    pub complete: Option<Complete<G>>,
    /// What formulas are written over; `None` for a game that has no features.
    pub features: Option<Features<G>>,
    /// What the scores of its bots mean.
    pub calibration: Calibration<G>,
    /// How the openings of games between bots are drawn.
    pub openings: Openings<G>,
}

impl<G: Presentation> Declaration<G> {
    /// Its bots, then those of its levels that are none of them.
    pub fn all_bots(&self) -> impl Iterator<Item = &'static BotSpec<G>> {
        let levels =
            self.levels.iter().filter(|level| !self.bots.iter().any(|bot| bot.id == level.id));
        self.bots.iter().chain(levels).copied()
    }
}

impl<G: Presentation + Enumerable> Declaration<G> {
    /// A game without bots; a declaration names what differs.
    pub const fn plain(data: GameData, drafting: Drafting<G>) -> Self {
        Declaration {
            data,
            drafting,
            bots: &[],
            levels: &[],
            listing: Some(Listing::enumerable()),
            complete: None,
            features: None,
            calibration: Calibration::NONE,
            openings: Openings::plain(),
        }
    }
}
