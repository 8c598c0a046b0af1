//! Simulation of throws to the end: all later throwers follow the rule, which considers only
//! their own throw. That is not best play, but the final stones are exact counts, not estimates.

use super::super::board::Board;
use super::super::position::Reversi;
use super::field::{Field, Scratch};
use crate::base::util::sort_by_key;
use crate::contract::game::{MAX_SEATS, Seat};

/// A throw that was simulated to the end.
pub(super) struct Played {
    pub(super) tile: usize,
    /// The thrower's gain from the later throws, in thousandths of stones.
    pub(super) after: i64,
    /// The final stones.
    pub(super) stones: [u32; MAX_SEATS],
    /// The later throws.
    pub(super) line: Vec<usize>,
}

/// Simulates throws, those with the best immediate result first.
pub(super) struct BombPlayout {
    field: Field,
    scratch: Scratch,
    /// The weight of a stone of each seat.
    shares: [i64; MAX_SEATS],
    /// The tiles still to be simulated, the next one last.
    waiting: Vec<usize>,
    pub(super) played: Vec<Played>,
    /// The number of evaluated blasts.
    pub(super) nodes: u64,
}

/// The weight of a loss of each of the others, in thousandths: by closeness in stones.
pub(super) fn shares(
    seat: Seat,
    stones: &[u32; MAX_SEATS],
    playing: impl Iterator<Item = Seat>,
) -> [i64; MAX_SEATS] {
    let own = i64::from(stones[seat]);
    let mut rivals: Vec<Seat> = playing.filter(|&other| other != seat).collect();
    sort_by_key(&mut rivals, |&other| {
        let stones = i64::from(stones[other]);
        // Of two equally close ones, the leading one first.
        ((stones - own).abs(), -stones)
    });
    let mut shares = [0; MAX_SEATS];
    for (place, seat) in rivals.into_iter().enumerate() {
        shares[seat] = 1000 / (place as i64 + 1);
    }
    shares
}

/// Own stones minus the weighted stones of the others; in thousandths.
fn worth<N: Copy + Into<i64>>(
    seat: Seat,
    stones: &[N; MAX_SEATS],
    shares: &[i64; MAX_SEATS],
) -> i64 {
    let others: i64 = stones.iter().zip(shares).map(|(&stones, share)| stones.into() * share).sum();
    1000 * stones[seat].into() - others
}

impl BombPlayout {
    /// `seen` has every remaining tile, the best target last, with the losses of each seat from a blast on it.
    /// `None` if no player throws after this throw.
    pub(super) fn new<'a>(
        position: &Reversi,
        seen: impl Iterator<Item = (usize, &'a [u16; MAX_SEATS])>,
    ) -> Option<BombPlayout> {
        let mut losses = vec![[0; MAX_SEATS]; position.board().tiles()];
        let mut waiting = Vec::new();
        for (tile, lost) in seen {
            losses[tile] = *lost;
            waiting.push(tile);
        }
        let field = Field::from_position(position, losses)?;
        (field.throws_left() > 1).then(|| BombPlayout {
            shares: shares(field.mover, &field.stones, field.playing()),
            scratch: Scratch::default(),
            waiting,
            played: Vec::new(),
            nodes: 0,
            field,
        })
    }

    /// Simulates the next throw, with `most` nodes in total; false if there is none, or if the nodes ran out.
    pub(super) fn next(&mut self, board: &Board, most: u64) -> bool {
        let Some(tile) = self.waiting.pop() else { return false };
        let seat = self.field.mover;
        let mut field = self.field.clone();
        let (mut first, mut next, mut line) = (None, tile, Vec::new());
        loop {
            let left = most.saturating_sub(self.nodes);
            let Some(nodes) = field.throw(board, &mut self.scratch, next, left) else {
                return false;
            };
            self.nodes += nodes;
            let now = worth(seat, &field.stones, &self.shares);
            let first = *first.get_or_insert(now);
            match best_throw(&field) {
                Some(best) if field.throws_left() > 0 => next = best,
                _ => {
                    let (after, stones) = (now - first, field.stones);
                    self.played.push(Played { tile, after, stones, line });
                    return true;
                }
            }
            line.push(next);
        }
    }

    /// Whether the simulation is best play: with two throws left and two players, the rule picks the best last throw.
    pub(super) fn exact(&self) -> bool {
        self.waiting.is_empty()
            && self.field.throws_left() == 2
            && self.field.playing().count() == 2
    }
}

/// The throw chosen by the rule; the first of several equal ones.
fn best_throw(field: &Field) -> Option<usize> {
    let shares = shares(field.mover, &field.stones, field.playing());
    let mut best: Option<(usize, i64)> = None;
    for (tile, lost) in field.throws() {
        let gain = -worth(field.mover, lost, &shares);
        if best.is_none_or(|(_, most)| gain > most) {
            best = Some((tile, gain));
        }
    }
    best.map(|(tile, _)| tile)
}
