//! The games, a folder each. A game's folder never imports another game's; it
//! knows the contract and the searches, and nothing higher.

#[path = "fencemaster/lib.rs"]
pub mod fencemaster;
#[path = "isolation/lib.rs"]
pub mod isolation;
#[path = "outpost/lib.rs"]
pub mod outpost;
#[path = "reversi/lib.rs"]
pub mod reversi;
#[path = "uros/lib.rs"]
pub mod uros;
