//! The bots of Reversi XT.

use super::position::Reversi;
use crate::bot::BotSpec;
use crate::search::random::RandomBot;

static RANDOM: BotSpec<Reversi> = BotSpec {
    id: "random",
    name: "Random",
    about: "Any legal move, each as likely as the others.",
    source: None,
    options: &[],
    terms: &[],
    budget: None,
    build: |_| Box::new(RandomBot),
};

/// All bots of the game, in the order in which they are offered.
pub static BOTS: [&BotSpec<Reversi>; 1] = [&RANDOM];
