//! Paths that the other knight cannot cut.
//!
//! A knight closes a cell only by standing on it. So a path is safe if the other knight cannot reach any
//! of its cells before they are visited, whatever it does: then the knight with the path makes
//! all its moves. The path needs no separate region, only a lead, and is found from two growing sets of
//! cells, without making a move.

use super::graph::{Graph, each_node};

/// The longest path that is searched.
pub(super) const MOST_STEPS: u32 = 16;
/// The possible cells of each step.
type Layers = [u64; MOST_STEPS as usize];

/// A knight in search of a path, and the knight that may cut it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chase {
    /// The cells that can still be visited.
    pub(super) free: u64,
    /// The possible cells of the first step.
    pub(super) first: u64,
    /// The cell of the other knight.
    pub(super) chaser: u8,
    /// Whether the other knight moves before the first step.
    pub(super) chaser_begins: bool,
}

impl Graph {
    /// Whether there is a path of `steps` steps, at least one and at most [`MOST_STEPS`], that the other
    /// knight cannot cut. If there is none, the steps may still be possible: a knight may
    /// also react to the moves of the other one.
    pub(super) fn has_uncut(&self, chase: Chase, steps: u32) -> bool {
        let Chase { free, mut first, chaser, chaser_begins } = chase;
        let Some(last) = steps.checked_sub(1).filter(|_| steps <= MOST_STEPS) else {
            return steps == 0;
        };
        let next = self.near(chaser) & free;
        let (mut closed, mut coming) = (0, next);
        if chaser_begins {
            (closed, coming) = (next, self.near_all(next) & free);
            first &= !closed;
        }
        let mut layers: Layers = [0; MOST_STEPS as usize];
        let mut layer = first;
        for place in &mut layers[..last as usize] {
            if layer == 0 {
                return false;
            }
            *place = layer;
            closed |= coming;
            coming = self.near_all(closed) & free;
            layer = self.near_all(layer) & free & !closed;
        }
        if layer == 0 {
            return false;
        }
        // Dead ends are removed from the last layer back, so that few steps are tried in vain.
        let mut onward = layer;
        layers[last as usize] = layer;
        for place in layers[..last as usize].iter_mut().rev() {
            *place &= self.near_all(onward);
            onward = *place;
        }
        self.walk_through(&layers[..=last as usize], onward, 0)
    }

    /// Whether a path leads from one of `now`, in the first layer, through all others, and never twice to
    /// one cell; `used` are the cells visited so far.
    fn walk_through(&self, layers: &[u64], now: u64, used: u64) -> bool {
        let Some((_, rest)) = layers.split_first() else { return true };
        let Some(next) = rest.first() else { return now != 0 };
        each_node(now).any(|node| {
            let used = used | 1 << node;
            self.walk_through(rest, self.near(node) & next & !used, used)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Rng, Stream};
    use crate::board::Size;
    use crate::contract::game::{Enumerable, Game};
    use crate::position::Isolation;

    /// Whether the walker can make this number of steps against every defence, by exhaustive search.
    fn can_make_steps(
        graph: &Graph,
        free: u64,
        walker: u8,
        chaser: u8,
        steps: u32,
        walker_moves: bool,
    ) -> bool {
        if steps == 0 {
            return true;
        }
        let mut next = each_node(graph.near(if walker_moves { walker } else { chaser }) & free);
        if walker_moves {
            next.any(|to| can_make_steps(graph, free & !(1 << to), to, chaser, steps - 1, false))
        } else {
            // A chaser without a move has lost: the walker need not move any more.
            next.all(|to| can_make_steps(graph, free & !(1 << to), walker, to, steps, true))
        }
    }

    #[test]
    fn uncut_paths_can_be_completed() {
        let mut rng = Rng::new(5, Stream::Other(0));
        let mut moves = Vec::new();
        let (mut found, mut missed) = (0, 0);
        for game in 0..400 {
            let mut position = Isolation::empty(Size::SEVEN);
            for _ in 0..12 + game % 20 {
                position.legal_moves(&mut moves);
                if let Some(mv) = moves.get(rng.below(moves.len().max(1))) {
                    position.play_unchecked(mv);
                }
            }
            let Some(graph) =
                Graph::from_position(&position).filter(|_| position.outcome().is_none())
            else {
                continue;
            };
            let Some(node) = graph.node(&position) else { continue };
            for chaser_begins in [false, true] {
                let (walker, chaser) =
                    if chaser_begins { (node.other, node.own) } else { (node.own, node.other) };
                let first = graph.near(walker) & node.free;
                let chase = Chase { free: node.free, first, chaser, chaser_begins };
                for steps in 0..=5 {
                    let possible =
                        can_make_steps(&graph, node.free, walker, chaser, steps, !chaser_begins);
                    if graph.has_uncut(chase, steps) {
                        assert!(
                            possible,
                            "{position:?}: {steps} steps, chaser begins: {chaser_begins}"
                        );
                        found += u32::from(steps > 2);
                    } else {
                        missed += u32::from(possible);
                    }
                }
            }
        }
        // Both cases must occur, or the test would check nothing.
        assert!(found > 100 && missed > 20, "{found} found, {missed} missed");
    }
}
