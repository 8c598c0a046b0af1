//! Checks the puzzles of the page: every link opens with a human to move, and exactly one move wins and all others lose. The
//! prover, a bot, proves this in the positions after them. A weak bot plays another move. `scripts/find-puzzles.mjs` finds
//! puzzles.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use totora::contract::bot::{Clock, NoClock};
use totora::session::Session;
use totora::session::protocol::Conversation;

const PAGE: &str = "www/app/puzzles.json";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Puzzle {
    id: String,
    game: String,
    link: String,
    legal: usize,
    answer: String,
    plies: Option<u64>,
    weak: String,
    instead: String,
    prover: Prover,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Prover {
    bot: String,
    options: Value,
    budget: Option<Value>,
}

fn puzzles() -> Vec<Puzzle> {
    serde_json::from_str(&fs::read_to_string(PAGE).unwrap())
        .unwrap_or_else(|e| panic!("{PAGE}: {e}"))
}

fn ask(conversation: &mut Conversation, request: &Value) -> Value {
    let watch: &dyn Fn() -> Box<dyn Clock> = &|| Box::new(NoClock);
    let answer = conversation.answer(&request.to_string(), watch);
    let answer: Value = serde_json::from_str(&answer.line).unwrap();
    assert_eq!(answer["ok"], true, "{request}: {answer}");
    answer
}

/// The prover's answer in the current position: its choice; `"win"`, `"loss"` or a number for the seat to move; and the
/// number of plies to the end.
fn proof(conversation: &mut Conversation, prover: &Prover) -> (Value, Value, Value) {
    let mut request =
        json!({ "do": "think", "bot": prover.bot, "options": prover.options, "seed": 1 });
    if let Some(budget) = &prover.budget {
        request["budget"] = budget.clone();
    }
    let analysis = ask(conversation, &request)["thought"].take();
    let candidates = analysis["candidates"].as_array().unwrap();
    let choice = candidates.iter().find(|one| one["move"] == analysis["choice"]).unwrap();
    (choice["move"].clone(), choice["score"].clone(), choice["plies"].clone())
}

/// Plays a move of a puzzle, returns the result for its player, and undoes the move.
fn outcome_of(conversation: &mut Conversation, mv: &str, prover: &Prover) -> &'static str {
    let before = ask(conversation, &json!({ "do": "state" }));
    let seat = before["state"]["to_act"][0].as_u64().unwrap();
    let state = ask(conversation, &json!({ "do": "play", "move": mv }))["state"].take();
    let result = if let Some(ranks) = state["outcome"]["ranks"].as_array() {
        let first = ranks.iter().filter(|rank| **rank == 1).count();
        match (ranks[seat as usize] == 1, first) {
            (true, 1) => "win",
            (true, _) => "draw",
            (false, _) => "loss",
        }
    } else {
        let again = state["to_act"][0] == seat;
        match proof(conversation, prover).1.as_str() {
            Some("win") if again => "win",
            Some("loss") if again => "loss",
            Some("win") => "loss",
            Some("loss") => "win",
            _ => "unknown",
        }
    };
    ask(conversation, &json!({ "do": "undo" }));
    result
}

#[test]
fn one_move_wins_and_every_other_loses() {
    let puzzles = puzzles();
    assert!(puzzles.len() >= 20, "{} puzzles", puzzles.len());
    let games: BTreeSet<&str> = puzzles.iter().map(|puzzle| puzzle.game.as_str()).collect();
    assert!(games.len() >= 3, "{games:?}");
    let ids: BTreeSet<&str> = puzzles.iter().map(|puzzle| puzzle.id.as_str()).collect();
    assert_eq!(ids.len(), puzzles.len(), "ids are unique");
    for puzzle in &puzzles {
        let id = &puzzle.id;
        let (session, shown) = Session::open(&puzzle.link).unwrap_or_else(|e| panic!("{id}: {e}"));
        let record = session.to_record();
        assert_eq!(shown.ply, session.plies().len(), "{id} opens at its end");
        let mut conversation = Conversation::new();
        let state = ask(&mut conversation, &json!({ "do": "load", "record": record.to_json() }));
        let seat = state["state"]["to_act"][0].as_u64().unwrap() as usize;
        assert_eq!(record.to_json()["seats"][seat], json!({ "human": true }), "{id}");

        let (choice, score, plies) = proof(&mut conversation, &puzzle.prover);
        assert_eq!((choice, score), (json!(puzzle.answer), json!("win")), "{id}");
        assert_eq!(plies.as_u64(), puzzle.plies, "{id}");
        let legal = ask(&mut conversation, &json!({ "do": "legal" }))["moves"].take();
        let legal: Vec<&str> =
            legal.as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        assert_eq!(legal.len(), puzzle.legal, "{id}");
        assert!(legal.contains(&puzzle.answer.as_str()), "{id}");
        for mv in legal.into_iter().filter(|mv| *mv != puzzle.answer) {
            let found = outcome_of(&mut conversation, mv, &puzzle.prover);
            assert_eq!(found, "loss", "{id}: {mv}");
        }
        let request = json!({ "do": "think", "bot": puzzle.weak, "seed": 1 });
        let weak = ask(&mut conversation, &request)["thought"]["choice"].take();
        assert_eq!(weak, json!(puzzle.instead), "{id}");
        assert_ne!(puzzle.instead, puzzle.answer, "{id}");
    }
}
