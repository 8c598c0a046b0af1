//! Ways of choosing a move, for any game that keeps the contract. No game is known here.

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
