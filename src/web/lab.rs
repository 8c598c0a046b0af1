//! The wasm face of the Lab beside what a running game answers: the language, and the lessons. All that crosses is JSON
//! text. What is good is decided further down.

use super::error;
use crate::lab::{desk, lessons};
use wasm_bindgen::prelude::*;

/// The functions of the language of formulas: `[string, string][]` as JSON, a name with how it is called each.
#[wasm_bindgen]
pub fn lab_language() -> String {
    desk::language().to_string()
}

/// The lessons: `LabLesson[]` as JSON.
#[wasm_bindgen]
pub fn lab_lessons() -> String {
    lessons::list().to_string()
}

/// How far the bot `lab` with these options (as JSON) is with a step of a game's lesson, counted from 0: `LabJudged` as
/// JSON.
#[wasm_bindgen]
pub fn lab_judge(game: &str, step: usize, options: &str) -> Result<String, JsError> {
    let options = serde_json::from_str(options).map_err(error)?;
    Ok(lessons::judge(game, step, &options).map_err(error)?.to_string())
}

/// What games say in a step, whose share of the points is known to within `half`: `LabVerdict` as JSON, `null` where more
/// are needed.
#[wasm_bindgen]
pub fn lab_verdict(
    game: &str,
    step: usize,
    games: f64,
    share: f64,
    half: f64,
    prediction: &str,
) -> Result<String, JsError> {
    let found = lessons::verdict(game, step, games as u64, (share, half), prediction);
    Ok(found.map_err(error)?.to_string())
}
