//! The parts that games share: links and records, searches, the Lab, set-up positions, and untrusted input.
#![cfg(not(target_arch = "wasm32"))]

mod annotations;
mod arena;
mod branches;
mod concepts;
mod costs;
mod explain;
mod features;
mod film;
mod forced;
mod fuzz;
mod gallery;
mod handin;
mod home_board;
mod hostile;
mod import;
mod intervals;
mod lab;
mod lessons;
mod levels;
mod line_ends;
mod lines;
mod links;
mod mcts;
mod moves_in_words;
mod prove;
mod puzzles;
mod review;
mod run;
mod sensitivity;
mod sentences;
mod setup;
mod studies;
mod threat;
mod variations;
mod words;
