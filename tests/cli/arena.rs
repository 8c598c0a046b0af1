//! The arena on the command line: shards, results files, interruptions and output.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// A temporary directory, which is deleted at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("totora-arena-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory");
        Scratch(path)
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

fn spawn(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_totora"))
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts")
}

fn run(args: &[&str]) -> Output {
    spawn(args).wait_with_output().expect("ends")
}

fn succeed(args: &[&str]) -> String {
    let Output { status, stdout, stderr } = run(args);
    let errors = String::from_utf8_lossy(&stderr);
    assert!(status.success() && errors.is_empty(), "{args:?}: {errors}");
    String::from_utf8(stdout).expect("text")
}

fn fail(args: &[&str]) -> String {
    let Output { status, stderr, .. } = run(args);
    assert_eq!(status.code(), Some(2), "{args:?}");
    String::from_utf8(stderr).expect("text")
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A small arena, which takes at most a few seconds in a debug build.
const ARENA: [&str; 8] =
    ["arena", "uros", "--bots", "balanced,explore,greedy", "--games", "30", "--seed", "3"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    ARENA.iter().copied().chain(more.iter().copied()).collect()
}

#[test]
fn merged_shards_give_the_output_of_one_run() {
    let scratch = Scratch::new("shards");
    let files: Vec<String> = (1..=3).map(|part| scratch.file(&format!("{part}.jsonl"))).collect();
    for (part, file) in files.iter().enumerate() {
        let shard = format!("{}/3", part + 1);
        let own = json(&succeed(&with(&["--shard", &shard, "--results", file, "--json"])));
        assert_eq!((&own["games"], &own["finished"]), (&30.into(), &false.into()));
    }
    for form in [&[][..], &["--json"], &["--csv"]] {
        let mut merge = vec!["arena", "merge", &files[2], &files[0], &files[1]];
        merge.extend(form);
        assert_eq!(succeed(&merge), succeed(&with(form)), "{form:?}");
    }
    let part = json(&succeed(&["arena", "merge", &files[0], "--json"]));
    assert_eq!((&part["games"], &part["finished"]), (&30.into(), &false.into()));
    let other = scratch.file("other.jsonl");
    succeed(&["arena", "uros", "--bots", "greedy,random", "--games", "2", "--results", &other]);
    let error = fail(&["arena", "merge", &files[0], &other]);
    assert!(error.contains("is of another arena") && error.contains("the bots differs"), "{error}");
    assert!(fail(&["arena", "merge", "no-such-file"]).contains("no-such-file"));
    assert!(fail(&with(&["--shard", "4/3", "--results", &other])).contains("is not a shard"));
}

#[test]
fn ratings_of_several_files_count_each_game_once_and_have_anchors() {
    let scratch = Scratch::new("ratings");
    let [one, two, copy, other] = ["one", "two", "copy", "other"].map(|name| scratch.file(name));
    let play = |bots: &str, seed: &str, file: &str| {
        let games = ["--games", "20", "--seed", seed, "--results", file, "--json"];
        json(&succeed(&[&["arena", "uros", "--bots", bots][..], &games].concat()))
    };
    let alone = play("balanced,explore,greedy", "3", &one);
    play("greedy,random", "4", &two);
    let ratings = |files: &[&str], more: &[&str]| {
        json(&succeed(&[&["arena", "ratings"], files, more, &["--json"]].concat()))
    };
    // The ratings of one file are those of its arena. The same games in another file do not count again.
    let pooled = ratings(&[&one], &[]);
    assert_eq!((&pooled["bots"], &pooled["pairs"]), (&alone["bots"], &alone["pairs"]));
    play("balanced,explore", "3", &copy);
    let again = ratings(&[&one, &copy, &one], &[]);
    assert_eq!((&again["bots"], &again["counted"]), (&alone["bots"], &60.into()));
    let anchored = ratings(&[&one, &two], &["--anchor", "greedy=1000"]);
    let bot = |name: &str| {
        let bots = anchored["bots"].as_array().expect("a list");
        bots.iter().find(|bot| bot["bot"] == name).expect("a bot")["rating"].clone()
    };
    assert_eq!(
        (bot("greedy")["middle"].as_f64(), bot("greedy")["low"].as_f64()),
        (Some(1000.0), Some(1000.0))
    );
    assert!(bot("random")["high"].as_f64() < Some(1000.0), "{anchored}");
    assert_eq!(
        (anchored["games"].as_u64(), anchored["bots"].as_array().map(Vec::len)),
        (Some(80), Some(4))
    );
    assert!(
        succeed(&["arena", "ratings", &one, &two, "--anchor", "greedy=1000"])
            .contains("anchored at greedy = 1000")
    );
    // Bots that cannot be rated together.
    let error = fail(&["arena", "ratings", &one, "--anchor", "random=0"]);
    assert!(error.contains("`random` is no bot of these files; known: balanced"), "{error}");
    assert!(fail(&["arena", "ratings", &one, "--anchor", "greedy"]).contains("expected NAME=ELO"));
    play("tuned,random", "5", &other);
    let error = fail(&["arena", "ratings", &one, &other]);
    assert!(error.contains("are in no chain of games"), "{error}");
}

fn rounds<'a>(format: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let bots = ["--bots", "balanced,explore,greedy,random,exploit", "--games", "4", "--seed", "3"];
    [&["arena", "uros", "--format", format], &bots[..], more].concat()
}

#[test]
fn tournaments_in_rounds_are_the_same_on_any_number_of_threads_and_can_continue() {
    let scratch = Scratch::new("rounds");
    for (format, games) in [("swiss:3", 24), ("knockout", 16)] {
        let whole = succeed(&rounds(format, &["--json", "--threads", "4"]));
        let report = json(&whole);
        assert_eq!((&report["games"], &report["finished"]), (&games.into(), &true.into()));
        assert_eq!(report["rounds"].as_array().map(Vec::len), Some(3));
        // If the file is cut after some games, the result is the same.
        let file = scratch.file(format);
        assert_eq!(
            succeed(&rounds(format, &["--json", "--threads", "1", "--results", &file])),
            whole
        );
        let text = std::fs::read_to_string(&file).expect("written");
        let some: Vec<&str> = text.split_inclusive('\n').take(8).collect();
        std::fs::write(&file, some.concat()).expect("cut");
        assert_eq!(succeed(&rounds(format, &["--json", "--results", &file])), whole);
        assert_eq!(succeed(&["arena", "merge", &file, "--json"]), whole);
        assert!(succeed(&rounds(format, &[])).contains("round 3"), "{format}");
        let error = fail(&rounds(format, &["--shard", "1/2", "--results", &file]));
        assert!(error.contains("cannot be played in shards"), "{error}");
    }
    let error = fail(&[
        "arena",
        "outpost",
        "--bots",
        "mason,phalanx,wolfpack,shepherd",
        "--format",
        "knockout",
    ]);
    assert!(
        error.contains("--format knockout pairs bots; a game of Outpost has 4 seats"),
        "{error}"
    );
    let error = fail(&with(&["--format", "swiss:3"]));
    assert!(error.contains("3 bots have at most 2 rounds"), "{error}");
}

/// Kills a process with SIGKILL.
fn kill(child: &mut Child) {
    child.kill().expect("still running");
    child.wait().expect("gone");
}

#[test]
fn a_killed_arena_continues_and_gives_the_same_result() {
    let scratch = Scratch::new("kill");
    let file = scratch.file("results.jsonl");
    let args = with(&["--results", &file, "--json"]);
    let whole = succeed(&with(&["--json"]));
    // The times differ from run to run, but the result is always the same.
    let mut state = std::process::id() as u64 | 1;
    let mut random = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let lines = |file: &str| std::fs::read_to_string(file).map_or(0, |text| text.lines().count());
    let mut kills = 0;
    while kills < 10 {
        let mut child = spawn(&args);
        std::thread::sleep(Duration::from_millis(random(60)));
        kill(&mut child);
        kills += 1;
        // Also cut the file in the middle of a line.
        let length = std::fs::metadata(&file).map_or(0, |data| data.len());
        if length > 0 {
            let cut = length - random(length.min(150));
            let file = std::fs::OpenOptions::new().write(true).open(&file).expect("it exists");
            file.set_len(cut).expect("cut");
        }
    }
    assert!(lines(&file) < 92, "it was killed before its end");
    assert_eq!(succeed(&args), whole);
    // Now the file is complete: another run prints the result without playing, and writes nothing.
    let bytes = std::fs::read(&file).expect("it exists");
    assert_eq!(lines(&file), 91, "a header and 90 games");
    assert_eq!(succeed(&args), whole);
    assert_eq!(std::fs::read(&file).expect("it exists"), bytes);
    // Another command does not change the file.
    let other =
        ["arena", "uros", "--bots", "balanced,explore,greedy", "--games", "32", "--seed", "3"];
    let error = fail(&[&other[..], &["--results", &file]].concat());
    assert!(error.contains("--games differs"), "{error}");
    // A damaged line in the middle is reported.
    let mut bytes = bytes;
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, &bytes).expect("written");
    assert!(fail(&args).contains("is damaged"));
    // A foreign file is left unchanged.
    std::fs::write(&file, "my thesis\n").expect("written");
    assert!(fail(&args).contains("line 1 is no line of an arena's results"));
    assert_eq!(std::fs::read_to_string(&file).expect("it exists"), "my thesis\n");
}

#[cfg(unix)]
#[test]
fn a_signal_prints_the_table_so_far() {
    let scratch = Scratch::new("signal");
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let file = scratch.file(&format!("results{signal}.jsonl"));
        let args = [
            "arena",
            "uros",
            "--bots",
            "balanced,explore",
            "--games",
            "100000",
            "--results",
            &file,
        ];
        let child = spawn(&args);
        // Wait until there are some games.
        while std::fs::read_to_string(&file).map_or(0, |text| text.lines().count()) < 10 {
            std::thread::sleep(Duration::from_millis(5));
        }
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        let Output { status, stdout, .. } = child.wait_with_output().expect("ends");
        assert_eq!(status.code(), Some(code));
        let table = String::from_utf8(stdout).expect("text");
        assert!(table.starts_with("Unfinished, "), "{table}");
        assert!(table.contains(" of 100000 games: "), "{table}");
        // The table counts the games in the file.
        let games = std::fs::read_to_string(&file).expect("it exists").lines().count() - 1;
        assert!(table.contains(&format!("Unfinished, {games} of")), "{games}: {table}");
    }
}

#[test]
fn a_sequential_test_ends_at_the_same_game_on_any_number_of_threads() {
    let scratch = Scratch::new("until");
    let file = scratch.file("results.jsonl");
    let args = |more: &[&'static str]| -> Vec<&'static str> {
        let args = [
            "arena",
            "uros",
            "--bots",
            "balanced,greedy",
            "--games",
            "1000",
            "--until",
            "sprt 0 50",
            "--json",
        ];
        args.into_iter().chain(more.iter().copied()).collect()
    };
    let one = succeed(&args(&["--threads", "1"]));
    assert_eq!(one, succeed(&args(&["--threads", "3"])));
    let mut saved = args(&[]);
    saved.extend(["--results", &file]);
    assert_eq!(one, succeed(&saved));
    assert_eq!(one, succeed(&saved), "printed again from the file");
    let report = json(&one);
    assert_eq!(report["finished"], true);
    assert!(report["games"].as_u64().is_some_and(|games| games < 400), "{}", report["games"]);
    assert_eq!(report["test"]["verdict"], "greater");
    let words = report["remarks"][0].as_str().expect("words");
    assert!(words.starts_with("Decided after ") && words.contains(" than to 0 Elo"), "{words}");
    for (bots, until, expected) in [
        ("balanced,greedy", "sprt 20 0", "the smaller first"),
        ("balanced,greedy", "soon", "expected `sprt ELO0 ELO1`"),
    ] {
        let error = fail(&["arena", "uros", "--bots", bots, "--until", until]);
        assert!(error.contains(expected), "{error}");
    }
    let one = ["--bots", "balanced", "--against", "greedy,random", "--until", "sprt 0 20"];
    let error = fail(&[&["arena", "uros"], one.as_slice()].concat());
    assert!(error.contains("name two"), "{error}");
}

#[test]
fn tables_are_narrow_and_names_are_distinct() {
    let table = succeed(&["arena", "uros", "--bots", "greedy,greedy,random", "--games", "2"]);
    assert!(table.contains("greedy #2"), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 120 && line == line.trim_end()));
    let csv = succeed(&["arena", "uros", "--bots", "greedy,random", "--games", "2", "--csv"]);
    assert!(csv.starts_with("bot,against,games,wins,"), "{csv}");
    assert_eq!(csv.lines().count(), 5);
}

#[test]
fn heuristics_from_files_and_links_are_shown_with_name_and_author() {
    let scratch = Scratch::new("names");
    let (file, results) = (scratch.file("mine.json"), scratch.file("results.jsonl"));
    let mine = r#"{"name":"Mine","author":"Ada","terms":[{"formula":"own_village"}]}"#;
    std::fs::write(&file, mine).expect("written");
    let link = |game: &str, formula: &str| {
        let sent = serde_json::json!({ "game": game, "options": { "formula": formula } });
        totora::lab::shared::heuristic_link(&sent).expect("a link")
    };
    let sent = link("uros", &mine.replace("Ada", "Ben"));
    let plain = format!("https://somewhere.example/{}", link("uros", "own_village"));
    let bots = format!("lab:file={file},{sent}\n{plain},third={sent},lab:formula=own_front");
    let args = ["arena", "uros", "--games", "2", "--results", &results, "--bots", &bots];
    let table = succeed(&args);
    for name in ["Mine by Ada", "Mine by Ben", "third", "lab:formula=own_front"] {
        assert!(table.contains(name), "{name}: {table}");
    }
    assert!(!table.contains(&file) && !table.contains("#1lab"), "{table}");
    // A heuristic without a name is shown with its formula.
    assert!(table.contains("lab:formula=own_village"), "{table}");
    let record = json(&succeed(&["arena", "game", &results, "1"]));
    assert!(record["seats"][0]["options"]["formula"].to_string().contains("Ada"), "{record}");
    // Links work for `--against` too, and invalid links are reported.
    let report = json(&succeed(&[
        "arena",
        "uros",
        "--bots",
        &sent,
        "--against",
        "greedy",
        "--games",
        "2",
        "--json",
    ]));
    assert_eq!(report["bots"][0]["bot"], "Mine by Ben");
    for (bots, expected) in [
        (link("isolation", "own_moves"), "a heuristic of Isolation; expected Uros"),
        (link("uros", "own_village -"), "the formula ends here"),
        ("#1lab.AAAA".to_owned(), "damaged"),
        ("https://somewhere.example/#uros".to_owned(), "not a Totora link"),
    ] {
        let error = fail(&["arena", "uros", "--bots", &format!("greedy,{bots}")]);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn presets_compare_their_results_with_known_results() {
    let table = succeed(&["arena", "uros", "--preset", "five-strategies", "--games", "4"]);
    assert!(table.contains("For comparison, the reference table; in brackets: yours."), "{table}");
    assert!(table.contains("63.2"), "{table}");
    let table =
        succeed(&["arena", "isolation", "--preset", "source", "--games", "2", "--budget", "50n"]);
    assert!(table.contains("ab-improved:lost=random #2"), "{table}");
    assert!(table.contains("117 600 games"), "{table}");
    let report =
        json(&succeed(&["arena", "reversi", "--preset", "map-tour", "--games", "2", "--json"]));
    assert_eq!(report["starts"].as_array().map(Vec::len), Some(5));
    assert_eq!(report["games"], 100);
    let error = fail(&["arena", "uros", "--preset", "none"]);
    assert!(error.contains("known: five-strategies"), "{error}");
}

/// The folder of the example bots.
fn bots() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("examples/bots")
}

#[test]
fn the_example_bots_are_short() {
    for entry in std::fs::read_dir(bots()).expect("it exists") {
        let path = entry.expect("a file").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if path.is_file() && !name.starts_with("totora") && !name.starts_with("test") {
            let lines = std::fs::read_to_string(&path).expect("text").lines().count();
            assert!(lines < 40, "{name} has {lines} lines");
        }
    }
}

/// Three maps, one of them a file of two that a pattern names, by two radii: every combination has its games.
#[test]
fn a_grid_of_starts_has_a_winner_for_each_cell_and_one_league() {
    let scratch = Scratch::new("grid");
    let ring = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/outpost/maps/ring.txt");
    for name in ["one.txt", "two.txt"] {
        std::fs::copy(ring, scratch.file(name)).expect("copied");
    }
    let maps = format!("map=delta,{}", scratch.file("*.txt"));
    let results = scratch.file("results.jsonl");
    let grid = |more: &[&str]| {
        let args = [
            &["arena", "outpost", "--bots", "harvester,drifter,mason,shepherd", "--games", "4"][..],
            &["--option", "T=12", "--seed", "3", "--each", &maps, "--each", "r=5,7"],
            more,
        ];
        succeed(&args.concat())
    };
    let report = json(&grid(&["--json", "--results", &results]));
    assert_eq!((&report["games"], &report["finished"]), (&24.into(), &true.into()));
    let starts = report["starts"].as_array().expect("a list");
    let names: Vec<&str> = starts.iter().filter_map(|start| start["start"].as_str()).collect();
    assert_eq!(
        names,
        [
            "map=delta r=5",
            "map=delta r=7",
            "map=one r=5",
            "map=one r=7",
            "map=two r=5",
            "map=two r=7"
        ]
    );
    assert_eq!(starts[1]["values"], serde_json::json!([["map", "delta"], ["r", "7"]]));
    for start in starts {
        let winner = start["winners"][0].as_u64().expect("a winner") as usize;
        let shares = start["won"].as_array().expect("a list");
        let share = |won: &Value| won["share"].as_f64().expect("a share");
        assert!(shares.iter().all(|won| share(won) <= share(&shares[winner])), "{start}");
    }
    // The league is one: each bot has all 24 games.
    assert!(report["bots"].as_array().expect("a list").iter().all(|bot| bot["won"]["games"] == 24));
    let text = grid(&["--results", &results]);
    let table = text.split("The winner from each start").nth(1).expect("a table");
    let heads: Vec<&str> = table.lines().nth(1).expect("headings").split_whitespace().collect();
    assert_eq!(heads, ["map", "r=5", "r=7"], "{text}");
    // A results file keeps the grid.
    let merged = json(&succeed(&["arena", "merge", &results, "--json"]));
    assert_eq!(merged["starts"], report["starts"]);
    // Every file is checked before a game is played.
    std::fs::write(scratch.file("three.txt"), "0 1\n1 0\n").expect("written");
    let bots = ["arena", "outpost", "--bots", "harvester,drifter,mason,shepherd", "--games", "4"];
    let error = fail(&[&bots[..], &["--each", &maps]].concat());
    assert!(error.contains("three.txt: line 2 column 1: land is cut off"), "{error}");
    for (each, expected) in [
        (&["map=no*.such"][..], "no file has such a name"),
        (&["map=ring", "map=delta"], "`map` is varied twice"),
        (&["map=ring,ring"], "`map` has `ring` twice"),
        (&["radius=1"], "`radius` is no option of Outpost; known: map, r,"),
        (&["r"], "expected key=value,value"),
    ] {
        let all: Vec<&str> = each.iter().flat_map(|one| ["--each", *one]).collect();
        let error = fail(&[&bots[..], &all].concat());
        assert!(error.contains(expected), "{each:?}: {error}");
    }
}

/// Tournaments of one command are those of several commands with successive seeds.
#[test]
fn repeated_tournaments_have_successive_seeds_and_show_their_spread() {
    let bots = ["arena", "isolation", "--bots", "AB_Custom@60n,ID_Improved@60n"];
    let args = |more: &[&'static str]| {
        let games = ["--against", "Random", "--games", "10", "--json"];
        [&bots[..], &games, more].concat()
    };
    let all = json(&succeed(&args(&["--repeat", "3", "--seed", "5"])));
    assert_eq!(
        (&all["games"], &all["planned"], &all["repeat"]),
        (&60.into(), &60.into(), &3.into())
    );
    for (number, seed) in ["5", "6", "7"].into_iter().enumerate() {
        let alone = json(&succeed(&args(&["--seed", seed])));
        for bot in 0..3 {
            for key in ["wins", "losses", "share"] {
                let of_all = &all["bots"][bot]["tournaments"][number][key];
                assert_eq!(*of_all, alone["bots"][bot][key], "{seed} {bot} {key}");
            }
        }
    }
    let spread = &all["bots"][0]["spread"];
    assert!(spread["low"].as_f64() <= spread["mean"].as_f64(), "{spread}");
    let error =
        fail(&[&bots[..], &["--games", "4", "--repeat", "2", "--until", "sprt 0 20"]].concat());
    assert!(error.contains("--repeat plays whole round robins"), "{error}");
}

/// The source's tables stand in their own layout with our results beside them, and several tournaments answer whether the
/// source's order was luck.
#[test]
fn the_tables_of_a_source_stand_beside_ours() {
    let preset = ["arena", "isolation", "--preset", "source", "--games", "2", "--threads", "2"];
    let once = succeed(&preset);
    let lines: Vec<&str> = once.lines().collect();
    let cells = |start: &str| -> Vec<String> {
        let line = lines
            .iter()
            .find(|line| line.starts_with(start))
            .unwrap_or_else(|| panic!("{start}: {once}"));
        line.split_whitespace().map(str::to_owned).collect()
    };
    let open = cells("MM_Open");
    assert_eq!((open.len(), &*open[1], &*open[3]), (9, "5\u{2013}5", "8\u{2013}2"));
    assert!(open[2].starts_with('(') && open[2].contains('\u{2013}'), "{open:?}");
    assert_eq!(cells("tournament 6")[2..].len(), 4, "only the first tournament is played");
    assert_eq!(cells("tournament 1")[2..].len(), 8);
    assert_eq!(&cells("average")[1..], ["65.9", "74.5", "68.6", "72.2"]);
    assert!(!once.contains("Was the published order luck?"));
    let twice = succeed(&[&preset[..], &["--repeat", "2"]].concat());
    assert_eq!(twice.matches("Was the published order luck? ").count(), 1, "{twice}");
}

/// What the ends of games looked like, by bot, with intervals; in CSV by pair too.
#[test]
fn ends_of_uros_are_counted_by_bot_and_pair() {
    let bots =
        ["arena", "uros", "--bots", "balanced,exploit,explore", "--games", "20", "--seed", "2"];
    let report = json(&succeed(&[&bots[..], &["--json"]].concat()));
    let metrics = report["metrics"].as_array().expect("a list");
    let at = |name: &str| metrics.iter().position(|metric| metric["of"] == name).expect(name);
    let (won, lost, margin) =
        (at("winner's biggest village"), at("loser's biggest village"), at("margin of the winner"));
    let (first, second) = (at("won as first"), at("won as second"));
    for bot in report["bots"].as_array().expect("a list") {
        let mean = |at: usize| bot["ends"][at]["mean"].as_f64().expect("a mean");
        assert!((mean(won) - mean(lost) - mean(margin)).abs() < 1e-5, "{bot}");
        assert_eq!(bot["ends"][won]["games"], bot["wins"], "{bot}");
        assert_eq!(bot["ends"][first]["games"], 20);
        let share = (mean(first) + mean(second)) / 2.0;
        assert!((share - bot["share"].as_f64().expect("a share")).abs() < 1e-5, "{bot}");
        assert!(bot["ends"][first]["low"].as_f64() < Some(mean(first)));
    }
    let csv = succeed(&[&bots[..], &["--csv"]].concat());
    let mut rows = csv.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let head = rows.next().expect("headings");
    assert_eq!(
        head[22..25],
        [
            "winner's biggest village",
            "winner's biggest village low",
            "winner's biggest village high"
        ]
    );
    let rows: Vec<Vec<&str>> = rows.collect();
    assert_eq!(rows.len(), 3 + 6);
    assert!(rows.iter().all(|row| row.len() == head.len()), "{csv}");
    // A pair's share as first is that of the games that its first bot starts.
    let pair = rows.iter().find(|row| row[0] == "balanced" && row[1] == "exploit").expect("a pair");
    let of = |name: &str| pair[head.iter().position(|one| *one == name).expect(name)];
    let share = |text: &str| text.parse::<f64>().expect("a number");
    let both = (share(of("won as first")) + share(of("won as second"))) / 2.0;
    assert!((both - share(of("share"))).abs() < 1e-5, "{pair:?}");
    let text = succeed(&bots);
    assert!(text.contains("Ends of the games by bot") && text.contains("won as second"), "{text}");
}
