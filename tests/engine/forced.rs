//! Positions with little choice: a forced move costs no time, a lost position is played with the most resistance, and proven
//! results are reported as proven.

use serde_json::{Value, json};
use totora::base::fixed::Fixed;
use totora::base::options::{Options, RawOptions};
use totora::base::rng::{Rng, Stream};
use totora::contract::analysis::{Analysis, Score};
use totora::contract::bot::{Budget, Heuristic, NoClock};
use totora::contract::game::{Enumerable, Game, MoveList};
use totora::games::reversi::heuristics::{Measure, Weighted};
use totora::games::reversi::{MAP, Phase, Reversi};
use totora::record::{Record, SeatSpec};
use totora::session::Session;

/// Plays a random game and passes the session at every position to `visit`.
fn random_game(game: &str, options: &Value, seed: u64, visit: &mut dyn FnMut(&Session)) {
    let record = json!({ "totora": 1, "game": game, "options": options, "seed": seed });
    let mut session = Session::begin(Record::from_json(&record).expect("a record")).expect("begun");
    let mut rng = Rng::new(seed, Stream::Other(5));
    loop {
        let moves = session.position().legal().expect("listed");
        if moves.is_empty() {
            return;
        }
        visit(&session);
        session.play(None, &moves[rng.below(moves.len())], false).expect("legal");
    }
}

fn analysis(session: &Session, bot: &'static str, budget: Budget) -> Analysis<String> {
    let spec = SeatSpec::Bot { id: bot, options: Options::default(), budget: Some(budget) };
    let mut thinking = session.think_for(None, &spec, 3).expect("a bot");
    while !thinking.advance(1 << 10, &NoClock) {}
    thinking.analysis()
}

#[test]
fn the_only_legal_move_costs_almost_nothing() {
    let mut count = 0;
    for seed in 0..3 {
        random_game("reversi", &json!({ "map": "othello" }), seed, &mut |session| {
            if session.position().legal_count() != Some(1) {
                return;
            }
            for bot in ["totora", "alphabeta", "paranoid", "maxn", "brs", "mcts"] {
                let analysis = analysis(session, bot, Budget::Nodes(50_000));
                assert!(analysis.nodes <= 64, "{bot}: {} nodes", analysis.nodes);
                count += 1;
            }
        });
        random_game("isolation", &json!({ "size": "4x4" }), seed, &mut |session| {
            if session.position().legal_count() == Some(1) {
                for bot in ["ab-custom", "ab-open"] {
                    assert!(analysis(session, bot, Budget::Nodes(50_000)).nodes <= 64);
                    count += 1;
                }
            }
        });
    }
    assert!(count > 20, "{count}");
}

/// For every move in the position, the number of replies that win at once; `None` for a move that ends the game.
fn winning_replies(session: &Session) -> Vec<(String, Option<usize>)> {
    let position = session.position();
    let seat = position.to_act().first().expect("a seat to move");
    let moves = position.legal().expect("listed");
    let replies = |mv: &String| {
        let mut next = position.boxed();
        next.play(seat, mv).expect("legal");
        let other = next.to_act().first()?;
        let wins = next.legal().expect("listed").into_iter().filter(|reply| {
            let mut end = next.boxed();
            end.play(other, reply).expect("legal");
            end.outcome().is_some_and(|outcome| outcome.ranks[seat] > 1)
        });
        Some(wins.count())
    };
    moves.iter().map(|mv| (mv.clone(), replies(mv))).collect()
}

#[test]
fn the_only_move_that_does_not_lose_at_once_is_played_and_a_lost_position_stops_most_threats() {
    let (mut forced, mut lost) = (0, 0);
    for seed in 0..40 {
        random_game("fencemaster", &json!({ "size": 4, "swap": "off" }), seed, &mut |session| {
            if session.ply() < 8 || forced + lost > 60 {
                return;
            }
            let replies = winning_replies(session);
            if replies.iter().any(|(_, wins)| wins.is_none()) {
                return;
            }
            let safe: Vec<_> = replies.iter().filter(|(_, wins)| *wins == Some(0)).collect();
            let fewest = replies.iter().filter_map(|(_, wins)| *wins).min();
            for bot in ["alphabeta", "totora"] {
                if let [(only, _)] = safe[..] {
                    let analysis = analysis(session, bot, Budget::Nodes(20_000));
                    assert_eq!(analysis.choice.as_ref(), Some(only), "{bot}");
                    assert!(analysis.nodes < 4_000, "{bot} spent {} nodes", analysis.nodes);
                    forced += 1;
                } else if safe.is_empty() && replies.len() > 2 {
                    let analysis = analysis(session, bot, Budget::Nodes(20_000));
                    assert!(matches!(analysis.candidates[0].score, Score::Loss(Some(2))));
                    let choice = analysis.choice.expect("a choice");
                    let left = replies.iter().find(|(mv, _)| *mv == choice).expect("legal").1;
                    assert_eq!(left, fewest, "{bot} plays {choice}");
                    lost += 1;
                }
            }
        });
    }
    assert!(forced > 10 && lost > 10, "{forced} forced, {lost} lost");
}

#[test]
fn a_search_to_the_end_of_the_game_also_proves_draws() {
    let (mut proven, mut draws) = (0, 0);
    for seed in 0..60 {
        random_game("reversi", &json!({ "map": "othello" }), seed, &mut |session| {
            let summary = session.position().summary();
            if session.ply() < 55 || !(53..=58).contains(&session.ply()) {
                return;
            }
            for bot in ["alphabeta", "brs"] {
                let analysis = analysis(session, bot, Budget::Nodes(60_000));
                assert!(analysis.depth <= 64, "{bot}: {} plies deep, {summary}", analysis.depth);
                let best = analysis.candidates[0].score;
                if analysis.exact {
                    proven += 1;
                    draws += usize::from(best == Score::Value(Fixed::ZERO));
                }
            }
        });
    }
    assert!(proven > 50 && draws > 0, "{proven} proven, {draws} of them draws");
}

#[test]
fn after_the_build_phase_only_stones_and_bombs_count() {
    let measures = [
        Measure::Corners,
        Measure::Mobility,
        Measure::EarlyMobility,
        Measure::Overrides,
        Measure::Bombs,
        Measure::Stones,
        Measure::LateStones,
        Measure::Stability,
    ];
    let heuristic = Weighted::with_weights(&measures.map(|measure| measure.weight(1000)));
    let mut raw = RawOptions::new();
    raw.insert(MAP.key.to_owned(), Value::from("othello-bombs"));
    let options = Options::check(Reversi::options(), &raw).expect("options");
    let mut count = 0;
    for seed in 0..4 {
        let mut position =
            Reversi::new(&options, &mut Rng::new(seed, Stream::Setup)).expect("begun");
        let mut rng = Rng::new(seed, Stream::Other(6));
        let mut moves = MoveList::new();
        while position.phase() != Phase::Over {
            if position.phase() == Phase::Elimination {
                let mut values = [Fixed::ZERO; 8];
                heuristic.measure(&position, 0, &mut values);
                let lead = i64::from(position.stones(0)) - i64::from(position.stones(1));
                assert_eq!(values[..4], [Fixed::ZERO; 4], "terms of the build phase do not count");
                assert_eq!(
                    values[5..],
                    [Fixed::from_int(lead); 3],
                    "all terms of stones count the lead"
                );
                count += 1;
            }
            position.legal_moves(&mut moves);
            position.play_unchecked(&moves[rng.below(moves.len())]);
        }
    }
    assert!(count > 4, "{count}");
}
