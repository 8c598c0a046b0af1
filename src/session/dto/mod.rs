//! What crosses to the page and to other programs: every struct once, serialised by the layer that passes it on.
//!
//! The wasm interface gives these as JavaScript objects and their TypeScript is made from them; the protocol
//! and the command line write the same as JSON. All words for people are made here or below, so that they
//! are tested natively. Nothing of JavaScript may enter, and nothing is decided here.

mod thought;

pub use thought::{CandidateRow, Measure, Standing, TaskInfo, ThoughtColumns, ThoughtRow};

use crate::base::fixed::shorten;
use crate::base::json::{At, Found};
use crate::base::opaque::Opaque;
use crate::base::options::{OptionSpec, Options};
use crate::catalog::{AnyGame, AnyThinking, BotInfo, game};
use crate::contract::bot::lines_asked;
use crate::contract::declaration::GameData;
use crate::contract::features::Feature;
use crate::contract::game::{Outcome, Seat};
use crate::contract::presentation::{Incident, ReportTable, SpecialMove};
use crate::record::{FORMAT, Record, RecordError, SeatSpec};
use crate::review::{Assessment, Judge};
use crate::session::names::player_name;
use crate::session::{Ply, Session, hash_text};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// A game as data.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct GameInfo {
    /// What it says of itself.
    #[serde(flatten)]
    pub data: GameData,
    /// How many seats it has with the default options.
    pub seats: usize,
    /// What can be set when a game is begun.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionInfo[]"))]
    pub options: &'static [OptionSpec],
    /// Its bots.
    pub bots: Vec<BotInfo>,
    /// Whether all seats move at once: a ply is then a turn of all of them.
    pub simultaneous: bool,
    /// The option that carries the text of a position.
    pub drafting: &'static str,
    /// The opponents for people among its bots, from the weakest to the strongest.
    pub levels: Vec<&'static str>,
    /// What formulas of the Lab are written over; none where the game has no bot `lab`.
    pub features: &'static [Feature],
}

impl GameInfo {
    /// All that is said of a game before one is begun.
    pub fn of(game: &dyn AnyGame) -> GameInfo {
        GameInfo {
            data: *game.data(),
            seats: game.data().seat_names.len(),
            options: game.options(),
            bots: game.bots(),
            simultaneous: game.simultaneous(),
            drafting: game.drafting().key,
            levels: game.levels(),
            features: game.features(),
        }
    }
}

/// A position, as the protocol sends it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct PositionState {
    /// The ply shown: this many moves have been played.
    pub ply: usize,
    /// The seats that owe a move.
    pub to_act: Vec<Seat>,
    /// Legal moves now; null where they cannot be listed, 0 when the game is over.
    pub legal: Option<usize>,
    /// Equal for equal positions: 16 hexadecimal digits.
    pub hash: String,
    /// The game's figures, as its rules name them.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "unknown"))]
    pub summary: Value,
    /// How it ended; null while it goes on.
    pub outcome: Option<Outcome>,
}

impl PositionState {
    /// Of the position that a session looks at.
    pub fn of(session: &Session) -> PositionState {
        let position = session.position();
        PositionState {
            ply: session.ply(),
            to_act: position.to_act().iter().collect(),
            legal: position.legal_count(),
            hash: hash_text(position.hash()),
            summary: position.summary(),
            outcome: position.outcome(),
        }
    }
}

/// Who sits on a seat, and how it stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SeatState {
    /// The seat's own name, such as `Red`.
    pub name: String,
    /// Who sits there.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "SeatConfig"))]
    pub config: SeatSpec,
    /// The name of who sits there: `Human`, `Balanced`, `Balanced (custom)`.
    pub player: String,
    /// Whether it is a bot with settings of its own.
    pub custom: bool,
    /// Whether it owes a move.
    pub to_act: bool,
    /// The one figure that counts.
    pub score: String,
    /// The rest, in a few words.
    pub note: String,
}

/// The running game, at the ply that is shown.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct State {
    /// The position.
    #[serde(flatten)]
    pub position: PositionState,
    /// Which game it is.
    pub game: &'static str,
    /// How many plies the line that is shown has so far.
    pub plies: usize,
    /// The number of the line that is shown; 0 is the main line. Where a line is walked, the one to come back to.
    pub variation: usize,
    /// How many variations the game has.
    pub variations: usize,
    /// How many plies of the line that is shown are the main line's.
    pub main_plies: usize,
    /// The ply from which a line is walked that is no part of the game; null where none is.
    pub walk_from: Option<usize>,
    /// The ply of the game: the one shown, or where a line is walked, the one to come back to.
    pub game_ply: usize,
    /// How many deletions of variations can be undone.
    pub deletions: usize,
    /// The end in one sentence, when it is over: `Red wins, 8 to 6.`
    pub outcome_text: Option<String>,
    /// The end report: label and text.
    pub report: Vec<(&'static str, String)>,
    /// The same as a table of the seats, where that says more; else null.
    pub report_table: Option<ReportTable>,
    /// Moves beyond the legal ones that a person may choose here, such as ending a settled game.
    pub extras: Vec<SpecialMove>,
    /// The seats.
    pub seats: Vec<SeatState>,
    /// Where all chance comes from.
    pub seed: u64,
    /// What was set when it was begun.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub options: Options,
    /// Whose turn it is, in words: `Red to place, 1 of 2`; `Your turn: …` on that of the only person at the board.
    pub turn_text: String,
}

impl State {
    /// Of a session.
    pub fn of(session: &Session) -> State {
        let position = session.position();
        let setup = session.setup();
        let to_act = position.to_act();
        let (variation, variations) = session.variation();
        let seat = |(seat, spec): (usize, &SeatSpec)| {
            let status = position.seat_status(seat);
            SeatState {
                name: position.seat_name(seat),
                config: spec.clone(),
                player: player_name(setup.game, spec),
                custom: matches!(spec, SeatSpec::Bot { options, .. } if !options.is_default()),
                to_act: to_act.contains(seat),
                score: status.score,
                note: status.note,
            }
        };
        State {
            position: PositionState::of(session),
            game: setup.game.id(),
            plies: session.plies().len(),
            variation,
            variations,
            main_plies: session.main_plies(),
            walk_from: session.walk().map(|walk| walk.from),
            game_ply: session.game_ply(),
            deletions: session.deletions(),
            outcome_text: session.outcome_text(),
            report: position.report(),
            report_table: position.report_table(),
            extras: session.extras(),
            seats: setup.seats.iter().enumerate().map(seat).collect(),
            seed: setup.seed,
            options: setup.options.clone(),
            turn_text: match only_person(&setup.seats) {
                Some(you) if to_act.contains(you) => position.your_turn_text(),
                _ => position.turn_text(),
            },
        }
    }
}

/// The seat of the only person at the board; `None` where there are more, or none.
fn only_person(seats: &[SeatSpec]) -> Option<Seat> {
    let mut people = (0..seats.len()).filter(|&seat| matches!(seats[seat], SeatSpec::Human));
    people.next().filter(|_| people.next().is_none())
}

/// A ply in the list of moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct MoveRow {
    /// Which ply it made, from 1.
    pub ply: usize,
    /// Who played it; null for a turn of several seats that move at once.
    pub seat: Option<Seat>,
    /// As records write it; a turn of many orders is cut short.
    #[serde(rename = "move")]
    pub mv: String,
    /// In words: `house on D2 (F.2)`.
    pub description: String,
    /// What it brought that a log should tell, with places that the game's renderer knows.
    pub incidents: Vec<Incident<Opaque>>,
}

/// The most bytes of a move that the list of moves shows: a turn of many outposts is read in its words.
const LONG_MOVE: usize = 200;

/// How many plies at most of the line that is looked at after this many of the first, for the list of moves.
pub fn moves(session: &Session, after: usize, most: usize) -> Vec<MoveRow> {
    rows(session.plies(), 1, after, most)
}

/// The rows of plies of which the first made ply `first`, without this many, and this many at most.
fn rows(plies: &[Arc<Ply>], first: usize, without: usize, most: usize) -> Vec<MoveRow> {
    let row = |(i, ply): (usize, &Arc<Ply>)| {
        let short = ply.text.len() <= LONG_MOVE || ply.seats.iter().count() == 1;
        MoveRow {
            ply: first + i,
            seat: ply.seats.only(),
            mv: if short { ply.text.clone() } else { shorten(&ply.text) },
            description: ply.description.clone(),
            incidents: ply.incidents.clone(),
        }
    };
    plies.iter().enumerate().skip(without).take(most).map(row).collect()
}

/// A line of the game in the list of moves: the main line, or a variation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LineRow {
    /// The number of the line that it branches off from; 0 is the main line.
    pub of: usize,
    /// How many plies the two have in common.
    pub after: usize,
    /// How many plies it has of its own.
    pub plies: usize,
    /// Those, or the first of them.
    pub rows: Vec<MoveRow>,
}

/// All lines of the game, as records number them, with this many rows each at most.
pub fn lines(session: &Session, most: usize) -> Vec<LineRow> {
    let line = |line: crate::session::Line| LineRow {
        of: line.of,
        after: line.after,
        plies: line.plies.len(),
        rows: rows(&line.plies, line.after + 1, 0, most),
    };
    session.lines().into_iter().map(line).collect()
}

/// A line of the graph: a value for each ply.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Series {
    /// Lines of one chart share this word.
    pub chart: &'static str,
    /// The name of the line.
    pub label: String,
    /// The seat whose colour it has, if it is one seat's.
    pub seat: Option<Seat>,
    /// The values.
    pub values: Vec<f64>,
}

/// The lines of the graph from a ply on, for this many plies at most.
pub fn series(session: &Session, from: usize, most: usize) -> Vec<Series> {
    let all = session.metrics();
    let rows = all.get(from..).unwrap_or_default();
    let rows = rows.get(..most).unwrap_or(rows);
    let line = |(i, metric): (usize, crate::contract::presentation::Metric)| Series {
        chart: metric.chart,
        label: metric.label,
        seat: metric.seat,
        values: rows.iter().map(|at| at.get(i).copied().unwrap_or(0.0)).collect(),
    };
    session.position().metrics().into_iter().enumerate().map(line).collect()
}

/// A move that was played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlayedMove {
    /// As records write it.
    #[serde(rename = "move")]
    pub mv: String,
    /// Who played it.
    pub seat: Seat,
    /// For the live region: `Red: house on D2 (F.2)`.
    pub announcement: String,
}

/// Plays a move at the ply that is shown; see [`Session::play`].
///
/// # Errors
/// Why it was refused.
pub fn play(session: &mut Session, text: &str, branch: bool) -> Result<PlayedMove, String> {
    let (seat, played) = session.play(None, text, branch).map_err(|e| e.to_string())?;
    let name = session.position().seat_name(seat);
    let announcement = format!("{name}: {}", played.description);
    Ok(PlayedMove { mv: played.text, seat, announcement })
}

/// A new game from what the page's dialog says.
///
/// # Errors
/// Which part does not fit.
pub fn create(game_id: &str, options: &Value, seed: u64, seats: &Value) -> Result<Session, String> {
    let game = game(game_id).map_err(|e| e.to_string())?;
    let record = json!({
        "totora": FORMAT,
        "game": game.id(),
        "options": options,
        "seed": seed,
        "seats": seats,
    });
    Record::from_json(&record).and_then(Session::begin).map_err(RecordError::words)
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

/// Puts a player on a seat.
///
/// # Errors
/// What does not fit.
pub fn set_seat(session: &mut Session, seat: Seat, config: &Value) -> Result<(), String> {
    let spec = SeatSpec::from_json(session.setup().game, config).map_err(RecordError::words)?;
    session.set_seat(seat, spec).map_err(|e| e.to_string())
}

/// The game that a request is about, with the ply that is looked at.
///
/// # Errors
/// What is missing, or no record.
pub fn record_of(request: &Value) -> Result<(Record, usize), String> {
    let all = At::root(request);
    let record = Record::from_text(all.need("record", "the text of a record")?.text()?);
    let ply = all.need("ply", "a whole number from 0")?.whole(0..=u32::MAX.into())?;
    Ok((record.map_err(|error| error.to_string())?, ply as usize))
}

/// A request to think, with the record of the game and a ply: the bot that has begun, and by what its scores are shown.
///
/// # Errors
/// What does not fit.
pub fn think_request(request: &Value) -> Result<(Box<dyn AnyThinking>, Measure), String> {
    let (record, ply) = record_of(request)?;
    let mut session = Session::replay(record).map_err(|e| e.to_string())?;
    session.go_to(ply).map_err(|e| e.to_string())?;
    think_in(&session, request)
}

/// Begins to think about the position that a session looks at, as asked for.
///
/// # Errors
/// What does not fit.
pub fn think_in(
    session: &Session,
    request: &Value,
) -> Result<(Box<dyn AnyThinking>, Measure), String> {
    let all = At::root(request);
    let bot = all.need("bot", "a bot")?.value();
    think_by(session, &all, bot, session.setup().seed)
}

/// Begins to think by a bot; with `passed`, about the position after a pass.
///
/// # Errors
/// What does not fit.
pub fn think_by(
    session: &Session,
    all: &At<'_>,
    bot: &Value,
    seed: u64,
) -> Result<(Box<dyn AnyThinking>, Measure), String> {
    let spec = SeatSpec::from_json(session.setup().game, bot).map_err(RecordError::words)?;
    let seat = seat_of(all)?;
    let lines = lines_asked(all.value(), bot.get("options")).map_err(|e| e.to_string())?;
    let passed = match all.maybe("passed", At::truth)? {
        Some(true) => Some(session.passed().map_err(|e| e.to_string())?),
        Some(false) | None => None,
    };
    let session = passed.as_ref().unwrap_or(session);
    let mut thinking = session.think_for(seat, &spec, seed).map_err(|e| e.to_string())?;
    thinking.set_multi_pv(lines);
    Ok((thinking, Measure::new(session, &spec, seat)?))
}

/// The seat that a request names, if it names one.
///
/// # Errors
/// When it is none.
pub fn seat_of(all: &At<'_>) -> Found<Option<Seat>> {
    let seat = all.maybe("seat", |at| at.whole(0..=u64::MAX))?;
    Ok(seat.map(|seat| usize::try_from(seat).unwrap_or(usize::MAX)))
}

/// A look back at a game: how far it has come, and what was found since it was last asked.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReviewInfo {
    /// How many of the positions have been looked at.
    pub done: usize,
    /// How many there are.
    pub positions: usize,
    /// What has been found.
    pub found: Vec<Assessment>,
}

/// The bots that are asked to judge: `{bots: [seat, …]}`.
///
/// # Errors
/// Which one does not fit.
pub fn judges(session: &Session, request: &Value) -> Result<Vec<Judge>, String> {
    let game = session.setup().game;
    let bots = At::root(request).need("bots", "a list of bots")?.list(0..=usize::MAX)?;
    bots.iter()
        .map(|bot| {
            let spec = SeatSpec::from_json(game, bot.value()).map_err(RecordError::words)?;
            let name = player_name(game, &spec);
            Judge::new(game, session.position(), &spec, name).map_err(|e| e.to_string())
        })
        .collect()
}
