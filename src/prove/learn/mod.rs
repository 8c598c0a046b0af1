//! Learning: the weights of a set of terms from games of a heuristic against itself, by temporal differences.
//!
//! The heuristic looks one ply ahead and sometimes plays at random. After each game, every position that a seat left to
//! the others is compared with the next one that it left, and the last with the result: TD(λ) with the increments added
//! at the end of the game (R. S. Sutton, "Learning to Predict by the Methods of Temporal Differences", Machine Learning 3,
//! 1988). That the learner's own games suffice is the finding of G. Tesauro, "Temporal Difference Learning and TD-Gammon",
//! Communications of the ACM 38(3), 1995. The win chance is `1 / (1 + e^-(b + Σ w·x))`, where `x` are the values of the
//! terms for the seat that moved, less their mean and in units of their deviation in random games, so that one rate fits
//! terms of any size; `b` is the chance of the first moment and no part of the heuristic.
//!
//! Weights are whole billionths after each game: a saved state continues with the same numbers on every machine. The
//! learned set is the mean of the weights over the last third of the games (B. T. Polyak and A. B. Juditsky, "Acceleration
//! of Stochastic Approximation by Averaging", 1992). In between, and at the end on other openings, arenas measure it against
//! an opponent; learning never looks at their results.

mod game;
mod temporal;
mod terms;
#[cfg(test)]
mod tests;

pub(in crate::prove) use game::{Game, Turn};
pub use temporal::{Increment, increments};
pub use terms::{default_terms, terms};

use super::Study;
use super::learned::LearnedGame;
use super::tune::{fresh_seed, openings, seed_of};
use crate::arena::{Arena, Entrant, GameResult, Plan};
use crate::base::fixed::Fixed;
use crate::base::options::OptionKind;
use crate::catalog::AnyGame;
use crate::contract::bot::Clock;
use crate::lab::heuristic::{FORMULA, LAB, Lab, Written};
use crate::record::SeatSpec;
use game::TRAIN;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use terms::cannot_learn;

/// Streams of random numbers of the measurements and of the verification.
const MEASURE: u32 = 0x6c65_0003;
const FRESH: u32 = 0x6c65_0010;

/// Weights are whole multiples of one in this many.
pub(super) const UNIT: f64 = 1e9;
/// The largest weight, in units of log-odds for a deviation of the term: beyond it, every prediction is certain.
pub(super) const LIMIT: f64 = 10.0;
/// The largest weight of the heuristic, unless others would be rounded away.
const LARGEST: f64 = 10.0;
/// Maximum number of training games.
const MOST_GAMES: u32 = 1_000_000;
/// The search of the training games.
const ONE_PLY: &str = "one-ply";

/// The settings of the learning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(rename = "LearnSettings"))]
#[serde(deny_unknown_fields)]
pub struct LearningSettings {
    /// Training games.
    pub games: u32,
    /// The learning rate: how far a weight moves for an error of 1, at the start.
    pub rate: f64,
    /// λ: how much of an error reaches the positions before, from 0, only the last one, to 1, all of them.
    pub lambda: f64,
    /// ε: the share of random moves in training.
    pub epsilon: f64,
    /// Training games between two measurements.
    pub every: u32,
    /// Games of a measurement; 0 for none.
    pub measure: u32,
    /// Games of the verification at the end; 0 for none.
    pub verify: u32,
}

impl Default for LearningSettings {
    fn default() -> Self {
        LearningSettings {
            games: 1_000,
            rate: 0.05,
            lambda: 0.9,
            epsilon: 0.1,
            every: 100,
            measure: 40,
            verify: 400,
        }
    }
}

impl LearningSettings {
    fn check(&self) -> Result<(), String> {
        let within = |name: &str, value: f64, least: f64, most: f64| {
            let fits = (least..=most).contains(&value);
            let wrong = || format!("{name} is {value}; expected {least} to {most}");
            if fits { Ok(()) } else { Err(wrong()) }
        };
        let most = f64::from(MOST_GAMES);
        within("games", self.games.into(), 1.0, most)?;
        within("rate", self.rate, 0.000_001, 10.0)?;
        within("lambda", self.lambda, 0.0, 1.0)?;
        within("epsilon", self.epsilon, 0.0, 1.0)?;
        // Sums of weights stay below 2^53, whole numbers in JavaScript too.
        within("every", self.every.into(), 1.0, 100_000.0)?;
        within("measure", self.measure.into(), 0.0, 100_000.0)?;
        within("verify", self.verify.into(), 0.0, 100_000.0)
    }
}

/// Some consecutive training games: all that is needed to continue after them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Block {
    pub(super) games: u32,
    /// The weights after them in billionths, the constant last.
    pub(super) weights: Vec<i64>,
    /// The sums of the weights after each of them.
    pub(super) sums: Vec<i64>,
    /// The sums of the squared errors of the predictions, and of a fixed guess, in billionths.
    pub(super) errors: [i64; 2],
    /// Number of predictions.
    pub(super) predictions: u64,
    /// The warnings of the formulas.
    pub(super) warnings: Vec<String>,
}

/// The heuristic against the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Measured {
    /// Training games before.
    pub after: u32,
    /// Games against the opponent.
    pub games: u64,
    /// The share of the points, 0 to 1.
    pub share: f64,
    /// Lower end of its 95% interval; pairs of games on one opening are the unit.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// The state of a learning, without the request.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct State {
    pub(super) blocks: Vec<Block>,
    pub(super) open: Block,
    pub(super) measured: Vec<Measured>,
    pub(super) verified: Option<Measured>,
}

impl State {
    /// The measurements, oldest first.
    pub fn measured(&self) -> &[Measured] {
        &self.measured
    }
}

/// What is played next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum LearnStage {
    /// A game against itself.
    Train,
    /// A game of a measurement.
    Measure,
    /// A game of the verification.
    Verify,
    /// None.
    Done,
}

/// An arena that is being played.
struct Measuring {
    arena: Arena,
    plan: Plan,
    games: Vec<GameResult>,
}

/// A learning in progress.
pub struct Learning {
    pub(super) study: Study,
    pub(super) settings: LearningSettings,
    pub(super) written: Written,
    pub(super) lab: Lab,
    /// The mean and the deviation of each term.
    pub(super) usual: Vec<[f64; 2]>,
    pub(super) state: State,
    measuring: Option<Measuring>,
}

impl Learning {
    /// Starts from weights of zero. The bot of the study is the bot `lab` with the terms; its weights are not used, and its
    /// search and budget are those of the measurements. The field has one opponent.
    ///
    /// # Errors
    /// What is invalid: the terms, the settings, or a term that has one value in all positions.
    pub fn new(study: Study, settings: LearningSettings) -> Result<Learning, String> {
        settings.check()?;
        study.needs_field()?;
        let game = study.game;
        let SeatSpec::Bot { id: LAB, options, .. } = &study.bot else {
            return Err("only a heuristic of the Lab learns; expected terms".to_owned());
        };
        if game.simultaneous() || !searches(game).contains(&ONE_PLY) {
            return Err(cannot_learn(game));
        }
        let formula = options.to_json();
        let formula = formula.get(FORMULA).and_then(Value::as_str).unwrap_or_default();
        let mut written = Written::read(formula).map_err(|error| error.to_string())?;
        written.terms.iter_mut().for_each(|term| term.weight = Fixed::ONE);
        let lab = Lab::new(written.clone(), game.features()).map_err(|error| error.to_string())?;
        let mut learning = Learning {
            study,
            settings,
            written,
            lab,
            usual: Vec::new(),
            state: State::default(),
            measuring: None,
        };
        learning.usual = learning.survey()?;
        learning.state.open.weights = vec![0; learning.usual.len() + 1];
        Ok(learning)
    }

    /// The same learning in a saved state.
    ///
    /// # Errors
    /// When the state is of another learning.
    pub fn resume(mut self, state: State) -> Result<Learning, String> {
        let wide = |block: &Block| {
            let weights = block.weights.len();
            weights == self.usual.len() + 1 && [0, weights].contains(&block.sums.len())
        };
        let whole = |block: &Block| block.games == self.settings.every.min(self.settings.games);
        let full = state.blocks.len().saturating_sub(1);
        let blocks = || state.blocks.iter().chain([&state.open]);
        let games: u64 = blocks().map(|block| u64::from(block.games)).sum();
        let fits = blocks().all(wide)
            && state.blocks.iter().take(full).all(whole)
            && games <= u64::from(self.settings.games);
        if !fits {
            return Err("the saved state is of another learning".to_owned());
        }
        self.state = state;
        Ok(self)
    }

    /// The bot, the opponent and the seed.
    pub fn study(&self) -> &Study {
        &self.study
    }

    /// The settings.
    pub fn settings(&self) -> &LearningSettings {
        &self.settings
    }

    /// All that is needed to continue, with the request.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Finished training games.
    pub fn games(&self) -> u32 {
        self.blocks().map(|block| block.games).sum()
    }

    pub(super) fn blocks(&self) -> impl DoubleEndedIterator<Item = &Block> {
        self.state.blocks.iter().chain([&self.state.open])
    }

    /// What is played next.
    pub fn stage(&self) -> LearnStage {
        let due = if self.settings.measure > 0 { self.state.blocks.len() + 1 } else { 0 };
        match self.state.verified {
            _ if self.diverged().is_some() => LearnStage::Done,
            _ if self.state.measured.len() < due => LearnStage::Measure,
            _ if self.games() < self.settings.games => LearnStage::Train,
            None if self.settings.verify > 0 => LearnStage::Verify,
            _ => LearnStage::Done,
        }
    }

    /// Whether nothing is left to play.
    pub fn is_done(&self) -> bool {
        self.stage() == LearnStage::Done
    }

    /// The weights at present, in units of log-odds for a deviation, the constant last.
    pub(super) fn weights(&self) -> Vec<f64> {
        let last = self.blocks().rfind(|block| !block.weights.is_empty());
        last.map_or_else(Vec::new, |block| billionths(&block.weights, 1))
    }

    /// The learned weights: the mean over the last third of the games.
    pub(super) fn learned(&self) -> Vec<f64> {
        let (mut games, mut sums) = (0, vec![0_i64; self.usual.len() + 1]);
        let enough = self.games().div_ceil(3);
        for block in
            self.blocks().rev().take_while(|block| block.games > 0 || block.sums.is_empty())
        {
            if games >= enough {
                break;
            }
            games += block.games;
            sums.iter_mut().zip(&block.sums).for_each(|(sum, more)| *sum += more);
        }
        if games == 0 { self.weights() } else { billionths(&sums, games) }
    }

    /// The term whose weight passed the limit.
    pub(super) fn diverged(&self) -> Option<&str> {
        let weights = self.weights();
        let at = weights.iter().position(|weight| weight.abs() > LIMIT)?;
        Some(self.written.terms.get(at).map_or("the constant", |term| term.name.as_str()))
    }

    /// The weights of a heuristic for inputs with these weights: the largest is [`LARGEST`], or more if a weight that
    /// matters would have few digits.
    pub(super) fn exported(&self, weights: &[f64]) -> Vec<Fixed> {
        let most =
            weights[..self.usual.len()].iter().map(|weight| weight.abs()).fold(0.0, f64::max);
        let raw: Vec<f64> =
            weights.iter().zip(&self.usual).map(|(weight, usual)| weight / usual[1]).collect();
        let largest = raw.iter().map(|weight| weight.abs()).fold(0.0, f64::max);
        let matter = weights.iter().zip(&raw).filter(|(weight, _)| weight.abs() > most / 100.0);
        let least = matter.map(|(_, raw)| raw.abs()).fold(f64::INFINITY, f64::min);
        let factor = if largest == 0.0 {
            0.0
        } else {
            (LARGEST / largest).max(0.1 / least).min(1_000.0 / largest)
        };
        let fixed = |weight: &f64| Fixed::from_f64(weight * factor).unwrap_or_default();
        raw.iter().map(fixed).collect()
    }

    /// The heuristic with these weights and, if `search` is not empty, another search.
    fn bot(&self, weights: &[f64], search: &str) -> Result<SeatSpec, String> {
        let SeatSpec::Bot { options, budget, .. } = &self.study.bot else {
            return Err("only a heuristic of the Lab learns".to_owned());
        };
        let mut written = self.written.clone();
        for (term, weight) in written.terms.iter_mut().zip(self.exported(weights)) {
            term.weight = weight;
        }
        let mut raw = options.to_json();
        raw.insert(FORMULA.to_owned(), written.to_text().into());
        if !search.is_empty() {
            raw.insert("search".to_owned(), search.into());
        }
        let options = self.study.game.bot_options(LAB, &raw).map_err(|error| error.to_string())?;
        Ok(SeatSpec::Bot { id: LAB, options, budget: *budget })
    }

    /// The learned heuristic, with the search of the request.
    ///
    /// # Errors
    /// When the terms with these weights are too long.
    pub fn heuristic(&self) -> Result<SeatSpec, String> {
        self.bot(&self.learned(), "")
    }

    /// The inputs of the weights: terms less their mean, in deviations, and 1 for the constant.
    fn inputs(&self, values: &[f64]) -> Vec<f64> {
        let input = |(value, [mean, deviation]): (&f64, &[f64; 2])| (value - mean) / deviation;
        values.iter().zip(&self.usual).map(input).chain([1.0]).collect()
    }

    /// The learning rate of a game: half of it after a quarter of the games, so that the weights come to rest.
    fn rate(&self, game: u32) -> f64 {
        let quarter = f64::from(self.settings.games) / 4.0;
        self.settings.rate / (1.0 + f64::from(game) / quarter)
    }

    /// Plays one game: of training, of a measurement, or of the verification. `watch` creates the clock of a game.
    ///
    /// # Errors
    /// When the game cannot be played; the state is then as before.
    pub fn advance(&mut self, watch: &dyn Fn() -> Box<dyn Clock>) -> Result<(), String> {
        match self.stage() {
            LearnStage::Train => self.train(false).map(drop),
            LearnStage::Done => Ok(()),
            stage => self.measure(stage, watch),
        }
    }

    /// Plays the next training game, also before a measurement that is due, and returns it move by move; `None` after the
    /// last game.
    ///
    /// # Errors
    /// As [`Learning::advance`].
    pub fn step(&mut self) -> Result<Option<LearnedGame>, String> {
        let over = self.diverged().is_some() || self.games() >= self.settings.games;
        if over { Ok(None) } else { self.train(true) }
    }

    fn train(&mut self, tell: bool) -> Result<Option<LearnedGame>, String> {
        let (number, weights) = (self.games(), self.weights());
        let SeatSpec::Bot { options, .. } = self.bot(&weights, ONE_PLY)? else { return Ok(None) };
        let bot = self.study.game.bot(LAB, &options).map_err(|error| error.to_string())?;
        let game = self.play(TRAIN, number, Some(bot.as_ref()), tell)?;
        let (rate, lambda) = (self.rate(number), self.settings.lambda);
        let mut next = weights.clone();
        let (mut errors, mut predictions) = ([0.0; 2], 0);
        let mut steps = Vec::with_capacity(game.paths.len());
        for (path, &result) in game.paths.iter().zip(&game.results) {
            let inputs: Vec<Vec<f64>> = path.iter().map(|values| self.inputs(values)).collect();
            let found = increments(&inputs, result, &weights, rate, lambda);
            for step in &found {
                next.iter_mut().zip(&step.change).for_each(|(weight, change)| *weight += change);
                errors[0] += (step.value - result) * (step.value - result);
            }
            let guess = 1.0 / game.paths.len() as f64;
            errors[1] += found.len() as f64 * (guess - result) * (guess - result);
            predictions += found.len() as u64;
            steps.push(found);
        }
        // A weight past the limit ends the learning, so no sum can be too large.
        let whole = |weight: &f64| (weight.clamp(-2.0 * LIMIT, 2.0 * LIMIT) * UNIT).round() as i64;
        let block = &mut self.state.open;
        block.games += 1;
        block.weights = next.iter().map(whole).collect();
        block.sums.resize(next.len(), 0);
        block.sums.iter_mut().zip(&block.weights).for_each(|(sum, weight)| *sum += weight);
        for (sum, error) in block.errors.iter_mut().zip(errors) {
            *sum += (error * UNIT).round() as i64;
        }
        block.predictions += predictions;
        for words in game.warnings.words().map(str::to_owned) {
            if !block.warnings.contains(&words) {
                block.warnings.push(words);
            }
        }
        if block.games >= self.settings.every || self.games() >= self.settings.games {
            let weights = self.state.open.weights.clone();
            let open = Block { weights, ..Block::default() };
            self.state.blocks.push(std::mem::replace(&mut self.state.open, open));
        }
        Ok(tell.then(|| self.narrated(&game, &steps, &weights, &next)))
    }

    /// The arena of a measurement, or of the verification.
    fn arena(&self, stage: LearnStage) -> Result<Arena, String> {
        let learned = Entrant { name: "learned".to_owned(), seat: self.heuristic()? };
        let opponent = self.study.field.first().ok_or("no opponent is given")?;
        let against = self.study.copies(&opponent.name, &opponent.seat);
        let meet = |games: u32, seed: u64| {
            self.study.meeting(vec![learned.clone()], against.clone(), games, seed)
        };
        let measuring = meet(self.settings.measure.max(1), seed_of(self.study.seed, MEASURE))?;
        if stage == LearnStage::Measure {
            return Ok(measuring);
        }
        let (seen, verify) = (openings(&measuring), self.settings.verify);
        let fresh = |seed: u64| -> Result<bool, String> {
            Ok(openings(&meet(verify, seed)?).is_disjoint(&seen))
        };
        meet(verify, fresh_seed(self.study.seed, FRESH, fresh)?)
    }

    fn measure(
        &mut self,
        stage: LearnStage,
        watch: &dyn Fn() -> Box<dyn Clock>,
    ) -> Result<(), String> {
        let mut now = match self.measuring.take() {
            Some(now) => now,
            None => {
                let arena = self.arena(stage)?;
                Measuring { plan: arena.prepare()?, arena, games: Vec::new() }
            }
        };
        now.games.push(now.arena.play(&now.plan, now.games.len(), watch, false)?);
        if now.games.len() < now.plan.games() {
            self.measuring = Some(now);
            return Ok(());
        }
        self.add_measurement(stage, &now.arena, &now.games)
    }

    /// The arena whose games are next; `None` if training games are, or none.
    ///
    /// # Errors
    /// When no openings are left for the verification.
    pub fn next_arena(&self) -> Result<Option<Arena>, String> {
        match self.stage() {
            LearnStage::Train | LearnStage::Done => Ok(None),
            stage => self.arena(stage).map(Some),
        }
    }

    /// Adds the games of [`Learning::next_arena`], which were played elsewhere.
    ///
    /// # Errors
    /// When a game is missing.
    pub fn join(
        &mut self,
        arena: &Arena,
        games: &BTreeMap<usize, GameResult>,
    ) -> Result<(), String> {
        let all = arena.schedule().games();
        if games.len() != all {
            return Err(format!("{} of {all} games are there; a part is missing", games.len()));
        }
        let games: Vec<GameResult> = games.values().cloned().collect();
        self.add_measurement(self.stage(), arena, &games)
    }

    fn add_measurement(
        &mut self,
        stage: LearnStage,
        arena: &Arena,
        games: &[GameResult],
    ) -> Result<(), String> {
        let report = arena.add_up(games);
        let score = report.bots.first().ok_or("the arena has no result")?.score;
        let paired = report.pair(0, 1).and_then(|pair| pair.paired);
        let (low, high) = paired.map_or((score.low, score.high), |one| (one.low, one.high));
        let found =
            Measured { after: self.games(), games: report.games, share: score.share, low, high };
        match stage {
            LearnStage::Verify => self.state.verified = Some(found),
            _ => self.state.measured.push(found),
        }
        Ok(())
    }
}

/// The weights of billionths, or their means over some games.
pub(super) fn billionths(sums: &[i64], games: u32) -> Vec<f64> {
    sums.iter().map(|&sum| sum as f64 / (UNIT * f64::from(games))).collect()
}

/// The searches of the game's bot `lab`.
fn searches(game: &dyn AnyGame) -> Vec<&'static str> {
    let options = game.bot_info(LAB).map(|info| info.options).unwrap_or_default();
    let search = options.iter().find(|option| option.key == "search").map(|option| option.kind);
    match search {
        Some(OptionKind::Choice { choices, .. }) => choices.to_vec(),
        _ => Vec::new(),
    }
}
