//! Guided lessons: the pupil writes a heuristic step by step, and every step tests the current heuristic: how its score depends
//! on the features, how it searches, how its games end. A lesson is JSON, those of Totora too; `step` is its data, `read` parses it,
//! `tried` tests a heuristic on positions. Only this module decides whether a step is done. No user interface here.

mod read;
mod step;
mod tried;

use super::heuristic::{FORMULA, LAB};
use crate::base::options::{Options, RawOptions};
use crate::catalog::AnyGame;
use serde::Serialize;
use serde_json::{Value, json};
use tried::Tried;

pub(crate) use read::conditions;
pub use read::{MOST_BYTES, MOST_STEPS};
pub use step::{Demand, Learned, Lesson, Step};

/// The progress of a step.
#[derive(Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct LabJudged {
    done: bool,
    demands: Vec<JudgedDemand>,
    /// The setup of its games, once all other conditions are met.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ArenaSetup | null"))]
    arena: Value,
}

impl LabJudged {
    /// What is missing, in words.
    pub fn lacks(&self) -> impl Iterator<Item = String> {
        let unmet = self.demands.iter().filter(|demand| demand.met == Some(false));
        unmet.map(|demand| format!("{}: {}", demand.words, demand.lacks))
    }
}

/// A condition of a step, in words.
#[derive(Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct JudgedDemand {
    words: String,
    /// `None` if games decide.
    met: Option<bool>,
    /// What is missing, in words; empty if the condition is met.
    lacks: String,
}

/// The verdict of a step's games: a step with a prediction is completed by the games, whatever was predicted, and the words
/// compare both.
#[derive(Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LabVerdict {
    passed: bool,
    words: String,
    /// Whether the prediction was right, or may be; false for a step without one.
    right: bool,
}

/// The possible predictions: how the pupil's heuristic compares with its opponent.
pub const PREDICTIONS: [&str; 3] = ["stronger", "equal", "weaker"];
/// The verdict is tested after this number of games, and each time that the number has doubled.
const FIRST_LOOK: u64 = 40;
const MOST_GAMES: u64 = 1_280;
/// Five tests on one sequence of games: intervals are wider than 95% by this factor, so that the total error rate is one in 20.
const LOOKS: f64 = 1.3;
/// The lessons of Totora, as JSON texts: one of each game, and one on learning weights. The page loads them itself.
pub const BUILT_IN: [&str; 6] = [
    include_str!("uros.json"),
    include_str!("isolation.json"),
    include_str!("outpost.json"),
    include_str!("fencemaster.json"),
    include_str!("reversi.json"),
    include_str!("learning.json"),
];
/// What the games show if neither is shown to be stronger, nor both to be equal.
const UNDECIDED: &str = "undecided";
/// Two heuristics are equal if the share is within this distance of a half, in points of 1.
const EQUAL: f64 = 0.05;

/// A condition that no game decides, in words.
fn condition_words(game: &dyn AnyGame, demand: &Demand) -> String {
    match demand {
        Demand::Moves { feature, way, when } => {
            let key = game.features().get(*feature).map_or("", |feature| feature.key);
            let place = if when.is_empty() { String::new() } else { format!(" where {when}") };
            match way {
                0 => format!("{key} changes nothing{place}"),
                1.. => format!("More {key} raises the score{place}"),
                _ => format!("More {key} lowers the score{place}"),
            }
        }
        Demand::Terms(count) => format!("Terms: at least {count}"),
        Demand::Set(key, value) => format!("The {key} is {value}"),
        Demand::Games { .. } => String::new(),
    }
}

/// The first of these conditions that a heuristic does not meet, with what is missing, in words; `None` if it meets all.
///
/// # Errors
/// The error in the heuristic, and its place.
pub(crate) fn unmet(
    game: &'static dyn AnyGame,
    conditions: &[Demand],
    heuristic: &str,
) -> Result<Option<String>, String> {
    let tried = Tried::new(game, heuristic)?;
    for condition in conditions {
        if let Some(lacks) = tried.lacks(condition, &Options::default())? {
            return Ok(Some(format!("{}: {lacks}", condition_words(game, condition))));
        }
    }
    Ok(None)
}

impl Lesson {
    fn step(&self, step: usize) -> Result<&Step, String> {
        let most = self.steps.len();
        self.steps.get(step).ok_or_else(|| format!("step {}; expected 1 to {most}", step + 1))
    }

    /// The progress of a heuristic, passed as the options of the bot `lab`, in a step, counted from 0. Games are not played
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

    /// The games of the pupil's heuristic; if more than two play, the same opponent has every other seat.
    fn arena(&self, bot: &str, other: &RawOptions, nodes: u64, options: &RawOptions) -> Value {
        let budget = json!({ "nodes": nodes });
        let rival = if bot.is_empty() {
            // With the pupil's search, if the lesson sets no other.
            let mut searched = options.clone();
            searched.extend(other.clone());
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

    /// The games of a heuristic against the opponent of the last step with games, whether or not it meets the step's conditions, as
    /// the setup of an arena; null if no step has games.
    pub fn last_games(&self, options: &RawOptions) -> Value {
        let played = |demand: &Demand| match demand {
            Demand::Games { bot, options: other, nodes } => {
                Some(self.arena(bot, other, *nodes, options))
            }
            _ => None,
        };
        let mut demands = self.steps.iter().rev().flat_map(|step| &step.demands);
        demands.find_map(played).unwrap_or_default()
    }

    /// The verdict from the games of a heuristic: `share` is its share of the points, `half` half the width of its 95% interval,
    /// `prediction` one of [`PREDICTIONS`], if the step requires one; `None` if more games are needed.
    ///
    /// # Errors
    /// When there is no such step, or a required prediction is missing.
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
        let last = games >= MOST_GAMES;
        let looked = last || games >= FIRST_LOOK && (games / FIRST_LOOK).is_power_of_two();
        let (ahead, half) = (share - 0.5, half * LOOKS);
        let found = match () {
            () if !looked || !half.is_finite() => return Ok(None),
            () if ahead - half > 0.0 => "stronger",
            () if ahead + half < 0.0 => "weaker",
            () if ahead.abs() + half <= EQUAL => "equal",
            () if last => UNDECIDED,
            () => return Ok(None),
        };
        let points = |share: f64| (share * 100.0).round().abs();
        let mut words = match found {
            "equal" => format!(
                "About equal: {}% of the points, ±{}, in {games} games.",
                points(share),
                points(half)
            ),
            UNDECIDED => format!(
                "{games} games do not decide it: {}% of the points, ±{}.",
                points(share),
                points(half)
            ),
            other => {
                let (by, half) = (points(ahead), points(half));
                format!("Yours is {other}: by {by} ± {half} points of 100 in {games} games.")
            }
        };
        let mut right = false;
        if asks {
            // What the interval does not exclude may be right.
            let possible = match prediction {
                "equal" => ahead.abs() - half <= EQUAL,
                "stronger" => ahead + half > 0.0,
                _ => ahead - half < 0.0,
            };
            right = found == prediction || found == UNDECIDED && possible;
            words = match found {
                _ if found == prediction => format!("As you predicted. {words}"),
                UNDECIDED if possible => format!("Your prediction may be right. {words}"),
                _ => format!("You predicted: {prediction}. {words}"),
            };
        }
        Ok(Some(LabVerdict { passed: asks || found == "stronger", words, right }))
    }

    fn words(&self, step: &Step, demand: &Demand) -> String {
        match demand {
            Demand::Moves { .. } | Demand::Terms(_) | Demand::Set(..) => {
                condition_words(self.game, demand)
            }
            Demand::Games { .. } if step.question.is_some() => {
                "Predict, then play the games".to_owned()
            }
            Demand::Games { bot, options, .. } => {
                let text = |key| options.get(key).and_then(Value::as_str).unwrap_or_default();
                let name = self.game.bot_info(bot).map_or(text(FORMULA), |info| info.name);
                match text("search") {
                    "" => format!("Stronger than {name}"),
                    search => format!("Stronger than {name} with the search {search}"),
                }
            }
        }
    }
}
