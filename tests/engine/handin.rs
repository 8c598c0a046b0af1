//! Hand-ins: links with a result that anyone can play again, and lists of them with whatever else people paste.

use serde_json::{Value, json};
use totora::arena::setup;
use totora::arena::table::Table;
use totora::base::options::RawOptions;
use totora::contract::bot::NoClock;
use totora::lab::handin::class::{Class, ClassRow, MOST_ROWS, compare};
use totora::lab::handin::{HandIn, HandInResult, Taught, read_code, result_of};
use totora::lab::lessons::BUILT_IN;
use totora::lab::shared;

/// Two steps, the first with a prediction; quick games decide both.
const LESSON: &str = r#"{
  "game": "isolation", "title": "Two steps", "about": "For a test.",
  "begin": {"formula": "0", "search": "one-ply"},
  "steps": [
    {"title": "One", "text": "Guess.", "hint": "h",
     "demands": [{"against": {"formula": "0"}, "question": "Yours will be"}]},
    {"title": "Two", "text": "Win.", "hint": "h",
     "demands": [{"more": "own_moves", "score": "rises"}, {"against": {"formula": "0"}}]}
  ]
}"#;

fn options(formula: &str) -> RawOptions {
    let Value::Object(options) = json!({ "formula": formula, "search": "one-ply" }) else {
        unreachable!("it is an object")
    };
    options
}

fn played(taught: &Taught, options: &RawOptions, backwards: bool) -> HandInResult {
    let arena = setup::read(&taught.measuring(options)).expect("a setup");
    let mut table = Table::new(arena).expect("a table");
    let mut games: Vec<usize> = (0..table.plan().games()).collect();
    if backwards {
        games.reverse();
    }
    for game in games {
        let line = table.play(game, &|| Box::new(NoClock)).expect("played");
        table.add(&line).expect("added");
    }
    result_of(&table).expect("a result")
}

fn work(name: &str, formula: &str, result: &HandInResult) -> Value {
    json!({
        "name": name, "options": options(formula), "attempts": [2, 3],
        "predictions": [{ "step": 1, "said": "stronger", "right": true }], "result": result,
    })
}

fn rows(lessons: &[&str], text: &str) -> Vec<ClassRow> {
    let mut class = Class::new(lessons).expect("lessons");
    class.add(&[("class.txt".to_owned(), text.to_owned())]);
    class.into_rows()
}

#[test]
fn a_result_is_played_again_to_the_last_bit() {
    let taught = Taught::read(LESSON).expect("a lesson");
    let result = played(&taught, &options("own_moves"), false);
    assert_eq!((result.games, result.seed), (200, 1));
    assert!(result.low < result.share && result.share < result.high && result.share > 0.8);
    assert_eq!(played(&taught, &options("own_moves"), true), result);
    assert_ne!(played(&taught, &options("own_moves - opponent_moves"), false), result);

    let made = taught.hand_in(&work("Ada", "own_moves", &result)).expect("a link");
    assert!(made.link.len() < 500, "{}", made.link.len());
    let opened = HandIn::open(&format!("Here it is: <https://x.example/p{}>.", made.link));
    let opened = opened.expect("a hand-in");
    assert_eq!((opened.name.as_str(), opened.result.as_ref()), ("Ada", Some(&result)));
    assert_eq!((opened.link(), opened.code()), (Ok(made.link.clone()), made.code.clone()));
    assert_eq!(read_code(&made.code.to_lowercase().replace('-', " ")), Ok(made.code.clone()));
    // Any change of the work changes the code.
    let other = taught.hand_in(&work("Ben", "own_moves", &result)).expect("a link");
    assert_ne!(other.code, made.code);

    let found = rows(&[LESSON], &made.link);
    let [row] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(row.problems, Vec::<String>::new());
    assert_eq!((row.attempts, row.right, row.predictions), (Some(5), 1, 1));
    let again = played(&taught, &opened.options, false);
    assert_eq!(compare(row.result.as_ref().expect("one"), &again, &row.totora), None);
    for (key, value, said) in [
        ("share", json!(1), "The result is 100.0% ("),
        ("high", json!(0.999), "played again, it is "),
        ("seed", json!(7), "of 200 games with seed 7; expected 200 games with seed 1"),
        ("games", json!(40), "of 40 games with seed 1; expected 200"),
        ("digest", json!("00000000"), "the right share, but of other games"),
    ] {
        let mut forged = json!(result);
        forged[key] = value;
        let forged: HandInResult = serde_json::from_value(forged).expect("a result");
        let words = compare(&forged, &again, &row.totora).expect("a difference");
        assert!(words.contains(said), "{words}");
        let words = compare(&forged, &again, "0.0.1").expect("a difference");
        assert!(words.contains("It was made with Totora 0.0.1"), "{words}");
    }
}

#[test]
fn invalid_hand_ins_name_the_field_and_what_is_expected() {
    let taught = Taught::read(LESSON).expect("a lesson");
    let result = json!({
        "games": 200, "seed": 1, "share": 0.5, "low": 0.4, "high": 0.6, "digest": "0123abcd",
    });
    let good = json!({
        "lesson": { "game": "isolation", "print": taught.print }, "totora": "0.1.0", "name": "Ada",
        "options": options("own_moves"), "attempts": [1, 1], "predictions": [], "result": result,
    });
    assert!(HandIn::read(&good).is_ok());
    let prediction = |step: u64, said: &str| json!({ "step": step, "said": said, "right": true });
    for (path, value, said) in [
        ("", json!([]), "found `[]`; expected an object"),
        ("", json!({}), "`lesson` is missing"),
        ("lesson/game", json!("chess"), "chess"),
        ("lesson/print", json!("xyz"), "`lesson.print` is `\"xyz\"`; expected eight hexadecimal"),
        ("name", json!("x".repeat(61)), "expected a text of 0 to 60 characters"),
        ("name", json!("A\u{202e}da"), "`name` is "),
        ("name", json!("A\nda"), "on one line"),
        ("options", json!({}), "`options.formula` is missing"),
        ("options/formula", json!(5), "`options.formula` is `5`; expected a text"),
        ("options/formula", json!("own_moves -"), "column 12"),
        ("options/formula", json!("x".repeat(100_000)), "options"),
        ("options/file", json!("/etc/passwd"), "only the command line reads files"),
        ("options/search", json!("x"), "search"),
        ("options/other", json!(1), "other"),
        ("attempts", json!([]), "`attempts` is `[]`; expected a list of 1 to 8"),
        ("attempts", json!([1, -1]), "`attempts[1]` is `-1`; expected a whole number from 0"),
        ("attempts", json!(vec![1; 9]), "expected a list of 1 to 8"),
        ("predictions", json!([prediction(3, "equal")]), "from 1 to 2"),
        ("predictions", json!([prediction(1, "odd")]), "expected stronger, equal, weaker"),
        ("predictions", json!(vec![prediction(1, "equal"); 2]), "one prediction a step"),
        ("result/share", json!(1.01), "expected a share from 0 to 1"),
        ("result/low", json!("0.5"), "expected a share from 0 to 1"),
        ("result/games", json!(0), "`result.games` is `0`"),
        ("result/digest", json!("0123ABCD"), "eight hexadecimal digits"),
        ("result/more", json!(1), "unknown field `more`"),
        ("more", json!(1), "unknown field `more`"),
    ] {
        let mut wrong = good.clone();
        match path {
            "" => wrong = value,
            path => {
                let (at, key) = path.rsplit_once('/').unwrap_or(("", path));
                let at = if at.is_empty() { &mut wrong } else { &mut wrong[at] };
                at[key] = value;
            }
        }
        let error = HandIn::read(&wrong).expect_err("an error");
        assert!(error.contains(said), "{path}: {error}");
        assert!(error.len() < 300, "{error}");
    }
    // A result may be missing: some lessons have no games.
    let mut without = good;
    without["result"] = Value::Null;
    assert!(HandIn::read(&without).is_ok());
}

#[test]
fn cut_links_are_refused_at_every_length() {
    let taught = Taught::read(LESSON).expect("a lesson");
    let result = json!({
        "games": 200, "seed": 1, "share": 0.5, "low": 0.4, "high": 0.6, "digest": "0123abcd",
    });
    let result: HandInResult = serde_json::from_value(result).expect("a result");
    let link = taught.hand_in(&work("Ada", "own_moves", &result)).expect("a link").link;
    for length in 0..link.len() {
        // A last character that a program dropped is found again.
        if let Ok(found) = HandIn::open(&link[..length]) {
            assert_eq!((length, found.link()), (link.len() - 1, Ok(link.clone())));
        }
    }
    let error = HandIn::open(&link[..link.len() / 2]).expect_err("cut");
    assert!(error.ends_with("Copy the link again"), "{error}");
    let lesson = shared::lesson_link(LESSON).expect("a link");
    assert_eq!(HandIn::open(&lesson), Err("this is no link to a hand-in".to_owned()));
}

#[test]
fn a_list_has_a_row_for_every_line_whatever_is_in_it() {
    let taught = Taught::read(LESSON).expect("a lesson");
    let result = json!({
        "games": 200, "seed": 1, "share": 0.5, "low": 0.4, "high": 0.6, "digest": "0123abcd",
    });
    let result: HandInResult = serde_json::from_value(result).expect("a result");
    let link = |name: &str, formula: &str| {
        taught.hand_in(&work(name, formula, &result)).expect("a link").link
    };
    let ada = link("Ada", "own_moves");
    let (start, rest) = ada.split_at(60);
    let (middle, end) = rest.split_at(60);
    let mut without = work("Cleo", "own_moves + 1", &result);
    without["result"] = Value::Null;
    let without = taught.hand_in(&without).expect("a link").link;
    let mut extra = work("Dan", "2 * own_moves", &result);
    extra["predictions"] = json!([{ "step": 2, "said": "equal", "right": true }]);
    extra["attempts"] = json!([1, 1, 1]);
    let extra = taught.hand_in(&extra).expect("a link").link;
    let other = LESSON.replace("\"more\": \"own_moves\"", "\"more\": \"own_reach\"");
    let other = Taught::read(&other).expect("a lesson");
    let other = other.hand_in(&work("Eve", "3 * own_moves", &result)).expect("a link").link;
    let heuristic = json!({ "game": "isolation", "options": options("own_reach"), "position": "" });
    let heuristic = shared::heuristic_link(&heuristic).expect("a link");
    let lines = [
        format!("> {start}"),
        format!("> {middle}"),
        format!("> {end}"),
        String::new(),
        format!("2026-11-30,Ben,\"https://x.example/p{}\"", link("Ben", "own_moves + 0")),
        "hello".to_owned(),
        without,
        extra,
        other,
        heuristic,
        link("Fay", "opponent_moves"),
        link("Gil", "own_moves"),
        ada[..ada.len() - 9].to_owned(),
        json!({ "game": "isolation", "bot": "lab", "options": options("own_moves * 2") })
            .to_string(),
        "{\"game\": \"isolation\"".to_owned(),
        "x".repeat(200_000),
        "#1uros.AAAA".to_owned(),
        shared::lesson_link(LESSON).expect("a link"),
    ];
    // The lesson is the last line, and is there for all.
    let found = rows(&[], &lines.join("\n"));
    let brief = |row: &ClassRow| (row.line, row.name.clone(), row.problems.join("; "));
    let expected = [
        (1, "Ada", ""),
        (5, "Ben", ""),
        (6, "hello", "not a Totora link"),
        (7, "Cleo", "It has no result; expected one of 200 games"),
        (8, "Dan", "attempts of 3 steps; the lesson has 2; It has a prediction for step 2"),
        (9, "Eve", "It is of another version of a lesson"),
        (10, "", ""),
        (11, "Fay", "The last step is not complete: More own_moves raises the score: now it"),
        (12, "Gil", ""),
        (13, "#1handin.", "damaged"),
        (14, "", ""),
        (15, "{\"game\"", "no JSON: EOF"),
        (16, "xxx", "200000 bytes on one line; at most 131072 are read"),
        (17, "#1uros.AAAA", "damaged"),
    ];
    assert_eq!(found.len(), expected.len(), "{:#?}", found.iter().map(brief).collect::<Vec<_>>());
    for (row, (line, name, problem)) in found.iter().zip(expected) {
        let (at, named, problems) = brief(row);
        assert_eq!(at, line, "{row:?}");
        assert!(named.starts_with(name), "{named}");
        assert!(problems.contains(problem) && problems.is_empty() == problem.is_empty(), "{row:?}");
        let read = row.game.is_some();
        assert_eq!(row.bot.is_object(), read, "{row:?}");
    }
    assert_eq!(found[8].notes, ["The same heuristic as Ada (line 1)"]);
    assert!(found[1].notes.is_empty(), "another formula");
    // In the Arena each plays under the pupil's name.
    let bot = found[0].bot["options"]["formula"].as_str().expect("a text");
    assert!(bot.contains("\"name\":\"Ada\""), "{bot}");
}

#[test]
fn a_list_is_bounded() {
    let text = "hello\n".repeat(MOST_ROWS + 70);
    let found = rows(&BUILT_IN, &text);
    assert_eq!(found.len(), MOST_ROWS + 1);
    let last = found.last().expect("rows");
    assert_eq!(last.problems, ["70 more were not read: at most 1000 are read together"]);
    // Damaged links with text after each: the work is linear.
    let begun = std::time::Instant::now();
    rows(&[], &format!("#1handin.AAAA\n{}", "A\n".repeat(50)).repeat(3_000));
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

#[test]
fn every_lesson_of_totora_measures_a_heuristic() {
    let mut prints = Vec::new();
    for text in BUILT_IN {
        let taught = Taught::read(text).expect("a lesson");
        let setup = taught.measuring(&taught.lesson.begin);
        let arena = setup::read(&setup).expect("a setup");
        assert_eq!((arena.games, arena.seed), (200, 1), "{}", taught.lesson.title);
        // Words do not change the version, games do.
        let reworded = text.replacen("\"title\": \"", "\"title\": \"New: ", 1);
        assert_eq!(Taught::read(&reworded).expect("a lesson").print, taught.print);
        let other = text.replacen("\"demands\": [", "\"demands\": [{\"terms\": 1}, ", 1);
        assert_ne!(Taught::read(&other).expect("a lesson").print, taught.print);
        prints.push(taught.print);
    }
    prints.sort();
    prints.dedup();
    assert_eq!(prints.len(), BUILT_IN.len());
}
