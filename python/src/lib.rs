//! The Python module `totora._native`. `python/totora/` wraps it in classes for users. Structured results are passed as JSON,
//! with the fields of the protocol.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use totora::arena::{Arena, GameResult, Plan, setup};
use totora::base::options::{Options, RawOptions};
use totora::catalog::{AnyBatch, GAMES, Observation};
use totora::contract::bot::{Budget, Clock, SLICE};
use totora::contract::planes::rewards;
use totora::record::import::{Content, import};
use totora::record::link::ViewState;
use totora::record::{FORMAT, Record, SeatSpec};
use totora::session::Session;
use totora::session::dto::{AnalysisRow, GameInfo, PositionState, Valuation};
use totora::session::hash_text;

create_exception!(totora, Error, PyValueError, "Invalid input, with the reason.");
create_exception!(
    totora,
    IllegalMove,
    Error,
    "A move that is not legal. `move`, `ply` and `position` have the move and where it was rejected."
);

/// How often a long call checks for Ctrl-C.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

fn error(error: impl ToString) -> PyErr {
    Error::new_err(error.to_string())
}

/// The error of a part that was passed on its own, not in a record: options of a game or a bot.
fn part_error(found: impl ToString) -> PyErr {
    let text = found.to_string();
    error(text.strip_prefix("not a record: ").unwrap_or(&text))
}

/// Numbers as bytes, for `numpy.frombuffer`.
fn bytes<T: Copy, const N: usize>(numbers: &[T], write: fn(T) -> [u8; N]) -> Vec<u8> {
    // In this form the compiler copies many numbers at once.
    let mut bytes = vec![0; numbers.len() * N];
    for (chunk, &number) in bytes.as_chunks_mut::<N>().0.iter_mut().zip(numbers) {
        *chunk = write(number);
    }
    bytes
}

/// A lock without the error of another thread that panicked: a panic changes no position.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The time since a call began, and a flag to stop it.
struct WallClock(Instant, Arc<AtomicBool>);

impl Clock for WallClock {
    fn elapsed_ms(&self) -> f64 {
        self.0.elapsed().as_secs_f64() * 1e3
    }

    fn stop(&self) -> bool {
        self.1.load(Ordering::Relaxed)
    }
}

/// A game at one of its positions. Threads may share it: each call sees a whole position, and a search works on a copy. No lock
/// is held while Python runs.
#[pyclass(subclass, frozen, module = "totora._native")]
struct Position {
    session: Mutex<Session>,
    /// Remarks on the conversion of a text.
    #[pyo3(get)]
    notes: Vec<String>,
}

impl Position {
    /// An error with the ply and the position at which the move was rejected.
    fn illegal(py: Python<'_>, session: &Session, mv: &str, why: impl ToString) -> PyErr {
        let (ply, board) = (session.ply(), session.position().position_text());
        let mut message =
            format!("ply {} of {}: {}", ply + 1, session.setup().game.id(), why.to_string());
        // Outpost's text is too long: a map of 100 by 100 cells.
        if board.lines().count() <= 30 {
            message = format!("{message}\n{board}");
        }
        let error = IllegalMove::new_err(message);
        let value = error.value(py);
        let added = value
            .setattr("move", mv)
            .and_then(|()| value.setattr("ply", ply))
            .and_then(|()| value.setattr("position", board));
        added.err().unwrap_or(error)
    }
}

#[pymethods]
impl Position {
    /// Creates a position. `what` is "new" (`text` is the JSON of a new game), "record", "link", or "text" for any format of
    /// the importer.
    #[new]
    fn new(py: Python<'_>, what: &str, text: &str) -> PyResult<Self> {
        let mut notes = Vec::new();
        let session = py.detach(|| match what {
            "new" => {
                let mut record: Value = serde_json::from_str(text).map_err(error)?;
                record["totora"] = json!(FORMAT);
                Record::from_json(&record).and_then(Session::begin).map_err(part_error)
            }
            "record" => Record::from_text(text).and_then(Session::replay).map_err(error),
            "link" => Session::open(text).map(|(session, _)| session).map_err(error),
            "text" => match import(text).map_err(error)? {
                Content::Json => Record::from_text(text).and_then(Session::replay).map_err(error),
                Content::Link(address) => {
                    Session::open(&address.link()).map(|(session, _)| session).map_err(error)
                }
                Content::Study => Err(error("this is a study; expected one game")),
                Content::Game(found) => {
                    notes = found.notes;
                    Session::replay(found.record).map_err(error)
                }
            },
            _ => Err(error("expected new, record, link or text")),
        })?;
        Ok(Position { session: Mutex::new(session), notes })
    }

    /// Plays a move for the seat to act, or for `seat`.
    #[pyo3(signature = (r#move, seat=None))]
    fn play(&self, py: Python<'_>, r#move: &str, seat: Option<i64>) -> PyResult<()> {
        let seat = seat.map(|seat| self.check_seat(seat)).transpose()?;
        let mut session = locked(&self.session);
        match session.play(seat, r#move, true) {
            Ok(_) => Ok(()),
            Err(why) => Err(Self::illegal(py, &session, r#move, why)),
        }
    }

    /// Takes the last ply back.
    fn undo(&self) -> PyResult<()> {
        locked(&self.session).take_back().map_err(error)
    }

    #[getter]
    fn game(&self) -> &'static str {
        locked(&self.session).setup().game.id()
    }

    #[getter]
    fn seed(&self) -> u64 {
        locked(&self.session).setup().seed
    }

    #[getter]
    fn ply(&self) -> usize {
        locked(&self.session).ply()
    }

    #[getter]
    fn seats(&self) -> usize {
        locked(&self.session).position().seats()
    }

    #[getter]
    fn simultaneous(&self) -> bool {
        locked(&self.session).position().simultaneous()
    }

    #[getter]
    fn to_act(&self) -> Vec<usize> {
        locked(&self.session).position().to_act().iter().collect()
    }

    #[getter]
    fn over(&self) -> bool {
        locked(&self.session).position().to_act().is_empty()
    }

    #[getter]
    fn legal_moves(&self) -> Option<Vec<String>> {
        locked(&self.session).position().legal()
    }

    #[getter]
    fn hash(&self) -> String {
        hash_text(locked(&self.session).position().hash())
    }

    #[getter]
    fn text(&self) -> String {
        locked(&self.session).position().position_text()
    }

    /// The board for people, with its coordinates.
    #[getter]
    fn board(&self) -> String {
        let session = locked(&self.session);
        let position = session.position();
        let status = session.outcome_text().unwrap_or_else(|| position.turn_text());
        format!("{}\n{status}", position.board_text())
    }

    /// The rewards by seat: 1 for the first rank, -1 for the last; 0 for all if all are tied, and before the end.
    #[getter]
    fn rewards(&self) -> Vec<f64> {
        let session = locked(&self.session);
        let seats = session.position().seats();
        let outcome = session.position().outcome();
        outcome.map_or_else(|| vec![0.0; seats], |outcome| rewards(&outcome).collect())
    }

    /// Whether both are the same position of the same game, whatever was played before.
    fn same(&self, py: Python<'_>, other: &Position) -> bool {
        // One lock at a time: two threads may compare two positions in both orders.
        let of = |position: &Position| {
            let session = locked(&position.session);
            let (game, shown) = (session.setup().game.id(), session.position());
            (game, shown.hash(), shown.position_text())
        };
        py.detach(|| of(self) == of(other))
    }

    /// The shape of the planes as JSON: channels (key and meaning), rows, columns, and the moves by number; null in a game
    /// without planes.
    fn plane_layout_json(&self) -> String {
        let layout = locked(&self.session).position().plane_layout();
        json!(layout.map(|layout| json!({
            "channels": layout.channels.iter().map(|one| [&one.key, &one.about]).collect::<Vec<_>>(),
            "shape": layout.shape,
            "actions": layout.actions,
        })))
        .to_string()
    }

    /// The planes from the view of a seat, as 32-bit floats.
    fn planes_bytes<'py>(&self, py: Python<'py>, seat: i64) -> PyResult<Bound<'py, PyByteArray>> {
        let seat = self.check_seat(seat)?;
        let planes = py.detach(|| locked(&self.session).position().planes(seat));
        Ok(PyByteArray::new(py, &bytes(&planes, f32::to_ne_bytes)))
    }

    /// The numbers of the legal moves.
    fn legal_actions(&self) -> Vec<usize> {
        locked(&self.session).position().legal_actions()
    }

    /// The symmetries: name, and the permutations of planes and actions as 32-bit integers.
    fn symmetries_bytes<'py>(
        &self,
        py: Python<'py>,
    ) -> Vec<(String, Bound<'py, PyByteArray>, Bound<'py, PyByteArray>)> {
        let symmetries = py.detach(|| locked(&self.session).position().symmetries());
        let both = |one: totora::contract::planes::Symmetry| {
            let [planes, actions] = [one.planes, one.actions]
                .map(|numbers| PyByteArray::new(py, &bytes(&numbers, u32::to_ne_bytes)));
            (one.name, planes, actions)
        };
        symmetries.into_iter().map(both).collect()
    }

    #[getter]
    fn history(&self) -> Vec<String> {
        let session = locked(&self.session);
        let played = session.plies().iter().take(session.ply());
        played.map(|ply| ply.text.clone()).collect()
    }

    fn seat_name(&self, seat: i64) -> PyResult<String> {
        let seat = self.check_seat(seat)?;
        Ok(locked(&self.session).position().seat_name(seat))
    }

    /// Describes a move of a seat.
    fn describe(&self, r#move: &str, seat: i64) -> PyResult<String> {
        let seat = self.check_seat(seat)?;
        let described = locked(&self.session).position().move_description(seat, r#move);
        described.map(|(words, _)| words).map_err(error)
    }

    /// The values of the game's features for a seat, in the order of the game's list.
    fn feature_values(&self, seat: i64) -> PyResult<Vec<f64>> {
        let seat = self.check_seat(seat)?;
        Ok(locked(&self.session).position().features(seat))
    }

    /// The protocol's STATE with the options and the result as text, as JSON.
    fn state_json(&self) -> String {
        let session = locked(&self.session);
        let mut state = json!(PositionState::from_session(&session));
        state["options"] = session.setup().options.to_json().into();
        state["result"] = json!(session.outcome_text());
        state.to_string()
    }

    /// The layout and the view of the board, as JSON.
    fn drawing_json(&self) -> String {
        let session = locked(&self.session);
        let position = session.position();
        json!({ "layout": position.layout(), "view": position.view() }).to_string()
    }

    fn record_json(&self) -> String {
        locked(&self.session).to_record().to_json().to_string()
    }

    /// A link that shows this ply; it starts with `#`.
    #[pyo3(signature = (overlay=""))]
    fn link(&self, overlay: &str) -> PyResult<String> {
        let overlay = overlay.to_owned();
        let session = locked(&self.session);
        let shown = ViewState { ply: session.ply(), overlay, ..ViewState::default() };
        session.link(&shown).map_err(error)
    }

    /// The protocol's analysis, as JSON. `bot` is written as on the command line; with `options`, which are JSON, it is only a
    /// name.
    #[pyo3(signature = (bot, options=None, budget=None, seat=None, seed=None, lines=1))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn think_json(
        &self,
        py: Python<'_>,
        bot: &str,
        options: Option<&str>,
        budget: Option<&str>,
        seat: Option<i64>,
        seed: Option<i64>,
        lines: i64,
    ) -> PyResult<String> {
        let seat = seat.map(|seat| self.check_seat(seat)).transpose()?;
        let whole = |name: &str, number: i64| {
            let wrong = || error(format!("{name} is {number}, but must be 0 or more"));
            u64::try_from(number).map_err(|_| wrong())
        };
        let seed = seed.map(|seed| whole("seed", seed)).transpose()?;
        let lines = whole("lines", lines)? as usize;
        let (game, own_seed) = {
            let session = locked(&self.session);
            (session.setup().game, session.setup().seed)
        };
        let budget = budget.map(str::parse::<Budget>).transpose().map_err(error)?;
        let mut spec = match options {
            None => SeatSpec::from_text(game, bot, budget).map_err(part_error)?,
            Some(options) => {
                let options: Value = serde_json::from_str(options).map_err(error)?;
                let spec = json!({ "bot": bot, "options": options });
                SeatSpec::from_json(game, &spec).map_err(part_error)?
            }
        };
        if let SeatSpec::Bot { budget: own, .. } = &mut spec {
            *own = own.or(budget);
        }
        let seed = seed.unwrap_or(own_seed);
        let clock = WallClock(Instant::now(), Arc::default());
        py.detach(|| {
            // The search has a copy of the position: the lock is free while it runs.
            let (measure, mut thinking) = {
                let session = locked(&self.session);
                let measure = Valuation::new(&session, &spec, seat).map_err(error)?;
                (measure, session.think_for(seat, &spec, seed).map_err(error)?)
            };
            thinking.set_multi_pv(lines);
            let mut checked = Instant::now();
            while !thinking.advance(SLICE, &clock) {
                if checked.elapsed() > SIGNAL_INTERVAL {
                    Python::attach(|py| py.check_signals())?;
                    checked = Instant::now();
                }
            }
            Ok(json!(AnalysisRow::from_search(thinking.as_ref(), &measure)).to_string())
        })
    }

    /// The time in seconds to play and take back `moves` `rounds` times without Python, for `benches/move.py`.
    fn _native_seconds(&self, moves: Vec<String>, rounds: usize) -> PyResult<f64> {
        let mut session = locked(&self.session);
        let begun = Instant::now();
        for _ in 0..rounds {
            for mv in &moves {
                session.play(None, mv, true).map_err(error)?;
            }
            for _ in &moves {
                session.take_back().map_err(error)?;
            }
        }
        Ok(begun.elapsed().as_secs_f64())
    }
}

impl Position {
    fn check_seat(&self, seat: i64) -> PyResult<usize> {
        let seats = locked(&self.session).position().seats();
        let none =
            || error(format!("there is no seat {seat}; the game has {seats}, counted from 0"));
        usize::try_from(seat).ok().filter(|&seat| seat < seats).ok_or_else(none)
    }
}

/// Many games at once; see `totora.batch`. Threads may share it.
#[pyclass(frozen, module = "totora._native")]
struct Batch(Mutex<Box<dyn AnyBatch>>);

/// Observations, masks, rewards, ends and seats to move, as bytes.
type Observed<'py> = [Bound<'py, PyByteArray>; 5];

#[pymethods]
impl Batch {
    /// Starts `games` games with these options (JSON). `observation` is "planes", "features" or "none".
    #[new]
    fn new(
        py: Python<'_>,
        game: &str,
        options: &str,
        games: usize,
        seed: u64,
        observation: &str,
    ) -> PyResult<Self> {
        let game = totora::catalog::game(game).map_err(error)?;
        let raw: RawOptions = serde_json::from_str(options).map_err(error)?;
        let options = Options::check(game.options(), &raw).map_err(error)?;
        let observation = match observation {
            "planes" => Observation::Planes,
            "features" => Observation::Features,
            _ => Observation::Nothing,
        };
        let begin = || game.batch(&options, games, seed, observation).map_err(error);
        Ok(Batch(Mutex::new(py.detach(begin)?)))
    }

    /// Plays the actions (64-bit integers), one in every game.
    fn step<'py>(&self, py: Python<'py>, actions: &[u8]) -> PyResult<Observed<'py>> {
        let (chunks, _) = actions.as_chunks::<8>();
        let actions: Vec<i64> = chunks.iter().map(|&chunk| i64::from_ne_bytes(chunk)).collect();
        self.advance(py, Some(&actions))
    }

    /// The present state of all games.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Observed<'py>> {
        self.advance(py, None)
    }

    /// A random legal action for every game.
    fn sample<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let sampled = py.detach(|| bytes(&locked(&self.0).sample(), i64::to_ne_bytes));
        PyByteArray::new(py, &sampled)
    }

    /// The seeds of the games.
    #[getter]
    fn seeds(&self) -> Vec<u64> {
        locked(&self.0).seeds().to_vec()
    }

    /// The number of seats of a game.
    #[getter]
    fn seats(&self) -> usize {
        locked(&self.0).seats()
    }

    /// The number of actions.
    #[getter]
    fn actions(&self) -> usize {
        locked(&self.0).actions()
    }
}

impl Batch {
    /// Plays the actions, if any are given, and observes the games. Other threads see the games before or after it.
    fn advance<'py>(&self, py: Python<'py>, actions: Option<&[i64]>) -> PyResult<Observed<'py>> {
        let size = py.detach(|| locked(&self.0).observed_bytes());
        let mut rest = None;
        // Written where Python reads them: a copy would take longer than the games.
        let observations = PyByteArray::new_with(py, size, |observations| {
            rest = Some(py.detach(|| {
                let mut batch = locked(&self.0);
                actions.map_or(Ok(()), |actions| batch.step(actions)).map_err(error)?;
                batch.observe(observations);
                PyResult::Ok([
                    batch.masks().to_vec(),
                    bytes(batch.rewards(), f32::to_ne_bytes),
                    batch.done().to_vec(),
                    bytes(&batch.to_act(), i64::to_ne_bytes),
                ])
            })?);
            Ok(())
        })?;
        let [masks, rewards, done, to_act] =
            rest.unwrap_or_default().map(|part| PyByteArray::new(py, &part));
        Ok([observations, masks, rewards, done, to_act])
    }
}

/// The games with their options, bots and features, as in `totora games --json`.
#[pyfunction]
fn games_json() -> String {
    json!(GAMES.iter().map(|game| GameInfo::from_game(*game)).collect::<Vec<_>>()).to_string()
}

/// A budget as in the protocol, from its text form.
#[pyfunction]
fn budget_json(budget: &str) -> PyResult<String> {
    let budget: Budget = budget.parse().map_err(error)?;
    Ok(json!(budget).to_string())
}

/// Plays an arena on several threads, and returns its report as JSON. Entrants may be programs: `ask(name, request)` returns their
/// answers, as in the protocol. Such an arena uses one thread.
#[pyfunction]
#[pyo3(signature = (request, threads=None, ask=None))]
fn arena_json(
    py: Python<'_>,
    request: &str,
    threads: Option<usize>,
    ask: Option<Py<PyAny>>,
) -> PyResult<String> {
    let request: Value = serde_json::from_str(request).map_err(error)?;
    let arena = setup::read(&request).map_err(error)?;
    let plan = arena.prepare().map_err(error)?;
    let mut games = match &ask {
        Some(ask) => py.detach(|| play_with_programs(&arena, &plan, ask))?,
        None => py.detach(|| play_on_threads(&arena, &plan, threads))?,
    };
    games.sort_by_key(|(game, _)| *game);
    let games: Vec<GameResult> = games.into_iter().map(|(_, played)| played).collect();
    Ok(json!(arena.add_up(&games)).to_string())
}

/// Plays all games of an arena on this thread. An error of `ask` ends it.
fn play_with_programs(
    arena: &Arena,
    plan: &Plan,
    ask: &Py<PyAny>,
) -> PyResult<Vec<(usize, GameResult)>> {
    /// The time limit per move that the program receives, in milliseconds. A Python function that exceeds it is not stopped.
    const WAIT: u64 = 10_000;
    let watch = || -> Box<dyn Clock> { Box::new(WallClock(Instant::now(), Arc::default())) };
    let mut games = Vec::new();
    for game in 0..plan.games() {
        Python::attach(|py| py.check_signals())?;
        if !arena.has_program(plan, game) {
            games.push((game, arena.play(plan, game, &watch, false).map_err(error)?));
            continue;
        }
        let mut stepped = arena.step_through(plan, game).map_err(error)?;
        while let Some((name, line)) = stepped.advance(WAIT, &watch).map_err(error)? {
            let answer = Python::attach(|py| ask.call1(py, (name, line))?.extract::<String>(py))?;
            stepped.answer(Ok(&answer)).map_err(error)?;
        }
        games.push((game, stepped.played().map_err(error)?));
    }
    Ok(games)
}

/// Plays all games of an arena without programs. Ctrl-C ends it.
fn play_on_threads(
    arena: &Arena,
    plan: &Plan,
    threads: Option<usize>,
) -> PyResult<Vec<(usize, GameResult)>> {
    let cores = || thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = threads.filter(|&threads| threads > 0).unwrap_or_else(cores);
    let (next, stop) = (AtomicUsize::new(0), Arc::new(AtomicBool::new(false)));
    let work = || -> Result<Vec<(usize, GameResult)>, String> {
        let mut games = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= plan.games() {
                break;
            }
            let watch =
                || -> Box<dyn Clock> { Box::new(WallClock(Instant::now(), Arc::clone(&stop))) };
            games.push((game, arena.play(plan, game, &watch, false)?));
        }
        Ok(games)
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut checked = Instant::now();
        let mut signals = Ok(());
        while workers.iter().any(|worker| !worker.is_finished()) {
            thread::sleep(Duration::from_millis(1));
            if signals.is_ok() && checked.elapsed() > SIGNAL_INTERVAL {
                signals = Python::attach(|py| py.check_signals());
                stop.store(signals.is_err(), Ordering::Relaxed);
                checked = Instant::now();
            }
        }
        let played: Vec<_> = workers.into_iter().map(thread::ScopedJoinHandle::join).collect();
        signals?;
        let mut games = Vec::new();
        for played in played {
            games.extend(
                played.map_err(|_| error("a thread of the arena panicked"))?.map_err(error)?,
            );
        }
        Ok(games)
    })
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Error", module.py().get_type::<Error>())?;
    module.add("IllegalMove", module.py().get_type::<IllegalMove>())?;
    module.add_class::<Position>()?;
    module.add_class::<Batch>()?;
    module.add_function(wrap_pyfunction!(games_json, module)?)?;
    module.add_function(wrap_pyfunction!(budget_json, module)?)?;
    module.add_function(wrap_pyfunction!(arena_json, module)?)
}
