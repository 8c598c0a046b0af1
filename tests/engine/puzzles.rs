//! Checks the puzzles of the page, a study with a chapter each: a human is to move, exactly one move wins and all others lose.
//! The prover, the bot of the chapter's view, proves this in the positions after them. The bot on another seat plays another
//! move. The texts are computed here; `UPDATE_GALLERY=1` writes them again. `scripts/find-puzzles.mjs` finds puzzles.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use totora::contract::bot::{Clock, NoClock};
use totora::contract::game::PrintedMove;
use totora::session::Session;
use totora::session::protocol::Conversation;
use totora::study::Study;

const FILE: &str = "www/app/gallery/puzzles.json";

/// A chapter of the study.
pub(crate) struct Puzzle {
    /// Game, seed and number of plies.
    pub(crate) id: String,
    pub(crate) session: Session,
    pub(crate) answer: String,
    /// The bot that proves it, as in a request.
    prover: Value,
    /// The bot that misses it.
    weak: String,
}

/// The puzzles in the order of the study.
pub(crate) fn puzzles() -> Vec<Puzzle> {
    let study = Study::read(&fs::read_to_string(FILE).unwrap())
        .unwrap_or_else(|error| panic!("{FILE}: {error}"));
    let puzzle = |(number, chapter): (usize, &totora::study::Chapter)| {
        let session = chapter.session().unwrap_or_else(|error| panic!("{}: {error}", number + 1));
        let record = chapter.record.to_json();
        let plies = record["moves"].as_array().unwrap().len();
        let id = format!("{}-{}-{plies}", record["game"].as_str().unwrap(), record["seed"]);
        assert_eq!(chapter.ply, plies, "{id} is shown at its end");
        let seat = session.position().to_act().first().unwrap();
        assert_eq!(record["seats"][seat], json!({ "human": true }), "{id}");
        let weak = record["seats"][1 - seat]["bot"].as_str().unwrap().to_owned();
        let task = chapter.task.as_ref().unwrap().to_json();
        let [answer] = task["moves"].as_array().unwrap().as_slice() else { panic!("{id}") };
        let answer = answer.as_str().unwrap().to_owned();
        Puzzle { session, answer, prover: json!(chapter.view.bot), weak, id }
    };
    study.chapters.iter().enumerate().map(puzzle).collect()
}

fn ask(conversation: &mut Conversation, request: &Value) -> Value {
    let watch: &dyn Fn() -> Box<dyn Clock> = &|| Box::new(NoClock);
    let answer = conversation.answer(&request.to_string(), watch);
    let answer: Value = serde_json::from_str(&answer.line).unwrap();
    assert_eq!(answer["ok"], true, "{request}: {answer}");
    answer
}

impl Puzzle {
    /// A conversation about its position.
    fn conversation(&self) -> Conversation {
        let mut conversation = Conversation::new();
        let record = self.session.to_record().to_json();
        ask(&mut conversation, &json!({ "do": "load", "record": record }));
        conversation
    }

    /// The moves of the seat to move.
    pub(crate) fn legal(&self) -> Vec<String> {
        self.session.position().legal().unwrap()
    }

    /// A move for people.
    pub(crate) fn printed(&self, mv: &str) -> PrintedMove {
        let position = self.session.position();
        position.printed_move(position.to_act().first().unwrap(), mv).unwrap()
    }

    pub(crate) fn seat_name(&self) -> String {
        let position = self.session.position();
        position.seat_name(position.to_act().first().unwrap())
    }

    /// The move of the bot that misses it.
    pub(crate) fn instead(&self) -> String {
        let request = json!({ "do": "think", "bot": self.weak, "seed": 1 });
        let thought = ask(&mut self.conversation(), &request)["thought"].take();
        thought["choice"].as_str().unwrap().to_owned()
    }

    pub(crate) fn weak_name(&self) -> &'static str {
        self.session.setup().game.bot_info(&self.weak).unwrap().name
    }

    /// The prover's answer in the current position: its choice; `"win"`, `"loss"` or a number for the seat to move; and the
    /// number of plies to the end.
    fn proof(&self, conversation: &mut Conversation) -> (Value, Value, Value) {
        let mut request = self.prover.clone();
        request["do"] = json!("think");
        request["seed"] = json!(1);
        let analysis = ask(conversation, &request)["thought"].take();
        let candidates = analysis["candidates"].as_array().unwrap();
        let choice = candidates.iter().find(|one| one["move"] == analysis["choice"]).unwrap();
        (choice["move"].clone(), choice["score"].clone(), choice["plies"].clone())
    }

    /// The number of plies within which the answer wins, if the prover knows it.
    pub(crate) fn plies(&self) -> Option<u64> {
        self.proof(&mut self.conversation()).2.as_u64()
    }

    /// Plays a move, returns the result for its player, and undoes the move.
    fn outcome_of(&self, conversation: &mut Conversation, mv: &str) -> &'static str {
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
            match self.proof(conversation).1.as_str() {
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

    /// The chapter of the study.
    fn chapter(&self, number: usize) -> Value {
        let legal = self.legal().len();
        let others = match legal - 1 {
            1 => "the other move loses".to_owned(),
            others => format!("the other {others} moves lose"),
        };
        let soon = self.plies().map(|plies| format!(" within {plies} moves by both players"));
        let (soon, instead) = (soon.unwrap_or_default(), self.printed(&self.instead()).words);
        let exact = self.prover["bot"] == "perfect";
        json!({
            "title": format!("{}, puzzle {number}", self.session.setup().game.name()),
            "record": self.session.to_record().to_json(),
            "ply": self.session.ply(),
            "view": { "overlay": if exact { "outcome" } else { "all" }, "bot": self.prover },
            "task": {
                "kind": "find",
                "question": format!("{} to move. One of {legal} moves keeps the win.", self.seat_name()),
                "moves": [self.answer],
                "why": format!("It wins{soon}; {others}. {} would play {instead}.", self.weak_name()),
            },
        })
    }
}

#[test]
fn one_move_wins_and_every_other_loses() {
    let puzzles = puzzles();
    assert!(puzzles.len() >= 20, "{} puzzles", puzzles.len());
    let games: BTreeSet<&str> =
        puzzles.iter().map(|puzzle| puzzle.session.setup().game.id()).collect();
    assert!(games.len() >= 3, "{games:?}");
    let ids: BTreeSet<&str> = puzzles.iter().map(|puzzle| puzzle.id.as_str()).collect();
    assert_eq!(ids.len(), puzzles.len(), "ids are unique");
    for puzzle in &puzzles {
        let (id, answer) = (&puzzle.id, &puzzle.answer);
        let mut conversation = puzzle.conversation();
        let (choice, score, _) = puzzle.proof(&mut conversation);
        assert_eq!((choice, score), (json!(answer), json!("win")), "{id}");
        let legal = puzzle.legal();
        assert!(legal.contains(answer), "{id}");
        for mv in legal.iter().filter(|mv| *mv != answer) {
            let found = puzzle.outcome_of(&mut conversation, mv);
            assert_eq!(found, "loss", "{id}: {mv}");
        }
        assert_ne!(&puzzle.instead(), answer, "{id}");
    }
    let chapters: Vec<Value> =
        puzzles.iter().enumerate().map(|(at, puzzle)| puzzle.chapter(at + 1)).collect();
    let expected = json!({
        "totora_study": 1,
        "title": "Puzzles",
        "about": "One move keeps the win, and every other loses.",
        "chapters": chapters,
    });
    if std::env::var_os("UPDATE_GALLERY").is_some() {
        fs::write(FILE, format!("{expected:#}\n")).unwrap();
    }
    let text = fs::read_to_string(FILE).unwrap();
    let found: Value = serde_json::from_str(&text).unwrap();
    assert!(found == expected, "{FILE} is from other bots: UPDATE_GALLERY=1 writes it again");
    Study::read(&text).unwrap().check().unwrap();
}
