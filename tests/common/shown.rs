//! What is shown of positions, as JSON: tests look at it as a page or a program would.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use totora::contract::presentation::Presentation;

#[allow(dead_code)] // not every test file needs both
/// Anything that is shown, as JSON.
pub(crate) fn shown(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("JSON")
}

#[allow(dead_code)] // likewise
/// Asks a position as a page does.
pub(crate) fn ask<G: Presentation>(position: &G, question: &Value) -> Result<Value, String> {
    let question = G::Question::deserialize(question).map_err(|error| error.to_string())?;
    position.inspect(question).map(|answer| shown(&answer))
}
