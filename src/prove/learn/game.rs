//! The games of a heuristic against itself, and random games, from which the usual values of its terms come.

use super::super::Study;
use super::Learning;
use crate::base::fixed::{Fixed, shorten};
use crate::base::rng::{MAX_SEED, Rng, Stream};
use crate::base::util::counted;
use crate::catalog::{AnyBot, AnyPosition};
use crate::contract::bot::{Budget, NoClock};
use crate::contract::game::{FORFEIT, Seat};
use crate::lab::heuristic::WrittenTerm;
use crate::lab::program::Warnings;

/// Streams of random numbers: training, random games, and exploration.
pub(super) const TRAIN: u32 = 0x6c65_0000;
const SURVEY: u32 = 0x6c65_0001;
const EXPLORE: u32 = 0x6c65_0002;

/// Random games for the mean and the deviation of each term.
const SURVEYED: u32 = 24;

/// A move of a training game.
pub(in crate::prove) struct Turn {
    pub(in crate::prove) seat: Seat,
    pub(in crate::prove) seat_name: String,
    pub(in crate::prove) text: String,
    pub(in crate::prove) name: String,
    pub(in crate::prove) random: bool,
    /// Its place in the path of its seat; `None` for a move that ended the game, and for the moves of the opening.
    pub(in crate::prove) at: Option<usize>,
}

/// A training game.
pub(in crate::prove) struct Game {
    pub(in crate::prove) turns: Vec<Turn>,
    /// By seat: the values of the terms after each of its moves.
    pub(in crate::prove) paths: Vec<Vec<Vec<f64>>>,
    pub(in crate::prove) results: Vec<f64>,
    pub(in crate::prove) seed: u64,
    pub(in crate::prove) warnings: Warnings,
}

impl Learning {
    /// The means and the deviations of the terms over the positions of random games.
    pub(super) fn survey(&self) -> Result<Vec<[f64; 2]>, String> {
        let mut values: Vec<Vec<f64>> = Vec::new();
        for number in 0..SURVEYED {
            let game = self.play(SURVEY, number, None, false)?;
            values.extend(game.paths.into_iter().flatten());
        }
        let count = values.len().max(1) as f64;
        let usual = |(i, term): (usize, &WrittenTerm)| {
            let mean = values.iter().map(|row| row[i]).sum::<f64>() / count;
            let squares = values.iter().map(|row| (row[i] - mean) * (row[i] - mean)).sum::<f64>();
            let deviation = libm::sqrt(squares / count);
            if deviation > 1e-6 {
                return Ok([mean, deviation]);
            }
            Err(format!(
                "term {} (`{}`) is {} in all {} of {SURVEYED} random games, so it tells no move from another; \
                 leave it out, or use a feature that changes",
                i + 1,
                shorten(&term.name),
                Fixed::from_f64(mean).unwrap_or_default(),
                counted(values.len() as u64, "position"),
            ))
        };
        self.written.terms.iter().enumerate().map(usual).collect()
    }

    /// Plays a game of a stream. Without a bot, all moves are random.
    pub(super) fn play(
        &self,
        stream: u32,
        number: u32,
        bot: Option<&dyn AnyBot>,
        tell: bool,
    ) -> Result<Game, String> {
        let Study { game, options, starts, .. } = &self.study;
        let start = starts.get(number as usize % starts.len().max(1));
        let place = Stream::Match { pairing: stream, opening: number };
        let seed = Rng::new(self.study.seed, place).next_u64() & MAX_SEED;
        let mut random = Rng::new(seed, Stream::Other(EXPLORE));
        let mut position = game
            .start(start.map_or(options, |start| &start.options), seed)
            .map_err(|error| error.to_string())?;
        let seats = position.seats();
        let [least, most] = position.opening_plies();
        let opening = least + random.below(most.saturating_sub(least) + 1);
        let explored = (self.settings.epsilon * 1e6) as usize;
        let mut played = Game {
            turns: Vec::new(),
            paths: vec![Vec::new(); seats],
            results: Vec::new(),
            seed,
            warnings: Warnings::NONE,
        };
        for ply in 0.. {
            let Some(seat) = position.to_act().first() else { break };
            let by_bot = bot.filter(|_| ply >= opening && random.below(1_000_000) >= explored);
            let seat_name = if tell { position.seat_name(seat) } else { String::new() };
            let before = tell.then(|| position.boxed());
            let text = match by_bot {
                Some(bot) => {
                    let rng = Rng::new(seed, Stream::Decision { seat, ply });
                    let budget = Budget::Nodes(1);
                    let played = bot.play(position.as_mut(), seat, budget, rng, &NoClock, tell);
                    let played = played.ok_or("the heuristic found no move")?;
                    played.text
                }
                None => at_random(position.as_mut(), seat, &mut random)?,
            };
            let mut at = None;
            if ply >= opening && position.outcome().is_none() {
                let (values, warnings) = position.measured(&self.lab, seat);
                played.warnings.add(warnings);
                at = Some(played.paths[seat].len());
                played.paths[seat].push(values.into_iter().map(Fixed::to_f64).collect());
            }
            if tell {
                let random = by_bot.is_none();
                let name =
                    before.and_then(|one| one.move_name(seat, &text).ok()).unwrap_or_default();
                played.turns.push(Turn { seat, seat_name, text, name, random, at });
            }
        }
        let outcome = position.outcome().ok_or("a training game has no result")?;
        played.results = (0..seats).map(|seat| f64::from(outcome.halves(seat)) / 2.0).collect();
        Ok(played)
    }
}

/// Plays a random move: one of those of drawn openings or, if there is none, any legal one.
fn at_random(position: &mut dyn AnyPosition, seat: Seat, rng: &mut Rng) -> Result<String, String> {
    if let Some(text) = position.play_opening_move(rng) {
        return Ok(text);
    }
    let legal = position.legal().unwrap_or_default();
    let text = legal.get(rng.below(legal.len())).map_or(FORFEIT, String::as_str);
    let played = position.play(seat, text).map_err(|error| error.to_string())?;
    Ok(played.text)
}
