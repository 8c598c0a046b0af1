//! The answers of every bot of every game at fixed positions: the same position, options, seed and budget in nodes give the
//! same answer. The file of a game has choices, scores and terms; its file in `wording/` has the sentences.

use crate::cases::{Case, cases, games_and_bots};
use crate::files::{assert_no_differences, check, checksum, pairs, plain, read, updates};
use crate::shape::Shape;
use crate::wording::Wording;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt::Write as _;

const CASES: &str = "thoughts/cases.json";

/// The number of candidates and tasks of an answer that are written in full.
const SHOWN: usize = 2;
/// The fields that are written for the first of them only.
const FIRST: &[&str] = &["by_seat", "line_end", "interval", "pv", "margin"];

/// The moves of a position as the bots describe them.
type Described = BTreeMap<String, String>;

/// The file of a game while it is written. Sentences are written as `«index»` until all numbers are known.
struct Writer {
    wording: Wording,
    text: String,
    shape: Shape,
    positions: Vec<(String, Described)>,
    /// The names of the terms that were written last.
    terms: Vec<String>,
}

fn names(of: &Value) -> Vec<&str> {
    let mut names: Vec<&str> =
        of.as_object().map_or(Vec::new(), |terms| terms.keys().map(String::as_str).collect());
    names.sort_unstable();
    names
}

/// The values of an object in the order of its keys, without the keys. Empty if all are null.
fn values(of: &Value) -> String {
    let names = names(of);
    if names.iter().all(|name| of[*name].is_null()) {
        return String::new();
    }
    let all: Vec<String> = names.iter().map(|name| plain(&of[*name])).collect();
    format!("[{}]", all.join(" "))
}

impl Writer {
    fn sentence(&mut self, label: &str, sentence: &str) -> String {
        let (at, figures) = self.wording.split(sentence);
        format!("{label} «{at}» {figures}").trim_end().to_owned()
    }

    /// A candidate or task in one line.
    fn row(&mut self, row: &Value) -> String {
        let fields = row.as_object().expect("an object");
        let mut line = String::new();
        let mut sentences = Vec::new();
        for key in ["move", "task", "score"] {
            if let Some(value) = fields.get(key) {
                write!(line, " {}", plain(value)).expect("a text");
            }
        }
        for key in ["who", "words"] {
            if let Some(text) = fields.get(key).and_then(Value::as_str) {
                sentences.push(self.sentence("", text));
            }
        }
        // The first option is the task itself. The terms of the options are in the checksum only.
        for option in row["options"].as_array().into_iter().flatten().skip(1) {
            sentences.push(self.sentence("", option["words"].as_str().expect("words")));
            sentences.push(format!(" {}", plain(&option["score"])));
        }
        let terms = values(&row["terms"]);
        if !terms.is_empty() {
            write!(line, " {terms}").expect("a text");
        }
        let mut end = Map::new();
        if let Some(Value::Object(_)) = fields.get("line_end") {
            end.insert("end".to_owned(), Value::String(values(&row["line_end"])));
        }
        if row["pv"].as_array().is_some_and(|pv| !pv.is_empty()) {
            end.insert("pv".to_owned(), row["pv"].clone());
        }
        if let Some(Value::Object(margin)) = fields.get("margin") {
            let margin = format!("{} {}", plain(&margin["by"]), plain(&margin["unit"]));
            end.insert("margin".to_owned(), Value::String(margin));
        }
        let named = [
            "move", "task", "score", "who", "words", "terms", "options", "line_end", "pv",
            "margin", "spot",
        ];
        write!(line, "{}{}", pairs(fields, &named), pairs(&end, &[])).expect("a text");
        line + &sentences.concat()
    }

    /// Writes the first rows of a list, the number of the others, and a checksum of all rows in full.
    fn rows(&mut self, label: &str, list: &Value) {
        let Some(list) = list.as_array() else { return };
        let examined = |row: &&Value| row["examined"] != false;
        let shown: Vec<&Value> = list.iter().filter(examined).take(SHOWN).collect();
        for (place, row) in shown.iter().enumerate() {
            let row = if place == 0 { (*row).clone() } else { without(row, FIRST) };
            let line = self.row(&row);
            writeln!(self.text, "  {label}{}", line.trim_start()).expect("a text");
        }
        let all: String =
            list.iter().map(|row| plain(&without(row, &["who", "words"])) + "\n").collect();
        writeln!(self.text, "  {label}+{} {}", list.len() - shown.len(), checksum(&all))
            .expect("a text");
    }

    /// Writes the answer of a bot.
    fn case(&mut self, case: &Case) {
        let analysis = case.analysis();
        self.shape.add("thought", &analysis);
        let fields = analysis.as_object().expect("an object");
        let own = terms_of(&analysis);
        let terms = if own == self.terms { "" } else { &format!("\n  terms {}", own.join(" ")) };
        let mut named = vec!["candidates", "tasks", "why", "differences", "choice"];
        if analysis["exact"] == false {
            named.push("exact");
        }
        writeln!(
            self.text,
            "{}: {}{}{terms}",
            case.id(),
            plain(&analysis["choice"]),
            pairs(fields, &named)
        )
        .expect("a text");
        self.terms = own;
        self.rows("", &analysis["candidates"]);
        self.rows("task ", &analysis["tasks"]);
        let mut sentences: Vec<String> = Vec::new();
        for sentence in std::iter::once(&analysis["why"])
            .chain(analysis["differences"].as_array().into_iter().flatten())
        {
            sentences.push(
                self.sentence("", sentence.as_str().expect("a sentence")).trim_start().to_owned(),
            );
        }
        writeln!(self.text, "  says {}", sentences.join("; ")).expect("a text");

        let at =
            self.positions.iter().position(|(name, _)| name == case.position()).unwrap_or_else(
                || {
                    self.positions.push((case.position().to_owned(), Described::new()));
                    self.positions.len() - 1
                },
            );
        for (mv, words, place) in case.shown() {
            self.shape.add("location", &place);
            let described = format!("{} {}", self.sentence("", &words), plain(&place));
            let before = self.positions[at].1.insert(mv, described.clone());
            assert!(
                before.is_none_or(|before| before == described),
                "{described}: two descriptions"
            );
        }
    }

    /// Writes the moves of each position in words and on the board: one of them, and a checksum of all.
    fn positions(&mut self) {
        self.text +=
            "\n=== positions: moves, check sum of their descriptions and places, the first\n";
        for (name, moves) in &self.positions {
            let all: String = moves
                .iter()
                .map(|(mv, described)| {
                    // The number of a sentence is not one of its figures.
                    let figures = described.split_once("» ").map_or("", |(_, figures)| figures);
                    format!("{mv} {figures}\n")
                })
                .collect();
            let (first, described) = moves.iter().next().expect("a move");
            writeln!(self.text, "{name}: {} {} {first}{described}", moves.len(), checksum(&all))
                .expect("a text");
        }
    }

    /// The text with the numbers of the sentences.
    fn finish(&mut self) -> String {
        let numbers = self.wording.numbers();
        let mut parts = self.text.split('«');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (at, rest) = part.split_once('»').expect("an index");
            write!(text, "({}){rest}", numbers[at.parse::<usize>().expect("an index")])
                .expect("a text");
        }
        text
    }
}

fn without(row: &Value, keys: &[&str]) -> Value {
    let mut row = row.clone();
    for key in keys {
        row.as_object_mut().expect("an object").remove(*key);
    }
    row
}

fn terms_of(analysis: &Value) -> Vec<String> {
    names(&analysis["candidates"][0]["terms"]).into_iter().map(str::to_owned).collect()
}

fn file(game: &str) -> String {
    format!("thoughts/{game}.txt")
}

/// Compares the answers of one game with its golden files.
fn check_game(game: &str) {
    let mut writer = Writer {
        wording: Wording::read(&format!("wording/{game}.txt")),
        text: String::new(),
        shape: Shape::default(),
        positions: Vec::new(),
        terms: Vec::new(),
    };
    let mut cases = cases(&read(CASES), game);
    let bots: Vec<String> = cases.iter().map(|case| case.bot().to_owned()).collect();
    cases.sort_by_key(|case| bots.iter().position(|bot| bot == case.bot()));
    let mut bot = String::new();
    for case in &cases {
        if case.bot() != bot {
            bot = case.bot().to_owned();
            writer.terms.clear();
            let gap = if writer.text.is_empty() { "" } else { "\n" };
            writeln!(writer.text, "{gap}=== {bot}:").expect("a text");
        }
        writer.case(case);
    }
    writer.positions();
    let mut differences = writer.wording.check();
    let text = writer.finish();
    differences.extend(check(&file(game), &text));
    differences.extend(check(&format!("thoughts/{game}.shape.txt"), &writer.shape.text()));
    assert_no_differences(&differences);
}

#[test]
fn uros() {
    check_game("uros");
}

#[test]
fn isolation() {
    check_game("isolation");
}

#[test]
fn outpost() {
    check_game("outpost");
}

#[test]
fn fencemaster() {
    check_game("fencemaster");
}

#[test]
fn reversi() {
    check_game("reversi");
}

/// Games without their own test here.
#[test]
fn every_other_game() {
    let tested = ["uros", "isolation", "outpost", "fencemaster", "reversi"];
    for (game, _) in games_and_bots() {
        if !tested.contains(&game) {
            check_game(game);
        }
    }
}

/// New games and bots must have golden answers.
#[test]
fn every_bot_of_every_game_has_golden_thoughts() {
    if updates() {
        return;
    }
    let mut missing = Vec::new();
    for (game, bots) in games_and_bots() {
        let golden = read(&file(game));
        for (bot, _) in bots {
            if !golden.lines().any(|line| line.starts_with(&format!("=== {bot}:"))) {
                missing.push(format!("{bot} of {game}"));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "no golden thought of {}: add positions of the game to tests/golden/thoughts/cases.json, unless those of a random \
         game are enough, then run \
         `UPDATE_GOLDEN=1 cargo test --test golden` and commit the files",
        missing.join(", ")
    );
}
