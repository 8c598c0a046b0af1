//! Every game keeps the contract.
#![cfg(not(target_arch = "wasm32"))]

mod common;

use common::conformance::{Depth, bots_play, conformance};
use serde_json::{Value, json};
use totora::bot::Budget;
use totora::games::{fencemaster, isolation, reversi, uros};
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
    conformance::<uros::Uros>("uros", &options(json!({})), &uros::bots::BOTS, &depth);
    conformance::<uros::Uros>(
        "uros",
        &options(json!({ "start": "blue", "end": "settled" })),
        &uros::bots::BOTS,
        &depth,
    );
    bots_play("uros", &options(json!({})), Budget::Nodes(1));
}

#[test]
fn isolation() {
    // `perfect` is asked near the end only, where it answers at once: see its own tests.
    let bots: Vec<_> =
        isolation::bots::BOTS.iter().copied().filter(|bot| bot.id != "perfect").collect();
    let depth = Depth { games: 12, stride: 5, budget: Budget::Nodes(300) };
    for raw in [json!({}), json!({ "opening": "random" }), json!({ "size": "5x4" })] {
        conformance::<isolation::Isolation>("isolation", &options(raw), &bots, &depth);
    }
    bots_play("isolation", &options(json!({ "size": "5x5" })), Budget::Nodes(2_000));
}

#[test]
fn fencemaster() {
    let depth = Depth { games: 4, stride: 12, budget: Budget::Nodes(200) };
    for raw in [
        json!({ "size": 4 }),
        json!({ "size": 5, "rules": "havannah", "swap": "off" }),
        json!({ "board": "3 W-- -B-- ----- ---- ---" }),
        json!({ "size": 10 }),
    ] {
        let depth = if raw["size"] == 10 { Depth { games: 1, stride: 90, ..depth } } else { depth };
        conformance::<fencemaster::FenceMaster>(
            "fencemaster",
            &options(raw),
            &fencemaster::bots::BOTS,
            &depth,
        );
    }
    bots_play("fencemaster", &options(json!({ "size": 4 })), Budget::Nodes(300));
}

#[test]
fn reversi() {
    let depth = Depth { games: 3, stride: 17, budget: Budget::Nodes(200) };
    for name in ["othello", "othello-bombs", "trio", "moebius", "islands"] {
        let raw = options(json!({ "map": name }));
        conformance::<reversi::Reversi>("reversi", &raw, &reversi::bots::BOTS, &depth);
    }
    bots_play("reversi", &options(json!({ "map": "trio" })), Budget::Nodes(300));
}
