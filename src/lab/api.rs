//! What a panel asks of the Lab: is a formula right, what are features and terms worth in this position, how does a bot
//! read as formulas.

use super::formula::FUNCTIONS;
use super::heuristic::{HeuristicError, Lab, Written};
use crate::base::fixed::Fixed;
use crate::base::options::RawOptions;
use crate::catalog::{AnyGame, AnyPosition};
use crate::contract::bot::Budget;
use serde::Serialize;

/// What a heuristic's terms are worth to a seat.
#[derive(Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LabValues {
    score: Fixed,
    values: Vec<Fixed>,
    contributions: Vec<Fixed>,
    /// What happened on the way, such as a division by 0, in words.
    trouble: Vec<&'static str>,
}

/// A bot as formulas: the options and the budget of the bot `lab` that plays as it does.
#[derive(Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct LabOpened {
    /// Its formulas among them.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OptionValues"))]
    pub options: RawOptions,
    /// None where it needs none.
    pub budget: Option<Budget>,
}

/// A heuristic as it was written, if it is right.
///
/// # Errors
/// What is wrong, and where.
pub fn check(game: &dyn AnyGame, text: &str) -> Result<Written, HeuristicError> {
    Lab::read(text, game.features()).map(|lab| lab.written().clone())
}

/// The functions of the language, each with how it is called.
pub fn language() -> Vec<(&'static str, &'static str)> {
    FUNCTIONS.iter().map(|&(name, _, called)| (name, called)).collect()
}

/// The values of all features in a position, in their order, for every seat.
pub fn features(position: &dyn AnyPosition) -> Vec<Vec<f64>> {
    (0..position.seats()).map(|seat| position.features(seat)).collect()
}

/// What a heuristic's terms are worth in a position, by seat.
///
/// # Errors
/// What is wrong with the heuristic, and where.
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
/// Why it is none.
pub fn opened(game: &dyn AnyGame, bot: &str, options: &RawOptions) -> Result<LabOpened, String> {
    let opened = game.bot_options(bot, options).and_then(|options| game.opened(bot, &options));
    let (options, budget) = opened.map_err(|error| error.to_string())?;
    Ok(LabOpened { options, budget })
}
