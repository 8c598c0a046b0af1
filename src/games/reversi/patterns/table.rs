//! The weights of the patterns, and their file format.
//!
//! # The file
//! A line of text, `totora patterns 1`, then raw DEFLATE. Inflated, it has one signed byte per weight: for each of the
//! nine phases of six free tiles, from the start of the game, the eleven kinds of patterns in the order of `shapes`, each
//! with ascending indices, without those that mirror an earlier one; then the number of moves of the mover,
//! from 0 to 32, and the same for the other player. A weight counts 32 thousandths of a stone for the mover,
//! and in pattern indices 1 is a stone of the mover.

use super::shapes::{MOVES, PLACES, REGIONS, Shapes, USED, swapped};

/// The number of game phases with separate weights.
pub(super) const PHASES: usize = 9;
/// The number of free tiles per phase.
const PHASE: u32 = 6;
/// The number of distinguished move counts.
pub(super) const COUNTS: usize = 33;
/// The first line of the file.
const HEAD: &[u8] = b"totora patterns 1\n";
/// The unit of a weight, in thousandths of a stone.
pub(super) const UNIT: i64 = 32;

/// The phase for a number of free tiles.
#[inline]
pub(super) fn phase(free: u32) -> usize {
    ((60u32.saturating_sub(free)) / PHASE).min(PHASES as u32 - 1) as usize
}

/// The weights of pattern contents and of move counts, by phase of the game.
#[derive(Debug)]
pub struct Table {
    pub(super) shapes: &'static Shapes,
    /// By mover and phase, for the pattern indices of the places.
    weights: [Vec<Vec<i8>>; 2],
    /// By phase, for the number of moves of the mover, and of the other player.
    moves: Vec<[[i8; COUNTS]; 2]>,
}

/// The number of weights per phase in the file.
pub(super) fn per_phase(shapes: &Shapes) -> usize {
    shapes.distinct.iter().sum::<u32>() as usize + 2 * COUNTS
}

impl Table {
    /// Parses the file.
    ///
    /// # Errors
    /// A sentence that says why the file is invalid.
    pub fn read(file: &[u8]) -> Result<Table, String> {
        let packed = file
            .strip_prefix(HEAD)
            .ok_or("the patterns: expected a file that begins with `totora patterns 1`")?;
        let most = PHASES * per_phase(Shapes::get());
        let weights = miniz_oxide::inflate::decompress_to_vec_with_limit(packed, most)
            .map_err(|error| format!("the patterns: the file is damaged ({error})"))?;
        Table::decode(&weights)
    }

    /// Creates the table from weights in the order of the file.
    ///
    /// # Errors
    /// If the number of weights is wrong.
    pub(super) fn decode(weights: &[u8]) -> Result<Table, String> {
        let shapes = Shapes::get();
        let each = per_phase(shapes);
        if weights.len() != PHASES * each {
            return Err(format!(
                "the patterns: expected {} weights, found {}",
                PHASES * each,
                weights.len()
            ));
        }
        let mut table = Table { shapes, weights: [Vec::new(), Vec::new()], moves: Vec::new() };
        for phase in weights.chunks_exact(each) {
            let mut sides = [Vec::new(), Vec::new()];
            let mut start = 0;
            for (kind, shared) in shapes.shared.iter().enumerate() {
                for number in 0..shared.len() as u32 {
                    for (side, number) in [number, swapped(number)].into_iter().enumerate() {
                        let weight = phase[start + shared[number as usize] as usize];
                        sides[side].push(weight as i8);
                    }
                }
                start += shapes.distinct[kind] as usize;
            }
            let mut moves = [[0; COUNTS]; 2];
            for (weight, &byte) in moves.iter_mut().flatten().zip(&phase[start..]) {
                *weight = byte as i8;
            }
            table.moves.push(moves);
            table.weights.iter_mut().zip(sides).for_each(|(all, side)| all.push(side));
        }
        Ok(table)
    }

    /// The file with these weights.
    pub fn write(weights: &[u8]) -> Vec<u8> {
        const HARDEST: u8 = 10;
        let packed = miniz_oxide::deflate::compress_to_vec(weights, HARDEST);
        [HEAD, &packed].concat()
    }

    /// The value of a position for the mover, in weights: the sum over all places and over the move counts
    /// of the mover and the other player.
    #[inline]
    pub(super) fn sum(
        &self,
        indices: &[u16; PLACES],
        mover: usize,
        free: u32,
        moves: [u32; 2],
    ) -> i32 {
        let phase = phase(free);
        let weights = &self.weights[mover & 1][phase][..];
        let mut sum = 0;
        for (start, &index) in self.shapes.starts.iter().zip(indices).take(USED) {
            sum += i32::from(weights[(start + u32::from(index)) as usize]);
        }
        sum + self.of_moves(phase, moves)
    }

    #[inline]
    fn of_moves(&self, phase: usize, moves: [u32; 2]) -> i32 {
        let weights = &self.moves[phase];
        let at = |count: u32| (count as usize).min(COUNTS - 1);
        i32::from(weights[0][at(moves[0])]) + i32::from(weights[1][at(moves[1])])
    }

    /// The value for the mover by region.
    pub(super) fn by_region(
        &self,
        indices: &[u16; PLACES],
        mover: usize,
        free: u32,
        moves: [u32; 2],
    ) -> [i32; REGIONS] {
        let phase = phase(free);
        let mut sums = [0; REGIONS];
        for (at, place) in self.shapes.places.iter().enumerate() {
            let number = self.shapes.starts[at] + u32::from(indices[at]);
            let weight = self.weights[mover & 1][phase][number as usize];
            sums[place.region] += i32::from(weight);
        }
        sums[MOVES] += self.of_moves(phase, moves);
        sums
    }
}
