//! The opponents for people, level by level. How they were measured is in `docs/experiments/2026-11-23-levels.md`.

use super::bots::BOTS;
use super::position::Outpost;
use crate::contract::bot::{BotSpec, Budget};
use crate::search::slips::{Slips, by_id, level, slips};

static PIP: BotSpec<Outpost> = BotSpec {
    about: "Wanders, and sometimes builds.",
    settings: &[slips(85)],
    ..level(1, |spec, options| Slips::of(&BOTS, ["mason", "drifter"], spec, options))
};

static MINA: BotSpec<Outpost> = BotSpec {
    about: "Builds outwards, and often loses its way.",
    settings: &[slips(58)],
    ..level(2, |spec, options| Slips::of(&BOTS, ["mason", "drifter"], spec, options))
};

static OTIS: BotSpec<Outpost> = BotSpec {
    about: "Builds outwards, and often only harvests.",
    settings: &[slips(35)],
    ..level(3, |spec, options| Slips::of(&BOTS, ["mason", "harvester"], spec, options))
};

static VERA: BotSpec<Outpost> = BotSpec {
    about: "Settles and hunts in pairs, but sometimes only builds.",
    settings: &[slips(20)],
    budget: Some(Budget::Nodes(20)),
    ..level(4, |spec, options| Slips::of(&BOTS, ["totora", "mason"], spec, options))
};

/// From the weakest to the strongest.
pub(super) static LEVELS: [&BotSpec<Outpost>; 5] =
    [&PIP, &MINA, &OTIS, &VERA, by_id(&BOTS, "totora")];
