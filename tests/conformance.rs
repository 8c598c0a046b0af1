//! Every game keeps the contract.
#![cfg(not(target_arch = "wasm32"))]

mod common;

use common::conformance::{Depth, bots_play, conformance};
use serde_json::{Value, json};
use totora::bot::Budget;
use totora::games::uros::{Uros, bots::BOTS};
use totora::options::RawOptions;

fn options(value: Value) -> RawOptions {
    match value {
        Value::Object(options) => options,
        other => panic!("{other} is no object"),
    }
}

#[test]
fn uros() {
    let depth = Depth { games: 25, stride: 6, budget: Budget::Nodes(1) };
    conformance::<Uros>("uros", &options(json!({})), &BOTS, &depth);
    conformance::<Uros>(
        "uros",
        &options(json!({ "start": "blue", "end": "settled" })),
        &BOTS,
        &depth,
    );
    bots_play("uros", &options(json!({})), Budget::Nodes(1));
}
