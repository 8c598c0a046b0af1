//! What people and programs are shown of a position: figures, the board as the page draws it, words. It
//! only reads positions. Each type here is declared once; JSON and TypeScript follow from it.
//!
//! On the page, cells count row by row from the top left.

use super::moves::Move;
use super::position::{Name, SEAT_NAMES};
use crate::contract::game::{Enumerable, Game, Seat};
use crate::contract::presentation::{Metric, Presentation, SeatStatus};
use crate::base::util::{bits, counted};
use serde::{Deserialize, Serialize};

/// The figures of a position, for both players.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct NameSummary {
    /// The cells with pieces of each seat, as moves are written.
    pub pieces: [Vec<String>; 2],
    /// Rows that each seat can still fill.
    pub open_rows: [usize; 2],
    /// The last move.
    pub last: Option<String>,
}

/// The board: what no move changes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NameLayout {
    /// Columns of the board.
    pub columns: u8,
    /// Rows of the board.
    pub rows: u8,
    /// "a4", "b4", … "d1".
    pub square_names: Vec<String>,
}

/// The board of one position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct NameView {
    /// Each cell in words, for a screen reader: "a1, First", "b1, empty".
    pub square_words: Vec<String>,
    /// The seat whose piece stands on each cell.
    pub cells: Vec<Option<usize>>,
    /// The legal moves.
    pub targets: Vec<NameTarget>,
    /// The seat that owes a move; null when the game is over.
    pub mover: Option<usize>,
    /// The cell of the last move.
    pub last: Option<usize>,
    /// The row that won.
    pub line: Vec<usize>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NameTarget {
    /// The cell.
    pub cell: usize,
    /// The notation of the move.
    #[serde(rename = "move")]
    pub mv: String,
}

/// Where a move is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NameLocation {
    /// The cell.
    pub cell: usize,
}

/// What would a move of the player to move bring?
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NameQuestion {
    /// The notation of the move, such as "b3".
    pub after: String,
}

/// What it would bring.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct NameAfter {
    /// Rows that each seat could still fill.
    pub open_rows: [usize; 2],
    /// The seat that would have won.
    pub winner: Option<usize>,
}

/// The number of a cell on the page; its own inverse.
fn page(position: &Name, cell: usize) -> usize {
    let side = usize::from(position.side());
    (side - 1 - cell / side) * side + cell % side
}

/// Rows that each seat can still fill.
fn open_rows(position: &Name) -> [usize; 2] {
    [1, 0].map(|other| position.rows().filter(|row| row & position.pieces(other) == 0).count())
}

impl Presentation for Name {
    type Summary = NameSummary;
    type Layout = NameLayout;
    type View = NameView;
    type Location = NameLocation;
    type Question = NameQuestion;
    type Answer = NameAfter;

    fn seat_name(&self, seat: Seat) -> String {
        SEAT_NAMES[seat].to_owned()
    }

    fn summary(&self) -> NameSummary {
        let texts = |seat| bits(self.pieces(seat)).map(|cell| self.at(cell).to_string()).collect();
        NameSummary {
            pieces: [0, 1].map(texts),
            open_rows: open_rows(self),
            last: self.last().map(|mv| mv.to_string()),
        }
    }

    fn layout(&self) -> NameLayout {
        let side = self.side();
        let cells = 0..self.cells();
        NameLayout {
            columns: side,
            rows: side,
            square_names: cells.map(|cell| self.at(page(self, cell)).to_string()).collect(),
        }
    }

    fn view(&self) -> NameView {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let cells: Vec<_> = (0..self.cells()).map(|cell| self.piece(page(self, cell))).collect();
        let words = cells.iter().enumerate().map(|(cell, piece)| {
            format!(
                "{}, {}",
                self.at(page(self, cell)),
                piece.map_or("empty", |seat| SEAT_NAMES[seat])
            )
        });
        let row = (0..2).find_map(|seat| self.row_of(seat)).unwrap_or(0);
        NameView {
            square_words: words.collect(),
            targets: moves
                .iter()
                .map(|mv| NameTarget { cell: page(self, self.cell(mv)), mv: mv.to_string() })
                .collect(),
            mover: self.to_act().first(),
            last: self.last().map(|mv| page(self, self.cell(&mv))),
            line: bits(row).map(|cell| page(self, cell)).collect(),
            cells,
        }
    }

    fn location(&self, mv: &Move) -> NameLocation {
        NameLocation { cell: page(self, self.cell(mv)) }
    }

    fn seat_status(&self, seat: Seat) -> SeatStatus {
        SeatStatus {
            score: counted(open_rows(self)[seat] as u64, "row"),
            note: format!("to fill · {}", counted(self.pieces(seat).count_ones().into(), "piece")),
        }
    }

    fn metrics(&self) -> Vec<Metric> {
        let rows = open_rows(self);
        let metric = |seat: Seat| Metric {
            chart: "Open rows",
            label: format!("Rows that {} can fill", SEAT_NAMES[seat]),
            seat: Some(seat),
            value: rows[seat] as f64,
        };
        (0..2).map(metric).collect()
    }

    fn report(&self) -> Vec<(&'static str, String)> {
        let Some(end) = self.outcome_text() else { return Vec::new() };
        let pieces = self.pieces(0).count_ones() + self.pieces(1).count_ones();
        vec![("End", end), ("Pieces", pieces.to_string())]
    }

    fn describe_move(&self, mv: &Move) -> String {
        format!("a piece on {mv}")
    }

    fn outcome_text(&self) -> Option<String> {
        let reason = self.outcome()?.reason;
        Some(match (self.winner(), reason) {
            (Some(winner), "forfeit") => {
                format!("{} wins: {} gave up.", SEAT_NAMES[winner], SEAT_NAMES[1 - winner])
            }
            (Some(winner), _) => format!("{} wins with three in a row.", SEAT_NAMES[winner]),
            (None, _) => "The board is full: a draw.".to_owned(),
        })
    }

    fn inspect(&self, question: NameQuestion) -> Result<NameAfter, String> {
        let seat = self.mover();
        let mv = self.parse_move(seat, &question.after).map_err(|error| error.to_string())?;
        let mut next = *self;
        next.play(seat, &mv).map_err(|error| error.to_string())?;
        Ok(NameAfter { open_rows: open_rows(&next), winner: next.winner() })
    }
}
