//! What a game, a position, a bot and its thinking are to everybody above the catalogue: texts in place of
//! moves, traits in place of types. No game is known here.

use crate::base::fixed::{Fixed, shorten};
use crate::base::opaque::Opaque;
use crate::base::options::{OptionSpec, Options, OptionsError, RawOptions};
use crate::base::rng::Rng;
use crate::contract::bot::{Budget, LINES, Watch, lines_from_json};
use crate::contract::calibration::{Evaluator, curve};
use crate::contract::declaration::GameData;
use crate::contract::features::Feature;
use crate::contract::game::{
    IllegalMove, NO_ORDER, NotationError, Outcome, ResourceEstimate, Seat, Seats, TURN_SEPARATOR,
    parse_disqualification,
};
use crate::contract::presentation::{
    Incident, Metric, ReportTable, SeatStatus, SpecialMove, Tally,
};
use crate::contract::setup::SetupTable;
use crate::contract::thought::{Branch, Detail, Scale, Score, Task, Term, Thought, Views};
use crate::lab::heuristic::Lab;
use crate::lab::program::Warnings;
use crate::search::sensitivity::{FlipMap, Sensitivity};
use serde::Serialize;
use serde_json::Value;
use std::any::Any;
use std::fmt;
use thiserror::Error;

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
    /// A bot that does not read as formulas.
    #[error("{bot} cannot be opened in the Lab: {why}")]
    Closed {
        /// The bot.
        bot: &'static str,
        /// Why, in a sentence.
        why: &'static str,
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
    pub description: String,
}

/// A bot as data: panels, command line and Lab build themselves from it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct BotInfo {
    /// Its name in requests and records.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Where it comes from, if not from us.
    pub source: Option<&'static str>,
    /// What can be set.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionInfo[]"))]
    pub options: Vec<OptionSpec>,
    /// The terms of its score, with their default weights. An option with the same key sets the weight.
    pub terms: Vec<Term>,
    /// How long it thinks by default; null for a bot that needs no budget.
    pub budget: Option<Budget>,
    /// Whether its scores are such that moves can be judged by them.
    pub judges: bool,
    /// What its scores measure.
    #[serde(skip)]
    pub scale: Scale,
    /// See [`crate::contract::bot::BotSpec::rates`].
    #[serde(skip)]
    pub rates: Option<(OptionSpec, &'static str)>,
}

impl BotInfo {
    /// What its scores measure under these options, which were checked.
    pub fn scale_of(&self, options: &Options) -> Scale {
        match &self.rates {
            Some((spec, value)) if options.text(spec) == *value => Scale::Rate,
            _ => self.scale,
        }
    }
}

/// A game whose types are out of sight.
pub trait AnyGame: Sync {
    /// What it says of itself that needs none of its types.
    fn data(&self) -> &GameData;

    /// What can be set when a game is begun.
    fn options(&self) -> &'static [OptionSpec];
    /// Whether all seats move at once; see [`Game::simultaneous`](crate::contract::game::Game::simultaneous).
    fn simultaneous(&self) -> bool;
    /// The option that carries the text of a position.
    fn drafting(&self) -> &'static OptionSpec;

    /// What is shown of a draft, which is a text, after an edit; see [`crate::contract::setup`]. Options and seed are those of
    /// the game that it is made from.
    ///
    /// # Errors
    /// When the text is no draft, or the edit is refused: then the draft is as before.
    fn set_up(
        &self,
        options: &RawOptions,
        seed: u64,
        text: &str,
        edit: &str,
    ) -> Result<SetupTable, String>;

    /// Its bots.
    fn bots(&self) -> Vec<BotInfo>;
    /// Options that the bot of that id once had; see [`BotSpec::retired`](crate::contract::bot::BotSpec::retired).
    fn retired(&self, id: &str) -> &'static [&'static str];

    /// What formulas are written over; none for a game that has no features.
    fn features(&self) -> &'static [Feature];

    /// The bot of that id as formulas: the options of the bot `lab` that play as it does with `options`, which
    /// must be checked, and the budget.
    ///
    /// # Errors
    /// When there is no such bot, or it does not read as formulas.
    fn opened(
        &self,
        id: &str,
        options: &Options,
    ) -> Result<(RawOptions, Option<Budget>), CatalogError>;

    /// The starting position.
    ///
    /// # Errors
    /// When the options do not make one.
    fn start(
        &'static self,
        options: &Options,
        seed: u64,
    ) -> Result<Box<dyn AnyPosition>, OptionsError>;

    /// Makes a bot; options must be checked against its own declaration.
    ///
    /// # Errors
    /// When there is no bot of that id.
    fn bot(&self, id: &str, options: &Options) -> Result<Box<dyn AnyBot>, CatalogError>;

    /// The bots that are its opponents for people, from the weakest to the strongest.
    fn levels(&self) -> Vec<&'static str>;

    /// How its openings are drawn, for people: "6 to 8 random plies".
    fn openings(&self) -> &'static str;

    /// Nodes with which the bot that judges looks whether an opening is even; 0 where none does.
    fn opening_nodes(&self) -> u64;

    /// Options that differ from the default where openings are drawn, unless given.
    fn opening_options(&self) -> &'static [(&'static str, &'static str)];

    /// From this many points of the bot that judges, an opening is not even.
    fn uneven_opening(&self) -> Fixed;

    /// The table of its calibrated bots, see [`Calibration::table`](crate::contract::calibration::Calibration::table).
    fn calibration_table(&self) -> &'static str;

    /// What margins count, in the singular; empty in a game without margins.
    fn margin_unit(&self) -> &'static str;

    // ---- below this line nothing has to be written by an entry ----

    /// What it is called in records and links.
    fn id(&self) -> &'static str {
        self.data().id
    }

    /// Its name for people.
    fn name(&self) -> &'static str {
        self.data().name
    }

    /// What the scores of a bot with these options, which were checked, mean on the board of a position.
    ///
    /// # Errors
    /// When there is no such bot.
    fn evaluator(
        &self,
        id: &str,
        options: &Options,
        position: &dyn AnyPosition,
    ) -> Result<Evaluator, CatalogError> {
        let info = self.bot_info(id)?;
        let curve = match options.is_default() {
            true => curve(self.calibration_table(), id, &position.board()),
            false => None,
        };
        Ok(Evaluator { scale: info.scale_of(options), curve, unit: self.margin_unit() })
    }

    /// The bot of that id, as data.
    ///
    /// # Errors
    /// When there is none.
    fn bot_info(&self, id: &str) -> Result<BotInfo, CatalogError> {
        let bots = self.bots();
        bots.iter().find(|bot| bot.id == id).cloned().ok_or_else(|| CatalogError::Bot {
            id: shorten(id),
            game: self.id(),
            known: bots.iter().map(|bot| bot.id).collect(),
        })
    }

    /// Checks options of the bot of that id. [`LINES`] may be among them, but is none that a seat has.
    ///
    /// # Errors
    /// When there is no such bot, or the options do not fit.
    fn bot_options(&self, id: &str, raw: &RawOptions) -> Result<Options, CatalogError> {
        let info = self.bot_info(id)?;
        let wrong = |error| CatalogError::BotOptions { bot: info.id, error };
        Options::check(&info.options, raw)
            .or_else(|_| check_others(&info, self.retired(id), raw))
            .map_err(wrong)
    }
}

/// Checks options but for [`LINES`] and those that the bot once had.
// Apart, since hardly anybody sets one: the page's first view does without it.
#[inline(never)]
fn check_others(
    info: &BotInfo,
    retired: &[&str],
    raw: &RawOptions,
) -> Result<Options, OptionsError> {
    if let Some(lines) = raw.get(LINES) {
        lines_from_json(lines)?;
    }
    let mut raw = raw.clone();
    for key in [LINES].iter().chain(retired) {
        raw.remove(*key);
    }
    Options::check(&info.options, &raw)
}

impl fmt::Debug for dyn AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}", self.id())
    }
}

/// A position of some game; see [`Game`](crate::contract::game::Game) for what each method means.
pub trait AnyPosition: Send + Sync {
    /// A copy.
    fn boxed(&self) -> Box<dyn AnyPosition>;
    /// The number of seats.
    fn seats(&self) -> usize;
    /// The name of a seat.
    fn seat_name(&self, seat: Seat) -> String;
    /// Who owes a move.
    fn to_act(&self) -> Seats;

    /// Reads and plays a move, or [`FORFEIT`](crate::contract::game::FORFEIT).
    ///
    /// # Errors
    /// When it is no move, or not a legal one; the position is then as before.
    fn play(&mut self, seat: Seat, text: &str) -> Result<Played, MoveError>;

    /// The moves of a turn, by seat, with what they leave to an adviser. A text that is no move stays as it is.
    fn completed(&self, turn: &[Option<&str>]) -> Vec<Option<String>>;

    /// Takes a seat out in another's turn: see [`Game::take_out`](crate::contract::game::Game::take_out).
    ///
    /// # Errors
    /// When the game or the position does not allow it; the position is then as before.
    fn take_out(&mut self, seat: Seat) -> Result<(), IllegalMove>;

    /// What it takes; see [`ResourceEstimate`].
    fn resource_estimate(&self) -> ResourceEstimate;

    /// Whether all seats move at once.
    fn simultaneous(&self) -> bool;
    /// What the last turn brought, in words, where they do.
    fn turn_report(&self) -> String;
    /// What the last ply brought that a log should tell.
    fn incidents(&self) -> Vec<Incident<Opaque>>;
    /// The position if the seat that owes a move passed; see [`Game::passed`](crate::contract::game::Game::passed).
    fn passed(&self) -> Option<Box<dyn AnyPosition>>;
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
    /// The board that it is on, as the table of calibrations names it.
    fn board(&self) -> String;
    /// How far the game has come, from 0 to 1.
    fn progress(&self) -> f64;
    /// From here as a start, the fewest and the most random plies of an opening.
    fn opening_plies(&self) -> [usize; 2];
    /// Equal for openings that are the same up to symmetry.
    fn opening_key(&self) -> u64;
    /// Plays a random move of those that openings may have; `None` where there is none, or moves cannot be listed.
    fn play_opening_move(&mut self, rng: &mut Rng) -> Option<String>;
    /// For links; [`FORFEIT`](crate::contract::game::FORFEIT) is the link's own business.
    ///
    /// # Errors
    /// When `text` is no move.
    fn encode_move(&self, text: &str, out: &mut Vec<u8>) -> Result<(), NotationError>;
    /// The text of an encoded move, taken from the front of `bytes`; `None` if it is no move.
    fn decode_move(&self, bytes: &mut &[u8]) -> Option<String>;
    /// The figures that the rules name.
    fn summary(&self) -> Value;
    /// The position as a text: what people and programs read, what a position is set up from, and what the option
    /// [`AnyGame::drafting`] takes.
    fn position_text(&self) -> String;
    /// What the renderer needs once a game.
    fn layout(&self) -> Opaque;
    /// The cells of the board as moves name them, by their numbers in the renderer.
    fn cell_names(&self) -> Vec<String>;
    /// What the renderer draws.
    fn view(&self) -> Opaque;
    /// What stands beside a seat's name.
    fn seat_status(&self, seat: Seat) -> SeatStatus;
    /// The numbers of the graph.
    fn metrics(&self) -> Vec<Metric>;
    /// The report on a finished game.
    fn report(&self) -> Vec<(&'static str, String)>;
    /// The same as a table of the seats, where that says more.
    fn report_table(&self) -> Option<ReportTable>;
    /// The end in one sentence, if the game has one of its own.
    fn outcome_text(&self) -> Option<String>;
    /// What an arena adds up over finished games.
    fn tallies(&self) -> Vec<Tally>;
    /// Whose turn it is, in words.
    fn turn_text(&self) -> String;
    /// The same for the only person at the board, on their turn.
    fn your_turn_text(&self) -> String;
    /// Moves beyond the legal ones that a person may be offered.
    fn extras(&self) -> Vec<SpecialMove>;

    /// A move of a seat in words, and where it is on the board.
    ///
    /// # Errors
    /// When `text` is no move.
    fn tell_move(&self, seat: Seat, text: &str) -> Result<(String, Opaque), NotationError>;

    /// A move with the coordinates that are printed on the board.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    fn move_name(&self, seat: Seat, text: &str) -> Result<String, NotationError>;

    /// The values of all features for a seat; none where the game has no features.
    fn features(&self, seat: Seat) -> Vec<f64>;

    /// What the terms of a heuristic are worth to a seat, and what happened on the way; nothing where the game
    /// has no features.
    fn measured(&self, heuristic: &Lab, seat: Seat) -> (Vec<Fixed>, Warnings);

    /// Answers a question of the page.
    ///
    /// # Errors
    /// When it is not one.
    fn inspect(&self, question: &Value) -> Result<Opaque, String>;

    /// The position itself.
    fn as_any(&self) -> &dyn Any;
    /// The position itself, to be changed.
    fn as_any_mut(&mut self) -> &mut dyn Any;

    // ---- below this line nothing has to be written by a position ----

    /// A ply as records write it, with what its moves leave to an adviser.
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

    /// Plays a ply as records write it: a move of the seat that owes one, or, where all seats move at
    /// once, the moves of a turn with [`TURN_SEPARATOR`] between them. Returns who played, and the ply.
    ///
    /// # Errors
    /// When it is no ply, or not a legal one; the position is then good for nothing.
    fn play_ply(&mut self, text: &str) -> Result<(Seats, Played), MoveError> {
        let owing = self.to_act();
        let Some(first) = owing.first() else { return Err(IllegalMove::over().into()) };
        if !self.simultaneous() {
            let Some(seat) = parse_disqualification(text) else {
                return Ok((Seats::one(first), self.play(first, text)?));
            };
            self.take_out(seat)?;
            let description = "is taken out in another's turn".to_owned();
            return Ok((Seats::one(seat), Played { text: text.to_owned(), description }));
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
        Ok((owing, Played { text: texts.join(TURN_SEPARATOR), description: self.turn_report() }))
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
    /// The same without the candidates that were not chosen.
    fn choice_only(&self) -> Thought<String>;
    /// What the candidates are worth to every seat, from a bot that knows.
    fn views(&self) -> Option<Views>;
    /// The candidates of [`AnyThinking::thought`] in words, in the same order.
    fn descriptions(&self) -> Vec<String>;
    /// Where they are on the board, in the same order; see
    /// [`Presentation::location`](crate::contract::presentation::Presentation::location).
    fn locations(&self) -> Vec<Opaque>;
    /// What the position is worth to the seat that thinks, where the best candidate's score does not say.
    fn static_value(&self) -> Option<Score>;
    /// What each piece does in the choice, where a move is a set of orders.
    fn tasks(&self) -> Vec<Task>;
    /// How many of the best candidates are to be exact; see [`Thinking::set_multi_pv`](crate::contract::bot::Thinking::set_multi_pv).
    fn set_multi_pv(&mut self, lines: usize);
    /// Nodes spent on that.
    fn multi_pv_nodes(&self) -> u64;
    /// What speaks for the choice against a candidate, and what that one's terms are made of; `None` if it is none.
    fn detail(&self, mv: &str) -> Option<Detail>;
    /// What its tree has after these moves; see [`Thinking::branches`](crate::contract::bot::Thinking::branches).
    fn branches(&self, path: &[String]) -> Result<Vec<Branch>, &'static str>;

    /// What would change the choice; `None` of a bot that does not look one ply ahead.
    fn sensitivity(&self) -> Option<Sensitivity>;
    /// The same for the weights of two terms at once, by their places; see [`flip_map`](crate::search::sensitivity::flip_map).
    fn flip_map(&self, terms: [usize; 2]) -> Option<FlipMap>;
}

/// A bot of some game. A position of another game is a mistake of the caller, and answered with
/// `None`.
pub trait AnyBot: Send + Sync {
    /// Gets what it needs to think about a position; see [`Bot::prepare`](crate::contract::bot::Bot::prepare).
    ///
    /// # Errors
    /// What cannot be had, and why, in a sentence.
    fn prepare(&self, position: &dyn AnyPosition) -> Result<(), String>;

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
