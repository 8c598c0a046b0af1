//! Heuristics by people. [`formula`] parses and prints formulas over a game's features,
//! [`program`] evaluates them, [`heuristic`] makes them available to every search, [`guide`] to tree
//! searches, [`guided`] is such a search of any game, and [`bot`] declares bots.

pub mod bot;
pub mod formula;
pub mod guide;
pub mod guided;
pub mod heuristic;
pub mod names;
pub mod program;
