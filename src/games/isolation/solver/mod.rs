//! The winner of a position, exactly.
//!
//! `graph` reduces a position to the cells that still matter, at most `graph::MOST_NODES` of them;
//! `walk` decides such a position by a boolean search, the [`Solver`], which stores its results;
//! `longest` measures paths, for knights that can no longer meet, and `uncut` finds paths that cannot
//! be cut, for knights that can; [`perfect`] is the bot that plays by all this, `estimate` its search of positions that are
//! too large for it, and [`table`] the solution of all placements. [`super::theory`] knows, without any search, which
//! placements win on 7x7.

pub mod book;
mod estimate;
mod graph;
mod longest;
pub mod perfect;
pub mod table;
mod uncut;
mod walk;

pub use walk::Solver;
