//! Games, thoughts and what is told of positions, as they were written down.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../common/net.rs"]
mod net;

mod faces;
mod games;
mod thoughts;
