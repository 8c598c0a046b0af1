//! The native interface: the command line. It reads files, streams, clocks and arguments, and calls the
//! library. It contains no logic of any game.
//!
//! Results go to standard output, errors to standard error with exit code 2 (bad input) or 1 (failed).

#[path = "mod.rs"]
mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
