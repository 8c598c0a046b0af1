//! The wasm interface of the Lab besides the methods of a running game: the language, lessons, and links. Lessons and heuristics
//! by people are JSON text, so that errors name line and column. The layers below validate everything.

use super::{either, error, from_js, to_js, ts};
use totora::catalog;
use totora::lab::api::{self, LabOpened};
use totora::lab::handin::class::{Class, compare};
use totora::lab::handin::{HandIn, HandInLink, HandInResult, Taught, read_code};
use totora::lab::lessons::{LabJudged, Lesson};
use totora::lab::shared::{self, LabEntrants, LabSent};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Checks a heuristic over a game's features.
#[wasm_bindgen(unchecked_return_type = "Written | HeuristicError")]
pub fn lab_check(game: &str, text: &str) -> Result<JsValue, JsError> {
    either(api::check(catalog::game(game).map_err(error)?, text))
}

/// A bot as formulas. The error says why it has no formulas.
#[wasm_bindgen]
pub fn lab_open(
    game: &str,
    bot: &str,
    #[wasm_bindgen(unchecked_param_type = "OptionValues")] options: JsValue,
) -> Result<Ts<LabOpened>, JsError> {
    let game = catalog::game(game).map_err(error)?;
    ts(&api::opened(game, bot, &from_js(options)?).map_err(error)?)
}

/// The functions of the formula language, each as a name and its usage.
#[wasm_bindgen(unchecked_return_type = "[string, string][]")]
pub fn lab_language() -> Result<JsValue, JsError> {
    to_js(&api::language())
}

fn lesson(text: &str) -> Result<Lesson, JsError> {
    Lesson::read(text).map_err(error)
}

/// A lesson, passed as JSON text. The error names the place of the fault.
#[wasm_bindgen]
pub fn lab_lesson(text: &str) -> Result<Ts<Lesson>, JsError> {
    ts(&lesson(text)?)
}

/// The progress of the bot `lab` with these options in a step of a lesson, counted from 0.
#[wasm_bindgen]
pub fn lab_judge(
    text: &str,
    step: usize,
    #[wasm_bindgen(unchecked_param_type = "OptionValues")] options: JsValue,
) -> Result<Ts<LabJudged>, JsError> {
    ts(&lesson(text)?.judge(step, &from_js(options)?).map_err(error)?)
}

/// The verdict from a step's games, with the share of the points known to within `half`; `null` if more games are needed.
#[wasm_bindgen(unchecked_return_type = "LabVerdict | null")]
pub fn lab_verdict(
    text: &str,
    step: usize,
    games: f64,
    share: f64,
    half: f64,
    prediction: &str,
) -> Result<JsValue, JsError> {
    let found = lesson(text)?.verdict(step, games as u64, (share, half), prediction);
    to_js(&found.map_err(error)?)
}

/// A link that opens the Lab with a heuristic; see `lab/shared.rs`.
#[wasm_bindgen]
pub fn lab_link(
    #[wasm_bindgen(unchecked_param_type = "object")] sent: JsValue,
) -> Result<String, JsError> {
    shared::heuristic_link(&from_js(sent)?).map_err(error)
}

/// A link to a lesson, passed as JSON text.
#[wasm_bindgen]
pub fn lab_lesson_link(text: &str) -> Result<String, JsError> {
    shared::lesson_link(text).map_err(error)
}

/// The content of a link of one of these two kinds.
#[wasm_bindgen]
pub fn lab_sent(link: &str) -> Result<Ts<LabSent>, JsError> {
    ts(&shared::open(link).map_err(error)?)
}

/// The heuristics of many links, one per line, all of the game `of` unless it is empty.
#[wasm_bindgen]
pub fn lab_entrants(text: &str, of: &str) -> Result<Ts<LabEntrants>, JsError> {
    ts(&shared::entrants(text, of))
}

/// The games that measure a heuristic at the end of a lesson; `null` for a lesson without games.
#[wasm_bindgen(unchecked_return_type = "ArenaSetup | null")]
pub fn lab_measuring(
    lesson: &str,
    #[wasm_bindgen(unchecked_param_type = "OptionValues")] options: JsValue,
) -> Result<JsValue, JsError> {
    to_js(&Taught::read(lesson).map_err(error)?.measuring(&from_js(options)?))
}

/// The link and the code of a pupil's work: a hand-in without the lesson and the version.
#[wasm_bindgen]
pub fn lab_hand_in(
    lesson: &str,
    #[wasm_bindgen(unchecked_param_type = "Omit<HandIn, 'lesson' | 'totora'>")] work: JsValue,
) -> Result<Ts<HandInLink>, JsError> {
    ts(&Taught::read(lesson).map_err(error)?.hand_in(&from_js(work)?).map_err(error)?)
}

/// The hand-in of a link.
#[wasm_bindgen]
pub fn lab_handed_in(link: &str) -> Result<Ts<HandIn>, JsError> {
    ts(&HandIn::open(link).map_err(error)?)
}

/// The hand-ins of a text, one per line; `lessons` are those that they may be of, as JSON texts.
#[wasm_bindgen(unchecked_return_type = "ClassRow[]")]
pub fn lab_class(text: &str, lessons: Vec<String>) -> Result<JsValue, JsError> {
    let mut class = Class::new(&lessons).map_err(error)?;
    class.add(&[(String::new(), text.to_owned())]);
    to_js(&class.into_rows())
}

/// What is wrong with a result that was made with this version of Totora, from its games as played again; empty if it is right.
#[wasm_bindgen]
pub fn lab_compare(
    #[wasm_bindgen(unchecked_param_type = "HandInResult")] handed: JsValue,
    #[wasm_bindgen(unchecked_param_type = "HandInResult")] played: JsValue,
    totora: &str,
) -> Result<String, JsError> {
    let (handed, played): (HandInResult, HandInResult) = (from_js(handed)?, from_js(played)?);
    Ok(compare(&handed, &played, totora).unwrap_or_default())
}

/// A typed code in its usual form. The error names what is wrong with it.
#[wasm_bindgen]
pub fn lab_code(text: &str) -> Result<String, JsError> {
    read_code(text).map_err(error)
}
