//! Bots of a game on a grid, from its features and weights: a one-ply search, alpha-beta, a tree search with
//! playouts, random moves, and the Lab's bot, which takes formulas for any of these searches.

use super::rules::{Board, Position, Rules};
use crate::base::fixed::Fixed;
use crate::base::options::{OptionSpec, Options};
use crate::contract::analysis::Scale;
use crate::contract::bot::{BotSpec, Budget, Weight};
use crate::contract::features::{Feature, Featured, Wanted};
use crate::contract::game::Seat;
use crate::lab::bot::{SearchChoice, Searched, formula_option, lab, search_option, searching};
use crate::lab::guide::{Guide, JUDGING, PRIOR, TREE, scale, temperature};
use crate::lab::guided::Guided;
use crate::lab::heuristic::{Lab, Weighted};
use crate::search::alpha_beta::{AlphaBeta, Settings};
use crate::search::evaluate::Evaluate;
use crate::search::mcts::{self, Mcts, Plain};
use crate::search::random::random;
use crate::search::selective::Selective;
use std::marker::PhantomData;

/// The input of a feature: a board from the view of a seat.
#[derive(Clone, Copy, Debug)]
pub struct FeatureContext<'a> {
    /// The pieces of all seats.
    pub board: &'a Board,
    /// The seat of the feature's value.
    pub seat: Seat,
    /// The seat to move, which can differ from `seat`.
    pub mover: Seat,
}

/// The function that measures a feature.
pub type Measure = fn(&FeatureContext<'_>) -> f64;

/// A game on a grid whose positions have features.
pub trait Measured: Rules {
    /// The default weights of the bots: terms that are formulas over the features; the first is the Lab's initial formula.
    const WEIGHTS: &'static [Weight];
    /// The label of the first feature on the graph over a game. It is also shown next to each seat.
    const CHART: &'static str;

    /// The `FEATURES` of [`features!`](crate::contract::features).
    fn features() -> &'static [Feature];

    /// The `MEASURES` of the same macro.
    fn measures() -> &'static [Measure];
}

impl<R: Measured> Featured for Position<R> {
    fn features() -> &'static [Feature] {
        R::features()
    }

    fn measure(&self, seat: Seat, wanted: &Wanted, values: &mut [f64]) {
        let seen = FeatureContext { board: self.board(), seat, mover: self.turn() };
        for (place, value) in wanted.places().zip(values) {
            *value = R::measures().get(place).map_or(0.0, |measure| measure(&seen));
        }
    }
}

impl<R: Measured> Evaluate<Position<R>> for Weighted<Position<R>> {
    fn value(&self, position: &Position<R>, seat: Seat) -> i64 {
        self.sum(position, seat)
    }
}

impl<R: Measured> Selective<Position<R>> for Weighted<Position<R>> {}

const ALPHA_BETA: Settings = Settings { table: Some(16), reorder: true, ..Settings::ALPHA_BETA };

/// One ply by the same search: it sees the end of a game, which a heuristic would not.
const ONE_PLY: Settings = Settings { depth: 1, ..Settings::MINIMAX };

static TREE_OPTIONS: [OptionSpec; 12] = mcts::options::all(&mcts::Settings::DEFAULT);

impl<R: Measured> Searched for Position<R> {
    type Heuristic = Weighted<Position<R>>;

    const SEARCHES: &'static [SearchChoice<Self>] = &[
        SearchChoice::new("one-ply", "One ply", |by, _| Box::new(AlphaBeta::new(by, ONE_PLY))),
        SearchChoice::new("alpha-beta", "Alpha-beta", |by, _| {
            Box::new(AlphaBeta::new(by, ALPHA_BETA))
        }),
        SearchChoice::new(TREE, "Tree search", |by: Weighted<Self>, options| {
            let guide = Guide::new(by.lab(), Self::SETTINGS, options);
            Box::new(Mcts::new(Guided::new(guide), mcts::Settings::DEFAULT))
        }),
    ];

    const FORMULA: OptionSpec = formula_option::<Self>(R::WEIGHTS[0].formula);

    const SEARCH: OptionSpec = search_option::<Self>(
        "alpha-beta",
        "One ply: the position after each move; Alpha-beta: as deep as the budget allows; Tree search: playouts, with formulas that judge positions and choose which moves are tried first",
    );

    const SETTINGS: &'static [OptionSpec] =
        &[JUDGING, PRIOR, scale(Fixed::from_int(20)), temperature(Fixed::from_int(10))];

    fn heuristic(lab: Lab, _options: &Options) -> Weighted<Self> {
        Weighted::new(lab)
    }
}

/// The bots of a game, for its declaration.
pub struct Bots<R>(PhantomData<R>);

impl<R: Measured> Bots<R> {
    /// All bots, in display order.
    pub const ALL: &'static [&'static BotSpec<Position<R>>] =
        &[Self::ALPHA_BETA, Self::TREE, Self::GREEDY, Self::RANDOM, Self::LAB];

    /// `alphabeta`: a search as deep as the budget allows, by [`Measured::WEIGHTS`].
    pub const ALPHA_BETA: &'static BotSpec<Position<R>> = &BotSpec {
        id: "alphabeta",
        name: "Alpha-beta",
        about: "Looks as many plies ahead as its budget allows.",
        weights: R::WEIGHTS,
        budget: Some(Budget::Nodes(4_000)),
        ..searching("alpha-beta")
    };

    /// `mcts`: a tree search with uniformly random playouts, without formulas.
    pub const TREE: &'static BotSpec<Position<R>> = &BotSpec {
        id: "mcts",
        name: "Tree search",
        scale: Scale::Rate,
        about: "Plays many random games to the end, most of them with promising moves.",
        settings: &TREE_OPTIONS,
        fixed_terms: &mcts::TERMS,
        budget: Some(Budget::Nodes(2_000)),
        ..BotSpec::plain(|_, options| {
            let settings = mcts::Settings::DEFAULT.read(&TREE_OPTIONS, options);
            Box::new(Mcts::new(Plain, settings))
        })
    };

    /// `greedy`: a search of one ply, by [`Measured::WEIGHTS`].
    pub const GREEDY: &'static BotSpec<Position<R>> = &BotSpec {
        id: "greedy",
        name: "Greedy",
        about: "Looks one ply ahead.",
        weights: R::WEIGHTS,
        ..searching("one-ply")
    };

    /// `random`: any legal move, all equally likely.
    pub const RANDOM: &'static BotSpec<Position<R>> = &random("Plays any legal move at random.");

    /// `lab`: a player's own formulas, for any of [`Searched::SEARCHES`].
    pub const LAB: &'static BotSpec<Position<R>> = &BotSpec {
        budget: Some(Budget::Nodes(4_000)),
        rates: Some((Position::<R>::SEARCH, TREE)),
        ..lab()
    };
}
