//! Every game fulfils the contract.

use crate::common::conformance::{Depth, bots_play, conformance, conformance_simultaneous};
use crate::common::weights::{TrialGames, every_weight_decides};
use serde_json::{Value, json};
use totora::base::options::RawOptions;
use totora::base::rng::Rng;
use totora::contract::bot::Budget;
use totora::contract::game::Game;
use totora::games::{fencemaster, isolation, outpost, reversi, uros};

fn options(value: Value) -> RawOptions {
    match value {
        Value::Object(options) => options,
        other => panic!("{other} is not an object"),
    }
}

/// Bots examine all legal moves.
fn nothing(_: &str) -> bool {
    false
}

/// Houses on an island in the Reedbed that fits on the Lake in no rotation: see `docs/reference/rules/uros.md`.
fn pointless(mv: &str) -> bool {
    !mv.contains('@')
}

/// Norton-Rizk's notes do not cover the swap.
fn swap(mv: &str) -> bool {
    mv == "swap"
}

/// Hints come from the adviser, which must have terms to explain its choice.
#[test]
fn advisers_have_terms() {
    for game in totora::catalog::GAMES {
        let adviser = game.bot_info(game.data().advisor).expect("one of its bots");
        assert!(!adviser.terms.is_empty(), "{} of {}", adviser.id, game.id());
    }
}

#[test]
fn uros() {
    let depth = Depth { games: 25, stride: 6, budget: Budget::Nodes(40), left_out: pointless };
    conformance::<uros::Uros>("uros", &options(json!({})), &uros::bots::BOTS, &depth);
    conformance::<uros::Uros>(
        "uros",
        &options(json!({ "start": "blue", "end": "settled" })),
        &uros::bots::BOTS,
        &depth,
    );
    bots_play("uros", &options(json!({})), Budget::Nodes(100));
}

#[test]
fn isolation() {
    // `perfect` is tested near the end only, where it answers at once: see its own tests.
    let bots: Vec<_> =
        isolation::bots::BOTS.iter().copied().filter(|bot| bot.id != "perfect").collect();
    let depth = Depth { games: 12, stride: 5, budget: Budget::Nodes(300), left_out: nothing };
    for raw in [json!({}), json!({ "opening": "random" }), json!({ "size": "5x4" })] {
        conformance::<isolation::Isolation>("isolation", &options(raw), &bots, &depth);
    }
    bots_play("isolation", &options(json!({ "size": "5x5" })), Budget::Nodes(2_000));
}

#[test]
fn fencemaster() {
    let depth = Depth { games: 4, stride: 12, budget: Budget::Nodes(200), left_out: swap };
    for raw in [
        json!({ "size": 4 }),
        json!({ "size": 5, "rules": "havannah", "swap": "off" }),
        json!({ "board": "3 W-- -B-- ----- ---- ---" }),
        json!({ "size": 10 }),
    ] {
        let depth = if raw["size"] == 10 { Depth { games: 1, stride: 90, ..depth } } else { depth };
        conformance::<fencemaster::FenceMaster>(
            "fencemaster",
            &options(raw),
            &fencemaster::bots::BOTS,
            &depth,
        );
    }
    bots_play("fencemaster", &options(json!({ "size": 4 })), Budget::Nodes(300));
}

#[test]
fn reversi() {
    let depth = Depth { games: 2, stride: 23, budget: Budget::Nodes(120), left_out: nothing };
    for name in ["othello", "othello-bombs", "trio", "moebius", "islands"] {
        let raw = options(json!({ "map": name }));
        conformance::<reversi::Reversi>("reversi", &raw, &reversi::bots::BOTS, &depth);
    }
    bots_play("reversi", &options(json!({ "map": "trio" })), Budget::Nodes(120));
}

#[test]
fn outpost() {
    /// Random steps, some of them impossible, and sometimes standing orders.
    fn order(position: &outpost::Outpost, seat: usize, rng: &mut Rng) -> String {
        let count = position.field().posts[seat].len() + 1;
        let text = match rng.below(8) {
            0 => ".".to_owned(),
            1 => "-".to_owned(),
            2 => format!("adviser wolfpack; hold {}; rally 1,2; {}:E", rng.below(3), rng.below(3)),
            3 => format!("raid 0; harvest 1; patrol 2 {},1 1,5; pair 3 0", rng.below(7)),
            _ => {
                let steps =
                    (0..count + 1).map(|i| format!(" {i}:{}", ["N", "E", "S", "W"][rng.below(4)]));
                let steps: String = steps.collect();
                let leaving =
                    if rng.below(2) == 0 { format!("x{}", rng.below(4)) } else { String::new() };
                format!("{leaving}{steps}").trim().to_owned()
            }
        };
        let mut turn = vec![None; 4];
        turn[seat] = position.parse_move(seat, &text).ok();
        outpost::advice::complete(position, &mut turn);
        turn.swap_remove(seat).map_or(text, |orders| orders.to_string())
    }
    let depth = Depth { games: 3, stride: 40, budget: Budget::Nodes(3), left_out: nothing };
    for raw in [
        json!({ "T": 90, "r": 7, "L": 12, "W": 3 }),
        json!({ "T": 45, "map": "random", "r": 5, "L": 4, "W": 1 }),
    ] {
        let raw = options(raw);
        conformance_simultaneous::<outpost::Outpost>(
            "outpost",
            &raw,
            &outpost::bots::BOTS,
            &order,
            &depth,
        );
    }
    let raw = json!({ "T": 60, "r": 7, "L": 12, "W": 3 });
    bots_play("outpost", &options(raw), Budget::Nodes(3));
}

// ---- every weight decides ----

#[test]
fn every_weight_of_uros_decides() {
    let trial = TrialGames {
        options: &[json!({})],
        games: 20,
        players: &[],
        stride: 5,
        budget: Budget::Nodes(60),
    };
    every_weight_decides("uros", &trial);
}

#[test]
fn every_weight_of_isolation_decides() {
    let trial = TrialGames {
        options: &[json!({ "opening": "random" }), json!({ "size": "5x5" })],
        games: 30,
        players: &[],
        stride: 3,
        budget: Budget::Nodes(400),
    };
    every_weight_decides("isolation", &trial);
}

#[test]
fn every_weight_of_fencemaster_decides() {
    let trial = TrialGames {
        options: &[json!({ "size": 4 }), json!({ "size": 5, "rules": "havannah", "swap": "off" })],
        games: 10,
        players: &[],
        stride: 3,
        budget: Budget::Nodes(60),
    };
    every_weight_decides("fencemaster", &trial);
}

#[test]
fn every_weight_of_reversi_decides() {
    let maps = ["othello-bombs", "trio", "cross", "othello"].map(|map| json!({ "map": map }));
    let trial = TrialGames {
        options: &maps,
        games: 12,
        players: &[],
        stride: 7,
        budget: Budget::Nodes(60),
    };
    every_weight_decides("reversi", &trial);
}

#[test]
fn every_weight_of_outpost_decides() {
    let trial = TrialGames {
        options: &[
            json!({ "T": 150, "r": 7, "L": 12, "W": 3 }),
            json!({ "T": 150, "map": "random", "r": 5, "L": 8, "W": 2 }),
        ],
        games: 18,
        // Players that raid with all outposts endanger the homes of the others.
        players: &["wolfpack", "!raid all", "shepherd", "!raid all", "phalanx"],
        stride: 11,
        budget: Budget::Nodes(40),
    };
    every_weight_decides("outpost", &trial);
}
