//! The wasm face of the Lab beside what a running game answers: the language, lessons, and links. All that crosses is JSON
//! text. What is good is decided further down.

use super::error;
use crate::lab::lessons::Lesson;
use crate::lab::{api, shared};
use wasm_bindgen::prelude::*;

/// The functions of the language of formulas: `[string, string][]` as JSON, a name with how it is called each.
#[wasm_bindgen]
pub fn lab_language() -> String {
    api::language().to_string()
}

fn lesson(text: &str) -> Result<Lesson, JsError> {
    Lesson::read(text).map_err(error)
}

/// A lesson, given as JSON text: `LabLesson` as JSON. The error says where it is wrong.
#[wasm_bindgen]
pub fn lab_lesson(text: &str) -> Result<String, JsError> {
    Ok(lesson(text)?.shown().to_string())
}

/// How far the bot `lab` with these options (as JSON) is with a step of a lesson, counted from 0: `LabJudged` as JSON.
#[wasm_bindgen]
pub fn lab_judge(text: &str, step: usize, options: &str) -> Result<String, JsError> {
    let options = serde_json::from_str(options).map_err(error)?;
    Ok(lesson(text)?.judge(step, &options).map_err(error)?.to_string())
}

/// What games say in a step, whose share of the points is known to within `half`: `LabVerdict` as JSON, `null` where more
/// are needed.
#[wasm_bindgen]
pub fn lab_verdict(
    text: &str,
    step: usize,
    games: f64,
    share: f64,
    half: f64,
    prediction: &str,
) -> Result<String, JsError> {
    let found = lesson(text)?.verdict(step, games as u64, (share, half), prediction);
    Ok(found.map_err(error)?.to_string())
}

/// A link that opens the Lab with a heuristic, given as JSON text; see `lab/shared.rs`.
#[wasm_bindgen]
pub fn lab_link(sent: &str) -> Result<String, JsError> {
    shared::heuristic_link(&serde_json::from_str(sent).map_err(error)?).map_err(error)
}

/// A link to a lesson, given as JSON text.
#[wasm_bindgen]
pub fn lab_lesson_link(text: &str) -> Result<String, JsError> {
    shared::lesson_link(text).map_err(error)
}

/// What a link of these two kinds holds: `LabSent` as JSON.
#[wasm_bindgen]
pub fn lab_sent(link: &str) -> Result<String, JsError> {
    Ok(shared::open(link).map_err(error)?.to_string())
}

/// The heuristics of many links, one a line, all of the game `of` unless that is empty: `LabEntrants` as JSON.
#[wasm_bindgen]
pub fn lab_entrants(text: &str, of: &str) -> String {
    shared::entrants(text, of).to_string()
}
