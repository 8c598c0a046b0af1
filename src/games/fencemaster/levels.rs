//! The opponents for people, level by level. How they were measured is in `docs/experiments/2026-11-23-levels.md`.

use super::bots::BOTS;
use super::position::FenceMaster;
use crate::contract::bot::{BotSpec, Budget};
use crate::search::slips::{Slips, by_id, level, slips};

static PIP: BotSpec<FenceMaster> = BotSpec {
    about: "Puts stones next to stones, when it looks.",
    settings: &[slips(55)],
    ..level(1, |spec, options| Slips::of(&BOTS, ["norton-rizk", "random"], spec, options))
};

static MINA: BotSpec<FenceMaster> = BotSpec {
    about: "Builds, and often overlooks your threats.",
    settings: &[slips(45)],
    ..level(2, |spec, options| {
        Slips::of(&BOTS, ["norton-rizk-guard", "norton-rizk"], spec, options)
    })
};

static OTIS: BotSpec<FenceMaster> = BotSpec {
    about: "Goes for three sides, and mostly stops you in time.",
    settings: &[slips(15)],
    ..level(3, |spec, options| Slips::of(&BOTS, ["edgewise", "norton-rizk"], spec, options))
};

static VERA: BotSpec<FenceMaster> = BotSpec {
    about: "Plays a few games out in its head.",
    settings: &[slips(40)],
    budget: Some(Budget::Nodes(200)),
    ..level(4, |spec, options| Slips::of(&BOTS, ["totora", "edgewise"], spec, options))
};

/// From the weakest to the strongest.
pub(super) static LEVELS: [&BotSpec<FenceMaster>; 5] =
    [&PIP, &MINA, &OTIS, &VERA, by_id(&BOTS, "totora")];
