//! `totora` of Reversi XT near the end of the game: it counts stones and is as exact as plain recursion.

use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::contract::analysis::{Analysis, Score};
use totora::contract::bot::{Budget, NoClock};
use totora::contract::game::{Enumerable, MoveList};
use totora::games::reversi::bots::BOTS;
use totora::games::reversi::built_in::map_of;
use totora::games::reversi::{Map, Move, Phase, Reversi};

/// The margin of the first seat in stones, if both play perfectly.
fn margin(position: &Reversi) -> i64 {
    if position.phase() == Phase::Over {
        return i64::from(position.stones(0)) - i64::from(position.stones(1));
    }
    let sign = if position.mover() == 0 { 1 } else { -1 };
    let best = after_each(position).map(|(_, next)| sign * margin(&next)).max();
    sign * best.expect("a legal move")
}

fn after_each(position: &Reversi) -> impl Iterator<Item = (Move, Reversi)> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let before = position.clone();
    moves.into_iter().map(move |mv| {
        let mut next = before.clone();
        next.play_unchecked(&mv);
        (mv, next)
    })
}

fn analysis(position: &Reversi, nodes: u64) -> Analysis<Move> {
    let spec = BOTS.iter().find(|spec| spec.id == "totora").expect("a bot");
    let rng = Rng::new(5, Stream::Other(2));
    let seat = position.mover();
    spec.build(&Options::default()).think(position, seat, Budget::Nodes(nodes), rng, &NoClock)
}

/// Plays random games on a map until at most `plies` are left, and passes these positions to `visit`.
fn ends(map: &Map, plies: u32, seeds: u64, mut visit: impl FnMut(&Reversi)) {
    for seed in 0..seeds {
        let mut position = Reversi::on(map.clone());
        let mut rng = Rng::new(seed, Stream::Other(1));
        let mut moves = MoveList::new();
        while position.phase() == Phase::Build {
            position.legal_moves(&mut moves);
            let tiles = 0..position.board().tiles();
            let free = tiles.filter(|&tile| position.tile(tile).is_free()).count() as u32;
            let overrides: u32 = (0..position.players()).map(|seat| position.overrides(seat)).sum();
            if free + overrides <= plies && moves.len() > 1 {
                visit(&position);
                break;
            }
            position.play_unchecked(&moves[rng.below(moves.len())]);
        }
    }
}

/// A small map with everything that makes ends difficult, except bombs.
const SMALL: &str =
    "2\n1\n0 0\n5 6\n0 0 0 0 0 0\n0 x 0 0 0 0\n0 0 1 2 0 0\n0 0 2 1 0 0\n0 0 0 0 - 0\n";

#[test]
fn the_end_is_solved_by_stones() {
    let small = Map::parse(SMALL).expect("a map");
    let (mut won, mut lost, mut draws, mut count) = (0, 0, 0, 0);
    for (map, plies, seeds) in [(map_of("othello").expect("built in"), 7, 24), (small, 4, 24)] {
        ends(&map, plies, seeds, |position| {
            let analysis = analysis(position, 100_000);
            assert!(analysis.exact, "{} nodes", analysis.nodes);
            let sign = if position.mover() == 0 { 1 } else { -1 };
            let truth = sign * margin(position);
            let choice = analysis.choice.expect("a move is owed");
            let (_, next) = after_each(position).find(|(mv, _)| *mv == choice).expect("legal");
            // The choice has the best margin, whether it wins or loses.
            assert_eq!(sign * margin(&next), truth, "{choice}");
            count += 1;
            let best = analysis.candidates[0].score;
            let words = match truth {
                1.. => format!("it wins by {truth} stone"),
                0 => "a draw".to_owned(),
                _ => format!("it loses by {} stone", -truth),
            };
            let text = format!("{} {}", analysis.why, analysis.differences.join(" "));
            assert!(text.contains(&words), "{words}: {text}");
            match truth {
                1.. => won += usize::from(matches!(best, Score::Win(_))),
                0 => draws += usize::from(matches!(best, Score::Value(_))),
                _ => lost += usize::from(matches!(best, Score::Loss(_))),
            }
        });
    }
    assert!(won > 10 && lost > 10 && draws > 0, "{won} won, {lost} lost, {draws} draws");
    assert_eq!(won + lost + draws, count, "every result is reported correctly");
}

/// The lead of `seat` in stones over the best of the others, if all of them play against it.
fn against_all(position: &Reversi, seat: usize) -> i64 {
    if position.phase() == Phase::Over {
        let others = (0..position.players()).filter(|&other| other != seat);
        let most = others.map(|other| position.stones(other)).max().expect("others play");
        return i64::from(position.stones(seat)) - i64::from(most);
    }
    let ends = after_each(position).map(|(_, next)| against_all(&next, seat));
    let end = if position.mover() == seat { ends.max() } else { ends.min() };
    end.expect("a legal move")
}

#[test]
fn with_three_players_the_end_assumes_that_all_others_play_against_it() {
    let three = "3\n1\n0 0\n5 6\n0 0 0 0 0 0\n0 1 2 3 x 0\n0 2 3 1 0 0\n0 3 1 2 0 0\n0 0 0 0 - 0\n";
    let three = Map::parse(three).expect("a map");
    let (mut ahead, mut behind) = (0, 0);
    ends(&three, 5, 24, |position| {
        let seat = position.mover();
        let analysis = analysis(position, 100_000);
        assert!(analysis.exact, "{} nodes", analysis.nodes);
        let truth = against_all(position, seat);
        let choice = analysis.choice.expect("a move is owed");
        let (_, next) = after_each(position).find(|(mv, _)| *mv == choice).expect("legal");
        assert_eq!(against_all(&next, seat), truth, "{choice}");
        let words = match truth {
            1.. => format!("whatever the others do, it wins by {truth} stone"),
            0 => "whatever the others do, no player is ahead of it".to_owned(),
            _ => format!("one of them is {} stone", -truth),
        };
        let text = format!("{} {}", analysis.why, analysis.differences.join(" "));
        assert!(text.contains(&words), "{words}: {text}");
        ahead += usize::from(truth > 0);
        behind += usize::from(truth < 0);
    });
    assert!(ahead > 2 && behind > 2, "{ahead} ahead, {behind} behind");
}

/// The analysis with exact scores for all moves.
fn full_thought(position: &Reversi) -> Analysis<Move> {
    let spec = BOTS.iter().find(|spec| spec.id == "totora").expect("a bot");
    let (seat, rng) = (position.mover(), Rng::new(5, Stream::Other(2)));
    let bot = spec.build(&Options::default());
    let mut thinking = bot.begin(position, seat, Budget::Nodes(100_000), rng);
    thinking.set_multi_pv(usize::MAX);
    while !thinking.advance(1_000, &NoClock) {}
    thinking.analysis()
}

#[test]
fn moves_in_a_solved_position_have_margins() {
    const SOLVED: &str = "5,4 3,5 2,3 5,3 6,3 4,2 3,6 6,4 6,5 7,3 5,5 1,3 3,2 4,6 5,1 3,1 7,2 3,7 4,5 5,6 0,3 1,2 2,1 7,6 \
        2,6 2,4 4,7 0,2 0,1 1,5 5,2 6,0 6,7 1,1 2,0 6,6 7,5 3,0 7,4 1,0 1,7 6,2 5,0 7,1 5,7 6,1 7,7 2,5 0,4 2,7 1,4 4,0 1,6 0,7";
    let mut position = Reversi::on(map_of("othello").expect("built in"));
    for text in SOLVED.split_whitespace() {
        let next = after_each(&position).find(|(mv, _)| mv.to_string() == text).expect("legal");
        position = next.1;
    }
    let (mut count, mut apart) = (0, 0);
    let mut check = |position: &Reversi| {
        let analysis = full_thought(position);
        let sign = if position.mover() == 0 { 1 } else { -1 };
        let mut margins = Vec::new();
        for candidate in &analysis.candidates {
            let (_, next) =
                after_each(position).find(|(mv, _)| *mv == candidate.mv).expect("legal");
            let truth = sign * margin(&next);
            margins.push(truth);
            let by = candidate.margin.map(|margin| i64::from(margin.by));
            match candidate.score {
                Score::Win(_) => assert_eq!(by, Some(truth), "{}", candidate.mv),
                Score::Loss(_) => assert_eq!(by, Some(-truth), "{}", candidate.mv),
                _ => assert_eq!(by, None, "{}", candidate.mv),
            }
            count += usize::from(by.is_some());
        }
        assert!(margins.is_sorted_by(|a, b| a >= b), "best first: {margins:?}");
        if margins.len() > 1 && margins.iter().any(|margin| *margin != margins[0]) {
            apart += 1;
            assert!(
                !analysis.why.contains(" moves score the same"),
                "{margins:?}: {}",
                analysis.why
            );
        }
    };
    check(&position);
    ends(&map_of("othello").expect("built in"), 6, 16, check);
    assert!(count > 40 && apart > 10, "{count} margins, {apart} apart");
}

#[test]
fn proven_wins_and_losses_are_true() {
    let small = Map::parse(SMALL).expect("a map");
    let mut proven = 0;
    for (map, plies) in [(map_of("othello").expect("built in"), 8), (small, 5)] {
        ends(&map, plies, 16, |position| {
            // These budgets are too small to see every end.
            for nodes in [60, 300, 1500] {
                let analysis = analysis(position, nodes);
                let sign = if position.mover() == 0 { 1 } else { -1 };
                for candidate in &analysis.candidates {
                    let (_, next) =
                        after_each(position).find(|(mv, _)| *mv == candidate.mv).expect("legal");
                    match candidate.score {
                        Score::Win(_) if !candidate.bound => assert!(sign * margin(&next) > 0),
                        Score::Loss(_) => assert!(sign * margin(&next) < 0),
                        _ => continue,
                    }
                    proven += 1;
                }
            }
        });
    }
    assert!(proven > 50, "{proven}");
}
