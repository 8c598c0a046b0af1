//! Guided lessons: a heuristic is written step by step, and every step looks at what the pupil really wrote: how its
//! score answers to the features, how it searches, how its games end. A lesson is JSON, those of Totora too; `read` reads
//! it, `tried` tries a heuristic on positions. A step is judged here and nowhere else. No interface may enter.

mod read;
#[cfg(test)]
mod tests;
mod tried;

use super::heuristic::{FORMULA, LAB};
use crate::base::options::RawOptions;
use crate::catalog::AnyGame;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use tried::Tried;

pub use read::{MOST_BYTES, MOST_STEPS};

/// A lesson of a game.
#[derive(Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Lesson {
    /// The game.
    #[serde(serialize_with = "id")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub game: &'static dyn AnyGame,
    /// What it is called.
    pub title: String,
    /// What comes of it, in a sentence.
    pub about: String,
    /// Who wrote it; may be empty.
    pub author: String,
    /// What it begins with: options of the bot `lab`.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub begin: RawOptions,
    /// Options of its games that are not the usual ones.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub options: RawOptions,
    /// A position that has something to tell, as the plies that lead to it.
    pub moves: Vec<String>,
    /// 1 to [`MOST_STEPS`].
    pub steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Step {
    /// What it is called.
    pub title: String,
    /// Why it is worth doing, in a few sentences.
    pub text: String,
    /// What a pupil who is stuck could write.
    pub hint: String,
    /// Whether games are played for it.
    pub games: bool,
    /// What the pupil predicts of them, where that is asked; else the pupil's must be stronger.
    pub question: Option<String>,
    /// What must hold for it to be done.
    #[serde(skip)]
    pub demands: Vec<Demand>,
}

fn id<S: Serializer>(game: &&dyn AnyGame, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(game.id())
}

/// How far a step is done.
#[derive(Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct LabJudged {
    done: bool,
    demands: Vec<JudgedDemand>,
    /// The games to be played for it, once all else is met.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ArenaSetup | null"))]
    arena: Value,
}

/// A demand of a step, in words.
#[derive(Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct JudgedDemand {
    words: String,
    /// `None` where games decide.
    met: Option<bool>,
    /// What is missing, in words; empty where it is met.
    lacks: String,
}

/// What the games of a step say.
#[derive(Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LabVerdict {
    passed: bool,
    words: String,
}

/// Something that must hold of a heuristic.
pub enum Demand {
    /// What more of a feature does to the score (one more, a tenth of a share): it moves it this way in most positions
    /// where `when` (a formula) holds, and nowhere the other way.
    Moves {
        /// The place of the feature.
        feature: usize,
        /// 1 raises the score, -1 lowers it, 0 leaves it everywhere.
        way: i8,
        /// Where; everywhere if empty.
        when: String,
    },
    /// It has so many terms at least.
    Terms(usize),
    /// An option of the bot `lab` is set so.
    Set(String, String),
    /// Games decide, with so many nodes a move for both.
    Games {
        /// The id of a bot of the game; empty for a formula that is searched as the pupil's.
        bot: String,
        /// Of the bot `lab` with that formula.
        options: RawOptions,
        /// How long both think.
        nodes: u64,
    },
}

/// What a pupil may predict.
pub const PREDICTIONS: [&str; 3] = ["stronger", "equal", "weaker"];
/// After so many games, and each time twice as many, it is looked whether they decide.
const FIRST_LOOK: u64 = 40;
/// So many are played at most.
const MOST_GAMES: u64 = 1_280;
/// Five looks at one sequence of games: intervals are wider than 95% by this, so that one in twenty errs in all.
const LOOKS: f64 = 1.3;
/// Within so much of a half, in points of 1, two count as equal.
const EQUAL: f64 = 0.05;

impl Lesson {
    fn step(&self, step: usize) -> Result<&Step, String> {
        let most = self.steps.len();
        self.steps.get(step).ok_or_else(|| format!("step {}; expected 1 to {most}", step + 1))
    }

    /// How far a heuristic, given as the options of the bot `lab`, is with a step, counted from 0. Games are not played
    /// here.
    ///
    /// # Errors
    /// When there is no such step, or the options do not fit.
    pub fn judge(&self, step: usize, options: &RawOptions) -> Result<LabJudged, String> {
        let step = self.step(step)?;
        let checked = self.game.bot_options(LAB, options).map_err(|error| error.to_string())?;
        let text = options.get(FORMULA).and_then(Value::as_str).unwrap_or_default();
        let tried = Tried::new(self.game, text)?;
        let mut demands = Vec::new();
        let mut met_all = true;
        let mut arena = Value::Null;
        for demand in &step.demands {
            let words = self.words(step, demand);
            if let Demand::Games { bot, options: other, nodes } = demand {
                arena = self.arena(bot, other, *nodes, options);
                demands.push(JudgedDemand { words, met: None, lacks: String::new() });
                continue;
            }
            let lacks = tried.lacks(demand, &checked)?;
            met_all &= lacks.is_none();
            let (met, lacks) = (lacks.is_none(), lacks.unwrap_or_default());
            demands.push(JudgedDemand { words, met: Some(met), lacks });
        }
        let done = met_all && arena.is_null();
        if !met_all {
            arena = Value::Null;
        }
        Ok(LabJudged { done, demands, arena })
    }

    /// The games of the pupil's heuristic; where more than two play, on every other seat the same rival.
    fn arena(&self, bot: &str, other: &RawOptions, nodes: u64, options: &RawOptions) -> Value {
        let budget = json!({ "nodes": nodes });
        let rival = if bot.is_empty() {
            // Searched as the pupil's.
            let mut searched = options.clone();
            searched.extend(other.get(FORMULA).map(|text| (FORMULA.to_owned(), text.clone())));
            json!({ "bot": LAB, "options": searched, "budget": budget })
        } else {
            json!({ "bot": bot, "options": {}, "budget": budget })
        };
        json!({
            "game": self.game.id(),
            "options": self.options,
            "bots": [{ "bot": LAB, "options": options, "budget": budget }],
            "against": vec![rival; self.game.data().seat_names.len().max(2) - 1],
            "games": MOST_GAMES,
        })
    }

    /// What games say of a heuristic, whose share of the points is `share`, `half` the half of its 95% interval;
    /// `prediction` one of [`PREDICTIONS`], where the step asks for one; `None` where more games are needed.
    ///
    /// # Errors
    /// When there is no such step, or no prediction where one is asked for.
    pub fn verdict(
        &self,
        step: usize,
        games: u64,
        (share, half): (f64, f64),
        prediction: &str,
    ) -> Result<Option<LabVerdict>, String> {
        let asks = self.step(step)?.question.is_some();
        if asks && !PREDICTIONS.contains(&prediction) {
            return Err(format!(
                "`{prediction}` is no prediction; expected {}",
                PREDICTIONS.join(", ")
            ));
        }
        let looked =
            games >= MOST_GAMES || games >= FIRST_LOOK && (games / FIRST_LOOK).is_power_of_two();
        let (ahead, half) = (share - 0.5, half * LOOKS);
        let found = match () {
            () if !looked || !half.is_finite() => return Ok(None),
            () if ahead - half > 0.0 => "stronger",
            () if ahead + half < 0.0 => "weaker",
            () if ahead.abs() + half <= EQUAL || games >= MOST_GAMES => "equal",
            () => return Ok(None),
        };
        let points = |share: f64| (share * 100.0).round().abs();
        let words = match found {
            "equal" => format!("About equal: {}% of the points, ±{}.", points(share), points(half)),
            other => {
                let (by, half) = (points(ahead), points(half));
                format!("Yours is {other}: by {by} ± {half} points of 100 in {games} games.")
            }
        };
        let passed = if asks { prediction == found } else { found == "stronger" };
        Ok(Some(LabVerdict { passed, words }))
    }

    fn words(&self, step: &Step, demand: &Demand) -> String {
        match demand {
            Demand::Moves { feature, way, when } => {
                let key = self.game.features().get(*feature).map_or("", |feature| feature.key);
                let place = if when.is_empty() { String::new() } else { format!(" where {when}") };
                match way {
                    0 => format!("{key} changes nothing{place}"),
                    1.. => format!("More {key} raises the score{place}"),
                    _ => format!("More {key} lowers the score{place}"),
                }
            }
            Demand::Terms(count) => format!("Terms: at least {count}"),
            Demand::Set(key, value) => format!("The {key} is {value}"),
            Demand::Games { .. } if step.question.is_some() => {
                "Your prediction is what the games say".to_owned()
            }
            Demand::Games { bot, options, .. } => {
                let formula = options.get(FORMULA).and_then(Value::as_str).unwrap_or_default();
                let name = self.game.bot_info(bot).map_or(formula, |info| info.name);
                format!("Stronger than {name}")
            }
        }
    }
}
