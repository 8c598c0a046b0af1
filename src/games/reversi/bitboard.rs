//! The quick engine for plain maps: two players, at most 8x8, no transitions, no special tiles, no
//! expansion stones and no override stones. A set of tiles is one word, whatever the map's own size:
//! the tile at column x and row y is bit 8y + x.
//!
//! It supports only the build phase; if bombs follow, the general engine takes over.

use super::map::{Map, Tile};
use super::moves::Move;
use crate::contract::game::Seat;

/// The side of the square that contains every plain map.
const SIDE: u8 = 8;

/// The bit of the tile at a column and a row.
#[inline]
pub(super) fn bit(x: u8, y: u8) -> u64 {
    1 << ((y & 7) * SIDE + (x & 7))
}

/// The move on the tile with this bit index.
#[inline]
pub(super) fn move_on(bit: usize) -> Move {
    Move::plain((bit % 8) as u8, (bit / 8) as u8)
}

/// Stones on a plain map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plain {
    /// The stones of each player.
    pub(super) stones: [u64; 2],
    /// Tiles without a stone.
    pub(super) free: u64,
    /// The result of the last search for legal tiles.
    pub(super) targets: u64,
}

/// Tiles whose bits do not wrap at the left or right edge when shifted sideways.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// For each of the four axes: the shift to a neighbour's bit, and the mask of possible captures.
const AXES: [(u32, u64); 4] = [(1, INNER), (8, u64::MAX), (7, INNER), (9, INNER)];

/// For each player, the tiles on which a stone of `own` captures something of `other`, if they are free. For both players at
/// once the compiler can use vector instructions for two words.
#[inline(always)]
fn ends_of_runs<const N: usize>(own: [u64; N], other: [u64; N]) -> [u64; N] {
    let mut found = [0; N];
    for (shift, mask) in AXES {
        for at in 0..N {
            let between = other[at] & mask;
            // Runs up to length six by doubling: after each line the longest run has length 1, 2, 4 or 6.
            let mut up = between & (own[at] << shift);
            let mut down = between & (own[at] >> shift);
            up |= between & (up << shift);
            down |= between & (down >> shift);
            let pairs_up = between & (between << shift);
            let pairs_down = between & (between >> shift);
            up |= pairs_up & (up << (2 * shift));
            down |= pairs_down & (down >> (2 * shift));
            up |= pairs_up & (up << (2 * shift));
            down |= pairs_down & (down >> (2 * shift));
            found[at] |= (up << shift) | (down >> shift);
        }
    }
    found
}

/// The tiles of `free` on which a stone of `own` captures something of `other`.
#[inline]
pub(super) fn targets(own: u64, other: u64, free: u64) -> u64 {
    ends_of_runs([own], [other])[0] & free
}

/// The four lines through a tile, including it.
#[inline]
fn lines(at: u32) -> [u64; 4] {
    const UP: u64 = 0x0102_0408_1020_4080;
    const DOWN: u64 = 0x8040_2010_0804_0201;
    let (x, y) = (at & 7, at >> 3);
    let down = if y >= x { DOWN << (8 * (y - x)) } else { DOWN >> (8 * (x - y)) };
    let up = if x + y >= 7 { UP << (8 * (x + y - 7)) } else { UP >> (8 * (7 - x - y)) };
    [0xff << (8 * y), 0x0101_0101_0101_0101 << x, down, up]
}

/// The stones of `other` that a stone of `own` on `place` (one bit) captures.
#[inline]
pub(super) fn captured(own: u64, other: u64, place: u64) -> u64 {
    let mut found = 0;
    for line in lines(place.trailing_zeros() & 63) {
        let (up, down) = (line & place.wrapping_neg() & !place, line & (place - 1));
        // The next tile upwards that is not of `other`, found by a carry through those that are; only if it is of `own`.
        let end = (other | !up).wrapping_add(1) & own & up;
        found |= end.wrapping_sub(u64::from(end != 0)) & up;
        let end = (1 << 63 >> (down & !other | 1).leading_zeros()) & own & down;
        found |= (2 * end).wrapping_neg() & down;
    }
    found
}

impl Plain {
    /// Creates the initial stones of a plain map.
    pub(super) fn new(map: &Map) -> Plain {
        let mut plain = Plain { stones: [0; 2], free: 0, targets: 0 };
        for y in 0..map.height {
            for x in 0..map.width {
                match map.tile(usize::from(x), usize::from(y)) {
                    Tile::Stone(player) => plain.stones[usize::from(player - 1) & 1] |= bit(x, y),
                    Tile::Hole => {}
                    _ => plain.free |= bit(x, y),
                }
            }
        }
        plain
    }

    /// The content at a column and a row.
    #[inline]
    pub(super) fn tile(&self, (x, y): (u8, u8)) -> Tile {
        let bit = bit(x, y);
        if self.stones[0] & bit != 0 {
            Tile::Stone(1)
        } else if self.stones[1] & bit != 0 {
            Tile::Stone(2)
        } else if self.free & bit != 0 {
            Tile::Empty
        } else {
            Tile::Hole
        }
    }

    /// Finds the tiles on which a player may place a stone. False if there is none.
    #[inline]
    pub(super) fn find_targets(&mut self, seat: Seat) -> bool {
        self.targets = targets(self.stones[seat & 1], self.stones[seat & 1 ^ 1], self.free);
        self.targets != 0
    }

    /// The number of tiles on which each player may place a stone.
    #[inline]
    pub(super) fn mobilities(&self) -> [u32; 2] {
        let [one, two] = self.stones;
        ends_of_runs([one, two], [two, one]).map(|found| (found & self.free).count_ones())
    }

    /// Places a stone on a free tile and recolours its captures.
    #[inline]
    pub(super) fn play(&mut self, seat: Seat, place: u64) {
        let (own, other) = (seat & 1, seat & 1 ^ 1);
        let turned = captured(self.stones[own], self.stones[other], place);
        self.stones[own] |= turned | place;
        self.stones[other] &= !turned;
        self.free &= !place;
    }

    /// Orders moves of `seat`: first those on one of `corners`, then those that leave the other player few
    /// moves.
    pub(super) fn order(&self, seat: Seat, corners: u64, moves: &mut [Move]) {
        const CORNER: i64 = 64;
        sort_moves(moves, |mv| {
            let place = bit(mv.x, mv.y);
            let mut next = *self;
            next.play(seat, place);
            next.find_targets(seat ^ 1);
            let corner = if place & corners != 0 { CORNER } else { 0 };
            i64::from(next.targets.count_ones()) - corner
        });
    }

    /// The number of leaves of the game tree after `depth` plies, at least one. A skip is a separate ply.
    /// If neither player can move, both are skipped; then the game is over and has no leaves.
    pub(super) fn perft(own: u64, other: u64, free: u64, depth: u32) -> u64 {
        let mut moves = targets(own, other, free);
        if moves == 0 {
            return match targets(other, own, free) {
                0 => u64::from(depth <= 2),
                _ if depth == 1 => 1,
                _ => Self::perft(other, own, free, depth - 1),
            };
        }
        if depth == 1 {
            return u64::from(moves.count_ones());
        }
        let mut leaves = 0;
        while moves != 0 {
            let place = moves & moves.wrapping_neg();
            moves &= moves - 1;
            let turned = captured(own, other, place);
            let (own, other) = (own | turned | place, other & !turned);
            leaves += Self::perft(other, own, free & !place, depth - 1);
        }
        leaves
    }
}

/// Sorts moves of a plain map by a key, smallest first. Insertion sort: lists are short, and the order must be stable.
#[inline(always)]
pub(super) fn sort_moves(moves: &mut [Move], key: impl Fn(Move) -> i64) {
    let mut keys = [0; 64];
    for at in 0..moves.len().min(keys.len()) {
        let mv = moves[at];
        let key = key(mv);
        let mut to = at;
        while to > 0 && keys[to - 1] > key {
            keys[to] = keys[to - 1];
            moves[to] = moves[to - 1];
            to -= 1;
        }
        keys[to] = key;
        moves[to] = mv;
    }
}

/// The stones of `own` that cannot be captured. For each axis, from up clockwise to down-right, `closed`
/// has the tiles that cannot be flanked along it.
pub(super) fn stable(own: u64, closed: &[u64; 4]) -> u64 {
    // Vertical, rising diagonal, horizontal, falling diagonal.
    const SHIFTS: [u32; 4] = [8, 7, 1, 9];
    let mut stable = own & closed[0] & closed[1] & closed[2] & closed[3];
    loop {
        let mut more = own;
        for (closed, shift) in closed.iter().zip(SHIFTS) {
            more &= closed | stable << shift | stable >> shift;
        }
        if more == stable {
            return stable;
        }
        stable = more;
    }
}
