//! A map prepared for walks: the targets of steps, and the lines that all walks follow.
//!
//! # Steps
//! A walker is on a tile and heads in one of eight directions; the pair is a *state*, numbered
//! `tile * 8 + heading`. Every state has at most one next state, and because a transition exists only
//! where there is no neighbour, at most one previous state. So the states form *lines*: sequences of states
//! that walks follow from end to end, and rings, which have no end. Every ray from a tile is a segment of
//! one line, and the reversed segment lies on another line (or on the same one, where a
//! mirror turns it round).
//!
//! # Places
//! All lines long enough for a capture are laid out one after the other, a gap after each, rings
//! twice. A set of stones is then a bit row, with one bit per *place*, and the runs of stones that a move
//! would capture are found in all lines at once by adding two such rows as if they were numbers; see
//! `lines`. This data never changes during a game, and all positions share it.

use super::map::{Map, Tile};
use super::safety::Safety;
use super::steps::{NONE, WORD, steps};
use crate::base::util::mix64;
use std::sync::Arc;

/// Rows up to this number of words are changed as a whole; longer ones bit by bit.
const FEW_WORDS: usize = 20;

/// A map with its steps and lines.
#[derive(Debug)]
pub struct Board {
    map: Arc<Map>,
    /// The number of tiles without the initial holes of the map.
    pub(super) land: usize,
    /// The next state of each state; [`NONE`] at the end of a walk.
    steps: Vec<u16>,
    /// The tile on each place; [`NONE`] in the gaps.
    place_tiles: Vec<u16>,
    /// The places that are not gaps, one bit each.
    pub(super) on_tiles: Vec<u64>,
    /// The places of all tiles, tile by tile.
    places: Vec<u16>,
    /// The index in `places` of the first place of each tile; has one extra entry at the end.
    place_starts: Vec<u32>,
    /// The places of each tile as bit rows, if rows are short; otherwise empty.
    masks: Vec<u64>,
    /// Whether a line can visit a tile twice, as rings do.
    pub(super) tangled: bool,
    /// The column and row of each tile.
    at: Vec<(u8, u8)>,
    /// The safety data of the tiles.
    pub(super) safety: Safety,
    /// Random numbers for hashing: for every tile one per player, and one for a hole made by a bomb.
    keys: Vec<u64>,
}

impl Board {
    /// Computes the steps and lines of a map, and the safety data of its tiles.
    pub fn new(map: Arc<Map>) -> Board {
        let steps = steps(&map);
        let mut board = Board {
            keys: keys(&map),
            safety: Safety::new(&map, &steps),
            land: map.tiles.iter().filter(|tile| **tile != Tile::Hole).count(),
            map,
            steps,
            place_tiles: Vec::new(),
            on_tiles: Vec::new(),
            places: Vec::new(),
            place_starts: Vec::new(),
            masks: Vec::new(),
            tangled: false,
            at: Vec::new(),
        };
        let width = usize::from(board.map.width);
        board.at =
            (0..board.tiles()).map(|tile| ((tile % width) as u8, (tile / width) as u8)).collect();
        board.lay_out();
        board
    }

    /// The map whose neighbours and lines are prepared here.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The number of tiles, holes included: columns times rows.
    #[inline]
    pub fn tiles(&self) -> usize {
        self.map.tiles.len()
    }

    /// The number of players, 2 to 8.
    #[inline]
    pub fn players(&self) -> usize {
        usize::from(self.map.players)
    }

    /// The number of a tile: row by row from the top left.
    pub fn number(&self, x: u8, y: u8) -> usize {
        usize::from(y) * usize::from(self.map.width) + usize::from(x)
    }

    /// The column and row of a tile.
    #[inline]
    pub fn at(&self, tile: usize) -> (u8, u8) {
        self.at[tile]
    }

    /// The next state of a walk (a tile with a direction), or [`NONE`] at the end of the line.
    #[inline]
    pub(super) fn step(&self, state: usize) -> u16 {
        self.steps[state]
    }

    /// The tile after a step, ignoring bombs.
    pub fn neighbour(&self, tile: usize, direction: usize) -> Option<usize> {
        let state = self.steps[tile * 8 + direction];
        (state != NONE).then_some(usize::from(state >> 3))
    }

    /// The states after that of `tile` and `direction`, until the walk ends or returns to `tile`:
    /// tile and heading of each. The iterator is finite.
    pub fn ray(&self, tile: usize, direction: usize) -> impl Iterator<Item = (usize, usize)> {
        let mut state = self.steps[tile * 8 + direction];
        std::iter::from_fn(move || {
            let here = usize::from(state);
            if state == NONE || here >> 3 == tile {
                return None;
            }
            state = self.steps[here];
            Some((here >> 3, here & 7))
        })
    }

    /// The number of words of a bit row over all places.
    #[inline]
    pub(super) fn line_words(&self) -> usize {
        self.place_tiles.len() / WORD
    }

    /// The number of words of a bit row over all tiles.
    #[inline]
    pub(super) fn tile_words(&self) -> usize {
        self.tiles().div_ceil(WORD)
    }

    /// The places of a tile.
    #[inline]
    pub(super) fn places(&self, tile: usize) -> &[u16] {
        &self.places[self.place_starts[tile] as usize..self.place_starts[tile + 1] as usize]
    }

    /// The places of a tile as a bit row, if rows are short on this map.
    #[inline]
    pub(super) fn mask(&self, tile: usize) -> Option<&[u64]> {
        let words = self.line_words();
        self.masks.get(tile * words..(tile + 1) * words)
    }

    /// The tiles of the places, grouped by the words of a row; [`NONE`] in a gap.
    #[inline]
    pub(super) fn place_tiles(&self) -> &[[u16; WORD]] {
        self.place_tiles.as_chunks().0
    }

    /// The random number for a stone of `seat` on a tile, or for a hole if `seat` is one past the last.
    #[inline]
    pub(super) fn key(&self, tile: usize, seat: usize) -> u64 {
        self.keys[tile * (self.players() + 1) + seat]
    }

    /// Finds the lines and lays them out.
    fn lay_out(&mut self) {
        /// Shorter lines have no space for a new stone, a captured one and an own one.
        const SHORTEST: usize = 3;
        let states = self.steps.len();
        let mut has_before = vec![false; states];
        for &next in self.steps.iter().filter(|&&next| next != NONE) {
            has_before[usize::from(next)] = true;
        }
        let mut seen = vec![false; states];
        let mut on_line = vec![NONE; self.tiles()];
        let mut lines = 0;
        let mut line: Vec<u16> = Vec::new();
        // First the lines with a start; the remaining ones are rings.
        for rings in [false, true] {
            for first in 0..states {
                let hole = self.map.tiles[first / 8] == Tile::Hole;
                if hole || seen[first] || (!rings && has_before[first]) {
                    continue;
                }
                line.clear();
                let mut state = first;
                while !seen[state] {
                    seen[state] = true;
                    line.push((state >> 3) as u16);
                    match self.steps[state] {
                        NONE => break,
                        next => state = usize::from(next),
                    }
                }
                if line.len() < SHORTEST {
                    continue;
                }
                for &tile in &line {
                    self.tangled |= rings || on_line[usize::from(tile)] == lines;
                    on_line[usize::from(tile)] = lines;
                }
                lines += 1;
                self.place_tiles.extend_from_slice(&line);
                if rings {
                    self.place_tiles.extend_from_slice(&line);
                }
                self.place_tiles.push(NONE);
            }
        }
        self.place_tiles.resize(self.place_tiles.len().next_multiple_of(WORD), NONE);
        self.on_tiles = vec![0; self.place_tiles.len() / WORD];
        let mut by_tile: Vec<Vec<u16>> = vec![Vec::new(); self.tiles()];
        for (place, &tile) in self.place_tiles.iter().enumerate() {
            if tile != NONE {
                by_tile[usize::from(tile)].push(place as u16);
                self.on_tiles[place / WORD] |= 1 << (place % WORD);
            }
        }
        let words = self.place_tiles.len() / WORD;
        if words <= FEW_WORDS {
            self.masks = vec![0; words * by_tile.len()];
            for (mask, places) in self.masks.chunks_mut(words.max(1)).zip(&by_tile) {
                for &place in places {
                    mask[usize::from(place) / WORD] |= 1 << (usize::from(place) % WORD);
                }
            }
        }
        self.place_starts.push(0);
        for places in by_tile {
            self.places.extend(places);
            self.place_starts.push(self.places.len() as u32);
        }
    }
}

/// The random numbers of the position hash.
fn keys(map: &Map) -> Vec<u64> {
    let count = map.tiles.len() * (usize::from(map.players) + 1);
    (1..=count as u64).map(mixed).collect()
}

/// A mixed number: the values for consecutive numbers look random.
pub(super) fn mixed(number: u64) -> u64 {
    mix64(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
