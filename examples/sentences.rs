//! Prints how bots explain their choices, in twelve positions a game, as a table to proofread: are the sentences true, and do
//! they teach something? The positions come from games between two quick bots after four random plies, in all phases; the
//! opponents for people are among the bots. In Outpost they come from games that the bot itself plays.
//!
//! `cargo run --example sentences` prints the table. `-- --json` prints a line of JSON per position, with its moves. A number
//! draws another set: `-- 7`.

use serde_json::json;
use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::contract::bot::NoClock;
use totora::record::{Record, SeatSpec};
use totora::session::Session;

/// The game, its options, the bot that explains, the bot that plays, the plies between two positions, and their number.
type Case = (&'static str, &'static str, &'static str, &'static str, usize, usize);

const CASES: [Case; 17] = [
    ("uros", "{}", "balanced", "explore", 2, 4),
    ("uros", "{}", "totora", "balanced", 2, 5),
    ("uros", "{}", "level-3", "balanced", 2, 3),
    ("isolation", "{}", "ab-custom", "greedy", 2, 4),
    ("isolation", "{}", "perfect", "greedy", 2, 4),
    ("isolation", "{}", "level-3", "greedy", 2, 4),
    ("fencemaster", r#"{"size":6}"#, "totora", "edgewise", 4, 5),
    ("fencemaster", r#"{"size":6}"#, "edgewise", "edgewise", 4, 2),
    ("fencemaster", r#"{"size":6}"#, "lab", "edgewise", 4, 2),
    ("fencemaster", r#"{"size":6}"#, "level-4", "edgewise", 4, 3),
    ("reversi", r#"{"map":"othello"}"#, "alphabeta", "balanced", 5, 2),
    ("reversi", r#"{"map":"othello"}"#, "totora", "balanced", 5, 4),
    ("reversi", r#"{"map":"othello"}"#, "level-3", "balanced", 5, 3),
    ("reversi", r#"{"map":"cross"}"#, "alphabeta", "balanced", 5, 3),
    ("outpost", "{}", "totora", "totora", 6, 6),
    ("outpost", "{}", "level-3", "totora", 6, 3),
    ("outpost", "{}", "drifter", "totora", 6, 3),
];
/// Who plays where all move at once, from one of them on by the seed.
const EMPIRES: [&str; 5] = ["totora", "mason", "wolfpack", "drifter", "homesteader"];
/// The number of lines, as on the page.
const LINES: usize = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let json = std::env::args().any(|word| word == "--json");
    let set: u64 = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(0);
    for (game, options, bot, player, every, positions) in CASES {
        if !json {
            println!(
                "\n## {game}, {bot}\n\n| position | headline | differences |\n| --- | --- | --- |"
            );
        }
        let (mut printed, mut seed) = (0, 100 * set);
        while printed < positions {
            seed += 1;
            let options: serde_json::Value = serde_json::from_str(options)?;
            let record = json!({ "totora": 1, "game": game, "options": options, "seed": seed });
            let mut session = Session::begin(Record::from_json(&record)?)?;
            let mut rng = Rng::new(seed, Stream::Other(77));
            let asked = SeatSpec::Bot { id: bot, options: Options::default(), budget: None };
            let mut played: Vec<String> = Vec::new();
            let think = |session: &Session, spec: &SeatSpec, seat, lines: usize| {
                let mut thinking = session.think_for(seat, spec, seed)?;
                thinking.set_multi_pv(lines);
                while !thinking.advance(1 << 14, &NoClock) {}
                Ok::<_, Box<dyn std::error::Error>>((thinking.analysis(), thinking.concepts()))
            };
            for ply in 0.. {
                if session.position().to_act().is_empty() {
                    break;
                }
                let at = ply / every % 5 == 4 - printed % 5;
                if ply >= 4 && ply % every == 0 && printed < positions && at {
                    let (analysis, concepts) = think(&session, &asked, None, LINES)?;
                    let (why, rest) = (&analysis.why, &analysis.differences);
                    let ply = ply + 1;
                    match json {
                        true => println!(
                            "{}",
                            json!({ "game": game, "bot": bot, "seed": seed, "ply": ply,
                                "moves": played, "why": why, "differences": rest,
                                "concepts": concepts })
                        ),
                        false => println!("| {seed}.{ply} | {why} | {} |", rest.join(" ")),
                    }
                    printed += 1;
                }
                // The seats to move: one, or several at once.
                let owing = session.position().to_act();
                for seat in (0..session.position().seats()).filter(|&seat| owing.contains(seat)) {
                    // Games of more than two players draw who plays.
                    let id = match session.position().simultaneous() {
                        true => EMPIRES[(seed as usize + seat) % EMPIRES.len()],
                        false => player,
                    };
                    let quick = SeatSpec::Bot { id, options: Options::default(), budget: None };
                    let moves = session.position().legal().filter(|moves| !moves.is_empty());
                    let mv = match moves {
                        Some(moves) if ply < 4 => moves[rng.below(moves.len())].clone(),
                        _ => think(&session, &quick, Some(seat), 1)?.0.choice.ok_or("no choice")?,
                    };
                    session.play(Some(seat), &mv, false)?;
                    played.push(mv);
                }
            }
        }
    }
    Ok(())
}
