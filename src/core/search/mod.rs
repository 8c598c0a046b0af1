//! Algorithms that choose a move, for any game that implements the contract. This module knows no game.

pub mod alpha_beta;
pub mod blunders;
mod deepening;
pub mod evaluate;
pub mod explain;
pub mod forced_loss;
pub mod mcts;
pub mod multi_player;
pub mod one_ply;
pub mod random;
pub mod selective;
pub mod sensitivity;
pub mod table;
