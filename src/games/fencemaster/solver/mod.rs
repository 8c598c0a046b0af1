//! The exact solver for boards of side 3 to 5.
//!
//! `hexagon` stores stones as cell sets on all symmetric images of the board, `threats` finds forced wins, `search` is the
//! proof-number search, for queries about positions, and `table` its transposition table; `perfect` is the bot that uses it. The rules are those of the modules below; heuristics only determine
//! the order of the search, never a result.

mod hexagon;
pub(super) mod perfect;
mod search;
mod table;
mod threats;

#[cfg(test)]
mod tests;

pub use search::Solver;
pub use table::ENTRY_BYTES;
