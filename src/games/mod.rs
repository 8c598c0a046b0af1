//! The games, a folder each. A game's folder never imports another game's.
pub mod isolation;
