//! Tuning: the best of several numbers of a bot, found by [`Evolution`] from games against a field and then
//! **verified on fresh seeds**, against where it began and against the whole field, so that we do not fool ourselves.
//!
//! A generation is one arena: all its candidates meet the field on the same openings (common random numbers), and
//! each generation has openings of its own. When all generations are done, the means of the last third of them are
//! averaged, which is the tuned set. Two arenas verify it: the tuned set and the set it began from against the
//! field, and the one against the other. No opening of these was seen in training.
//!
//! All of it is a function of what was asked for and of the scores so far: a caller that keeps the scores can go on
//! anywhere, at any time, and comes to the same.

use super::evolution::{Evolution, usual_population};
use super::parameter::{Parameter, with_values};
use super::{MOST_VARIANTS, Standing, Study, standing};
use crate::arena::report::{Report, Score};
use crate::arena::statistics::Interval;
use crate::arena::{Arena, Entrant, percent, range, signed};
use crate::base::fixed::Fixed;
use crate::base::rng::{MAX_SEED, Rng, Stream};
use crate::base::util::gathered;
use crate::record::SeatSpec;
use serde::Serialize;
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// Streams of seeds: of the generations' arenas, and of verification.
const TRAINING: u32 = 0x7072_0000;
const FRESH: u32 = 0x7665_0000;

/// The most generations.
pub const MOST_GENERATIONS: u32 = 10_000;

/// How tuning is done.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    /// The numbers that are tuned; the usual ones if none is named.
    pub parameters: Vec<String>,
    /// Candidates a generation; the usual number unless given.
    pub population: Option<usize>,
    /// How many generations.
    pub generations: u32,
    /// How far the first candidates lie from where it begins, as a share of each number.
    pub spread: f64,
    /// Games of verification against each choice of opponents.
    pub verify: u32,
    /// The seed of verification: the caller draws it anew each time, so that nothing is fitted to its games. Unless
    /// given it follows from the seed of training.
    pub verify_seed: Option<u64>,
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            parameters: Vec::new(),
            population: None,
            generations: 60,
            spread: 0.5,
            verify: 2_000,
            verify_seed: None,
        }
    }
}

/// A candidate's points in training: halves of them, and how many games.
pub type Tally = (u64, u64);

/// What is to be played next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// A generation.
    Train,
    /// The tuned set, and where it began, against the field.
    Verify,
    /// The tuned set against where it began.
    Duel,
    /// Nothing.
    Done,
}

/// A generation that was played.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Generation {
    /// The share of the points of all its candidates together, 0 to 1. Generations have different openings.
    pub share: f64,
    /// The best candidate's, which chance has favoured.
    pub best: f64,
    /// How far candidates lay from the mean, 1 being what it began with.
    pub spread: f64,
    /// The mean after it: what tuning thought best then, one number each.
    pub values: Vec<f64>,
}

/// Tuning under way.
pub struct Tuning {
    study: Study,
    plan: Plan,
    parameters: Vec<Parameter>,
    /// By what a step of the search is multiplied, for each number.
    scales: Vec<f64>,
    search: Evolution,
    history: Vec<Generation>,
    /// How many of the verifying arenas are done.
    verified: usize,
    /// The seed of verification, once it is known.
    fresh: OnceCell<u64>,
}

impl Tuning {
    /// Plans to tune.
    ///
    /// # Errors
    /// What does not fit.
    pub fn new(study: Study, plan: Plan) -> Result<Tuning, String> {
        study.needs_field()?;
        let parameters = study.chosen(&plan.parameters, |parameter| parameter.usual)?;
        let keys: BTreeSet<&str> =
            gathered(parameters.iter().map(|parameter| parameter.key.as_str()));
        if keys.len() < parameters.len() {
            return Err("a number is named twice".to_owned());
        }
        if !(1..=MOST_GENERATIONS).contains(&plan.generations) {
            let given = plan.generations;
            return Err(format!("{given} generations; expected 1 to {MOST_GENERATIONS}"));
        }
        let population = plan.population.unwrap_or_else(|| usual_population(parameters.len()));
        if !(4..=MOST_VARIANTS).contains(&population) {
            return Err(format!("a population of {population}; expected 4 to {MOST_VARIANTS}"));
        }
        if !(0.01..=10.0).contains(&plan.spread) {
            return Err(format!("a spread of {}; expected 0.01 to 10", plan.spread));
        }
        if plan.verify == 0 {
            return Err("0 games of verification; expected at least 1".to_owned());
        }
        let scales = scales(&parameters);
        let search =
            Evolution::new(vec![0.0; parameters.len()], plan.spread, population, study.seed);
        let (history, fresh) = (Vec::new(), OnceCell::new());
        let tuning =
            Tuning { study, plan, parameters, scales, search, history, verified: 0, fresh };
        tuning.generation(tuning.study.seed)?;
        Ok(tuning)
    }

    /// What is tuned, of whom, against whom.
    pub fn study(&self) -> &Study {
        &self.study
    }

    /// How.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What was played of training.
    pub fn history(&self) -> &[Generation] {
        &self.history
    }

    /// What is to be played next.
    pub fn stage(&self) -> Stage {
        match self.verified {
            _ if self.search.generation() < self.plan.generations => Stage::Train,
            0 => Stage::Verify,
            1 => Stage::Duel,
            _ => Stage::Done,
        }
    }

    /// The bot with its numbers at a point of the search.
    fn at(&self, point: &[f64]) -> (Vec<Fixed>, Result<SeatSpec, String>) {
        let value = |((parameter, scale), way): ((&Parameter, &f64), &f64)| {
            parameter.nearest(parameter.value.to_f64() + scale * way)
        };
        let values: Vec<Fixed> =
            self.parameters.iter().zip(&self.scales).zip(point).map(value).collect();
        let changes: Vec<_> = self.parameters.iter().zip(values.iter().copied()).collect();
        let seat = with_values(self.study.game, &self.study.bot, &changes);
        (values, seat)
    }

    /// The arena of the generation at hand, with that seed.
    fn generation(&self, seed: u64) -> Result<Arena, String> {
        let variant = |(i, point): (usize, Vec<f64>)| {
            Ok(Entrant { name: format!("candidate {}", i + 1), seat: self.at(&point).1? })
        };
        let variants = self.search.candidates().into_iter().enumerate().map(variant);
        self.study.arena(variants.collect::<Result<_, String>>()?, self.study.games, seed)
    }

    /// The seed of a generation's arena.
    fn training_seed(&self, generation: u32) -> u64 {
        seed_of(self.study.seed, TRAINING + generation)
    }

    /// The seed of verification: one under which no opening of training comes again.
    ///
    /// # Errors
    /// When such an opening comes again under the seed that was asked for.
    pub fn verify_seed(&self) -> Result<u64, String> {
        if let Some(&seed) = self.fresh.get() {
            return Ok(seed);
        }
        let seed = self.look_for_seed()?;
        Ok(*self.fresh.get_or_init(|| seed))
    }

    fn look_for_seed(&self) -> Result<u64, String> {
        // Every generation has as many candidates, so openings fall alike for these.
        let mut seen = BTreeSet::new();
        for generation in 0..self.plan.generations {
            seen.extend(openings(&self.generation(self.training_seed(generation))?));
        }
        let fresh = |seed: u64| -> Result<bool, String> {
            let arenas = [self.against_field(seed)?, self.duel(seed)?];
            Ok(arenas.iter().flat_map(openings).all(|opening| !seen.contains(&opening)))
        };
        if let Some(seed) = self.plan.verify_seed {
            return match fresh(seed)? {
                true => Ok(seed),
                false => Err(format!(
                    "under seed {seed} openings of training come again; choose another"
                )),
            };
        }
        for attempt in 0.. {
            let seed = seed_of(self.study.seed, FRESH + attempt);
            if fresh(seed)? {
                return Ok(seed);
            }
        }
        Err("no seed is fresh".to_owned())
    }

    /// What tuning thinks best so far: the means of the last third of the generations, averaged. Where it began, if
    /// there was none.
    pub fn tuned(&self) -> Vec<Fixed> {
        let last = self.history.len().div_ceil(3);
        let tail = &self.history[self.history.len() - last..];
        let value = |(i, parameter): (usize, &Parameter)| match tail {
            [] => parameter.value,
            _ => parameter.nearest(tail.iter().map(|one| one.values[i]).sum::<f64>() / last as f64),
        };
        self.parameters.iter().enumerate().map(value).collect()
    }

    /// The bot with what tuning thinks best so far.
    ///
    /// # Errors
    /// When its numbers do not fit together.
    pub fn tuned_bot(&self) -> Result<SeatSpec, String> {
        let changes: Vec<_> = self.parameters.iter().zip(self.tuned()).collect();
        with_values(self.study.game, &self.study.bot, &changes)
    }

    fn against_field(&self, seed: u64) -> Result<Arena, String> {
        let tuned = Entrant { name: "tuned".to_owned(), seat: self.tuned_bot()? };
        let start = Entrant { name: "start".to_owned(), seat: self.study.bot.clone() };
        self.study.arena(vec![tuned, start], self.plan.verify, seed)
    }

    fn duel(&self, seed: u64) -> Result<Arena, String> {
        let tuned = Entrant { name: "tuned".to_owned(), seat: self.tuned_bot()? };
        let start = self.study.copies("start", &self.study.bot);
        self.study.meeting(vec![tuned], start, self.plan.verify, seed)
    }

    /// The arena that is to be played next.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn arena(&self) -> Result<Option<Arena>, String> {
        Ok(match self.stage() {
            Stage::Train => Some(self.generation(self.training_seed(self.search.generation()))?),
            Stage::Verify => Some(self.against_field(self.verify_seed()?)?),
            Stage::Duel => Some(self.duel(self.verify_seed()?)?),
            Stage::Done => None,
        })
    }

    /// What the report of a generation's arena says of its candidates.
    pub fn tallies(&self, report: &Report) -> Vec<Tally> {
        let tally = |score: &Score| (2 * score.wins + score.draws, score.games());
        report.bots[..self.population().min(report.bots.len())]
            .iter()
            .map(|bot| tally(&bot.score))
            .collect()
    }

    /// Candidates a generation.
    pub fn population(&self) -> usize {
        self.plan.population.unwrap_or_else(|| usual_population(self.parameters.len()))
    }

    /// Learns what the candidates of the generation at hand came to.
    ///
    /// # Errors
    /// When that is not what was to be played.
    pub fn learn(&mut self, tallies: &[Tally]) -> Result<(), String> {
        if self.stage() != Stage::Train || tallies.len() != self.population() {
            return Err("these are no scores of the generation at hand".to_owned());
        }
        let share = |&(halves, games): &Tally| halves as f64 / (2 * games.max(1)) as f64;
        let shares: Vec<f64> = tallies.iter().map(share).collect();
        let spread = self.search.spread() / self.plan.spread;
        self.search.learn(&shares);
        let (halves, games) =
            tallies.iter().fold((0, 0), |(halves, games), one| (halves + one.0, games + one.1));
        let mean: Vec<f64> =
            self.at(self.search.mean()).0.iter().map(|value| value.to_f64()).collect();
        self.history.push(Generation {
            share: round(share(&(halves, games))),
            best: round(shares.iter().copied().fold(0.0, f64::max)),
            spread: round(spread),
            values: mean,
        });
        Ok(())
    }

    /// The arena of that stage has been played to its end.
    pub fn verified(&mut self, stage: Stage) {
        let verifying = matches!(stage, Stage::Verify | Stage::Duel);
        self.verified += usize::from(verifying && stage == self.stage());
    }

    /// Games of all arenas: those of training, and those of verification.
    ///
    /// # Errors
    /// When they cannot be planned.
    pub fn games(&self) -> Result<(u64, u64), String> {
        let of = |arena: Arena| arena.expected() as u64;
        let generation = of(self.generation(0)?);
        let verifying = of(self.against_field(0)?) + of(self.duel(0)?);
        Ok((generation * u64::from(self.plan.generations), verifying))
    }

    /// What was found so far.
    ///
    /// # Errors
    /// When the tuned numbers do not fit together.
    pub fn found(&self, field: Option<&Report>, duel: Option<&Report>) -> Result<Found, String> {
        let turned = |(parameter, value): (&Parameter, Fixed)| Turned {
            key: parameter.key.clone(),
            label: parameter.label.clone(),
            from: parameter.value.to_f64(),
            to: value.to_f64(),
        };
        let verifying = self.stage() != Stage::Train;
        Ok(Found {
            game: self.study.game.id().to_owned(),
            options: Value::Object(self.study.options.to_json()),
            bot: self.study.bot.to_text(),
            field: self.study.field.iter().map(|one| one.name.clone()).collect(),
            numbers: self.parameters.iter().zip(self.tuned()).map(turned).collect(),
            tuned: serde_json::json!(self.tuned_bot()?),
            tuned_text: self.tuned_bot()?.to_text(),
            training: Training {
                seed: self.study.seed,
                generations: self.plan.generations,
                population: self.population(),
                games: self.study.games,
                history: self.history.clone(),
            },
            verification: match field {
                Some(field) if verifying => Some(Verification {
                    seed: self.verify_seed()?,
                    games: self.plan.verify,
                    tuned: standing(field, 0, 1),
                    start: standing(field, 1, 1),
                    opponents: opponents(field),
                    duel: duel.and_then(|duel| {
                        let paired = duel.bots.get(1).and_then(|_| duel.pair(0, 1)?.paired);
                        Some(Duel { score: duel.bots.first()?.score, paired })
                    }),
                }),
                _ => None,
            },
            finished: self.stage() == Stage::Done,
        })
    }
}

/// How far a step goes in each number: its own size; where that is nought, what the others have in the mean, or a
/// twentieth of its range.
fn scales(parameters: &[Parameter]) -> Vec<f64> {
    let sizes: Vec<f64> =
        parameters.iter().map(|parameter| parameter.value.to_f64().abs()).collect();
    let some: Vec<f64> = sizes.iter().copied().filter(|&size| size > 0.0).collect();
    let usual = some.iter().sum::<f64>() / some.len().max(1) as f64;
    let scale = |(parameter, &size): (&Parameter, &f64)| {
        let range = (parameter.max.to_f64() - parameter.min.to_f64()) / 20.0;
        match size {
            size if size > 0.0 => size,
            _ if usual > 0.0 => usual.min(range),
            _ => range,
        }
    };
    parameters.iter().zip(&sizes).map(scale).collect()
}

fn seed_of(seed: u64, stream: u32) -> u64 {
    Rng::new(seed, Stream::Other(stream)).next_u64() & MAX_SEED
}

/// The seeds of an arena's games.
fn openings(arena: &Arena) -> BTreeSet<u64> {
    let schedule = arena.schedule();
    gathered((0..schedule.games()).filter_map(|game| Some(schedule.fixture(game)?.seed)))
}

fn round(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

fn opponents(report: &Report) -> Vec<Opponent> {
    let of = |against: usize| {
        let one = |bot: usize| report.pair(bot, against).map(|pair| pair.score);
        Opponent { bot: report.bots[against].bot.clone(), tuned: one(0), start: one(1) }
    };
    (2..report.bots.len()).map(of).collect()
}

/// One number, before and after.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Turned {
    /// By what it is asked for.
    pub key: String,
    /// For people.
    pub label: String,
    /// Where it began.
    pub from: f64,
    /// Where it came to.
    pub to: f64,
}

/// What training was.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Training {
    /// From which all seeds of training are made.
    pub seed: u64,
    /// Generations, as asked for.
    pub generations: u32,
    /// Candidates in each.
    pub population: usize,
    /// Games of each candidate against each choice of opponents.
    pub games: u32,
    /// Those that were played.
    pub history: Vec<Generation>,
}

/// The tuned set against where it began.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Duel {
    /// Points, with the interval over games.
    #[serde(flatten)]
    pub score: Score,
    /// The share with the interval over pairs of games, where two play.
    pub paired: Option<Interval>,
}

/// One of the field.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Opponent {
    /// Its name.
    pub bot: String,
    /// The tuned set's points against it.
    pub tuned: Option<Score>,
    /// Those of where it began.
    pub start: Option<Score>,
}

/// What games on fresh seeds say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verification {
    /// From which their seeds are made; no opening of training is among them.
    pub seed: u64,
    /// Games against each choice of opponents.
    pub games: u32,
    /// The tuned set against the field, and how far it is ahead of where it began.
    pub tuned: Option<Standing>,
    /// Where it began, against the field.
    pub start: Option<Standing>,
    /// One by one.
    pub opponents: Vec<Opponent>,
    /// The one against the other; `None` until it was played.
    pub duel: Option<Duel>,
}

/// What tuning found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Found {
    /// The game's id.
    pub game: String,
    /// Its options.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub options: Value,
    /// The bot as it began, as people type it.
    pub bot: String,
    /// Whom it met.
    pub field: Vec<String>,
    /// Its numbers, before and after.
    pub numbers: Vec<Turned>,
    /// The tuned bot, as in a record.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ArenaBot"))]
    pub tuned: Value,
    /// The same as people type it.
    pub tuned_text: String,
    /// What it was found by.
    pub training: Training,
    /// What it is worth; `None` until games on fresh seeds were played.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "unknown"))]
    pub verification: Option<Verification>,
    /// Whether all was played.
    pub finished: bool,
}

impl Found {
    /// What it says, in a sentence.
    pub fn headline(&self) -> String {
        let Training { generations, history, .. } = &self.training;
        let Some(verified) = &self.verification else {
            return format!(
                "Training: {} of {generations} generations. Nothing is verified yet.",
                history.len()
            );
        };
        let (Some(tuned), Some(start)) = (&verified.tuned, &verified.start) else {
            return "Nothing is verified yet.".to_owned();
        };
        let ahead = tuned.ahead.map_or_else(String::new, |ahead| {
            let [low, middle, high] = [ahead.low, ahead.middle, ahead.high].map(signed);
            let verdict = match ahead {
                ahead if ahead.low > 0.0 => "ahead",
                ahead if ahead.high < 0.0 => "behind",
                _ => "which these games cannot tell apart",
            };
            format!(": {middle} points ({low} to {high}), {verdict}")
        });
        format!(
            "On fresh seeds the tuned set has {}% of the points against the field ({}), where it began {}%{ahead}.",
            percent(tuned.score.share),
            range(tuned.score.low, tuned.score.high),
            percent(start.score.share),
        )
    }
}
