//! Reversi XT over a network: a client for the course's server, and the log that it writes. Only this module uses the
//! network. The session provides the legal moves and the moves of bots, and `wire` the messages.

mod client;
mod log;
mod timing;
mod wire;

pub(super) use client::Client;
pub(super) use log::ToRecord;

use super::signals;
use totora::contract::bot::Watch;

/// The id of the game.
const GAME: &str = "reversi";

/// How often we check for a signal while we wait.
const LOOK: std::time::Duration = std::time::Duration::from_millis(100);

/// A watch that stops after a time limit, or when a signal asks the program to end.
struct Deadline {
    begun: std::time::Instant,
    ms: Option<u64>,
}

impl Watch for Deadline {
    fn elapsed_ms(&self) -> f64 {
        self.begun.elapsed().as_secs_f64() * 1e3
    }

    fn stop(&self) -> bool {
        self.ms.is_some_and(|ms| self.begun.elapsed().as_millis() >= u128::from(ms))
            || signals::received().is_some()
    }
}
