//! The native interface: the command line. It reads files, streams, clocks and arguments, and asks the
//! library; it decides nothing about any game.
//!
//! Results go to standard output, errors to standard error with exit code 2 (bad input) or 1 (failed).

#[path = "mod.rs"]
mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
