//! What is measured of a task: ten numbers, and their weights; beside them its kind and where it leads.

use super::super::board::Cell;
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
/// Danger to the home, to the outpost itself, or of being cut off, that it answers.
pub(in super::super) const GUARD: usize = 8;
/// Own outposts that it is to keep from being cut off.
pub(in super::super) const SAVED: usize = 9;

/// What an own outpost that is kept from being cut off adds to [`GUARD`].
pub(in super::super) const RESCUE: i64 = 50;

/// What one of each term counts; nought for those that a bot does not ask.
pub type Weights = [Fixed; TERMS];

/// The place of the kind of task among the values, a number of [`TaskKind`].
const KIND: usize = TERMS;
/// The place of its target, a number of [`Cell`] and 1; 0 if it has none.
const TARGET: usize = TERMS + 1;

/// What was measured, one for each term, and last the kind of task and its target.
pub type Values = [Fixed; TERMS + 2];

/// What sort of task was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum TaskKind {
    /// Waits, or drifts.
    Other,
    /// Takes and keeps land and water.
    Settle,
    /// Keeps enemies off the home.
    Guard,
    /// Cuts off enemies.
    Hunt,
    /// Keeps own outposts from being cut off.
    Save,
}

/// Whether values are of a task of that kind.
pub(in super::super) fn is_of(values: &Values, kind: TaskKind) -> bool {
    values[KIND] == Fixed::from_int(kind as i64)
}

/// Where a task leads.
pub(in super::super) fn target(values: &Values) -> Option<Cell> {
    let number = usize::try_from(values[TARGET].thousandths() / Fixed::SCALE).ok()?;
    number.checked_sub(1).map(Cell::from_index)
}

/// Values of a task with some terms measured.
pub(in super::super) fn measured(kind: TaskKind, target: Cell, pairs: &[(usize, i64)]) -> Values {
    let mut values = [Fixed::ZERO; TERMS + 2];
    values[KIND] = Fixed::from_int(kind as i64);
    values[TARGET] = Fixed::from_int(target.index() as i64 + 1);
    for &(term, value) in pairs {
        values[term] = Fixed::from_int(value);
    }
    values
}
