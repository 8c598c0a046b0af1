//! The judgement of moves in a review: the judging bot, the loss of winning chances for
//! each mark, and the bot that solves positions, if there is one.
//!
//! This module knows no game, bot or position.

use crate::base::fixed::Fixed;
use crate::contract::bot::Budget;
use serde::{Serialize, Serializer};

/// The loss of winning chance for each mark, as a share: the same in every game. A move that
/// loses exactly this share gets the mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Thresholds {
    /// Minimum loss of an inaccuracy.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub inaccuracy: Fixed,
    /// Minimum loss of a mistake.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub mistake: Fixed,
    /// Minimum loss of a blunder.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub blunder: Fixed,
}

/// The thresholds of all games.
pub const THRESHOLDS: Thresholds = Thresholds {
    inaccuracy: Fixed::from_thousandths(150),
    mistake: Fixed::from_thousandths(250),
    blunder: Fixed::from_thousandths(400),
};

impl Thresholds {
    /// The mark of a move with this loss of winning chance; `None` if the loss is too small.
    pub fn mark(&self, loss: Fixed) -> Option<Mark> {
        [
            (self.blunder, Mark::Blunder),
            (self.mistake, Mark::Mistake),
            (self.inaccuracy, Mark::Inaccuracy),
        ]
        .into_iter()
        .find_map(|(least, mark)| (loss >= least).then_some(mark))
    }
}

/// The annotation of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// `!`: the only move that is not a mistake.
    Only,
    /// `?!`: somewhat worse than the best move.
    Inaccuracy,
    /// `?`: clearly worse than the best move.
    Mistake,
    /// `??`: may have lost the game, or has.
    Blunder,
}

impl Mark {
    /// The sign after a move.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Only => "!",
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.sign())
    }
}

/// What a bad move may have cost: a feature in which the ends of two lines are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The key of the feature; that of the opponent begins with `opponent` or `others`.
    pub feature: &'static str,
    /// How much a unit counts for the mover compared with the other causes; negative if less is better.
    pub weight: i32,
    /// The clause after the name of the player, if the mover is worse off: `has # fewer [move|moves]`.
    pub worse: &'static str,
    /// The clause for several mistakes of this cause, after their number: `cost moves`.
    pub habit: &'static str,
}

impl Cause {
    /// Whether the feature is one of the opponent.
    pub fn of_opponent(&self) -> bool {
        self.feature.starts_with("opponent") || self.feature.starts_with("others")
    }
}

/// The settings of a game's review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Judging {
    /// The judging bot, unless the user selects another.
    pub bot: &'static str,
    /// The loss of winning chance for each mark: the same in every game.
    pub thresholds: Thresholds,
    /// The bot that solves positions of the game, if there is one: its proofs are shown next to any bot's
    /// score.
    pub oracle: Option<&'static str>,
    /// Its budget for a position without an explicit request.
    pub oracle_budget: Option<Budget>,
    /// What a bad move may have cost.
    #[serde(skip)]
    pub causes: &'static [Cause],
}

impl Judging {
    /// With one of the game's bots as judge.
    pub const fn by(bot: &'static str) -> Judging {
        Judging { bot, thresholds: THRESHOLDS, oracle: None, oracle_budget: None, causes: &[] }
    }

    /// The same for a game that another of its bots solves.
    pub const fn solved_by(self, bot: &'static str, budget: Budget) -> Judging {
        Judging { oracle: Some(bot), oracle_budget: Some(budget), ..self }
    }

    /// The same with the causes that its reasons name.
    pub const fn with_causes(self, causes: &'static [Cause]) -> Judging {
        Judging { causes, ..self }
    }

    /// The solving bot, with its budget.
    pub fn oracle(&self) -> Option<(&'static str, Budget)> {
        self.oracle.zip(self.oracle_budget)
    }
}

/// What a turn cost, in a game where all seats move at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnCost {
    /// A sentence: which decision cost most, how much, and what would have been better; or that no clear difference was found.
    pub text: String,
    /// Its annotation, if the game gives one for such a cost.
    pub mark: Option<Mark>,
    /// The number of the turn.
    pub turn: u32,
    /// What it cost, in a unit of the game, to compare turns; 0 without a clear difference.
    pub cost: u32,
    /// The clause for several decisions of this kind, after their number: `cost outposts`.
    pub habit: Option<&'static str>,
    /// The same turns with the better decision, in record notation; empty without one.
    pub better: Vec<String>,
}

/// The comparison of a seat's decisions in a turn with others, by simulation: all other orders stay as they were played.
pub trait Decisions: Send {
    /// Simulates the alternatives of one more decision; true when all are simulated.
    fn advance(&mut self) -> bool;
    /// What the simulations so far show.
    fn cost(&self) -> TurnCost;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_gets_the_mark_of_the_highest_threshold_it_reaches() {
        let mark = |thousandths| THRESHOLDS.mark(Fixed::from_thousandths(thousandths));
        assert_eq!(mark(0), None);
        assert_eq!(mark(149), None);
        assert_eq!(mark(150), Some(Mark::Inaccuracy));
        assert_eq!(mark(250), Some(Mark::Mistake));
        assert_eq!(mark(399), Some(Mark::Mistake));
        assert_eq!(mark(400), Some(Mark::Blunder));
    }
}
