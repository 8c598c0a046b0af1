//! Setting up a position: pieces, the size of the board, whose move it is.

use super::position_text::{self, PositionText, SIDES};
use super::position::{Name, POSITION, SEAT_NAMES, SIZE};
use crate::contract::game::Game;
use crate::base::options::{OptionSpec, Options};
use crate::base::rng::{Rng, Stream};
use crate::contract::setup::{Draft, Editing, SetupField, SetupPiece, SetupTable, SetupSpot};

/// A position of Name that is being put together.
pub struct NameDraft(Name);

impl NameDraft {
    /// The cell of a spot: spots go row by row from the top. Its own inverse.
    fn cell(&self, spot: usize) -> usize {
        let side = usize::from(self.0.side());
        (side - 1 - spot / side) * side + spot % side
    }

    fn change(&mut self, spot: usize, piece: Option<usize>) {
        let bit = 1 << self.cell(spot);
        let pieces = [0, 1].map(|seat| {
            let rest = self.0.pieces(seat) & !bit;
            if piece == Some(seat) { rest | bit } else { rest }
        });
        self.0 = Name::given(PositionText { side: self.0.side(), pieces, mover: self.0.turn() as u8 });
    }
}

impl Draft for NameDraft {
    type Game = Name;
    const OPTION: &'static OptionSpec = &POSITION;
    const REPLACED: &'static [&'static str] = &[SIZE.key];

    fn read(options: &Options, text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            let start = Name::new(options, &mut Rng::new(0, Stream::Setup));
            return start.map(NameDraft).map_err(|error| error.to_string());
        }
        position_text::read(text).map(Name::given).map(NameDraft)
    }

    fn write(position: &Name) -> String {
        write(position)
    }
}

impl Editing for NameDraft {
    fn text(&self) -> String {
        write(&self.0)
    }

    fn put(&mut self, piece: usize, spot: usize, _turn: usize) -> Result<(), String> {
        self.change(spot, Some(piece));
        Ok(())
    }

    fn remove(&mut self, spot: usize) -> Result<(), String> {
        self.change(spot, None);
        Ok(())
    }

    fn set(&mut self, field: usize, value: u32) -> Result<(), String> {
        let pieces = [0, 1].map(|seat| self.0.pieces(seat));
        self.0 = match field {
            0 => Name::given(PositionText { side: self.0.side(), pieces, mover: value as u8 }),
            // Cells have other numbers on another board.
            _ => Name::given(PositionText { side: value as u8, pieces: [0; 2], mover: self.0.turn() as u8 }),
        };
        Ok(())
    }

    fn clear(&mut self) {
        self.0 = Name::given(PositionText { side: self.0.side(), pieces: [0; 2], mover: 0 });
    }

    fn show(&self, table: &mut SetupTable) {
        let side = usize::from(self.0.side());
        for spot in 0..side * side {
            let cell = self.cell(spot);
            table.spots.push(SetupSpot {
                name: self.0.at(cell).to_string(),
                x: (spot % side) as f64,
                y: (spot / side) as f64,
                ground: "board",
                piece: self.0.piece(cell),
                count: 1,
                group: None,
            });
        }
        for (seat, name) in SEAT_NAMES.into_iter().enumerate() {
            let label = format!("Piece of {name}");
            table.pieces.push(SetupPiece { label, seat: Some(seat), look: "stone", ..SetupPiece::default() });
        }
        table.fields.push(SetupField::choice("To move", self.0.turn(), &SEAT_NAMES));
        let sides = (*SIDES.start() as u32, *SIDES.end() as u32);
        table.fields.push(SetupField::number("Columns and rows", side as u32, sides.0, sides.1));
    }
}

/// The text of a position, as it is read.
fn write(position: &Name) -> String {
    let side = usize::from(position.side());
    let mark = |cell| position.piece(cell).map_or('.', |seat| char::from(b'1' + seat as u8));
    let row = |row: usize| (0..side).map(|column| mark(row * side + column)).chain(['\n']).collect();
    let rows: String = (0..side).rev().map(|number| -> String { row(number) }).collect();
    format!("{rows}to move: {}\n", position.turn() + 1)
}
