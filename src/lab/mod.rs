//! The Lab: heuristics by people. The language, and what bots are built from, come from `totora_core`. Above the catalogue are
//! [`api`], which answers a panel's requests, [`lessons`], and above links [`shared`]; [`handin`] is above the arena too.

pub mod api;
pub mod handin;
pub mod lessons;
pub mod shared;

pub use totora_core::lab::{bot, formula, guide, guided, heuristic, names, program};
