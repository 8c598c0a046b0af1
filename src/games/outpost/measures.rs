//! The measurements of a task: ten numbers and their weights, together with its kind and target.

use super::board::Cell;
use crate::base::fixed::Fixed;

/// The number of terms in the scores of tasks, over all bots.
pub const TERMS: usize = 10;

/// Land cells that a task adds or holds.
pub(super) const LAND: usize = 0;
/// Water cells that a task adds or holds.
pub(super) const WATER: usize = 1;
/// The area it adds that pays for outposts, in cells of water.
pub(super) const NEED: usize = 2;
/// Steps to the target, ignoring water; with relays, from the nearest own outpost.
pub(super) const WAY: usize = 3;
/// Steps from home to the target, over land.
pub(super) const HOME: usize = 4;
/// Closeness of own outposts.
pub(super) const CROWD: usize = 5;
/// Closeness of enemies.
pub(super) const THREAT: usize = 6;
/// Enemy outposts that the task could cut off.
pub(super) const PREY: usize = 7;
/// Danger to the home, to the outpost itself, or of being cut off, that the task counters.
pub(super) const GUARD: usize = 8;
/// Own outposts that the task is to save from being cut off.
pub(super) const SAVED: usize = 9;

/// The amount that a saved own outpost adds to [`GUARD`].
pub(super) const RESCUE: i64 = 50;

/// The weight of each term; zero for terms that a bot does not use.
pub type Weights = [Fixed; TERMS];

/// The index of the kind of task among the values, which is a number of [`TaskKind`].
const KIND: usize = TERMS;
/// The index of its target, which is the index of a [`Cell`] plus 1; 0 if it has none.
const TARGET: usize = TERMS + 1;

/// The measurements, one per term, followed by the kind of task and its target.
pub type Values = [Fixed; TERMS + 2];

/// The kind of a measured task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TaskKind {
    /// Waits, or drifts.
    Other,
    /// Takes and holds land and water.
    Settle,
    /// Keeps enemies off the home.
    Guard,
    /// Cuts off enemies.
    Hunt,
    /// Saves own outposts from being cut off.
    Save,
}

/// Whether values belong to a task of this kind.
pub(super) fn is_of(values: &Values, kind: TaskKind) -> bool {
    values[KIND] == Fixed::from_int(kind as i64)
}

/// The target of a task.
pub(super) fn target(values: &Values) -> Option<Cell> {
    let number = usize::try_from(values[TARGET].thousandths() / Fixed::SCALE).ok()?;
    number.checked_sub(1).map(Cell::from_index)
}

/// Values of a task with some terms set.
pub(super) fn measured(kind: TaskKind, target: Cell, pairs: &[(usize, i64)]) -> Values {
    let mut values = [Fixed::ZERO; TERMS + 2];
    values[KIND] = Fixed::from_int(kind as i64);
    values[TARGET] = Fixed::from_int(target.index() as i64 + 1);
    for &(term, value) in pairs {
        values[term] = Fixed::from_int(value);
    }
    values
}
