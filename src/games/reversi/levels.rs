//! The opponents for players, level by level. Their measurements are in `docs/experiments/2026-11-23-levels.md`.

use super::bots::BOTS;
use super::position::Reversi;
use crate::contract::bot::{BotSpec, Budget};
use crate::search::blunders::{A_GAME, Blunders, blunders, by_id, level};

static PIP: BotSpec<Reversi> = BotSpec {
    about: "Captures many stones, and sometimes plays at random.",
    settings: &[blunders(10)],
    ..level(1, |spec, options| Blunders::boxed(&BOTS, ["greedy", "random"], 1, spec, options))
};

static MINA: BotSpec<Reversi> = BotSpec {
    about: "Likes corners and open moves, but often just captures stones.",
    settings: &[blunders(65)],
    ..level(2, |spec, options| Blunders::boxed(&BOTS, ["balanced", "greedy"], 1, spec, options))
};

static OTIS: BotSpec<Reversi> = BotSpec {
    about: "Keeps many moves open, and rarely looks ahead.",
    settings: &[blunders(95)],
    budget: Some(Budget::Nodes(200)),
    ..level(3, |spec, options| Blunders::boxed(&BOTS, ["alphabeta", "balanced"], 1, spec, options))
};

static VERA: BotSpec<Reversi> = BotSpec {
    about: "Keeps many moves open, and in half of its games looks far ahead.",
    settings: &[blunders(50)],
    budget: by_id(&BOTS, "totora").budget,
    ..level(4, |spec, options| {
        Blunders::boxed(&BOTS, ["totora", "balanced"], A_GAME, spec, options)
    })
};

/// From the weakest to the strongest.
pub(super) static LEVELS: [&BotSpec<Reversi>; 5] =
    [&PIP, &MINA, &OTIS, &VERA, by_id(&BOTS, "totora")];
