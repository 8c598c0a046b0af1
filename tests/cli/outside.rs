//! External programs in `play` and `arena`: the messages that they receive, the handling of their failures, and the example
//! programs.
#![cfg(unix)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root(path: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path)
}

fn totora(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_totora"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("starts")
}

/// A temporary directory, which is deleted at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("totora-outside-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// `exec:sh tests/programs/NAME ARGUMENTS`, as a seat.
fn program(name: &str, arguments: &str) -> String {
    let path = root("tests/programs").join(name);
    format!("exec:sh {} {arguments}", path.display()).trim_end().to_owned()
}

/// The messages of a transcript, without the times.
fn messages(log: &Path) -> String {
    let text = std::fs::read_to_string(log).expect("a transcript");
    let mut lines = String::new();
    for line in text.lines() {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        let line = line.as_object_mut().expect("an object");
        assert!(line.remove("ms").is_some_and(|ms| ms.is_u64()));
        let (direction, text) = line.iter().next().expect("a message");
        let message: Value = serde_json::from_str(text.as_str().expect("a text")).expect("a line");
        lines += &format!("{{\"{direction}\":{message}}}\n");
    }
    lines
}

/// Compares the conversations in `docs/reference/conversations`. Set `TOTORA_BLESS=1` to write them again.
#[test]
fn the_conversations_of_the_docs_are_current() {
    let scratch = Scratch::new("conversations");
    let log = scratch.0.to_str().expect("a plain path");
    for (game, options, wants, others) in [
        ("uros", &[][..], "", ",random"),
        ("isolation", &["size=5x5"], "", ",random"),
        ("outpost", &["T=3"], "state+legal_moves", ",drifter,drifter,drifter"),
        ("fencemaster", &["size=3"], "", ",random"),
        ("reversi", &[], "", ",random"),
    ] {
        let seats = program("first_legal.sh", wants) + others;
        let mut args = vec!["play", game, "--seed", "1", "--seats", &seats, "--log", log];
        args.extend(options.iter().flat_map(|option| ["--option", option]));
        let played = totora(&args);
        let errors = String::from_utf8_lossy(&played.stderr);
        assert!(played.status.success() && errors.is_empty(), "{game}: {errors}");
        let table = String::from_utf8_lossy(&played.stdout).into_owned();
        assert!(table.contains("why: it is the first"), "{table}");
        let found = messages(&scratch.0.join("game-seat-0.jsonl"));
        let golden = root("docs/reference/conversations").join(format!("{game}.jsonl"));
        if std::env::var_os("TOTORA_BLESS").is_some() {
            std::fs::write(&golden, &found).expect("written");
        }
        let expected = std::fs::read_to_string(&golden).expect("a conversation in the docs");
        assert!(found == expected, "{game}: the conversation differs from {}", golden.display());
        check_lines(game, &found);
    }
}

/// Checks that every `new`, `play` and `think` has all fields that the docs promise, or those that the program wants.
fn check_lines(game: &str, lines: &str) {
    let mut thinks = 0;
    for line in lines.lines().filter_map(|line| line.strip_prefix("{\"to\":")) {
        let line: Value =
            serde_json::from_str(line.strip_suffix('}').expect("an object")).expect("JSON");
        let what = line["do"].as_str().expect("something to do");
        if what == "quit" {
            continue;
        }
        assert!(line["seat"].is_u64(), "{what}");
        let all = game != "outpost" || what == "new";
        for (field, there) in
            [("state", true), ("legal_moves", true), ("history", all), ("position", all)]
        {
            assert_eq!(line.get(field).is_some(), there, "{game} {what} {field}");
        }
        let moves = line["legal_moves"].as_array().map(|moves| moves.len() as u64);
        assert_eq!(moves, line["state"]["legal"].as_u64(), "{game}: as many as the state says");
        if all {
            let history = line["history"].as_array().expect("a list").len() as u64;
            assert_eq!(Some(history), line["state"]["ply"].as_u64(), "{game} {what}");
        }
        if what == "think" {
            thinks += 1;
            assert_eq!(line["time_left_ms"], 10_000);
            assert_eq!(line["state"]["to_act"][0], line["seat"]);
        }
    }
    assert_eq!(thinks, 3, "{game}");
}

/// Plays two games against the random bot. Returns the JSON and the standard error.
fn tournament(bot: &str, more: &[&str]) -> (Value, String) {
    let bots = format!("{bot},random");
    let mut args = vec!["arena", "isolation", "--bots", &bots, "--games", "2", "--json"];
    args.extend(["--threads", "1"].iter().chain(more));
    let played = totora(&args);
    let errors = String::from_utf8_lossy(&played.stderr).into_owned();
    assert!(played.status.success(), "{bot}: {errors}");
    (serde_json::from_slice(&played.stdout).expect("JSON"), errors)
}

#[test]
fn a_program_that_fails_loses_its_game_and_the_tournament_continues() {
    let scratch = Scratch::new("hostile");
    for (behaviour, expected) in [
        ("crash", "it has ended: exit status 3"),
        ("hang", "no answer within 1500 ms"),
        // Its lines count as answers until one is not a valid answer, or arrives before the request.
        ("flood", "without a request|no thought.choice"),
        ("garbage", "is not JSON"),
        ("binary", "not UTF-8"),
        ("illegal", "`z99` is not a move"),
        ("sums", "its terms sum to 4, but its score is 5"),
        ("unlisted", "candidate 1: `z99` is not a move"),
    ] {
        let child = scratch.0.join(behaviour);
        let bot = program("hostile.sh", &format!("{behaviour} {}", child.display()));
        let (report, errors) = tournament(&bot, &["--patience", "1500"]);
        assert_eq!(report["games"], 2, "{behaviour}");
        let entry = &report["bots"][0];
        assert_eq!((&entry["losses"], &entry["faults"]), (&2.into(), &2.into()), "{behaviour}");
        assert!(expected.split('|').any(|one| errors.contains(one)), "{behaviour}: {errors}");
        assert_eq!(errors.matches("totora: game ").count(), 2, "{behaviour}: {errors}");
        if behaviour == "crash" {
            assert!(errors.contains("sh: Traceback: my bot is broken"), "{errors}");
        }
        // Its child process is ended too.
        let pid = std::fs::read_to_string(&child).expect("a child");
        assert!(is_gone(pid.trim()), "{behaviour}: its child {pid} still runs");
    }
}

/// Whether a process has ended. It may still be a zombie.
fn is_gone(pid: &str) -> bool {
    for _ in 0..100 {
        let state = Command::new("ps").args(["-o", "stat=", "-p", pid]).output().expect("runs");
        let state = String::from_utf8_lossy(&state.stdout).trim().to_owned();
        if state.is_empty() || state.starts_with('Z') {
            return true;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    false
}

/// No process can catch SIGKILL. The hanging program and its child process end nevertheless.
#[test]
fn no_process_is_left_when_totora_is_killed() {
    let scratch = Scratch::new("killed");
    let child = scratch.0.join("child");
    let bot = program("hostile.sh", &format!("hang {}", child.display()));
    let seats = format!("{bot},random");
    let mut running = Command::new(env!("CARGO_BIN_EXE_totora"))
        .args(["play", "isolation", "--patience", "1000000", "--seats", &seats])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("starts");
    let children = |pid: u32| -> Vec<String> {
        let found = Command::new("ps").args(["-o", "pid=,ppid=", "-A"]).output().expect("runs");
        let found = String::from_utf8_lossy(&found.stdout).into_owned();
        let of = |line: &str| {
            let mut words = line.split_whitespace();
            let (one, parent) = (words.next()?, words.next()?);
            (parent == pid.to_string()).then(|| one.to_owned())
        };
        found.lines().filter_map(of).collect()
    };
    // Wait until it hangs, with the child process in the background and the one that it waits for.
    let (started, grandchildren) = loop {
        let started = children(running.id());
        let of = |pid: &String| children(pid.parse().expect("a number"));
        let grandchildren: Vec<String> = started.iter().flat_map(of).collect();
        if grandchildren.len() == 2 {
            break (started, grandchildren);
        }
        assert!(running.try_wait().expect("a status").is_none(), "it has ended");
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    running.kill().expect("killed");
    running.wait().expect("ended");
    for pid in started.iter().chain(&grandchildren) {
        assert!(is_gone(pid), "{pid} still runs");
    }
}

#[test]
fn a_program_that_is_only_noisy_or_slow_to_start_or_end_plays_on() {
    for behaviour in ["shout", "late", "stays"] {
        let (report, errors) = tournament(
            &program("hostile.sh", behaviour),
            &["--patience", "5000", "--startup", "9000"],
        );
        assert_eq!(report["bots"][0]["faults"], 0, "{behaviour}: {errors}");
        assert!(!errors.contains("totora: game"), "{behaviour}: {errors}");
        if behaviour == "shout" {
            assert!(
                errors.contains("noise 0") && errors.contains("(more is not shown"),
                "{errors}"
            );
            assert!(errors.lines().count() < 60, "{errors}");
        }
    }
    let (report, _) = tournament(&program("hostile.sh", "late"), &["--startup", "100"]);
    assert_eq!(report["bots"][0]["faults"], 2, "the start has a time limit too");
}

#[test]
fn programs_that_speak_gtp_or_nboard_play() {
    let speaks = |language: &str, name: &str| {
        program(name, "").replace("exec:", &format!("exec:{language}:"))
    };
    let gtp = speaks("gtp", "gtp.sh");
    let seats = format!("g={gtp},{gtp}");
    let options = ["--option", "size=3", "--option", "rules=havannah", "--option", "swap=off"];
    let mut args = vec!["play", "fencemaster", "--seats", &seats, "--seed", "1", "--json"];
    args.extend(options);
    let played = totora(&args);
    let errors = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success() && errors.is_empty(), "{errors}");
    let words = String::from_utf8_lossy(&played.stdout).into_owned();
    // Both programs play the first free cells, as long as the game lasts.
    assert!(["0,0", "0,1", "0,2", "1,0"].iter().all(|cell| words.contains(cell)), "{words}");
    // One process plays many games, with a time that the program does not know.
    let bots = format!("g={gtp}@50ms,random");
    let mut args =
        vec!["arena", "fencemaster", "--bots", &bots, "--games", "6", "--json", "--keep"];
    args.extend(options);
    let played = totora(&args);
    let errors = String::from_utf8_lossy(&played.stderr).into_owned();
    assert!(played.status.success(), "{errors}");
    let report: Value = serde_json::from_slice(&played.stdout).expect("JSON");
    assert_eq!(
        (&report["games"], &report["bots"][0]["faults"]),
        (&6.into(), &0.into()),
        "{errors}"
    );
    // A refusal and a game that such programs do not play are named.
    for (game, seat, option, said) in [
        ("fencemaster", gtp.as_str(), "size=4", "it answers `boardsize 4` with: no such board"),
        ("isolation", gtp.as_str(), "size=5x5", "gtp: programs play FenceMaster and Reversi XT"),
        (
            "isolation",
            &speaks("nboard", "nboard.sh"),
            "size=5x5",
            "nboard: programs play Reversi XT",
        ),
    ] {
        let seats = format!("{seat},random");
        let played = totora(&["play", game, "--seats", &seats, "--option", option]);
        let errors = String::from_utf8_lossy(&played.stderr);
        assert!(errors.contains(said), "{game}: {errors}");
    }
    // Two programs play the known game as far as they know it.
    let nboard = speaks("nboard", "nboard.sh");
    let seats = format!("{nboard},{nboard}@6d");
    let played = totora(&["play", "reversi", "--seats", &seats, "--json", "--patience", "2000"]);
    let words = String::from_utf8_lossy(&played.stdout).into_owned();
    let line = ["5,4", "3,5", "2,2", "3,2", "2,3", "5,3", "2,4", "1,2", "2,1", "4,2"];
    assert!(line.iter().all(|mv| words.contains(&format!("\"{mv}\""))), "{words}");
}

#[test]
fn one_process_plays_many_games_with_keep() {
    let scratch = Scratch::new("keep");
    let starts = |more: &[&str]| {
        let file = scratch.0.join("starts");
        let _ = std::fs::remove_file(&file);
        let script = scratch.0.join("bot.sh");
        let bot = root("tests/programs/hostile.sh");
        std::fs::write(
            &script,
            format!("echo start >>{}\nexec sh {} well\n", file.display(), bot.display()),
        )
        .expect("written");
        let (report, errors) = tournament(&format!("exec:sh {}", script.display()), more);
        assert_eq!((errors.as_str(), &report["bots"][0]["faults"]), ("", &0.into()));
        std::fs::read_to_string(&file).expect("started").lines().count()
    };
    assert_eq!((starts(&[]), starts(&["--keep"])), (2, 1));
    // A program that fails too often is not started again.
    let (report, errors) = tournament(&program("hostile.sh", "crash"), &["--restarts", "0"]);
    assert_eq!(report["bots"][0]["faults"], 2);
    assert!(errors.contains("it failed too often"), "{errors}");
}

#[test]
fn programs_have_their_own_labels_quotes_and_budgets() {
    let scratch = Scratch::new("labels");
    let script = scratch.0.join("my bot, v2.sh");
    std::fs::copy(root("tests/programs/first_legal.sh"), &script).expect("copied");
    let (log, file) = (scratch.0.join("log"), scratch.0.join("results.jsonl"));
    let (log, file) = (log.display().to_string(), file.display().to_string());
    let exec = format!("exec:sh '{}' \"legal_moves\"", script.display());
    let bots = format!("mine={exec}@30ms,its={exec}@5n,{exec},easy=random");
    let arena = ["arena", "isolation", "--bots", &bots, "--games", "2", "--budget", "9n", "--json"];
    let more = ["--log", &log, "--results", &file];
    let played = totora(&[&arena[..], &more].concat());
    let errors = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success(), "{errors}");
    let report: Value = serde_json::from_slice(&played.stdout).expect("JSON");
    let names: Vec<&Value> = (0..4).map(|bot| &report["bots"][bot]["bot"]).collect();
    assert_eq!(names, ["mine", "its", exec.as_str(), "easy"]);
    assert!((0..4).all(|bot| report["bots"][bot]["faults"] == 0), "{report}");
    // The first game is between the first two. Each receives its own budget.
    for (seat, budget) in [(0, r#"{"ms":30}"#), (1, r#"{"nodes":5}"#)] {
        let messages = messages(&scratch.0.join(format!("log/game-1-seat-{seat}.jsonl")));
        assert!(messages.contains(&format!("\"budget\":{budget}")), "{messages}");
    }
    let third = messages(&scratch.0.join("log/game-3-seat-1.jsonl"));
    assert!(third.contains("\"budget\":{\"nodes\":9}"), "{third}");
    // The record has its label.
    let record = totora(&["arena", "game", &file, "1"]);
    let record: Value = serde_json::from_slice(&record.stdout).expect("a record");
    assert_eq!(
        record["seats"][0],
        serde_json::json!({ "program": "mine", "budget": { "ms": 30 } })
    );
    for (bot, expected) in [
        ("mine=exec:./it's", "`mine=exec:./it's`: the quote ' at character 15 is never closed"),
        ("exec:./a@50sm", "`50sm` is not a budget"),
        ("exec: ", "the program is missing; expected exec:./mybot"),
        ("=exec:./a", "the label before = is ``; expected 1 to 40 characters"),
    ] {
        let refused = totora(&["arena", "isolation", "--bots", &format!("{bot},random")]);
        let errors = String::from_utf8_lossy(&refused.stderr);
        assert!(refused.status.code() == Some(2) && errors.contains(expected), "{bot}: {errors}");
    }
}

#[test]
fn programs_and_timed_bots_play_on_a_clock() {
    let bot = program("first_legal.sh", "legal_moves");
    let scratch = Scratch::new("clock");
    let (log, file) = (scratch.0.join("log"), scratch.0.join("results.jsonl"));
    let (log, file) = (log.display().to_string(), file.display().to_string());
    let more = ["--clock", "30s+1s", "--log", &log, "--results", &file];
    let (report, errors) = tournament(&bot, &more);
    assert_eq!((errors.as_str(), &report["bots"][0]["faults"]), ("", &0.into()));
    // It receives its remaining time, which includes the increment.
    let messages = messages(&scratch.0.join("log/game-1-seat-0.jsonl"));
    let left: Vec<u64> = messages
        .split("\"time_left_ms\":")
        .skip(1)
        .filter_map(|rest| rest.split([',', '}']).next()?.parse().ok())
        .collect();
    assert!(
        left[0] == 30_000 && left.len() > 1 && left[1] > 15_000 && left[1] <= 31_000,
        "{messages}"
    );
    assert!(
        std::fs::read_to_string(&file).expect("written").contains(r#""clock":"30000ms+1000ms""#)
    );
    // A program that takes too long loses.
    let slow = program("hostile.sh", &format!("hang {}", scratch.0.join("child").display()));
    let (report, errors) = tournament(&slow, &["--clock", "700ms"]);
    assert_eq!(report["bots"][0]["losses"], 2, "{errors}");
    assert!(errors.contains("no answer within "), "{errors}");
    let bots = "ab-custom@5000ms,greedy";
    let arena = ["arena", "isolation", "--bots", bots, "--games", "2", "--clock", "1s", "--json"];
    let begun = std::time::Instant::now();
    let played = totora(&arena);
    assert!(played.status.success() && begun.elapsed().as_secs() < 30);
}

/// Whether a language of the examples is installed. Prints a message if not.
fn has(language: &str) -> bool {
    let installed = Command::new(language).arg("--version").output().is_ok();
    if !installed {
        eprintln!("skipped: `{language}` is not installed");
    }
    installed
}

#[test]
fn the_example_bots_play_whole_games_and_explain_their_moves() {
    for (language, file, game, options) in [
        ("python3", "isolation_mobility.py", "isolation", &["opening=random"][..]),
        ("node", "reversi_walls.mjs", "reversi", &[]),
        ("sh", "fencemaster_row.sh", "fencemaster", &["size=4"]),
    ] {
        if language != "sh" && !has(language) {
            continue;
        }
        let bot = format!("exec:{language} {}", root("examples/bots").join(file).display());
        let seats = format!("{bot},random");
        let mut args = vec!["play", game, "--seed", "7", "--seats", &seats];
        args.extend(options.iter().flat_map(|option| ["--option", option]));
        let played = totora(&args);
        let errors = String::from_utf8_lossy(&played.stderr);
        assert!(played.status.success() && errors.is_empty(), "{file}: {errors}");
        let text = String::from_utf8_lossy(&played.stdout);
        assert!(text.contains("why: ") && !text.contains("forfeit"), "{file}: {text}");
        let mut args = vec!["arena", game, "--bots", &seats, "--games", "6", "--json", "--keep"];
        args.extend(options.iter().flat_map(|option| ["--option", option]));
        let played = totora(&args);
        let report: Value = serde_json::from_slice(&played.stdout).expect("JSON");
        assert_eq!(report["bots"][0]["faults"], 0, "{file}");
        let won = report["bots"][0]["wins"].as_u64().expect("a number");
        assert!(won >= 2, "{file} won {won} of 6 games against the random bot");
    }
}

/// The file that the Lab exports, with the command that it shows. Its positions come from this command, and no package is
/// installed.
#[test]
fn an_exported_bot_looks_ahead_with_nothing_installed() {
    if !has("node") {
        return;
    }
    let folder = Scratch::new("exported");
    let part = |name: &str| {
        std::fs::read_to_string(root("www/sandbox").join(name)).expect("a part of the file")
    };
    let code = ["templates/one-ply.js", "templates/figures.js", "bot.js", "node.js"].map(part);
    let file = folder.0.join("mybot.mjs");
    std::fs::write(&file, code.join("\n")).expect("written");
    let play = |file: &Path| {
        let seats = format!("exec:node {},random", file.display());
        totora(&["play", "isolation", "--seed", "3", "--seats", &seats])
    };
    let played = play(&file);
    let text = String::from_utf8_lossy(&played.stdout);
    assert!(played.status.success(), "{text}");
    assert!(text.contains("result is worth 1000.0 there"), "{text}");
    // JSON has no NaN: the message names the move and the term.
    let broken = code.join("\n").replace("(weights[name] ?? 1) * value", "value / 0 - value / 0");
    std::fs::write(&file, broken).expect("written");
    let errors = play(&file).stderr;
    let errors = String::from_utf8_lossy(&errors);
    assert!(errors.contains("the term \"moves\" of the move a1 is NaN"), "{errors}");
}

#[test]
fn the_python_module_and_the_cluster_example_pass_their_own_tests() {
    if !has("python3") {
        return;
    }
    let tests = Command::new("python3")
        .args(["-m", "unittest", "discover", "--start-directory"])
        .arg(root("examples"))
        .args(["--pattern", "test_*.py"])
        .env("TOTORA", env!("CARGO_BIN_EXE_totora"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("runs");
    let output = String::from_utf8_lossy(&tests.stderr);
    assert!(tests.status.success(), "{output}");
    eprintln!("{output}");
}
