//! The opponents for players, level by level. Their measurements are in `docs/experiments/2026-11-23-levels.md`.

use super::bots::BOTS;
use super::position::Outpost;
use crate::contract::bot::BotSpec;
use crate::search::blunders::{A_GAME, Blunders, blunders, by_id, level};

static PIP: BotSpec<Outpost> = BotSpec {
    about: "Mostly wanders, and sometimes builds.",
    settings: &[blunders(89)],
    ..level(1, |spec, options| Blunders::boxed(&BOTS, ["mason", "drifter"], 1, spec, options))
};

static MINA: BotSpec<Outpost> = BotSpec {
    about: "Builds outwards, but often wanders.",
    settings: &[blunders(65)],
    ..level(2, |spec, options| Blunders::boxed(&BOTS, ["mason", "drifter"], 1, spec, options))
};

static OTIS: BotSpec<Outpost> = BotSpec {
    about: "Builds outwards, but in some games only wanders.",
    settings: &[blunders(32)],
    ..level(3, |spec, options| Blunders::boxed(&BOTS, ["mason", "drifter"], A_GAME, spec, options))
};

static VERA: BotSpec<Outpost> = BotSpec {
    about: "Builds outwards, and in some games also hunts.",
    settings: &[blunders(65)],
    budget: by_id(&BOTS, "totora").budget,
    ..level(4, |spec, options| Blunders::boxed(&BOTS, ["totora", "mason"], A_GAME, spec, options))
};

/// From the weakest to the strongest.
pub(super) static LEVELS: [&BotSpec<Outpost>; 5] =
    [&PIP, &MINA, &OTIS, &VERA, by_id(&BOTS, "totora")];
