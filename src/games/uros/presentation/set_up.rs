//! Setting up a position: islands on the Lake, houses there and in the Reedbed, the seat to move.
//!
//! The first 36 spots are the Lake; then come the squares of the islands in the Reedbed, shown below it.

use super::super::geometry::{Island, SIDE, Square, Turn};
use super::super::position::{HOUSES, POSITION, SEAT_NAMES, START, Uros};
use super::super::position_text::PositionText;
use super::view::squares;
use super::words;
use crate::base::options::{OptionSpec, Options};
use crate::contract::setup::{Draft, Editing, SetupField, SetupPiece, SetupSpot, SetupTable};

/// A position of Uros during set-up.
pub struct UrosDraft(PositionText);

/// Number of squares of the Lake.
const LAKE: usize = SIDE * SIDE;
/// Number of pieces before the islands: a house of each player.
const HOUSE_PIECES: usize = 2;
/// Field indices; the later fields follow from the board.
const MOVER: usize = 0;
const LEFT: usize = 1;
/// The box of each island in the Reedbed: columns and rows in tenths of a square, with the Lake in the
/// middle above.
const BED: [(u8, u8); 9] =
    [(2, 67), (36, 67), (70, 67), (0, 91), (24, 91), (72, 91), (50, 125), (14, 125), (48, 91)];
/// The left edge of the Lake, in squares.
const LAKE_LEFT: f64 = 1.6;

impl UrosDraft {
    /// The islands of the Reedbed with the numbers of their squares, in the order of the spots.
    fn reedbed_squares(&self) -> impl Iterator<Item = (Island, u8)> {
        let beds = Island::ALL.into_iter().filter(|island| self.0.places[island.index()].is_none());
        beds.flat_map(|island| (0..island.size() as u8).map(move |square| (island, square)))
    }

    /// The island of a spot and the number of its square; `None` on water.
    fn island_square(&self, spot: usize) -> Option<(Island, u8)> {
        match spot.checked_sub(LAKE) {
            Some(number) => self.reedbed_squares().nth(number),
            None => self.0.island_on(Square::from_index(spot)?),
        }
    }

    fn house(&self, island: Island, square: u8) -> Option<usize> {
        self.0.marks[island.index()].iter().position(|marks| marks >> square & 1 != 0)
    }
}

impl Draft for UrosDraft {
    type Game = Uros;
    const OPTION: &'static OptionSpec = &POSITION;
    const REPLACED: &'static [&'static str] = &[START.key];

    fn read(options: &Options, text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            let mover = usize::from(options.text(&START) == "blue");
            return Ok(UrosDraft(PositionText { mover, ..PositionText::empty() }));
        }
        PositionText::read(text).map(UrosDraft)
    }

    fn write(position: &Uros) -> String {
        PositionText::from(position).write()
    }
}

impl Editing for UrosDraft {
    fn text(&self) -> String {
        self.0.write()
    }

    fn put(&mut self, piece: usize, spot: usize, turn: usize) -> Result<(), String> {
        if piece < HOUSE_PIECES {
            let (island, square) = self.island_square(spot).ok_or(words::NO_ISLAND_SQUARE)?;
            return self.0.build(piece, island, square);
        }
        let island = Island::ALL.get(piece - HOUSE_PIECES).ok_or(words::NO_SUCH_ISLAND)?;
        let corner = Square::from_index(spot).ok_or(words::ONTO_THE_LAKE)?;
        self.0.place(*island, Turn::ALL[turn & 3], corner)
    }

    fn remove(&mut self, spot: usize) -> Result<(), String> {
        let Some((island, square)) = self.island_square(spot) else { return Ok(()) };
        match self.house(island, square) {
            Some(seat) => self.0.marks[island.index()][seat] &= !(1 << square),
            None => self.0.places[island.index()] = None,
        }
        Ok(())
    }

    fn set(&mut self, field: usize, value: u32) -> Result<(), String> {
        match field {
            MOVER => self.0.mover = value as usize & 1,
            LEFT => self.0.left = if value == 0 { 1 } else { 2 },
            _ => {}
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.0 = PositionText::empty();
    }

    fn show(&self, table: &mut SetupTable) {
        let spot = |name, x, y, on: Option<(Island, u8)>| SetupSpot {
            name,
            x,
            y,
            terrain: if on.is_some() { "reed" } else { "water" },
            piece: on.and_then(|(island, number)| self.house(island, number)),
            count: 1,
            group: on.map(|(island, _)| island.letter()),
        };
        for square in squares() {
            let (x, y) = (LAKE_LEFT + square.column() as f64, square.row() as f64);
            table.spots.push(spot(square.printed(), x, y, self.0.island_on(square)));
        }
        for (island, square) in self.reedbed_squares() {
            let (left, top) = BED[island.index()];
            let (column, row) = island.turned(Turn::ALL[0]).cells[usize::from(square)];
            let x = f64::from(left) / 10.0 + column as f64;
            let y = f64::from(top) / 10.0 + row as f64;
            let name = island.square_name(square);
            table.spots.push(spot(name, x, y, Some((island, square))));
        }
        for (seat, name) in SEAT_NAMES.into_iter().enumerate() {
            let label = words::house_piece(name);
            table.pieces.push(SetupPiece::new(seat, label, "house"));
        }
        for island in Island::ALL {
            let steps = |turn: &Turn| {
                let turned = island.turned(*turn);
                turned.cells[..turned.size].iter().map(|&(x, y)| (x as u8, y as u8)).collect()
            };
            table.pieces.push(SetupPiece {
                label: words::island_piece(island),
                look: "shape",
                letter: Some(island.letter()),
                turns: Turn::ALL.iter().map(steps).collect(),
                ..SetupPiece::default()
            });
        }
        table.fields.push(SetupField::choice(words::TO_PLACE, self.0.mover, &SEAT_NAMES));
        let left = usize::from(self.0.left == 2);
        table.fields.push(SetupField::choice(words::PLACEMENTS_LEFT, left, &["1", "2"]));
        for (seat, name) in SEAT_NAMES.into_iter().enumerate() {
            let pool = u32::from(HOUSES).saturating_sub(self.0.houses(seat));
            let label = words::pool(name);
            table.fields.push(SetupField::number(label, pool, pool, pool).for_seat(seat));
        }
        table.notes.extend(self.0.note());
    }
}
