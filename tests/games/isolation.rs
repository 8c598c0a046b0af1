//! Isolation through its interface: the known numbers of the rules, and properties of every position.

use crate::shown::{ask, shown};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU32, Ordering};
use totora::base::fixed::Fixed;
use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::catalog::game;
use totora::contract::analysis::Score;
use totora::contract::bot::{Bot, Budget, Clock, Heuristic, NoClock};
use totora::contract::game::{Enumerable, Game};
use totora::contract::judging::Mark;
use totora::contract::presentation::{Presentation, Wording};
use totora::games::isolation::bots::BOTS;
use totora::games::isolation::heuristics::{Weighted, named};
use totora::games::isolation::solver::Solver;
use totora::games::isolation::solver::book::{Book, Opening};
use totora::games::isolation::solver::table::{Class, Solved, Table};
use totora::games::isolation::{Cell, Isolation, Move, Size, each, theory};
use totora::record::SeatSpec;
use totora::review::{AssessmentCache, Judge, Review};
use totora::search::alpha_beta::{AlphaBeta, Settings};
use totora::search::evaluate::Evaluate;

/// A cell by row and column from the top left of 7x7, as in the numbers of the rules.
fn top_left(row: u8, column: u8) -> String {
    Cell::at(column, 6 - row).expect("on the board").to_string()
}

fn placed(first: (u8, u8), second: (u8, u8)) -> Isolation {
    let texts = [top_left(first.0, first.1), top_left(second.0, second.1)];
    Isolation::after(Size::SEVEN, texts.iter().map(String::as_str)).expect("two free cells")
}

#[test]
fn perft_matches_the_rules() {
    let empty = Isolation::empty(Size::SEVEN);
    for (depth, leaves) in [49, 2352, 11280, 52672].into_iter().enumerate() {
        assert_eq!(empty.perft(depth as u32 + 1), leaves);
    }
    for (first, second, figures) in [
        ((3, 3), (0, 0), [8, 14, 68, 264, 996, 4152, 16440, 62256, 241968, 881138]),
        ((0, 0), (6, 6), [2, 4, 20, 94, 434, 1918, 8230, 33560, 129848, 475652]),
        ((2, 3), (4, 3), [8, 62, 264, 1076, 4004, 14144, 51660, 178626, 672036, 2391540]),
    ] {
        let position = placed(first, second);
        for (depth, leaves) in figures.into_iter().enumerate() {
            assert_eq!(position.perft(depth as u32 + 1), leaves, "{first:?} {second:?} {depth}");
        }
    }
}

/// A position after this many random plies. If a hundred games end before that, the last position of the last game before its
/// end.
fn random_position(size: Size, plies: usize, rng: &mut Rng) -> Isolation {
    let mut position = Isolation::empty(size);
    let mut moves = Vec::new();
    for _ in 0..100 {
        position = Isolation::empty(size);
        while position.plies() < plies {
            let before = position;
            position.legal_moves(&mut moves);
            position.play_unchecked(&moves[rng.below(moves.len())]);
            if position.winner().is_some() {
                position = before;
                break;
            }
        }
        if position.plies() == plies {
            break;
        }
    }
    position
}

fn bot(id: &str, options: Value) -> Box<dyn Bot<Isolation>> {
    let spec = BOTS.iter().find(|spec| spec.id == id).expect(id);
    let Value::Object(raw) = options else { panic!("options are an object") };
    spec.build(&Options::check(&spec.options(), &raw).expect("options"))
}

fn rng(seed: u64) -> Rng {
    Rng::new(seed, Stream::Other(0))
}

// ---- heuristics ----

/// The values of the heuristics for a seat, in the order of `named::ALL`.
fn heuristic_values(position: &Isolation, seat: usize) -> Vec<i64> {
    named::ALL
        .iter()
        .map(|(_, columns)| Weighted::with_weights(columns).value(position, seat))
        .collect()
}

#[test]
fn heuristics_of_hand_computed_positions() {
    // Knights in two opposite corners of the empty board have 2 moves each. From b5 and c6 a knight reaches 5 free cells each
    // (b5: a3 c3 d4 d6 c7; c6: a5 b4 d4 e5 e7, and not a7, which is closed).
    let position = Isolation::after(Size::SEVEN, ["a7", "g1"]).expect("free");
    // From (3.5, 3.5), counted from the top left: a7 is 3.5 away in both directions, g1 2.5.
    assert_eq!(heuristic_values(&position, 0), [2_000, 24_500, 0, 0, 3_536 - 4_950, 0]);
    assert_eq!(heuristic_values(&position, 1), [2_000, 12_500, 0, 0, 4_950 - 3_536, 0]);
    // b5 has a3 c3 d4 d6 c7 (a7 is closed), c6 has b4 d4 a5 e5 e7: ten next moves for each player.
    let next = Weighted::with_weights(&named::CUSTOM);
    let mut terms = [Fixed::ZERO; 4];
    next.measure(&position, 0, &mut terms);
    assert_eq!(terms.map(|term| term.thousandths() / 1000), [2, 2, 10, 10]);

    // A knight on b5 can move to the corner a7, a knight on d4 to no corner.
    let position = Isolation::after(Size::SEVEN, ["b5", "d4"]).expect("free");
    // b5 has a7 c7 d6 c3 a3, without d4; d4 has all eight but b5.
    assert_eq!([position.mobility(0), position.mobility(1)], [5, 7]);
    let distance = [(2.5f64, 1.5f64), (0.5, 0.5)].map(|(x, y)| (x * x + y * y).sqrt());
    let nearer = ((distance[1] * 1000.0).round() - (distance[0] * 1000.0).round()) as i64;
    // From b5: a7 1 (c6), c7 3 (a6 d5 e6), d6 5 (b7 f7 f5 e4 c4), c3 7 (all but b5), a3 3 (b1 c2 c4);
    // from d4: b3 f3 f5 c2 e2 c6 e6 have 5 each, all but d4 itself.
    let custom = 5 + (1 + 3 + 5 + 7 + 3) - 7 - 7 * 5;
    assert_eq!(
        heuristic_values(&position, 0),
        [5_000, 8_500, -2_000, custom * 1000, -2_000 + nearer, -3_000]
    );
}

#[test]
fn before_placement_moves_are_free_cells_and_distances_are_zero() {
    let empty = Isolation::empty(Size::SEVEN);
    assert_eq!(heuristic_values(&empty, 0), [49_000, 0, 0, 0, 0, 0]);
    // After d4: player 2 has 48 cells, 4 of them corners; player 1 has 8 moves.
    let one = Isolation::after(Size::SEVEN, ["d4"]).expect("free");
    let away = Cell::at(3, 3).expect("d4").distance(Size::SEVEN);
    let all = heuristic_values(&one, 0);
    assert_eq!(
        [all[0], all[1], all[2], all[4], all[5]],
        [8_000, 500, -40_000, -40_000 - away, -40_000 + 4_000]
    );
    // The next moves of an unplaced knight: all knight's moves between free cells, 240 minus 2 times 8.
    let next = Weighted::with_weights(&named::CUSTOM);
    let mut terms = [Fixed::ZERO; 4];
    next.measure(&one, 1, &mut terms);
    assert_eq!(terms[2].thousandths() / 1000, 240 - 16);
}

// ---- search ----

/// The reference: plain recursive minimax.
fn minimax(
    position: &Isolation,
    seat: usize,
    depth: u32,
    ply: u32,
    value: &dyn Fn(&Isolation) -> i64,
) -> Score {
    if let Some(winner) = position.winner() {
        return if winner == seat { Score::Win(Some(ply)) } else { Score::Loss(Some(ply)) };
    }
    if depth == 0 {
        return Score::Value(Fixed::from_thousandths(value(position)));
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let scores = moves.iter().map(|mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        minimax(&next, seat, depth - 1, ply + 1, value)
    });
    let best = if position.turn() == seat { scores.max() } else { scores.min() };
    best.expect("a position that is not over has a move")
}

/// All search settings find the value of plain minimax at the same depth, and the terms add up to it.
#[test]
fn searches_find_the_values_of_plain_minimax() {
    let mut rng = rng(11);
    for round in 0..60 {
        let position = random_position(Size::SEVEN, 2 + round % 30, &mut rng);
        let seat = position.turn();
        let depth = 1 + round as u32 % 5;
        for (_, columns) in named::ALL {
            let heuristic = Weighted::with_weights(columns);
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let truth: Vec<(Move, Score)> = moves
                .iter()
                .map(|mv| {
                    let mut next = position;
                    next.play_unchecked(mv);
                    (*mv, minimax(&next, seat, depth - 1, 1, &|p| heuristic.value(p, seat)))
                })
                .collect();
            let best = truth.iter().map(|&(_, score)| score).max().expect("a move");
            for (settings, exact) in [
                (Settings::MINIMAX, true),
                (Settings::ALPHA_BETA, false),
                (Settings { exact: true, ..Settings::ALPHA_BETA }, true),
                (Settings { reorder: true, ..Settings::ALPHA_BETA }, false),
                (Settings { table: Some(12), ..Settings::ALPHA_BETA }, false),
                (
                    Settings { table: Some(6), reorder: true, exact: true, ..Settings::ALPHA_BETA },
                    true,
                ),
            ] {
                let bot = AlphaBeta::new(heuristic.clone(), settings);
                let analysis = bot.think(
                    &position,
                    seat,
                    Budget::Depth(depth),
                    Rng::new(round as u64, Stream::Other(1)),
                    &NoClock,
                );
                let chosen = &analysis.candidates[0];
                if analysis.depth == 2 && depth > 2 && matches!(chosen.score, Score::Value(_)) {
                    // No other move is legal, or all others lose at once, so the search stops.
                    let lost = |&(mv, score): &(Move, Score)| {
                        Some(mv) == analysis.choice || score == Score::Loss(Some(2))
                    };
                    assert!(truth.iter().all(lost), "{settings:?} stopped early");
                    continue;
                }
                assert!(chosen.score == best, "{settings:?} {chosen:?} {best:?}");
                assert_eq!(
                    analysis.candidates.iter().filter(|c| Some(c.mv) == analysis.choice).count(),
                    1
                );
                for candidate in &analysis.candidates {
                    let (_, score) =
                        truth.iter().find(|(mv, _)| *mv == candidate.mv).expect("legal");
                    // A bound has no terms, because its line does not end at the measured position.
                    let exact_value = !candidate.bound || !candidate.terms.is_empty();
                    if let Score::Value(shown) = candidate.score
                        && exact_value
                    {
                        let sum: Fixed = candidate.terms.iter().map(|term| term.contribution).sum();
                        assert_eq!(sum, shown);
                    }
                    if Some(candidate.mv) == analysis.choice || (exact && analysis.depth == depth) {
                        assert_eq!(candidate.score, *score, "{settings:?} depth {depth}");
                    } else if analysis.depth == depth
                        && matches!(candidate.score, Score::Value(_))
                        && !matches!(best, Score::Win(_))
                    {
                        assert!(candidate.score >= *score, "{settings:?}: a bound is too low");
                    }
                }
            }
        }
    }
}

// ---- solver ----

/// The reference: plain negamax. Returns whether the player to move wins, and the plies to the end. The winner wins as soon
/// as possible, and the loser resists as long as possible.
fn truth(position: &Isolation, memory: &mut HashMap<u64, (bool, u32)>) -> (bool, u32) {
    if let Some(&known) = memory.get(&position.hash()) {
        return known;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut quickest = None;
    let mut longest = 0;
    for mv in &moves {
        let mut next = *position;
        next.play_unchecked(mv);
        let (wins, plies) = truth(&next, memory);
        if wins {
            longest = longest.max(plies + 1);
        } else {
            quickest = Some(quickest.map_or(plies + 1, |best: u32| best.min(plies + 1)));
        }
    }
    let answer = quickest.map_or((false, longest), |plies| (true, plies));
    memory.insert(position.hash(), answer);
    answer
}

/// All positions after both placements on a board.
fn placements(size: Size) -> Vec<Isolation> {
    let cells: Vec<Cell> = each(size.cells()).collect();
    let mut positions = Vec::new();
    for &first in &cells {
        for &second in &cells {
            if first != second {
                let mut position = Isolation::empty(size);
                position.play_unchecked(&Move(first));
                position.play_unchecked(&Move(second));
                positions.push(position);
            }
        }
    }
    positions
}

/// The small boards on which the reference solves all placements.
const SMALL: [(u8, u8); 6] = [(3, 3), (3, 4), (4, 3), (3, 5), (4, 4), (4, 5)];

fn size(width: u8, height: u8) -> Size {
    Size::new(width, height).expect("a size")
}

#[test]
fn the_solver_agrees_with_plain_negamax_on_small_boards() {
    for ((width, height), step) in SMALL.into_iter().map(|sides| (sides, 1)).chain([((5, 5), 40)]) {
        let mut memory = HashMap::new();
        let mut solver = Solver::new();
        for position in placements(size(width, height)).iter().step_by(step) {
            let (wins, _) = truth(position, &mut memory);
            assert_eq!(solver.solve(position), Some(wins), "{:?}", shown(&position.summary()));
        }
    }
}

/// Positions from the middle of games, where the free cells split into regions. Includes 8x8, whose cells fill a machine word,
/// and boards whose neighbours are read from tables.
#[test]
fn the_solver_agrees_with_plain_negamax_in_the_middle_of_games() {
    let mut rng = rng(5);
    let mut solver = Solver::new();
    for (size, plies, rounds) in [
        (Size::SEVEN, 22, 150),
        (size(8, 8), 38, 30),
        (size(3, 8), 6, 30),
        (size(9, 5), 24, 30),
        (size(9, 9), 54, 30),
    ] {
        for round in 0..rounds {
            let position = random_position(size, plies + round % 8, &mut rng);
            let (wins, _) = truth(&position, &mut HashMap::new());
            assert_eq!(solver.solve(&position), Some(wins), "{:?}", shown(&position.view()));
        }
    }
}

#[test]
fn with_free_placement_the_second_player_wins_on_small_boards() {
    for (width, height) in [(3, 3), (3, 4), (3, 5), (4, 4), (4, 5), (5, 5)] {
        let mut answered = HashSet::new();
        let mut solver = Solver::new();
        for position in placements(size(width, height)) {
            let first = position.knight(0).expect("placed");
            if !answered.contains(&first) && solver.solve(&position) == Some(false) {
                answered.insert(first);
            }
        }
        assert_eq!(answered.len(), usize::from(width) * usize::from(height), "{width}x{height}");
    }
}

/// The perfect bot reports for every move whether it wins and the plies to the end.
#[test]
fn the_perfect_bot_is_right() {
    let mut rng = rng(6);
    let perfect = bot("perfect", json!({}));
    let small = SMALL.into_iter().map(|(w, h)| (size(w, h), 3)).chain([(size(5, 5), 8)]);
    for (size, least) in small.chain([(Size::SEVEN, 24)]) {
        for round in 0..40 {
            let position = random_position(size, least + round % 6, &mut rng);
            let mut memory = HashMap::new();
            let (wins, plies) = truth(&position, &mut memory);
            let analysis = perfect.think(
                &position,
                position.turn(),
                Budget::Nodes(10_000_000),
                Rng::new(round as u64, Stream::Other(2)),
                &NoClock,
            );
            assert!(analysis.exact);
            let best = if wins { Score::Win(Some(plies)) } else { Score::Loss(Some(plies)) };
            assert_eq!(analysis.candidates[0].score, best, "{:?}", shown(&position.view()));
            let chosen = analysis.candidates.iter().find(|c| Some(c.mv) == analysis.choice);
            assert_eq!(chosen.map(|candidate| candidate.score), Some(best));
            for candidate in &analysis.candidates {
                let mut next = position;
                next.play_unchecked(&candidate.mv);
                let (loses, plies) = truth(&next, &mut memory);
                let plies = Some(plies + 1);
                assert_eq!(
                    candidate.score,
                    if loses { Score::Loss(plies) } else { Score::Win(plies) }
                );
            }
        }
    }
}

/// Classes that violate the colour rule.
fn colour_rule_violations(table: &Table) -> Vec<&Solved> {
    let wrong = |solved: &&Solved| {
        solved.winner != Some(usize::from(!solved.class.placement.same_colour()))
    };
    table.solved.iter().filter(wrong).collect()
}

#[test]
fn a_sample_of_placements_follows_the_colour_rule() {
    let classes = Class::all();
    assert_eq!(classes.len(), 315);
    assert_eq!(classes.iter().map(|class| class.pairs).sum::<u32>(), 2_352);
    let sample: Vec<_> = classes
        .iter()
        .filter(|class| !class.placement.mirrors())
        .step_by(79)
        .filter_map(|class| class.solve(&|| false))
        .collect();
    let table = Table::new(sample);
    assert_eq!(table.solved.len(), 4);
    assert_eq!(table.exceptions(), Vec::<&Solved>::new());
    assert_eq!(colour_rule_violations(&table), Vec::<&Solved>::new());
    assert_eq!(classes.iter().filter(|class| class.placement.mirrors()).count(), 1);
}

#[test]
#[ignore = "a quarter of a billion nodes: half a minute with optimisation, ten times as long without"]
fn the_colour_rule_has_one_exception() {
    let solved = Class::all().iter().filter_map(|class| class.solve(&|| false)).collect();
    let table = Table::new(solved);
    assert_eq!(table.pairs(), 2_352);
    assert_eq!(table.exceptions(), Vec::<&Solved>::new());
    let against = colour_rule_violations(&table);
    assert_eq!(against.len(), 1);
    assert!(against[0].class.placement.mirrors() && against[0].class.pairs == 8);
    assert_eq!((table.tally(true).first, table.tally(true).second), (1_152, 0));
    assert_eq!((table.tally(false).first, table.tally(false).second), (8, 1_192));
}

/// In the exceptional placement, player 1 wins by always moving to the cell opposite the other knight.
#[test]
fn mirroring_wins_against_any_moves() {
    let mut rng = rng(8);
    let centre = Size::SEVEN.centre().expect("odd sides");
    for second in each(centre.knight()) {
        for _ in 0..50 {
            let mut position = Isolation::empty(Size::SEVEN);
            position.play_unchecked(&Move(centre));
            position.play_unchecked(&Move(second));
            let mut moves = Vec::new();
            while position.winner().is_none() {
                position.legal_moves(&mut moves);
                let mv = if position.turn() == 0 {
                    let other = position.knight(1).expect("placed");
                    Move(Size::SEVEN.mirrored(other))
                } else {
                    assert!(theory::is_mirrored(&position));
                    moves[rng.below(moves.len())]
                };
                position.play(position.turn(), &mv).expect("the opposite cell is free");
            }
            assert_eq!(position.winner(), Some(0));
        }
    }
}

#[test]
fn a_mirrored_position_is_lost_on_any_board() {
    let mut solver = Solver::new();
    let mut count = 0;
    for (width, height) in SMALL.into_iter().chain([(5, 5)]) {
        for mut position in placements(size(width, height)) {
            let second = position.knight(1).expect("placed");
            let first = position.knight(0).expect("placed");
            if Some(first) == position.size().centre() && position.targets(0) != 0 {
                // If player 1 occupies the centre, mirroring begins one move later.
                let opposite = position.size().mirrored(second);
                if position.play(0, &Move(opposite)).is_err() {
                    continue;
                }
            }
            if theory::is_mirrored(&position) && position.winner().is_none() {
                assert_eq!(
                    solver.solve(&position),
                    Some(false),
                    "{:?}",
                    shown(&position.summary())
                );
                count += 1;
            }
        }
    }
    assert!(count > 30, "{count}");
}

/// The perfect bot plays the winning side of a placement, as either player, against the strongest other bot.
#[test]
fn the_perfect_bot_keeps_a_win() {
    let perfect = bot("perfect", json!({}));
    let other = bot("ab-custom", json!({}));
    for (texts, winner) in [(["d3", "d5"], 0), (["a7", "b4"], 0), (["c3", "d3"], 1)] {
        let mut position = Isolation::after(Size::SEVEN, texts).expect("free");
        while let Some(seat) = position.to_act().first() {
            let ply = position.plies();
            let (bot, budget) = if seat == winner {
                (&perfect, Budget::Nodes(50_000_000))
            } else {
                (&other, Budget::Nodes(3_500))
            };
            let rng = Rng::new(1, Stream::Decision { seat, ply });
            let mv = bot.choose(&position, seat, budget, rng, &NoClock).expect("a move");
            position.play(seat, &mv).expect("legal");
        }
        assert_eq!(position.winner(), Some(winner));
    }
}

#[test]
fn the_perfect_bot_places_by_the_colour_rule() {
    let perfect = bot("perfect", json!({}));
    let think = |position: &Isolation| {
        perfect.think(position, position.turn(), Budget::Nodes(1_000_000), rng(1), &NoClock)
    };
    let first = think(&Isolation::empty(Size::SEVEN));
    // Every first placement loses, but the centre leaves the fewest winning replies.
    assert_eq!(first.choice.map(|mv| mv.to_string()).as_deref(), Some("d4"));
    assert!(first.exact && first.candidates.iter().all(|c| c.score == Score::Loss(None)));
    for (text, winning) in [("d4", 16), ("a1", 24), ("a2", 25)] {
        let position = Isolation::after(Size::SEVEN, [text]).expect("free");
        let second = think(&position);
        let wins = second.candidates.iter().filter(|c| c.score == Score::Win(None)).count();
        assert_eq!((second.exact, wins), (true, winning), "{text}");
        let mut next = position;
        next.play(1, &second.choice.expect("a choice")).expect("legal");
        assert_eq!(Solver::new().solve(&next), Some(false));
    }
}

#[test]
fn a_review_finds_lost_wins() {
    let game = game("isolation").expect("in the catalogue");
    let judge = SeatSpec::bot(game, "ab-open").expect("a bot of the game");
    let mut rng = rng(9);
    for round in 0..20 {
        let rows = 4 + round % 2;
        let raw = serde_json::json!({ "size": format!("4x{rows}") });
        let options = Options::check(game.options(), raw.as_object().expect("an object"));
        let start = game.start(&options.expect("a size"), 1).expect("a position");
        let mut position = *start.as_any().downcast_ref::<Isolation>().expect("Isolation");
        assert_eq!(position, Isolation::empty(size(4, rows)));
        let (mut moves, mut legal) = (Vec::new(), Vec::new());
        // For each move: whether the player had a win before it, and whether the move kept it.
        let mut expected = Vec::new();
        let mut memory = HashMap::new();
        while position.winner().is_none() {
            position.legal_moves(&mut legal);
            let mv = legal[rng.below(legal.len())];
            let had = position.plies() >= 2 && truth(&position, &mut memory).0;
            position.play_unchecked(&mv);
            moves.push(mv.to_string());
            let kept = position.plies() > 2 && !truth(&position, &mut memory).0;
            expected.push((had, kept));
        }
        let judge =
            Judge::new(game, start.as_ref(), &judge, "the judge".to_owned()).expect("a bot");
        let mut review = Review::new(start, 0, moves, 1, vec![judge]);
        while !review.advance(50, &NoClock, &mut AssessmentCache::default()) {}
        let found = review.take();
        assert_eq!(found.len(), expected.len() + 1, "every position and the end");
        for (assessment, (had, kept)) in found.iter().zip(expected).skip(2) {
            let judged = assessment.judged.as_ref().expect("a move was played");
            assert!(judged.proven, "{judged:?}");
            assert_eq!(judged.mark == Some(Mark::Blunder), had && !kept, "{judged:?}");
            assert_eq!(judged.good, kept || !had, "{judged:?}");
        }
    }
}

// ---- rules ----

#[test]
fn only_the_player_to_move_loses_by_being_stuck() {
    // On 3x3 the middle has no neighbours: player 1 there can never move.
    let mut position = Isolation::after(size(3, 3), ["b2"]).expect("free");
    assert_eq!((position.mobility(0), position.winner()), (0, None), "player 2 has yet to place");
    position.play(1, &position.parse_move(1, "a1").expect("a cell")).expect("free");
    let outcome = position.outcome().expect("player 1 has no move");
    assert_eq!((outcome.ranks, outcome.scores, outcome.reason), (vec![2, 1], vec![0, 1], "stuck"));

    // In the reverse case, player 2 is stuck at once, but player 1 moves first and then wins.
    let mut position = Isolation::after(size(3, 3), ["a1", "b2"]).expect("free");
    assert_eq!(position.outcome(), None);
    assert_eq!(position.to_act().first(), Some(0));
    position.play(0, &position.parse_move(0, "c2").expect("a cell")).expect("a knight's move");
    assert_eq!(position.outcome().map(|outcome| outcome.ranks), Some(vec![1, 2]));
    assert!(!position.report().is_empty());
}

#[test]
fn a_forfeit_loses() {
    let mut position = Isolation::after(Size::SEVEN, ["a1"]).expect("free");
    assert!(position.forfeit(0).is_err(), "it is not player 1's turn");
    position.forfeit(1).expect("player 2's turn");
    let outcome = position.outcome().expect("over");
    assert_eq!((outcome.ranks, outcome.reason), (vec![1, 2], "forfeit"));
    let mut moves = vec![Move(Cell::at(0, 0).expect("a1"))];
    position.legal_moves(&mut moves);
    assert!(moves.is_empty() && position.to_act().is_empty());
}

#[test]
fn options_are_checked_and_the_seed_decides_the_opening() {
    let new = |options: Value, seed| {
        let Value::Object(raw) = options else { panic!("an object") };
        let options = Options::check(Isolation::options(), &raw).map_err(|e| e.to_string())?;
        Isolation::new(&options, &mut Rng::new(seed, Stream::Setup)).map_err(|e| e.to_string())
    };
    assert_eq!(
        new(json!({ "size": "2x7" }), 1).expect_err("too narrow"),
        "option `size` is `2x7`, but must be columns x rows, each from 3 to 11, such as 7x7"
    );
    let drawn: HashSet<String> = (0..50)
        .map(|seed| {
            shown(&new(json!({ "opening": "random" }), seed).expect("valid").summary()).to_string()
        })
        .collect();
    assert!(drawn.len() > 45);
    let position = new(json!({ "opening": "random", "size": "11x3" }), 3).expect("valid");
    assert_eq!((position.plies(), position.turn()), (2, 0));
    assert_eq!(
        shown(&Isolation::after(Size::SEVEN, ["d4", "e6", "f5"]).expect("legal").summary()),
        json!({ "at": ["f5", "e6"], "moves": [5, 5], "free": 46 })
    );
}

#[test]
fn the_view_has_the_data_for_rendering() {
    let position = Isolation::after(Size::SEVEN, ["d4", "e6", "c2"]).expect("legal");
    let view = shown(&position.view());
    let layout = shown(&position.layout());
    assert_eq!(layout["square_names"][0], "a7");
    assert_eq!(layout["square_names"][48], "g1");
    assert_eq!(view["closed"], json!([11, 24, 37]));
    assert_eq!(view["knights"], json!([37, 11]));
    assert_eq!(view["trails"], json!([[24, 37], [11]]));
    assert_eq!(view["last"], json!({ "seat": 0, "cell": 37, "from": 24 }));
    assert_eq!(view["mover"], 1);
    assert_eq!(view["square_words"][24], "d4, closed by Red at ply 1");
    assert_eq!(view["square_words"][37], "c2, Red's knight");
    assert_eq!(view["placement"]["winner"], 0);
    let targets: Vec<_> =
        view["targets"].as_array().expect("a list").iter().map(|t| t["move"].clone()).collect();
    assert_eq!(targets, ["f4", "c5", "g5", "c7", "g7"]);
    let after = ask(&position, &json!({ "after": "c5" })).expect("legal");
    assert_eq!((&after["cell"], &after["moves"]), (&json!(16), &json!([5, 7])));
    for wrong in [json!({}), json!({ "after": "a1" }), json!({ "after": 3 }), json!("x")] {
        assert!(ask(&position, &wrong).is_err(), "{wrong}");
    }
}

/// A slow reference for the rules, with columns and rows.
fn slow_legal(position: &Isolation) -> Vec<String> {
    let size = position.size();
    let trodden: Vec<Cell> = position.trail().collect();
    let mut legal = Vec::new();
    for row in 0..size.height() {
        for column in 0..size.width() {
            let cell = Cell::at(column, row).expect("on the board");
            let reached = trodden.len() < 2 || {
                let from = trodden[trodden.len() - 2];
                let across = from.column().abs_diff(column);
                let along = from.row().abs_diff(row);
                (across, along) == (1, 2) || (across, along) == (2, 1)
            };
            if reached && !trodden.contains(&cell) {
                legal.push(cell.to_string());
            }
        }
    }
    legal
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// In random games on random boards, a move is listed exactly if it can be played and the slow reference lists it. Refused
    /// moves change nothing, and notation, code and hash are correct.
    #[test]
    fn random_games_follow_the_rules(width in 3u8..=11, height in 3u8..=11, seed in 0u64..1 << 50) {
        let size = size(width, height);
        let mut rng = Rng::new(seed, Stream::Other(4));
        let mut position = Isolation::empty(size);
        let mut legal = Vec::new();
        let mut hashes = HashSet::new();
        loop {
            position.legal_moves(&mut legal);
            let texts: Vec<String> = legal.iter().map(|mv| mv.to_string()).collect();
            prop_assert_eq!(&texts, &slow_legal(&position));
            prop_assert_eq!(legal.is_empty(), position.outcome().is_some());
            prop_assert!(hashes.insert(position.hash()));
            if legal.is_empty() {
                break;
            }
            let seat = position.turn();
            for cell in each(Size::new(11, 11).expect("the largest").cells()) {
                let mut copy = position;
                let played = copy.play(seat, &Move(cell)).is_ok();
                prop_assert_eq!(played, legal.contains(&Move(cell)));
                prop_assert!(played || copy == position);
                let mut code = Vec::new();
                position.encode_move(&Move(cell), &mut code);
                let on_board = size.contains(cell);
                prop_assert_eq!(code.len(), 1);
                let decoded = position.decode_move(&mut code.as_slice());
                prop_assert_eq!(decoded, on_board.then_some(Move(cell)));
                let parsed = position.parse_move(seat, &cell.to_string());
                prop_assert_eq!(parsed.ok(), on_board.then_some(Move(cell)));
            }
            position.play_unchecked(&legal[rng.below(legal.len())]);
        }
        prop_assert!(position.play(position.turn(), &Move(Cell::at(0, 0).expect("a1"))).is_err());
    }
}

// ---- budgets ----

/// A budget in nodes is never exceeded, and slices do not change the result.
#[test]
fn node_budgets_are_respected_and_slices_change_nothing() {
    let mut source = rng(10);
    for round in 0..6u64 {
        let position = random_position(Size::SEVEN, 1 + 4 * round as usize, &mut source);
        let seat = position.turn();
        for spec in BOTS {
            let bot = spec.build(&Options::default());
            for nodes in [1, 7, 100, 1_001, 6_000] {
                let rng = || Rng::new(round, Stream::Decision { seat, ply: 1 });
                let budget = Budget::Nodes(nodes);
                let complete = bot.think(&position, seat, budget, rng(), &NoClock);
                assert!(spec.budget.is_none() || complete.nodes <= nodes, "{} {nodes}", spec.id);
                let mut thinking = bot.begin(&position, seat, budget, rng());
                let mut slice = 0;
                while !thinking.advance(1 + slice % 13, &NoClock) {
                    slice += 1;
                    assert!(thinking.analysis().choice.is_some());
                }
                assert_eq!(thinking.analysis(), complete, "{} {nodes}", spec.id);
                let choice = bot.choose(&position, seat, budget, rng(), &NoClock);
                assert_eq!(choice, complete.choice, "{}", spec.id);
            }
        }
    }
}

/// A clock that advances by a millisecond at every reading.
struct Ticking(AtomicU32);

impl Clock for Ticking {
    fn elapsed_ms(&self) -> f64 {
        f64::from(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn time_budgets_and_depths_are_respected() {
    let position = Isolation::after(Size::SEVEN, ["d5", "d3"]).expect("free");
    for id in ["ab-improved", "mm-improved", "perfect"] {
        let bot = bot(id, json!({}));
        let clock = Ticking(AtomicU32::new(0));
        let analysis = bot.think(&position, 0, Budget::Ms(5), rng(1), &clock);
        assert!(analysis.choice.is_some());
        assert!(clock.0.load(Ordering::Relaxed) <= 6, "{id} continues after its time");
        for depth in 1..5 {
            let analysis = bot.think(&position, 0, Budget::Depth(depth), rng(1), &NoClock);
            assert_eq!(analysis.depth, depth, "{id}");
        }
    }
}

#[test]
fn a_lost_position_is_played_with_resistance_or_at_random() {
    // Find a position that is lost for the player to move.
    let mut source = rng(12);
    let lost = loop {
        let position = random_position(Size::SEVEN, 30, &mut source);
        let (wins, plies) = truth(&position, &mut HashMap::new());
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let late = moves.iter().filter(|mv| {
            let mut next = position;
            next.play_unchecked(mv);
            truth(&next, &mut HashMap::new()).1 > 1
        });
        // Several moves resist for a while, so the bot has to search.
        if !wins && plies >= 4 && moves.len() >= 3 && late.count() >= 2 {
            break position;
        }
    };
    let seat = lost.turn();
    let (_, longest) = truth(&lost, &mut HashMap::new());
    let resist = bot("ab-improved", json!({}));
    let analysis = resist.think(&lost, seat, Budget::Nodes(100_000), rng(1), &NoClock);
    assert_eq!(analysis.candidates[0].score, Score::Loss(Some(longest)));
    assert!(analysis.exact && analysis.choice == Some(analysis.candidates[0].mv));
    let random = bot("ab-improved", json!({ "lost": "random" }));
    let chosen: HashSet<_> = (0..60)
        .map(|seed| random.think(&lost, seat, Budget::Nodes(100_000), rng(seed), &NoClock).choice)
        .collect();
    assert_eq!(chosen.len(), lost.legal_count(), "every move is played sometimes");
}

/// Early in the game too, the plies of the best move are exact, and the principal variation reaches the end.
#[test]
fn the_perfect_bot_follows_its_best_line_to_the_end() {
    let mut rng = rng(11);
    let perfect = bot("perfect", json!({}));
    for round in 0..3 {
        let mut position = match round {
            // A million nodes did not find the line of this position while the limits for the loser were a ply too long.
            0 => Isolation::after(Size::SEVEN, ["d2", "a7", "b1"]).expect("a legal game"),
            _ => random_position(Size::SEVEN, 5, &mut rng),
        };
        let think = |position: &Isolation| {
            let rng = Rng::new(round, Stream::Other(2));
            let mut thinking =
                perfect.begin(position, position.turn(), Budget::Nodes(50_000_000), rng);
            thinking.set_multi_pv(1);
            while !thinking.advance(u64::MAX, &NoClock) {}
            thinking.analysis()
        };
        let analysis = think(&position);
        let best = &analysis.candidates[0];
        assert_eq!(Some(best.mv), analysis.choice);
        let plies = best.score.plies().expect("the plies are known");
        assert_eq!(best.pv.len() + 1, plies as usize, "{:?}", shown(&position.view()));
        for (ply, mv) in std::iter::once(&best.mv).chain(&best.pv).enumerate() {
            // A new search gives the remaining plies. Test this near the end only, where it is fast.
            if ply % 4 == 0 && ply >= 8 {
                let left = think(&position).candidates[0].score.plies();
                assert_eq!(left, Some(plies - ply as u32), "after {ply} of {plies}");
            }
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            assert!(legal.contains(mv));
            position.play_unchecked(mv);
        }
        assert!(position.winner().is_some());
    }
}

/// Random openings are solved again without the book and have the same result.
#[test]
fn the_opening_book_agrees_with_the_solver() {
    let book = Book::of_the_program().expect("a book");
    let openings = Opening::all();
    let mut rng = rng(13);
    for _ in 0..3 {
        let opening = openings[rng.below(openings.len())];
        let entry = book.entry(&opening.position()).expect("known");
        assert_eq!(opening.solve(&|| false), Some((entry.plies, entry.line[0])), "{opening:?}");
        assert_eq!(opening.solve(&|| true), None, "the solver can be stopped");
    }
}

/// Until three moves have been made, the bot shows the plies of every move. After that it shows the plies of the best move. It
/// shows a line to the end and a sentence that the plies are from the book.
#[test]
fn the_perfect_bot_knows_the_openings() {
    const FROM_BOOK: &str = "The number of plies is from the opening book.";
    let book = Book::of_the_program().expect("a book");
    let perfect = bot("perfect", json!({}));
    let mut source = rng(14);
    for plies in [2, 3, 3, 4, 4, 5, 5] {
        let mut position = random_position(Size::SEVEN, plies, &mut source);
        let seat = position.turn();
        let mut thinking = perfect.begin(&position, seat, Budget::Nodes(50_000_000), rng(1));
        thinking.set_multi_pv(1);
        while !thinking.advance(u64::MAX, &NoClock) {}
        let analysis = thinking.analysis();
        let shown = shown(&position.view());
        assert!(
            analysis.exact && analysis.differences.iter().any(|text| text == FROM_BOOK),
            "{shown:?}"
        );
        let best = &analysis.candidates[0];
        assert_eq!(Some(best.mv), analysis.choice);
        let known = best.score.plies().expect("in the book");
        assert_eq!(best.pv.len() + 1, known as usize, "{shown:?}");
        if let Some(entry) = book.entry(&position) {
            assert_eq!((entry.plies, entry.wins()), (known, matches!(best.score, Score::Win(_))));
        }
        if plies < 5 {
            // In a won position, the fastest win is best; in a lost one, the longest defence.
            for candidate in &analysis.candidates {
                let mut next = position;
                next.play_unchecked(&candidate.mv);
                let left = book.entry(&next).map_or(0, |entry| entry.plies);
                assert!(left > 0 || next.winner() == Some(seat));
                let plies = Some(left + 1);
                let score = if left % 2 == 1 { Score::Loss(plies) } else { Score::Win(plies) };
                assert_eq!(candidate.score, score);
                assert!(candidate.score <= best.score);
            }
        }
        // If both play the line, the predicted player wins.
        let wins = matches!(best.score, Score::Win(_));
        for mv in std::iter::once(&best.mv).chain(&best.pv) {
            let mover = position.turn();
            position.play(mover, mv).expect("a legal line");
        }
        assert_eq!(position.winner(), Some(if wins { seat } else { 1 - seat }), "{shown:?}");
    }
    // These positions took 8 to 14 million nodes without the book. In the last one, the line would belong to another move if
    // the book's move were not chosen.
    for moves in [
        "g6 f4 e7",
        "c1 c4 a2",
        "g3 g5 f1",
        "a5 a4 b7",
        "g4 g3 f2 f5",
        "a4 a7 c5 b5",
        "d7 b6 f6 c4 g4",
        "b1 g6 a3 e5 b5",
    ] {
        let position = Isolation::after(Size::SEVEN, moves.split(' ')).expect("legal");
        let mut thinking =
            perfect.begin(&position, position.turn(), Budget::Nodes(50_000_000), rng(1));
        thinking.set_multi_pv(1);
        while !thinking.advance(u64::MAX, &NoClock) {}
        let analysis = thinking.analysis();
        let best = &analysis.candidates[0];
        assert_eq!(best.score.plies(), Some(best.pv.len() as u32 + 1), "{moves}");
        assert!(analysis.nodes < 3_500_000, "{moves}: {} nodes", analysis.nodes);
    }
    // In other positions, there is no such sentence.
    let late = random_position(Size::SEVEN, 24, &mut source);
    let analysis = perfect.think(&late, late.turn(), Budget::Nodes(1_000_000), rng(1), &NoClock);
    assert!(!analysis.differences.iter().any(|text| text == FROM_BOOK));
}

/// On boards without a middle cell, the second player wins by mirroring. The bot knows this without solving the position.
#[test]
fn the_perfect_bot_mirrors_where_it_cannot_solve() {
    let perfect = bot("perfect", json!({}));
    let think = |position: &Isolation| {
        perfect.think(position, position.turn(), Budget::Nodes(2_000), rng(1), &NoClock)
    };
    for size in [size(8, 8), size(8, 9), size(11, 10)] {
        let mut position = Isolation::empty(size);
        let analysis = think(&position);
        assert!(analysis.exact && analysis.candidates.iter().all(|c| c.score == Score::Loss(None)));
        for first in each(size.cells()).step_by(13) {
            position = Isolation::empty(size);
            position.play_unchecked(&Move(first));
            let analysis = think(&position);
            assert_eq!(analysis.choice, Some(Move(size.mirrored(first))));
            assert_eq!(analysis.candidates[0].score, Score::Win(None));
            assert!(!analysis.exact, "the other placements are only estimated");
            // Then it mirrors every move.
            position.play_unchecked(&Move(size.mirrored(first)));
            let lost = think(&position);
            assert!(lost.candidates.iter().all(|c| matches!(c.score, Score::Loss(_))));
            position.play_unchecked(&lost.choice.expect("a move"));
            let last = position.knight(1 - position.turn()).expect("placed");
            assert_eq!(think(&position).choice, Some(Move(size.mirrored(last))));
        }
    }
    // With a free middle cell, mirroring proves nothing.
    let mut odd = Isolation::empty(size(9, 9));
    assert!(think(&odd).candidates.iter().all(|c| matches!(c.score, Score::Value(_))));
    odd.play_unchecked(&Move(Cell::at(1, 1).expect("on the board")));
    assert!(!matches!(think(&odd).candidates[0].score, Score::Win(_)));
}
