//! The command line as a user or a script sees it: its output, its errors and its exit codes.

use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use totora::lab::shared;

pub(super) struct Output {
    pub(super) code: Option<i32>,
    pub(super) out: String,
    pub(super) err: String,
}

pub(super) fn totora_with(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_totora"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    // The program may stop reading before the end of its input.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("ends");
    writer.join().expect("written");
    Output {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

fn totora(args: &[&str]) -> Output {
    totora_with(args, b"")
}

/// The output of a successful run, which prints nothing to standard error.
fn succeed(args: &[&str]) -> String {
    let ran = totora(args);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{args:?}");
    ran.out
}

/// The error of a run with invalid input: exit code 2 and nothing on standard output.
pub(super) fn fail(args: &[&str]) -> String {
    let ran = totora(args);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{args:?}: {}", ran.err);
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    ran.err
}

pub(super) fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// A temporary file, which is deleted at the end of the test.
pub(super) struct Scratch(PathBuf);

impl Scratch {
    pub(super) fn new(name: &str, content: &[u8]) -> Self {
        let path =
            std::env::temp_dir().join(format!("totora-commands-{}-{name}", std::process::id()));
        std::fs::write(&path, content).expect("written");
        Scratch(path)
    }

    pub(super) fn path(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

#[test]
fn events_of_a_search_are_written_with_totals() {
    let file = Scratch::new("events.jsonl", b"");
    let args = ["think", "isolation", "--moves", "d4 b2", "--bot", "ab-custom@500n"];
    succeed(&[&args[..], &["--events", file.path()]].concat());
    let text = std::fs::read_to_string(file.path()).expect("written");
    let lines: Vec<Value> = text.lines().map(json).collect();
    assert_eq!((&lines[0]["totora_events"], &lines[0]["game"]), (&json!(1), &json!("isolation")));
    let end = &lines[lines.len() - 1];
    assert_eq!(end["end"]["events"], json!(lines.len() - 2));
    assert_eq!(end["end"]["nodes"], end["nodes"]);
    let cuts = lines.iter().filter(|line| line["event"] == "cut").count();
    assert_eq!(end["end"]["kinds"]["cut"], json!(cuts));
    let none = totora(&[&args[..], &["--events", "/nowhere/at/all.jsonl"]].concat());
    assert_eq!(none.code, Some(1));
    assert!(none.err.contains("/nowhere/at/all.jsonl"), "{}", none.err);
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in [
        "games", "play", "replay", "think", "perft", "arena", "solve", "check", "link", "open",
        "protocol", "course",
    ] {
        for flag in ["-h", "--help"] {
            let help = succeed(&[command, flag]);
            assert!(help.contains("Usage: totora") && help.contains("Example"), "{help}");
        }
    }
    assert!(succeed(&["--help"]).contains("Example:"));
    assert!(succeed(&["--version"]).starts_with("totora "));
}

#[test]
fn games_lists_the_games_and_their_bots() {
    let games = json(&succeed(&["games", "--json"]));
    let uros = &games[0];
    assert_eq!((uros["id"].as_str(), uros["name"].as_str()), (Some("uros"), Some("Uros")));
    assert_eq!(uros["seats"], 2);
    let bots: Vec<&str> =
        uros["bots"].as_array().expect("bots").iter().filter_map(|b| b["id"].as_str()).collect();
    for bot in ["balanced", "explore", "expand", "exterminate", "exploit", "random", "greedy"] {
        assert!(bots.contains(&bot), "{bot}");
    }
    assert!(succeed(&["games"]).contains("balanced"));
}

#[test]
fn a_game_is_played_saved_replayed_and_shared() {
    let record = Scratch::new("game.json", b"");
    let played = succeed(&[
        "play",
        "uros",
        "--seats",
        "balanced,exploit:bvl=6",
        "--seed",
        "7",
        "--record",
        record.path(),
    ]);
    assert!(played.contains("Won by"), "{played}");
    let again = succeed(&["play", "uros", "--seats", "balanced,exploit:bvl=6", "--seed", "7"]);
    assert_eq!(played, again, "the same seed gives the same game");
    let saved = json(&std::fs::read_to_string(record.path()).expect("saved"));
    let moves = saved["moves"].as_array().expect("moves").len();
    let replayed = succeed(&["replay", record.path(), "--json"]);
    let lines: Vec<Value> = replayed.lines().map(json).collect();
    assert_eq!(lines.len(), moves + 1);
    for (i, line) in lines[..moves].iter().enumerate() {
        assert_eq!(line["ply"], i + 1);
        assert_eq!(line["move"], saved["moves"][i]);
        assert!(line["hash"].is_string() && line["legal"].is_u64() && line["seat"].is_u64());
        for field in ["bvl", "efl", "bvr", "efr", "pool", "left", "reedbed"] {
            assert!(!line["summary"][field].is_null(), "{field}");
        }
    }
    assert_eq!(lines[moves]["outcome"], saved["result"]);
    assert!(succeed(&["replay", record.path()]).lines().count() == moves + 1);
    assert!(succeed(&["check", record.path()]).contains("a record of Uros"));
    let link = succeed(&["link", record.path(), "--ply", "12", "--overlay", "all"]);
    assert!(link.starts_with("#1uros.") && link.len() < 300, "{}", link.len());
    assert_eq!(json(&succeed(&["open", link.trim()])), saved);
    let address = format!("https://example.org/totora/{}", link.trim());
    assert_eq!(json(&succeed(&["open", &address])), saved);
    let ran = totora_with(&["open", "-"], address.as_bytes());
    assert_eq!(json(&ran.out), saved);
    // A file with two records, one per line.
    let line = saved.to_string();
    let two = Scratch::new("two.jsonl", format!("{line}\n{line}\n").as_bytes());
    assert_eq!(succeed(&["replay", two.path(), "--json"]).lines().count(), 2 * (moves + 1));
    assert!(fail(&["link", two.path()]).contains("2 records"));
}

#[test]
fn links_to_the_lab_are_opened_with_their_position() {
    let record = json!({
        "totora": 1, "game": "isolation", "seed": 3, "moves": ["c3", "e5", "d5"],
        "seats": [{ "human": true }, { "human": true }],
    });
    let file = Scratch::new("shown.json", record.to_string().as_bytes());
    let position = succeed(&["link", file.path()]);
    let mine = r#"{"name":"Mine","author":"Ada","terms":[{"name":"a","weight":2,"formula":"own_moves -"}]}"#;
    let sent = json!({
        "game": "isolation", "position": position.trim(),
        "options": { "formula": mine, "search": "one-ply" },
    });
    let link = shared::heuristic_link(&sent).expect("a link");
    let opened = json(&succeed(&["open", &format!("https://example.org/totora/{link}")]));
    for (key, expected) in [
        ("game", json!("isolation")),
        ("name", json!("Mine")),
        ("author", json!("Ada")),
        ("options", json!({ "search": "one-ply" })),
    ] {
        assert_eq!(opened[key], expected, "{opened}");
    }
    assert_eq!(opened["terms"][0]["formula"], "own_moves -");
    assert_eq!(opened["position"]["moves"], record["moves"]);
    let lesson = include_str!("../../src/lab/lessons/isolation.json");
    let link = shared::lesson_link(lesson).expect("a link");
    assert_eq!(json(&succeed(&["open", &link])), json(lesson));
    for (link, expected) in [("#1lab.AAAA", "damaged"), ("#1lesson.AAAA", "damaged")] {
        assert!(fail(&["open", link]).contains(expected), "{link}");
    }
}

#[test]
fn an_illegal_move_in_a_record_is_reported_with_its_ply() {
    let record =
        Scratch::new("bad.json", br#"{"totora":1,"game":"uros","moves":["T@A6","T.0","T.0"]}"#);
    let message = fail(&["check", record.path()]);
    assert!(message.contains("ply 3: T.0: a house stands there already"), "{message}");
    assert!(fail(&["link", record.path()]).contains("ply 3"));
    let ran = totora(&["replay", record.path(), "--json"]);
    assert_eq!((ran.code, ran.out.lines().count()), (Some(2), 2), "the legal moves are shown");
    assert!(ran.err.contains("ply 3"));
    let stated = Scratch::new(
        "stated.json",
        br#"{"totora":1,"game":"uros","moves":["forfeit"],"result":{"ranks":[1,2],"scores":[0,0],"reason":"size"}}"#,
    );
    assert!(fail(&["check", stated.path()]).contains("its moves lead to"));
    let broken = Scratch::new("broken.json", b"{\n \"totora\": 1,\n");
    assert!(fail(&["check", broken.path()]).contains("line 3"), "line and column");
    assert!(fail(&["check", "no-such-file.json"]).contains("no-such-file.json"));
}

#[test]
fn an_analysis_is_shown_with_its_terms() {
    let table =
        succeed(&["think", "uros", "--moves", "T@A6 T.0", "--bot", "balanced", "--top", "3"]);
    assert!(table.contains("foe_efl") && table.contains("more"), "{table}");
    // Long names and long numbers stay separate from the next column.
    let constants = "norton-rizk:limit=50:own-gain=1000000:opponent-gain=1000000:loop=1000000";
    let moves = "5,5 5,6 4,4 6,6 5,4 4,5 6,5 4,6";
    let wide = succeed(&["think", "fencemaster", "--bot", constants, "--moves", moves]);
    let columns = ["move", "score", "initial", "types", "stones", "look-ahead", "loops"];
    let mut lines = wide.lines();
    assert_eq!(lines.next().map(|line| line.split_whitespace().collect()), Some(columns.to_vec()));
    let best: Vec<&str> = lines.next().unwrap_or_default().split_whitespace().collect();
    assert!(best.len() == columns.len() + 3 && best[1].len() > 10, "{wide}");
    let tree = succeed(&["think", "fencemaster", "--option", "size=3", "--bot", "totora@50n"]);
    assert!(tree.lines().next().is_some_and(|line| line.contains("  visits  ")), "{tree}");
    // Chances to win are shown if they are known. A score that is only a bound has no number.
    let search = succeed(&["think", "isolation", "--moves", "d4 b2", "--bot", "ab-custom@2000n"]);
    let shown = ["to win", "% ", "worse   "].iter().all(|words| search.contains(words));
    assert!(shown && !search.contains('≤'), "{search}");
    let analysis =
        json(&succeed(&["think", "uros", "--bot", "exploit:D=2", "--json", "--seed", "3"]));
    let candidates = analysis["candidates"].as_array().expect("candidates");
    assert_eq!(candidates.len(), 667);
    for candidate in candidates {
        let sum: f64 =
            candidate["terms"].as_object().expect("terms").values().filter_map(Value::as_f64).sum();
        assert!((sum - candidate["score"].as_f64().expect("a score")).abs() < 1e-9);
    }
}

#[test]
fn perft_counts_leaves() {
    assert_eq!(succeed(&["perft", "uros", "--depth", "0"]).trim(), "1");
    assert_eq!(succeed(&["perft", "uros", "--depth", "2"]).trim(), "283334");
    assert_eq!(json(&succeed(&["perft", "uros", "--depth", "1", "--json"]))["leaves"], 667);
    let divided = succeed(&["perft", "uros", "--depth", "1", "--divide", "--moves", "T@A6 T.0"]);
    let total: u64 = divided.lines().last().and_then(|n| n.parse().ok()).expect("a number");
    assert_eq!(divided.lines().count() as u64, total + 1);
}

#[test]
fn the_arena_gives_the_same_table_on_any_number_of_threads() {
    let args =
        ["arena", "uros", "--bots", "balanced,explore,greedy", "--games", "40", "--seed", "3"];
    let run = |threads: &str, more: &[&str]| {
        let mut args = args.to_vec();
        args.extend(["--threads", threads]);
        args.extend(more);
        succeed(&args)
    };
    assert_eq!(run("1", &[]), run("3", &[]));
    let table = json(&run("2", &["--json"]));
    assert_eq!(table["games"], 120);
    for bot in table["bots"].as_array().expect("bots") {
        let [low, share, high] =
            ["low", "share", "high"].map(|k| bot[k].as_f64().expect("a share"));
        assert!(0.0 <= low && low <= share && share <= high && high <= 1.0);
    }
}

#[test]
fn invalid_input_is_reported_with_exit_code_2() {
    for (args, expected) in [
        (vec!["think", "go", "--bot", "x"], "unknown game `go`; known are uros"),
        (vec!["think", "uros", "--bot", "x"], "unknown bot `x`"),
        (vec!["think", "uros", "--bot", "balanced:x=1"], "unknown option `x`"),
        (vec!["think", "uros", "--bot", "balanced:bvl"], "expected key=value"),
        (vec!["think", "uros", "--bot", "balanced", "--moves", "T@A6 Q"], "ply 2"),
        (vec!["think", "uros", "--bot", "balanced", "--budget", "5"], "not a budget"),
        (vec!["think", "uros", "--bot", "balanced", "--option", "start=green"], "one of red, blue"),
        (
            vec!["think", "uros", "--bot", "balanced", "--map", "no-such-map"],
            "does not start from a map",
        ),
        (vec!["think", "uros", "--bot", "balanced", "--seed", "9007199254740992"], "too large"),
        (vec!["play", "uros", "--seats", "balanced"], "1 seats are given"),
        (vec!["arena", "uros", "--bots", "balanced"], "at least 2"),
        (vec!["arena", "uros", "--bots", "balanced,explore", "--games", "0"], "0"),
        (vec!["open", "#1uros.AAAA"], "damaged"),
        (vec!["open", "hello"], "Totora opens links, records"),
        (vec!["dance"], "dance"),
        (vec!["perft", "uros", "--depth", "-1"], "-1"),
        (vec!["solve", "uros"], "Uros has no solver; only Isolation and FenceMaster do"),
        (vec!["solve", "fencemaster"], "expected --option size=3, size=4 or size=5"),
        (vec!["solve", "fencemaster", "--option", "size=3", "--only", "9,9"], "--only: "),
        (vec!["solve", "fencemaster", "--option", "size=3", "--moves", "x"], "--moves: "),
        (vec!["solve", "fencemaster", "--all"], "--all is for Isolation"),
        (vec!["solve", "fencemaster", "--book", "a"], "--book is for Isolation"),
        (vec!["solve", "isolation", "--book", "Cargo.toml"], "Cargo.toml: the opening book"),
        (vec!["solve", "isolation", "--book", "a", "--option", "size=8x8"], "takes no options"),
        (vec!["solve", "isolation", "--save", "a"], "--save is for FenceMaster"),
        (vec!["solve", "isolation", "--only", "a1"], "--only is for FenceMaster"),
    ] {
        let message = fail(&args);
        assert!(message.contains(expected), "{args:?}: {message}");
    }
}

#[test]
fn an_option_is_set_by_its_long_name_and_the_others_have_the_listed_defaults() {
    let seats = "drifter,drifter,drifter,drifter";
    let record = json(&succeed(&[
        "play", "outpost", "--seats", seats, "--option", "land=60", "--option", "turns=3", "--json",
    ]));
    let expected = serde_json::json!({ "L": 60, "T": 3 });
    assert_eq!(record["options"], expected);
}

#[test]
fn a_megabyte_of_garbage_is_rejected() {
    let mut noise = Vec::with_capacity(1 << 20);
    let mut x = 1u64;
    while noise.len() < 1 << 20 {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        noise.push((x >> 33) as u8);
    }
    let printable: Vec<u8> = noise.iter().map(|b| b % 94 + 33).collect();
    for garbage in [&noise, &printable] {
        let file = Scratch::new("garbage", garbage);
        for command in ["check", "replay", "link"] {
            let message = fail(&[command, file.path()]);
            assert!(message.contains("line 1") && message.len() < 1000, "{message}");
        }
        let ran = totora_with(&["open", "-"], garbage);
        assert_eq!(ran.code, Some(2));
        let mut lines = garbage.clone();
        lines.extend_from_slice(b"\n{\"do\":\"new\",\"game\":\"uros\"}\n{\"do\":\"quit\"}\n");
        let ran = totora_with(&["protocol"], &lines);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        let answers: Vec<Value> = ran.out.lines().map(json).collect();
        assert_eq!(answers[answers.len() - 2]["state"]["legal"], 667);
        assert!(answers[..answers.len() - 2].iter().all(|a| a["ok"] == false));
    }
}

#[test]
fn the_protocol_answers_every_line() {
    let input = concat!(
        r#"{"do":"new","game":"uros","options":{},"seed":1}"#,
        "\r\n",
        r#"{"do":"play","move":"T@A6"}"#,
        "\n",
        r#"{"do":"play","move":"T@A6"}"#,
        "\n",
        r#"{"do":"state"}"#,
    );
    let ran = totora_with(&["protocol"], input.as_bytes());
    let answers: Vec<Value> = ran.out.lines().map(json).collect();
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[2]["ok"], false);
    assert_eq!(answers[3]["state"], answers[1]["state"]);
}

#[test]
fn maps_of_reversi_are_checked_counted_and_played() {
    let text = b"3\n1\n1 1\n3 5\n0 1 2 3 0\n- x 3 1 c\n0 0 2 0 i\n0 0 6 <-> 4 0 2\n";
    let map = Scratch::new("small.map", text);
    assert!(
        succeed(&["check", map.path()]).contains("5 columns and 3 rows for 3 players: 14 tiles")
    );
    let checked = json(&succeed(&["check", "--json", map.path()]));
    assert_eq!(
        (&checked["game"], &checked["facts"]["transitions"]),
        (&"reversi".into(), &1.into())
    );
    let leaves = succeed(&["perft", "reversi", "--map", map.path(), "--depth", "2"]);
    assert!(leaves.trim().parse::<u64>().expect("a number") > 3, "{leaves}");
    let seats = ["--seats", "greedy,corners,random", "--seed", "1"];
    let played =
        succeed(&[&["play", "reversi", "--map", map.path(), "--json"], &seats[..]].concat());
    assert_eq!(json(&played)["seats"].as_array().map(Vec::len), Some(3));
    let two = ["play", "reversi", "--map", map.path(), "--seats", "greedy,random"];
    assert!(fail(&two).contains("2 seats are given, but Reversi XT here has 3"));
    let broken = Scratch::new("broken.map", b"3\n1\n1 1\n3 5\n0 1 2 3 0\n- x 3 1 c\n0 0 2 0\n");
    assert!(
        fail(&["check", broken.path()]).contains("line 7, column 8: expected 5 tiles in row 3")
    );
    assert!(fail(&["perft", "reversi", "--map", broken.path(), "--depth", "1"]).contains("line 7"));
    let unknown = ["perft", "reversi", "--option", "map=othelo", "--depth", "1"];
    assert!(fail(&unknown).contains("there is no map `othelo`; built in are othello, "));
    let analysis = json(&succeed(&[
        "think",
        "reversi",
        "--option",
        "map=trio",
        "--bot",
        "maxn@200n",
        "--json",
    ]));
    assert_eq!(analysis["view"], 0);
    assert_eq!(analysis["candidates"][0]["by_seat"].as_array().map(Vec::len), Some(3));
    assert_eq!(analysis["candidates"][0]["by_seat"][0], analysis["candidates"][0]["score"]);
    let arena = succeed(&[
        "arena",
        "reversi",
        "--option",
        "map=trio",
        "--bots",
        "greedy,corners,random",
        "--games",
        "3",
    ]);
    assert!(arena.contains("greedy"), "{arena}");
}

#[test]
fn external_programs_play_games() {
    let own = env!("CARGO_BIN_EXE_totora");
    // If the program is another Totora, it plays the first bot of the game. The game is the same as with that bot itself.
    let bot =
        json(&succeed(&["games", "--json"]))[1]["bots"][0]["id"].as_str().expect("id").to_owned();
    let seats = format!("exec:{own} protocol,random");
    let play = |seats: &str, more: &[&str]| {
        let mut args = vec!["play", "isolation", "--seed", "5", "--budget", "200n", "--json"];
        args.extend(["--seats", seats]);
        args.extend(more);
        totora(&args)
    };
    let (external, internal) = (play(&seats, &[]), play(&format!("{bot},random"), &[]));
    assert_eq!((external.code, external.err.as_str()), (Some(0), ""));
    assert_eq!(json(&external.out)["moves"], json(&internal.out)["moves"]);
    assert_eq!(json(&external.out)["seats"][0]["human"], true);

    // A program that does not speak the protocol forfeits, which ends the match.
    let invalid = play("exec:cat,random", &[]);
    assert_eq!(invalid.code, Some(0));
    assert!(invalid.err.contains("ply 1: Red"), "{}", invalid.err);
    assert!(invalid.err.contains("has no \"ok\""), "{}", invalid.err);
    assert_eq!(json(&invalid.out)["moves"], serde_json::json!(["forfeit"]));

    // In a game with simultaneous moves it forfeits and is ranked last, and the others play on.
    let seats = format!("exec:{own} check no-such-file,harvester,mason,drifter");
    let still = totora(&[
        "play", "outpost", "--seed", "5", "--option", "T=12", "--json", "--seats", &seats,
    ]);
    assert_eq!(still.code, Some(0));
    // There is one message. The program's own error output may come before it.
    assert_eq!(still.err.matches("totora: ply ").count(), 1, "{}", still.err);
    assert!(still.err.contains("ply 1: North-West"), "{}", still.err);
    let record = json(&still.out);
    let moves = record["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 12);
    assert!(moves[0].as_str().is_some_and(|turn| turn.starts_with("forfeit | ")));
    assert_eq!(record["result"]["ranks"][0], 4, "{}", record["result"]);

    // A program that answers without reading is stopped when its pipe is full.
    let seats = r#"exec:yes '{"ok":true}',drifter,drifter,drifter"#;
    let unread = totora(&["play", "outpost", "--seed", "5", "--option", "r=1", "--seats", seats]);
    assert_eq!(unread.code, Some(0));
    assert!(unread.err.contains("ply 1: North-West"), "{}", unread.err);
    let last = unread.err.lines().last().unwrap_or_default();
    let reasons = [
        "it answers without reading its requests",
        "it answers without a request",
        "no thought.choice",
    ];
    assert!(reasons.iter().any(|words| last.contains(words)), "{}", unread.err);

    let seats = format!("exec:{own} protocol,random");
    let arena = |bots: &str| {
        let (games, budget) = (["--games", "4"], ["--budget", "100n"]);
        let mut args = vec!["arena", "isolation", "--bots", bots, "--seed", "5", "--json"];
        args.extend(games.iter().chain(&budget));
        json(&succeed(&args))
    };
    let (external, internal) = (arena(&seats), arena(&format!("{bot},random")));
    assert_eq!(external["pairs"][0]["wins"], internal["pairs"][0]["wins"]);
    assert_eq!((&external["games"], &external["plies"]), (&internal["games"], &internal["plies"]));

    assert!(fail(&["play", "isolation", "--seats", "exec:,random"]).contains("program is missing"));
    let message = fail(&["play", "isolation", "--seats", "exec:./no-such-program,random"]);
    assert!(message.contains("no-such-program"), "{message}");
}

#[test]
fn check_detects_the_game_and_reports_where_a_text_is_invalid() {
    let check = |content: &str, more: &[&str]| {
        let file = Scratch::new("checked.txt", content.as_bytes());
        let mut args = vec!["check", file.path()];
        args.extend(more);
        let ran = totora(&args);
        (ran.code, if ran.code == Some(0) { ran.out } else { ran.err })
    };
    let small = "2\n0\n0 0\n1 3\n1 2 0\n";
    // A byte order mark, and blanks after lines and at the end, are accepted.
    let record = "{\"totora\":1,\"game\":\"uros\",\"moves\":[\"T@A6\"]}";
    for (text, more, expected) in [
        (format!("\u{feff}{record}\n \t\n"), &[][..], "a record of Uros"),
        (format!("\u{feff}{record}"), &["--game", "uros"], "a record of Uros"),
        (format!("\u{feff}{}", small.replace('\n', " \t\r\n")), &[], "a map of Reversi XT"),
        ("\u{feff}1 1 \t\r\n2 2\n\n \n".to_owned(), &[], "a map of Outpost"),
        ("\u{feff}2 -- --- -- \n\n".to_owned(), &[], "a board of FenceMaster"),
        (
            format!("{small}0 0 0 <-> 0 0 0\n"),
            &[],
            "The transition in line 6, column 1 joins a border to itself.",
        ),
    ] {
        let (code, words) = check(&text, more);
        assert_eq!(code, Some(0), "{text}: {words}");
        assert!(words.contains(expected), "{expected}: {words}");
    }
    let many = "1 1\n".repeat(12_000);
    for (text, more, expected) in [
        ("0 1\n1 0\n", &[][..], "line 2 column 1: land is cut off"),
        ("0 1\n1 0\n", &[], "(a map of Outpost, detected from its content"),
        (many.as_str(), &["--game", "outpost"], "line 10001 column 1: the map goes on"),
        ("", &[], "line 1 column 1: empty"),
        ("", &["--game", "fencemaster"], "line 1, column 1: a board begins with its side"),
        ("", &["--game", "reversi"], "line 1, column 1: expected the number of players"),
        ("\n{\"totora\":1}", &[], "line 2, column 1: not a record: `game` is missing"),
        ("1 2\n3 x\n", &[], "line 1, column 1: this text is not recognised"),
        ("\n{\"totora\":1}", &["--game", "reversi"], "line 2, column 1: not a record"),
        ("{\n\"totora\": oops}", &["--game", "reversi"], "line 2 column 11"),
        (
            record,
            &["--game", "reversi"],
            "line 1, column 1: a record of Uros; expected a record of `reversi`",
        ),
        ("2\n--\n-C-\n--", &[], "line 3, column 2: at row 1, column 1 of the board stands `C`"),
        ("2\n0\n0 0\n1 3\n1 2 0\n0 0 0 <-> 0 0\n", &[], "line 6, column 14"),
    ] {
        let (code, words) = check(text, more);
        assert_eq!(code, Some(2), "{expected}: {words}");
        assert!(words.contains(expected), "{expected}: {words}");
    }
}

#[test]
fn play_and_check_validate_maps_in_the_same_way() {
    let map = |rows: usize| format!("2\n0\n0 0\n{rows} 4\n{}", "0 2 1 0\n".repeat(rows));
    for (rows, warns) in [(50, false), (51, true), (52, true)] {
        let file = Scratch::new(&format!("rows-{rows}.map"), map(rows).as_bytes());
        let output = succeed(&["check", "--game", "reversi", file.path()]);
        assert_eq!(output.contains("the format names at most 50"), warns, "{output}");
        let output = totora(&["play", "reversi", "--seats", "random,random", "--map", file.path()]);
        let words = &output.err;
        assert!(output.code == Some(0) && words.is_empty() != warns, "{rows}: {words}");
        let warning = ": warning: line 4, column 1: the height is";
        assert!(!warns || words.matches(": warning: ").count() == 1, "{warning}: {words}");
    }
    let file = Scratch::new("rows-53.map", map(53).as_bytes());
    let expected = "line 4, column 1: expected the height from 1 to 52, found `53`";
    let check = fail(&["check", "--game", "reversi", file.path()]);
    let play = fail(&["play", "reversi", "--seats", "random,random", "--map", file.path()]);
    assert!(check.contains(expected) && play.contains(expected), "{check}{play}");
}

/// An empty file is no map, whichever command reads it.
#[test]
fn an_empty_map_is_refused_everywhere() {
    let empty = Scratch::new("empty.txt", b" \n\n");
    let seats = |count: usize| vec!["random"; count].join(",");
    let games = [
        ("outpost", "drifter,drifter,drifter,drifter".to_owned()),
        ("reversi", seats(2)),
        ("fencemaster", seats(2)),
    ];
    for (game, seats) in games {
        let each = format!("map={}", empty.path());
        let all: [&[&str]; 4] = [
            &["check", "--game", game, empty.path()],
            &["play", game, "--seats", &seats, "--map", empty.path()],
            &["arena", game, "--bots", &seats, "--games", "1", "--map", empty.path()],
            &["arena", game, "--bots", &seats, "--games", "1", "--each", &each],
        ];
        // The board of FenceMaster is not in an option `map`.
        let count = if game == "fencemaster" { 3 } else { 4 };
        for args in &all[..count] {
            let error = fail(args);
            assert!(error.contains("empty.txt: line "), "{args:?}: {error}");
        }
    }
}

#[test]
fn a_map_with_warnings_is_played_with_them() {
    // A corner of the region under water, and too few cells.
    let map = Scratch::new("corner.txt", b"49 49\n");
    let checked = json(&succeed(&["check", "--json", map.path()]));
    let warnings = checked["warnings"].as_array().expect("a list");
    assert_eq!(warnings.len(), 2);
    let seats = "drifter,drifter,drifter,drifter";
    for more in [&["--json"][..], &[]] {
        let play = ["play", "outpost", "--option", "T=1", "--seats", seats, "--map", map.path()];
        let output = totora(&[&play[..], more].concat());
        let words = &output.err;
        assert_eq!(output.code, Some(0));
        for warning in warnings {
            let line = format!("corner.txt: warning: {}", warning.as_str().expect("a text"));
            assert_eq!(words.matches(&line).count(), 1, "{line}: {words}");
        }
    }
}

#[test]
fn a_link_that_takes_long_is_opened_only_with_wait() {
    let args =
        ["play", "outpost", "--option", "T=600", "--seats", "drifter,drifter,drifter,drifter"];
    let file = Scratch::new("long.json", b"");
    succeed(&[&args[..], &["--seed", "1", "--record", file.path()]].concat());
    let record = json(&std::fs::read_to_string(file.path()).expect("written"));
    let link = succeed(&["link", file.path()]);
    let error = fail(&["open", link.trim()]);
    assert!(
        error.contains("600 plies, which takes about ")
            && error.contains("totora open --wait LINK"),
        "{error}"
    );
    assert_eq!(json(&succeed(&["open", "--wait", link.trim()])), record);
}

#[test]
fn names_with_characters_that_set_the_direction_of_writing_are_refused() {
    for name in ["a\u{202e}b", "\u{2067}fish", "x\u{200f}"] {
        let formula = serde_json::json!({
            "name": name, "terms": [{ "name": "mine", "weight": 1, "formula": "own_moves" }],
        });
        let record = serde_json::json!({
            "totora": 1, "game": "isolation", "options": {}, "seed": 1, "moves": [],
            "seats": [{ "bot": "lab", "options": { "formula": formula.to_string() } }, { "human": true }],
        });
        let file = Scratch::new("turned.json", record.to_string().as_bytes());
        let error = fail(&["check", file.path()]);
        assert!(
            error.contains("`name` holds a character that sets the direction of writing"),
            "{error}"
        );
        let mut of_term = record.clone();
        let formula = serde_json::json!([{ "name": name, "weight": 1, "formula": "own_moves" }]);
        of_term["seats"][0]["options"]["formula"] = formula.to_string().into();
        let file = Scratch::new("term.json", of_term.to_string().as_bytes());
        fail(&["check", file.path()]);
        let mut program = record;
        program["seats"][0] = serde_json::json!({ "program": name });
        let file = Scratch::new("program.json", program.to_string().as_bytes());
        let error = fail(&["check", file.path()]);
        // The error message does not contain such characters either.
        assert!(
            error.is_ascii() || !error.contains(['\u{202e}', '\u{2067}', '\u{200f}']),
            "{error:?}"
        );
    }
    // A name in a script that is written from right to left is valid.
    let record = r#"{"totora":1,"game":"isolation","seed":1,"moves":[],"seats":[{"program":"דג"},{"human":true}]}"#;
    let file = Scratch::new("hebrew.json", record.as_bytes());
    succeed(&["check", file.path()]);
}
