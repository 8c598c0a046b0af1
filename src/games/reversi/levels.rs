//! The opponents for people, level by level.

use super::bots::BOTS;
use super::position::Reversi;
use crate::contract::bot::{BotSpec, Budget};
use crate::search::slips::{Slips, level, slips};

static PIP: BotSpec<Reversi> = BotSpec {
    about: "Turns as many stones as it can.",
    settings: &[slips(40)],
    ..level(1, |spec, options| Slips::of(&BOTS, ["greedy", "random"], spec, options))
};

static MINA: BotSpec<Reversi> = BotSpec {
    about: "Grabs corners.",
    settings: &[slips(20)],
    ..level(2, |spec, options| Slips::of(&BOTS, ["corners", "greedy"], spec, options))
};

static OTIS: BotSpec<Reversi> = BotSpec {
    about: "Keeps its moves open.",
    settings: &[slips(10)],
    budget: None,
    ..level(3, |spec, options| Slips::of(&BOTS, ["balanced", "greedy"], spec, options))
};

static VERA: BotSpec<Reversi> = BotSpec {
    about: "Looks some moves ahead.",
    settings: &[slips(50)],
    budget: Some(Budget::Nodes(1000)),
    ..level(4, |spec, options| Slips::of(&BOTS, ["totora", "balanced"], spec, options))
};

/// From the weakest to the strongest.
pub(super) static LEVELS: [&BotSpec<Reversi>; 5] =
    [&PIP, &MINA, &OTIS, &VERA, super::bots::BOTS[0]];
