//! The tournament presets, with the reference tables shown next to them.

use crate::contract::declaration::Preset;

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        id: "map-tour",
        about: "five bots on five maps for two: plain, with bombs, joined at one edge, joined at all, mirrored",
        shows: "Strategies of the plain board do not work on every map: corners are worth nothing where \
            there are none.",
        bots: &["balanced", "corners", "mobility", "greedy", "random"],
        against: &[],
        options: &[],
        each: Some(("map", &["othello", "othello-bombs", "tube", "torus", "mirrors"])),
        plain_start: "",
        games: 20,
        references: &[],
    },
    Preset::levels(&["random", "level-1", "level-2", "level-3", "level-4", "totora"], 40),
];
