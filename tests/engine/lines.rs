//! The number of exact candidates: the choice does not depend on it, exact scores are exact at the depth that decided, and
//! bounds are true. A move that was only scouted has no number.

use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use totora::base::options::{Options, RawOptions};
use totora::base::rng::{Rng, Stream};
use totora::catalog::AnySearch;
use totora::contract::analysis::Scale;
use totora::contract::analysis::{Analysis, Candidate, Score};
use totora::contract::bot::{Budget, Clock, NoClock};
use totora::record::{Record, SeatSpec};
use totora::session::Session;

/// A game after this many random plies.
fn position(game: &str, options: &Value, seed: u64, plies: usize) -> Session {
    let record = json!({ "totora": 1, "game": game, "options": options, "seed": seed });
    let mut session = Session::begin(Record::from_json(&record).expect("a record")).expect("begun");
    let mut rng = Rng::new(seed, Stream::Other(9));
    for _ in 0..plies {
        let moves = session.position().legal().expect("listed");
        if moves.is_empty() {
            break;
        }
        session.play(None, &moves[rng.below(moves.len())], false).expect("legal");
    }
    session
}

/// The bots of a game that search ply by ply.
fn searching(session: &Session) -> Vec<&'static str> {
    let bots = session.setup().game.bots();
    let searches = |bot: &totora::catalog::BotInfo| {
        bot.budget.is_some() && bot.scale == Scale::Points && !["perfect", "lab"].contains(&bot.id)
    };
    bots.iter().filter(|bot| searches(bot)).map(|bot| bot.id).collect()
}

/// Whether a move has a number. A move that a scouting search rejected at a smaller depth has none.
fn numbered(candidate: &&Candidate<String>) -> bool {
    candidate.score != Score::Unknown
}

fn thinking(
    session: &Session,
    bot: &'static str,
    budget: Budget,
    lines: usize,
) -> Box<dyn AnySearch> {
    let spec = SeatSpec::Bot { id: bot, options: Options::default(), budget: Some(budget) };
    let mut thinking = session.think_for(None, &spec, 3).expect("a bot");
    thinking.set_multi_pv(lines);
    thinking
}

fn analysis(
    session: &Session,
    bot: &'static str,
    budget: Budget,
    lines: usize,
) -> Analysis<String> {
    let mut thinking = thinking(session, bot, budget, lines);
    while !thinking.advance(37, &NoClock) {}
    thinking.analysis()
}

/// Positions of the games whose bots search.
fn positions() -> Vec<(String, Session)> {
    let mut all = Vec::new();
    for (game, options, plies) in [
        ("isolation", json!({}), &[2, 9, 15, 22, 28][..]),
        ("isolation", json!({ "size": "5x4" }), &[3, 7, 10]),
        ("fencemaster", json!({ "size": 4 }), &[0, 8, 15, 22]),
        ("reversi", json!({ "map": "othello" }), &[1, 12, 30, 47, 54]),
        ("reversi", json!({ "map": "trio" }), &[4, 20, 34]),
        ("reversi", json!({ "map": "islands" }), &[6, 25]),
    ] {
        for &plies in plies {
            for seed in 1..=2 {
                let session = position(game, &options, seed, plies);
                let moves = session.position().legal_count().unwrap_or_default();
                if moves > 0 {
                    all.push((format!("{game} {options}, seed {seed}, ply {plies}"), session));
                }
            }
        }
    }
    all
}

/// The score of each candidate.
fn scores(analysis: &Analysis<String>) -> HashMap<&str, Score> {
    analysis.candidates.iter().map(|candidate| (candidate.mv.as_str(), candidate.score)).collect()
}

#[test]
fn the_choice_does_not_depend_on_the_number_of_lines() {
    let (mut bounded, mut exact) = (0, 0);
    for (name, session) in positions() {
        for bot in searching(&session) {
            let budget = Budget::Nodes(900);
            let plain = analysis(&session, bot, budget, 1);
            let all = analysis(&session, bot, budget, usize::MAX);
            let what = format!("{bot} in {name}");
            for lines in [2, 3, usize::MAX] {
                let shown = analysis(&session, bot, budget, lines);
                assert_eq!(shown.choice, plain.choice, "{what}, {lines} lines");
                assert_eq!((shown.nodes, shown.depth), (plain.nodes, plain.depth), "{what}");
                assert_eq!(shown.candidates[0].mv, all.candidates[0].mv);
                if plain.depth == 0 {
                    continue;
                }
                // This many candidates are exact, and they are the best of all.
                let best = shown
                    .candidates
                    .iter()
                    .take_while(|c| numbered(c) && !c.bound && c.depth.is_none());
                let best: Vec<Score> = best.map(|candidate| candidate.score).collect();
                let of_all: Vec<Score> =
                    all.candidates.iter().filter(numbered).map(|c| c.score).collect();
                let enough = lines.min(of_all.len());
                assert!(best.len() >= enough, "{what}: {} of {enough} lines", best.len());
                // A move without a number might be better.
                if !shown.candidates.iter().all(|candidate| numbered(&candidate)) {
                    continue;
                }
                assert_eq!(best[..enough], of_all[..enough], "{what}, {lines} lines");
            }
            let known = |c: &Candidate<String>| !c.bound && c.depth.is_none();
            assert!(all.candidates.iter().all(known) || all.depth == 0, "{what}");
            bounded += plain.candidates.iter().filter(|c| c.bound).count();
            exact += all.candidates.len();
        }
    }
    assert!(bounded > 200 && exact > bounded, "{bounded} bounds among {exact}");
}

/// The meaning of a bound: if the move is searched alone at the same depth, it is not better.
#[test]
fn no_move_is_better_than_its_bound() {
    let mut tight = 0;
    for (name, session) in positions() {
        for bot in searching(&session) {
            let plain = analysis(&session, bot, Budget::Nodes(700), 1);
            if plain.candidates.iter().all(|candidate| !candidate.bound) {
                continue;
            }
            for depth in 1..=plain.depth {
                let at_depth: Vec<_> = plain
                    .candidates
                    .iter()
                    .filter(|c| c.bound && c.depth.unwrap_or(plain.depth) == depth)
                    .collect();
                if at_depth.is_empty() {
                    continue;
                }
                // An independent search of the same depth.
                let truth = analysis(&session, bot, Budget::Depth(depth), usize::MAX);
                let truth = scores(&truth);
                for candidate in at_depth {
                    let found = truth[candidate.mv.as_str()];
                    assert!(
                        found <= candidate.score,
                        "{bot} in {name}, {depth} plies deep: {} is worth {found:?}, which is above its bound {:?}",
                        candidate.mv,
                        candidate.score
                    );
                    tight += usize::from(found < candidate.score);
                }
            }
        }
    }
    assert!(tight > 20, "some bounds are not the scores: {tight}");
}

/// A search with a smaller depth for late moves cannot tell how good a rejected move is. Here a move that seemed worse than
/// the choice is better if it is searched alone.
#[test]
fn a_move_that_was_only_scouted_has_no_number() {
    let mut session = position("reversi", &json!({ "map": "othello" }), 1, 0);
    for mv in "2,3 2,2 3,2 2,4 1,4 1,2 1,3 5,2 5,3 4,2 0,1 0,3 5,4 3,5".split(' ') {
        session.play(None, mv, false).expect("legal");
    }
    let shown = analysis(&session, "totora", Budget::Nodes(12_000), 1);
    let f2 = shown.candidates.iter().find(|candidate| candidate.mv == "5,1").expect("a move");
    assert_eq!((f2.score, f2.bound), (Score::Unknown, false));
    assert!(f2.terms.is_empty() && f2.pv.is_empty());
    let mut unknown = 0;
    for (name, session) in positions() {
        if session.setup().game.id() != "reversi" {
            continue;
        }
        let analysis = analysis(&session, "totora", Budget::Nodes(9_000), 1);
        let choice = analysis.candidates[0].score;
        for candidate in &analysis.candidates {
            assert!(!candidate.bound && candidate.depth.is_none(), "{name}: {candidate:?}");
            assert!(candidate.score <= choice, "{name}: {candidate:?}");
            unknown += usize::from(candidate.score == Score::Unknown);
        }
    }
    assert!(unknown > 50, "{unknown} moves without a number");
}

/// A bound that is a win would mean nothing.
#[test]
fn no_bound_is_a_win() {
    let (mut bounds, mut unknown) = (0, 0);
    for (name, session) in positions() {
        for bot in session.setup().game.bots().iter().filter(|bot| bot.budget.is_some()) {
            for candidate in analysis(&session, bot.id, Budget::Nodes(3_000), 1).candidates {
                let value = matches!(candidate.score, Score::Value(_));
                assert!(value || !candidate.bound, "{} in {name}: {candidate:?}", bot.id);
                bounds += usize::from(candidate.bound);
                unknown += usize::from(bot.id != "totora" && candidate.score == Score::Unknown);
            }
        }
    }
    assert!(bounds > 200 && unknown > 0, "{bounds} bounds, {unknown} unknown");
}

/// More lines can be requested from a finished search, and a search in slices of any size finds the same lines.
#[test]
fn more_lines_can_be_found_later_and_in_slices() {
    for (name, session) in positions().into_iter().step_by(3) {
        for bot in searching(&session) {
            let at_once = analysis(&session, bot, Budget::Nodes(600), 4);
            let mut later = thinking(&session, bot, Budget::Nodes(600), 1);
            while !later.advance(1, &NoClock) {}
            let (nodes, before) = (later.multi_pv_nodes(), later.analysis());
            assert_eq!(nodes, 0, "a bot that only plays has no extra cost");
            assert_eq!(before.choice, at_once.choice);
            later.set_multi_pv(4);
            while !later.advance(1, &NoClock) {}
            assert_eq!(later.analysis(), at_once, "{bot} in {name}");
        }
    }
}

/// A watch whose clock advances by a step at every call.
struct Steps(std::sync::atomic::AtomicU64, u64);

impl Clock for Steps {
    fn elapsed_ms(&self) -> f64 {
        self.0.fetch_add(self.1, Ordering::Relaxed) as f64
    }
}

/// A watch that stops when its flag is set.
struct StopFlag(AtomicBool);

impl Clock for StopFlag {
    fn elapsed_ms(&self) -> f64 {
        0.0
    }

    fn stop(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[test]
fn a_budget_in_time_includes_choice_and_lines() {
    let session = position("reversi", &json!({ "map": "othello" }), 4, 20);
    let spend = |lines| {
        let mut thinking = thinking(&session, "alphabeta", Budget::Ms(200), lines);
        let clock = Steps(Default::default(), 1);
        while !thinking.advance(64, &clock) {}
        (clock.0.into_inner(), thinking)
    };
    let ((alone, plain), (both, all)) = (spend(1), spend(usize::MAX));
    // The clock is read twice per slice; no more than that is spent.
    assert!(both <= alone + 2, "{both} readings of the clock with lines, {alone} without");
    assert!(all.multi_pv_nodes() > 0 && plain.multi_pv_nodes() == 0);
    assert!(all.analysis().nodes < plain.analysis().nodes, "the choice is made early enough");
}

#[test]
fn a_stop_works_while_lines_are_searched() {
    let session = position("isolation", &json!({}), 4, 4);
    let mut thinking = thinking(&session, "ab-custom", Budget::Nodes(3_000), usize::MAX);
    while thinking.multi_pv_nodes() == 0 {
        assert!(!thinking.advance(64, &NoClock), "lines are searched");
    }
    let stop = StopFlag(AtomicBool::new(true));
    let before = thinking.multi_pv_nodes();
    assert!(!thinking.advance(1 << 20, &stop), "it was stopped and has not finished");
    assert!(thinking.multi_pv_nodes() < before + 1_000, "it stops soon");
    assert!(thinking.analysis().choice.is_some());
}

#[test]
fn exact_scores_are_all_lines() {
    let session = position("isolation", &json!({}), 2, 12);
    let game = session.setup().game;
    let exact =
        json!({ "bot": "ab-open", "options": { "scores": "exact" }, "budget": { "nodes": 900 } });
    let spec = SeatSpec::from_json(game, &exact).expect("a seat");
    let mut thinking = session.think_for(None, &spec, 3).expect("a bot");
    thinking.set_multi_pv(1);
    while !thinking.advance(64, &NoClock) {}
    assert_eq!(thinking.analysis(), analysis(&session, "ab-open", Budget::Nodes(900), usize::MAX));
}

#[test]
fn the_option_lines_is_accepted_but_is_not_part_of_a_seat() {
    let game = totora::catalog::game("isolation").expect("a game");
    let seat = |lines: Value| {
        let mut options = RawOptions::new();
        options.insert("lines".to_owned(), lines);
        SeatSpec::from_json(game, &json!({ "bot": "ab-open", "options": options }))
    };
    let plain = SeatSpec::bot(game, "ab-open").expect("a bot");
    for lines in [json!(5), json!("5"), json!("all"), json!(1)] {
        assert_eq!(seat(lines).expect("lines").clone(), plain);
    }
    for (lines, expected) in [(json!(0), "`0`"), (json!("few"), "`few`"), (json!(2.5), "`2.5`")] {
        let error = seat(lines).expect_err("no lines").to_string();
        assert!(error.contains("option `lines` is") && error.contains(expected), "{error}");
        assert!(error.contains("a whole number from 1, or all"), "{error}");
    }
}
