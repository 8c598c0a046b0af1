//! Totora's own player: a tree of placements whose leaves are played to the end by chance, and the end itself
//! solved exactly.
//!
//! What a placement is worth is what games through it ended with: the share of a win, a draw as half of one, and
//! beside it a little for every house of lead, so that a won game is still won well and a lost one held close. The
//! five metrics of the one-ply bots stand beside these with a weight of nought: they decide nothing here but the
//! order in which placements are tried, and so show where they and the games disagree.
//!
//! A position with a sure end, once no island fits, is first given to `endgame`; if that comes through within half
//! of the budget, all scores are exact. A simulation, which is several games from one position, counts as a node, and
//! [`search::SOLVED_A_NODE`] positions of that search as one. What was measured is in
//! `docs/experiments/2026-11-24-uros-challenger.md`.

mod endgame;
mod explain;
mod playout;
mod search;
mod tree;

use super::position::Uros;
use super::strategies::{TUNED_WEIGHTS, Weighted};
use crate::base::fixed::Fixed;
use crate::base::options::{OptionKind, OptionSpec, Options};
use crate::base::rng::Rng;
use crate::contract::bot::{Bot, BotSpec, Budget, Thinking, Watch, Weight};
use crate::contract::game::Seat;
use crate::contract::thought::{Branch, Part, Scale, Thought};
use crate::lab::guide::Guide;
use crate::search::mcts::QuickRng;
use endgame::Endgame;
use search::{BESIDE, LEAD, PLAYOUTS, Search};
use tree::{Growth, Tree, Worth};

/// Simulations a move unless told.
pub(super) const PLAYOUTS_A_MOVE: Budget = Budget::Nodes(2_000);
/// Simulations with a budget in plies, which says how deep the tree may grow, not how often.
const DEPTH_PLAYOUTS: u64 = 2_000;
/// Simulations where only one placement is to be considered: enough to say what it is worth.
const FORCED_PLAYOUTS: u64 = 64;
/// Simulations between two looks at the clock.
const CLOCK: u64 = 4;
/// Simulations at the levels below the full one: as many as make a game against the one-ply bots a close one, and a
/// fair one.
const EASY_PLAYOUTS: u64 = 6;
const MIDDLE_PLAYOUTS: u64 = 40;

/// The weights that can be set.
static WEIGHTS: [Weight; 2] = [
    Weight { min: Fixed::ZERO, ..Weight::of(PLAYOUTS, 1) },
    Weight {
        about: "what a house of lead at the end counts beside the win",
        min: Fixed::ZERO,
        step: Fixed::from_thousandths(10),
        ..Weight::of(LEAD, 1)
    },
];

const LEVEL: OptionSpec = OptionSpec::level(
    "Full: all of the budget; Middle: 40 nodes at the most; Easy: 6, a little stronger than the one-ply bots",
);

const EXPLORATION: OptionSpec = OptionSpec {
    key: "exploration",
    alias: None,
    label: "Exploration",
    kind: OptionKind::Number {
        min: Fixed::ZERO,
        max: Fixed::from_int(5),
        step: Fixed::from_thousandths(50),
        default: Fixed::from_thousandths(250),
    },
    about: "how much a seldom tried placement that looks good one ply ahead is worth trying",
};

const BREADTH: OptionSpec = OptionSpec {
    key: "breadth",
    alias: None,
    label: "Breadth",
    kind: OptionKind::Int { min: 1, max: 667, default: 200 },
    about: "how many placements of a position are looked at: the best one ply ahead",
};

const DOUBT: OptionSpec = OptionSpec {
    key: "doubt",
    alias: None,
    label: "Doubt",
    kind: OptionKind::Number {
        min: Fixed::ZERO,
        max: Fixed::from_int(10),
        step: Fixed::from_thousandths(100),
        default: Fixed::ONE,
    },
    about: "how many half intervals below its score a placement is compared: a half interval is one over the root of the simulations; with many the one tried most is played",
};

static OPTIONS: [OptionSpec; 4] = [LEVEL, EXPLORATION, BREADTH, DOUBT];

/// The bot, as data.
pub(super) static SPEC: BotSpec<Uros> = BotSpec {
    id: "totora",
    name: "Totora",
    scale: Scale::Rate,
    about: "Plays thousands of games to the end from here, looks closest where they go well, and solves the end.",
    weights: &WEIGHTS,
    settings: &OPTIONS,
    fixed_terms: &BESIDE,
    budget: Some(PLAYOUTS_A_MOVE),
    ..BotSpec::plain(|spec, options| Box::new(Totora::new(spec, options)))
};

/// The bot as set.
#[derive(Clone, Debug)]
pub(super) struct Totora {
    growth: Growth,
    weights: [Fixed; 2],
    doubt: Fixed,
    most: u64,
}

impl Totora {
    fn new(spec: &BotSpec<Uros>, options: &Options) -> Totora {
        let mut weights = [Fixed::ZERO; 2];
        for (weight, term) in weights.iter_mut().zip(spec.weighed(options)) {
            *weight = term.weight;
        }
        let [share, lead] = weights.map(|weight| weight.to_f64() as f32);
        let growth = Growth {
            heuristic: Weighted::thousandths(TUNED_WEIGHTS),
            guide: None,
            worth: Worth { share, lead, judged: 0.0 },
            exploration: options.number(&EXPLORATION).to_f64() as f32,
            breadth: options.int(&BREADTH).clamp(1, 667) as usize,
            depth: u32::MAX,
        };
        let most = match options.text(&LEVEL).as_str() {
            "easy" => EASY_PLAYOUTS,
            "middle" => MIDDLE_PLAYOUTS,
            _ => u64::MAX,
        };
        Totora { growth, weights, doubt: options.number(&DOUBT), most }
    }

    /// The same search by a heuristic that somebody wrote: it says which placements are tried, and judges the
    /// positions where games begin.
    pub(super) fn guided(heuristic: Weighted, guide: Guide) -> Totora {
        let judging = guide.judging();
        // Without games nobody knows a lead.
        let lead = if guide.judges_alone() { Fixed::ZERO } else { LEAD.weight };
        let weights = [Fixed::ONE - judging, lead];
        let [share, lead, judged] =
            [weights[0], lead, judging].map(|weight| weight.to_f64() as f32);
        let growth = Growth {
            heuristic,
            guide: Some(guide),
            worth: Worth { share, lead, judged },
            exploration: 1.0,
            breadth: 48,
            depth: u32::MAX,
        };
        Totora { growth, weights, doubt: Fixed::ONE, most: u64::MAX }
    }
}

impl Bot<Uros> for Totora {
    fn begin(
        &self,
        position: &Uros,
        _seat: Seat,
        budget: Budget,
        mut rng: Rng,
    ) -> Box<dyn Thinking<Uros>> {
        let (most, most_ms, depth) = match budget {
            Budget::Nodes(most) => (most, f64::INFINITY, u32::MAX),
            Budget::Ms(ms) => (u64::MAX, ms as f64, u32::MAX),
            Budget::Depth(depth) => (DEPTH_PLAYOUTS, f64::INFINITY, depth),
        };
        let tree = Tree::new(*position, Growth { depth, ..self.growth.clone() });
        let forced = if tree.tried().count() == 1 { FORCED_PLAYOUTS } else { u64::MAX };
        Box::new(Search {
            weights: self.weights,
            doubt: self.doubt,
            position: *position,
            rng: QuickRng::new(&mut rng),
            endgame: Endgame::of(position),
            tree,
            playouts: 0,
            given_up: 0,
            lines: 1,
            decided: None,
            line_nodes: 0,
            most: most.min(self.most).min(forced),
            most_ms,
        })
    }
}

impl Thinking<Uros> for Search {
    fn advance(&mut self, slice: u64, watch: &dyn Watch) -> bool {
        // Simulations of lines are part of a slice: else one that begins after many of them would end at once, for ever.
        let until = (self.nodes() + self.line_nodes).saturating_add(slice.max(1));
        while !self.finished(watch) {
            if self.endgame.is_some() {
                self.solve(watch);
            } else {
                for _ in 0..CLOCK {
                    if self.nodes() < self.most {
                        self.tree.simulate(&mut self.rng, None);
                        self.playouts += 1;
                    }
                }
            }
            if self.nodes() >= until || watch.pause() || watch.stop() {
                break;
            }
        }
        if !self.finished(watch) {
            return false;
        }
        if self.lines > 1 && self.decided.is_none() {
            self.decided = explain::thought(self).choice;
        }
        while let Some(place) = self.next_line(watch) {
            if self.nodes() + self.line_nodes >= until || watch.pause() || watch.stop() {
                return false;
            }
            self.tree.simulate(&mut self.rng, Some(place));
            self.line_nodes += 1;
        }
        true
    }

    fn show(&mut self, lines: usize) {
        self.lines = self.lines.max(lines);
    }

    fn line_nodes(&self) -> u64 {
        self.line_nodes
    }

    fn thought(&self) -> Thought<super::Move> {
        explain::thought(self)
    }

    /// None where the end was solved: then there is no tree of simulations.
    fn branches(&self, path: &[String]) -> Option<Vec<Branch>> {
        if self.endgame.is_some() { None } else { self.tree.branches(path) }
    }

    fn parts(&self, mv: &super::Move) -> Vec<Part> {
        explain::parts(self, mv)
    }
}
