//! Requests of a panel to the Lab: checking a formula, the values of features and terms in a position, and a bot
//! as formulas.

use super::formula::FUNCTIONS;
use super::heuristic::{HeuristicError, Lab, Written};
use crate::base::fixed::Fixed;
use crate::base::options::RawOptions;
use crate::catalog::{AnyGame, AnyPosition};
use crate::contract::bot::Budget;
use serde::Serialize;

/// The values of a heuristic's terms for a seat.
#[derive(Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LabValues {
    score: Fixed,
    values: Vec<Fixed>,
    contributions: Vec<Fixed>,
    /// The warnings of the evaluation, such as a division by 0, in words.
    trouble: Vec<&'static str>,
}

/// A bot as formulas: the options and the budget of the bot `lab` for the same play.
#[derive(Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct LabOpened {
    /// Includes the formulas.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub options: RawOptions,
    /// None for a bot that needs no budget.
    pub budget: Option<Budget>,
}

/// The source form of a heuristic, if it is valid.
///
/// # Errors
/// The error, and its place.
pub fn check(game: &dyn AnyGame, text: &str) -> Result<Written, HeuristicError> {
    Lab::read(text, game.features()).map(|lab| lab.written().clone())
}

/// The functions of the language, each with its usage.
pub fn language() -> Vec<(&'static str, &'static str)> {
    FUNCTIONS.iter().map(|&(name, _, called)| (name, called)).collect()
}

/// The values of all features in a position, in their order, for every seat.
pub fn features(position: &dyn AnyPosition) -> Vec<Vec<f64>> {
    (0..position.seats()).map(|seat| position.features(seat)).collect()
}

/// The values of a heuristic's terms in a position, by seat.
///
/// # Errors
/// The error in the heuristic, and its place.
pub fn values(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    text: &str,
) -> Result<Vec<LabValues>, HeuristicError> {
    let lab = Lab::read(text, game.features())?;
    let seat = |seat| {
        let (values, trouble) = position.measured(&lab, seat);
        let contributions = lab.terms().iter().zip(&values);
        let contributions: Vec<Fixed> =
            contributions.map(|(term, value)| term.weight.times(*value)).collect();
        let score = contributions.iter().copied().sum();
        LabValues { score, values, contributions, trouble: trouble.words().collect() }
    };
    Ok((0..position.seats()).map(seat).collect())
}

/// A bot as formulas.
///
/// # Errors
/// Why the bot has no formulas.
pub fn opened(game: &dyn AnyGame, bot: &str, options: &RawOptions) -> Result<LabOpened, String> {
    let opened = game.bot_options(bot, options).and_then(|options| game.opened(bot, &options));
    let (options, budget) = opened.map_err(|error| error.to_string())?;
    Ok(LabOpened { options, budget })
}
