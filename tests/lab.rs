//! The Lab: formulas and the heuristics that are made of them, over every game that has features.

use serde_json::{Value, json};
use totora::bot::{Budget, Unwatched};
use totora::catalog::{AnyGame, AnyPosition, GAMES, game};
use totora::lab::desk;
use totora::options::{Options, RawOptions};
use totora::rng::{Rng, Stream};
use totora::thought::Thought;

fn laboratories() -> impl Iterator<Item = &'static dyn AnyGame> {
    GAMES.iter().copied().filter(|game| !game.features().is_empty())
}

fn think(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    bot: &str,
    options: &RawOptions,
    budget: Budget,
) -> Thought<String> {
    let options = game.bot_options(bot, options).expect("options");
    let bot = game.bot(bot, &options).expect("a bot");
    let seat = position.to_act().first().expect("a seat");
    let rng = Rng::new(7, Stream::Decision { seat, ply: 3 });
    let mut thinking = bot.begin(position, seat, budget, rng).expect("of this game");
    while !thinking.advance(1 << 10, &Unwatched) {}
    thinking.thought()
}

/// Plays at random, and shows every position on the way to `look`.
fn walk(game: &dyn AnyGame, seed: u64, look: &mut dyn FnMut(&dyn AnyPosition)) {
    let mut position = game.start(&Options::default(), seed).expect("a start");
    let mut rng = Rng::new(seed, Stream::Other(1));
    while !position.to_act().is_empty() {
        look(position.as_ref());
        let Some(moves) = position.legal() else { return };
        let seat = position.to_act().first().expect("a seat");
        position.play(seat, &moves[rng.below(moves.len())]).expect("legal");
    }
    look(position.as_ref());
}

#[test]
fn features_are_a_dozen_with_names_of_their_own_and_keep_to_their_ranges() {
    for game in laboratories() {
        let features = game.features();
        assert!(features.len() >= 12, "{}: {}", game.id(), features.len());
        for (i, feature) in features.iter().enumerate() {
            assert!(feature.key.len() <= 24, "{}", feature.key);
            assert!(!feature.about.is_empty() && !feature.unit.is_empty(), "{}", feature.key);
            assert!(features[..i].iter().all(|other| other.key != feature.key), "{}", feature.key);
            let read = desk::check(game, feature.key);
            assert_eq!(read["ok"], true, "{}: {read}", feature.key);
        }
        for seed in 0..20 {
            walk(game, seed, &mut |position| {
                for seat in 0..position.seats() {
                    let values = position.features(seat);
                    assert_eq!(values.len(), features.len());
                    for (feature, value) in features.iter().zip(values) {
                        let fits = (feature.least..=feature.most).contains(&value);
                        let text = position.position_text();
                        assert!(fits, "{} {} is {value} in {text}", game.id(), feature.key);
                    }
                }
            });
        }
    }
}

#[test]
fn improved_is_own_moves_minus_the_opponents() {
    let isolation = game("isolation").expect("a game");
    let mut lab = RawOptions::new();
    lab.insert("formula".into(), "own_moves - opponent_moves".into());
    lab.insert("search".into(), "one-ply".into());
    let depth = Budget::Depth(1);
    let mut looked = 0;
    for seed in 0..10 {
        walk(isolation, seed, &mut |position| {
            if position.to_act().is_empty() {
                return;
            }
            let ours = think(isolation, position, "lab", &lab, Budget::Nodes(6_000));
            let theirs = think(isolation, position, "mm-improved", &RawOptions::new(), depth);
            let scores = |thought: &Thought<String>| -> Vec<_> {
                thought.candidates.iter().map(|c| (c.mv.clone(), c.score, c.bound)).collect()
            };
            assert_eq!(scores(&ours), scores(&theirs));
            assert_eq!(ours.choice, theirs.choice);
            looked += 1;
        });
    }
    assert!(looked > 100);
}

#[test]
fn every_bot_opens_or_says_why_not_and_the_opened_form_plays_the_same() {
    let mut opened = 0;
    for game in laboratories() {
        for bot in game.bots() {
            let answer = desk::opened(game, bot.id, &RawOptions::new());
            if answer["ok"] == false {
                let why = answer["error"].as_str().expect("a sentence");
                assert!(why.ends_with('.') && why.starts_with(bot.id), "{why}");
                continue;
            }
            opened += 1;
            let options = answer["options"].as_object().expect("options");
            let checked = desk::check(game, options["formula"].as_str().expect("a text"));
            assert_eq!(checked["ok"], true, "{}: {checked}", bot.id);
            // Enough to look a few plies ahead, and little enough for a test.
            let budget = match bot.budget {
                Some(Budget::Nodes(nodes)) => Budget::Nodes(nodes.min(400)),
                Some(other) => other,
                None => Budget::Nodes(1),
            };
            for seed in 0..3 {
                walk(game, seed, &mut |position| {
                    if position.to_act().is_empty() {
                        return;
                    }
                    let own = think(game, position, bot.id, &RawOptions::new(), budget);
                    let ours = think(game, position, "lab", options, budget);
                    let at = position.position_text();
                    assert_eq!(ours.choice, own.choice, "{} {} in {at}", game.id(), bot.id);
                    let scores = |thought: &Thought<String>| -> Vec<_> {
                        thought.candidates.iter().map(|c| (c.mv.clone(), c.score)).collect()
                    };
                    assert_eq!(scores(&ours), scores(&own), "{} {} in {at}", game.id(), bot.id);
                });
            }
        }
    }
    assert!(opened >= 10, "{opened}");
}

#[test]
fn what_is_wrong_is_told_with_its_place_and_the_name_that_was_meant() {
    let isolation = game("isolation").expect("a game");
    let long = "1+".repeat(5_000);
    let deep = "(".repeat(1_000);
    let terms = json!((0..100).map(|_| json!({ "formula": "1" })).collect::<Vec<_>>()).to_string();
    for (text, start, said) in [
        ("own_move - 1", Some(1), "did you mean `own_moves`?"),
        ("1 + sqr(2)", Some(5), "did you mean `sqrt`?"),
        ("1 + ", Some(5), "the formula ends here; expected a number"),
        ("1 2", Some(3), "found `2`; expected an operator"),
        ("own_moves(1)", Some(10), "`own_moves` is a feature"),
        ("min(1)", Some(6), "as in `min(a, b)`"),
        ("if(1, 2)", Some(8), "as in `if(condition, then, else)`"),
        ("sqrt(1, 2)", Some(7), "as in `sqrt(x)`"),
        ("1 < 2 < 3", Some(7), "one comparison at a time"),
        ("2 ° 3", Some(3), "found `°`"),
        ("1.2.3", Some(1), "a number such as"),
        ("1e300", Some(1), "a number such as"),
        (&long, Some(4_001), "at most 4000 characters"),
        (&deep, Some(129), "nested too deeply"),
        ("", Some(1), "the formula ends here"),
        ("[", None, "nor JSON"),
        ("[]", None, "0 terms; expected 1 to 16"),
        (&terms, None, "100 terms; expected 1 to 16"),
        (r#"[{"formula":"1"},{"formula":"1 +"}]"#, Some(4), "term 2 (`term 2`), column 4"),
        (r#"[{"name":"a","formula":"1"},{"name":"a","formula":"1"}]"#, None, "there twice"),
        (r#"[{"name":"look-ahead","formula":"1"}]"#, None, "none of a search's terms"),
        (r#"[{"weight":1e9,"formula":"1"}]"#, None, "from -1000 to 1000"),
        (r#"[{"weight":1}]"#, None, "no text `formula`"),
        (r#"{"terms":[{"formula":"1"}],"x":1}"#, None, "`x`; expected name, author"),
    ] {
        let answer = desk::check(isolation, text);
        assert_eq!(answer["ok"], false, "{text}");
        assert_eq!(answer["start"].as_u64(), start, "{answer}");
        let error = answer["error"].as_str().expect("words");
        assert!(error.contains(said), "{error}");
        let mut raw = RawOptions::new();
        raw.insert("formula".into(), Value::from(text));
        let refused = isolation.bot_options("lab", &raw).expect_err("wrong").to_string();
        assert!(refused.contains(error), "{refused}");
    }
}
