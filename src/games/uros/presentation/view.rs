//! The types that are sent to the page and to programs: numbers, the fixed board, the board of one
//! position, the location of a move, and requests made while entering a move. This module only reads positions.

use super::super::geometry::{Island, SIDE, Square, Squares, Turn, beside, bits};
use super::super::moves::Move;
use super::super::position::{Uros, Village};
use super::words;
use crate::base::fixed::shorten;
use crate::contract::game::{Enumerable, Game, MoveList, Seat};
use crate::contract::presentation::Footprint;
use serde::{Deserialize, Serialize};

/// The numbers that the rules define, for Red and Blue.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct UrosSummary {
    /// Size of the biggest village on the Lake.
    pub bvl: [i8; 2],
    /// Its expansion front: the number of empty island squares next to it.
    pub efl: [i8; 2],
    /// Size of the biggest village with a front on a Reedbed island.
    pub bvr: [i8; 2],
    /// Its expansion front: the number of empty squares next to it on that island.
    pub efr: [i8; 2],
    /// Houses still in the pool.
    pub pool: [u8; 2],
    /// Placements left in the turn.
    pub left: u8,
    /// The islands of the Reedbed, by letter.
    pub reedbed: Vec<char>,
}

/// The Lake and the islands, which no move changes. Lake squares are numbered 0 to 35 row by row from the
/// top left (A6 is 0, F1 is 35).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct UrosLayout {
    /// Columns of the Lake: 6.
    pub columns: usize,
    /// Rows of the Lake: 6.
    pub rows: usize,
    /// As printed: "a6", "b6", … "f1".
    pub square_names: Vec<String>,
    /// The unturned islands, in the order in which the view lists them.
    pub shapes: Vec<UrosShape>,
}

/// The shape of an island.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct UrosShape {
    /// The letter that names it, such as `F`.
    pub id: char,
    /// The unturned squares in their order: column and row from the top left of the bounding box.
    pub shape: &'static [(usize, usize)],
}

/// The board of one position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct UrosView {
    /// Each Lake square in words for a screen reader: "d2, island F square 2, Red house".
    pub square_words: Vec<String>,
    /// The islands, in the order of the layout.
    pub islands: Vec<UrosIsland>,
    /// Each island's squares in words, in the order of `islands` and of their squares.
    pub island_words: Vec<Vec<String>>,
    /// Houses still in the pools of Red and Blue.
    pub pool: [u8; 2],
    /// Placements left in the turn.
    pub left: u8,
    /// Legal house placements, in the Reedbed and on the Lake.
    pub build: Vec<UrosBuild>,
    /// Per Lake square: the reason why no house can be built there now; empty if one can.
    pub refused: Vec<String>,
    /// All villages on the Lake.
    pub villages: Vec<UrosVillage>,
    /// At the end: the winning village.
    pub winning: Option<UrosWinning>,
    /// Whether nothing can change the result any more.
    pub settled: bool,
    /// The change made by the last move.
    pub last: Option<UrosLocation>,
}

/// An island in a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct UrosIsland {
    /// Per square: 0 none, 1 Red's house, 2 Blue's.
    pub houses: Vec<u8>,
    /// Per square its Lake square; null while in the Reedbed.
    pub cells: Option<Vec<usize>>,
    /// Quarter turns clockwise, in degrees; null while in the Reedbed.
    pub turn: Option<u32>,
    /// In the Reedbed: whether it still fits on the Lake in any rotation.
    pub fits: bool,
}

/// A legal house placement.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct UrosBuild {
    /// The letter of the island.
    pub island: char,
    /// The number of its square.
    pub square: u8,
    /// The Lake square under it; null in the Reedbed.
    pub cell: Option<usize>,
    /// The notation of the move.
    #[serde(rename = "move")]
    pub mv: String,
}

/// A village on the Lake.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct UrosVillage {
    /// Its owner: 0 Red, 1 Blue.
    pub seat: usize,
    /// Its Lake squares, in ascending order.
    pub cells: Vec<usize>,
    /// The free island squares next to it.
    pub front: Vec<usize>,
    /// The number of islands under it.
    pub islands: u8,
    /// Whether it counts as the biggest village of its seat.
    pub biggest: bool,
}

/// The village that won.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct UrosWinning {
    /// Its owner: 0 Red, 1 Blue.
    pub seat: usize,
    /// Its Lake squares, in ascending order.
    pub cells: Vec<usize>,
}

/// The location of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum UrosLocation {
    /// A house, in the Reedbed or on the Lake.
    House {
        /// The letter of the island.
        island: char,
        /// The number of its square.
        square: u8,
        /// The Lake square under it; null in the Reedbed.
        cell: Option<usize>,
    },
    /// An island that is placed on the Lake.
    Island {
        /// Its letter.
        island: char,
        /// Quarter turns clockwise, in degrees.
        turn: u32,
        /// The Lake square of the bounding box's top left corner.
        corner: usize,
        /// Per square of the island its Lake square.
        cells: Vec<usize>,
    },
    /// No location: `end`, `agree`, or an island that is not fully on the Lake.
    Other,
}

/// Request for the shape of a turned island and the places where it fits.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct UrosQuestion {
    /// The letter of the island.
    pub island: char,
    /// Quarter turns clockwise, in degrees: 0, 90, 180 or 270.
    pub turn: u32,
}

/// The turned island, and the places where it fits.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct UrosTurned {
    /// Its letter.
    pub island: char,
    /// The requested turn, in degrees.
    pub turn: u32,
    /// Columns of the turned bounding box.
    pub width: usize,
    /// Rows of the turned bounding box.
    pub height: usize,
    /// Per square of the island: column and row in the turned bounding box.
    pub shape: &'static [(usize, usize)],
    /// The places where it fits.
    pub places: Vec<UrosPlace>,
    /// Per Lake square as the corner of its box: the reason why it does not fit there; empty if it does.
    pub refused: Vec<String>,
}

/// A place where an island fits.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct UrosPlace {
    /// The Lake square of the bounding box's top left corner.
    pub corner: usize,
    /// The Lake squares that the island covers there, in ascending order.
    pub cells: Vec<usize>,
    /// The notation of the move.
    #[serde(rename = "move")]
    pub mv: String,
}

fn indices(squares: Squares) -> Vec<usize> {
    bits(squares).map(Square::index).collect()
}

pub(super) fn squares() -> impl Iterator<Item = Square> {
    (0..SIDE * SIDE).filter_map(Square::from_index)
}

/// The squares of an island after a turn, in their order.
fn shape(island: Island, turn: Turn) -> &'static [(usize, usize)] {
    let turned = island.turned(turn);
    &turned.cells[..turned.size]
}

impl From<&Uros> for UrosSummary {
    fn from(position: &Uros) -> Self {
        let metrics = [0, 1].map(|seat| position.metrics(seat));
        UrosSummary {
            bvl: metrics.map(|m| m.bvl),
            efl: metrics.map(|m| m.efl),
            bvr: metrics.map(|m| m.bvr),
            efr: metrics.map(|m| m.efr),
            pool: position.pool,
            left: position.left,
            reedbed: position.reedbed().map(Island::letter).collect(),
        }
    }
}

impl From<&Uros> for UrosLayout {
    /// The same for all positions.
    fn from(_position: &Uros) -> Self {
        let shape =
            |island: Island| UrosShape { id: island.letter(), shape: shape(island, Turn::ALL[0]) };
        UrosLayout {
            columns: SIDE,
            rows: SIDE,
            square_names: squares().map(Square::printed).collect(),
            shapes: Island::ALL.map(shape).into(),
        }
    }
}

impl From<&Uros> for UrosView {
    fn from(position: &Uros) -> Self {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let build = moves.iter().filter_map(|mv| match *mv {
            Move::House { island, square } => Some(UrosBuild {
                island: island.letter(),
                square,
                cell: position.lake_square(island, square).map(Square::index),
                mv: mv.to_string(),
            }),
            _ => None,
        });
        let winning = position.winner().and_then(|seat| {
            let village = position.best_village(seat)?;
            Some(UrosWinning { seat, cells: indices(village.squares) })
        });
        UrosView {
            square_words: squares().map(|square| words::square(position, square)).collect(),
            islands: Island::ALL.map(|island| UrosIsland::new(position, island)).into(),
            island_words: Island::ALL.map(|island| words::island(position, island)).into(),
            pool: position.pool,
            left: position.left,
            build: build.collect(),
            refused: squares().map(|square| words::no_house(position, square)).collect(),
            villages: [0, 1].map(|seat| villages(position, seat)).concat(),
            winning,
            settled: position.settled(),
            last: position.last.map(|mv| UrosLocation::from_move(position, &mv)),
        }
    }
}

impl UrosIsland {
    fn new(position: &Uros, island: Island) -> Self {
        let houses = |square: usize| {
            let [red, blue] = position.marks[island.index()].map(|marks| marks >> square & 1);
            red + 2 * blue
        };
        let cell = |square| position.lake_square(island, square).map(Square::index);
        let place = position.places[island.index()];
        UrosIsland {
            houses: (0..island.size()).map(houses).collect(),
            cells: place.map(|_| (0..island.size() as u8).filter_map(cell).collect()),
            turn: place.map(|place| place.turn.degrees()),
            fits: place.is_none() && position.fits(island),
        }
    }
}

/// The villages of `seat`, with a mark on the village that the metrics count.
fn villages(position: &Uros, seat: Seat) -> Vec<UrosVillage> {
    let front = |village: &Village| beside(village.squares) & position.open_land();
    let villages: Vec<Village> = position.villages(seat).collect();
    let biggest = villages.iter().max_by_key(|v| (v.size, front(v).count_ones())).copied();
    let shown = |village: Village| UrosVillage {
        seat,
        cells: indices(village.squares),
        front: indices(front(&village)),
        islands: village.islands,
        biggest: Some(village) == biggest,
    };
    villages.into_iter().map(shown).collect()
}

impl UrosLocation {
    pub(super) fn from_move(position: &Uros, mv: &Move) -> Self {
        match *mv {
            Move::House { island, square } => UrosLocation::House {
                island: island.letter(),
                square,
                cell: position.lake_square(island, square).map(Square::index),
            },
            Move::Island { island, turn, corner } if island.turned(turn).on_lake(corner) => {
                let turned = island.turned(turn);
                let cells = (0..turned.size).flat_map(|i| bits(turned.square_at(i, corner)));
                UrosLocation::Island {
                    island: island.letter(),
                    turn: turn.degrees(),
                    corner: corner.index(),
                    cells: cells.map(Square::index).collect(),
                }
            }
            Move::Island { .. } | Move::End | Move::Agree => UrosLocation::Other,
        }
    }
}

/// A placement with the rest of the village that it joins: for an island, the biggest one of the mover.
pub(super) fn footprint(position: &Uros, mv: &Move) -> Footprint {
    let seat = position.next_seat();
    let mut next = *position;
    if next.play(seat, mv).is_err() {
        return Footprint::default();
    }
    let cells = match UrosLocation::from_move(position, mv) {
        UrosLocation::House { cell, .. } => cell.into_iter().collect(),
        UrosLocation::Island { cells, .. } => cells,
        UrosLocation::Other => Vec::new(),
    };
    let joined =
        |squares: Squares| cells.iter().any(|&cell| bits(squares).any(|s| s.index() == cell));
    let village = next.villages(seat).find(|village| joined(village.squares) && village.size > 1);
    let squares = village.map_or(0, |village| village.squares);
    let gains = bits(squares).map(Square::index).filter(|square| !cells.contains(square)).collect();
    Footprint { seat, cells, from: None, gains }
}

impl UrosQuestion {
    pub(super) fn answer(&self, position: &Uros) -> Result<UrosTurned, String> {
        let letter = u8::try_from(self.island).unwrap_or(b'?');
        let (Some(island), Some(turn)) =
            (Island::parse(letter), Turn::from_degrees(self.turn.into()))
        else {
            return Err(format!(
                "island `{}` turned by {} is not a question of Uros; expected an island and a turn of 0, 90, 180 or 270",
                shorten(&self.island.to_string()),
                self.turn
            ));
        };
        let turned = island.turned(turn);
        let open = position.in_reedbed(island) && !position.to_act().is_empty();
        let corners = if open { turned.fits(position.water()) } else { 0 };
        // If a half turn changes nothing, the move is written with the other name of the same turn.
        let named = position.named(island, turn);
        let place = |corner: Square| UrosPlace {
            corner: corner.index(),
            cells: indices(turned.at(corner)),
            mv: Move::Island { island, turn: named, corner }.to_string(),
        };
        Ok(UrosTurned {
            island: self.island,
            turn: self.turn,
            width: turned.width,
            height: turned.height,
            shape: shape(island, turn),
            places: bits(corners).map(place).collect(),
            refused: squares()
                .map(|corner| words::no_island(position, island, turn, corner))
                .collect(),
        })
    }
}
