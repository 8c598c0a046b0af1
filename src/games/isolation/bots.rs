//! The bots of Isolation: the source's agents with their heuristics and searches, a greedy one, a
//! random one, and the one that plays perfectly. [`super::heuristics`] defines the heuristics'
//! measures.

use super::heuristics::{Weighted, named};
use super::position::Isolation;
use super::solver::perfect::{self, Perfect, TRAPS};
use crate::base::options::{OptionKind, OptionSpec, Options};
use crate::contract::bot::{Bot, BotSpec, Budget, Weight};
use crate::lab::bot::{SearchChoice, Searched, formula_option, lab, search_option, searching};
use crate::lab::heuristic::Lab;
use crate::search::alpha_beta::{AlphaBeta, Lost, Settings};
use crate::search::random::random;

const SOURCE: &str = "E. Tulodziecka, Isolation Game Heuristic Analysis";

/// Approximate nodes per move of the source's agents in their 150 ms.
const NODES: Budget = Budget::Nodes(6_000);
/// The same for the agent with a heuristic that takes twice as long.
const CUSTOM_NODES: Budget = Budget::Nodes(3_500);

/// The play of a bot when every move loses.
pub const LOST: OptionSpec = OptionSpec {
    key: "lost",
    alias: None,
    label: "When lost",
    kind: OptionKind::Choice {
        choices: &["resist", "random"],
        names: &["Resist", "At random"],
        default: "resist",
    },
    about: "Resist: play the move that holds out longest; At random: play any move, as in the source",
};

/// Whether alpha-beta scores every candidate to the end.
pub const SCORES: OptionSpec = OptionSpec {
    key: "scores",
    alias: None,
    label: "Scores",
    kind: OptionKind::Choice {
        choices: &["quick", "exact"],
        names: &["Quick", "Exact"],
        default: "quick",
    },
    about: "Quick: moves that cannot be chosen get only an upper bound; Exact: after the choice, every move is searched to the same depth",
};

fn search(by: Weighted, options: &Options, base: Settings) -> Box<dyn Bot<Isolation>> {
    let settings = Settings {
        lost: if options.text(&LOST) == "random" { Lost::Random } else { Lost::Resist },
        exact: options.text(&SCORES) == "exact",
        ..base
    };
    Box::new(AlphaBeta::new(by, settings))
}

impl Searched for Isolation {
    type Heuristic = Weighted;

    const SEARCHES: &'static [SearchChoice<Isolation>] = &[
        SearchChoice::new("one-ply", "One ply", |by, options| {
            search(by, options, Settings { depth: 1, ..Settings::MINIMAX })
        }),
        SearchChoice::new("minimax", "Minimax", |by, options| {
            search(by, options, Settings::MINIMAX)
        }),
        SearchChoice::new("alpha-beta", "Alpha-beta", |by, options| {
            search(by, options, Settings::ALPHA_BETA)
        }),
    ];

    const FORMULA: OptionSpec = formula_option::<Isolation>("own_moves - opponent_moves");

    const SEARCH: OptionSpec = search_option::<Isolation>(
        "alpha-beta",
        "One ply: the position after each move; Minimax: as deep as the budget allows; Alpha-beta: the same without lines that cannot change the choice",
    );

    const SETTINGS: &'static [OptionSpec] = &[LOST, SCORES];

    fn heuristic(lab: Lab, _options: &Options) -> Weighted {
        Weighted::new(lab)
    }
}

/// An agent of the source with a search depth of three plies.
const MINIMAX: BotSpec<Isolation> = BotSpec {
    source: Some(SOURCE),
    settings: &[LOST],
    budget: Some(Budget::Depth(3)),
    ..searching("minimax")
};

/// An agent of the source that searches until its budget is used up.
const ALPHA_BETA: BotSpec<Isolation> = BotSpec {
    source: Some(SOURCE),
    settings: &[LOST, SCORES],
    budget: Some(NODES),
    ..searching("alpha-beta")
};

static GREEDY: BotSpec<Isolation> = BotSpec {
    id: "greedy",
    name: "Greedy",
    about: "Looks one ply ahead: own moves minus the opponent's.",
    weights: &named::IMPROVED,
    settings: &[LOST],
    ..searching("one-ply")
};

static TUNED: BotSpec<Isolation> = BotSpec {
    id: "tuned",
    name: "Tuned",
    about: "Greedy with the best weights found: own moves count a little more.",
    weights: &Weight::tuned(named::IMPROVED, [2951, -2758]),
    ..GREEDY
};

static MM_OPEN: BotSpec<Isolation> = BotSpec {
    id: "mm-open",
    name: "MM Open",
    aliases: &["MM_Open"],
    about: "Minimax, 3 plies: own moves.",
    weights: &named::OPEN,
    ..MINIMAX
};

static MM_CENTER: BotSpec<Isolation> = BotSpec {
    id: "mm-center",
    name: "MM Center",
    aliases: &["MM_Center"],
    about: "Minimax, 3 plies: distance from the centre.",
    weights: &named::CENTER,
    ..MINIMAX
};

static MM_IMPROVED: BotSpec<Isolation> = BotSpec {
    id: "mm-improved",
    name: "MM Improved",
    aliases: &["MM_Improved"],
    about: "Minimax, 3 plies: own moves minus the opponent's.",
    weights: &named::IMPROVED,
    ..MINIMAX
};

static AB_OPEN: BotSpec<Isolation> = BotSpec {
    id: "ab-open",
    name: "AB Open",
    aliases: &["AB_Open"],
    about: "Alpha-beta: own moves.",
    weights: &named::OPEN,
    ..ALPHA_BETA
};

static AB_CENTER: BotSpec<Isolation> = BotSpec {
    id: "ab-center",
    name: "AB Center",
    aliases: &["AB_Center"],
    about: "Alpha-beta: distance from the centre.",
    weights: &named::CENTER,
    ..ALPHA_BETA
};

static AB_IMPROVED: BotSpec<Isolation> = BotSpec {
    id: "ab-improved",
    name: "AB Improved",
    aliases: &["AB_Improved", "ID_Improved"],
    about: "Alpha-beta: own moves minus the opponent's.",
    weights: &named::IMPROVED,
    ..ALPHA_BETA
};

static AB_CUSTOM: BotSpec<Isolation> = BotSpec {
    id: "ab-custom",
    name: "AB Custom",
    aliases: &["AB_Custom", "Custom_heuristic 1"],
    about: "Alpha-beta: own moves and the moves after them, minus the opponent's. 3 500 nodes instead of 6 000, because a node takes twice as long.",
    weights: &named::CUSTOM,
    budget: Some(CUSTOM_NODES),
    ..ALPHA_BETA
};

static AB_CUSTOM_2: BotSpec<Isolation> = BotSpec {
    id: "ab-custom-2",
    name: "AB Custom 2",
    aliases: &["AB_Custom_2", "Custom_heuristic 2"],
    about: "Alpha-beta: own moves minus the opponent's, and closer to the centre than the opponent.",
    weights: &named::CUSTOM_2,
    ..ALPHA_BETA
};

static AB_CUSTOM_3: BotSpec<Isolation> = BotSpec {
    id: "ab-custom-3",
    name: "AB Custom 3",
    aliases: &["AB_Custom_3", "Custom_heuristic 3"],
    about: "Alpha-beta: own moves minus the opponent's, without moves into a corner.",
    weights: &named::CUSTOM_3,
    ..ALPHA_BETA
};

static LAB: BotSpec<Isolation> = BotSpec { budget: Some(NODES), ..lab() };

static PERFECT: BotSpec<Isolation> = BotSpec {
    id: "perfect",
    name: "Perfect",
    about: "Never gives a win away: exact up to 7x7, and late in the game on larger boards.",
    fixed_terms: &[TRAPS],
    budget: Some(perfect::BUDGET),
    closed: "It solves positions, which no formula can do.",
    ..BotSpec::plain(|_, _| Box::new(Perfect))
};

static RANDOM: BotSpec<Isolation> = BotSpec {
    source: Some(SOURCE),
    aliases: &["Random"],
    ..random("Plays any legal move at random.")
};

/// All bots of the game, in display order.
pub static BOTS: [&BotSpec<Isolation>; 14] = [
    &AB_CUSTOM,
    &AB_IMPROVED,
    &AB_CUSTOM_2,
    &AB_CUSTOM_3,
    &AB_CENTER,
    &AB_OPEN,
    &MM_IMPROVED,
    &MM_CENTER,
    &MM_OPEN,
    &TUNED,
    &GREEDY,
    &RANDOM,
    &PERFECT,
    &LAB,
];
