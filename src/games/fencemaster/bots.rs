//! The bots of FenceMaster, as data. What they look at is the business of [`super::norton_rizk`],
//! [`super::evaluation`] and `totora`.

use super::edgewise::Edgewise;
use super::evaluation::{OWN, OWN_WAYS, THEIR_WAYS, THEIRS, TwoDistance};
use super::norton_rizk::{self, NortonRizk};
use super::position::FenceMaster;
use super::solver::perfect;
use super::totora;
use crate::base::fixed::Fixed;
use crate::base::options::{OptionSpec, Options};
use crate::contract::bot::{Bot, BotSpec, Budget, Opened, Weight};
use crate::contract::thought::{Scale, Term};
use crate::lab::guide::{Guide, JUDGING, PRIOR, TREE, scale, temperature};
use crate::lab::heuristic::{FILE, OrLab, formula_option, of_options, reader, search_option};
use crate::search::alpha_beta::{AlphaBeta, LOOK_AHEAD, Settings};
use crate::search::random::RandomBot;

const SOURCE: &str = "A. Norton, M. Rizk: strategy notes of their FenceMaster agent";

/// A weight in steps of a hundredth: ways are many.
const fn weight(term: Term) -> Weight {
    Weight { step: Fixed::from_thousandths(10), ..Weight::of(term, 10) }
}

/// The weights of what both players lack to a tripod.
static DISTANCE: [Weight; 4] = [weight(OWN), weight(THEIRS), weight(OWN_WAYS), weight(THEIR_WAYS)];

fn heuristic(spec: &BotSpec<FenceMaster>, options: &Options) -> OrLab<TwoDistance> {
    let terms = spec.weighed(options);
    let weight = |i| terms.get(i).map_or(Fixed::ZERO, |term: &Term| term.weight);
    OrLab::own(TwoDistance::new(std::array::from_fn(weight)))
}

fn alpha_beta(heuristic: OrLab<TwoDistance>) -> Box<dyn Bot<FenceMaster>> {
    let settings = Settings { reorder: true, table: Some(14), ..Settings::ALPHA_BETA };
    Box::new(AlphaBeta::new(heuristic, settings))
}

/// The two-distance as formulas.
const FORMULAS: [&str; 4] = ["own_lack", "opponent_lack", "own_ways", "opponent_ways"];

/// The formula of the bot `lab`.
const FORMULA: OptionSpec = formula_option(
    "opponent_lack - own_lack + (own_ways - opponent_ways) / 100",
    &[],
    reader::<FenceMaster>,
);

/// How the bot `lab` searches.
const SEARCH: OptionSpec = search_option(
    &["one-ply", "alpha-beta", TREE],
    &["One ply", "Alpha-beta", "Tree search"],
    "one-ply",
    "One ply: the position after each move, but it wins now and stops a loss as Edgewise does; Alpha-beta: as deep as the budget lasts; Tree search: the tree of Totora, with the formulas for its judgement and its first impression",
);

/// What its tree search makes of the formulas. Stones that somebody is ahead by are few.
static GUIDED: [OptionSpec; 4] =
    [JUDGING, PRIOR, scale(Fixed::from_int(2)), temperature(Fixed::ONE)];

static LAB: BotSpec<FenceMaster> = BotSpec {
    id: "lab",
    name: "Lab",
    about: "A heuristic of your own: a formula over the features of a position.",
    settings: &[FORMULA, SEARCH, GUIDED[0], GUIDED[1], GUIDED[2], GUIDED[3], FILE],
    fixed_terms: &[LOOK_AHEAD],
    budget: Some(Budget::Nodes(8_000)),
    rates: Some((SEARCH, TREE)),
    opened: Opened::Not("It is formulas already."),
    ..BotSpec::plain(|_, options| {
        let own = TwoDistance::new([Fixed::ZERO; 4]);
        // Options are checked before a bot is built.
        let Ok(lab) = of_options(options, &FORMULA) else {
            return Box::new(Edgewise(OrLab::own(own)));
        };
        match options.text(&SEARCH).as_str() {
            "alpha-beta" => alpha_beta(OrLab::lab(own, lab, true)),
            TREE => totora::guided(Guide::new(lab, &GUIDED, options)),
            _ => Box::new(Edgewise(OrLab::lab(own, lab, true))),
        }
    })
};

static ALPHA_BETA: BotSpec<FenceMaster> = BotSpec {
    id: "alphabeta",
    name: "Alpha-beta",
    about: "Looks two plies and more ahead: own way to a tripod against the opponent's.",
    weights: &DISTANCE,
    fixed_terms: &[LOOK_AHEAD],
    budget: Some(Budget::Nodes(8_000)),
    opened: Opened::As { formulas: &FORMULAS, options: &[("search", "alpha-beta")] },
    ..BotSpec::plain(|spec, options| alpha_beta(heuristic(spec, options)))
};

static EDGEWISE: BotSpec<FenceMaster> = BotSpec {
    id: "edgewise",
    name: "Edgewise",
    about: "Looks one ply ahead: wins now, stops a loss, else goes for three sides.",
    weights: &DISTANCE,
    opened: Opened::As { formulas: &FORMULAS, options: &[("search", "one-ply")] },
    ..BotSpec::plain(|spec, options| Box::new(Edgewise(heuristic(spec, options))))
};

static NORTON_RIZK: BotSpec<FenceMaster> = BotSpec {
    id: "norton-rizk",
    name: "Norton-Rizk",
    scale: Scale::Nothing,
    about: "No search: every cell has a utility that stones around it raise, and the highest is played.",
    source: Some(SOURCE),
    settings: &norton_rizk::OPTIONS,
    fixed_terms: &norton_rizk::TERMS,
    opened: Opened::Not(
        "Its utilities outgrow what a term may be worth; the feature last_utility has them up to 10^9.",
    ),
    ..BotSpec::plain(|_, options| Box::new(NortonRizk::new(options, false)))
};

static GUARD: BotSpec<FenceMaster> = BotSpec {
    id: "norton-rizk-guard",
    name: "Norton-Rizk with guard",
    scale: Scale::Nothing,
    about: "Norton-Rizk that wins when it can and stops the opponent's win.",
    source: Some(SOURCE),
    settings: &norton_rizk::OPTIONS,
    fixed_terms: &norton_rizk::TERMS,
    opened: Opened::Not(
        "Its utilities outgrow what a term may be worth; the feature last_utility has them up to 10^9.",
    ),
    ..BotSpec::plain(|_, options| Box::new(NortonRizk::new(options, true)))
};

static RANDOM: BotSpec<FenceMaster> = BotSpec {
    id: "random",
    name: "Random",
    scale: Scale::Nothing,
    about: "Any legal move, each as likely as the others.",
    opened: Opened::Not("It looks at nothing."),
    ..BotSpec::plain(|_, _| Box::new(RandomBot))
};

static PERFECT: BotSpec<FenceMaster> = BotSpec {
    id: "perfect",
    name: "Perfect",
    scale: Scale::Rate,
    about: "Proves who wins, on sides 3 to 5 as far as its budget goes: never gives away what it has proven. What is not proven it plays as Totora would, and larger boards too.",
    fixed_terms: &totora::ALL_TERMS,
    budget: Some(perfect::BUDGET),
    opened: Opened::Not("It knows who wins, which no formula over features says."),
    ..BotSpec::plain(|_, _| Box::new(perfect::Perfect))
};

/// All bots of the game, in the order in which they are offered.
pub static BOTS: [&BotSpec<FenceMaster>; 8] =
    [&totora::SPEC, &ALPHA_BETA, &EDGEWISE, &GUARD, &NORTON_RIZK, &RANDOM, &PERFECT, &LAB];
