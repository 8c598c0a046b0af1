//! How openings of matches are drawn: six to eight plies.

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

/// Where the stones are, up to turning and mirroring the picture. Maps whose ways are not symmetric have no equal
/// positions there; that one of two is then dropped all the same does no harm.
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
