//! Matches from random openings, each played with both seats.

use super::Failure;
use super::rave::{Rave, Tuning};
use super::uct::Uct;
use std::collections::BTreeSet;
use std::io::Write;
use std::time::Instant;
use totora::base::options::{Options, RawOptions};
use totora::base::rng::{Rng, Stream};
use totora::contract::bot::{Bot, Budget, Clock};
use totora::contract::game::{Enumerable, Game, MoveList};
use totora::games::uros::{Move, Uros, bots::BOTS};

/// Simulations between two checks of the clock.
const CLOCK: u64 = 8;
/// Random plies of an opening.
const OPENING: usize = 2;

/// Milliseconds of processor time of this thread, or wall-clock time if the system does not report processor time.
struct ProcessorClock {
    wall: Instant,
    used: Option<f64>,
}

impl ProcessorClock {
    fn start() -> ProcessorClock {
        ProcessorClock { wall: Instant::now(), used: ProcessorClock::used() }
    }

    fn used() -> Option<f64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        let nanoseconds: u64 = text.split_whitespace().next()?.parse().ok()?;
        Some(nanoseconds as f64 / 1e6)
    }
}

impl Clock for ProcessorClock {
    fn elapsed_ms(&self) -> f64 {
        match (self.used, ProcessorClock::used()) {
            (Some(start), Some(now)) => now - start,
            _ => self.wall.elapsed().as_secs_f64() * 1e3,
        }
    }
}

/// A search from one position.
pub(crate) trait Searcher {
    /// One simulation.
    fn simulate(&mut self);
    /// The most visited move.
    fn choice(&self) -> Option<Move>;
}

/// Which challenger searches.
#[derive(Clone, Copy)]
pub(crate) enum Challenger {
    /// See [`super::uct`].
    Uct,
    /// See [`super::rave`].
    Rave(Tuning),
}

impl Challenger {
    /// The challenger of that name.
    pub(crate) fn named(name: &str) -> Option<Challenger> {
        match name {
            "uct" => Some(Challenger::Uct),
            "rave" => Some(Challenger::Rave(Tuning::DEFAULT)),
            _ => None,
        }
    }

    /// Changes a setting: of `rave`, `near` and `exploration`.
    fn set(&mut self, key: &str, value: &str) -> Result<(), Failure> {
        match (self, key) {
            (Challenger::Rave(tuning), "near") => tuning.near = value.parse()?,
            (Challenger::Rave(tuning), "exploration") => tuning.exploration = value.parse()?,
            _ => return Err(format!("the challenger has no setting {key}").into()),
        }
        Ok(())
    }

    /// Its move.
    pub(crate) fn search(self, position: &Uros, seed: u64, budget: Budget) -> Option<Move> {
        match self {
            Challenger::Uct => run(Uct::new(*position, seed), budget),
            Challenger::Rave(tuning) => run(Rave::new(*position, tuning, seed)?, budget),
        }
    }
}

fn run(mut searcher: impl Searcher, budget: Budget) -> Option<Move> {
    let clock = ProcessorClock::start();
    for simulation in 0u64.. {
        let done = match budget {
            Budget::Nodes(most) => simulation >= most,
            Budget::Ms(most) => simulation % CLOCK == 0 && clock.elapsed_ms() >= most as f64,
            Budget::Depth(_) => simulation >= 10_000,
        };
        if done && simulation > 0 {
            break;
        }
        searcher.simulate();
    }
    searcher.choice()
}

/// What chooses the moves of a side.
enum Mind {
    Challenger(Challenger),
    Bot(Box<dyn Bot<Uros>>),
}

/// A side of a match.
struct Player {
    mind: Mind,
    budget: Budget,
    moves: u64,
    used_ms: f64,
}

impl Player {
    /// Parses a player such as `uct@10000n` or `totora:breadth=32@50ms`.
    fn of(spec: &str) -> Result<Player, Failure> {
        let (bot, budget) = spec.split_once('@').ok_or("a player needs a budget: totora@50ms")?;
        let budget: Budget = budget.parse()?;
        let mut parts = bot.split(':');
        let id = parts.next().unwrap_or_default();
        let pairs: Option<Vec<_>> = parts.map(|part| part.split_once('=')).collect();
        let pairs = pairs.ok_or("an option is KEY=VALUE")?;
        let mind = match Challenger::named(id) {
            Some(mut challenger) => {
                for (key, value) in pairs {
                    challenger.set(key, value)?;
                }
                Mind::Challenger(challenger)
            }
            None => {
                let raw = pairs.into_iter().map(|(key, value)| (key.to_owned(), value.into()));
                let raw: RawOptions = raw.collect();
                let spec = BOTS.iter().find(|spec| spec.id == id).ok_or("no such bot")?;
                Mind::Bot(spec.build(&Options::check(&spec.options(), &raw)?))
            }
        };
        Ok(Player { mind, budget, moves: 0, used_ms: 0.0 })
    }

    fn choose(&mut self, position: &Uros, seat: usize, seed: u64, ply: usize) -> Option<Move> {
        let clock = ProcessorClock::start();
        let mut rng = Rng::new(seed, Stream::Decision { seat, ply });
        let chosen = match &self.mind {
            Mind::Challenger(challenger) => {
                challenger.search(position, rng.next_u64(), self.budget)
            }
            Mind::Bot(bot) => bot.think(position, seat, self.budget, rng, &clock).choice,
        };
        self.moves += 1;
        self.used_ms += clock.elapsed_ms();
        chosen
    }
}

/// The 95% Wilson interval of a share.
fn wilson(share: f64, games: f64) -> [f64; 2] {
    const Z: f64 = 1.96;
    let whole = 1.0 + Z * Z / games;
    let middle = (share + Z * Z / (2.0 * games)) / whole;
    let half = Z * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt() / whole;
    [middle - half, middle + half]
}

/// Plays the match, and prints the score after each pair of games.
pub(crate) fn play(specs: [&str; 2], games: usize, seed: u64) -> Result<(), Failure> {
    let [first, second] = specs.map(Player::of);
    let mut players = [first?, second?];
    let (mut openings, mut different) = (BTreeSet::new(), BTreeSet::new());
    let (mut points, mut played, mut draws) = (0.0, 0.0, 0);
    let mut draw = Rng::new(seed, Stream::Setup);
    while (played as usize) < games {
        let mut opening = Uros::start(false, false);
        let mut legal = MoveList::new();
        for _ in 0..OPENING {
            opening.legal_moves(&mut legal);
            opening.play_unchecked(&legal[draw.below(legal.len())]);
        }
        if !openings.insert(opening.hash()) {
            continue;
        }
        let game_seed = draw.next_u64() >> 11;
        for seat_of_first in [0, 1] {
            let (mut position, mut line) = (opening, Vec::new());
            while let Some(seat) = position.to_act().first() {
                let player = &mut players[usize::from(seat != seat_of_first)];
                let mv = player.choose(&position, seat, game_seed, OPENING + line.len());
                let mv = mv.ok_or("a player did not move")?;
                position.play(seat, &mv)?;
                line.push(mv.to_string());
            }
            let ranks = position.outcome().ok_or("no result")?.ranks;
            points += match ranks[seat_of_first].cmp(&ranks[1 - seat_of_first]) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            };
            draws += u32::from(ranks[0] == ranks[1]);
            played += 1.0;
            different.insert((opening.hash(), line));
        }
        let [low, high] = wilson(points / played, played).map(|share| 100.0 * share);
        let [one, other] = players.each_ref().map(|player| player.used_ms / player.moves as f64);
        println!(
            "{} of {played} games ({} different, {draws} drawn): {:.1}% ({low:.1} to {high:.1}), {one:.1} and {other:.1} ms per move",
            points,
            different.len(),
            100.0 * points / played,
        );
        std::io::stdout().flush()?;
    }
    Ok(())
}
