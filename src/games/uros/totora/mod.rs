//! Totora's own player: a tree search over placements with random playouts, and an exact search of the
//! endgame.
//!
//! The value of a placement is the average of the games through it: a win counts 1, a draw half, with
//! a small bonus for every house of lead, so that it wins a won game by more and loses a lost one by less. The
//! five metrics of the one-ply bots are shown next to these values with a weight of 0: they determine which placements are
//! tried first, and show where they disagree with the games.
//!
//! Once no island fits, the position is first searched exactly by `endgame`; if that finishes within half
//! of the budget, all scores are exact. [`solving::SOLVED_A_NODE`] positions of that search count as one node. The
//! measurements are in `docs/experiments/2026-11-25-uros-search.md`.

mod endgame;
mod playout;
mod policy;
mod solving;
mod terms;

use super::position::Uros;
use super::strategies::COLUMNS;
use crate::base::fixed::Fixed;
use crate::base::options::{OptionSpec, Options};
use crate::base::rng::Rng;
use crate::contract::analysis::{Scale, Term};
use crate::contract::bot::{Bot, BotSpec, Budget, Search, Weight};
use crate::contract::game::Seat;
use crate::lab::guide::Guide;
use crate::lab::guided::Guided;
use crate::search::mcts::options::{
    breadth, expand, exploration, interval_width, memory, rave, reuse,
};
use crate::search::mcts::{Mcts, Settings};
use endgame::Endgame;
use policy::{EXPECTED, RandomGames};
use solving::Solving;
use terms::{LEAD, PLAYOUTS};

/// The default number of games per move.
pub(super) const GAMES_A_MOVE: Budget = Budget::Nodes(8_000);
/// Number of games at the lower levels: chosen so that a game against the one-ply bots is close and
/// fair.
const EASY_GAMES: u64 = 24;
const MIDDLE_GAMES: u64 = 160;

const BASE: Settings = Settings {
    rave: 300,
    expand: 4,
    first_play: Fixed::from_thousandths(-100),
    relative: EXPECTED,
    breadth: 200,
    interval_width: Fixed::from_int(2),
    solver: false,
    look: false,
    ..Settings::RAVE
};

/// The adjustable weight.
static WEIGHTS: [Weight; 1] = [Weight {
    about: "share of a game's value that comes from the final lead in houses; the rest is the win",
    min: Fixed::ZERO,
    step: Fixed::from_thousandths(10),
    ..Weight::of_term(LEAD, 1)
}];

/// All terms except the one with an adjustable weight.
static FIXED_TERMS: [Term; 1 + COLUMNS.len()] = {
    let [bvl, efl, foe_efl, bvr, efr] = COLUMNS;
    [PLAYOUTS, bvl, efl, foe_efl, bvr, efr]
};

const LEVEL: OptionSpec = OptionSpec::level(
    "Full: the whole budget; Middle: at most 160 nodes; Easy: at most 24, slightly stronger than the one-ply bots",
);

static OPTIONS: [OptionSpec; 8] = [
    LEVEL,
    exploration(&BASE),
    rave(&BASE),
    expand(&BASE),
    breadth(&BASE),
    interval_width(&BASE),
    memory(&BASE),
    reuse(&BASE),
];

pub(super) static SPEC: BotSpec<Uros> = BotSpec {
    id: "totora",
    name: "Totora",
    scale: Scale::Rate,
    about: "Searches promising placements, plays thousands of random games from them to the end, and solves the endgame.",
    weights: &WEIGHTS,
    settings: &OPTIONS,
    fixed_terms: &FIXED_TERMS,
    budget: Some(GAMES_A_MOVE),
    ..BotSpec::plain(|spec, options| Box::new(Totora::new(spec, options)))
};

/// The search with an author's heuristic, which evaluates positions and gives the prior of placements.
pub(super) fn guided(guide: Guide) -> Box<dyn Bot<Uros>> {
    let games = RandomGames::new(Fixed::ZERO, None);
    let settings = Settings { solver: true, look: true, breadth: 48, ..Settings::DEFAULT };
    Box::new(Mcts::new(Guided::with(guide, games), settings))
}

/// The bot with its settings.
#[derive(Clone, Debug)]
struct Totora {
    tree: Mcts<RandomGames>,
    most: u64,
}

impl Totora {
    fn new(spec: &BotSpec<Uros>, options: &Options) -> Totora {
        let lead = spec.weighed(options).first().map_or(Fixed::ZERO, |term| term.weight);
        let most = match options.text(&LEVEL).as_str() {
            "easy" => EASY_GAMES,
            "middle" => MIDDLE_GAMES,
            _ => u64::MAX,
        };
        let settings = BASE.read(&OPTIONS, options);
        let policy = RandomGames::new(lead, options.is_default().then_some(spec.id));
        Totora { tree: Mcts::new(policy, settings), most }
    }
}

impl Bot<Uros> for Totora {
    fn begin(
        &self,
        position: &Uros,
        _seat: Seat,
        budget: Budget,
        rng: Rng,
    ) -> Box<dyn Search<Uros>> {
        let budget = match budget {
            Budget::Nodes(most) => Budget::Nodes(most.min(self.most)),
            // This few nodes take almost no time.
            Budget::Ms(_) | Budget::Depth(_) if self.most < u64::MAX => Budget::Nodes(self.most),
            other => other,
        };
        match Endgame::from_position(position) {
            Some(endgame) => {
                Box::new(Solving::new(self.tree.clone(), *position, endgame, budget, rng))
            }
            None => self.tree.begin(position, position.next_seat(), budget, rng),
        }
    }
}
