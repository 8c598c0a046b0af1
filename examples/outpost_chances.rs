//! Fits the win chances that the page shows for Outpost: the chance of each empire, from its cells and outposts. In each game
//! the same bot plays all four empires on a random map, so that a lead is no sign of a stronger player. The model is fitted
//! to positions of these games and their results, for each length of game.
//!
//! `cargo run --example outpost_chances` plays 1,800 games, and prints the numbers of `chance.rs` and a report. The report
//! compares predicted chances with the results; the prediction for each quarter of the games is fitted to the other three.
//! A length between two others is not fitted: its games check the interpolation.
//! `-- --games 60` is quick.

use serde_json::{Value, json};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use totora::base::rng::{Rng, Stream};
use totora::catalog::game;
use totora::contract::bot::{Budget, NoClock};
use totora::games::outpost::chance::{KNOTS, SHARES, Weights, chances, nearness, shares, weights};
use totora::record::{Record, SeatSpec};
use totora::session::Session;

type Failure = Box<dyn std::error::Error>;

const EMPIRES: usize = 4;
/// Number of parts for cross-validation: each is compared with weights fitted to the others.
const PARTS: usize = 4;
/// Positions per game.
const POSITIONS: u32 = 14;
/// The turns of the games, and whether weights are fitted to them; games of the other lengths check the interpolation.
const LENGTHS: [(u32, bool); 5] =
    [(60, true), (100, false), (150, true), (250, false), (400, true)];
/// The other options: those of the course, and of the page.
const SETUPS: [&str; 2] = [r#"{"map":"random","r":7,"L":40,"W":10}"#, r#"{"map":"random"}"#];
/// The budget of bots that search.
const NODES: u64 = 20;

/// A position, and the result of its game.
struct Sample {
    game: usize,
    turns: u32,
    progress: f64,
    shares: [[f64; SHARES]; EMPIRES],
    /// 1 for the winner; tied winners share it equally.
    outcome: [f64; EMPIRES],
}

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().collect();
    let games = args.iter().skip_while(|arg| *arg != "--games").nth(1);
    let games: usize = games.map_or(Ok(1_800), |games| games.parse())?;
    let samples = played(games);
    println!("pub const FITTED: &[(u32, Weights)] = &[");
    let mut fits = Vec::new();
    for (turns, _) in LENGTHS.into_iter().filter(|(_, fit)| *fit) {
        let weights = fitted(samples.iter().filter(|sample| sample.turns == turns));
        let rows = weights.map(|[cells, outposts]| format!("[{cells:.2}, {outposts:.2}]"));
        println!("    ({turns}, [{}]),", rows.join(", "));
        fits.push((turns, weights));
    }
    println!("];\n");
    for (turns, fit) in LENGTHS {
        let own = || samples.iter().filter(|sample| sample.turns == turns);
        let between =
            |sample: &Sample| chances(&weights(&fits, turns), sample.progress, &sample.shares);
        let predicted = if fit { cross_validated(own()) } else { own().map(between).collect() };
        report(turns, fit, &own().zip(predicted).collect::<Vec<_>>());
    }
    Ok(())
}

/// The positions of all games, in the order of the games. Several threads play them.
fn played(games: usize) -> Vec<Sample> {
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        break;
                    }
                    match play(number) {
                        Ok(samples) => send.send((number, samples)).expect("they are awaited"),
                        Err(failure) => panic!("game {number}: {failure}"),
                    }
                }
            });
        }
        drop(send);
    });
    let mut all: Vec<(usize, Vec<Sample>)> = receive.iter().collect();
    all.sort_by_key(|&(number, _)| number);
    all.into_iter().flat_map(|(_, samples)| samples).collect()
}

/// Plays a game.
fn play(number: usize) -> Result<Vec<Sample>, Failure> {
    let outpost = game("outpost")?;
    let (turns, _) = LENGTHS[number % LENGTHS.len()];
    let mut options: Value = serde_json::from_str(SETUPS[number / LENGTHS.len() % SETUPS.len()])?;
    options["T"] = turns.into();
    let record = json!({ "totora": 1, "game": "outpost", "options": options, "seed": number });
    let mut session = Session::begin(Record::from_json(&record)?)?;
    let mut rng = Rng::new(number as u64, Stream::Other(79));
    let bots: Vec<_> = outpost.bots().into_iter().filter(|bot| bot.id != "lab").collect();
    let bot = &bots[rng.below(bots.len())];
    let budget = bot.budget.map(|_| Budget::Nodes(NODES));
    let seats =
        [(); EMPIRES].map(|()| SeatSpec::Bot { id: bot.id, options: Default::default(), budget });
    let mut samples = Vec::new();
    for turn in 0..turns {
        if turn % (turns / POSITIONS) == 0 {
            let summary = serde_json::to_value(session.position().summary())?;
            let of = |what: &str, e: usize| summary[what][e].as_u64().unwrap_or(0) as u32;
            let cells = std::array::from_fn(|e| of("land", e) + of("water", e));
            let posts = std::array::from_fn(|e| {
                summary["outposts"][e].as_array().map_or(0, Vec::len) as u32
            });
            let (progress, outcome) = (f64::from(turn) / f64::from(turns), [0.0; EMPIRES]);
            let shares = shares(cells, posts);
            samples.push(Sample { game: number, turns, progress, shares, outcome });
        }
        for (seat, spec) in seats.iter().enumerate() {
            let mut thinking = session.think_for(Some(seat), spec, number as u64)?;
            while !thinking.advance(1 << 14, &NoClock) {}
            let mv = thinking.choice_only().choice.ok_or("no choice")?;
            session.play(Some(seat), &mv, false)?;
        }
    }
    let ranks = session.position().outcome().ok_or("no end")?.ranks;
    let winners = ranks.iter().filter(|&&rank| rank == 1).count() as f64;
    let outcome = std::array::from_fn(|e| if ranks[e] == 1 { 1.0 / winners } else { 0.0 });
    for sample in &mut samples {
        sample.outcome = outcome;
    }
    Ok(samples)
}

/// The weights that make the outcomes likeliest, by gradient ascent with momentum.
fn fitted<'s>(samples: impl Iterator<Item = &'s Sample> + Clone) -> Weights {
    let count = samples.clone().count() as f64;
    let mut weights = [[0.0; SHARES]; KNOTS];
    let mut speed = [[0.0; SHARES]; KNOTS];
    for _ in 0..1_500 {
        let mut slope = [[0.0; SHARES]; KNOTS];
        for sample in samples.clone() {
            let predicted = chances(&weights, sample.progress, &sample.shares);
            for (near, slope) in nearness(sample.progress).into_iter().zip(&mut slope) {
                if near > 0.0 {
                    let actual = sample.outcome.iter().zip(predicted);
                    for (shares, (actual, predicted)) in sample.shares.iter().zip(actual) {
                        for (slope, share) in slope.iter_mut().zip(shares) {
                            *slope += near * share * (actual - predicted) / count;
                        }
                    }
                }
            }
        }
        for knot in 0..KNOTS {
            for at in 0..SHARES {
                // Ridge regularisation determines weights that the games do not.
                speed[knot][at] =
                    0.95 * speed[knot][at] + slope[knot][at] - 1e-6 * weights[knot][at];
                weights[knot][at] += 8.0 * speed[knot][at];
            }
        }
    }
    weights
}

/// The chances in each position, by weights fitted to the other parts of the games.
fn cross_validated<'s>(samples: impl Iterator<Item = &'s Sample> + Clone) -> Vec<[f64; EMPIRES]> {
    let part = |sample: &Sample| sample.game / LENGTHS.len() % PARTS;
    let others = |held: usize| fitted(samples.clone().filter(move |sample| part(sample) != held));
    let weights: Vec<Weights> = (0..PARTS).map(others).collect();
    let of = |sample: &Sample| chances(&weights[part(sample)], sample.progress, &sample.shares);
    samples.map(of).collect()
}

/// Prints the predictions for games outside the fit next to the results.
fn report(turns: u32, fit: bool, predictions: &[(&Sample, [f64; EMPIRES])]) {
    let mut buckets = vec![(0.0, 0.0, 0_usize, std::collections::BTreeSet::new()); 10];
    let mut games = std::collections::BTreeSet::new();
    for (sample, predicted) in predictions {
        games.insert(sample.game);
        for (predicted, outcome) in predicted.iter().zip(sample.outcome) {
            let bucket = &mut buckets[((predicted * 10.0) as usize).min(9)];
            bucket.0 += predicted;
            bucket.1 += outcome;
            bucket.2 += 1;
            bucket.3.insert(sample.game);
        }
    }
    let how = if fit { "fitted to the other games" } else { "interpolated between lengths" };
    println!("{turns} turns: {} games, {} positions, {how}.\n", games.len(), predictions.len());
    println!(
        "| chance | games | positions | predicted | actual | error |\n| --- | ---: | ---: | ---: | ---: | ---: |"
    );
    for (at, (predicted, actual, count, games)) in buckets.iter().enumerate() {
        let per = 100.0 / (*count).max(1) as f64;
        let (predicted, actual) = (predicted * per, actual * per);
        let (from, to, error) = (10 * at, 10 * at + 10, (predicted - actual).abs());
        println!(
            "| {from} to {to} % | {} | {count} | {predicted:.1} | {actual:.1} | {error:.1} |",
            games.len()
        );
    }
    println!();
}
