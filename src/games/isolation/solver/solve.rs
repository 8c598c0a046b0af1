//! The solver itself: a position is cut down, and its search carried on in slices.

use super::graph::Graph;
use super::walk::Walk;
use crate::games::isolation::board::Cell;
use crate::games::isolation::position::Isolation;

/// A solver: it keeps what it has found out about positions, so that the next one is solved faster.
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
    /// A solver that knows nothing yet.
    pub fn new() -> Self {
        Solver { walk: Walk::new(), solving: false }
    }

    /// Whether a position is within reach: both knights placed, and few enough cells left that either
    /// can come to. Every such position of 7x7 is.
    pub fn can_solve(position: &Isolation) -> bool {
        Graph::of(position).is_some()
    }

    /// Begins to solve; false if the position is not within reach.
    pub fn begin(&mut self, position: &Isolation) -> bool {
        self.start(position, None)
    }

    /// Begins to find out whether the player who wins the position can do so within `plies`. The
    /// caller promises that it is the mover who wins, if `mover_wins`, or else the other one.
    pub(super) fn begin_within(
        &mut self,
        position: &Isolation,
        mover_wins: bool,
        plies: u32,
    ) -> bool {
        self.start(position, Some((mover_wins, plies)))
    }

    fn start(&mut self, position: &Isolation, within: Option<(bool, u32)>) -> bool {
        let node = match self.walk.graph.node(position) {
            Some(node) => node,
            None => {
                let Some(graph) = Graph::of(position) else { return false };
                self.walk.set_graph(graph);
                match self.walk.graph.node(position) {
                    Some(node) => node,
                    None => return false,
                }
            }
        };
        self.walk.begin(node, within);
        self.solving = true;
        true
    }

    /// The move by which the mover reached its aim when this position was last met in a question of plies
    /// on the same graph, if that is still remembered: the likely one when the question is asked again.
    pub(super) fn remembered(&self, position: &Isolation, mover_wins: bool) -> Option<Cell> {
        let node = self.walk.graph.node(position)?;
        self.walk.graph.cell(self.walk.remembered(node, mover_wins)?)
    }

    /// Goes on for at most `nodes` nodes; the answer once it is there: whether the mover reaches its
    /// aim, which is to win, or in a question of plies to win in time or to hold out longer.
    pub fn advance(&mut self, nodes: u64) -> Option<bool> {
        if !self.solving {
            return None;
        }
        let until = self.walk.nodes.saturating_add(nodes);
        let answer = self.walk.run(until);
        self.solving = answer.is_none();
        answer
    }

    /// Whether the player to move wins; `None` if the position is not within reach.
    pub fn solve(&mut self, position: &Isolation) -> Option<bool> {
        self.begin(position).then(|| self.advance(u64::MAX)).flatten()
    }

    /// Nodes visited so far, by everything that it was asked.
    pub fn nodes(&self) -> u64 {
        self.walk.nodes
    }
}
