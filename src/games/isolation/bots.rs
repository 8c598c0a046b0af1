//! The bots of Isolation: the source's agents with their heuristics and searches, a greedy one, a
//! random one, and the one that plays perfectly. What the heuristics measure is the business of
//! [`super::heuristics`].

use super::heuristics::{Measure, Weighted, named};
use super::position::Isolation;
use super::solver::perfect::{self, Perfect, TRAPS};
use crate::bot::{BotSpec, Budget};
use crate::fixed::Fixed;
use crate::options::{OptionKind, OptionSpec, Options};
use crate::search::alpha_beta::{AT_MOST, AlphaBeta, LOOK_AHEAD, Lost, Settings};
use crate::search::random::RandomBot;
use crate::thought::Term;

const SOURCE: &str = "E. Tulodziecka, Isolation Game Heuristic Analysis";

/// Nodes a move that the source's agents had in their 150 ms, about.
const NODES: Budget = Budget::Nodes(6_000);
/// The same for the agent whose heuristic takes twice as long.
const CUSTOM_NODES: Budget = Budget::Nodes(3_500);

/// What a bot does when every move loses.
pub const LOST: OptionSpec = OptionSpec {
    key: "lost",
    alias: None,
    label: "When lost",
    kind: OptionKind::Choice { choices: &["resist", "random"], default: "resist" },
    about: "resist: play the move that holds out longest; random: play any, as the source's agents did",
};

/// Whether alpha-beta scores every candidate to the end.
pub const SCORES: OptionSpec = OptionSpec {
    key: "scores",
    alias: None,
    label: "Scores",
    kind: OptionKind::Choice { choices: &["quick", "exact"], default: "quick" },
    about: "quick: moves that cannot be chosen get an upper bound; exact: every move is searched to the full depth, at the cost of nodes",
};

type Columns = [(Measure, i64)];

const fn terms_of<const N: usize>(columns: &Columns, search: &[Term]) -> [Term; N] {
    let mut terms = [LOOK_AHEAD; N];
    let mut i = 0;
    while i < N {
        terms[i] = if i < columns.len() {
            columns[i].0.term(columns[i].1)
        } else {
            search[i - columns.len()]
        };
        i += 1;
    }
    terms
}

const fn options_of<const N: usize>(columns: &Columns) -> [OptionSpec; N] {
    let mut options = [const { LOST }; N];
    let mut i = 0;
    while i < N {
        if i < columns.len() {
            let term = columns[i].0.term(columns[i].1);
            options[i].key = term.key;
            options[i].label = term.label;
            options[i].kind = OptionKind::Number {
                min: Fixed::from_int(-10),
                max: Fixed::from_int(10),
                step: Fixed::from_thousandths(100),
                default: term.weight,
            };
            options[i].about = term.meaning;
        } else if i > columns.len() {
            options[i].key = SCORES.key;
            options[i].label = SCORES.label;
            options[i].kind = OptionKind::Choice { choices: &["quick", "exact"], default: "quick" };
            options[i].about = SCORES.about;
        }
        i += 1;
    }
    options
}

fn heuristic(columns: &Columns, specs: &[OptionSpec], options: &Options) -> Weighted {
    let weights = specs.iter().map(|spec| options.number(spec));
    Weighted::new(columns.iter().map(|&(measure, _)| measure).zip(weights))
}

fn settings(base: Settings, options: &Options) -> Settings {
    Settings {
        lost: if options.text(&LOST) == "random" { Lost::Random } else { Lost::Resist },
        exact: options.text(&SCORES) == "exact",
        ..base
    }
}

/// A bot that searches with a heuristic; `$options` says how many options it has beside the weights,
/// `$search` which terms beside the heuristic's.
macro_rules! searcher {
    ($name:ident: $id:literal, $shown:literal, $about:expr, $source:expr, $columns:expr,
     $settings:expr, $budget:expr, $options:literal, $search:expr) => {
        mod $name {
            use super::*;
            const COLUMNS: &Columns = &$columns;
            const SEARCH: &[Term] = &$search;
            static TERMS: [Term; COLUMNS.len() + SEARCH.len()] = terms_of(COLUMNS, SEARCH);
            static OPTIONS: [OptionSpec; COLUMNS.len() + $options] = options_of(COLUMNS);
            pub(super) static SPEC: BotSpec<Isolation> = BotSpec {
                id: $id,
                name: $shown,
                about: $about,
                source: $source,
                options: &OPTIONS,
                terms: &TERMS,
                budget: $budget,
                build: |options| {
                    Box::new(AlphaBeta::new(
                        heuristic(COLUMNS, &OPTIONS, options),
                        settings($settings, options),
                    ))
                },
            };
        }
    };
}

macro_rules! minimax {
    ($name:ident: $id:literal, $shown:literal, $about:literal, $columns:expr) => {
        searcher!($name: $id, $shown, $about, Some(SOURCE), $columns,
            Settings::MINIMAX, Some(Budget::Depth(3)), 1, [LOOK_AHEAD]);
    };
}

macro_rules! alpha_beta {
    ($name:ident: $id:literal, $shown:literal, $about:literal, $columns:expr, $budget:expr) => {
        searcher!($name: $id, $shown, $about, Some(SOURCE), $columns,
            Settings::ALPHA_BETA, Some($budget), 2, [LOOK_AHEAD, AT_MOST]);
    };
}

searcher!(greedy: "greedy", "Greedy",
    "Looks one ply ahead: own moves minus the opponent's.",
    None, named::IMPROVED, Settings { depth: 1, ..Settings::MINIMAX }, None, 1, []);
minimax!(mm_open: "mm-open", "MM Open",
    "Minimax, 3 plies: own moves.", named::OPEN);
minimax!(mm_center: "mm-center", "MM Center",
    "Minimax, 3 plies: away from the middle.", named::CENTER);
minimax!(mm_improved: "mm-improved", "MM Improved",
    "Minimax, 3 plies: own moves minus the opponent's.", named::IMPROVED);
alpha_beta!(ab_open: "ab-open", "AB Open",
    "Alpha-beta: own moves.", named::OPEN, NODES);
alpha_beta!(ab_center: "ab-center", "AB Center",
    "Alpha-beta: away from the middle.", named::CENTER, NODES);
alpha_beta!(ab_improved: "ab-improved", "AB Improved",
    "Alpha-beta: own moves minus the opponent's.", named::IMPROVED, NODES);
alpha_beta!(ab_custom: "ab-custom", "AB Custom",
    "Alpha-beta: own moves and the moves after them, minus the opponent's.",
    named::CUSTOM, CUSTOM_NODES);
alpha_beta!(ab_custom_2: "ab-custom-2", "AB Custom 2",
    "Alpha-beta: own moves minus the opponent's, and nearer to the middle than the opponent.",
    named::CUSTOM_2, NODES);
alpha_beta!(ab_custom_3: "ab-custom-3", "AB Custom 3",
    "Alpha-beta: own moves minus the opponent's, without moves into a corner.",
    named::CUSTOM_3, NODES);

static PERFECT: BotSpec<Isolation> = BotSpec {
    id: "perfect",
    name: "Perfect",
    about: "Never gives a win away: exact on 7x7 from the first placement to the end.",
    source: None,
    options: &[],
    terms: &[TRAPS],
    budget: Some(perfect::BUDGET),
    build: |_| Box::new(Perfect),
};

static RANDOM: BotSpec<Isolation> = BotSpec {
    id: "random",
    name: "Random",
    about: "Any legal move, each as likely as the others.",
    source: Some(SOURCE),
    options: &[],
    terms: &[],
    budget: None,
    build: |_| Box::new(RandomBot),
};

/// All bots of the game, in the order in which they are offered.
pub static BOTS: [&BotSpec<Isolation>; 12] = [
    &ab_custom::SPEC,
    &ab_improved::SPEC,
    &ab_custom_2::SPEC,
    &ab_custom_3::SPEC,
    &ab_center::SPEC,
    &ab_open::SPEC,
    &mm_improved::SPEC,
    &mm_center::SPEC,
    &mm_open::SPEC,
    &greedy::SPEC,
    &RANDOM,
    &PERFECT,
];
