//! Random games, for tests of what holds in all of them.

use serde_json::{Value, json};
use totora::base::rng::{Rng, Stream};
use totora::record::Record;
use totora::session::Session;

/// A new game.
pub(crate) fn begin(game: &str, options: &Value, seed: u64) -> Session {
    let record = json!({ "totora": 1, "game": game, "seed": seed, "options": options });
    Session::begin(Record::from_json(&record).expect("valid")).expect("begins")
}

/// Plays a random legal ply, at an earlier one in a variation; in a game without lists of moves, each seat sends its first piece
/// somewhere or waits. Returns false at the end of the game.
pub(crate) fn play(session: &mut Session, rng: &mut Rng) -> bool {
    if session.position().to_act().is_empty() {
        return false;
    }
    match session.position().legal() {
        Some(legal) => {
            session.play(None, &legal[rng.below(legal.len())], true).expect("legal");
        }
        None => {
            let directions = ["0:N", "0:E", "0:S", "0:W", "."];
            let orders: Vec<&str> = (0..session.position().seats())
                .map(|_| directions[rng.below(directions.len())])
                .collect();
            session.play_ply(&orders.join(" | "), true).expect("orders");
        }
    }
    true
}

/// A random game to its end, or its first plies.
pub(crate) fn random_game(game: &str, options: &Value, seed: u64, plies: usize) -> Session {
    let mut session = begin(game, options, seed);
    let mut rng = Rng::new(seed, Stream::Other(12));
    for _ in 0..plies {
        if !play(&mut session, &mut rng) {
            break;
        }
    }
    session
}
