//! How fast Isolation is: the rules, the search with each heuristic, and the solver. Node counts are
//! asserted, so that a change of speed is never a change of work; times never are.
//!
//! `cargo bench --bench isolation`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use totora::bot::{Bot, Budget, Unwatched};
use totora::game::Enumerable;
use totora::games::isolation::heuristics::named;
use totora::games::isolation::{Isolation, Size};
use totora::rng::{Rng, Stream};
use totora::search::alpha_beta::{AlphaBeta, Settings};

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
        let bot = AlphaBeta::new(named::of(columns), Settings::ALPHA_BETA);
        group.bench_function(name, |b| {
            b.iter(|| {
                let rng = Rng::new(1, Stream::Other(0));
                let thought = bot.think(&position, 0, Budget::Nodes(NODES), rng, &Unwatched);
                assert_eq!(thought.nodes, NODES);
                thought.choice
            });
        });
    }
    group.finish();
}

criterion_group!(benches, rules, searches);
criterion_main!(benches);
