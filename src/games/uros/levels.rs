//! The opponents for people, level by level. How they were measured is in `docs/experiments/2026-11-23-levels.md`.

use super::bots::BOTS;
use super::position::Uros;
use crate::contract::bot::{BotSpec, Budget};
use crate::search::slips::{Slips, by_id, level, slips};

static PIP: BotSpec<Uros> = BotSpec {
    about: "Builds anywhere, and now and then makes its village bigger.",
    settings: &[slips(88)],
    ..level(1, |spec, options| Slips::of(&BOTS, ["greedy", "random"], spec, options))
};

static MINA: BotSpec<Uros> = BotSpec {
    about: "Makes its own village bigger, when it looks.",
    settings: &[slips(40)],
    ..level(2, |spec, options| Slips::of(&BOTS, ["greedy", "random"], spec, options))
};

static OTIS: BotSpec<Uros> = BotSpec {
    about: "Looks after its own front and yours, but often grabs houses.",
    settings: &[slips(60)],
    ..level(3, |spec, options| Slips::of(&BOTS, ["balanced", "greedy"], spec, options))
};

static VERA: BotSpec<Uros> = BotSpec {
    about: "Plays a few games out in its head.",
    settings: &[slips(20)],
    budget: Some(Budget::Nodes(60)),
    ..level(4, |spec, options| Slips::of(&BOTS, ["totora", "balanced"], spec, options))
};

/// From the weakest to the strongest.
pub(super) static LEVELS: [&BotSpec<Uros>; 5] = [&PIP, &MINA, &OTIS, &VERA, by_id(&BOTS, "totora")];
