//! Cells, sets of cells and knight's moves. This module has no rules of the game and no texts for people.
//!
//! Every board, whatever its size, is embedded in the bottom left corner of one of [`LARGEST`] x [`LARGEST`]
//! cells, so a cell has the same number on all of them, and one table of knight's moves is enough:
//! a smaller board is only a smaller initial set of free cells.

/// By seat; Player 1 moves first.
pub const SEAT_NAMES: [&str; 2] = ["Red", "Blue"];

/// The shortest side of a board.
pub const SMALLEST: u8 = 3;
/// The longest side of a board.
pub const LARGEST: u8 = 11;
/// Number of cells of the largest board.
pub(super) const CELLS: usize = LARGEST as usize * LARGEST as usize;

/// A set of cells as bits: the number of a bit is row times [`LARGEST`] plus column.
pub type Cells = u128;

/// A cell, by column and row from the bottom left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(super) u8);

/// Per cell the cells that are a knight's move away on the largest board.
static KNIGHT: [Cells; CELLS] = knight_moves();

const fn knight_moves() -> [Cells; CELLS] {
    const JUMPS: [(i32, i32); 8] =
        [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let side = LARGEST as i32;
    let mut table = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut jump = 0;
        while jump < JUMPS.len() {
            let column = cell as i32 % side + JUMPS[jump].0;
            let row = cell as i32 / side + JUMPS[jump].1;
            if column >= 0 && column < side && row >= 0 && row < side {
                table[cell] |= 1 << (row * side + column);
            }
            jump += 1;
        }
        cell += 1;
    }
    table
}

/// Half of the square root of every whole number below its length, in thousandths, to the nearest.
static HALF_ROOTS: [i64; 243] = half_roots();

const fn half_roots() -> [i64; 243] {
    let mut table = [0; 243];
    let mut n = 0;
    while n < table.len() {
        // The root of n/4 in thousandths is the root of n * 250 000; round it to the nearest.
        let square = n as u64 * 250_000;
        let root = square.isqrt();
        table[n] = if square - root * root > root { root + 1 } else { root } as i64;
        n += 1;
    }
    table
}

impl Cell {
    /// The cell in that column and row, both from 0 at the bottom left.
    pub const fn at(column: u8, row: u8) -> Option<Cell> {
        if column < LARGEST && row < LARGEST { Some(Cell(row * LARGEST + column)) } else { None }
    }

    /// The column, from 0 on the left.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 % LARGEST
    }

    /// The row, from 0 at the bottom.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 / LARGEST
    }

    /// The set with this cell only.
    #[inline]
    pub const fn alone(self) -> Cells {
        // As two words: a shift of 128 bits is a call on wasm.
        let bit = 1u64 << (self.0 & 63);
        let (low, high) = if self.0 < 64 { (bit, 0) } else { (0, bit) };
        low as Cells | (high as Cells) << 64
    }

    /// The cells a knight's move away on the largest board.
    #[inline]
    pub fn knight(self) -> Cells {
        KNIGHT[usize::from(self.0)]
    }

    /// Whether the two cells have the same colour on a chequered board: a knight's move changes the colour.
    pub const fn same_colour(self, other: Cell) -> bool {
        (self.column() + self.row() + other.column() + other.row()).is_multiple_of(2)
    }

    /// The distance, doubled and split into columns and rows, from the point
    /// (height/2, width/2) when cells are numbered by row and column from 0 at the top left. On a
    /// board with odd sides that point lies half a cell right of and below the middle of the board,
    /// as in the source's course code; not corrected, because the heuristics' play depends on it.
    const fn doubled_offset(self, size: Size) -> (i64, i64) {
        let from_top = size.height - 1 - self.row();
        (2 * self.column() as i64 - size.width as i64, 2 * from_top as i64 - size.height as i64)
    }

    /// The squared distance from (height/2, width/2), in thousandths; exact.
    #[inline]
    pub const fn squared_distance(self, size: Size) -> i64 {
        let (x, y) = self.doubled_offset(size);
        (x * x + y * y) * 250
    }

    /// The distance from (height/2, width/2), in thousandths, to the nearest.
    #[inline]
    pub fn distance(self, size: Size) -> i64 {
        let (x, y) = self.doubled_offset(size);
        HALF_ROOTS[(x * x + y * y) as usize]
    }
}

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Columns, [`SMALLEST`] to [`LARGEST`].
    pub(super) width: u8,
    /// Rows, [`SMALLEST`] to [`LARGEST`].
    pub(super) height: u8,
}

impl Size {
    /// The board size of the source.
    pub const SEVEN: Size = Size { width: 7, height: 7 };

    /// A size, if both sides are from [`SMALLEST`] to [`LARGEST`].
    pub const fn new(width: u8, height: u8) -> Option<Size> {
        let fits = SMALLEST <= width && width <= LARGEST && SMALLEST <= height && height <= LARGEST;
        if fits { Some(Size { width, height }) } else { None }
    }

    /// The number of columns, [`SMALLEST`] to [`LARGEST`].
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows, [`SMALLEST`] to [`LARGEST`].
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Parses `7x7`: columns, rows. Only the shortest form of a number is valid.
    pub fn parse(text: &str) -> Option<Size> {
        let (width, height) = text.split_once('x')?;
        let size = Size::new(width.parse().ok()?, height.parse().ok()?)?;
        (size.to_string() == text).then_some(size)
    }

    /// All cells of the board.
    pub const fn cells(self) -> Cells {
        let row: Cells = (1 << self.width) - 1;
        let mut cells = 0;
        let mut n = 0;
        while n < self.height {
            cells |= row << (n * LARGEST);
            n += 1;
        }
        cells
    }

    /// The four corners of the board.
    #[inline]
    pub const fn corners(self) -> Cells {
        CORNERS[(self.height - SMALLEST) as usize][(self.width - SMALLEST) as usize]
    }

    /// The middle cell, if both sides are odd.
    pub const fn centre(self) -> Option<Cell> {
        if self.width % 2 == 1 && self.height % 2 == 1 {
            Cell::at(self.width / 2, self.height / 2)
        } else {
            None
        }
    }

    /// Whether `cell` lies on a board of this size.
    pub const fn contains(self, cell: Cell) -> bool {
        (cell.0 as usize) < CELLS && cell.column() < self.width && cell.row() < self.height
    }

    /// The cell opposite `cell` through the middle of the board.
    pub const fn mirrored(self, cell: Cell) -> Cell {
        Cell((self.height - 1 - cell.row()) * LARGEST + self.width - 1 - cell.column())
    }
}

/// `7x7`.
impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

const SIDES: usize = (LARGEST - SMALLEST + 1) as usize;

/// The corners by height and width: a shift of 128 bits for each would cost more than the rest of a
/// heuristic.
static CORNERS: [[Cells; SIDES]; SIDES] = corners();

const fn corners() -> [[Cells; SIDES]; SIDES] {
    let mut table = [[0; SIDES]; SIDES];
    let mut y = 0;
    while y < SIDES {
        let mut x = 0;
        while x < SIDES {
            let bottom: Cells = 1 | 1 << (x + SMALLEST as usize - 1);
            table[y][x] = bottom | bottom << ((y + SMALLEST as usize - 1) * LARGEST as usize);
            x += 1;
        }
        y += 1;
    }
    table
}

/// The number of cells in a set.
#[inline]
pub const fn count(cells: Cells) -> u32 {
    cells.count_ones()
}

/// The cells of a set, from a1 along each row upwards.
#[inline]
pub fn each(cells: Cells) -> impl Iterator<Item = Cell> {
    // Two words instead of one of 128 bits: processors have no instruction for the latter. The second moves
    // down when the first is empty, so that both stay in registers.
    let (mut word, mut next, mut base) = (cells as u64, (cells >> 64) as u64, 0);
    std::iter::from_fn(move || {
        if word == 0 {
            (word, next, base) = (next, 0, 64);
        }
        (word != 0).then(|| {
            let cell = Cell((base + word.trailing_zeros()) as u8);
            word &= word - 1;
            cell
        })
    })
}

/// All cells that a knight on `from` can reach over cells of `free`, in any number of moves.
pub fn reach(from: Cell, free: Cells) -> Cells {
    let mut reached = 0;
    let mut fresh = from.knight() & free;
    while fresh != 0 {
        reached |= fresh;
        fresh = each(fresh).fold(0, |next, cell| next | cell.knight()) & free & !reached;
    }
    reached
}

/// The cells that each of two knights reaches in fewer moves than the other, if both move in turn over free cells; with
/// the same number of moves, the knight of `turn` is first.
pub(super) fn reached_first(knights: [Cell; 2], turn: usize, free: Cells) -> [Cells; 2] {
    let mut first = [0; 2];
    let mut fresh = knights.map(|knight| knight.knight() & free);
    let mut reached = [0; 2];
    while fresh != [0; 2] {
        for seat in [turn & 1, turn & 1 ^ 1] {
            first[seat] |= fresh[seat] & !first[seat ^ 1];
        }
        for seat in 0..2 {
            reached[seat] |= fresh[seat];
            let next = each(fresh[seat]).fold(0, |next, cell| next | cell.knight());
            fresh[seat] = next & free & !reached[seat];
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(column: u8, row: u8) -> Cell {
        Cell::at(column, row).expect("on the largest board")
    }

    #[test]
    fn sizes_are_parsed_strictly() {
        assert_eq!(Size::parse("7x7"), Some(Size::SEVEN));
        assert_eq!(Size::parse("11x3").map(|size| (size.width, size.height)), Some((11, 3)));
        for bad in ["", "7", "7x", "2x7", "7x12", "07x7", "+7x7", "7X7", "7x7 "] {
            assert_eq!(Size::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn sizes_give_cells_corners_mirror_and_centre() {
        let size = Size::new(4, 3).expect("a size");
        assert_eq!(count(size.cells()), 12);
        let corners: Vec<_> = each(size.corners()).map(|c| (c.column(), c.row())).collect();
        assert_eq!(corners, [(0, 0), (3, 0), (0, 2), (3, 2)]);
        assert_eq!(size.mirrored(cell(0, 0)), cell(3, 2));
        assert_eq!((size.centre(), Size::SEVEN.centre()), (None, Some(cell(3, 3))));
        assert_eq!(each(Cells::MAX >> 7).count(), CELLS);
    }

    #[test]
    fn distances_match_the_source() {
        // (row, column) = (3, 3) from the top left is d4: half a cell from (3.5, 3.5) in both directions.
        assert_eq!(cell(3, 3).squared_distance(Size::SEVEN), 500);
        assert_eq!(cell(3, 3).distance(Size::SEVEN), 707);
        // (0, 0) is a7, the far corner; (6, 6) is g1, the near one.
        assert_eq!(cell(0, 6).squared_distance(Size::SEVEN), 24_500);
        assert_eq!(cell(6, 0).squared_distance(Size::SEVEN), 12_500);
        assert_eq!(cell(6, 0).distance(Size::SEVEN), 3_536);
        assert_eq!(cell(0, 10).distance(Size { width: 11, height: 11 }), 7_778);
    }

    #[test]
    fn reach_includes_cells_several_moves_away() {
        // On 3x3 the middle has no neighbours, and the other eight cells are one ring.
        let free = Size { width: 3, height: 3 }.cells();
        assert_eq!(reach(cell(1, 1), free), 0);
        assert_eq!(count(reach(cell(0, 0), free & !cell(0, 0).alone())), 7);
    }
}
