//! What a game, its bots and its presentation are to the rest: the traits and what they hand over.

pub mod bot;
pub mod calibration;
pub mod declaration;
pub mod features;
pub mod game;
pub mod judging;
pub mod openings;
pub mod presentation;
pub mod setup;
pub mod thought;
