//! What is learned, resumed, narrated, and refused.

use super::super::learned;
use super::*;
use crate::contract::bot::NoClock;
use serde_json::json;

fn clock() -> Box<dyn Clock> {
    Box::new(NoClock)
}

/// A request for a learning; `more` replaces settings.
fn request(game: &str, list: &str, more: &Value) -> Value {
    let written = terms(list).expect("terms");
    let mut settings =
        json!({ "games": 40, "every": 10, "measure": 4, "verify": 6, "epsilon": 0.1 });
    for (key, value) in more.as_object().expect("an object") {
        settings[key] = value.clone();
    }
    json!({
        "game": game, "seed": 3, "games": 4, "settings": settings,
        "bot": { "bot": "lab", "options": { "formula": written.to_text(), "search": "one-ply" } },
        "field": [{ "bot": "random", "options": {} }],
    })
}

fn finish(mut learning: Learning) -> Learning {
    while !learning.is_done() {
        learning.advance(&clock).expect("a game");
    }
    learning
}

/// The reason why such a learning does not start.
fn refused(game: &str, list: &str, more: &Value) -> String {
    learned::read(&request(game, list, more)).err().expect("refused")
}

fn close(found: &[f64], expected: &[f64]) -> bool {
    found.len() == expected.len()
        && found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-12)
}

/// Computed by hand. With a weight of 0, every value is 1/2 and every slope 1/4; with ln 3, the value of an input of 1 is
/// 3/4, and its slope 3/16.
#[test]
fn increments_are_those_of_the_definition() {
    let flat = increments(&[vec![1.0], vec![2.0]], 1.0, &[0.0], 0.5, 0.5);
    assert_eq!([flat[0].error, flat[0].change[0]], [0.0, 0.0]);
    // 0.5 * 0.5 * (0.5 * 1/4 + 2/4)
    assert_eq!([flat[1].value, flat[1].error, flat[1].change[0]], [0.5, 0.5, 0.156_25]);
    let steep = increments(&[vec![1.0], vec![0.0]], 0.0, &[3.0_f64.ln()], 1.0, 1.0);
    assert!(close(&[steep[0].value, steep[0].error], &[0.75, -0.25]), "{steep:?}");
    assert!(close(&steep[0].change, &[-0.25 * 3.0 / 16.0]), "{steep:?}");
    assert!(close(&steep[1].change, &[-0.5 * 3.0 / 16.0]), "{steep:?}");
    // Without λ, an error reaches its own position only.
    let alone = increments(&[vec![1.0], vec![0.0]], 0.0, &[0.0], 1.0, 0.0);
    assert_eq!(alone[1].change, [-0.0]);
}

/// Interrupted after every game, saved as text and resumed, it has the state of a run at once.
#[test]
fn a_resumed_learning_equals_one_at_once() {
    for (game, list) in [("isolation", "own_moves, opponent_moves"), ("uros", "own_village")] {
        let request = request(game, list, &json!({}));
        let read = || learned::read(&request).expect("a learning");
        let at_once = finish(read());
        let mut learning = read();
        while !learning.is_done() {
            learning.advance(&clock).expect("a game");
            // A measurement in progress is played again.
            if learning.stage() == LearnStage::Train {
                let text = serde_json::to_string(learning.state()).expect("JSON");
                let state = serde_json::from_str(&text).expect("a state");
                learning = read().resume(state).expect("fits");
            }
        }
        assert_eq!(learning.state(), at_once.state());
        // A log has the same state after each whole line.
        let log = learned::header(&learning) + &learned::news([0; 3], at_once.state());
        let (state, whole) = learned::read_log(log.as_bytes(), &learning).expect("a log");
        assert_eq!((state, whole), (at_once.state().clone(), log.len()));
        let cut = &log.as_bytes()[..log.len() - 9];
        let (state, _) = learned::read_log(cut, &learning).expect("a log");
        let resumed = finish(read().resume(state).expect("fits"));
        assert_eq!(resumed.state(), at_once.state());
    }
}

#[test]
fn it_learns_what_wins_and_says_so() {
    let more = json!({ "games": 150, "every": 50, "measure": 20, "verify": 40 });
    let learning = finish(
        learned::read(&request("isolation", "own_moves, opponent_moves", &more)).expect("fits"),
    );
    let report = learning.report().expect("a report");
    assert!(report.terms[0].weight > Fixed::ZERO, "{report:?}");
    assert!(report.terms[1].weight < Fixed::ZERO, "{report:?}");
    assert!(report.verified.expect("verified").low > 0.6, "{report:?}");
    assert!(report.notes.is_empty(), "{:?}", report.notes);
    let seat = SeatSpec::from_text(learning.study().game, &report.heuristic, None);
    assert_eq!(seat.ok(), learning.heuristic().ok());
}

#[test]
fn a_single_game_tells_what_changes_and_why() {
    let mut learning =
        learned::read(&request("isolation", "own_moves, opponent_moves", &json!({})))
            .expect("fits");
    let mut plain =
        learned::read(&request("isolation", "own_moves, opponent_moves", &json!({ "measure": 0 })))
            .expect("fits");
    let game = learning.step().expect("a game").expect("a game");
    plain.advance(&clock).expect("a game");
    assert_eq!(learning.weights(), plain.weights());
    assert_eq!(game.number, 1);
    for (i, change) in game.changes.iter().enumerate() {
        let sum: f64 = game.moves.iter().filter_map(|one| one.changes.get(i)).sum();
        assert!((sum - change).abs() < 1e-4, "{sum} {change}");
    }
    let narrated = game.moves.iter().rfind(|one| !one.why.is_empty()).expect("a reason");
    assert!(narrated.why.contains(" expected to win 50% here; the game was "), "{}", narrated.why);
    assert!(game.words.contains(" won after "), "{}", game.words);
}

#[test]
fn bad_requests_and_failed_learning_are_named() {
    let none = json!({});
    assert!(terms(" , ").expect_err("none").starts_with("no terms are given"));
    assert!(terms("own_moves,own_moves").expect_err("twice").contains("there twice"));
    let constant = refused("isolation", "own_moves, 3", &none);
    assert!(constant.starts_with("term 2 (`3`) is 3 in all "), "{constant}");
    let unknown = refused("isolation", "own_move", &none);
    assert!(unknown.contains("own_moves"), "{unknown}");
    let rate = refused("isolation", "own_moves", &json!({ "rate": -1 }));
    assert_eq!(rate, "rate is -1; expected 0.000001 to 10");
    let extra = refused("isolation", "own_moves", &json!({ "rat": 1 }));
    assert!(extra.contains("unknown field `rat`"), "{extra}");
    let outpost = default_terms(crate::catalog::game("outpost").expect("there"));
    assert!(outpost.expect_err("none").starts_with("Outpost cannot learn: "));

    let notes = |list: &str, more: &Value| {
        let request = request("isolation", list, more);
        finish(learned::read(&request).expect("fits")).report().expect("a report").notes
    };
    let more = json!({ "rate": 7, "lambda": 1, "games": 200, "measure": 0, "verify": 0 });
    let wild = notes("own_moves, opponent_moves", &more);
    assert!(wild[0].starts_with("The weights do not settle: "), "{wild:?}");
    let fast =
        notes("own_moves, opponent_moves", &json!({ "rate": 10, "lambda": 1, "games": 2000 }));
    assert!(fast[0].starts_with("The weights diverged: "), "{fast:?}");
    assert!(fast[0].ends_with("is too large for these terms; try 1."), "{fast:?}");
    let idle = notes("own_corner_moves", &json!({ "games": 120, "measure": 0, "verify": 0 }));
    assert!(idle.iter().any(|one| one.starts_with("These terms do not tell who wins")), "{idle:?}");
    let zero = notes("own_moves, own_moves / shared_moves", &json!({ "games": 10 }));
    assert!(zero.iter().any(|one| one.contains("divided by 0, which gives 0")), "{zero:?}");
}

#[test]
fn learned_weights_are_the_mean_of_the_last_third() {
    let request =
        request("isolation", "own_moves", &json!({ "games": 3, "every": 1, "measure": 0 }));
    let mut learning = learned::read(&request).expect("fits");
    let mut weights = Vec::new();
    for _ in 0..3 {
        learning.step().expect("a game");
        weights.push(learning.weights());
    }
    assert_eq!(learning.learned(), weights[2]);
    assert!(weights[0] != weights[1]);
}
