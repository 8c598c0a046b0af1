//! Whole games that are kept as files: the same seed gives the same game on every machine. The wasm
//! tests in `web.rs` play the same files.

use totora::contract::bot::Unwatched;
use totora::record::Record;
use totora::session::Session;

fn replayed_by_its_bots(text: &str) {
    let record = Record::from_text(text).expect("a record");
    let kept = Session::replay(record.clone()).expect("replays");
    let mut session = Session::begin(record).expect("begins");
    while session.play_bot(&Unwatched).expect("plays") {}
    assert_eq!(session.to_record().to_json(), kept.to_record().to_json());
    assert!(kept.position().outcome().is_some());
}

#[test]
fn uros() {
    replayed_by_its_bots(include_str!("uros-balanced-exploit.json"));
    replayed_by_its_bots(include_str!("uros-custom-settled.json"));
    replayed_by_its_bots(include_str!("uros-lab-trees.json"));
}

#[test]
fn reversi() {
    replayed_by_its_bots(include_str!("reversi-othello.json"));
    replayed_by_its_bots(include_str!("reversi-patterns.json"));
    replayed_by_its_bots(include_str!("reversi-bombs.json"));
    replayed_by_its_bots(include_str!("reversi-trio.json"));
    replayed_by_its_bots(include_str!("reversi-cross.json"));
    replayed_by_its_bots(include_str!("reversi-moebius.json"));
    replayed_by_its_bots(include_str!("reversi-lab-trees.json"));
}

#[test]
fn isolation() {
    replayed_by_its_bots(include_str!("isolation-alpha-beta.json"));
    replayed_by_its_bots(include_str!("isolation-perfect.json"));
}

#[test]
fn outpost() {
    replayed_by_its_bots(include_str!("outpost-bots.json"));
    replayed_by_its_bots(include_str!("outpost-lagoons.json"));
}

#[test]
fn fencemaster() {
    replayed_by_its_bots(include_str!("fencemaster-totora-alphabeta.json"));
    replayed_by_its_bots(include_str!("fencemaster-havannah.json"));
    replayed_by_its_bots(include_str!("fencemaster-lab-trees.json"));
}
