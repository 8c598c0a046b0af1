//! The preset tournaments, with the known tables that are shown next to them.

use crate::contract::declaration::{Preset, Reference};

/// No known value.
const NONE: f64 = f64::NAN;

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        id: "five-strategies",
        about: "the five strategies of the source against each other",
        shows: "What five sets of weights for the same terms are worth: `explore` is the weakest by far, and \
            the other four are within a few points of each other.",
        bots: &["balanced", "explore", "expand", "exterminate", "exploit"],
        against: &[],
        options: &[],
        each: None,
        plain_start: "games begin from the empty Lake, as in the source's table",
        games: 400,
        references: &[Reference {
            title: "the reference table",
            note: "Share of the row against the column, 4 000 games per pairing, both seats: ±1.5 points.",
            games: 0,
            columns: &["balanced", "explore", "expand", "exterminate", "exploit"],
            rows: &[
                ("balanced", &[NONE, 63.2, 47.7, 53.4, 49.4]),
                ("explore", &[36.8, NONE, 34.4, 38.3, 36.5]),
                ("expand", &[52.3, 65.6, NONE, 54.6, 50.8]),
                ("exterminate", &[46.6, 61.7, 45.4, NONE, 46.6]),
                ("exploit", &[50.6, 63.5, 49.2, 53.4, NONE]),
            ],
        }],
    },
    Preset::levels(&["random", "level-1", "level-2", "level-3", "level-4", "totora"], 40),
];
