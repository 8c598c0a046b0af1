//! The use of an author's heuristic in a tree search: an evaluation of positions, next to
//! playouts or in their place, and a prior of moves. `docs/reference/lab.md` defines
//! both. The trees belong to the games' own bots; this module depends on no game.

use super::heuristic::{Lab, Written};
use crate::base::fixed::Fixed;
use crate::base::options::{OptionKind, OptionSpec, Options};
use crate::contract::analysis::{Contrast, Term};
use crate::contract::calibration::{certain_is_proven, percent};
use crate::contract::features::Featured;
use crate::contract::game::{Enumerable, MAX_SEATS, Seat};
use crate::search::mcts::{Prior, Rewards};

/// The value of a bot's option `search` for a tree search.
pub const TREE: &str = "mcts";

/// The heuristic's evaluation of positions.
pub const JUDGEMENT: Term = Term {
    key: "judgement",
    label: "judgement",
    meaning: "average judgement by the formulas of the positions that simulations of the move reached: 0.5 is even, and proven results count as such. Its weight is its share of a simulation",
    weight: Fixed::ZERO,
    contrast: Contrast {
        more: "the positions are judged % better",
        less: "the positions are judged % worse",
        ..Contrast::BY_LABEL
    },
};

/// The largest scale and temperature.
const MOST: Fixed = Fixed::from_int(1_000_000);

const fn measure(
    key: &'static str,
    label: &'static str,
    default: Fixed,
    about: &'static str,
) -> OptionSpec {
    let (min, step) = (Fixed::from_thousandths(1), Fixed::from_thousandths(100));
    let kind = OptionKind::Number { min, max: MOST, step, default };
    OptionSpec { key, alias: None, label, kind, about }
}

/// The share of the heuristic's evaluation in the value of a simulation.
pub const JUDGING: OptionSpec = OptionSpec {
    key: "judging",
    alias: None,
    label: "Judgement",
    kind: OptionKind::Number {
        min: Fixed::ZERO,
        max: Fixed::ONE,
        step: Fixed::from_thousandths(50),
        default: Fixed::from_thousandths(500),
    },
    about: "in a tree search: the formulas' share of a position's value, the rest is its playout; 0: only playouts; 1: no playouts",
};

/// The number of prior outcomes per move.
pub const PRIOR: OptionSpec = OptionSpec {
    key: "prior",
    alias: None,
    label: "First impression",
    kind: OptionKind::Int { min: 0, max: 1_000, default: 8 },
    about: "in a tree search: number of virtual outcomes that a move starts with, by the formulas' first impression; 0: none, which is faster",
};

/// The option `scale`: the meaning of scores.
pub const fn scale(default: Fixed) -> OptionSpec {
    measure(
        "scale",
        "Scale",
        default,
        "in a tree search: the score of a position that is judged to win 75% of games",
    )
}

/// The option `temperature`: the spread of the prior.
pub const fn temperature(default: Fixed) -> OptionSpec {
    measure(
        "temperature",
        "Temperature",
        default,
        "in a tree search: a move whose score is this much below the best one is e times less promising",
    )
}

/// A heuristic prepared for a tree search.
#[derive(Clone, Debug)]
pub struct Guide {
    lab: Lab,
    judging: Fixed,
    prior: f32,
    scale: f64,
    temperature: f64,
    beside: Vec<Term>,
}

impl Guide {
    /// The heuristic with the options [`JUDGING`], [`PRIOR`] (if the game's search has it), [`scale`] and
    /// [`temperature`].
    pub fn new(lab: Lab, specs: &[OptionSpec], options: &Options) -> Guide {
        let mut guide = Guide {
            judging: Fixed::ZERO,
            prior: 0.0,
            scale: 1.0,
            temperature: 1.0,
            beside: lab.terms().iter().map(|term| Term { weight: Fixed::ZERO, ..*term }).collect(),
            lab,
        };
        for spec in specs {
            match spec.key {
                "judging" => guide.judging = options.number(spec),
                "prior" => guide.prior = options.int(spec).clamp(0, 1_000) as f32,
                "scale" => guide.scale = options.number(spec).to_f64(),
                "temperature" => guide.temperature = options.number(spec).to_f64(),
                _ => {}
            }
        }
        guide
    }

    /// The share of the heuristic's evaluation in the value of a simulation, from 0 to 1.
    pub fn judging(&self) -> Fixed {
        self.judging
    }

    /// Whether positions are evaluated by the heuristic alone, without a playout.
    pub fn judges_alone(&self) -> bool {
        self.judging >= Fixed::ONE
    }

    /// The term of the evaluation, weighted with that share.
    pub fn judgement_term(&self) -> Term {
        Term { weight: self.judging, ..JUDGEMENT }
    }

    /// The heuristic's terms, shown next to the search's own terms; they do not affect the choice.
    pub fn beside(&self) -> &[Term] {
        &self.beside
    }

    /// The values of the heuristic's terms for `seat`.
    pub fn values<G: Featured>(&self, position: &G, seat: Seat) -> Vec<Fixed> {
        self.lab.values(position, seat).0
    }

    /// The heuristic's score of a position, in thousandths. One copy per game: it is large.
    #[inline(never)]
    fn score<G: Featured>(&self, position: &G, seat: Seat) -> i64 {
        self.lab.sum(position, seat)
    }

    /// The estimated value of a position for every seat: with `x` as half of the difference between the heuristic's score and the
    /// mean of the others', it is `1/2 + x / 2(|x| + scale)`.
    pub fn judged<G: Featured>(&self, position: &G) -> Rewards {
        let seats = position.seats().min(MAX_SEATS);
        let mut scores = [0; MAX_SEATS];
        for (seat, score) in scores.iter_mut().enumerate().take(seats) {
            *score = self.score(position, seat);
        }
        self.shares(&scores[..seats])
    }

    /// The same for scores in thousandths, one per seat.
    fn shares(&self, scores: &[i64]) -> Rewards {
        let points = |score: i64| score as f64 / Fixed::SCALE as f64;
        let all: f64 = scores.iter().copied().map(points).sum();
        let mut rewards = [0.0; MAX_SEATS];
        for (reward, &score) in rewards.iter_mut().zip(scores) {
            let own = points(score);
            let others = (all - own) / (scores.len().max(2) - 1) as f64;
            let ahead = (own - others) / 2.0;
            *reward = (0.5 + 0.5 * ahead / (ahead.abs() + self.scale)) as f32;
        }
        rewards
    }

    /// The prior of a move with a score `behind` less than the best one's: 1 for the best, divided by e for
    /// every temperature.
    pub fn prior_factor(&self, behind: Fixed) -> f32 {
        libm::exp(-behind.to_f64() / self.temperature) as f32
    }

    /// Adds prior outcomes to the legal moves of a position that is being expanded: the same number for each, with wins
    /// in proportion to the move's prior.
    pub fn add_priors<G: Enumerable + Featured>(
        &self,
        position: &G,
        moves: &[G::Move],
        outlooks: &mut [Prior],
    ) {
        if self.prior <= 0.0 {
            return;
        }
        let mover = position.mover();
        let mut next = position.clone();
        let score = |mv| {
            next.clone_from(position);
            next.play_unchecked(mv);
            self.score(&next, mover)
        };
        self.set_priors(moves.iter().map(score).collect(), outlooks);
    }

    fn set_priors(&self, scores: Vec<i64>, outlooks: &mut [Prior]) {
        let best = scores.iter().copied().max().unwrap_or(0);
        for (outlook, score) in outlooks.iter_mut().zip(scores) {
            outlook.visits = self.prior;
            outlook.wins = self.prior * self.prior_factor(Fixed::from_thousandths(best - score));
        }
    }

    /// The explanation of a position's evaluation: the scores of the seats, and the value estimated for `seat`.
    pub fn judgement_text<G: Featured>(&self, position: &G, seat: Seat) -> String {
        let score = |seat| self.score(position, seat);
        self.in_words(&(0..position.seats()).map(score).collect::<Vec<_>>(), seat)
    }

    fn in_words(&self, scores: &[i64], seat: Seat) -> String {
        let points = scores.iter().map(|&score| Fixed::from_thousandths(score).to_string());
        let mut others: Vec<String> = points.collect();
        let own = others.remove(seat);
        let judged = self.shares(scores).get(seat).copied().unwrap_or(0.5);
        let to = if others.len() == 1 { "the opponent" } else { "the others" };
        let others = others.join(", ");
        format!(
            "the formulas give you {own} right after it, and {others} to {to}; that is judged {}",
            percent(certain_is_proven(Fixed::from_f64(judged.into()).unwrap_or(Fixed::ZERO)))
        )
    }

    /// A fingerprint of the guide.
    pub fn fingerprint(&self) -> u64 {
        let text = Written::to_text(self.lab.written());
        let numbers = [
            self.judging.thousandths() as u64,
            self.prior.to_bits().into(),
            self.scale.to_bits(),
            self.temperature.to_bits(),
        ];
        // FNV-1a, over bytes and numbers.
        let step = |all: u64, one: u64| (all ^ one).wrapping_mul(0x0000_0100_0000_01b3);
        let all = text.bytes().map(u64::from).chain(numbers).fold(0xcbf2_9ce4_8422_2325, step);
        all | 1
    }
}
