//! The preset tournaments, with the known tables that are shown next to them.

use crate::contract::declaration::{Preset, Reference};

/// No known value.
const NONE: f64 = f64::NAN;

const OPPONENTS: &[&str] = &[
    "random",
    "mm-open",
    "mm-center",
    "mm-improved",
    "ab-open",
    "ab-center",
    "ab-improved",
    "together",
];

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        id: "source",
        about: "the source's tournament: four agents against seven, 5 random openings from both seats",
        shows: "How little 70 games per agent tell you: the order changes with the seed, and only many \
            thousands of games settle it.",
        bots: &[
            "ab-improved:lost=random",
            "ab-custom:lost=random",
            "ab-custom-2:lost=random",
            "ab-custom-3:lost=random",
        ],
        against: &[
            "random",
            "mm-open:lost=random",
            "mm-center:lost=random",
            "mm-improved:lost=random",
            "ab-open:lost=random",
            "ab-center:lost=random",
            "ab-improved:lost=random",
        ],
        options: &[],
        each: None,
        plain_start: "games begin with two random placements, as in the source",
        games: 10,
        references: &[
            Reference {
                title: "one tournament of the source",
                note: "The mean of seven such tournaments, as the source reports them. Two of its rows are the \
                   same, so one run was probably entered twice. A single tournament varies by 4 points.",
                games: 280,
                columns: OPPONENTS,
                rows: &[
                    ("ab-improved", &[NONE, NONE, NONE, NONE, NONE, NONE, NONE, 65.9]),
                    ("ab-custom", &[NONE, NONE, NONE, NONE, NONE, NONE, NONE, 74.5]),
                    ("ab-custom-2", &[NONE, NONE, NONE, NONE, NONE, NONE, NONE, 68.6]),
                    ("ab-custom-3", &[NONE, NONE, NONE, NONE, NONE, NONE, NONE, 72.2]),
                ],
            },
            Reference {
                title: "the same with 117 600 games",
                note: "At the source's node counts: ±0.5 (95%). The source's order is right at the top; the \
                   distance that it shows is luck.",
                games: 0,
                columns: OPPONENTS,
                rows: &[
                    ("ab-improved", &[93.1, 75.0, 86.4, 73.6, 51.4, 56.0, 50.6, 69.4]),
                    ("ab-custom", &[94.3, 79.5, 88.7, 77.6, 54.9, 59.0, 53.0, 72.4]),
                    ("ab-custom-2", &[NONE, NONE, NONE, NONE, NONE, NONE, NONE, 70.3]),
                    ("ab-custom-3", &[NONE, NONE, NONE, NONE, NONE, NONE, NONE, 69.0]),
                ],
            },
        ],
    },
    Preset::levels(&["random", "level-1", "level-2", "level-3", "level-4", "perfect"], 40),
];
