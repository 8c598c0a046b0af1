//! The cases of the source's riddle, "When would mutual disbandment not happen?", played by the engine from the figures in
//! `docs/reference/rules/outpost.toml`, and their pictures in `docs/reference/rules/outpost/`.
//! `TOTORA_WRITE_PICTURES=1 cargo test --test games outpost_pictures` writes them again.

use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use totora::record::Record;
use totora::session::Session;

/// The colours of the empires, after Okabe and Ito.
const EMPIRES: [&str; 4] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];
/// The part of the board in a picture: columns and rows.
const COLUMNS: std::ops::Range<usize> = 38..63;
const ROWS: std::ops::Range<usize> = 0..12;
const SIDE: usize = 12;

/// The cases, and how many outposts North-West and North-East lose in the last turn.
const CASES: [(&str, [usize; 2]); 4] =
    [("loner", [1, 1]), ("pair", [0, 1]), ("pairs", [0, 0]), ("radius-zero", [0, 0])];

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/rules")
}

/// The last position of a figure.
fn play(name: &str) -> Session {
    let text = std::fs::read_to_string(docs().join("outpost.toml")).expect("outpost.toml");
    let all: toml::Table = text.parse().expect("valid");
    let figure = json!(all["figures"][name]);
    let turns = figure["moves"].as_array().expect("a list").iter().flat_map(|entry| {
        let times = entry[0].as_u64().expect("a count") as usize;
        std::iter::repeat_n(entry[1].clone(), times)
    });
    let moves: Vec<Value> = turns.collect();
    let record = json!({
        "totora": 1, "game": "outpost", "options": figure["options"], "seed": 1, "moves": moves,
    });
    Session::replay(Record::from_json(&record).expect("a record")).expect("replays")
}

fn summary(session: &Session) -> Value {
    json!(session.position().summary())
}

fn draw(session: &Session) -> String {
    let (layout, view) = (json!(session.position().layout()), json!(session.position().view()));
    let summary = summary(session);
    let (width, height) = (COLUMNS.len() * SIDE, ROWS.len() * SIDE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#f6f1e4\"/>\n"
    );
    let mut put = |line: String| writeln!(svg, "{line}").expect("written to a string");
    let code =
        |all: &Value, x: usize, y: usize| all[x * 100 + y].as_u64().expect("a code") as usize;
    let place = |x: usize, y: usize| ((x - COLUMNS.start) * SIDE, (y - ROWS.start) * SIDE);
    for y in ROWS {
        for x in COLUMNS {
            let (left, top) = place(x, y);
            let square = |fill: &str, opacity: &str| {
                format!(
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\"{opacity}/>"
                )
            };
            if code(&layout["water"], x, y) == 1 {
                put(square("#9fc6d3", ""));
            }
            match code(&view["owners"], x, y) {
                0 => {}
                owner @ 1..=4 => put(square(EMPIRES[owner - 1], " fill-opacity=\".35\"")),
                _ => put(format!(
                    "<path stroke=\"#555\" d=\"M{left} {}l{SIDE} -{SIDE}\"/>",
                    top + SIDE
                )),
            }
        }
    }
    let shown = |x: usize, y: usize| COLUMNS.contains(&x) && ROWS.contains(&y);
    let number = |value: &Value| value.as_u64().expect("a number") as usize;
    for (empire, posts) in summary["outposts"].as_array().expect("a list").iter().enumerate() {
        for post in posts.as_array().expect("a list") {
            let (x, y) = (number(&post[0]), number(&post[1]));
            if shown(x, y) {
                let (left, top) = place(x, y);
                // Two outposts in one cell are drawn side by side.
                let middle = left + SIDE / 2 + 4 * empire - 2;
                let (row, colour) = (top + SIDE / 2, EMPIRES[empire]);
                put(format!(
                    "<circle cx=\"{middle}\" cy=\"{row}\" r=\"4\" fill=\"{colour}\" stroke=\"#fff\"/>"
                ));
            }
        }
    }
    for lost in summary["lost"].as_array().expect("a list") {
        let (empire, x, y) = (number(&lost[0]), number(&lost[2]), number(&lost[3]));
        if shown(x, y) {
            let (left, top) = place(x, y);
            put(format!(
                "<path stroke=\"{}\" stroke-width=\"2.5\" d=\"M{} {}l8 8m0-8l-8 8\"/>",
                EMPIRES[empire],
                left + 2 + 4 * empire - 2,
                top + 2
            ));
        }
    }
    svg + "</svg>\n"
}

#[test]
fn the_four_cases_of_the_riddle_end_as_the_rules_page_says() {
    for (name, expected) in CASES {
        let summary = summary(&play(name));
        let lost = |empire: u64| {
            let lost = summary["lost"].as_array().expect("a list");
            lost.iter().filter(|row| row[0] == empire).count()
        };
        assert_eq!([lost(0), lost(1)], expected, "{name}: {}", summary["lost"]);
        let posts = |empire: usize| summary["outposts"][empire].as_array().expect("a list").clone();
        let shared = posts(0).iter().filter(|post| posts(1).contains(post)).count();
        let meet = usize::from(expected == [0, 0]);
        assert_eq!(shared, meet, "{name}: outposts of both empires share a cell if none is lost");
    }
}

#[test]
fn every_case_of_the_riddle_has_a_current_picture() {
    let folder = docs().join("outpost");
    let write = std::env::var_os("TOTORA_WRITE_PICTURES").is_some();
    let page = std::fs::read_to_string(docs().join("outpost.md")).expect("outpost.md");
    for (name, _) in CASES {
        let picture = draw(&play(name));
        let path = folder.join(name).with_extension("svg");
        if write {
            std::fs::create_dir_all(&folder).expect("created");
            std::fs::write(&path, &picture).expect("written");
        }
        let saved = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(saved == picture, "{} is out of date; see the top of this file", path.display());
        assert!(page.contains(&format!("outpost/{name}.svg")), "{name}");
        assert!(page.contains(&format!("<!-- figure: {name} -->")), "{name}");
    }
}
