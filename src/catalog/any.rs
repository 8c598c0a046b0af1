//! The interface of games, positions, bots and searches above the catalogue: texts in place of moves, traits in
//! place of types. This module depends on no game.

use crate::base::erased_value::ErasedValue;
use crate::base::fixed::Fixed;
use crate::base::options::{OptionSpec, Options, OptionsError, RawOptions};
use crate::base::rng::Rng;
use crate::contract::analysis::{Analysis, Branch, Detail, Scale, Score, Task, Term, Views};
use crate::contract::bot::{Budget, Clock, LINES, lines_from_json};
use crate::contract::calibration::{Curves, Evaluator};
use crate::contract::concept::FoundConcept;
use crate::contract::declaration::GameData;
use crate::contract::features::Feature;
use crate::contract::film::{Film, Variation};
use crate::contract::game::{
    IllegalMove, NO_ORDER, NotationError, Outcome, PrintedMove, ResourceEstimate, Seat, Seats,
    TURN_SEPARATOR, parse_disqualification,
};
use crate::contract::judging::Decisions;
use crate::contract::presentation::{
    Footprint, Incident, Metric, ReportTable, SeatStatus, SpecialMove, Tally,
};
use crate::contract::setup::SetupTable;
use crate::lab::heuristic::Lab;
use crate::lab::program::Warnings;
use crate::search::sensitivity::{FlipMap, Sensitivity};
use serde::Serialize;
use serde_json::Value;
use std::any::Any;
use std::fmt;
use thiserror::Error;

/// Why a catalogue lookup failed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CatalogError {
    /// No such game.
    #[error("unknown game `{id}`; known are {}", .known.join(", "))]
    Game {
        /// The requested id, shortened.
        id: String,
        /// The ids of all games, in display order.
        known: Vec<&'static str>,
    },
    /// No such bot.
    #[error("unknown bot `{id}` of {game}; known are {}", .known.join(", "))]
    Bot {
        /// The requested id, shortened.
        id: String,
        /// The game's id.
        game: &'static str,
        /// The ids of the game's bots, including those of its levels.
        known: Vec<&'static str>,
    },
    /// A bot without formulas.
    #[error("{bot} cannot be opened in the Lab: {why}")]
    Closed {
        /// The bot's id.
        bot: &'static str,
        /// Why, in a sentence.
        why: &'static str,
    },
    /// Invalid bot options.
    #[error("bot `{bot}`: {error}")]
    BotOptions {
        /// The bot's id.
        bot: &'static str,
        /// The reason.
        error: OptionsError,
    },
}

/// Why a move text was rejected.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MoveError {
    /// The text is not a move.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The rules forbid it here.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// One of the moves of a turn; the seat is counted from 0.
    #[error("seat {seat}: {error}")]
    InTurn {
        /// The seat of the move.
        seat: Seat,
        /// Why this move was rejected.
        error: Box<MoveError>,
    },
}

/// A move that was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenMove {
    /// The text form in records.
    pub text: String,
    /// In words, described from the position before the move.
    pub description: String,
    /// For people; empty for a turn of several seats.
    pub printed: PrintedMove,
}

/// A bot as data, from which panels, the command line and the Lab are built.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct BotInfo {
    /// Its id in requests and records.
    pub id: &'static str,
    /// The display name.
    pub name: &'static str,
    /// Other names of it, such as those of its source; accepted in requests in place of the id.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string[]"))]
    pub aliases: &'static [&'static str],
    /// A one-line description.
    pub about: &'static str,
    /// The source, unless it is our own.
    pub source: Option<&'static str>,
    /// Its options: the weights, then the settings.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionInfo[]"))]
    pub options: Vec<OptionSpec>,
    /// The terms of its score, with their default weights. An option with the same key sets the weight.
    pub terms: Vec<Term>,
    /// The default budget; null for a bot that needs no budget.
    pub budget: Option<Budget>,
    /// Whether the scores of this bot are fit for rating moves.
    pub judges: bool,
    /// The quantity measured by its scores.
    #[serde(skip)]
    pub scale: Scale,
    /// See [`crate::contract::bot::BotSpec::rates`].
    #[serde(skip)]
    pub rates: Option<(OptionSpec, &'static str)>,
    /// See [`crate::contract::bot::BotSpec::retired`].
    #[serde(skip)]
    pub retired: &'static [&'static str],
}

impl BotInfo {
    /// The scale of the scores under these checked options.
    pub fn scale_of(&self, options: &Options) -> Scale {
        match &self.rates {
            Some((spec, value)) if options.text(spec) == *value => Scale::Rate,
            _ => self.scale,
        }
    }
}

/// A game with its types erased.
pub trait AnyGame: Sync {
    /// The declaration data, which needs no game types.
    fn data(&self) -> &GameData;

    /// The options of a new game.
    fn options(&self) -> &'static [OptionSpec];
    /// Whether all seats move at once; see [`Game::simultaneous`](crate::contract::game::Game::simultaneous).
    fn simultaneous(&self) -> bool;
    /// The option that holds a position text.
    fn drafting(&self) -> &'static OptionSpec;

    /// The display of a draft (a text) after an edit; see [`crate::contract::setup`]. The options and the seed are those of the
    /// game that the draft comes from.
    ///
    /// # Errors
    /// When the text is no draft, or the edit is refused: the draft then stays as it was.
    fn set_up(
        &self,
        options: &RawOptions,
        seed: u64,
        text: &str,
        edit: &str,
    ) -> Result<SetupTable, String>;

    /// What the page shows of each bot: texts, options and levels.
    fn bots(&self) -> Vec<BotInfo>;

    /// The bot of that id, as data.
    ///
    /// # Errors
    /// When there is none.
    fn bot_info(&self, id: &str) -> Result<BotInfo, CatalogError>;

    /// The ids and names of the ideas that explanations are linked to.
    fn concepts(&self) -> Vec<(&'static str, &'static str)>;
    /// The features for formulas; empty for a game without features.
    fn features(&self) -> &'static [Feature];

    /// The bot of that id as formulas: the options of the bot `lab` for the same play as with `options`, which
    /// must be checked, and the budget.
    ///
    /// # Errors
    /// When there is no such bot, or it has no formulas.
    fn opened(
        &self,
        id: &str,
        options: &Options,
    ) -> Result<(RawOptions, Option<Budget>), CatalogError>;

    /// The starting position.
    ///
    /// # Errors
    /// When the options describe no starting position.
    fn start(
        &'static self,
        options: &Options,
        seed: u64,
    ) -> Result<Box<dyn AnyPosition>, OptionsError>;

    /// Creates a bot; options must be checked against its own declaration.
    ///
    /// # Errors
    /// When there is no bot of that id.
    fn bot(&self, id: &str, options: &Options) -> Result<Box<dyn AnyBot>, CatalogError>;

    /// The ids of the opponents offered to people, from the weakest to the strongest.
    fn levels(&self) -> Vec<&'static str>;

    /// The random openings in words, such as "6 to 8 random plies".
    fn openings(&self) -> &'static str;

    /// Nodes that the rating bot spends on testing whether an opening is even; 0 without such a bot.
    fn opening_nodes(&self) -> u64;

    /// Changed defaults of the options for random openings.
    fn opening_options(&self) -> &'static [(&'static str, &'static str)];

    /// An opening is uneven from this score of the rating bot, in points.
    fn uneven_opening(&self) -> Fixed;

    /// The table of its calibrated bots, see [`Calibration::table`](crate::contract::calibration::Calibration::table).
    fn calibration_table(&self) -> &'static str;

    /// The unit of margins, in the singular; empty in a game without margins.
    fn margin_unit(&self) -> &'static str;

    /// Starts many games at once; see [`AnyBatch`](super::batch::AnyBatch).
    ///
    /// # Errors
    /// When the options do not fit, or the game supports no batch.
    #[cfg(not(target_arch = "wasm32"))]
    fn batch(
        &'static self,
        options: &Options,
        games: usize,
        seed: u64,
        observation: super::batch::Observation,
    ) -> Result<Box<dyn super::batch::AnyBatch>, super::batch::BatchError>;

    // ---- provided methods: an entry need not implement them ----

    /// Its id in records and links.
    fn id(&self) -> &'static str {
        self.data().id
    }

    /// The display name.
    fn name(&self) -> &'static str {
        self.data().name
    }

    /// The meaning of the scores of a bot with these checked options and this budget, or its own if `None`, on the board of
    /// a position.
    ///
    /// # Errors
    /// When there is no such bot.
    fn evaluator(
        &self,
        id: &str,
        options: &Options,
        budget: Option<Budget>,
        position: &dyn AnyPosition,
    ) -> Result<Evaluator, CatalogError> {
        let info = self.bot_info(id)?;
        let curves = match options.is_default() {
            true => Curves::new(self.calibration_table(), id, &position.board()),
            false => Curves::default(),
        };
        let (scale, budget) = (info.scale_of(options), budget.or(info.budget));
        Ok(Evaluator::new(scale, curves, budget, self.margin_unit()))
    }

    /// Checks options of the bot of that id. [`LINES`] is accepted too, but is not an option of a seat.
    ///
    /// # Errors
    /// When there is no such bot, or the options do not fit.
    fn bot_options(&self, id: &str, raw: &RawOptions) -> Result<Options, CatalogError> {
        let info = self.bot_info(id)?;
        let wrong = |error| CatalogError::BotOptions { bot: info.id, error };
        Options::check(&info.options, raw).or_else(|_| check_others(&info, raw)).map_err(wrong)
    }
}

/// Checks the options without [`LINES`] and retired ones.
// In its own function because these options are rare: the page's first view does without it.
#[inline(never)]
fn check_others(info: &BotInfo, raw: &RawOptions) -> Result<Options, OptionsError> {
    if let Some(lines) = raw.get(LINES) {
        lines_from_json(lines)?;
    }
    let mut raw = raw.clone();
    for key in [LINES].iter().chain(info.retired) {
        raw.remove(*key);
    }
    Options::check(&info.options, &raw)
}

impl fmt::Debug for dyn AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}", self.id())
    }
}

/// A position of any game; [`Game`](crate::contract::game::Game) documents the methods.
pub trait AnyPosition: Send + Sync {
    /// An independent copy.
    fn boxed(&self) -> Box<dyn AnyPosition>;
    /// The number of seats, 2 to [`MAX_SEATS`](crate::contract::game::MAX_SEATS).
    fn seats(&self) -> usize;
    /// Such as `Red`.
    fn seat_name(&self, seat: Seat) -> String;
    /// Where a seat begins, after its player's name; `None` if seats are called by their colours.
    fn seat_place(&self, seat: Seat) -> Option<String>;
    /// The seats that owe a move.
    fn to_act(&self) -> Seats;

    /// Reads and plays a move, or [`FORFEIT`](crate::contract::game::FORFEIT).
    ///
    /// # Errors
    /// When the text is no move, or an illegal one; the position then stays as it was.
    fn play(&mut self, seat: Seat, text: &str) -> Result<WrittenMove, MoveError>;

    /// The moves of a turn, by seat, completed by an adviser where they leave orders open. A text that is no move stays as it is.
    fn completed(&self, turn: &[Option<&str>]) -> Vec<Option<String>>;

    /// The number of turns from here on that [`AnyPosition::decisions`] plays again, at most.
    fn decision_turns(&self) -> usize;
    /// Compares the decisions of a seat in the first of these turns, as played from here on; `None` if the game cannot.
    fn decisions(&self, turns: &[String], seat: Seat) -> Option<Box<dyn Decisions>>;

    /// Disqualifies a seat during another seat's turn: see [`Game::disqualify`](crate::contract::game::Game::disqualify).
    ///
    /// # Errors
    /// When the game or the position does not allow it; the position then stays as it was.
    fn disqualify(&mut self, seat: Seat) -> Result<(), IllegalMove>;

    /// Its time and memory needs; see [`ResourceEstimate`].
    fn resource_estimate(&self) -> ResourceEstimate;

    /// Whether all seats move at once.
    fn simultaneous(&self) -> bool;
    /// The events of the last turn in words, in games with simultaneous moves.
    fn turn_report(&self) -> String;
    /// The events of the last ply, for a log.
    fn incidents(&self) -> Vec<Incident<ErasedValue>>;
    /// The position if the seat that owes a move passed; see [`Game::passed`](crate::contract::game::Game::passed).
    fn passed(&self) -> Option<Box<dyn AnyPosition>>;
    /// The result; `None` before the end.
    fn outcome(&self) -> Option<Outcome>;
    /// How a finished game was won, as the end of a sentence; see [`Game::won_how`](crate::contract::game::Game::won_how).
    fn won_how(&self) -> String;
    /// Equal for equal positions.
    fn hash(&self) -> u64;
    /// The legal moves in their fixed order; `None` if the game cannot list them.
    fn legal(&self) -> Option<Vec<String>>;
    /// The number of legal moves.
    fn legal_count(&self) -> Option<usize>;
    /// Leaves of the legal-move tree; `None` if moves cannot be listed.
    fn perft(&self, depth: u32) -> Option<u64>;
    /// The name of its board in the calibration table.
    fn board(&self) -> String;
    /// The progress of the game, from 0 to 1.
    fn progress(&self) -> f64;
    /// The minimum and maximum number of random plies of an opening that starts here.
    fn opening_plies(&self) -> [usize; 2];
    /// Equal for openings that differ by symmetry only.
    fn opening_key(&self) -> u64;
    /// Plays a random legal opening move; `None` if there is none, or moves cannot be listed.
    fn play_opening_move(&mut self, rng: &mut Rng) -> Option<String>;
    /// Encodes a move for links; the link itself handles [`FORFEIT`](crate::contract::game::FORFEIT).
    ///
    /// # Errors
    /// When `text` is no move.
    fn encode_move(&self, text: &str, out: &mut Vec<u8>) -> Result<(), NotationError>;
    /// The text of an encoded move, taken from the front of `bytes`; `None` if it is no move.
    fn decode_move(&self, bytes: &mut &[u8]) -> Option<String>;
    /// The numbers that the rules define.
    fn summary(&self) -> Value;
    /// The text form of the position: it is readable by people and programs, the starting point of set-up, and the value of
    /// the option [`AnyGame::drafting`].
    fn position_text(&self) -> String;
    /// The renderer's data that stays the same for the whole game.
    fn layout(&self) -> ErasedValue;
    /// The notation of the board's cells, by the renderer's cell numbers.
    fn cell_names(&self) -> Vec<String>;
    /// The names of the board's cells as printed on it, by the renderer's cell numbers.
    fn printed_cells(&self) -> Vec<String>;
    /// The renderer's data of this position.
    fn view(&self) -> ErasedValue;
    /// The same for people: `named` replaces the names of seats in a text by those of their players.
    fn view_for(&self, named: &dyn Fn(&str) -> String) -> ErasedValue;
    /// The status next to a seat's name.
    fn seat_status(&self, seat: Seat) -> SeatStatus;
    /// The values of the graph.
    fn metrics(&self) -> Vec<Metric>;
    /// The report on a finished game.
    fn report(&self) -> Vec<(&'static str, String)>;
    /// The report as a table by seat, in games where that is clearer.
    fn report_table(&self) -> Option<ReportTable>;
    /// The result in one sentence, if the game has its own.
    fn outcome_text(&self) -> Option<String>;
    /// The values that an arena sums over finished games.
    fn tallies(&self) -> Vec<Tally>;
    /// The seats to move, in words.
    fn turn_text(&self) -> String;
    /// The same for the only human player, on their turn.
    fn your_turn_text(&self) -> String;
    /// Special moves besides the legal ones, offered to people.
    fn extras(&self) -> Vec<SpecialMove>;

    /// A move of a seat in words, and its location on the board.
    ///
    /// # Errors
    /// When `text` is no move.
    fn move_description(
        &self,
        seat: Seat,
        text: &str,
    ) -> Result<(String, ErasedValue), NotationError>;

    /// A move for people.
    ///
    /// # Errors
    /// The error in the text, and its place.
    fn printed_move(&self, seat: Seat, text: &str) -> Result<PrintedMove, NotationError>;

    /// The cells of a move of a seat; see
    /// [`Presentation::footprint`](crate::contract::presentation::Presentation::footprint).
    ///
    /// # Errors
    /// The error in the text, and its place.
    fn footprint(&self, seat: Seat, text: &str) -> Result<Footprint, NotationError>;

    /// The words of [`AnyPosition::printed_move`].
    ///
    /// # Errors
    /// The error in the text, and its place.
    fn move_name(&self, seat: Seat, text: &str) -> Result<String, NotationError> {
        self.printed_move(seat, text).map(|printed| printed.words)
    }

    /// The ideas that the position shows, for every seat; see [`Concept`](crate::contract::concept::Concept).
    fn concepts(&self) -> Vec<FoundConcept>;
    /// The values of all features for a seat; empty in a game without features.
    fn features(&self, seat: Seat) -> Vec<f64>;

    /// The values of a heuristic's terms for a seat, and the warnings of the evaluation; empty in a game
    /// without features.
    fn measured(&self, heuristic: &Lab, seat: Seat) -> (Vec<Fixed>, Warnings);

    /// The board for people, with its coordinates; the position text in a game without such a picture.
    #[cfg(not(target_arch = "wasm32"))]
    fn board_text(&self) -> String;

    /// The layers and the numbered moves of its planes; `None` for a game without planes.
    #[cfg(not(target_arch = "wasm32"))]
    fn plane_layout(&self) -> Option<super::batch::PlaneLayout>;

    /// The planes from the view of a seat, see [`Planar`](crate::contract::planes::Planar); empty in a game without planes.
    #[cfg(not(target_arch = "wasm32"))]
    fn planes(&self, seat: Seat) -> Vec<f32>;

    /// The numbers of the legal moves; empty if moves cannot be listed.
    #[cfg(not(target_arch = "wasm32"))]
    fn legal_actions(&self) -> Vec<usize>;

    /// The symmetries of the game; empty in a game without planes.
    #[cfg(not(target_arch = "wasm32"))]
    fn symmetries(&self) -> Vec<crate::contract::planes::Symmetry>;

    /// Answers a request of the game's renderer.
    ///
    /// # Errors
    /// When the request is invalid.
    fn inspect(&self, question: &Value) -> Result<ErasedValue, String> {
        self.inspect_for(question, &str::to_owned)
    }

    /// The same for people, as [`AnyPosition::view_for`].
    ///
    /// # Errors
    /// When the request is invalid.
    fn inspect_for(
        &self,
        question: &Value,
        named: &dyn Fn(&str) -> String,
    ) -> Result<ErasedValue, String>;

    /// The position itself, for a downcast to its game's type.
    fn as_any(&self) -> &dyn Any;
    /// The same, mutable.
    fn as_any_mut(&mut self) -> &mut dyn Any;

    // ---- provided methods: a position need not implement them ----

    /// A ply in record notation, with open orders completed by an adviser.
    fn completed_ply(&self, text: &str) -> String {
        if !self.simultaneous() {
            return text.to_owned();
        }
        let owing = self.to_act();
        let parts: Vec<&str> = text.split(TURN_SEPARATOR.trim()).map(str::trim).collect();
        let given = parts.iter().enumerate();
        let turn: Vec<Option<&str>> =
            given.map(|(seat, part)| owing.contains(seat).then_some(*part)).collect();
        let completed = self.completed(&turn).into_iter().zip(parts);
        let texts: Vec<String> =
            completed.map(|(text, part)| text.unwrap_or_else(|| part.to_owned())).collect();
        texts.join(TURN_SEPARATOR)
    }

    /// Plays a ply in record notation: a move of the seat that owes one or, in games with simultaneous moves,
    /// the moves of a turn separated by [`TURN_SEPARATOR`]. Returns the seats that moved, and the ply.
    ///
    /// # Errors
    /// When the text is no ply, or an illegal one; the position is then invalid and must be dropped.
    fn play_ply(&mut self, text: &str) -> Result<(Seats, WrittenMove), MoveError> {
        let owing = self.to_act();
        let Some(first) = owing.first() else { return Err(IllegalMove::over().into()) };
        if !self.simultaneous() {
            let Some(seat) = parse_disqualification(text) else {
                return Ok((Seats::one(first), self.play(first, text)?));
            };
            self.disqualify(seat)?;
            let description = "is taken out in another's turn".to_owned();
            return Ok((
                Seats::one(seat),
                WrittenMove { text: text.to_owned(), description, ..WrittenMove::default() },
            ));
        }
        let parts: Vec<&str> = text.split(TURN_SEPARATOR.trim()).map(str::trim).collect();
        if parts.len() != self.seats() {
            return Err(MoveError::Illegal(IllegalMove(format!(
                "a turn has the orders of {} seats with `{}` between them, but this one has {}",
                self.seats(),
                TURN_SEPARATOR.trim(),
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
            } else if part == NO_ORDER {
                texts.push(NO_ORDER.to_owned());
            } else {
                let error = Box::new(IllegalMove::out_of_turn(seat, owing).into());
                return Err(MoveError::InTurn { seat, error });
            }
        }
        let (text, description) = (texts.join(TURN_SEPARATOR), self.turn_report());
        Ok((owing, WrittenMove { text, description, ..WrittenMove::default() }))
    }
}

/// Whether a ply is complete after the move of `seat`, one of the seats `owing` before it; `now` are the seats that
/// owe a move after it. With simultaneous moves, only the last move completes the ply.
pub fn completes(owing: Seats, seat: Seat, now: Seats) -> bool {
    now.is_empty() || now != owing.without(seat)
}

/// The search of a bot of any game, with moves as texts.
pub trait AnySearch {
    /// Searches about `slice` more nodes; true when the search has finished.
    fn advance(&mut self, slice: u64, watch: &dyn Clock) -> bool;
    /// The analysis so far, with moves as texts.
    fn current(&self) -> &Analysis<String>;
    /// A copy of it.
    fn analysis(&self) -> Analysis<String> {
        self.current().clone()
    }
    /// The same, with the chosen candidate only.
    fn choice_only(&self) -> Analysis<String>;
    /// The values of the candidates for every seat, from a bot that computes them.
    fn views(&self) -> Option<Views>;
    /// The candidates of [`AnySearch::current`] in words, in the same order.
    fn descriptions(&self) -> Vec<String>;
    /// The candidates' moves for people, in the order of the analysis.
    fn printed(&self) -> Vec<PrintedMove>;
    /// The locations of the candidates on the board, in the same order; see
    /// [`Presentation::location`](crate::contract::presentation::Presentation::location).
    fn locations(&self) -> Vec<ErasedValue>;
    /// The ideas that the choice brings about or the sentences speak of; see [`Concept`](crate::contract::concept::Concept).
    fn concepts(&self) -> Vec<FoundConcept>;
    /// The value of the position for the searching seat, where the best candidate's score does not give it.
    fn static_value(&self) -> Option<Score>;
    /// The task of each piece in the chosen move, where a move is a set of orders.
    fn tasks(&self) -> Vec<Task>;
    /// Sets the number of exact candidates; see [`Search::set_multi_pv`](crate::contract::bot::Search::set_multi_pv).
    fn set_multi_pv(&mut self, lines: usize);
    /// Nodes spent on these lines.
    fn multi_pv_nodes(&self) -> u64;
    /// The choice compared with a candidate, and the parts of that candidate's terms; `None` if `mv` is no candidate.
    fn detail(&self, mv: &str) -> Option<Detail>;
    /// The branches of the search tree after these moves; see [`Search::branches`](crate::contract::bot::Search::branches).
    fn branches(&self, path: &[String]) -> Result<Vec<Branch>, &'static str>;
    /// Starts a film; see [`Search::observe`](crate::contract::bot::Search::observe).
    fn observe(&mut self, variation: Variation);
    /// The film of the search. A bot without a film of its own shows its candidates, once it has finished.
    fn film(&self) -> &Film;
    /// The analysed position.
    fn position(&self) -> &dyn AnyPosition;

    /// The changes that would alter the choice; `None` unless the bot looks one ply ahead.
    fn sensitivity(&self) -> Option<Sensitivity>;
    /// The same for the weights of two terms at once, by index; see [`flip_map`](crate::search::sensitivity::flip_map).
    fn flip_map(&self, terms: [usize; 2]) -> Option<FlipMap>;
}

/// A bot of any game. Passing a position of another game is a mistake of the caller; the methods then return
/// `None`.
pub trait AnyBot: Send + Sync {
    /// Loads the data needed for a position; see [`Bot::prepare`](crate::contract::bot::Bot::prepare).
    ///
    /// # Errors
    /// Which data is missing, and why, in a sentence.
    fn prepare(&self, position: &dyn AnyPosition) -> Result<(), String>;

    /// Starts a search for `seat`, which owes a move.
    fn begin(
        &self,
        position: &dyn AnyPosition,
        seat: Seat,
        budget: Budget,
        rng: Rng,
    ) -> Option<Box<dyn AnySearch>>;

    /// The chosen move, as a text.
    fn choose(
        &self,
        position: &dyn AnyPosition,
        seat: Seat,
        budget: Budget,
        rng: Rng,
        watch: &dyn Clock,
    ) -> Option<String>;

    /// Chooses a move and plays it without converting it to text: the arena's fast path. The text is
    /// returned if `want_text` is set.
    fn play(
        &self,
        position: &mut dyn AnyPosition,
        seat: Seat,
        budget: Budget,
        rng: Rng,
        watch: &dyn Clock,
        want_text: bool,
    ) -> Option<WrittenMove>;
}
