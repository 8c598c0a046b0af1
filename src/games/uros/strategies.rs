//! How the one-ply bots weigh what a placement changes: the five terms, the weights of the source's strategies and the
//! best ones found. What the metrics are is the business of [`super::metrics`].

use super::metrics::{Change, Metrics, changes};
use super::moves::Move;
use super::position::Uros;
use crate::base::fixed::Fixed;
use crate::contract::bot::{Heuristic, Weight};
use crate::contract::game::Seat;
use crate::contract::thought::{Contrast, Term};

const TERMS: usize = 5;

const LARGER_VILLAGE: Contrast = Contrast {
    more: "your biggest village is larger by # [house|houses]",
    less: "your biggest village is smaller by # [house|houses]",
};
const LARGER_FRONT: Contrast = Contrast {
    more: "# more open [square|squares] beside your biggest village",
    less: "# fewer open [square|squares] beside your biggest village",
};
const FOE_FRONT_TAKEN: Contrast = Contrast {
    more: "# fewer open [square|squares] beside the opponent's biggest village",
    less: "# more open [square|squares] beside the opponent's biggest village",
};
const LARGER_FOE_VILLAGE: Contrast = Contrast {
    more: "the opponent's biggest village is larger by # [house|houses]",
    less: "the opponent's biggest village is smaller by # [house|houses]",
};
const LARGER_REED_VILLAGE: Contrast = Contrast {
    more: "your biggest village in the Reedbed is larger by # [house|houses]",
    less: "your biggest village in the Reedbed is smaller by # [house|houses]",
};
const LARGER_REED_FRONT: Contrast = Contrast {
    more: "# more [square|squares] to build on in the Reedbed",
    less: "# fewer [square|squares] to build on in the Reedbed",
};

/// A weight from 0 to 10; `letter` is what the source calls it. All count in favour: what C weighs is what is
/// taken from the opponent.
const fn weight(
    key: &'static str,
    letter: &'static str,
    (label, meaning): (&'static str, &'static str),
    about: &'static str,
    (formula, contrast): (&'static str, Contrast),
    thousandths: i64,
) -> Weight {
    let term = Term { key, label, meaning, weight: Fixed::from_thousandths(thousandths), contrast };
    let weight = Weight::of(term, 10).measured_by(formula);
    Weight { alias: Some(letter), about, min: Fixed::ZERO, ..weight }
}

/// The weights A to E, in thousandths.
pub(super) const fn weights([a, b, c, d, e]: [i64; TERMS]) -> [Weight; TERMS] {
    [
        weight(
            "bvl",
            "A",
            ("own village", "growth of the own biggest village on the Lake"),
            "A: what one more house in the own biggest village on the Lake counts",
            ("own_village", LARGER_VILLAGE),
            a,
        ),
        weight(
            "efl",
            "B",
            ("own front", "new empty island squares beside it"),
            "B: what one more empty square beside it counts",
            ("own_front", LARGER_FRONT),
            b,
        ),
        weight(
            "foe_efl",
            "C",
            ("foe's front", "empty squares taken from beside the opponent's biggest village"),
            "C: what one less empty square beside the opponent's biggest village counts",
            ("-opponent_front", FOE_FRONT_TAKEN),
            c,
        ),
        weight(
            "bvr",
            "D",
            ("reed village", "growth of the own biggest village on a Reedbed island"),
            "D: what one more house in the own biggest Reedbed village counts",
            ("own_reed_village", LARGER_REED_VILLAGE),
            d,
        ),
        weight(
            "efr",
            "E",
            ("reed front", "new empty squares beside that one"),
            "E: what one more empty square beside that one counts",
            ("own_reed_front", LARGER_REED_FRONT),
            e,
        ),
    ]
}

/// The weighted sum of the five terms.
#[derive(Clone, Debug)]
pub struct Weighted {
    terms: Vec<Term>,
}

impl Weighted {
    /// With these terms, in the order of [`row`].
    pub(super) fn of(terms: &[Weight]) -> Weighted {
        Weighted { terms: terms.iter().map(|weight| weight.term).collect() }
    }

    /// With these weights, in thousandths.
    pub(super) fn thousandths(weighing: [i64; TERMS]) -> Weighted {
        Weighted::of(&weights(weighing))
    }
}

/// What the five terms measure of a player and the opponent, or of the changes in both.
pub(super) const fn row(own: Metrics, foe: Metrics) -> [Fixed; TERMS] {
    [
        Fixed::from_int(own.bvl as i64),
        Fixed::from_int(own.efl as i64),
        Fixed::from_int(-(foe.efl as i64)),
        Fixed::from_int(own.bvr as i64),
        Fixed::from_int(own.efr as i64),
    ]
}

/// Calls `sink` with every placement worth considering and what it changes in the five terms.
pub(super) fn rows(position: &Uros, sink: &mut dyn FnMut(&Move, &[Fixed])) {
    changes(position, |mv, change| sink(&mv, &row(change.own, change.foe)));
}

/// The five terms, for whoever shows them beside others.
pub(super) static COLUMNS: [Term; TERMS] = {
    let weights = weights([0; TERMS]);
    let mut columns = [weights[0].term; TERMS];
    let mut i = 0;
    while i < TERMS {
        columns[i] = weights[i].term;
        i += 1;
    }
    columns
};

impl Heuristic<Uros> for Weighted {
    fn terms(&self) -> &[Term] {
        &self.terms
    }

    fn measure(&self, position: &Uros, seat: Seat, values: &mut [Fixed]) {
        values.copy_from_slice(&row(position.metrics(seat), position.metrics(seat ^ 1)));
    }

    fn changes(&self, position: &Uros, sink: &mut dyn FnMut(&Move, &[Fixed])) {
        rows(position, sink);
    }

    /// The changes are whole numbers, so no product needs rounding.
    #[inline]
    fn scores(&self, position: &Uros, mut sink: impl FnMut(&Move, Fixed)) {
        let weights: [i64; TERMS] =
            std::array::from_fn(|term| self.terms[term].weight.thousandths());
        changes(position, |mv, Change { own, foe }| {
            let parts = [own.bvl, own.efl, -foe.efl, own.bvr, own.efr];
            let score = weights.iter().zip(parts).map(|(weight, part)| weight * i64::from(part));
            sink(&mv, Fixed::from_thousandths(score.sum()));
        });
    }
}

/// Own biggest village minus the opponent's, and nothing else.
pub(super) const GREEDY: [Weight; 2] = [
    Weight::of(
        Term {
            key: "bvl",
            label: "own village",
            meaning: "growth of the own biggest village on the Lake",
            weight: Fixed::ONE,
            contrast: LARGER_VILLAGE,
        },
        10,
    )
    .measured_by("own_village"),
    Weight::of(
        Term {
            key: "foe_bvl",
            label: "foe's village",
            meaning: "growth of the opponent's biggest village on the Lake",
            weight: Fixed::from_int(-1),
            contrast: LARGER_FOE_VILLAGE,
        },
        10,
    )
    .measured_by("opponent_village"),
];

/// The weights of the source's five strategies, in the order of [`super::bots::BOTS`].
pub(super) const STRATEGIES: [[i64; TERMS]; 5] = [
    [5000, 3000, 4000, 200, 100],
    [5000, 4000, 3000, 200, 100],
    [6000, 3000, 3500, 200, 100],
    [4000, 3500, 5000, 200, 100],
    [5000, 3000, 4000, 1000, 500],
];

/// The best weights found for looking one ply ahead: see `docs/experiments/2026-11-22-tuned-weights.md`.
pub(super) const TUNED_WEIGHTS: [i64; TERMS] = [5700, 1400, 10_000, 700, 300];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Rng, Stream};
    use crate::contract::game::{Enumerable, Game};

    #[test]
    fn quick_scores_are_those_of_the_terms() {
        let mut rng = Rng::new(5, Stream::Other(0));
        let terms = weights([5000, 3001, 4000, 207, -100]).map(|weight| weight.term);
        let bot = Weighted { terms: terms.to_vec() };
        let mut position = Uros::start(false, false);
        let mut moves = Vec::new();
        while !position.to_act().is_empty() {
            let mut slow = Vec::new();
            bot.changes(&position, &mut |mv, changes| {
                let parts = changes.iter().zip(&bot.terms);
                slow.push((*mv, parts.map(|(value, term)| term.weight.times(*value)).sum()));
            });
            let mut quick: Vec<(Move, Fixed)> = Vec::new();
            bot.scores(&position, |mv, score| quick.push((*mv, score)));
            assert_eq!(quick, slow);
            position.legal_moves(&mut moves);
            position.play_unchecked(&moves[rng.below(moves.len())]);
        }
    }
}
