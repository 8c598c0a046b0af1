//! Monte Carlo tree search for any game whose legal moves can be listed, for two to eight seats. It
//! contains no game; a game adds its knowledge through a [`Policy`].
//!
//! # The algorithm
//! A tree of positions grows from the root position. Each *simulation* walks down the tree by
//! selecting a child in every node, leaves the tree, plays by the policy to the end of the game (a
//! *playout*), and adds the rewards of each seat to the nodes on its path.
//!
//! **Selection** follows the idea of UCT (Kocsis and Szepesvári, *Bandit based Monte-Carlo planning*,
//! 2006): the mean reward of a child for the seat that moves there, plus
//! `exploration × √(ln(visits of the node) / (visits of the child + 1))`, which favours rarely
//! visited moves. The logarithm is computed from whole numbers.
//!
//! **Hints** replace playouts that a child has not had yet. The first kind are prior outcomes: one
//! of the first-play value for every child, more by the policy ([`Prior`]). The other is RAVE (Gelly
//! and Silver, *Combining online and offline knowledge in UCT*, 2007): if moves have keys, a child
//! also counts simulations through its parent in which the same seat made a move of the same key at
//! any later ply. With n visits of its own and m hints the share of the hints is
//! `m / (n + m + n·m / rave)`, the schedule that makes the mean square error smallest if hints are off
//! by a constant amount; `rave` is the number of visits at which a child counts as much as unlimited hints.
//! Without RAVE, prior outcomes count like visits.
//!
//! **Proofs** follow the MCTS-Solver (Winands, Björnsson and Saito, *Monte-Carlo tree search solver*,
//! 2008): the end of a game is proven, a seat that can move to a position it has won wins, and a seat
//! that can only move to positions that another seat has won loses to that seat. These rules hold for any
//! number of seats, because they do not depend on the goals of the others. With two seats draws are
//! proven too; with more, a position without a proven winner is estimated, because the second
//! place counts as well. A proven loss is not visited again, and a proven root ends the search. If a draw
//! is proven and has the best value, the simulation explores the best unproven move, to prove that too, but
//! the nodes above receive the draw. The plies of a
//! proven win or loss are the length of the proof: the game takes no longer, but a faster proof may
//! exist.
//!
//! **Rewards** are a share of a win for every seat: [`rewards_of`]. A node stores the rewards
//! of the seat that moves to it, which is sufficient for selection; so seats need not
//! alternate, and may be skipped.
//!
//! # The output
//! A candidate's score is the mean reward of the simulations through the move, the rate of wins; its visits determine an
//! [interval](crate::contract::analysis::Interval): [`Settings::interval_width`]` / √(visits + 1)` to either side. A move without
//! visits has no score. If the policy also judges positions, there are two terms: the judged part of the simulations, and the
//! part of their playouts, each with its share as its weight ([`Report::judgement`]). A proven result counts
//! as both. The choice has the largest lower end: the best mean with enough visits; with a large width it is the most
//! visited move. Forced wins rank above all of that and forced losses below. If every move
//! loses, the choice is the longest line, and among equal lengths the move with the most resistance ([`Report::resistance`]).
//!
//! If more than one line is requested, the most visited moves are simulated further after the choice, until each has a quarter of
//! its visits, or [`COMPARABLE`]; this proves nothing, and the choice stays the same.
//!
//! # Limits
//! - A budget in playouts is never exceeded. A simulation that ends at a proven result counts as
//!   a playout. A budget in plies limits the depth of the tree, for [`DEPTH_PLAYOUTS`] playouts. If only one
//!   move is legal, or only one does not lose at once, 64 playouts are enough.
//! - The arrays of the tree fit in [`Settings::memory`], including reserved memory (while an
//!   array is reallocated, the old one exists as well; saved trees, see below, are not included).
//!   The limit is a number of nodes, so moves should have the same size on every machine: no `usize` in them.
//!   A full tree grows no more:
//!   playouts begin at its leaves, and its values continue to improve.
//! - If a position has more than [`Settings::breadth`] moves, only the best by outlook enter the tree, and
//!   twice as many whenever those have been visited eight times on average. No position counts as lost before
//!   all its moves are in the tree. The root has all of them.
//! - A simulation allocates nothing once its buffers have grown, unless the policy does or the tree grows.
//!
//! # Reproducibility
//! Random numbers derive from the decision's seed, sums are added in a fixed order, and no platform function
//! is used whose last bit may differ. So the same seed, options and playouts give the same
//! analysis, natively and in wasm, for any slicing.
//!
//! A search that reused the tree of an earlier one would not be reproducible, because the page, the command
//! line and an arena search different positions before. So a tree is reused only with
//! a budget in milliseconds, which is not reproducible, or with [`Reuse::On`]. Saved trees stay
//! in the thread of their search, at most two, and only the same bot in the same seat reuses one.
//! Visits then include the earlier ones, while the nodes of the analysis are the new playouts.
//!
//! # Use in a game
//! Without knowledge of the game, with all options:
//!
//! ```
//! use totora_core::contract::bot::Bot;
//! use totora_core::contract::game::Enumerable;
//! use totora_core::base::options::{OptionSpec, Options};
//! use totora_core::search::mcts::{Mcts, Plain, Settings, options};
//!
//! const BASE: Settings = Settings { expand: 4, ..Settings::DEFAULT };
//! static OPTIONS: [OptionSpec; 12] = options::all(&BASE);
//!
//! fn build<G: Enumerable>(set: &Options) -> Box<dyn Bot<G>> {
//!     Box::new(Mcts::new(Plain, BASE.read(&OPTIONS, set)))
//! }
//! ```
//!
//! A game's own policy adds keys, faster playouts, hints and moves that decide the game. The bot's
//! terms are [`TERMS`].

mod explain;
mod filming;
pub mod options;
mod playout_rng;
mod policy;
mod simulate;
mod terms;
mod tree;
mod tree_cache;

pub use options::{Reuse, Settings};
pub use playout_rng::PlayoutRng;
pub use policy::{
    ENDINGS, Facts, Known, NO_KEY, Pause, Plain, Playout, Policy, Prior, Report, Rewards, Trace,
    level, rewards_of, try_moves, won_by,
};
pub use simulate::{COMPARABLE, DEPTH_PLAYOUTS, TreeSearch};
pub use terms::{PLAYOUTS, TERMS, WIN_RATE};

use crate::base::rng::Rng;
use crate::contract::bot::{Bot, Budget, Search};
use crate::contract::game::{Enumerable, Seat};

/// A bot with this search.
#[derive(Clone, Debug)]
pub struct Mcts<P> {
    policy: P,
    settings: Settings,
}

impl<P> Mcts<P> {
    /// A bot with playouts by `policy`.
    pub fn new(policy: P, settings: Settings) -> Self {
        Mcts { policy, settings }
    }

    /// Prepares a search for a move of `seat`; no playout is played yet.
    pub fn search<G: Enumerable>(
        &self,
        position: &G,
        seat: Seat,
        budget: Budget,
        rng: Rng,
    ) -> TreeSearch<G, P>
    where
        P: Report<G>,
    {
        TreeSearch::new(self.policy.clone(), self.settings, position, seat, budget, rng)
    }
}

impl<G: Enumerable, P: Report<G>> Bot<G> for Mcts<P> {
    fn begin(&self, position: &G, seat: Seat, budget: Budget, rng: Rng) -> Box<dyn Search<G>> {
        Box::new(self.search(position, seat, budget, rng))
    }
}
