//! Monte Carlo tree search for any game whose legal moves can be listed, for two to eight seats. No
//! game is known here; what a game adds, it adds through a [`Policy`].
//!
//! # How it searches
//! A tree of positions grows from the one to analyse. Each *simulation* goes down the tree by
//! choosing a child in every node, leaves it, plays on by the policy to the end of the game (a
//! *playout*), and adds what that brought each seat to the nodes that it came through.
//!
//! **Choosing** follows the idea of UCT (Kocsis and Szepesvári, *Bandit based Monte-Carlo planning*,
//! 2006): the mean of what a child brought to the seat that moves there, plus
//! `exploration × √(ln(visits of the node) / (visits of the child + 1))`, which draws attention to what was
//! seldom tried. The logarithm is computed from whole numbers.
//!
//! **Hints** stand in for playouts that a child has not had yet. One kind are made-up outcomes: one
//! of the first-play value for every child, more by the policy ([`Outlook`]). The other is RAVE (Gelly
//! and Silver, *Combining online and offline knowledge in UCT*, 2007): where moves have keys, a child
//! also learns from simulations through its parent in which the same seat made a move of the same key at
//! any later ply. With n visits of its own and m hints the share of the hints is
//! `m / (n + m + n·m / rave)`, the schedule that makes the mean square error smallest if hints are off
//! by a constant amount; `rave` is the number of visits at which a child counts as much as endless hints.
//! Without RAVE, made-up outcomes count as visits do.
//!
//! **Proof** is the MCTS-Solver's (Winands, Björnsson and Saito, *Monte-Carlo tree search solver*,
//! 2008): the end of a game is certain, a seat that can move to a position it has won has won, and one
//! that can only move to positions that another has won has lost to that one. These hold for any
//! number of seats, because they ask nothing of what the others want. Between two seats draws are
//! proven too; between more, a position without a proven winner is estimated, for there the second
//! place counts as well. A proven loss is not visited again, a proven root ends the search. Where a draw
//! is certain and looks best, the simulation looks into the best of the open moves, to prove that too, but
//! the nodes above get the draw. Plies of a
//! proven win or loss are the length of the proof that was found: it takes no longer, but a quicker one may
//! exist.
//!
//! **Rewards** are a share of a win for every seat: [`rewards_of`]. A node keeps what simulations
//! brought the seat that moves to it, which is all that choosing there asks for; so seats need not
//! alternate, and may be skipped.
//!
//! # What it shows
//! A candidate's score is what simulations through the move brought on average, the rate of wins; with its visits comes an
//! [interval](crate::contract::thought::Interval), [`Settings::interval_width`]` / √(visits + 1)` to either side. A move without visits has no score.
//! Where the policy judges positions as well, the terms are two: what was judged of the simulations, and what
//! their playouts brought, each with its share as its weight ([`Policy::judgement`]). A result that is certain counts
//! as both. The choice has the largest lower end: the best mean that was tried enough; with a large width it is the most
//! visited move. Wins and losses by force stand above and below all of that. Where every move
//! loses, the longest line is played, and of those as long the move that resists most ([`Policy::resistance`]).
//!
//! For more lines than one, the most visited moves are simulated on once the choice is made, until each has a quarter of its
//! visits, or [`COMPARABLE`]; nothing is proven by that, and the choice stays.
//!
//! # Bounds
//! - The budget in playouts is kept strictly. A simulation that ends where the result is certain counts as
//!   a playout. With a budget in plies the tree grows no deeper, for [`DEPTH_PLAYOUTS`] playouts. Where only one
//!   move is legal, or one alone does not lose at once, 64 playouts are enough.
//! - The tree lies in arrays within [`Settings::memory`], counting the room that stands ready (while an
//!   array moves to a larger place, the old one exists as well; trees that wait, see below, come on top).
//!   That is counted in nodes, so moves should take the same room on every machine: no `usize` in them.
//!   When it is full it grows no more:
//!   playouts begin at its leaves, and what is known goes on being made better.
//! - Where a position has more than [`Settings::breadth`] moves, only the most hopeful enter the tree, and
//!   twice as many whenever those have been tried eight times on average. Nothing is taken for lost before
//!   all moves are there. The root has all of them.
//! - A simulation allocates nothing once its buffers have grown, unless the policy does or the tree grows.
//!
//! # The same everywhere
//! Chance comes from the decision's seed, sums are added in a fixed order, and no function of the
//! platform is used whose last bit may differ. So the same seed, options and playouts give the same
//! thought, natively and in wasm, however it is sliced.
//!
//! That would be lost if a search went on with the tree of the one before, since the page, the command
//! line and an arena do not think about the same positions before. So a tree is taken up again only with
//! a budget in milliseconds, which promises no sameness, or when [`Reuse::On`] asks for it. Such trees wait
//! in the thread that thought them, two at the most, and only the same bot in the same seat gets one.
//! Visits then include the earlier ones, while the thought's nodes are the new playouts.
//!
//! # How a game wires it
//! Without knowledge of the game, with all options:
//!
//! ```
//! use totora::contract::bot::Bot;
//! use totora::contract::game::Enumerable;
//! use totora::base::options::{OptionSpec, Options};
//! use totora::search::mcts::{Mcts, Plain, Settings, options};
//!
//! const BASE: Settings = Settings { expand: 4, ..Settings::DEFAULT };
//! static OPTIONS: [OptionSpec; 12] = options::all(&BASE);
//!
//! fn build<G: Enumerable>(set: &Options) -> Box<dyn Bot<G>> {
//!     Box::new(Mcts::new(Plain, BASE.read(&OPTIONS, set)))
//! }
//! ```
//!
//! A policy of its own gives keys, quicker playouts, hints and moves that decide the game. The bot's
//! terms are [`TERMS`].

mod explain;
pub mod options;
mod policy;
mod quick;
mod simulate;
mod terms;
mod tree;
mod tree_cache;

pub use options::{Reuse, Settings};
pub use policy::{
    ENDINGS, Facts, Known, NO_KEY, Outlook, Pause, Plain, Playout, Policy, Rewards, Trace, level,
    rewards_of, try_moves, won_by,
};
pub use quick::QuickRng;
pub use simulate::{COMPARABLE, DEPTH_PLAYOUTS, Search};
pub use terms::{PLAYOUTS, TERMS, WIN_RATE};

use crate::base::rng::Rng;
use crate::contract::bot::{Bot, Budget, Thinking};
use crate::contract::game::{Enumerable, Seat};

/// A bot that searches so.
#[derive(Clone, Debug)]
pub struct Mcts<P> {
    policy: P,
    settings: Settings,
}

impl<P> Mcts<P> {
    /// A bot that plays out by `policy`.
    pub fn new(policy: P, settings: Settings) -> Self {
        Mcts { policy, settings }
    }

    /// Begins to search.
    pub fn search<G: Enumerable>(
        &self,
        position: &G,
        seat: Seat,
        budget: Budget,
        rng: Rng,
    ) -> Search<G, P>
    where
        P: Policy<G>,
    {
        Search::new(self.policy.clone(), self.settings, position, seat, budget, rng)
    }
}

impl<G: Enumerable, P: Policy<G>> Bot<G> for Mcts<P> {
    fn begin(&self, position: &G, seat: Seat, budget: Budget, rng: Rng) -> Box<dyn Thinking<G>> {
        Box::new(self.search(position, seat, budget, rng))
    }
}
