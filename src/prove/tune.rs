//! Tuning: the best values of several parameters of a bot, found by [`Evolution`] from games against a field and then
//! **verified on fresh seeds**, against the start values and against the whole field, to detect overfitting.
//!
//! A generation is one arena: all its candidates meet the field on the same openings (common random numbers), and
//! each generation has its own openings. After the last generation, the means of the last third of them are
//! averaged: this is the tuned set. Two arenas verify it: the tuned set and the start set against the
//! field, and one against the other. None of their openings was used in training.
//!
//! Everything depends on the request and the scores so far only: a caller that saves the scores can continue
//! anywhere, at any time, with the same result.

use super::evolution::{Evolution, usual_population};
use super::parameter::{Parameter, with_values};
use super::{MOST_VARIANTS, Study, VariantScore, standing};
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

/// Random streams for the seeds of the generations' arenas, and of verification.
const TRAINING: u32 = 0x7072_0000;
const FRESH: u32 = 0x7665_0000;

/// Maximum of [`TuningPlan::generations`].
pub const MOST_GENERATIONS: u32 = 10_000;

/// The settings of a tuning.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TuningPlan {
    /// The keys of the tuned parameters; empty for the usual ones.
    pub parameters: Vec<String>,
    /// Candidates per generation; the usual number by default.
    pub population: Option<usize>,
    /// Number of generations, 1 to [`MOST_GENERATIONS`].
    pub generations: u32,
    /// The initial distance of candidates from the start values, as a share of each value.
    pub spread: f64,
    /// Games of verification against each combination of opponents.
    pub verify: u32,
    /// The seed of verification: the caller draws a new one each time, so that nothing is fitted to its games. By
    /// default derived from the seed of training.
    pub verify_seed: Option<u64>,
}

impl Default for TuningPlan {
    fn default() -> Self {
        TuningPlan {
            parameters: Vec::new(),
            population: None,
            generations: 60,
            spread: 0.5,
            verify: 2_000,
            verify_seed: None,
        }
    }
}

/// A candidate's points in training: halves of points, and number of games.
pub type Halves = (u64, u64);

/// What to play next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The arena of a generation.
    Train,
    /// The tuned set and the start set against the field.
    Verify,
    /// The tuned set against the start set.
    Duel,
    /// No arena: all is finished.
    Done,
}

/// A finished generation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Generation {
    /// The share of the points of all its candidates together, 0 to 1. Generations have different openings.
    pub share: f64,
    /// The share of the best candidate, biased upwards by selection.
    pub best: f64,
    /// The distance of candidates from the mean, 1 at the start.
    pub spread: f64,
    /// The mean after the generation: the best estimate at that time, one number per parameter.
    pub values: Vec<f64>,
}

/// A tuning in progress. The caller plays its arenas and reports their scores.
pub struct Tuning {
    study: Study,
    plan: TuningPlan,
    parameters: Vec<Parameter>,
    /// The size of a step of the search, for each parameter.
    scales: Vec<f64>,
    search: Evolution,
    history: Vec<Generation>,
    /// Number of finished verification arenas.
    verified: usize,
    /// The seed of verification, once it is known.
    fresh: OnceCell<u64>,
}

impl Tuning {
    /// Starts a tuning.
    ///
    /// # Errors
    /// What is invalid.
    pub fn new(study: Study, plan: TuningPlan) -> Result<Tuning, String> {
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

    /// The bot, its field and its games.
    pub fn study(&self) -> &Study {
        &self.study
    }

    /// The settings, as passed to [`Tuning::new`].
    pub fn plan(&self) -> &TuningPlan {
        &self.plan
    }

    /// The finished generations, oldest first.
    pub fn history(&self) -> &[Generation] {
        &self.history
    }

    /// What to play next.
    pub fn stage(&self) -> Stage {
        match self.verified {
            _ if self.search.generation() < self.plan.generations => Stage::Train,
            0 => Stage::Verify,
            1 => Stage::Duel,
            _ => Stage::Done,
        }
    }

    /// The parameters' values at a point of the search, and the bot with these values.
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

    /// The arena of the current generation, with that seed.
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

    /// The seed of verification: a seed without any opening of training.
    ///
    /// # Errors
    /// When the requested seed has such an opening.
    pub fn verify_seed(&self) -> Result<u64, String> {
        if let Some(&seed) = self.fresh.get() {
            return Ok(seed);
        }
        let seed = self.look_for_seed()?;
        Ok(*self.fresh.get_or_init(|| seed))
    }

    fn look_for_seed(&self) -> Result<u64, String> {
        // Every generation has the same number of candidates, so the openings of these arenas are those of training.
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
        fresh_seed(self.study.seed, FRESH, fresh)
    }

    /// The best estimate so far: the means of the last third of the generations, averaged. The start values, if
    /// no generation is finished.
    pub fn tuned(&self) -> Vec<Fixed> {
        let last = self.history.len().div_ceil(3);
        let tail = &self.history[self.history.len() - last..];
        let value = |(i, parameter): (usize, &Parameter)| match tail {
            [] => parameter.value,
            _ => parameter.nearest(tail.iter().map(|one| one.values[i]).sum::<f64>() / last as f64),
        };
        self.parameters.iter().enumerate().map(value).collect()
    }

    /// The bot with the best estimate so far.
    ///
    /// # Errors
    /// When the values are invalid together.
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

    /// The next arena to play.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn arena(&self) -> Result<Option<Arena>, String> {
        Ok(match self.stage() {
            Stage::Train => Some(self.generation(self.training_seed(self.search.generation()))?),
            Stage::Verify => Some(self.against_field(self.verify_seed()?)?),
            Stage::Duel => Some(self.duel(self.verify_seed()?)?),
            Stage::Done => None,
        })
    }

    /// The points of the candidates in the report of a generation's arena.
    pub fn tallies(&self, report: &Report) -> Vec<Halves> {
        let tally = |score: &Score| (2 * score.wins + score.draws, score.games());
        report.bots[..self.population().min(report.bots.len())]
            .iter()
            .map(|bot| tally(&bot.score))
            .collect()
    }

    /// Number of candidates per generation.
    pub fn population(&self) -> usize {
        self.plan.population.unwrap_or_else(|| usual_population(self.parameters.len()))
    }

    /// Updates the search with the points of the current generation's candidates.
    ///
    /// # Errors
    /// When these are not the points of the current generation.
    pub fn learn(&mut self, tallies: &[Halves]) -> Result<(), String> {
        if self.stage() != Stage::Train || tallies.len() != self.population() {
            return Err("these are no scores of the generation at hand".to_owned());
        }
        let share = |&(halves, games): &Halves| halves as f64 / (2 * games.max(1)) as f64;
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

    /// Marks the arena of that stage as finished.
    pub fn verified(&mut self, stage: Stage) {
        let verifying = matches!(stage, Stage::Verify | Stage::Duel);
        self.verified += usize::from(verifying && stage == self.stage());
    }

    /// Number of games of all arenas: those of training, and those of verification.
    ///
    /// # Errors
    /// When they cannot be scheduled.
    pub fn games(&self) -> Result<(u64, u64), String> {
        let of = |arena: Arena| arena.expected() as u64;
        let generation = of(self.generation(0)?);
        let verifying = of(self.against_field(0)?) + of(self.duel(0)?);
        Ok((generation * u64::from(self.plan.generations), verifying))
    }

    /// The results so far.
    ///
    /// # Errors
    /// When the tuned values are invalid together.
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

/// The size of a step in each parameter: its own value; for a value of 0, the mean of the others, or a twentieth
/// of its range.
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

pub(super) fn seed_of(seed: u64, stream: u32) -> u64 {
    Rng::new(seed, Stream::Other(stream)).next_u64() & MAX_SEED
}

/// The first seed of a stream, derived from `seed`, whose openings are `fresh`.
pub(super) fn fresh_seed(
    seed: u64,
    stream: u32,
    fresh: impl Fn(u64) -> Result<bool, String>,
) -> Result<u64, String> {
    for attempt in 0..1_000 {
        let next = seed_of(seed, stream + attempt);
        if fresh(next)? {
            return Ok(next);
        }
    }
    Err("no openings are left for the verification".to_owned())
}

/// The seeds of an arena's games.
pub(super) fn openings(arena: &Arena) -> BTreeSet<u64> {
    let schedule = arena.schedule();
    gathered((0..schedule.games()).filter_map(|game| Some(schedule.fixture(game)?.seed)))
}

pub(super) fn round(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

fn opponents(report: &Report) -> Vec<Opponent> {
    let of = |against: usize| {
        let one = |bot: usize| report.pair(bot, against).map(|pair| pair.score);
        Opponent { bot: report.bots[against].bot.clone(), tuned: one(0), start: one(1) }
    };
    (2..report.bots.len()).map(of).collect()
}

/// One parameter, before and after.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Turned {
    /// The parameter's key.
    pub key: String,
    /// The label for people.
    pub label: String,
    /// The start value.
    pub from: f64,
    /// The tuned value.
    pub to: f64,
}

/// The settings of the training, and its generations so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Training {
    /// The master seed of training.
    pub seed: u64,
    /// The requested number of generations.
    pub generations: u32,
    /// Candidates per generation.
    pub population: usize,
    /// Games of each candidate against each combination of opponents.
    pub games: u32,
    /// The finished generations, oldest first.
    pub history: Vec<Generation>,
}

/// The tuned set against the start set.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Duel {
    /// Points, with the interval over games.
    #[serde(flatten)]
    pub score: Score,
    /// The share with the interval over pairs of games, in games of two.
    pub paired: Option<Interval>,
}

/// One bot of the field.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Opponent {
    /// Its name in the field.
    pub bot: String,
    /// The tuned set's points against it.
    pub tuned: Option<Score>,
    /// The start set's points against it.
    pub start: Option<Score>,
}

/// The results on fresh seeds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verification {
    /// The master seed of verification; none of its openings is one of training.
    pub seed: u64,
    /// Games against each combination of opponents.
    pub games: u32,
    /// The tuned set against the field, and its difference to the start set.
    pub tuned: Option<VariantScore>,
    /// The start set against the field.
    pub start: Option<VariantScore>,
    /// The opponents one by one.
    pub opponents: Vec<Opponent>,
    /// The tuned set against the start set; `None` until it has been played.
    pub duel: Option<Duel>,
}

/// The results of a tuning.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Found {
    /// The game's id.
    pub game: String,
    /// Its options by key, as in a record.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub options: Value,
    /// The bot with the start values, as text.
    pub bot: String,
    /// The names of the field.
    pub field: Vec<String>,
    /// The parameters, before and after.
    pub numbers: Vec<Turned>,
    /// The tuned bot, as in a record.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ArenaBot"))]
    pub tuned: Value,
    /// The tuned bot as text.
    pub tuned_text: String,
    /// The training: the games that determined the values.
    pub training: Training,
    /// The verification; `None` until games on fresh seeds have been played.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "unknown"))]
    pub verification: Option<Verification>,
    /// Whether all arenas have been played.
    pub finished: bool,
}

impl Found {
    /// The result in one sentence.
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
