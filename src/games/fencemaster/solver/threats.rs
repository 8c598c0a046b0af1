//! Wins by force: every stone threatens to win with the next, so that each reply is the only one. Found without a table,
//! by walking; a line that was found is tried again in positions that differ by a stone.

use super::hexagon::{Hexagon, Set, Stones, each};

/// A line of forcing stones of one player; what the other one answers follows from it.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    /// The forcing stones, the last one first.
    pub(super) stones: Vec<u8>,
}

/// Stones that a player has no time to put: a win by force may take at most this many plies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Plies until the win, the last stone included.
    pub(super) plies: u32,
    /// Stones that may be tried.
    pub(super) tries: u32,
}

impl Hexagon {
    /// The cells on which a stone of `seat` may come to threaten a win, and more.
    fn forcing(&self, stones: &Stones, seat: usize) -> Set {
        let empty = self.empty(stones);
        let own = stones.of(seat);
        let near = self.spread(own) & empty;
        // What a stone on each cell would touch, and which groups it would join.
        let (mut touched, mut groups) = ([0u16; 64], [0 as Set; 64]);
        let rim = empty & !self.inner();
        for cell in each(near | rim) {
            let (roots, count) = self.runs(stones, seat, cell);
            let roots = &roots[..count.min(3)];
            touched[usize::from(cell & 63)] = self.touched(stones, cell, roots);
            groups[usize::from(cell & 63)] = roots.iter().fold(0, |all, &root| all | 1 << root);
        }
        let mut found = 0;
        for cell in each(near) {
            let (joined, of) = (touched[usize::from(cell & 63)], groups[usize::from(cell & 63)]);
            let beside = self.beside(cell);
            for other in each(empty & !(1 << cell)) {
                let same = (of & groups[usize::from(other & 63)]).count_ones();
                let links = same + (beside >> other & 1) as u32;
                if links >= 2
                    || (links == 1 && self.joins(joined | touched[usize::from(other & 63)]))
                    || (same > 0 && self.is_havannah())
                {
                    // Either of the two may be the first.
                    found |= 1 << cell | 1 << other;
                }
            }
        }
        found
    }

    /// Whether `seat`, to move, wins by force; the line if it does. Nobody has won yet.
    pub(super) fn force(
        &self,
        stones: &Stones,
        seat: usize,
        limits: &mut Limits,
        line: &mut Line,
    ) -> bool {
        let wins = self.wins(stones, seat);
        if wins != 0 {
            return limits.plies >= 1;
        }
        if limits.plies < 3 {
            return false;
        }
        let danger = self.wins(stones, 1 - seat);
        if danger.count_ones() > 1 {
            return false;
        }
        let tries = if danger != 0 { danger } else { self.forcing(stones, seat) };
        for cell in each(tries) {
            if limits.tries == 0 {
                return false;
            }
            limits.tries -= 1;
            let next = self.put(stones, seat, cell);
            let threats = self.wins(&next, seat);
            let won = threats.count_ones() > 1 || {
                threats != 0 && {
                    let reply = threats.trailing_zeros() as u8;
                    let after = self.put(&next, 1 - seat, reply);
                    limits.plies -= 2;
                    let won = self.force(&after, seat, limits, line);
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

    /// Whether the line still wins for `seat`, to move, though a stone was added. The line is as [`Hexagon::force`]
    /// leaves it.
    pub(super) fn replay(&self, stones: &Stones, seat: usize, line: &Line, mut plies: u32) -> bool {
        let mut now = *stones;
        let mut forcing = line.stones.iter().rev();
        loop {
            if self.wins(&now, seat) != 0 {
                return plies >= 1;
            }
            let danger = self.wins(&now, 1 - seat);
            let Some(&cell) = forcing.next() else { return false };
            if plies < 3 || self.empty(&now) >> cell & 1 == 0 || danger & !(1 << cell) != 0 {
                return false;
            }
            now = self.put(&now, seat, cell);
            let threats = self.wins(&now, seat);
            match threats.count_ones() {
                0 => return false,
                1 => now = self.put(&now, 1 - seat, threats.trailing_zeros() as u8),
                _ => return true,
            }
            plies -= 2;
        }
    }
}
