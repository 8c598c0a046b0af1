//! The Lab: heuristics that people write. [`formula`] reads and prints formulas over a game's features,
//! [`program`] evaluates them, [`heuristic`] makes of them what every search takes, [`guide`] what a tree search
//! takes, [`guided`] such a search of any game, and [`bot`] bots.
//!
//! These stand below the games, beside `search`, and know the contract alone: games have a bot that is
//! made of them. Above the catalogue stand [`api`], which answers what a panel asks, [`lessons`], and above links
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
