//! The opponents for people, level by level. The measurements are in `docs/experiments/2026-11-23-levels.md`.

use super::bots::BOTS;
use super::position::Uros;
use crate::contract::bot::{BotSpec, Budget};
use crate::search::blunders::{Blunders, blunders, by_id, level};

/// Length of a slip in plies: a whole part of a game is played badly, rather than single placements.
const STRETCH: usize = 24;

static PIP: BotSpec<Uros> = BotSpec {
    about: "Mostly plays at random, and sometimes enlarges its village.",
    settings: &[blunders(70)],
    ..level(1, |spec, options| Blunders::boxed(&BOTS, ["greedy", "random"], STRETCH, spec, options))
};

static MINA: BotSpec<Uros> = BotSpec {
    about: "Enlarges its village, but sometimes plays at random.",
    settings: &[blunders(26)],
    ..level(2, |spec, options| Blunders::boxed(&BOTS, ["greedy", "random"], STRETCH, spec, options))
};

static OTIS: BotSpec<Uros> = BotSpec {
    about: "Enlarges its village, and sometimes looks far ahead.",
    settings: &[blunders(70)],
    budget: Some(Budget::Nodes(4_000)),
    ..level(3, |spec, options| Blunders::boxed(&BOTS, ["totora", "greedy"], STRETCH, spec, options))
};

static VERA: BotSpec<Uros> = BotSpec {
    about: "Looks far ahead, but sometimes only enlarges its village.",
    settings: &[blunders(22)],
    budget: Some(Budget::Nodes(4_000)),
    ..level(4, |spec, options| Blunders::boxed(&BOTS, ["totora", "greedy"], STRETCH, spec, options))
};

/// From the weakest to the strongest.
pub(super) static LEVELS: [&BotSpec<Uros>; 5] = [&PIP, &MINA, &OTIS, &VERA, by_id(&BOTS, "totora")];
