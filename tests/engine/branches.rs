//! The tree that a search shows is the tree that it searched: its numbers add up, and its moves are legal.

use serde_json::json;
use totora::base::fixed::Fixed;
use totora::catalog::GAMES;
use totora::contract::analysis::{Branch, Limit, Score};
use totora::contract::bot::{NoClock, SLICE};
use totora::record::Record;
use totora::session::{Session, dto};

/// A game of humans after some plies, and a bot's analysis there.
fn thought_of(
    game: &str,
    plies: &[&str],
    bot: &str,
    nodes: u64,
) -> (Session, Box<dyn totora::catalog::AnySearch>) {
    let seats = [json!({ "human": true }), json!({ "human": true })];
    let record = json!({ "totora": 1, "game": game, "seed": 1, "options": {}, "seats": seats });
    let mut session =
        Session::begin(Record::from_json(&record).expect("a record")).expect("a game");
    for ply in plies {
        session.play(None, ply, false).expect("legal");
    }
    let question = json!({ "bot": { "bot": bot, "options": {}, "budget": { "nodes": nodes } } });
    let (mut thinking, _) = dto::think_in(&session, &question).expect("a thought");
    while !thinking.advance(SLICE, &NoClock) {}
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
        let analysis = thinking.analysis();
        for branch in &root {
            let same =
                analysis.candidates.iter().find(|one| one.mv == branch.mv).expect("a candidate");
            assert_eq!(same.visits, Some(branch.visits), "{game} {}", branch.mv);
        }
        let mut chances = 0;
        // Follow the moves that were tried most to the end of the tree.
        let (mut path, mut current, mut parent) =
            (Vec::new(), session.position().boxed(), u64::MAX);
        loop {
            let branches = thinking.branches(&path).expect("within the tree");
            assert!(visits(&branches) <= parent, "{game} {path:?}");
            let sampled = |branch: &&Branch| matches!(branch.score, Score::Value(_));
            let order: Vec<u64> = branches.iter().filter(sampled).map(|one| one.visits).collect();
            assert!(order.is_sorted_by(|a, b| a >= b), "{game} {path:?}: {order:?}");
            for branch in &branches {
                assert!(
                    current.legal().is_some_and(|legal| legal.contains(&branch.mv)),
                    "{branch:?}"
                );
                // At this budget Uros' search has no curve: its values are judged, and no chances.
                assert!(game != "uros" || branch.by.is_none(), "{branch:?}");
                if let (Score::Value(share), Some(_)) = (branch.score, branch.by) {
                    chances += 1;
                    assert!((Fixed::ZERO..=Fixed::ONE).contains(&share), "{branch:?}");
                }
            }
            let Some(best) = branches.into_iter().find(|branch| branch.inner) else { break };
            let seat = current.to_act().first().expect("a mover");
            current.play(seat, &best.mv).expect("legal");
            parent = best.visits;
            path.push(best.mv);
        }
        assert!(path.len() >= 2, "{game}: {path:?}");
        assert_eq!(chances > 0, game != "uros", "{game}");
    }
}

/// The message of a search that was cut short or searches only one ply.
const ONE_PLY: &str = "No search tree: it did not look two plies ahead.";

/// Searches that store no tree, with positions to test them.
const SEARCHES: [(&str, &[&str], &str); 7] = [
    ("isolation", &["d4", "b2"], "ab-custom"),
    ("isolation", &["d4", "b2", "f5", "c4"], "ab-open"),
    ("fencemaster", &["4,4", "5,5"], "alphabeta"),
    ("reversi", &["4,5"], "alphabeta"),
    ("reversi", &["4,5", "3,5"], "totora"),
    ("reversi", &["4,5"], "paranoid"),
    ("reversi", &["4,5"], "maxn"),
];

/// Checks that the move of a branch is legal and that its numbers are consistent.
fn check(branch: &Branch, depth: u32, legal: &[String]) {
    assert!(legal.contains(&branch.mv), "{branch:?}");
    assert!(branch.depth.is_some_and(|below| below <= depth), "{branch:?} within {depth}");
    assert_eq!(branch.limit.is_some(), branch.score == Score::Unknown, "{branch:?}");
    assert!(branch.visits > 0, "{branch:?}");
}

#[test]
fn the_line_of_a_search_is_the_best_way_down_its_tree() {
    for (game, plies, bot) in SEARCHES {
        let (session, thinking) = thought_of(game, plies, bot, 6_000);
        let analysis = thinking.analysis();
        let choice =
            analysis.candidate(analysis.choice.as_deref().expect("a move")).expect("a candidate");
        let root = thinking.branches(&[]).expect("a tree");
        for branch in &root {
            let same = analysis.candidate(&branch.mv).expect("a candidate");
            let known = !same.bound && same.score != Score::Unknown;
            assert_eq!(branch.limit == Some(Limit::Worse), !known, "{bot} {branch:?}");
            assert!(!known || branch.score == same.score, "{bot} {branch:?} {:?}", same.score);
        }
        let (mut path, mut current) = (Vec::new(), session.position().boxed());
        let thinks = current.to_act().first().expect("a mover");
        let mut branches = root;
        for mv in std::iter::once(&choice.mv).chain(&choice.pv) {
            let legal = current.legal().expect("a list");
            branches.iter().for_each(|branch| check(branch, analysis.depth, &legal));
            let seat = current.to_act().first().expect("a mover");
            let at = branches.iter().position(|branch| branch.mv == *mv).expect("tried");
            let branch = &branches[at];
            // In max^n the opponent's moves are valued from the opponent's side.
            if branch.seat == thinks {
                assert_eq!(branch.score, choice.score, "{bot} {path:?} {branch:?}");
            }
            // Moves with an equal score may be listed before it.
            assert_eq!(branches[0].score, branch.score, "{bot} {path:?}: {mv} is the best");
            current.play(seat, mv).expect("legal");
            path.push(mv.clone());
            if !branch.inner {
                break;
            }
            let visits = branch.visits;
            branches = thinking.branches(&path).expect("within the tree");
            // A position from the transposition table took one visit.
            assert!(self::visits(&branches) < visits || visits == 1, "{bot} {path:?}");
        }
        assert!(path.len() >= 2, "{bot}: {path:?}");
    }
}

/// Without pruning nothing is skipped, so that every value follows from the values of its children.
#[test]
fn the_values_of_minimax_are_the_best_values_of_their_children() {
    let (session, thinking) = thought_of("isolation", &["d4", "b2", "f5", "c4"], "mm-open", 6_000);
    let (mut path, mut current) = (Vec::new(), session.position().boxed());
    let mut inner = 0;
    for depth in 0..2 {
        let branches = thinking.branches(&path).expect("a tree");
        assert_eq!(branches.len(), current.legal().expect("a list").len());
        for branch in branches.iter().filter(|branch| branch.inner) {
            inner += 1;
            path.push(branch.mv.clone());
            let below = thinking.branches(&path).expect("within the tree");
            let scores = below.iter().map(|branch| branch.score);
            let best = if depth == 0 { scores.min() } else { scores.max() };
            assert_eq!(best, Some(branch.score), "{path:?}");
            assert_eq!(self::visits(&below) + 1, branch.visits, "{path:?}");
            path.pop();
        }
        let seat = current.to_act().first().expect("a mover");
        current.play(seat, &branches[0].mv).expect("legal");
        path.push(branches[0].mv.clone());
    }
    assert!(inner > 10, "{inner}");
}

#[test]
fn a_tree_does_not_depend_on_slices_and_earlier_requests() {
    for (game, plies, bot) in SEARCHES {
        let (_, unsliced) = thought_of(game, plies, bot, 3_000);
        let (session, _) = thought_of(game, plies, "random", 1);
        let question =
            json!({ "bot": { "bot": bot, "options": {}, "budget": { "nodes": 3_000 } } });
        let (mut sliced, _) = dto::think_in(&session, &question).expect("a thought");
        while !sliced.advance(7, &NoClock) {}
        let mut path = Vec::new();
        while let Ok(branches) = unsliced.branches(&path) {
            assert_eq!(sliced.branches(&path).as_ref(), Ok(&branches), "{bot} {path:?}");
            let Some(next) = branches.into_iter().find(|branch| branch.inner) else { break };
            path.push(next.mv);
        }
        // Lines that are requested later are in the tree too, with the scores of the candidates.
        sliced.set_multi_pv(3);
        while !sliced.advance(7, &NoClock) {}
        let analysis = sliced.analysis();
        for branch in sliced.branches(&[]).expect("a tree") {
            let same = analysis.candidate(&branch.mv).expect("a candidate");
            if !same.bound && same.score != Score::Unknown {
                assert_eq!((branch.score, branch.limit), (same.score, None), "{bot}");
            }
            if let Some(below) =
                sliced.branches(std::slice::from_ref(&branch.mv)).ok().filter(|_| branch.inner)
                && branch.limit.is_none()
                && let Some(reply) = below.first().filter(|reply| reply.seat == branch.seat)
            {
                assert_eq!(reply.score, branch.score, "{bot} {}", branch.mv);
            }
        }
    }
}

#[test]
fn a_path_that_is_not_in_the_tree_has_no_branches() {
    let (_, thinking) = thought_of("fencemaster", &["4,4"], "totora", 500);
    assert_eq!(thinking.branches(&["nonsense".to_owned()]), Err(""));
    let (_, thinking) = thought_of("isolation", &["d4", "b2"], "ab-open", 500);
    assert_eq!(thinking.branches(&["d4".to_owned()]), Err(""), "the cell is closed");
    let (_, thinking) = thought_of("isolation", &["d4", "b2"], "greedy", 500);
    assert_eq!(thinking.branches(&[]), Err(ONE_PLY));
    let (_, thinking) = thought_of("uros", &["T@A6"], "balanced", 500);
    assert_eq!(thinking.branches(&[]), Err(""));
}

/// A bot that searches two plies has a tree or a sentence with the reason why it has none. Other bots have neither.
#[test]
fn a_search_has_a_tree_or_gives_a_reason() {
    let positions = [
        ("uros", &["T@A6"][..]),
        ("isolation", &["d4", "b2", "f5", "c4"]),
        ("fencemaster", &["4,4", "5,5"]),
        ("reversi", &["4,5"]),
    ];
    let mut without = Vec::new();
    for (game, plies) in positions {
        let bots = GAMES.iter().find(|one| one.id() == game).expect("a game").bots();
        for bot in bots.iter().map(|bot| bot.id) {
            let (_, thinking) = thought_of(game, plies, bot, 400);
            let depth = thinking.analysis().depth;
            match thinking.branches(&[]) {
                Ok(tree) => assert!(!tree.is_empty() && depth >= 1, "{game} {bot}"),
                Err("" | ONE_PLY) => assert!(depth <= 1, "{game} {bot}: {depth}"),
                Err(why) => {
                    assert!(why.split_whitespace().count() <= 20, "{why}");
                    without.push(format!("{game} {bot}"));
                }
            }
        }
    }
    assert_eq!(without, ["isolation perfect", "reversi brs"]);
}
