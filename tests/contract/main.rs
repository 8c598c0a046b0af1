//! The requirements for every game, and the consistency of the lists of games, tools and versions.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../common/mod.rs"]
mod common;

mod build_settings;
mod conformance;
mod rules;
mod sentences;
