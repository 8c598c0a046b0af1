//! What a bad move may have cost, for the reasons of a review.

use crate::contract::judging::Cause;

/// The features in which a review compares the ends of two lines.
pub(super) const CAUSES: &[Cause] = &[
    Cause {
        feature: "own_reach",
        weight: 3,
        worse: "can still reach # fewer [cell|cells]",
        habit: "cut off cells from your own knight",
    },
    Cause {
        feature: "opponent_reach",
        weight: -3,
        worse: "can still reach # more [cell|cells]",
        habit: "left the opponent more cells",
    },
    Cause {
        feature: "own_moves",
        weight: 10,
        worse: "has # fewer [exit|exits]",
        habit: "gave up exits of your knight",
    },
    Cause {
        feature: "opponent_moves",
        weight: -10,
        worse: "has # more [exit|exits]",
        habit: "left the opponent’s knight more exits",
    },
];
