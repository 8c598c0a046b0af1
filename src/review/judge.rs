//! Who judges: a bot with its settings, and how it and the game's solver are asked.

use crate::base::options::Options;
use crate::catalog::{AnyBot, AnyGame, AnyPosition, AnyThinking, CatalogError};
use crate::contract::bot::Budget;
use crate::contract::calibration::Evaluator;
use crate::contract::thought::{Scale, Score, Thought};
use crate::record::SeatSpec;
use serde_json::Value;
use thiserror::Error;

/// Why a judge cannot be made.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum JudgeError {
    /// Only a bot can.
    #[error("a person cannot be asked to judge a game; name a bot")]
    NotABot,
    /// It could not be made.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
}

/// A bot, and how long it may think.
pub(super) struct BudgetedBot {
    pub(super) bot: Box<dyn AnyBot>,
    pub(super) budget: Budget,
}

/// A bot that judges a game.
pub struct Judge {
    /// Bot, options and budget, as a text: the same for the same answers.
    pub(super) key: String,
    /// Its name for people.
    pub(super) name: String,
    pub(super) evaluator: Evaluator,
    pub(super) think: BudgetedBot,
    /// The game's solver, unless it is the judge itself.
    pub(super) oracle: Option<BudgetedBot>,
}

impl Judge {
    /// Gets what it needs to look at a game.
    ///
    /// # Errors
    /// What cannot be had, in a sentence.
    pub fn prepare(&self, position: &dyn AnyPosition) -> Result<(), String> {
        self.think.bot.prepare(position)?;
        self.oracle.as_ref().map_or(Ok(()), |oracle| oracle.bot.prepare(position))
    }

    /// A bot of a game, called `name`, for positions on the board of this one.
    ///
    /// # Errors
    /// When `spec` is a person, or the bot cannot be made.
    pub fn new(
        game: &dyn AnyGame,
        position: &dyn AnyPosition,
        spec: &SeatSpec,
        name: String,
    ) -> Result<Judge, JudgeError> {
        let SeatSpec::Bot { id, options, budget } = spec else { return Err(JudgeError::NotABot) };
        let info = game.bot_info(id)?;
        let budget = budget.or(info.budget).unwrap_or(Budget::Nodes(1));
        let think = BudgetedBot { bot: game.bot(id, options)?, budget };
        let oracle = match game.data().judging.oracle().filter(|(oracle, _)| oracle != id) {
            Some((oracle, budget)) => {
                Some(BudgetedBot { bot: game.bot(oracle, &Options::default())?, budget })
            }
            None => None,
        };
        Ok(Judge {
            key: format!("{id} {} {budget}", Value::Object(options.to_json())),
            name,
            evaluator: game.evaluator(id, options, position)?,
            think,
            oracle,
        })
    }

    /// Whether its scores say nothing about two moves.
    pub(super) fn cannot(&self) -> bool {
        self.evaluator.scale == Scale::Nothing
    }
}

/// What the position is worth to the seat that thought about it: the value of its choice. `None` where the bot's scores
/// measure nothing.
pub fn worth(
    evaluator: &Evaluator,
    thinking: &dyn AnyThinking,
    thought: &Thought<String>,
) -> Option<Score> {
    evaluator.value(thought.chosen()?.score, thinking.static_value())
}
