//! The list of games and bots that `totora games --json` prints: the parts that docs/reference/bots.md does not show, and the
//! names of all fields.

use crate::files::{assert_no_differences, check, pairs, plain};
use crate::shape::Shape;
use serde_json::{Value, json};
use std::fmt::Write as _;
use totora::catalog::GAMES;
use totora::session::dto::GameInfo;

fn list<'a>(of: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    of[key].as_array().into_iter().flatten()
}

/// An option with its range and default.
fn option(one: &Value, without: &[&str]) -> String {
    let fields = one.as_object().expect("an object");
    let hidden: Vec<&str> =
        ["key", "label", "type", "known"].iter().chain(without).copied().collect();
    format!(
        "{} “{}” {}{}",
        plain(&one["key"]),
        plain(&one["label"]),
        plain(&one["type"]),
        pairs(fields, &hidden)
    )
}

fn game(game: &Value) -> String {
    let mut text = format!("=== {}:", plain(&game["id"]));
    let fields = game.as_object().expect("an object");
    // The reference shows `about` and the features.
    text += &(pairs(fields, &["id", "about", "bots", "options", "features"]) + "\n");
    for one in list(game, "options") {
        writeln!(text, "option {}", option(one, &["about"])).expect("a text");
        for known in list(one, "known") {
            writeln!(text, "  {}", pairs(known.as_object().expect("an object"), &[]).trim_start())
                .expect("a text");
        }
    }
    // The reference shows which bots have them. Lines that several bots share are written once.
    let mut shared: Vec<String> = Vec::new();
    let mut share = |line: String| {
        if !shared.contains(&line) {
            shared.push(line);
        }
    };
    for bot in list(game, "bots") {
        let fields = bot.as_object().expect("an object");
        let id = plain(&bot["id"]);
        let hidden = ["id", "about", "terms", "options", "source"];
        writeln!(text, "bot {id}:{}", pairs(fields, &hidden)).expect("a text");
        for one in list(bot, "terms") {
            share(format!("term {} “{}”", plain(&one["key"]), plain(&one["label"])));
        }
        for one in list(bot, "options") {
            // For a weight, the reference shows the meaning of its term instead of `about`.
            let meaning = list(bot, "terms")
                .find(|term| term["key"] == one["key"])
                .map(|term| &term["meaning"]);
            let same = meaning.is_none_or(|meaning| *meaning == one["about"]);
            let mut hidden = vec!["default"];
            if same {
                hidden.push("about");
            }
            // The reference also shows the range of all other options.
            if meaning.is_none() {
                hidden.extend(["min", "max", "choices"]);
            }
            share(format!("option {}", option(one, &hidden)));
        }
    }
    for line in shared {
        writeln!(text, "{line}").expect("a text");
    }
    text
}

#[test]
fn the_list_of_games() {
    // `totora games --json` prints this value (src/cli/games.rs).
    let found = json!(GAMES.iter().map(|game| GameInfo::from_game(*game)).collect::<Vec<_>>());
    let mut shape = Shape::default();
    shape.add("games", &found);
    let games: Vec<String> = found.as_array().expect("games").iter().map(game).collect();
    let mut differences = check("list/games.txt", &games.join("\n"));
    differences.extend(check("list/games.shape.txt", &shape.text()));
    assert_no_differences(&differences);
}
