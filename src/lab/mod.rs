//! The Lab: heuristics by people. [`formula`] parses and prints formulas over a game's features,
//! [`program`] evaluates them, [`heuristic`] makes them available to every search, [`guide`] to tree
//! searches, [`guided`] is such a search of any game, and [`bot`] declares bots.
//!
//! These modules are below the games, next to `search`, and depend on the contract alone: games build a bot
//! from them. Above the catalogue are [`api`], which answers a panel's requests, [`lessons`], and above links
//! [`shared`].

pub mod api;
#[path = "../core/lab/bot.rs"]
pub mod bot;
#[path = "../core/lab/formula.rs"]
pub mod formula;
#[path = "../core/lab/guide.rs"]
pub mod guide;
#[path = "../core/lab/guided.rs"]
pub mod guided;
#[path = "../core/lab/heuristic.rs"]
pub mod heuristic;
pub mod lessons;
#[path = "../core/lab/names.rs"]
pub mod names;
#[path = "../core/lab/program.rs"]
pub mod program;
pub mod shared;
