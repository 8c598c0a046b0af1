//! The one list of games and their bots, and the only place where types are erased: above this floor
//! a game is a [`AnyGame`], a position a [`AnyPosition`], and a move a text.
//!
//! A new game is one line in [`GAMES`]. A build may leave games out, by the cargo features of their
//! names: the page loads a wasm module a game. No rule, no session and no face may enter here.

use crate::bot::{Bot, BotSpec, Budget, Reviewing, Thinking, Watch};
use crate::fixed::shorten;
use crate::game::{
    AND, Enumerable, Extra, FORFEIT, Game, Gauge, IllegalMove, Incident, MoveList, NOTHING,
    NotationError, Outcome, Seat, SeatStatus, Seats, SetupText, Tally,
};
#[cfg(feature = "fencemaster")]
use crate::games::fencemaster;
#[cfg(feature = "isolation")]
use crate::games::isolation;
#[cfg(feature = "outpost")]
use crate::games::outpost;
#[cfg(feature = "reversi")]
use crate::games::reversi;
#[cfg(feature = "uros")]
use crate::games::uros;
use crate::object;
use crate::options::{OptionSpec, Options, OptionsError, RawOptions};
use crate::rng::{Rng, Stream};
use crate::thought::{Task, Term, Thought, Views};
use serde_json::Value;
use std::any::Any;
use std::fmt;
use thiserror::Error;

/// A tournament that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name.
    pub id: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// The bots, as the command line names them.
    pub bots: &'static [&'static str],
    /// Those that they meet.
    pub against: &'static [&'static str],
    /// Games a pairing.
    pub games: u32,
}

/// The ids of all the games that Totora has, those too that this build leaves out.
pub const IDS: &[&str] = &["uros", "isolation", "outpost", "fencemaster", "reversi"];

/// The games of this build, in the order in which they are offered.
pub static GAMES: &[&dyn AnyGame] = &[
    #[cfg(feature = "uros")]
    &UROS,
    #[cfg(feature = "isolation")]
    &ISOLATION,
    #[cfg(feature = "outpost")]
    &OUTPOST,
    #[cfg(feature = "fencemaster")]
    &FENCEMASTER,
    #[cfg(feature = "reversi")]
    &REVERSI,
];

#[cfg(feature = "uros")]
static UROS: Entry<uros::Uros> = Entry {
    id: uros::ID,
    name: uros::NAME,
    about: uros::ABOUT,
    seat_names: &["Red", "Blue"],
    overlays: &uros::OVERLAYS,
    bots: &uros::bots::BOTS,
    listing: Some(Listing::enumerable()),
    review: None,
    match_options: &[],
    match_why: "",
    presets: &[],
};

#[cfg(feature = "isolation")]
static ISOLATION: Entry<isolation::Isolation> = Entry {
    id: isolation::ID,
    name: isolation::NAME,
    about: isolation::ABOUT,
    seat_names: &isolation::SEAT_NAMES,
    overlays: &isolation::OVERLAYS,
    bots: &isolation::bots::BOTS,
    listing: Some(Listing::enumerable()),
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

#[cfg(feature = "outpost")]
static OUTPOST: Entry<outpost::Outpost> = Entry {
    id: outpost::ID,
    name: outpost::NAME,
    about: outpost::ABOUT,
    seat_names: &outpost::SEAT_NAMES,
    overlays: &outpost::OVERLAYS,
    bots: &outpost::bots::BOTS,
    listing: None,
    review: None,
    match_options: &outpost::COURSE,
    match_why: "Bots play by the parameters of the course they come from: a radius of 7, and an outpost for 40 land and 10 water. People begin with fewer and dearer outposts.",
    presets: &[],
};

#[cfg(feature = "fencemaster")]
static FENCEMASTER: Entry<fencemaster::FenceMaster> = Entry {
    id: fencemaster::ID,
    name: fencemaster::NAME,
    about: fencemaster::ABOUT,
    seat_names: &fencemaster::SEAT_NAMES,
    overlays: &fencemaster::OVERLAYS,
    bots: &fencemaster::bots::BOTS,
    listing: Some(Listing::enumerable()),
    review: None,
    match_options: &[],
    match_why: "",
    presets: &[],
};

#[cfg(feature = "reversi")]
static REVERSI: Entry<reversi::Reversi> = Entry {
    id: reversi::ID,
    name: reversi::NAME,
    about: reversi::ABOUT,
    seat_names: &reversi::SEAT_NAMES,
    overlays: &reversi::OVERLAYS,
    bots: &reversi::bots::BOTS,
    listing: Some(Listing::enumerable()),
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

/// Why the catalogue could not give what was asked for.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CatalogError {
    /// No such game.
    #[error("unknown game `{id}`; known are {}", .known.join(", "))]
    Game {
        /// As given.
        id: String,
        /// The ids that exist.
        known: Vec<&'static str>,
    },
    /// No such bot.
    #[error("unknown bot `{id}` of {game}; known are {}", .known.join(", "))]
    Bot {
        /// As given.
        id: String,
        /// The game.
        game: &'static str,
        /// The ids that exist.
        known: Vec<&'static str>,
    },
    /// Options of a bot that do not fit.
    #[error("bot `{bot}`: {error}")]
    BotOptions {
        /// The bot.
        bot: &'static str,
        /// What is wrong.
        error: OptionsError,
    },
}

/// A text that was not played.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MoveError {
    /// It is no move at all.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The rules forbid it here.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// One of the moves of a turn; the seat is counted from 0.
    #[error("seat {seat}: {error}")]
    InTurn {
        /// Whose move.
        seat: Seat,
        /// What is wrong with it.
        error: Box<MoveError>,
    },
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// As records write it.
    pub text: String,
    /// In words, as seen before it was played.
    pub words: String,
}

/// A bot as data.
#[derive(Clone, Copy, Debug)]
pub struct BotInfo {
    /// The name it is asked for by.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Where it comes from, if not from us.
    pub source: Option<&'static str>,
    /// What can be set.
    pub options: &'static [OptionSpec],
    /// The terms of its score.
    pub terms: &'static [Term],
    /// How long it thinks unless told.
    pub budget: Option<Budget>,
}

impl BotInfo {
    /// As JSON.
    pub fn to_json(&self) -> Value {
        object!({
            "id": self.id,
            "name": self.name,
            "about": self.about,
            "source": self.source,
            "options": options_json(self.options),
            "terms": self.terms.iter().map(term_json).collect::<Vec<_>>(),
            "budget": self.budget,
        })
    }
}

/// A term as JSON.
pub fn term_json(term: &Term) -> Value {
    object!({ "key": term.key, "label": term.label, "meaning": term.meaning, "weight": term.weight })
}

fn options_json(options: &[OptionSpec]) -> Vec<Value> {
    options.iter().map(OptionSpec::to_json).collect()
}

/// A game whose types are out of sight.
pub trait AnyGame: Sync {
    /// What it is called in records and links.
    fn id(&self) -> &'static str;
    /// Its name for people.
    fn name(&self) -> &'static str;
    /// What it is, in one line.
    fn about(&self) -> &'static str;
    /// The names of its seats, as they are with the default options.
    fn seat_names(&self) -> &'static [&'static str];
    /// What the page can lay over the board.
    fn overlays(&self) -> &'static [&'static str];
    /// What can be set when a game is begun.
    fn options(&self) -> &'static [OptionSpec];
    /// Whether all seats move at once; see [`Game::simultaneous`].
    fn simultaneous(&self) -> bool;
    /// The kind of text that it can begin from, if there is one.
    fn setup_text(&self) -> Option<&'static SetupText>;

    /// Its bots.
    fn bots(&self) -> Vec<BotInfo>;

    /// The starting position.
    ///
    /// # Errors
    /// When the options do not make one.
    fn start(&self, options: &Options, seed: u64) -> Result<Box<dyn AnyPosition>, OptionsError>;

    /// Makes a bot; options must be checked against its own declaration.
    ///
    /// # Errors
    /// When there is no bot of that id.
    fn bot(&self, id: &str, options: &Options) -> Result<Box<dyn AnyBot>, CatalogError>;

    /// Options that differ from the default in games between bots, unless told otherwise.
    fn match_options(&self) -> &'static [(&'static str, &'static str)];

    /// Why that is so, in a sentence; empty if there are none.
    fn match_why(&self) -> &'static str;

    /// Tournaments that can be asked for by name.
    fn presets(&self) -> &'static [Preset];

    /// Whether games can be looked back at for certain knowledge.
    fn reviews(&self) -> bool;

    /// Looks back at a game from its starting position and its moves, up to the first that is not one.
    /// `None` if the game cannot, or the position is another game's.
    fn review(&self, start: &dyn AnyPosition, moves: &[&str]) -> Option<Box<dyn Reviewing>>;

    // ---- below this line nothing has to be written by an entry ----

    /// The bot of that id, as data.
    ///
    /// # Errors
    /// When there is none.
    fn bot_info(&self, id: &str) -> Result<BotInfo, CatalogError> {
        let bots = self.bots();
        bots.iter().find(|bot| bot.id == id).copied().ok_or_else(|| CatalogError::Bot {
            id: shorten(id),
            game: self.id(),
            known: bots.iter().map(|bot| bot.id).collect(),
        })
    }

    /// Checks options of the bot of that id.
    ///
    /// # Errors
    /// When there is no such bot, or the options do not fit.
    fn bot_options(&self, id: &str, raw: &RawOptions) -> Result<Options, CatalogError> {
        let info = self.bot_info(id)?;
        Options::check(info.options, raw)
            .map_err(|error| CatalogError::BotOptions { bot: info.id, error })
    }

    /// All of it as JSON.
    fn to_json(&self) -> Value {
        object!({
            "id": self.id(),
            "name": self.name(),
            "about": self.about(),
            "seats": self.seat_names().len(),
            "seat_names": self.seat_names(),
            "options": options_json(self.options()),
            "bots": self.bots().iter().map(BotInfo::to_json).collect::<Vec<_>>(),
            "overlays": self.overlays(),
            "simultaneous": self.simultaneous(),
            "setup_text": self.setup_text().map(|text| object!({ "option": text.option, "what": text.what })),
            "reviews": self.reviews(),
            "match_options": crate::json::pairs(self.match_options()),
            "match_why": self.match_why(),
        })
    }
}

impl fmt::Debug for dyn AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}", self.id())
    }
}

/// A position of some game; see [`Game`] for what each method means.
pub trait AnyPosition: Send + Sync {
    /// A copy.
    fn boxed(&self) -> Box<dyn AnyPosition>;
    /// The number of seats.
    fn seats(&self) -> usize;
    /// The name of a seat.
    fn seat_name(&self, seat: Seat) -> String;
    /// Who owes a move.
    fn to_act(&self) -> Seats;

    /// Reads and plays a move, or [`FORFEIT`].
    ///
    /// # Errors
    /// When it is no move, or not a legal one; the position is then as before.
    fn play(&mut self, seat: Seat, text: &str) -> Result<Played, MoveError>;

    /// Whether all seats move at once.
    fn simultaneous(&self) -> bool;
    /// What the last turn brought, in words, where they do.
    fn turn_report(&self) -> String;
    /// What the last ply brought that a log should tell.
    fn incidents(&self) -> Vec<Incident>;
    /// How it ended.
    fn outcome(&self) -> Option<Outcome>;
    /// Equal for equal positions.
    fn hash(&self) -> u64;
    /// The legal moves in their fixed order; `None` if the game cannot list them.
    fn legal(&self) -> Option<Vec<String>>;
    /// How many there are.
    fn legal_count(&self) -> Option<usize>;
    /// Leaves of the legal-move tree; `None` if moves cannot be listed.
    fn perft(&self, depth: u32) -> Option<u64>;
    /// For links; [`FORFEIT`] is the link's own business.
    ///
    /// # Errors
    /// When `text` is no move.
    fn encode_move(&self, text: &str, out: &mut Vec<u8>) -> Result<(), NotationError>;
    /// The text of an encoded move, taken from the front of `bytes`; `None` if it is no move.
    fn decode_move(&self, bytes: &mut &[u8]) -> Option<String>;
    /// The figures that the rules name.
    fn summary(&self) -> Value;
    /// What the renderer draws.
    fn view(&self) -> Value;
    /// What stands beside a seat's name.
    fn status(&self, seat: Seat) -> SeatStatus;
    /// The numbers of the graph.
    fn gauges(&self) -> Vec<Gauge>;
    /// The report on a finished game.
    fn report(&self) -> Vec<(&'static str, String)>;
    /// The end in one sentence, if the game has one of its own.
    fn outcome_words(&self) -> Option<String>;
    /// What an arena adds up over finished games.
    fn tallies(&self) -> Vec<Tally>;
    /// Whose turn it is, in words.
    fn turn_words(&self) -> String;
    /// Moves beyond the legal ones that a person may be offered.
    fn extras(&self) -> Vec<Extra>;

    /// Answers a question of the page.
    ///
    /// # Errors
    /// When it is not one.
    fn inspect(&self, question: &Value) -> Result<Value, String>;

    /// The position itself.
    fn as_any(&self) -> &dyn Any;
    /// The position itself, to be changed.
    fn as_any_mut(&mut self) -> &mut dyn Any;

    // ---- below this line nothing has to be written by a position ----

    /// Plays a ply as records write it: a move of the seat that owes one, or, where all seats move at
    /// once, the moves of a turn with [`AND`] between them. Returns who played, and the ply.
    ///
    /// # Errors
    /// When it is no ply, or not a legal one; the position is then good for nothing.
    fn play_ply(&mut self, text: &str) -> Result<(Seats, Played), MoveError> {
        let owing = self.to_act();
        let Some(first) = owing.first() else { return Err(IllegalMove::over().into()) };
        if !self.simultaneous() {
            return Ok((Seats::one(first), self.play(first, text)?));
        }
        let parts: Vec<&str> = text.split(AND.trim()).map(str::trim).collect();
        if parts.len() != self.seats() {
            return Err(MoveError::Illegal(IllegalMove(format!(
                "a turn has the orders of {} seats with `{}` between them, but this one has {}",
                self.seats(),
                AND.trim(),
                parts.len()
            ))));
        }
        let mut texts = Vec::with_capacity(parts.len());
        for (seat, part) in parts.into_iter().enumerate() {
            if owing.contains(seat) {
                let played = self
                    .play(seat, part)
                    .map_err(|error| MoveError::InTurn { seat, error: Box::new(error) })?;
                texts.push(played.text);
            } else if part == NOTHING {
                texts.push(NOTHING.to_owned());
            } else {
                let error = Box::new(IllegalMove::out_of_turn(seat, owing).into());
                return Err(MoveError::InTurn { seat, error });
            }
        }
        Ok((owing, Played { text: texts.join(AND), words: self.turn_report() }))
    }
}

/// Whether a ply is complete once `seat`, one of those that were `owing`, has moved and `now` owe a move:
/// where all seats move at once, not before the last of them has.
pub fn completes(owing: Seats, seat: Seat, now: Seats) -> bool {
    now.is_empty() || now != owing.without(seat)
}

/// What a bot of some game thinks, with its moves as texts.
pub trait AnyThinking {
    /// Thinks on for about `slice` nodes; true when it has finished.
    fn advance(&mut self, slice: u64, watch: &dyn Watch) -> bool;
    /// What it thinks so far.
    fn thought(&self) -> Thought<String>;
    /// What the candidates are worth to every seat, from a bot that knows.
    fn views(&self) -> Option<Views>;
    /// The candidates of [`AnyThinking::thought`] in words, in the same order.
    fn words(&self) -> Vec<String>;
    /// Where they are on the board, in the same order; see [`Game::spot`].
    fn spots(&self) -> Vec<Value>;
    /// What each piece does in the choice, where a move is a set of orders.
    fn tasks(&self) -> Vec<Task>;
}

/// A bot of some game. A position of another game is a mistake of the caller, and answered with
/// `None`.
pub trait AnyBot: Send + Sync {
    /// Begins to think for `seat`, which owes a move.
    fn begin(
        &self,
        position: &dyn AnyPosition,
        seat: Seat,
        budget: Budget,
        rng: Rng,
    ) -> Option<Box<dyn AnyThinking>>;

    /// The move it chooses, as a text.
    fn choose(
        &self,
        position: &dyn AnyPosition,
        seat: Seat,
        budget: Budget,
        rng: Rng,
        watch: &dyn Watch,
    ) -> Option<String>;

    /// Chooses a move and plays it, without a text between: what an arena runs on. The text is
    /// returned when asked for.
    fn play(
        &self,
        position: &mut dyn AnyPosition,
        seat: Seat,
        budget: Budget,
        rng: Rng,
        watch: &dyn Watch,
        want_text: bool,
    ) -> Option<Played>;
}

/// How a game lists its moves, if it can.
struct Listing<G: Game> {
    legal: fn(&G, &mut MoveList<G::Move>),
    count: fn(&G) -> usize,
    perft: fn(&G, u32) -> u64,
}

impl<G: Enumerable> Listing<G> {
    #[allow(dead_code)] // a build with Outpost alone has no game that lists its moves
    const fn enumerable() -> Self {
        Listing { legal: G::legal_moves, count: G::legal_count, perft: G::perft }
    }
}

impl<G: Game> Clone for Listing<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Listing<G> {}

/// A line of the catalogue.
struct Entry<G: Game> {
    id: &'static str,
    name: &'static str,
    about: &'static str,
    seat_names: &'static [&'static str],
    overlays: &'static [&'static str],
    bots: &'static [&'static BotSpec<G>],
    listing: Option<Listing<G>>,
    review: Option<Review<G>>,
    match_options: &'static [(&'static str, &'static str)],
    match_why: &'static str,
    presets: &'static [Preset],
}

/// Looks back at a game from its start and its moves.
type Review<G> = fn(&G, &[<G as Game>::Move]) -> Box<dyn Reviewing>;

impl<G: Game> AnyGame for Entry<G> {
    fn id(&self) -> &'static str {
        self.id
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn seat_names(&self) -> &'static [&'static str] {
        self.seat_names
    }

    fn overlays(&self) -> &'static [&'static str] {
        self.overlays
    }

    fn options(&self) -> &'static [OptionSpec] {
        G::options()
    }

    fn simultaneous(&self) -> bool {
        G::simultaneous()
    }

    fn setup_text(&self) -> Option<&'static SetupText> {
        G::setup_text()
    }

    fn bots(&self) -> Vec<BotInfo> {
        self.bots
            .iter()
            .map(|bot| BotInfo {
                id: bot.id,
                name: bot.name,
                about: bot.about,
                source: bot.source,
                options: bot.options,
                terms: bot.terms,
                budget: bot.budget,
            })
            .collect()
    }

    fn start(&self, options: &Options, seed: u64) -> Result<Box<dyn AnyPosition>, OptionsError> {
        let position = G::new(options, &mut Rng::new(seed, Stream::Setup))?;
        Ok(Box::new(Erased { position, listing: self.listing }))
    }

    fn bot(&self, id: &str, options: &Options) -> Result<Box<dyn AnyBot>, CatalogError> {
        let info = self.bot_info(id)?;
        let spec = self.bots.iter().find(|bot| bot.id == info.id);
        let spec =
            spec.ok_or(CatalogError::Bot { id: shorten(id), game: self.id, known: vec![] })?;
        Ok(Box::new(ErasedBot { bot: (spec.build)(options) }))
    }

    fn match_options(&self) -> &'static [(&'static str, &'static str)] {
        self.match_options
    }

    fn match_why(&self) -> &'static str {
        self.match_why
    }

    fn presets(&self) -> &'static [Preset] {
        self.presets
    }

    fn reviews(&self) -> bool {
        self.review.is_some()
    }

    fn review(&self, start: &dyn AnyPosition, moves: &[&str]) -> Option<Box<dyn Reviewing>> {
        let start: &G = start.as_any().downcast_ref()?;
        let mut position = start.clone();
        let mut played = Vec::new();
        for text in moves {
            let Some(seat) = position.to_act().first() else { break };
            let Ok(mv) = position.parse_move(seat, text) else { break };
            if position.play(seat, &mv).is_err() {
                break;
            }
            played.push(mv);
        }
        self.review.map(|review| review(start, &played))
    }
}

/// A position with its game's way of listing moves.
struct Erased<G: Game> {
    position: G,
    listing: Option<Listing<G>>,
}

impl<G: Game> AnyPosition for Erased<G> {
    fn boxed(&self) -> Box<dyn AnyPosition> {
        Box::new(Erased { position: self.position.clone(), listing: self.listing })
    }

    fn seats(&self) -> usize {
        self.position.seats()
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.position.seat_name(seat)
    }

    fn to_act(&self) -> Seats {
        self.position.to_act()
    }

    fn play(&mut self, seat: Seat, text: &str) -> Result<Played, MoveError> {
        if text == FORFEIT {
            self.position.forfeit(seat)?;
            return Ok(Played { text: FORFEIT.to_owned(), words: "gives up".to_owned() });
        }
        let mv = self.position.parse_move(seat, text)?;
        // Only a move that was legal is described: words of others need not make sense.
        let before = self.position.clone();
        self.position.play(seat, &mv)?;
        Ok(Played { text: mv.to_string(), words: before.describe_move(&mv) })
    }

    fn simultaneous(&self) -> bool {
        G::simultaneous()
    }

    fn turn_report(&self) -> String {
        self.position.turn_report()
    }

    fn incidents(&self) -> Vec<Incident> {
        self.position.incidents()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn hash(&self) -> u64 {
        self.position.hash()
    }

    fn legal(&self) -> Option<Vec<String>> {
        let listing = self.listing.as_ref()?;
        let mut moves = MoveList::new();
        (listing.legal)(&self.position, &mut moves);
        Some(moves.iter().map(G::Move::to_string).collect())
    }

    fn legal_count(&self) -> Option<usize> {
        self.listing.as_ref().map(|listing| (listing.count)(&self.position))
    }

    fn perft(&self, depth: u32) -> Option<u64> {
        self.listing.as_ref().map(|listing| (listing.perft)(&self.position, depth))
    }

    fn encode_move(&self, text: &str, out: &mut Vec<u8>) -> Result<(), NotationError> {
        let seat = self.position.to_act().first().unwrap_or(0);
        let mv = self.position.parse_move(seat, text)?;
        self.position.encode_move(&mv, out);
        Ok(())
    }

    fn decode_move(&self, bytes: &mut &[u8]) -> Option<String> {
        self.position.decode_move(bytes).map(|mv| mv.to_string())
    }

    fn summary(&self) -> Value {
        self.position.summary()
    }

    fn view(&self) -> Value {
        self.position.view()
    }

    fn status(&self, seat: Seat) -> SeatStatus {
        self.position.status(seat)
    }

    fn gauges(&self) -> Vec<Gauge> {
        self.position.gauges()
    }

    fn report(&self) -> Vec<(&'static str, String)> {
        self.position.report()
    }

    fn outcome_words(&self) -> Option<String> {
        self.position.outcome_words()
    }

    fn tallies(&self) -> Vec<Tally> {
        self.position.tallies()
    }

    fn turn_words(&self) -> String {
        self.position.turn_words()
    }

    fn extras(&self) -> Vec<Extra> {
        self.position.extras()
    }

    fn inspect(&self, question: &Value) -> Result<Value, String> {
        self.position.inspect(question)
    }

    fn as_any(&self) -> &dyn Any {
        &self.position
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        &mut self.position
    }
}

struct ErasedBot<G: Game> {
    bot: Box<dyn Bot<G>>,
}

impl<G: Game> AnyBot for ErasedBot<G> {
    fn begin(
        &self,
        position: &dyn AnyPosition,
        seat: Seat,
        budget: Budget,
        rng: Rng,
    ) -> Option<Box<dyn AnyThinking>> {
        let position: &G = position.as_any().downcast_ref()?;
        let thinking = self.bot.begin(position, seat, budget, rng);
        Some(Box::new(ErasedThinking { position: position.clone(), thinking }))
    }

    fn choose(
        &self,
        position: &dyn AnyPosition,
        seat: Seat,
        budget: Budget,
        rng: Rng,
        watch: &dyn Watch,
    ) -> Option<String> {
        let position: &G = position.as_any().downcast_ref()?;
        self.bot.choose(position, seat, budget, rng, watch).map(|mv| mv.to_string())
    }

    fn play(
        &self,
        position: &mut dyn AnyPosition,
        seat: Seat,
        budget: Budget,
        rng: Rng,
        watch: &dyn Watch,
        want_text: bool,
    ) -> Option<Played> {
        let position: &mut G = position.as_any_mut().downcast_mut()?;
        let mv = self.bot.choose(position, seat, budget, rng, watch)?;
        let played = if want_text {
            Played { text: mv.to_string(), words: position.describe_move(&mv) }
        } else {
            Played { text: String::new(), words: String::new() }
        };
        position.play(seat, &mv).ok()?;
        Some(played)
    }
}

struct ErasedThinking<G: Game> {
    position: G,
    thinking: Box<dyn Thinking<G>>,
}

impl<G: Game> AnyThinking for ErasedThinking<G> {
    fn advance(&mut self, slice: u64, watch: &dyn Watch) -> bool {
        self.thinking.advance(slice, watch)
    }

    fn thought(&self) -> Thought<String> {
        self.thinking.thought().map(|mv| mv.to_string())
    }

    fn views(&self) -> Option<Views> {
        self.thinking.views()
    }

    fn words(&self) -> Vec<String> {
        let thought = self.thinking.thought();
        thought.candidates.iter().map(|c| self.position.describe_move(&c.mv)).collect()
    }

    fn spots(&self) -> Vec<Value> {
        let thought = self.thinking.thought();
        thought.candidates.iter().map(|c| self.position.spot(&c.mv)).collect()
    }

    fn tasks(&self) -> Vec<Task> {
        self.thinking.tasks()
    }
}
