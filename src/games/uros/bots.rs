//! The bots of Uros: five weightings of the metrics, the best one found, a greedy one, a random one, any weights of
//! one's own, and a search, in `totora.rs`. The weightings are in [`super::strategies`].

use super::position::Uros;
use super::strategies::{GREEDY_TERMS, Greedy, STRATEGIES, TUNED_WEIGHTS, Weighted, weights};
use super::totora;
use crate::base::fixed::Fixed;
use crate::base::options::{OptionKind, OptionSpec};
use crate::contract::bot::{BotSpec, Opened};
use crate::contract::thought::Scale;
use crate::lab::guide::{Guide, JUDGING, TREE, scale, temperature};
use crate::lab::heuristic::{FILE, OrLab, formula_option, of_options, reader, search_option};
use crate::search::one_ply::OnePly;
use crate::search::random::RandomBot;

const SOURCE: &str = "Heuristics & Bot Strategies for Uros";
/// A bot that looks one ply ahead with the five terms.
const WEIGHTED: BotSpec<Uros> = BotSpec {
    opened: Opened::As { formulas: &FORMULAS, options: &[] },
    ..BotSpec::plain(|spec, options| {
        let own = OrLab::own(Weighted::of(spec.weighed(options)));
        Box::new(OnePly::new::<Uros>(own))
    })
};

/// The five terms as formulas.
const FORMULAS: [&str; 5] =
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
        let own = Weighted::of(Vec::new());
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
