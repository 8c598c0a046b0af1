//! Measures root parallelism: two searches of the same position with different seeds, whose visits are added, play against
//! one search with more nodes.
//!
//! `cargo run --release --example root_parallel -- GAME BOT NODES ALONE PAIRS SEED [KEY=VALUE..]` plays pairs of games from
//! random openings: two searches of NODES each against one search of ALONE nodes. Prints the points of the pair of searches
//! with the Wilson interval. KEY=VALUE are options of the game.

use serde_json::{Value, json};
use totora::arena::statistics::wilson;
use totora::base::rng::{Rng, Stream};
use totora::catalog::game;
use totora::contract::bot::{Budget, NoClock};
use totora::record::{Record, SeatSpec};
use totora::session::Session;

type Failure = Box<dyn std::error::Error>;

/// Random plies at the start of a game.
const OPENING: usize = 4;

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [id, bot, each, alone, pairs, seed, options @ ..] = args.as_slice() else {
        return Err("expected GAME BOT NODES ALONE PAIRS SEED [KEY=VALUE..]".into());
    };
    let game = game(id)?;
    let spec = |nodes: u64| -> Result<SeatSpec, Failure> {
        let mut spec = SeatSpec::bot(game, bot)?;
        if let SeatSpec::Bot { budget: Some(place), .. } = &mut spec {
            *place = Budget::Nodes(nodes);
        }
        Ok(spec)
    };
    let (each, alone) = (spec(each.parse()?)?, spec(alone.parse()?)?);
    let (pairs, seed): (u64, u64) = (pairs.parse()?, seed.parse()?);
    let game_options =
        game.data().match_options.iter().map(|&(key, value)| (key.to_owned(), json!(value)));
    let mut game_options: serde_json::Map<String, Value> = game_options.collect();
    for option in options {
        let (key, value) = option.split_once('=').ok_or("an option is KEY=VALUE")?;
        game_options.insert(key.to_owned(), serde_json::from_str(value).unwrap_or(json!(value)));
    }
    let mut points = 0.0;
    for pair in 0..pairs {
        for two in 0..2 {
            let seed = seed + pair;
            let record =
                json!({ "totora": 1, "game": id, "options": game_options.clone(), "seed": seed });
            let mut session = Session::begin(Record::from_json(&record)?)?;
            points += played(&mut session, two, [&each, &alone], seed)?;
        }
        let games = 2 * (pair + 1);
        let share = wilson(points, games as f64);
        eprintln!("{games}: {points} {share:?}");
    }
    Ok(())
}

/// Plays a game, and returns the points of the two searches, which play for the seat `two`.
fn played(
    session: &mut Session,
    two: usize,
    [each, alone]: [&SeatSpec; 2],
    seed: u64,
) -> Result<f64, Failure> {
    let mut rng = Rng::new(seed, Stream::Other(79));
    for ply in 0.. {
        let Some(seat) = session.position().to_act().first() else { break };
        let mv = match session.position().legal().filter(|moves| !moves.is_empty()) {
            Some(moves) if ply < OPENING => moves[rng.below(moves.len())].clone(),
            _ => {
                let seeds: &[u64] =
                    if seat == two { &[2 * seed, 2 * seed + 1] } else { &[2 * seed] };
                let spec = if seat == two { each } else { alone };
                chosen(session, spec, seeds)?
            }
        };
        session.play(Some(seat), &mv, false)?;
    }
    let outcome = session.position().outcome().ok_or("the game has no end")?;
    Ok(f64::from(outcome.halves(two)) / 2.0)
}

/// The move with the most visits in all searches together. The choice of a search breaks ties.
fn chosen(session: &Session, spec: &SeatSpec, seeds: &[u64]) -> Result<String, Failure> {
    let mut sum: Vec<(String, u64)> = Vec::new();
    for &seed in seeds {
        let mut thinking = session.think_for(None, spec, seed)?;
        while !thinking.advance(1 << 14, &NoClock) {}
        let analysis = thinking.analysis();
        let choice = analysis.choice.clone().ok_or("no choice")?;
        if analysis.exact {
            return Ok(choice);
        }
        let before = |mv: &str, sum: &[(String, u64)]| sum.iter().position(|(of, _)| of == mv);
        for candidate in &analysis.candidates {
            let visits = 2 * candidate.visits.unwrap_or(0) + u64::from(candidate.mv == choice);
            match before(&candidate.mv, &sum) {
                Some(at) => sum[at].1 += visits,
                None => sum.push((candidate.mv.clone(), visits)),
            }
        }
    }
    let best = sum.iter().map(|(_, visits)| *visits).max().ok_or("no candidates")?;
    Ok(sum.into_iter().find(|(_, visits)| *visits == best).ok_or("no candidates")?.0)
}
