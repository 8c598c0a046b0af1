//! The text of every game for users: a sentence with the reason for the end of a game, and names for values of options.

use serde_json::json;
use totora::base::options::{OptionKind, OptionSpec};
use totora::catalog::GAMES;
use totora::record::Record;
use totora::session::Session;

/// A game of humans with these plies.
fn after(game: &str, seats: usize, plies: &[&str]) -> Session {
    let human = json!({ "human": true });
    let record = json!({
        "totora": 1, "game": game, "seed": 1, "options": {}, "seats": vec![human; seats],
    });
    let mut session =
        Session::begin(Record::from_json(&record).expect("a record")).expect("a game");
    for ply in plies {
        session.play_ply(ply, false).expect("a ply");
    }
    session
}

fn end(game: &str, plies: &[&str]) -> String {
    after(game, 2, plies).outcome_text().expect("an end")
}

#[test]
fn a_forfeit_is_the_reason_for_the_end() {
    assert_eq!(end("uros", &["forfeit"]), "Blue won: Red gave up.");
    assert_eq!(end("uros", &["T.0", "forfeit"]), "Red won: Blue gave up.");
    assert_eq!(end("isolation", &["forfeit"]), "Blue won: Red gave up.");
    assert_eq!(end("fencemaster", &["0,0", "forfeit"]), "White won: Black gave up.");
    // The rules of Reversi XT have no forfeit: a player that forfeits is disqualified.
    assert_eq!(end("reversi", &["forfeit"]), "Blue won: Red was disqualified.");
}

#[test]
fn an_empire_that_forfeits_is_last_even_if_it_is_the_largest() {
    let turn = ". | . | . | forfeit";
    let mut session = after("outpost", 4, &[]);
    session.play_ply(turn, false).expect("a turn");
    while session.position().outcome().is_none() {
        session.play_ply(". | . | . | -", false).expect("a turn");
    }
    let text = session.outcome_text().expect("an end");
    let outcome = session.position().outcome().expect("an end");
    assert_eq!(outcome.ranks[3], 4);
    assert!(text.contains("(gave up)"), "{text}");
    let (first, rest) = text.split_once(" cells").expect("the first empire");
    assert!(!first.contains(&session.position().seat_name(3)), "{text}");
    assert!(rest.contains(&session.position().seat_name(3)), "{text}");
}

/// The sentence about the end of a game between bots that search one ply.
fn played(game: &str, bots: [&str; 2], seed: u64) -> String {
    let seats: Vec<_> = bots.iter().map(|bot| json!({ "bot": bot, "options": {} })).collect();
    let record = json!({ "totora": 1, "game": game, "seed": seed, "options": {}, "seats": seats });
    let mut session =
        Session::begin(Record::from_json(&record).expect("a record")).expect("a game");
    while session.play_bot(&totora::contract::bot::NoClock).expect("a ply") {}
    session.outcome_text().expect("an end")
}

#[test]
fn sentences_about_the_end_have_numbers_with_units() {
    let mut found = [false; 2];
    for seed in 1..=6 {
        let uros = played("uros", ["random", "balanced"], seed);
        let well = ["house", "draw"].iter().any(|word| uros.contains(word));
        assert!(well && !uros.contains('('), "{uros}");
        found[0] |= uros.contains(" houses to ");
        let reversi = played("reversi", ["random", "greedy"], seed);
        assert!(reversi.contains("stone") && !reversi.contains('('), "{reversi}");
        found[1] |= reversi.contains(" stones to ");
    }
    assert_eq!(found, [true; 2]);
}

/// Checks that every choice of an option has a name.
fn check(of: &str, options: &[OptionSpec]) {
    for option in options {
        let OptionKind::Choice { choices, names, .. } = option.kind else { continue };
        assert_eq!(choices.len(), names.len(), "{of}: {}", option.key);
        for (choice, name) in choices.iter().zip(names) {
            assert!(name.starts_with(char::is_uppercase), "{of}: {} is {choice}", option.key);
        }
    }
}

#[test]
fn values_of_options_have_names() {
    for game in GAMES {
        check(game.id(), game.options());
        for bot in game.bots() {
            check(bot.id, &bot.options);
        }
    }
}
