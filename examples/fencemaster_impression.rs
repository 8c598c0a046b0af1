//! Fits the first impression of FenceMaster's `totora` to its own games, in three rounds. In each round the bot plays
//! against itself (in the first round without an impression). Then the weights are fitted that maximise the likelihood of
//! the visits of its searches under the softmax of the cells. The result is the same file every time, and takes seven
//! minutes on one core.
//!
//! ```text
//! cargo run --release --example fencemaster_impression -- src/games/fencemaster/impression.bin
//! cargo run --release --example fencemaster_impression -- small.bin 20
//! ```
//!
//! The second command plays a twentieth of the games, as a quick test.

use totora::base::rng::{Rng, Stream};
use totora::contract::analysis::Score;
use totora::contract::bot::{Bot, Budget, NoClock};
use totora::contract::game::{Enumerable, MoveList};
use totora::games::fencemaster::bots::by_weights;
use totora::games::fencemaster::impression::{FEATURES, Impression, NUMBERS, alike, read};
use totora::games::fencemaster::{FenceMaster, Move, Rules};

type Failure = Box<dyn std::error::Error>;

/// For each round the number of games, and the nodes of a search.
const ROUNDS: [(u64, u64); 3] = [(80, 500), (100, 1_000), (160, 2_000)];
/// The sides of the boards, used in turn. Every fourth game is Havannah.
const SIDES: [usize; 9] = [6, 8, 10, 6, 8, 5, 7, 9, 4];
/// One move in this many is chosen at random, in proportion to the visits.
const DRAWN: usize = 6;

/// The empty cells of a position: their features, and their shares of the visits.
type Sample = Vec<([u16; FEATURES], f64)>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let file = words.first().ok_or("usage: fencemaster_impression FILE [PART]")?;
    let part: u64 = words.get(1).map_or(Ok(1), |part| part.parse())?;
    let mut bytes = Vec::new();
    let mut from = 0;
    for (games, nodes) in ROUNDS {
        let games = games.div_ceil(part.max(1));
        let bot = by_weights(Box::leak(Box::new(read(&bytes))));
        let mut samples = Vec::new();
        for game in from..from + games {
            play(game, &*bot, nodes, &mut samples)?;
        }
        from += games;
        bytes = fit(&samples);
        eprintln!("{games} games, {} positions, {} bytes", samples.len(), bytes.len());
    }
    std::fs::write(file, bytes)?;
    Ok(())
}

/// Plays a game, and adds its positions in which no move is proven to win.
fn play(
    game: u64,
    bot: &dyn Bot<FenceMaster>,
    nodes: u64,
    samples: &mut Vec<Sample>,
) -> Result<(), Failure> {
    let side = SIDES[game as usize % SIDES.len()];
    let rules = if game % 4 == 3 { Rules::Havannah } else { Rules::FenceMaster };
    let mut position = FenceMaster::empty(side, rules, false).ok_or("no such side")?;
    let geometry = position.geometry();
    let mut rng = Rng::new(game, Stream::Other(91));
    let mut moves = MoveList::new();
    for ply in 0.. {
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let mut mv = moves[rng.below(moves.len())];
        if ply >= 2 {
            let seat = position.turn();
            let decision = Rng::new(game, Stream::Decision { seat, ply });
            let analysis = bot.think(&position, seat, Budget::Nodes(nodes), decision, &NoClock);
            let mut visits = vec![0; geometry.cells()];
            for candidate in &analysis.candidates {
                let cell = candidate.mv.place().and_then(|place| geometry.number(place));
                if let (Some(cell), Some(n)) = (cell, candidate.visits)
                    && !matches!(candidate.score, Score::Loss(_))
                {
                    visits[cell] = n;
                }
            }
            let won = analysis.candidates.iter().any(|of| matches!(of.score, Score::Win(_)));
            let all: u64 = visits.iter().sum();
            if !won && all > nodes / 2 && visits.iter().filter(|n| **n > 0).count() > 1 {
                let impression = Impression::new(&position, true);
                let mut sample = Vec::new();
                position.board().empty(geometry, |place| {
                    let n = geometry.number(place).map_or(0, |cell| visits[cell]);
                    let first = |number| alike(usize::from(number)) as u16;
                    sample.push((impression.features(place).map(first), n as f64 / all as f64));
                });
                samples.push(sample);
            }
            mv = analysis.choice.ok_or("no choice")?;
            if rng.below(DRAWN) == 0 && all > 0 {
                let mut left = rng.below(all as usize) as u64;
                let drawn = visits.iter().position(|&n| {
                    let here = left < n;
                    left = left.saturating_sub(n);
                    here
                });
                mv = drawn.and_then(|cell| geometry.place(cell)).map_or(mv, Move::on);
            }
        }
        position.play_unchecked(&mv);
    }
    Ok(())
}

/// Computes the softmax of a sample's cells, and returns its cross-entropy with the visits.
fn softmax(sample: &Sample, weights: &[f64], likely: &mut Vec<f64>) -> f64 {
    let score =
        |features: &[u16; FEATURES]| features.iter().map(|&f| weights[usize::from(f)]).sum::<f64>();
    likely.clear();
    likely.extend(sample.iter().map(|(features, _)| score(features)));
    let most = likely.iter().copied().fold(f64::MIN, f64::max);
    likely.iter_mut().for_each(|score| *score = libm::exp(*score - most));
    let sum: f64 = likely.iter().sum();
    likely.iter_mut().for_each(|p| *p /= sum);
    sample.iter().zip(likely).map(|((_, share), p)| -share * libm::log(*p)).sum()
}

/// The contents of the file with the best weights, fitted with Adam (Kingma and Ba) in batches.
fn fit(samples: &[Sample]) -> Vec<u8> {
    const EPOCHS: usize = 24;
    const BATCH: usize = 16;
    const RATE: f64 = 0.03;
    const DECAY: f64 = 2e-4;
    let mut weights = vec![0.0; NUMBERS];
    let (mut mean, mut square) = (vec![0.0; NUMBERS], vec![0.0; NUMBERS]);
    let (mut fade, mut slow_fade) = (1.0, 1.0);
    let mut likely = Vec::new();
    let mut rng = Rng::new(1, Stream::Other(92));
    let mut order: Vec<usize> = (0..samples.len()).collect();
    for epoch in 0..EPOCHS {
        let rate = RATE * (1.0 - epoch as f64 / EPOCHS as f64);
        for last in (1..order.len()).rev() {
            order.swap(last, rng.below(last + 1));
        }
        let mut surprise = 0.0;
        for batch in order.chunks(BATCH) {
            let mut gradient = vec![0.0; NUMBERS];
            for &at in batch {
                surprise += softmax(&samples[at], &weights, &mut likely);
                for ((features, share), p) in samples[at].iter().zip(&likely) {
                    for &feature in features {
                        gradient[usize::from(feature)] += (p - share) / batch.len() as f64;
                    }
                }
            }
            fade *= 0.9;
            slow_fade *= 0.999;
            for number in 0..NUMBERS {
                let slope = gradient[number] + DECAY * weights[number];
                mean[number] += 0.1 * (slope - mean[number]);
                square[number] += 0.001 * (slope * slope - square[number]);
                let size = (square[number] / (1.0 - slow_fade)).sqrt();
                weights[number] -= rate * mean[number] / (1.0 - fade) / (size + 1e-8);
            }
        }
        if epoch + 1 == EPOCHS {
            eprintln!("{:.3} nats per position", surprise / samples.len().max(1) as f64);
        }
    }
    (0..NUMBERS)
        .filter(|&number| alike(number) == number)
        .flat_map(|number| {
            let rounded = libm::round(256.0 * weights[number]).clamp(-32_000.0, 32_000.0);
            (rounded as i16).to_le_bytes()
        })
        .collect()
}
