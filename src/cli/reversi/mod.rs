//! Reversi XT over a network: a client for the course's server, and the log that it writes. Only here is the network
//! known. What is legal and what a bot plays comes from the session; `wire` knows the messages.

mod client;
mod log;
mod timing;
mod wire;

pub(super) use client::Client;
pub(super) use log::ToRecord;

use super::signals;
use totora::contract::bot::Watch;

/// The game that is played here.
const GAME: &str = "reversi";

/// So often is looked for a signal while one waits.
const LOOK: std::time::Duration = std::time::Duration::from_millis(100);

/// Gives the time since a moment, and when to stop: when it is up, and when a signal asks for the end.
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
