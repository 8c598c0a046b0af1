//! `totora solve fencemaster`: its answers, and the file that they are saved to.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A file of this test's own, gone at its end.
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

fn fine(options: &[&str]) -> String {
    let output = solve(options);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The stones, and who wins after each.
fn winners(options: &[&str]) -> Vec<(String, String)> {
    let json: Value = serde_json::from_str(&fine(options)).expect("JSON");
    assert_eq!(json["finished"], true);
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let moves = json["moves"].as_array().expect("listed").iter();
    moves.map(|one| (text(&one["move"]), text(&one["winner"]))).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|&(mv, winner)| (mv.to_owned(), winner.to_owned())).collect()
}

#[test]
fn solve_tells_who_wins_after_each_first_stone() {
    let expected = [("0,0", "white"), ("0,1", "black"), ("1,1", "black"), ("2,2", "black")];
    let json = [&HAVANNAH[..], &["--json"]].concat();
    assert_eq!(winners(&json), pairs(&expected));
    let words = fine(&HAVANNAH);
    let lines: Vec<&str> = words.lines().collect();
    assert!(lines[0].starts_with("0,0   White wins ("), "{words}");
    assert!(lines[3].starts_with("2,2   Black wins (") && lines.len() == 5, "{words}");
    let draw = ["--option", "size=3", "--moves", "2,2 1,1", "--only", "2,3", "--json"];
    assert_eq!(winners(&draw), pairs(&[("2,3", "draw")]));
}

#[test]
fn solve_goes_on_from_what_was_saved() {
    let saved = Saved::new("goes-on");
    let options = [&HAVANNAH[..], &["--json", "--save", saved.path()]].concat();
    let one = [&options[..], &["--only", "1,1"]].concat();
    assert_eq!(winners(&one), pairs(&[("1,1", "black")]));
    assert_eq!(winners(&options).len(), 4);
    let again: Value = serde_json::from_str(&fine(&options)).expect("JSON");
    assert_eq!((&again["nodes"], &again["finished"]), (&0.into(), &true.into()));
    assert!(std::fs::metadata(&saved.0).expect("written").len() > 1_000);
}

#[test]
fn solve_refuses_a_file_that_does_not_fit() {
    let saved = Saved::new("refused");
    let save = ["--save", saved.path()];
    let _ = fine(&[&HAVANNAH[..], &save].concat());
    let wrong = |options: &[&str], said: &str| {
        let output = solve(&[options, &save].concat());
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(said) && message.contains(saved.path()), "{message}");
    };
    wrong(&["--option", "size=3"], "saved for rules=havannah size=3; expected size=3");
    let mut bytes = std::fs::read(&saved.0).expect("written");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&saved.0, &bytes).expect("written");
    wrong(&HAVANNAH, "damaged: the checksum does not match");
    bytes.truncate(middle);
    std::fs::write(&saved.0, &bytes).expect("written");
    wrong(&HAVANNAH, "damaged: the checksum does not match");
    std::fs::write(&saved.0, "hello").expect("written");
    wrong(&HAVANNAH, "not a saved solution; expected a file that");
}
