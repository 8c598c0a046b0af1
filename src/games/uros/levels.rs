//! The opponents for people, level by level.

use super::bots::BOTS;
use super::position::Uros;
use crate::contract::bot::{BotSpec, Budget};
use crate::search::slips::{Slips, level, slips};

static PIP: BotSpec<Uros> = BotSpec {
    about: "Builds anywhere.",
    settings: &[slips(85)],
    ..level(1, |spec, options| Slips::of(&BOTS, ["greedy", "random"], spec, options))
};

static MINA: BotSpec<Uros> = BotSpec {
    about: "Makes its own village bigger.",
    settings: &[slips(40)],
    ..level(2, |spec, options| Slips::of(&BOTS, ["greedy", "random"], spec, options))
};

static OTIS: BotSpec<Uros> = BotSpec {
    about: "Looks after its own front and yours.",
    settings: &[slips(60)],
    budget: None,
    ..level(3, |spec, options| Slips::of(&BOTS, ["balanced", "greedy"], spec, options))
};

static VERA: BotSpec<Uros> = BotSpec {
    about: "Plays a few games out in its head.",
    settings: &[slips(50)],
    budget: Some(Budget::Nodes(1000)),
    ..level(4, |spec, options| Slips::of(&BOTS, ["totora", "balanced"], spec, options))
};

/// From the weakest to the strongest.
pub(super) static LEVELS: [&BotSpec<Uros>; 5] = [&PIP, &MINA, &OTIS, &VERA, super::bots::BOTS[6]];
