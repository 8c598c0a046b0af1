//! Tests a heuristic on positions of its game: the effect of an increased feature on its score.

use super::step::Demand;
use crate::base::options::Options;
use crate::base::rng::{Rng, Stream};
use crate::catalog::AnyGame;
use crate::contract::features::{Feature, Wanted};
use crate::lab::formula;
use crate::lab::heuristic::{LAB, Lab};
use crate::lab::program::{Program, Warnings, thousandths};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Number of games that supply positions.
const WALKS: u64 = 4;
/// A position is taken at this interval in plies; if moves cannot be listed, no seat moves and the interval is
/// [`EVERY_TURN`] turns.
const EVERY: usize = 3;
const EVERY_TURN: usize = 40;
/// Exclusive upper bound of the random value for a feature without a number in a position.
const MOST_DRAWN: usize = 30;

/// Features by position, in their order.
type Positions = Arc<Vec<Vec<f64>>>;

/// The positions of each game; they are the same for all its lessons.
static KNOWN: Mutex<BTreeMap<&'static str, Positions>> = Mutex::new(BTreeMap::new());

pub(super) struct Tried {
    game: &'static dyn AnyGame,
    positions: Positions,
    terms: Vec<(f64, Program)>,
    wanted: Vec<usize>,
}

impl Tried {
    pub(super) fn new(game: &'static dyn AnyGame, text: &str) -> Result<Tried, String> {
        let lab = Lab::read(text, game.features()).map_err(|error| error.to_string())?;
        let mut wanted = Wanted::default();
        let programs = lab.formulas().iter().map(|formula| Program::new(formula, &mut wanted));
        let weights = lab.terms().iter().map(|term| term.weight.to_f64());
        let terms = weights.zip(programs).collect();
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let positions = known.entry(game.id()).or_insert_with(|| Arc::new(positions(game)));
        let wanted = wanted.places().collect();
        Ok(Tried { game, positions: Arc::clone(positions), terms, wanted })
    }

    fn score(&self, position: &[f64]) -> f64 {
        let wanted = self.wanted.iter().map(|&place| position.get(place).copied().unwrap_or(0.0));
        let wanted: Vec<f64> = wanted.collect();
        let mut trouble = Warnings::NONE;
        let worth = self.terms.iter().map(|(weight, program)| {
            let value = program.value(&wanted, &mut trouble);
            weight * thousandths(value, &mut trouble).to_f64()
        });
        worth.sum()
    }

    /// The change of the score by an increased feature in every position where `when` holds: by one, or by a tenth for a
    /// share.
    fn changes(&self, place: usize, when: &str) -> Result<Vec<f64>, String> {
        let features = self.game.features();
        let Feature { unit, most, .. } = features[place];
        let more = |value: f64| match unit {
            "share" => 0.1,
            // A very large value is doubled.
            _ if most > 1e6 => value + 1.0,
            _ => 1.0,
        };
        let mut wanted = Wanted::first(features.len());
        let holds = match when {
            "" => None,
            when => {
                let read = formula::parse(when, features).map_err(|e| e.to_string())?;
                Some(Program::new(&read, &mut wanted))
            }
        };
        let there = self.positions.iter().filter(|position| {
            holds
                .as_ref()
                .is_none_or(|holds| holds.value(position, &mut Warnings::default()) != 0.0)
        });
        let change = there.map(|position| {
            let mut other = position.clone();
            let more = more(position[place]);
            let up = position[place] + more <= most;
            other[place] += if up { more } else { -more };
            let change = self.score(&other) - self.score(position);
            if up { change } else { -change }
        });
        Ok(change.collect())
    }

    /// The missing part of a demand, in words; `None` if it is met.
    pub(super) fn lacks(
        &self,
        demand: &Demand,
        options: &Options,
    ) -> Result<Option<String>, String> {
        let lacks = match demand {
            Demand::Moves { feature, way, when } => {
                let changes = self.changes(*feature, when)?;
                let count = |up: f64| changes.iter().filter(|&&change| change * up > 0.0).count();
                let (raised, lowered, of) = (count(1.0), count(-1.0), changes.len());
                let met = match way {
                    0 => raised + lowered == 0,
                    1.. => 2 * raised > of && lowered == 0,
                    _ => 2 * lowered > of && raised == 0,
                };
                let moved = |way: &str, n| match n {
                    0 => String::new(),
                    n => format!("{way} it in {n}, "),
                };
                let still = of - raised - lowered;
                let moved = moved("raises", raised) + &moved("lowers", lowered);
                (!met).then(|| format!("now it {moved}leaves it in {still} of {of} positions"))
            }
            Demand::Terms(count) => {
                let found = self.terms.len();
                (found < *count).then(|| format!("now {found}"))
            }
            Demand::Set(key, value) => {
                let settings = self.game.bot_info(LAB).map_err(|error| error.to_string())?.options;
                let spec = settings.iter().find(|spec| spec.key == key);
                let found = spec.map(|spec| options.get(spec).to_json());
                let found = found.as_ref().and_then(|found| found.as_str()).unwrap_or("not set");
                (found != value).then(|| format!("now it is {found}"))
            }
            Demand::Games { .. } => None,
        };
        Ok(lacks)
    }
}

/// Positions of random games.
fn positions(game: &'static dyn AnyGame) -> Vec<Vec<f64>> {
    let mut found = Vec::new();
    for seed in 1..=WALKS {
        let Ok(mut position) = game.start(&Options::default(), seed) else { continue };
        let mut rng = Rng::new(seed, Stream::Other(1));
        for ply in 0.. {
            let Some(seat) = position.to_act().first() else { break };
            let listed = position.legal();
            if ply % if listed.is_some() { EVERY } else { EVERY_TURN } == 0 {
                let mut features = position.features(seat);
                for unknown in features.iter_mut().filter(|value| value.is_nan()) {
                    *unknown = rng.below(MOST_DRAWN) as f64;
                }
                found.push(features);
            }
            let played = match listed {
                Some(moves) => {
                    let chosen = moves.get(rng.below(moves.len().max(1)));
                    chosen.is_some_and(|mv| position.play(seat, mv).is_ok())
                }
                None => {
                    let still = vec![crate::contract::game::NO_ORDER; position.seats()];
                    position.play_ply(&still.join(crate::contract::game::TURN_SEPARATOR)).is_ok()
                }
            };
            if !played {
                break;
            }
        }
    }
    found
}
