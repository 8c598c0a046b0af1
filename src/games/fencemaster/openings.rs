//! First stones: what kinds of them there are. No search is here.

use super::geometry::{Geometry, Place, column, row};

/// The kind of a cell, from 0 in the middle outwards: two cells are of one kind if turning or mirroring the board
/// takes the one to the other.
pub fn class(geometry: &Geometry, place: Place) -> usize {
    let middle = geometry.side() as i32 - 1;
    let (down, right) = (row(place) as i32 - middle, column(place) as i32 - middle);
    // Three steps that cancel out lead from the middle to a cell, by the three directions; whatever the board is
    // turned or mirrored to, their lengths stay. The longest is the sum of the others.
    let mut steps = [down.unsigned_abs(), right.unsigned_abs(), (down - right).unsigned_abs()];
    steps.sort_unstable();
    let [_, second, longest] = steps.map(|step| step as usize);
    let inner: usize = (0..longest).map(|ring| ring / 2 + 1).sum();
    inner + second - longest.div_ceil(2)
}
