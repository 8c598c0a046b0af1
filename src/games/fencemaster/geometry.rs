//! The hexagon: cells, sides, corners, neighbours. Stones and rules are outside this module.
//!
//! A cell is a row and a column, both from 0 to 2N-2, with |row - column| <= N-1. It has a *number*, row
//! by row from the top, for display and links, and a *place* for computation: places have a stride
//! of 32, with a border around the board, so that the six neighbours of every cell on boards of every size are
//! at the same six offsets.

use std::sync::OnceLock;

/// Minimum side length of a board.
pub const SMALLEST: usize = 3;
/// Maximum side length of a board.
pub const LARGEST: usize = 10;
/// The number of cells of the largest board.
pub const MOST_CELLS: usize = 3 * LARGEST * (LARGEST - 1) + 1;

/// The internal index of a cell: 32 x (row + 1) + column + 1.
pub type Place = u16;

/// The number of places, including the border.
pub const PLACES: usize = 32 * (2 * LARGEST + 1);

/// The number of words in a set of cells on the largest board, see [`Geometry::bit`].
pub(super) const WORDS: usize = ((2 * LARGEST - 1) * (2 * LARGEST - 1)).div_ceil(64);

/// The number of words in a set of cells on a board of side length `side`. Four sizes, because code is compiled for each.
pub(super) const fn words(side: usize) -> usize {
    match side {
        ..=4 => 1,
        5..=6 => 2,
        7..=8 => 4,
        _ => WORDS,
    }
}

/// The number of bits from one row to the next in a set of `words` words: enough for the columns of every board
/// with such sets. Constant for each size, because V8 shifts a vector by a constant with one instruction, else with four.
pub(super) const fn stride(words: usize) -> usize {
    2 * words + 7
}

// The rows of every board fit its sets.
const _: () = {
    let mut side = SMALLEST;
    while side <= LARGEST {
        let (stride, last) = (stride(words(side)), 2 * side - 2);
        assert!(last < stride && last * stride + last < 64 * words(side));
        side += 1;
    }
};

/// The offsets of the six neighbours, in cyclic order: left, upper left, upper right, right, lower right,
/// lower left.
pub const STEPS: [i16; 6] = [-1, -33, -32, 1, 33, 32];

/// The names of the six sides, clockwise from the top.
pub const EDGE_NAMES: [&str; 6] =
    ["top", "upper right", "lower right", "bottom", "lower left", "upper left"];

/// The neighbour of a cell in one of the six directions; it may be beyond the border.
#[inline(always)]
pub const fn step(place: Place, direction: usize) -> Place {
    place.wrapping_add_signed(STEPS[direction])
}

/// The neighbours of a cell, including those beyond the border.
#[inline(always)]
pub const fn around(place: Place) -> [Place; 6] {
    // Written out: a closure over an array would be a call for each step.
    [step(place, 0), step(place, 1), step(place, 2), step(place, 3), step(place, 4), step(place, 5)]
}

/// The board of one size.
#[derive(Debug)]
pub struct Geometry {
    side: usize,
    /// The places of the cells, by number.
    places: Vec<Place>,
    /// The numbers of the cells, by place.
    numbers: [u16; PLACES],
    /// By place the side it lies on as a bit 0 to 5, or the corner as a bit 6 to 11.
    borders: [u16; PLACES],
    /// By row of places the cells on the board, as bits by column.
    pub(super) rows: [u32; 32],
    /// The cells of each side, as sets.
    pub(super) edge_cells: [[u64; 6]; WORDS],
    /// The corners, each as a set.
    pub(super) corner_cells: [[u64; 6]; WORDS],
    /// All cells, as a set.
    pub(super) all_cells: [u64; WORDS],
    /// The cells on the border, as a set.
    pub(super) rim_cells: [u64; WORDS],
    /// By place whether it is one step inside a corner.
    in_corner: [bool; PLACES],
    /// By number, the numbers of the neighbours; [`OFF`] beyond the border.
    near: Vec<[u16; 6]>,
    /// By number, the cells of the row to the left of a cell: a step between this cell and the row below crosses their lines,
    /// see [`crosses`].
    left: Vec<[u64; WORDS]>,
}

/// Marks places that are not on the board.
const OFF: u16 = u16::MAX;

impl Geometry {
    /// The board of side length `side`; `None` if it is not supported.
    pub fn with_side(side: usize) -> Option<&'static Geometry> {
        static BOARDS: [OnceLock<Geometry>; LARGEST - SMALLEST + 1] =
            [const { OnceLock::new() }; LARGEST - SMALLEST + 1];
        let board = BOARDS.get(side.checked_sub(SMALLEST)?)?;
        Some(board.get_or_init(|| Geometry::new(side)))
    }

    fn new(side: usize) -> Geometry {
        let mut board = Geometry {
            side,
            places: Vec::new(),
            numbers: [OFF; PLACES],
            borders: [0; PLACES],
            rows: [0; 32],
            edge_cells: [[0; 6]; WORDS],
            corner_cells: [[0; 6]; WORDS],
            all_cells: [0; WORDS],
            rim_cells: [0; WORDS],
            in_corner: [false; PLACES],
            near: Vec::new(),
            left: Vec::new(),
        };
        let last = 2 * side - 2;
        for row in 0..=last {
            for column in row.saturating_sub(side - 1)..=last.min(row + side - 1) {
                let place = 32 * (row + 1) + column + 1;
                board.numbers[place] = board.places.len() as u16;
                board.places.push(place as Place);
                board.rows[row + 1] |= 2 << column;
                board.borders[place] = border(side, row, column);
                let bit = board.bit(place as Place);
                board.all_cells[bit >> 6] |= 1 << (bit & 63);
                if board.borders[place] != 0 {
                    board.rim_cells[bit >> 6] |= 1 << (bit & 63);
                }
                if let Some(corner) = board.corner(place as Place) {
                    board.corner_cells[bit >> 6][corner] |= 1 << (bit & 63);
                }
                if let Some(edge) = board.edge(place as Place) {
                    board.edge_cells[bit >> 6][edge] |= 1 << (bit & 63);
                }
            }
        }
        for &place in &board.places {
            // One step inside a corner, a cell touches border cells of two sides.
            let sides = around(place).map(|near| board.border(near)).into_iter();
            let sides = sides.fold(0, |all, one| all | one) & 63;
            let inside = board.border(place) == 0;
            board.in_corner[usize::from(place)] = inside && sides.count_ones() >= 2;
            board.near.push(around(place).map(|near| board.numbers[usize::from(near)]));
            let bit = board.bit(place);
            let mut left = [0; WORDS];
            for bit in bit - column(place)..bit {
                left[bit >> 6] |= 1 << (bit & 63);
            }
            board.left.push(left);
        }
        board
    }

    /// Whether a cell is one step inside a corner.
    pub(super) fn is_in_corner(&self, place: Place) -> bool {
        self.in_corner[usize::from(place)]
    }

    /// The numbers of the neighbours of the cell with that number.
    pub(super) fn near(&self, number: usize) -> impl Iterator<Item = usize> {
        self.near[number].into_iter().filter(|&near| near != OFF).map(usize::from)
    }

    /// The cells of the row to the left of the cell with that number.
    pub(super) fn left_of(&self, number: usize) -> &[u64; WORDS] {
        &self.left[number]
    }

    /// The side length N, [`SMALLEST`] to [`LARGEST`].
    #[inline]
    pub fn side(&self) -> usize {
        self.side
    }

    /// The number of cells: 3N(N-1) + 1.
    #[inline]
    pub fn cells(&self) -> usize {
        self.places.len()
    }

    /// The places of all cells, in ascending order of their numbers.
    #[inline]
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The place of the cell with that number.
    pub fn place(&self, number: usize) -> Option<Place> {
        self.places.get(number).copied()
    }

    /// The number of the cell at a place; `None` outside the board.
    #[inline]
    pub fn number(&self, place: Place) -> Option<usize> {
        self.numbers.get(usize::from(place)).filter(|&&n| n != OFF).map(|&n| usize::from(n))
    }

    /// The place of a cell by row and column; `None` if it is not on the board.
    pub fn at(&self, row: usize, column: usize) -> Option<Place> {
        let last = 2 * self.side - 2;
        let on = row <= last && column <= last && row.abs_diff(column) < self.side;
        on.then(|| (32 * (row + 1) + column + 1) as Place)
    }

    /// The side of a cell as a bit 0 to 5, or the corner as a bit 6 to 11.
    #[inline]
    pub fn border(&self, place: Place) -> u16 {
        self.borders[usize::from(place)]
    }

    /// The side of a cell, 0 to 5 clockwise from the top; `None` inside and on corners.
    pub fn edge(&self, place: Place) -> Option<usize> {
        let bits = self.border(place) & 63;
        (bits != 0).then(|| bits.trailing_zeros() as usize)
    }

    /// The corner at a cell, 0 to 5 clockwise from the top left.
    pub fn corner(&self, place: Place) -> Option<usize> {
        let bits = self.border(place) >> 6;
        (bits != 0).then(|| bits.trailing_zeros() as usize)
    }

    /// The axial coordinates of a cell relative to the centre: steps down and steps to the right.
    pub(super) fn axial_coord(&self, place: Place) -> [i32; 2] {
        let middle = self.side as i32 - 1;
        [row(place) as i32 - middle, column(place) as i32 - middle]
    }

    /// The bit index of a cell in sets of 64-bit words: [`stride`] x row + column.
    #[inline]
    pub(super) fn bit(&self, place: Place) -> usize {
        row(place).wrapping_mul(stride(words(self.side))).wrapping_add(column(place))
    }
}

/// The side of a cell on a board of any size as a bit 0 to 5, or the corner as a bit
/// 6 to 11.
pub(super) fn border(side: usize, row: usize, column: usize) -> u16 {
    let last = 2 * side - 2;
    // The sides clockwise from the top; two adjacent ones meet in a corner.
    let on = [
        row == 0,
        column + 1 == row + side,
        column == last,
        row == last,
        row + 1 == column + side,
        column == 0,
    ];
    let sides: Vec<usize> = (0..6).filter(|&edge| on[edge]).collect();
    match sides[..] {
        [edge] => 1 << edge,
        // Corner n is where side n - 1 ends and side n begins.
        [0, 5] => 1 << 6,
        [_, second] => 1 << (6 + second),
        _ => 0,
    }
}

/// The number of steps for an offset down and to the right.
#[inline]
pub(super) const fn steps([down, right]: [i32; 2]) -> u32 {
    let (rows, columns, across) =
        (down.unsigned_abs(), right.unsigned_abs(), (down - right).unsigned_abs());
    let longer = if rows > columns { rows } else { columns };
    if longer > across { longer } else { across }
}

/// Whether a step crosses the line from `inside` to the right border, just below its row. A closed path encloses
/// `inside` exactly if it crosses this line an odd number of times.
pub(super) fn crosses(inside: Place, from: Place, to: Place) -> bool {
    let above = if row(from) < row(to) { from } else { to };
    row(from) != row(to) && row(above) == row(inside) && column(above) > column(inside)
}

/// The row of a cell.
pub const fn row(place: Place) -> usize {
    (place as usize >> 5).wrapping_sub(1)
}

/// The column of a cell.
pub const fn column(place: Place) -> usize {
    (place as usize & 31).wrapping_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_and_corners_go_clockwise_from_the_top() {
        let board = Geometry::with_side(4).expect("a size");
        let at = |row, column| board.at(row, column).expect("on the board");
        let edges =
            [(0, 1), (1, 4), (4, 6), (6, 4), (5, 2), (1, 0)].map(|(r, c)| board.edge(at(r, c)));
        assert_eq!(edges, [0, 1, 2, 3, 4, 5].map(Some));
        let corners =
            [(0, 0), (0, 3), (3, 6), (6, 6), (6, 3), (3, 0)].map(|(r, c)| board.corner(at(r, c)));
        assert_eq!(corners, [0, 1, 2, 3, 4, 5].map(Some));
        assert_eq!(board.at(0, 4), None);
    }
}
