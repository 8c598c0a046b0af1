//! The exact solver for boards of side 3 to 5.
//!
//! `hexagon` stores stones as cell sets on all symmetric images of the board, `threats` finds forced wins, `search` is the
//! proof-number search, and `table` its transposition table; `perfect` is the bot that uses it. Heuristics determine only the order
//! of the search, never a result.

mod hexagon;
pub(super) mod perfect;
mod search;
mod table;
mod threats;

#[cfg(test)]
mod tests;

pub use search::Solver;
pub use table::ENTRY_BYTES;
