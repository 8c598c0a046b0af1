//! The arena as the page plays it, in Rust: batches of games from several workers in any order. The result is compared with
//! the output of the command line for the same seed.

use serde_json::{Value, json};
use std::process::Command;
use totora::arena::table::Table;
use totora::arena::{csv, setup};
use totora::contract::bot::{Clock, NoClock};

fn table(setup: &Value) -> Table {
    let arena = setup::read(setup).unwrap_or_else(|error| panic!("{error}: {setup}"));
    Table::new(arena).expect("bots")
}

fn unwatched() -> Box<dyn Clock> {
    Box::new(NoClock)
}

/// Plays all games with three workers, each with its own table. The batches finish in another order than they started.
fn played(setup: &Value) -> Table {
    let mut table = table(setup);
    let games = table.plan().games();
    let workers: Vec<Table> = (0..3).map(|_| self::table(setup)).collect();
    let batches: Vec<(usize, usize)> =
        (0..games).step_by(3).map(|from| (from, games.min(from + 3))).collect();
    for (i, &(from, to)) in batches.iter().enumerate().rev() {
        let lines: String =
            (from..to).map(|game| workers[i % 3].play(game, &unwatched).expect("played")).collect();
        table.add(&lines).expect("lines");
        // A reload reads the saved lines again.
        table.add(&lines).expect("the same lines");
        assert_eq!(table.missing(), if from == 0 { vec![] } else { vec![(0, from)] });
    }
    assert_eq!(table.done(), games);
    table
}

/// Runs the command that the page shows.
fn command(table: &Table, form: &str) -> String {
    let line = setup::command(table.arena());
    let words = line.split(' ').skip(1).chain([form]);
    let output = Command::new(env!("CARGO_BIN_EXE_totora")).args(words).output().expect("runs");
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_page_and_the_command_line_have_the_same_table() {
    let preset = |game: &str, games: u32| {
        let presets = setup::presets();
        let found = presets.iter().find(|one| one.setup.game == game);
        let mut setup = json!(found.expect("a preset").setup);
        setup["games"] = json!(games);
        setup["seed"] = json!(5);
        setup
    };
    let variants = json!({
        "game": "uros", "games": 6, "seed": 3,
        "bots": ["balanced", {"bot": "balanced", "options": {"bvl": 6}}, "greedy"],
    });
    let opponents = json!({
        "game": "isolation", "games": 4, "seed": 9,
        "bots": ["greedy", "random"], "against": ["random"],
    });
    for setup in [preset("uros", 4), preset("reversi", 2), variants, opponents] {
        let table = played(&setup);
        let report = json!(table.report());
        assert_eq!(report.to_string(), command(&table, "--json").trim(), "{setup}");
        assert_eq!(csv::write(&table.report()), command(&table, "--csv"), "{setup}");
    }
}

#[test]
fn a_report_of_some_games_is_correct() {
    let setup = json!({"game": "uros", "games": 8, "seed": 1, "bots": ["balanced", "greedy"]});
    let mut table = table(&setup);
    // Play the sixth and the second game only.
    for game in [5, 1] {
        let line = table.play(game, &unwatched).expect("played");
        table.add(&line).expect("a line");
    }
    let report = table.report();
    assert_eq!((report.games, report.planned, report.finished), (2, 8, false));
    assert_eq!(table.missing(), [(0, 1), (2, 5), (6, 8)]);
    assert_eq!(json!(table.games(0, 1, 0, 10))["total"], 2);
    assert_eq!(json!(table.games(0, 1, 1, 10))["games"][0]["game"], 5);
    let damaged = table.play(0, &unwatched).expect("played").replace("\"plies\":", "\"plies\":1");
    assert!(table.add(&damaged).expect_err("refused").contains("line 1"));
    assert_eq!(table.done(), 2);
}

#[test]
fn every_game_can_be_replayed_as_a_record() {
    for (game, bots) in [
        ("uros", json!(["balanced", "explore"])),
        ("isolation", json!(["greedy", "random"])),
        ("fencemaster", json!(["random", "edgewise"])),
        ("reversi", json!(["greedy", "random"])),
        ("outpost", json!(["totora", "wolfpack", "phalanx", "harvester"])),
    ] {
        let setup = json!({"game": game, "games": 4, "seed": 2, "bots": bots});
        let mut table = table(&setup);
        let line = table.play(1, &unwatched).expect("played");
        table.add(&line).expect("a line");
        let listed = json!(table.games(0, 1, 0, 1))["games"][0].clone();
        let record = table.record(1).expect("played again");
        let result = record.result.expect("a result");
        assert_eq!(result["scores"], listed["scores"], "{game}");
        assert_eq!(json!(record.moves.len()), listed["plies"], "{game}");
    }
}

#[test]
fn a_fingerprint_changes_with_the_play_of_a_bot() {
    let print = |bots: Value, seed: u64| {
        let table = table(&json!({"game": "uros", "games": 2, "seed": seed, "bots": bots}));
        table.arena().print(table.plan(), 1).expect("a print")
    };
    let usual = print(json!(["random", "balanced"]), 1);
    assert_eq!(print(json!(["greedy", "balanced"]), 1), usual, "the other bots do not matter");
    assert_ne!(print(json!(["random", "balanced:bvl=0"]), 1), usual);
    assert_ne!(print(json!(["random", "explore"]), 1), usual);
    assert_ne!(print(json!(["random", "balanced"]), 2), usual, "on another opening");
}
