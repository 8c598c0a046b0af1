//! **Totora**: rules, bots and explanations for board games, natively and in the browser.
pub mod bot;
pub mod fixed;
pub mod game;
pub mod games;
pub mod options;
pub mod rng;
pub mod search;
pub mod thought;
