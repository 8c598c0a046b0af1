//! The speed of FenceMaster: rules, random playouts from the empty board, evaluation and bots. Counts are asserted, times
//! are not.
//!
//! `cargo bench --bench fencemaster`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::contract::bot::{Budget, NoClock};
use totora::contract::game::{Enumerable, Game};
use totora::games::fencemaster::bots::BOTS;
use totora::games::fencemaster::distance::lack;
use totora::games::fencemaster::playout::{Playouts, Quick};
use totora::games::fencemaster::{FenceMaster, Rules};

fn empty(side: usize, rules: Rules) -> FenceMaster {
    FenceMaster::empty(side, rules, false).expect("a size")
}

/// Random games with win detection, each from the empty board.
fn playouts(c: &mut Criterion) {
    const GAMES: u64 = 1000;
    for (name, rules, standing) in [
        ("fencemaster/playouts", Rules::FenceMaster, 0),
        ("fencemaster/playouts, loops of 3 standing stones", Rules::FenceMaster, 3),
        ("fencemaster/playouts, havannah", Rules::Havannah, 0),
    ] {
        let mut group = c.benchmark_group(name);
        group.throughput(Throughput::Elements(GAMES)).sample_size(20);
        for side in [4, 6, 8, 10] {
            let start = empty(side, rules);
            let mut playouts = Playouts::new(standing);
            playouts.begin(&start);
            let mut quick = Quick::new(1);
            group.bench_function(side.to_string(), |b| {
                b.iter(|| {
                    let mut plies = 0;
                    for _ in 0..GAMES {
                        plies += playouts.again(black_box(&start), &mut quick).plies;
                    }
                    plies
                });
            });
        }
        group.finish();
    }
}

fn rules(c: &mut Criterion) {
    let mut group = c.benchmark_group("fencemaster/rules");
    let mut position = empty(6, Rules::FenceMaster);
    let mut moves = Vec::new();
    let mut rng = Rng::new(1, Stream::Other(0));
    for _ in 0..20 {
        position.legal_moves(&mut moves);
        position.play_unchecked(&moves[rng.below(moves.len())]);
    }
    assert!(position.outcome().is_none());
    group.bench_function("legal moves", |b| {
        b.iter(|| {
            black_box(&position).legal_moves(&mut moves);
            moves.len()
        });
    });
    let mv = moves[5];
    group.bench_function("copy and play", |b| {
        b.iter(|| {
            let mut next = black_box(&position).clone();
            next.play_unchecked(black_box(&mv));
            next.won()
        });
    });
    group.bench_function("wins of every empty cell", |b| {
        b.iter(|| {
            let places = moves.iter().filter_map(|mv| mv.place());
            places.filter(|&place| black_box(&position).would_win(0, place) != 0).count()
        });
    });
    group.bench_function("two-distance, both players", |b| {
        b.iter(|| (lack(black_box(&position), 0), lack(black_box(&position), 1)));
    });
    group.throughput(Throughput::Elements(91 * 90 * 89));
    group.bench_function("perft 3", |b| {
        b.iter(|| assert_eq!(empty(6, Rules::FenceMaster).perft(3), 91 * 90 * 89));
    });
    group.finish();
    let mut group = c.benchmark_group("fencemaster/bots");
    group.sample_size(10);
    for spec in BOTS {
        let bot = spec.build(&Options::default());
        group.bench_function(spec.id, |b| {
            b.iter(|| {
                let rng = Rng::new(1, Stream::Other(0));
                bot.think(&position, position.mover(), Budget::Nodes(2000), rng, &NoClock).choice
            });
        });
    }
    group.finish();
}

criterion_group!(benches, playouts, rules);
criterion_main!(benches);
