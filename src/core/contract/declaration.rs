//! The declaration of a game: name, seats, options, bots, tournaments, and the list of its
//! moves. Command line, protocol, records, links, arena and page derive from a [`Declaration`].
//!
//! This module depends on the contract and no game; the catalogue erases its types.

use crate::base::fixed::Fixed;
use crate::base::format::Format;
use crate::contract::bot::BotSpec;
use crate::contract::calibration::Calibration;
use crate::contract::concept::Concept;
use crate::contract::features::{Feature, Featured};
use crate::contract::game::{Enumerable, Game, MoveList, Seat, SetupText};
use crate::contract::judging::{Decisions, Judging};
use crate::contract::openings::Openings;
use crate::contract::presentation::Presentation;
use crate::contract::setup::Drafting;
use crate::lab::heuristic::Lab;
use crate::lab::program::Warnings;
use serde::{Serialize, Serializer};

/// A named tournament of a game, with default options and reference tables.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name in requests and results.
    pub id: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The finding that it shows, in a sentence.
    pub shows: &'static str,
    /// The bots, in the notation of the command line.
    pub bots: &'static [&'static str],
    /// Their opponents; if empty, the bots meet each other.
    pub against: &'static [&'static str],
    /// Default options of its games, by key.
    pub options: &'static [(&'static str, &'static str)],
    /// An option and its values, each used equally often: maps, for example.
    pub each: Option<(&'static str, &'static [&'static str])>,
    /// Why its games use the normal start, in words that follow "no opening is drawn: "; empty if openings
    /// are drawn.
    pub plain_start: &'static str,
    /// Number of games per pairing.
    pub games: u32,
    /// Reference tables, shown next to the results.
    pub references: &'static [Reference],
}

impl Preset {
    /// A random player and the opponents of every level, `bots` from the weakest to the strongest, with their target
    /// shares.
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

/// The middle of each level's target range.
const LEVEL_GOALS: Reference = Reference {
    title: "target of each level",
    note: "Midpoints of the targets: 55 to 75% for level 1 against a random player, 65 to 80% for each other level against the one below.",
    games: 0,
    by_column: false,
    printed: Printed::Percent,
    columns: &[
        Heading::Bot("random"),
        Heading::Bot("level-1"),
        Heading::Bot("level-2"),
        Heading::Bot("level-3"),
        Heading::Bot("level-4"),
    ],
    rows: &[
        (Heading::Bot("level-1"), &[65.0, f64::NAN, f64::NAN, f64::NAN, f64::NAN]),
        (Heading::Bot("level-2"), &[f64::NAN, 72.5, f64::NAN, f64::NAN, f64::NAN]),
        (Heading::Bot("level-3"), &[f64::NAN, f64::NAN, 72.5, f64::NAN, f64::NAN]),
        (Heading::Bot("level-4"), &[f64::NAN, f64::NAN, f64::NAN, 72.5, f64::NAN]),
        (Heading::Bot("level-5"), &[f64::NAN, f64::NAN, f64::NAN, f64::NAN, 72.5]),
    ],
};

/// A row or a column of a reference table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// A bot, by its id or a name of the source.
    Bot(&'static str),
    /// All opponents together, with the label of the source.
    Together(&'static str),
    /// One of several tournaments, from 1.
    Tournament(usize),
    /// The average over the tournaments.
    Average,
}

impl Heading {
    /// Its text in the table.
    pub fn label(self) -> String {
        match self {
            Heading::Bot(name) | Heading::Together(name) => name.to_owned(),
            Heading::Tournament(number) => format!("tournament {number}"),
            Heading::Average => "average".to_owned(),
        }
    }
}

/// How a reference table prints its shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printed {
    /// In percent.
    Percent,
    /// As wins and losses of this many games for each pair, and in percent for all together.
    WonLost(u32),
}

/// A reference table from elsewhere, in the layout of its source.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    /// Its title: `the source's table`.
    pub title: &'static str,
    /// A remark on it.
    pub note: &'static str,
    /// The number of its games, if our result should be checked for enough games; else 0.
    pub games: u64,
    /// Whether a cell is the share of the column's bot against the row's; else of the row's against the column's.
    pub by_column: bool,
    /// How it prints a share.
    pub printed: Printed,
    /// Headings of the shares.
    pub columns: &'static [Heading],
    /// The rows: a heading and shares in percent; NaN for an unknown share.
    pub rows: &'static [(Heading, &'static [f64])],
}

/// A number that a game reports at its end, for a table of the bots in games of two. The game reports it as a
/// [`Tally::Mean`](crate::contract::presentation::Tally) of this name.
#[derive(Clone, Copy, Debug)]
pub struct EndMetric {
    /// Its name.
    pub of: &'static str,
    /// Its meaning for one bot, in a sentence.
    pub about: &'static str,
    /// Whether it is the share of points of some games, 0 to 1, with draws as a half.
    pub share: bool,
}

/// See [`Declaration::complete`].
pub type Complete<G> = fn(&G, &mut [Option<<G as Game>::Move>]);

/// The functions to list a game's moves.
pub struct Listing<G: Game> {
    /// [`Enumerable::legal_moves`].
    pub legal: fn(&G, &mut MoveList<G::Move>),
    /// [`Enumerable::legal_count`].
    pub count: fn(&G) -> usize,
    /// [`Enumerable::perft`].
    pub perft: fn(&G, u32) -> u64,
}

impl<G: Enumerable> Listing<G> {
    /// The functions of [`Enumerable`].
    pub const fn enumerable() -> Self {
        Listing { legal: G::legal_moves, count: G::legal_count, perft: G::perft }
    }
}

/// The functions to measure the features of a game's positions.
pub struct Features<G: Game> {
    /// [`Featured::features`].
    pub list: fn() -> &'static [Feature],
    /// [`features::all`](crate::contract::features::all); NaN for a feature that a position alone does not define.
    pub all: fn(&G, Seat) -> Vec<f64>,
    /// [`Lab::values`].
    pub values: fn(&Lab, &G, Seat) -> (Vec<Fixed>, Warnings),
}

impl<G: Featured> Features<G> {
    /// The functions of [`Featured`].
    pub const fn featured() -> Self {
        Features { list: G::features, all: crate::contract::features::all, values: Lab::values }
    }
}

/// A bot of a game to watch.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Watched {
    /// Its id.
    pub bot: &'static str,
    /// Its character in a line, in words that follow its name.
    pub story: &'static str,
}

/// The data of a game without its types. As JSON it is part of the data for the page
/// and of `totora games --json`.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct GameData {
    /// Its name in records and links.
    pub id: &'static str,
    /// Its displayed name.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The names of its seats with the default options.
    pub seat_names: &'static [&'static str],
    /// The overlays of its board on the page, such as `off`, `hints`, `all`.
    pub overlays: &'static [&'static str],
    /// The kind of text that it can start from, a map or a board; one of the options takes it.
    pub setup_text: Option<&'static SetupText>,
    /// The formats of other programs for its games and positions, and its position text.
    pub formats: &'static [&'static Format],
    /// The moves of a text without separators, such as `F5D6C4`; `None` for any other text.
    #[serde(skip)]
    pub split: fn(&str) -> Option<Vec<String>>,
    /// The default opponents of a person: the second seat has the first of these, and
    /// so on, from the start again if there are more seats.
    pub opponents: &'static [&'static str],
    /// The bots of a game to watch, by seat: they differ in character. Further seats have bots of the levels.
    pub watched: &'static [Watched],
    /// The bot of the analysis if no bot plays, and of the hints: the game's strongest bot.
    pub advisor: &'static str,
    /// The settings of its review.
    pub judging: Judging,
    /// Options in games between bots that differ from the default, unless set otherwise.
    #[serde(serialize_with = "as_object")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub match_options: &'static [(&'static str, &'static str)],
    /// The reason for them, in a sentence; empty if there are none.
    pub match_note: &'static str,
    /// Options of a person's first game that differ from the default.
    #[serde(serialize_with = "as_object")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub first_options: &'static [(&'static str, &'static str)],
    /// The displayed name of each [`Outcome::reason`](crate::contract::game::Outcome::reason) of its games, as in `decided by
    /// giving up`.
    #[serde(skip)]
    pub reasons: &'static [(&'static str, &'static str)],
    /// The columns of the table of end metrics by bot, in games of two; empty for a game without it.
    #[serde(skip)]
    pub end_metrics: &'static [EndMetric],
    /// The terms whose weights are learned by default, as formulas, and the bot that measures them; no terms for a game that
    /// cannot learn.
    #[serde(skip)]
    pub learning: (&'static [&'static str], &'static str),
    /// Its named tournaments.
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
    /// A game with default values; a declaration sets the fields that differ.
    pub const fn plain(id: &'static str, name: &'static str, about: &'static str) -> Self {
        GameData {
            id,
            name,
            about,
            seat_names: &[],
            overlays: &["off", "hints", "all"],
            setup_text: None,
            formats: &[],
            split: |_| None,
            opponents: &[],
            watched: &[],
            advisor: "",
            judging: Judging::by(""),
            match_options: &[],
            match_note: "",
            first_options: &[],
            reasons: &[],
            end_metrics: &[],
            learning: (&[], ""),
            presets: &[],
        }
    }
}

/// See [`Deciding::begin`].
pub type BeginDecisions<G> = fn(&[G], Seat) -> Option<Box<dyn Decisions>>;

/// The functions to compare the decisions of a turn.
pub struct Deciding<G: Game> {
    /// The number of turns that a comparison needs from a position on, at most.
    pub turns: fn(&G) -> usize,
    /// Begins the comparison for a seat: the position before the turn, and those after this and the next turns, as played.
    pub begin: BeginDecisions<G>,
}

/// A game: its data, and the parts that need its types.
pub struct Declaration<G: Presentation> {
    /// The data without its types.
    pub data: GameData,
    /// How positions are written as texts, parsed, and set up by hand.
    pub drafting: Drafting<G>,
    /// Its bots, in the order of the menu.
    pub bots: &'static [&'static BotSpec<G>],
    /// Its opponents for people, from the weakest to the strongest; the last one is one of its bots.
    pub levels: &'static [&'static BotSpec<G>],
    /// `None` for a game whose moves cannot be listed.
    pub listing: Option<Listing<G>>,
    /// Completes the moves of a turn, by seat, if they leave orders to an adviser; `None` for a game whose moves are
    /// always complete. Called for new moves, never in a replay.
    pub complete: Option<Complete<G>>,
    /// How a review compares the decisions of a turn; `None` for a game where one seat moves at a time.
    pub deciding: Option<Deciding<G>>,
    /// The features for formulas; `None` for a game without features.
    pub features: Option<Features<G>>,
    /// The planes for learners; `None` for a game without planes.
    #[cfg(not(target_arch = "wasm32"))]
    pub planes: Option<crate::contract::planes::Planes<G>>,
    /// The calibration of its bots' scores.
    pub calibration: Calibration<G>,
    /// The parameters of the openings of games between bots.
    pub openings: Openings<G>,
    /// The ideas that its explanations are linked to.
    pub concepts: &'static [Concept<G>],
}

impl<G: Presentation> Declaration<G> {
    /// Its bots, then the bots of its levels that are not among them.
    pub fn all_bots(&self) -> impl Iterator<Item = &'static BotSpec<G>> {
        let levels =
            self.levels.iter().filter(|level| !self.bots.iter().any(|bot| bot.id == level.id));
        self.bots.iter().chain(levels).copied()
    }
}

impl<G: Presentation + Enumerable> Declaration<G> {
    /// A game without bots; a declaration sets the fields that differ.
    pub const fn plain(data: GameData, drafting: Drafting<G>) -> Self {
        Declaration {
            data,
            drafting,
            bots: &[],
            levels: &[],
            listing: Some(Listing::enumerable()),
            complete: None,
            deciding: None,
            features: None,
            #[cfg(not(target_arch = "wasm32"))]
            planes: None,
            calibration: Calibration::NONE,
            openings: Openings::plain(),
            concepts: &[],
        }
    }
}
