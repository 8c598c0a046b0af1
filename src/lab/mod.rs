//! The Lab: heuristics by people. [`formula`] parses and prints formulas over a game's features,
//! [`program`] evaluates them, [`heuristic`] makes them available to every search, [`guide`] to tree
//! searches, [`guided`] is such a search of any game, and [`bot`] declares bots.
//!
//! These modules are below the games, next to `search`, and depend on the contract alone: games build a bot
//! from them. Above the catalogue are [`api`], which answers a panel's requests, [`lessons`], and above links
//! [`shared`].

pub mod api;
pub mod bot;
pub mod formula;
pub mod guide;
pub mod guided;
pub mod heuristic;
pub mod lessons;
pub mod names;
pub mod program;
pub mod shared;
