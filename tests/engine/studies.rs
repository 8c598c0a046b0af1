//! Studies: files, links, tasks and limits.

use super::random_games::random_game;
use serde_json::{Value, json};
use std::time::Instant;
use totora::base::rng::{Rng, Stream};
use totora::catalog::GAMES;
use totora::record::import::{Content, import};
use totora::study::{MAX_CHAPTERS, Study};

fn sample() -> Value {
    json!({
        "totora_study": 1,
        "title": "Three games",
        "about": "A chapter of each kind.",
        "author": "Ada",
        "chapters": [
            {
                "title": "A fork",
                "record": {
                    "totora": 3, "game": "isolation", "options": {}, "seed": 1,
                    "seats": [{ "human": true }, { "human": true }],
                    "moves": ["d4", "c3"], "result": null,
                    "annotations": [{ "line": 0, "ply": 2, "note": "Look at d5.", "arrows": [{ "from": "d4", "to": "b5" }] }],
                },
                "ply": 2,
                "view": { "turned": 1, "bot": { "bot": "greedy", "options": {} } },
                "task": { "kind": "find", "question": "Where does White go?", "moves": ["b5"], "hint": "To the left.", "why": "It keeps more exits." },
            },
            {
                "record": {
                    "totora": 1, "game": "reversi", "options": {}, "seed": 1,
                    "seats": [{ "human": true }, { "human": true }], "moves": ["5,4"], "result": null,
                },
                "ply": 0,
                "task": { "kind": "predict", "question": "Who is ahead?", "choices": ["Red", "Blue", "Nobody"], "right": 2, "why": "Both have two stones." },
            },
            {
                "record": {
                    "totora": 1, "game": "uros", "options": {}, "seed": 1,
                    "seats": [{ "human": true }, { "human": true }], "moves": [], "result": null,
                },
                "ply": 0,
                "view": { "bot": { "bot": "balanced", "options": {} }, "term": "bvl" },
                "task": { "kind": "term", "question": "Count your village.", "demands": [{ "more": "own_village", "score": "rises" }], "solution": "own_village" },
            },
        ],
    })
}

fn read(value: &Value) -> Result<Study, String> {
    Study::read(&value.to_string())
}

#[test]
fn studies_come_back_from_files_and_links() {
    let study = read(&sample()).expect("a study");
    study.check().expect("its games and tasks fit");
    assert_eq!(study.to_json(), sample());
    let link = study.link().expect("a link");
    assert!(link.starts_with("#1study.") && link.len() < 1_500, "{}", link.len());
    for text in [link.clone(), format!("Look: <https://totora.example/{link}>.")] {
        assert_eq!(Study::from_link(&text).expect("a study").to_json(), sample());
        assert!(matches!(import(&text), Ok(Content::Link(found)) if found.name == "study"));
    }
    assert!(matches!(import(&format!("\u{feff} {:#}", sample())), Ok(Content::Study)));
    let error = Study::from_link(&link[..link.len() - 9]).expect_err("cut");
    assert!(error.contains("damaged"), "{error}");
    let session = study.chapter(0).and_then(|one| one.session()).expect("a game");
    assert_eq!((session.ply(), session.annotation().note.as_str()), (2, "Look at d5."));
    assert_eq!(study.chapter(3).expect_err("none"), "there is no chapter 4; the study has 3");
}

#[test]
fn answers_are_checked_in_words() {
    let study = read(&sample()).expect("a study");
    let answer = |chapter: usize, text: &str| {
        let answered = study.chapter(chapter).expect("a chapter").answer(text);
        answered.map(|found| (found.right, found.words))
    };
    let yes = |words: &str| Ok((true, words.to_owned()));
    let no = |words: &str| Ok((false, words.to_owned()));
    assert_eq!(answer(0, "b5"), yes("Yes, b5. It keeps more exits."));
    assert_eq!(answer(0, "f5"), no("Not f5: look again."));
    assert!(answer(0, "a1").expect_err("illegal").contains("a1"));
    assert_eq!(answer(1, "2"), yes("Right. Both have two stones."));
    assert_eq!(answer(1, "0"), no("It is: Nobody. Both have two stones."));
    assert!(answer(1, "3").expect_err("no choice").contains("expected 0 to 2"));
    assert_eq!(answer(2, "own_village * 2"), yes("This term does it."));
    let (right, words) = answer(2, "opponent_front").expect("a formula");
    assert!(
        !right && words.starts_with("Not yet. More own_village raises the score: now it"),
        "{words}"
    );
    assert!(answer(2, "own_village +").expect_err("no formula").contains("column"));
}

#[test]
fn errors_name_the_chapter_and_the_field() {
    let with = |pointer: &str, value: Value| {
        let mut study = sample();
        *study.pointer_mut(pointer).expect(pointer) = value;
        let error = Study::read(&format!("{study:#}")).and_then(|study| study.check());
        error.expect_err(pointer)
    };
    for (pointer, value, expected) in [
        ("/title", json!("x".repeat(81)), "`title` is "),
        ("/totora_study", json!(2), "newer Totora"),
        ("/totora_study", json!("1"), "expected the format's version, 1"),
        ("/chapters", json!([]), "`chapters` is `[]`; expected a list of 1 to 300"),
        ("/chapters/1", json!(7), "chapter 2: "),
        (
            "/chapters/1/ply",
            json!(2),
            "chapter 2: `ply` is `2`; expected a whole number from 0 to 1",
        ),
        ("/chapters/1/record/game", json!("chess"), "chapter 2: "),
        ("/chapters/1/record/moves", json!(["9,9"]), "chapter 2: ply 1: "),
        (
            "/chapters/0/record/annotations/0/note",
            json!("x".repeat(501)),
            "chapter 1: record.annotations[0].note: 501 characters; expected at most 500",
        ),
        (
            "/chapters/0/record/annotations/0/arrows/0/to",
            json!("z1"),
            "chapter 1: `record.annotations[0].arrows[0].to` is `\"z1\"`",
        ),
        ("/chapters/0/view/bot/bot", json!("nobody"), "chapter 1: view.bot: "),
        (
            "/chapters/2/view/term",
            json!("xyz"),
            "chapter 3: `view.term` is `\"xyz\"`; expected one of bvl",
        ),
        (
            "/chapters/0/task/kind",
            json!("guess"),
            "chapter 1: `task.kind` is `\"guess\"`; expected find, predict or term",
        ),
        ("/chapters/0/task/moves", json!(["d4"]), "chapter 1: `task.moves[0]`: "),
        (
            "/chapters/1/task/right",
            json!(3),
            "chapter 2: `task.right` is `3`; expected a whole number from 0 to 2",
        ),
        ("/chapters/2/task/demands/0/more", json!("corners"), "chapter 3: task.demands[0].more: "),
        (
            "/chapters/2/task/demands/0",
            json!({ "against": { "bot": "random" } }),
            "chapter 3: `task.demands[0]` is ",
        ),
        ("/chapters/2/task/solution", json!("1"), "chapter 3: `task.solution` is not enough: "),
        ("/chapters/2/task/question", Value::Null, "chapter 3: `task.question` is missing"),
    ] {
        let error = with(pointer, value);
        assert!(error.contains(expected), "{pointer}: {error}");
    }
    // Form errors have a line and a column.
    let error = with("/chapters/0/record/annotations/0/note", json!(3));
    let mut study = sample();
    study["chapters"][0]["record"]["annotations"][0]["note"] = json!(3);
    let text = format!("{study:#}");
    let line = text.lines().position(|line| line.contains("\"note\": 3")).expect("there") + 1;
    assert!(error.starts_with(&format!("line {line}, column ")), "{error}");
    for text in ["", "{", "[]", "null", "{\"totora_study\": 1}", "{\"totora_study\": 1, \"x\": 1}"]
    {
        let error = Study::read(text).expect_err(text);
        assert!(error.starts_with("line 1, column "), "{text}: {error}");
    }
}

#[test]
fn sizes_are_bounded() {
    let huge = format!("{{\"totora_study\": 1, \"title\": \"{}\"}}", "x".repeat(10 << 20));
    let error = Study::read(&huge).expect_err("too large");
    assert_eq!(error, format!("the study has {} bytes; at most 4194304 are read", huge.len()));
    let mut study = sample();
    let chapter = study["chapters"][1].clone();
    study["chapters"] = json!(vec![chapter; MAX_CHAPTERS + 1]);
    assert!(read(&study).expect_err("too many").contains("expected a list of 1 to 300"));
    // A long study is a file, and its link says why it is none.
    let mut rng = Rng::new(3, Stream::Other(1));
    let chapters: Vec<Value> = (0..MAX_CHAPTERS)
        .map(|_| {
            let letters = (0..500).map(|_| char::from(b'a' + rng.below(26) as u8));
            let note: String = letters.collect();
            let annotations = json!([{ "line": 0, "ply": 0, "note": note }]);
            json!({ "record": { "totora": 3, "game": "isolation", "annotations": annotations }, "ply": 0 })
        })
        .collect();
    study["chapters"] = json!(chapters);
    let error = read(&study).expect("a study").link().expect_err("too long").to_string();
    assert!(error.contains("characters; at most 32768") || error.contains("unpacks"), "{error}");
}

#[test]
fn two_hundred_chapters_open_within_a_second() {
    let record = |n: usize| {
        random_game(GAMES[n % GAMES.len()].id(), &json!({}), n as u64, 30).to_record().to_json()
    };
    let chapters: Vec<Value> = (0..200).map(|n| json!({ "record": record(n), "ply": 3 })).collect();
    let study = json!({ "totora_study": 1, "title": "Long", "chapters": chapters });
    let text = study.to_string();
    let begun = Instant::now();
    let study = Study::read(&text).expect("a study");
    let first = study.chapter(199).and_then(|chapter| chapter.session()).expect("a game");
    let spent = begun.elapsed();
    assert_eq!(first.ply(), 3);
    // Debug builds are slower than the page by about ten times.
    let most = if cfg!(debug_assertions) { 5_000 } else { 500 };
    assert!(spent.as_millis() < most, "{spent:?}");
}

#[test]
fn mutated_studies_are_read_or_refused() {
    let whole = sample().to_string();
    let mut rng = Rng::new(9, Stream::Other(4));
    let (mut read, mut refused) = (0, 0);
    for _ in 0..600 {
        let mut bytes = whole.clone().into_bytes();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(bytes.len());
            match rng.below(3) {
                0 => drop(bytes.remove(at)),
                1 => bytes[at] = b"{}[]\",:019ax"[rng.below(12)],
                _ => bytes.insert(at, rng.below(128) as u8),
            }
        }
        match Study::read(&String::from_utf8_lossy(&bytes)) {
            Ok(study) => {
                read += 1;
                // What is wrong with a game or a task is said when its chapter opens.
                drop(study.check());
            }
            Err(error) => {
                refused += 1;
                assert!(error.starts_with("line "), "{error}");
            }
        }
    }
    assert!(read > 20 && refused > 200, "{read} read, {refused} refused");
}
