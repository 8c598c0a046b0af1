//! A rectangle of cells, each empty or with a piece of a seat. Cells are numbered from a1, bottom left, to the right and
//! then up.

use super::notation;
use crate::base::util::mix64;
use crate::contract::game::Seat;
use std::iter::successors;

/// Maximum number of cells of a board.
pub const MOST_CELLS: usize = 256;

const EMPTY: u8 = u8::MAX;

/// The directions of lines, as steps right and up.
const WAYS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// The pieces on a rectangle of at most [`MOST_CELLS`] cells. Small enough to copy, so moves are not undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    columns: u8,
    rows: u8,
    pieces: [u8; MOST_CELLS],
    hash: u64,
}

/// Cells in a straight line.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    start: usize,
    step: usize,
    length: usize,
}

impl Line {
    /// Its cells, from the lowest number.
    pub fn cells(self) -> impl Iterator<Item = usize> {
        (0..self.length).map(move |n| self.start + n * self.step)
    }
}

impl Board {
    /// An empty board of at least one cell and at most [`MOST_CELLS`].
    pub fn new(columns: u8, rows: u8) -> Board {
        let hash = mix64(u64::from(columns) << 8 | u64::from(rows));
        Board { columns, rows, pieces: [EMPTY; MOST_CELLS], hash }
    }

    /// The same pieces on a board of another size; pieces outside it are lost.
    pub fn resized(&self, columns: u8, rows: u8) -> Board {
        let mut board = Board::new(columns, rows);
        for cell in self.cells() {
            if let Some(to) = board.cell(self.column(cell), self.row(cell)) {
                board.put(to, self.piece(cell));
            }
        }
        board
    }

    /// Number of columns.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// Number of rows.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The indices of all cells, row by row.
    pub fn cells(&self) -> std::ops::Range<usize> {
        0..usize::from(self.columns) * usize::from(self.rows)
    }

    /// The cell at a column and row, both from 0; `None` off the board.
    pub fn cell(&self, column: u8, row: u8) -> Option<usize> {
        let inside = column < self.columns && row < self.rows;
        inside.then(|| usize::from(row) * usize::from(self.columns) + usize::from(column))
    }

    /// From 0.
    pub fn column(&self, cell: usize) -> u8 {
        (cell % usize::from(self.columns)) as u8
    }

    /// From 0 at the bottom.
    pub fn row(&self, cell: usize) -> u8 {
        (cell / usize::from(self.columns)) as u8
    }

    /// The number of a cell counted from the top left, to the right and then down, as on the page; its own inverse.
    pub fn flipped(&self, cell: usize) -> usize {
        let columns = usize::from(self.columns);
        (usize::from(self.rows) - 1 - cell / columns) * columns + cell % columns
    }

    /// Column letter and row number: `d3`.
    pub fn name(&self, cell: usize) -> String {
        notation::Move::Cell { column: self.column(cell), row: self.row(cell) }.to_string()
    }

    /// The seat of the piece on a cell.
    #[inline]
    pub fn piece(&self, cell: usize) -> Option<Seat> {
        let piece = self.pieces[cell];
        (piece != EMPTY).then(|| usize::from(piece))
    }

    /// Puts a piece of a seat on a cell, or clears the cell.
    #[inline]
    pub fn put(&mut self, cell: usize, piece: Option<Seat>) {
        let piece = piece.map_or(EMPTY, |seat| seat as u8);
        let key = |piece: u8| mix64((cell as u64) << 8 | u64::from(piece));
        self.hash ^= key(self.pieces[cell]) ^ key(piece);
        self.pieces[cell] = piece;
    }

    /// The number of pieces of `seat`.
    pub fn count(&self, seat: Seat) -> usize {
        self.cells().filter(|&cell| self.piece(cell) == Some(seat)).count()
    }

    /// Whether no cell is empty.
    pub fn is_full(&self) -> bool {
        self.cells().all(|cell| self.piece(cell).is_some())
    }

    /// The cell where a piece lands in a column; `None` if the column is full or off the board.
    #[inline]
    pub fn top(&self, column: u8) -> Option<usize> {
        (0..self.rows)
            .filter_map(|row| self.cell(column, row))
            .find(|&cell| self.piece(cell).is_none())
    }

    /// The cell this number of steps right and up of another, if it is on the board.
    pub fn step(&self, cell: usize, right: i32, up: i32) -> Option<usize> {
        let column = i32::from(self.column(cell)) + right;
        let row = i32::from(self.row(cell)) + up;
        self.cell(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
    }

    /// All lines of `length` cells: horizontal, vertical and diagonal.
    pub fn lines(&self, length: u8) -> impl Iterator<Item = Line> {
        let (columns, rows) = (i32::from(self.columns), i32::from(self.rows));
        let far = i32::from(length) - 1;
        WAYS.into_iter().flat_map(move |(right, up)| {
            let from = if right < 0 { far } else { 0 };
            let to = if right > 0 { columns - far } else { columns };
            (0..rows - up * far).flat_map(move |row| {
                (from..to).map(move |column| Line {
                    start: (row * columns + column) as usize,
                    step: (up * columns + right) as usize,
                    length: usize::from(length),
                })
            })
        })
    }

    /// At least `length` pieces of one seat in a line without a gap, through a cell or, without one, anywhere.
    pub fn row_of(&self, length: usize, through: Option<usize>) -> Option<Vec<usize>> {
        let Some(cell) = through else {
            return self.cells().find_map(|cell| self.row_of(length, Some(cell)));
        };
        let owner = self.piece(cell)?;
        let walk = |right, up| {
            let next = move |&at: &usize| self.step(at, right, up);
            let own = move |&at: &usize| self.piece(at) == Some(owner);
            successors(next(&cell), next).take_while(own)
        };
        WAYS.into_iter().find_map(|(right, up)| {
            let count = 1 + walk(right, up).count() + walk(-right, -up).count();
            let row = || walk(-right, -up).chain([cell]).chain(walk(right, up));
            (count >= length).then(|| row().collect())
        })
    }

    /// Equal for equal boards, and almost surely different for different ones.
    pub fn hash(&self) -> u64 {
        self.hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_the_expected_lines() {
        for (columns, rows, length, count) in
            [(7, 6, 4, 69), (4, 4, 3, 24), (3, 3, 3, 8), (2, 5, 3, 6)]
        {
            let board = Board::new(columns, rows);
            assert_eq!(board.lines(length).count(), count, "{columns}x{rows}");
            for line in board.lines(length) {
                let cells: Vec<usize> = line.cells().collect();
                let near = |at: &[usize]| {
                    let off =
                        |of: fn(&Board, usize) -> u8| of(&board, at[0]).abs_diff(of(&board, at[1]));
                    off(Board::column) <= 1 && off(Board::row) <= 1
                };
                assert!(
                    cells.windows(2).all(near)
                        && cells.iter().all(|&cell| cell < board.cells().end)
                );
            }
        }
    }

    #[test]
    fn rows_do_not_wrap_around_edges() {
        let mut board = Board::new(4, 4);
        for cell in [2, 3, 4] {
            board.put(cell, Some(1));
        }
        assert_eq!(board.row_of(3, None), None);
        board.put(1, Some(1));
        assert_eq!(board.row_of(3, Some(2)), Some(vec![1, 2, 3]));
        board.put(2, Some(0));
        assert_eq!(board.row_of(3, None), None);
    }

    #[test]
    fn hash_depends_only_on_the_board() {
        let mut board = Board::new(5, 5);
        let empty = board.hash();
        board.put(7, Some(0));
        board.put(8, Some(1));
        let other = board.hash();
        assert_ne!(empty, other);
        board.put(8, None);
        board.put(7, None);
        assert_eq!(board.hash(), empty);
        board.put(8, Some(1));
        board.put(7, Some(0));
        assert_eq!(board.hash(), other);
        assert_eq!(board.resized(6, 4).piece(8 + 1), Some(1), "d2");
    }
}
