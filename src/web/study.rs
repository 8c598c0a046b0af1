//! The wasm interface of studies: stateless, so that a new engine can go on with the text that the page has.

use super::{error, ts};
use totora::study::{self, Answered, StudyChapter, StudyInfo};
use tsify::Ts;
use wasm_bindgen::prelude::*;

fn read(text: &str) -> Result<study::Study, JsError> {
    study::Study::read(text).map_err(error)
}

/// The study of a link, or of a file, as JSON text. The error gives the reason, the chapter and the field.
#[wasm_bindgen]
pub fn study_text(text: &str) -> Result<String, JsError> {
    if text.contains(study::KEY) {
        return Ok(read(text)?.to_json().to_string());
    }
    Ok(study::Study::from_link(text).map_err(error)?.to_json().to_string())
}

/// The titles of a study, passed as JSON text.
#[wasm_bindgen]
pub fn study_info(text: &str) -> Result<Ts<StudyInfo>, JsError> {
    ts(&StudyInfo::from_study(&read(text)?))
}

/// A chapter by its index.
#[wasm_bindgen]
pub fn study_chapter(text: &str, index: usize) -> Result<Ts<StudyChapter>, JsError> {
    ts(&StudyChapter::from_chapter(read(text)?.chapter(index).map_err(error)?))
}

/// Checks an answer to the task of a chapter: a move, the index of a choice, or a formula.
#[wasm_bindgen]
pub fn study_answer(text: &str, index: usize, answer: &str) -> Result<Ts<Answered>, JsError> {
    let study = read(text)?;
    let chapter = study.chapter(index).map_err(error)?;
    ts(&chapter.answer(answer).map_err(error)?)
}

/// A right answer to the task of a chapter, with the reason.
#[wasm_bindgen]
pub fn study_solution(text: &str, index: usize) -> Result<Ts<Answered>, JsError> {
    ts(&read(text)?.chapter(index).and_then(study::Chapter::solution).map_err(error)?)
}

/// A study as it is written, after its games are played and its tasks tried; the error names the chapter.
#[wasm_bindgen]
pub fn study_check(text: &str) -> Result<String, JsError> {
    let study = read(text)?;
    study.check().map_err(error)?;
    Ok(study.to_json().to_string())
}

/// A link to a study, from `#` on.
#[wasm_bindgen]
pub fn study_link(text: &str) -> Result<String, JsError> {
    read(text)?.link().map_err(error)
}
