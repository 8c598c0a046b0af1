//! The opponents for people, level by level.

use super::bots::BOTS;
use super::position::Outpost;
use crate::contract::bot::BotSpec;
use crate::search::slips::{Slips, level, slips};

static PIP: BotSpec<Outpost> = BotSpec {
    about: "Wanders.",
    settings: &[slips(50)],
    ..level(1, |spec, options| Slips::of(&BOTS, ["drifter", "drifter"], spec, options))
};

static MINA: BotSpec<Outpost> = BotSpec {
    about: "Settles near its home.",
    settings: &[slips(20)],
    ..level(2, |spec, options| Slips::of(&BOTS, ["homesteader", "drifter"], spec, options))
};

static OTIS: BotSpec<Outpost> = BotSpec {
    about: "Settles wherever there is water.",
    settings: &[slips(10)],
    budget: None,
    ..level(3, |spec, options| Slips::of(&BOTS, ["harvester", "drifter"], spec, options))
};

static VERA: BotSpec<Outpost> = BotSpec {
    about: "Settles far and defends.",
    settings: &[slips(10)],
    budget: None,
    ..level(4, |spec, options| Slips::of(&BOTS, ["phalanx", "homesteader"], spec, options))
};

/// From the weakest to the strongest.
pub(super) static LEVELS: [&BotSpec<Outpost>; 5] =
    [&PIP, &MINA, &OTIS, &VERA, super::bots::BOTS[0]];
