//! The board: cells, cell sets as bitsets, ownership and supply. The inner loops
//! of the game are here and do not allocate. Turns, orders and bots are outside this module.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Cells per side.
pub const SIDE: usize = 100;
/// The number of cells.
pub const CELLS: usize = SIDE * SIDE;
/// The number of empires: one for each corner of the board.
pub const EMPIRES: usize = 4;

/// A cell: x to the right, y down, both 0 to 99.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The column, to the right.
    pub x: u8,
    /// The row, downwards.
    pub y: u8,
}

/// The home of each empire.
pub const HOMES: [Cell; EMPIRES] =
    [Cell { x: 0, y: 0 }, Cell { x: 99, y: 0 }, Cell { x: 99, y: 99 }, Cell { x: 0, y: 99 }];

impl Cell {
    /// The cell (x, y), if it is on the board.
    pub fn new(x: usize, y: usize) -> Option<Cell> {
        (x < SIDE && y < SIDE).then_some(Cell { x: x as u8, y: y as u8 })
    }

    /// Its index, x times 100 plus y.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.x) * SIDE + usize::from(self.y)
    }

    /// The cell of an index below [`CELLS`]; larger ones wrap around.
    #[inline]
    pub fn from_index(index: usize) -> Cell {
        Cell { x: (index / SIDE % SIDE) as u8, y: (index % SIDE) as u8 }
    }

    /// The Manhattan distance, ignoring water: |dx| + |dy|.
    #[inline]
    pub fn distance(self, other: Cell) -> u32 {
        u32::from(self.x.abs_diff(other.x)) + u32::from(self.y.abs_diff(other.y))
    }

    /// The neighbour in a direction, if it is on the board.
    #[inline]
    pub fn step(self, direction: Direction) -> Option<Cell> {
        let (dx, dy) = direction.delta();
        Cell::new(
            usize::from(self.x).wrapping_add_signed(dx),
            usize::from(self.y).wrapping_add_signed(dy),
        )
    }

    /// The neighbours, in the order of [`Direction::ALL`].
    #[inline]
    pub fn neighbours(self) -> impl Iterator<Item = Cell> {
        Direction::ALL.into_iter().filter_map(move |direction| self.step(direction))
    }

    /// The cell after a quarter turn of the board about its centre: home 0 becomes home 1.
    pub fn turned(self) -> Cell {
        Cell { x: SIDE as u8 - 1 - self.y, y: self.x }
    }
}

/// `40,12`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// `[40, 12]`.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.x, self.y].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [x, y] = <[u64; 2]>::deserialize(deserializer)?;
        let cell = usize::try_from(x).ok().zip(usize::try_from(y).ok());
        cell.and_then(|(x, y)| Cell::new(x, y))
            .ok_or_else(|| serde::de::Error::custom("expected a cell as [x, y], both from 0 to 99"))
    }
}

/// One of the four orthogonal directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Up: y - 1.
    North,
    /// To the right: x + 1.
    East,
    /// Down: y + 1.
    South,
    /// To the left: x - 1.
    West,
}

impl Direction {
    /// In the order of their codes.
    pub const ALL: [Direction; 4] =
        [Direction::North, Direction::East, Direction::South, Direction::West];

    /// Its letter in the notation.
    pub fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self as usize]
    }

    /// Its name in a sentence.
    pub fn name(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }

    /// The direction of a letter.
    pub fn parse(letter: u8) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.letter() == char::from(letter))
    }

    /// 0 north, 1 east, 2 south, 3 west: the order of the variants.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The direction of a code; only the lowest two bits are used.
    pub fn from_code(code: u8) -> Direction {
        Direction::ALL[usize::from(code & 3)]
    }

    fn delta(self) -> (isize, isize) {
        match self {
            Direction::North => (0, -1),
            Direction::East => (1, 0),
            Direction::South => (0, 1),
            Direction::West => (-1, 0),
        }
    }

    /// The direction along the longer axis towards a cell, ignoring water; `None` if it is the same cell.
    pub fn towards(from: Cell, to: Cell) -> Option<Direction> {
        let east = i16::from(to.x) - i16::from(from.x);
        let south = i16::from(to.y) - i16::from(from.y);
        match (east, south) {
            (0, 0) => None,
            _ if east.abs() < south.abs() && south < 0 => Some(Direction::North),
            _ if east.abs() < south.abs() => Some(Direction::South),
            _ if east < 0 => Some(Direction::West),
            _ => Some(Direction::East),
        }
    }

    /// The direction after a quarter turn of the board.
    pub fn turned(self) -> Direction {
        Direction::from_code(self.code() + 1)
    }
}

/// The bits of a column that represent cells.
const COLUMN: u128 = (1 << SIDE) - 1;

/// The bit of a row in a column. Computed by words: a shift of 128 bits is a call on wasm.
#[inline]
pub(super) const fn bit(y: u8) -> u128 {
    let bit = 1u64 << (y & 63);
    let (low, high) = if y < 64 { (bit, 0) } else { (0, bit) };
    low as u128 | (high as u128) << 64
}

/// The bits of rows `low` to `high`, both at most 127; computed by words as well.
#[inline]
pub(super) const fn span(low: u32, high: u32) -> u128 {
    const fn up_to(row: u32) -> u128 {
        let ones = u64::MAX >> (63 - (row & 63));
        let (low, high) = if row < 64 { (ones, 0) } else { (u64::MAX, ones) };
        low as u128 | (high as u128) << 64
    }
    let below = if low == 0 { 0 } else { up_to(low - 1) };
    up_to(high) & !below
}

/// A set of cells: one word per column, bit y for the cell (x, y).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    pub(super) columns: [u128; SIDE],
}

impl Default for Cells {
    fn default() -> Self {
        Cells::EMPTY
    }
}

impl Cells {
    /// The empty set.
    pub const EMPTY: Cells = Cells { columns: [0; SIDE] };

    /// Whether the set contains a cell.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        let column = self.columns[usize::from(cell.x)];
        let word = if cell.y < 64 { column as u64 } else { (column >> 64) as u64 };
        word >> (cell.y & 63) & 1 != 0
    }

    /// Adds a cell; no effect if the set contains it.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.columns[usize::from(cell.x)] |= bit(cell.y);
    }

    /// Removes a cell; no effect if the set does not contain it.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.columns[usize::from(cell.x)] &= !bit(cell.y);
    }

    /// The number of cells.
    pub fn count(&self) -> u32 {
        self.columns.iter().map(|column| column.count_ones()).sum()
    }

    /// The number of cells in the intersection.
    #[inline]
    pub fn count_in(&self, other: &Cells) -> u32 {
        self.columns.iter().zip(&other.columns).map(|(a, b)| (a & b).count_ones()).sum()
    }

    /// The cells that are not in the set.
    pub fn complement(&self) -> Cells {
        self.with(&Cells::EMPTY, |a, _| !a & COLUMN)
    }

    /// Combines two sets column by column.
    #[inline]
    pub fn with(&self, other: &Cells, f: impl Fn(u128, u128) -> u128) -> Cells {
        let mut made = Cells::EMPTY;
        for ((made, a), b) in made.columns.iter_mut().zip(&self.columns).zip(&other.columns) {
            *made = f(*a, *b);
        }
        made
    }

    /// The cells that are not in the other set.
    pub fn without(&self, other: &Cells) -> Cells {
        self.with(other, |a, b| a & !b)
    }

    /// The cells in x-major order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> {
        let cells = |(x, &column)| rows(column).map(move |y| Cell { x: x as u8, y });
        self.columns.iter().enumerate().flat_map(cells)
    }

    /// The set with all neighbours of its cells.
    pub fn grown(&self) -> Cells {
        let mut made = Cells::EMPTY;
        for x in 0..SIDE {
            let c = self.columns[x];
            let mut grown = c | c << 1 | c >> 1;
            if x > 0 {
                grown |= self.columns[x - 1];
            }
            if x + 1 < SIDE {
                grown |= self.columns[x + 1];
            }
            made.columns[x] = grown & COLUMN;
        }
        made
    }

    /// All cells within Manhattan distance `r` of a cell, ignoring water.
    pub fn diamond(centre: Cell, r: u32) -> Cells {
        let mut made = Cells::EMPTY;
        columns_around(centre, r).for_each(|(x, around)| made.columns[x] = around);
        made
    }
}

/// The owner of each cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owners {
    /// The cells to which each empire alone is nearest.
    pub own: [Cells; EMPIRES],
    /// The cells to which several empires are equally near.
    pub disputed: Cells,
}

impl Owners {
    /// Recomputes ownership: every cell belongs to the empire with the nearest outpost, if one is within `r`.
    ///
    /// The waves of all four empires advance together, one step at a time, and stop at cells that any
    /// wave has reached before: if an empire is nearest to a cell, it is nearest (or tied) along the whole path.
    /// So one step costs a few bit operations per column, whatever the number of outposts.
    pub fn measure(&mut self, posts: &[Vec<Cell>; EMPIRES], r: u32) {
        let mut waves = [[[0u128; SIDE + 2]; EMPIRES]; 2];
        let mut claimed = [0u128; SIDE];
        self.own = [Cells::EMPTY; EMPIRES];
        self.disputed = Cells::EMPTY;
        // The range of columns, counted from 1, that a wave can have reached.
        let (mut low, mut high) = (SIDE + 1, 0);
        for (wave, posts) in waves[0].iter_mut().zip(posts) {
            for post in posts {
                let x = usize::from(post.x) + 1;
                wave[x] |= bit(post.y);
                (low, high) = (low.min(x), high.max(x));
            }
        }
        if high == 0 {
            return;
        }
        let [a, b, c, d] = &waves[0];
        for x in low..=high {
            self.claim(x - 1, [a[x], b[x], c[x], d[x]], &mut claimed);
        }
        for level in 0..r as usize {
            let (from, to) = waves.split_at_mut(1);
            let (from, to) =
                if level % 2 == 0 { (&from[0], &mut to[0]) } else { (&to[0], &mut from[0]) };
            (low, high) = ((low - 1).max(1), (high + 1).min(SIDE));
            let mut any = 0;
            for x in low..=high {
                let free = COLUMN & !claimed[x - 1];
                let at: [u128; EMPIRES] = std::array::from_fn(|e| {
                    let wave = &from[e];
                    (wave[x] << 1 | wave[x] >> 1 | wave[x - 1] | wave[x + 1]) & free
                });
                for (to, at) in to.iter_mut().zip(at) {
                    to[x] = at;
                    any |= at;
                }
                self.claim(x - 1, at, &mut claimed);
            }
            if any == 0 {
                return;
            }
        }
    }

    #[inline]
    fn claim(&mut self, x: usize, at: [u128; EMPIRES], claimed: &mut [u128; SIDE]) {
        let [a, b, c, d] = at;
        let (ab, cd) = (a | b, c | d);
        let level = (a & b) | (c & d) | (ab & cd);
        for (own, at) in self.own.iter_mut().zip(at) {
            own.columns[x] |= at & !level;
        }
        self.disputed.columns[x] |= level;
        claimed[x] |= ab | cd;
    }

    /// The code of a cell: 0 neutral, 1 to 4 the empires, 5 disputed.
    pub fn code(&self, cell: Cell) -> u8 {
        if self.disputed.contains(cell) {
            return 5;
        }
        (0..EMPIRES).find(|&e| self.own[e].contains(cell)).map_or(0, |e| e as u8 + 1)
    }

    /// Whether another empire alone controls a cell.
    pub fn is_enemy_cell(&self, cell: Cell, empire: usize) -> bool {
        let code = self.code(cell);
        (1..=4).contains(&code) && usize::from(code) != empire + 1
    }

    /// The cells that each of the other empires controls alone.
    pub fn of_others(&self, empire: usize) -> Cells {
        let others = self.own.iter().enumerate().filter(|&(e, _)| e != empire);
        others.fold(Cells::EMPTY, |cells, (_, own)| cells.with(own, |a, b| a | b))
    }

    /// The codes of all cells in x-major order, as ASCII digits.
    pub fn codes(&self) -> Vec<u8> {
        let mut codes = vec![b'0'; CELLS];
        for (e, own) in self.own.iter().enumerate() {
            own.iter().for_each(|cell| codes[cell.index()] = b'1' + e as u8);
        }
        self.disputed.iter().for_each(|cell| codes[cell.index()] = b'5');
        codes
    }

    /// The cells through which an empire's supply can pass: its own land, and neutral land.
    pub fn passable(&self, empire: usize, land: &Cells) -> Cells {
        let mut made = Cells::EMPTY;
        for x in 0..SIDE {
            let mut closed = self.disputed.columns[x];
            for (e, own) in self.own.iter().enumerate() {
                if e != empire {
                    closed |= own.columns[x];
                }
            }
            made.columns[x] = land.columns[x] & !closed;
        }
        made
    }
}

/// The passable cells that are connected with `home` through passable cells; none if home is not
/// passable itself. A cell is supplied if it is the home or touches one of these.
pub fn supply(home: Cell, passable: &Cells) -> Cells {
    let mut reached = Cells::EMPTY;
    if !passable.contains(home) {
        return reached;
    }
    let (r, p) = (&mut reached.columns, &passable.columns);
    let x = usize::from(home.x);
    r[x] = filled(bit(home.y), p[x]);
    loop {
        let mut changed = false;
        for x in 1..SIDE {
            changed |= flow(r[x - 1], &mut r[x], p[x]);
        }
        for x in (0..SIDE - 1).rev() {
            changed |= flow(r[x + 1], &mut r[x], p[x]);
        }
        if !changed {
            return reached;
        }
    }
}

#[inline]
fn flow(from: u128, to: &mut u128, passable: u128) -> bool {
    let new = from & passable & !*to;
    if new != 0 {
        *to |= filled(new, passable);
    }
    new != 0
}

/// The runs of ones in `mask` that contain a bit of `seeds`; `seeds` is a subset of `mask`.
#[inline]
fn filled(seeds: u128, mask: u128) -> u128 {
    // Upwards a carry runs through the ones of the mask; downwards the fill distance doubles.
    let mut fill = mask & ((mask ^ mask.wrapping_add(seeds)) | seeds);
    let mut run = mask;
    for shift in [1, 2, 4, 8, 16, 32, 64] {
        fill |= run & (fill >> shift);
        run &= run >> shift;
    }
    fill
}

/// Whether an outpost of the empire with that home is supplied; `reached` is the result of [`supply`].
#[inline]
pub fn supplied(cell: Cell, home: Cell, reached: &Cells) -> bool {
    cell == home
        || reached.contains(cell)
        || cell.neighbours().any(|neighbour| reached.contains(neighbour))
}

/// The number of cells of a set within `r` of a cell.
pub(super) fn count_around(cells: &Cells, centre: Cell, r: u32) -> u32 {
    columns_around(centre, r).map(|(x, around)| (cells.columns[x] & around).count_ones()).sum()
}

/// The columns with cells within `r` of a cell, each with these cells.
#[inline]
pub(super) fn columns_around(centre: Cell, r: u32) -> impl Iterator<Item = (usize, u128)> {
    const LAST: i32 = SIDE as i32 - 1;
    let (cx, cy, r) = (i32::from(centre.x), i32::from(centre.y), r as i32);
    ((cx - r).max(0)..=(cx + r).min(LAST)).map(move |x| {
        let half = r - (x - cx).abs();
        (x as usize, span((cy - half).max(0) as u32, (cy + half).min(LAST) as u32))
    })
}

/// The rows of a column's cells, in ascending order.
#[inline]
pub(super) fn rows(column: u128) -> impl Iterator<Item = u8> {
    let (mut word, mut next, mut base) = (column as u64, (column >> 64) as u64, 0);
    std::iter::from_fn(move || {
        if word == 0 {
            (word, next, base) = (next, 0, 64);
        }
        (word != 0).then(|| {
            let y = base + word.trailing_zeros() as u8;
            word &= word - 1;
            y
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diamonds_contain_the_cells_within_the_radius() {
        for (centre, r) in
            [((50, 50), 0), ((50, 50), 7), ((0, 0), 10), ((99, 3), 5), ((40, 40), 99)]
        {
            let centre = Cell::new(centre.0, centre.1).expect("a cell");
            let diamond = Cells::diamond(centre, r);
            for index in 0..CELLS {
                let cell = Cell::from_index(index);
                assert_eq!(diamond.contains(cell), cell.distance(centre) <= r);
            }
            assert_eq!(diamond.iter().count() as u32, diamond.count());
        }
    }
}
