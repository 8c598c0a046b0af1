//! What the scores of the bots mean, by the table beside this file.

use super::features::filled;
use super::position::Uros;
use crate::contract::calibration::Calibration;

/// What the scores of its bots mean.
pub(super) const CALIBRATION: Calibration<Uros> = Calibration {
    table: include_str!("calibration.txt"),
    board: |_| "lake".to_owned(),
    progress: filled,
    unit: "house",
};
