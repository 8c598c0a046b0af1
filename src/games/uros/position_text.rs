//! The text form of a position: the islands on the Lake, the squares of the houses, the seat to move and its placements left.
//!
//! ```text
//! lake: T@A6 S@C4/90
//! red: T.0 S.3
//! blue: T.2
//! to place: Red 2
//! ```

use super::geometry::{
    HOUSES, ISLANDS, Island, IslandPlace, Places, SEAT_NAMES, Square, Squares, Turn, bits,
    island_on, land_of,
};
use super::moves::{Move, Written, parse};
use crate::contract::game::Seat;
use crate::contract::setup::{Entry, entries, misread};

/// The keys of the lines, in output order.
const KEYS: [&str; 4] = ["lake", "red", "blue", "to place"];

/// Islands and houses of a text: no two islands share a square, and no two houses do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText {
    pub(super) places: Places,
    pub(super) marks: [[u8; 2]; ISLANDS],
    /// The seat that places next.
    pub mover: Seat,
    /// Placements left in the turn: 1 or 2.
    pub left: u8,
}

impl PositionText {
    /// No island on the Lake and no house; Red places once.
    pub fn empty() -> PositionText {
        PositionText { places: [None; ISLANDS], marks: [[0; 2]; ISLANDS], mover: 0, left: 1 }
    }

    /// Reads islands and houses.
    ///
    /// # Errors
    /// The reason, with line and column, and what was expected.
    pub fn read(text: &str) -> Result<PositionText, String> {
        let entries = entries(text, 0, KEYS)?;
        let mut given = PositionText::empty();
        // Lake squares of islands may name houses, so the islands come first.
        for (place, entry) in entries.iter().enumerate() {
            let Some(entry) = entry else { continue };
            if place == 3 {
                given.read_turn(entry)?;
                continue;
            }
            for (column, word) in entry.words() {
                let wrong = |error: &dyn std::fmt::Display| misread(entry.line, column, error);
                let (island, square) = match (place, parse(word).map_err(|error| wrong(&error))?) {
                    (0, Written::Move(Move::Island { island, turn, corner })) => {
                        given.place(island, turn, corner).map_err(|error| wrong(&error))?;
                        continue;
                    }
                    (0, _) => return Err(wrong(&"expected an island such as U@B5/90")),
                    (_, Written::Move(Move::House { island, square })) => (island, square),
                    (_, Written::HouseOn(on)) => given
                        .island_on(on)
                        .ok_or_else(|| wrong(&format!("{on} is water: no house stands there")))?,
                    _ => return Err(wrong(&"expected a house such as F.2, or its Lake square")),
                };
                given.build(place - 1, island, square).map_err(|error| wrong(&error))?;
            }
        }
        Ok(given)
    }

    fn read_turn(&mut self, entry: &Entry) -> Result<(), String> {
        const EXPECTED: &str = "expected `to place: Red 1`, with Red or Blue and 1 or 2";
        let mut words = entry.words();
        let seat = words.next().and_then(|(_, word)| {
            SEAT_NAMES.iter().position(|name| name.eq_ignore_ascii_case(word))
        });
        let left = words.next().map_or(Some(1), |(_, word)| match word {
            "1" => Some(1),
            "2" => Some(2),
            _ => None,
        });
        let (Some(seat), Some(left), None) = (seat, left, words.next()) else {
            return Err(entry.wrong(EXPECTED));
        };
        (self.mover, self.left) = (seat, left);
        Ok(())
    }

    /// The text form that [`PositionText::read`] reads back.
    pub fn write(&self) -> String {
        let mut parts: [String; 3] = Default::default();
        for island in Island::ALL {
            if let Some(IslandPlace { turn, corner }) = self.places[island.index()] {
                parts[0] += &format!(" {}", Move::Island { island, turn, corner });
            }
            for seat in 0..2 {
                for square in 0..island.size() as u8 {
                    if self.marks[island.index()][seat] >> square & 1 != 0 {
                        parts[seat + 1] += &format!(" {}", Move::House { island, square });
                    }
                }
            }
        }
        let lines = KEYS.iter().zip(&parts).filter(|(_, words)| !words.is_empty());
        let lines: String = lines.map(|(key, words)| format!("{key}:{words}\n")).collect();
        format!("{lines}to place: {} {}\n", SEAT_NAMES[self.mover], self.left)
    }

    /// The Lake squares that islands cover.
    fn land(&self) -> Squares {
        Island::ALL.iter().fold(0, |land, &island| land | land_of(&self.places, island))
    }

    /// The island on a Lake square, and the number of its square there.
    pub fn island_on(&self, square: Square) -> Option<(Island, u8)> {
        island_on(&self.places, square)
    }

    /// Places an island on the Lake, or moves it there.
    pub(super) fn place(
        &mut self,
        island: Island,
        turn: Turn,
        corner: Square,
    ) -> Result<(), String> {
        let letter = island.letter();
        let turned = island.turned(turn);
        if !turned.on_lake(corner) {
            return Err(format!(
                "island {letter} reaches beyond the Lake from {corner}: it is {} columns wide and {} rows high",
                turned.width, turned.height
            ));
        }
        let taken = turned.at(corner) & self.land() & !land_of(&self.places, island);
        if let Some(square) = bits(taken).next() {
            return Err(format!("island {letter} needs {square}, where another island lies"));
        }
        self.places[island.index()] = Some(IslandPlace { turn, corner });
        Ok(())
    }

    /// The number of houses of a player, in the Reedbed and on the Lake.
    pub fn houses(&self, seat: Seat) -> u32 {
        self.marks.iter().map(|marks| marks[seat].count_ones()).sum()
    }

    /// Builds a house, and replaces any house on the square.
    pub(super) fn build(&mut self, seat: Seat, island: Island, square: u8) -> Result<(), String> {
        let bit = 1 << square;
        let marks = &self.marks[island.index()];
        if marks[seat] & bit != 0 {
            return Ok(());
        }
        if self.houses(seat) >= u32::from(HOUSES) {
            return Err(format!("all {HOUSES} houses of {} stand already", SEAT_NAMES[seat]));
        }
        let marks = &mut self.marks[island.index()];
        marks[seat] |= bit;
        marks[1 - seat] &= !bit;
        Ok(())
    }

    /// A note for positions that do not occur if the players place in turn.
    pub(super) fn note(&self) -> Option<String> {
        let islands = self.places.iter().filter(|place| place.is_some()).count() as u32;
        let houses = [0, 1].map(|seat| self.houses(seat));
        let made = islands + houses[0] + houses[1];
        // One placement, then two each: before an odd placement after the first, two are left.
        let left = if made > 0 && made % 2 == 1 { 2 } else { 1 };
        // The turn of the next placement, and the number of placements of each player.
        let turn = made.div_ceil(2);
        let starter = self.mover ^ (turn as usize % 2);
        let first = (0..made).filter(|&number| number.div_ceil(2) % 2 == 0).count() as u32;
        let of = |seat: Seat| if seat == starter { first } else { made - first };
        let few = (0..2).find(|&seat| houses[seat] > of(seat));
        if left != u32::from(self.left) {
            let placements = crate::base::util::counted(made.into(), "placement");
            return Some(format!(
                "After {placements} in turn, {left} would be left to the player, not {}.",
                self.left
            ));
        }
        few.map(|seat| {
            format!(
                "{} has built {} houses in {} placements: players who place in turn do not come to that.",
                SEAT_NAMES[seat], houses[seat], of(seat)
            )
        })
    }
}
