//! SIGINT and SIGTERM: a command that [`listen`]s is to end, writes what it has, and ends with the
//! signal's own exit code; who sends a second signal does not want to wait, and the program ends at once.
//! Commands that do not listen are ended by the system as ever. What a command has to write is not known
//! here.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// A request that the program end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// Ctrl-C at a terminal.
    Interrupt,
    /// What `kill` and system managers send.
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

    /// What the program exits with, as a shell would say of one that was ended by the signal: 130 or 143.
    pub(crate) fn exit_code(self) -> u8 {
        128 + self.number() as u8
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Signal::Interrupt => "SIGINT",
            Signal::Terminate => "SIGTERM",
        }
    }
}

/// The number of the signal that came; 0 for none. Unset until the program listens.
static CAME: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// From now on the signals are noted instead of ending the program; the second one still does.
///
/// # Errors
/// When the system does not let us.
pub(crate) fn listen() -> io::Result<()> {
    if CAME.get().is_some() {
        return Ok(());
    }
    let came = Arc::new(AtomicUsize::new(0));
    let before = Arc::new(AtomicBool::new(false));
    for signal in Signal::ALL {
        let (number, status) = (signal.number(), i32::from(signal.exit_code()));
        // In this order: the first signal finds that none was before, and then notes itself.
        flag::register_conditional_shutdown(number, status, Arc::clone(&before))?;
    }
    for signal in Signal::ALL {
        let number = signal.number();
        flag::register(number, Arc::clone(&before))?;
        flag::register_usize(number, Arc::clone(&came), number as usize)?;
    }
    // Another caller that was quicker listens as well.
    let _ = CAME.set(came);
    Ok(())
}

/// The signal that has come since the program listens.
pub(crate) fn received() -> Option<Signal> {
    let came = CAME.get()?.load(Ordering::Relaxed);
    Signal::ALL.into_iter().find(|signal| signal.number() as usize == came)
}
