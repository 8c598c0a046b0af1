//! The opponents for people, level by level.

use super::bots::BOTS;
use super::position::FenceMaster;
use crate::contract::bot::{BotSpec, Budget};
use crate::search::slips::{Slips, level, slips};

static PIP: BotSpec<FenceMaster> = BotSpec {
    about: "Puts stones next to stones.",
    settings: &[slips(50)],
    ..level(1, |spec, options| Slips::of(&BOTS, ["norton-rizk", "random"], spec, options))
};

static MINA: BotSpec<FenceMaster> = BotSpec {
    about: "Builds, and often forgets your threats.",
    settings: &[slips(20)],
    ..level(2, |spec, options| {
        Slips::of(&BOTS, ["norton-rizk-guard", "random"], spec, options)
    })
};

static OTIS: BotSpec<FenceMaster> = BotSpec {
    about: "Goes for three sides and stops you in time.",
    settings: &[slips(10)],
    budget: None,
    ..level(3, |spec, options| Slips::of(&BOTS, ["edgewise", "norton-rizk"], spec, options))
};

static VERA: BotSpec<FenceMaster> = BotSpec {
    about: "Plays a few games out in its head.",
    settings: &[slips(50)],
    budget: Some(Budget::Nodes(1000)),
    ..level(4, |spec, options| Slips::of(&BOTS, ["totora", "edgewise"], spec, options))
};

/// From the weakest to the strongest.
pub(super) static LEVELS: [&BotSpec<FenceMaster>; 5] =
    [&PIP, &MINA, &OTIS, &VERA, super::bots::BOTS[0]];
