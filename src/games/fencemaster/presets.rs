//! The tournament presets, with the reference tables shown next to them.

use crate::contract::declaration::Preset;

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        id: "ladder",
        about: "from random moves to tree search, on random openings of two stones",
        shows: "What each idea adds: a distance by the second-best path, then a guard against forced \
            wins, then a search.",
        bots: &[
            "random",
            "edgewise",
            "norton-rizk",
            "norton-rizk-guard",
            "alphabeta@500n",
            "totora@500n",
        ],
        against: &[],
        options: &[],
        each: None,
        plain_start: "",
        games: 40,
        references: &[],
    },
    Preset::levels(&["random", "level-1", "level-2", "level-3", "level-4", "totora"], 40),
];
