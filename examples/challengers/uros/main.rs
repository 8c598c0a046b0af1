//! A challenger for the Uros bots: a plain tree search with random playouts, and matches against it.
//!
//! `cargo run --release --example challenger_uros -- match SPEC SPEC GAMES SEED` plays a match from random openings, each
//! with both seats. A SPEC is `uct@10000n` or a bot such as `totora:breadth=32@50ms`. Milliseconds are processor time of
//! this thread, so other programs do not take time from either side.
//!
//! Without arguments it is a bot for the arena: `--bots totora,exec:target/release/examples/challenger_uros --budget 2000n`.

mod duel;
mod uct;

use serde_json::{Value, json};
use std::io::{BufRead, Write};
use totora::base::options::{Options, RawOptions};
use totora::base::rng::{Rng, Stream};
use totora::contract::bot::Budget;
use totora::contract::game::Game;
use totora::games::uros::Uros;

type Failure = Box<dyn std::error::Error>;

/// The budget of a `think` request without a budget.
const PLAYOUTS: Budget = Budget::Nodes(10_000);

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => serve(),
        ["match", first, second, games, seed] => {
            duel::play([first, second], games.parse()?, seed.parse()?)
        }
        _ => Err("expected nothing, or: match SPEC SPEC GAMES SEED".into()),
    }
}

/// Answers requests of the protocol.
fn serve() -> Result<(), Failure> {
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
                let choice = duel::search(&position, seed, budget).ok_or("no move")?;
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
