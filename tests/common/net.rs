//! The net under a change of structure: how a golden file is kept and compared, and what is asked of the
//! library for it.
//!
//! All calls into the library stand here, the protocol's lines before any method: whoever renames a method
//! changes this file and no golden. Nothing here reads a file, so that tests on wasm can use it.
// Each test takes from here what it needs.
#![allow(dead_code)]

use serde_json::{Map, Value, json};
use totora::base::rng::{Rng, Stream};
use totora::catalog::GAMES;
use totora::contract::bot::{SLICE, Unwatched};
use totora::contract::presentation::Tally;
use totora::record::link::Shown;
use totora::record::{Record, SeatSpec};
use totora::session::Session;
use totora::session::protocol::Conversation;

/// How the golden files are made anew.
pub(crate) const REMAKE: &str = "if the change is meant, run \
    `UPDATE_GOLDEN=1 cargo test --test golden`, \
    read the difference in git, and commit it";

// ---- values ----

/// The same value with the keys of all objects in order, so that its text says what it is and not how it
/// was built.
pub(crate) fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Object(fields) => {
            let mut pairs: Vec<(&String, &Value)> = fields.iter().collect();
            pairs.sort_by_key(|(key, _)| *key);
            Value::Object(pairs.into_iter().map(|(k, v)| (k.clone(), sorted(v))).collect())
        }
        plain => plain.clone(),
    }
}

/// Compact JSON with keys in order.
pub(crate) fn text(value: &Value) -> String {
    sorted(value).to_string()
}

/// A check sum of a value: CRC-64 of its text.
pub(crate) fn digest(value: &Value) -> String {
    let crc = crc::Crc::<u64>::new(&crc::CRC_64_XZ);
    format!("{:016x}", crc.checksum(text(value).as_bytes()))
}

/// The paths at which two values differ, with both sides; a few of them are enough.
pub(crate) fn differences(kept: &Value, found: &Value) -> Vec<String> {
    let mut all = Vec::new();
    walk("", kept, found, &mut all);
    all
}

fn walk(path: &str, kept: &Value, found: &Value, all: &mut Vec<String>) {
    const ENOUGH: usize = 6;
    let nothing = Value::String("nothing".to_owned());
    match (kept, found) {
        _ if all.len() >= ENOUGH => {}
        (Value::Object(a), Value::Object(b)) => {
            let mut keys: Vec<&String> = a.keys().chain(b.keys()).collect();
            keys.sort();
            keys.dedup();
            for key in keys {
                let (a, b) = (a.get(key).unwrap_or(&nothing), b.get(key).unwrap_or(&nothing));
                walk(&format!("{path}/{key}"), a, b, all);
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            for i in 0..a.len().max(b.len()) {
                let (a, b) = (a.get(i).unwrap_or(&nothing), b.get(i).unwrap_or(&nothing));
                walk(&format!("{path}/{i}"), a, b, all);
            }
        }
        (a, b) if text(a) == text(b) => {}
        (a, b) => all.push(format!("{path}: was {}, is {}", cut(&text(a)), cut(&text(b)))),
    }
}

fn cut(text: &str) -> String {
    const LONGEST: usize = 200;
    let head: String = text.chars().take(LONGEST).collect();
    if head.len() < text.len() { format!("{head}…") } else { head }
}

/// Holds lines against those of a golden file, by the value under `"case"`. Says what differs: a line that
/// is not there, one too many, and where two disagree.
pub(crate) fn compare(file: &str, golden: &str, found: &[Value]) -> Vec<String> {
    let kept: Vec<Value> = golden
        .lines()
        .enumerate()
        .map(|(i, line)| {
            serde_json::from_str(line).unwrap_or_else(|e| panic!("{file}, line {}: {e}", i + 1))
        })
        .collect();
    let case = |line: &Value| text(&line["case"]);
    let mut complaints = Vec::new();
    for line in found {
        match kept.iter().find(|kept| case(kept) == case(line)) {
            None => complaints.push(format!("{file} has no golden for {}", case(line))),
            Some(kept) => {
                let said = differences(kept, line);
                if !said.is_empty() {
                    complaints.push(format!(
                        "{file}: {}:\n    {}",
                        case(line),
                        said.join("\n    ")
                    ));
                }
            }
        }
    }
    for kept in &kept {
        if !found.iter().any(|line| case(line) == case(kept)) {
            complaints.push(format!("{file} has a golden that nothing asks for: {}", case(kept)));
        }
    }
    complaints
}

/// Lines of a golden file as its text.
pub(crate) fn lines(values: &[Value]) -> String {
    values.iter().map(|value| text(value) + "\n").collect()
}

/// Fails when there are complaints, with the first of them and how to remake the files.
pub(crate) fn settle(complaints: &[String]) {
    const SHOWN: usize = 6;
    assert!(
        complaints.is_empty(),
        "{} differences from the golden files; {REMAKE}:\n{}",
        complaints.len(),
        complaints[..complaints.len().min(SHOWN)].join("\n")
    );
}

// ---- thoughts ----

/// A bot that is asked about a position.
pub(crate) struct Case {
    /// The name of the position.
    position: String,
    /// What the session is begun from, as a record with the moves so far.
    record: Value,
    /// The bot, its options, its budget and, where several owe a move, the seat.
    asked: Map<String, Value>,
}

/// The ids of all games of this build with those of their bots.
pub(crate) fn games_and_bots() -> Vec<(&'static str, Vec<(&'static str, bool)>)> {
    GAMES
        .iter()
        .map(|game| {
            let bots = game.bots();
            (game.id(), bots.iter().map(|bot| (bot.id, bot.budget.is_some())).collect())
        })
        .collect()
}

/// What `cases.json`, whose text is given, asks of a game: every bot with its defaults at every position (but where `only` keeps it
/// to some), then the variants.
///
/// A game that is not among them has the positions of a random game.
pub(crate) fn cases(text: &str, game: &str) -> Vec<Case> {
    let all: Value = serde_json::from_str(text).expect("cases.json is JSON");
    let drawn = json!({ "budget": { "nodes": 200 }, "positions": random_positions(game) });
    let of = all.get(game).unwrap_or(&drawn);
    let list = |key: &str| of[key].as_array().cloned().unwrap_or_default();
    let positions = list("positions");
    assert!(
        positions.len() >= 3,
        "tests/golden/thoughts/cases.json has {} positions of {game}; give it at least three \
         (the opening, the middle, near the end), as the other games have",
        positions.len()
    );
    let named = |name: &str| {
        positions
            .iter()
            .find(|position| position["name"] == *name)
            .unwrap_or_else(|| panic!("cases.json: {game} has no position `{name}`"))
    };
    let make = |position: &Value, asked: Map<String, Value>| {
        let text = |key: &str| position[key].as_str();
        let moves: Vec<&str> = match text("moves").unwrap_or_default() {
            "" => Vec::new(),
            turns if turns.contains(" / ") => turns.split(" / ").collect(),
            moves => moves.split(' ').collect(),
        };
        Case {
            position: text("name").expect("a position has a name").to_owned(),
            record: json!({
                "totora": 1,
                "game": game,
                "options": position.get("options").cloned().unwrap_or_else(|| json!({})),
                "seed": position["seed"],
                "moves": moves,
            }),
            asked,
        }
    };
    let (_, bots) = games_and_bots().into_iter().find(|(id, _)| *id == game).expect("a game");
    let mut cases = Vec::new();
    for position in &positions {
        for (bot, timed) in &bots {
            let only = of["only"].get(bot).and_then(Value::as_array);
            if only.is_some_and(|only| !only.contains(&position["name"])) {
                continue;
            }
            let mut asked = Map::new();
            asked.insert("bot".to_owned(), json!(bot));
            if *timed {
                asked.insert("budget".to_owned(), of["budget"].clone());
            }
            if let Some(seat) = position.get("seat") {
                asked.insert("seat".to_owned(), seat.clone());
            }
            cases.push(make(position, asked));
        }
    }
    for variant in list("variants") {
        let mut asked = variant.as_object().cloned().expect("a variant is an object");
        let at = asked.remove("at").expect("a variant says at which position");
        cases.push(make(named(at.as_str().expect("a name")), asked));
    }
    cases
}

/// The opening, the middle and near the end of a game whose moves are drawn.
fn random_positions(game: &str) -> Value {
    let record = json!({ "totora": 1, "game": game, "options": {}, "seed": 1 });
    let record = Record::from_json(&record).expect("a record");
    let mut session = Session::begin(record).expect("a session");
    let mut rng = Rng::new(1, Stream::Other(78));
    let mut moves: Vec<String> = Vec::new();
    while let Some(seat) = session.position().to_act().first() {
        let Some(legal) = session.position().legal().filter(|legal| !legal.is_empty()) else {
            break;
        };
        let mv = legal[rng.below(legal.len())].clone();
        session.play(Some(seat), &mv, false).expect("a legal move");
        moves.push(mv);
    }
    let at = |name: &str, plies: usize| json!({ "name": name, "seed": 1, "moves": moves[..plies].join(" ") });
    let end = moves.len();
    json!([at("opening", 0), at("middle", end / 2), at("near the end", end.saturating_sub(3))])
}

fn ask(conversation: &mut Conversation, request: &Value) -> Value {
    let answer = conversation.answer(&request.to_string(), &|| Box::new(Unwatched));
    let answer: Value = serde_json::from_str(&answer.line).expect("the protocol answers JSON");
    assert_eq!(answer["ok"], true, "{}: {}", cut(&request.to_string()), answer["error"]);
    answer
}

impl Case {
    /// The name of its position.
    pub(crate) fn position(&self) -> &str {
        &self.position
    }

    /// What identifies it in its file.
    fn id(&self) -> Value {
        let mut id = self.asked.clone();
        id.insert("position".to_owned(), json!(self.position));
        Value::Object(id)
    }

    /// Asks, and gives the line of the golden file: the thought as the protocol writes it, a check sum of
    /// all of it and its longest lists cut; and likewise each candidate in words and on the board.
    pub(crate) fn line(&self) -> Value {
        let mut conversation = Conversation::new();
        ask(&mut conversation, &json!({ "do": "load", "record": self.record }));
        let mut request = self.asked.clone();
        request.insert("do".to_owned(), json!("think"));
        let mut thought = ask(&mut conversation, &Value::Object(request))["thought"].take();
        let whole = digest(&thought);
        let candidates = shorten(&mut thought, "candidates");
        let tasks = shorten(&mut thought, "tasks");
        let (words, spots) = self.shown();
        json!({
            "case": self.id(),
            "thought": thought,
            "digest": whole,
            "candidates": candidates,
            "tasks": tasks,
            "words": words.get(..words.len().min(SHOWN)),
            "words_digest": digest(&json!(words)),
            "spots_digest": digest(&json!(spots)),
        })
    }

    /// The candidates in words, and where they are on the board.
    fn shown(&self) -> (Vec<String>, Vec<Value>) {
        let record = Record::from_json(&self.record).expect("a record");
        let session = Session::replay(record).expect("replays");
        let spec = SeatSpec::from_json(session.setup().game, &Value::Object(self.asked_seat()))
            .expect("a bot");
        let seat = self.asked.get("seat").and_then(Value::as_u64).map(|seat| seat as usize);
        let mut thinking =
            session.think_for(seat, &spec, session.setup().seed).expect("begins to think");
        while !thinking.advance(SLICE, &Unwatched) {}
        (thinking.descriptions(), thinking.locations().iter().map(|l| l.to_json()).collect())
    }

    /// The bot as records write it.
    fn asked_seat(&self) -> Map<String, Value> {
        let of_record = |(key, _): &(&String, &Value)| key.as_str() != "seat";
        let pairs = self.asked.iter().filter(of_record);
        pairs.map(|(key, value)| (key.clone(), value.clone())).collect()
    }
}

/// So many entries of a list are kept to be read.
const SHOWN: usize = 5;

/// Cuts a list of an object, and says how long it was; `None` if there is none.
fn shorten(object: &mut Value, key: &str) -> Option<usize> {
    let list = object.get_mut(key)?.as_array_mut()?;
    let length = list.len();
    list.truncate(SHOWN);
    Some(length)
}

// ---- faces ----

/// A golden game, replayed.
pub(crate) fn replay(golden: &str) -> Session {
    Session::replay(Record::from_text(golden).expect("a record")).expect("replays")
}

/// What is told of a game at a ply, by subject.
pub(crate) fn told(session: &mut Session, ply: usize) -> Map<String, Value> {
    session.go_to(ply).expect("a ply");
    let position = session.position();
    let seats: Vec<Value> = (0..position.seats())
        .map(|seat| {
            let status = position.seat_status(seat);
            json!({ "name": position.seat_name(seat), "score": status.score, "note": status.note })
        })
        .collect();
    let gauges: Vec<Value> = position
        .metrics()
        .iter()
        .map(|g| json!({ "chart": g.chart, "label": g.label, "seat": g.seat, "value": g.value }))
        .collect();
    let tallies: Vec<Value> = position
        .tallies()
        .iter()
        .map(|tally| match tally {
            Tally::Count { of, answer } => json!({ "of": of, "answer": answer }),
            Tally::Mean { of, value } => json!({ "of": of, "value": value }),
        })
        .collect();
    let extras: Vec<Value> = position
        .extras()
        .iter()
        .map(|e| json!({ "move": e.mv, "label": e.label, "about": e.about, "agreed": e.agreed }))
        .collect();
    let incidents: Vec<Value> = position
        .incidents()
        .iter()
        .map(|i| json!({ "seat": i.seat, "words": i.text, "spot": i.location }))
        .collect();
    let last = ply.checked_sub(1).map(|last| &session.plies()[last]);
    let all = json!({
        "state": totora::session::dto::PositionState::of(session),
        "move": last.map(|ply| json!({ "text": ply.text, "words": ply.description })),
        "turn": position.turn_text(),
        "seats": seats,
        "gauges": { "now": gauges, "kept": session.metrics()[ply] },
        "end": {
            "report": position.report(),
            "words": session.outcome_text(),
            "tallies": tallies,
        },
        "extras": extras,
        "incidents": incidents,
    });
    all.as_object().cloned().expect("an object")
}

/// The link to a game as it is shared in the middle of it.
pub(crate) fn link(session: &Session) -> String {
    let overlay = session.setup().game.overlays().last().expect("an overlay");
    let ply = session.plies().len() / 2;
    let shown = Shown { ply, overlay: (*overlay).to_owned(), turned: 1, ..Shown::default() };
    session.link(&shown).expect("a link")
}

/// The same game with a person on every seat: such a link carries the moves.
pub(crate) fn without_bots(mut session: Session) -> Session {
    for seat in 0..session.setup().seats.len() {
        session.set_seat(seat, SeatSpec::Human).expect("a seat");
    }
    session
}

/// The record of a game.
pub(crate) fn record(session: &Session) -> Value {
    session.to_record().to_json()
}

/// The record of the game that a link opens, and the ply that it shows.
pub(crate) fn opened(link: &str) -> (Value, usize) {
    let (session, shown) = Session::open(link).expect("opens");
    (record(&session), shown.ply)
}
