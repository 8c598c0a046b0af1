//! The wasm face of sweeps, tuning and ablations: which arenas are to be played, and what was found. All that crosses
//! is JSON; the arenas are played as any other.

use super::error;
use crate::prove::asked::answer;
use serde_json::Value;
use wasm_bindgen::prelude::*;

/// Answers a `ProveAsked` as JSON; see `prove/asked.rs`.
#[wasm_bindgen]
pub fn prove(asked: &str) -> Result<String, JsError> {
    let asked: Value = serde_json::from_str(asked).map_err(error)?;
    Ok(answer(&asked).map_err(error)?.to_string())
}
