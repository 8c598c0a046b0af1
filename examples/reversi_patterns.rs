//! Makes the file of patterns of Reversi's plain board anew: games of our own against ourselves, then least squares.
//! The same file comes out every time; what it is, and how it was decided, stands in `docs/explanation/reversi-patterns.md`.
//!
//! ```text
//! cargo run --release --example reversi_patterns -- assets/reversi-patterns.bin
//! cargo run --release --example reversi_patterns -- small.bin 50
//! cargo run --release --example reversi_patterns -- --spread 250
//! ```
//!
//! The second one is content with a fiftieth of the positions, to see it work. The third measures how far shallow looks
//! are from deeper ones, `SPREAD` of `patterns/probcut.rs`, in positions of GAMES games.

use std::process::ExitCode;
use totora::games::reversi::patterns::Table;
use totora::games::reversi::patterns::training::{RECIPE, Round, make, spread};

fn run() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("usage: reversi_patterns FILE [SHARE], or --spread GAMES")?;
    let share = match arguments.next() {
        Some(share) => share
            .parse()
            .ok()
            .filter(|&share: &usize| share > 0)
            .ok_or(format!("{share} is no share: expected a whole number from 1"))?,
        None => 1,
    };
    if file == "--spread" {
        let table = Table::read(include_bytes!("../assets/reversi-patterns.bin"))?;
        spread(&table, share as u64).iter().for_each(|row| println!("{row:?}"));
        return Ok(());
    }
    let rounds = RECIPE.map(|round| Round { positions: round.positions / share, ..round });
    let weights = make(&rounds, |said| eprintln!("{said}"))?;
    let bytes = Table::write(&weights);
    eprintln!("{} bytes", bytes.len());
    std::fs::write(&file, bytes).map_err(|error| format!("{file}: {error}"))
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
