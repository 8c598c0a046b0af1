//! How often a person loses Outpost without thinking: one order in the first turn, *Use suggestions*, and then *Fast-forward* to
//! the end. The games are those of a first visit: short, with the three opponents of a level.
//!
//! `cargo run --release --example outpost_idle` plays 60 games against each level with seeds from 1, in about a minute, and
//! prints the share that is lost. `-- --games 20 --adviser harvester` plays fewer, with another adviser.

use serde_json::{Value, json};
use totora::catalog::game;
use totora::contract::bot::NoClock;
use totora::record::{Record, SeatSpec};
use totora::session::Session;
use totora::session::dto::GameInfo;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().collect();
    let value = |key: &str| args.iter().skip_while(|arg| *arg != key).nth(1).cloned();
    let games: u64 = value("--games").map_or(Ok(60), |games| games.parse())?;
    let adviser = value("--adviser");
    let only: Option<usize> = value("--level").map(|level| level.parse()).transpose()?;
    let info = GameInfo::from_game(game("outpost")?);
    for (at, rivals) in info.rivals.iter().enumerate() {
        if only.is_some_and(|level| level != at + 1) {
            continue;
        }
        let mut ranks = [0_u32; 4];
        for seed in 1..=games {
            ranks[rank(&info, &rivals[..3], adviser.as_deref(), seed)? - 1] += 1;
        }
        let lost = 100.0 * f64::from(ranks[1..].iter().sum::<u32>()) / games as f64;
        println!("level {}: {lost:.0}% of {games} games lost; ranks {ranks:?}", at + 1);
    }
    Ok(())
}

/// The rank of a person on the first seat.
fn rank(
    info: &GameInfo,
    rivals: &[&str],
    adviser: Option<&str>,
    seed: u64,
) -> Result<usize, Failure> {
    let bots = rivals.iter().map(|bot| json!({ "bot": bot, "options": {} }));
    let seats: Vec<Value> = std::iter::once(json!({ "human": true })).chain(bots).collect();
    let options: serde_json::Map<String, Value> = info
        .data
        .first_options
        .iter()
        .map(|&(key, value)| (key.to_owned(), value.into()))
        .collect();
    let record =
        json!({ "totora": 1, "game": "outpost", "options": options, "seed": seed, "seats": seats });
    let mut session = Session::begin(Record::from_json(&record)?)?;
    let layout = session.position().layout().to_json();
    let adviser = adviser.or(layout["adviser"].as_str()).ok_or("no adviser")?;
    let mut order = format!("adviser {adviser}; auto 0");
    while session.position().outcome().is_none() {
        let specs: Vec<SeatSpec> = session.setup().seats.clone();
        for (seat, spec) in specs.iter().enumerate() {
            let choice = match spec {
                SeatSpec::Human => std::mem::replace(&mut order, ".".to_owned()),
                _ => {
                    let mut thinking = session.think_for(Some(seat), spec, seed)?;
                    while !thinking.advance(1 << 14, &NoClock) {}
                    thinking.choice_only().choice.ok_or("no choice")?
                }
            };
            session.play(Some(seat), &choice, false)?;
        }
    }
    Ok(session.position().outcome().ok_or("no end")?.ranks[0].into())
}
