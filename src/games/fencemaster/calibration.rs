//! What the scores of the bots mean, by the table beside this file.

use super::position::FenceMaster;
use crate::contract::calibration::Calibration;

/// What the scores of its bots mean.
pub(super) const CALIBRATION: Calibration<FenceMaster> = Calibration {
    table: include_str!("calibration.txt"),
    board: FenceMaster::board_name,
    progress: |position| {
        position.stones() as f64 / (position.stones() + position.empties()).max(1) as f64
    },
    unit: "",
};
