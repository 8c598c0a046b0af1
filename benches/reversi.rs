//! The speed of Reversi XT: perft and random games on a plain map with both engines, and on large maps. Counts are asserted,
//! so a change in speed cannot be a change in the amount of work. Times are not asserted.
//!
//! `cargo bench --bench reversi`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use totora::base::rng::{Rng, Stream};
use totora::contract::game::{Enumerable, MoveList};
use totora::games::reversi::built_in::map_of;
use totora::games::reversi::{Move, Reversi};

fn start(name: &str) -> Reversi {
    Reversi::on(map_of(name).expect("built in"))
}

/// Plays a random game, and returns the number of plies.
fn playout(start: &Reversi, game: &mut Reversi, moves: &mut MoveList<Move>, rng: &mut Rng) -> u32 {
    game.clone_from(start);
    let mut plies = 0;
    loop {
        game.legal_moves(moves);
        match moves.get(rng.below(moves.len())) {
            Some(mv) => game.play_unchecked(mv),
            None => return plies,
        }
        plies += 1;
    }
}

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("reversi/perft");
    group.sample_size(10);
    let map = map_of("othello").expect("built in");
    let quick = Reversi::on(map.clone());
    group.throughput(Throughput::Elements(3_005_288));
    group.bench_function("othello 9", |b| {
        b.iter(|| assert_eq!(black_box(&quick).perft(9), 3_005_288))
    });
    let general = Reversi::on_lines(map);
    group.throughput(Throughput::Elements(390_216));
    group.bench_function("othello 8, engine for any map", |b| {
        b.iter(|| assert_eq!(black_box(&general).perft(8), 390_216));
    });
    group.finish();
}

fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("reversi/playout");
    let othello = map_of("othello").expect("built in");
    for (name, start) in [
        ("othello", Reversi::on(othello.clone())),
        ("othello, engine for any map", Reversi::on_lines(othello)),
        ("trio", start("trio")),
        ("torus", start("torus")),
        ("star", start("star")),
        ("lake", start("lake")),
        ("ocean", start("ocean")),
    ] {
        let mut game = start.clone();
        let mut moves = MoveList::new();
        let mut rng = Rng::new(1, Stream::Other(0));
        group.sample_size(if name == "ocean" { 10 } else { 40 });
        group.bench_function(name, |b| {
            b.iter(|| playout(black_box(&start), &mut game, &mut moves, &mut rng));
        });
    }
    group.finish();
}

fn rules(c: &mut Criterion) {
    let mut group = c.benchmark_group("reversi/rules");
    for name in ["othello", "lake"] {
        let start = start(name);
        let mut moves = MoveList::new();
        group.bench_function(format!("{name}, legal moves"), |b| {
            b.iter(|| {
                black_box(&start).legal_moves(&mut moves);
                moves.len()
            });
        });
        let mut next = start.clone();
        group.bench_function(format!("{name}, copy and play"), |b| {
            b.iter(|| {
                next.clone_from(black_box(&start));
                next.play_unchecked(black_box(&moves[0]));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, rules, perft, playouts);
criterion_main!(benches);
