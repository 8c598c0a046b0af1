//! The longest path of a knight alone in a region.
//!
//! Once the knights cannot meet, each of them only runs out of moves, and the knight with the
//! longer path wins. A knight changes the colour of its cell with every move, so a path cannot use
//! more cells of one colour than of the other, except for one: that bound often decides without a search.

use super::graph::{Graph, each_node};

impl Graph {
    /// An upper bound of the length of paths from `from` over nodes of `region`.
    #[inline]
    pub(super) fn most_steps(&self, from: u8, region: u64) -> u32 {
        let own_colour = if self.light >> (from & 63) & 1 == 1 {
            region & self.light
        } else {
            region & !self.light
        };
        let same = own_colour.count_ones();
        let opposite = region.count_ones() - same;
        if opposite > same { 2 * same + 1 } else { 2 * opposite }
    }

    /// Whether there is a path of `steps` moves from `from` over nodes of `region`.
    pub(super) fn has_path(&self, from: u8, region: u64, steps: u32) -> bool {
        if steps == 0 {
            return true;
        }
        let next = self.near(from) & region;
        if next == 0 {
            return false;
        }
        if steps == 1 {
            return true;
        }
        // Nodes that the path can no longer reach must not raise the bound.
        let region = if steps > 3 { self.reach(next, region) } else { region };
        self.most_steps(from, region) >= steps
            && each_node(next).any(|node| self.has_path(node, region & !(1 << node), steps - 1))
    }

    /// The length of the longest path from `from` over nodes of `region`.
    pub(super) fn longest(&self, from: u8, region: u64) -> u32 {
        let region = self.reach(self.near(from) & region, region);
        let most = self.most_steps(from, region);
        // From below: most remaining regions are small, and their paths short.
        (1..=most).find(|&steps| !self.has_path(from, region, steps)).unwrap_or(most + 1) - 1
    }
}
