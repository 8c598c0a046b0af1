//! The solver: it reduces a position to a graph, and runs its search in slices.

use super::graph::Graph;
use super::walk::Walk;
use crate::games::isolation::board::Cell;
use crate::games::isolation::position::Isolation;

/// A solver: it keeps a table of solved positions, so that the next position is solved faster.
#[derive(Clone, Debug)]
pub struct Solver {
    walk: Walk,
    solving: bool,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver with an empty table.
    pub fn new() -> Self {
        Solver { walk: Walk::new(), solving: false }
    }

    /// Whether the solver can solve a position: both knights are placed, and few enough cells are left that either
    /// can reach. Every such position of 7x7 can be solved.
    pub fn can_solve(position: &Isolation) -> bool {
        Graph::of(position).is_some()
    }

    /// Starts to solve a position; false if [`Solver::can_solve`] is false.
    pub fn begin(&mut self, position: &Isolation) -> bool {
        self.start(position, None)
    }

    /// Starts to find out whether the player who wins the position can do so within `plies`. The
    /// caller guarantees that the mover wins if `mover_wins`, and the opponent otherwise.
    pub(super) fn begin_within(
        &mut self,
        position: &Isolation,
        mover_wins: bool,
        plies: u32,
    ) -> bool {
        self.start(position, Some((mover_wins, plies)))
    }

    fn start(&mut self, position: &Isolation, within: Option<(bool, u32)>) -> bool {
        let node = self.walk.graph.node(position).or_else(|| {
            self.walk.set_graph(Graph::of(position)?);
            self.walk.graph.node(position)
        });
        let Some(node) = node else { return false };
        self.walk.begin(node, within);
        self.solving = true;
        true
    }

    /// The move by which the mover reached its aim in the last search of this position with a limit of plies
    /// on the same graph, if it is still in the table: the likely move if the position is searched again.
    pub(super) fn remembered(&self, position: &Isolation, mover_wins: bool) -> Option<Cell> {
        let node = self.walk.graph.node(position)?;
        self.walk.graph.cell(self.walk.remembered(node, mover_wins)?)
    }

    /// Searches at most `nodes` more nodes; returns the answer once it is found: whether the mover reaches its
    /// aim, which is to win, or with a limit of plies to win in time or to hold out longer.
    pub fn advance(&mut self, nodes: u64) -> Option<bool> {
        if !self.solving {
            return None;
        }
        let until = self.walk.nodes.saturating_add(nodes);
        let answer = self.walk.run(until);
        self.solving = answer.is_none();
        answer
    }

    /// Whether the player to move wins; `None` if [`Solver::can_solve`] is false.
    pub fn solve(&mut self, position: &Isolation) -> Option<bool> {
        self.begin(position).then(|| self.advance(u64::MAX)).flatten()
    }

    /// Total number of nodes visited by all searches.
    pub fn nodes(&self) -> u64 {
        self.walk.nodes
    }
}
