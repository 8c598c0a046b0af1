//! The bots of Reversi XT. What the heuristics measure is the business of [`super::heuristics`], and where
//! bombs go that of `bombs`; all but the random bot throw them alike.

use super::bombs::{OWN, RIVALS, WithBombs};
use super::heuristics::{Measure, Weighted, named};
use super::playouts::Playouts;
use super::position::Reversi;
use crate::bot::{Bot, BotSpec, Budget, Thinking};
use crate::fixed::Fixed;
use crate::game::Seat;
use crate::options::{OptionKind, OptionSpec, Options};
use crate::rng::Rng;
use crate::search::alpha_beta::{AT_MOST, AlphaBeta, LOOK_AHEAD, Settings};
use crate::search::many::{self, Many, Mode};
use crate::search::mcts;
use crate::search::one_ply::OnePly;
use crate::search::random::RandomBot;
use crate::thought::Term;

type Columns = [(Measure, i64)];

/// Nodes a move of the searchers.
const NODES: Budget = Budget::Nodes(20_000);

/// Nodes a move of the strongest.
const MORE_NODES: Budget = Budget::Nodes(40_000);

/// Places of a search's table: 2^this.
const TABLE: u32 = 15;

/// Alpha-beta with a table.
const ALPHA_BETA: Settings = Settings { table: Some(TABLE), reorder: true, ..Settings::ALPHA_BETA };

/// The terms of a heuristic, then others.
const fn terms_of<const N: usize>(columns: &Columns, more: &[Term]) -> [Term; N] {
    let mut terms = [LOOK_AHEAD; N];
    let mut i = 0;
    while i < N {
        terms[i] = if i < columns.len() {
            columns[i].0.term(columns[i].1)
        } else {
            more[i - columns.len()]
        };
        i += 1;
    }
    terms
}

/// An option for each weight.
const fn options_of<const N: usize>(columns: &Columns) -> [OptionSpec; N] {
    const BLANK: OptionSpec = OptionSpec {
        key: "",
        alias: None,
        label: "",
        kind: OptionKind::Int { min: 0, max: 0, default: 0 },
        about: "",
    };
    let mut options = [BLANK; N];
    let mut i = 0;
    while i < N {
        let term = columns[i].0.term(columns[i].1);
        options[i] = OptionSpec {
            key: term.key,
            alias: None,
            label: term.label,
            kind: OptionKind::Number {
                min: Fixed::from_int(-200),
                max: Fixed::from_int(200),
                step: Fixed::from_thousandths(100),
                default: term.weight,
            },
            about: term.meaning,
        };
        i += 1;
    }
    options
}

fn heuristic(columns: &Columns, specs: &[OptionSpec], options: &Options) -> Weighted {
    let weights = specs.iter().map(|spec| options.number(spec));
    Weighted::new(columns.iter().map(|&(measure, _)| measure).zip(weights))
}

fn one_ply(heuristic: Weighted) -> Box<dyn Bot<Reversi>> {
    Box::new(OnePly::new::<Reversi>(heuristic))
}

fn many(heuristic: Weighted, mode: Mode) -> Box<dyn Bot<Reversi>> {
    Box::new(Many::new(heuristic, many::Settings { mode, table: TABLE }))
}

/// A bot with a heuristic; `$more` are the terms beside the heuristic's, `$build` makes it of the
/// heuristic.
macro_rules! bot {
    ($name:ident: $id:literal, $shown:literal, $about:literal, $source:expr, $columns:expr,
     $budget:expr, $more:expr, $build:expr) => {
        mod $name {
            use super::*;
            const COLUMNS: &Columns = &$columns;
            const MORE: &[Term] = &$more;
            static TERMS: [Term; COLUMNS.len() + MORE.len()] = terms_of(COLUMNS, MORE);
            static OPTIONS: [OptionSpec; COLUMNS.len()] = options_of(COLUMNS);
            pub(super) static SPEC: BotSpec<Reversi> = BotSpec {
                id: $id,
                name: $shown,
                about: $about,
                source: $source,
                weights: &[],
                settings: &OPTIONS,
                fixed_terms: &TERMS,
                budget: $budget,
                make: |_, options| {
                    let build: fn(Weighted) -> Box<dyn Bot<Reversi>> = $build;
                    let heuristic = heuristic(COLUMNS, &OPTIONS, options);
                    Box::new(WithBombs {
                        build: build(heuristic.clone()),
                        heuristic: Some(heuristic),
                        // Those that look one ply ahead, and need no budget, score changes.
                        changes: SPEC.budget.is_none(),
                    })
                },
            };
        }
    };
}

bot!(greedy: "greedy", "Greedy", "Takes most stones now.",
    None, named::GREEDY, None, [RIVALS, OWN], one_ply);
bot!(corners: "corners", "Corners",
    "Takes tiles that cannot be flanked along many axes, whatever the map.",
    None, named::CORNERS, None, [RIVALS, OWN], one_ply);
bot!(mobility: "mobility", "Mobility", "Keeps many moves, and leaves few to the others.",
    None, named::MOBILITY, None, [RIVALS, OWN], one_ply);
bot!(stability: "stability", "Stability", "Gathers stones that cannot be taken back.",
    None, named::STABILITY, None, [RIVALS, OWN], one_ply);
bot!(balanced: "balanced", "Balanced",
    "Weighs corners, mobility, stability, stones, overrides and bombs, as the game goes on.",
    None, named::BALANCED, None, [RIVALS, OWN], one_ply);
bot!(hoarder: "hoarder", "Hoarder", "Keeps its override stones to the end.",
    None, named::HOARDER, None, [RIVALS, OWN], one_ply);
bot!(alpha_beta: "alphabeta", "Alpha-beta",
    "Looks ahead with the balanced heuristic; with more than two players it takes all others for one opponent.",
    None, named::BALANCED, Some(NODES), [LOOK_AHEAD, AT_MOST, RIVALS, OWN],
    |heuristic| Box::new(AlphaBeta::new(heuristic, ALPHA_BETA)));
bot!(paranoid: "paranoid", "Paranoid", "Looks ahead as if all others played against it.",
    Some("N. Sturtevant, R. Korf, On pruning techniques for multi-player games"),
    named::BALANCED, Some(NODES), [LOOK_AHEAD, AT_MOST, RIVALS, OWN],
    |heuristic| many(heuristic, Mode::Paranoid));
bot!(max_n: "maxn", "Max^n", "Looks ahead as if everybody played for themselves.",
    Some("C. Luckhardt, K. Irani, An algorithmic solution of n-person games"),
    named::BALANCED, Some(NODES), [LOOK_AHEAD, AT_MOST, RIVALS, OWN],
    |heuristic| many(heuristic, Mode::MaxN));
bot!(brs: "brs", "Best reply",
    "Looks ahead as if only the most dangerous of the others chose freely (BRS+).",
    Some("M. Esser, M. Gras, M. Winands, M. Schadd, M. Lanctot, Improving best-reply search"),
    named::BALANCED, Some(NODES), [LOOK_AHEAD, AT_MOST, RIVALS, OWN],
    |heuristic| many(heuristic, Mode::BestReply));

/// Two ways of looking ahead: alpha-beta while two are in the game, best reply search while more are. Of
/// what was tried, these came out best; see `docs/reversi.md`.
struct Strongest {
    two: Box<dyn Bot<Reversi>>,
    more: Box<dyn Bot<Reversi>>,
}

impl Bot<Reversi> for Strongest {
    fn begin(
        &self,
        position: &Reversi,
        seat: Seat,
        budget: Budget,
        rng: Rng,
    ) -> Box<dyn Thinking<Reversi>> {
        let out = position.disqualified().iter().count();
        let way = if position.players() - out == 2 { &self.two } else { &self.more };
        way.begin(position, seat, budget, rng)
    }
}

bot!(totora: "totora", "Totora",
"The strongest: alpha-beta between two players, best reply search among more.",
None, named::BALANCED, Some(MORE_NODES), [LOOK_AHEAD, AT_MOST, RIVALS, OWN],
|heuristic| Box::new(Strongest {
    two: Box::new(AlphaBeta::new(heuristic.clone(), Settings { table: Some(18), ..ALPHA_BETA })),
    more: many(heuristic, Mode::BestReply),
}));

/// Playouts a move of the tree search.
const PLAYOUTS: Budget = Budget::Nodes(2_000);

const MCTS_SETTINGS: mcts::Settings = mcts::Settings {
    exploration: Fixed::from_thousandths(700),
    look: false,
    cut: 200,
    ..mcts::Settings::DEFAULT
};

static MCTS_OPTIONS: [OptionSpec; 12] = mcts::options::all(&MCTS_SETTINGS);

static MCTS_TERMS: [Term; 5] = [mcts::TERMS[0], mcts::TERMS[1], mcts::TERMS[2], RIVALS, OWN];

static MCTS: BotSpec<Reversi> = BotSpec {
    id: "mcts",
    name: "Tree search",
    about: "Plays thousands of games to the end from here, and looks closest where they go well.",
    source: None,
    weights: &[],
    settings: &MCTS_OPTIONS,
    fixed_terms: &MCTS_TERMS,
    budget: Some(PLAYOUTS),
    make: |_, options| {
        let settings = MCTS_SETTINGS.read(&MCTS_OPTIONS, options);
        Box::new(WithBombs {
            build: Box::new(mcts::Mcts::new(Playouts, settings)),
            heuristic: None,
            changes: false,
        })
    },
};

static RANDOM: BotSpec<Reversi> = BotSpec {
    id: "random",
    name: "Random",
    about: "Any legal move, each as likely as the others.",
    source: None,
    weights: &[],
    settings: &[],
    fixed_terms: &[],
    budget: None,
    make: |_, _| Box::new(RandomBot),
};

/// All bots of the game, in the order in which they are offered.
pub static BOTS: [&BotSpec<Reversi>; 13] = [
    &totora::SPEC,
    &alpha_beta::SPEC,
    &brs::SPEC,
    &paranoid::SPEC,
    &max_n::SPEC,
    &MCTS,
    &balanced::SPEC,
    &stability::SPEC,
    &mobility::SPEC,
    &corners::SPEC,
    &hoarder::SPEC,
    &greedy::SPEC,
    &RANDOM,
];
