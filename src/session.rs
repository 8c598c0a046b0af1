//! One running game of any kind: who sits where, what was played, where one is looking, what comes
//! back when one undoes, and what a record of it says.
//!
//! Both faces and the protocol drive games through a [`Session`]; none of them keeps a position of its
//! own. No rule of any game is here: those are behind [`AnyPosition`].

use crate::bot::{Budget, Watch};
use crate::catalog::{
    AnyBot, AnyPosition, AnyThinking, CatalogError, MoveError, Played, completes,
};
use crate::game::{AND, IllegalMove, MAX_SEATS, NOTHING, Outcome, Seat, Seats, taken_out};
use crate::link::{self, LinkError, Shown};
use crate::opaque::Opaque;
use crate::presentation::{Extra, Incident};
use crate::record::{Record, RecordError, SeatSpec};
use crate::review::{Judge, Review};
use crate::rng::{Rng, Stream};
use serde_json::{Value, json};
use thiserror::Error;

/// A ply that was played: a move, or a turn of all seats that move at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// Who played it.
    pub seats: Seats,
    /// As records write it.
    pub text: String,
    /// In words.
    pub description: String,
    /// What it brought that a log should tell.
    pub incidents: Vec<Incident<Opaque>>,
}

/// Plies between two positions that are kept, where all seats move at once: such games are long and
/// their positions large, and so many turns are played again in a few milliseconds.
const STRIDE: usize = 32;

/// The most bytes of positions that a session keeps. When there are more, every other one is given away, so that
/// memory is bounded for any length of game; plies in between are played again when they are looked at.
pub const MOST_BYTES: usize = 16 << 20;

/// A running game.
pub struct Session {
    record: Record,
    /// The positions before the first ply and after every so many.
    kept: Vec<Box<dyn AnyPosition>>,
    /// Their bytes.
    bytes: usize,
    /// So many plies between two of them.
    stride: usize,
    plies: Vec<Ply>,
    /// Who owed a move before the first ply and after each.
    owed: Vec<Seats>,
    /// The numbers of the graph, likewise.
    metrics: Vec<Vec<f64>>,
    /// How many plies have been played at the position that is looked at.
    at: usize,
    /// The position that is looked at.
    here: Box<dyn AnyPosition>,
    /// Where all seats move at once: moves given for the ply that waits.
    draft: Option<Draft>,
}

/// A ply that waits for the last of its moves.
struct Draft {
    position: Box<dyn AnyPosition>,
    given: [Option<String>; MAX_SEATS],
}

/// Why a session did not do what it was told.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SessionError {
    /// The move was refused.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// Playing here would drop the plies after this one, and that was not asked for.
    #[error("ply {ply} of {plies} is shown: playing on from here would replace the {} after it", .plies - .ply)]
    WouldReplace {
        /// The ply that is looked at.
        ply: usize,
        /// How many there are.
        plies: usize,
    },
    /// No such ply.
    #[error("there is no ply {ply}; the game has 0 to {plies}")]
    NoPly {
        /// As asked for.
        ply: usize,
        /// How many there are.
        plies: usize,
    },
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
    /// Nobody owes a move.
    #[error("the game is over: nobody owes a move")]
    Over,
    /// Only a bot thinks.
    #[error("a person sits there; a bot must be named to think")]
    NotABot,
    /// Only people can say this.
    #[error("`{0}` needs the word of everybody at the table, and a bot sits there")]
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
        let start = record
            .game
            .start(&record.options, record.seed)
            .map_err(|e| RecordError::Content(e.to_string()))?;
        let stride = if record.game.simultaneous() { STRIDE } else { 1 };
        let record = Record { moves: Vec::new(), result: None, ..record };
        Ok(Session {
            record,
            stride,
            bytes: start.extent().bytes,
            plies: Vec::new(),
            owed: vec![start.to_act()],
            metrics: vec![numbers(start.as_ref())],
            at: 0,
            here: start.boxed(),
            kept: vec![start],
            draft: None,
        })
    }

    /// Replays a record, and looks at its end.
    ///
    /// # Errors
    /// The first ply that cannot be played, or a stated result that is not the one reached.
    pub fn replay(record: Record) -> Result<Session, RecordError> {
        let mut replaying = Replaying::begin(record)?;
        while replaying.step()? {}
        Ok(replaying.session)
    }

    /// The position that is looked at; with the moves that were given for the ply that waits.
    pub fn position(&self) -> &dyn AnyPosition {
        self.draft.as_ref().map_or(self.here.as_ref(), |draft| draft.position.as_ref())
    }

    /// The position after so many plies.
    pub fn position_at(&self, ply: usize) -> Option<Box<dyn AnyPosition>> {
        if ply == self.at {
            return Some(self.here.boxed());
        }
        if ply > self.plies.len() {
            return None;
        }
        let mut position = self.kept.get(ply / self.stride)?.boxed();
        for played in self.plies.get(ply / self.stride * self.stride..ply)? {
            // It was played before, from this very position.
            position.play_ply(&played.text).ok()?;
        }
        Some(position)
    }

    /// The ply that is looked at: so many have been played there.
    pub fn ply(&self) -> usize {
        self.at
    }

    /// All plies, those after the one that is looked at too.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Game, options, seed and seats.
    pub fn setup(&self) -> &Record {
        &self.record
    }

    /// The numbers of the graph, for every ply from 0, in the order of the position's metrics.
    pub fn metrics(&self) -> &[Vec<f64>] {
        &self.metrics
    }

    /// Plays a ply as records write it: a move of the seat that owes one, or a turn of all seats that
    /// move at once.
    ///
    /// # Errors
    /// When it is refused, or would drop later plies and `replace` is false. Nothing changes then.
    pub fn play_ply(&mut self, text: &str, replace: bool) -> Result<Played, SessionError> {
        if !self.here.simultaneous() && taken_out(text).is_none() {
            return self.play(None, text, replace).map(|(_, played)| played);
        }
        self.may_play(replace)?;
        let mut next = self.here.boxed();
        let (seats, played) = next.play_ply(text)?;
        self.push(seats, played.clone(), next);
        Ok(played)
    }

    /// Whether playing here is in order.
    fn may_play(&self, replace: bool) -> Result<(), SessionError> {
        if self.at < self.plies.len() && !replace {
            return Err(SessionError::WouldReplace { ply: self.at, plies: self.plies.len() });
        }
        Ok(())
    }

    /// Plays a move for `seat`, or for the seat that owes one. Where all seats move at once, the ply is
    /// played when the last of them has; a whole turn may be played without a seat, as records write it.
    ///
    /// # Errors
    /// When it is refused, or would drop later plies and `replace` is false. Nothing changes then.
    pub fn play(
        &mut self,
        seat: Option<Seat>,
        text: &str,
        replace: bool,
    ) -> Result<(Seat, Played), SessionError> {
        let seats = self.here.seats();
        let first = self.position().to_act().first();
        if seat.is_none() && self.here.simultaneous() && text.contains(AND.trim()) {
            let first = first.ok_or(SessionError::Over)?;
            return self.play_ply(text, replace).map(|played| (first, played));
        }
        let seat = match seat {
            Some(seat) if seat >= seats => return Err(SessionError::NoSeat { seat, seats }),
            Some(seat) => seat,
            None => first.ok_or(SessionError::Over)?,
        };
        self.may_play(replace)?;
        let needs_all = |extra: &Extra| extra.agreed && extra.mv == text;
        if self.position().extras().iter().any(needs_all) && !self.all_human() {
            return Err(SessionError::NotAgreed(text.to_owned()));
        }
        let mut next = self.position().boxed();
        let played = next.play(seat, text)?;
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
            .map(|text| text.as_deref().unwrap_or(NOTHING))
            .collect();
        let turn = Played { text: texts.join(AND), description: next.turn_report() };
        self.push(self.here.to_act(), turn, next);
    }

    fn push(&mut self, seats: Seats, played: Played, next: Box<dyn AnyPosition>) {
        self.truncate(self.at);
        let incidents = next.incidents();
        self.plies.push(Ply {
            seats,
            text: played.text,
            description: played.description,
            incidents,
        });
        self.owed.push(next.to_act());
        self.metrics.push(numbers(next.as_ref()));
        self.at += 1;
        if self.at.is_multiple_of(self.stride) {
            self.bytes += next.extent().bytes;
            self.kept.push(next.boxed());
            self.thin_out();
        }
        self.here = next;
        self.draft = None;
    }

    /// Gives away every other position until the others are few enough.
    fn thin_out(&mut self) {
        while self.bytes > MOST_BYTES && self.kept.len() > 1 {
            let mut number = 0;
            self.kept.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.stride *= 2;
            self.count_bytes();
        }
    }

    fn count_bytes(&mut self) {
        self.bytes = self.kept.iter().map(|position| position.extent().bytes).sum();
    }

    /// Bytes of the positions that are kept, as they count themselves.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Drops all plies but so many of the first.
    fn truncate(&mut self, plies: usize) {
        self.plies.truncate(plies);
        self.owed.truncate(plies + 1);
        self.metrics.truncate(plies + 1);
        if self.kept.len() > plies / self.stride + 1 {
            self.kept.truncate(plies / self.stride + 1);
            self.count_bytes();
        }
    }

    /// Drops the plies after the one that is looked at, and what was given for the one that waits.
    pub fn forget_later(&mut self) {
        self.truncate(self.at);
        self.draft = None;
    }

    /// Looks at another ply, which there is.
    fn look_at(&mut self, ply: usize) {
        if ply == self.at {
            return;
        }
        if let Some(position) = self.position_at(ply) {
            self.here = position;
            self.at = ply;
            self.draft = None;
        }
    }

    /// Looks at the position after so many plies.
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

    /// Takes the last ply before the one looked at back for good, with all after it: a whole turn where
    /// all seats move at once. Moves given for a ply that waits are taken back first.
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
        self.look_at(self.at - 1);
        self.truncate(self.at);
        Ok(())
    }

    /// Whether a person owed a move after so many plies.
    fn human_owed(&self, ply: usize) -> bool {
        self.owed[ply].iter().any(|seat| self.record.seats.get(seat) == Some(&SeatSpec::Human))
    }

    fn all_human(&self) -> bool {
        self.record.seats.iter().all(|seat| *seat == SeatSpec::Human)
    }

    fn has_human(&self) -> bool {
        self.record.seats.contains(&SeatSpec::Human)
    }

    /// Looks back at the last position in which a person owed a move (at the one before, where only
    /// bots sit). What was played after it is kept until something else is played. False when there
    /// is none.
    pub fn undo(&mut self) -> bool {
        if self.draft.take().is_some() {
            return true;
        }
        let back = (0..self.at).rev().find(|&ply| !self.has_human() || self.human_owed(ply));
        back.inspect(|&ply| self.look_at(ply)).is_some()
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
        true
    }

    /// Puts somebody else on a seat.
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
    pub fn extras(&self) -> Vec<Extra> {
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
    /// not yet: bots see the position as the last ply left it. False when a person owes it, or nobody.
    ///
    /// # Errors
    /// When later plies would be dropped, or the bot cannot be made.
    pub fn play_bot(&mut self, watch: &dyn Watch) -> Result<bool, SessionError> {
        let Some(seat) = self.bot_to_act() else { return Ok(false) };
        let (bot, budget) = self.bot(&self.record.seats[seat])?;
        let rng = self.decision(self.record.seed, seat);
        self.may_play(false)?;
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
    /// When nobody owes a move, `spec` is no bot, or it cannot be made.
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
        bot.begin(self.here.as_ref(), seat, budget, rng).ok_or(SessionError::Over)
    }

    /// Prepares to look back at the whole game.
    pub fn review(&self, judges: Vec<Judge>) -> Review {
        let moves = self.plies.iter().map(|ply| ply.text.clone()).collect();
        Review::new(self.kept[0].boxed(), 0, moves, self.record.seed, judges)
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

    /// The record of the whole game, whatever ply is looked at.
    pub fn to_record(&self) -> Record {
        let last = if self.owed.last().is_some_and(|owed| owed.is_empty()) {
            self.position_at(self.plies.len()).and_then(|position| position.outcome())
        } else {
            None
        };
        Record {
            moves: self.plies.iter().map(|ply| ply.text.clone()).collect(),
            result: last.and_then(|outcome| serde_json::to_value(outcome).ok()),
            ..self.record.clone()
        }
    }

    /// A link to the game, from `#` on.
    ///
    /// # Errors
    /// When the game is too large for one.
    pub fn link(&self, shown: &Shown) -> Result<String, LinkError> {
        link::encode(&self.to_record(), shown)
    }

    /// Opens a link, and looks at the ply that it shows.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn open(link: &str) -> Result<(Session, Shown), LinkError> {
        let (record, shown) = link::decode(link)?;
        let mut session = Session::replay(record)?;
        session.look_at(shown.ply.min(session.plies.len()));
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

/// A record that is replayed a ply at a time: for those who must look up in between.
pub struct Replaying {
    session: Session,
    moves: Vec<String>,
    stated: Option<Value>,
}

impl Replaying {
    /// Begins the game of a record.
    ///
    /// # Errors
    /// When its options do not make a position.
    pub fn begin(mut record: Record) -> Result<Replaying, RecordError> {
        let (moves, stated) = (std::mem::take(&mut record.moves), record.result.take());
        Ok(Replaying { session: Session::begin(record)?, moves, stated })
    }

    /// How many plies the record has.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Plays the next ply; false when all have been played and the stated result is the one reached.
    ///
    /// # Errors
    /// Why the ply cannot be played, or a stated result that is not the one reached.
    pub fn step(&mut self) -> Result<bool, RecordError> {
        let done = self.session.plies.len();
        if let Some(text) = self.moves.get(done) {
            self.session
                .play_ply(text, false)
                .map_err(|error| RecordError::Ply { ply: done + 1, error: error.to_string() })?;
            return Ok(true);
        }
        let found = json!(self.session.position().outcome());
        match self.stated.take() {
            Some(stated) if stated != found => Err(RecordError::Result {
                stated: crate::fixed::shorten(&stated.to_string()),
                found: found.to_string(),
            }),
            _ => Ok(false),
        }
    }

    /// The game as far as it has been played.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Hands the game over.
    pub fn into_session(self) -> Session {
        self.session
    }
}

/// The numbers of a position's metrics.
fn numbers(position: &dyn AnyPosition) -> Vec<f64> {
    position.metrics().iter().map(|gauge| gauge.value).collect()
}

/// A hash as it is written: 16 hexadecimal digits.
pub fn hash_text(hash: u64) -> String {
    format!("{hash:016x}")
}

/// An outcome in one sentence: `Red wins, 8 to 6 (size).`
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
