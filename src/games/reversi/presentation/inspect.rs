//! Requests of the board and the map editor about a position, and the responses. Only reads positions.

use super::super::board::Board;
use super::super::built_in::MAPS;
use super::super::map::{MAX_BYTES, Map, MapError, Tile};
use super::super::position::Reversi;
use super::super::setup::notes;
use super::targets::turned;
use super::view::{ReversiBorder, letters};
use super::words::{self, tile_with_move, tile_with_place};
use crate::contract::game::Seat;
use serde::{Deserialize, Serialize};

/// A request about a position, or about a map in the editor.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged, try_from = "Request")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum ReversiQuestion {
    /// The stones that a stone on this tile would turn: `ReversiTurns`. Any tile is allowed, legal or not.
    Turns {
        /// The number of the tile.
        turns: usize,
        /// The seat of the stone; default: the mover.
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        seat: Option<usize>,
    },
    /// The tiles that a bomb on this tile would destroy: `ReversiBlast`.
    Blast {
        /// The number of the tile.
        blast: usize,
    },
    /// The text of a tile, and the targets of the steps from it: `ReversiTile`.
    Tile {
        /// The number of the tile.
        tile: usize,
    },
    /// The texts of tiles for a screen reader, each with the effect of a move there: `ReversiTexts`.
    Describe {
        /// The numbers of the tiles.
        describe: Vec<usize>,
    },
    /// The built-in maps: `ReversiMap[]`.
    Maps {
        /// True; the value itself has no effect.
        maps: bool,
    },
    /// Parses a map's text: `ReversiCheck`. The editor itself contains no code for the format.
    Check {
        /// The text of a map, valid or not.
        check: String,
    },
    /// Writes the parts of a map as text and parses it: `ReversiCheck`.
    Write {
        /// The parts of the map in the editor.
        write: ReversiParts,
    },
}

/// A request as received, so that errors can name the wrong part.
#[derive(Deserialize)]
struct Request {
    turns: Option<usize>,
    seat: Option<usize>,
    blast: Option<usize>,
    tile: Option<usize>,
    describe: Option<Vec<usize>>,
    maps: Option<bool>,
    check: Option<String>,
    write: Option<ReversiParts>,
}

impl TryFrom<Request> for ReversiQuestion {
    type Error = &'static str;

    fn try_from(request: Request) -> Result<Self, Self::Error> {
        Ok(match request {
            Request { turns: Some(turns), seat, .. } => ReversiQuestion::Turns { turns, seat },
            Request { blast: Some(blast), .. } => ReversiQuestion::Blast { blast },
            Request { tile: Some(tile), .. } => ReversiQuestion::Tile { tile },
            Request { describe: Some(describe), .. } => ReversiQuestion::Describe { describe },
            Request { maps: Some(maps), .. } => ReversiQuestion::Maps { maps },
            Request { check: Some(check), .. } => ReversiQuestion::Check { check },
            Request { write: Some(write), .. } => ReversiQuestion::Write { write },
            _ => {
                return Err(
                    "expected an object with one of turns, blast, tile, describe, maps, check, write",
                );
            }
        })
    }
}

/// A response; the request determines its variant.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum ReversiAnswer {
    /// To `turns`.
    Turns(ReversiTurns),
    /// To `blast`.
    Blast(ReversiBlast),
    /// To `tile`.
    Tile(ReversiTile),
    /// To `describe`.
    Texts(ReversiTexts),
    /// To `maps`.
    Maps(Vec<ReversiMap>),
    /// To `check` and `write`.
    Check(ReversiCheck),
}

/// A step of a capturing walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReversiStep {
    /// The tile that the step leads to.
    pub tile: usize,
    /// The direction of the walk on arrival.
    pub heading: usize,
    /// The id of the transition that the step used; null if none.
    pub through: Option<usize>,
}

/// A walk from the new stone over the stones that it captures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReversiRay {
    /// The direction of the first step.
    pub direction: usize,
    /// Every step in order: over the captured stones to the own stone that closes it.
    pub steps: Vec<ReversiStep>,
}

/// The stones that a stone would turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReversiTurns {
    /// The tile of the stone.
    pub tile: usize,
    /// The seat of the stone.
    pub seat: usize,
    /// Every stone that would turn, each once.
    pub turned: Vec<usize>,
    /// The capturing walks, at most one for each first direction; empty if no stone would turn.
    pub rays: Vec<ReversiRay>,
    /// In a sentence: "A stone of Red on 3,2 would turn 2 stones."
    pub words: String,
}

/// The tiles that a bomb would destroy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReversiBlast {
    /// The tile that the bomb is thrown at.
    pub tile: usize,
    /// The tiles that become holes, in order of distance.
    pub tiles: Vec<usize>,
    /// Stones that each seat would lose.
    pub lost: Vec<u32>,
    /// In a sentence: "A bomb on 3,2 would destroy 9 tiles with 2 stones of Red."
    pub words: String,
}

/// The target of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReversiNeighbour {
    /// The tile that the step leads to.
    pub tile: usize,
    /// The id of the transition used; null if none.
    pub through: Option<usize>,
}

/// A tile and its neighbours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReversiTile {
    /// The number of the tile.
    pub tile: usize,
    /// Place and content: "3,4, stone of Red".
    pub words: String,
    /// The target of the step in each direction; null if none.
    pub steps: Vec<Option<ReversiNeighbour>>,
}

/// The texts of the requested tiles, for a screen reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReversiTexts {
    /// In the order of the request: "3,4, stone of Red", "5,0, bonus, legal, turns 3". Empty for holes that
    /// existed at the start.
    pub texts: Vec<String>,
}

/// A built-in map. To start a game on it, set the option `map` to its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReversiMap {
    /// The value of the option `map`.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The number of players, 2 to 8.
    pub players: u8,
    /// Columns.
    pub columns: u8,
    /// Rows.
    pub rows: u8,
    /// Its text.
    pub text: &'static str,
}

/// A map in the editor; it may be invalid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReversiParts {
    /// The number of players; 2 to 8 in a valid map.
    pub players: u64,
    /// Override stones that each player begins with.
    pub overrides: u64,
    /// Bombs that each player begins with.
    pub bombs: u64,
    /// The bomb radius, in steps.
    pub strength: u64,
    /// Columns; 1 to 52 in a valid map.
    pub columns: usize,
    /// Rows; 1 to 52 in a valid map.
    pub rows: usize,
    /// One letter per tile, row by row.
    pub tiles: String,
    /// The pairs of joined borders.
    pub transitions: Vec<[ReversiBorder; 2]>,
}

/// The result of checking a map's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReversiCheck {
    /// The text: from the request, or written from the parts.
    pub text: String,
    /// Whether the text is a valid map.
    pub valid: bool,
    /// All problems, at most 32; empty if valid.
    pub problems: Vec<MapError>,
    /// Notes about valid but unusual maps: "Green has no stone.", "No player can move at the start: the game is over."
    pub notes: Vec<String>,
    /// The map if valid; else null.
    pub parts: Option<ReversiParts>,
    /// For a valid map: the borders that could have a transition, and those that do.
    pub open: Vec<ReversiBorder>,
}

pub(super) fn inspect(
    position: &Reversi,
    question: ReversiQuestion,
) -> Result<ReversiAnswer, String> {
    let known = |tile: usize| {
        let tiles = position.board().tiles();
        if tile < tiles {
            return Ok(tile);
        }
        Err(format!("`{tile}` is not a tile; expected a number from 0 to {}", tiles - 1))
    };
    Ok(match question {
        ReversiQuestion::Turns { turns: tile, seat } => {
            let seat = seat.unwrap_or_else(|| position.turn());
            if seat >= position.players() {
                let last = position.players() - 1;
                return Err(format!("`{seat}` is not a seat; expected a number from 0 to {last}"));
            }
            ReversiAnswer::Turns(turns(position, seat, known(tile)?))
        }
        ReversiQuestion::Blast { blast: tile } => {
            ReversiAnswer::Blast(blast(position, known(tile)?))
        }
        ReversiQuestion::Tile { tile } => ReversiAnswer::Tile(about_tile(position, known(tile)?)),
        ReversiQuestion::Describe { describe } => {
            let text = |tile| known(tile).map(|tile| tile_with_move(position, tile));
            let texts = describe.into_iter().map(text).collect::<Result<_, _>>()?;
            ReversiAnswer::Texts(ReversiTexts { texts })
        }
        ReversiQuestion::Maps { .. } => ReversiAnswer::Maps(maps()),
        ReversiQuestion::Check { check: text } => ReversiAnswer::Check(check(text)),
        ReversiQuestion::Write { write } => ReversiAnswer::Check(check(write.to_text()?)),
    })
}

/// The transition used by a step from `tile` in `direction`.
fn through(board: &Board, tile: usize, direction: usize) -> Option<usize> {
    let (x, y) = board.at(tile);
    board.map().transitions.iter().position(|ends| {
        ends.iter().any(|end| (end.x, end.y, usize::from(end.direction)) == (x, y, direction))
    })
}

fn turns(position: &Reversi, seat: Seat, tile: usize) -> ReversiTurns {
    let board = position.board();
    let rays = (0..8)
        .filter_map(|direction| {
            let length = position.flanked(seat, tile, direction);
            if length == 0 {
                return None;
            }
            let mut from = (tile, direction);
            let steps = board
                .ray(tile, direction)
                .take(length + 1)
                .map(|(here, heading)| {
                    let through = through(board, from.0, from.1);
                    from = (here, heading);
                    ReversiStep { tile: here, heading, through }
                })
                .collect();
            Some(ReversiRay { direction, steps })
        })
        .collect();
    let turned = turned(position, seat, tile);
    let words = words::would_turn(board, seat, tile, turned.len());
    ReversiTurns { tile, seat, turned, rays, words }
}

fn blast(position: &Reversi, tile: usize) -> ReversiBlast {
    let board = position.board();
    let tiles = if position.tile(tile) == Tile::Hole { Vec::new() } else { position.blast(tile) };
    let mut lost = vec![0u32; position.players()];
    for &tile in &tiles {
        if let Tile::Stone(number) = position.tile(tile)
            && let Some(lost) = lost.get_mut(usize::from(number) - 1)
        {
            *lost += 1;
        }
    }
    let words = words::would_destroy(board, tile, tiles.len(), &lost);
    ReversiBlast { tile, tiles, lost, words }
}

fn about_tile(position: &Reversi, tile: usize) -> ReversiTile {
    let board = position.board();
    let step = |direction| {
        board
            .neighbour(tile, direction)
            .filter(|&next| position.tile(next) != Tile::Hole)
            .map(|next| ReversiNeighbour { tile: next, through: through(board, tile, direction) })
    };
    ReversiTile { tile, words: tile_with_place(position, tile), steps: (0..8).map(step).collect() }
}

fn maps() -> Vec<ReversiMap> {
    MAPS.iter()
        .filter_map(|map| {
            let read = Map::parse(map.text).ok()?;
            Some(ReversiMap {
                name: map.name,
                about: map.about,
                players: read.players,
                columns: read.width,
                rows: read.height,
                text: map.text,
            })
        })
        .collect()
}

impl ReversiParts {
    fn new(board: &Board) -> Self {
        let map = board.map();
        let pair = |ends: &[_; 2]| ends.map(|end| ReversiBorder::new(board, end));
        ReversiParts {
            players: map.players.into(),
            overrides: map.overrides.into(),
            bombs: map.bombs.into(),
            strength: map.strength.into(),
            columns: map.width.into(),
            rows: map.height.into(),
            tiles: letters(map.tiles.iter().copied()),
            transitions: map.transitions.iter().map(pair).collect(),
        }
    }

    /// The text of the parts, valid or not.
    fn to_text(&self) -> Result<String, String> {
        let ReversiParts { players, overrides, bombs, strength, columns, rows, .. } = self;
        if self.tiles.len() > MAX_BYTES {
            return Err(format!("`tiles` of the map has more than {MAX_BYTES} bytes"));
        }
        let mut text = format!("{players}\n{overrides}\n{bombs} {strength}\n{rows} {columns}\n");
        let width = (*columns).max(1);
        for (i, letter) in self.tiles.chars().enumerate() {
            text.push(letter);
            text.push(if (i + 1) % width == 0 { '\n' } else { ' ' });
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        for ends in &self.transitions {
            let [one, other] = ends.map(|ReversiBorder { tile, direction }| {
                format!("{} {} {direction}", tile % width, tile / width)
            });
            text += &format!("{one} <-> {other}\n");
        }
        Ok(text)
    }
}

fn check(text: String) -> ReversiCheck {
    let problems = Map::problems(&text);
    let position = Map::parse(&text).ok().map(Reversi::on);
    ReversiCheck {
        text,
        valid: position.is_some(),
        problems,
        notes: position.as_ref().map(notes).unwrap_or_default(),
        parts: position.as_ref().map(|position| ReversiParts::new(position.board())),
        open: position.as_ref().map(|position| open(position.board())).unwrap_or_default(),
    }
}

/// The borders of tiles without a neighbour beyond.
fn open(board: &Board) -> Vec<ReversiBorder> {
    let map = board.map();
    let land = (0..board.tiles()).filter(|&tile| map.tiles[tile] != Tile::Hole);
    let borders =
        land.flat_map(|tile| (0..8).map(move |direction| ReversiBorder { tile, direction }));
    let is_open = |border: &ReversiBorder| {
        let (x, y) = board.at(border.tile);
        map.neighbour(x, y, border.direction as u8).is_none()
    };
    borders.filter(is_open).collect()
}
