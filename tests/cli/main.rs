//! The command line program: its commands, servers, external programs and signals.
#![cfg(not(target_arch = "wasm32"))]

mod arena;
mod arena_page;
mod commands;
mod course;
mod documented_commands;
mod interrupted;
mod outside;
mod person;
mod prove;
mod referee;
mod reversi_net;
mod serve;
mod solve;
mod texts;
