//! The bots of FenceMaster, as data. What they look at is the business of [`super::norton_rizk`],
//! [`super::evaluation`] and `totora`.

use super::edgewise::Edgewise;
use super::evaluation::{OWN, OWN_WAYS, THEIR_WAYS, THEIRS, TwoDistance};
use super::norton_rizk::{self, NortonRizk};
use super::position::FenceMaster;
use super::totora;
use crate::bot::{BotSpec, Budget};
use crate::fixed::Fixed;
use crate::options::{OptionKind, OptionSpec, Options};
use crate::search::alpha_beta::{AT_MOST, AlphaBeta, LOOK_AHEAD, Settings};
use crate::search::mcts;
use crate::search::random::RandomBot;
use crate::thought::Term;

const SOURCE: &str = "A. Norton, M. Rizk: strategy notes of their FenceMaster agent";

const fn weight(term: Term) -> OptionSpec {
    OptionSpec {
        key: term.key,
        alias: None,
        label: term.label,
        kind: OptionKind::Number {
            min: Fixed::from_int(-10),
            max: Fixed::from_int(10),
            step: Fixed::from_thousandths(10),
            default: term.weight,
        },
        about: term.meaning,
    }
}

static DISTANCE_OPTIONS: [OptionSpec; 4] =
    [weight(OWN), weight(THEIRS), weight(OWN_WAYS), weight(THEIR_WAYS)];
static DISTANCE_TERMS: [Term; 4] = [OWN, THEIRS, OWN_WAYS, THEIR_WAYS];
static SEARCH_TERMS: [Term; 6] = [OWN, THEIRS, OWN_WAYS, THEIR_WAYS, LOOK_AHEAD, AT_MOST];

fn heuristic(options: &Options) -> TwoDistance {
    TwoDistance::new([0, 1, 2, 3].map(|n| options.number(&DISTANCE_OPTIONS[n])))
}

static ALPHA_BETA: BotSpec<FenceMaster> = BotSpec {
    id: "alphabeta",
    name: "Alpha-beta",
    about: "Looks two plies and more ahead: own way to a tripod against the opponent's.",
    source: None,
    options: &DISTANCE_OPTIONS,
    terms: &SEARCH_TERMS,
    budget: Some(Budget::Nodes(8_000)),
    build: |options| {
        let settings = Settings { reorder: true, table: Some(14), ..Settings::ALPHA_BETA };
        Box::new(AlphaBeta::new(heuristic(options), settings))
    },
};

static EDGEWISE: BotSpec<FenceMaster> = BotSpec {
    id: "edgewise",
    name: "Edgewise",
    about: "Looks one ply ahead: wins now, stops a loss, else goes for three sides.",
    source: None,
    options: &DISTANCE_OPTIONS,
    terms: &DISTANCE_TERMS,
    budget: None,
    build: |options| Box::new(Edgewise(heuristic(options))),
};

static NORTON_RIZK: BotSpec<FenceMaster> = BotSpec {
    id: "norton-rizk",
    name: "Norton-Rizk",
    about: "No search: every cell has a utility that stones around it raise, and the highest is played.",
    source: Some(SOURCE),
    options: &norton_rizk::OPTIONS,
    terms: &norton_rizk::TERMS,
    budget: None,
    build: |options| Box::new(NortonRizk::new(options, false)),
};

static GUARD: BotSpec<FenceMaster> = BotSpec {
    id: "norton-rizk-guard",
    name: "Norton-Rizk with guard",
    about: "Norton-Rizk that wins when it can and stops the opponent's win.",
    source: Some(SOURCE),
    options: &norton_rizk::OPTIONS,
    terms: &norton_rizk::TERMS,
    budget: None,
    build: |options| Box::new(NortonRizk::new(options, true)),
};

static RANDOM: BotSpec<FenceMaster> = BotSpec {
    id: "random",
    name: "Random",
    about: "Any legal move, each as likely as the others.",
    source: None,
    options: &[],
    terms: &[],
    budget: None,
    build: |_| Box::new(RandomBot),
};

static TOTORA: BotSpec<FenceMaster> = BotSpec {
    id: "totora",
    name: "Totora",
    about: "Monte Carlo tree search: thousands of random games, and proof where the end is near.",
    source: None,
    options: &totora::OPTIONS,
    terms: &mcts::TERMS,
    budget: Some(Budget::Nodes(10_000)),
    build: totora::build,
};

/// All bots of the game, in the order in which they are offered.
pub static BOTS: [&BotSpec<FenceMaster>; 6] =
    [&TOTORA, &ALPHA_BETA, &EDGEWISE, &GUARD, &NORTON_RIZK, &RANDOM];
