//! The Python module `totora._native`. `python/totora/` wraps it in classes for users. Structured results are passed as JSON,
//! with the fields of the protocol.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use totora::arena::{Played, setup};
use totora::catalog::GAMES;
use totora::contract::bot::{Budget, SLICE, Watch};
use totora::record::import::{Content, import};
use totora::record::link::ViewState;
use totora::record::{FORMAT, Record, SeatSpec};
use totora::session::Session;
use totora::session::dto::{GameInfo, Measure, PositionState, ThoughtRow};
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

/// The time since a call began, and a flag to stop it.
struct Clock(Instant, Arc<AtomicBool>);

impl Watch for Clock {
    fn elapsed_ms(&self) -> f64 {
        self.0.elapsed().as_secs_f64() * 1e3
    }

    fn stop(&self) -> bool {
        self.1.load(Ordering::Relaxed)
    }
}

/// A game at one of its positions.
#[pyclass(subclass, module = "totora._native")]
struct Position {
    session: Session,
    /// Remarks on the conversion of a text.
    #[pyo3(get)]
    notes: Vec<String>,
}

impl Position {
    /// An error with the ply and the position at which the move was rejected.
    fn illegal(&self, py: Python<'_>, mv: &str, why: impl ToString) -> PyErr {
        let (ply, board) = (self.session.ply(), self.session.position().position_text());
        let mut message =
            format!("ply {} of {}: {}", ply + 1, self.session.setup().game.id(), why.to_string());
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
                Record::from_json(&record).and_then(Session::begin).map_err(error)
            }
            "record" => Record::from_text(text).and_then(Session::replay).map_err(error),
            "link" => Session::open(text).map(|(session, _)| session).map_err(error),
            "text" => match import(text).map_err(error)? {
                Content::Json => Record::from_text(text).and_then(Session::replay).map_err(error),
                Content::Link(address) => {
                    Session::open(&address.link()).map(|(session, _)| session).map_err(error)
                }
                Content::Game(found) => {
                    notes = found.notes;
                    Session::replay(found.record).map_err(error)
                }
            },
            _ => Err(error("expected new, record, link or text")),
        })?;
        Ok(Position { session, notes })
    }

    /// Plays a move for the seat to act, or for `seat`.
    #[pyo3(signature = (r#move, seat=None))]
    fn play(&mut self, py: Python<'_>, r#move: &str, seat: Option<usize>) -> PyResult<()> {
        match self.session.play(seat, r#move, true) {
            Ok(_) => Ok(()),
            Err(why) => Err(self.illegal(py, r#move, why)),
        }
    }

    /// Takes the last ply back.
    fn undo(&mut self) -> PyResult<()> {
        self.session.take_back().map_err(error)
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.session.setup().game.id()
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.session.setup().seed
    }

    #[getter]
    fn ply(&self) -> usize {
        self.session.ply()
    }

    #[getter]
    fn seats(&self) -> usize {
        self.session.position().seats()
    }

    #[getter]
    fn simultaneous(&self) -> bool {
        self.session.position().simultaneous()
    }

    #[getter]
    fn to_act(&self) -> Vec<usize> {
        self.session.position().to_act().iter().collect()
    }

    #[getter]
    fn over(&self) -> bool {
        self.session.position().to_act().is_empty()
    }

    #[getter]
    fn legal_moves(&self) -> Option<Vec<String>> {
        self.session.position().legal()
    }

    #[getter]
    fn hash(&self) -> String {
        hash_text(self.session.position().hash())
    }

    #[getter]
    fn text(&self) -> String {
        self.session.position().position_text()
    }

    #[getter]
    fn history(&self) -> Vec<String> {
        let played = self.session.plies().iter().take(self.session.ply());
        played.map(|ply| ply.text.clone()).collect()
    }

    fn seat_name(&self, seat: usize) -> PyResult<String> {
        self.check_seat(seat)?;
        Ok(self.session.position().seat_name(seat))
    }

    /// Describes a move of a seat.
    fn describe(&self, r#move: &str, seat: usize) -> PyResult<String> {
        self.check_seat(seat)?;
        let described = self.session.position().move_description(seat, r#move);
        described.map(|(words, _)| words).map_err(error)
    }

    /// The values of the game's features for a seat, in the order of the game's list.
    fn feature_values(&self, seat: usize) -> PyResult<Vec<f64>> {
        self.check_seat(seat)?;
        Ok(self.session.position().features(seat))
    }

    /// The protocol's STATE with the options and the result as text, as JSON.
    fn state_json(&self) -> String {
        let mut state = json!(PositionState::of(&self.session));
        state["options"] = self.session.setup().options.to_json().into();
        state["result"] = json!(self.session.outcome_text());
        state.to_string()
    }

    /// The layout and the view of the board, as JSON.
    fn drawing_json(&self) -> String {
        let position = self.session.position();
        json!({ "layout": position.layout(), "view": position.view() }).to_string()
    }

    fn record_json(&self) -> String {
        self.session.to_record().to_json().to_string()
    }

    /// A link that shows this ply; it starts with `#`.
    #[pyo3(signature = (overlay=""))]
    fn link(&self, overlay: &str) -> PyResult<String> {
        let overlay = overlay.to_owned();
        let shown = ViewState { ply: self.session.ply(), overlay, ..ViewState::default() };
        self.session.link(&shown).map_err(error)
    }

    /// The protocol's thought, as JSON. `bot` is written as on the command line; with `options`, which are JSON, it is only a
    /// name.
    #[pyo3(signature = (bot, options=None, budget=None, seat=None, seed=None, lines=1))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn think_json(
        &self,
        py: Python<'_>,
        bot: &str,
        options: Option<&str>,
        budget: Option<&str>,
        seat: Option<usize>,
        seed: Option<u64>,
        lines: usize,
    ) -> PyResult<String> {
        let game = self.session.setup().game;
        let budget = budget.map(str::parse::<Budget>).transpose().map_err(error)?;
        let mut spec = match options {
            None => SeatSpec::from_text(game, bot, budget).map_err(error)?,
            Some(options) => {
                let options: Value = serde_json::from_str(options).map_err(error)?;
                let spec = json!({ "bot": bot, "options": options });
                SeatSpec::from_json(game, &spec).map_err(error)?
            }
        };
        if let SeatSpec::Bot { budget: own, .. } = &mut spec {
            *own = own.or(budget);
        }
        let seed = seed.unwrap_or(self.session.setup().seed);
        let clock = Clock(Instant::now(), Arc::default());
        let measure = Measure::new(&self.session, &spec, seat).map_err(error)?;
        py.detach(|| {
            let mut thinking = self.session.think_for(seat, &spec, seed).map_err(error)?;
            thinking.set_multi_pv(lines);
            let mut checked = Instant::now();
            while !thinking.advance(SLICE, &clock) {
                if checked.elapsed() > SIGNAL_INTERVAL {
                    Python::attach(|py| py.check_signals())?;
                    checked = Instant::now();
                }
            }
            Ok(json!(ThoughtRow::of(thinking.as_ref(), &measure)).to_string())
        })
    }

    /// The time in seconds to play and take back `moves` `rounds` times without Python, for `benches/move.py`.
    fn _native_seconds(&mut self, moves: Vec<String>, rounds: usize) -> PyResult<f64> {
        let begun = Instant::now();
        for _ in 0..rounds {
            for mv in &moves {
                self.session.play(None, mv, true).map_err(error)?;
            }
            for _ in &moves {
                self.session.take_back().map_err(error)?;
            }
        }
        Ok(begun.elapsed().as_secs_f64())
    }
}

impl Position {
    fn check_seat(&self, seat: usize) -> PyResult<()> {
        let seats = self.session.position().seats();
        let none =
            || error(format!("there is no seat {seat}; the game has {seats}, counted from 0"));
        (seat < seats).then_some(()).ok_or_else(none)
    }
}

/// The games with their options, bots and features, as in `totora games --json`.
#[pyfunction]
fn games_json() -> String {
    json!(GAMES.iter().map(|game| GameInfo::of(*game)).collect::<Vec<_>>()).to_string()
}

/// Plays an arena on several threads, and returns its report as JSON.
#[pyfunction]
#[pyo3(signature = (request, threads=None))]
fn arena_json(py: Python<'_>, request: &str, threads: Option<usize>) -> PyResult<String> {
    let request: Value = serde_json::from_str(request).map_err(error)?;
    let arena = setup::read(&request).map_err(error)?;
    let plan = arena.prepare().map_err(error)?;
    let cores = || thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = threads.filter(|&threads| threads > 0).unwrap_or_else(cores);
    let (next, stop) = (AtomicUsize::new(0), Arc::new(AtomicBool::new(false)));
    let work = || -> Result<Vec<(usize, Played)>, String> {
        let mut games = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= plan.games() {
                break;
            }
            let watch = || -> Box<dyn Watch> { Box::new(Clock(Instant::now(), Arc::clone(&stop))) };
            games.push((game, arena.play(&plan, game, &watch, false)?));
        }
        Ok(games)
    };
    let mut games = py.detach(|| {
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
            Ok::<_, PyErr>(games)
        })
    })?;
    games.sort_by_key(|(game, _)| *game);
    let games: Vec<Played> = games.into_iter().map(|(_, played)| played).collect();
    Ok(json!(arena.add_up(&games)).to_string())
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Error", module.py().get_type::<Error>())?;
    module.add("IllegalMove", module.py().get_type::<IllegalMove>())?;
    module.add_class::<Position>()?;
    module.add_function(wrap_pyfunction!(games_json, module)?)?;
    module.add_function(wrap_pyfunction!(arena_json, module)?)
}
