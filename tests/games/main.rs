//! The rules, bots and images of each game.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../common/shown.rs"]
mod shown;

mod fencemaster;
mod fencemaster_threats;
mod isolation;
mod outpost;
mod outpost_hand;
mod outpost_pictures;
mod reversi;
mod reversi_end;
mod reversi_patterns;
mod reversi_pictures;
mod reversi_wipeouts;
mod uros;
