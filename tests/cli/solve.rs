//! `totora solve fencemaster`: its answers and the file in which they are saved.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A temporary file, which is deleted at the end of the test.
struct Saved(PathBuf);

impl Saved {
    fn new(name: &str) -> Self {
        Saved(std::env::temp_dir().join(format!("totora-solve-{}-{name}", std::process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }
}

impl Drop for Saved {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

const HAVANNAH: [&str; 4] = ["--option", "rules=havannah", "--option", "size=3"];

fn solve(options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_totora"));
    command.args(["solve", "fencemaster", "--memory", "16"]).args(options);
    command.output().expect("runs")
}

fn succeed(options: &[&str]) -> String {
    let output = solve(options);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The stones with the winner after each.
fn winners(options: &[&str]) -> Vec<(String, String)> {
    let json: Value = serde_json::from_str(&succeed(options)).expect("JSON");
    assert_eq!(json["finished"], true);
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let moves = json["moves"].as_array().expect("listed").iter();
    moves.map(|one| (text(&one["move"]), text(&one["winner"]))).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|&(mv, winner)| (mv.to_owned(), winner.to_owned())).collect()
}

#[test]
fn solve_finds_the_winner_after_each_first_stone() {
    let expected = [("0,0", "white"), ("0,1", "black"), ("1,1", "black"), ("2,2", "black")];
    let json = [&HAVANNAH[..], &["--json"]].concat();
    assert_eq!(winners(&json), pairs(&expected));
    let words = succeed(&HAVANNAH);
    let lines: Vec<&str> = words.lines().collect();
    assert!(lines[0].starts_with("0,0   White wins ("), "{words}");
    assert!(lines[3].starts_with("2,2   Black wins (") && lines.len() == 5, "{words}");
    let draw = ["--option", "size=3", "--moves", "2,2 1,1", "--only", "2,3", "--json"];
    assert_eq!(winners(&draw), pairs(&[("2,3", "draw")]));
}

#[test]
fn solve_continues_from_a_saved_file() {
    let saved = Saved::new("continues");
    let options = [&HAVANNAH[..], &["--json", "--save", saved.path()]].concat();
    let one = [&options[..], &["--only", "1,1"]].concat();
    assert_eq!(winners(&one), pairs(&[("1,1", "black")]));
    assert_eq!(winners(&options).len(), 4);
    let again: Value = serde_json::from_str(&succeed(&options)).expect("JSON");
    assert_eq!((&again["nodes"], &again["finished"]), (&0.into(), &true.into()));
    assert!(std::fs::metadata(&saved.0).expect("written").len() > 1_000);
}

#[test]
fn solve_refuses_a_file_that_does_not_match() {
    let saved = Saved::new("refused");
    let save = ["--save", saved.path()];
    let _ = succeed(&[&HAVANNAH[..], &save].concat());
    let fail = |options: &[&str], expected: &str| {
        let output = solve(&[options, &save].concat());
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(expected) && message.contains(saved.path()), "{message}");
    };
    fail(&["--option", "size=3"], "saved for rules=havannah size=3; expected size=3");
    let mut bytes = std::fs::read(&saved.0).expect("written");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&saved.0, &bytes).expect("written");
    fail(&HAVANNAH, "damaged: the checksum does not match");
    bytes.truncate(middle);
    std::fs::write(&saved.0, &bytes).expect("written");
    fail(&HAVANNAH, "damaged: the checksum does not match");
    std::fs::write(&saved.0, "hello").expect("written");
    fail(&HAVANNAH, "not a saved solution; expected a file that");
}
