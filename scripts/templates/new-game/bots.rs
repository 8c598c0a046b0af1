//! The bots of Name. All but the random one see the same heuristic: one looks a ply ahead with it, the
//! other searches. A weight that can be set is declared once, as a [`Weight`].

use super::position::Name;
use crate::contract::bot::{BotSpec, Budget, Heuristic, Weight};
use crate::base::fixed::Fixed;
use crate::contract::game::Seat;
use crate::base::options::Options;
use crate::search::alpha_beta::{AlphaBeta, Settings};
use crate::search::evaluate::Evaluate;
use crate::search::one_ply::OnePly;
use crate::search::random::RandomBot;
use crate::contract::thought::{Contrast, Term};

/// What the heuristic looks at.
const CHANCES: Term = Term {
    key: "chances",
    label: "chances",
    meaning: "over all rows without a piece of the opponent: own pieces, squared; minus the same for the opponent",
    weight: Fixed::ONE,
    contrast: Contrast {
        more: "chances of a row that count # more",
        less: "chances of a row that count # less",
    },
};

static WEIGHTS: [Weight; 1] = [Weight::of(CHANCES, 10)];

/// Rows that can still be filled.
#[derive(Clone, Debug)]
struct Chances(Vec<Term>);

impl Chances {
    /// With the weights that are set.
    fn of(spec: &BotSpec<Name>, options: &Options) -> Self {
        Chances(spec.weighed(options))
    }
}

/// What the rows of `seat` are worth.
fn chances(position: &Name, seat: Seat) -> i64 {
    let (own, theirs) = (position.pieces(seat), position.pieces(1 - seat));
    let open = position.rows().filter(|row| row & theirs == 0);
    open.map(|row| i64::from((row & own).count_ones()).pow(2)).sum()
}

impl Heuristic<Name> for Chances {
    fn terms(&self) -> &[Term] {
        &self.0
    }

    fn measure(&self, position: &Name, seat: Seat, values: &mut [Fixed]) {
        values[0] = Fixed::from_int(chances(position, seat) - chances(position, 1 - seat));
    }
}

impl Evaluate<Name> for Chances {}

static ALPHA_BETA: BotSpec<Name> = BotSpec {
    id: "alphabeta",
    name: "Alpha-beta",
    about: "Looks ahead, and counts the rows that can still be filled.",
    weights: &WEIGHTS,
    budget: Some(Budget::Nodes(2_000)),
    ..BotSpec::plain(|spec, options| {
        Box::new(AlphaBeta::new(Chances::of(spec, options), Settings::ALPHA_BETA))
    })
};

static GREEDY: BotSpec<Name> = BotSpec {
    id: "greedy",
    name: "Greedy",
    about: "Looks one ply ahead.",
    weights: &WEIGHTS,
    ..BotSpec::plain(|spec, options| Box::new(OnePly::new(Chances::of(spec, options))))
};

static RANDOM: BotSpec<Name> = BotSpec {
    id: "random",
    name: "Random",
    about: "Any legal move, each as likely as the others.",
    ..BotSpec::plain(|_, _| Box::new(RandomBot))
};

/// All bots of the game, in the order in which they are offered.
pub static BOTS: [&BotSpec<Name>; 3] = [&ALPHA_BETA, &GREEDY, &RANDOM];
