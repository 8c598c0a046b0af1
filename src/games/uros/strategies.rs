//! The weights of the one-ply bots for the change by a placement: the five terms, the weights of the source's strategies and
//! the best ones found. [`super::metrics`] defines the metrics.

use super::metrics::{Change, Metrics, changes};
use super::moves::Move;
use super::position::Uros;
use crate::base::fixed::Fixed;
use crate::contract::analysis::{Contrast, Term};
use crate::contract::bot::{Heuristic, Weight, measured_changes, weighed_changes};
use crate::contract::features::Featured;
use crate::contract::game::{Enumerable, MoveList, Seat};
use crate::lab::heuristic::{self, Lab};

const TERMS: usize = 5;

/// A weight from 0 to 10; `letter` is its name in the source. All terms count in favour: C weighs the
/// reduction of the opponent's metric.
const fn weight(
    (key, letter, formula): (&'static str, &'static str, &'static str),
    (label, meaning): (&'static str, &'static str),
    about: &'static str,
    [more, less]: [&'static str; 2],
    thousandths: i64,
) -> Weight {
    let weight = Fixed::from_thousandths(thousandths);
    let term = Term {
        key,
        label,
        meaning,
        weight,
        contrast: Contrast { more, less, ..Contrast::BY_LABEL },
    };
    let weight = Weight::of_term(term, 10).measured_by(formula);
    Weight { alias: Some(letter), about, min: Fixed::ZERO, ..weight }
}

/// The weights A to E, in thousandths.
pub(super) const fn weights([a, b, c, d, e]: [i64; TERMS]) -> [Weight; TERMS] {
    [
        weight(
            ("bvl", "A", "own_village"),
            ("own village", "growth of your biggest village on the Lake"),
            "A: points for each new house in your biggest village on the Lake",
            [
                "your biggest village has # more [house|houses]",
                "your biggest village has # fewer [house|houses]",
            ],
            a,
        ),
        weight(
            ("efl", "B", "own_front"),
            ("own front", "new empty island squares next to your biggest village"),
            "B: points for each new empty square next to your biggest village",
            [
                "your biggest village has # more open [square|squares] next to it",
                "your biggest village has # fewer open [square|squares] next to it",
            ],
            b,
        ),
        weight(
            ("foe_efl", "C", "-opponent_front"),
            ("opponent's growth", "empty squares that the opponent's biggest village loses"),
            "C: points for each empty square that the opponent's biggest village loses",
            [
                "your opponent's biggest village has # fewer open [square|squares] next to it",
                "your opponent's biggest village has # more open [square|squares] next to it",
            ],
            c,
        ),
        weight(
            ("bvr", "D", "own_reed_village"),
            ("village in reserve", "growth of your biggest village on a Reedbed island"),
            "D: points for each new house in your biggest Reedbed village",
            [
                "your biggest village in the Reedbed has # more [house|houses]",
                "your biggest village in the Reedbed has # fewer [house|houses]",
            ],
            d,
        ),
        weight(
            ("efr", "E", "own_reed_front"),
            ("reed front", "new empty squares next to your biggest Reedbed village"),
            "E: points for each new empty square next to your biggest Reedbed village",
            [
                "your biggest village in the Reedbed has # more open [square|squares] next to it",
                "your biggest village in the Reedbed has # fewer open [square|squares] next to it",
            ],
            e,
        ),
    ]
}

/// Terms over the features of Uros. There is a fast path for the changes of the strategies' five terms.
#[derive(Clone, Debug)]
pub struct Weighted {
    by: heuristic::Weighted<Uros>,
    /// Whether the terms are those five, for useful placements.
    quick: bool,
    /// Whether all legal placements are considered, or only the useful ones.
    all: bool,
}

impl Weighted {
    /// These terms, for all legal placements or the useful ones.
    pub(super) fn new(lab: Lab, all: bool) -> Weighted {
        Weighted {
            quick: !all && Self::are_strategy_terms(&lab),
            all,
            by: heuristic::Weighted::new(lab),
        }
    }

    /// Whether the terms measure the same as the strategies' five.
    pub(super) fn are_strategy_terms(lab: &Lab) -> bool {
        let five = weights([0; TERMS]).map(|weight| weight.formula);
        lab.written().terms.iter().map(|term| term.formula.as_str()).eq(five)
    }

    /// The formulas.
    pub(super) fn lab(&self) -> Lab {
        self.by.lab()
    }

    /// The five terms with these weights, in thousandths.
    pub(super) fn thousandths(weighing: [i64; TERMS]) -> Weighted {
        Weighted::new(Lab::of_terms(&weights(weighing), Uros::features()), false)
    }
}

/// The values of the five terms for a player and the opponent, or for the changes of both.
pub(super) const fn row(own: Metrics, opponent: Metrics) -> [Fixed; TERMS] {
    [
        Fixed::from_int(own.bvl as i64),
        Fixed::from_int(own.efl as i64),
        Fixed::from_int(-(opponent.efl as i64)),
        Fixed::from_int(own.bvr as i64),
        Fixed::from_int(own.efr as i64),
    ]
}

/// Calls `sink` with every useful placement and its change of the five terms.
pub(super) fn rows(position: &Uros, sink: &mut dyn FnMut(&Move, &[Fixed])) {
    changes(position, |mv, change| sink(&mv, &row(change.own, change.opponent)));
}

/// The five terms, for bots that show them next to others: their weights are 0.
pub(super) static COLUMNS: [Term; TERMS] = {
    let [bvl, efl, foe_efl, bvr, efr] = weights([0; TERMS]);
    [bvl.term, efl.term, foe_efl.term, bvr.term, efr.term]
};

impl Heuristic<Uros> for Weighted {
    fn terms(&self) -> &[Term] {
        self.by.terms()
    }

    fn measure(&self, position: &Uros, seat: Seat, values: &mut [Fixed]) {
        self.by.measure(position, seat, values);
    }

    fn considered(&self, position: &Uros, moves: &mut MoveList<Move>) {
        if self.all {
            return position.legal_moves(moves);
        }
        moves.clear();
        changes(position, |mv, _| moves.push(mv));
    }

    fn changes(&self, position: &Uros, sink: &mut dyn FnMut(&Move, &[Fixed])) {
        if self.quick { rows(position, sink) } else { measured_changes(self, position, sink) }
    }

    /// The changes of the five terms are whole numbers, so no product needs rounding.
    #[inline]
    fn scores(&self, position: &Uros, mut sink: impl FnMut(&Move, Fixed)) {
        if !self.quick {
            return weighed_changes(self, position, sink);
        }
        let terms = self.terms();
        let weights: [i64; TERMS] = std::array::from_fn(|term| terms[term].weight.thousandths());
        changes(position, |mv, Change { own, opponent }| {
            let parts = [own.bvl, own.efl, -opponent.efl, own.bvr, own.efr];
            let score = weights.iter().zip(parts).map(|(weight, part)| weight * i64::from(part));
            sink(&mv, Fixed::from_thousandths(score.sum()));
        });
    }
}

/// Own biggest village minus the opponent's, without other terms.
pub(super) const GREEDY: [Weight; 2] = {
    let [own, ..] = weights([1000, 0, 0, 0, 0]);
    let opponent = Term {
        key: "foe_bvl",
        label: "opponent's village",
        meaning: "growth of the opponent's biggest village on the Lake",
        weight: Fixed::from_int(-1),
        contrast: Contrast {
            more: "your opponent's biggest village has # more [house|houses]",
            less: "your opponent's biggest village has # fewer [house|houses]",
            ..Contrast::BY_LABEL
        },
    };
    [
        Weight::of_term(own.term, 10).measured_by(own.formula),
        Weight::of_term(opponent, 10).measured_by("opponent_village"),
    ]
};

/// The weights of the source's five strategies, in the order of [`super::bots::BOTS`].
pub(super) const STRATEGIES: [[i64; TERMS]; 5] = [
    [5000, 3000, 4000, 200, 100],
    [5000, 4000, 3000, 200, 100],
    [6000, 3000, 3500, 200, 100],
    [4000, 3500, 5000, 200, 100],
    [5000, 3000, 4000, 1000, 500],
];

/// The best weights found for a one-ply search: see `docs/experiments/2026-11-22-tuned-weights.md`.
pub(super) const TUNED_WEIGHTS: [i64; TERMS] = [5700, 1400, 10_000, 700, 300];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Rng, Stream};
    use crate::contract::game::{Enumerable, Game};

    #[test]
    fn quick_scores_match_the_terms() {
        let mut rng = Rng::new(5, Stream::Other(0));
        let bot = Weighted::thousandths([5000, 3001, 4000, 207, -100]);
        let mut position = Uros::start(false, false);
        let mut moves = Vec::new();
        while !position.to_act().is_empty() {
            let mut slow = Vec::new();
            bot.changes(&position, &mut |mv, changes| {
                let parts = changes.iter().zip(bot.terms());
                slow.push((*mv, parts.map(|(value, term)| term.weight.times(*value)).sum()));
            });
            let mut quick: Vec<(Move, Fixed)> = Vec::new();
            bot.scores(&position, |mv, score| quick.push((*mv, score)));
            assert_eq!(quick, slow);
            let by_formulas = Weighted { quick: false, ..bot.clone() };
            let mut measured = Vec::new();
            by_formulas.scores(&position, |mv, score| measured.push((*mv, score)));
            assert_eq!(quick, measured);
            position.legal_moves(&mut moves);
            position.play_unchecked(&moves[rng.below(moves.len())]);
        }
    }
}
