//! What a bad move may have cost, for the reasons of a review.

use crate::contract::judging::Cause;

/// The features in which a review compares the ends of two lines.
pub(super) const CAUSES: &[Cause] = &[
    Cause {
        feature: "own_lack",
        weight: -20,
        worse: "needs # more [stone|stones] for a tripod",
        habit: "delayed your own tripod",
    },
    Cause {
        feature: "opponent_lack",
        weight: 20,
        worse: "needs # fewer [stone|stones] for a tripod",
        habit: "let the opponent get nearer to a tripod",
    },
    Cause {
        feature: "own_edges",
        weight: 8,
        worse: "touches # fewer [edge|edges] with one group",
        habit: "gave up an edge",
    },
    Cause {
        feature: "opponent_edges",
        weight: -8,
        worse: "touches # more [edge|edges] with one group",
        habit: "gave the opponent an edge",
    },
    Cause {
        feature: "own_ways",
        weight: 1,
        worse: "has # fewer [cell|cells] on shortest paths to a tripod",
        habit: "gave up paths to a tripod",
    },
    Cause {
        feature: "opponent_ways",
        weight: -1,
        worse: "has # more [cell|cells] on shortest paths to a tripod",
        habit: "left the opponent more paths to a tripod",
    },
];
