//! How the shape of a map makes tiles safe, and which stones are stable.
//!
//! A stone is captured along one of its four axes: a new stone on one side, an own one on the other. An
//! axis is *closed* if that can never happen, because one side has no tile, or both sides have the
//! same tile. A tile's *worth* is the number of its closed axes: 4 in a corner, 3 on an edge, 0 inside, on
//! any map. A stone is *stable* if every axis is closed or has a stable stone of the same player next to
//! it. An override stone can still be put on a stable stone; nothing else captures it.

use super::bitboard::bit;
use super::map::{LARGEST, Map, Tile};
use super::steps::{NONE, WORD};
use crate::contract::game::MAX_SEATS;

/// The axes of the tiles of a map.
#[derive(Debug, Default)]
pub(super) struct Safety {
    /// The closed axes of each tile, one bit each.
    closed: Vec<u8>,
    /// The first other tile in each direction, eight per tile; [`NONE`] if there is none.
    beside: Vec<u16>,
    /// The tiles with nonzero worth, each with its worth.
    pub(super) rim: Vec<(u16, u8)>,
    /// The tiles with four closed axes.
    corners: Vec<u16>,
    /// For maps that fit into a word: for each axis, the tiles for which it is closed; see `bitboard`.
    pub(super) plain: [u64; 4],
}

impl Safety {
    /// Computes the safety of a map's tiles; `leads` has the next state of each state.
    pub(super) fn new(map: &Map, leads: &[u16]) -> Safety {
        let tiles = map.tiles.len();
        let width = usize::from(map.width);
        let mut safety = Safety { closed: vec![0; tiles], ..Safety::default() };
        for tile in 0..tiles {
            for direction in 0..8 {
                // The walk may revisit the start tile if a corner deflects it sideways.
                let first = states(leads, tile * 8 + direction).find(|&next| next != tile);
                safety.beside.push(first.map_or(NONE, |first| first as u16));
            }
        }
        for tile in (0..tiles).filter(|&tile| map.tiles[tile] != Tile::Hole) {
            let mut worth = 0;
            for axis in 0..4 {
                let one = safety.beside[tile * 8 + axis];
                let other = safety.beside[tile * 8 + axis + 4];
                if one == NONE || other == NONE || one == other {
                    safety.closed[tile] |= 1 << axis;
                    worth += 1;
                    let (x, y) = (tile % width, tile / width);
                    if x < 8 && y < 8 {
                        safety.plain[axis] |= bit(x as u8, y as u8);
                    }
                }
            }
            if worth > 0 {
                safety.rim.push((tile as u16, worth));
            }
            if worth == 4 {
                safety.corners.push(tile as u16);
            }
        }
        safety
    }

    /// The number of closed axes of a tile.
    pub(super) fn worth(&self, tile: usize) -> u32 {
        self.closed[tile].count_ones()
    }

    /// The number of stable stones of each player; `cells` has the content of each tile, a seat for a stone.
    pub(super) fn stable(&self, cells: &[u8]) -> [u32; MAX_SEATS] {
        let mut counts = [0; MAX_SEATS];
        let taken = |&corner: &u16| usize::from(cells[usize::from(corner)]) < MAX_SEATS;
        if !self.corners.iter().any(taken) {
            return counts;
        }
        // Sets of tiles: the stable ones, and those of them whose neighbours are still to be checked.
        let mut stable = [0u64; (LARGEST * LARGEST).div_ceil(WORD)];
        let mut waiting = stable;
        let words = self.closed.len().div_ceil(WORD).min(stable.len());
        let is = |set: &[u64], tile: usize| set[tile / WORD] >> (tile % WORD) & 1 != 0;
        for &corner in &self.corners {
            let corner = usize::from(corner);
            let seat = usize::from(cells[corner]);
            if seat < MAX_SEATS {
                stable[corner / WORD] |= 1 << (corner % WORD);
                waiting[corner / WORD] |= 1 << (corner % WORD);
                counts[seat] += 1;
            }
        }
        // The result does not depend on the order.
        let mut word = 0;
        while word < words {
            if waiting[word] == 0 {
                word += 1;
                continue;
            }
            let tile = word * WORD + waiting[word].trailing_zeros() as usize;
            waiting[word] &= waiting[word] - 1;
            let cell = cells[tile];
            for &next in &self.beside[tile * 8..tile * 8 + 8] {
                let next = usize::from(next);
                if next >= self.closed.len() || cells[next] != cell || is(&stable, next) {
                    continue;
                }
                let beside = &self.beside[next * 8..next * 8 + 8];
                let held = |side: u16| {
                    side != NONE
                        && is(&stable, usize::from(side))
                        && cells[usize::from(side)] == cell
                };
                let safe = (0..4).all(|axis| {
                    self.closed[next] >> axis & 1 != 0
                        || held(beside[axis])
                        || held(beside[axis + 4])
                });
                if safe {
                    stable[next / WORD] |= 1 << (next % WORD);
                    waiting[next / WORD] |= 1 << (next % WORD);
                    counts[usize::from(cell)] += 1;
                    word = word.min(next / WORD);
                }
            }
        }
        counts
    }
}

/// The tiles of the states after a state, limited to the number that may revisit the same tile.
fn states(leads: &[u16], mut state: usize) -> impl Iterator<Item = usize> {
    let mut left = 9;
    std::iter::from_fn(move || {
        let next = leads[state];
        if next == NONE || left == 0 {
            return None;
        }
        left -= 1;
        state = usize::from(next);
        Some(state >> 3)
    })
}
