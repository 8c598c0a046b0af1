//! The interface of a game, its bots and its presentation: the traits and their data types.

pub mod analysis;
pub mod bot;
pub mod calibration;
pub mod concept;
pub mod declaration;
pub mod features;
pub mod film;
pub mod game;
pub mod judging;
pub mod openings;
#[cfg(not(target_arch = "wasm32"))]
pub mod planes;
pub mod presentation;
pub mod setup;
