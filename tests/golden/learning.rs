//! What heuristics learn. `tests/page/learner.test.js` compares what they learn in wasm with the same file.

use crate::files::{assert_no_differences, check};
use serde_json::{Value, json};
use totora::contract::bot::NoClock;
use totora::prove::learn::default_terms;
use totora::prove::learned;

/// The games, their opponents, and the number of training games.
const LEARNERS: [(&str, &str, u32); 4] = [
    ("uros", "balanced", 12),
    ("isolation", "greedy", 12),
    ("fencemaster", "edgewise", 4),
    ("reversi", "greedy", 8),
];

#[test]
fn heuristics_learn_the_same_as_before() {
    let learn = |(game, against, games): (&str, &str, u32)| -> Value {
        let terms = default_terms(totora::catalog::game(game).expect("there")).expect("terms");
        let options = json!({ "formula": terms.to_text(), "search": "one-ply" });
        let request = json!({
            "game": game, "seed": 5, "games": 2, "bot": { "bot": "lab", "options": options },
            "field": [{ "bot": against, "options": {} }],
            "settings": { "games": games, "every": games / 2, "measure": 2, "verify": 2 },
        });
        let mut learning = learned::read(&request).expect("a learning");
        while !learning.is_done() {
            learning.advance(&|| Box::new(NoClock)).expect("a game");
        }
        let heuristic = learning.report().expect("a report").heuristic;
        json!({ "request": request, "state": learning.state(), "heuristic": heuristic })
    };
    let all: Vec<Value> = LEARNERS.into_iter().map(learn).collect();
    let text = serde_json::to_string_pretty(&all).expect("JSON") + "\n";
    assert_no_differences(&check("learning/weights.json", &text));
}
