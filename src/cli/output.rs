//! Where results and errors go, and the clock and the progress bar of the native interface.

use super::signals::{self, Signal};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, ErrorKind, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use totora::contract::bot::Watch;

/// Why a command did not end well.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What came in was wrong: exit code 2.
    Input(String),
    /// It could not be done: exit code 1.
    Failed(String),
    /// A signal ended it, and what there was has been written: exit code 130 or 143.
    Stopped(Signal),
    /// The reader of the output has stopped: no error.
    Closed,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Failed(error.to_string()),
        }
    }
}

/// For the end of a command that has written what it has.
///
/// # Errors
/// [`Failure::Stopped`] if a signal has come.
pub(crate) fn unless_asked() -> Result<(), Failure> {
    signals::received().map_or(Ok(()), |signal| Err(Failure::Stopped(signal)))
}

/// An error of the input.
pub(crate) fn input(error: impl ToString) -> Failure {
    Failure::Input(error.to_string())
}

/// Standard output, buffered.
pub(crate) fn out() -> impl Write {
    io::BufWriter::new(io::stdout().lock())
}

/// Set when the answer is not wanted any more.
pub(crate) type Stop = Arc<AtomicBool>;

/// Gives the time since it was made, and says stop when a signal asks for the end or the answer is not wanted.
pub(crate) struct Clock {
    begun: Instant,
    stop: Option<Stop>,
}

impl Watch for Clock {
    fn elapsed_ms(&self) -> f64 {
        self.begun.elapsed().as_secs_f64() * 1e3
    }

    fn stop(&self) -> bool {
        signals::received().is_some() || stopped(self.stop.as_ref())
    }
}

/// Whether the answer is not wanted any more.
pub(crate) fn stopped(stop: Option<&Stop>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// A watch that starts now.
pub(crate) fn clock() -> Box<dyn Watch> {
    clock_with(None)
}

/// The same, which also heeds a stop.
pub(crate) fn clock_with(stop: Option<&Stop>) -> Box<dyn Watch> {
    Box::new(Clock { begun: Instant::now(), stop: stop.cloned() })
}

/// A progress bar on standard error; invisible where that is no terminal.
pub(crate) fn progress(length: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {unit}, {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}
