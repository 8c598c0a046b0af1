//! The results of a learning as data and in words, and its requests and log.

use super::Study;
use super::learn::{
    Block, Game, Increment, LIMIT, LearnStage, Learning, LearningSettings, Measured, State, Turn,
    UNIT, billionths,
};
use super::request::setting_of;
use super::tune::round;
use super::tuning_log::{lines, same};
use crate::arena::journal::line;
use crate::arena::setup::quoted;
use crate::arena::{percent, range};
use crate::base::fixed::{Fixed, shorten};
use crate::base::json::{At, to_value};
use crate::base::util::counted;
use crate::record::SeatSpec;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The version of the log; no other version can be read.
pub const FORMAT: u32 = 1;

/// Games before the terms are judged, and the shares of a fixed guess's error from which they are useless, and from which the
/// weights do not settle.
const ENOUGH: u32 = 100;
const USELESS: f64 = 0.98;
const UNSETTLED: f64 = 1.05;

/// A term that is learned.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LearnedTerm {
    /// Its name in the heuristic.
    pub term: String,
    /// Its weight in the learned heuristic.
    pub weight: Fixed,
    /// Its present effect: the change of the log-odds to win for a usual difference of the term, one standard deviation in
    /// random games.
    pub effect: f64,
}

/// Some training games.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LearnedBlock {
    /// The number of training games up to their end.
    pub games: u32,
    /// The mean squared error of their predictions: 0 if every result was certain, 0.25 for a guess of a half without draws.
    pub loss: f64,
    /// The same of a fixed guess.
    pub guess: f64,
    /// The effects of the terms after them.
    pub effects: Vec<f64>,
}

/// The results so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Learned {
    /// What is played next.
    pub stage: LearnStage,
    /// The learned heuristic in the notation of the command line.
    pub heuristic: String,
    /// The same as a seat of a record.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ArenaBot"))]
    pub seat: Value,
    /// The opponent in the notation of the command line.
    pub against: String,
    /// Finished training games.
    pub games: u32,
    /// The settings.
    pub settings: LearningSettings,
    /// The terms with their weights.
    pub terms: Vec<LearnedTerm>,
    /// The training games in blocks, oldest first; the last may be unfinished.
    pub blocks: Vec<LearnedBlock>,
    /// The measurements, oldest first.
    pub measured: Vec<Measured>,
    /// The verification at the end.
    pub verified: Option<Measured>,
    /// The share of the points against the opponent: of the verification, or else of the last measurement.
    pub share: Option<f64>,
    /// Its 95% interval.
    pub interval: Option<[f64; 2]>,
    /// What is wrong with the learning, in sentences.
    pub notes: Vec<String>,
    /// The command that does the same.
    pub command: String,
}

/// A move of a training game that was played step by step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct LearnedMove {
    /// The seat, from 0.
    pub seat: usize,
    /// The move in record notation.
    pub text: String,
    /// The move with the coordinates printed on the board.
    pub name: String,
    /// Whether it was drawn at random, and not chosen.
    pub random: bool,
    /// The predicted win chance of its seat after it; `None` for a move of the opening or at the end.
    pub value: Option<f64>,
    /// What it adds to the effects of the terms, in their order; empty if nothing was learned from it.
    pub changes: Vec<f64>,
    /// What was learned from it, and why, in a sentence.
    pub why: String,
}

/// A training game that was played step by step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LearnedGame {
    /// Its number among the training games, from 1.
    pub number: u32,
    /// The seed of its start, for a record.
    pub seed: u64,
    /// Its moves, those of the opening included.
    pub moves: Vec<LearnedMove>,
    /// The change of each effect by the game.
    pub changes: Vec<f64>,
    /// The result and what moved most, in a sentence.
    pub words: String,
}

/// A line of the log, by its content.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LogEntry {
    Learning(Value),
    Block(Block),
    Measured(Measured),
    Verified(Measured),
}

/// The first line of a log.
pub fn header(learning: &Learning) -> String {
    line(&LogEntry::Learning(identity(learning)))
}

fn identity(learning: &Learning) -> Value {
    json!({
        "totora_learning": FORMAT,
        "version": env!("CARGO_PKG_VERSION"),
        "study": learning.study().to_json(),
        "settings": learning.settings(),
    })
}

/// The lines for what is new since a state.
pub fn news(before: [usize; 3], state: &State) -> String {
    let blocks = state.blocks.iter().skip(before[0]).cloned().map(LogEntry::Block);
    let measured = state.measured.iter().skip(before[1]).copied().map(LogEntry::Measured);
    let verified = state.verified.iter().skip(before[2]).copied().map(LogEntry::Verified);
    blocks.chain(measured).chain(verified).map(|one| line(&one)).collect()
}

/// Numbers of finished blocks, measurements and verifications.
pub fn counts(state: &State) -> [usize; 3] {
    [state.blocks.len(), state.measured.len(), usize::from(state.verified.is_some())]
}

/// Reads a log of the same learning: its state, and the number of bytes of complete lines.
///
/// # Errors
/// Which line is wrong, and how; or that the file belongs to another learning.
pub fn read_log(text: &[u8], learning: &Learning) -> Result<(State, usize), String> {
    let mut state = State::default();
    state.open.weights = learning.state().open.weights.clone();
    let whole = lines(text, "learning", |number, line: LogEntry| {
        match line {
            LogEntry::Learning(found) if number == 0 => {
                return same(&found, &identity(learning), "learning");
            }
            _ if number == 0 => return Err("is no header of a learning".to_owned()),
            LogEntry::Learning(_) => return Err("is a second header".to_owned()),
            LogEntry::Block(block) => {
                state.open.weights.clone_from(&block.weights);
                state.blocks.push(block);
            }
            LogEntry::Measured(found) => state.measured.push(found),
            LogEntry::Verified(found) => state.verified = Some(found),
        }
        Ok(())
    })?;
    Ok((state, whole))
}

/// Reads a request of the page: a study as in [`Study::read`] with `settings` and, to continue, `state`.
///
/// # Errors
/// What is invalid, and what was expected.
pub fn read(request: &Value) -> Result<Learning, String> {
    let (all, study) = (At::root(request), Study::read(request)?);
    let mut settings = to_value(&LearningSettings::default());
    if let Some(given) = all.get("settings") {
        for (key, value) in given.object()? {
            settings[key] = value.clone();
        }
    }
    let settings: LearningSettings =
        serde_json::from_value(settings).map_err(|error| format!("settings: {error}"))?;
    let learning = Learning::new(study, settings)?;
    match all.get("state") {
        None => Ok(learning),
        Some(state) => {
            let state = serde_json::from_value(state.value().clone());
            learning.resume(state.map_err(|error| format!("state: {error}"))?)
        }
    }
}

/// A share in percent, for sentences.
fn chance(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}

impl Measured {
    /// Whether the shares differ by more than chance.
    fn above(&self, other: &Measured) -> bool {
        self.low > other.high
    }

    /// The share and its interval, in a sentence.
    fn words(&self) -> String {
        format!("{}% ({})", percent(self.share), range(self.low, self.high))
    }
}

impl Learning {
    /// The mean squared errors of a block: of its predictions, and of a fixed guess.
    fn losses(blocks: &[&Block]) -> [f64; 2] {
        let predictions: u64 = blocks.iter().map(|block| block.predictions).sum();
        [0, 1].map(|which| {
            let sum: i64 = blocks.iter().map(|block| block.errors[which]).sum();
            sum as f64 / (UNIT * predictions.max(1) as f64)
        })
    }

    /// The blocks with games.
    fn played_blocks(&self) -> Vec<&Block> {
        self.blocks().filter(|block| block.games > 0).collect()
    }

    /// What is wrong with the learning, in sentences.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let (games, rate) = (counted(self.games().into(), "game"), self.settings.rate);
        let against = self.opponent();
        if let Some(term) = self.diverged() {
            notes.push(format!(
                "The weights diverged: `{}` passed {LIMIT} after {games}, so every prediction is certain. A rate of \
                 {rate} is too large for these terms; try {}.",
                shorten(term),
                round(rate / 10.0)
            ));
        }
        let blocks = self.played_blocks();
        let [loss, guess] = Self::losses(&blocks[blocks.len() - blocks.len().div_ceil(3)..]);
        if self.games() >= ENOUGH && loss > UNSETTLED * guess {
            notes.push(format!(
                "The weights do not settle: the squared error of the predictions is {loss:.3}, more than that of a fixed \
                 guess, {guess:.3}. A rate of {rate} is too large for these terms; try {}.",
                round(rate / 10.0)
            ));
        } else if self.games() >= ENOUGH && loss > USELESS * guess {
            notes.push(format!(
                "These terms do not tell who wins: the squared error of the predictions is {loss:.3}, that of a fixed \
                 guess {guess:.3}. Add a term that differs between won and lost games."
            ));
        }
        let best = self.state.measured.iter().max_by(|a, b| a.share.total_cmp(&b.share));
        let last = self.state.verified.as_ref().or(self.state.measured.last());
        if let Some((best, last)) = best.zip(last).filter(|(best, last)| best.above(last)) {
            notes.push(format!(
                "Overfitted to its own games: against {against} it had {} after {}, and {} at the end. Stop earlier, \
                 or choose a smaller rate.",
                best.words(),
                counted(best.after.into(), "game"),
                last.words()
            ));
        }
        let mut warnings: Vec<&String> = blocks.iter().flat_map(|block| &block.warnings).collect();
        warnings.sort();
        warnings.dedup();
        notes.extend(
            warnings.into_iter().map(|words| format!("Formulas, in some positions: {words}.")),
        );
        notes
    }

    fn opponent(&self) -> String {
        self.study.field.first().map_or_else(String::new, |one| one.seat.to_text())
    }

    /// The results so far.
    ///
    /// # Errors
    /// When the learned heuristic is too long.
    pub fn report(&self) -> Result<Learned, String> {
        let (learned, heuristic) = (self.learned(), self.heuristic()?);
        let weights = self.exported(&learned);
        let present = self.weights();
        let terms = self.written.terms.iter().zip(weights).zip(&present);
        let mut games = 0;
        let block = |block: &&Block| {
            let [loss, guess] = Self::losses(&[block]);
            games += block.games;
            let effects = &block.weights[..self.usual.len()];
            let effects = billionths(effects, 1).into_iter().map(round).collect();
            LearnedBlock { games, loss: round(loss), guess: round(guess), effects }
        };
        let last = self.state.verified.or(self.state.measured.last().copied());
        Ok(Learned {
            stage: self.stage(),
            heuristic: heuristic.to_text(),
            seat: json!(heuristic),
            against: self.opponent(),
            games: self.games(),
            settings: self.settings.clone(),
            terms: terms
                .map(|((term, weight), effect)| LearnedTerm {
                    term: term.name.clone(),
                    weight,
                    effect: round(*effect),
                })
                .collect(),
            blocks: self.played_blocks().iter().map(block).collect(),
            measured: self.state.measured.clone(),
            verified: self.state.verified,
            share: last.map(|one| one.share),
            interval: last.map(|one| [one.low, one.high]),
            notes: self.notes(),
            command: learn_command(self),
        })
    }

    /// The result in one sentence.
    pub fn headline(&self) -> String {
        let (games, against) = (counted(self.games().into(), "game"), self.opponent());
        match self.state.verified.or(self.state.measured.last().copied()) {
            Some(one) => format!(
                "After {games} against itself, the heuristic has {} of the points against {against}.",
                one.words()
            ),
            None => format!("The heuristic has played {games} against itself."),
        }
    }

    /// A training game move by move.
    pub(super) fn narrated(
        &self,
        game: &Game,
        steps: &[Vec<Increment>],
        before: &[f64],
        after: &[f64],
    ) -> LearnedGame {
        let count = self.usual.len();
        let of_turn = |turn: &Turn| {
            let step = turn.at.map(|at| (at, &steps[turn.seat][at]));
            let changes = step.map_or_else(Vec::new, |(_, step)| {
                step.change[..count].iter().map(|&change| round(change)).collect()
            });
            let why = step.map_or_else(String::new, |(at, step)| {
                let next = steps[turn.seat].get(at + 1).map(|next| next.value);
                self.why(&turn.seat_name, step, next, game.results[turn.seat])
            });
            let value = step.map(|(_, step)| round(step.value));
            let (seat, text, name) = (turn.seat, turn.text.clone(), turn.name.clone());
            LearnedMove { seat, text, name, random: turn.random, value, changes, why }
        };
        let changes: Vec<f64> =
            before.iter().zip(after).take(count).map(|(old, new)| round(new - old)).collect();
        let most = self.largest(&changes);
        let winners: Vec<&str> = (0..game.results.len())
            .filter(|&seat| game.results[seat] > 0.0)
            .filter_map(|seat| game.turns.iter().find(|turn| turn.seat == seat))
            .map(|turn| turn.seat_name.as_str())
            .collect();
        let result = match winners.as_slice() {
            [winner] => format!("{winner} won"),
            _ => "The game was a draw".to_owned(),
        };
        let moved = most.first().map_or_else(String::new, |&at| {
            let way = if changes[at] > 0.0 { "up" } else { "down" };
            let term = &self.written.terms[at].name;
            format!(" The effect of {term} moved most: {way} by {:.3}.", changes[at].abs())
        });
        LearnedGame {
            number: self.games(),
            seed: game.seed,
            moves: game.turns.iter().map(of_turn).collect(),
            words: format!("{result} after {}.{moved}", counted(game.turns.len() as u64, "move")),
            changes,
        }
    }

    /// The terms by the size of their changes, without those that are rounded to nothing.
    fn largest(&self, changes: &[f64]) -> Vec<usize> {
        let mut order: Vec<usize> =
            (0..self.usual.len()).filter(|&at| changes[at].abs() >= 0.0005).collect();
        order.sort_by(|&a, &b| changes[b].abs().total_cmp(&changes[a].abs()));
        order.truncate(2);
        order
    }

    /// What an increment changes, and why.
    fn why(&self, seat: &str, step: &Increment, next: Option<f64>, result: f64) -> String {
        let value = chance(step.value);
        let then = match next {
            Some(next) => format!("after the next own move it was {}", chance(next)),
            None if result == 1.0 => "the game was won".to_owned(),
            None if result == 0.0 => "the game was lost".to_owned(),
            None => "the game was a draw".to_owned(),
        };
        let change = |at: usize| {
            let change = step.change[at];
            // The trace is positive where the term was above its mean.
            let (side, way) = (
                if change * step.error > 0.0 { "high" } else { "low" },
                if change > 0.0 { "up" } else { "down" },
            );
            format!(
                "{} was {side} and goes {way} by {:.3}",
                self.written.terms[at].name,
                change.abs()
            )
        };
        let changes: Vec<String> = self.largest(&step.change).into_iter().map(change).collect();
        let so = if changes.is_empty() {
            "almost nothing changes".to_owned()
        } else {
            changes.join("; ")
        };
        if step.error.abs() < 0.005 {
            return format!("{seat} expected to win {value} here; {then}. Almost nothing changes.");
        }
        let verdict = if step.error < 0.0 { "too hopeful" } else { "too cautious" };
        format!("{seat} expected to win {value} here; {then}. That was {verdict}: {so}.")
    }
}

/// The command that does the same.
fn learn_command(learning: &Learning) -> String {
    let (study, settings) = (learning.study(), learning.settings());
    let formulas: Vec<&str> =
        learning.written.terms.iter().map(|term| term.formula.as_str()).collect();
    let mut head = format!(
        "totora learn {} --terms {} --against {}",
        study.game.id(),
        quoted(&formulas.join(",")),
        quoted(&learning.opponent())
    );
    if let SeatSpec::Bot { options, budget, .. } = &study.bot {
        let search = options.to_json();
        if let Some(search) = search.get("search").and_then(Value::as_str) {
            head += &format!(" --search {search}");
        }
        head += &budget.map_or(String::new(), |budget| format!(" --budget {budget}"));
    }
    let LearningSettings { games, rate, lambda, epsilon, every, measure, verify } = settings;
    let more = format!(
        " --games {games} --rate {rate} --lambda {lambda} --epsilon {epsilon} --every {every} --measure {measure} \
         --verify {verify} --seed {}",
        study.seed
    );
    format!("{}{more}", setting_of(study, head))
}
