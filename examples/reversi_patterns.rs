//! Rebuilds the file of patterns of Reversi's plain board: plays games of self-play, then fits the weights by least squares.
//! The result is the same file every time. `docs/explanation/reversi-patterns.md` explains the file and its design.
//!
//! ```text
//! cargo run --release --example reversi_patterns -- src/games/reversi/reversi-patterns.bin
//! cargo run --release --example reversi_patterns -- small.bin 50
//! cargo run --release --example reversi_patterns -- --spread 250
//! ```
//!
//! The second command uses a fiftieth of the positions, as a quick test. The third measures how far the results of shallow
//! searches differ from deeper ones, in positions of GAMES games; the result is `SPREAD` of `patterns/probcut.rs`.

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
            .ok_or(format!("{share} is not valid: expected a whole number from 1"))?,
        None => 1,
    };
    if file == "--spread" {
        let table = Table::read(include_bytes!("../src/games/reversi/reversi-patterns.bin"))?;
        spread(&table, share as u64).iter().for_each(|row| println!("{row:?}"));
        return Ok(());
    }
    let rounds = RECIPE.map(|round| Round { positions: round.positions / share, ..round });
    let weights = make(&rounds, |message| eprintln!("{message}"))?;
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
