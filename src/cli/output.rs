//! The output of results and errors, and the clock and the progress bar of the native interface.

use super::signals::{self, Signal};
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use totora::arena::STOPPED;
use totora::contract::bot::Clock;

/// Why a command failed or ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is invalid: exit code 2.
    Input(String),
    /// The command failed: exit code 1.
    Failed(String),
    /// A signal stopped the command after it wrote its partial results: exit code 130 or 143.
    Stopped(Signal),
    /// The reader closed the output. This is not an error.
    Closed,
}

impl Failure {
    /// The message, without the exit code.
    pub(crate) fn words(self) -> String {
        match self {
            Failure::Input(words) | Failure::Failed(words) => words,
            Failure::Stopped(_) | Failure::Closed => STOPPED.to_owned(),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Failed(error.to_string()),
        }
    }
}

/// Checks for a signal. A command calls this at its end, after it has written its results.
///
/// # Errors
/// [`Failure::Stopped`] if a signal has arrived.
pub(crate) fn check_signal() -> Result<(), Failure> {
    signals::received().map_or(Ok(()), |signal| Err(Failure::Stopped(signal)))
}

/// An error in the input.
pub(crate) fn input(error: impl ToString) -> Failure {
    Failure::Input(error.to_string())
}

/// An error that is not in the input.
pub(crate) fn failed(error: impl ToString) -> Failure {
    Failure::Failed(error.to_string())
}

/// Prints a result of one line.
pub(crate) fn print_line(line: impl Display) -> Result<(), Failure> {
    Ok(writeln!(io::stdout().lock(), "{line}")?)
}

/// Standard output, buffered.
pub(crate) fn out() -> impl Write {
    io::BufWriter::new(io::stdout().lock())
}

/// A flag that is set when the answer is no longer needed.
pub(crate) type Stop = Arc<AtomicBool>;

/// Measures a time. It reports a stop after a limit, after a signal, or when the answer is no longer needed.
pub(crate) struct WallClock {
    pub(crate) begun: Instant,
    /// The limit in milliseconds.
    pub(crate) ms: Option<f64>,
    pub(crate) stop: Option<Stop>,
}

impl Clock for WallClock {
    fn elapsed_ms(&self) -> f64 {
        self.begun.elapsed().as_secs_f64() * 1e3
    }

    fn stop(&self) -> bool {
        self.ms.is_some_and(|ms| self.elapsed_ms() >= ms)
            || signals::received().is_some()
            || stopped(self.stop.as_ref())
    }
}

/// Whether the answer is no longer needed.
pub(crate) fn stopped(stop: Option<&Stop>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// A watch that starts now.
pub(crate) fn clock() -> Box<dyn Clock> {
    clock_with(None)
}

/// Like [`clock`], and also stops when `stop` is set.
pub(crate) fn clock_with(stop: Option<&Stop>) -> Box<dyn Clock> {
    Box::new(WallClock { begun: Instant::now(), ms: None, stop: stop.cloned() })
}

/// A progress bar on standard error. It is invisible if standard error is not a terminal.
pub(crate) fn progress(length: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {unit}, {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}
