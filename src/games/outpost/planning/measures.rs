//! What is measured of a task: ten numbers, and their weights.

use crate::base::fixed::Fixed;

/// How many terms the scores of tasks are made of, over all bots.
pub const TERMS: usize = 10;

/// Land cells that a task adds or keeps.
pub(in super::super) const LAND: usize = 0;
/// Water cells, likewise.
pub(in super::super) const WATER: usize = 1;
/// What it adds to what pays for outposts, counted in cells of water.
pub(in super::super) const NEED: usize = 2;
/// Steps to the target, straight across water; where outposts relay, from the own one that is nearest.
pub(in super::super) const WAY: usize = 3;
/// Steps from home to the target, over land.
pub(in super::super) const HOME: usize = 4;
/// How near own outposts are.
pub(in super::super) const CROWD: usize = 5;
/// How near enemies are.
pub(in super::super) const THREAT: usize = 6;
/// Enemy outposts that it could cut off.
pub(in super::super) const PREY: usize = 7;
/// Danger to the home, or to the outpost itself, that it answers.
pub(in super::super) const GUARD: usize = 8;
/// Own outposts that it is to keep from being cut off.
pub(in super::super) const SAVED: usize = 9;

/// What one of each term counts; nought for those that a bot does not ask.
pub type Weights = [Fixed; TERMS];

/// What was measured, one for each term.
pub type Values = [Fixed; TERMS];

/// Values with one term measured.
pub(in super::super) fn measured(pairs: &[(usize, i64)]) -> Values {
    let mut values = [Fixed::ZERO; TERMS];
    for &(term, value) in pairs {
        values[term] = Fixed::from_int(value);
    }
    values
}
