//! The bots of Uros: five weightings of the metrics, the best one found, a greedy one, a random one, a bot with any
//! weights, and a search, in `totora.rs`. The weightings are in [`super::strategies`].

use super::position::Uros;
use super::strategies::{self, STRATEGIES, TUNED_WEIGHTS, Weighted, weights};
use super::totora;
use crate::base::fixed::Fixed;
use crate::base::options::{OptionKind, OptionSpec, Options};
use crate::contract::bot::{BotSpec, Weight};
use crate::contract::features::Featured;
use crate::lab::bot::{SearchChoice, Searched, formula_option, lab, search_option, searching};
use crate::lab::guide::{Guide, JUDGING, PRIOR, TREE, scale, temperature};
use crate::lab::heuristic::Lab;
use crate::search::one_ply::OnePly;
use crate::search::random::random;

const SOURCE: &str = "Heuristics & Bot Strategies for Uros";

/// The placements considered by a bot that measures them by formulas.
const MOVES: OptionSpec = moves("useful");

/// The same for Greedy.
const ALL_MOVES: OptionSpec = moves("all");

const fn moves(default: &'static str) -> OptionSpec {
    OptionSpec {
        key: "moves",
        alias: None,
        label: "Looks at",
        kind: OptionKind::Choice {
            choices: &["useful", "all"],
            names: &["Useful", "All"],
            default,
        },
        about: "Useful: without houses on Reedbed islands that fit nowhere, as in the source; All: every legal placement",
    }
}

impl Searched for Uros {
    type Heuristic = Weighted;

    const SEARCHES: &'static [SearchChoice<Uros>] = &[
        SearchChoice::new("one-ply", "One ply", |by, _| Box::new(OnePly::new::<Uros>(by))),
        SearchChoice::new(TREE, "Tree search", |by: Weighted, options| {
            totora::guided(Guide::new(by.lab(), Uros::SETTINGS, options))
        }),
    ];

    const FORMULA: OptionSpec =
        formula_option::<Uros>("5 * own_village + 3 * own_front - 4 * opponent_front");

    const SEARCH: OptionSpec = search_option::<Uros>(
        "one-ply",
        "One ply: how each placement changes the terms; Tree search: like Totora, but the formulas judge positions and choose which placements are tried first",
    );

    const SETTINGS: &'static [OptionSpec] =
        &[MOVES, JUDGING, PRIOR, scale(Fixed::from_int(50)), temperature(Fixed::from_int(3))];

    fn heuristic(lab: Lab, options: &Options) -> Weighted {
        Weighted::new(lab, options.text(&MOVES) == "all")
    }

    /// The five terms consider useful placements.
    fn of_terms(terms: &[Weight], options: &Options) -> Weighted {
        let lab = Lab::of_terms(terms, Uros::features());
        let all = !Weighted::are_strategy_terms(&lab) && options.text(&ALL_MOVES) == "all";
        Weighted::new(lab, all)
    }
}

static LAB: BotSpec<Uros> =
    BotSpec { budget: Some(totora::GAMES_A_MOVE), rates: Some((Uros::SEARCH, TREE)), ..lab() };

/// A strategy of the source.
const fn strategy(
    id: &'static str,
    name: &'static str,
    about: &'static str,
    weights: &'static [Weight],
) -> BotSpec<Uros> {
    BotSpec { id, name, about, source: Some(SOURCE), weights, ..searching("one-ply") }
}

static BALANCED: BotSpec<Uros> = strategy(
    "balanced",
    "Balanced",
    "All-round: own village and front, the opponent's front, and a little of the Reedbed.",
    &weights(STRATEGIES[0]),
);

static EXPLORE: BotSpec<Uros> = strategy(
    "explore",
    "Explore",
    "Prefers to extend the land that it can build on.",
    &weights(STRATEGIES[1]),
);

static EXPAND: BotSpec<Uros> =
    strategy("expand", "Expand", "Prefers to enlarge its village.", &weights(STRATEGIES[2]));

static EXTERMINATE: BotSpec<Uros> = strategy(
    "exterminate",
    "Exterminate",
    "Prefers to take space from the opponent.",
    &weights(STRATEGIES[3]),
);

static EXPLOIT: BotSpec<Uros> = strategy(
    "exploit",
    "Exploit",
    "Builds in the Reedbed and makes the opponent place the islands.",
    &weights(STRATEGIES[4]),
);

static TUNED: BotSpec<Uros> = BotSpec {
    id: "tuned",
    name: "Tuned",
    about: "The best weights found: its own front counts little, the opponent's much.",
    weights: &weights(TUNED_WEIGHTS),
    ..searching("one-ply")
};

static CUSTOM: BotSpec<Uros> = BotSpec {
    id: "custom",
    name: "Custom",
    about: "Your own weights, starting with those of Balanced.",
    weights: BALANCED.weights,
    ..searching("one-ply")
};

static GREEDY: BotSpec<Uros> = BotSpec {
    id: "greedy",
    name: "Greedy",
    about: "Looks one ply ahead: own biggest village minus the opponent's.",
    weights: &strategies::GREEDY,
    settings: &[ALL_MOVES],
    ..searching("one-ply")
};

static RANDOM: BotSpec<Uros> = random("Plays any legal placement at random.");

/// All bots of the game, in display order.
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
