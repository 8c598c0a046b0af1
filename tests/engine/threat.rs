//! A threat is the move that an opponent would play if the player to move passed. The board stays the same, and no record
//! contains the pass.

use serde_json::json;
use totora::base::rng::{Rng, Stream};
use totora::catalog::GAMES;
use totora::contract::bot::{NoClock, SLICE};
use totora::record::Record;
use totora::session::{Session, dto};

/// A game of humans after this many random plies.
fn random(game: &str, seed: u64, plies: usize) -> Session {
    let seats =
        GAMES.iter().find(|one| one.id() == game).map_or(2, |one| one.data().seat_names.len());
    let seats = vec![json!({ "human": true }); seats];
    let record = json!({ "totora": 1, "game": game, "seed": seed, "options": {}, "seats": seats });
    let mut session =
        Session::begin(Record::from_json(&record).expect("a record")).expect("a game");
    let mut rng = Rng::new(seed, Stream::Other(1));
    for _ in 0..plies {
        let Some(moves) = session.position().legal().filter(|moves| !moves.is_empty()) else {
            break;
        };
        let mv = moves[rng.below(moves.len())].clone();
        session.play(None, &mv, false).expect("legal");
    }
    session
}

/// The lines of a position text, without whose turn it is and how much of the turn is left.
fn board(session: &Session) -> Vec<String> {
    let text = session.position().position_text();
    let turn = |line: &&str| !line.starts_with("to ") && !line.contains("move");
    text.lines().filter(turn).map(str::to_owned).collect()
}

#[test]
fn a_pass_leaves_the_board_and_gives_the_turn_to_another() {
    for game in ["uros", "isolation", "fencemaster", "reversi"] {
        let mut threats = 0;
        for seed in 0..40 {
            let session = random(game, seed, 1 + seed as usize);
            let before = session.position().to_act();
            let Ok(passed) = session.passed() else { continue };
            threats += 1;
            let position = passed.position();
            let text = format!("{game} {seed}: {}", position.position_text());
            assert!(position.outcome().is_none(), "{text}");
            let other = position.to_act().first().expect("a seat to move");
            assert!(!before.contains(other), "{text}");
            assert_eq!(board(&passed), board(&session), "{text}");
            assert_ne!(position.hash(), session.position().hash(), "{text}");
            assert!(position.legal_count() > Some(0), "{text}");
            // The game itself is unchanged.
            assert_eq!(session.position().to_act(), before);
        }
        assert!(threats > 20, "{game}: {threats}");
    }
    assert!(random("outpost", 1, 0).passed().is_err());
}

#[test]
fn a_player_without_moves_has_no_threat() {
    for game in ["uros", "isolation", "fencemaster", "reversi"] {
        let over = random(game, 3, 500);
        assert!(over.position().outcome().is_some(), "{game}");
        let error = over.passed().err().expect("it is over").to_string();
        assert!(error.starts_with("there is no threat"), "{error}");
    }
    // The first stone can be answered by a swap, so no player can pass there.
    assert!(random("fencemaster", 1, 1).passed().is_err());
    // A knight that is not placed yet has no threat.
    assert!(random("isolation", 1, 1).passed().is_err());
}

#[test]
fn a_bot_thinks_for_the_other_player() {
    for (game, bot) in [("uros", "greedy"), ("isolation", "tuned"), ("fencemaster", "totora")] {
        let entry = GAMES.iter().find(|one| one.id() == game).expect("a game");
        let bot = entry
            .bots()
            .iter()
            .find(|one| one.id == bot)
            .map_or(entry.data().advisor, |one| one.id);
        let session = random(game, 5, 6);
        let budget = entry.bot_info(bot).expect("a bot").budget.map(|_| json!({ "nodes": 200 }));
        let mut question = json!({ "bot": { "bot": bot, "options": {} }, "passed": true });
        if let Some(budget) = budget {
            question["bot"]["budget"] = budget;
        }
        let (mut thinking, _) = dto::think_in(&session, &question).expect("a threat");
        while !thinking.advance(SLICE, &NoClock) {}
        let choice = thinking.analysis().choice.expect("a choice");
        let mut passed = session.passed().expect("a pass");
        let other = passed.position().to_act().first();
        let (seat, _) = passed.play(other, &choice, false).expect("it is legal there");
        assert!(!session.position().to_act().contains(seat), "{game}: {choice}");
        question["passed"] = json!(3);
        let error = dto::think_in(&session, &question).err().expect("no boolean");
        assert_eq!(error, "`passed` is `3`; expected true or false");
    }
}
