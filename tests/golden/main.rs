//! Games, answers of bots and the data that is shown of positions, compared with files that people can review.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../common/golden/cases.rs"]
mod cases;
#[path = "../common/golden/files.rs"]
mod files;
mod games;
mod learning;
mod list;
#[path = "../common/golden/shape.rs"]
mod shape;
mod snapshots;
mod thoughts;
mod trees;
#[path = "../common/golden/wording.rs"]
mod wording;
