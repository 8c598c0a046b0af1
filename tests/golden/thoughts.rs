//! What every bot of every game thinks, held against files: the same position, options, seed and budget in
//! nodes give the same thought, to the last digit. Made before the house was rebuilt, as the net to work
//! over; `CONTRIBUTING.md` says how to make the files anew.

use crate::net::{Case, cases, compare, games_and_bots, lines, settle};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn updates() -> bool {
    std::env::var_os("UPDATE_GOLDEN").is_some()
}

const FOLDER: &str = "tests/golden/thoughts";

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER).join(file)
}

/// The golden thoughts of one game.
fn held(game: &str) {
    let name = format!("{FOLDER}/{game}.jsonl");
    let path = path(&format!("{game}.jsonl"));
    let asked = std::fs::read_to_string(self::path("cases.json")).expect("cases.json");
    let found: Vec<Value> = cases(&asked, game).iter().map(Case::line).collect();
    if updates() {
        std::fs::write(&path, lines(&found)).expect("written");
        return;
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    settle(&compare(&name, &golden, &found));
}

#[test]
fn uros() {
    held("uros");
}

#[test]
fn isolation() {
    held("isolation");
}

#[test]
fn outpost() {
    held("outpost");
}

#[test]
fn fencemaster() {
    held("fencemaster");
}

#[test]
fn reversi() {
    held("reversi");
}

/// Games that came later.
#[test]
fn every_other_game() {
    let tested = ["uros", "isolation", "outpost", "fencemaster", "reversi"];
    for (game, _) in games_and_bots() {
        if !tested.contains(&game) {
            held(game);
        }
    }
}

/// A game or a bot that came later is not forgotten.
#[test]
fn every_bot_of_every_game_has_golden_thoughts() {
    if updates() {
        return;
    }
    let mut missing = Vec::new();
    for (game, bots) in games_and_bots() {
        let golden = std::fs::read_to_string(path(&format!("{game}.jsonl"))).unwrap_or_default();
        let kept: Vec<Value> =
            golden.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        for (bot, _) in bots {
            if !kept.iter().any(|line| line["case"]["bot"] == bot) {
                missing.push(format!("{bot} of {game}"));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "no golden thought of {}: give the game positions in tests/golden/thoughts/cases.json, unless those of a random \
         game will do, then run \
         `UPDATE_GOLDEN=1 cargo test --test golden` and commit what it wrote",
        missing.join(", ")
    );
}
