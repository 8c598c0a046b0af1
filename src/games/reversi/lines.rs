//! The general engine: stones on any map, up to eight players.
//!
//! # How legal tiles are found
//! `board` lays out all lines of the map as places, so that a set of stones is a long bit row. For
//! a player, let `own` be their stones and `other` everything that they could capture. A capture is a
//! run of `other` with an own stone before it and, after it, the place of the new stone. Adding a one
//! to `other` at the start of each run that has an own stone before it carries through the run to
//! the place after it: one addition over the whole row finds every capture on every line.
//! Every line also exists reversed, so one reading direction is enough. The run bits changed by
//! the carry, except the first, are the places for override stones.
//!
//! The captures of a move are then found by eight short walks. This module contains no rules about
//! turns, stocks or phases.

use super::board::Board;
use super::map::{LARGEST, Tile};
use super::steps::{NONE, WORD};
use crate::base::util::bits;
use crate::contract::game::{MAX_SEATS, Seat};

/// The content of a tile as a byte: seats are 0 to 7, then these values.
pub(super) mod cell {
    pub(in super::super) const EXPANSION: u8 = 8;
    /// No tile.
    pub(in super::super) const HOLE: u8 = 9;
    /// The first value on which a stone can be placed without an override stone.
    pub(in super::super) const EMPTY: u8 = 10;
    pub(in super::super) const CHOICE: u8 = 11;
    pub(in super::super) const INVERSION: u8 = 12;
    pub(in super::super) const BONUS: u8 = 13;
}

/// The byte for a map tile.
fn cell_of(tile: Tile) -> u8 {
    match tile {
        Tile::Hole => cell::HOLE,
        Tile::Empty => cell::EMPTY,
        Tile::Choice => cell::CHOICE,
        Tile::Inversion => cell::INVERSION,
        Tile::Bonus => cell::BONUS,
        Tile::Expansion => cell::EXPANSION,
        Tile::Stone(player) => player - 1,
    }
}

/// The map tile for a byte.
fn tile_of(cell: u8) -> Tile {
    match cell {
        cell::EXPANSION => Tile::Expansion,
        cell::HOLE => Tile::Hole,
        cell::EMPTY => Tile::Empty,
        cell::CHOICE => Tile::Choice,
        cell::INVERSION => Tile::Inversion,
        cell::BONUS => Tile::Bonus,
        seat => Tile::Stone(seat + 1),
    }
}

/// Stones on a map.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Lines {
    /// One byte per tile.
    pub(super) cells: Vec<u8>,
    /// Rows of places: first all occupied places, then the stones of each player.
    rows: Vec<u64>,
    /// The tiles found by the last search for legal tiles, one bit each.
    pub(super) targets: Vec<u64>,
    /// The number of them that need no override stone.
    pub(super) free_targets: u32,
    /// The tiles with expansion stones, one bit each.
    expansions: Vec<u64>,
    /// The number of stones of each player.
    pub(super) stones: [u32; MAX_SEATS],
    /// The number of tiles that are not holes.
    pub(super) left: u32,
    /// The number of tiles on which a stone can be placed without an override stone.
    pub(super) free: u32,
    /// The number of choice and inversion tiles among them: there stones can still be swapped.
    pub(super) swaps: u32,
    pub(super) hash: u64,
}

impl Lines {
    /// Heap memory of the lists, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        let words = self.rows.len() + self.targets.len() + self.expansions.len();
        self.cells.len() + 8 * words
    }
}

/// Written by hand because the derived `clone_from` reallocates instead of reusing memory.
impl Clone for Lines {
    fn clone(&self) -> Self {
        Lines {
            cells: self.cells.clone(),
            rows: self.rows.clone(),
            targets: self.targets.clone(),
            expansions: self.expansions.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.cells.clone_from(&other.cells);
        self.rows.clone_from(&other.rows);
        self.targets.clone_from(&other.targets);
        self.expansions.clone_from(&other.expansions);
        self.free_targets = other.free_targets;
        self.stones = other.stones;
        self.left = other.left;
        self.free = other.free;
        self.swaps = other.swaps;
        self.hash = other.hash;
    }
}

impl Lines {
    /// Creates the initial stones of a map, or other stones on the same tiles.
    pub(super) fn new(board: &Board, tiles: impl Iterator<Item = Tile>) -> Lines {
        let row = board.line_words();
        let mut lines = Lines {
            cells: tiles.map(cell_of).collect(),
            rows: vec![0; row * (board.players() + 1)],
            targets: vec![0; board.tile_words()],
            free_targets: 0,
            expansions: vec![0; board.tile_words()],
            stones: [0; MAX_SEATS],
            left: 0,
            free: 0,
            swaps: 0,
            hash: 0,
        };
        for tile in 0..lines.cells.len() {
            let cell = lines.cells[tile];
            lines.left += u32::from(cell != cell::HOLE);
            lines.free += u32::from(cell >= cell::EMPTY);
            lines.swaps += u32::from(swaps(cell));
            if cell < cell::EXPANSION {
                let seat = usize::from(cell);
                lines.stones[seat] += 1;
                lines.hash ^= board.key(tile, seat);
                toggle(&mut lines.rows[(seat + 1) * row..], board.places(tile));
            }
            if cell <= cell::EXPANSION {
                toggle(&mut lines.rows, board.places(tile));
            }
            if cell == cell::EXPANSION {
                lines.expansions[tile / WORD] |= 1 << (tile % WORD);
            }
        }
        lines
    }

    /// The content of a tile.
    pub(super) fn tile(&self, tile: usize) -> Tile {
        tile_of(self.cells[tile])
    }

    /// Finds the tiles on which a player may place a stone, with or without override stones. False
    /// if there is none.
    pub(super) fn find_targets(&mut self, board: &Board, seat: Seat, overrides: bool) -> bool {
        let mut targets = std::mem::take(&mut self.targets);
        targets.fill(0);
        self.free_targets = self.look_for_targets(board, seat, overrides, &mut targets);
        self.targets = targets;
        self.targets.iter().any(|&word| word != 0)
    }

    /// Like `find_targets`, but into a set of the caller, which has one bit per tile, all zero. Returns the number of them
    /// that need no override stone.
    fn look_for_targets(
        &self,
        board: &Board,
        seat: Seat,
        overrides: bool,
        targets: &mut [u64],
    ) -> u32 {
        if overrides {
            let free =
                self.sweep(board, seat, targets, |other, sum, start, own, tiles, targets| {
                    let flooded = other & !sum & !start;
                    for bit in bits(flooded | (sum & own)) {
                        let tile = usize::from(tiles[bit]);
                        let known = targets[tile / WORD] >> (tile % WORD) & 1 != 0;
                        // A walk that returns to its start captures nothing.
                        if !known && (!board.tangled || self.captures(board, seat, tile)) {
                            targets[tile / WORD] |= 1 << (tile % WORD);
                        }
                    }
                });
            for (targets, expansions) in targets.iter_mut().zip(&self.expansions) {
                *targets |= expansions;
            }
            free
        } else {
            self.sweep(board, seat, targets, |_, _, _, _, _, _| {})
        }
    }

    /// Marks and counts the free tiles on which a player may place a stone, and calls `more` with the terms of each addition:
    /// what could be captured, the sum, the run starts, own stones, and the tiles on these places.
    #[inline(always)]
    fn sweep(
        &self,
        board: &Board,
        seat: Seat,
        targets: &mut [u64],
        more: impl Fn(u64, u64, u64, u64, &[u16; WORD], &mut [u64]),
    ) -> u32 {
        let width = board.line_words();
        // Equal lengths, so that one bounds check is enough.
        let occupied = &self.rows[..width];
        let own = &self.rows[(seat + 1) * width..][..width];
        let on_tiles = &board.on_tiles[..width];
        let place_tiles = &board.place_tiles()[..width];
        let (mut carry, mut before, mut count) = (0, 0, 0);
        for word in 0..width {
            let own = own[word];
            let other = occupied[word] & !own;
            let start = (own << 1 | before) & other;
            before = own >> 63;
            // A carry from the previous word continues a run or comes out at its end; no run starts at that bit.
            let added = start | carry;
            if added == 0 {
                continue;
            }
            let (sum, over) = other.overflowing_add(added);
            carry = u64::from(over);
            for bit in bits(sum & !occupied[word] & on_tiles[word]) {
                let tile = usize::from(place_tiles[word][bit]);
                let (known, found) = (targets[tile / WORD], 1 << (tile % WORD));
                count += u32::from(known & found == 0);
                targets[tile / WORD] = known | found;
            }
            more(other, sum, start, own, &place_tiles[word], targets);
        }
        count
    }

    /// The number of tiles on which a player may place a stone, with or without override stones.
    pub(super) fn mobility(&self, board: &Board, seat: Seat, overrides: bool) -> u32 {
        // A small set is cleared in place; clearing a large one is a call, which on wasm costs as much as the sweep of
        // a small map.
        let (mut few, mut many);
        let words = board.tile_words();
        let targets = if words <= 8 {
            few = [0u64; 8];
            &mut few[..words]
        } else {
            many = [0u64; (LARGEST * LARGEST).div_ceil(WORD)];
            &mut many[..words]
        };
        let free = self.look_for_targets(board, seat, overrides, targets);
        if overrides { targets.iter().map(|word| word.count_ones()).sum() } else { free }
    }

    /// Makes every tile that is not a hole a bomb target. False if there is none.
    pub(super) fn find_bomb_targets(&mut self) -> bool {
        self.targets.fill(0);
        for (tile, _) in self.cells.iter().enumerate().filter(|(_, cell)| **cell != cell::HOLE) {
            self.targets[tile / WORD] |= 1 << (tile % WORD);
        }
        self.left > 0
    }

    /// The number of stones that a stone of `seat` on `tile` would capture in a direction.
    #[inline]
    pub(super) fn flanked(
        &self,
        board: &Board,
        seat: Seat,
        tile: usize,
        direction: usize,
    ) -> usize {
        let mut state = board.step(tile * 8 + direction);
        let mut length = 0;
        while state != NONE {
            let here = usize::from(state >> 3);
            let cell = self.cells[here];
            if here == tile || cell > cell::EXPANSION {
                return 0;
            }
            if usize::from(cell) == seat {
                return length;
            }
            length += 1;
            state = board.step(usize::from(state));
        }
        0
    }

    /// Whether a stone of `seat` on `tile` would capture anything.
    fn captures(&self, board: &Board, seat: Seat, tile: usize) -> bool {
        (0..8).any(|direction| self.flanked(board, seat, tile, direction) > 0)
    }

    /// Places a stone and recolours its captures.
    pub(super) fn play(&mut self, board: &Board, seat: Seat, tile: usize) {
        // Walks can cross, so all captures are found before any stone changes.
        let lengths: [usize; 8] =
            std::array::from_fn(|direction| self.flanked(board, seat, tile, direction));
        self.put(board, seat, tile);
        for (direction, length) in lengths.into_iter().enumerate() {
            let mut state = tile * 8 + direction;
            for _ in 0..length {
                state = usize::from(board.step(state));
                self.put(board, seat, state >> 3);
            }
        }
    }

    /// Places a stone on a tile that is not a hole, replacing its content.
    #[inline]
    fn put(&mut self, board: &Board, seat: Seat, tile: usize) {
        let old = self.cells[tile];
        if usize::from(old) == seat {
            return;
        }
        self.cells[tile] = seat as u8;
        self.stones[seat] += 1;
        self.hash ^= board.key(tile, seat);
        self.toggle_tile(board, seat + 1, tile);
        if old < cell::EXPANSION {
            let loser = usize::from(old);
            self.stones[loser] -= 1;
            self.hash ^= board.key(tile, loser);
            self.toggle_tile(board, loser + 1, tile);
        } else if old == cell::EXPANSION {
            self.expansions[tile / WORD] &= !(1 << (tile % WORD));
        } else {
            self.free -= 1;
            self.swaps -= u32::from(swaps(old));
            self.toggle_tile(board, 0, tile);
        }
    }

    /// Toggles the bits of a tile in a row.
    #[inline]
    fn toggle_tile(&mut self, board: &Board, row: usize, tile: usize) {
        let width = board.line_words();
        let row = &mut self.rows[row * width..(row + 1) * width];
        match board.mask(tile) {
            Some(mask) => row.iter_mut().zip(mask).for_each(|(word, mask)| *word ^= mask),
            None => toggle(row, board.places(tile)),
        }
    }

    /// Reassigns the stones of every seat: those of seat `i` go to `to[i]`, a permutation.
    pub(super) fn reassign_stones(&mut self, board: &Board, to: &[Seat]) {
        let width = board.line_words();
        let before = self.rows.clone();
        let counts = self.stones;
        for (from, &to) in to.iter().enumerate() {
            self.rows[(to + 1) * width..(to + 2) * width]
                .copy_from_slice(&before[(from + 1) * width..(from + 2) * width]);
            self.stones[to] = counts[from];
        }
        for (tile, cell) in self.cells.iter_mut().enumerate() {
            let seat = usize::from(*cell);
            if seat < to.len() {
                *cell = to[seat] as u8;
                self.hash ^= board.key(tile, seat) ^ board.key(tile, to[seat]);
            }
        }
    }

    /// The tiles that a bomb on `tile` would reach, each once, in order of distance.
    pub(super) fn blast(&self, board: &Board, tile: usize, strength: u32) -> Vec<usize> {
        let mut reached = vec![tile];
        let mut seen = vec![0u64; board.tile_words()];
        spread(&self.cells, board, strength, &mut seen, &mut reached);
        reached
    }

    /// Turns tiles into holes.
    pub(super) fn destroy(&mut self, board: &Board, tiles: &[usize]) {
        let width = board.line_words();
        for &tile in tiles {
            let old = std::mem::replace(&mut self.cells[tile], cell::HOLE);
            if old == cell::HOLE {
                continue;
            }
            self.left -= 1;
            self.free -= u32::from(old >= cell::EMPTY);
            self.swaps -= u32::from(swaps(old));
            self.hash ^= board.key(tile, board.players());
            if old <= cell::EXPANSION {
                toggle(&mut self.rows[..width], board.places(tile));
            }
            if old < cell::EXPANSION {
                let seat = usize::from(old);
                self.stones[seat] -= 1;
                self.hash ^= board.key(tile, seat);
                toggle(&mut self.rows[(seat + 1) * width..], board.places(tile));
            }
            self.expansions[tile / WORD] &= !(1 << (tile % WORD));
        }
    }
}

/// The tiles that a bomb reaches on these cells, each once, in order of distance: `reached` starts with the target tile,
/// `seen` has one bit per tile, all zero. Tiles appended to `reached` are the queue of the spread.
pub(super) fn spread(
    cells: &[u8],
    board: &Board,
    strength: u32,
    seen: &mut [u64],
    reached: &mut Vec<usize>,
) {
    for &tile in reached.iter() {
        seen[tile / WORD] |= 1 << (tile % WORD);
    }
    let mut begun = 0;
    for _ in 0..strength {
        let end = reached.len();
        if begun == end {
            break;
        }
        for at in begun..end {
            for direction in 0..8 {
                let Some(next) = board.neighbour(reached[at], direction) else { continue };
                let bit = 1 << (next % WORD);
                if seen[next / WORD] & bit == 0 && cells[next] != cell::HOLE {
                    seen[next / WORD] |= bit;
                    reached.push(next);
                }
            }
        }
        begun = end;
    }
}

/// Whether stones can be swapped on this kind of tile.
#[inline]
fn swaps(cell: u8) -> bool {
    matches!(cell, cell::CHOICE | cell::INVERSION)
}

/// Toggles the bits of some places.
#[inline]
fn toggle(row: &mut [u64], places: &[u16]) {
    for &place in places {
        row[usize::from(place) / WORD] ^= 1 << (usize::from(place) % WORD);
    }
}
