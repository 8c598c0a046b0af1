//! Setup mode for positions: stones, the side length of the board, the seat to move.

use super::super::geometry::{LARGEST, SMALLEST};
use super::super::position::{BOARD, FenceMaster, OPENING, SEAT_NAMES, SIZE, SWAP};
use super::super::position_text::{PositionText, coordinates};
use super::super::setup::uneven;
use super::words;
use crate::base::options::{OptionSpec, Options};
use crate::contract::setup::{Draft, Editing, SetupField, SetupPiece, SetupSpot, SetupTable};

/// A board of FenceMaster in setup mode.
pub struct FenceMasterDraft(PositionText);

/// The index of the field for the seat to move; the other field is the side length.
const MOVER: usize = 0;

fn empty(side: usize) -> PositionText {
    PositionText { side, cells: vec![None; 3 * side * (side - 1) + 1], mover: Some(0) }
}

impl Draft for FenceMasterDraft {
    type Game = FenceMaster;
    const OPTION: &'static OptionSpec = &BOARD;
    const REPLACED: &'static [&'static str] = &[SIZE.key, OPENING.key, SWAP.key];

    fn read(options: &Options, text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            let side = usize::try_from(options.int(&SIZE)).unwrap_or(SMALLEST);
            return Ok(FenceMasterDraft(empty(side.clamp(SMALLEST, LARGEST))));
        }
        let picture = PositionText::read(text)?;
        if !(SMALLEST..=LARGEST).contains(&picture.side) {
            return Err(words::wrong_side(picture.side));
        }
        let [white, black] = picture.stones();
        let mover = picture.mover.or(Some(usize::from(white > black)));
        Ok(FenceMasterDraft(PositionText { mover, ..picture }))
    }

    fn write(position: &FenceMaster) -> String {
        PositionText::from(position).write()
    }
}

impl Editing for FenceMasterDraft {
    fn text(&self) -> String {
        self.0.write()
    }

    fn put(&mut self, piece: usize, spot: usize, _turn: usize) -> Result<(), String> {
        self.0.cells[spot] = Some(piece & 1);
        Ok(())
    }

    fn remove(&mut self, spot: usize) -> Result<(), String> {
        self.0.cells[spot] = None;
        Ok(())
    }

    fn set(&mut self, field: usize, value: u32) -> Result<(), String> {
        if field == MOVER {
            self.0.mover = Some(value as usize & 1);
            return Ok(());
        }
        // The centre of the board stays in place.
        let was = self.0.clone();
        let side = value as usize;
        let stone = |(row, column): (usize, usize)| {
            let at = ((row + was.side).checked_sub(side)?, (column + was.side).checked_sub(side)?);
            let number = coordinates(was.side).position(|other| other == at)?;
            was.cells[number]
        };
        let cells = coordinates(side).map(stone).collect();
        self.0 = PositionText { side, cells, mover: was.mover };
        Ok(())
    }

    fn clear(&mut self) {
        self.0 = empty(self.0.side);
    }

    fn show(&self, table: &mut SetupTable) {
        let PositionText { side, cells, mover } = &self.0;
        table.hex = true;
        for ((row, column), stone) in coordinates(*side).zip(cells) {
            table.spots.push(SetupSpot {
                name: format!("{row},{column}"),
                x: column as f64 - row as f64 / 2.0,
                // The row distance of hexagons that stand on a corner.
                y: row as f64 * 0.866,
                terrain: "board",
                piece: *stone,
                count: 1,
                group: None,
            });
        }
        for (seat, name) in SEAT_NAMES.into_iter().enumerate() {
            let label = words::stone_piece(name);
            let look = ["white", "black"][seat];
            table.pieces.push(SetupPiece::new(seat, label, look));
        }
        table.fields.push(SetupField::choice(words::TO_MOVE, mover.unwrap_or(0), &SEAT_NAMES));
        let (least, most) = (SMALLEST as u32, LARGEST as u32);
        table.fields.push(SetupField::number(words::SIDE, *side as u32, least, most));
        table.notes.extend(uneven(self.0.stones()));
    }
}
