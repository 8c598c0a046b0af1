//! The tree that a search shows is the one that it searched: its numbers add up, and its moves are legal.

use serde_json::json;
use totora::base::fixed::Fixed;
use totora::contract::bot::{SLICE, Unwatched};
use totora::contract::thought::{Branch, Score};
use totora::record::Record;
use totora::session::{Session, dto};

/// A game of persons after some plies, and what a bot thinks there.
fn thought_of(
    game: &str,
    plies: &[&str],
    bot: &str,
    nodes: u64,
) -> (Session, Box<dyn totora::catalog::AnyThinking>) {
    let seats = [json!({ "human": true }), json!({ "human": true })];
    let record = json!({ "totora": 1, "game": game, "seed": 1, "options": {}, "seats": seats });
    let mut session =
        Session::begin(Record::from_json(&record).expect("a record")).expect("a game");
    for ply in plies {
        session.play(None, ply, false).expect("legal");
    }
    let question = json!({ "bot": { "bot": bot, "options": {}, "budget": { "nodes": nodes } } });
    let (mut thinking, _) = dto::think_in(&session, &question).expect("a thought");
    while !thinking.advance(SLICE, &Unwatched) {}
    (session, thinking)
}

fn visits(branches: &[Branch]) -> u64 {
    branches.iter().map(|branch| branch.visits).sum()
}

#[test]
fn a_tree_adds_up_from_its_root_down() {
    for (game, plies, bot) in [
        ("fencemaster", &["4,4", "5,5"][..], "totora"),
        ("uros", &["T@A6"], "totora"),
        ("reversi", &["4,5"], "mcts"),
    ] {
        let (session, thinking) = thought_of(game, plies, bot, 3_000);
        let root = thinking.branches(&[]).expect("a tree");
        let thought = thinking.thought();
        for branch in &root {
            let same =
                thought.candidates.iter().find(|one| one.mv == branch.mv).expect("a candidate");
            assert_eq!(same.visits, Some(branch.visits), "{game} {}", branch.mv);
        }
        // Down the moves that were tried most, as far as it goes.
        let (mut path, mut here, mut parent) = (Vec::new(), session.position().boxed(), u64::MAX);
        loop {
            let branches = thinking.branches(&path).expect("within the tree");
            assert!(visits(&branches) <= parent, "{game} {path:?}");
            let sampled = |branch: &&Branch| matches!(branch.score, Score::Value(_));
            let order: Vec<u64> = branches.iter().filter(sampled).map(|one| one.visits).collect();
            assert!(order.is_sorted_by(|a, b| a >= b), "{game} {path:?}: {order:?}");
            for branch in &branches {
                assert!(here.legal().is_some_and(|legal| legal.contains(&branch.mv)), "{branch:?}");
                if let Score::Value(share) = branch.score {
                    assert!((Fixed::ZERO..=Fixed::ONE).contains(&share), "{branch:?}");
                }
            }
            let Some(best) = branches.into_iter().find(|branch| branch.inner) else { break };
            let seat = here.to_act().first().expect("a mover");
            here.play(seat, &best.mv).expect("legal");
            parent = best.visits;
            path.push(best.mv);
        }
        assert!(path.len() >= 2, "{game}: {path:?}");
    }
}

#[test]
fn a_way_that_no_tree_has_is_none() {
    let (_, thinking) = thought_of("fencemaster", &["4,4"], "totora", 500);
    assert_eq!(thinking.branches(&["nonsense".to_owned()]), None);
    let (_, thinking) = thought_of("isolation", &["d4", "b2"], "ab-open", 500);
    assert_eq!(thinking.branches(&[]), None);
}
