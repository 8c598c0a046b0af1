//! The wasm interface of the Lab beside what a running game answers: the language, lessons, and links. Lessons and heuristics
//! that people write are JSON text, so that errors name line and column. What is good is decided further down.

use super::{either, error, from_js, to_js, ts};
use crate::catalog;
use crate::lab::api::{self, LabOpened};
use crate::lab::lessons::{LabJudged, Lesson};
use crate::lab::shared::{self, LabEntrants, LabSent};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Whether a heuristic over a game's features is right.
#[wasm_bindgen(unchecked_return_type = "Written | HeuristicError")]
pub fn lab_check(game: &str, text: &str) -> Result<JsValue, JsError> {
    either(api::check(catalog::game(game).map_err(error)?, text))
}

/// A bot as formulas. The error says why it is none.
#[wasm_bindgen]
pub fn lab_open(
    game: &str,
    bot: &str,
    #[wasm_bindgen(unchecked_param_type = "OptionValues")] options: JsValue,
) -> Result<Ts<LabOpened>, JsError> {
    let game = catalog::game(game).map_err(error)?;
    ts(&api::opened(game, bot, &from_js(options)?).map_err(error)?)
}

/// The functions of the language of formulas, a name with how it is called each.
#[wasm_bindgen(unchecked_return_type = "[string, string][]")]
pub fn lab_language() -> Result<JsValue, JsError> {
    to_js(&api::language())
}

fn lesson(text: &str) -> Result<Lesson, JsError> {
    Lesson::read(text).map_err(error)
}

/// A lesson, given as JSON text. The error says where it is wrong.
#[wasm_bindgen]
pub fn lab_lesson(text: &str) -> Result<Ts<Lesson>, JsError> {
    ts(&lesson(text)?)
}

/// How far the bot `lab` with these options is with a step of a lesson, counted from 0.
#[wasm_bindgen]
pub fn lab_judge(
    text: &str,
    step: usize,
    #[wasm_bindgen(unchecked_param_type = "OptionValues")] options: JsValue,
) -> Result<Ts<LabJudged>, JsError> {
    ts(&lesson(text)?.judge(step, &from_js(options)?).map_err(error)?)
}

/// What games say in a step, whose share of the points is known to within `half`; `null` where more are needed.
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

/// A link to a lesson, given as JSON text.
#[wasm_bindgen]
pub fn lab_lesson_link(text: &str) -> Result<String, JsError> {
    shared::lesson_link(text).map_err(error)
}

/// What a link of these two kinds holds.
#[wasm_bindgen]
pub fn lab_sent(link: &str) -> Result<Ts<LabSent>, JsError> {
    ts(&shared::open(link).map_err(error)?)
}

/// The heuristics of many links, one a line, all of the game `of` unless that is empty.
#[wasm_bindgen]
pub fn lab_entrants(text: &str, of: &str) -> Result<Ts<LabEntrants>, JsError> {
    ts(&shared::entrants(text, of))
}
