//! The Lake as a bitboard, and the nine islands in all four turns, as tables.
//!
//! A Lake square is a bit: `row * 7 + column`, row 0 at the top. Every row has a seventh bit that is
//! never set, so that a shift by one cannot wrap from one row to the next. Besides the shapes, no rules
//! are defined here.

use std::fmt;

/// Number of houses of each player at the start.
pub const HOUSES: u8 = 15;
/// By seat; the option `start` says who moves first.
pub const SEAT_NAMES: [&str; 2] = ["Red", "Blue"];

/// Columns and rows of the Lake.
pub const SIDE: usize = 6;
/// Bits from a square to the one below it.
const STRIDE: usize = SIDE + 1;
/// Number of islands.
pub const ISLANDS: usize = 9;
/// Maximum number of squares of an island.
pub const MOST_SQUARES: usize = 5;

/// A set of Lake squares.
pub type Squares = u64;

/// All 36 squares.
pub const LAKE: Squares = {
    let mut lake = 0;
    let mut row = 0;
    while row < SIDE {
        lake |= ((1 << SIDE) - 1) << (row * STRIDE);
        row += 1;
    }
    lake
};

/// The squares orthogonally adjacent to `squares`, without `squares` itself.
#[inline]
pub const fn beside(squares: Squares) -> Squares {
    (squares << 1 | squares >> 1 | squares << STRIDE | squares >> STRIDE) & LAKE & !squares
}

/// The squares of `within` that are connected with `seed`, which is part of `within`.
#[inline]
pub const fn connected(seed: Squares, within: Squares) -> Squares {
    let mut grown = seed;
    loop {
        let next = grown | (beside(grown) & within);
        if next == grown {
            return grown;
        }
        grown = next;
    }
}

/// The connected parts of a set, ordered by their first squares.
#[inline]
pub(super) fn parts(squares: Squares) -> impl Iterator<Item = Squares> {
    let mut rest = squares;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let part = connected(rest & rest.wrapping_neg(), squares);
            rest &= !part;
            part
        })
    })
}

/// The squares of a set: row by row from the top left.
pub fn bits(squares: Squares) -> impl Iterator<Item = Square> {
    crate::base::util::bits(squares).map(|bit| Square(bit as u8))
}

/// A square of the Lake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Column 0 (A) to 5 (F), row 0 (top, 6) to 5 (bottom, 1).
    pub const fn new(column: usize, row: usize) -> Self {
        assert!(column < SIDE && row < SIDE);
        Square((row * STRIDE + column) as u8)
    }

    /// From an index 0 to 35, row by row from the top left.
    pub fn from_index(index: usize) -> Option<Self> {
        (index < SIDE * SIDE).then(|| Square::new(index % SIDE, index / SIDE))
    }

    /// The index 0 to 35, row by row from the top left: the page's number of the square.
    pub const fn index(self) -> usize {
        self.row() * SIDE + self.column()
    }

    /// 0 for A to 5 for F.
    pub const fn column(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// 0 for the top row, 6, to 5 for the bottom row, 1.
    pub const fn row(self) -> usize {
        self.0 as usize / STRIDE
    }

    /// The set of this square alone.
    #[inline]
    pub const fn set(self) -> Squares {
        1 << self.0
    }

    /// Reads a column letter and a row digit; `None` if they are not on the Lake.
    pub fn parse(column: u8, row: u8) -> Option<Self> {
        let (column, row) = (column.wrapping_sub(b'A') as usize, row.wrapping_sub(b'1') as usize);
        (column < SIDE && row < SIDE).then(|| Square::new(column, SIDE - 1 - row))
    }
}

/// `A6` at the top left to `F1` at the bottom right.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'A' + self.column() as u8) as char, SIDE - self.row())
    }
}

impl Square {
    /// The name as printed on the board, in lower case: `a6`.
    pub fn printed(self) -> String {
        self.to_string().to_ascii_lowercase()
    }
}

/// One of the nine islands, as an index in [`Island::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Island(u8);

/// The names and unturned shapes, from the rules.
const SHAPES: [(u8, [&[u8]; 3]); ISLANDS] = [
    (b'T', [b"###", b".#.", b""]),
    (b'S', [b".##", b"##.", b""]),
    (b'D', [b"##", b"", b""]),
    (b'L', [b"#.", b"#.", b"##"]),
    (b'P', [b"##", b"##", b"#."]),
    (b'V', [b"##", b"#.", b""]),
    (b'I', [b"###", b"", b""]),
    (b'F', [b".##", b"##.", b".#."]),
    (b'U', [b"##", b"#.", b"##"]),
];

impl Island {
    /// All islands in the order of move lists.
    pub const ALL: [Island; ISLANDS] = {
        let mut all = [Island(0); ISLANDS];
        let mut i = 0;
        while i < ISLANDS {
            all[i] = Island(i as u8);
            i += 1;
        }
        all
    };

    /// The index in [`Island::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter that names it.
    pub const fn letter(self) -> char {
        SHAPES[self.0 as usize].0 as char
    }

    /// One of its squares for people, who count from one; moves in the notation count from zero.
    pub fn square_name(self, square: u8) -> String {
        format!("square {} of {}", square + 1, self.letter())
    }

    /// The island of that letter.
    pub fn parse(letter: u8) -> Option<Self> {
        SHAPES.iter().position(|&(name, _)| name == letter).map(|i| Island(i as u8))
    }

    /// The number of its squares.
    #[inline]
    pub const fn size(self) -> usize {
        TURNED[self.0 as usize][0].size
    }

    /// Its shape after `turn`.
    #[inline]
    pub const fn turned(self, turn: Turn) -> &'static Turned {
        &TURNED[self.0 as usize][turn.0 as usize]
    }

    /// Whether a half turn leaves its shape unchanged, without houses: S, D and I.
    pub const fn half_turn_alike(self) -> bool {
        let turned = &TURNED[self.0 as usize];
        turned[0].all == turned[2].all
    }
}

/// The rotation of an island, in quarter turns clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn(u8);

impl Turn {
    /// All four, in ascending order of degrees.
    pub const ALL: [Turn; 4] = [Turn(0), Turn(1), Turn(2), Turn(3)];

    /// From degrees: 0, 90, 180 or 270.
    pub fn from_degrees(degrees: u64) -> Option<Self> {
        (degrees.is_multiple_of(90) && degrees < 360).then_some(Turn((degrees / 90) as u8))
    }

    /// 0, 90, 180 or 270.
    pub const fn degrees(self) -> u32 {
        self.0 as u32 * 90
    }

    /// Quarter turns, 0 to 3.
    #[inline]
    pub const fn quarters(self) -> usize {
        self.0 as usize
    }

    /// This rotation plus a half turn.
    pub const fn opposite(self) -> Turn {
        Turn(self.0 ^ 2)
    }
}

/// The shape of an island after a turn.
#[derive(Clone, Copy, Debug)]
pub struct Turned {
    /// Columns of the bounding box.
    pub width: usize,
    /// Rows of the bounding box.
    pub height: usize,
    /// The number of valid entries of `cells` and `squares`.
    pub size: usize,
    /// For each square of the island, by its number for the whole game: column and row in the box.
    pub cells: [(usize, usize); MOST_SQUARES],
    /// The same as bits, with the box's top-left corner at A6.
    squares: [Squares; MOST_SQUARES],
    /// All squares as one set.
    all: Squares,
    /// The possible squares of the box's top-left corner with the whole box on the Lake.
    corners: Squares,
}

impl Turned {
    /// The Lake squares it covers with its box's top-left corner at `corner`.
    #[inline]
    pub const fn at(&self, corner: Square) -> Squares {
        self.all << corner.0
    }

    /// The Lake square of its square number `square` in that case.
    #[inline]
    pub const fn square_at(&self, square: usize, corner: Square) -> Squares {
        self.squares[square] << corner.0
    }

    /// The corners from which all its squares lie on `free`.
    #[inline]
    pub const fn fits(&self, free: Squares) -> Squares {
        let mut corners = self.corners;
        let mut i = 0;
        while i < self.size {
            corners &= free >> self.squares[i].trailing_zeros();
            i += 1;
        }
        corners
    }

    /// Whether the box is on the Lake with its top-left corner at `corner`.
    pub const fn on_lake(&self, corner: Square) -> bool {
        self.corners & corner.set() != 0
    }
}

/// No squares.
const NONE: Turned = Turned {
    width: 0,
    height: 0,
    size: 0,
    cells: [(0, 0); MOST_SQUARES],
    squares: [0; MOST_SQUARES],
    all: 0,
    corners: 0,
};

static TURNED: [[Turned; 4]; ISLANDS] = {
    let mut table = [[NONE; 4]; ISLANDS];
    let mut island = 0;
    while island < ISLANDS {
        let mut turned = unturned(&SHAPES[island].1);
        let mut turn = 0;
        while turn < 4 {
            table[island][turn] = with_bits(turned);
            turned = quarter(turned);
            turn += 1;
        }
        island += 1;
    }
    table
};

const fn unturned(drawing: &[&[u8]; 3]) -> Turned {
    let mut shape = Turned { width: drawing[0].len(), ..NONE };
    while shape.height < 3 && !drawing[shape.height].is_empty() {
        let mut column = 0;
        while column < shape.width {
            if drawing[shape.height][column] == b'#' {
                shape.cells[shape.size] = (column, shape.height);
                shape.size += 1;
            }
            column += 1;
        }
        shape.height += 1;
    }
    shape
}

const fn quarter(shape: Turned) -> Turned {
    let mut next = shape;
    next.width = shape.height;
    next.height = shape.width;
    let mut i = 0;
    while i < shape.size {
        let (column, row) = shape.cells[i];
        next.cells[i] = (shape.height - 1 - row, column);
        i += 1;
    }
    next
}

const fn with_bits(mut shape: Turned) -> Turned {
    let mut i = 0;
    while i < shape.size {
        let (column, row) = shape.cells[i];
        shape.squares[i] = 1 << (row * STRIDE + column);
        shape.all |= shape.squares[i];
        i += 1;
    }
    let mut row = 0;
    while row + shape.height <= SIDE {
        let mut column = 0;
        while column + shape.width <= SIDE {
            shape.corners |= 1 << (row * STRIDE + column);
            column += 1;
        }
        row += 1;
    }
    shape
}

/// The rotation and the corner of an island on the Lake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IslandPlace {
    pub(super) turn: Turn,
    pub(super) corner: Square,
}

/// The place of each island; `None` in the Reedbed.
pub(super) type Places = [Option<IslandPlace>; ISLANDS];

/// The Lake squares that `island` covers; none while it is in the Reedbed.
#[inline]
pub(super) fn land_of(places: &Places, island: Island) -> Squares {
    places[island.index()].map_or(0, |place| island.turned(place.turn).at(place.corner))
}

/// The island on a Lake square, and the number of its square there.
pub(super) fn island_on(places: &Places, square: Square) -> Option<(Island, u8)> {
    Island::ALL.into_iter().find_map(|island| {
        let IslandPlace { turn, corner } = places[island.index()]?;
        let turned = island.turned(turn);
        let number = (0..island.size()).find(|&i| turned.square_at(i, corner) == square.set())?;
        Some((island, number as u8))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_named_from_the_top_left() {
        assert_eq!(Square::from_index(0).map(|s| s.to_string()).as_deref(), Some("A6"));
        assert_eq!(Square::from_index(35).map(|s| s.to_string()).as_deref(), Some("F1"));
        assert!(Square::from_index(36).is_none());
        for index in 0..36 {
            let square = Square::from_index(index).expect("on the Lake");
            assert_eq!(square.index(), index);
            let name = square.to_string().into_bytes();
            assert_eq!(Square::parse(name[0], name[1]), Some(square));
        }
        for (column, row) in [(b'G', b'1'), (b'A', b'0'), (b'A', b'7'), (b'a', b'1')] {
            assert!(Square::parse(column, row).is_none());
        }
    }
}
