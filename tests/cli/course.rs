//! `totora course grade` on a class of thirty with five hostile hand-ins.

use super::commands::{json, totora_with};
use serde_json::{Value, json};
use std::path::PathBuf;
use totora::arena::setup;
use totora::arena::table::Table;
use totora::contract::bot::NoClock;
use totora::lab::handin::{Taught, result_of};
use totora::lab::shared;

/// One step, decided by quick games.
const LESSON: &str = r#"{
  "game": "isolation", "title": "For a test", "about": "One step.",
  "begin": {"formula": "0", "search": "one-ply"},
  "steps": [{"title": "One", "text": "Win.", "hint": "h",
    "demands": [{"more": "own_moves", "score": "rises"},
                {"against": {"formula": "0"}, "question": "Yours will be"}]}]
}"#;

/// A folder that is deleted at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("totora-course-{}-{name}", std::process::id()));
        std::fs::create_dir_all(path.join("late")).expect("created");
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.0.join(name), content).expect("written");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// A hand-in of this heuristic with its true result, which `change` may falsify.
fn link(taught: &Taught, name: &str, formula: &str, change: impl Fn(&mut Value)) -> String {
    let options = json!({ "formula": formula, "search": "one-ply" });
    let setup = taught.measuring(options.as_object().expect("an object"));
    let mut table = Table::new(setup::read(&setup).expect("a setup")).expect("a table");
    for game in 0..table.plan().games() {
        let line = table.play(game, &|| Box::new(NoClock)).expect("played");
        table.add(&line).expect("added");
    }
    let mut work = json!({
        "name": name, "options": options, "attempts": [3], "result": result_of(&table),
        "predictions": [{ "step": 1, "said": "stronger", "right": true }],
    });
    change(&mut work);
    taught.hand_in(&work).expect("a link").link
}

fn grade(args: &[&str]) -> (Option<i32>, String, String) {
    let all = [&["course", "grade"], args].concat();
    let ran = totora_with(&all, b"");
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    (ran.code, ran.out, ran.err)
}

#[test]
fn five_hostile_hand_ins_of_thirty_are_reported_and_the_others_graded() {
    let folder = Folder::new("thirty");
    let taught = Taught::read(LESSON).expect("a lesson");
    folder.write("lesson.json", LESSON);
    let honest = |i: usize| {
        link(
            &taught,
            &format!("Pupil {i}"),
            &format!("own_moves - 0.{i:02} * opponent_moves"),
            |_| {},
        )
    };
    // Some in files of their own, some in one list, one in a folder.
    for i in 1..=10 {
        folder.write(&format!("pupil-{i:02}.txt"), format!("https://x.example/{}\n", honest(i)));
    }
    folder.write("late/pupil.txt", honest(11));
    let list: Vec<String> = (12..=24).map(honest).collect();
    folder.write("list.txt", list.join("\n\n"));
    let heuristic = json!({
        "game": "isolation", "bot": "lab",
        "options": { "formula": [{ "name": "a", "weight": 1, "formula": "own_moves" }] },
    });
    folder.write("saved.json", serde_json::to_string_pretty(&heuristic).expect("JSON"));
    // A better result, a cut link, bytes, a program, and a formula without an end.
    let better = |work: &mut Value| work["result"]["share"] = json!(0.999);
    folder.write("x1.txt", link(&taught, "Mallory", "own_moves + 7", better));
    let cut = honest(25);
    folder.write("x2.txt", &cut[..cut.len() - 20]);
    folder.write("x3.txt", [0x89, b'P', b'N', b'G', 0, 0xff, 0xfe]);
    folder.write("x4.txt", "<script>alert(1)</script>");
    folder.write("x5.json", r#"{"game":"isolation","options":{"formula":"((((((own_moves"}}"#);

    let report = folder.path("late/report.xml");
    let (code, out, err) = grade(&[&folder.path(""), "--junit", &report]);
    assert_eq!(code, Some(1), "{out}{err}");
    assert_eq!(err, "totora: 5 of 30 hand-ins are wrong\n");
    let (table, reasons) = out.split_once("\n\n").expect("a table and the reasons");
    let rows: Vec<&str> = table.lines().skip(1).collect();
    assert_eq!(rows.len(), 30, "{table}");
    assert_eq!(rows.iter().filter(|row| row.contains(" yes ")).count(), 25, "{table}");
    // The result column, after the names, is sorted.
    let shares: Vec<f64> = rows
        .iter()
        .filter_map(|row| row.split("isolation").nth(1)?.split_whitespace().next()?.parse().ok())
        .collect();
    assert!(shares.len() >= 26 && shares.is_sorted_by(|a, b| a >= b), "{shares:?}");
    for (file, said) in [
        ("x1.txt, Mallory: The result is 99.9% (", "played again, it is "),
        ("x2.txt, ", "this link is damaged"),
        ("x3.txt: ", "not a text"),
        ("x4.txt, <script>", "this is not a Totora link"),
        ("x5.json: ", "the formula ends here"),
    ] {
        let line = reasons.lines().find(|line| line.contains(file)).unwrap_or_else(|| {
            panic!("{file} is missing:\n{reasons}");
        });
        assert!(line.contains(said), "{line}");
    }
    assert_eq!(reasons.lines().count(), 5, "{reasons}");

    let xml = std::fs::read_to_string(&report).expect("written");
    assert!(xml.contains("tests=\"30\" failures=\"5\""), "{xml}");
    assert!(xml.contains("&lt;script&gt;") && !xml.contains("<script>"), "{xml}");
    assert_eq!(xml.matches("<testcase ").count(), 30);
    assert_eq!(xml.matches("<failure ").count(), 5);
    std::fs::remove_file(&report).expect("removed");

    let (code, out, _) = grade(&[&folder.path(""), "--json"]);
    let found = json(&out);
    assert_eq!(code, Some(1));
    assert_eq!((&found["score"], &found["max_score"]), (&json!(25), &json!(30)));
    let tests = found["tests"].as_array().expect("tests");
    let sum: u64 = tests.iter().filter_map(|test| test["score"].as_u64()).sum();
    assert_eq!((tests.len(), sum), (30, 25));
    for test in tests {
        assert!(test["name"].is_string() && test["output"].is_string(), "{test}");
        assert_eq!(test["status"] == "passed", test["score"] == json!(1), "{test}");
    }
    let rows = found["extra_data"]["hand_ins"].as_array().expect("rows");
    let right = rows.iter().filter(|row| row["right"] == json!(true));
    for row in right.filter(|row| !row["handed_in"].is_null()) {
        assert_eq!(row["result"], row["handed_in"], "to the last bit");
        assert_eq!(row["predictions"], json!({ "right": 1, "of": 1 }));
    }
}

#[test]
fn a_right_class_ends_with_0_and_codes_are_found() {
    let folder = Folder::new("right");
    let taught = Taught::read(LESSON).expect("a lesson");
    folder.write("lesson.json", LESSON);
    let ada = link(&taught, "Ada", "own_moves", |_| {});
    let code = totora::lab::handin::HandIn::open(&ada).expect("a hand-in").code();
    folder.write("ada.txt", &ada);
    let (file, lesson) = (folder.path("ada.txt"), folder.path("lesson.json"));
    let args = [file.as_str(), "--lesson", &lesson, "--code", &code.to_lowercase()];
    let (exit, out, err) = grade(&args);
    assert_eq!((exit, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.contains("Ada") && out.contains(&code) && out.lines().count() == 2, "{out}");

    let (exit, out, err) = grade(&[&file, "--lesson", &lesson, "--code", "00000-00000"]);
    assert_eq!((exit, err.as_str()), (Some(1), "totora: no link for 1 code\n"));
    assert!(out.contains("No hand-in has the code 00000-00000."), "{out}");

    // Without the lesson, the reason names what is missing. Two of the same work are noted.
    let (exit, out, _) = grade(&[&file]);
    assert_eq!(exit, Some(1));
    assert!(out.contains("another version of a lesson"), "{out}");
    folder.write("ben.txt", link(&taught, "Ben", " own_moves", |_| {}));
    let (exit, out, _) = grade(&[&folder.path("")]);
    assert_eq!(exit, Some(0), "{out}");
    assert!(out.contains("ben.txt, Ben: The same heuristic as Ada ("), "{out}");

    // A heuristic of a lesson of Totora.
    let formula = json!({ "formula": "own_moves - opponent_moves", "search": "one-ply" });
    let draft = json!({ "game": "isolation", "options": formula, "position": "" });
    folder.write("own.txt", shared::heuristic_link(&draft).expect("a link"));
    let (exit, out, err) = grade(&[&folder.path("own.txt")]);
    assert_eq!(exit, Some(0), "{out}{err}");
}

#[test]
fn invalid_arguments_of_grade_end_with_2() {
    let folder = Folder::new("invalid");
    folder.write("wrong.json", "{}");
    folder.write("ada.txt", "hello");
    let (file, wrong) = (folder.path("ada.txt"), folder.path("wrong.json"));
    for (args, said) in [
        (&["/nowhere/at/all"][..], "/nowhere/at/all: there is no such file or folder"),
        (&[&file, "--code", "K7QF2"], "the code has 5 characters; expected 10"),
        (&[&file, "--code", "K7QU2-M9XCT"], "character 4 of the code is `U`"),
        (&[&file, "--lesson", &wrong], "`game` is missing"),
        (&[], "required"),
    ] {
        let (code, out, err) = grade(args);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}: {err}");
        assert!(err.contains(said), "{err}");
    }
    let (code, _, err) = grade(&[&folder.path("late")]);
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("no hand-ins in these files"), "{err}");
    // Endless games end.
    let slow = json!({
        "game": "isolation", "title": "Slow", "about": "Slow.",
        "begin": {"formula": "0", "search": "alpha-beta"},
        "steps": [{"title": "One", "text": "Win.", "hint": "h", "demands": [{"against": {"formula": "0"}, "nodes": 2000}]}],
    });
    folder.write("slow.json", slow.to_string());
    let draft = json!({
        "game": "isolation", "position": "",
        "options": { "formula": "own_reach - opponent_reach", "search": "alpha-beta" },
    });
    folder.write("ada.txt", shared::heuristic_link(&draft).expect("a link"));
    let slow = folder.path("slow.json");
    let (code, out, _) = grade(&[&file, "--lesson", &slow, "--seconds", "0"]);
    assert_eq!(code, Some(1));
    assert!(out.contains("Its games took longer than 0 s and were stopped"), "{out}");
    let help = totora_with(&["course", "grade", "--help"], b"").out;
    assert!(help.contains("Usage: totora course grade") && help.contains("Example"), "{help}");
}
