//! The speed of Isolation: rules, the search with each heuristic, and the solver. Node counts are asserted, so a change in
//! speed cannot be a change in the amount of work. Times are not asserted.
//!
//! `cargo bench --bench isolation`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use totora::base::rng::{Rng, Stream};
use totora::contract::bot::{Bot, Budget, NoClock};
use totora::contract::features::Featured;
use totora::contract::game::Enumerable;
use totora::games::isolation::heuristics::{Weighted, named};
use totora::games::isolation::solver::Solver;
use totora::games::isolation::solver::perfect::{self, Perfect};
use totora::games::isolation::{Isolation, Move, Size};
use totora::lab::heuristic::Lab;
use totora::search::alpha_beta::{AlphaBeta, Settings};
use totora::search::evaluate::{Ending, Evaluate};

fn after(moves: &str) -> Isolation {
    Isolation::after(Size::SEVEN, moves.split(' ')).expect("a legal game")
}

fn rules(c: &mut Criterion) {
    let mut group = c.benchmark_group("isolation/rules");
    let position = after("d5 d3");
    let mut moves = Vec::new();
    group.bench_function("legal moves", |b| {
        b.iter(|| {
            black_box(&position).legal_moves(&mut moves);
            moves.len()
        });
    });
    position.legal_moves(&mut moves);
    let mv = moves[0];
    group.bench_function("copy and play", |b| {
        b.iter(|| {
            let mut next = *black_box(&position);
            next.play_unchecked(black_box(&mv));
            next
        });
    });
    group.throughput(Throughput::Elements(178_626));
    group.bench_function("perft 8", |b| {
        b.iter(|| assert_eq!(black_box(&position).perft(8), 178_626));
    });
    group.throughput(Throughput::Elements(1));
    group.bench_function("playout", |b| {
        let mut rng = Rng::new(1, Stream::Other(0));
        b.iter(|| {
            let mut game = position;
            loop {
                game.legal_moves(&mut moves);
                match moves.get(rng.below(moves.len())) {
                    Some(mv) => game.play_unchecked(mv),
                    None => return game.plies(),
                }
            }
        });
    });
    group.finish();
}

fn searches(c: &mut Criterion) {
    const NODES: u64 = 100_000;
    let mut group = c.benchmark_group("isolation/alpha-beta");
    group.throughput(Throughput::Elements(NODES)).sample_size(20);
    let position = after("d5 d3 e7 e1");
    for (name, columns) in named::ALL {
        let bot = AlphaBeta::new(Weighted::with_weights(columns), Settings::ALPHA_BETA);
        group.bench_function(name, |b| {
            b.iter(|| {
                let rng = Rng::new(1, Stream::Other(0));
                let analysis = bot.think(&position, 0, Budget::Nodes(NODES), rng, &NoClock);
                assert_eq!(analysis.nodes, NODES);
                analysis.choice
            });
        });
    }
    // The heuristic `improved` as a formula, to measure the cost of the Lab.
    for (name, text) in [
        ("formula", "own_moves - opponent_moves"),
        (
            "formula of two terms",
            r#"[{"name":"a","formula":"own_moves"},{"name":"b","weight":-1,"formula":"opponent_moves"}]"#,
        ),
    ] {
        let lab = Lab::read(text, Isolation::features()).expect("a formula");
        let bot = AlphaBeta::new(Weighted::new(lab), Settings::ALPHA_BETA);
        group.bench_function(name, |b| {
            b.iter(|| {
                let rng = Rng::new(1, Stream::Other(0));
                let analysis = bot.think(&position, 0, Budget::Nodes(NODES), rng, &NoClock);
                assert_eq!(analysis.nodes, NODES);
                analysis.choice
            });
        });
    }
    group.finish();
}

/// Alpha-beta to a fixed depth by plain recursion, with one preallocated list of moves per depth. It is the baseline for
/// the search, which uses its own stack. Returns the value and counts nodes.
fn recursive(
    heuristic: &Weighted,
    position: &Isolation,
    depth: usize,
    (mut alpha, mut beta): (i64, i64),
    lists: &mut [Vec<Move>],
    nodes: &mut u64,
) -> i64 {
    const WIN: i64 = i64::MAX / 4;
    if let Some(ending) = heuristic.ending(position, 0) {
        let sooner = depth as i64;
        return if ending == Ending::Won { WIN + sooner } else { -WIN - sooner };
    }
    if depth == 0 {
        return heuristic.value(position, 0);
    }
    let maximises = position.turn() == 0;
    let (moves, lower) = lists.split_first_mut().expect("a list for each depth");
    position.legal_moves(moves);
    let mut best = if maximises { i64::MIN } else { i64::MAX };
    for mv in moves.iter() {
        *nodes += 1;
        let mut next = *position;
        next.play_unchecked(mv);
        let value = recursive(heuristic, &next, depth - 1, (alpha, beta), lower, nodes);
        if maximises {
            best = best.max(value);
            alpha = alpha.max(value);
        } else {
            best = best.min(value);
            beta = beta.min(value);
        }
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Compares the search, which uses its own stack, with recursion. The search deepens ply by ply and keeps principal
/// variations, so nodes per second are compared.
fn stack(c: &mut Criterion) {
    const DEPTH: usize = 9;
    let position = after("d5 d3 e7 e1");
    let heuristic = Weighted::with_weights(&named::IMPROVED);
    let mut lists = vec![Vec::new(); DEPTH];
    let mut group = c.benchmark_group("isolation/recursion");
    group.sample_size(20);
    let run = |lists: &mut [Vec<Move>]| {
        let mut nodes = 0;
        let window = (i64::MIN, i64::MAX);
        let value = recursive(&heuristic, &position, DEPTH, window, lists, &mut nodes);
        (value, nodes)
    };
    let (value, nodes) = run(&mut lists);
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("improved", |b| b.iter(|| assert_eq!(run(&mut lists), (value, nodes))));
    let bot = AlphaBeta::new(heuristic.clone(), Settings::ALPHA_BETA);
    let think = || {
        let rng = Rng::new(1, Stream::Other(0));
        bot.think(&position, 0, Budget::Depth(DEPTH as u32), rng, &NoClock)
    };
    let nodes = think().nodes;
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("improved, own stack", |b| b.iter(|| assert_eq!(think().nodes, nodes)));
    group.finish();
}

/// The solver on placements, and in the middle and at the end of a game; and `perfect` as the page calls it.
fn solver(c: &mut Criterion) {
    let mut group = c.benchmark_group("isolation/solver");
    group.sample_size(10);
    for (name, moves, wins) in [
        ("ply 2, same colour", "d3 d5", true),
        ("ply 2, opposite colours", "b7 c7", false),
        ("ply 6", "d5 d3 e7 e1 c6 c2", true),
        ("ply 10", "d5 d3 e7 e1 c6 c2 e5 a3 f3 b5", true),
    ] {
        let position = after(moves);
        let solve = || {
            let mut solver = Solver::new();
            (solver.solve(&position), solver.nodes())
        };
        let (answer, nodes) = solve();
        assert_eq!(answer, Some(wins), "{name}");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(name, |b| b.iter(|| assert_eq!(solve(), (answer, nodes))));
    }
    // At plies 2 and 3 `perfect` uses the opening book.
    for (name, moves) in [("perfect, ply 4", "a6 a3 c5 c2"), ("perfect, ply 5", "a6 a3 c5 c2 e4")] {
        let position = after(moves);
        let think = || {
            let rng = Rng::new(1, Stream::Other(0));
            Perfect.think(&position, position.turn(), perfect::BUDGET, rng, &NoClock)
        };
        let nodes = think().nodes;
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(name, |b| b.iter(|| assert_eq!(think().nodes, nodes)));
    }
    group.finish();
}

criterion_group!(benches, rules, searches, stack, solver);
criterion_main!(benches);
