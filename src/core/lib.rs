//! The core of Totora: what a game and its bots build on, and what everything above them builds on.
//!
//! From bottom to top: [`base`] depends on no game; [`contract`] defines what games and bots offer to the rest; [`search`] has
//! searches for any game, and [`lab`] heuristics as formulas; [`grid`] is shared by games on a rectangle of cells.
//! The package `totora` re-exports these modules.

pub mod base;
pub mod contract;
pub mod grid;
pub mod lab;
pub mod search;
