//! Judges: a bot with its settings, and the game's solver.

use super::reason::Causes;
use crate::base::options::Options;
use crate::catalog::{AnyBot, AnyGame, AnyPosition, AnySearch, CatalogError};
use crate::contract::analysis::{Analysis, Scale, Score};
use crate::contract::bot::{Budget, MAX_BUDGET};
use crate::contract::calibration::Evaluator;
use crate::record::SeatSpec;
use serde_json::Value;
use thiserror::Error;

/// How many times more nodes a mark needs than an evaluation.
const MORE_NODES: u64 = 4;
/// The same for playouts, which are spent on the position after each of two moves.
const MORE_PLAYOUTS: u64 = 2;

/// Why a judge cannot be made.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum JudgeError {
    /// A person is no judge; only a bot is.
    #[error("a person cannot be asked to judge a game; name a bot")]
    NotABot,
    /// The bot could not be created.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
}

/// A bot with its budget.
pub(super) struct BudgetedBot {
    pub(super) bot: Box<dyn AnyBot>,
    pub(super) budget: Budget,
}

/// A bot that reviews a game.
pub struct Judge {
    /// Bot, options and budget as text: equal keys give equal analyses.
    pub(super) key: String,
    /// The bot's name for people.
    pub(super) name: String,
    pub(super) evaluator: Evaluator,
    pub(super) think: BudgetedBot,
    /// The budget that a mark needs: before a move is called a mistake, the judge looks further.
    pub(super) confirming: Budget,
    /// The evaluator for that budget.
    pub(super) confirmed: Evaluator,
    pub(super) causes: Causes,
    /// The game's solver, unless it is the judge itself.
    pub(super) oracle: Option<BudgetedBot>,
}

impl Judge {
    /// Loads what the judge needs for a game.
    ///
    /// # Errors
    /// What cannot be loaded, in a sentence.
    pub fn prepare(&self, position: &dyn AnyPosition) -> Result<(), String> {
        self.think.bot.prepare(position)?;
        self.oracle.as_ref().map_or(Ok(()), |oracle| oracle.bot.prepare(position))
    }

    /// A judge called `name`: a bot of a game, for positions on the board of `position`.
    ///
    /// # Errors
    /// When `spec` is a person, or the bot cannot be created.
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
        let evaluator = game.evaluator(id, options, Some(budget), position)?;
        let times = if evaluator.scale == Scale::Rate { MORE_PLAYOUTS } else { MORE_NODES };
        let confirming = match budget {
            Budget::Nodes(nodes) => Budget::Nodes(nodes.saturating_mul(times).min(MAX_BUDGET)),
            Budget::Ms(_) | Budget::Depth(_) => budget,
        };
        let confirmed = game.evaluator(id, options, Some(confirming), position)?;
        let oracle = match game.data().judging.oracle().filter(|(oracle, _)| oracle != id) {
            Some((oracle, budget)) => {
                Some(BudgetedBot { bot: game.bot(oracle, &Options::default())?, budget })
            }
            None => None,
        };
        Ok(Judge {
            key: format!("{id} {} {budget}", Value::Object(options.to_json())),
            name,
            evaluator,
            think,
            confirming,
            confirmed,
            causes: Causes::for_game(game),
            oracle,
        })
    }

    /// Whether its scores cannot compare two moves.
    pub(super) fn has_no_scale(&self) -> bool {
        self.evaluator.scale == Scale::Nothing
    }
}

/// The value of the position for the seat of the analysis: the value of its choice. `None` if the bot's scores
/// have no meaning.
pub fn worth(
    evaluator: &Evaluator,
    thinking: &dyn AnySearch,
    analysis: &Analysis<String>,
) -> Option<Score> {
    evaluator.value(analysis.chosen()?.score, thinking.static_value())
}
