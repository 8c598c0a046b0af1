//! libFuzzer's way to the target `formulas` of `targets.rs`.
#![no_main]

#[path = "../targets.rs"]
#[allow(dead_code)]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::formulas(data));
