//! What a bad move may have cost, for the reasons of a review.

use crate::contract::judging::Cause;

/// The features in which a review compares the ends of two lines.
pub(super) const CAUSES: &[Cause] = &[
    Cause {
        feature: "own_stability",
        weight: 15,
        worse: "has # fewer safe [stone|stones]",
        habit: "gave up safe stones",
    },
    Cause {
        feature: "others_stability",
        weight: -15,
        worse: "has # more safe [stone|stones]",
        habit: "gave the opponent safe stones",
    },
    Cause {
        feature: "own_mobility",
        weight: 8,
        worse: "has # fewer [move|moves]",
        habit: "gave up mobility",
    },
    Cause {
        feature: "others_mobility",
        weight: -8,
        worse: "has # more [move|moves]",
        habit: "left the opponent more moves",
    },
    Cause {
        feature: "own_stones",
        weight: 1,
        worse: "has # fewer [stone|stones]",
        habit: "cost stones",
    },
];
