//! Two challengers for the Uros bots, and matches against them: `uct` is a plain tree search with random games, `rave` one with
//! a softmax prior, RAVE and random games in which three of four houses go next to a village.
//!
//! `cargo run --release --example challenger_uros -- match SPEC SPEC GAMES SEED` plays a match from random openings, each
//! with both seats. A SPEC is `uct@10000n`, `rave:near=4@20ms` or a bot such as `totora:breadth=32@50ms`. Milliseconds are
//! processor time of this thread, so other programs do not take time from either side. `rave` has two settings: `near`, how many
//! of 16 houses in a random game go next to a village, and `exploration`, the weight of the prior.
//!
//! With the name of a challenger, or nothing for `uct`, it is a bot for the arena:
//! `--bots "totora,exec:target/release/examples/challenger_uros rave" --budget 2000n`.

mod board;
mod duel;
mod rave;
mod uct;

use serde_json::{Value, json};
use std::io::{BufRead, Write};
use totora::base::options::{Options, RawOptions};
use totora::base::rng::{Rng, Stream};
use totora::contract::bot::Budget;
use totora::contract::game::Game;
use totora::games::uros::Uros;

use duel::Challenger;

type Failure = Box<dyn std::error::Error>;

/// The budget of a `think` request without a budget.
const PLAYOUTS: Budget = Budget::Nodes(10_000);

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => serve(Challenger::Uct),
        [name] => serve(Challenger::named(name).ok_or("the challengers are uct and rave")?),
        ["match", first, second, games, seed] => {
            duel::play([first, second], games.parse()?, seed.parse()?)
        }
        _ => Err("expected nothing, or: match SPEC SPEC GAMES SEED".into()),
    }
}

/// Answers requests of the protocol.
fn serve(challenger: Challenger) -> Result<(), Failure> {
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let answer = match request["do"].as_str() {
            Some("new") => json!({"ok": true, "wants": ["position"]}),
            Some("think") => {
                let text = request["position"].as_str().ok_or("no position")?;
                let mut raw = RawOptions::new();
                raw.insert("position".to_owned(), json!(text));
                let options = Options::check(Uros::options(), &raw)?;
                let position = Uros::new(&options, &mut Rng::new(0, Stream::Setup))?;
                let budget = match &request["budget"] {
                    Value::Null => PLAYOUTS,
                    budget => Budget::from_json(budget)?,
                };
                let seed = request["seed"].as_u64().unwrap_or(0);
                let choice = challenger.search(&position, seed, budget).ok_or("no move")?;
                json!({"ok": true, "thought": {"choice": choice.to_string()}})
            }
            _ => json!({"ok": true}),
        };
        println!("{answer}");
        std::io::stdout().flush()?;
        if request["do"] == "quit" {
            break;
        }
    }
    Ok(())
}
