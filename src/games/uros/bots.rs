//! The bots of Uros: five weightings of the metrics, the best one found, a greedy one, a random one, any weights of
//! one's own, and a search, in `totora.rs`. What the metrics are is the business of [`super::metrics`].

use super::metrics::{Change, Metrics, changes};
use super::moves::Move;
use super::position::Uros;
use super::totora;
use crate::bot::{BotSpec, Heuristic, Opened, Weight};
use crate::fixed::Fixed;
use crate::game::Seat;
use crate::judging::Scale;
use crate::lab::guide::{Guide, JUDGING, TREE, scale, temperature};
use crate::lab::heuristic::{FILE, OrLab, formula_option, of_options, reader, search_option};
use crate::options::{OptionKind, OptionSpec};
use crate::search::one_ply::OnePly;
use crate::search::random::RandomBot;
use crate::thought::{Contrast, Term};

const SOURCE: &str = "Heuristics & Bot Strategies for Uros";
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
    contrast: Contrast,
    thousandths: i64,
) -> Weight {
    let term = Term { key, label, meaning, weight: Fixed::from_thousandths(thousandths), contrast };
    Weight { alias: Some(letter), about, min: Fixed::ZERO, ..Weight::of(term, 10) }
}

/// The weights A to E, in thousandths.
const fn weights([a, b, c, d, e]: [i64; TERMS]) -> [Weight; TERMS] {
    [
        weight(
            "bvl",
            "A",
            ("own village", "growth of the own biggest village on the Lake"),
            "A: what one more house in the own biggest village on the Lake counts",
            LARGER_VILLAGE,
            a,
        ),
        weight(
            "efl",
            "B",
            ("own front", "new empty island squares beside it"),
            "B: what one more empty square beside it counts",
            LARGER_FRONT,
            b,
        ),
        weight(
            "foe_efl",
            "C",
            ("foe's front", "empty squares taken from beside the opponent's biggest village"),
            "C: what one less empty square beside the opponent's biggest village counts",
            FOE_FRONT_TAKEN,
            c,
        ),
        weight(
            "bvr",
            "D",
            ("reed village", "growth of the own biggest village on a Reedbed island"),
            "D: what one more house in the own biggest Reedbed village counts",
            LARGER_REED_VILLAGE,
            d,
        ),
        weight(
            "efr",
            "E",
            ("reed front", "new empty squares beside that one"),
            "E: what one more empty square beside that one counts",
            LARGER_REED_FRONT,
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
    /// With these weights, in thousandths.
    pub(super) fn thousandths(weighing: [i64; TERMS]) -> Weighted {
        Weighted { terms: weights(weighing).map(|weight| weight.term).to_vec() }
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
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

const GREEDY_TERMS: [Term; 2] = [
    Term {
        key: "bvl",
        label: "own village",
        meaning: "growth of the own biggest village on the Lake",
        weight: Fixed::ONE,
        contrast: LARGER_VILLAGE,
    },
    Term {
        key: "foe_bvl",
        label: "foe's village",
        meaning: "growth of the opponent's biggest village on the Lake",
        weight: Fixed::from_int(-1),
        contrast: LARGER_FOE_VILLAGE,
    },
];

impl Heuristic<Uros> for Greedy {
    fn terms(&self) -> &[Term] {
        &GREEDY_TERMS
    }

    fn measure(&self, position: &Uros, seat: Seat, values: &mut [Fixed]) {
        for (value, seat) in values.iter_mut().zip([seat, seat ^ 1]) {
            *value = Fixed::from_int(i64::from(position.metrics(seat).bvl));
        }
    }
}

/// The weights of the source's five strategies, in the order of [`BOTS`].
pub(super) const STRATEGIES: [[i64; TERMS]; 5] = [
    [5000, 3000, 4000, 200, 100],
    [5000, 4000, 3000, 200, 100],
    [6000, 3000, 3500, 200, 100],
    [4000, 3500, 5000, 200, 100],
    [5000, 3000, 4000, 1000, 500],
];

/// A bot that looks one ply ahead with the five terms.
const WEIGHTED: BotSpec<Uros> = BotSpec {
    opened: Opened::As { formulas: &FORMULAS, options: &[] },
    ..BotSpec::plain(|spec, options| {
        let own = OrLab::own(Weighted { terms: spec.weighed(options) });
        Box::new(OnePly::new::<Uros>(own))
    })
};

/// The five terms as formulas.
const FORMULAS: [&str; TERMS] =
    ["own_village", "own_front", "-opponent_front", "own_reed_village", "own_reed_front"];

/// The formula of the bot `lab`.
const FORMULA: OptionSpec =
    formula_option("5 * own_village + 3 * own_front - 4 * opponent_front", &[], reader::<Uros>);

/// Which placements the bot `lab` looks at.
const MOVES: OptionSpec = OptionSpec {
    key: "moves",
    alias: None,
    label: "Looks at",
    kind: OptionKind::Choice {
        choices: &["useful", "all"],
        names: &["Useful", "All"],
        default: "useful",
    },
    about: "Useful: as the source's bots, no house on an island of the Reedbed that fits nowhere, unless nothing else is legal; All: every legal placement",
};

/// How the bot `lab` searches.
const SEARCH: OptionSpec = search_option(
    &["one-ply", TREE],
    &["One ply", "Tree search"],
    "one-ply",
    "One ply: what each placement changes in the terms; Tree search: the tree of Totora, where the formulas say which placements are tried and judge where games begin",
);

/// What its tree search makes of the formulas.
static GUIDED: [OptionSpec; 3] =
    [JUDGING, scale(Fixed::from_int(50)), temperature(Fixed::from_int(3))];

static LAB: BotSpec<Uros> = BotSpec {
    id: "lab",
    name: "Lab",
    about: "A heuristic of your own: a formula over the features of a position.",
    settings: &[FORMULA, SEARCH, MOVES, GUIDED[0], GUIDED[1], GUIDED[2], FILE],
    budget: Some(totora::PLAYOUTS_A_MOVE),
    rates: Some((SEARCH, TREE)),
    opened: Opened::Not("It is formulas already."),
    ..BotSpec::plain(|_, options| {
        let own = Weighted { terms: Vec::new() };
        // Options are checked before a bot is built.
        let Ok(lab) = of_options(options, &FORMULA) else {
            return Box::new(OnePly::new::<Uros>(OrLab::own(own)));
        };
        let heuristic = OrLab::lab(own, lab.clone(), options.text(&MOVES) == "all");
        if options.text(&SEARCH) == TREE {
            let guide = Guide::new(lab, &GUIDED, options);
            return Box::new(totora::Totora::guided(heuristic, guide));
        }
        Box::new(OnePly::new::<Uros>(heuristic))
    })
};

static BALANCED: BotSpec<Uros> = BotSpec {
    id: "balanced",
    name: "Balanced",
    about: "All-round: own village and front, the opponent's front, and a little of the Reedbed.",
    source: Some(SOURCE),
    weights: &weights(STRATEGIES[0]),
    ..WEIGHTED
};

static EXPLORE: BotSpec<Uros> = BotSpec {
    id: "explore",
    name: "Explore",
    about: "Extends the territory that it could build on.",
    source: Some(SOURCE),
    weights: &weights(STRATEGIES[1]),
    ..WEIGHTED
};

static EXPAND: BotSpec<Uros> = BotSpec {
    id: "expand",
    name: "Expand",
    about: "Grabs territory whenever it can.",
    source: Some(SOURCE),
    weights: &weights(STRATEGIES[2]),
    ..WEIGHTED
};

static EXTERMINATE: BotSpec<Uros> = BotSpec {
    id: "exterminate",
    name: "Exterminate",
    about: "Denies the opponent territory.",
    source: Some(SOURCE),
    weights: &weights(STRATEGIES[3]),
    ..WEIGHTED
};

static EXPLOIT: BotSpec<Uros> = BotSpec {
    id: "exploit",
    name: "Exploit",
    about: "Builds in the Reedbed and makes the opponent place the islands.",
    source: Some(SOURCE),
    weights: &weights(STRATEGIES[4]),
    ..WEIGHTED
};

/// The best weights found for looking one ply ahead: see `docs/uros.md`.
pub(super) const TUNED_WEIGHTS: [i64; TERMS] = [5700, 1400, 10_000, 700, 300];

static TUNED: BotSpec<Uros> = BotSpec {
    id: "tuned",
    name: "Tuned",
    about: "The best weights found: little own front, all the more of the opponent's taken away.",
    weights: &weights(TUNED_WEIGHTS),
    ..WEIGHTED
};

static CUSTOM: BotSpec<Uros> = BotSpec {
    id: "custom",
    name: "Custom",
    about: "Weights of your own, beginning with those of Balanced.",
    weights: BALANCED.weights,
    ..WEIGHTED
};

static GREEDY: BotSpec<Uros> = BotSpec {
    id: "greedy",
    name: "Greedy",
    about: "The own biggest village minus the opponent's, one ply ahead.",
    fixed_terms: &GREEDY_TERMS,
    opened: Opened::As {
        formulas: &["own_village", "opponent_village"],
        options: &[("moves", "all")],
    },
    ..BotSpec::plain(|_, _| Box::new(OnePly::new::<Uros>(Greedy)))
};

static RANDOM: BotSpec<Uros> = BotSpec {
    id: "random",
    name: "Random",
    scale: Scale::Nothing,
    about: "Any legal placement, each as likely as the others.",
    opened: Opened::Not("It looks at nothing."),
    ..BotSpec::plain(|_, _| Box::new(RandomBot))
};

/// All bots of the game, in the order in which they are offered.
pub static BOTS: [&BotSpec<Uros>; 11] = [
    &BALANCED,
    &EXPLORE,
    &EXPAND,
    &EXTERMINATE,
    &EXPLOIT,
    &TUNED,
    &totora::SPEC,
    &GREEDY,
    &RANDOM,
    &CUSTOM,
    &LAB,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Enumerable, Game};
    use crate::rng::{Rng, Stream};

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
