//! The plain board by patterns: how many stones ahead a position will end is read from what stands on groups of tiles,
//! by weights that were learned from games of our own against ourselves. How they are made, and what they measured,
//! is told in `docs/explanation/reversi-patterns.md`.
//!
//! `shapes` has the groups, `table` the weights and their file, `quick` the search of the last plies and of the end, `probcut`
//! what it cuts,
//! `heuristic` the terms and what the search in `search/alpha_beta` asks; `training` makes the file. The rules of
//! other maps, options and faces may not enter here.

mod heuristic;
mod probcut;
mod quick;
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

/// The weights. 300 kB at most.
static WEIGHTS: File = File {
    name: "reversi-patterns.bin",
    #[cfg(not(target_arch = "wasm32"))]
    bytes: include_bytes!("../../../../assets/reversi-patterns.bin"),
};

/// Whether patterns say something of a position: two players on the board of eight by eight that everybody knows,
/// whatever stands on it.
pub(super) fn fit(position: &Reversi) -> bool {
    position.plain().is_some()
        && position.board().tiles() == 64
        && position.board().land == 64
        && *position.all_bombs() == [0; MAX_SEATS]
        && position.disqualified().is_empty()
}

/// The weights of the plain board; in the page the file is fetched at the first call.
///
/// # Errors
/// Why the file cannot be had or read, in a sentence. It may be at the next call.
pub(super) fn table() -> Result<&'static Table, String> {
    static TABLE: OnceLock<Table> = OnceLock::new();
    if let Some(table) = TABLE.get() {
        return Ok(table);
    }
    let read = Table::read(&WEIGHTS.read()?)?;
    Ok(TABLE.get_or_init(|| read))
}
