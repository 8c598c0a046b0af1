//! Random openings for matches: two stones, no swap. (`openings` has the records of first stones.)

use super::position::FenceMaster;
use crate::contract::openings::{self, HEXAGON, Openings};

pub(super) const OPENINGS: Openings<FenceMaster> = Openings {
    about: "2 random stones, no swap",
    plies: |start| [2usize.saturating_sub(start.stones()); 2],
    allows: |_, mv| mv.place().is_some(),
    key,
    ..Openings::plain()
};

/// The stones up to rotation and reflection.
fn key(position: &FenceMaster) -> u64 {
    let geometry = position.geometry();
    let stone = |&place: &_| {
        let seat = position.board().stone(place)?;
        Some((geometry.axial_coord(place), seat as u64))
    };
    let stones: Vec<_> = geometry.places().iter().filter_map(stone).collect();
    openings::key(&stones, &HEXAGON, position.turn() as u64)
}
