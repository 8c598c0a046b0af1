//! The games, a folder each, and a cargo feature each. A game's folder never imports another game's; it
//! knows the contract and the searches, and nothing higher.

#[cfg(feature = "fencemaster")]
pub mod fencemaster;
#[cfg(feature = "isolation")]
pub mod isolation;
#[cfg(feature = "outpost")]
pub mod outpost;
#[cfg(feature = "reversi")]
pub mod reversi;
#[cfg(feature = "uros")]
pub mod uros;
