//! How the openings of a game are drawn for matches between bots: a few random plies, of which repeats and lopsided
//! ones are dropped. Games declare it as data; the arena draws.

use super::game::Game;
use crate::base::fixed::Fixed;
use crate::base::util::mix64;

/// How a game's openings are drawn.
pub struct Openings<G: Game> {
    /// What is drawn, for people: "6 to 8 random plies".
    pub about: &'static str,
    /// From a starting position, the fewest and the most random plies.
    pub plies: fn(&G) -> [usize; 2],
    /// Which legal moves may be drawn.
    pub allows: fn(&G, &G::Move) -> bool,
    /// Equal for positions that are the same up to symmetry.
    pub key: fn(&G) -> u64,
    /// Nodes with which the bot that judges the game's moves looks at an opening: one that it finds [`Openings::uneven`]
    /// points from even, or a rate of wins above 65%, is dropped. 0 where none is.
    pub nodes: u64,
    /// From this many points of the bot that judges, an opening is not even.
    pub uneven: Fixed,
    /// Options that differ from the default where openings are drawn, unless given: a drawn map, say.
    pub options: &'static [(&'static str, &'static str)],
}

impl<G: Game> Openings<G> {
    /// Two random plies, equal positions dropped; a declaration names what differs.
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

/// A symmetry of a board: takes a place, column and row about the middle, to another.
pub type Symmetry = fn([i32; 2]) -> [i32; 2];

/// The key of what stands on a board, up to symmetry; `stones` are the places with what stands there.
pub fn key(stones: &[([i32; 2], u64)], symmetries: &[Symmetry], mover: u64) -> u64 {
    let image = |symmetry: &Symmetry| {
        // A sum, as the order of stones is nothing.
        stones.iter().fold(0u64, |sum, &(at, what)| {
            let [x, y] = symmetry(at).map(|part| part as u32 as u64);
            sum.wrapping_add(mix64(x ^ (y << 16) ^ (what << 32)))
        })
    };
    mix64(symmetries.iter().map(image).min().unwrap_or_default() ^ mover)
}

/// Turns and mirror images of a square, for places about the middle: (0, 0) is the middle.
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

/// Turns and mirror images of a hexagon whose third direction is the sum of the first two, about the middle.
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
