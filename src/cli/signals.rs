//! SIGINT and SIGTERM. A command that calls [`listen`] checks [`received`], writes its partial results, and ends with
//! the signal's exit code. A second signal ends the process at once. The system ends commands that do not listen as usual.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// A signal that asks the program to end, with its name: Ctrl-C at a terminal, or the default of `kill` and system managers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signal(i32, pub(crate) &'static str);

const SIGNALS: [Signal; 2] = [Signal(SIGINT, "SIGINT"), Signal(SIGTERM, "SIGTERM")];

impl Signal {
    /// The exit code, as a shell reports it for a program that the signal ended: 130 or 143.
    pub(crate) fn exit_code(self) -> u8 {
        128 + self.0 as u8
    }
}

/// The number of the signal that arrived; 0 for none. Unset until the program listens.
static RECEIVED: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// From now on, the first signal is recorded instead of ending the program. The second one still ends it.
///
/// # Errors
/// If the system refuses the handlers.
pub(crate) fn listen() -> io::Result<()> {
    if RECEIVED.get().is_some() {
        return Ok(());
    }
    let number_received = Arc::new(AtomicUsize::new(0));
    let already_received = Arc::new(AtomicBool::new(false));
    for signal in SIGNALS {
        let status = i32::from(signal.exit_code());
        // The order matters: the first signal finds the flag unset, and then sets it.
        flag::register_conditional_shutdown(signal.0, status, Arc::clone(&already_received))?;
    }
    for Signal(number, _) in SIGNALS {
        flag::register(number, Arc::clone(&already_received))?;
        flag::register_usize(number, Arc::clone(&number_received), number as usize)?;
    }
    // If another thread was faster, its handlers stay in use.
    let _ = RECEIVED.set(number_received);
    Ok(())
}

/// The signal that has arrived since the program began to listen.
pub(crate) fn received() -> Option<Signal> {
    let number_received = RECEIVED.get()?.load(Ordering::Relaxed);
    SIGNALS.into_iter().find(|signal| signal.0 as usize == number_received)
}
