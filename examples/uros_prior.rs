//! How steep the promise of Uros' placements should be: searches of `totora` say how much each placement is worth looking at,
//! `tuned` scores the same placements one ply ahead, and the temperature is fitted that makes the softmax of the scores the
//! likeliest to have drawn the visits. The last row has the prior of `totora`.
//!
//! `cargo run --release --example uros_prior`; `-- --games 2` is quick. All is by seed, so the same table comes out again.

use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::contract::bot::{Bot, Budget, Unwatched};
use totora::contract::game::{Enumerable, Game, MoveList};
use totora::contract::thought::Score;
use totora::games::uros::{Uros, bots::BOTS};

type Failure = Box<dyn std::error::Error>;

/// Games between two `tuned` from two drawn plies, and how many plies apart positions are taken from them.
const GAMES: u64 = 60;
const APART: usize = 3;
/// What a search may visit.
const VISITS: Budget = Budget::Nodes(8_000);
/// Temperatures in points of `tuned`.
const TRIED: [f64; 9] = [1.0, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 8.0, 20.0];

/// The placements of a position: how many points behind the best, and the share of the visits.
type Sample = Vec<(f64, f64)>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let games = words.iter().skip_while(|word| *word != "--games").nth(1);
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
            let asked = |bot: &dyn Bot<Uros>, budget| {
                let rng = Rng::new(seed, Stream::Decision { seat, ply });
                bot.think(&position, seat, budget, rng, &Unwatched)
            };
            let scored = asked(&*scorer, Budget::Nodes(1));
            if ply >= 2 && ply % APART == 2 {
                let searched = asked(&*searcher, VISITS);
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
    let soft = TRIED.map(|t| (t.to_string(), Box::new(softmax(t)) as Box<dyn Fn(f64) -> f64>));
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

/// The cross-entropy, in nats, of the visits and what they are foretold by: `prior` of how far each placement is behind, as a share.
fn surprise(sample: &[(f64, f64)], prior: &dyn Fn(f64) -> f64) -> f64 {
    let sum: f64 = sample.iter().map(|(behind, _)| prior(*behind)).sum();
    sample.iter().map(|(behind, share)| share * (sum.ln() - prior(*behind).ln())).sum()
}
