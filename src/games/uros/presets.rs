//! The preset tournaments, with the known tables that are shown next to them.

use crate::contract::declaration::Heading::Bot;
use crate::contract::declaration::{Preset, Printed, Reference};

/// No known value.
const NONE: f64 = f64::NAN;

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        id: "five-strategies",
        about: "the five strategies of the source against each other",
        shows: "How five weightings of the same numbers compare: `explore` is the weakest by far, and \
            the other four are within a few points of each other.",
        bots: &["balanced", "explore", "expand", "exterminate", "exploit"],
        against: &[],
        options: &[],
        each: None,
        plain_start: "as in the source's table, games start from the empty Lake",
        games: 400,
        references: &[Reference {
            title: "the reference table",
            note: "Share of row against column, 4 000 games a pairing, both seats: ±1.5 points.",
            games: 0,
            by_column: false,
            printed: Printed::Percent,
            columns: &[
                Bot("balanced"),
                Bot("explore"),
                Bot("expand"),
                Bot("exterminate"),
                Bot("exploit"),
            ],
            rows: &[
                (Bot("balanced"), &[NONE, 63.2, 47.7, 53.4, 49.4]),
                (Bot("explore"), &[36.8, NONE, 34.4, 38.3, 36.5]),
                (Bot("expand"), &[52.3, 65.6, NONE, 54.6, 50.8]),
                (Bot("exterminate"), &[46.6, 61.7, 45.4, NONE, 46.6]),
                (Bot("exploit"), &[50.6, 63.5, 49.2, 53.4, NONE]),
            ],
        }],
    },
    Preset::levels(&["random", "level-1", "level-2", "level-3", "level-4", "totora"], 40),
];
