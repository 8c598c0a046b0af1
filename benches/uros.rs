//! The speed of Uros: legal moves, playing a move, a random playout, a bot's decision, and whole games between bots.
//!
//! Counts are asserted, times are not.
#![allow(missing_docs)] // criterion's macros generate public functions

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::contract::bot::{Bot, Budget, NoClock};
use totora::contract::game::{Enumerable, Game, MoveList};
use totora::games::uros::{Uros, bots::BOTS};

fn bot(id: &str) -> Box<dyn Bot<Uros>> {
    let spec = BOTS.iter().find(|spec| spec.id == id).expect("a bot");
    spec.build(&Options::default())
}

/// Plays a game between two bots, and returns the number of plies.
fn game(seats: [&dyn Bot<Uros>; 2], seed: u64) -> usize {
    let mut position = Uros::start(false, false);
    let mut ply = 0;
    while let Some(seat) = position.to_act().first() {
        let rng = Rng::new(seed, Stream::Decision { seat, ply });
        let chosen = seats[seat].choose(&position, seat, Budget::Nodes(1), rng, &NoClock);
        position.play_unchecked(&chosen.expect("a move is owed"));
        ply += 1;
    }
    ply
}

fn playout(
    mut position: Uros,
    rng: &mut Rng,
    moves: &mut MoveList<totora::games::uros::Move>,
) -> Uros {
    loop {
        position.legal_moves(moves);
        if moves.is_empty() {
            return position;
        }
        position.play_unchecked(&moves[rng.below(moves.len())]);
    }
}

fn middle() -> Uros {
    let mut position = Uros::start(false, false);
    let (balanced, exploit) = (bot("balanced"), bot("exploit"));
    for ply in 0..16 {
        let seat = position.mover();
        let who = if seat == 0 { &balanced } else { &exploit };
        let rng = Rng::new(3, Stream::Decision { seat, ply });
        let mv = who.choose(&position, seat, Budget::Nodes(1), rng, &NoClock);
        position.play_unchecked(&mv.expect("a move is owed"));
    }
    position
}

fn rules(c: &mut Criterion) {
    let (start, middle) = (Uros::start(false, false), middle());
    let mut moves = MoveList::new();
    for (name, position) in [("start", start), ("ply 16", middle)] {
        c.bench_function(&format!("uros/legal moves/{name}"), |b| {
            b.iter(|| {
                black_box(&position).legal_moves(&mut moves);
                moves.len()
            });
        });
    }
    assert_eq!(start.legal_count(), 667);
    middle.legal_moves(&mut moves);
    let mv = moves[moves.len() / 2];
    c.bench_function("uros/play/checked", |b| {
        b.iter(|| {
            let mut next = black_box(middle);
            next.play(middle.mover(), &mv).expect("legal");
            next
        });
    });
    c.bench_function("uros/play/unchecked", |b| {
        b.iter(|| {
            let mut next = black_box(middle);
            next.play_unchecked(&mv);
            next
        });
    });
    let mut rng = Rng::new(1, Stream::Other(0));
    c.bench_function("uros/random playout", |b| {
        b.iter(|| playout(black_box(start), &mut rng, &mut moves).outcome().expect("over"));
    });
    c.bench_function("uros/perft 2", |b| {
        b.iter(|| assert_eq!(black_box(start).perft(2), 283_334));
    });
}

fn bots(c: &mut Criterion) {
    let (start, middle) = (Uros::start(false, false), middle());
    let balanced = bot("balanced");
    let rng = || Rng::new(1, Stream::Other(0));
    for (name, position) in [("start", start), ("ply 16", middle)] {
        let seat = position.mover();
        c.bench_function(&format!("uros/balanced chooses/{name}"), |b| {
            b.iter(|| {
                balanced.choose(black_box(&position), seat, Budget::Nodes(1), rng(), &NoClock)
            });
        });
        c.bench_function(&format!("uros/balanced explains/{name}"), |b| {
            b.iter(|| {
                balanced.think(black_box(&position), seat, Budget::Nodes(1), rng(), &NoClock)
            });
        });
    }
    let exploit = bot("exploit");
    let mut seed = 0;
    let mut group = c.benchmark_group("uros/games");
    group.throughput(Throughput::Elements(1));
    group.bench_function("balanced against exploit", |b| {
        b.iter(|| {
            seed += 1;
            let plies = game([balanced.as_ref(), exploit.as_ref()], seed);
            assert!((20..=39).contains(&plies));
        });
    });
    group.finish();
}

criterion_group!(benches, rules, bots);
criterion_main!(benches);
