//! What the faces tell, held against files: the list of games and bots, and of every golden game, at every
//! ply, all that is said beside the board; with its link and its record. `CONTRIBUTING.md` says how to make
//! the files anew.

use crate::net::{
    compare, differences, digest, lines, link, opened, record, replay, settle, sorted, text, told,
    without_bots,
};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::process::Command;

fn golden(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(path)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(golden(path)).unwrap_or_default()
}

fn updates() -> bool {
    std::env::var_os("UPDATE_GOLDEN").is_some()
}

fn write(path: &str, text: &str) {
    std::fs::write(golden(path), text).expect("written");
}

/// The golden games: every record in `tests/golden`.
fn games() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(golden(""))
        .expect("a directory")
        .filter_map(|entry| entry.expect("an entry").file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".json").map(str::to_owned))
        .collect();
    names.sort();
    assert!(names.len() >= 10, "{names:?}");
    names
}

#[test]
fn the_list_of_games() {
    let output = Command::new(env!("CARGO_BIN_EXE_totora"))
        .args(["games", "--json"])
        .output()
        .expect("runs");
    assert!(output.status.success());
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    const FILE: &str = "faces/games.json";
    if updates() {
        let text = serde_json::to_string_pretty(&sorted(&found)).expect("JSON");
        return write(FILE, &(text + "\n"));
    }
    let kept: Value = serde_json::from_str(&read(FILE)).unwrap_or_default();
    settle(&differences(&kept, &found));
}

/// Every ply by check sums a subject; the first, one in the middle and the last also in full.
fn plies(name: &str) -> Vec<Value> {
    let mut session = replay(&read(&format!("{name}.json")));
    let last = session.plies().len();
    let mut found = Vec::new();
    for ply in 0..=last {
        let told = told(&mut session, ply);
        let sums: Map<String, Value> = told
            .iter()
            .map(|(subject, said)| (subject.clone(), json!(&digest(said)[8..])))
            .collect();
        found.push(json!({ "case": { "ply": ply }, "sums": sums }));
        if [0, last / 2, last].contains(&ply) {
            found.push(json!({ "case": { "ply": ply, "full": true }, "told": told }));
        }
    }
    found
}

#[test]
fn what_is_told_of_every_ply() {
    let mut complaints = Vec::new();
    for name in games() {
        let file = format!("faces/{name}.jsonl");
        let found = plies(&name);
        if updates() {
            write(&file, &lines(&found));
        } else {
            complaints.extend(compare(&format!("tests/golden/{file}"), &read(&file), &found));
        }
    }
    settle(&complaints);
}

#[test]
fn links_and_records() {
    const FILE: &str = "faces/links.jsonl";
    let mut found = Vec::new();
    let mut complaints = Vec::new();
    for name in games() {
        let kept: Value = serde_json::from_str(&read(&format!("{name}.json"))).expect("JSON");
        let played = replay(&kept.to_string());
        complaints.extend(differences(&kept, &record(&played)));
        let linked = link(&played);
        let people = without_bots(played);
        let with_moves = link(&people);
        for (link, record, bots) in [(linked, kept, true), (with_moves, record(&people), false)] {
            found.push(json!({
                "case": { "game": name, "bots": bots },
                "link": link,
                "record": text(&record),
            }));
        }
    }
    if updates() {
        return write(FILE, &lines(&found));
    }
    complaints.extend(compare(&format!("tests/golden/{FILE}"), &read(FILE), &found));
    // What was shared before a change opens after it, even where the link would now be written otherwise.
    for line in read(FILE).lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let (again, shown) = opened(line["link"].as_str().expect("a link"));
        let kept: Value =
            serde_json::from_str(line["record"].as_str().expect("a text")).expect("JSON");
        complaints.extend(differences(&kept, &again));
        assert_eq!(Some(shown), kept["moves"].as_array().map(|moves| moves.len() / 2));
    }
    settle(&complaints);
}
