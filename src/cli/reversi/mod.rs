//! Reversi XT over a network: a client for the course's server, and the log that it writes. Only this module uses the
//! network. The session provides the legal moves and the moves of bots, and `wire` the messages.

mod client;
mod log;
mod timing;
mod wire;

pub(super) use client::Client;
pub(super) use log::ToRecord;

/// The id of the game.
const GAME: &str = "reversi";

/// How often we check for a signal while we wait.
const LOOK: std::time::Duration = std::time::Duration::from_millis(100);
