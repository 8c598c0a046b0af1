//! Random openings for matches: six to eight plies.

use super::map::Tile;
use super::position::Reversi;
use crate::base::fixed::Fixed;
use crate::contract::openings::{self, Openings, SQUARE};

pub(super) const OPENINGS: Openings<Reversi> = Openings {
    about: "6 to 8 random plies",
    plies: |_| [6, 8],
    key,
    uneven: Fixed::from_int(15),
    ..Openings::plain()
};

/// The stones up to symmetry of the board picture. Maps whose transitions are asymmetric have no equivalent
/// positions there; dropping one of two is harmless all the same.
fn key(position: &Reversi) -> u64 {
    let board = position.board();
    let places: Vec<[i32; 2]> =
        (0..board.tiles()).map(|tile| board.at(tile)).map(|(x, y)| [x.into(), y.into()]).collect();
    let most = |axis: usize| places.iter().map(|place| place[axis]).max().unwrap_or_default();
    let (width, height) = (most(0), most(1));
    let stone = |(tile, &[x, y]): (usize, &[i32; 2])| match position.tile(tile) {
        Tile::Stone(player) => Some(([2 * x - width, 2 * y - height], u64::from(player))),
        _ => None,
    };
    let stones: Vec<_> = places.iter().enumerate().filter_map(stone).collect();
    openings::key(&stones, &SQUARE, position.turn() as u64)
}
