//! Measures which weights of a game's bots affect their choices. In many positions, each weight is set to zero and then to
//! twice its value, and the choices that change are counted.
//!
//! `cargo run --example deciding_weights -- outpost` uses 500 positions from 20 games with five seeds. `--positions 40` is
//! quick, and `--bot NAME` measures one bot. The bot plays with random other bots of the game, with the options of arenas.

use serde_json::{Value, json};
use totora::base::options::{OptionKind, OptionSpec};
use totora::base::rng::{Rng, Stream};
use totora::catalog::{AnyGame, game};
use totora::contract::bot::{Budget, NoClock};
use totora::record::{Record, SeatSpec};
use totora::session::Session;

type Failure = Box<dyn std::error::Error>;

/// Number of games, and of different seeds: a random map depends on the seed.
const GAMES: usize = 20;
const MAPS: usize = 5;
/// The budget of bots that search. It is small: the plan matters here, not how the search improves it.
const NODES: u64 = 40;

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let id = args.first().ok_or("usage: deciding_weights GAME [--positions N] [--bot NAME]")?;
    let after = |flag: &str| args.iter().skip_while(|arg| *arg != flag).nth(1);
    let positions: usize = after("--positions").map_or(Ok(500), |n| n.parse())?;
    let game = game(id)?;
    let names: Vec<&'static str> = game.bots().iter().map(|bot| bot.id).collect();
    println!("| bot | weight | changes at 0 | at twice | of |\n| --- | --- | ---: | ---: | ---: |");
    for bot in &names {
        if after("--bot").is_none_or(|one| one == bot) {
            weigh(game, bot, &names, positions)?;
        }
    }
    Ok(())
}

/// A seat with this bot and these options.
fn spec(
    game: &'static dyn AnyGame,
    id: &'static str,
    options: &Value,
) -> Result<SeatSpec, Failure> {
    let raw = options.as_object().cloned().unwrap_or_default();
    let searches = game.bot_info(id)?.budget.is_some();
    let budget = searches.then_some(Budget::Nodes(NODES));
    Ok(SeatSpec::Bot { id, options: game.bot_options(id, &raw)?, budget })
}

fn choice(session: &Session, seat: usize, spec: &SeatSpec) -> Result<String, Failure> {
    let mut thinking = session.think_for(Some(seat), spec, 0)?;
    while !thinking.advance(1 << 14, &NoClock) {}
    Ok(thinking.choice_only().choice.ok_or("no choice")?)
}

/// Prints the rows of one bot.
fn weigh(
    game: &'static dyn AnyGame,
    bot: &'static str,
    names: &[&'static str],
    positions: usize,
) -> Result<(), Failure> {
    let options = game.bot_info(bot)?.options;
    let number = |option: &OptionSpec| match option.kind {
        OptionKind::Number { default, .. } => Some((option.key, default.to_f64())),
        _ => None,
    };
    let weights: Vec<(&str, f64)> = options.iter().filter_map(number).collect();
    if weights.is_empty() {
        return Ok(());
    }
    let mut changes = vec![[0; 2]; weights.len()];
    let mut asked = 0;
    let each = positions.div_ceil(GAMES);
    for number in 0..GAMES {
        let options: Value = game
            .opening_options()
            .iter()
            .chain(game.data().match_options)
            .map(|&(k, v)| (k.to_owned(), json!(v)))
            .collect::<serde_json::Map<_, _>>()
            .into();
        let record =
            json!({ "totora": 1, "game": game.id(), "options": options, "seed": number % MAPS });
        let mut session = Session::begin(Record::from_json(&record)?)?;
        let mut rng = Rng::new(number as u64, Stream::Other(78));
        let mine = rng.below(session.position().seats());
        let mut seats = Vec::new();
        for seat in 0..session.position().seats() {
            let id = if seat == mine { bot } else { names[rng.below(names.len())] };
            seats.push(spec(game, id, &json!({}))?);
        }
        // Turns between two positions, so that they come from the whole game.
        let gap = rng.below(6) + 6;
        let mut seen = 0;
        for turn in 0.. {
            let owing = session.position().to_act();
            if owing.is_empty() || seen == each || asked == positions {
                break;
            }
            if owing.contains(mine) && turn % gap == gap - 1 {
                let now = choice(&session, mine, &seats[mine])?;
                for ((key, value), changed) in weights.iter().zip(&mut changes) {
                    for (other, changed) in [0.0, 2.0 * value].into_iter().zip(changed) {
                        // Twice the value may be out of range.
                        let Ok(other) = spec(game, bot, &json!({ *key: other })) else {
                            continue;
                        };
                        *changed += usize::from(choice(&session, mine, &other)? != now);
                    }
                }
                (seen, asked) = (seen + 1, asked + 1);
            }
            for seat in (0..session.position().seats()).filter(|&seat| owing.contains(seat)) {
                let mv = choice(&session, seat, &seats[seat])?;
                session.play(Some(seat), &mv, false)?;
            }
        }
    }
    for ((key, _), [nought, twice]) in weights.iter().zip(changes) {
        println!("| {bot} | {key} | {nought} | {twice} | {asked} |");
    }
    Ok(())
}
