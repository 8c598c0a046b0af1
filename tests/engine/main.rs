//! What the games share: links and records, searches, the Lab, setting up, and input from strangers.
#![cfg(not(target_arch = "wasm32"))]

mod arena_page;
mod costs;
mod demos;
mod forced;
mod fuzz;
mod hostile;
mod lab;
mod levels;
mod lines;
mod mcts;
mod review;
mod run;
mod setup;
mod variations;
mod words;
