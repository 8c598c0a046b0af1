//! The bots of Isolation: the source's agents with their heuristics and searches, a greedy one, a
//! random one, and the one that plays perfectly. What the heuristics measure is the business of
//! [`super::heuristics`].

use super::heuristics::{Measure, Weighted, named};
use super::position::Isolation;
use super::solver::perfect::{self, Perfect, TRAPS};
use crate::base::options::{OptionKind, OptionSpec, Options};
use crate::contract::bot::{Bot, BotSpec, Budget, Opened, Weight};
use crate::contract::thought::Scale;
use crate::lab::heuristic::{FILE, OrLab, formula_option, of_options, reader, search_option};
use crate::search::alpha_beta::{AlphaBeta, LOOK_AHEAD, Lost, Settings};
use crate::search::random::RandomBot;

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
    kind: OptionKind::Choice {
        choices: &["resist", "random"],
        names: &["Resist", "At random"],
        default: "resist",
    },
    about: "Resist: play the move that holds out longest; At random: play any, as the source's agents did",
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
    about: "Quick: moves that cannot be chosen get an upper bound; Exact: once the choice is made, every move is searched to the depth that decided",
};

/// The weights of a heuristic.
const fn weights<const N: usize>(heuristic: [(Measure, i64); N]) -> [Weight; N] {
    let mut weights = [Weight::of(LOOK_AHEAD, 10); N];
    let mut i = 0;
    while i < N {
        let (measure, weight) = heuristic[i];
        weights[i] = Weight::of(measure.term(weight), 10);
        i += 1;
    }
    weights
}

/// A search with a heuristic, whose weights are those of `spec`.
fn search(
    spec: &BotSpec<Isolation>,
    options: &Options,
    heuristic: &[(Measure, i64)],
    base: Settings,
) -> Box<dyn Bot<Isolation>> {
    let weights = spec.weighed(options).into_iter().map(|term| term.weight);
    let measures = heuristic.iter().map(|&(measure, _)| measure);
    search_by(OrLab::own(Weighted::new(measures.zip(weights))), options, base)
}

fn search_by(
    heuristic: OrLab<Weighted>,
    options: &Options,
    base: Settings,
) -> Box<dyn Bot<Isolation>> {
    let settings = Settings {
        lost: if options.text(&LOST) == "random" { Lost::Random } else { Lost::Resist },
        exact: options.text(&SCORES) == "exact",
        ..base
    };
    Box::new(AlphaBeta::new(heuristic, settings))
}

/// The source's heuristics as formulas, one a term, in the order of their measures.
mod formulas {
    pub(super) const OPEN: [&str; 1] = ["own_moves"];
    pub(super) const CENTER: [&str; 1] = ["own_distance_squared"];
    pub(super) const IMPROVED: [&str; 2] = ["own_moves", "opponent_moves"];
    pub(super) const CUSTOM: [&str; 4] =
        ["own_moves", "opponent_moves", "own_next_moves", "opponent_next_moves"];
    pub(super) const CUSTOM_2: [&str; 4] =
        ["own_moves", "opponent_moves", "own_distance", "opponent_distance"];
    pub(super) const CUSTOM_3: [&str; 4] =
        ["own_moves", "opponent_moves", "own_corner_moves", "opponent_corner_moves"];
}

/// The formula of the bot `lab`.
const FORMULA: OptionSpec = formula_option("own_moves - opponent_moves", &[], reader::<Isolation>);

/// How the bot `lab` searches.
const SEARCH: OptionSpec = search_option(
    &["one-ply", "minimax", "alpha-beta"],
    &["One ply", "Minimax", "Alpha-beta"],
    "alpha-beta",
    "One ply: the position after each move; Minimax, Alpha-beta: as deep as the budget lasts, Alpha-beta without what cannot change the choice",
);

/// A search with a heuristic that somebody wrote.
fn lab(_spec: &BotSpec<Isolation>, options: &Options) -> Box<dyn Bot<Isolation>> {
    let base = match options.text(&SEARCH).as_str() {
        "one-ply" => Settings { depth: 1, ..Settings::MINIMAX },
        "minimax" => Settings::MINIMAX,
        _ => Settings::ALPHA_BETA,
    };
    let own = Weighted::new([]);
    let heuristic = match of_options(options, &FORMULA) {
        Ok(lab) => OrLab::lab(own, lab, true),
        // Options are checked before a bot is built.
        Err(_) => OrLab::own(own),
    };
    search_by(heuristic, options, base)
}

type Make = fn(&BotSpec<Isolation>, &Options) -> Box<dyn Bot<Isolation>>;

/// An agent of the source that looks three plies ahead.
const fn minimax(make: Make) -> BotSpec<Isolation> {
    BotSpec {
        source: Some(SOURCE),
        settings: &[LOST],
        fixed_terms: &[LOOK_AHEAD],
        budget: Some(Budget::Depth(3)),
        ..BotSpec::plain(make)
    }
}

/// An agent of the source that searches for as long as its budget lasts.
const fn alpha_beta(make: Make) -> BotSpec<Isolation> {
    BotSpec {
        source: Some(SOURCE),
        settings: &[LOST, SCORES],
        fixed_terms: &[LOOK_AHEAD],
        budget: Some(NODES),
        ..BotSpec::plain(make)
    }
}

static GREEDY: BotSpec<Isolation> = BotSpec {
    id: "greedy",
    name: "Greedy",
    about: "Looks one ply ahead: own moves minus the opponent's.",
    weights: &weights(named::IMPROVED),
    settings: &[LOST],
    opened: Opened::As { formulas: &formulas::IMPROVED, options: &[("search", "one-ply")] },
    ..BotSpec::plain(|spec, options| {
        search(spec, options, &named::IMPROVED, Settings { depth: 1, ..Settings::MINIMAX })
    })
};

static TUNED: BotSpec<Isolation> = BotSpec {
    id: "tuned",
    name: "Tuned",
    about: "Greedy with the best weights that tuning found: own moves count a little more.",
    weights: &Weight::tuned(weights(named::IMPROVED), [2951, -2758]),
    ..GREEDY
};

static MM_OPEN: BotSpec<Isolation> = BotSpec {
    id: "mm-open",
    name: "MM Open",
    about: "Minimax, 3 plies: own moves.",
    weights: &weights(named::OPEN),
    opened: Opened::As { formulas: &formulas::OPEN, options: &[("search", "minimax")] },
    ..minimax(|spec, options| search(spec, options, &named::OPEN, Settings::MINIMAX))
};

static MM_CENTER: BotSpec<Isolation> = BotSpec {
    id: "mm-center",
    name: "MM Center",
    about: "Minimax, 3 plies: away from the middle.",
    weights: &weights(named::CENTER),
    opened: Opened::As { formulas: &formulas::CENTER, options: &[("search", "minimax")] },
    ..minimax(|spec, options| search(spec, options, &named::CENTER, Settings::MINIMAX))
};

static MM_IMPROVED: BotSpec<Isolation> = BotSpec {
    id: "mm-improved",
    name: "MM Improved",
    about: "Minimax, 3 plies: own moves minus the opponent's.",
    weights: &weights(named::IMPROVED),
    opened: Opened::As { formulas: &formulas::IMPROVED, options: &[("search", "minimax")] },
    ..minimax(|spec, options| search(spec, options, &named::IMPROVED, Settings::MINIMAX))
};

static AB_OPEN: BotSpec<Isolation> = BotSpec {
    id: "ab-open",
    name: "AB Open",
    about: "Alpha-beta: own moves.",
    weights: &weights(named::OPEN),
    opened: Opened::As { formulas: &formulas::OPEN, options: &[("search", "alpha-beta")] },
    ..alpha_beta(|spec, options| search(spec, options, &named::OPEN, Settings::ALPHA_BETA))
};

static AB_CENTER: BotSpec<Isolation> = BotSpec {
    id: "ab-center",
    name: "AB Center",
    about: "Alpha-beta: away from the middle.",
    weights: &weights(named::CENTER),
    opened: Opened::As { formulas: &formulas::CENTER, options: &[("search", "alpha-beta")] },
    ..alpha_beta(|spec, options| search(spec, options, &named::CENTER, Settings::ALPHA_BETA))
};

static AB_IMPROVED: BotSpec<Isolation> = BotSpec {
    id: "ab-improved",
    name: "AB Improved",
    about: "Alpha-beta: own moves minus the opponent's.",
    weights: &weights(named::IMPROVED),
    opened: Opened::As { formulas: &formulas::IMPROVED, options: &[("search", "alpha-beta")] },
    ..alpha_beta(|spec, options| search(spec, options, &named::IMPROVED, Settings::ALPHA_BETA))
};

static AB_CUSTOM: BotSpec<Isolation> = BotSpec {
    id: "ab-custom",
    name: "AB Custom",
    about: "Alpha-beta: own moves and the moves after them, minus the opponent's.",
    weights: &weights(named::CUSTOM),
    budget: Some(CUSTOM_NODES),
    opened: Opened::As { formulas: &formulas::CUSTOM, options: &[("search", "alpha-beta")] },
    ..alpha_beta(|spec, options| search(spec, options, &named::CUSTOM, Settings::ALPHA_BETA))
};

static AB_CUSTOM_2: BotSpec<Isolation> = BotSpec {
    id: "ab-custom-2",
    name: "AB Custom 2",
    about: "Alpha-beta: own moves minus the opponent's, and nearer to the middle than the opponent.",
    weights: &weights(named::CUSTOM_2),
    opened: Opened::As { formulas: &formulas::CUSTOM_2, options: &[("search", "alpha-beta")] },
    ..alpha_beta(|spec, options| search(spec, options, &named::CUSTOM_2, Settings::ALPHA_BETA))
};

static AB_CUSTOM_3: BotSpec<Isolation> = BotSpec {
    id: "ab-custom-3",
    name: "AB Custom 3",
    about: "Alpha-beta: own moves minus the opponent's, without moves into a corner.",
    weights: &weights(named::CUSTOM_3),
    opened: Opened::As { formulas: &formulas::CUSTOM_3, options: &[("search", "alpha-beta")] },
    ..alpha_beta(|spec, options| search(spec, options, &named::CUSTOM_3, Settings::ALPHA_BETA))
};

static LAB: BotSpec<Isolation> = BotSpec {
    id: "lab",
    name: "Lab",
    about: "A heuristic of your own: a formula over the features of a position.",
    settings: &[FORMULA, SEARCH, LOST, SCORES, FILE],
    fixed_terms: &[LOOK_AHEAD],
    budget: Some(NODES),
    opened: Opened::Not("It is formulas already."),
    ..BotSpec::plain(lab)
};

static PERFECT: BotSpec<Isolation> = BotSpec {
    id: "perfect",
    name: "Perfect",
    about: "Never gives a win away: exact on 7x7 from the first placement to the end.",
    fixed_terms: &[TRAPS],
    budget: Some(perfect::BUDGET),
    opened: Opened::Not("It knows who wins, which no formula over features says."),
    ..BotSpec::plain(|_, _| Box::new(Perfect))
};

static RANDOM: BotSpec<Isolation> = BotSpec {
    id: "random",
    name: "Random",
    scale: Scale::Nothing,
    about: "Any legal move, each as likely as the others.",
    source: Some(SOURCE),
    opened: Opened::Not("It looks at nothing."),
    ..BotSpec::plain(|_, _| Box::new(RandomBot))
};

/// All bots of the game, in the order in which they are offered.
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
