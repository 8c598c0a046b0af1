//! The tournament presets, with the reference tables shown next to them.

use super::position::FIRST;
use crate::contract::declaration::Preset;

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        id: "league",
        about: "a league of five bots, four empires per game, seats rotated",
        shows: "How empires that fight do against empires that farm, if corners cannot be chosen.",
        bots: &["totora", "wolfpack", "phalanx", "harvester", "mason"],
        against: &[],
        options: &[],
        each: None,
        plain_start: "",
        games: 24,
        references: &[],
    },
    Preset {
        options: &FIRST,
        ..Preset::levels(&["drifter", "level-1", "level-2", "level-3", "level-4", "totora"], 4)
    },
];
