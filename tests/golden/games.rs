//! Whole games in files: the same seed gives the same game on every machine. `tests/page/interface.test.js` plays the
//! same games in wasm.

use totora::contract::bot::NoClock;
use totora::record::Record;
use totora::session::Session;

fn bots_replay(name: &str) {
    let file = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).expect("it exists");
    let record = Record::from_text(&text).expect("a record");
    let golden = Session::replay(record.clone()).expect("replays");
    let mut session = Session::begin(record).expect("begins");
    while session.play_bot(&NoClock).expect("plays") {}
    let played = session.to_record();
    if std::env::var_os("UPDATE_GOLDEN").is_some()
        && played.to_json() != golden.to_record().to_json()
    {
        std::fs::write(&file, played.to_text() + "\n").expect("written");
        return;
    }
    assert_eq!(played.to_json(), golden.to_record().to_json(), "{name}");
    assert!(golden.position().outcome().is_some());
}

#[test]
fn uros() {
    bots_replay("uros-balanced-exploit.json");
    bots_replay("uros-custom-settled.json");
    bots_replay("uros-lab-trees.json");
}

#[test]
fn reversi() {
    bots_replay("reversi-othello.json");
    bots_replay("reversi-patterns.json");
    bots_replay("reversi-bombs.json");
    bots_replay("reversi-trio.json");
    bots_replay("reversi-cross.json");
    bots_replay("reversi-moebius.json");
    bots_replay("reversi-lab-trees.json");
}

#[test]
fn isolation() {
    bots_replay("isolation-alpha-beta.json");
    bots_replay("isolation-perfect.json");
}

#[test]
fn outpost() {
    bots_replay("outpost-bots.json");
    bots_replay("outpost-lagoons.json");
}

#[test]
fn fencemaster() {
    bots_replay("fencemaster-totora-alphabeta.json");
    bots_replay("fencemaster-havannah.json");
    bots_replay("fencemaster-lab-trees.json");
}
