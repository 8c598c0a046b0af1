//! The plain board by patterns: the final stone lead is estimated from the content of groups of tiles,
//! with weights trained on self-play games. The training and its measurements
//! are described in `docs/explanation/reversi-patterns.md`.
//!
//! `shapes` has the groups, `table` the weights and their file, `leaf_search` the search of the last plies and of the endgame,
//! `probcut` its pruning,
//! `heuristic` the terms and the interface to `search/alpha_beta`; `training` makes the file. This module does not depend
//! on the rules of other maps, options or user interfaces.

mod heuristic;
mod leaf_search;
mod probcut;
mod shapes;
mod table;
#[cfg(not(target_arch = "wasm32"))]
pub mod training;

use super::position::Reversi;
use crate::base::files::File;
use crate::contract::game::MAX_SEATS;
pub(super) use heuristic::{Patterns, TERMS};
use std::sync::OnceLock;
pub use table::Table;

/// The weights: at most 300 kB.
static WEIGHTS: File = File {
    name: "reversi-patterns.bin",
    #[cfg(not(target_arch = "wasm32"))]
    bytes: include_bytes!("../reversi-patterns.bin"),
};

/// Whether the patterns apply to a position: two players on the standard board of eight by eight,
/// with any stones.
pub(super) fn fit(position: &Reversi) -> bool {
    position.plain().is_some()
        && position.board().tiles() == 64
        && position.board().land == 64
        && position.bombs == [0; MAX_SEATS]
        && position.disqualified().is_empty()
}

/// The weights of the plain board; on the page the first call fetches the file.
///
/// # Errors
/// A sentence that says why the file is unavailable or invalid. A later call may succeed.
pub(super) fn table() -> Result<&'static Table, String> {
    static TABLE: OnceLock<Table> = OnceLock::new();
    if let Some(table) = TABLE.get() {
        return Ok(table);
    }
    let read = Table::read(&WEIGHTS.read()?)?;
    Ok(TABLE.get_or_init(|| read))
}
