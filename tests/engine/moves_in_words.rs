//! Moves for people: no sentence has a code of the notation, every legal move has words of its own, and these words can be
//! typed instead of the notation.

use serde_json::json;
use std::collections::BTreeSet;
use totora::base::rng::{Rng, Stream};
use totora::catalog::GAMES;
use totora::contract::bot::NoClock;
use totora::record::{Record, SeatSpec};
use totora::session::Session;

/// Sentences that are enough to have seen every form of them.
const SENTENCES: usize = 2_000;

/// The code of a notation in a sentence; `None` if it has none. Places of Outpost are numbers, as on its map.
fn code_in<'a>(game: &str, sentence: &'a str) -> Option<&'a str> {
    let code = |word: &&str| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let bytes = word.as_bytes();
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let numbered = word.split_once('.').is_some_and(|(island, square)| {
            island.len() == 1 && bytes[0].is_ascii_uppercase() && digits(square)
        });
        let (tile, _) = word.split_once('=').unwrap_or((word, ""));
        let pair = tile.split_once(',').is_some_and(|(a, b)| {
            // A thousands separator is followed by three digits.
            digits(a) && digits(b) && b.len() < 3
        });
        let lake = bytes.len() == 2 && bytes[0].is_ascii_uppercase() && bytes[1].is_ascii_digit();
        numbered || word.contains('@') || word.contains('=') || lake || (pair && game != "outpost")
    };
    sentence.split([' ', ':', ';', '(', ')']).find(code)
}

/// All sentences about the shown position and a bot's analysis of it.
fn sentences(session: &Session, bot: &str) -> Vec<String> {
    let position = session.position();
    let mut all = vec![position.turn_text(), position.your_turn_text()];
    all.extend(position.incidents().into_iter().map(|incident| incident.text));
    for seat in 0..position.seats() {
        all.push(position.seat_status(seat).note);
    }
    let seat = json!({ "bot": bot, "options": {}, "budget": { "nodes": 60 } });
    let spec = SeatSpec::from_json(session.setup().game, &seat);
    let Ok(spec) = spec else { return all };
    let Ok(mut thinking) = session.think(&spec) else { return all };
    while !thinking.advance(60, &NoClock) {}
    let analysis = thinking.analysis();
    all.push(analysis.why.clone());
    all.extend(analysis.differences.iter().cloned());
    all.extend(thinking.descriptions().into_iter().take(8));
    all.extend(thinking.printed().into_iter().take(8).map(|printed| printed.words));
    for candidate in analysis.candidates.iter().take(3) {
        if let Some(detail) = thinking.detail(&candidate.mv) {
            all.push(detail.contrast);
            all.extend(detail.differences);
        }
    }
    all.extend(thinking.sensitivity().map(|found| found.sentence));
    all
}

#[test]
fn no_sentence_has_a_code_of_the_notation() {
    let mut seen = BTreeSet::new();
    let mut rng = Rng::new(7, Stream::Other(5));
    let mut by_game = Vec::new();
    for game in GAMES {
        let before = seen.len();
        let bots: Vec<&str> = game.bots().iter().map(|bot| bot.id).collect();
        let human = json!({ "human": true });
        let seeds = if game.id() == "outpost" { 400 } else { 40 };
        for seed in 0..seeds {
            if seen.len() - before > SENTENCES / GAMES.len() + 120 {
                break;
            }
            let seats = if game.id() == "outpost" { 4 } else { 2 };
            let record = json!({
                "totora": 1, "game": game.id(), "seed": seed, "options": {},
                "seats": vec![human.clone(); seats],
            });
            let record = Record::from_json(&record).expect("a record");
            let mut session = Session::begin(record).expect("a game");
            for _ in 0..rng.below(24) {
                let Some(moves) = session.position().legal() else {
                    // Outpost lists no moves: its bots play.
                    let bot = ["wolfpack", "mason", "homesteader"][rng.below(3)];
                    let spec = json!({ "bot": bot, "options": {} });
                    let spec = SeatSpec::from_json(*game, &spec).expect("a bot");
                    let Ok(mut thinking) = session.think(&spec) else { break };
                    while !thinking.advance(60, &NoClock) {}
                    let Some(choice) = thinking.analysis().choice else { break };
                    let (_, played) = session.play(None, &choice, false).expect("legal orders");
                    seen.insert((game.id(), played.description));
                    continue;
                };
                let Some(mv) = moves.get(rng.below(moves.len().max(1))) else { break };
                let text = mv.clone();
                let (_, played) = session.play(None, &text, false).expect("a legal move");
                seen.insert((game.id(), played.description));
                seen.insert((game.id(), played.printed.words));
            }
            for bot in &bots {
                seen.extend(sentences(&session, bot).into_iter().map(|text| (game.id(), text)));
            }
            if let Some(end) = session.outcome_text() {
                seen.insert((game.id(), end));
            }
        }
        by_game.push((game.id(), seen.len() - before));
    }
    for (game, sentence) in &seen {
        assert_eq!(code_in(game, sentence), None, "{game}: {sentence}");
    }
    assert!(seen.len() >= SENTENCES, "{by_game:?}");
}

#[test]
fn codes_are_recognised() {
    for text in
        ["After P.2 you win.", "the opponent answers F.0:", "U@A2/270 wins", "at 5,4.", "on D2"]
    {
        assert!(code_in("uros", text).is_some(), "{text}");
    }
    for text in ["a house on d2", "1,204 simulations", "After f5 d3 … c4 you have 2 more moves."]
    {
        assert_eq!(code_in("uros", text), None);
    }
}

#[test]
fn a_list_shows_the_place_where_the_picture_shows_the_piece() {
    let human = json!({ "human": true });
    let record = json!({
        "totora": 1, "game": "uros", "seed": 1, "options": {}, "seats": [human, human],
    });
    let session = Session::begin(Record::from_json(&record).expect("a record")).expect("a game");
    let position = session.position();
    let seat = position.to_act().first().expect("a mover");
    let printed = position.printed_move(seat, "F.2").expect("a move");
    assert_eq!(printed.words, "a house on square 3 of F");
    assert_eq!(printed.short, "square 3 of F");
}

/// The words of every legal move are its own, and can be typed.
#[test]
fn every_legal_move_can_be_typed_in_its_words() {
    let mut rng = Rng::new(9, Stream::Other(6));
    for game in GAMES.iter().filter(|game| game.id() != "outpost") {
        for seed in 0..6u64 {
            let record = json!({
                "totora": 1, "game": game.id(), "seed": seed, "options": {},
                "seats": [{ "human": true }, { "human": true }],
            });
            let mut session =
                Session::begin(Record::from_json(&record).expect("a record")).expect("a game");
            loop {
                let position = session.position();
                let Some(moves) = position.legal().filter(|moves| !moves.is_empty()) else { break };
                let seat = position.to_act().first().expect("a mover");
                let (mut words, mut short) = (BTreeSet::new(), BTreeSet::new());
                for mv in moves.iter().take(60) {
                    let printed = position.printed_move(seat, mv).expect("a move");
                    assert!(!printed.sprites.is_empty() || printed.place.is_empty(), "{mv}");
                    assert!(words.insert(printed.words.clone()), "{mv}: {}", printed.words);
                    let kind = printed.sprites.first().map(|sprite| sprite.kind);
                    assert!(short.insert((kind, printed.short.clone())), "{mv}: {}", printed.short);
                }
                let mv = moves[rng.below(moves.len())].clone();
                let typed = position.printed_move(seat, &mv).expect("a move").words;
                let (_, played) = session.play(None, &typed, false).expect("words of a legal move");
                assert_eq!(played.text, mv, "{typed}");
                assert_eq!(played.printed.words, typed);
            }
        }
    }
}
