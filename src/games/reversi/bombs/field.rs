//! The stones of the bomb phase, with the losses from a blast on each tile, updated after every throw: for
//! simulating many throws in sequence.

use super::super::board::Board;
use super::super::lines::{cell, spread};
use super::super::position::Reversi;
use crate::contract::game::{MAX_SEATS, Seat, Seats};

/// Buffers reused by throws.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    seen: Vec<u64>,
    around: Vec<usize>,
    /// The tiles of the last blast.
    pub(super) reached: Vec<usize>,
}

impl Scratch {
    /// The losses of each seat from a blast on a tile.
    pub(super) fn losses(&mut self, cells: &[u8], board: &Board, tile: usize) -> [u16; MAX_SEATS] {
        self.seen.clear();
        self.seen.resize(board.tile_words(), 0);
        self.reached.clear();
        self.reached.push(tile);
        spread(cells, board, board.map().strength, &mut self.seen, &mut self.reached);
        let mut lost = [0; MAX_SEATS];
        for &tile in &self.reached {
            if let Some(count) = lost.get_mut(usize::from(cells[tile])) {
                *count += 1;
            }
        }
        lost
    }
}

/// The cells, the stocks, and the seat to throw.
#[derive(Clone, Debug)]
pub(super) struct Field {
    cells: Vec<u8>,
    /// The losses of each seat from a blast on each tile; zero for holes.
    losses: Vec<[u16; MAX_SEATS]>,
    pub(super) stones: [u32; MAX_SEATS],
    bombs: [u32; MAX_SEATS],
    out: Seats,
    players: usize,
    /// The number of tiles that are not holes.
    left: usize,
    pub(super) mover: Seat,
}

impl Field {
    /// The field of a position in the bomb phase; `losses` has the losses of each seat from a blast on each tile.
    pub(super) fn from_position(
        position: &Reversi,
        losses: Vec<[u16; MAX_SEATS]>,
    ) -> Option<Field> {
        let cells = position.lines()?.cells.to_vec();
        Some(Field {
            left: cells.iter().filter(|&&cell| cell != cell::HOLE).count(),
            losses,
            cells,
            stones: position.all_stones(),
            bombs: position.bombs,
            out: position.disqualified(),
            players: position.players(),
            mover: position.turn(),
        })
    }

    /// Throws a bomb and recomputes the blasts that it changes; returns their number, but at least one, so that every throw
    /// costs a node. Returns `None` and changes nothing if the number exceeds `most`.
    pub(super) fn throw(
        &mut self,
        board: &Board,
        scratch: &mut Scratch,
        tile: usize,
        most: u64,
    ) -> Option<u64> {
        let strength = board.map().strength;
        let mut around = std::mem::take(&mut scratch.around);
        scratch.seen.clear();
        scratch.seen.resize(board.tile_words(), 0);
        around.clear();
        around.push(tile);
        spread(&self.cells, board, strength, &mut scratch.seen, &mut around);
        let hit = around.len();
        // A blast changes if it reaches or crosses a tile of this one.
        spread(&self.cells, board, strength, &mut scratch.seen, &mut around);
        let looked = ((around.len() - hit) as u64).max(1);
        if looked > most {
            scratch.around = around;
            return None;
        }
        for &tile in &around[..hit] {
            if let Some(count) = self.stones.get_mut(usize::from(self.cells[tile])) {
                *count -= 1;
            }
            self.cells[tile] = cell::HOLE;
            self.losses[tile] = [0; MAX_SEATS];
        }
        self.left -= hit;
        self.bombs[self.mover] -= 1;
        for &tile in &around[hit..] {
            self.losses[tile] = scratch.losses(&self.cells, board, tile);
        }
        scratch.around = around;
        self.advance_turn();
        Some(looked)
    }

    /// Sets the seat to throw after a throw.
    fn advance_turn(&mut self) {
        let throws = |&seat: &Seat| self.bombs[seat] > 0 && !self.out.contains(seat);
        let next = (self.mover + 1..self.players).chain(0..=self.mover).find(throws);
        self.mover = next.unwrap_or(self.mover);
    }

    /// The number of remaining bombs.
    pub(super) fn throws_left(&self) -> u32 {
        if self.left == 0 {
            return 0;
        }
        self.playing().map(|seat| self.bombs[seat]).fold(0, u32::saturating_add)
    }

    /// The seats still in the game.
    pub(super) fn playing(&self) -> impl Iterator<Item = Seat> + use<> {
        let out = self.out;
        (0..self.players).filter(move |&seat| !out.contains(seat))
    }

    /// The possible target tiles, with the losses of each seat.
    pub(super) fn throws(&self) -> impl Iterator<Item = (usize, &[u16; MAX_SEATS])> {
        let both = self.cells.iter().zip(&self.losses).enumerate();
        both.filter(|(_, (cell, _))| **cell != cell::HOLE).map(|(tile, (_, lost))| (tile, lost))
    }
}
