//! Fast-forward in batches: orders of humans among bots, stops, and the questions of the Outpost page.

use serde_json::{Value, json};
use totora::contract::bot::{Clock, NoClock};
use totora::record::Record;
use totora::session::Session;
use totora::session::run::{Run, play_on};

/// A human against three bots, or four bots.
fn begin(human: bool) -> Session {
    let bot = |id: &str| json!({ "bot": id, "options": {} });
    let first = if human { json!({ "human": true }) } else { bot("mason") };
    let record = json!({
        "totora": 1, "game": "outpost", "seed": 7, "options": { "T": 60 },
        "seats": [first, bot("harvester"), bot("shepherd"), bot("drifter")],
    });
    Session::begin(Record::from_json(&record).expect("a record")).expect("a game")
}

fn run(most: usize) -> Run {
    Run { most, ms: 1e9, go_on: Some(".".to_owned()), ..Run::default() }
}

#[test]
fn a_game_in_batches_is_the_same_as_at_once() {
    let (mut whole, mut parts) = (begin(false), begin(false));
    let all = play_on(&mut whole, &run(100), None, &NoClock).expect("played");
    assert_eq!(all.moves.len(), 60, "to the end and no further");
    let mut moves = Vec::new();
    for _ in 0..10 {
        moves.extend(play_on(&mut parts, &run(7), None, &NoClock).expect("played").moves);
    }
    assert_eq!(moves, all.moves);
    assert_eq!(parts.position().hash(), whole.position().hash());
    // Another session replays the moves to the same position.
    let mut third = begin(false);
    for text in &moves {
        third.play_ply(text, false).expect("a turn");
    }
    assert_eq!(third.position().hash(), whole.position().hash());
    assert!(play_on(&mut whole, &run(5), None, &NoClock).expect("over").moves.is_empty());
}

#[test]
fn a_human_orders_once_and_then_continues() {
    let mut session = begin(true);
    let mut first = run(3);
    first.given = vec![(0, "go 0 5,0; adviser mason".to_owned())];
    let ran = play_on(&mut session, &first, None, &NoClock).expect("played");
    assert_eq!(ran.moves.len(), 3);
    assert!(
        ran.moves[0].starts_with("go 0 5,0; adviser mason; suggested - | "),
        "{}",
        ran.moves[0]
    );
    assert!(ran.moves[1].starts_with(".; suggested - | "), "{}", ran.moves[1]);
    // Without default orders, a run waits for the human.
    let silent = Run { most: 3, ms: 1e9, ..Run::default() };
    assert!(play_on(&mut session, &silent, None, &NoClock).expect("waits").moves.is_empty());
    assert_eq!(session.ply(), 3);
    // An invalid order is reported, and the game is unchanged.
    let mut wrong = run(3);
    wrong.given = vec![(0, "go 0 200,0".to_owned())];
    let error = play_on(&mut session, &wrong, None, &NoClock).expect_err("refused").to_string();
    assert!(error.contains("a cell such as 40,12"), "{error}");
    assert_eq!(session.ply(), 3);
    // From an earlier ply, the same orders follow the existing line, and other orders begin a variation.
    session.go_to(1).expect("it exists");
    play_on(&mut session, &run(1), None, &NoClock).expect("played");
    assert_eq!((session.ply(), session.plies().len(), session.variation()), (2, 3, (0, 0)));
    session.go_to(1).expect("it exists");
    let mut other = run(1);
    other.given = vec![(0, "go 0 3,0".to_owned())];
    play_on(&mut session, &other, None, &NoClock).expect("played");
    assert_eq!((session.ply(), session.plies().len(), session.variation()), (2, 2, (1, 1)));
}

#[test]
fn a_run_stops_at_the_requested_event() {
    let mut session = begin(true);
    let mut until = run(60);
    until.given = vec![(0, "go 0 6,0".to_owned())];
    until.until = Some(json!({ "ask": "until", "seat": 0, "stops": ["arrival"] }));
    let ran = play_on(&mut session, &until, None, &NoClock).expect("played");
    assert_eq!(ran.moves.len(), 6);
    assert_eq!(ran.stop.as_deref(), Some("Outpost 0 has arrived at 6,0."));
    until.given.clear();
    until.until = Some(json!({ "ask": "until", "seat": 0, "stops": ["season"] }));
    let ran = play_on(&mut session, &until, None, &NoClock).expect("played");
    assert_eq!((session.ply(), ran.stop.as_deref()), (10, Some("The harvest.")));
}

/// A clock that advances by a second at every reading.
struct Slow(std::cell::Cell<f64>);

impl Clock for Slow {
    fn elapsed_ms(&self) -> f64 {
        self.0.set(self.0.get() + 1_000.0);
        self.0.get()
    }
}

#[test]
fn a_run_respects_its_time_but_plays_at_least_one_turn() {
    let mut session = begin(false);
    let mut short = run(60);
    short.ms = 10.0;
    let ran =
        play_on(&mut session, &short, None, &Slow(std::cell::Cell::new(0.0))).expect("played");
    assert_eq!(ran.moves.len(), 1);
}

/// A game with slow and fast bots and a human.
fn thinkers(budget: Value) -> Session {
    let bot = |id: &str| json!({ "bot": id, "options": {} });
    let totora = json!({ "bot": "totora", "options": {}, "budget": budget });
    let record = json!({
        "totora": 1, "game": "outpost", "seed": 7, "options": { "T": 90, "r": 7, "L": 12, "W": 3 },
        "seats": [totora, bot("wolfpack"), totora, { "human": true }],
    });
    Session::begin(Record::from_json(&record).expect("a record")).expect("a game")
}

#[test]
fn a_long_turn_in_slices_gives_the_same_result() {
    let (mut whole, mut slices) =
        (thinkers(json!({ "nodes": 100_000 })), thinkers(json!({ "nodes": 100_000 })));
    let mut request = run(90);
    request.given = vec![(3, "adviser mason".to_owned())];
    let all = play_on(&mut whole, &request, None, &NoClock).expect("played");
    assert_eq!((all.moves.len(), all.thinking), (90, false));
    request.ms = 10.0;
    let (mut unfinished, mut breaks, mut moves) = (None, 0, Vec::new());
    while moves.len() < 90 {
        let clock = Slow(std::cell::Cell::new(0.0));
        let ran = play_on(&mut slices, &request, Some(&mut unfinished), &clock).expect("played");
        assert!(ran.thinking || !ran.moves.is_empty());
        breaks += u32::from(ran.thinking);
        if !ran.moves.is_empty() {
            request.given.clear();
        }
        moves.extend(ran.moves);
    }
    assert!(breaks > 30, "{breaks}");
    assert_eq!(moves, all.moves);
    // Going to another ply during a turn, or giving other orders, starts the turn again.
    let mut third = thinkers(json!({ "nodes": 100_000 }));
    for text in &all.moves[..80] {
        third.play_ply(text, false).expect("a turn");
    }
    let mut unfinished = None;
    let slow = || Slow(std::cell::Cell::new(0.0));
    assert!(play_on(&mut third, &request, Some(&mut unfinished), &slow()).expect("begun").thinking);
    third.go_to(5).expect("it exists");
    third.go_to(80).expect("it exists");
    request.given = vec![(3, "hold all".to_owned())];
    request.most = 1;
    let mut ran = play_on(&mut third, &request, Some(&mut unfinished), &slow()).expect("begun");
    while ran.thinking {
        ran = play_on(&mut third, &request, Some(&mut unfinished), &slow()).expect("continues");
    }
    let parts = |text: &str| text.split(" | ").map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(parts(&ran.moves[0])[..3], parts(&all.moves[80])[..3]);
    assert_eq!(parts(&ran.moves[0])[3], "hold all; suggested -");
}

/// A clock that advances by a millisecond at every reading.
struct Ticking(std::cell::Cell<f64>);

impl Clock for Ticking {
    fn elapsed_ms(&self) -> f64 {
        self.0.set(self.0.get() + 1.0);
        self.0.get()
    }
}

#[test]
fn each_bot_has_its_own_budget_in_time() {
    let (mut at_once, mut by_turns) =
        (thinkers(json!({ "ms": 20 })), thinkers(json!({ "ms": 20 })));
    let ticking = || Ticking(std::cell::Cell::new(0.0));
    let all = play_on(&mut at_once, &run(90), None, &ticking()).expect("played");
    for _ in 0..90 {
        play_on(&mut by_turns, &run(1), None, &ticking()).expect("played");
    }
    let turns: Vec<&str> = by_turns.plies().iter().map(|ply| ply.text.as_str()).collect();
    assert_eq!(turns, all.moves);
}

#[test]
fn the_log_shows_the_events_of_turns() {
    let mut session = begin(false);
    play_on(&mut session, &run(60), None, &NoClock).expect("played");
    let built = session.plies().iter().flat_map(|ply| &ply.incidents);
    let built: Vec<_> = built.filter(|one| one.text.ends_with("builds an outpost")).collect();
    assert!(!built.is_empty());
    assert!(built.iter().all(|one| one.location.to_json()["cell"].is_array() && one.seat < 4));
    let seasons =
        session.plies().iter().enumerate().filter(|(_, ply)| {
            ply.incidents.iter().any(|one| one.text.ends_with("builds an outpost"))
        });
    assert!(seasons.into_iter().all(|(i, _)| (i + 1) % 10 == 0), "outposts are built in seasons");
}

fn ask(session: &Session, question: Value) -> Value {
    session.position().inspect(&question).expect("an answer").to_json()
}

#[test]
fn a_draft_reports_its_problems() {
    let session = begin(true);
    let draft = |cells: Value| ask(&session, json!({ "ask": "draft", "cells": cells }));
    let empty = draft(json!([]));
    assert_eq!((&empty["ok"], &empty["count"]), (&json!(true), &json!(0)));
    assert_eq!(empty["words"][0], "500 more cells of water make a valid map of 500.");
    // A cell in one quarter is four cells on the board.
    let one = draft(json!([[3, 4]]));
    let grid: Vec<u64> =
        one["grid"].as_array().expect("codes").iter().flat_map(Value::as_u64).collect();
    for (x, y) in [(3, 4), (95, 3), (96, 95), (4, 96)] {
        assert_eq!(grid[x * 100 + y], 1, "{x},{y}");
    }
    assert_eq!((grid.len(), grid.iter().sum()), (10_000, 4));
    // Maps with water on the home cell or with isolated land are invalid.
    assert_eq!(draft(json!([[0, 0]]))["ok"], false);
    let cut = draft(json!([[0, 1], [1, 0]]));
    assert_eq!(cut["ok"], false);
    assert!(!cut["cut"].as_array().expect("cells").is_empty());
    // A text gives the cells, or an error with its place.
    let text = ask(&session, json!({ "ask": "draft", "text": "1 2\n3 4\n" }));
    assert_eq!(text["cells"], json!([[1, 2], [3, 4]]));
    let wrong = ask(&session, json!({ "ask": "draft", "text": "1 2\n3 x\n" }));
    assert!(wrong["error"].as_str().expect("an error").starts_with("line 2"), "{wrong}");
    // A generated map is valid, and the same for the same seed.
    let made = ask(&session, json!({ "ask": "random", "seed": 5 }));
    assert_eq!((&made["count"], &made["words"]), (&json!(500), &json!(["A valid map."])));
    assert_eq!(made, ask(&session, json!({ "ask": "random", "seed": 5 })));
    // Nonsense is an error, not a panic.
    for cells in [json!([[50, 0]]), json!([[-1, 0]]), json!(["x"]), json!(3)] {
        let question = json!({ "ask": "draft", "cells": cells });
        assert!(session.position().inspect(&question).is_err(), "{question}");
    }
}

#[test]
fn a_plan_shows_what_orders_would_do() {
    let session = begin(true);
    let plan = ask(&session, json!({ "ask": "plan", "seat": 0, "text": "go 0 5,0" }));
    assert_eq!((&plan["error"], &plan["tasks"][0]["task"]), (&Value::Null, &json!("go")));
    let wrong = ask(&session, json!({ "ask": "plan", "seat": 0, "text": "go 0 5" }));
    assert!(wrong["error"].is_string());
    assert_eq!(session.ply(), 0);
}
