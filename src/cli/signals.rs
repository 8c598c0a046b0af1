//! SIGINT and SIGTERM. A command that calls [`listen`] checks [`received`], writes its partial results, and ends with
//! the signal's exit code. A second signal ends the process at once. The system ends commands that do not listen as usual.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// A signal that asks the program to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// Ctrl-C at a terminal.
    Interrupt,
    /// The default of `kill` and system managers.
    Terminate,
}

impl Signal {
    const ALL: [Signal; 2] = [Signal::Interrupt, Signal::Terminate];

    fn number(self) -> i32 {
        match self {
            Signal::Interrupt => SIGINT,
            Signal::Terminate => SIGTERM,
        }
    }

    /// The exit code, as a shell reports it for a program that the signal ended: 130 or 143.
    pub(crate) fn exit_code(self) -> u8 {
        128 + self.number() as u8
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Signal::Interrupt => "SIGINT",
            Signal::Terminate => "SIGTERM",
        }
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
    for signal in Signal::ALL {
        let (number, status) = (signal.number(), i32::from(signal.exit_code()));
        // The order matters: the first signal finds the flag unset, and then sets it.
        flag::register_conditional_shutdown(number, status, Arc::clone(&already_received))?;
    }
    for signal in Signal::ALL {
        let number = signal.number();
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
    Signal::ALL.into_iter().find(|signal| signal.number() as usize == number_received)
}
