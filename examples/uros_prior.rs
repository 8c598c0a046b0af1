//! Measures how steep the prior of Uros' placements should be. Searches of `totora` give the visits of each placement, and
//! `tuned` scores the same placements one ply ahead. The table has the cross-entropy of the visits and the softmax of the
//! scores, for several temperatures: the lowest value fits best. The last row has the prior of `totora`.
//!
//! `cargo run --release --example uros_prior` prints the table; `-- --games 2` is quick. Seeds are fixed, so the table is the
//! same every time.

use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::contract::analysis::Score;
use totora::contract::bot::{Bot, Budget, NoClock};
use totora::contract::game::{Enumerable, Game, MoveList};
use totora::games::uros::{Uros, bots::BOTS};

type Failure = Box<dyn std::error::Error>;

/// Number of games of `tuned` against itself after two random plies, and the plies between two positions.
const GAMES: u64 = 60;
const APART: usize = 3;
/// The budget of a search.
const VISITS: Budget = Budget::Nodes(8_000);
/// The temperatures, in points of `tuned`.
const TEMPERATURES: [f64; 9] = [1.0, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 8.0, 20.0];

/// The placements of a position: points behind the best placement, and share of the visits.
type Sample = Vec<(f64, f64)>;

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games = args.iter().skip_while(|arg| *arg != "--games").nth(1);
    let games = games.map_or(Ok(GAMES), |n| n.parse())?;
    let (searcher, scorer) = (bot("totora")?, bot("tuned")?);
    let mut samples: Vec<(usize, Sample)> = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::new(seed, Stream::Other(80));
        let mut position = Uros::new(&Options::default(), &mut Rng::new(seed, Stream::Setup))?;
        for ply in 0.. {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let seat = position.to_act().first().ok_or("nobody is to move")?;
            let think = |bot: &dyn Bot<Uros>, budget| {
                let rng = Rng::new(seed, Stream::Decision { seat, ply });
                bot.think(&position, seat, budget, rng, &NoClock)
            };
            let scored = think(&*scorer, Budget::Nodes(1));
            if ply >= 2 && ply % APART == 2 {
                let searched = think(&*searcher, VISITS);
                let visits = |mv: &_| {
                    let of = searched.candidates.iter().find(|candidate| candidate.mv == *mv);
                    of.and_then(|candidate| candidate.visits).unwrap_or(0) as f64
                };
                let pairs: Vec<(f64, f64)> = scored
                    .candidates
                    .iter()
                    .filter_map(|candidate| match candidate.score {
                        Score::Value(value) => Some((value.to_f64(), visits(&candidate.mv))),
                        _ => None,
                    })
                    .collect();
                let best = pairs.iter().map(|pair| pair.0).fold(f64::MIN, f64::max);
                let sum: f64 = pairs.iter().map(|pair| pair.1).sum();
                if pairs.len() > 1 && sum > 0.0 {
                    samples.push((
                        ply,
                        pairs.iter().map(|(score, n)| (best - score, n / sum)).collect(),
                    ));
                }
            }
            let drawn = moves[rng.below(moves.len())];
            let mv = if ply < 2 { drawn } else { scored.choice.unwrap_or(drawn) };
            position.play_unchecked(&mv);
        }
    }
    let early = |ply: usize| ply < 12;
    println!("{} positions of {games} games", samples.len());
    println!("| temperature | all | before ply 12 | later |\n| ---: | ---: | ---: | ---: |");
    let softmax = |temperature: f64| move |behind: f64| (-behind / temperature).exp();
    let soft =
        TEMPERATURES.map(|t| (t.to_string(), Box::new(softmax(t)) as Box<dyn Fn(f64) -> f64>));
    let own = ("as `totora` does".to_owned(), Box::new(promise) as Box<dyn Fn(f64) -> f64>);
    for (name, prior) in soft.into_iter().chain([own]) {
        let of = |keep: &dyn Fn(usize) -> bool| {
            let kept: Vec<f64> = samples
                .iter()
                .filter(|(ply, _)| keep(*ply))
                .map(|(_, sample)| surprise(sample, &*prior))
                .collect();
            kept.iter().sum::<f64>() / kept.len().max(1) as f64
        };
        let [all, first, later] = [of(&|_| true), of(&early), of(&|ply| !early(ply))];
        println!("| {name} | {all:.3} | {first:.3} | {later:.3} |");
    }
    Ok(())
}

fn bot(id: &str) -> Result<Box<dyn Bot<Uros>>, Failure> {
    let spec = BOTS.iter().find(|spec| spec.id == id).ok_or("no such bot")?;
    Ok(spec.build(&Options::check(&spec.options(), &Default::default())?))
}

/// The prior of `totora`, as in `src/games/uros/totora/policy.rs`.
fn promise(behind: f64) -> f64 {
    (1.0 + behind / 3.0).powi(-2)
}

/// The cross-entropy, in nats, of the visits and the prior. `prior` maps the points behind the best to a weight, which is
/// normalised here.
fn surprise(sample: &[(f64, f64)], prior: &dyn Fn(f64) -> f64) -> f64 {
    let sum: f64 = sample.iter().map(|(behind, _)| prior(*behind)).sum();
    sample.iter().map(|(behind, share)| share * (sum.ln() - prior(*behind).ln())).sum()
}
