//! The calibration of the bots' scores, from the table next to this file.

use super::position::FenceMaster;
use crate::contract::calibration::Calibration;

/// The calibration of its bots' scores.
pub(super) const CALIBRATION: Calibration<FenceMaster> = Calibration {
    table: include_str!("calibration.txt"),
    board: FenceMaster::board_name,
    progress: |position| {
        position.stones() as f64 / (position.stones() + position.empties()).max(1) as f64
    },
    unit: "",
};
