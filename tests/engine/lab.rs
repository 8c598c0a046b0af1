//! The Lab: formulas and heuristics made of them, for every game with features.

use proptest::prelude::*;
use serde_json::{Value, json};
use totora::base::fixed::Fixed;
use totora::base::options::{Options, RawOptions};
use totora::base::rng::{Rng, Stream};
use totora::catalog::{AnyGame, AnyPosition, GAMES, game};
use totora::contract::analysis::Analysis;
use totora::contract::bot::{Budget, NoClock};
use totora::contract::features::{Feature, Featured, Part, all};
use totora::contract::game::Enumerable;
use totora::games::fencemaster::FenceMaster;
use totora::games::isolation::Isolation;
use totora::games::reversi::Reversi;
use totora::lab::api;
use totora::lab::formula::{FUNCTIONS, Formula, Function, Operator, parse};
use totora::lab::heuristic::{Lab, RESERVED};
use totora::lab::lessons::Lesson;
use totora::record::Record;
use totora::record::link::ViewState;
use totora::session::Session;

fn games_with_features() -> impl Iterator<Item = &'static dyn AnyGame> {
    GAMES.iter().copied().filter(|game| !game.features().is_empty())
}

fn think(
    game: &'static dyn AnyGame,
    position: &dyn AnyPosition,
    bot: &str,
    options: &RawOptions,
    budget: Budget,
) -> Analysis<String> {
    let options = game.bot_options(bot, options).expect("options");
    let bot = game.bot(bot, &options).expect("a bot");
    let seat = position.to_act().first().expect("a seat");
    let rng = Rng::new(7, Stream::Decision { seat, ply: 3 });
    let mut thinking = bot.begin(position, seat, budget, rng).expect("of this game");
    while !thinking.advance(1 << 10, &NoClock) {}
    thinking.analysis()
}

/// Plays a random game and passes every position to `visit`.
fn walk(game: &'static dyn AnyGame, seed: u64, visit: &mut dyn FnMut(&dyn AnyPosition)) {
    let mut position = game.start(&Options::default(), seed).expect("a start");
    let mut rng = Rng::new(seed, Stream::Other(1));
    let mut turns = 0;
    while !position.to_act().is_empty() {
        visit(position.as_ref());
        let Some(moves) = position.legal() else {
            // If moves cannot be listed, bots play some turns.
            let bot = game.bot("homesteader", &Options::default()).expect("a bot");
            turns += 1;
            if turns > 25 {
                return;
            }
            for seat in position.to_act().iter() {
                let rng = Rng::new(seed, Stream::Decision { seat, ply: turns });
                let mv = bot.choose(position.as_ref(), seat, Budget::Nodes(1), rng, &NoClock);
                position.play(seat, &mv.expect("a choice")).expect("legal");
            }
            continue;
        };
        let seat = position.to_act().first().expect("a seat");
        position.play(seat, &moves[rng.below(moves.len())]).expect("legal");
    }
    visit(position.as_ref());
}

#[test]
fn games_have_a_dozen_features_with_unique_names_and_values_in_their_ranges() {
    for game in games_with_features() {
        let features = game.features();
        assert!(features.len() >= 12, "{}: {}", game.id(), features.len());
        for (i, feature) in features.iter().enumerate() {
            assert!(feature.key.len() <= 24, "{}", feature.key);
            assert!(!feature.about.is_empty() && !feature.unit.is_empty(), "{}", feature.key);
            assert!(features[..i].iter().all(|other| other.key != feature.key), "{}", feature.key);
            let read = api::check(game, feature.key);
            assert!(read.is_ok(), "{}: {read:?}", feature.key);
        }
        for seed in 0..4 {
            walk(game, seed, &mut |position| {
                for seat in 0..position.seats() {
                    let values = position.features(seat);
                    assert_eq!(values.len(), features.len());
                    for (feature, value) in features.iter().zip(values) {
                        // A feature of a task has no value for a position.
                        let fits =
                            value.is_nan() || (feature.least..=feature.most).contains(&value);
                        let text = position.position_text();
                        assert!(fits, "{} {} is {value} in {text}", game.id(), feature.key);
                    }
                }
            });
        }
    }
}

/// In random games, the exact numbers of a game are its features, rounded to thousandths.
fn exact_numbers_are_features<G: Enumerable + Featured>(options: Value) {
    let features = G::features();
    let exact = |(i, feature): (usize, &Feature)| Some((i, G::exact_number(feature.key)?));
    let parts: Vec<Part> = features
        .iter()
        .enumerate()
        .filter_map(exact)
        .map(|(term, number)| Part { term, number, weight: Fixed::ONE })
        .collect();
    assert!(parts.len() >= 4);
    let raw = options.as_object().expect("options");
    let options = Options::check(G::options(), raw).expect("options");
    let mut moves = Vec::new();
    for seed in 0..6 {
        let mut rng = Rng::new(seed, Stream::Other(2));
        let mut position = G::new(&options, &mut rng).expect("a start");
        loop {
            for seat in 0..position.seats() {
                let values = all(&position, seat);
                let mut count = 0;
                position.exact(seat, &parts, |part, value| {
                    let (key, measured) = (features[part.term].key, values[part.term]);
                    assert_eq!(value, (measured * 1000.0).round() as i64, "{key} of {seat}");
                    count += 1;
                });
                assert_eq!(count, parts.len());
            }
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(&moves[rng.below(moves.len())]);
        }
    }
}

#[test]
fn exact_numbers_are_the_features() {
    exact_numbers_are_features::<Isolation>(json!({}));
    exact_numbers_are_features::<FenceMaster>(json!({ "size": 4 }));
    exact_numbers_are_features::<Reversi>(json!({}));
    exact_numbers_are_features::<Reversi>(json!({ "map": "trio" }));
}

#[test]
fn improved_is_own_moves_minus_the_opponents() {
    let isolation = game("isolation").expect("a game");
    let mut lab = RawOptions::new();
    lab.insert("formula".into(), "own_moves - opponent_moves".into());
    lab.insert("search".into(), "one-ply".into());
    let depth = Budget::Depth(1);
    let mut count = 0;
    for seed in 0..10 {
        walk(isolation, seed, &mut |position| {
            if position.to_act().is_empty() {
                return;
            }
            let ours = think(isolation, position, "lab", &lab, Budget::Nodes(6_000));
            let theirs = think(isolation, position, "mm-improved", &RawOptions::new(), depth);
            let scores = |analysis: &Analysis<String>| -> Vec<_> {
                analysis.candidates.iter().map(|c| (c.mv.clone(), c.score, c.bound)).collect()
            };
            assert_eq!(scores(&ours), scores(&theirs));
            assert_eq!(ours.choice, theirs.choice);
            count += 1;
        });
    }
    assert!(count > 100);
}

#[test]
fn every_bot_opens_in_the_lab_and_plays_the_same_or_gives_a_reason() {
    let mut opened = 0;
    for game in games_with_features() {
        for bot in game.bots() {
            let mut plain = RawOptions::new();
            if bot.id == "totora" && game.id() == "reversi" {
                let answer = api::opened(game, bot.id, &plain);
                assert!(answer.expect_err("a sentence").contains("patterns"));
                plain.insert("plain".to_owned(), "weights".into());
            }
            let options = &match api::opened(game, bot.id, &plain) {
                Ok(found) => found.options,
                Err(why) => {
                    assert!(why.ends_with('.') && why.starts_with(bot.id), "{why}");
                    continue;
                }
            };
            opened += 1;
            let checked = api::check(game, options["formula"].as_str().expect("a text"));
            assert!(checked.is_ok(), "{}: {checked:?}", bot.id);
            // Enough to look a few plies ahead, and little enough for a test.
            let budget = match bot.budget {
                Some(Budget::Nodes(nodes)) => Budget::Nodes(nodes.min(400)),
                Some(other) => other,
                None => Budget::Nodes(1),
            };
            for seed in 0..3 {
                let mut plies = 0;
                walk(game, seed, &mut |position| {
                    if position.to_act().is_empty() {
                        return;
                    }
                    plies += 1;
                    // In long games, test only some positions.
                    if plies > 12 && plies % 7 != 0 {
                        return;
                    }
                    let own = think(game, position, bot.id, &plain, budget);
                    let ours = think(game, position, "lab", options, budget);
                    let at = position.position_text();
                    assert_eq!(ours.choice, own.choice, "{} {} in {at}", game.id(), bot.id);
                    let scores = |analysis: &Analysis<String>| -> Vec<_> {
                        analysis.candidates.iter().map(|c| (c.mv.clone(), c.score)).collect()
                    };
                    assert_eq!(scores(&ours), scores(&own), "{} {} in {at}", game.id(), bot.id);
                });
            }
        }
    }
    assert!(opened >= 10, "{opened}");
}

/// A tree search shows the terms that decided: their contributions add up to the score, and the best candidate is chosen. The
/// formulas are shown too, with their values and a weight of 0.
#[test]
fn a_tree_search_judges_by_the_formulas_and_shows_their_values() {
    for (id, formulas, moves) in [
        ("uros", ["own_village", "opponent_front"], "P.2 F.3 F@D3/270 P@B4/180 P.0"),
        ("fencemaster", ["-own_lack", "opponent_lack"], "4,5 5,5 6,4"),
        ("reversi", ["stability_ahead", "stones_ahead"], "5,4 3,5 2,2"),
    ] {
        let game = game(id).expect("a game");
        let mut position = game.start(&Options::default(), 3).expect("a start");
        for mv in moves.split(' ') {
            let seat = position.to_act().first().expect("a seat");
            position.play(seat, mv).expect("legal");
        }
        let [one, other] = formulas;
        let terms = json!([
            { "name": "one", "weight": 2, "formula": one }, { "name": "other", "formula": other },
        ]);
        let mut found = Vec::new();
        for (judging, prior) in [("0.5", 8), ("1", 8), ("0", 8), ("0.5", 0)] {
            let mut options = RawOptions::new();
            options.insert("formula".into(), terms.clone());
            options.insert("search".into(), "mcts".into());
            options.insert("judging".into(), judging.into());
            options.insert("prior".into(), prior.into());
            let analysis = think(game, position.as_ref(), "lab", &options, Budget::Nodes(120));
            let at = |key: &str| analysis.terms.iter().position(|term| term.key == key);
            let judges = judging != "0" || id == "fencemaster";
            assert_eq!(at("judgement").is_some(), judges, "{id} {judging}");
            assert_eq!(
                at("playouts").or(at("win-rate")).is_some(),
                judging != "1",
                "{id} {judging}"
            );
            let first = at("one").expect("a formula");
            assert_eq!(analysis.terms[first + 1].key, "other");
            let weights: Value =
                json!([analysis.terms[first].weight, analysis.terms[first + 1].weight]);
            assert_eq!(weights, json!([0.0, 0.0]), "{id}");
            let lab = Lab::read(&terms.to_string(), game.features()).expect("formulas");
            let seat = position.to_act().first().expect("a seat");
            let mut best = None;
            for candidate in &analysis.candidates {
                let totora::contract::analysis::Score::Value(score) = candidate.score else {
                    continue;
                };
                let sum: totora::base::fixed::Fixed =
                    candidate.terms.iter().map(|t| t.contribution).sum();
                assert_eq!(score, sum, "{id} {}", candidate.mv);
                assert_eq!(candidate.terms.len(), analysis.terms.len());
                // Shares with intervals are compared by their lower ends.
                best = best.max(Some(score - candidate.interval.map_or(score - score, |of| of.by)));
                let mut next = game.start(&Options::default(), 3).expect("a start");
                for mv in moves.split(' ').chain([candidate.mv.as_str()]) {
                    let seat = next.to_act().first().expect("a seat");
                    next.play(seat, mv).expect("legal");
                }
                let (after, _) = next.measured(&lab, seat);
                for (i, &after) in after.iter().enumerate() {
                    assert_eq!(candidate.terms[first + i].value, after, "{id} {}", candidate.mv);
                }
            }
            let chosen =
                analysis.candidates.iter().find(|one| Some(&one.mv) == analysis.choice.as_ref());
            let chosen = chosen.expect("a choice");
            let totora::contract::analysis::Score::Value(score) = chosen.score else {
                panic!("{id}: {chosen:?}")
            };
            let low = score - chosen.interval.map_or(score - score, |of| of.by);
            assert_eq!(Some(low), best, "{id}");
            // The result does not depend on the slices.
            let checked = game.bot_options("lab", &options).expect("options");
            let bot = game.bot("lab", &checked).expect("a bot");
            let rng = Rng::new(7, Stream::Decision { seat, ply: 3 });
            let mut thinking =
                bot.begin(position.as_ref(), seat, Budget::Nodes(120), rng).expect("of this game");
            while !thinking.advance(7, &NoClock) {}
            let scores = |analysis: &Analysis<String>| -> Vec<_> {
                analysis.candidates.iter().map(|c| (c.mv.clone(), c.score, c.visits)).collect()
            };
            assert_eq!(scores(&thinking.analysis()), scores(&analysis), "{id}");
            assert!(analysis.nodes <= 120);
            let detail = thinking.detail(analysis.choice.as_deref().expect("a choice"));
            let parts = detail.map_or_else(Vec::new, |detail| detail.parts);
            let shown = parts.iter().any(|part| part.text.contains("the formulas give you"));
            // Totora of FenceMaster shows its judgement even if that has no weight.
            assert_eq!(shown, judging != "0" || id == "fencemaster", "{id}");
            found.push(scores(&analysis));
        }
        // Each setting changes the result.
        for (i, one) in found.iter().enumerate() {
            assert!(found[..i].iter().all(|other| other != one), "{id} {i}");
        }
    }
}

#[test]
fn the_documented_lesson_is_valid_and_can_be_passed() {
    let page = include_str!("../../docs/reference/lab.md");
    let text = page.split("```json\n").nth(1).and_then(|rest| rest.split("```").next());
    let lesson = Lesson::read(text.expect("an example")).expect("a lesson");
    let mut options = lesson.begin.clone();
    options.extend(lesson.steps[0].solution.clone());
    let judged = json!(lesson.judge(0, &options).expect("options that fit"));
    let demands = judged["demands"].as_array().expect("a list");
    assert_eq!(demands.len(), 5);
    assert!(demands.iter().all(|one| one["lacks"] == ""), "{judged}");
    assert_eq!(judged["arena"]["against"][0]["options"]["formula"], "own_reach");
}

/// The Lab of a game starts with this heuristic.
#[test]
fn the_first_heuristic_of_each_game_has_two_valid_terms() {
    let first: Value =
        serde_json::from_str(include_str!("../../src/lab/first.json")).expect("JSON");
    for game in games_with_features() {
        let checked = api::check(game, &first[game.id()].to_string());
        assert_eq!(checked.map(|written| written.terms.len()), Ok(2));
    }
}

#[test]
fn errors_show_the_place_and_suggest_a_name() {
    let isolation = game("isolation").expect("a game");
    let long = "1+".repeat(5_000);
    let deep = "(".repeat(1_000);
    let terms = json!((0..100).map(|_| json!({ "formula": "1" })).collect::<Vec<_>>()).to_string();
    for (text, start, expected) in [
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
        ("1e-", Some(1), "found `1e`; expected a number such as 2, 0.5 or 1e-3"),
        ("own_moves && 1", Some(11), "found `&&`; expected `and`, as in `a and b`"),
        ("1 | 2", Some(3), "found `|`; expected `or`, as in `a or b`; did you mean `or`?"),
        ("!own_moves", Some(1), "found `!`; expected `not`, as in `not a`"),
        ("1 ? 2 : 3", Some(3), "found `?`; expected `if(condition, then, else)` for a choice"),
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
        let wrong = api::check(isolation, text).expect_err(text);
        assert_eq!(wrong.formula.map(|formula| formula.start), start, "{text}");
        let error = wrong.message.as_str();
        assert!(error.contains(expected), "{error}");
        let mut raw = RawOptions::new();
        raw.insert("formula".into(), Value::from(text));
        let refused = isolation.bot_options("lab", &raw).expect_err("wrong").to_string();
        assert!(refused.contains(error), "{refused}");
    }
}

/// Random formulas over the features of Isolation.
fn formulas() -> impl Strategy<Value = Formula> {
    let count = game("isolation").expect("a game").features().len();
    let leaf = prop_oneof![
        (0..count).prop_map(Formula::Feature),
        (0u32..100_000, 0u32..4)
            .prop_map(|(n, places)| { Formula::Number(f64::from(n) / 10f64.powi(places as i32)) }),
    ];
    let operators = prop::sample::select(vec![
        Operator::Or,
        Operator::And,
        Operator::Less,
        Operator::MoreOrEqual,
        Operator::Equal,
        Operator::NotEqual,
        Operator::Plus,
        Operator::Minus,
        Operator::Times,
        Operator::Over,
        Operator::Remainder,
        Operator::Power,
    ]);
    leaf.prop_recursive(4, 60, 3, move |inner| {
        let one = prop::sample::select(vec![
            Function::Negative,
            Function::Not,
            Function::Abs,
            Function::Sqrt,
            Function::Ln,
            Function::Exp,
        ]);
        let three =
            prop::sample::select(vec![Function::If, Function::Clamp, Function::Min, Function::Max]);
        prop_oneof![
            (operators.clone(), inner.clone(), inner.clone())
                .prop_map(|(operator, a, b)| Formula::Two(operator, Box::new([a, b]))),
            (one, inner.clone()).prop_map(|(function, a)| Formula::Call(function, vec![a])),
            (three, prop::collection::vec(inner, 3)).prop_map(|(f, parts)| Formula::Call(f, parts)),
        ]
    })
}

proptest! {
    #[test]
    fn a_printed_formula_is_read_back(formula in formulas()) {
        let features = game("isolation").expect("a game").features();
        let printed = formula.print(features);
        prop_assert_eq!(parse(&printed, features), Ok(formula), "{}", printed);
    }

    #[test]
    fn every_formula_has_a_value_in_thousandths(formula in formulas(), seed in 0u64..50) {
        let isolation = game("isolation").expect("a game");
        let lab = Lab::read(&formula.print(isolation.features()), isolation.features());
        let lab = lab.expect("a formula");
        walk(isolation, seed, &mut |position| {
            for seat in 0..2 {
                let (values, _) = position.measured(&lab, seat);
                assert!(values[0].to_f64().abs() <= 1e9, "{values:?}");
            }
        });
    }
}

#[test]
fn terms_of_searches_are_reserved_names() {
    for game in games_with_features() {
        let lab = game.bot_info("lab").expect("a bot");
        for term in lab.terms {
            assert!(RESERVED.contains(&term.key), "{} {}", game.id(), term.key);
        }
    }
}

#[test]
fn records_and_links_contain_a_heuristic() {
    let terms = r#"[{"name":"moves","weight":1.5,"formula":"own_moves - opponent_moves"}]"#;
    let record = json!({
        "totora": 1, "game": "isolation", "options": {}, "seed": 3,
        "seats": [
            { "bot": "lab", "options": { "formula": serde_json::from_str::<Value>(terms).expect("JSON") } },
            { "bot": "lab", "options": { "formula": "max(own_moves, 2)", "search": "one-ply" } },
        ],
        "moves": ["c3", "e5"],
    });
    let record = Record::from_text(&record.to_string()).expect("a record");
    let session = Session::replay(record.clone()).expect("legal");
    let link = session.link(&ViewState { ply: 2, ..ViewState::default() }).expect("a link");
    let (again, _) = Session::open(&link).expect("a valid link");
    assert_eq!(again.setup().seats, record.seats);
    // A bot from a link shows the terms that its author wrote.
    let isolation = game("isolation").expect("a game");
    let mut options = RawOptions::new();
    options.insert("formula".into(), terms.into());
    let at = again.position();
    let analysis = think(isolation, at, "lab", &options, Budget::Nodes(60));
    assert_eq!(analysis.terms[0].key, "moves");
    assert!(link.len() < 400, "{}", link.len());
}

/// Formulas with their values at a position, compared to the bit: in the native build here, and in wasm in
/// `tests/page/interface.test.js`.
#[test]
fn golden_values_are_the_same_in_the_native_build() {
    let text = include_str!("../golden/lab/formulas.json");
    let golden: Value = serde_json::from_str(text).expect("JSON");
    let mut found = golden.clone();
    for case in found["cases"].as_array_mut().expect("cases") {
        let game = game(case["game"].as_str().expect("a game")).expect("known");
        let mut position = game.start(&Options::default(), 1).expect("a start");
        for mv in case["moves"].as_array().expect("moves") {
            let seat = position.to_act().first().expect("a seat");
            position.play(seat, mv.as_str().expect("a move")).expect("legal");
        }
        let formula = case["formula"].as_str().expect("a formula").to_owned();
        case["seats"] = json!(api::values(game, position.as_ref(), &formula).expect("right"));
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/lab/formulas.json");
        let cases = found["cases"].as_array().expect("cases").iter().map(Value::to_string);
        let text = format!("{{\"cases\":[\n{}\n]}}\n", cases.collect::<Vec<_>>().join(",\n"));
        std::fs::write(path, text).expect("written");
        return;
    }
    assert_eq!(found, golden);
    let used = FUNCTIONS.iter().filter(|(name, ..)| text.contains(&format!("{name}(")));
    assert_eq!(used.count(), FUNCTIONS.len(), "every function is tested");
}
