//! The bots of Uros: five weightings of the metrics, a greedy one, a random one, and any weights of
//! one's own. What the metrics are is the business of [`super::metrics`].

use super::metrics::{Change, Metrics, changes};
use super::moves::Move;
use super::position::Uros;
use crate::bot::{Bot, BotSpec, Heuristic};
use crate::fixed::Fixed;
use crate::game::Seat;
use crate::options::{OptionKind, OptionSpec, Options};
use crate::search::one_ply::OnePly;
use crate::search::random::RandomBot;
use crate::thought::Term;

const SOURCE: &str = "Heuristics & Bot Strategies for Uros";
const TERMS: usize = 5;

/// Key, the source's letter, label, meaning, and the sign with which its weight counts.
const COLUMNS: [(&str, &str, &str, &str, i64); TERMS] = [
    ("bvl", "A", "own village", "growth of the own biggest village on the Lake", 1),
    ("efl", "B", "own front", "new empty island squares beside it", 1),
    ("foe_efl", "C", "foe's front", "new empty squares beside the opponent's biggest village", -1),
    ("bvr", "D", "reed village", "growth of the own biggest village on a Reedbed island", 1),
    ("efr", "E", "reed front", "new empty squares beside that one", 1),
];

const fn terms_of(weights: [i64; TERMS]) -> [Term; TERMS] {
    let mut terms = [Term { key: "", label: "", meaning: "", weight: Fixed::ZERO }; TERMS];
    let mut i = 0;
    while i < TERMS {
        let (key, _, label, meaning, sign) = COLUMNS[i];
        terms[i] = Term { key, label, meaning, weight: Fixed::from_thousandths(sign * weights[i]) };
        i += 1;
    }
    terms
}

const fn options_of(weights: [i64; TERMS]) -> [OptionSpec; TERMS] {
    const ABOUT: [&str; TERMS] = [
        "A: what one more house in the own biggest village on the Lake counts",
        "B: what one more empty square beside it counts",
        "C: what one less empty square beside the opponent's biggest village counts",
        "D: what one more house in the own biggest Reedbed village counts",
        "E: what one more empty square beside that one counts",
    ];
    const BLANK: OptionSpec = OptionSpec {
        key: "",
        alias: None,
        label: "",
        kind: OptionKind::Int { min: 0, max: 0, default: 0 },
        about: "",
    };
    let mut options = [BLANK; TERMS];
    let mut i = 0;
    while i < TERMS {
        let (key, letter, label, _, _) = COLUMNS[i];
        options[i] = OptionSpec {
            key,
            alias: Some(letter),
            label,
            kind: OptionKind::Number {
                min: Fixed::ZERO,
                max: Fixed::from_int(10),
                step: Fixed::from_thousandths(100),
                default: Fixed::from_thousandths(weights[i]),
            },
            about: ABOUT[i],
        };
        i += 1;
    }
    options
}

/// The weighted sum of the five terms.
#[derive(Clone, Debug)]
pub struct Weighted {
    terms: [Term; TERMS],
}

impl Weighted {
    fn from_options(specs: &[OptionSpec; TERMS], options: &Options) -> Self {
        let mut terms = terms_of([0; TERMS]);
        for (i, term) in terms.iter_mut().enumerate() {
            let weight = options.number(&specs[i]);
            term.weight = if COLUMNS[i].4 < 0 { -weight } else { weight };
        }
        Weighted { terms }
    }
}

const fn row(own: Metrics, foe: Metrics) -> [Fixed; TERMS] {
    [
        Fixed::from_int(own.bvl as i64),
        Fixed::from_int(own.efl as i64),
        Fixed::from_int(foe.efl as i64),
        Fixed::from_int(own.bvr as i64),
        Fixed::from_int(own.efr as i64),
    ]
}

impl Heuristic<Uros> for Weighted {
    fn terms(&self) -> &[Term] {
        &self.terms
    }

    fn measure(&self, position: &Uros, seat: Seat, values: &mut [Fixed]) {
        values.copy_from_slice(&row(position.metrics(seat), position.metrics(seat ^ 1)));
    }

    fn phrase(&self, term: usize, value: Fixed) -> String {
        let (up, size) = (value > Fixed::ZERO, value.abs());
        let squares = if size == Fixed::ONE { "square" } else { "squares" };
        let verb = if up { "gains" } else { "loses" };
        match term {
            0 => grows("its biggest village", up, size),
            1 => format!("its front {verb} {size} open {squares}"),
            2 if up => format!("it gives the opponent's front {size} open {squares}"),
            2 => format!("it takes {size} open {squares} from the opponent's front"),
            3 => grows("its biggest Reedbed village", up, size),
            _ => format!("the front of its Reedbed village {verb} {size} {squares}"),
        }
    }

    fn changes(&self, position: &Uros, sink: &mut dyn FnMut(&Move, &[Fixed])) {
        changes(position, |mv, change| sink(&mv, &row(change.own, change.foe)));
    }

    /// The changes are whole numbers, so no product needs rounding.
    #[inline]
    fn scores(&self, position: &Uros, mut sink: impl FnMut(&Move, Fixed)) {
        let weights = self.terms.map(|term| term.weight.thousandths());
        changes(position, |mv, Change { own, foe }| {
            let parts = [own.bvl, own.efl, foe.efl, own.bvr, own.efr];
            let score = weights.iter().zip(parts).map(|(weight, part)| weight * i64::from(part));
            sink(&mv, Fixed::from_thousandths(score.sum()));
        });
    }
}

fn grows(what: &str, up: bool, size: Fixed) -> String {
    format!("{what} {} by {size}", if up { "grows" } else { "shrinks" })
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
    },
    Term {
        key: "foe_bvl",
        label: "foe's village",
        meaning: "growth of the opponent's biggest village on the Lake",
        weight: Fixed::from_int(-1),
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

    fn phrase(&self, term: usize, value: Fixed) -> String {
        let whose =
            if term == 0 { "its biggest village" } else { "the opponent's biggest village" };
        grows(whose, value > Fixed::ZERO, value.abs())
    }
}

/// One of the five, or `custom`, which begins with the weights of `balanced`.
macro_rules! weighted {
    ($name:ident: $id:literal, $shown:literal, $about:literal, $source:expr, $weights:expr) => {
        mod $name {
            use super::*;
            pub(super) static TERMS_OF: [Term; TERMS] = terms_of($weights);
            static OPTIONS_OF: [OptionSpec; TERMS] = options_of($weights);
            pub(super) static SPEC: BotSpec<Uros> = BotSpec {
                id: $id,
                name: $shown,
                about: $about,
                source: $source,
                options: &OPTIONS_OF,
                terms: &TERMS_OF,
                budget: None,
                build: |options| {
                    Box::new(OnePly::new::<Uros>(Weighted::from_options(&OPTIONS_OF, options)))
                },
            };
        }
    };
}

weighted!(balanced: "balanced", "Balanced",
    "All-round: own village and front, the opponent's front, and a little of the Reedbed.",
    Some(SOURCE), [5000, 3000, 4000, 200, 100]);
weighted!(explore: "explore", "Explore",
    "Extends the territory that it could build on.",
    Some(SOURCE), [5000, 4000, 3000, 200, 100]);
weighted!(expand: "expand", "Expand",
    "Grabs territory whenever it can.",
    Some(SOURCE), [6000, 3000, 3500, 200, 100]);
weighted!(exterminate: "exterminate", "Exterminate",
    "Denies the opponent territory.",
    Some(SOURCE), [4000, 3500, 5000, 200, 100]);
weighted!(exploit: "exploit", "Exploit",
    "Builds in the Reedbed and makes the opponent place the islands.",
    Some(SOURCE), [5000, 3000, 4000, 1000, 500]);
weighted!(custom: "custom", "Custom",
    "Weights of your own, beginning with those of Balanced.",
    None, [5000, 3000, 4000, 200, 100]);

static GREEDY: BotSpec<Uros> = BotSpec {
    id: "greedy",
    name: "Greedy",
    about: "The own biggest village minus the opponent's, one ply ahead.",
    source: None,
    options: &[],
    terms: &GREEDY_TERMS,
    budget: None,
    build: |_| Box::new(OnePly::new::<Uros>(Greedy)),
};

static RANDOM: BotSpec<Uros> = BotSpec {
    id: "random",
    name: "Random",
    about: "Any legal placement, each as likely as the others.",
    source: None,
    options: &[],
    terms: &[],
    budget: None,
    build: |_| Box::new(RandomBot) as Box<dyn Bot<Uros>>,
};

/// All bots of the game, in the order in which they are offered.
pub static BOTS: [&BotSpec<Uros>; 8] = [
    &balanced::SPEC,
    &explore::SPEC,
    &expand::SPEC,
    &exterminate::SPEC,
    &exploit::SPEC,
    &GREEDY,
    &RANDOM,
    &custom::SPEC,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Enumerable, Game};
    use crate::rng::{Rng, Stream};

    #[test]
    fn quick_scores_are_those_of_the_terms() {
        let mut rng = Rng::new(5, Stream::Other(0));
        let bot = Weighted { terms: terms_of([5000, 3001, 4000, 207, -100]) };
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
