//! Rules: a game on a grid defines its moves and its end, and this module derives the rest of
//! [`Game`](crate::contract::game::Game). It depends on no bot and on nothing of the display.

mod board;
pub mod notation;
mod position;
pub mod text;

use crate::contract::game::Seat;
pub use board::{Board, Line, MOST_CELLS};
pub use notation::Move;
pub use position::Position;
use std::fmt::Debug;

/// The end of a game by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The winner; `None` for a draw.
    pub winner: Option<Seat>,
    /// One of [`Rules::REASONS`].
    pub reason: &'static str,
}

/// The rules of a game on a grid. Cells are numbered from a1, bottom left, to the right and then up.
pub trait Rules: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The names of the seats, 2 to 8, in the order in which they move.
    const SEATS: &'static [&'static str];
    /// The default board size, columns x rows: `7x6`.
    const SIZE: &'static str;
    /// The minimum and maximum number of columns, and of rows: at most 16.
    const SIDES: [u8; 2];
    /// Whether pieces fall: a move is then a column, such as `d`; else a cell, such as `d3`.
    const FALLS: bool = false;
    /// The display name of each [`End::reason`], and of `forfeit`, as words that follow `decided by`.
    const REASONS: &'static [(&'static str, &'static str)];

    /// The end of the game before the move of `mover`; `None` while it goes on. `last` is the cell of the last piece;
    /// without it the history of the board is unknown, and the whole board counts. A game goes on only while a move
    /// is legal.
    fn end(board: &Board, mover: Seat, last: Option<usize>) -> Option<End>;

    // ---- provided methods: a game overrides what is different about it ----

    /// The cell that a move of `seat` fills; `None` if the move is illegal.
    fn lands(board: &Board, _seat: Seat, mv: Move) -> Option<usize> {
        match mv {
            Move::Column(column) => board.top(column),
            Move::Cell { column, row } => {
                board.cell(column, row).filter(|&cell| board.piece(cell).is_none())
            }
        }
    }

    /// The reason why a move of `seat` is illegal.
    fn refusal(board: &Board, _seat: Seat, mv: Move) -> String {
        let (column, row) = match mv {
            Move::Column(column) => (column, 0),
            Move::Cell { column, row } => (column, row),
        };
        let taken = board.cell(column, row).and_then(|cell| board.piece(cell));
        match (mv, taken) {
            (_, None) => format!("{mv} is not on the {}x{} board", board.columns(), board.rows()),
            (Move::Column(_), _) => format!("column {mv} is full"),
            (_, Some(seat)) => {
                format!("{mv} is taken: a piece of {} is there", Self::SEATS[seat])
            }
        }
    }

    /// Puts a piece of `seat` on the cell where its move lands, with all effects on other pieces.
    fn place(board: &mut Board, seat: Seat, cell: usize) {
        board.put(cell, Some(seat));
    }

    /// The seat that moves after `seat`.
    fn next(_board: &Board, seat: Seat) -> Seat {
        (seat + 1) % Self::SEATS.len()
    }

    /// The highlighted cells, such as the winning row.
    fn marked(_board: &Board) -> Vec<usize> {
        Vec::new()
    }

    /// Why no game can start from a board, with the wrong cell. By default, a piece must not be above an empty cell in a
    /// game with falling pieces.
    fn problem(board: &Board) -> Option<(usize, String)> {
        let below = |cell: usize| cell.checked_sub(usize::from(board.columns()));
        let hangs = |&cell: &usize| below(cell).is_some_and(|under| board.piece(under).is_none());
        let pieces = board.cells().filter(|&cell| board.piece(cell).is_some());
        let cell = pieces.filter(|_| Self::FALLS).find(hangs)?;
        let under = board.name(below(cell)?);
        Some((cell, format!("the piece on {} would fall: {under} is empty", board.name(cell))))
    }
}
