//! Types for the page and for programs: figures, the static board, the board of one
//! position, the location of a move, and requests about a position. Only reads positions.
//!
//! Cells are numbered row by row from the top, from left to right; 3N(N-1)+1 of them on side N.

use super::super::board::{BRIDGE, TRIPOD};
use super::super::geometry::{Place, column, row};
use super::super::moves::Move;
use super::super::position::{FenceMaster, GameStatus, by};
use super::super::sgf;
use super::super::trace;
use super::end::{decision_word, ring};
use super::groups::{Group, groups};
use super::words;
use crate::contract::game::{Enumerable, Game};
use crate::contract::presentation::{Footprint, Presentation as _};
use serde::{Deserialize, Serialize};

/// The figures named in the rules file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct FenceMasterSummary {
    /// The number of stones of White and Black.
    pub stones: [usize; 2],
    /// The seat that has won.
    pub winner: Option<usize>,
    /// The winning structure: "tripod", "loop", "both", "bridge" or "draw".
    pub by: Option<&'static str>,
}

/// The board data that no move changes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct FenceMasterLayout {
    /// The side N, 3 to 10.
    pub size: usize,
    /// "fencemaster" or "havannah".
    pub rules: &'static str,
    /// The row of every cell, 0 to 2N-2.
    pub rows: Vec<usize>,
    /// The column of every cell, 0 to 2N-2.
    pub columns: Vec<usize>,
    /// "r,c" for every cell.
    pub cell_names: Vec<String>,
    /// The cell names in letters, as in SGF files of Little Golem: the row and the index in it, "a1".
    pub letter_names: Vec<String>,
    /// The edge of every cell, 0 to 5 clockwise from the top; null inside and on corners.
    pub edges: Vec<Option<usize>>,
    /// The corner of every cell, 0 to 5 clockwise from the top left; null elsewhere.
    pub corners: Vec<Option<usize>>,
}

/// The board data of one position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct FenceMasterView {
    /// By cell: 0 empty, 1 a stone of White, 2 of Black.
    #[serde(with = "serde_bytes")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Uint8Array"))]
    pub stones: Vec<u8>,
    /// The groups of connected stones, in the order of their first cells.
    pub group_list: Vec<FenceMasterGroup>,
    /// The seat to move; null when the game is over.
    pub mover: Option<usize>,
    /// The legal cells for a stone.
    pub targets: Vec<usize>,
    /// Whether the mover may swap.
    pub swap: bool,
    /// The last ply; null before the first.
    pub last: Option<FenceMasterLast>,
    /// The winning structure, for tracing it on the board; null without a winner.
    pub win: Option<FenceMasterWin>,
    /// Cell and ply of every stone that was played.
    pub plies: Vec<[usize; 2]>,
    /// The seat that has won.
    pub winner: Option<usize>,
    /// The winning structure: "tripod", "loop", "both", "bridge" or "draw".
    pub by: Option<&'static str>,
}

/// A group of connected stones.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FenceMasterGroup {
    /// The owner: 0 White, 1 Black.
    pub seat: usize,
    /// The cells of the stones.
    pub cells: Vec<usize>,
    /// The edges it touches, 0 to 5, in ascending order.
    pub edges: Vec<usize>,
    /// The corners it contains, 0 to 5, in ascending order.
    pub corners: Vec<usize>,
    /// "White, 5 stones, touches the top and the upper right edge".
    pub words: String,
    /// The screen reader text of each of its cells, after the cell's name: "White, in a group of 5 that
    /// touches 2 edges".
    pub cell_words: String,
}

/// The last ply: a stone, or the swap.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct FenceMasterLast {
    /// The current owner of the stone.
    pub seat: Option<usize>,
    /// The cell of the stone.
    pub cell: usize,
    /// Whether the ply was the swap, which changed the stone's colour.
    pub swap: bool,
}

/// The structures of the winner as cells; one stone can complete several.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct FenceMasterWin {
    /// The winner: 0 White, 1 Black.
    pub seat: usize,
    /// A shortest set of own cells that joins three edges; null without a tripod.
    pub tripod: Option<Vec<usize>>,
    /// Own cells in order around the enclosed cells, each next to the one before and the last to the first;
    /// null without a loop.
    #[serde(rename = "loop")]
    pub ring: Option<Vec<usize>>,
    /// A shortest set of own cells that joins two corners, in Havannah; null without a bridge.
    pub bridge: Option<Vec<usize>>,
    /// The cells that the loop encloses.
    pub enclosed: Vec<usize>,
}

/// The location of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct FenceMasterLocation {
    /// Its cell; null for the swap.
    pub cell: Option<usize>,
}

/// A request about a position.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(untagged, expecting = "expected an object with `after` and a move, or `text` and true")]
pub enum FenceMasterQuestion {
    /// The group that this move of the player to move would form.
    After {
        /// The notation of the move, such as "3,4".
        after: String,
    },
    /// The board as text, in the format of the option `board`.
    Text {
        /// Always true; false is an error.
        text: bool,
    },
}

/// A response about a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum FenceMasterAnswer {
    /// To `after`: the group that the move would form.
    After(FenceMasterAfter),
    /// To a request for the text.
    Text(FenceMasterText),
}

/// The group that a move would form.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct FenceMasterAfter {
    /// The cell of the stone.
    pub cell: Option<usize>,
    /// The cells of the stone's group, including its own.
    pub group: Vec<usize>,
    /// The edges that this group would touch.
    pub edges: Vec<usize>,
    /// The structure by which it would win: "tripod", "loop", "both", "bridge"; null if it would not.
    pub wins: Option<&'static str>,
    /// The group in words, and its win if there is one.
    pub words: String,
}

/// The board as text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FenceMasterText {
    /// The text in the format of the option `board`.
    pub text: String,
}

/// The indices of the set bits, counted from `from`.
fn set(bits: u16, from: usize) -> Vec<usize> {
    (0..6).filter(|bit| bits >> (from + bit) & 1 == 1).collect()
}

fn numbers(position: &FenceMaster, cells: &[Place]) -> Vec<usize> {
    cells.iter().filter_map(|&place| position.geometry().number(place)).collect()
}

/// Cell and ply of the stones that were played; the swap is a separate ply without a stone.
fn plies(position: &FenceMaster) -> Vec<[usize; 2]> {
    let played = position.history().iter().skip(position.given());
    let cells = played.enumerate().filter_map(|(number, &place)| {
        let swap = usize::from(number > 0 && position.swapped());
        Some([position.geometry().number(place)?, number + 1 + swap])
    });
    cells.collect()
}

impl From<&FenceMaster> for FenceMasterSummary {
    fn from(position: &FenceMaster) -> Self {
        FenceMasterSummary {
            stones: [0, 1].map(|seat| position.board().count(seat) as usize),
            winner: position.winner(),
            by: decision_word(position),
        }
    }
}

impl From<&FenceMaster> for FenceMasterLayout {
    fn from(position: &FenceMaster) -> Self {
        let geometry = position.geometry();
        let places = || geometry.places().iter().copied();
        FenceMasterLayout {
            size: geometry.side(),
            rules: if position.havannah() { "havannah" } else { "fencemaster" },
            rows: places().map(row).collect(),
            columns: places().map(column).collect(),
            letter_names: places().map(|place| sgf::name(geometry.side(), place)).collect(),
            cell_names: position.cell_names(),
            edges: places().map(|place| geometry.edge(place)).collect(),
            corners: places().map(|place| geometry.corner(place)).collect(),
        }
    }
}

impl From<&FenceMaster> for FenceMasterView {
    fn from(position: &FenceMaster) -> Self {
        let (geometry, board) = (position.geometry(), position.board());
        let moves = position.move_list();
        let last = position.last().and_then(|place| {
            let swap = position.swapped() && position.stones() == 1;
            Some(FenceMasterLast { seat: board.stone(place), cell: geometry.number(place)?, swap })
        });
        let stone = |&place: &Place| board.stone(place).map_or(0, |seat| seat as u8 + 1);
        FenceMasterView {
            stones: geometry.places().iter().map(stone).collect(),
            group_list: groups(position)
                .iter()
                .map(|group| FenceMasterGroup::new(position, group))
                .collect(),
            mover: position.to_act().first(),
            targets: moves.iter().filter_map(|mv| geometry.number(mv.place()?)).collect(),
            swap: position.may_swap(),
            plies: plies(position),
            last,
            win: FenceMasterWin::from_position(position),
            winner: position.winner(),
            by: decision_word(position),
        }
    }
}

impl FenceMasterGroup {
    fn new(position: &FenceMaster, group: &Group) -> Self {
        FenceMasterGroup {
            seat: group.seat,
            cells: numbers(position, &group.cells),
            edges: set(group.touched, 0),
            corners: set(group.touched, 6),
            words: words::group(group),
            cell_words: words::cell_of_group(group),
        }
    }
}

impl FenceMasterWin {
    fn from_position(position: &FenceMaster) -> Option<Self> {
        let GameStatus::Won(seat) = position.status() else { return None };
        let (geometry, board) = (position.geometry(), position.board());
        let joined = |bit, corners, least| {
            (position.won() & bit != 0)
                .then(|| numbers(position, &trace::joining(geometry, board, seat, corners, least)))
        };
        let ring = ring(position, seat);
        Some(FenceMasterWin {
            seat,
            tripod: joined(TRIPOD, false, 3),
            ring: ring.as_ref().map(|ring| numbers(position, &ring.cells)),
            bridge: joined(BRIDGE, true, 2),
            enclosed: ring.map_or(Vec::new(), |ring| numbers(position, &ring.enclosed)),
        })
    }
}

impl FenceMasterQuestion {
    pub(super) fn answer(&self, position: &FenceMaster) -> Result<FenceMasterAnswer, String> {
        match self {
            FenceMasterQuestion::After { after } => {
                FenceMasterAfter::parse(position, after).map(FenceMasterAnswer::After)
            }
            FenceMasterQuestion::Text { text: true } => {
                Ok(FenceMasterAnswer::Text(FenceMasterText { text: position.picture() }))
            }
            FenceMasterQuestion::Text { text: false } => {
                Err("`text` is false; expected true, for the board as text".to_owned())
            }
        }
    }
}

/// A stone with the group that it joins.
pub(super) fn footprint(position: &FenceMaster, mv: &Move) -> Footprint {
    let seat = position.turn();
    let mut next = position.clone();
    let Some(place) = mv.place().filter(|_| next.play(seat, mv).is_ok()) else {
        return Footprint::default();
    };
    let group = groups(&next).into_iter().find(|group| group.cells.contains(&place));
    let joined = group.map_or_else(Vec::new, |group| group.cells);
    let others: Vec<Place> = joined.into_iter().filter(|&cell| cell != place).collect();
    Footprint {
        seat,
        cells: numbers(position, &[place]),
        from: None,
        gains: numbers(position, &others),
    }
}

impl FenceMasterAfter {
    fn parse(position: &FenceMaster, text: &str) -> Result<Self, String> {
        let seat = position.turn();
        let mv = position.parse_move(seat, text).map_err(|error| error.to_string())?;
        let mut next = position.clone();
        next.play(seat, &mv).map_err(|error| error.to_string())?;
        let place = mv.place().or(next.last()).unwrap_or(0);
        let group = groups(&next).into_iter().find(|group| group.cells.contains(&place));
        let Some(group) = group else { return Err(format!("{mv} puts no stone")) };
        Ok(FenceMasterAfter {
            cell: position.geometry().number(place),
            group: numbers(&next, &group.cells),
            edges: set(group.touched, 0),
            wins: by(next.won()),
            words: words::group_that_wins(&next, &group),
        })
    }
}
