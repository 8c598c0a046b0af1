//! Golden games in readable form: the moves in words and the gauges at every ply, and all data that the page shows at some
//! plies. Also their links and records. `CONTRIBUTING.md` explains how to update the files.

use crate::files::{assert_no_differences, check, checksum, pairs, path, plain, read};
use crate::shape::Shape;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use totora::contract::presentation::Tally;
use totora::record::link::ViewState;
use totora::record::{Record, SeatSpec};
use totora::session::Session;

/// A golden game, replayed.
fn replay(golden: &str) -> Session {
    Session::replay(Record::from_text(golden).expect("a record")).expect("replays")
}

/// All data of a game at a ply, by subject.
fn data_at(session: &mut Session, ply: usize) -> Map<String, Value> {
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
            Tally::Mean { of, value, .. } => json!({ "of": of, "value": value }),
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
        "state": totora::session::dto::PositionState::from_session(session),
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

/// The link to a game at its middle ply.
fn link(session: &Session) -> String {
    let overlay = session.setup().game.data().overlays.last().expect("an overlay");
    let ply = session.plies().len() / 2;
    let shown =
        ViewState { ply, overlay: (*overlay).to_owned(), turned: 1, ..ViewState::default() };
    session.link(&shown).expect("a link")
}

/// The same game with humans on all seats. The link of such a game contains the moves.
fn without_bots(mut session: Session) -> Session {
    for seat in 0..session.setup().seats.len() {
        session.set_seat(seat, SeatSpec::Human).expect("a seat");
    }
    session
}

/// The record of a game.
fn record(session: &Session) -> Value {
    session.to_record().to_json()
}

/// The record of the game in a link, and the ply that the link shows.
fn opened(link: &str) -> (Value, usize) {
    let (session, shown) = Session::open(link).expect("opens");
    (record(&session), shown.ply)
}

/// The golden games: every record in `tests/golden`.
fn games() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(path(""))
        .expect("a directory")
        .filter_map(|entry| entry.expect("an entry").file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".json").map(str::to_owned))
        .collect();
    names.sort();
    assert!(names.len() >= 10, "{names:?}");
    names
}

/// The games that are written at every ply, one of each game. Others are written at the first, a middle and the last ply.
const PLAYTHROUGHS: &[&str] = &[
    "fencemaster-havannah",
    "isolation-perfect",
    "outpost-bots",
    "reversi-moebius",
    "uros-balanced-exploit",
];

fn fields(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("an object")
}

fn each<'a>(value: &'a Value, line: impl Fn(&'a Map<String, Value>) -> String) -> Vec<String> {
    value.as_array().into_iter().flatten().map(|one| line(fields(one))).collect()
}

/// All data at a ply, with a line per subject.
fn in_full(data: &Map<String, Value>) -> String {
    let mut text = format!("  turn {}\n", plain(&data["turn"]));
    for subject in ["seats", "extras", "incidents"] {
        for line in each(&data[subject], |one| pairs(one, &[])) {
            writeln!(text, "  {}{line}", subject.trim_end_matches('s')).expect("a text");
        }
    }
    writeln!(text, "  state{}", pairs(fields(&data["state"]), &["summary", "ply"]))
        .expect("a text");
    for (key, value) in fields(&data["state"]["summary"]) {
        writeln!(text, "    {key} {}", plain(value)).expect("a text");
    }
    let end = &data["end"];
    if !end["words"].is_null() {
        writeln!(text, "  end {}", plain(&end["words"])).expect("a text");
    }
    for line in end["report"].as_array().into_iter().flatten() {
        writeln!(text, "    {}: {}", plain(&line[0]), plain(&line[1])).expect("a text");
    }
    for line in each(&end["tallies"], |one| pairs(one, &[])) {
        writeln!(text, "    tally{line}").expect("a text");
    }
    text
}

fn without_summary(value: &Value) -> Value {
    let mut value = value.clone();
    if let Some(fields) = value.as_object_mut() {
        fields.remove("summary");
    }
    value
}

/// The text of a game from the first to the last ply.
fn playthrough(name: &str, shape: &mut Shape) -> String {
    let mut session = replay(&read(&format!("{name}.json")));
    let game = session.setup().game.id();
    let last = session.plies().len();
    let mut text = String::new();
    let mut everything = String::new();
    for ply in 0..=last {
        let data = data_at(&mut session, ply);
        let all = Value::Object(data.clone());
        for (subject, value) in &data {
            // Each game has its own summary.
            shape.add(subject, &without_summary(value));
            if let Some(summary) = value.get("summary") {
                shape.add(&format!("{game}.summary"), summary);
            }
        }
        writeln!(everything, "{}", plain(&all)).expect("a text");
        if ply == 0 {
            let labels = each(&data["gauges"]["now"], |gauge| {
                pairs(gauge, &["value"]).trim_start().to_owned()
            });
            writeln!(text, "=== {name}: {last} plies; gauges {}", labels.join("; "))
                .expect("a text");
        }
        let in_full_here = [0, last / 2, last].contains(&ply);
        if in_full_here || PLAYTHROUGHS.contains(&name) {
            let words = if ply == 0 { "start".to_owned() } else { plain(&data["move"]["words"]) };
            let gauges = each(&data["gauges"]["now"], |gauge| plain(&gauge["value"]));
            // Outpost has twenty gauges: every few turns are enough to read.
            let gauges = if gauges.len() <= 6 || ply % 10 == 0 {
                format!(" [{}]", gauges.join(" "))
            } else {
                String::new()
            };
            writeln!(text, "{ply}: {words}{gauges}").expect("a text");
        }
        if in_full_here {
            text += &in_full(&data);
        }
    }
    writeln!(text, "all plies: {}", checksum(&everything)).expect("a text");
    text
}

#[test]
fn playthroughs() {
    let mut shape = Shape::default();
    let mut differences = Vec::new();
    for name in games() {
        let text = playthrough(&name, &mut shape);
        differences.extend(check(&format!("snapshots/{name}.txt"), &text));
    }
    differences.extend(check("snapshots/shape.txt", &shape.text()));
    assert_no_differences(&differences);
}

#[test]
fn links_and_records() {
    const FILE: &str = "snapshots/links.txt";
    let mut text = String::new();
    let mut differences = Vec::new();
    let mut compare = |what: &str, saved: &Value, found: &Value| {
        if saved != found {
            differences.push(format!("{what}: was {saved}\n    is  {found}"));
        }
    };
    let golden = read(FILE);
    for name in games() {
        let saved: Value = serde_json::from_str(&read(&format!("{name}.json"))).expect("JSON");
        let played = replay(&saved.to_string());
        compare(&name, &saved, &record(&played));
        let mut by_people = saved.clone();
        for seat in by_people["seats"].as_array_mut().expect("seats") {
            *seat = json!({ "human": true });
        }
        let linked = link(&played);
        let people = without_bots(played);
        compare(&name, &by_people, &record(&people));
        for (who, linked, saved) in [("bots", linked, saved), ("people", link(&people), by_people)]
        {
            writeln!(text, "{name}, {who}: {linked}").expect("a text");
            // An old link still opens after a change, even if the link to the same game is now different.
            let shared =
                golden.lines().find_map(|line| line.strip_prefix(&format!("{name}, {who}: ")));
            if let Some(shared) = shared {
                let (again, shown) = opened(shared);
                compare(&format!("the link of {name}, {who}"), &saved, &again);
                assert_eq!(Some(shown), saved["moves"].as_array().map(|moves| moves.len() / 2));
            }
        }
    }
    differences.extend(check(FILE, &text));
    assert_no_differences(&differences);
}
