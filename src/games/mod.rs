//! The games, a folder each. A game's folder never imports another game's; it
//! knows the contract and the searches, and nothing higher.

pub mod fencemaster;
pub mod isolation;
pub mod outpost;
pub mod reversi;
pub mod uros;
