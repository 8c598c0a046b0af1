//! The display of a position for people and programs. The types are the same for all games on a grid; JSON and TypeScript
//! types are derived from them. This module only reads positions.
//!
//! On the page, cells are numbered row by row from the top left.

use super::bots::{FeatureContext, Measured};
use super::rules::{Move, Position};
use crate::base::util::counted;
use crate::contract::game::{Enumerable, Game, MoveList, Seat};
use crate::contract::presentation::{Footprint, Metric, Presentation, SeatStatus, Wording};
use serde::{Deserialize, Serialize};

/// The numbers of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct GridSummary {
    /// For each seat, the names of the cells with its pieces.
    pub pieces: Vec<Vec<String>>,
    /// The seat to move; null when the game is over.
    pub to_move: Option<usize>,
}

/// The board, which no move changes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GridLayout {
    /// Number of columns, at most 16.
    pub columns: u8,
    /// Number of rows, at most 16.
    pub rows: u8,
    /// "a6", "b6", … "g1".
    pub square_names: Vec<String>,
    /// Number of seats, 2 to 8.
    pub seats: usize,
    /// Whether pieces fall: a move is then a column, such as `d`; else a cell, such as `d3`.
    pub falls: bool,
}

/// The board of one position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct GridView {
    /// Each cell in words, for a screen reader: "d3, First", "d4, empty".
    pub square_words: Vec<String>,
    /// The seat whose piece is on each cell.
    pub cells: Vec<Option<usize>>,
    /// The legal moves; empty when the game is over.
    pub targets: Vec<GridTarget>,
    /// The seat that owes a move; null when the game is over.
    pub mover: Option<usize>,
    /// The cell of the last move.
    pub last: Option<usize>,
    /// The highlighted cells, such as the winning row.
    pub marked: Vec<usize>,
}

/// A legal move, with the cells where a click plays it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GridTarget {
    /// The cell that it fills.
    pub cell: usize,
    /// Its notation: a column such as `d`, or a cell such as `d3`.
    #[serde(rename = "move")]
    pub mv: String,
    /// The cells where a click plays it: the whole column, in games with falling pieces.
    pub aim: Vec<usize>,
}

/// The location of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GridLocation {
    /// The cell that a legal move fills, or that an illegal one names.
    pub cell: usize,
}

/// Request for the cells filled by the moves of a line, one after the other.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GridQuestion {
    /// The moves in notation, from the current position on.
    pub line: Vec<String>,
}

/// The cells of a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct GridAnswer {
    /// The cell filled by each move; null from the first illegal move on.
    pub cells: Vec<Option<usize>>,
}

impl<R: Measured> Position<R> {
    /// The cell filled by a legal move, or the cell named by an illegal one.
    fn place(&self, mv: Move) -> usize {
        let board = self.board();
        let named = match mv {
            Move::Column(column) => board.cell(column, board.rows() - 1),
            Move::Cell { column, row } => board.cell(column, row),
        };
        self.lands(mv).or(named).unwrap_or_default()
    }

    /// The cells where a click plays a move, by the page's numbers.
    fn aim(&self, mv: Move) -> Vec<usize> {
        let board = self.board();
        match mv {
            Move::Column(column) => {
                board.cells().filter(|&cell| board.column(cell) == column).collect()
            }
            Move::Cell { .. } => vec![board.flipped(self.place(mv))],
        }
    }

    fn square_words(&self, cell: usize) -> String {
        let board = self.board();
        let name = board.name(cell);
        let falls = |&to: &usize| R::FALLS && self.end().is_none() && to != cell;
        match (board.piece(cell), board.top(board.column(cell)).filter(falls)) {
            (Some(seat), _) => format!("{name}, {}", R::SEATS[seat]),
            (None, Some(to)) => format!("{name}, empty, a piece falls to {}", board.name(to)),
            (None, None) => format!("{name}, empty"),
        }
    }

    /// The value of the first feature for a seat.
    fn figure(&self, seat: Seat) -> f64 {
        let seen = FeatureContext { board: self.board(), seat, mover: self.turn() };
        R::measures().first().map_or(0.0, |measure| measure(&seen))
    }
}

impl<R: Measured> From<&Position<R>> for GridSummary {
    fn from(position: &Position<R>) -> Self {
        let board = position.board();
        let pieces = |seat| {
            let own = board.cells().filter(move |&cell| board.piece(cell) == Some(seat));
            own.map(|cell| board.name(cell)).collect()
        };
        GridSummary {
            pieces: (0..R::SEATS.len()).map(pieces).collect(),
            to_move: position.to_act().first(),
        }
    }
}

impl<R: Measured> From<&Position<R>> for GridLayout {
    fn from(position: &Position<R>) -> Self {
        let board = position.board();
        GridLayout {
            columns: board.columns(),
            rows: board.rows(),
            square_names: position.cell_names(),
            seats: R::SEATS.len(),
            falls: R::FALLS,
        }
    }
}

impl<R: Measured> From<&Position<R>> for GridView {
    fn from(position: &Position<R>) -> Self {
        let board = position.board();
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let target = |&mv: &Move| GridTarget {
            cell: board.flipped(position.place(mv)),
            mv: mv.to_string(),
            aim: position.aim(mv),
        };
        GridView {
            square_words: board
                .cells()
                .map(|cell| position.square_words(board.flipped(cell)))
                .collect(),
            cells: board.cells().map(|cell| board.piece(board.flipped(cell))).collect(),
            targets: moves.iter().map(target).collect(),
            mover: position.to_act().first(),
            last: position.last().map(|cell| board.flipped(cell)),
            marked: R::marked(board).into_iter().map(|cell| board.flipped(cell)).collect(),
        }
    }
}

impl<R: Measured> Wording for Position<R> {
    fn report(&self) -> Vec<(&'static str, String)> {
        let Some(end) = self.outcome_text() else { return Vec::new() };
        let pieces: usize = (0..R::SEATS.len()).map(|seat| self.board().count(seat)).sum();
        vec![("End", end), ("Pieces", pieces.to_string())]
    }

    fn describe_move(&self, mv: &Move) -> String {
        format!("a piece on {}", self.board().name(self.place(*mv)))
    }

    fn outcome_text(&self) -> Option<String> {
        let end = self.end()?;
        let known = R::REASONS.iter().find(|(reason, _)| *reason == end.reason);
        let words = known.map_or(end.reason, |(_, words)| words);
        Some(match (end.winner, self.gave_up()) {
            (Some(winner), Some(loser)) => {
                format!("{} won: {} gave up.", R::SEATS[winner], R::SEATS[loser])
            }
            (Some(winner), None) => format!("{} won: {words}.", R::SEATS[winner]),
            (None, Some(loser)) => {
                format!("{} gave up: the others share the win.", R::SEATS[loser])
            }
            (None, None) => format!("A draw: {words}."),
        })
    }
}

impl<R: Measured> Presentation for Position<R> {
    type Summary = GridSummary;
    type Layout = GridLayout;
    type View = GridView;
    type Location = GridLocation;
    type Question = GridQuestion;
    type Answer = GridAnswer;

    fn cell_names(&self) -> Vec<String> {
        let board = self.board();
        board.cells().map(|cell| board.name(board.flipped(cell))).collect()
    }

    fn location(&self, mv: &Move) -> GridLocation {
        GridLocation { cell: self.board().flipped(self.place(*mv)) }
    }

    fn footprint(&self, mv: &Move) -> Footprint {
        let cells = vec![self.location(mv).cell];
        Footprint { cells, ..Footprint::default() }
    }

    fn seat_status(&self, seat: Seat) -> SeatStatus {
        let unit = R::features().first().map_or("", |feature| feature.unit);
        SeatStatus {
            score: format!("{} {unit}", self.figure(seat)),
            note: counted(self.board().count(seat) as u64, "piece"),
        }
    }

    fn metrics(&self) -> Vec<Metric> {
        let metric = |(seat, name): (Seat, &&str)| Metric {
            chart: R::CHART,
            label: format!("{} of {name}", R::CHART),
            seat: Some(seat),
            value: self.figure(seat),
        };
        R::SEATS.iter().enumerate().map(metric).collect()
    }

    fn inspect(&self, question: GridQuestion) -> Result<GridAnswer, String> {
        let mut position = Some(*self);
        let mut cells = Vec::new();
        for text in &question.line {
            let mv = self.parse_move(self.turn(), text).map_err(|error| error.to_string())?;
            let going = position.filter(|position| position.end().is_none());
            position = going.filter(|position| position.lands(mv).is_some());
            cells.push(position.map(|position| position.board().flipped(position.place(mv))));
            if let Some(position) = &mut position {
                position.play_unchecked(&mv);
            }
        }
        Ok(GridAnswer { cells })
    }
}
