//! Counts the moves that get a mark in games between equal players. Each of several bots plays against itself after four
//! random plies, and the game's judge reviews the games.
//!
//! `cargo run --release --example review_marks` runs all. Options after `--`: `--games 2` is quick; `isolation` selects one
//! game; `--judge-nodes 500` gives the judge a smaller budget than in a review; `--from 200` counts only marks for losses of
//! at least that many thousandths, to try another threshold.

use serde_json::{Value, json};
use totora::base::fixed::Fixed;
use totora::base::rng::{Rng, Stream};
use totora::catalog::game;
use totora::contract::bot::{Budget, NoClock};
use totora::contract::judging::Mark;
use totora::record::{Record, SeatSpec};
use totora::review::{AssessmentCache, Judge};
use totora::session::Session;

type Failure = Box<dyn std::error::Error>;

/// The games, and for each its bots with their budgets in nodes, from quick to strong.
const EQUALS: [(&str, &[(&str, u64)]); 5] = [
    ("uros", &[("balanced", 1), ("exploit", 1), ("level-3", 60), ("totora", 200)]),
    ("isolation", &[("greedy", 1), ("ab-improved", 300), ("level-3", 200), ("ab-custom", 3_500)]),
    ("fencemaster", &[("edgewise", 1), ("level-3", 200), ("totora", 300)]),
    ("reversi", &[("balanced", 1), ("level-3", 200), ("alphabeta", 2_000), ("totora", 4_000)]),
    ("outpost", &[("mason", 1), ("totora", 20)]),
];

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |flag: &str| -> Result<Option<u64>, std::num::ParseIntError> {
        args.iter().skip_while(|arg| *arg != flag).nth(1).map(|n| n.parse()).transpose()
    };
    let games = number("--games")?.unwrap_or(10);
    let nodes = number("--judge-nodes")?;
    let from = Fixed::from_thousandths(number("--from")?.unwrap_or(0).try_into()?);
    println!("| game | bots | games | moves | ?! | ? | ?? | marks per move | games above 1 in 5 |");
    println!("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (id, bots) in EQUALS {
        if !args.first().is_none_or(|arg| arg.starts_with('-') || arg == id) {
            continue;
        }
        for &(bot, budget) in bots {
            let (mut counts, mut moves, mut above) = ([0; 4], 0, 0);
            for seed in 0..games {
                let (marks, judged) = reviewed(id, (bot, budget), seed, nodes, from)?;
                above += u64::from(5 * marks.iter().sum::<u64>() > judged);
                counts.iter_mut().zip(marks).for_each(|(sum, more)| *sum += more);
                moves += judged;
            }
            let [_, inaccuracies, mistakes, blunders] = counts;
            let share = (inaccuracies + mistakes + blunders) as f64 / moves.max(1) as f64;
            println!(
                "| {id} | {bot} {budget} | {games} | {moves} | {inaccuracies} | {mistakes} | {blunders} | {share:.3} | {above} |"
            );
        }
    }
    Ok(())
}

/// Plays and reviews a game of a bot against itself. Returns the number of marks by kind, without `Mark::Only`, and of moves
/// that were judged.
fn reviewed(
    id: &str,
    (bot, budget): (&str, u64),
    seed: u64,
    nodes: Option<u64>,
    from: Fixed,
) -> Result<([u64; 4], u64), Failure> {
    let game = game(id)?;
    let options = game.opening_options().iter().chain(game.data().match_options);
    let options: Value = options
        .map(|&(key, value)| (key.to_owned(), json!(value)))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let record = json!({ "totora": 1, "game": id, "options": options, "seed": seed });
    let mut session = Session::begin(Record::from_json(&record)?)?;
    let mut rng = Rng::new(seed, Stream::Other(79));
    let mut spec = SeatSpec::bot(game, bot)?;
    if let SeatSpec::Bot { budget: Some(place), .. } = &mut spec {
        *place = Budget::Nodes(budget);
    }
    for ply in 0.. {
        let owing = session.position().to_act();
        if owing.is_empty() {
            break;
        }
        for seat in (0..session.position().seats()).filter(|&seat| owing.contains(seat)) {
            let mv = match session.position().legal().filter(|moves| !moves.is_empty()) {
                Some(moves) if ply < 4 => moves[rng.below(moves.len())].clone(),
                _ => {
                    let mut thinking = session.think_for(Some(seat), &spec, seed)?;
                    while !thinking.advance(1 << 14, &NoClock) {}
                    thinking.choice_only().choice.ok_or("no choice")?
                }
            };
            session.play(Some(seat), &mv, false)?;
        }
    }
    let mut judge_spec = SeatSpec::bot(game, game.data().judging.bot)?;
    if let (SeatSpec::Bot { budget, .. }, Some(nodes)) = (&mut judge_spec, nodes) {
        *budget = Some(Budget::Nodes(nodes));
    }
    let start = game.start(&session.setup().options, seed)?;
    let judge = Judge::new(game, start.as_ref(), &judge_spec, "judge".to_owned())?;
    let mut review = session.review(vec![judge]);
    let mut known = AssessmentCache::default();
    while !review.advance(1 << 20, &NoClock, &mut known) {}
    let (mut marks, mut judged) = ([0; 4], 0);
    for one in review.take().iter().filter_map(|one| one.judged.as_ref()) {
        judged += 1;
        let counts = one.loss.is_none_or(|loss| loss >= from);
        if let Some(mark) = one.mark.filter(|&mark| mark != Mark::Only && counts) {
            marks[mark as usize] += 1;
        }
    }
    Ok((marks, judged))
}
