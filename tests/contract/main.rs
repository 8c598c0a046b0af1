//! What every game must hold, and that the lists of games, tools and versions agree.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../common/mod.rs"]
mod common;

mod build_settings;
mod conformance;
mod layers;
