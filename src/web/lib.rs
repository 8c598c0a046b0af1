//! The wasm interface: the only module that uses JavaScript types. It converts values to the types of `types.d.ts`
//! and errors to `Error`s with a message for people; the layers below make every decision.
//!
//! A [`Session`] is small and fast and runs in the page; a [`WorkerSession`] follows it in a worker, where
//! a [`Thinker`] searches in slices, so that the worker can process a *stop* message between them.
#![cfg(target_arch = "wasm32")]
#![allow(unsafe_code)] // what the bindings' macros write

mod arena;
mod lab;
mod opening;
mod program;
mod study;
mod worker_session;

pub use arena::{Arena, Learner, arena_presets, open_arena, plan_arena, prove};
pub use lab::{
    lab_check, lab_class, lab_code, lab_compare, lab_entrants, lab_hand_in, lab_handed_in,
    lab_judge, lab_language, lab_lesson, lab_lesson_link, lab_link, lab_measuring, lab_open,
    lab_sent, lab_verdict,
};
pub use opening::{
    Brought, LinkDecoder, Opening, carried_variations, encode_link, import_text, named_game,
};
pub use program::{Protocol, Question};
pub use study::{
    study_answer, study_chapter, study_check, study_info, study_link, study_solution, study_text,
};
pub use worker_session::WorkerSession;

use js_sys::{Float64Array, Reflect};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_wasm_bindgen::Serializer;
use std::cell::RefCell;
use std::fmt::Display;
use std::rc::Rc;
use totora::base::annotation::Annotation;
use totora::base::rng::MAX_SEED;
use totora::catalog::{self, AnySearch};
use totora::contract::bot::{Clock, SLICE};
use totora::contract::game::CheckedSetup;
use totora::contract::setup::SetupTable;
use totora::lab::api;
use totora::lab::heuristic::HeuristicError;
use totora::record::Record;
use totora::record::link::ViewState;
use totora::review::{AssessmentCache, Review};
use totora::session;
use totora::session::dto::{self, AnalysisColumns, PlayedMove, ReviewInfo, State, Valuation};
use totora::session::film;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;
use web_sys::{Performance, console};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

#[wasm_bindgen]
extern "C" {
    /// Loads a file by name, synchronously; implemented by the page (`www/worker/engine.js`). Throws an error with the reason.
    #[wasm_bindgen(catch, js_namespace = globalThis, js_name = totoraFile)]
    fn fetched(name: &str) -> Result<js_sys::Uint8Array, JsValue>;
}

thread_local! {
    /// The clock of the global scope, found once, because searches use it often. A window, a worker and Node have one by the
    /// same name, but no common type of scope. A cast without a check also takes the replaced clocks of tests.
    static CLOCK: Performance = Reflect::get(&js_sys::global(), &"performance".into())
        .expect("the global scope is an object")
        .unchecked_into();
}

/// Milliseconds of a monotonic clock.
fn now() -> f64 {
    CLOCK.with(Performance::now)
}

/// Runs once when the module is loaded: a panic, which would be a bug, is written to the console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    totora::base::files::fetched_by(|name| match fetched(name) {
        Ok(bytes) => Ok(bytes.to_vec()),
        Err(why) => Err(String::from(js_sys::Error::from(why).message())),
    });
}

/// Writes warnings about a map or a board that a game starts from to the console, as the command line does to standard
/// error.
fn warn_of(game: &str, options: &Value) {
    let Some((kind, text)) = catalog::game(game).ok().and_then(|game| {
        let kind = game.data().setup_text?;
        // Names of built-in maps have one line.
        Some((kind, options.get(kind.option)?.as_str().filter(|text| text.contains('\n'))?))
    }) else {
        return;
    };
    // A text with an error starts no game, which reports it.
    for warning in (kind.check)(text).map(|checked| checked.warnings).unwrap_or_default() {
        console::warn_1(&format!("totora: {}: {warning}", kind.what).into());
    }
}

fn error(message: impl Display) -> JsError {
    JsError::new(&message.to_string())
}

/// How values are converted: maps become objects, missing values `null`.
const HANDED: Serializer =
    Serializer::new().serialize_maps_as_objects(true).serialize_missing_as_null(true);

/// All values are converted through one vtable: a monomorphised copy for each type would take some
/// kilobytes of wasm each.
fn to_js(value: &dyn erased_serde::Serialize) -> Result<JsValue, JsError> {
    erased_serde::serialize(value, &HANDED).map_err(error)
}

/// Converts an analysis, with its numbers as flat arrays.
fn columns_js(columns: &AnalysisColumns<'_>) -> Result<JsValue, JsError> {
    let object = to_js(columns)?;
    for (key, numbers) in [("values", &columns.values), ("contributions", &columns.contributions)] {
        let numbers = Float64Array::from(numbers.as_slice());
        Reflect::set(&object, &key.into(), &numbers)
            .map_err(|_| error("the thought could not be handed over"))?;
    }
    Ok(object)
}

/// Converts a value with its TypeScript type.
fn ts<T: Tsify + Serialize>(value: &T) -> Result<Ts<T>, JsError> {
    to_js(value).map(Ts::new_unchecked)
}

/// The checked heuristic or its error, both as data.
fn either<T: Serialize>(found: Result<T, HeuristicError>) -> Result<JsValue, JsError> {
    found.map_or_else(|wrong| to_js(&wrong), |found| to_js(&found))
}

fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    serde_wasm_bindgen::from_value(value).map_err(error)
}

/// The games of this module with their options and bots.
#[wasm_bindgen(unchecked_return_type = "GameInfo[]")]
pub fn games() -> Result<JsValue, JsError> {
    to_js(&catalog::GAMES.iter().map(|game| dto::GameInfo::from_game(*game)).collect::<Vec<_>>())
}

/// Maximum size of a record, and of any text that the page reads, in bytes.
#[wasm_bindgen]
pub fn most_bytes() -> usize {
    totora::record::MAX_BYTES
}

/// The names of the seats in a game with these options; the error names the option that does not fit.
#[wasm_bindgen]
pub fn seat_names(
    game: &str,
    #[wasm_bindgen(unchecked_param_type = "OptionValues")] options: JsValue,
) -> Result<Vec<String>, JsError> {
    dto::seat_names(game, &from_js(options)?).map_err(error)
}

/// Reads a map or a board of a game; the error gives the reason and the place.
#[wasm_bindgen]
pub fn check_setup(game: &str, text: &str) -> Result<Ts<CheckedSetup>, JsError> {
    let game = catalog::game(game).map_err(error)?;
    let kind =
        game.data().setup_text.ok_or_else(|| error("this game begins from no map or board"))?;
    ts(&(kind.check)(text).map_err(error)?)
}

/// The display of a position during set-up, a text, after an edit. The options and the seed are those of the
/// running game. The error says why the text is no position, or the edit is refused.
#[wasm_bindgen]
pub fn set_up(
    game: &str,
    #[wasm_bindgen(unchecked_param_type = "OptionValues")] options: JsValue,
    seed: f64,
    text: &str,
    edit: &str,
) -> Result<Ts<SetupTable>, JsError> {
    let game = catalog::game(game).map_err(error)?;
    ts(&game.set_up(&from_js(options)?, chosen(seed)?, text, edit).map_err(error)?)
}

/// A seed for a new game, drawn by the system: a whole number from 0 to 2^53 - 1.
#[wasm_bindgen]
pub fn draw_seed() -> Result<f64, JsError> {
    getrandom::u64().map(|drawn| (drawn & MAX_SEED) as f64).map_err(error)
}

/// Checks a requested seed.
fn chosen(seed: f64) -> Result<u64, JsError> {
    if seed.fract() == 0.0 && (0.0..=MAX_SEED as f64).contains(&seed) {
        return Ok(seed as u64);
    }
    Err(error(format!("the seed is {seed}; expected a whole number from 0 to {MAX_SEED}")))
}

/// One running game, at the displayed ply.
#[wasm_bindgen]
pub struct Session {
    inner: session::Session,
}

#[wasm_bindgen]
impl Session {
    /// Begins a game. The seed is a whole number from 0 to 2^53 - 1.
    pub fn create(
        game: &str,
        #[wasm_bindgen(unchecked_param_type = "OptionValues")] options: JsValue,
        seed: f64,
        #[wasm_bindgen(unchecked_param_type = "SeatConfig[]")] seats: JsValue,
    ) -> Result<Session, JsError> {
        let options: Value = from_js(options)?;
        let inner = dto::create(game, &options, chosen(seed)?, &from_js(seats)?).map_err(error)?;
        warn_of(game, &options);
        Ok(Session { inner })
    }

    /// Replays a record, passed as JSON text, and shows its end.
    pub fn from_record(text: &str) -> Result<Session, JsError> {
        let inner = Record::from_text(text).and_then(session::Session::replay).map_err(error)?;
        Ok(Session { inner })
    }

    /// The unusually large resource demands of its bots; a person should confirm them before running a stranger's game.
    #[wasm_bindgen(unchecked_return_type = "Demand[]")]
    pub fn demands(&self) -> Result<JsValue, JsError> {
        let setup = self.inner.setup();
        to_js(&totora::record::cost::demands(setup.game, &setup.seats))
    }

    /// The state of the game except for the board.
    pub fn state(&self) -> Result<Ts<State>, JsError> {
        ts(&State::from_session(&self.inner))
    }

    /// The board renderer's data that stays the same for the whole game.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn layout(&self) -> Result<JsValue, JsError> {
        to_js(&self.inner.position().layout())
    }

    /// The board renderer's data of the displayed position; the game defines its type, such as `UrosView`.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn view(&self) -> Result<JsValue, JsError> {
        to_js(&dto::view(&self.inner))
    }

    /// The displayed position as a text, for set-up.
    pub fn position_text(&self) -> String {
        self.inner.position().position_text()
    }

    /// The moves of a line for people, from a ply of the displayed line on; it ends before the first text that is no move.
    #[wasm_bindgen(unchecked_return_type = "PrintedMove[]")]
    pub fn printed(&self, ply: usize, line: Vec<String>) -> Result<JsValue, JsError> {
        to_js(&dto::printed(&self.inner, ply, &line))
    }

    /// The cells of the moves of a line, as `printed`.
    #[wasm_bindgen(unchecked_return_type = "Footprint[]")]
    pub fn footprints(&self, ply: usize, line: Vec<String>) -> Result<JsValue, JsError> {
        to_js(&self.inner.footprints(ply, &line))
    }

    /// All plies of the displayed line, including those after the displayed ply; skips the first `after` plies, and
    /// returns at most `most`.
    #[wasm_bindgen(unchecked_return_type = "MoveRow[]")]
    pub fn moves(&self, after: Option<usize>, most: Option<usize>) -> Result<JsValue, JsError> {
        to_js(&dto::moves(&self.inner, after.unwrap_or(0), most.unwrap_or(usize::MAX)))
    }

    /// The series of the graph over all plies, starting at ply `from`, with at most `most` values.
    #[wasm_bindgen(unchecked_return_type = "Series[]")]
    pub fn series(&self, from: Option<usize>, most: Option<usize>) -> Result<JsValue, JsError> {
        to_js(&dto::series(&self.inner, from.unwrap_or(0), most.unwrap_or(usize::MAX)))
    }

    /// All lines of the game, the main line first and each variation after the line that it branches off from;
    /// with at most `most` rows each.
    #[wasm_bindgen(unchecked_return_type = "LineRow[]")]
    pub fn lines(&self, most: Option<usize>) -> Result<JsValue, JsError> {
        to_js(&dto::lines(&self.inner, most.unwrap_or(usize::MAX)))
    }

    /// Shows a ply of a line, and continues along that line. Returns the number of plies shared with the previous
    /// line: later plies are new to a caller that reads `moves` and `series`.
    pub fn open_line(&mut self, variation: usize, ply: usize) -> Result<usize, JsError> {
        self.inner.open_line(variation, ply).map_err(error)
    }

    /// Swaps a variation with the line that it branches off from; with `all` it becomes the main line.
    /// Returns the same as `open_line`.
    pub fn promote(&mut self, variation: usize, all: bool) -> Result<usize, JsError> {
        self.inner.promote(variation, all).map_err(error)
    }

    /// Deletes a line from one of its own plies on; `restore` undoes it. Returns the same as `open_line`.
    pub fn delete_from(&mut self, variation: usize, ply: usize) -> Result<usize, JsError> {
        self.inner.delete(variation, ply).map_err(error)
    }

    /// Restores the last deleted line, and shows it. Returns the same as `open_line`; undefined if there is none.
    pub fn restore(&mut self) -> Option<usize> {
        self.inner.restore()
    }

    /// Follows a line, such as a principal variation, from a ply of the displayed line, and shows its ply `shown`,
    /// counted from the start of the game. The game and its record stay unchanged. Returns the same as `open_line`.
    pub fn take_walk(
        &mut self,
        from: usize,
        moves: Vec<String>,
        shown: usize,
    ) -> Result<usize, JsError> {
        self.inner.take_walk(from, &moves, shown).map_err(error)
    }

    /// Leaves the line of `take_walk` for the game. Returns the same as `open_line`; undefined if no such line is shown.
    pub fn back(&mut self) -> Option<usize> {
        self.inner.back()
    }

    /// Saves the line of `take_walk` as a variation, and stays there; false if no such line is shown.
    pub fn save_walk(&mut self) -> bool {
        self.inner.save_walk()
    }

    /// Plays plies in record notation; the plies before a rejected one stay played.
    pub fn play_all(&mut self, moves: Vec<String>) -> Result<(), JsError> {
        moves.iter().try_for_each(|text| self.inner.play_ply(text, true).map(drop)).map_err(error)
    }

    /// The plies from `from` on in record notation, for a `WorkerSession` to follow.
    pub fn texts(&self, from: usize) -> Vec<String> {
        self.inner.plies().iter().skip(from).map(|ply| ply.text.clone()).collect()
    }

    /// What people added to the positions of the game, in the order of records.
    #[wasm_bindgen(unchecked_return_type = "Annotated[]")]
    pub fn annotations(&self) -> Result<JsValue, JsError> {
        to_js(&self.inner.annotations())
    }

    /// What people added to the displayed position.
    pub fn annotation(&self) -> Result<Ts<Annotation>, JsError> {
        ts(&self.inner.annotation())
    }

    /// Replaces what people added to the displayed position; `restore` undoes it. The error names the field that does not fit.
    pub fn annotate(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Annotation")] annotation: JsValue,
    ) -> Result<(), JsError> {
        dto::annotate(&mut self.inner, &from_js(annotation)?).map_err(error)
    }

    /// The names of the board's cells as printed on it, by the renderer's cell numbers.
    pub fn printed_cells(&self) -> Vec<String> {
        self.inner.position().printed_cells()
    }

    /// The legal moves, in their fixed order; empty if they cannot be listed.
    pub fn legal(&self) -> Vec<String> {
        self.inner.position().legal().unwrap_or_default()
    }

    /// Plays a move for the seat that owes one. At an earlier ply, a move other than the played one
    /// starts a variation if `branch` is true, and throws otherwise; after `undo`, it precedes the undone line.
    pub fn play(
        &mut self,
        #[wasm_bindgen(js_name = "move")] text: &str,
        branch: bool,
    ) -> Result<Ts<PlayedMove>, JsError> {
        ts(&dto::play(&mut self.inner, text, branch).map_err(error)?)
    }

    /// Shows the position after this many plies.
    pub fn go_to(&mut self, ply: usize) -> Result<(), JsError> {
        self.inner.go_to(ply).map_err(error)
    }

    /// Shows the last position in which a person owed a move; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.inner.undo()
    }

    /// The reverse of `undo`; false at the end of the line.
    pub fn redo(&mut self) -> bool {
        self.inner.redo()
    }

    /// Answers a request of the game's renderer; the game defines the types.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn inspect(
        &self,
        #[wasm_bindgen(unchecked_param_type = "unknown")] question: JsValue,
    ) -> Result<JsValue, JsError> {
        to_js(&dto::inspect(&self.inner, &from_js::<Value>(question)?).map_err(error)?)
    }

    /// The values of all features in the displayed position, in their order, for every seat.
    #[wasm_bindgen(unchecked_return_type = "number[][]")]
    pub fn lab_features(&self) -> Result<JsValue, JsError> {
        to_js(&api::features(self.inner.position()))
    }

    /// The values of a heuristic's terms in the displayed position, by seat.
    #[wasm_bindgen(unchecked_return_type = "LabValues[] | HeuristicError")]
    pub fn lab_values(&self, text: &str) -> Result<JsValue, JsError> {
        either(api::values(self.inner.setup().game, self.inner.position(), text))
    }

    /// Replaces the player of a seat of the running game.
    pub fn set_seat(
        &mut self,
        seat: usize,
        #[wasm_bindgen(unchecked_param_type = "SeatConfig")] config: JsValue,
    ) -> Result<(), JsError> {
        dto::set_seat(&mut self.inner, seat, &from_js(config)?).map_err(error)
    }

    /// The record of the whole game, as JSON text.
    pub fn record(&self) -> String {
        self.inner.to_record().to_text()
    }

    /// The record of the shown line, without other variations, as JSON text.
    pub fn line_record(&self) -> String {
        self.inner.line_record().to_text()
    }

    /// The game in one of the game's formats, by its id, or in a format of positions the shown position; undefined if the
    /// format cannot express it.
    #[wasm_bindgen(unchecked_return_type = "Exported | undefined")]
    pub fn in_format(&self, id: &str) -> Result<JsValue, JsError> {
        self.inner.in_format(id).map_or(Ok(JsValue::UNDEFINED), |exported| to_js(&exported))
    }

    /// A link to the game, from `#` on, that shows the current ply.
    pub fn link(&self, overlay: &str, turned: u8) -> Result<String, JsError> {
        let ((variation, _), ply) = (self.inner.variation(), self.inner.game_ply());
        let shown = ViewState { ply, variation, overlay: overlay.to_owned(), turned, film: None };
        self.inner.link(&shown).map_err(error)
    }
}

/// The search of one position by a bot, for a worker.
#[wasm_bindgen]
pub struct Thinker {
    thinking: Box<dyn AnySearch>,
    measure: Valuation,
    begun: f64,
    done: bool,
}

struct SliceClock {
    begun: f64,
    /// Time of the next pause.
    until: f64,
}

impl Clock for SliceClock {
    fn elapsed_ms(&self) -> f64 {
        now() - self.begun
    }

    fn pause(&self) -> bool {
        now() >= self.until
    }
}

#[wasm_bindgen]
impl Thinker {
    /// Starts the search of the requested bot for the seat that owes a move.
    pub fn create(
        #[wasm_bindgen(unchecked_param_type = "ThinkRequest")] request: JsValue,
    ) -> Result<Thinker, JsError> {
        let request = from_js(request)?;
        let (thinking, measure) = dto::think_request(&request).map_err(error)?;
        Ok(Thinker { thinking, measure, begun: now(), done: false })
    }

    /// Searches for about this many milliseconds; true when the search has finished.
    pub fn advance(&mut self, ms: f64) -> bool {
        let until = now() + ms;
        let clock = SliceClock { begun: self.begun, until };
        while !self.done {
            self.done = self.thinking.advance(SLICE, &clock);
            if now() >= until {
                break;
            }
        }
        self.done
    }

    /// The choice compared with a candidate, and the parts of that candidate's terms; undefined if the current
    /// analysis has no such candidate.
    #[wasm_bindgen(unchecked_return_type = "Detail | undefined")]
    pub fn detail(&self, #[wasm_bindgen(js_name = "move")] text: &str) -> Result<JsValue, JsError> {
        let detail = self.measure.detail(self.thinking.as_ref(), text);
        detail.map_or(Ok(JsValue::UNDEFINED), |detail| to_js(&detail))
    }

    /// The chosen move for each pair of values of two weights, by the indices of their terms; undefined for a bot that
    /// looks ahead.
    #[wasm_bindgen(unchecked_return_type = "FlipMap | undefined")]
    pub fn flip_map(&self, first: usize, second: usize) -> Result<JsValue, JsError> {
        let map = self.thinking.flip_map([first, second]);
        map.map_or(Ok(JsValue::UNDEFINED), |map| to_js(&map))
    }

    /// The branches of a search tree after these moves, best first; undefined for a bot without a tree, and if the
    /// tree ends earlier.
    #[wasm_bindgen(unchecked_return_type = "Branch[] | undefined")]
    pub fn branches(&self, path: Vec<String>) -> Result<JsValue, JsError> {
        let branches = self.measure.branches(self.thinking.as_ref(), &path);
        branches.map_or(Ok(JsValue::UNDEFINED), |branches| to_js(&branches))
    }

    /// The summary of the search's film.
    pub fn film(&self) -> Result<Ts<film::FilmInfo>, JsError> {
        ts(&film::info(self.thinking.as_ref()))
    }

    /// What is shown at a stored event, by its index; undefined if there is none.
    #[wasm_bindgen(unchecked_return_type = "Frame | undefined")]
    pub fn frame(&self, at: usize) -> Result<JsValue, JsError> {
        film::frame(self.thinking.as_ref(), at)
            .map_or(Ok(JsValue::UNDEFINED), |frame| to_js(&frame))
    }

    /// The index of the stored event with this number, or of the last one before it; a sentence if the film is shorter.
    #[wasm_bindgen(unchecked_return_type = "number | string")]
    pub fn find_event(&self, number: f64) -> JsValue {
        film::find(self.thinking.film(), number as u64)
            .map_or_else(|why| why.into(), |at| JsValue::from_f64(at as f64))
    }

    /// The analysis so far, in columns.
    #[wasm_bindgen(unchecked_return_type = "AnalysisInfo")]
    pub fn analysis(&self) -> Result<JsValue, JsError> {
        columns_js(&AnalysisColumns::from_search(self.thinking.as_ref(), &self.measure, self.done))
    }
}

/// A review of a game, or of one move, for a worker.
#[wasm_bindgen]
pub struct Reviewer {
    inner: Review,
    /// Results of this and earlier reviews.
    known: Rc<RefCell<AssessmentCache>>,
}

#[wasm_bindgen]
impl Reviewer {
    /// Reviews for about this many milliseconds; true when the review has finished.
    pub fn advance(&mut self, ms: f64) -> bool {
        let begun = now();
        let clock = SliceClock { begun, until: begun + ms };
        loop {
            let done = self.inner.advance(SLICE, &clock, &mut self.known.borrow_mut());
            if done || now() >= clock.until {
                return done;
            }
        }
    }

    /// The progress of the review, and its new results since the last call.
    pub fn take(&mut self) -> Result<Ts<ReviewInfo>, JsError> {
        let (done, positions) = self.inner.progress();
        let (found, summaries) = (self.inner.take(), self.inner.summaries());
        ts(&ReviewInfo { done, positions, found, summaries })
    }
}
