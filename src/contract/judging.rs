//! How moves are judged when a game is looked back at: who judges, how much of its chance to win a move may lose
//! before it gets a mark, and who solves a game where it can be solved.
//!
//! No game, no bot and no position is known here.

use crate::base::fixed::Fixed;
use crate::contract::bot::Budget;
use crate::contract::thought::Score;
use serde::{Serialize, Serializer};

/// How much of its chance to win a move may lose before it gets a mark, as a share: the same in every game. A move that
/// loses exactly as much gets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Thresholds {
    /// From here on it is an inaccuracy.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub inaccuracy: Fixed,
    /// From here on it is a mistake.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub mistake: Fixed,
    /// From here on it is a blunder.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub blunder: Fixed,
}

/// The table.
pub const THRESHOLDS: Thresholds = Thresholds {
    inaccuracy: Fixed::from_thousandths(150),
    mistake: Fixed::from_thousandths(250),
    blunder: Fixed::from_thousandths(400),
};

impl Thresholds {
    /// The mark of a move that loses so much of its chance to win.
    pub fn mark(&self, loss: Fixed) -> Option<Mark> {
        if loss >= self.blunder {
            Some(Mark::Blunder)
        } else if loss >= self.mistake {
            Some(Mark::Mistake)
        } else if loss >= self.inaccuracy {
            Some(Mark::Inaccuracy)
        } else {
            None
        }
    }
}

/// What is written behind a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// `!`: the one move that is not a mistake.
    Only,
    /// `?!`: somewhat worse than the best.
    Inaccuracy,
    /// `?`: clearly worse than the best.
    Mistake,
    /// `??`: it may have cost the game, or has.
    Blunder,
}

impl Mark {
    /// As it is written behind a move.
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

/// How a game's moves are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Judging {
    /// The bot that judges unless another is chosen.
    pub bot: &'static str,
    /// What share of its chance to win a move must lose for a mark: the same in every game.
    pub thresholds: Thresholds,
    /// The bot that solves the game where it can be solved, if one does: what it proves of a move stands beside any bot's
    /// score.
    pub oracle: Option<&'static str>,
    /// How much it may spend on a position that it was not asked about.
    pub oracle_budget: Option<Budget>,
}

impl Judging {
    /// By one of the game's bots.
    pub const fn by(bot: &'static str) -> Judging {
        Judging { bot, thresholds: THRESHOLDS, oracle: None, oracle_budget: None }
    }

    /// The same in a game that another of its bots solves.
    pub const fn solved_by(self, bot: &'static str, budget: Budget) -> Judging {
        Judging { oracle: Some(bot), oracle_budget: Some(budget), ..self }
    }

    /// The bot that solves, with its budget.
    pub fn oracle(&self) -> Option<(&'static str, Budget)> {
        self.oracle.zip(self.oracle_budget)
    }
}

/// How a game ends by force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Proven {
    /// It is lost.
    Loss,
    /// It is a draw.
    Draw,
    /// It is won.
    Win,
}

/// What a thought proves of a candidate: a forced result, and a draw where all that was looked at is `exact`.
/// A score that is only an upper `bound` proves no more than a loss.
pub fn proven(score: Score, bound: bool, exact: bool) -> Option<Proven> {
    match score {
        Score::Loss(_) => Some(Proven::Loss),
        Score::Win(_) if !bound => Some(Proven::Win),
        Score::Value(_) if exact && !bound => Some(Proven::Draw),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_gets_the_mark_of_the_threshold_that_it_reaches() {
        let mark = |thousandths| THRESHOLDS.mark(Fixed::from_thousandths(thousandths));
        assert_eq!(mark(0), None);
        assert_eq!(mark(149), None);
        assert_eq!(mark(150), Some(Mark::Inaccuracy));
        assert_eq!(mark(250), Some(Mark::Mistake));
        assert_eq!(mark(399), Some(Mark::Mistake));
        assert_eq!(mark(400), Some(Mark::Blunder));
    }

    #[test]
    fn a_bound_proves_a_loss_and_nothing_else() {
        let value = Score::Value(Fixed::ZERO);
        assert_eq!(proven(Score::Loss(None), true, false), Some(Proven::Loss));
        assert_eq!(proven(Score::Win(None), true, true), None);
        assert_eq!(proven(value, true, true), None);
        assert_eq!(proven(value, false, true), Some(Proven::Draw));
        assert_eq!(proven(value, false, false), None);
    }
}
