//! Random openings for matches between bots: a few random plies, without repeated and lopsided
//! positions. Games declare the parameters as data; the arena draws the openings.

use super::game::Game;
use crate::base::fixed::Fixed;
use crate::base::util::mix64;

/// The parameters of a game's openings.
pub struct Openings<G: Game> {
    /// A description for people: "6 to 8 random plies".
    pub about: &'static str,
    /// Minimum and maximum number of random plies from a starting position.
    pub plies: fn(&G) -> [usize; 2],
    /// Whether a legal move may be drawn.
    pub allows: fn(&G, &G::Move) -> bool,
    /// A hash that is equal for positions that are equal by symmetry.
    pub key: fn(&G) -> u64,
    /// Nodes of the judging bot's search of an opening: an opening with a lead of [`Openings::uneven`]
    /// points or more, or a rate of wins above 65%, is dropped. 0 if openings are not checked.
    pub nodes: u64,
    /// An opening with this lead or more, in points of the judging bot, is not even.
    pub uneven: Fixed,
    /// Default options where openings are drawn, if not set: a drawn map, for example.
    pub options: &'static [(&'static str, &'static str)],
}

impl<G: Game> Openings<G> {
    /// Two random plies, without repeated positions; a declaration sets the fields that differ.
    pub const fn plain() -> Self {
        Openings {
            about: "2 random plies",
            plies: |_| [2, 2],
            allows: |_, _| true,
            key: G::hash,
            nodes: 200,
            uneven: Fixed::from_int(2),
            options: &[],
        }
    }
}

/// A symmetry of a board: maps a point, column and row from the centre, to another.
pub type Symmetry = fn([i32; 2]) -> [i32; 2];

/// A hash of the pieces on a board, equal for symmetric positions; `stones` are the points with their pieces.
pub fn key(stones: &[([i32; 2], u64)], symmetries: &[Symmetry], mover: u64) -> u64 {
    let image = |symmetry: &Symmetry| {
        // A sum, because the order of stones has no meaning.
        stones.iter().fold(0u64, |sum, &(at, what)| {
            let [x, y] = symmetry(at).map(|part| part as u32 as u64);
            sum.wrapping_add(mix64(x ^ (y << 16) ^ (what << 32)))
        })
    };
    mix64(symmetries.iter().map(image).min().unwrap_or_default() ^ mover)
}

/// Rotations and reflections of a square, for points relative to the centre (0, 0).
pub const SQUARE: [Symmetry; 8] = [
    |[x, y]| [x, y],
    |[x, y]| [-x, y],
    |[x, y]| [x, -y],
    |[x, y]| [-x, -y],
    |[x, y]| [y, x],
    |[x, y]| [-y, x],
    |[x, y]| [y, -x],
    |[x, y]| [-y, -x],
];

/// Rotations and reflections of a hexagon whose third direction is the sum of the first two, about the centre.
pub const HEXAGON: [Symmetry; 12] = [
    |[x, y]| [x, y],
    |[x, y]| [x - y, x],
    |[x, y]| [-y, x - y],
    |[x, y]| [-x, -y],
    |[x, y]| [y - x, -x],
    |[x, y]| [y, y - x],
    |[x, y]| [y, x],
    |[x, y]| [x, x - y],
    |[x, y]| [x - y, -y],
    |[x, y]| [-y, -x],
    |[x, y]| [-x, y - x],
    |[x, y]| [y - x, y],
];
