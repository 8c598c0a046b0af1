//! The patterns of the plain board: the groups of tiles that are evaluated together, in all their positions, and
//! the index of their content. Weights and search are outside this module.

use crate::base::util::bits;
use std::sync::OnceLock;

/// The number of places, which are patterns in all their positions, padded by two to fill whole
/// words.
pub(super) const PLACES: usize = 48;
/// The number of places in use.
pub(super) const USED: usize = 46;
/// The number of pattern kinds.
pub(super) const KINDS: usize = 11;

/// The content of the tiles of every place, as a base-three number: 0 free, 1 a stone of player 1, 2 of player 2.
pub(super) type Indices = [u16; PLACES];

/// The number of regions, parts of the board whose pattern values are added up: the corners (top left, top right, bottom
/// left, bottom right), the sides (top, left, right, bottom), and these.
pub(super) const REGIONS: usize = 11;
/// The lines through the middle.
const MIDDLE: usize = 8;
/// The diagonals.
const DIAGONALS: usize = 9;
/// The mobility of both players.
pub(super) const MOVES: usize = 10;

/// The tiles of each kind in one position, by column and row.
const TILES: [&[(u8, u8)]; KINDS] = [
    // The corner of three by three.
    &[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)],
    // The edge with the two tiles diagonally next to its corners.
    &[(1, 1), (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (6, 1)],
    // The corner of five by two.
    &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (1, 1), (2, 1), (3, 1), (4, 1)],
    // The lines next to the edge, and further in.
    &[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)],
    &[(0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2)],
    &[(0, 3), (1, 3), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3)],
    // Diagonals of eight, seven, six, five and four tiles.
    &[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7)],
    &[(1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6)],
    &[(2, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5)],
    &[(3, 0), (4, 1), (5, 2), (6, 3), (7, 4)],
    &[(4, 0), (5, 1), (6, 2), (7, 3)],
];

/// A tile after one of the eight symmetries of the board.
pub(super) const fn turned((x, y): (u8, u8), way: usize) -> (u8, u8) {
    let (x, y) = if way & 1 == 0 { (x, y) } else { (7 - x, y) };
    let (x, y) = if way & 2 == 0 { (x, y) } else { (x, 7 - y) };
    if way & 4 == 0 { (x, y) } else { (y, x) }
}

const fn bit((x, y): (u8, u8)) -> usize {
    y as usize * 8 + x as usize
}

fn set(tiles: &[(u8, u8)]) -> u64 {
    tiles.iter().fold(0, |set, &tile| set | 1 << bit(tile))
}

/// A pattern in one of its positions.
#[derive(Clone, Debug)]
pub(super) struct PatternPlace {
    /// Index in [`TILES`].
    pub(super) kind: usize,
    /// The term that its value counts for.
    pub(super) region: usize,
    /// Its tiles as bits.
    pub(super) set: u64,
}

/// Data derived from the list of patterns.
#[derive(Debug)]
pub(super) struct Shapes {
    /// The places that are in use.
    pub(super) places: Vec<PatternPlace>,
    /// By tile, the amount that a stone of player 1 there adds to the index of every place.
    pub(super) adds: [Indices; 64],
    /// By place, the offset of its kind in the weights of a phase.
    pub(super) starts: [u32; PLACES],
    /// By kind and index, its weight in the file: mirror images share one.
    pub(super) shared: Vec<Vec<u32>>,
    /// By kind, the number of its weights in the file.
    pub(super) distinct: [u32; KINDS],
}

impl Shapes {
    /// The only instance.
    pub(super) fn get() -> &'static Shapes {
        static SHAPES: OnceLock<Shapes> = OnceLock::new();
        SHAPES.get_or_init(Shapes::new)
    }

    fn new() -> Shapes {
        let mut shapes = Shapes {
            places: Vec::new(),
            adds: [[0; PLACES]; 64],
            starts: [0; PLACES],
            shared: Vec::new(),
            distinct: [0; KINDS],
        };
        let mut start = 0;
        for (kind, tiles) in TILES.iter().enumerate() {
            let mut alike = Vec::new();
            for way in 0..8 {
                let seen: Vec<_> = tiles.iter().map(|&tile| turned(tile, way)).collect();
                if set(&seen) == set(tiles) {
                    // The source of each digit.
                    alike.push(seen.iter().map(|&tile| at(tiles, tile)).collect::<Vec<_>>());
                }
                if shapes.places.iter().any(|place| place.kind == kind && place.set == set(&seen)) {
                    continue;
                }
                let place = shapes.places.len();
                shapes.starts[place] = start;
                for (digit, &tile) in seen.iter().enumerate() {
                    shapes.adds[bit(tile)][place] = 3u16.pow(digit as u32);
                }
                let region = region(kind, set(&seen));
                shapes.places.push(PatternPlace { kind, region, set: set(&seen) });
            }
            let numbers = 3u32.pow(tiles.len() as u32);
            let mut shared = vec![u32::MAX; numbers as usize];
            let mut next = 0;
            for number in 0..numbers {
                let same = alike.iter().map(|digits| moved(number, digits));
                let least = same.min().unwrap_or(number) as usize;
                if shared[least] == u32::MAX {
                    shared[least] = next;
                    next += 1;
                }
                shared[number as usize] = shared[least];
            }
            shapes.shared.push(shared);
            shapes.distinct[kind] = next;
            start += numbers;
        }
        shapes
    }

    /// The pattern indices of all places.
    pub(super) fn indices(&self, stones: [u64; 2]) -> Indices {
        let mut indices = [0; PLACES];
        for (player, stones) in stones.into_iter().enumerate() {
            for tile in bits(stones) {
                let adds = &self.adds[tile & 63];
                for (index, add) in indices.iter_mut().zip(adds) {
                    *index += add << player;
                }
            }
        }
        indices
    }
}

fn at(tiles: &[(u8, u8)], wanted: (u8, u8)) -> usize {
    tiles.iter().position(|&tile| tile == wanted).unwrap_or(0)
}

/// An index with its digits permuted.
fn moved(number: u32, digits: &[usize]) -> u32 {
    let digit = |at: usize| number / 3u32.pow(at as u32) % 3;
    digits.iter().enumerate().map(|(at, &from)| digit(from) * 3u32.pow(at as u32)).sum()
}

/// An index with the players swapped.
pub(super) fn swapped(number: u32) -> u32 {
    let (mut rest, mut out, mut by) = (number, 0, 1);
    while rest > 0 {
        out += [0, 2, 1][rest as usize % 3] * by;
        by *= 3;
        rest /= 3;
    }
    out
}

/// The region of a pattern, by its kind and its tiles.
fn region(kind: usize, set: u64) -> usize {
    const CORNERS: [u64; 4] = [1, 1 << 7, 1 << 56, 1 << 63];
    const SIDES: [u64; 4] = [0xffff, 0x0303_0303_0303_0303, 0xc0c0_c0c0_c0c0_c0c0, 0xffff << 48];
    match kind {
        0 | 2 => CORNERS.iter().position(|bit| set & bit != 0).unwrap_or(0),
        1 | 3 => 4 + SIDES.iter().position(|side| set & !side == 0).unwrap_or(0),
        4 | 5 => MIDDLE,
        _ => DIAGONALS,
    }
}
