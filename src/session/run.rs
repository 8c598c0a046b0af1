//! Fast-forward: plays plies of a session one after the other, with bots and with standing orders of people,
//! until the limit is reached or a stop condition holds. Interfaces play long games in such batches, apart
//! from drawing. An interface that must react to a stop button plays them in slices, which may end in
//! the middle of a turn if a bot needs long. No rule of any game is here.

use crate::catalog::AnySearch;
use crate::contract::bot::{Clock, SLICE};
use crate::contract::game::Seat;
use crate::record::SeatSpec;
use crate::session::{Session, SessionError, dto};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// How far to play.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Run {
    /// Maximum number of plies.
    pub most: usize,
    /// Time limit in milliseconds: no ply begins after it.
    pub ms: f64,
    /// Whether the run may pause within a ply while a bot is searching; the same request then continues there.
    #[serde(default)]
    pub slices: bool,
    /// People's orders for the first ply, by seat.
    #[serde(default, deserialize_with = "by_seat")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<number, string>"))]
    pub given: Vec<(usize, String)>,
    /// The order of people's seats without one of their own; `None` stops where they are to move.
    pub go_on: Option<String>,
    /// A query that is sent to the position after each ply; if the answer has a `stop` text,
    /// the run ends.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "unknown"))]
    pub until: Option<Value>,
}

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct RunResult {
    /// The plies played, in the notation of records.
    pub moves: Vec<String>,
    /// The `stop` text of the query, if there was one.
    pub stop: Option<String>,
    /// Whether the run paused in the middle of a turn: a bot is still searching.
    pub thinking: bool,
}

/// A turn that was interrupted during a bot's search. The session stores the moves of the other seats.
pub struct Unfinished {
    given: Vec<(usize, String)>,
    ply: usize,
    seat: Seat,
    thinking: Box<dyn AnySearch>,
    /// Milliseconds of the search so far.
    spent: f64,
}

/// The time since a certain moment of another watch. Bots with a budget in time get this watch, so that
/// the turns and bots before them do not count.
struct ElapsedSince<'a> {
    watch: &'a dyn Clock,
    begun: f64,
    /// When to pause, in the time of the other watch.
    until: f64,
}

impl Clock for ElapsedSince<'_> {
    fn elapsed_ms(&self) -> f64 {
        self.watch.elapsed_ms() - self.begun
    }

    fn stop(&self) -> bool {
        self.watch.stop()
    }

    fn pause(&self) -> bool {
        self.watch.elapsed_ms() >= self.until
    }
}

impl<'a> ElapsedSince<'a> {
    fn new(watch: &'a dyn Clock, spent: f64, until: f64) -> Self {
        ElapsedSince { watch, begun: watch.elapsed_ms() - spent, until }
    }
}

/// Plays on from the shown ply; if the moves differ from the existing plies after it, they become a
/// variation. With a place for an `unfinished` turn it returns after [`Run::ms`] even in the middle of one, with
/// [`RunResult::thinking`]; the same call again continues there. Bots play as they would without the pause.
///
/// # Errors
/// When a person's order is refused or a bot cannot be created. Plies played before that remain.
pub fn play_on(
    session: &mut Session,
    run: &Run,
    mut unfinished: Option<&mut Option<Unfinished>>,
    watch: &dyn Clock,
) -> Result<RunResult, SessionError> {
    let begun = session.ply();
    let mut ran = RunResult::default();
    let mut given = run.given.as_slice();
    let goes_on = |held: &Unfinished| held.ply == begun && held.given == run.given;
    if let Some(held) = &mut unfinished
        && !held.as_ref().is_some_and(goes_on)
    {
        **held = None;
    }
    while ran.moves.len() < run.most && (ran.moves.is_empty() || watch.elapsed_ms() < run.ms) {
        match play_ply(session, run, given, unfinished.as_deref_mut(), watch)? {
            Ply::Played => {}
            Ply::Waits => break,
            Ply::Thinks => {
                ran.thinking = true;
                break;
            }
        }
        given = &[];
        let played = session.plies().get(begun + ran.moves.len());
        ran.moves.extend(played.map(|ply| ply.text.clone()));
        ran.stop = run.until.as_ref().and_then(|question| stop_reason(session, question));
        if ran.stop.is_some() {
            break;
        }
    }
    Ok(ran)
}

/// The result of trying to play a ply.
enum Ply {
    Played,
    /// No seat is to move, or a person is to move and has no order.
    Waits,
    /// A bot's search was interrupted.
    Thinks,
}

/// Plays a ply, with the orders `given`.
fn play_ply(
    session: &mut Session,
    run: &Run,
    given: &[(usize, String)],
    mut unfinished: Option<&mut Option<Unfinished>>,
    watch: &dyn Clock,
) -> Result<Ply, SessionError> {
    let before = session.ply();
    while session.ply() == before {
        let owing = session.position().to_act();
        let other = |seat: Seat| match session.setup().seats.get(seat) {
            // A program's orders come from the caller, as a person's do; there are no standing orders for programs.
            Some(SeatSpec::Program { .. }) => Some((seat, None)),
            Some(SeatSpec::Human) => Some((seat, run.go_on.as_deref())),
            Some(SeatSpec::Bot { .. }) | None => None,
        };
        // People first: if all seats move at once, bots do not see these moves, and a refusal is reported at once.
        if let Some((seat, otherwise)) = owing.iter().find_map(other) {
            let own = given.iter().find(|(one, _)| *one == seat).map(|(_, text)| text.as_str());
            let Some(text) = own.or(otherwise) else { return Ok(Ply::Waits) };
            session.play(Some(seat), text, true)?;
            continue;
        }
        let Some(seat) = session.bot_to_act() else { return Ok(Ply::Waits) };
        match unfinished.as_deref_mut().filter(|_| thinks_long(session, seat)) {
            Some(unfinished) => {
                if !think(session, seat, (run, given), unfinished, watch)? {
                    return Ok(Ply::Thinks);
                }
            }
            None => {
                session.play_bot(&ElapsedSince::new(watch, 0.0, f64::INFINITY))?;
            }
        }
    }
    Ok(Ply::Played)
}

/// Whether the bot of a seat has a budget; bots without one finish at once.
fn thinks_long(session: &Session, seat: Seat) -> bool {
    let setup = session.setup();
    let Some(SeatSpec::Bot { id, .. }) = setup.seats.get(seat) else { return false };
    setup.game.bot_info(id).is_ok_and(|info| info.budget.is_some())
}

/// Continues the search until the bot plays, or the time is over: then returns false and saves the search.
fn think(
    session: &mut Session,
    seat: Seat,
    (run, given): (&Run, &[(usize, String)]),
    unfinished: &mut Option<Unfinished>,
    watch: &dyn Clock,
) -> Result<bool, SessionError> {
    let ply = session.ply();
    let mut held = match unfinished.take() {
        Some(held) if (held.ply, held.seat) == (ply, seat) => held,
        _ => {
            let setup = session.setup();
            let spec = setup.seats.get(seat).ok_or(SessionError::NotABot)?;
            let thinking = session.think_for(Some(seat), spec, setup.seed)?;
            Unfinished { given: given.to_vec(), ply, seat, thinking, spent: 0.0 }
        }
    };
    let since = ElapsedSince::new(watch, held.spent, run.ms);
    while !held.thinking.advance(SLICE, &since) {
        if watch.elapsed_ms() >= run.ms || watch.stop() {
            held.spent = since.elapsed_ms();
            *unfinished = Some(held);
            return Ok(false);
        }
    }
    let choice = held.thinking.choice_only().choice.ok_or(SessionError::Over)?;
    session.play(Some(seat), &choice, true)?;
    Ok(true)
}

/// The reason to end a run here, if the position's answer to the query has one.
fn stop_reason(session: &Session, question: &Value) -> Option<String> {
    let answer = dto::inspect(session, question).ok()?.to_json();
    answer.get("stop").and_then(Value::as_str).map(str::to_owned)
}

/// An object whose keys are seats.
fn by_seat<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(usize, String)>, D::Error> {
    let orders = BTreeMap::<String, String>::deserialize(deserializer)?;
    let seat = |(seat, order): (String, String)| match seat.parse() {
        Ok(seat) => Ok((seat, order)),
        Err(_) => Err(serde::de::Error::custom(format!("`given` names no seat: {seat}"))),
    };
    orders.into_iter().map(seat).collect()
}
