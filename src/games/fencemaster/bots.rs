//! The declarations of the FenceMaster bots. Their evaluations are in [`super::norton_rizk`],
//! [`super::evaluation`] and `totora`.

use super::edgewise::Edgewise;
use super::evaluation::{OWN, OWN_WAYS, THEIR_WAYS, THEIRS, Weighted};
use super::norton_rizk::{self, NortonRizk};
use super::position::FenceMaster;
use super::solver::perfect;
use super::totora;
pub use super::totora::by_weights;
use crate::base::fixed::Fixed;
use crate::base::options::{OptionSpec, Options};
use crate::contract::analysis::{Scale, Term};
use crate::contract::bot::{BotSpec, Budget, Weight};
use crate::lab::bot::{SearchChoice, Searched, formula_option, lab, search_option, searching};
use crate::lab::guide::{Guide, JUDGING, PRIOR, TREE, scale, temperature};
use crate::lab::heuristic::Lab;
use crate::search::alpha_beta::{AlphaBeta, Settings};
use crate::search::random::random;

const SOURCE: &str = "A. Norton, M. Rizk: strategy notes of their FenceMaster agent";

/// A weight with a step of a hundredth: the number of ways is large.
const fn weight(term: Term, feature: &'static str) -> Weight {
    let weight = Weight::of_term(term, 10).measured_by(feature);
    Weight { step: Fixed::from_thousandths(10), ..weight }
}

/// The weights for the stones and ways that both players lack to a tripod.
static DISTANCE: [Weight; 4] = [
    weight(OWN, "own_lack"),
    weight(THEIRS, "opponent_lack"),
    weight(OWN_WAYS, "own_ways"),
    weight(THEIR_WAYS, "opponent_ways"),
];

impl Searched for FenceMaster {
    type Heuristic = Weighted;

    const SEARCHES: &'static [SearchChoice<FenceMaster>] = &[
        SearchChoice::new("one-ply", "One ply", |by, _| Box::new(Edgewise(by))),
        SearchChoice::new("alpha-beta", "Alpha-beta", |by, _| {
            let settings = Settings { reorder: true, table: Some(14), ..Settings::ALPHA_BETA };
            Box::new(AlphaBeta::new(by, settings))
        }),
        SearchChoice::new(TREE, "Tree search", |by: Weighted, options| {
            totora::guided(Guide::new(by.lab(), FenceMaster::SETTINGS, options))
        }),
    ];

    const FORMULA: OptionSpec = formula_option::<FenceMaster>(
        "opponent_lack - own_lack + (own_ways - opponent_ways) / 100",
    );

    const SEARCH: OptionSpec = search_option::<FenceMaster>(
        "one-ply",
        "One ply: the position after each move, but like Edgewise it wins at once and stops a loss; Alpha-beta: as deep as the budget allows; Tree search: like Totora, with the formulas as its judgement and first impression",
    );

    // Differences in stones are small numbers.
    const SETTINGS: &'static [OptionSpec] =
        &[JUDGING, PRIOR, scale(Fixed::from_int(2)), temperature(Fixed::ONE)];

    fn heuristic(lab: Lab, _options: &Options) -> Weighted {
        Weighted::new(lab)
    }
}

static LAB: BotSpec<FenceMaster> = BotSpec {
    budget: Some(Budget::Nodes(8_000)),
    rates: Some((FenceMaster::SEARCH, TREE)),
    ..lab()
};

static ALPHA_BETA: BotSpec<FenceMaster> = BotSpec {
    id: "alphabeta",
    name: "Alpha-beta",
    about: "Looks two or more plies ahead: its paths to a tripod against the opponent's.",
    weights: &DISTANCE,
    budget: Some(Budget::Nodes(8_000)),
    ..searching("alpha-beta")
};

static EDGEWISE: BotSpec<FenceMaster> = BotSpec {
    id: "edgewise",
    name: "Edgewise",
    about: "Looks one ply ahead: wins at once, stops a loss, or else aims for three edges.",
    weights: &DISTANCE,
    ..searching("one-ply")
};

static NORTON_RIZK: BotSpec<FenceMaster> = BotSpec {
    id: "norton-rizk",
    name: "Norton-Rizk",
    scale: Scale::Nothing,
    about: "No search: stones raise the utility of the cells next to them, and it plays the cell with the highest.",
    source: Some(SOURCE),
    settings: &norton_rizk::OPTIONS,
    fixed_terms: &norton_rizk::TERMS,
    closed: "Its utilities exceed the limit of terms; the feature last_utility has them up to 10^9.",
    ..BotSpec::plain(|_, options| Box::new(NortonRizk::new(options, false)))
};

static GUARD: BotSpec<FenceMaster> = BotSpec {
    id: "norton-rizk-guard",
    name: "Norton-Rizk with guard",
    about: "Norton-Rizk, but it wins at once if it can, and stops the opponent's next win.",
    make: |_, options| Box::new(NortonRizk::new(options, true)),
    ..NORTON_RIZK
};

static RANDOM: BotSpec<FenceMaster> = random("Plays any legal move at random.");

static PERFECT: BotSpec<FenceMaster> = BotSpec {
    id: "perfect",
    name: "Perfect",
    scale: Scale::Rate,
    about: "Proves who wins on boards of side 3 to 5, as far as its budget allows. Otherwise it plays like Totora.",
    fixed_terms: &totora::ALL_TERMS,
    budget: Some(perfect::BUDGET),
    closed: "It solves positions, which no formula can do.",
    ..BotSpec::plain(|_, _| Box::new(perfect::Perfect))
};

/// All bots of the game, in menu order.
pub static BOTS: [&BotSpec<FenceMaster>; 8] =
    [&totora::SPEC, &ALPHA_BETA, &EDGEWISE, &GUARD, &NORTON_RIZK, &RANDOM, &PERFECT, &LAB];
