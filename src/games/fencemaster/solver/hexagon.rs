//! Boards of up to 64 cells for the solver: a cell set is one word, one bit per cell number, and stones are stored in all
//! twelve symmetric images of the board at once. The rules are those of [`super::super::board`], reimplemented for such sets;
//! tests compare the two.

use crate::base::util::bits;
use crate::board::joins;
use crate::geometry::{Geometry, step};
use crate::position::FenceMaster;

/// A set of cells, one bit per cell number.
pub(super) type Set = u64;

/// The index of cells beyond the border. Solved boards have no cell with this number.
pub(super) const OFF: u8 = 63;
/// The largest side length whose cells fit, without [`OFF`].
pub(super) const LARGEST: usize = 5;
/// The number of symmetries of the board.
const IMAGES: usize = 12;
/// Marks a root; its other bits are the sides and corners that the group touches.
const ROOT: u16 = 1 << 15;

/// The board of one size, with a rule set.
#[derive(Clone, Debug)]
pub(super) struct Hexagon {
    pub(super) all: Set,
    /// The cells that are not on the border.
    pub(super) inner: Set,
    around: [[u8; 6]; 64],
    /// The neighbours of each cell as sets.
    beside: [Set; 64],
    border: [u16; 64],
    /// The cells of each side.
    edges: [Set; 6],
    /// The cell of each corner.
    corners: [Set; 6],
    /// For each byte of a set the neighbours of its cells.
    spread: Vec<[Set; 256]>,
    /// The number of each cell in each image.
    images: [[u8; 64]; IMAGES],
    pub(super) havannah: bool,
}

/// The stones and groups of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stones {
    /// The stones of both players in every image; the first image is the board itself.
    images: [[Set; 2]; IMAGES],
    /// Per cell with a stone another cell of its group, or [`ROOT`] and what the group touches.
    links: [u16; 64],
}

impl Stones {
    pub(super) fn of_seat(&self, seat: usize) -> Set {
        self.images[0][seat & 1]
    }
}

/// The cells of a set, by number.
pub(super) fn each(set: Set) -> impl Iterator<Item = u8> {
    bits(set).map(|cell| cell as u8)
}

impl Hexagon {
    /// The board and stones of a position; `None` if the board is too large.
    pub(super) fn from_position(position: &FenceMaster) -> Option<(Hexagon, Stones)> {
        let geometry = position.geometry();
        if geometry.side() > LARGEST {
            return None;
        }
        let mut hexagon = Hexagon {
            all: (1 << geometry.cells()) - 1,
            inner: 0,
            around: [[OFF; 6]; 64],
            beside: [0; 64],
            border: [0; 64],
            edges: [0; 6],
            corners: [0; 6],
            spread: vec![[0; 256]; 8],
            images: [[OFF; 64]; IMAGES],
            havannah: position.havannah(),
        };
        for (cell, &place) in geometry.places().iter().enumerate() {
            hexagon.border[cell] = geometry.border(place);
            for direction in 0..6 {
                if let Some(number) = geometry.number(step(place, direction)) {
                    hexagon.around[cell][direction] = number as u8;
                    hexagon.beside[cell] |= 1 << number;
                }
            }
            for edge in 0..6 {
                hexagon.edges[edge] |= Set::from(hexagon.border[cell] >> edge & 1) << cell;
                hexagon.corners[edge] |= Set::from(hexagon.border[cell] >> (6 + edge) & 1) << cell;
            }
            if hexagon.border[cell] == 0 {
                hexagon.inner |= 1 << cell;
            }
            let middle = geometry.side() as i32 - 1;
            let [mut down, mut right] = geometry.axial_coord(place);
            for image in 0..IMAGES {
                // A reflection after six rotations.
                if image == 6 {
                    (down, right) = (right, down);
                }
                hexagon.images[image][cell] = number(geometry, down + middle, right + middle);
                (down, right) = (right, right - down);
            }
        }
        for byte in 0..8 {
            for set in 0..256usize {
                let cells = each(set as Set);
                let beside = cells.map(|bit| hexagon.beside[8 * byte + usize::from(bit)]);
                hexagon.spread[byte][set] = beside.fold(0, |all, one| all | one);
            }
        }
        let mut stones = Stones { images: [[0; 2]; IMAGES], links: [0; 64] };
        for (cell, &place) in geometry.places().iter().enumerate() {
            if let Some(seat) = position.board().stone(place) {
                stones = hexagon.put(&stones, seat, cell as u8);
            }
        }
        Some((hexagon, stones))
    }

    pub(super) fn empty(&self, stones: &Stones) -> Set {
        self.all & !stones.of_seat(0) & !stones.of_seat(1)
    }

    /// The cells adjacent to at least one cell of a set.
    #[inline]
    pub(super) fn spread(&self, set: Set) -> Set {
        let mut beside = 0;
        for (table, byte) in self.spread.iter().zip(set.to_le_bytes()) {
            beside |= table[usize::from(byte)];
        }
        beside
    }

    /// The cells of `within` that are connected with `from`.
    #[inline]
    fn flood(&self, from: Set, within: Set) -> Set {
        let mut reached = from & within;
        loop {
            let next = reached | (self.spread(reached) & within);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The directions, as bits, in which a cell has a neighbour of a set.
    #[inline]
    fn pattern(&self, set: Set, cell: u8) -> u32 {
        let around = &self.around[usize::from(cell & 63)];
        let mut pattern = 0;
        for (direction, &near) in around.iter().enumerate() {
            pattern |= ((set >> (near & 63) & 1) as u32) << direction;
        }
        pattern
    }

    #[inline]
    fn root(stones: &Stones, mut cell: u8) -> u8 {
        loop {
            let link = stones.links[usize::from(cell & 63)];
            if link & ROOT != 0 {
                return cell;
            }
            cell = link as u8;
        }
    }

    /// The roots of the runs of own stones around a cell, and how many there are.
    #[inline]
    pub(super) fn runs(&self, stones: &Stones, seat: usize, cell: u8) -> ([u8; 3], usize) {
        let pattern = self.pattern(stones.of_seat(seat), cell);
        let mut starts = pattern & !(pattern << 1 | pattern >> 5);
        if pattern == 63 {
            starts = 1;
        }
        let (mut roots, mut count) = ([OFF; 3], 0);
        while starts != 0 {
            let near = self.around[usize::from(cell & 63)][starts.trailing_zeros() as usize % 6];
            roots[count % 3] = Self::root(stones, near);
            count += 1;
            starts &= starts - 1;
        }
        (roots, count)
    }

    /// The sides and corners touched by a stone on `cell` that joins the groups of these roots.
    #[inline]
    pub(super) fn touched(&self, stones: &Stones, cell: u8, roots: &[u8]) -> u16 {
        let border = self.border[usize::from(cell & 63)];
        roots.iter().fold(border, |all, &root| all | stones.links[usize::from(root & 63)]) & !ROOT
    }

    /// Whether a group that touches these sides and corners has won.
    #[inline]
    pub(super) fn joins(&self, touched: u16) -> bool {
        joins(self.havannah, touched)
    }

    /// The stones after one more on an empty cell. The caller knows whether it wins.
    #[inline]
    pub(super) fn put(&self, stones: &Stones, seat: usize, cell: u8) -> Stones {
        let mut next = *stones;
        let (roots, count) = self.runs(stones, seat, cell);
        let roots = &roots[..count.min(3)];
        let touched = ROOT | self.touched(stones, cell, roots);
        match roots.split_first() {
            None => next.links[usize::from(cell & 63)] = touched,
            Some((&first, others)) => {
                next.links[usize::from(cell & 63)] = u16::from(first);
                for &other in others {
                    next.links[usize::from(other & 63)] = u16::from(first);
                }
                next.links[usize::from(first & 63)] = touched;
            }
        }
        for (image, cells) in next.images.iter_mut().zip(&self.images) {
            image[seat & 1] |= 1 << (cells[usize::from(cell & 63)] & 63);
        }
        next
    }

    /// Whether a stone on an empty cell wins.
    #[inline]
    pub(super) fn would_win(&self, stones: &Stones, seat: usize, cell: u8) -> bool {
        let ([a, b, c], count) = self.runs(stones, seat, cell);
        let roots = [a, b, c];
        if count >= 2 && (a == b || (count == 3 && (a == c || b == c))) {
            return true;
        }
        self.joins(self.touched(stones, cell, &roots[..count.min(3)]))
            || (self.havannah && self.fills(stones, seat, cell))
    }

    /// Whether a stone adjacent to `cell` would then be surrounded by own stones.
    fn fills(&self, stones: &Stones, seat: usize, cell: u8) -> bool {
        let own = stones.of_seat(seat) | 1 << cell;
        each(self.beside[usize::from(cell & 63)] & own & self.inner)
            .any(|near| self.beside[usize::from(near)] & !own == 0)
    }

    /// The empty cells on which a stone wins.
    #[inline]
    pub(super) fn wins(&self, stones: &Stones, seat: usize) -> Set {
        self.wins_among(stones, seat, self.spread(stones.of_seat(seat)) & self.empty(stones))
    }

    #[inline]
    fn wins_among(&self, stones: &Stones, seat: usize, near: Set) -> Set {
        let wins = |cell: u8| Set::from(self.would_win(stones, seat, cell)) << cell;
        each(near).fold(0, |all, cell| all | wins(cell))
    }

    /// The empty cells on which a stone wins, if `cell` has this player's last stone and there was no winning cell before it.
    #[inline]
    pub(super) fn new_wins(&self, stones: &Stones, seat: usize, cell: u8) -> Set {
        let group = self.flood(1 << cell, stones.of_seat(seat));
        self.wins_among(stones, seat, self.spread(group) & self.empty(stones))
    }

    /// Whether a player could still win if the opponent placed no more stones.
    pub(super) fn can_win(&self, stones: &Stones, seat: usize) -> bool {
        let (own, opponent) = (stones.of_seat(seat), stones.of_seat(1 - seat));
        let open = self.all & !opponent;
        // A ring of six cells around a cell that is not the player's.
        let ringed = self.inner & !self.spread(opponent);
        if ringed & if self.havannah { open } else { open & !own } != 0 {
            return true;
        }
        // An opponent's stone that is cut off from the border if the player takes every open cell.
        if opponent & !self.flood(opponent & !self.inner, opponent) != 0 {
            return true;
        }
        let mut left = open;
        while left != 0 {
            let part = self.flood(left & left.wrapping_neg(), open);
            let touched =
                each(part & !self.inner).fold(0, |all, cell| all | self.border[usize::from(cell)]);
            if self.joins(touched) {
                return true;
            }
            left &= !part;
        }
        false
    }

    /// For each empty cell two plus the number of stones that a player lacks to a tripod or a bridge through it, if the
    /// opponent does nothing.
    pub(super) fn lacks(&self, stones: &Stones, seat: usize) -> [u32; 64] {
        let mut lacks = self.ways(stones, seat, &self.edges, 3);
        if self.havannah {
            let bridges = self.ways(stones, seat, &self.corners, 2);
            for (lack, bridge) in lacks.iter_mut().zip(bridges) {
                *lack = (*lack).min(bridge + 1);
            }
        }
        lacks
    }

    /// For each empty cell the sum of the distances to the nearest `count` targets, two or three, in stones; each distance
    /// includes the cell.
    fn ways(&self, stones: &Stones, seat: usize, targets: &[Set; 6], count: usize) -> [u32; 64] {
        const MOST: usize = 8;
        let (own, empty) = (stones.of_seat(seat), self.empty(stones));
        let mut sums = [0; 64];
        // Cells from which a target can be reached by this number of stones, and own stones connected to them.
        let mut reached = *targets;
        for target in &mut reached {
            let held = self.flood(*target & own, own);
            *target = (*target | self.spread(held)) & empty | held;
        }
        let mut missing = [empty; 3];
        for _ in 0..MOST {
            // Every cell has distance at least one to a target; plus one for each step without enough targets.
            for &sum_of in &missing[..count] {
                for cell in each(sum_of) {
                    sums[usize::from(cell)] += 1;
                }
            }
            let (mut one, mut two, mut three) = (0, 0, 0);
            for target in reached {
                three |= two & target;
                two |= one & target;
                one |= target;
            }
            missing = [empty & !one, empty & !two, empty & !three];
            if missing[..count].iter().all(|&left| left == 0) {
                break;
            }
            for target in &mut reached {
                let mut next = *target | self.spread(*target) & (empty | own);
                let joined = self.flood(next & own, own);
                next |= joined | self.spread(joined) & empty;
                *target = next;
            }
        }
        sums
    }

    /// The stones after one more, in canonical form: symmetric positions are equal.
    #[inline]
    pub(super) fn canonical(&self, stones: &Stones, seat: usize, cell: u8) -> [Set; 2] {
        let mut least = u128::MAX;
        for (image, cells) in stones.images.iter().zip(&self.images) {
            let mut turned = *image;
            turned[seat & 1] |= 1 << (cells[usize::from(cell & 63)] & 63);
            // Compared as one number: the minimum needs no branch.
            least = least.min(u128::from(turned[0]) << 64 | u128::from(turned[1]));
        }
        [(least >> 64) as Set, least as Set]
    }

    /// The current stones in canonical form.
    pub(super) fn canonical_stones(stones: &Stones) -> [Set; 2] {
        stones.images.iter().copied().min().unwrap_or_default()
    }

    /// The neighbours of a cell.
    #[inline]
    pub(super) fn beside(&self, cell: u8) -> Set {
        self.beside[usize::from(cell & 63)]
    }
}

/// The number of a cell.
fn number(geometry: &Geometry, row: i32, column: i32) -> u8 {
    let at = usize::try_from(row).ok().zip(usize::try_from(column).ok());
    let place = at.and_then(|(row, column)| geometry.at(row, column));
    place.and_then(|place| geometry.number(place)).map_or(OFF, |number| number as u8)
}
