//! The wasm interface of the Lab besides the methods of a running game: the language, lessons, and links. Lessons and heuristics
//! by people are JSON text, so that errors name line and column. The layers below validate everything.

use super::{either, error, from_js, to_js, ts};
use totora::catalog;
use totora::lab::api::{self, LabOpened};
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
