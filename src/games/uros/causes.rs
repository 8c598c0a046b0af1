//! What a bad move may have cost, for the reasons of a review.

use crate::contract::judging::Cause;

/// The features in which a review compares the ends of two lines.
pub(super) const CAUSES: &[Cause] = &[
    Cause {
        feature: "own_village",
        weight: 20,
        worse: "has # fewer [house|houses] in the biggest village",
        habit: "kept your biggest village small",
    },
    Cause {
        feature: "opponent_village",
        weight: -20,
        worse: "has # more [house|houses] in the biggest village",
        habit: "let the opponent’s village grow",
    },
    Cause {
        feature: "own_front",
        weight: 7,
        worse: "has # fewer free [square|squares] to grow onto",
        habit: "gave up room next to your village",
    },
    Cause {
        feature: "opponent_front",
        weight: -7,
        worse: "has # more free [square|squares] to grow onto",
        habit: "left room next to the opponent’s village",
    },
    Cause {
        feature: "own_edge",
        weight: 2,
        worse: "has # fewer free [square|squares] next to its houses",
        habit: "gave up room next to your houses",
    },
    Cause {
        feature: "opponent_edge",
        weight: -2,
        worse: "has # more free [square|squares] next to its houses",
        habit: "left room next to the opponent’s houses",
    },
];
