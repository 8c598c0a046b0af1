//! Algorithms that choose a move, for any game that implements the contract. This module knows no game.

pub mod alpha_beta;
mod deepening;
pub mod doom;
pub mod evaluate;
pub mod explain;
pub mod many;
pub mod mcts;
pub mod one_ply;
pub mod random;
pub mod sensitivity;
pub mod slips;
pub mod table;
