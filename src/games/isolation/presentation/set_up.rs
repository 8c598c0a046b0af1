//! Setting up a position: knights, closed cells, the size of the board, the seat to move.

use super::super::board::{Cell, Cells, LARGEST, SMALLEST, Size};
use super::super::position::{Isolation, OPENING, POSITION, SEAT_NAMES, SIZE};
use super::super::position_text::PositionText;
use super::view::page_order;
use super::words;
use crate::base::options::{OptionSpec, Options};
use crate::contract::setup::{
    Draft, Editing, SetupField, SetupPiece, SetupProblem, SetupSpot, SetupTable,
};

/// A position of Isolation during set-up.
pub struct IsolationDraft(PositionText);

/// Piece indices.
const CLOSED: usize = 2;
/// Field indices.
const MOVER: usize = 0;
const COLUMNS: usize = 1;

impl IsolationDraft {
    fn cell(&self, spot: usize) -> Option<Cell> {
        page_order(self.0.size).nth(spot)
    }

    /// Keeps the part of the position that fits on a board of another size.
    fn fit(&mut self, size: Size) {
        self.0.size = size;
        self.0.closed &= size.cells();
        self.0.at = self.0.at.map(|at| at.filter(|&cell| size.contains(cell)));
    }

    fn empty(&mut self, cell: Cell) {
        self.0.closed &= !cell.alone();
        self.0.at = self.0.at.map(|at| at.filter(|&on| on != cell));
    }
}

impl Draft for IsolationDraft {
    type Game = Isolation;
    const OPTION: &'static OptionSpec = &POSITION;
    const REPLACED: &'static [&'static str] = &[SIZE.key, OPENING.key];

    fn read(options: &Options, text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            let size = Size::parse(&options.text(&SIZE)).unwrap_or(Size::SEVEN);
            return Ok(IsolationDraft(PositionText { size, closed: 0, at: [None; 2], mover: 0 }));
        }
        PositionText::read(text).map(IsolationDraft)
    }

    fn write(position: &Isolation) -> String {
        PositionText::from(position).write()
    }
}

impl Editing for IsolationDraft {
    fn text(&self) -> String {
        self.0.write()
    }

    fn put(&mut self, piece: usize, spot: usize, _turn: usize) -> Result<(), String> {
        let Some(cell) = self.cell(spot) else { return Ok(()) };
        self.empty(cell);
        match piece {
            CLOSED => self.0.closed |= cell.alone(),
            seat => self.0.at[seat & 1] = Some(cell),
        }
        Ok(())
    }

    fn remove(&mut self, spot: usize) -> Result<(), String> {
        if let Some(cell) = self.cell(spot) {
            self.empty(cell);
        }
        Ok(())
    }

    fn set(&mut self, field: usize, value: u32) -> Result<(), String> {
        let (width, height) = (self.0.size.width(), self.0.size.height());
        match field {
            MOVER => self.0.mover = value as usize & 1,
            COLUMNS => self.fit(Size::new(value as u8, height).unwrap_or(self.0.size)),
            _ => self.fit(Size::new(width, value as u8).unwrap_or(self.0.size)),
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.0.closed = Cells::default();
        self.0.at = [None; 2];
        self.0.mover = 0;
    }

    fn show(&self, table: &mut SetupTable) {
        let PositionText { size, closed, at, mover } = self.0;
        for cell in page_order(size) {
            let shut = closed & cell.alone() != 0;
            let knight = at.iter().position(|&on| on == Some(cell));
            table.spots.push(SetupSpot {
                name: cell.to_string(),
                x: cell.column().into(),
                y: (size.height() - 1 - cell.row()).into(),
                terrain: if shut { "closed" } else { "board" },
                piece: knight.or(shut.then_some(CLOSED)),
                count: 1,
                group: None,
            });
        }
        for (seat, name) in SEAT_NAMES.into_iter().enumerate() {
            let label = words::knight_piece(name);
            table.pieces.push(SetupPiece::new(seat, label, "knight"));
        }
        let label = words::CLOSED_CELL.to_owned();
        table.pieces.push(SetupPiece { label, look: "closed", ..SetupPiece::default() });
        table.fields.push(SetupField::choice(words::TO_MOVE, mover, &SEAT_NAMES));
        for (label, side) in [(words::COLUMNS, size.width()), (words::ROWS, size.height())] {
            let [side, least, most] = [side, SMALLEST, LARGEST].map(u32::from);
            table.fields.push(SetupField::number(label, side, least, most));
        }
        table.problems.extend(self.0.problem().map(SetupProblem::new));
    }
}
