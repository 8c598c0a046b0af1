//! A lesson as data.

use crate::base::options::RawOptions;
use crate::catalog::AnyGame;
use serde::{Serialize, Serializer};

/// A lesson of a game.
#[derive(Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Lesson {
    /// The game of the lesson.
    #[serde(serialize_with = "id")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub game: &'static dyn AnyGame,
    /// One line, as a heading.
    pub title: String,
    /// The result of the lesson, in a sentence.
    pub about: String,
    /// The author; may be empty.
    pub author: String,
    /// The initial options of the bot `lab`.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub begin: RawOptions,
    /// Options of its games that differ from the defaults.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub options: RawOptions,
    /// An instructive position, as the plies that lead to it.
    pub moves: Vec<String>,
    /// The steps, 1 to [`MOST_STEPS`](super::MOST_STEPS).
    pub steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Step {
    /// One line, as a heading.
    pub title: String,
    /// The reason for the step, in a few sentences.
    pub text: String,
    /// A hint for a pupil who is stuck; empty if the solution is enough.
    pub hint: String,
    /// Options of the bot `lab` that differ from the lesson's initial ones and complete the step; empty if the author gave none.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub solution: RawOptions,
    /// What the games of the step showed with the solution, in a sentence for a reader who has completed the step; may be empty.
    #[serde(serialize_with = "measured")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub learned: Option<Learned>,
    /// Whether games are played for the step.
    pub games: bool,
    /// The question of the prediction, if the step has one; otherwise the pupil's heuristic must be stronger.
    pub question: Option<String>,
    /// The conditions for completing the step.
    #[serde(skip)]
    pub demands: Vec<Demand>,
}

/// The measured result of a step's solution.
pub struct Learned {
    /// The cause, as the end of a sentence.
    pub why: String,
    /// The solution's share of the points in the step's games, in percent, rounded to a whole number.
    pub percent: u64,
    /// The number of these games; their seed is 1.
    pub games: u64,
}

fn measured<S: Serializer>(of: &Option<Learned>, serializer: S) -> Result<S::Ok, S::Error> {
    match of {
        None => serializer.serialize_str(""),
        Some(Learned { why, percent, games }) => serializer.collect_str(&format_args!(
            "In {games} games the shown solution took {percent}% of the points: {why}"
        )),
    }
}

fn id<S: Serializer>(game: &&dyn AnyGame, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(game.id())
}

/// A condition on a heuristic.
pub enum Demand {
    /// The effect of an increase of a feature (by one, or a tenth of a share) on the score: it has this sign in most positions
    /// where `when` (a formula) holds, and the opposite sign in none.
    Moves {
        /// Its index in the game's list of features.
        feature: usize,
        /// 1 raises the score, -1 lowers it, 0 never changes it.
        way: i8,
        /// The condition; empty for all positions.
        when: String,
    },
    /// The minimum number of terms.
    Terms(usize),
    /// An option of the bot `lab` and its required value.
    Set(String, String),
    /// Games decide, with this number of nodes per move for both.
    Games {
        /// The id of a bot of the game; empty for a formula with the pupil's search.
        bot: String,
        /// The options of the bot `lab` that differ from the pupil's: a formula, and a search if it is not the pupil's.
        options: RawOptions,
        /// Nodes per move for both.
        nodes: u64,
    },
}
