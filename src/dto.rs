//! What the page is told, as JSON: everything it shows beside the board, in words made here.
//!
//! The wasm face hands these on as they are; being here, they are tested natively. The shapes are
//! written down in `web/types.d.ts`. Nothing of JavaScript may enter.

use crate::arena::{Arena, Entrant};
use crate::catalog::{AnyGame, AnyThinking, game, term_json};
use crate::game::{Seat, Seats};
use crate::json::{self, Json};
use crate::object;
use crate::options::{Options, RawOptions};
use crate::record::{Record, RecordError, SeatSpec, seed_from_json};
use crate::session::Session;
use crate::thought::{Score, Task, Term, TermValue, Thought};
use serde_json::Value;

/// A new game from what the page's dialog says.
///
/// # Errors
/// Which part does not fit.
pub fn create(game_id: &str, options: &Value, seed: f64, seats: &Value) -> Result<Session, String> {
    let game = game(game_id).map_err(|e| e.to_string())?;
    let seed = if seed.fract() == 0.0 { (seed as i64).json() } else { seed.json() };
    let record = object!({
        "totora": crate::record::FORMAT,
        "game": game.id(),
        "options": options,
        "seed": seed,
        "seats": seats,
    });
    Record::from_json(&record).and_then(Session::begin).map_err(|e| match e {
        RecordError::Content(message) => message,
        other => other.to_string(),
    })
}

/// The names of the seats that a game with these options has.
///
/// # Errors
/// Which option does not fit.
pub fn seat_names(game_id: &str, options: &Value) -> Result<Vec<String>, String> {
    let game = game(game_id).map_err(|e| e.to_string())?;
    let raw = options.as_object().cloned().unwrap_or_default();
    let options = Options::check(game.options(), &raw).map_err(|e| e.to_string())?;
    let start = game.start(&options, 0).map_err(|e| e.to_string())?;
    Ok((0..start.seats()).map(|seat| start.seat_name(seat)).collect())
}

/// Who sits there, in words: `Human`, `Balanced`, `Balanced (custom)`.
pub fn player_words(game: &dyn AnyGame, spec: &SeatSpec) -> String {
    match spec {
        SeatSpec::Human => "Human".to_owned(),
        SeatSpec::Bot { id, options, .. } => {
            let name = game.bot_info(id).map_or(*id, |info| info.name);
            let custom = !options.is_default() && *id != "custom";
            format!("{name}{}", if custom { " (custom)" } else { "" })
        }
    }
}

/// The running game at the ply that is shown.
pub fn state(session: &Session) -> Value {
    let position = session.position();
    let setup = session.setup();
    let to_act = position.to_act();
    let seats: Vec<Value> = setup
        .seats
        .iter()
        .enumerate()
        .map(|(seat, spec)| {
            let status = position.seat_status(seat);
            object!({
                "name": position.seat_name(seat),
                "config": spec.to_json(),
                "player": player_words(setup.game, spec),
                "custom": matches!(spec, SeatSpec::Bot { options, .. } if !options.is_default()),
                "to_act": to_act.contains(seat),
                "score": status.score,
                "note": status.note,
            })
        })
        .collect();
    let Value::Object(mut state) = session.state_json() else { return Value::Null };
    let Value::Object(more) = object!({
        "game": setup.game.id(),
        "plies": session.plies().len(),
        "outcome_words": session.outcome_text(),
        "report": position.report(),
        "extras": session.extras().iter().map(|extra| serde_json::to_value(extra).unwrap_or_default()).collect::<Vec<_>>(),
        "seats": seats,
        "seed": setup.seed,
        "options": setup.options,
        "turn_words": position.turn_text(),
    }) else {
        return Value::Null;
    };
    state.extend(more);
    Value::Object(state)
}

/// The most bytes of a move that the list of moves shows: a turn of many outposts is read in its words.
const LONG_MOVE: usize = 200;

/// So many plies at most after so many of the first, for the list of moves.
pub fn moves(session: &Session, after: usize, most: usize) -> Value {
    let row = |(i, ply): (usize, &crate::session::Ply)| {
        let short = ply.text.len() <= LONG_MOVE || ply.seats.iter().count() == 1;
        object!({
            "ply": i + 1,
            "seat": one_seat(ply.seats),
            "move": if short { ply.text.clone() } else { crate::fixed::shorten(&ply.text) },
            "words": ply.description,
            "incidents": ply.incidents.iter().map(|i| object!({"seat": i.seat, "words": i.text, "spot": i.location.to_json()})).collect::<Vec<_>>(),
        })
    };
    session.plies().iter().enumerate().skip(after).take(most).map(row).collect()
}

/// The seat of a ply that one seat played; `None` for a turn of several.
fn one_seat(seats: Seats) -> Option<Seat> {
    seats.first().filter(|&first| seats == Seats::one(first))
}

/// The lines of the graph from a ply on, for so many plies at most.
pub fn series(session: &Session, from: usize, most: usize) -> Value {
    let metrics = session.metrics().get(from..).unwrap_or_default();
    let metrics = metrics.get(..most).unwrap_or(metrics);
    let first = session.position().metrics();
    let line = |(i, metric): (usize, &crate::presentation::Metric)| {
        let values: Vec<f64> = metrics.iter().map(|at| at.get(i).copied().unwrap_or(0.0)).collect();
        object!({ "chart": metric.chart, "label": metric.label, "seat": metric.seat, "values": values })
    };
    first.iter().enumerate().map(line).collect()
}

/// Plays a move at the ply that is shown.
///
/// # Errors
/// Why it was refused.
pub fn play(session: &mut Session, text: &str, replace: bool) -> Result<Value, String> {
    play_for(session, None, text, replace)
}

/// Plays a move for a seat of several that owe one.
///
/// # Errors
/// Why it was refused.
pub fn play_for(
    session: &mut Session,
    seat: Option<Seat>,
    text: &str,
    replace: bool,
) -> Result<Value, String> {
    let (seat, played) = session.play(seat, text, replace).map_err(|e| e.to_string())?;
    Ok(object!({
        "move": played.text,
        "seat": seat,
        "words": format!("{}: {}", session.position().seat_name(seat), played.description),
    }))
}

/// Puts somebody on a seat.
///
/// # Errors
/// What does not fit.
pub fn set_seat(session: &mut Session, seat: Seat, config: &Value) -> Result<(), String> {
    let spec = SeatSpec::from_json(session.setup().game, config).map_err(content)?;
    session.set_seat(seat, spec).map_err(|e| e.to_string())
}

/// The message of a record error without the words about records, where it is not about one.
fn content(error: RecordError) -> String {
    match error {
        RecordError::Content(message) => message,
        other => other.to_string(),
    }
}

/// A request to think: a session that looks at the ply asked for, who is to think, and for which of
/// several seats.
///
/// # Errors
/// What does not fit.
pub fn think_request(request: &Value) -> Result<(Session, SeatSpec, Option<Seat>), String> {
    let record = request.get("record").and_then(Value::as_str).ok_or("`record` is missing")?;
    let mut session =
        Record::from_text(record).and_then(Session::replay).map_err(|e| e.to_string())?;
    let ply = request.get("ply").and_then(Value::as_u64).ok_or("`ply` is missing")?;
    session.go_to(ply as usize).map_err(|e| e.to_string())?;
    let (spec, seat) = thinker(&session, request)?;
    Ok((session, spec, seat))
}

/// Begins to think about the position that a session looks at, as asked for.
///
/// # Errors
/// What does not fit.
pub fn think_in(session: &Session, request: &Value) -> Result<Box<dyn AnyThinking>, String> {
    let (spec, seat) = thinker(session, request)?;
    session.think_for(seat, &spec, session.setup().seed).map_err(|e| e.to_string())
}

/// Who is to think, and for which of several seats.
fn thinker(session: &Session, request: &Value) -> Result<(SeatSpec, Option<Seat>), String> {
    let bot = request.get("bot").ok_or("`bot` is missing")?;
    let spec = SeatSpec::from_json(session.setup().game, bot).map_err(content)?;
    let seat = request.get("seat").and_then(Value::as_u64).map(|seat| seat as usize);
    Ok((spec, seat))
}

/// What each term contributes, by its key.
fn contributions(terms: &[Term], values: &[TermValue]) -> Value {
    let pairs = terms.iter().zip(values);
    json::object(pairs.map(|(term, value)| (term.key, value.contribution.json())).collect())
}

/// A task as JSON; `terms` are those of the thought.
fn task_json(task: &Task, terms: &[Term]) -> Value {
    let terms = contributions(terms, &task.terms);
    object!({
        "who": task.who,
        "task": task.task,
        "words": task.words,
        "score": task.score,
        "terms": terms,
        "spot": task.spot,
    })
}

fn tasks_json(tasks: &[Task], terms: &[Term]) -> Vec<Value> {
    tasks.iter().map(|task| task_json(task, terms)).collect()
}

/// A thought in the form the protocol writes; `tasks` where its move is a set of orders.
pub fn thought_json(thought: &Thought<String>, tasks: &[Task]) -> Value {
    let candidates: Vec<Value> = thought
        .candidates
        .iter()
        .map(|candidate| {
            let terms = contributions(&thought.terms, &candidate.terms);
            let mut object = object!({
                "move": candidate.mv,
                "score": candidate.score,
                "terms": terms,
                "visits": candidate.visits,
                "pv": candidate.pv,
            });
            if !matches!(candidate.score, Score::Value(_)) {
                object["plies"] = candidate.score.plies().json();
            }
            object
        })
        .collect();
    let mut object = object!({
        "choice": thought.choice,
        "candidates": candidates,
        "nodes": thought.nodes,
        "depth": thought.depth,
        "exact": thought.exact,
        "why": thought.why,
    });
    if !tasks.is_empty() {
        object["tasks"] = tasks_json(tasks, &thought.terms).json();
    }
    object
}

/// What is thought so far, in the form the protocol writes: a thought, and where more than two play,
/// whose view the scores are (`view`) and each candidate's worth to every seat (`by_seat`).
pub fn thinking_json(thinking: &dyn AnyThinking) -> Value {
    let mut object = thought_json(&thinking.thought(), &thinking.tasks());
    if let Some(views) = thinking.views() {
        object["view"] = views.seat.json();
        if let Some(candidates) = object["candidates"].as_array_mut() {
            for (candidate, by_seat) in candidates.iter_mut().zip(&views.by_seat) {
                candidate["by_seat"] = by_seat.json();
            }
        }
    }
    object
}

/// A thought in columns, for the page; the flat numbers (value and contribution of every term of every
/// candidate) come beside it.
pub struct ThoughtColumns {
    /// All but the flat numbers.
    pub rest: Value,
    /// One row a candidate, one number a term.
    pub values: Vec<f64>,
    /// The same, times the weights.
    pub contributions: Vec<f64>,
}

/// Takes a thought apart into columns.
pub fn thought_columns(thinking: &dyn AnyThinking, done: bool) -> ThoughtColumns {
    let thought = thinking.thought();
    let moves: Vec<&str> = thought.candidates.iter().map(|c| c.mv.as_str()).collect();
    let flat = |f: fn(&TermValue) -> f64| -> Vec<f64> {
        thought.candidates.iter().flat_map(|c| c.terms.iter().map(f)).collect()
    };
    ThoughtColumns {
        values: flat(|term| term.value.to_f64()),
        contributions: flat(|term| term.contribution.to_f64()),
        rest: object!({
            "choice": thought.choice,
            "moves": moves,
            "words": thinking.descriptions(),
            "scores": thought.candidates.iter().map(|c| c.score).collect::<Vec<_>>(),
            "plies": thought.candidates.iter().map(|c| c.score.plies()).collect::<Vec<_>>(),
            "terms": thought.terms.iter().map(term_json).collect::<Vec<_>>(),
            "visits": thought.candidates.iter().map(|c| c.visits).collect::<Vec<_>>(),
            "pvs": thought.candidates.iter().map(|c| &c.pv).collect::<Vec<_>>(),
            "nodes": thought.nodes,
            "depth": thought.depth,
            "exact": thought.exact,
            "why": thought.why,
            "spots": thinking.locations().iter().map(crate::opaque::Opaque::to_json).collect::<Vec<_>>(),
            "views": thinking.views(),
            "tasks": tasks_json(&thinking.tasks(), &thought.terms),
            "done": done,
        }),
    }
}

/// An arena from what was asked for: `{game, options, bots: [seat, …], games, seed}`.
///
/// # Errors
/// Which part does not fit.
pub fn arena(request: &Value) -> Result<Arena, String> {
    let id = request.get("game").and_then(Value::as_str).ok_or("`game` is missing")?;
    let game = game(id).map_err(|e| e.to_string())?;
    let raw = match request.get("options") {
        None | Some(Value::Null) => RawOptions::new(),
        Some(Value::Object(raw)) => raw.clone(),
        Some(_) => return Err("`options` is no object".to_owned()),
    };
    let options = Options::check(game.options(), &raw).map_err(|e| e.to_string())?;
    let bots = request.get("bots").and_then(Value::as_array).ok_or("`bots` is missing")?;
    let entrants = bots
        .iter()
        .map(|bot| {
            let seat = SeatSpec::from_json(game, bot).map_err(content)?;
            Ok(Entrant { name: player_words(game, &seat), seat })
        })
        .collect::<Result<Vec<_>, String>>()?;
    let seats = game.start(&options, 0).map_err(|e| e.to_string())?.seats();
    if entrants.len() < seats {
        return Err(format!("{} bots are given; at least {seats} are needed", entrants.len()));
    }
    let games = request
        .get("games")
        .and_then(Value::as_u64)
        .and_then(|games| u32::try_from(games).ok())
        .filter(|&games| (1..=1_000_000).contains(&games))
        .ok_or("`games` must be a whole number from 1 to 1000000")?;
    let seed = seed_from_json(request.get("seed").unwrap_or(&0u8.json()))?;
    Ok(Arena {
        game,
        options,
        starts: Vec::new(),
        entrants,
        challengers: None,
        games,
        seed,
        until: None,
        preset: None,
    })
}
