//! The trees of searches. `tests/page/trees.test.js` compares the trees of the wasm build with the same file.

use crate::files::{assert_no_differences, check, pairs};
use serde_json::{Value, json};
use totora::contract::bot::{NoClock, SLICE};
use totora::record::Record;
use totora::session::{Session, dto};

/// The game, the plies before the search, the bot and its nodes.
const SEARCHES: [(&str, &[&str], &str, u64); 9] = [
    ("uros", &["T@A6"], "totora", 600),
    ("isolation", &["d4", "b2"], "ab-custom", 3_000),
    ("isolation", &["d4", "b2", "f5", "c4"], "mm-open", 2_000),
    ("fencemaster", &["4,4", "5,5"], "totora", 400),
    ("fencemaster", &["4,4", "5,5"], "alphabeta", 2_000),
    ("reversi", &["4,5"], "alphabeta", 2_000),
    ("reversi", &["4,5", "3,5"], "totora", 2_000),
    ("reversi", &["4,5"], "maxn", 1_000),
    ("reversi", &["4,5"], "mcts", 300),
];

/// The number of moves per position, as on the page.
const SHOWN: usize = 7;
const DEEPEST: usize = 4;

/// The text of a tree along the first moves with subtrees. `branches_after` returns the branches after a path in JSON.
fn text(branches_after: impl Fn(&[String]) -> Value) -> String {
    let (mut text, mut path) = (String::new(), Vec::new());
    while path.len() < DEEPEST {
        let branches = branches_after(&path);
        let branches = branches.as_array().expect("a tree");
        text += &format!("after {}: {}\n", path.join(" "), branches.len());
        for branch in branches.iter().take(SHOWN) {
            text += &format!(" {}\n", pairs(branch.as_object().expect("an object"), &[]));
        }
        let Some(next) = branches.iter().find(|branch| branch["inner"] == true) else { break };
        path.push(next["move"].as_str().expect("a move").to_owned());
    }
    text
}

#[test]
fn searches_show_the_same_trees_as_before() {
    let mut all = String::new();
    for (game, plies, bot, nodes) in SEARCHES {
        let record = json!({ "totora": 1, "game": game, "seed": 1 });
        let session = Session::begin(Record::from_json(&record).expect("a record"));
        let mut session = session.expect("a game");
        for ply in plies {
            session.play(None, ply, false).expect("legal");
        }
        let request = json!({ "bot": { "bot": bot, "options": {}, "budget": { "nodes": nodes } } });
        let (mut thinking, measure) = dto::think_in(&session, &request).expect("a thought");
        while !thinking.advance(SLICE, &NoClock) {}
        all += &format!("=== {game} {bot} {nodes}: {}\n", plies.join(" "));
        all += &text(|path| json!(measure.branches(thinking.as_ref(), path)));
    }
    assert_no_differences(&check("trees.txt", &all));
}
