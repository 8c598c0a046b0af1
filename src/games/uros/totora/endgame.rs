//! Exact endgame search: once no island of the Reedbed fits, only houses are left to place, and a search to
//! the end of the game computes the result of every placement.
//!
//! A house on an island that stays in the Reedbed changes nothing but the pool, wherever it is: all such
//! placements are equivalent, a *pass*. Passes matter because the game ends when the player to place has no house left.
//!
//! The search is alpha-beta over the rank of the result ([`Ended::rank`]) with a transposition table. It is split into pieces
//! of a fixed number of positions: an interrupted piece leaves its finished results in the table, and the next
//! starts again. So the result does not depend on when it was paused. No words here.

use super::super::geometry::{ISLANDS, Island, Squares, beside, bits, land_of, parts};
use super::super::moves::Move;
use super::super::position::Uros;
use super::playout::Ended;
use crate::base::util::mix64;
use crate::contract::game::{Enumerable, Game, MoveList};

/// Maximum number of open squares of the Lake: a key has this number of bits for each colour.
const MOST_OPEN: u32 = 20;
/// Maximum number of positions of a piece.
pub(super) const PIECE: u64 = 2_048;
/// Number of table entries, as a power of two.
const TABLE: u32 = 16;
/// A key of no position.
const EMPTY: u64 = u64::MAX;
/// Larger than every rank.
const INFINITE: i16 = 1_000;
/// The maximum difference of two villages in islands.
const MOST_ISLANDS: i16 = ISLANDS as i16;

/// A position with only houses left to place.
#[derive(Clone, Copy)]
struct Rest {
    houses: [Squares; 2],
    /// The houses placed since the root, by the index of the open square.
    marks: [u32; 2],
    pool: [u8; 2],
    /// Free squares of islands that stay in the Reedbed.
    stuck: u8,
    mover: u8,
    left: u8,
}

/// Lower and upper bound of a position's rank.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    low: i16,
    high: i16,
}

/// A solver of one position.
pub(super) struct Endgame {
    root: Rest,
    /// The open squares of the Lake, one bit each.
    open: Vec<Squares>,
    /// The squares of each island on the Lake.
    islands: [Squares; ISLANDS],
    table: Vec<Entry>,
    /// The legal moves, with the index of the open square of each house; none for a pass.
    moves: Vec<(Move, Option<usize>)>,
    /// The rank of each move solved so far.
    ranks: Vec<i16>,
    /// Positions visited.
    pub(super) positions: u64,
    /// The number of positions at the end of the piece.
    until: u64,
}

impl Endgame {
    /// Creates a solver if a player owes a move; `None` while an island fits, and while too many squares are open.
    pub(super) fn from_position(position: &Uros) -> Option<Endgame> {
        let open = position.open_land();
        if position.to_act().is_empty()
            || open.count_ones() > MOST_OPEN
            || position.reedbed().any(|island| position.fits(island))
        {
            return None;
        }
        let open: Vec<Squares> = bits(open).map(|square| square.set()).collect();
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        let moves = legal.iter().map(|mv| {
            let on = match mv {
                Move::House { island, square } => position.lake_square(*island, *square),
                _ => None,
            };
            (*mv, on.and_then(|square| open.iter().position(|&one| one == square.set())))
        });
        let moves = moves.collect();
        let stuck = position.reedbed().map(|island| position.free_marks(island).count_ones() as u8);
        let root = Rest {
            houses: position.lake_houses,
            marks: [0; 2],
            pool: position.pool,
            stuck: stuck.sum(),
            mover: position.mover() as u8,
            left: position.left,
        };
        let islands = Island::ALL.map(|island| land_of(&position.places, island));
        let table = vec![Entry { key: EMPTY, low: 0, high: 0 }; 1 << TABLE];
        let ranks = Vec::new();
        Some(Endgame { root, open, islands, table, moves, ranks, positions: 0, until: 0 })
    }

    /// Searches at most `most` positions; true once every move is solved.
    pub(super) fn advance(&mut self, most: u64) -> bool {
        self.until = self.positions + most.min(PIECE);
        while let Some(&(_, on)) = self.moves.get(self.ranks.len()) {
            let next = self.after(&self.root, on);
            match self.rank(&next, -INFINITE, INFINITE) {
                Some(rank) => self.ranks.push(rank),
                None => return false,
            }
        }
        true
    }

    /// Every legal move with its result, in the order of the legal moves; `None` until all are solved.
    pub(super) fn solved(&self) -> Option<impl Iterator<Item = (Move, Ended)>> {
        let moves = self.moves.iter().map(|&(mv, _)| mv);
        let ends = self.ranks.iter().map(|&rank| Ended::ranked(rank));
        (self.ranks.len() == self.moves.len()).then(|| moves.zip(ends))
    }

    /// Maximum number of remaining placements.
    pub(super) fn plies(&self) -> u32 {
        u32::from(self.root.pool[0]) + u32::from(self.root.pool[1])
    }

    /// The position after a house on an open square, or after a pass.
    fn after(&self, rest: &Rest, on: Option<usize>) -> Rest {
        let mut next = *rest;
        let mover = usize::from(rest.mover);
        match on {
            Some(on) => {
                next.houses[mover] |= self.open[on];
                next.marks[mover] |= 1 << on;
            }
            None => next.stuck -= 1,
        }
        next.pool[mover] -= 1;
        next.left -= 1;
        if next.left == 0 {
            next.mover ^= 1;
            next.left = 2;
        }
        next
    }

    /// The rank of the result if the game ends here.
    fn ended(&self, rest: &Rest) -> i16 {
        let size = |village: Squares| {
            let islands = self.islands.iter().filter(|&land| land & village != 0).count();
            (village.count_ones() as i8, islands as i8)
        };
        let [red, blue] =
            rest.houses.map(|houses| parts(houses).map(size).max().unwrap_or_default());
        Ended { lead: red.0 - blue.0, islands: red.1 - blue.1 }.rank()
    }

    /// The size of the biggest village of `seat`, and an upper bound of its size.
    fn sizes(rest: &Rest, seat: usize, open: Squares) -> (i16, i16) {
        let houses = rest.houses[seat];
        let now = parts(houses).map(Squares::count_ones).max().unwrap_or(0);
        let most = parts(houses | open).map(|region| {
            let reach = (region & houses).count_ones() + u32::from(rest.pool[seat]);
            region.count_ones().min(reach)
        });
        (now as i16, most.fold(now, u32::max) as i16)
    }

    /// The rank, exact within the window from `alpha` to `beta` and a bound otherwise; `None` at the end of the piece.
    fn rank(&mut self, rest: &Rest, mut alpha: i16, mut beta: i16) -> Option<i16> {
        let taken = rest.marks[0] | rest.marks[1];
        let free = self.open.len() as u32 - taken.count_ones();
        if rest.pool[usize::from(rest.mover)] == 0 || free == 0 {
            return Some(self.ended(rest));
        }
        if self.positions >= self.until {
            return None;
        }
        self.positions += 1;
        let key = u64::from(rest.marks[0])
            | u64::from(rest.marks[1]) << 20
            | u64::from(rest.pool[0]) << 40
            | u64::from(rest.pool[1]) << 44
            | u64::from(rest.mover) << 48
            | u64::from(rest.left) << 49;
        let place = (mix64(key) >> (64 - TABLE)) as usize;
        let entry = self.table[place];
        let (mut low, mut high) = if entry.key == key {
            (entry.low, entry.high)
        } else {
            let open =
                self.open.iter().fold(0, |all, one| all | one) & !(rest.houses[0] | rest.houses[1]);
            let [(red, most_red), (blue, most_blue)] = [0, 1].map(|s| Self::sizes(rest, s, open));
            (32 * (red - most_blue) - MOST_ISLANDS, 32 * (most_red - blue) + MOST_ISLANDS)
        };
        if low >= beta || low == high {
            return Some(low);
        }
        if high <= alpha {
            return Some(high);
        }
        let (first_alpha, first_beta) = (alpha, beta);
        let red = rest.mover == 0;
        let mut best = if red { -INFINITE } else { INFINITE };
        for on in self.ordered(rest) {
            let rank = self.rank(&self.after(rest, on), alpha, beta)?;
            if red {
                best = best.max(rank);
                alpha = alpha.max(best);
            } else {
                best = best.min(rank);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        if best <= first_alpha {
            high = high.min(best);
        } else if best >= first_beta {
            low = low.max(best);
        } else {
            (low, high) = (best, best);
        }
        self.table[place] = Entry { key, low, high };
        Some(best)
    }

    /// The placements: next to own houses first, then next to the opponent's, a pass last.
    fn ordered(&self, rest: &Rest) -> impl Iterator<Item = Option<usize>> + use<> {
        let mover = usize::from(rest.mover);
        let taken = rest.marks[0] | rest.marks[1];
        let (own, opponent) = (beside(rest.houses[mover]), beside(rest.houses[mover ^ 1]));
        let mut order = [0u8; MOST_OPEN as usize];
        let mut count = 0;
        for kind in 0..4 {
            for (number, &square) in self.open.iter().enumerate() {
                let is = match (square & own != 0, square & opponent != 0) {
                    (true, true) => 0,
                    (true, false) => 1,
                    (false, true) => 2,
                    (false, false) => 3,
                };
                if is == kind && taken & (1 << number) == 0 {
                    order[count] = number as u8;
                    count += 1;
                }
            }
        }
        let pass = (rest.stuck > 0).then_some(None);
        (0..count).map(move |at| Some(usize::from(order[at]))).chain(pass)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Rng, Stream};

    /// The rank of the result with best play by both players, by a search without pruning.
    fn plain_search(position: &Uros) -> i16 {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            return Ended::from_position(position).rank();
        }
        let ranks = moves.iter().map(|mv| {
            let mut next = *position;
            next.play_unchecked(mv);
            plain_search(&next)
        });
        if position.mover() == 0 { ranks.max() } else { ranks.min() }.unwrap_or(0)
    }

    #[test]
    fn solved_endgames_match_plain_search_for_every_slice() {
        let mut rng = Rng::new(4, Stream::Other(16));
        let mut seen = 0;
        let mut decided = [0; 3];
        for _ in 0..400 {
            let mut position = Uros::start(false, false);
            let mut moves = MoveList::new();
            let mut line = vec![position];
            while !position.to_act().is_empty() {
                position.legal_moves(&mut moves);
                // Prefers islands to houses, so that houses are left for the end.
                let islands = moves.iter().filter(|mv| matches!(mv, Move::Island { .. })).count();
                let among = if islands > 0 && rng.below(3) > 0 { islands } else { moves.len() };
                position.play_unchecked(&moves[rng.below(among)]);
                line.push(position);
            }
            // A position with few enough placements for the plain search.
            let small = line.iter().find(|position| {
                position.legal_count() > 1
                    && position.legal_count() <= 8
                    && position.pool[0] + position.pool[1] <= 6
            });
            let Some((position, mut endgame)) =
                small.and_then(|position| Some((position, Endgame::from_position(position)?)))
            else {
                continue;
            };
            seen += 1;
            while !endgame.advance([200, 900, PIECE][seen % 3]) {
                assert!(endgame.positions < 1_000_000);
            }
            for (mv, ended) in endgame.solved().expect("solved") {
                let mut next = *position;
                next.play_unchecked(&mv);
                assert_eq!(ended.rank(), plain_search(&next), "{mv} in {position:?}");
                decided[(1 + ended.rank().signum()) as usize] += 1;
            }
        }
        assert!(seen >= 20 && decided.iter().all(|&n| n > 0), "{seen} {decided:?}");
    }
}
