//! What a bad move may have cost, for the reasons of a review.

use crate::contract::judging::Cause;

/// The features in which a review compares the ends of two lines.
pub(super) const CAUSES: &[Cause] = &[
    Cause {
        feature: "own_outposts",
        weight: 40,
        worse: "has # fewer [outpost|outposts]",
        habit: "cost outposts",
    },
    Cause {
        feature: "own_land",
        weight: 1,
        worse: "has # fewer land [cell|cells]",
        habit: "cost land",
    },
    Cause {
        feature: "own_water",
        weight: 4,
        worse: "has # fewer water [cell|cells]",
        habit: "cost water",
    },
    Cause {
        feature: "affordable",
        weight: 30,
        worse: "can pay for # fewer [outpost|outposts]",
        habit: "cost harvests",
    },
];
