//! Reversi XT: its known figures, games of others, traps, and a slow reference.
#![cfg(not(target_arch = "wasm32"))]

use crc::{CRC_32_ISO_HDLC, Crc};
use serde_json::Value;
use std::path::Path;
use totora::game::{Enumerable, Game, MoveList};
use totora::games::reversi::{Map, Move, Phase, Reversi, Special, Tile};

/// Games and maps of others, which are not part of the project. Tests that need them are skipped
/// where they are not there.
fn data(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/reversi").join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: {} is not there", path.display());
    }
    text
}

fn crc32(text: &str) -> u64 {
    u64::from(Crc::<u32>::new(&CRC_32_ISO_HDLC).checksum(text.as_bytes()))
}

fn map(text: &str) -> Map {
    Map::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The board row by row, without spaces.
fn rows(position: &Reversi) -> Vec<String> {
    let width = usize::from(position.board().map().width);
    let letters: Vec<char> =
        (0..position.board().tiles()).map(|tile| position.tile(tile).letter()).collect();
    letters.chunks(width).map(|row| row.iter().collect()).collect()
}

fn list<T: ToString>(items: impl Iterator<Item = T>, between: &str) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(between)
}

fn special_number(special: Special) -> u8 {
    match special {
        Special::None => 0,
        Special::Swap(player) => player,
        Special::Bomb => 20,
        Special::Override => 21,
    }
}

fn special_of(number: u64) -> Special {
    match number {
        0 => Special::None,
        20 => Special::Bomb,
        21 => Special::Override,
        player => Special::Swap(player as u8),
    }
}

/// Replays a game that was checked ply by ply against the course's server.
fn replays(game: &Value, start: Reversi) {
    let name = format!("{} seed {}", game["map"], game["seed"]);
    let number = |value: &Value| value.as_u64().expect("a number");
    let mut position = start;
    let players = position.players();
    for (i, ply) in game["plies"].as_array().expect("plies").iter().enumerate() {
        let at = format!("{name}, ply {}", i + 1);
        let phase = if position.phase() == Phase::Build { 1 } else { 2 };
        assert_eq!(phase, number(&ply[0]), "{at}: phase");
        let seat = position.to_act().first().unwrap_or_else(|| panic!("{at}: over too early"));
        assert_eq!(seat as u64 + 1, number(&ply[1]), "{at}: player");
        assert_eq!(u64::from(position.overrides(seat)), number(&ply[2]), "{at}: overrides");
        assert_eq!(u64::from(position.bombs(seat)), number(&ply[3]), "{at}: bombs");
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        assert_eq!(position.target_tiles().count() as u64, number(&ply[4]), "{at}: tiles");
        assert_eq!(moves.len() as u64, number(&ply[5]), "{at}: moves");
        let listed = list(
            moves.iter().map(|mv| format!("{},{},{}", mv.x, mv.y, special_number(mv.special))),
            ";",
        );
        assert_eq!(crc32(&listed), number(&ply[6]), "{at}: {listed}");
        if ply[7].is_null() {
            position.forfeit(seat).expect("to act");
        } else {
            let part = |n: usize| number(&ply[7][n]);
            let mv = Move { x: part(0) as u8, y: part(1) as u8, special: special_of(part(2)) };
            position.play(seat, &mv).unwrap_or_else(|error| panic!("{at}: {error}"));
        }
        let stones: Vec<u64> = (0..players).map(|seat| position.stones(seat).into()).collect();
        assert_eq!(serde_json::json!(stones), ply[8], "{at}: stones");
        let state = format!(
            "{}|{}|{}",
            rows(&position).join("\n"),
            list((0..players).map(|seat| position.overrides(seat)), ","),
            list((0..players).map(|seat| position.bombs(seat)), ",")
        );
        assert_eq!(crc32(&state), number(&ply[9]), "{at}: {state}");
    }
    let outcome = position.outcome().unwrap_or_else(|| panic!("{name} is not over"));
    let end = &game["end"];
    assert_eq!(serde_json::json!(outcome.scores), end["stones"], "{name}");
    assert_eq!(serde_json::json!(rows(&position)), end["rows"], "{name}");
    let mut rank = 1;
    for group in end["ranking"].as_array().expect("groups") {
        let group = group.as_array().expect("a group");
        for player in group {
            assert_eq!(outcome.ranks[number(player) as usize - 1], rank, "{name}: {player}");
        }
        rank += group.len() as u8;
    }
}

#[test]
fn games_of_the_course_replay_ply_by_ply() {
    for name in [
        "2013_comp_4_2p",
        "2019_comp_in_2p_8",
        "Map_4v4_9x9",
        "comp2016_01_2p",
        "comp2016_01_4p",
        "comp2016_01_8p",
        "comp2017_04_4p",
        "comp2020_02_2p",
        "comp2020_02_4p",
        "comp2023_07_2p",
        "endlosrohr",
        "fuenf",
        "map44",
    ] {
        let Some(games) = data(&format!("real_{name}.jsonl")) else { return };
        for line in games.lines() {
            let game: Value = serde_json::from_str(line).expect("JSON");
            let map = map(game["text"].as_str().expect("a map"));
            let again = map.to_string();
            assert_eq!(Map::parse(&again), Ok(map.clone()), "{name}: written as it is read");
            replays(&game, Reversi::on(map));
        }
    }
}

#[test]
fn the_first_figure_of_the_course_is_a_map() {
    let Some(text) = data("seed-figure-1.map") else { return };
    let position = Reversi::on(map(&text));
    assert_eq!((position.players(), position.overrides(0), position.bombs(2)), (3, 6, 4));
    assert_eq!(position.board().map().strength, 2);
    assert_eq!(position.tile(14 * 15 + 7), Tile::Empty);
    assert!(position.outcome().is_none());
}

const OTHELLO: [u64; 11] =
    [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800];

#[test]
fn othello_has_the_known_number_of_leaves() {
    let map = map(include_str!("../maps/reversi/othello.map"));
    let quick = Reversi::on(map.clone());
    for depth in 1..=9 {
        assert_eq!(quick.perft(depth), OTHELLO[depth as usize - 1], "depth {depth}");
    }
    let general = Reversi::on_lines(map);
    for depth in 1..=8 {
        assert_eq!(general.perft(depth), OTHELLO[depth as usize - 1], "depth {depth}, any map");
    }
}
