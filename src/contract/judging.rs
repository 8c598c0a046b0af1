//! How moves are judged when a game is looked back at: what a bot's scores measure, how far one may fall
//! before a mark is given, and who solves a game where it can be solved. Games declare it as data.
//!
//! No game, no bot and no position is known here.

use crate::base::fixed::Fixed;
use crate::contract::bot::Budget;
use crate::contract::thought::{Scale, Score};
use serde::{Serialize, Serializer};

/// How much worse than the best a move may be before it gets a mark. A move that is worse by exactly as
/// much gets it.
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

impl Thresholds {
    /// In whole points.
    pub const fn points(inaccuracy: i64, mistake: i64, blunder: i64) -> Self {
        Thresholds {
            inaccuracy: Fixed::from_int(inaccuracy),
            mistake: Fixed::from_int(mistake),
            blunder: Fixed::from_int(blunder),
        }
    }

    /// For a rate of wins: one game in ten, in five, in three.
    pub const RATE: Thresholds = Thresholds {
        inaccuracy: Fixed::from_thousandths(100),
        mistake: Fixed::from_thousandths(200),
        blunder: Fixed::from_thousandths(330),
    };

    /// The mark of a move that is worse than the best by `loss`.
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
    /// All of them, from the best.
    pub const ALL: [Mark; 4] = [Mark::Only, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

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

/// The bot that solves a game where it can be solved: what it proves of a move stands beside any bot's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Oracle {
    /// One of the game's bots.
    pub bot: &'static str,
    /// How much it may spend on a position that nobody asked it about.
    pub budget: Budget,
}

/// How a game's moves are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judging {
    /// The bot that judges unless another is chosen.
    pub bot: &'static str,
    /// In the points of the game's heuristics.
    pub thresholds: Thresholds,
    /// Who solves, if one of the bots does.
    pub oracle: Option<Oracle>,
}

/// By what the scores of one bot of one game are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Yardstick {
    /// What they measure.
    pub scale: Scale,
    /// In the same units.
    pub thresholds: Thresholds,
}

impl Yardstick {
    /// For a bot with such scores in a game with such thresholds.
    pub fn new(scale: Scale, thresholds: Thresholds) -> Self {
        let thresholds = if scale == Scale::Rate { Thresholds::RATE } else { thresholds };
        Yardstick { scale, thresholds }
    }

    /// The same score as the other of two sides sees it; `None` where scores measure nothing.
    pub fn turned(&self, score: Score) -> Option<Score> {
        Some(match score {
            Score::Unknown => return None,
            Score::Win(plies) => Score::Loss(plies),
            Score::Loss(plies) => Score::Win(plies),
            Score::Value(value) => Score::Value(match self.scale {
                Scale::Points => Fixed::ZERO - value,
                Scale::Rate => Fixed::ONE - value,
                Scale::Nothing => return None,
            }),
        })
    }

    /// How much of a bar belongs to the side whose score this is, from 0 to 1. Points fill it the more
    /// slowly the more there are: a lead of two blunders fills three quarters. It is a picture, no rate of
    /// wins. `None` where scores measure nothing.
    pub fn share(&self, score: Score) -> Option<f64> {
        Some(match score {
            Score::Unknown => return None,
            Score::Win(_) => 1.0,
            Score::Loss(_) => 0.0,
            Score::Value(value) => match self.scale {
                Scale::Rate => value.to_f64().clamp(0.0, 1.0),
                Scale::Points => {
                    let half = 2.0 * self.thresholds.blunder.to_f64();
                    let value = value.to_f64();
                    0.5 + 0.5 * value / (value.abs() + half)
                }
                Scale::Nothing => return None,
            },
        })
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
        let thresholds = Thresholds::points(1, 2, 4);
        let mark = |thousandths| thresholds.mark(Fixed::from_thousandths(thousandths));
        assert_eq!(mark(0), None);
        assert_eq!(mark(999), None);
        assert_eq!(mark(1_000), Some(Mark::Inaccuracy));
        assert_eq!(mark(2_000), Some(Mark::Mistake));
        assert_eq!(mark(3_999), Some(Mark::Mistake));
        assert_eq!(mark(4_000), Some(Mark::Blunder));
    }

    #[test]
    fn the_other_side_sees_the_other_part_of_the_bar() {
        for scale in [Scale::Points, Scale::Rate] {
            let stick = Yardstick::new(scale, Thresholds::points(1, 2, 4));
            for thousandths in [0, 250, 500, 900] {
                let score = Score::Value(Fixed::from_thousandths(thousandths));
                let turned = stick.turned(score).and_then(|other| stick.share(other));
                let sum = stick.share(score).zip(turned).map(|(one, other)| one + other);
                assert!(sum.is_some_and(|sum| (sum - 1.0).abs() < 1e-9), "{scale:?} {thousandths}");
            }
        }
        let none = Yardstick::new(Scale::Nothing, Thresholds::RATE);
        assert_eq!(none.share(Score::Value(Fixed::ONE)), None);
        assert_eq!(none.share(Score::Win(None)), Some(1.0));
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
