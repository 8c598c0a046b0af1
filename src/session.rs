//! One running game of any kind: who sits where, what was played, where one is looking, what comes
//! back when one undoes, and what a record of it says.
//!
//! Both faces and the protocol drive games through a [`Session`]; none of them keeps a position of its
//! own. No rule of any game is here: those are behind [`AnyPosition`].

use crate::bot::{Budget, Reviewing, Watch};
use crate::catalog::{AnyBot, AnyPosition, AnyThinking, CatalogError, MoveError, Played};
use crate::game::{Extra, Gauge, Outcome, Seat};
use crate::link::{self, LinkError, Shown};
use crate::object;
use crate::record::{Record, RecordError, SeatSpec, outcome_json};
use crate::rng::{Rng, Stream};
use serde_json::Value;
use thiserror::Error;

/// A ply that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Who played it.
    pub seat: Seat,
    /// As records write it.
    pub text: String,
    /// In words.
    pub words: String,
}

/// A running game.
pub struct Session {
    record: Record,
    /// One more than plies: the position before the first, and after each.
    positions: Vec<Box<dyn AnyPosition>>,
    plies: Vec<Ply>,
    /// How many plies have been played at the position that is looked at.
    at: usize,
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
        let record = Record { moves: Vec::new(), result: None, ..record };
        Ok(Session { record, positions: vec![start], plies: Vec::new(), at: 0 })
    }

    /// Replays a record, and looks at its end.
    ///
    /// # Errors
    /// The first ply that cannot be played, or a stated result that is not the one reached.
    pub fn replay(record: Record) -> Result<Session, RecordError> {
        let (moves, stated) = (record.moves.clone(), record.result.clone());
        let mut session = Session::begin(record)?;
        for (i, text) in moves.iter().enumerate() {
            session
                .play(None, text, false)
                .map_err(|error| RecordError::Ply { ply: i + 1, error: error.to_string() })?;
        }
        let found = outcome_json(session.position().outcome().as_ref());
        match stated {
            Some(stated) if stated != found => Err(RecordError::Result {
                stated: crate::fixed::shorten(&stated.to_string()),
                found: found.to_string(),
            }),
            _ => Ok(session),
        }
    }

    /// The position that is looked at.
    pub fn position(&self) -> &dyn AnyPosition {
        self.positions[self.at].as_ref()
    }

    /// The position after so many plies.
    pub fn position_at(&self, ply: usize) -> Option<&dyn AnyPosition> {
        self.positions.get(ply).map(Box::as_ref)
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

    /// The numbers of the graph, for every ply from 0.
    pub fn gauges(&self) -> Vec<Vec<Gauge>> {
        self.positions.iter().map(|position| position.gauges()).collect()
    }

    /// Plays a move for `seat`, or for the seat that owes one.
    ///
    /// # Errors
    /// When it is refused, or would drop later plies and `replace` is false. Nothing changes then.
    pub fn play(
        &mut self,
        seat: Option<Seat>,
        text: &str,
        replace: bool,
    ) -> Result<(Seat, Played), SessionError> {
        let seats = self.position().seats();
        let seat = match seat {
            Some(seat) if seat >= seats => return Err(SessionError::NoSeat { seat, seats }),
            Some(seat) => seat,
            None => self.position().to_act().first().ok_or(SessionError::Over)?,
        };
        if self.at < self.plies.len() && !replace {
            return Err(SessionError::WouldReplace { ply: self.at, plies: self.plies.len() });
        }
        let needs_all = |extra: &Extra| extra.agreed && extra.mv == text;
        if self.position().extras().iter().any(needs_all) && !self.all_human() {
            return Err(SessionError::NotAgreed(text.to_owned()));
        }
        let mut next = self.position().boxed();
        let played = next.play(seat, text)?;
        self.push(seat, played.clone(), next);
        Ok((seat, played))
    }

    fn push(&mut self, seat: Seat, played: Played, next: Box<dyn AnyPosition>) {
        self.plies.truncate(self.at);
        self.positions.truncate(self.at + 1);
        self.plies.push(Ply { seat, text: played.text, words: played.words });
        self.positions.push(next);
        self.at += 1;
    }

    /// Looks at the position after so many plies.
    ///
    /// # Errors
    /// When there are fewer.
    pub fn go_to(&mut self, ply: usize) -> Result<(), SessionError> {
        if ply > self.plies.len() {
            return Err(SessionError::NoPly { ply, plies: self.plies.len() });
        }
        self.at = ply;
        Ok(())
    }

    /// Takes the last ply before the one looked at back for good, with all after it.
    ///
    /// # Errors
    /// When none has been played.
    pub fn take_back(&mut self) -> Result<(), SessionError> {
        if self.at == 0 {
            return Err(SessionError::NothingToUndo);
        }
        self.at -= 1;
        self.plies.truncate(self.at);
        self.positions.truncate(self.at + 1);
        Ok(())
    }

    /// Whether a person owed a move after so many plies.
    fn human_owed(&self, ply: usize) -> bool {
        self.positions[ply]
            .to_act()
            .iter()
            .any(|seat| self.record.seats.get(seat) == Some(&SeatSpec::Human))
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
        let back = (0..self.at).rev().find(|&ply| !self.has_human() || self.human_owed(ply));
        back.inspect(|&ply| self.at = ply).is_some()
    }

    /// The reverse of [`Session::undo`]: the next position in which a person owed a move, or the last.
    pub fn redo(&mut self) -> bool {
        if self.at == self.plies.len() {
            return false;
        }
        let last = self.plies.len();
        self.at = (self.at + 1..=last)
            .find(|&ply| !self.has_human() || self.human_owed(ply))
            .unwrap_or(last);
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

    /// Lets the bot on the seat that owes a move play. False when a person owes it, or nobody.
    ///
    /// # Errors
    /// When later plies would be dropped, or the bot cannot be made.
    pub fn play_bot(&mut self, watch: &dyn Watch) -> Result<bool, SessionError> {
        let Some(seat) = self.position().to_act().first() else { return Ok(false) };
        let Some(spec @ SeatSpec::Bot { .. }) = self.record.seats.get(seat) else {
            return Ok(false);
        };
        let (bot, budget) = self.bot(spec)?;
        let rng = self.decision(self.record.seed, seat);
        if self.at < self.plies.len() {
            return Err(SessionError::WouldReplace { ply: self.at, plies: self.plies.len() });
        }
        let mut next = self.position().boxed();
        let played =
            bot.play(next.as_mut(), seat, budget, rng, watch, true).ok_or(SessionError::Over)?;
        self.push(seat, played, next);
        Ok(true)
    }

    /// Begins to think about the position that is looked at, as `spec` would on the seat that owes a
    /// move there, with that seat's own stream of chance: a bot's thought is the one it plays by.
    ///
    /// # Errors
    /// When nobody owes a move, `spec` is no bot, or it cannot be made.
    pub fn think(&self, spec: &SeatSpec) -> Result<Box<dyn AnyThinking>, SessionError> {
        self.think_with_seed(spec, self.record.seed)
    }

    /// The same with another seed.
    ///
    /// # Errors
    /// As [`Session::think`].
    pub fn think_with_seed(
        &self,
        spec: &SeatSpec,
        seed: u64,
    ) -> Result<Box<dyn AnyThinking>, SessionError> {
        let seat = self.position().to_act().first().ok_or(SessionError::Over)?;
        let (bot, budget) = self.bot(spec)?;
        let rng = self.decision(seed, seat);
        bot.begin(self.position(), seat, budget, rng).ok_or(SessionError::Over)
    }

    /// Looks back at the whole game; `None` if the game has no way to.
    pub fn review(&self) -> Option<Box<dyn Reviewing>> {
        let moves: Vec<&str> = self.plies.iter().map(|ply| ply.text.as_str()).collect();
        self.record.game.review(self.positions[0].as_ref(), &moves)
    }

    /// The record of the whole game, whatever ply is looked at.
    pub fn to_record(&self) -> Record {
        let last = self.positions.last().and_then(|position| position.outcome());
        Record {
            moves: self.plies.iter().map(|ply| ply.text.clone()).collect(),
            result: last.map(|outcome| outcome_json(Some(&outcome))),
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
        session.at = shown.ply.min(session.plies.len());
        Ok((session, shown))
    }

    /// The state of the position that is looked at, as the protocol writes it.
    pub fn state_json(&self) -> Value {
        let position = self.position();
        object!({
            "ply": self.at,
            "to_act": position.to_act().iter().collect::<Vec<_>>(),
            "legal": position.legal_count(),
            "hash": hash_text(position.hash()),
            "summary": position.summary(),
            "outcome": outcome_json(position.outcome().as_ref()),
        })
    }

    /// The end in one sentence; `None` while the game goes on.
    pub fn outcome_words(&self) -> Option<String> {
        let position = self.position();
        let outcome = position.outcome()?;
        let general = || outcome_words(&outcome, |seat| position.seat_name(seat));
        Some(position.outcome_words().unwrap_or_else(general))
    }
}

/// A hash as it is written: 16 hexadecimal digits.
pub fn hash_text(hash: u64) -> String {
    format!("{hash:016x}")
}

/// An outcome in one sentence: `Red wins, 8 to 6 (size).`
pub fn outcome_words(outcome: &Outcome, name: impl Fn(Seat) -> String) -> String {
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
