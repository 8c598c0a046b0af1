//! Multi-ProbCut on the plain board: where a shallower search shows a value far beyond a null window, the deeper one is left out
//! (M. Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997).

use super::quick::{Ended, POINTS, PlainPosition, Quick};
use super::table::{PHASES, Table, phase};

/// The fewest plies that a shallower search may stand for.
pub(super) const LEAST: u32 = 3;
/// The plies of the shallower search, by those it stands for.
pub(super) const SHALLOWER: [u32; 9] = [0, 0, 0, 1, 2, 1, 2, 3, 4];
/// How far the two differ: the root of the mean square in hundredths of a stone ([`super::training::spread`]), by phase from
/// the second to the last but one, and by plies from [`LEAST`] on.
const SPREAD: [[i64; SHALLOWER.len() - LEAST as usize]; PHASES - 2] = [
    [353, 262, 425, 322, 232, 222],
    [277, 268, 334, 305, 242, 220],
    [348, 292, 424, 388, 315, 287],
    [422, 331, 486, 446, 350, 331],
    [426, 358, 552, 467, 380, 337],
    [447, 363, 544, 518, 419, 429],
    [475, 392, 611, 563, 481, 479],
];
/// How many of these spreads the shallower search must clear the window by, in hundredths.
const SURE: i64 = 110;

impl Quick {
    /// Whether a branch may be cut with this many plies left; never where all free tiles are within reach.
    #[inline]
    pub(super) fn may_cut(&self, left: u32, free: u32) -> bool {
        self.probcut && (LEAST..SHALLOWER.len() as u32).contains(&left) && left < free
    }

    /// The end of the window that the value is likely beyond; `None` where the shallower search does not show it, or the nodes
    /// are used up.
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
        // Only the end that the patterns make likely is tried.
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
        let found = self.look(table, position, window, SHALLOWER[left as usize], ended);
        self.probcut = true;
        let shown = found.is_some_and(|found| if above { found >= bound } else { found <= bound });
        self.estimated |= shown;
        shown.then_some(result)
    }
}
