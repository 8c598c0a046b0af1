//! The types that are sent to the page and to programs: numbers, the fixed board, the board of one
//! position, the location of a move, and the board after a move. This module only reads positions.
//!
//! Cells are numbered row by row from the top left: on 7x7 a7 is 0, g7 is 6, a1 is 42.

use super::super::board::{Cell, Cells, Size, count};
use super::super::position::{Isolation, Move};
use super::super::solver::table::symmetric;
use super::super::theory::Placement;
use super::words;
use crate::contract::game::{Enumerable, Game};
use crate::contract::presentation::{Footprint, Presentation as _};
use serde::{Deserialize, Serialize};

/// The numbers that the rules define, for both players.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct IsolationSummary {
    /// The knights' cells; null while in hand.
    pub at: [Option<String>; 2],
    /// The number of moves of each seat if it were to move.
    pub moves: [u32; 2],
    /// The number of cells never visited.
    pub free: u32,
}

/// The board, which no move changes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct IsolationLayout {
    /// The number of columns, 3 to 11.
    pub columns: u8,
    /// The number of rows, 3 to 11.
    pub rows: u8,
    /// "a7", "b7", … "g1".
    pub square_names: Vec<String>,
    /// The results of the placements; null on boards without known results.
    pub openings: Option<IsolationOpenings>,
}

/// The winner of each pair of placements with best play: the index is first cell times the number of cells, plus the second.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct IsolationOpenings {
    /// The seat that wins; null for both knights on one cell.
    pub winners: Vec<Option<usize>>,
    /// For each pair, the smallest pair that equals it up to turns and reflections of the board.
    pub classes: Vec<usize>,
    /// The number of classes, without those of both knights on one cell.
    pub count: usize,
}

/// The board of one position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct IsolationView {
    /// Each cell in words for a screen reader: "d4, closed by Red at ply 3", "e6, free, legal".
    pub square_words: Vec<String>,
    /// All visited cells, including those under the knights.
    pub closed: Vec<usize>,
    /// The cells of the two knights; null while in hand.
    pub knights: [Option<usize>; 2],
    /// The cells visited by each knight, in order; the last is its current cell.
    pub trails: [Vec<usize>; 2],
    /// The seat that owes a move; null when the game is over.
    pub mover: Option<usize>,
    /// The legal moves; empty when the game is over.
    pub targets: Vec<IsolationTarget>,
    /// Per seat the cells that its knight could still reach if the other one never moved.
    pub regions: [Vec<usize>; 2],
    /// The last move, played or made by the seed.
    pub last: Option<IsolationLast>,
    /// The seat that won; null while the game goes on.
    pub winner: Option<usize>,
    /// The result of the placement, on 7x7 from the first placement on; null on other boards.
    pub placement: Option<IsolationPlacement>,
    /// Once the knights are separated: the number of moves left to each, and the winner.
    pub settled: Option<String>,
}

/// A legal placement or knight's move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct IsolationTarget {
    /// The number of the target cell, from 0 at the top left.
    pub cell: usize,
    /// The notation of the move.
    #[serde(rename = "move")]
    pub mv: String,
}

/// The last placement or knight's move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct IsolationLast {
    /// The seat that made it.
    pub seat: usize,
    /// The target cell.
    pub cell: usize,
    /// The cell left behind; null for a placement.
    pub from: Option<usize>,
}

/// The result of the placement.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct IsolationPlacement {
    /// Whether both knights started on cells of the same colour; null until both are placed.
    pub same_colour: Option<bool>,
    /// The winner from the placement with best play.
    pub winner: Option<usize>,
    /// The same in a sentence.
    pub words: String,
}

/// The location of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct IsolationLocation {
    /// The target cell; for `end` the cell of the knight to move.
    pub cell: usize,
    /// The cell left behind; null for a placement.
    pub from: Option<usize>,
}

/// Request for the board after a move of the player to move.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct IsolationQuestion {
    /// The notation of the move, such as "d4".
    pub after: String,
}

/// The board after that move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct IsolationAfter {
    /// The target cell.
    pub cell: usize,
    /// Per seat the cells that it could move to.
    pub targets: [Vec<usize>; 2],
    /// Per seat the cells that its knight could still reach.
    pub regions: [Vec<usize>; 2],
    /// Per seat the number of its moves.
    pub moves: [u32; 2],
    /// The seat that won; null while the game goes on.
    pub winner: Option<usize>,
}

/// The page's number of a cell.
fn number(size: Size, cell: Cell) -> usize {
    usize::from(size.height - 1 - cell.row()) * usize::from(size.width) + usize::from(cell.column())
}

fn numbers(size: Size, cells: Cells) -> Vec<usize> {
    let cells = page_order(size).enumerate().filter(|(_, cell)| cells & cell.alone() != 0);
    cells.map(|(number, _)| number).collect()
}

/// The cells of a board in the page's order.
pub(super) fn page_order(size: Size) -> impl Iterator<Item = Cell> {
    (0..size.height)
        .rev()
        .flat_map(move |row| (0..size.width).filter_map(move |column| Cell::at(column, row)))
}

fn regions(position: &Isolation) -> [Vec<usize>; 2] {
    [0, 1].map(|seat| numbers(position.size(), position.region(seat)))
}

impl From<&Isolation> for IsolationSummary {
    fn from(position: &Isolation) -> Self {
        IsolationSummary {
            at: [0, 1].map(|seat| position.knight(seat).map(|cell| cell.to_string())),
            moves: [0, 1].map(|seat| position.mobility(seat)),
            free: count(position.free()),
        }
    }
}

impl From<&Isolation> for IsolationLayout {
    fn from(position: &Isolation) -> Self {
        let size = position.size();
        IsolationLayout {
            columns: size.width,
            rows: size.height,
            square_names: position.cell_names(),
            openings: (size == Size::SEVEN).then(IsolationOpenings::all),
        }
    }
}

impl IsolationOpenings {
    fn all() -> Self {
        let cells: Vec<Cell> = page_order(Size::SEVEN).collect();
        let pairs = || cells.iter().flat_map(|&one| cells.iter().map(move |&other| [one, other]));
        let winner = |at: [Cell; 2]| (at[0] != at[1]).then(|| Placement { at }.winner());
        let class = |at: [Cell; 2]| {
            let images = symmetric(at).into_iter();
            let places = images.map(|at| at.map(|cell| number(Size::SEVEN, cell)));
            places.map(|[one, other]| one * cells.len() + other).min().unwrap_or(0)
        };
        let classes: Vec<usize> = pairs().map(class).collect();
        let own = |&(pair, &class): &(usize, &usize)| {
            pair == class && pair / cells.len() != pair % cells.len()
        };
        let count = classes.iter().enumerate().filter(own).count();
        IsolationOpenings { winners: pairs().map(winner).collect(), classes, count }
    }
}

impl From<&Isolation> for IsolationView {
    fn from(position: &Isolation) -> Self {
        let size = position.size();
        let moves = position.move_list();
        let targets = moves.iter().fold(0, |set, mv| set | mv.0.alone());
        let target = |mv: &Move| IsolationTarget { cell: number(size, mv.0), mv: mv.to_string() };
        IsolationView {
            square_words: page_order(size)
                .map(|cell| words::square(position, cell, targets))
                .collect(),
            closed: numbers(size, size.cells() & !position.free()),
            knights: [0, 1].map(|seat| position.knight(seat).map(|cell| number(size, cell))),
            trails: [0, 1]
                .map(|seat| position.trail_of(seat).map(|cell| number(size, cell)).collect()),
            mover: position.to_act().first(),
            targets: moves.iter().map(target).collect(),
            regions: regions(position),
            last: position.last().map(|(seat, to)| IsolationLast {
                seat,
                cell: number(size, to),
                from: position.trail().rev().nth(2).map(|cell| number(size, cell)),
            }),
            winner: position.winner(),
            placement: IsolationPlacement::from_position(position),
            settled: position
                .settled()
                .map(|settled| words::settled(settled.moves, settled.winner)),
        }
    }
}

impl IsolationPlacement {
    fn from_position(position: &Isolation) -> Option<Self> {
        let words = words::placements(position)?;
        let both = Placement::from_position(position);
        Some(IsolationPlacement {
            same_colour: both.map(Placement::same_colour),
            // Before the second placement, the second player always has a winning reply.
            winner: Some(both.map_or(1, Placement::winner)),
            words,
        })
    }
}

impl IsolationLocation {
    pub(super) fn from_move(position: &Isolation, mv: &Move) -> Self {
        let size = position.size();
        let from = position.knight(position.turn());
        // The move `end` has no cell: it is shown at the knight that could go on.
        let at = if *mv == Move::END { from.unwrap_or(Cell(0)) } else { mv.0 };
        IsolationLocation { cell: number(size, at), from: from.map(|cell| number(size, cell)) }
    }
}

/// A move with the exits after it.
pub(super) fn footprint(position: &Isolation, mv: &Move) -> Footprint {
    let (seat, size) = (position.turn(), position.size());
    let mut next = *position;
    if *mv == Move::END || next.play(seat, mv).is_err() {
        return Footprint::default();
    }
    let IsolationLocation { cell, from } = IsolationLocation::from_move(position, mv);
    Footprint { seat, cells: vec![cell], from, gains: numbers(size, next.targets(seat)) }
}

impl IsolationQuestion {
    pub(super) fn answer(&self, position: &Isolation) -> Result<IsolationAfter, String> {
        let seat = position.turn();
        let mv = position.parse_move(seat, &self.after).map_err(|error| error.to_string())?;
        let mut next = *position;
        next.play(seat, &mv).map_err(|error| error.to_string())?;
        let size = position.size();
        Ok(IsolationAfter {
            cell: IsolationLocation::from_move(position, &mv).cell,
            targets: [0, 1].map(|seat| numbers(size, next.targets(seat))),
            regions: regions(&next),
            moves: [0, 1].map(|seat| next.mobility(seat)),
            winner: next.winner(),
        })
    }
}
