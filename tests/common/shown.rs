//! The data that is shown of positions, as JSON, in the form that a page or a program gets.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use totora::contract::presentation::Presentation;

#[allow(dead_code)] // not every test file needs both
/// Converts a value to JSON.
pub(crate) fn shown(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("JSON")
}

#[allow(dead_code)] // as above
/// Sends a question to a position, as a page does.
pub(crate) fn ask<G: Presentation>(position: &G, question: &Value) -> Result<Value, String> {
    let question = G::Question::deserialize(question).map_err(|error| error.to_string())?;
    position.inspect(question).map(|answer| shown(&answer))
}
