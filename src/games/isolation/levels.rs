//! The opponents for people, level by level.

use super::bots::BOTS;
use super::position::Isolation;
use crate::contract::bot::{BotSpec, Budget};
use crate::search::slips::{Slips, level, slips};

static PIP: BotSpec<Isolation> = BotSpec {
    about: "Jumps wherever there is room.",
    settings: &[slips(60)],
    ..level(1, |spec, options| Slips::of(&BOTS, ["greedy", "random"], spec, options))
};

static MINA: BotSpec<Isolation> = BotSpec {
    about: "Counts your exits and its own, if it looks.",
    settings: &[slips(30)],
    ..level(2, |spec, options| Slips::of(&BOTS, ["greedy", "random"], spec, options))
};

static OTIS: BotSpec<Isolation> = BotSpec {
    about: "Looks a few moves ahead.",
    settings: &[slips(15)],
    budget: Some(Budget::Nodes(200)),
    ..level(3, |spec, options| Slips::of(&BOTS, ["ab-improved", "greedy"], spec, options))
};

static VERA: BotSpec<Isolation> = BotSpec {
    about: "Sees far, and seldom slips.",
    settings: &[slips(5)],
    budget: Some(Budget::Nodes(4000)),
    ..level(4, |spec, options| Slips::of(&BOTS, ["ab-custom", "greedy"], spec, options))
};

/// From the weakest to the strongest.
pub(super) static LEVELS: [&BotSpec<Isolation>; 5] =
    [&PIP, &MINA, &OTIS, &VERA, super::bots::BOTS[12]];
