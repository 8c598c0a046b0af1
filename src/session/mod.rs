//! One running game of any kind: who sits where, what was played, where one is looking, what comes
//! back when one undoes, which variations there are, and what a record of it says.
//!
//! Both faces and the protocol drive games through a [`Session`]; none of them keeps a position of its
//! own. No rule of any game is here: those are behind [`AnyPosition`].

pub mod drawing;
pub mod dto;
pub mod names;
pub mod program;
pub mod protocol;
mod replaying;
pub mod run;
mod variations;

use crate::base::rng::{Rng, Stream};
use crate::catalog::{
    AnyBot, AnyPosition, AnyThinking, CatalogError, MoveError, Played, completes,
};
use crate::contract::bot::{Budget, Watch};
use crate::contract::game::{
    FORFEIT, IllegalMove, MAX_SEATS, NO_ORDER, Outcome, Seat, Seats, TURN_SEPARATOR,
    parse_disqualification,
};
use crate::contract::presentation::{NOT_AGREED, SpecialMove};
use crate::record::link::{self, LinkError, ViewState};
use crate::record::tree::{Id, ROOT, Segment, Tree};
use crate::record::{MAX_BYTES, MAX_MOVES, Record, RecordError, SeatSpec, Variation, content};
use crate::review::{Judge, Review};
use std::sync::Arc;
use thiserror::Error;

pub use crate::record::tree::{MOST_BYTES, Ply};
pub use replaying::Replaying;
pub use variations::{Line, Walk};

/// A running game.
pub struct Session {
    record: Record,
    /// Bytes of the record without its plies; none while a record is replayed, which was measured as a whole.
    head: Option<usize>,
    tree: Tree,
    /// The line that is looked at, from the first ply to its end, and its plies.
    line: Vec<Id>,
    plies: Vec<Arc<Ply>>,
    /// How many plies have been played at the position that is looked at.
    at: usize,
    /// The position that is looked at.
    here: Box<dyn AnyPosition>,
    /// Where all seats move at once: moves given for the ply that waits.
    draft: Option<Draft>,
    /// Whether a ply was undone: what is played instead stands before it.
    undone: bool,
    /// A line that is walked, and no part of the game.
    walk: Option<Walk>,
    /// From which bots draw, if not from the game's seed.
    chance: Option<u64>,
}

/// Bytes that a record needs at most for the result, other seats and the beginnings of variations.
const BESIDE: usize = 1 << 20;

/// A ply that waits for the last of its moves.
struct Draft {
    position: Box<dyn AnyPosition>,
    given: [Option<String>; MAX_SEATS],
}

/// Why a session refused a request.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SessionError {
    /// The move was refused.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// Playing here would begin a variation, and that was not asked for.
    #[error("ply {ply} of {plies} is shown: another move here would begin a variation")]
    WouldBranch {
        /// The ply that is looked at.
        ply: usize,
        /// How many there are.
        plies: usize,
    },
    /// No record that anybody reads has room for it.
    #[error(
        "the game is too long: a record has at most {MAX_MOVES} moves and {MAX_BYTES} bytes; save it and begin another"
    )]
    TooLong,
    /// No such ply.
    #[error("there is no ply {ply}; the game has 0 to {plies}")]
    NoPly {
        /// As asked for.
        ply: usize,
        /// How many there are.
        plies: usize,
    },
    /// No such line.
    #[error("there is no variation {variation}; the game has {variations}, and 0 is the main line")]
    NoVariation {
        /// As asked for.
        variation: usize,
        /// How many there are.
        variations: usize,
    },
    /// That ply is another line's.
    #[error("ply {ply} is no ply of variation {variation} alone")]
    NotItsPly {
        /// The ply.
        ply: usize,
        /// The line.
        variation: usize,
    },
    /// A bot lacks something.
    #[error("{0}")]
    Lacking(String),
    /// Nothing was played yet.
    #[error("nothing to undo: no ply has been played")]
    NothingToUndo,
    /// No such seat.
    #[error("there is no seat {seat}; the game has {seats}, counted from 0")]
    NoSeat {
        /// As asked for.
        seat: Seat,
        /// How many there are.
        seats: usize,
    },
    /// No seat owes a move.
    #[error("the game is over: no move is owed")]
    Over,
    /// No threat can be asked for.
    #[error("there is no threat to show: in this position no other player could move after a pass")]
    NoThreat,
    /// Only a bot thinks.
    #[error("a person sits there; a bot must be named to think")]
    NotABot,
    /// Only people can say this.
    #[error("`{0}` {NOT_AGREED}")]
    NotAgreed(String),
    /// The bot could not be made.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
}

impl Session {
    /// Begins a game; moves and result of `record` are left aside.
    ///
    /// # Errors
    /// When the options do not make a position.
    pub fn begin(record: Record) -> Result<Session, RecordError> {
        let start = record.game.start(&record.options, record.seed).map_err(content)?;
        Ok(Session::at(record.setup(), start))
    }

    fn at(record: Record, start: Box<dyn AnyPosition>) -> Session {
        Session {
            head: Some(record.to_text().len()),
            record,
            line: Vec::new(),
            plies: Vec::new(),
            at: 0,
            here: start.boxed(),
            tree: Tree::new(start),
            draft: None,
            undone: false,
            walk: None,
            chance: None,
        }
    }

    /// A game that begins where the seat that owes a move here has passed: what a bot would do there is the threat.
    /// No record begins there, so it is only to be thought about.
    ///
    /// # Errors
    /// Where [`Game::passed`](crate::contract::game::Game::passed) has no position.
    pub fn passed(&self) -> Result<Session, SessionError> {
        let passed = self.here.passed().ok_or(SessionError::NoThreat)?;
        Ok(Session::at(self.record.clone(), passed))
    }

    /// The position that is looked at; with the moves that were given for the ply that waits.
    pub fn position(&self) -> &dyn AnyPosition {
        self.draft.as_ref().map_or(self.here.as_ref(), |draft| draft.position.as_ref())
    }

    /// The place in the tree after this many plies of the line that is looked at.
    fn id_at(&self, ply: usize) -> Option<Id> {
        ply.checked_sub(1).map_or(Some(ROOT), |last| self.line.get(last).copied())
    }

    /// The place that is looked at.
    fn id(&self) -> Id {
        self.id_at(self.at).unwrap_or(ROOT)
    }

    /// The position after this many plies of the line that is looked at.
    pub fn position_at(&self, ply: usize) -> Option<Box<dyn AnyPosition>> {
        if ply == self.at {
            return Some(self.here.boxed());
        }
        self.tree.position(self.id_at(ply)?)
    }

    /// The ply that is looked at: this many have been played there.
    pub fn ply(&self) -> usize {
        self.at
    }

    /// All plies of the line that is looked at, those after the one that is looked at too.
    pub fn plies(&self) -> &[Arc<Ply>] {
        &self.plies
    }

    /// Game, options, seed and seats.
    pub fn setup(&self) -> &Record {
        &self.record
    }

    /// The numbers of the graph, for every ply from 0 of the line that is looked at, in the order of the
    /// position's metrics.
    pub fn metrics(&self) -> Vec<&[f64]> {
        std::iter::once(ROOT)
            .chain(self.line.iter().copied())
            .map(|id| self.tree.metrics(id))
            .collect()
    }

    /// Plays a ply as records write it: a move of the seat that owes one, or a turn of all seats that
    /// move at once.
    ///
    /// # Errors
    /// As [`Session::play`].
    pub fn play_ply(&mut self, text: &str, branch: bool) -> Result<Played, SessionError> {
        if !self.here.simultaneous() && parse_disqualification(text).is_none() {
            return self.play(None, text, branch).map(|(_, played)| played);
        }
        self.may_play(text, branch)?;
        let mut next = self.here.boxed();
        let (seats, played) = next.play_ply(text)?;
        self.push(seats, played.clone(), next);
        Ok(played)
    }

    /// Whether playing here is in order.
    fn may_play(&self, text: &str, branch: bool) -> Result<(), SessionError> {
        let plies = self.tree.texts() + text.len();
        let full = |head| self.tree.size() >= MAX_MOVES || head + plies + BESIDE > MAX_BYTES;
        // What was played before stands in the record already.
        if self.head.is_some_and(full) && self.tree.child(self.id(), text).is_none() {
            return Err(SessionError::TooLong);
        }
        if self.at < self.plies.len() && !branch && !self.undone {
            return Err(SessionError::WouldBranch { ply: self.at, plies: self.plies.len() });
        }
        Ok(())
    }

    /// Plays a move for `seat`, or for the seat that owes one, with what it leaves to an adviser. Where all seats move at once, the ply is
    /// played when the last of them has; a whole turn may be played without a seat, as records write it.
    ///
    /// At an earlier ply another move than the one that was played there begins a variation, if `branch` is
    /// true; after [`Session::undo`] in any case, and then it stands before what was undone.
    ///
    /// # Errors
    /// When it is refused, or later plies follow and `branch` is false. Nothing changes then.
    pub fn play(
        &mut self,
        seat: Option<Seat>,
        text: &str,
        branch: bool,
    ) -> Result<(Seat, Played), SessionError> {
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
        // Some games search for what they offer: people may play it anyhow.
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

    /// Takes in a move that led to `next`: the ply is played, or waits for the moves of others.
    fn given(&mut self, seat: Seat, played: Played, next: Box<dyn AnyPosition>) {
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
        let turn = Played { text: texts.join(TURN_SEPARATOR), description: next.turn_report() };
        self.push(self.here.to_act(), turn, next);
    }

    fn push(&mut self, seats: Seats, played: Played, next: Box<dyn AnyPosition>) {
        let (parent, walked) = (self.id(), self.walk.is_some());
        let known = self.tree.child(parent, &played.text);
        let id = known.unwrap_or_else(|| {
            let ply = Ply {
                seats,
                text: played.text,
                description: played.description,
                incidents: next.incidents(),
            };
            self.tree.add(parent, ply, next.as_ref(), (self.undone && !walked, walked))
        });
        if self.line.get(self.at) != Some(&id) {
            self.line.truncate(self.at);
            self.line.push(id);
            if known.is_some() {
                self.tree.go_on(id, &mut self.line);
            }
            self.read_plies(self.at);
        }
        self.at += 1;
        self.here = next;
        self.draft = None;
        self.undone = false;
    }

    /// Reads the plies of the line from one on.
    fn read_plies(&mut self, from: usize) {
        self.plies.truncate(from);
        let later = self.line.iter().skip(from);
        self.plies.extend(later.filter_map(|&id| self.tree.ply(id).cloned()));
    }

    /// Looks at another line, at the ply that is looked at or at its end; says how many plies it has in common
    /// with the one before.
    fn set_line(&mut self, line: Vec<Id>) -> usize {
        let common = self.line.iter().zip(&line).take_while(|(a, b)| a == b).count();
        self.line = line;
        self.read_plies(common);
        if self.at > common {
            let at = self.at.min(self.line.len());
            // There is no position of the line at this ply yet.
            self.at = usize::MAX;
            self.look_at(at);
        }
        common
    }

    /// Bytes of the positions that are kept, as they count themselves.
    pub fn bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// Drops the plies after the one that is looked at, and what was given for the one that waits.
    pub fn forget_later(&mut self) {
        self.tree.remove_after(self.id());
        self.line.truncate(self.at);
        self.plies.truncate(self.at);
        self.draft = None;
    }

    /// Looks at another ply, which there is.
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

    /// Looks at the position after this many plies.
    ///
    /// # Errors
    /// When there are fewer.
    pub fn go_to(&mut self, ply: usize) -> Result<(), SessionError> {
        if ply > self.plies.len() {
            return Err(SessionError::NoPly { ply, plies: self.plies.len() });
        }
        self.look_at(ply);
        Ok(())
    }

    /// Takes the last ply before the one looked at back for good, with all after it, variations too: a whole
    /// turn where all seats move at once. Moves given for a ply that waits are taken back first.
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

    /// Whether a person owed a move after this many plies.
    fn human_owed(&self, ply: usize) -> bool {
        let owed = self.id_at(ply).map(|id| self.tree.owed(id)).unwrap_or_default();
        owed.iter().any(|seat| self.record.seats.get(seat) == Some(&SeatSpec::Human))
    }

    fn all_human(&self) -> bool {
        self.record.seats.iter().all(|seat| *seat == SeatSpec::Human)
    }

    fn has_human(&self) -> bool {
        self.record.seats.contains(&SeatSpec::Human)
    }

    /// Looks back at the last position in which a person owed a move (at the one before, where only
    /// bots sit). What was played after it is kept: what is played instead stands before it, and it becomes
    /// a variation. A line that is walked ends. False when there is nothing to undo.
    pub fn undo(&mut self) -> bool {
        if self.draft.take().is_some() || self.back().is_some() {
            return true;
        }
        let back = (0..self.at).rev().find(|&ply| !self.has_human() || self.human_owed(ply));
        back.inspect(|&ply| self.look_at(ply)).is_some_and(|_| {
            self.undone = true;
            true
        })
    }

    /// The reverse of [`Session::undo`]: the next position in which a person owed a move, or the last.
    pub fn redo(&mut self) -> bool {
        if self.at == self.plies.len() {
            return false;
        }
        let last = self.plies.len();
        let next = (self.at + 1..=last)
            .find(|&ply| !self.has_human() || self.human_owed(ply))
            .unwrap_or(last);
        self.look_at(next);
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

    /// Moves beyond the legal ones that the people here may choose.
    pub fn extras(&self) -> Vec<SpecialMove> {
        let all_human = self.all_human();
        let mut extras = self.position().extras();
        extras.retain(|extra| all_human || !extra.agreed);
        extras
    }

    /// Makes the bot that `spec` names, with the budget it thinks by.
    fn bot(&self, spec: &SeatSpec) -> Result<(Box<dyn AnyBot>, Budget), SessionError> {
        let SeatSpec::Bot { id, options, budget } = spec else {
            return Err(SessionError::NotABot);
        };
        let bot = self.record.game.bot(id, options)?;
        let budget = budget.or(self.record.game.bot_info(id)?.budget).unwrap_or(Budget::Nodes(1));
        Ok((bot, budget))
    }

    /// Bots that play draw from this seed, not from the game's.
    pub fn set_chance(&mut self, seed: u64) {
        self.chance = Some(seed);
    }

    /// The stream of chance for the decision of `seat` at the position that is looked at.
    fn decision(&self, seed: u64, seat: Seat) -> Rng {
        Rng::new(seed, Stream::Decision { seat, ply: self.at })
    }

    /// The first seat that owes a move and has a bot.
    pub fn bot_to_act(&self) -> Option<Seat> {
        let is_bot =
            |seat: &Seat| matches!(self.record.seats.get(*seat), Some(SeatSpec::Bot { .. }));
        if self.here.simultaneous() {
            self.position().to_act().iter().find(is_bot)
        } else {
            self.position().to_act().first().filter(is_bot)
        }
    }

    /// Lets the bot on the seat that owes a move play; where all seats move at once, the first that has
    /// not yet: bots see the position as the last ply left it. At an earlier ply another move than the one that
    /// was played there begins a variation. False when a person owes it, or no seat does.
    ///
    /// # Errors
    /// When the bot cannot be made.
    pub fn play_bot(&mut self, watch: &dyn Watch) -> Result<bool, SessionError> {
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

    /// Begins to think about the position that is looked at, as `spec` would on the seat that owes a
    /// move there, with that seat's own stream of chance: a bot's thought is the one it plays by.
    ///
    /// # Errors
    /// When no seat owes a move, `spec` is no bot, or it cannot be made.
    pub fn think(&self, spec: &SeatSpec) -> Result<Box<dyn AnyThinking>, SessionError> {
        self.think_for(None, spec, self.record.seed)
    }

    /// The same for a seat of several that owe a move, and with another seed.
    ///
    /// # Errors
    /// As [`Session::think`], and when the seat owes no move.
    pub fn think_for(
        &self,
        seat: Option<Seat>,
        spec: &SeatSpec,
        seed: u64,
    ) -> Result<Box<dyn AnyThinking>, SessionError> {
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

    /// Gets what these judges need to look at the game.
    ///
    /// # Errors
    /// What cannot be had.
    pub fn prepare(&self, judges: &[Judge]) -> Result<(), SessionError> {
        let here = self.here.as_ref();
        judges.iter().try_for_each(|judge| judge.prepare(here)).map_err(SessionError::Lacking)
    }

    /// Prepares to look back at the whole line that is looked at.
    pub fn review(&self, judges: Vec<Judge>) -> Review {
        let moves = self.plies.iter().map(|ply| ply.text.clone()).collect();
        Review::new(self.tree.start(), 0, moves, self.record.seed, judges)
    }

    /// Prepares to judge a move, which need not have been played, at the position that is looked at.
    ///
    /// # Errors
    /// When it is not legal there.
    pub fn judge(&self, text: &str, judge: Judge) -> Result<Review, SessionError> {
        let played = self.here.boxed().play_ply(text)?.1;
        let (start, moves) = (self.here.boxed(), vec![played.text]);
        Ok(Review::new(start, self.at, moves, self.record.seed, vec![judge]).without_the_end())
    }

    /// The record of the whole game, whatever ply and line is looked at.
    pub fn to_record(&self) -> Record {
        let segments = self.tree.segments();
        let text = |&id: &Id| self.tree.ply(id).map(|ply| ply.text.clone());
        let moves = |nodes: &[Id]| nodes.iter().filter_map(text).collect();
        let main = segments.first().map_or(&[][..], |main| &main.nodes);
        let last = main.last().copied().unwrap_or(ROOT);
        let over = self.tree.owed(last).is_empty().then(|| self.tree.position(last)).flatten();
        let outcome = over.and_then(|position| position.outcome());
        let variation =
            |one: &Segment| Variation { of: one.of, after: one.after, moves: moves(&one.nodes) };
        Record {
            moves: moves(main),
            variations: segments.iter().skip(1).map(variation).collect(),
            result: outcome.and_then(|outcome| serde_json::to_value(outcome).ok()),
            ..self.record.clone()
        }
    }

    /// A link to the game, from `#` on.
    ///
    /// # Errors
    /// When the game is too large for one.
    pub fn link(&self, shown: &ViewState) -> Result<String, LinkError> {
        link::encode(&self.to_record(), shown)
    }

    /// Opens a link, and looks at the ply that it shows.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn open(link: &str) -> Result<(Session, ViewState), LinkError> {
        let (record, shown) = link::decode(link)?;
        let mut session = Session::replay(record)?;
        // A link is of a game that has what it shows.
        session.open_line(shown.variation, shown.ply).map_err(|_| LinkError::OtherPosition)?;
        Ok((session, shown))
    }

    /// The end in one sentence; `None` while the game goes on.
    pub fn outcome_text(&self) -> Option<String> {
        let position = self.position();
        let outcome = position.outcome()?;
        let general = || outcome_text(&outcome, |seat| position.seat_name(seat));
        Some(position.outcome_text().unwrap_or_else(general))
    }
}

/// A hash as it is written: 16 hexadecimal digits.
pub fn hash_text(hash: u64) -> String {
    format!("{hash:016x}")
}

/// An outcome in one sentence: `Red wins, 8 to 6 (size).`, or `Blue wins: Red gave up.`
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
            format!("{} wins: {} gave up.", name(*winner), name(1 - *winner))
        }
        [winner] => {
            format!("{} wins, {} ({}).", name(*winner), scores(*winner), outcome.reason)
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
