//! The bots of Reversi XT. The measures of the heuristics are in [`super::heuristics`], the rule for bomb throws
//! in `bombs`; all bots except the random one share it.

use super::bombs::{AFTER, OWN, RIVALS, WithBombs};
use super::heuristics::{self, PlayerCount, Weighted, named};
use super::patterns::{self, Patterns, TERMS};
use super::playouts::Playouts;
use super::position::Reversi;
use crate::base::fixed::Fixed;
use crate::base::options::{OptionKind, OptionSpec, Options};
use crate::base::rng::Rng;
use crate::contract::analysis::{Scale, Term};
use crate::contract::bot::{Bot, BotSpec, Budget, Done, Search, Weight};
use crate::contract::game::Seat;
use crate::lab::bot::{SearchChoice, Searched, formula_option, lab, search_option, searching};
use crate::lab::guide::{Guide, JUDGING, PRIOR, TREE, scale, temperature};
use crate::lab::guided::Guided;
use crate::lab::heuristic::Lab;
use crate::search::alpha_beta::{AlphaBeta, Settings};
use crate::search::mcts::{self, Mcts};
use crate::search::multi_player::{self, Mode, MultiPlayer};
use crate::search::one_ply::OnePly;
use crate::search::random::random;
use crate::search::table::Table;

/// Nodes per move of the searching bots.
const NODES: Budget = Budget::Nodes(20_000);

/// Nodes per move of the strongest bot.
const MORE_NODES: Budget = Budget::Nodes(40_000);

/// Binary logarithm of the size of the transposition table.
const TABLE: u32 = 15;

/// Alpha-beta with a transposition table.
const ALPHA_BETA: Settings = Settings { table: Some(TABLE), reorder: true, ..Settings::ALPHA_BETA };

/// The terms of bomb throws, shared by all bots with a heuristic.
const BOMB_TERMS: [Term; 2] = [RIVALS, OWN];

fn one_ply(heuristic: Weighted) -> Box<dyn Bot<Reversi>> {
    Box::new(OnePly::by_standing::<Reversi>(heuristic))
}

fn many(heuristic: Weighted, mode: Mode) -> Box<dyn Bot<Reversi>> {
    Box::new(MultiPlayer::new(heuristic, multi_player::Settings::new(mode, TABLE)))
}

fn alpha_beta(heuristic: Weighted) -> Box<dyn Bot<Reversi>> {
    Box::new(AlphaBeta::new(heuristic, ALPHA_BETA))
}

/// Default size of the strongest bot's table, in MiB.
const MEMORY_OF_STRONGEST: i64 = 8;

/// Binary logarithm of the number of entries of that table.
const LARGER_TABLE: u32 = Table::bits_within(MEMORY_OF_STRONGEST as usize);

/// The principal variation search of the strongest bot.
const SCOUT: Settings =
    Settings { table: Some(LARGER_TABLE), scout: true, quiesce: 2, ..ALPHA_BETA };

/// With more than two players; quiescence search of swaps measured worse there.
const SCOUT_AMONG_MORE: Settings = Settings { quiesce: 0, ..SCOUT };

/// On the plain board, with patterns.
const SCOUT_BY_PATTERNS: Settings = Settings { table: Some(16), quiesce: 0, ..SCOUT };

fn strongest(heuristic: Weighted) -> Box<dyn Bot<Reversi>> {
    by_map(heuristic, None, Mode::Paranoid, LARGER_TABLE)
}

/// The strongest bot; on the plain board with patterns if `plain` is set; `mode` selects the search for more than two
/// players; the transposition table has 2^`table` entries.
fn by_map(
    heuristic: Weighted,
    plain: Option<Settings>,
    mode: Mode,
    table: u32,
) -> Box<dyn Bot<Reversi>> {
    let sized = |settings| Settings { table: Some(table), ..settings };
    let by_stones = |among| heuristics::by_stones(heuristic.clone(), among);
    Box::new(Strongest {
        plain,
        two: Box::new(AlphaBeta::new(by_stones(PlayerCount::Two), sized(SCOUT))),
        more: match mode {
            Mode::Paranoid => {
                Box::new(AlphaBeta::new(by_stones(PlayerCount::More), sized(SCOUT_AMONG_MORE)))
            }
            _ => Box::new(MultiPlayer::new(heuristic, multi_player::Settings::new(mode, table))),
        },
    })
}

fn with_bombs(
    heuristic: Weighted,
    leaf_search: bool,
    build: fn(Weighted) -> Box<dyn Bot<Reversi>>,
) -> Box<dyn Bot<Reversi>> {
    Box::new(WithBombs {
        build: build(heuristic.clone()),
        heuristic: Some(heuristic),
        leaf_search,
        onward: false,
    })
}

impl Searched for Reversi {
    type Heuristic = Weighted;

    const SEARCHES: &'static [SearchChoice<Reversi>] = &[
        SearchChoice::new("one-ply", "One ply", |by, _| with_bombs(by, true, one_ply)),
        SearchChoice::new("alpha-beta", "Alpha-beta", |by, _| with_bombs(by, false, alpha_beta)),
        SearchChoice::new("paranoid", "Paranoid", |by, _| {
            with_bombs(by, false, |by| many(by, Mode::Paranoid))
        }),
        SearchChoice::new("maxn", "Max-n", |by, _| {
            with_bombs(by, false, |by| many(by, Mode::MaxN))
        }),
        SearchChoice::new("brs", "Best reply", |by, _| {
            with_bombs(by, false, |by| many(by, Mode::BestReply))
        }),
        SearchChoice::new("totora", "Totora", |by, _| with_bombs(by, false, strongest)),
        SearchChoice::new(TREE, "Tree search", |by: Weighted, options| {
            tree(MCTS_SETTINGS, Some(Guide::new(by.lab(), Reversi::SETTINGS, options)))
        }),
    ];

    const FORMULA: OptionSpec =
        formula_option::<Reversi>("3 * early_mobility + 5 * stability_ahead");

    const SEARCH: OptionSpec = search_option::<Reversi>(
        "one-ply",
        "One ply: the change by each move; the others search as deep as the budget allows, like the bots with their names; Tree search: playouts, with the formulas as its judgement and first impression",
    );

    const SETTINGS: &'static [OptionSpec] =
        &[JUDGING, PRIOR, scale(Fixed::from_int(100)), temperature(Fixed::from_int(30))];

    fn heuristic(lab: Lab, _options: &Options) -> Weighted {
        Weighted::new(lab)
    }
}

/// A bot that searches one ply.
const QUICK: BotSpec<Reversi> = BotSpec { fixed_terms: &BOMB_TERMS, ..searching("one-ply") };

/// A bot that searches with the balanced heuristic.
const fn searcher(search: &'static str) -> BotSpec<Reversi> {
    BotSpec {
        weights: &named::BALANCED,
        fixed_terms: &BOMB_TERMS,
        budget: Some(NODES),
        ..searching(search)
    }
}

static GREEDY: BotSpec<Reversi> = BotSpec {
    id: "greedy",
    name: "Greedy",
    about: "Captures as many stones as it can.",
    weights: &named::GREEDY,
    ..QUICK
};

static CORNERS: BotSpec<Reversi> = BotSpec {
    id: "corners",
    name: "Corners",
    about: "Takes corners and other tiles that are hard to flank, on any map.",
    weights: &named::CORNERS,
    ..QUICK
};

static MOBILITY: BotSpec<Reversi> = BotSpec {
    id: "mobility",
    name: "Mobility",
    about: "Keeps many moves open, and leaves few to the others.",
    weights: &named::MOBILITY,
    ..QUICK
};

static STABILITY: BotSpec<Reversi> = BotSpec {
    id: "stability",
    name: "Stability",
    about: "Collects stones that can no longer be flanked.",
    weights: &named::STABILITY,
    ..QUICK
};

static BALANCED: BotSpec<Reversi> = BotSpec {
    id: "balanced",
    name: "Balanced",
    about: "Weighs corners, mobility, stability, stones, overrides and bombs, by the stage of the game.",
    weights: &named::BALANCED,
    ..QUICK
};

static TUNED: BotSpec<Reversi> = BotSpec {
    id: "tuned",
    name: "Tuned",
    about: "Balanced with the best weights found on the plain board.",
    weights: &Weight::tuned(named::BALANCED, [991, 10_031, 16_134, 4547, 58_576, -1080]),
    ..BALANCED
};

static HOARDER: BotSpec<Reversi> = BotSpec {
    id: "hoarder",
    name: "Hoarder",
    about: "Saves its override stones for the end.",
    weights: &named::HOARDER,
    ..QUICK
};

static ALPHA_BETA_BOT: BotSpec<Reversi> = BotSpec {
    id: "alphabeta",
    name: "Alpha-beta",
    about: "Looks ahead with Balanced's heuristic; with more than two players, it treats all others as one opponent.",
    ..searcher("alpha-beta")
};

static PARANOID: BotSpec<Reversi> = BotSpec {
    id: "paranoid",
    name: "Paranoid",
    about: "Looks ahead as if all others played against it.",
    source: Some("N. Sturtevant, R. Korf, On pruning techniques for multi-player games"),
    ..searcher("paranoid")
};

static MAX_N: BotSpec<Reversi> = BotSpec {
    id: "maxn",
    name: "Max^n",
    about: "Looks ahead as if each player played for themselves.",
    source: Some("C. Luckhardt, K. Irani, An algorithmic solution of n-person games"),
    ..searcher("maxn")
};

static BRS: BotSpec<Reversi> = BotSpec {
    id: "brs",
    name: "Best reply",
    about: "Looks ahead as if only the most dangerous opponent chose freely (BRS+).",
    source: Some(
        "M. Esser, M. Gras, M. Winands, M. Schadd, M. Lanctot, Improving best-reply search",
    ),
    ..searcher("brs")
};

/// Principal variation search with two players in the game; with more, either the same search with all others as opponents,
/// or another multi-player search. The first measured best: `docs/experiments/2026-11-23-reversi-maps.md`.
struct Strongest {
    /// Settings for the plain board, with patterns.
    plain: Option<Settings>,
    two: Box<dyn Bot<Reversi>>,
    more: Box<dyn Bot<Reversi>>,
}

impl Bot<Reversi> for Strongest {
    fn prepare(&self, position: &Reversi) -> Result<(), String> {
        match self.plain {
            Some(_) if patterns::fit(position) => patterns::table().map(|_| ()),
            _ => Ok(()),
        }
    }

    fn begin(
        &self,
        position: &Reversi,
        seat: Seat,
        budget: Budget,
        rng: Rng,
    ) -> Box<dyn Search<Reversi>> {
        if let Some(settings) = self.plain.filter(|_| patterns::fit(position)) {
            return match patterns::table() {
                Ok(table) => AlphaBeta::new(Patterns::new(table, budget), settings)
                    .begin(position, seat, budget, rng),
                Err(why) => Done::without(why),
            };
        }
        let way = match position.playing().count() {
            2 => &self.two,
            _ => &self.more,
        };
        way.begin(position, seat, budget, rng)
    }
}

/// The balanced heuristic's weights, except that override stones are saved while there are other moves, and stones
/// count half; see `docs/experiments/2026-11-23-reversi-maps.md`.
const TOTORA_WEIGHTS: [i64; 6] = [300, 3000, 5000, 500, 70_000, 3000];

static TOTORA: BotSpec<Reversi> = BotSpec {
    id: "totora",
    name: "Totora",
    about: "The strongest: principal variation search; with more than two players, as if all others played against it.",
    weights: &Weight::tuned(named::BALANCED, TOTORA_WEIGHTS),
    budget: Some(MORE_NODES),
    settings: &[PLAIN, MORE, MEMORY],
    fixed_terms: &STRONGEST_TERMS,
    search: "totora",
    closed: "On the plain board it uses patterns, which are not formulas; to open it, set its option plain to weights.",
    opened_by: Some((PLAIN, "weights")),
    ..BotSpec::plain(|spec, options| {
        let heuristic = Reversi::of_terms(&spec.in_force(options), options);
        let plain = (options.text(&PLAIN) == "patterns").then_some(SCOUT_BY_PATTERNS);
        let mode = match options.text(&MORE).as_str() {
            "brs" => Mode::BestReply,
            "maxn" => Mode::MaxN,
            _ => Mode::Paranoid,
        };
        let table = Table::bits_within(options.int(&MEMORY) as usize);
        let build = by_map(heuristic.clone(), plain, mode, table);
        Box::new(WithBombs { build, heuristic: Some(heuristic), leaf_search: false, onward: true })
    })
};

/// The evaluation on the plain board.
const PLAIN: OptionSpec = OptionSpec {
    key: "plain",
    alias: None,
    label: "Plain board",
    kind: OptionKind::Choice {
        choices: &["patterns", "weights"],
        names: &["Patterns", "Weights"],
        default: "patterns",
    },
    about: "judgement of positions of the plain 8x8 board: by patterns learned from games against itself, or by the weights, as on other maps",
};

/// The search with more than two players.
const MORE: OptionSpec = OptionSpec {
    key: "more",
    alias: None,
    label: "More than two",
    kind: OptionKind::Choice {
        choices: &["paranoid", "brs", "maxn"],
        names: &["Paranoid", "Best reply", "Max-n"],
        default: "paranoid",
    },
    about: "search with three or more players: as if all others played against it, only the most dangerous one chose freely, or each played for themselves",
};

/// The size of the transposition table.
const MEMORY: OptionSpec = OptionSpec {
    key: "memory",
    alias: None,
    label: "Memory",
    kind: OptionKind::Int { min: 1, max: 256, default: MEMORY_OF_STRONGEST },
    about: "size of the transposition table in MiB, on all maps but the plain board; when full, new entries replace old ones",
};

/// Its terms without an adjustable weight: those of the regions of the plain board, and of bombs.
static STRONGEST_TERMS: [Term; TERMS.len() + 3] = {
    let mut terms = [RIVALS; TERMS.len() + 3];
    let mut at = 0;
    while at < TERMS.len() {
        terms[at] = TERMS[at];
        at += 1;
    }
    terms[at + 1] = OWN;
    terms[at + 2] = AFTER;
    terms
};

static LAB: BotSpec<Reversi> = BotSpec {
    fixed_terms: &BOMB_TERMS,
    budget: Some(NODES),
    rates: Some((Reversi::SEARCH, TREE)),
    ..lab()
};

/// Playouts per move of the tree search.
const PLAYOUTS: Budget = Budget::Nodes(2_000);

const MCTS_SETTINGS: mcts::Settings = mcts::Settings {
    exploration: Fixed::from_thousandths(700),
    look: false,
    cut: 200,
    ..mcts::Settings::DEFAULT
};

static MCTS_OPTIONS: [OptionSpec; 12] = mcts::options::all(&MCTS_SETTINGS);

static MCTS_TERMS: [Term; 3] = [mcts::WIN_RATE, RIVALS, OWN];

static MCTS: BotSpec<Reversi> = BotSpec {
    id: "mcts",
    name: "Tree search",
    scale: Scale::Rate,
    about: "Plays thousands of random games to the end, most of them with promising moves.",
    settings: &MCTS_OPTIONS,
    fixed_terms: &MCTS_TERMS,
    budget: Some(PLAYOUTS),
    ..BotSpec::plain(|_, options| tree(MCTS_SETTINGS.read(&MCTS_OPTIONS, options), None))
};

fn tree(settings: mcts::Settings, guide: Option<Guide>) -> Box<dyn Bot<Reversi>> {
    let build: Box<dyn Bot<Reversi>> = match guide {
        Some(guide) => Box::new(Mcts::new(Guided::with(guide, Playouts), settings)),
        None => Box::new(Mcts::new(Playouts, settings)),
    };
    Box::new(WithBombs { build, heuristic: None, leaf_search: false, onward: false })
}

static RANDOM: BotSpec<Reversi> = random("Plays any legal move at random.");

/// All bots of the game, in menu order.
pub static BOTS: [&BotSpec<Reversi>; 15] = [
    &TOTORA,
    &ALPHA_BETA_BOT,
    &BRS,
    &PARANOID,
    &MAX_N,
    &MCTS,
    &TUNED,
    &BALANCED,
    &STABILITY,
    &MOBILITY,
    &CORNERS,
    &HOARDER,
    &GREEDY,
    &RANDOM,
    &LAB,
];
