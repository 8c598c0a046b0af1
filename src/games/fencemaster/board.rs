//! Stones, groups, and winning structures. The position handles turns and the end of
//! a game.
//!
//! Stones are bits in rows, one set of rows per player, so the neighbours of a cell that
//! have a player's stones are three loads and a few shifts away: a pattern of six bits, from which a
//! table gives the *runs*, the contiguous own stones around the cell. Groups are a
//! union-find forest over places. The root of a group stores the sides and corners that it touches.
//!
//! A new stone closes a loop exactly if two different runs around it already belong to one group:
//! the path through that group from one run to the other, and back through the stone, has a cell on
//! either side that is not the player's, and one of the two sides is cut off from the border. So all
//! roots are looked up before any are joined. A ring that contains only own stones, which also counts in
//! Havannah, always contains a stone with six own neighbours, and that stone is next to the new one.

use super::geometry::{Geometry, LARGEST, PLACES, Place, STEPS, step};
use crate::contract::game::Seat;

/// Three sides joined.
pub const TRIPOD: u8 = 1;
/// A cell cut off; in Havannah this may be an own one.
pub const LOOP: u8 = 2;
/// Two corners joined, in Havannah.
pub const BRIDGE: u8 = 4;

/// Marks a root; its other bits are those of [`Geometry::border`], combined over the group.
const ROOT: u16 = 1 << 15;

/// The runs in a pattern of neighbours. Eight bytes, so that indexing is a shift.
#[derive(Clone, Copy)]
#[repr(align(8))]
struct Runs {
    count: u8,
    /// The step to the first stone of each run.
    first: [i8; 3],
    /// The directions, as bits, whose neighbours on both sides are in the pattern, like themselves.
    middles: u8,
}

static RUNS: [Runs; 64] = runs();

const fn runs() -> [Runs; 64] {
    let mut table = [Runs { count: 0, first: [0; 3], middles: 0 }; 64];
    let mut pattern = 0;
    while pattern < 64 {
        let mut runs = Runs { count: 0, first: [0; 3], middles: 0 };
        let mut direction = 0;
        while direction < 6 {
            let here = pattern >> direction & 1 == 1;
            let before = pattern >> ((direction + 5) % 6) & 1 == 1;
            let after = pattern >> ((direction + 1) % 6) & 1 == 1;
            if here && !before {
                runs.first[runs.count as usize] = STEPS[direction] as i8;
                runs.count += 1;
            }
            if here && before && after {
                runs.middles |= 1 << direction;
            }
            direction += 1;
        }
        if pattern == 63 {
            // A full circle: one run without a start.
            runs.count = 1;
            runs.first[0] = STEPS[0] as i8;
        }
        table[pattern] = runs;
        pattern += 1;
    }
    table
}

/// For each set of sides or corners, one bit for whether it has at least `least` members.
const fn at_least(least: u32) -> u64 {
    let mut sets = 0;
    let mut set: u64 = 0;
    while set < 64 {
        if set.count_ones() >= least {
            sets |= 1 << set;
        }
        set += 1;
    }
    sets
}

const THREE: u64 = at_least(3);
const TWO: u64 = at_least(2);

/// The structures completed by a group with these sides and corners.
#[inline]
const fn joined<const HAVANNAH: bool>(bits: u16) -> u8 {
    let tripod = (THREE >> (bits & 63) & 1) as u8 * TRIPOD;
    if HAVANNAH {
        return tripod | ((TWO >> (bits >> 6 & 63) & 1) as u8 * BRIDGE);
    }
    tripod
}

/// Whether a group with these sides and corners has won.
#[inline]
pub(super) const fn joins(havannah: bool, bits: u16) -> bool {
    let won = if havannah { joined::<true>(bits) } else { joined::<false>(bits) };
    won != 0
}

/// The directions, as bits, in which the neighbour of a cell is in a set.
#[inline]
pub(super) fn neighbours_in(rows: &[u32; 32], place: Place) -> usize {
    let (row, column) = (usize::from(place >> 5), u32::from(place & 31));
    let left = column.wrapping_sub(1) & 31;
    let above = rows[row.wrapping_sub(1) & 31] >> left;
    let here = rows[row & 31] >> left;
    let below = rows[(row + 1) & 31] >> (column & 31);
    (here & 1 | (above & 3) << 1 | (here & 4) << 1 | (below & 2) << 3 | (below & 1) << 5) as usize
}

/// The cells of a set that are a bridge away from a cell, via two common neighbours: bit 0 is beyond directions 0 and 1.
#[inline]
pub(super) fn bridges_in(rows: &[u32; 32], place: Place) -> usize {
    let (row, column) = (usize::from(place >> 5), u32::from(place & 31));
    // The column two to the left is bit 0.
    let of = |row: usize| rows[row & 31].rotate_right(column.wrapping_sub(2) & 31);
    let (up, down) = (of(row.wrapping_sub(1)), of(row + 1));
    let (upper, lower) = (of(row.wrapping_sub(2)), of(row + 2));
    (up & 1 | upper & 2 | (up & 8) >> 1 | (down & 16) >> 1 | (lower & 8) << 1 | (down & 2) << 4)
        as usize
}

/// The board geometry with the rule set.
#[derive(Clone, Copy)]
pub(super) struct Field {
    pub(super) geometry: &'static Geometry,
    pub(super) havannah: bool,
}

impl Field {
    /// [`Board::would_win`] by these rules.
    #[inline]
    pub(super) fn would_win(self, board: &Board, seat: Seat, place: Place) -> u8 {
        if self.havannah {
            board.would_win::<true>(self.geometry, seat, place)
        } else {
            board.would_win::<false>(self.geometry, seat, place)
        }
    }

    /// [`Board::put`] by these rules. Inlined, it would make the module larger.
    #[inline(never)]
    pub(super) fn put(self, board: &mut Board, seat: Seat, place: Place) -> u8 {
        if self.havannah {
            board.put::<true>(self.geometry, seat, place)
        } else {
            board.put::<false>(self.geometry, seat, place)
        }
    }

    /// The number of cells on which `seat` would win, and one of them.
    #[inline(never)]
    pub(super) fn wins(self, board: &Board, seat: Seat) -> (u32, Place) {
        let (mut count, mut last) = (0, 0);
        board.empty(self.geometry, |place| {
            // A winning stone is adjacent to others.
            if board.pattern(seat, place) != 0 && self.would_win(board, seat, place) != 0 {
                count += 1;
                last = place;
            }
        });
        (count, last)
    }
}

/// The stones and groups of a position.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    rows: [[u32; 32]; 2],
    /// By place with a stone, the place of another stone of its group, or [`ROOT`] and what the group touches.
    links: [u16; PLACES],
}

impl Default for Board {
    fn default() -> Self {
        Board { rows: [[0; 32]; 2], links: [0; PLACES] }
    }
}

impl Board {
    /// The stones of a player: by row of places, one bit per column.
    #[inline]
    pub(super) fn rows(&self, seat: Seat) -> &[u32; 32] {
        &self.rows[seat & 1]
    }

    /// Copies `other`, which has the same geometry; `stones` are the places of its
    /// stones. Links are only read at these places, so stale links elsewhere are harmless.
    #[inline]
    pub(super) fn copy_from(&mut self, other: &Board, geometry: &Geometry, stones: &[Place]) {
        // The rows of the board, and the rows of the border above and below.
        let rows = (2 * geometry.side() + 1).min(2 * LARGEST + 1);
        for row in 0..rows {
            for seat in 0..2 {
                self.rows[seat][row] = other.rows[seat][row];
            }
        }
        for &place in stones {
            let place = usize::from(place);
            if let (Some(to), Some(&from)) = (self.links.get_mut(place), other.links.get(place)) {
                *to = from;
            }
        }
    }

    /// Whether `seat` has a stone on the place.
    #[inline]
    pub fn has(&self, seat: Seat, place: Place) -> bool {
        self.rows[seat & 1][usize::from(place >> 5) & 31] >> (place & 31) & 1 == 1
    }

    /// The number of stones of a player.
    #[inline]
    pub(super) fn count(&self, seat: Seat) -> u32 {
        self.rows(seat).iter().map(|row| row.count_ones()).sum()
    }

    /// The owner of the stone on a place.
    #[inline]
    pub fn stone(&self, place: Place) -> Option<Seat> {
        (0..2).find(|&seat| self.has(seat, place))
    }

    /// The cells without a stone, in ascending order.
    #[inline]
    pub fn empty(&self, geometry: &Geometry, mut each: impl FnMut(Place)) {
        for row in 1..2 * geometry.side() {
            let mut left =
                geometry.rows[row & 31] & !(self.rows[0][row & 31] | self.rows[1][row & 31]);
            while left != 0 {
                each((row as u16) << 5 | left.trailing_zeros() as u16);
                left &= left - 1;
            }
        }
    }

    /// The directions, as bits, in which a cell has a neighbour with a player's stone.
    #[inline]
    pub fn pattern(&self, seat: Seat, place: Place) -> usize {
        neighbours_in(&self.rows[seat & 1], place)
    }

    /// The root of a stone's group, without path compression.
    #[inline]
    pub fn root(&self, place: Place) -> Place {
        let mut at = place;
        loop {
            let link = self.links[usize::from(at)];
            if link & ROOT != 0 {
                return at;
            }
            at = link;
        }
    }

    /// The sides (bits 0 to 5) and corners (bits 6 to 11) that the group of a stone touches.
    pub fn touched(&self, place: Place) -> u16 {
        self.links[usize::from(self.root(place))] & !ROOT
    }

    /// The root of a stone's group, with path halving for later calls.
    #[inline]
    fn find(&mut self, place: Place) -> Place {
        let link = self.links[usize::from(place)];
        if link & ROOT != 0 {
            return place;
        }
        // Most paths have one or two links.
        let mut at = place;
        let mut link = link;
        loop {
            let next = self.links[usize::from(link)];
            if next & ROOT != 0 {
                return link;
            }
            self.links[usize::from(at)] = next;
            at = next;
            link = self.links[usize::from(at)];
            if link & ROOT != 0 {
                return at;
            }
        }
    }

    /// Places a stone on an empty cell. Returns the completed structures, as bits.
    #[inline(always)]
    pub fn put<const HAVANNAH: bool>(
        &mut self,
        geometry: &Geometry,
        seat: Seat,
        place: Place,
    ) -> u8 {
        let pattern = self.pattern(seat, place);
        let runs = &RUNS[pattern & 63];
        self.rows[seat & 1][usize::from(place >> 5) & 31] |= 1 << (place & 31);
        let border = geometry.border(place);
        let next = |run: usize| place.wrapping_add_signed(i16::from(runs.first[run]));
        let at = usize::from(place);
        let won = match runs.count {
            0 => {
                self.links[at] = ROOT | border;
                return 0;
            }
            1 => {
                let root = self.find(next(0));
                self.links[at] = root;
                let root = &mut self.links[usize::from(root)];
                *root |= border;
                joined::<HAVANNAH>(*root)
            }
            2 => {
                let (a, b) = (self.find(next(0)), self.find(next(1)));
                let all = self.links[usize::from(a)] | self.links[usize::from(b)] | border;
                self.links[at] = a;
                self.links[usize::from(b)] = a;
                self.links[usize::from(a)] = all;
                joined::<HAVANNAH>(all) | (u8::from(a == b) * LOOP)
            }
            _ => {
                let (a, b, c) = (self.find(next(0)), self.find(next(1)), self.find(next(2)));
                let all = self.links[usize::from(a)]
                    | self.links[usize::from(b)]
                    | self.links[usize::from(c)]
                    | border;
                self.links[at] = a;
                self.links[usize::from(b)] = a;
                self.links[usize::from(c)] = a;
                self.links[usize::from(a)] = all;
                joined::<HAVANNAH>(all) | (u8::from(a == b || a == c || b == c) * LOOP)
            }
        };
        if HAVANNAH && self.fills(seat, place, runs.middles) { won | LOOP } else { won }
    }

    /// The structures that a stone on an empty cell would complete, as bits.
    #[inline]
    pub fn would_win<const HAVANNAH: bool>(
        &self,
        geometry: &Geometry,
        seat: Seat,
        place: Place,
    ) -> u8 {
        let runs = &RUNS[self.pattern(seat, place) & 63];
        let mut all = geometry.border(place);
        let mut roots = [0; 3];
        let mut won = 0;
        for run in 0..usize::from(runs.count) {
            let root = self.root(place.wrapping_add_signed(i16::from(runs.first[run])));
            all |= self.links[usize::from(root)];
            if roots.contains(&root) {
                won = LOOP;
            }
            roots[run] = root;
        }
        won |= joined::<HAVANNAH>(all);
        if HAVANNAH && self.fills(seat, place, runs.middles) { won | LOOP } else { won }
    }

    /// Whether one of the own stones in the directions `middles` of `place` is surrounded by own stones,
    /// assuming a stone on `place`.
    #[inline]
    fn fills(&self, seat: Seat, place: Place, middles: u8) -> bool {
        middles != 0
            && (0..6).any(|direction| {
                middles >> direction & 1 == 1
                    && self.pattern(seat, step(place, direction)) | 1 << ((direction + 3) % 6) == 63
            })
    }

    /// The steps to the first stones of the runs around a cell.
    pub(super) fn run_starts(&self, seat: Seat, place: Place) -> impl Iterator<Item = Place> {
        let runs = RUNS[self.pattern(seat, place) & 63];
        (0..usize::from(runs.count))
            .map(move |run| place.wrapping_add_signed(i16::from(runs.first[run])))
    }
}
