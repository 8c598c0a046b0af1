//! One running game of any kind: its seats, its plies, the shown position, undo and redo, its variations,
//! and its record.
//!
//! The page, the command line and the protocol drive games through a [`Session`]; none of them has a position
//! of its own. No rule of any game is here: those are behind [`AnyPosition`].

mod annotations;
pub mod drawing;
pub mod dto;
pub mod film;
pub mod labels;
pub mod names;
pub mod program;
pub mod protocol;
mod replaying;
pub mod run;
mod variations;

use crate::base::format::Keeps;
use crate::base::rng::{Rng, Stream};
use crate::catalog::{
    AnyBot, AnyPosition, AnySearch, CatalogError, MoveError, WrittenMove, completes,
};
use crate::contract::bot::{Budget, Clock};
use crate::contract::game::{
    FORFEIT, IllegalMove, MAX_SEATS, NO_ORDER, Outcome, PrintedMove, Seat, Seats, TURN_SEPARATOR,
    parse_disqualification,
};
use crate::contract::presentation::{Footprint, NOT_AGREED, SpecialMove};
use crate::record::import::Exported;
use crate::record::link::{self, LinkError, ViewState};
use crate::record::tree::{Id, ROOT, Tree, end_of, shared};
use crate::record::{MAX_BYTES, MAX_MOVES, Record, RecordError, SeatSpec, Variation, content};
use crate::review::{Judge, Review};
use std::sync::Arc;
use thiserror::Error;

pub use crate::record::tree::{Line, MOST_BYTES, Ply};
pub use replaying::Replaying;
pub use variations::Walk;

/// A game with its variations, at the shown position.
pub struct Session {
    record: Record,
    /// Bytes of the record without its plies; `None` while a record is replayed, which was measured as a whole.
    head: Option<usize>,
    tree: Tree,
    /// The current line, from the first ply to its end.
    line: Vec<Arc<Ply>>,
    /// Number of plies played before the shown position.
    at: usize,
    /// The shown position.
    here: Box<dyn AnyPosition>,
    /// Where all seats move at once: the moves entered so far for the pending turn.
    draft: Option<Draft>,
    /// Whether a ply was undone: the next ply is then inserted before it.
    undone: bool,
    /// A line that is walked without being part of the game.
    walk: Option<Walk>,
    /// Seed for the bots; the game's seed if `None`.
    chance: Option<u64>,
}

/// Maximum bytes of a record for the result, other seats and the beginnings of variations.
const BESIDE: usize = 1 << 20;

/// A turn for which some seats have not moved yet.
struct Draft {
    position: Box<dyn AnyPosition>,
    given: [Option<String>; MAX_SEATS],
}

/// Why a session refused a request.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SessionError {
    /// The game refused the move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// Playing here would begin a variation, which the caller did not allow.
    #[error("ply {ply} of {plies} is shown: another move here would begin a variation")]
    WouldBranch {
        /// The shown ply.
        ply: usize,
        /// Number of plies of the current line.
        plies: usize,
    },
    /// The game would exceed the limits of a record.
    #[error(
        "the game is too long: a record has at most {MAX_MOVES} moves and {MAX_BYTES} bytes; save it and begin another"
    )]
    TooLong,
    /// The line has fewer plies.
    #[error("there is no ply {ply}; the game has 0 to {plies}")]
    NoPly {
        /// The requested ply.
        ply: usize,
        /// Number of plies of the line.
        plies: usize,
    },
    /// No such line.
    #[error("there is no variation {variation}; the game has {variations}, and 0 is the main line")]
    NoVariation {
        /// The number of the requested line.
        variation: usize,
        /// Number of variations, and the number of the last of them.
        variations: usize,
    },
    /// The ply is not one of this line's own plies.
    #[error("ply {ply} is no ply of variation {variation} alone")]
    NotItsPly {
        /// The requested ply, from the start of the game.
        ply: usize,
        /// The number of the requested line.
        variation: usize,
    },
    /// An annotation with a field that does not fit.
    #[error("{0}")]
    Annotation(String),
    /// A note on a position of a walked line.
    #[error("this line is no part of the game; save it as a variation before you annotate it")]
    Walked,
    /// A bot lacks something that it needs.
    #[error("{0}")]
    Lacking(String),
    /// No ply was played before the shown position.
    #[error("nothing to undo: no ply has been played")]
    NothingToUndo,
    /// The game has fewer seats.
    #[error("there is no seat {seat}; the game has {seats}, counted from 0")]
    NoSeat {
        /// The requested seat, from 0.
        seat: Seat,
        /// Number of seats.
        seats: usize,
    },
    /// No seat owes a move.
    #[error("the game is over: no move is owed")]
    Over,
    /// The position has no threat to show.
    #[error("there is no threat to show: in this position no other player could move after a pass")]
    NoThreat,
    /// A person cannot analyse; only a bot can.
    #[error("a person sits there; a bot must be named to think")]
    NotABot,
    /// Only people can agree on this.
    #[error("`{0}` {NOT_AGREED}")]
    NotAgreed(String),
    /// The bot could not be created.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
}

impl Session {
    /// Begins a game without the moves and the result of `record`.
    ///
    /// # Errors
    /// When the options do not define a valid position.
    pub fn begin(record: Record) -> Result<Session, RecordError> {
        let start = record.game.start(&record.options, record.seed).map_err(content)?;
        Ok(Session::at(record.setup(), start))
    }

    fn at(record: Record, start: Box<dyn AnyPosition>) -> Session {
        Session {
            head: Some(record.to_text().len()),
            record,
            line: Vec::new(),
            at: 0,
            here: start.boxed(),
            tree: Tree::new(start),
            draft: None,
            undone: false,
            walk: None,
            chance: None,
        }
    }

    /// A game that begins after the seat to move has passed: the move that a bot would play there is the threat.
    /// No record begins there, so it serves analysis only.
    ///
    /// # Errors
    /// When [`Game::passed`](crate::contract::game::Game::passed) returns no position.
    pub fn passed(&self) -> Result<Session, SessionError> {
        let passed = self.here.passed().ok_or(SessionError::NoThreat)?;
        Ok(Session::at(self.record.clone(), passed))
    }

    /// The shown position, with the moves entered so far for the pending turn.
    pub fn position(&self) -> &dyn AnyPosition {
        self.draft.as_ref().map_or(self.here.as_ref(), |draft| draft.position.as_ref())
    }

    /// The node in the tree after this many plies of the current line.
    fn id_at(&self, ply: usize) -> Option<Id> {
        ply.checked_sub(1).map_or(Some(ROOT), |last| self.line.get(last).map(|ply| ply.id))
    }

    /// The node of the shown position.
    fn id(&self) -> Id {
        self.id_at(self.at).unwrap_or(ROOT)
    }

    /// The position after this many plies of the current line.
    pub fn position_at(&self, ply: usize) -> Option<Box<dyn AnyPosition>> {
        if ply == self.at {
            return Some(self.here.boxed());
        }
        self.tree.position(self.id_at(ply)?)
    }

    /// The shown ply: the number of plies played before it.
    pub fn ply(&self) -> usize {
        self.at
    }

    /// All plies of the current line, including those after the shown position.
    pub fn plies(&self) -> &[Arc<Ply>] {
        &self.line
    }

    /// Game, options, seed and seats.
    pub fn setup(&self) -> &Record {
        &self.record
    }

    /// The values of the graph for every ply of the current line, from 0 on, in the order of the
    /// position's metrics.
    pub fn metrics(&self) -> Vec<&[f64]> {
        std::iter::once(ROOT)
            .chain(self.line.iter().map(|ply| ply.id))
            .map(|id| self.tree.metrics(id))
            .collect()
    }

    /// Plays a ply in the notation of records: a move of the seat to move, or a turn of all seats that
    /// move at once.
    ///
    /// # Errors
    /// As [`Session::play`].
    pub fn play_ply(&mut self, text: &str, branch: bool) -> Result<WrittenMove, SessionError> {
        if !self.here.simultaneous() && parse_disqualification(text).is_none() {
            return self.play(None, text, branch).map(|(_, played)| played);
        }
        self.may_play(text, branch)?;
        let mut next = self.here.boxed();
        let (seats, played) = next.play_ply(text)?;
        self.push(seats, played.clone(), next);
        Ok(played)
    }

    /// Checks whether a move may be played here.
    fn may_play(&self, text: &str, branch: bool) -> Result<(), SessionError> {
        let plies = self.tree.texts() + text.len();
        let full = |head| self.tree.size() >= MAX_MOVES || head + plies + BESIDE > MAX_BYTES;
        // A ply that was played before is in the record already.
        if self.head.is_some_and(full) && self.tree.child(self.id(), text).is_none() {
            return Err(SessionError::TooLong);
        }
        if self.at < self.line.len() && !branch && !self.undone {
            return Err(SessionError::WouldBranch { ply: self.at, plies: self.line.len() });
        }
        Ok(())
    }

    /// Plays a move for `seat`, or for the seat to move, and completes orders left to an adviser. Where all seats move
    /// at once, the ply is played after the last seat's move; a whole turn may be played without a seat, as in records.
    ///
    /// At an earlier ply, a move other than the one played there begins a variation if `branch` is true.
    /// After [`Session::undo`] it always does, and it is inserted before the undone moves.
    ///
    /// # Errors
    /// When the move is refused, or later plies follow and `branch` is false. Nothing changes then.
    pub fn play(
        &mut self,
        seat: Option<Seat>,
        text: &str,
        branch: bool,
    ) -> Result<(Seat, WrittenMove), SessionError> {
        let seats = self.here.seats();
        let first = self.position().to_act().first();
        if seat.is_none() && self.here.simultaneous() && text.contains(TURN_SEPARATOR.trim()) {
            let first = first.ok_or(SessionError::Over)?;
            let text = self.here.completed_ply(text);
            return self.play_ply(&text, branch).map(|played| (first, played));
        }
        let seat = match seat {
            Some(seat) if seat >= seats => return Err(SessionError::NoSeat { seat, seats }),
            Some(seat) => seat,
            None => first.ok_or(SessionError::Over)?,
        };
        self.may_play(text, branch)?;
        let needs_all = |extra: &SpecialMove| extra.agreed && extra.mv == text;
        // Listing the extra moves may need a search; if all seats are people, they may play any of them anyway.
        if !self.all_human() && self.position().extras().iter().any(needs_all) {
            return Err(SessionError::NotAgreed(text.to_owned()));
        }
        let mut next = self.position().boxed();
        let mut turn = vec![None; seats];
        turn[seat] = Some(text);
        let completed = next.completed(&turn).swap_remove(seat);
        let played = next.play(seat, completed.as_deref().unwrap_or(text))?;
        self.given(seat, played.clone(), next);
        Ok((seat, played))
    }

    /// The moves of a line for people, from a ply of the shown line on; it ends before the first text that is no move there.
    pub fn printed_line(&self, ply: usize, line: &[String]) -> Vec<PrintedMove> {
        self.along(ply, line, |position, seat, text| position.printed_move(seat, text).ok())
    }

    /// The cells of the moves of a line, as [`Session::printed_line`].
    pub fn footprints(&self, ply: usize, line: &[String]) -> Vec<Footprint> {
        self.along(ply, line, |position, seat, text| position.footprint(seat, text).ok())
    }

    /// What `of` returns before each move of a line, until it returns `None` or a move is illegal.
    fn along<T>(
        &self,
        ply: usize,
        line: &[String],
        of: impl Fn(&dyn AnyPosition, Seat, &str) -> Option<T>,
    ) -> Vec<T> {
        let Some(mut position) = self.position_at(ply) else { return Vec::new() };
        let mut all = Vec::new();
        for text in line {
            let seat = position.to_act().first().unwrap_or(0);
            let Some(one) = of(position.as_ref(), seat, text) else { break };
            all.push(one);
            if position.play(seat, text).is_err() {
                break;
            }
        }
        all
    }

    /// Records a move that led to `next`: plays the ply, or waits for the moves of other seats.
    fn given(&mut self, seat: Seat, played: WrittenMove, next: Box<dyn AnyPosition>) {
        let owing = self.position().to_act();
        let complete = completes(owing, seat, next.to_act());
        if !next.simultaneous() {
            return self.push(Seats::one(seat), played, next);
        }
        let mut given = self.draft.take().map_or_else(Default::default, |draft| draft.given);
        given[seat] = Some(played.text);
        if !complete {
            self.draft = Some(Draft { position: next, given });
            return;
        }
        let texts: Vec<&str> = given
            .iter()
            .take(next.seats())
            .map(|text| text.as_deref().unwrap_or(NO_ORDER))
            .collect();
        let turn = WrittenMove {
            text: texts.join(TURN_SEPARATOR),
            description: next.turn_report(),
            ..WrittenMove::default()
        };
        self.push(self.here.to_act(), turn, next);
    }

    fn push(&mut self, seats: Seats, played: WrittenMove, next: Box<dyn AnyPosition>) {
        let (parent, walked) = (self.id(), self.walk.is_some());
        let known = self.tree.child(parent, &played.text);
        let id = known.unwrap_or_else(|| {
            let place = (self.undone && !walked, walked);
            self.tree.add(parent, (seats, played), next.as_ref(), place)
        });
        if self.id_at(self.at + 1) != Some(id) {
            self.line.truncate(self.at);
            self.line.extend(self.tree.line_from(Some(id)));
        }
        self.at += 1;
        self.here = next;
        self.draft = None;
        self.undone = false;
    }

    /// Switches to another line, at the shown ply or at the line's end; returns the number of plies it shares
    /// with the previous line.
    fn set_line(&mut self, line: Vec<Arc<Ply>>) -> usize {
        let common = shared(&self.line, &line);
        self.line = line;
        if self.at > common {
            let at = self.at.min(self.line.len());
            // This forces `look_at` to build the position of the new line.
            self.at = usize::MAX;
            self.look_at(at);
        }
        common
    }

    /// Bytes of the stored positions, as they report their own sizes.
    pub fn bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// Removes the plies after the shown position, and the moves entered for the pending turn.
    pub fn forget_later(&mut self) {
        self.tree.remove_after(self.id());
        self.line.truncate(self.at);
        self.draft = None;
    }

    /// Goes to another ply, which must exist.
    fn look_at(&mut self, ply: usize) {
        self.undone = false;
        if ply == self.at {
            return;
        }
        if let Some(position) = self.position_at(ply) {
            self.here = position;
            self.at = ply;
            self.draft = None;
        }
    }

    /// Goes to the position after this many plies.
    ///
    /// # Errors
    /// When the line has fewer plies.
    pub fn go_to(&mut self, ply: usize) -> Result<(), SessionError> {
        if ply > self.line.len() {
            return Err(SessionError::NoPly { ply, plies: self.line.len() });
        }
        self.look_at(ply);
        Ok(())
    }

    /// Removes the last ply before the shown position for good, with everything after it, including variations: a
    /// whole turn where all seats move at once. Moves entered for a pending turn are removed first.
    ///
    /// # Errors
    /// When none has been played.
    pub fn take_back(&mut self) -> Result<(), SessionError> {
        if self.draft.take().is_some() {
            return Ok(());
        }
        if self.at == 0 {
            return Err(SessionError::NothingToUndo);
        }
        self.back();
        let last = self.id();
        self.look_at(self.at - 1);
        self.tree.remove(last);
        self.set_line(self.tree.line(self.id()));
        self.undone = true;
        Ok(())
    }

    /// Whether undo and redo stop after this many plies: a person was to move, or only bots play.
    fn is_stop(&self, ply: usize) -> bool {
        let owed = self.id_at(ply).map(|id| self.tree.owed(id)).unwrap_or_default();
        !self.record.seats.contains(&SeatSpec::Human)
            || owed.iter().any(|seat| self.record.seats.get(seat) == Some(&SeatSpec::Human))
    }

    fn all_human(&self) -> bool {
        self.record.seats.iter().all(|seat| *seat == SeatSpec::Human)
    }

    /// Goes back to the last position in which a person was to move (to the previous position, if only
    /// bots play). The plies after it are not deleted: the next move is inserted before them, and they become
    /// a variation. Ends a walked line. Returns false if there is nothing to undo.
    pub fn undo(&mut self) -> bool {
        if self.draft.take().is_some() || self.back().is_some() {
            return true;
        }
        let Some(back) = (0..self.at).rev().find(|&ply| self.is_stop(ply)) else { return false };
        self.look_at(back);
        self.undone = true;
        true
    }

    /// The reverse of [`Session::undo`]: goes to the next position in which a person was to move, or to the last.
    pub fn redo(&mut self) -> bool {
        if self.at == self.line.len() {
            return false;
        }
        let last = self.line.len();
        let next = (self.at + 1..=last).find(|&ply| self.is_stop(ply));
        self.look_at(next.unwrap_or(last));
        self.undone = true;
        true
    }

    /// Puts another player on a seat.
    ///
    /// # Errors
    /// When there is no such seat.
    pub fn set_seat(&mut self, seat: Seat, spec: SeatSpec) -> Result<(), SessionError> {
        let seats = self.record.seats.len();
        let place = self.record.seats.get_mut(seat).ok_or(SessionError::NoSeat { seat, seats })?;
        *place = spec;
        Ok(())
    }

    /// Moves beyond the legal ones that the people in this game may choose.
    pub fn extras(&self) -> Vec<SpecialMove> {
        let all_human = self.all_human();
        let mut extras = self.position().extras();
        extras.retain(|extra| all_human || !extra.agreed);
        extras
    }

    /// Creates the bot that `spec` names, with its budget.
    fn bot(&self, spec: &SeatSpec) -> Result<(Box<dyn AnyBot>, Budget), SessionError> {
        let SeatSpec::Bot { id, options, budget } = spec else {
            return Err(SessionError::NotABot);
        };
        let bot = self.record.game.bot(id, options)?;
        let budget = budget.or(self.record.game.bot_info(id)?.budget).unwrap_or(Budget::Nodes(1));
        Ok((bot, budget))
    }

    /// Sets the seed for the bots, in place of the game's seed.
    pub fn set_chance(&mut self, seed: u64) {
        self.chance = Some(seed);
    }

    /// The random number stream for the decision of `seat` at the shown position.
    fn decision(&self, seed: u64, seat: Seat) -> Rng {
        Rng::new(seed, Stream::Decision { seat, ply: self.at })
    }

    /// The first seat to move that has a bot.
    pub fn bot_to_act(&self) -> Option<Seat> {
        self.next_of(|seat| matches!(self.record.seats.get(seat), Some(SeatSpec::Bot { .. })))
    }

    /// The seat to move, if it is one of these; where all seats move at once, the first of these.
    pub fn next_of(&self, these: impl Fn(Seat) -> bool) -> Option<Seat> {
        let most = if self.here.simultaneous() { MAX_SEATS } else { 1 };
        self.position().to_act().iter().take(most).find(|&seat| these(seat))
    }

    /// Plays the move of the bot to move; where all seats move at once, of the first bot that has not
    /// moved yet: bots see the position after the last complete ply. At an earlier ply, a move other than the one
    /// played there begins a variation. Returns false if a person is to move, or no seat is.
    ///
    /// # Errors
    /// When the bot cannot be created.
    pub fn play_bot(&mut self, watch: &dyn Clock) -> Result<bool, SessionError> {
        let Some(seat) = self.bot_to_act() else { return Ok(false) };
        let (bot, budget) = self.bot(&self.record.seats[seat])?;
        let rng = self.decision(self.chance.unwrap_or(self.record.seed), seat);
        bot.prepare(self.position()).map_err(SessionError::Lacking)?;
        let mut next = self.position().boxed();
        let played =
            bot.play(next.as_mut(), seat, budget, rng, watch, true).ok_or(SessionError::Over)?;
        self.given(seat, played, next);
        Ok(true)
    }

    /// Starts an analysis of the shown position, with `spec` as the bot of the seat to move and with that
    /// seat's own random number stream, so that a bot's analysis agrees with the move that it plays.
    ///
    /// # Errors
    /// When no seat is to move, `spec` is no bot, or the bot cannot be created.
    pub fn think(&self, spec: &SeatSpec) -> Result<Box<dyn AnySearch>, SessionError> {
        self.think_for(None, spec, self.record.seed)
    }

    /// Like [`Session::think`], for one of several seats to move and with another seed.
    ///
    /// # Errors
    /// As [`Session::think`], and when the seat is not to move.
    pub fn think_for(
        &self,
        seat: Option<Seat>,
        spec: &SeatSpec,
        seed: u64,
    ) -> Result<Box<dyn AnySearch>, SessionError> {
        let owing = self.here.to_act();
        let first = owing.first().ok_or(SessionError::Over)?;
        let seat = seat.unwrap_or(first);
        if !owing.contains(seat) {
            return Err(MoveError::from(IllegalMove::out_of_turn(seat, owing)).into());
        }
        let (bot, budget) = self.bot(spec)?;
        let rng = self.decision(seed, seat);
        bot.prepare(self.here.as_ref()).map_err(SessionError::Lacking)?;
        bot.begin(self.here.as_ref(), seat, budget, rng).ok_or(SessionError::Over)
    }

    /// Loads what these judges need to review the game.
    ///
    /// # Errors
    /// What cannot be loaded.
    pub fn prepare(&self, judges: &[Judge]) -> Result<(), SessionError> {
        let here = self.here.as_ref();
        judges.iter().try_for_each(|judge| judge.prepare(here)).map_err(SessionError::Lacking)
    }

    /// Prepares a review of the whole current line.
    pub fn review(&self, judges: Vec<Judge>) -> Review {
        let moves = self.line.iter().map(|ply| ply.text.clone()).collect();
        Review::new(self.tree.start(), 0, moves, self.record.seed, judges)
    }

    /// Prepares the review of one legal move at the shown position, whether it was played or not.
    ///
    /// # Errors
    /// When the move is not legal there.
    pub fn judge(&self, text: &str, judge: Judge) -> Result<Review, SessionError> {
        let played = self.here.boxed().play_ply(text)?.1;
        let (start, moves) = (self.here.boxed(), vec![played.text]);
        Ok(Review::new(start, self.at, moves, self.record.seed, vec![judge]).without_the_end())
    }

    /// The record of the whole game, independent of the shown ply and the current line.
    pub fn to_record(&self) -> Record {
        let lines = self.tree.lines();
        let moves = |line: &Line| line.plies.iter().map(|ply| ply.text.clone()).collect();
        let last = lines.first().map_or(ROOT, |main| end_of(&main.plies));
        let over = self.tree.owed(last).is_empty().then(|| self.tree.position(last)).flatten();
        let outcome = over.and_then(|position| position.outcome());
        let variation = |one: &Line| Variation { of: one.of, after: one.after, moves: moves(one) };
        Record {
            moves: lines.first().map_or_else(Vec::new, moves),
            variations: lines.iter().skip(1).map(variation).collect(),
            annotations: self.annotations(),
            result: outcome.and_then(|outcome| serde_json::to_value(outcome).ok()),
            ..self.record.clone()
        }
    }

    /// The shown line as a record without variations, with what people added to its positions.
    pub fn line_record(&self) -> Record {
        let mut record = self.record.setup();
        record.moves = self.line.iter().map(|ply| ply.text.clone()).collect();
        record.annotations = self.line_annotations();
        record
    }

    /// The game in one of its formats, by the format's id, or in a format of positions the shown position; `None` if the
    /// format cannot express it.
    pub fn in_format(&self, id: &str) -> Option<Exported> {
        let formats = self.record.game.data().formats;
        let format = formats.iter().find(|format| format.id == id)?;
        if format.keeps > Keeps::Position {
            return self.to_record().to_format(format);
        }
        let mut record = self.line_record();
        record.moves.truncate(self.at);
        record.to_format(format)
    }

    /// A link to the game, beginning with `#`.
    ///
    /// # Errors
    /// When the game is too large for a link.
    pub fn link(&self, shown: &ViewState) -> Result<String, LinkError> {
        link::encode(&self.to_record(), shown)
    }

    /// Opens a link and goes to the ply that it shows.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn open(link: &str) -> Result<(Session, ViewState), LinkError> {
        let (record, shown) = link::decode(link)?;
        let mut session = Session::replay(record)?;
        // The game of a link must have the line and ply that the link shows.
        session.open_line(shown.variation, shown.ply).map_err(|_| LinkError::OtherPosition)?;
        Ok((session, shown))
    }

    /// The result in one sentence and its report, a line each; `None` while the game goes on.
    pub fn ending(&self) -> Option<String> {
        let position = self.position();
        position.outcome()?;
        let report =
            position.report().into_iter().map(|(label, text)| format!("\n  {label}: {text}"));
        Some(self.outcome_text().unwrap_or_default() + &report.collect::<String>())
    }

    /// The result in one sentence; `None` while the game goes on.
    pub fn outcome_text(&self) -> Option<String> {
        let position = self.position();
        let outcome = position.outcome()?;
        let general = || outcome_text(&outcome, |seat| position.seat_name(seat));
        Some(position.outcome_text().unwrap_or_else(general))
    }
}

/// A ply on a line: its number, the seat that moved unless all did, the move and its description.
pub fn ply_line(number: usize, ply: &Ply, position: &dyn AnyPosition) -> String {
    let name = ply.seats.only().map_or_else(String::new, |seat| position.seat_name(seat));
    format!("{number:>4}  {name}  {:<10}  {}", ply.text, ply.description)
}

/// A hash as 16 hexadecimal digits.
pub fn hash_text(hash: u64) -> String {
    format!("{hash:016x}")
}

/// The result in one sentence: `Red wins, 8 to 6 (size).`, or `Blue wins: Red gave up.`
pub fn outcome_text(outcome: &Outcome, name: impl Fn(Seat) -> String) -> String {
    let firsts: Vec<Seat> =
        (0..outcome.ranks.len()).filter(|&seat| outcome.ranks[seat] == 1).collect();
    let scores = |first: Seat| {
        let others: Vec<String> = (0..outcome.scores.len())
            .filter(|&seat| seat != first)
            .map(|seat| outcome.scores[seat].to_string())
            .collect();
        format!("{} to {}", outcome.scores[first], others.join(", "))
    };
    match firsts.as_slice() {
        [] => "The game is over.".to_owned(),
        [winner] if outcome.reason == FORFEIT && outcome.ranks.len() == 2 => {
            format!("{} won: {} gave up.", name(*winner), name(1 - *winner))
        }
        [winner] => {
            format!("{} won, {} ({}).", name(*winner), scores(*winner), outcome.reason)
        }
        several if several.len() == outcome.ranks.len() => {
            format!("A draw, {}.", scores(several[0]))
        }
        several => {
            let names: Vec<String> = several.iter().map(|&seat| name(seat)).collect();
            format!("{} share the first rank ({}).", names.join(" and "), outcome.reason)
        }
    }
}
