//! The meaning of the bots' scores, from the table next to this file.

use super::features::filled;
use super::position::Uros;
use crate::contract::calibration::Calibration;

/// The calibration of its bots' scores.
pub(super) const CALIBRATION: Calibration<Uros> = Calibration {
    table: include_str!("calibration.txt"),
    board: |_| "lake".to_owned(),
    progress: filled,
    unit: "house",
};
