//! The opponents for people, level by level. The measurements are in `docs/experiments/2026-11-23-levels.md`.

use super::bots::BOTS;
use super::position::Isolation;
use crate::contract::bot::{BotSpec, Budget};
use crate::search::blunders::{Blunders, blunders, by_id, level};

static PIP: BotSpec<Isolation> = BotSpec {
    about: "Looks one move ahead, but often runs to the edge.",
    settings: &[blunders(40)],
    budget: Some(Budget::Depth(1)),
    ..level(1, |spec, options| Blunders::boxed(&BOTS, ["greedy", "mm-center"], 1, spec, options))
};

static MINA: BotSpec<Isolation> = BotSpec {
    about: "Counts your moves and its own.",
    settings: &[blunders(7)],
    budget: Some(Budget::Depth(1)),
    ..level(2, |spec, options| Blunders::boxed(&BOTS, ["greedy", "mm-center"], 1, spec, options))
};

static OTIS: BotSpec<Isolation> = BotSpec {
    about: "Looks a few moves ahead, but often misses your reply.",
    settings: &[blunders(30)],
    budget: Some(Budget::Nodes(200)),
    ..level(3, |spec, options| Blunders::boxed(&BOTS, ["ab-improved", "greedy"], 1, spec, options))
};

static VERA: BotSpec<Isolation> = BotSpec {
    about: "Looks far ahead, and rarely slips.",
    settings: &[blunders(10)],
    budget: Some(Budget::Nodes(6000)),
    ..level(4, |spec, options| Blunders::boxed(&BOTS, ["ab-custom", "greedy"], 1, spec, options))
};

/// From the weakest to the strongest.
pub(super) static LEVELS: [&BotSpec<Isolation>; 5] =
    [&PIP, &MINA, &OTIS, &VERA, by_id(&BOTS, "perfect")];
