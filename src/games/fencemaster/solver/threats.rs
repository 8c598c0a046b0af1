//! Forced wins: every stone threatens to win with the next, so that each reply is forced. Found by direct search without a
//! table; a line once found is tried again in positions that differ by a stone.

use super::hexagon::{Hexagon, Set, Stones, each};

/// A line of forcing stones of one player; the opponent's replies follow from it.
#[derive(Clone, Debug, Default)]
pub(super) struct ForcingLine {
    /// The forcing stones, the last one first.
    pub(super) stones: Vec<u8>,
}

/// Limits of a forced win search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Maximum number of plies until the win, including the last stone.
    pub(super) plies: u32,
    /// Maximum number of stones to try.
    pub(super) tries: u32,
}

impl Hexagon {
    /// A superset of the cells on which a stone of `seat` threatens a win.
    fn forcing(&self, stones: &Stones, seat: usize) -> Set {
        let empty = self.empty(stones);
        let own = stones.of_seat(seat);
        let near = self.spread(own) & empty;
        // By cell the sides and corners that a stone would touch and the groups it would join, and the cells next to each group.
        let (mut touched, mut groups) = ([0u16; 64], [0 as Set; 64]);
        let mut near_group = [0 as Set; 64];
        let rim = empty & !self.inner;
        for cell in each(near | rim) {
            let (roots, count) = self.runs(stones, seat, cell);
            let roots = &roots[..count.min(3)];
            touched[usize::from(cell & 63)] = self.touched(stones, cell, roots);
            for &root in roots {
                groups[usize::from(cell & 63)] |= 1 << root;
                near_group[usize::from(root & 63)] |= 1 << cell;
            }
        }
        let mut found = 0;
        for cell in each(near) {
            let (joined, of) = (touched[usize::from(cell & 63)], groups[usize::from(cell & 63)]);
            let beside = self.beside(cell);
            let linked =
                each(of).fold(beside, |all, root| all | near_group[usize::from(root & 63)]);
            for other in each(linked & empty & !(1 << cell)) {
                let same = (of & groups[usize::from(other & 63)]).count_ones();
                let links = same + (beside >> other & 1) as u32;
                if links >= 2
                    || (links == 1 && self.joins(joined | touched[usize::from(other & 63)]))
                    || (same > 0 && self.havannah)
                {
                    // Either of the two may be the first.
                    found |= 1 << cell | 1 << other;
                }
            }
        }
        found
    }

    /// Whether `seat`, to move, has a forced win; `line` receives it. No player can win with the next stone.
    pub(super) fn force(
        &self,
        stones: &Stones,
        seat: usize,
        limits: &mut Limits,
        line: &mut ForcingLine,
    ) -> bool {
        self.force_from(stones, seat, 0, limits, line)
    }

    /// The same if the opponent threatens to win on the cells `danger`.
    fn force_from(
        &self,
        stones: &Stones,
        seat: usize,
        danger: Set,
        limits: &mut Limits,
        line: &mut ForcingLine,
    ) -> bool {
        if limits.plies < 3 || danger.count_ones() > 1 {
            return false;
        }
        let tries = if danger != 0 { danger } else { self.forcing(stones, seat) };
        for cell in each(tries) {
            if limits.tries == 0 {
                return false;
            }
            limits.tries -= 1;
            let next = self.put(stones, seat, cell);
            let threats = self.new_wins(&next, seat, cell);
            let won = threats.count_ones() > 1 || {
                threats != 0 && {
                    let reply = threats.trailing_zeros() as u8;
                    let after = self.put(&next, 1 - seat, reply);
                    let danger = self.new_wins(&after, 1 - seat, reply);
                    limits.plies -= 2;
                    let won = self.force_from(&after, seat, danger, limits, line);
                    limits.plies += 2;
                    won
                }
            };
            if won {
                line.stones.push(cell);
                return true;
            }
        }
        false
    }

    /// Whether the line still wins for `seat`, to move, after the opponent placed a stone on `added`. The line is the result
    /// of [`Hexagon::force`] for the previous stones.
    pub(super) fn replay(
        &self,
        stones: &Stones,
        seat: usize,
        added: u8,
        line: &ForcingLine,
        mut plies: u32,
    ) -> bool {
        let mut now = *stones;
        let mut forcing = line.stones.iter().rev();
        let mut last = added;
        loop {
            let danger = self.new_wins(&now, 1 - seat, last);
            let Some(&cell) = forcing.next() else { return false };
            if plies < 3 || self.empty(&now) >> cell & 1 == 0 || danger & !(1 << cell) != 0 {
                return false;
            }
            now = self.put(&now, seat, cell);
            let threats = self.new_wins(&now, seat, cell);
            match threats.count_ones() {
                0 => return false,
                1 => {
                    last = threats.trailing_zeros() as u8;
                    now = self.put(&now, 1 - seat, last);
                }
                _ => return true,
            }
            plies -= 2;
        }
    }
}
