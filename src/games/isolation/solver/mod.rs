//! Who wins, exactly.
//!
//! `graph` cuts a position down to the cells that still matter, at most `graph::MOST_NODES` of them;
//! `walk` decides such a position by a boolean search, and [`Solver`] keeps what that finds out;
//! `longest` measures paths, for when the knights can no longer meet, and `uncut` finds ways that cannot
//! be cut, for when they can; [`perfect`] is the bot that plays by all this, `estimate` what it says where
//! this does not reach, and [`table`] the solution of all placements. Which placements win on 7x7 without
//! any search is the business of [`super::theory`].

pub mod book;
mod estimate;
mod graph;
mod longest;
pub mod perfect;
mod solve;
pub mod table;
mod uncut;
mod walk;

pub use solve::Solver;
