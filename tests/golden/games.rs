//! Whole games that are kept as files: the same seed gives the same game on every machine. The wasm
//! tests in `web.rs` play the same files.

use totora::contract::bot::Unwatched;
use totora::record::Record;
use totora::session::Session;

fn replayed_by_its_bots(name: &str) {
    let file = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).expect("there");
    let record = Record::from_text(&text).expect("a record");
    let kept = Session::replay(record.clone()).expect("replays");
    let mut session = Session::begin(record).expect("begins");
    while session.play_bot(&Unwatched).expect("plays") {}
    let played = session.to_record();
    if std::env::var_os("UPDATE_GOLDEN").is_some() && played.to_json() != kept.to_record().to_json()
    {
        std::fs::write(&file, played.to_text() + "\n").expect("written");
        return;
    }
    assert_eq!(played.to_json(), kept.to_record().to_json(), "{name}");
    assert!(kept.position().outcome().is_some());
}

#[test]
fn uros() {
    replayed_by_its_bots("uros-balanced-exploit.json");
    replayed_by_its_bots("uros-custom-settled.json");
    replayed_by_its_bots("uros-lab-trees.json");
}

#[test]
fn reversi() {
    replayed_by_its_bots("reversi-othello.json");
    replayed_by_its_bots("reversi-patterns.json");
    replayed_by_its_bots("reversi-bombs.json");
    replayed_by_its_bots("reversi-trio.json");
    replayed_by_its_bots("reversi-cross.json");
    replayed_by_its_bots("reversi-moebius.json");
    replayed_by_its_bots("reversi-lab-trees.json");
}

#[test]
fn isolation() {
    replayed_by_its_bots("isolation-alpha-beta.json");
    replayed_by_its_bots("isolation-perfect.json");
}

#[test]
fn outpost() {
    replayed_by_its_bots("outpost-bots.json");
    replayed_by_its_bots("outpost-lagoons.json");
}

#[test]
fn fencemaster() {
    replayed_by_its_bots("fencemaster-totora-alphabeta.json");
    replayed_by_its_bots("fencemaster-havannah.json");
    replayed_by_its_bots("fencemaster-lab-trees.json");
}
