//! Data for the page and for other programs: every struct once, serialised by the layer that sends it.
//!
//! The wasm interface converts these to JavaScript objects and derives their TypeScript types; the protocol
//! and the command line write them as JSON. All texts for people are made here or below, so that native
//! tests cover them. Nothing of JavaScript may enter, and nothing is decided here.

mod analysis;

pub use analysis::{
    AnalysisColumns, AnalysisRow, CandidateRow, PositionValue, TaskInfo, TermColumn, Valuation,
};

use crate::base::annotation::{self, Annotation, Cells};
use crate::base::erased_value::ErasedValue;
use crate::base::fixed::shorten;
use crate::base::json::{At, Found};
use crate::base::options::{OptionSpec, Options};
use crate::base::util::sort_by_key;
use crate::catalog::{AnyGame, AnySearch, BotInfo, game};
use crate::contract::bot::lines_asked;
use crate::contract::declaration::GameData;
use crate::contract::features::Feature;
use crate::contract::film::Variation;
use crate::contract::game::{MAX_SEATS, Outcome, PrintedMove, Seat};
use crate::contract::presentation::{Incident, ReportTable, SpecialMove};
use crate::record::{FORMAT, Record, RecordError, SeatSpec};
use crate::review::{Assessment, Judge, Summary};
use crate::session::labels::SeatLabels;
use crate::session::names::player_name;
use crate::session::{Ply, Session, SessionError, hash_text};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

/// What interfaces need to know of a game before one is begun.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct GameInfo {
    /// The game's own data; in JSON its fields are part of this object.
    #[serde(flatten)]
    pub data: GameData,
    /// Number of seats with the default options.
    pub seats: usize,
    /// The options of a new game.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionInfo[]"))]
    pub options: &'static [OptionSpec],
    /// Its bots, with their texts and options.
    pub bots: Vec<BotInfo>,
    /// Whether all seats move at once: a ply is then a turn of all of them.
    pub simultaneous: bool,
    /// The option that contains the position text.
    pub drafting: &'static str,
    /// The bots meant as opponents for people, from the weakest to the strongest.
    pub levels: Vec<&'static str>,
    /// For each level the opponents of a person, going round the table from that person: the bot of the level first,
    /// then its neighbours, so that a table has different characters.
    pub rivals: Vec<Vec<&'static str>>,
    /// The features that Lab formulas may use; empty if the game has no bot `lab`.
    pub features: &'static [Feature],
}

impl GameInfo {
    /// All data of a game before one is begun.
    pub fn from_game(game: &dyn AnyGame) -> GameInfo {
        GameInfo {
            data: *game.data(),
            seats: game.data().seat_names.len(),
            options: game.options(),
            bots: game.bots(),
            simultaneous: game.simultaneous(),
            drafting: game.drafting().key,
            levels: game.levels(),
            rivals: rivals(&game.levels()),
            features: game.features(),
        }
    }
}

/// See [`GameInfo::rivals`].
pub fn rivals(levels: &[&'static str]) -> Vec<Vec<&'static str>> {
    let round = |level: usize| {
        let mut near: Vec<usize> = (0..levels.len()).collect();
        // Of two at the same distance, the stronger one is first.
        sort_by_key(&mut near, |&at| (at.abs_diff(level) as i64, i64::from(at < level)));
        near.iter().cycle().take(MAX_SEATS - 1).map(|&at| levels[at]).collect()
    };
    (0..levels.len()).map(round).collect()
}

/// Annotates the shown position from JSON.
///
/// # Errors
/// The field that does not fit, or why the position cannot be annotated.
pub fn annotate(session: &mut Session, value: &Value) -> Result<(), SessionError> {
    let at = At::root(value);
    let cells = Cells::new(session.position().printed_cells());
    let read = at.fields(&annotation::FIELDS).and_then(|()| Annotation::from_json(&at, &cells));
    session.annotate(&read.map_err(|wrong| SessionError::Annotation(wrong.message))?)
}

/// A position, as sent by the protocol.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct PositionState {
    /// The shown ply: the number of plies played before the position.
    pub ply: usize,
    /// The seats to move: several if they move at once, none when the game is over.
    pub to_act: Vec<Seat>,
    /// Number of legal moves; null where they cannot be listed, 0 when the game is over.
    pub legal: Option<usize>,
    /// Equal for equal positions: 16 hexadecimal digits.
    pub hash: String,
    /// The game's figures, under the names of its rules.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "unknown"))]
    pub summary: Value,
    /// The result; null while the game goes on.
    pub outcome: Option<Outcome>,
}

impl PositionState {
    /// The state of a session's shown position.
    pub fn from_session(session: &Session) -> PositionState {
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

/// A seat: its player, and its score.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SeatState {
    /// The seat's own name, such as `Red`.
    pub name: String,
    /// The player: a person, a bot with its options, or a program.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "SeatConfig"))]
    pub config: SeatSpec,
    /// The player's name: `Human`, `Balanced`, `Balanced (custom)`.
    pub player: String,
    /// What people call it: `You`, `Mina`, `Totora (Red)`; the seat's name if several people play.
    pub label: String,
    /// Whether it is a bot with changed settings.
    pub custom: bool,
    /// Whether the seat is to move.
    pub to_act: bool,
    /// The figure that decides the game.
    pub score: String,
    /// Other figures, in a few words.
    pub note: String,
}

/// The running game, at the shown ply.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct State {
    /// The shown position; in JSON its fields are part of this object.
    #[serde(flatten)]
    pub position: PositionState,
    /// The game's id.
    pub game: &'static str,
    /// Number of plies of the shown line.
    pub plies: usize,
    /// The number of the shown line; 0 is the main line. While a line is walked, the line to return to.
    pub variation: usize,
    /// Number of variations, without the main line.
    pub variations: usize,
    /// Number of plies that the shown line shares with the main line.
    pub main_plies: usize,
    /// The ply from which a line is walked that is no part of the game; null if none is.
    pub walk_from: Option<usize>,
    /// The shown ply of the game; while a line is walked, the ply to return to.
    pub game_ply: usize,
    /// Number of changes that can be undone: deletions, and changed annotations.
    pub changes: usize,
    /// The result in one sentence, when the game is over: `Red wins, 8 to 6.`
    pub outcome_text: Option<String>,
    /// The end report: label and text.
    pub report: Vec<(&'static str, String)>,
    /// The end report as a table of the seats, if it contains more; else null.
    pub report_table: Option<ReportTable>,
    /// Moves beyond the legal ones that a person may choose here, such as ending a decided game.
    pub extras: Vec<SpecialMove>,
    /// Players and scores, by seat.
    pub seats: Vec<SeatState>,
    /// The seed of all randomness.
    pub seed: u64,
    /// The options of the game.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub options: Options,
    /// The seat to move, in words: `Red to place, 1 of 2`; `Your turn: …` for the only person in the game.
    pub turn_text: String,
}

impl State {
    /// The state of a session.
    pub fn from_session(session: &Session) -> State {
        let position = session.position();
        let setup = session.setup();
        let labels = SeatLabels::new(setup, position);
        let to_act = position.to_act();
        let (variation, variations) = session.variation();
        let seat = |(seat, spec): (usize, &SeatSpec)| {
            let status = position.seat_status(seat);
            SeatState {
                name: position.seat_name(seat),
                config: spec.clone(),
                player: player_name(setup.game, spec),
                label: labels.get(seat).to_owned(),
                custom: matches!(spec, SeatSpec::Bot { options, .. } if !options.is_default()),
                to_act: to_act.contains(seat),
                score: status.score,
                note: status.note,
            }
        };
        State {
            position: PositionState::from_session(session),
            game: setup.game.id(),
            plies: session.plies().len(),
            variation,
            variations,
            main_plies: session.main_plies(),
            walk_from: session.walk().map(|walk| walk.from),
            game_ply: session.game_ply(),
            changes: session.changes(),
            outcome_text: session.outcome_text().map(|text| labels.in_text(&text)),
            report: position
                .report()
                .into_iter()
                .map(|(label, text)| (label, labels.in_text(&text)))
                .collect(),
            report_table: position.report_table().map(|mut table| {
                for (_, words) in &mut table.moments {
                    *words = labels.in_text(words);
                }
                table
            }),
            extras: session.extras(),
            seats: setup.seats.iter().enumerate().map(seat).collect(),
            seed: setup.seed,
            options: setup.options.clone(),
            turn_text: match only_person(&setup.seats) {
                Some(you) if to_act.contains(you) => position.your_turn_text(),
                _ => labels.in_text(&position.turn_text()),
            },
        }
    }
}

/// The seat of the only person in the game; `None` if there are several, or none.
fn only_person(seats: &[SeatSpec]) -> Option<Seat> {
    let mut people = (0..seats.len()).filter(|&seat| matches!(seats[seat], SeatSpec::Human));
    people.next().filter(|_| people.next().is_none())
}

/// A ply in the list of moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct MoveRow {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The seat that played it; null for a turn of several seats that move at once.
    pub seat: Option<Seat>,
    /// In the notation of records; a turn of many orders is cut short.
    #[serde(rename = "move")]
    pub mv: String,
    /// In words: `stone on d3, turns 2 stones`.
    pub description: String,
    /// For people; without words for a turn of several seats.
    pub printed: PrintedMove,
    /// Events of the move for the log, with locations for the game's renderer.
    pub incidents: Vec<Incident<ErasedValue>>,
}

/// Maximum bytes of a move in the list of moves: a turn of many outposts is read in its description.
const LONG_MOVE: usize = 200;

/// The board renderer's data of the shown position, in the names of the players.
pub fn view(session: &Session) -> ErasedValue {
    let labels = SeatLabels::new(session.setup(), session.position());
    session.position().view_for(&|text| labels.in_text(text))
}

/// The answer to a request of the board's renderer, in the names of the players.
///
/// # Errors
/// When the request is invalid.
pub fn inspect(session: &Session, question: &Value) -> Result<ErasedValue, String> {
    let labels = SeatLabels::new(session.setup(), session.position());
    session.position().inspect_for(question, &|text| labels.in_text(text))
}

/// The moves of a line for people, in the names of the players; see [`Session::printed_line`].
pub fn printed(session: &Session, ply: usize, line: &[String]) -> Vec<PrintedMove> {
    let labels = SeatLabels::new(session.setup(), session.position());
    session.printed_line(ply, line).into_iter().map(|printed| labels.in_move(printed)).collect()
}

/// The plies of the current line after the first `after`, `most` at most, for the list of moves.
pub fn moves(session: &Session, after: usize, most: usize) -> Vec<MoveRow> {
    let labels = SeatLabels::new(session.setup(), session.position());
    rows(session.plies(), &labels, 1, (after, most))
}

/// The rows of plies of which the first is number `first`: skips `without` of them, and returns `most` at most.
fn rows(
    plies: &[Arc<Ply>],
    labels: &SeatLabels,
    first: usize,
    (without, most): (usize, usize),
) -> Vec<MoveRow> {
    let row = |(i, ply): (usize, &Arc<Ply>)| {
        let short = ply.text.len() <= LONG_MOVE || ply.seats.iter().count() == 1;
        MoveRow {
            ply: first + i,
            seat: ply.seats.only(),
            mv: if short { ply.text.clone() } else { shorten(&ply.text) },
            description: labels.in_text(&ply.description),
            printed: labels.in_move(ply.printed.clone()),
            incidents: ply.incidents.iter().map(|one| addressed(one, labels)).collect(),
        }
    };
    plies.iter().enumerate().skip(without).take(most).map(row).collect()
}

/// An event in the names of the players.
fn addressed(incident: &Incident<ErasedValue>, labels: &SeatLabels) -> Incident<ErasedValue> {
    Incident { text: labels.in_text(&incident.text), ..incident.clone() }
}

/// A line of the game in the list of moves: the main line, or a variation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LineRow {
    /// The number of the line that it branches off from; 0 is the main line.
    pub of: usize,
    /// Number of plies that it shares with that line.
    pub after: usize,
    /// Number of its own plies.
    pub plies: usize,
    /// Its own plies, or the first of them.
    pub rows: Vec<MoveRow>,
}

/// All lines of the game, in the numbering of records, with at most `most` rows each.
pub fn lines(session: &Session, most: usize) -> Vec<LineRow> {
    let labels = SeatLabels::new(session.setup(), session.position());
    let line = |line: crate::session::Line| LineRow {
        of: line.of,
        after: line.after,
        plies: line.plies.len(),
        rows: rows(&line.plies, &labels, line.after + 1, (0, most)),
    };
    session.lines().into_iter().map(line).collect()
}

/// A line of the graph: a value for each ply.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Series {
    /// The key of the chart; lines with the same key share a chart.
    pub chart: &'static str,
    /// The name of the line.
    pub label: String,
    /// The seat whose colour the line has, if it belongs to one seat.
    pub seat: Option<Seat>,
    /// One value per ply, from the requested ply on.
    pub values: Vec<f64>,
}

/// The lines of the graph from a ply on, for `most` plies at most.
pub fn series(session: &Session, from: usize, most: usize) -> Vec<Series> {
    let all = session.metrics();
    let rows = all.get(from..).unwrap_or_default();
    let rows = rows.get(..most).unwrap_or(rows);
    let labels = SeatLabels::new(session.setup(), session.position());
    let line = |(i, metric): (usize, crate::contract::presentation::Metric)| Series {
        chart: metric.chart,
        label: labels.in_text(&metric.label),
        seat: metric.seat,
        values: rows.iter().map(|at| at.get(i).copied().unwrap_or(0.0)).collect(),
    };
    session.position().metrics().into_iter().enumerate().map(line).collect()
}

/// A move that was played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlayedMove {
    /// In the notation of records.
    #[serde(rename = "move")]
    pub mv: String,
    /// The seat that played it.
    pub seat: Seat,
    /// Text for the live region: `Red: a house on d2`.
    pub announcement: String,
}

/// Plays a move at the shown ply; see [`Session::play`].
///
/// # Errors
/// Why it was refused.
pub fn play(session: &mut Session, text: &str, branch: bool) -> Result<PlayedMove, String> {
    let (seat, played) = session.play(None, text, branch).map_err(|e| e.to_string())?;
    let labels = SeatLabels::new(session.setup(), session.position());
    let announcement = format!("{}: {}", labels.get(seat), labels.in_text(&played.description));
    Ok(PlayedMove { mv: played.text, seat, announcement })
}

/// Creates a game from the data of the page's dialog.
///
/// # Errors
/// Which part is invalid.
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

/// The seat names of a game with these options.
///
/// # Errors
/// Which option is invalid.
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
/// What is invalid.
pub fn set_seat(session: &mut Session, seat: Seat, config: &Value) -> Result<(), String> {
    let spec = SeatSpec::from_json(session.setup().game, config).map_err(RecordError::words)?;
    session.set_seat(seat, spec).map_err(|e| e.to_string())
}

/// The game of a request, with the shown ply.
///
/// # Errors
/// What is missing, or invalid in the record.
pub fn record_of(request: &Value) -> Result<(Record, usize), String> {
    let all = At::root(request);
    let record = Record::from_text(all.need("record", "the text of a record")?.text()?);
    let ply = all.need("ply", "a whole number from 0")?.whole(0..=u32::MAX.into())?;
    Ok((record.map_err(|error| error.to_string())?, ply as usize))
}

/// Starts the analysis that a request describes by a record and a ply; returns it with the measure for its scores.
///
/// # Errors
/// What is invalid.
pub fn think_request(request: &Value) -> Result<(Box<dyn AnySearch>, Valuation), String> {
    let (record, ply) = record_of(request)?;
    let mut session = Session::replay(record).map_err(|e| e.to_string())?;
    session.go_to(ply).map_err(|e| e.to_string())?;
    think_in(&session, request)
}

/// Starts the requested analysis of a session's shown position.
///
/// # Errors
/// What is invalid.
pub fn think_in(
    session: &Session,
    request: &Value,
) -> Result<(Box<dyn AnySearch>, Valuation), String> {
    let all = At::root(request);
    let bot = all.need("bot", "a bot")?.value();
    think_by(session, &all, bot, session.setup().seed)
}

/// Starts an analysis by a bot; with `passed`, of the position after a pass.
///
/// # Errors
/// What is invalid.
pub fn think_by(
    session: &Session,
    all: &At<'_>,
    bot: &Value,
    seed: u64,
) -> Result<(Box<dyn AnySearch>, Valuation), String> {
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
    if let Some(film) = all.value().get("film").filter(|film| !film.is_null()) {
        let variation = Variation::deserialize(film)
            .map_err(|error| format!("`film` is no variation of a search: {error}"))?;
        thinking.observe(variation);
    }
    Ok((thinking, Valuation::new(session, &spec, seat)?))
}

/// The seat of a request, if it names one.
///
/// # Errors
/// When it is not a valid seat.
pub fn seat_of(all: &At<'_>) -> Found<Option<Seat>> {
    let seat = all.maybe("seat", |at| at.whole(0..=u64::MAX))?;
    Ok(seat.map(|seat| usize::try_from(seat).unwrap_or(usize::MAX)))
}

/// The state of a review: its progress, and the assessments since the last call.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReviewInfo {
    /// Number of assessed positions.
    pub done: usize,
    /// Number of positions of the whole review.
    pub positions: usize,
    /// The assessments since the last call.
    pub found: Vec<Assessment>,
    /// At the end of the review of a whole game, a paragraph for each player.
    pub summaries: Vec<Summary>,
}

/// The judges of a request: `{bots: [seat, …]}`.
///
/// # Errors
/// Which one is invalid.
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
