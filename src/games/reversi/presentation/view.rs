//! The data of the Reversi XT board: the layout once per game, the view after every ply; the figures of
//! the rules file, and the location of a move. Only reads positions.

use super::super::board::Board;
use super::super::map::{Border, Tile};
use super::super::moves::Special;
use super::super::names::column_name;
use super::super::position::Reversi;
use super::targets::{ReversiMoveKind, Turning, kind};
use super::words;
use crate::contract::game::{Enumerable, Game, MoveList, Seat};
use crate::contract::presentation::Presentation as _;
use serde::{Deserialize, Serialize};

/// The figures named in the rules file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReversiSummary {
    /// 1 build, 2 bombs, 3 over.
    pub phase: u8,
    /// Stones on the map, per seat.
    pub stones: Vec<u32>,
    /// Override stones in hand, per seat.
    pub overrides: Vec<u32>,
    /// Bombs in hand, per seat.
    pub bombs: Vec<u32>,
    /// The disqualified seats, in ascending order.
    pub disqualified: Vec<usize>,
}

/// A border of a tile. Directions: 0 up, then clockwise to 7 up-left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReversiBorder {
    /// The number of the tile.
    pub tile: usize,
    /// The direction, 0 to 7.
    pub direction: usize,
}

/// Two joined borders; each is the other's partner. For a mirror both are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReversiTransition {
    /// Its number in the map; it does not change when other transitions are blown up.
    pub id: usize,
    /// The two borders.
    pub ends: [ReversiBorder; 2],
}

/// The data that no move changes.
///
/// Tiles are numbered row by row from the top left: tile = row * columns + column. Directions: 0 up, then
/// clockwise to 7 up-left. Seats count from 0, players in words and letters from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReversiLayout {
    /// Columns of the map, 1 to 52.
    pub columns: usize,
    /// Rows of the map, 1 to 52.
    pub rows: usize,
    /// The number of players, 2 to 8.
    pub players: usize,
    /// The bomb radius, in steps.
    pub strength: u32,
    /// The initial tiles of the map, in the letters of `ReversiView.tiles`: a "-" there but not
    /// here was blown up; a "c", "i", "b" or "x" here with a stone there was taken.
    pub start: String,
    /// "3,4": column, row. A move on a tile without a choice is written like this.
    pub square_names: Vec<String>,
    /// The tiles as printed: "a1" at the top left.
    pub labels: Vec<String>,
    /// The labels of the columns, and of the rows.
    pub rulers: [Vec<String>; 2],
    /// The transitions of the map.
    pub transitions: Vec<ReversiTransition>,
    /// The map's text, for the editor and for saving.
    pub map: String,
}

/// The choice that a dialog offers before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum ReversiAsks {
    /// The player to swap with.
    Choice,
    /// A bomb or an override stone.
    Bonus,
}

/// An option in the dialog of a choice or bonus tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReversiReply {
    /// The move in notation, such as `3,4=2`.
    #[serde(rename = "move")]
    pub mv: String,
    /// The label of its button.
    pub label: String,
}

/// A tile on which the mover may move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReversiTarget {
    /// The number of the tile.
    pub tile: usize,
    /// The kind of the move.
    pub kind: ReversiMoveKind,
    /// The number of stones that it would turn; 0 for a bomb (`blast` returns the tiles that it would destroy).
    pub turns: usize,
    /// The choice in the dialog; null if none.
    pub asks: Option<ReversiAsks>,
    /// One move for each option of the dialog; empty without a dialog: then the move is the tile's name.
    pub moves: Vec<ReversiReply>,
}

/// The seat and the tile of the last move, a stone or a bomb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReversiLast {
    /// The seat that moved.
    pub seat: usize,
    /// The number of the tile.
    pub tile: usize,
}

/// The data that a ply changes. The texts of tiles need a separate request (`describe`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReversiView {
    /// 1 build, 2 bombs, 3 over.
    pub phase: u8,
    /// One letter per tile: "0" empty, "1" to "8" a stone, "-" a hole, "x" an expansion stone, "c" choice, "i"
    /// inversion, "b" bonus.
    pub tiles: String,
    /// The ids of the transitions that were blown up.
    pub blown_up: Vec<usize>,
    /// The seat to move; null when the game is over.
    pub mover: Option<usize>,
    /// The tiles on which the mover may move, in ascending order.
    pub targets: Vec<ReversiTarget>,
    /// Stones on the map, per seat.
    pub stones: Vec<u32>,
    /// Override stones in hand, per seat.
    pub overrides: Vec<u32>,
    /// Bombs in hand, per seat.
    pub bombs: Vec<u32>,
    /// The disqualified seats, in ascending order.
    pub disqualified: Vec<usize>,
    /// The number of players skipped just before the mover.
    pub skipped: u32,
    /// The last move; null before the first.
    pub last: Option<ReversiLast>,
}

/// The location of a move; `ReversiView.targets` has details if it is legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReversiLocation {
    /// The number of the tile.
    pub tile: usize,
    /// The choice of the move on a choice or bonus tile, such as "swap with Blue"; else null.
    pub answer: Option<String>,
}

/// One number per seat.
fn per_seat(position: &Reversi, of: impl Fn(Seat) -> u32) -> Vec<u32> {
    (0..position.players()).map(of).collect()
}

impl From<&Reversi> for ReversiSummary {
    fn from(position: &Reversi) -> Self {
        ReversiSummary {
            phase: position.phase() as u8 + 1,
            stones: per_seat(position, |seat| position.stones(seat)),
            overrides: per_seat(position, |seat| position.overrides(seat)),
            bombs: per_seat(position, |seat| position.bombs(seat)),
            disqualified: position.disqualified().iter().collect(),
        }
    }
}

impl ReversiBorder {
    pub(super) fn new(board: &Board, border: Border) -> Self {
        ReversiBorder {
            tile: board.number(border.x, border.y),
            direction: usize::from(border.direction),
        }
    }
}

pub(super) fn letters(tiles: impl Iterator<Item = Tile>) -> String {
    tiles.map(Tile::letter).collect()
}

impl From<&Reversi> for ReversiLayout {
    fn from(position: &Reversi) -> Self {
        let board = position.board();
        let map = board.map();
        let named = |count: u8, rows: bool| {
            let one = |number: u8| match rows {
                false => column_name(number),
                true => (number + 1).to_string(),
            };
            (0..count).map(one).collect()
        };
        let rulers = [named(map.width, false), named(map.height, true)];
        let transitions = map.transitions.iter().enumerate().map(|(id, ends)| ReversiTransition {
            id,
            ends: ends.map(|end| ReversiBorder::new(board, end)),
        });
        ReversiLayout {
            columns: map.width.into(),
            rows: map.height.into(),
            players: map.players.into(),
            strength: map.strength,
            start: letters(map.tiles.iter().copied()),
            square_names: position.cell_names(),
            labels: (0..board.tiles()).map(|tile| words::said(board, tile)).collect(),
            rulers,
            transitions: transitions.collect(),
            map: map.to_string(),
        }
    }
}

/// The page requests these after every ply, on maps of up to 2 500 tiles.
fn targets(position: &Reversi) -> Vec<ReversiTarget> {
    let (board, seat) = (position.board(), position.turn());
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut turning = Turning::new(position);
    let mut targets: Vec<ReversiTarget> = Vec::new();
    for mv in moves {
        let tile = board.number(mv.x, mv.y);
        if targets.last().is_none_or(|last| last.tile != tile) {
            let kind = kind(position, tile);
            let turns = match kind {
                ReversiMoveKind::Bomb => 0,
                _ => turning.count(position, seat, tile),
            };
            let asks = match mv.special {
                Special::None => None,
                Special::Swap(_) => Some(ReversiAsks::Choice),
                Special::Bomb | Special::Override => Some(ReversiAsks::Bonus),
            };
            targets.push(ReversiTarget { tile, kind, turns, asks, moves: Vec::new() });
        }
        if let (Some(target), Some(label)) =
            (targets.last_mut(), words::reply(position, mv.special))
        {
            target.moves.push(ReversiReply { mv: mv.to_string(), label });
        }
    }
    targets
}

impl From<&Reversi> for ReversiView {
    fn from(position: &Reversi) -> Self {
        let board = position.board();
        let gone = |ends: &[Border; 2]| {
            ends.iter().any(|end| position.tile(board.number(end.x, end.y)) == Tile::Hole)
        };
        let transitions = board.map().transitions.iter().enumerate();
        let ReversiSummary { phase, stones, overrides, bombs, disqualified } =
            ReversiSummary::from(position);
        ReversiView {
            phase,
            tiles: letters((0..board.tiles()).map(|tile| position.tile(tile))),
            blown_up: transitions.filter(|(_, ends)| gone(ends)).map(|(id, _)| id).collect(),
            mover: position.to_act().first(),
            targets: targets(position),
            stones,
            overrides,
            bombs,
            disqualified,
            skipped: position.skipped(),
            last: position.last().map(|(seat, tile)| ReversiLast { seat, tile }),
        }
    }
}
