//! The board on Home: a game of Isolation with all continuations that are possible while a user drags the slider. Red is
//! Greedy, and the slider sets the weight of its opponent's moves. Blue is Greedy with its defaults. `UPDATE_HOME=1` writes
//! the file that the page reads. The test plays all games again and compares.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs;
use totora::contract::bot::{Clock, NoClock};
use totora::record::Record;
use totora::record::link::ViewState;
use totora::session::Session;
use totora::session::protocol::Conversation;

const PAGE: &str = "www/panels/home/board.json";
/// The cost of one move of the opponent in Red's score, at each step of the slider.
const WEIGHTS: [f64; 5] = [0.0, 0.5, 1.0, 2.0, 4.0];
/// The opening of the game.
const OPENING: &str = "e3 f6";

struct Greedy(Conversation);

impl Greedy {
    fn ask(&mut self, request: &Value) -> Value {
        let watch: &dyn Fn() -> Box<dyn Clock> = &|| Box::new(NoClock);
        let answer = self.0.answer(&request.to_string(), watch);
        let answer: Value = serde_json::from_str(&answer.line).unwrap();
        assert_eq!(answer["ok"], true, "{request}: {answer}");
        answer
    }

    /// Its analysis after some moves; `None` if the game is over.
    fn analysis(&mut self, moves: &[String], weight: f64) -> Option<Value> {
        let state = self.ask(&json!({ "do": "load", "record": record(moves, &json!({})) }));
        if !state["state"]["outcome"].is_null() {
            return None;
        }
        let options = json!({ "opponent": -weight });
        let request = json!({ "do": "think", "bot": "greedy", "options": options, "seed": 1 });
        Some(self.ask(&request)["thought"].take())
    }
}

fn record(moves: &[String], first: &Value) -> Value {
    let seat = |options: &Value| json!({ "bot": "greedy", "options": options });
    json!({
        "totora": 1, "game": "isolation", "options": { "opening": "free" }, "seed": 1,
        "seats": [seat(first), seat(&json!({}))], "moves": moves, "result": null,
    })
}

/// The number of a cell, counted row by row from the top left, as in the game's view.
fn cell(name: &str) -> u64 {
    let bytes = name.as_bytes();
    u64::from(b'7' - bytes[1]) * 7 + u64::from(bytes[0] - b'a')
}

/// A position with Red to move in the format of the page. It has the chosen candidate for every step of the slider; the
/// candidates, each with its cell and the numbers of next moves of Red and of its opponent; and for each chosen candidate the
/// cell of the reply and the position after it. A reply of -1 means that there is none, and Red has won.
fn position(greedy: &mut Greedy, moves: &[String], next: &mut Vec<(u64, Vec<String>)>) -> Value {
    let Some(plain) = greedy.analysis(moves, 1.0) else { return json!([]) };
    let mut names: Vec<&str> = plain["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["move"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    let mut candidates = Vec::new();
    for name in &names {
        let all = plain["candidates"].as_array().unwrap();
        let one = all.iter().find(|one| one["move"] == *name).unwrap();
        // A win is not a sum of terms.
        let term = |key: &str| one["terms"][key].as_f64().filter(|_| one["score"].is_number());
        let own = term("own").unwrap_or(0.0) as i64;
        let theirs = -term("opponent").unwrap_or(0.0) as i64;
        assert!(own >= 0 && theirs >= 0 && (one["score"] == "win") == (theirs == 0), "{one}");
        candidates.extend([json!(cell(name)), json!(own), json!(theirs)]);
    }
    let mut chosen = Vec::new();
    for weight in WEIGHTS {
        let analysis = greedy.analysis(moves, weight).unwrap();
        let choice = names.iter().position(|name| analysis["choice"] == *name).unwrap();
        chosen.push(choice);
    }
    let mut replies = Vec::new();
    for name in (0..).zip(&names).filter(|(place, _)| chosen.contains(place)).map(|(_, name)| name)
    {
        let mut after = moves.to_vec();
        after.push((*name).to_owned());
        let reply = greedy
            .analysis(&after, 1.0)
            .map(|analysis| analysis["choice"].as_str().unwrap().to_owned());
        match reply {
            None => replies.push(json!([-1, -1])),
            Some(reply) => {
                after.push(reply.clone());
                next.push((replies.len() as u64, after));
                replies.push(json!([cell(&reply), 0]));
            }
        }
    }
    json!([chosen, candidates, replies])
}

fn tree(opening: &str) -> Value {
    let mut greedy = Greedy(Conversation::new());
    let start: Vec<String> = opening.split(' ').map(str::to_owned).collect();
    let mut known: HashMap<(Vec<String>, String, String), usize> = HashMap::new();
    let mut all: Vec<Vec<String>> = vec![start];
    let mut positions = Vec::new();
    while positions.len() < all.len() {
        let moves = all[positions.len()].clone();
        let mut next = Vec::new();
        let mut entry = position(&mut greedy, &moves, &mut next);
        for (reply, after) in next {
            let mut closed = after.clone();
            closed.sort_unstable();
            let key = (closed, after[after.len() - 2].clone(), after[after.len() - 1].clone());
            let at = *known.entry(key).or_insert_with(|| {
                all.push(after);
                all.len() - 1
            });
            entry[2][reply as usize][1] = json!(at);
        }
        positions.push(entry);
    }
    json!(positions)
}

/// The expected content of the file.
fn page() -> Value {
    let start: Vec<u64> = OPENING.split(' ').map(cell).collect();
    let links = WEIGHTS.map(|weight| {
        let mut empty = record(&[], &json!({}));
        empty["seats"] =
            json!([{ "human": true }, { "bot": "greedy", "options": { "opponent": -weight } }]);
        empty["options"] = json!({});
        let session = Session::replay(Record::from_json(&empty).unwrap()).unwrap();
        session.link(&ViewState::default()).unwrap()
    });
    json!({ "weights": WEIGHTS, "links": links, "start": start, "positions": tree(OPENING) })
}

#[test]
fn the_board_on_home_matches_the_bots() {
    let expected = page();
    if std::env::var_os("UPDATE_HOME").is_some() {
        fs::write(PAGE, format!("{expected}\n")).unwrap();
    }
    let found: Value = serde_json::from_str(&fs::read_to_string(PAGE).unwrap()).unwrap();
    assert!(found == expected, "{PAGE} is from other bots: UPDATE_HOME=1 writes it again");
    // The slider changes moves, including the first one.
    let changes =
        |position: &Value| position[2].as_array().is_some_and(|replies| replies.len() > 1);
    let positions = expected["positions"].as_array().unwrap();
    assert!(changes(&positions[0]));
    assert!(positions.iter().filter(|position| changes(position)).count() * 10 > positions.len());
}
