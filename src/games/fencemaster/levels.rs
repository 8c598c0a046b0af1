//! The opponents for players, level by level. Their measurements are in `docs/experiments/2026-11-23-levels.md`.

use super::bots::BOTS;
use super::position::FenceMaster;
use crate::contract::bot::BotSpec;
use crate::search::blunders::{A_GAME, Blunders, blunders, by_id, level};

static PIP: BotSpec<FenceMaster> = BotSpec {
    about: "Puts stones next to stones, but sometimes plays at random.",
    settings: &[blunders(28)],
    ..level(1, |spec, options| Blunders::boxed(&BOTS, ["norton-rizk", "random"], 1, spec, options))
};

static MINA: BotSpec<FenceMaster> = BotSpec {
    about: "Puts stones next to stones, but in a few games aims for three edges.",
    settings: &[blunders(85)],
    ..level(2, |spec, options| {
        Blunders::boxed(&BOTS, ["edgewise", "norton-rizk"], A_GAME, spec, options)
    })
};

static OTIS: BotSpec<FenceMaster> = BotSpec {
    about: "Aims for three edges in most games.",
    settings: &[blunders(27)],
    ..level(3, |spec, options| {
        Blunders::boxed(&BOTS, ["edgewise", "norton-rizk"], A_GAME, spec, options)
    })
};

static VERA: BotSpec<FenceMaster> = BotSpec {
    about: "Aims for three edges, and in many games looks far ahead.",
    settings: &[blunders(55)],
    budget: by_id(&BOTS, "totora").budget,
    ..level(4, |spec, options| {
        Blunders::boxed(&BOTS, ["totora", "edgewise"], A_GAME, spec, options)
    })
};

/// From the weakest to the strongest.
pub(super) static LEVELS: [&BotSpec<FenceMaster>; 5] =
    [&PIP, &MINA, &OTIS, &VERA, by_id(&BOTS, "totora")];
