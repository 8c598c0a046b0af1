//! Isolation from outside: the figures of the rules, and properties of every position.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};
use totora::bot::{Bot, Budget, Heuristic, Unwatched};
use totora::fixed::Fixed;
use totora::game::{Enumerable, Game};
use totora::games::isolation::bots::BOTS;
use totora::games::isolation::heuristics::named;
use totora::games::isolation::solver::Solver;
use totora::games::isolation::{Cell, Isolation, Move, Size, each};
use totora::options::Options;
use totora::rng::{Rng, Stream};
use totora::search::alpha_beta::{AlphaBeta, Settings};
use totora::search::evaluate::Evaluate;
use totora::thought::Score;

/// A cell by row and column from the top left of 7x7, as the rules' figures have it.
fn top_left(row: u8, column: u8) -> String {
    Cell::at(column, 6 - row).expect("on the board").to_string()
}

fn placed(first: (u8, u8), second: (u8, u8)) -> Isolation {
    let texts = [top_left(first.0, first.1), top_left(second.0, second.1)];
    Isolation::after(Size::SEVEN, texts.iter().map(String::as_str)).expect("two free cells")
}

#[test]
fn perft_is_that_of_the_rules() {
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

/// A position after so many random plies of a random game. Should a hundred games end before that,
/// the last position of the last one that was not over.
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
    (spec.build)(&Options::check(spec.options, &raw).expect("options"))
}

fn rng(seed: u64) -> Rng {
    Rng::new(seed, Stream::Other(0))
}

// ---- heuristics ----

/// The heuristics' values for player 1, in the order of `named::ALL`.
fn valued(position: &Isolation, seat: usize) -> Vec<i64> {
    named::ALL.iter().map(|(_, columns)| named::of(columns).value(position, seat)).collect()
}

#[test]
fn heuristics_of_hand_computed_positions() {
    // Knights in two opposite corners of the empty board: 2 moves each; from b5 and c6 one goes on to
    // 5 and 7 free cells (b5: a3 c3 d4 d6 c7; c6: a5 b4 d4 e5 e7 and not a7, which is closed).
    let position = Isolation::after(Size::SEVEN, ["a7", "g1"]).expect("free");
    // (3.5, 3.5) from the top left: a7 is 3.5 off both ways, g1 2.5.
    assert_eq!(valued(&position, 0), [2_000, 24_500, 0, 0, 3_536 - 4_950, 0]);
    assert_eq!(valued(&position, 1), [2_000, 12_500, 0, 0, 4_950 - 3_536, 0]);
    // b5 has a3 c3 d4 d6 c7 (a7 closed), c6 has b4 d4 a5 e5 e7: ten next moves on either side.
    let next = named::of(&named::CUSTOM);
    let mut terms = [Fixed::ZERO; 4];
    next.measure(&position, 0, &mut terms);
    assert_eq!(terms.map(|term| term.thousandths() / 1000), [2, 2, 10, 10]);

    // A knight on b5 can go to the corner a7, one on d4 to none.
    let position = Isolation::after(Size::SEVEN, ["b5", "d4"]).expect("free");
    // b5 has a7 c7 d6 c3 a3, without d4; d4 has all eight but b5.
    assert_eq!([position.mobility(0), position.mobility(1)], [5, 7]);
    let distance = [(2.5f64, 1.5f64), (0.5, 0.5)].map(|(x, y)| (x * x + y * y).sqrt());
    let nearer = ((distance[1] * 1000.0).round() - (distance[0] * 1000.0).round()) as i64;
    // From b5: a7 1 (c6), c7 3 (a6 d5 e6), d6 5 (b7 f7 f5 e4 c4), c3 7 (all but b5), a3 3 (b1 c2 c4);
    // from d4: b3 f3 f5 c2 e2 c6 e6 have 5 each, all but d4 itself.
    let custom = 5 + (1 + 3 + 5 + 7 + 3) - 7 - 7 * 5;
    assert_eq!(
        valued(&position, 0),
        [5_000, 8_500, -2_000, custom * 1000, -2_000 + nearer, -3_000]
    );
}

#[test]
fn before_the_placement_moves_are_free_cells_and_distances_nought() {
    let empty = Isolation::empty(Size::SEVEN);
    assert_eq!(valued(&empty, 0), [49_000, 0, 0, 0, 0, 0]);
    // After d4: player 2 has 48 cells, 4 of them corners; player 1 has 8 moves.
    let one = Isolation::after(Size::SEVEN, ["d4"]).expect("free");
    let away = Cell::at(3, 3).expect("d4").distance(Size::SEVEN);
    let all = valued(&one, 0);
    assert_eq!(
        [all[0], all[1], all[2], all[4], all[5]],
        [8_000, 500, -40_000, -40_000 - away, -40_000 + 4_000]
    );
    // The next moves of a knight in hand: all knight's moves between free cells, 240 less twice 8.
    let next = named::of(&named::CUSTOM);
    let mut terms = [Fixed::ZERO; 4];
    next.measure(&one, 1, &mut terms);
    assert_eq!(terms[2].thousandths() / 1000, 240 - 16);
}

// ---- search ----

/// Plain minimax by recursion: the reference.
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

/// Every way of searching to a depth finds the value of plain minimax; the terms add up to it.
#[test]
fn searches_find_the_values_of_plain_minimax() {
    let mut rng = rng(11);
    for round in 0..60 {
        let position = random_position(Size::SEVEN, 2 + round % 30, &mut rng);
        let seat = position.turn();
        let depth = 1 + round as u32 % 5;
        for (_, columns) in named::ALL {
            let heuristic = named::of(columns);
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
                let thought = bot.think(
                    &position,
                    seat,
                    Budget::Depth(depth),
                    Rng::new(round as u64, Stream::Other(1)),
                    &Unwatched,
                );
                let chosen = &thought.candidates[0];
                assert!(chosen.score == best, "{settings:?} {chosen:?} {best:?}");
                assert_eq!(
                    thought.candidates.iter().filter(|c| Some(c.mv) == thought.choice).count(),
                    1
                );
                for candidate in &thought.candidates {
                    let (_, score) =
                        truth.iter().find(|(mv, _)| *mv == candidate.mv).expect("legal");
                    if let Score::Value(shown) = candidate.score {
                        let sum: Fixed = candidate.terms.iter().map(|term| term.contribution).sum();
                        assert_eq!(sum, shown);
                    }
                    if Some(candidate.mv) == thought.choice || (exact && thought.depth == depth) {
                        assert_eq!(candidate.score, *score, "{settings:?} depth {depth}");
                    } else if thought.depth == depth
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

/// Whether the player to move wins, and the plies to the end, by plain negamax: the reference. The
/// winner wins as soon as it can, the loser holds out as long as it can.
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

/// The small boards whose placements are all solved by the reference too.
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
            assert_eq!(solver.solve(position), Some(wins), "{:?}", position.summary());
        }
    }
}

/// Positions from the middle of games on 7x7, where regions fall apart.
#[test]
fn the_solver_agrees_with_plain_negamax_in_the_middle_of_games() {
    let mut rng = rng(5);
    let mut solver = Solver::new();
    for round in 0..150 {
        let position = random_position(Size::SEVEN, 22 + round % 8, &mut rng);
        let (wins, _) = truth(&position, &mut HashMap::new());
        assert_eq!(solver.solve(&position), Some(wins), "{:?}", position.view());
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

/// The perfect bot tells of every move whether it wins, and the plies to the end.
#[test]
fn the_perfect_bot_tells_the_truth() {
    let mut rng = rng(6);
    let perfect = bot("perfect", json!({}));
    let small = SMALL.into_iter().map(|(w, h)| (size(w, h), 3)).chain([(size(5, 5), 8)]);
    for (size, least) in small.chain([(Size::SEVEN, 24)]) {
        for round in 0..40 {
            let position = random_position(size, least + round % 6, &mut rng);
            let mut memory = HashMap::new();
            let (wins, plies) = truth(&position, &mut memory);
            let thought = perfect.think(
                &position,
                position.turn(),
                Budget::Nodes(10_000_000),
                Rng::new(round as u64, Stream::Other(2)),
                &Unwatched,
            );
            assert!(thought.exact);
            let best = if wins { Score::Win(Some(plies)) } else { Score::Loss(Some(plies)) };
            assert_eq!(thought.candidates[0].score, best, "{:?}", position.view());
            let chosen = thought.candidates.iter().find(|c| Some(c.mv) == thought.choice);
            assert_eq!(chosen.map(|candidate| candidate.score), Some(best));
            for candidate in &thought.candidates {
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
