//! `totora sweep`, `tune`, `learn` and `ablate`: their games are those of an arena, their results do not depend on the threads, and an
//! interrupted run has the results so far.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn totora(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_totora")).args(args).output().expect("starts")
}

fn json(args: &[&str]) -> Value {
    let output = totora(args);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {errors}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn refused(args: &[&str]) -> String {
    let output = totora(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A temporary folder, which is deleted at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("totora-prove-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Scratch(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

#[test]
fn a_sweep_has_the_figures_and_the_results_file_of_an_arena() {
    let scratch = Scratch::new("sweep");
    let file = scratch.file("sweep.jsonl");
    let words = "sweep uros --bot balanced --option efl --from 1 --to 5 --steps 3 --field explore,greedy \
        --games 4 --seed 8 --json --results";
    let args: Vec<&str> = words.split_whitespace().chain([file.as_str()]).collect();
    let swept = json(&args);
    assert_eq!(swept["finished"], true);
    let points = swept["points"].as_array().expect("points");
    assert_eq!(points.len(), 3);
    for point in points {
        let bot = format!("balanced:efl={}", point["value"]);
        let arena = json(&[
            "arena",
            "uros",
            "--bots",
            &bot,
            "--against",
            "explore,greedy",
            "--games",
            "4",
            "--seed",
            "8",
            "--json",
        ]);
        for key in ["wins", "draws", "losses", "share", "low", "high"] {
            assert_eq!(point[key], arena["bots"][0][key], "{bot}: {key}");
        }
    }
    let merged = json(&["arena", "merge", &file, "--json"]);
    assert_eq!(merged["bots"][0]["wins"], points[0]["wins"]);
    // With the same file, nothing is played again and the output is the same.
    assert_eq!(json(&args), swept);
}

/// With four players, `ahead` counts points as the shares do: a bot that never wins can be second or last.
#[test]
fn with_four_players_ahead_is_the_difference_of_the_shares() {
    let words = "sweep outpost --bot harvester --option turns=25 --number land --from 0 --to 20 --steps 2 \
        --field mason,wolfpack,phalanx --games 8 --seed 5 --json";
    let swept = json(&words.split_whitespace().collect::<Vec<_>>());
    let points = swept["points"].as_array().expect("points");
    let share = |point: &Value| point["share"].as_f64().expect("a number");
    let now = points.iter().find(|point| point["now"] == true).expect("the current value");
    let mut apart = 0;
    for point in points.iter().filter(|point| point["now"] == false) {
        let ahead = point["ahead"]["middle"].as_f64().expect("two openings");
        assert!((ahead - (share(point) - share(now))).abs() < 1e-5, "{point}");
        apart += usize::from(ahead != 0.0);
    }
    assert!(apart > 0, "{points:?}");
}

#[test]
fn an_ablation_measures_the_worth_of_each_term() {
    let report = json(&[
        "ablate",
        "uros",
        "--bot",
        "balanced:efr=0",
        "--games",
        "120",
        "--seed",
        "2",
        "--json",
    ]);
    let terms = report["terms"].as_array().expect("terms");
    let names: Vec<&str> = terms.iter().map(|one| one["term"].as_str().expect("a key")).collect();
    assert_eq!(names, ["bvl", "efl", "foe_efl", "bvr"]);
    assert!(terms[0]["worth"]["low"].as_f64().expect("an interval") > 0.2, "{}", terms[0]);
    // Harmful terms are listed first.
    let harmful = r#"lab:formula=[{"name":"a","formula":"own_village"},{"name":"odd","formula":"-3 * own_village"}]"#;
    let words = totora(&["ablate", "uros", "--bot", harmful, "--games", "40"]);
    let words = String::from_utf8(words.stdout).expect("text");
    let first = words.lines().nth(1).expect("a line");
    assert!(
        first.starts_with("odd makes it weaker by ") && first.ends_with(": leave it out."),
        "{words}"
    );
    let lone =
        refused(&["tune", "isolation", "--bot", "lab:formula=own_moves", "--field", "greedy"]);
    assert!(lone.contains("one term, whose weight is a mere scale"), "{lone}");
    let table = totora(&["ablate", "uros", "--bot", "balanced", "--terms", "bvr", "--games", "4"]);
    let table = String::from_utf8(table.stdout).expect("text");
    assert!(table.contains("4 of 4 games, seed 1.") && table.contains("bvr"), "{table}");
}

fn tuning<'a>(threads: &'a str, file: Option<&'a str>) -> Vec<&'a str> {
    let words = "tune uros --bot balanced --numbers bvl,efl --field explore,exploit --games 4 --generations 5 \
        --verify 10 --seed 4 --json --threads";
    let results = file.into_iter().flat_map(|file| ["--results", file]);
    words.split_whitespace().chain([threads]).chain(results).collect()
}

#[test]
fn tuning_is_the_same_on_any_number_of_threads_and_from_any_cut_file() {
    let scratch = Scratch::new("tune");
    let file = scratch.file("tune.jsonl");
    let whole = json(&tuning("1", None));
    assert_eq!(whole["finished"], true);
    assert_eq!(whole["training"]["history"].as_array().expect("generations").len(), 5);
    assert_eq!(whole["training"]["seed"], 4);
    let seed = &whole["verification"]["seed"];
    assert!(seed.is_u64() && *seed != whole["training"]["seed"]);
    assert_ne!(*seed, json(&tuning("2", None))["verification"]["seed"], "it is drawn again");
    let seed = seed.to_string();
    let again = |threads, file| [tuning(threads, file), vec!["--verify-seed", &seed]].concat();
    assert_eq!(whole["verification"]["opponents"].as_array().expect("the field").len(), 2);
    let played = |score: &Value| {
        ["wins", "draws", "losses"]
            .iter()
            .map(|key| score[*key].as_u64().expect("a count"))
            .sum::<u64>()
    };
    assert_eq!(played(&whole["verification"]["tuned"]), 20);
    assert_eq!(played(&whole["verification"]["duel"]), 10);

    assert_eq!(json(&again("2", Some(&file))), whole);
    // Cut the file in the first line, in training, in verification and in the duel.
    let text = std::fs::read(&file).expect("written");
    let lines = text.split_inclusive(|&byte| byte == b'\n').count();
    assert_eq!(lines, 1 + 5 + 40 + 10, "a line each for the header, the generations and the games");
    for share in [1, 20, 40, 70, 97] {
        std::fs::write(&file, &text[..text.len() * share / 100]).expect("cut");
        // A run that continues from a file uses the seed in the file.
        let args = if share == 1 { again("2", Some(&file)) } else { tuning("2", Some(&file)) };
        assert_eq!(json(&args), whole, "cut at {share}%");
    }
    let mut other = tuning("1", Some(&file));
    other[7] = "explore,greedy";
    assert!(refused(&other).contains("another tuning"));
    // A file that is no log of a tuning is not overwritten.
    std::fs::write(&file, "my notes").expect("written");
    assert!(refused(&tuning("1", Some(&file))).contains("line 1 is no line of a tuning"));
    assert_eq!(std::fs::read(&file).expect("there"), b"my notes");
}

#[cfg(target_os = "linux")]
#[test]
fn interrupted_tuning_prints_its_results_so_far() {
    let scratch = Scratch::new("ended");
    let file = scratch.file("tune.jsonl");
    let mut args = tuning("1", Some(&file));
    let generations = args.iter().position(|word| *word == "--generations").expect("it exists");
    args[generations + 1] = "10000";
    let mut command = Command::new(env!("CARGO_BIN_EXE_totora"));
    let child = command.args(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.expect("starts");
    // When the file has two lines, a generation is written.
    for _ in 0..6_000 {
        let text = std::fs::read(&file).unwrap_or_default();
        if text.iter().filter(|&&byte| byte == b'\n').count() >= 2 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let sent = Command::new("sh").args(["-c", &format!("kill -2 {}", child.id())]).status();
    assert!(sent.expect("runs").success());
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(130));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["finished"], false);
    assert!(report["verification"].is_null(), "nothing is verified yet");
    assert!(!report["training"]["history"].as_array().expect("generations").is_empty());
}

#[test]
fn invalid_arguments_are_reported_before_a_game_is_played() {
    let sweep = "sweep uros --bot balanced --number bvl --from 1 --to 5";
    let with = |text: &str, more: &str| {
        let words = format!("{text} {more}");
        refused(&words.split_whitespace().collect::<Vec<_>>())
    };
    assert!(with(sweep, "").contains("no field"));
    assert!(
        with("sweep uros --bot balanced --from 1 --to 5", "--field explore").contains("--number")
    );
    assert!(with(sweep, "--field explore --option bvx").contains("expected key=value"));
    assert!(
        with("sweep uros --bot random --number a --from 0 --to 1", "--field explore")
            .contains("no weight")
    );
    assert!(
        with("tune uros --bot balanced --field explore", "--numbers bvl,bvl").contains("twice")
    );
    assert!(with("tune uros --bot balanced --field explore", "--population 2").contains("4 to 48"));
    assert!(with("tune uros --bot exec:cat --field explore", "").contains("external program"));
    assert!(with("ablate uros --bot balanced", "--terms nothing").contains("foe_efl"));
    assert!(with("ablate outpost --bot mason --field harvester", "").contains("the field"));
}

fn learning<'a>(games: &'a str, file: &'a str) -> Vec<&'a str> {
    let words = "learn isolation --terms own_moves,opponent_moves --against random --search one-ply --every 20 \
        --measure 4 --verify 20 --seed 4 --json --games";
    words.split_whitespace().chain([games, "--results", file]).collect()
}

/// The lines of a learning as JSON.
fn learned(args: &[&str]) -> Vec<Value> {
    let output = totora(args);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {errors}");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn a_heuristic_learns_and_continues_from_any_cut_file() {
    let scratch = Scratch::new("learn");
    let file = scratch.file("learning.jsonl");
    let lines = learned(&learning("60", &file));
    let result = lines.last().expect("a result");
    assert_eq!((&result["stage"], &result["games"]), (&Value::from("done"), &Value::from(60)));
    assert_eq!(lines.len(), 5, "a line for each of four measurements, and the result");
    let share = result["share"].as_f64().expect("a share");
    let interval = result["interval"].as_array().expect("an interval");
    assert!(interval[0].as_f64() < Some(share) && Some(share) < interval[1].as_f64(), "{result}");
    assert!(share > 0.6, "{result}");

    // With the same file, nothing is played again, and the same lines are printed; a cut file ends the same.
    assert_eq!(learned(&learning("60", &file)), lines);
    let text = std::fs::read_to_string(&file).expect("the log");
    for part in [3, 5, 9] {
        std::fs::write(&file, &text[..text.len() * part / 10]).expect("written");
        assert_eq!(learned(&learning("60", &file)).last(), Some(result), "{part}");
        assert_eq!(std::fs::read_to_string(&file).expect("the log"), text, "{part}");
    }
    let other = refused(&learning("70", &file));
    assert!(other.contains("has the results of another learning"), "{other}");

    // The arena takes the heuristic, with the same figures on the same openings.
    let heuristic = result["heuristic"].as_str().expect("a bot");
    let arena = json(&[
        "arena",
        "isolation",
        "--bots",
        heuristic,
        "--against",
        "random",
        "--games",
        "20",
        "--json",
    ]);
    assert!(arena["bots"][0]["share"].as_f64() > Some(0.6), "{arena}");
}

#[test]
fn a_learning_refuses_what_it_cannot_learn() {
    for (words, said) in [
        ("learn isolation --terms own_move", "--terms: "),
        ("learn isolation --terms ,", "--terms: no terms are given; expected features or formulas"),
        ("learn isolation --terms own_moves,7", "term 2 (`7`) is 7 in all "),
        ("learn isolation --rate 0", "rate is 0; expected 0.000001 to 10"),
        ("learn isolation --against exec:./bot", "--against: expected a bot of Totora"),
        ("learn outpost", "Outpost cannot learn: its terms measure the tasks of an outpost"),
        ("learn outpost --terms land", "Outpost cannot learn: "),
    ] {
        let message = refused(&words.split_whitespace().collect::<Vec<_>>());
        assert!(message.contains(said), "{words}: {message}");
    }
    let words =
        "learn isolation --terms own_moves,opponent_moves --games 20 --measure 0 --verify 0";
    let output = totora(&words.split_whitespace().collect::<Vec<_>>());
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.starts_with("The heuristic has played 20 games against itself."), "{text}");
    assert!(text.contains("\nHeuristic: lab:formula=["), "{text}");
}

/// The games of each step in two parts, which are played one after the other, give the result of one machine.
#[test]
fn parts_give_the_result_of_one_run() {
    let scratch = Scratch::new("parts");
    let results = scratch.file("results.jsonl");
    for words in [
        "tune uros --bot balanced --field greedy --population 4 --generations 2 --games 4 --verify 4 --verify-seed 3 --json",
        "calibrate isolation --option size=5x5 --bot ab-custom --budget 20n,60n --games 8 --json",
        "learn isolation --option size=5x5 --games 40 --every 20 --measure 4 --verify 4 --json",
    ] {
        drop(std::fs::remove_file(&results));
        let with = |more: &[&str]| {
            let args: Vec<&str> = words.split_whitespace().chain(more.iter().copied()).collect();
            let output = totora(&args);
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{args:?}: {errors}");
            String::from_utf8_lossy(&output.stdout).into_owned()
        };
        let left = |printed: &str| {
            let last: Value = serde_json::from_str(printed.lines().last().unwrap_or_default())
                .expect("the games that are left");
            last["left"].as_u64().expect("a number")
        };
        let alone = with(&[]);
        let (mut games, mut steps) = (left(&with(&["--results", &results, "--join"])), 0);
        while games > 0 {
            let parts = [1, 2].map(|part| {
                let file = scratch.file(&format!("{}-{steps}-{part}", &words[..4]));
                let shard = format!("{part}/2");
                let part = ["--results", &results, "--shard", &shard, "--part", &file];
                assert_eq!(with(&part), "");
                // A part that was played already is not played again.
                assert_eq!(with(&part), "");
                file
            });
            games = left(&with(&["--results", &results, "--join", &parts[0], &parts[1]]));
            steps += 1;
            assert!(steps < 20, "{words} does not end");
        }
        assert!(steps > 0);
        assert_eq!(with(&["--results", &results]), alone, "{words}");
    }
    let tune = "tune uros --bot balanced --field greedy --population 4 --generations 2 --verify-seed 3 --games";
    let args = |games, more: &[&str]| -> Vec<String> {
        let words = tune.split_whitespace().chain([games]).chain(more.iter().copied());
        words.map(str::to_owned).collect()
    };
    let part = scratch.file("other");
    let played = args("4", &["--shard", "1/1", "--part", &part]);
    assert!(totora(&played.iter().map(String::as_str).collect::<Vec<_>>()).status.success());
    drop(std::fs::remove_file(&results));
    let joined = args("8", &["--results", &results, "--join", &part]);
    let error = refused(&joined.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(error.contains("not of the next games of this study: --games differs"), "{error}");
}
