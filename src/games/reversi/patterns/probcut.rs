//! Multi-ProbCut on the plain board: if a shallower search shows a value far beyond a null window, the deeper one is skipped
//! (M. Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997).

use super::leaf_search::{Ended, LeafSearch, POINTS, PlainPosition};
use super::table::{PHASES, Table, phase};

/// The minimum depth that a shallower search may replace.
pub(super) const LEAST: u32 = 3;
/// The depth of the shallower search, by the depth that it replaces.
pub(super) const SHALLOWER: [u32; 9] = [0, 0, 0, 1, 2, 1, 2, 3, 4];
/// The difference of the two: the root mean square in hundredths of a stone ([`super::training::spread`]), by phase from
/// the second to the second to last, and by depth from [`LEAST`] on.
const SPREAD: [[i64; SHALLOWER.len() - LEAST as usize]; PHASES - 2] = [
    [353, 262, 425, 322, 232, 222],
    [277, 268, 334, 305, 242, 220],
    [348, 292, 424, 388, 315, 287],
    [422, 331, 486, 446, 350, 331],
    [426, 358, 552, 467, 380, 337],
    [447, 363, 544, 518, 419, 429],
    [475, 392, 611, 563, 481, 479],
];
/// The number of spreads by which the shallower search must clear the window, in hundredths.
const SURE: i64 = 110;

impl LeafSearch {
    /// Whether a branch may be cut at this remaining depth; never if the search reaches the end of the game.
    #[inline]
    pub(super) fn may_cut(&self, left: u32, free: u32) -> bool {
        self.probcut && (LEAST..SHALLOWER.len() as u32).contains(&left) && left < free
    }

    /// The end of the window that the value is probably beyond; `None` if the shallower search does not show it, or the node
    /// limit is exceeded.
    pub(super) fn probcut(
        &mut self,
        table: &Table,
        position: &PlainPosition,
        (alpha, beta): (i64, i64),
        left: u32,
        ended: Ended,
    ) -> Option<i64> {
        let phase = phase(position.free().count_ones()).clamp(1, SPREAD.len());
        let spread = SPREAD[phase - 1][(left - LEAST) as usize];
        let reach = spread * SURE / 100 * (10 * POINTS);
        // Only the more likely end, by the static evaluation, is tried.
        let likely = position.value(table);
        let (result, bound, above) = if likely >= beta {
            (beta, beta + reach, true)
        } else if likely <= alpha {
            (alpha, alpha - reach, false)
        } else {
            return None;
        };
        let window = if above { (bound - 1, bound) } else { (bound, bound + 1) };
        self.probcut = false;
        let found = self.solve(table, position, window, SHALLOWER[left as usize], ended);
        self.probcut = true;
        let shown = found.is_some_and(|found| if above { found >= bound } else { found <= bound });
        self.estimated |= shown;
        shown.then_some(result)
    }
}
