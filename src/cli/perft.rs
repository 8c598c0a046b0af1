//! `totora perft`.

use super::input::Setup;
use super::output::{Failure, failed, input, out, progress};
use clap::Args;
use rayon::prelude::*;
use serde_json::json;
use std::io::Write;

#[derive(Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    setup: Setup,
    /// The depth in plies
    #[arg(long)]
    depth: u32,
    /// Moves to play first, separated by spaces
    #[arg(long, default_value = "")]
    moves: String,
    /// The seed, for games with a random start
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Also prints the count for each first move
    #[arg(long)]
    divide: bool,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

impl Perft {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let session = self.setup.begin(super::input::seed(Some(self.seed))?, &self.moves)?;
        let position = session.position();
        let unlisted = || input(format!("the moves of {} cannot be listed", self.setup.game));
        let (leaves, divided) = if self.depth == 0 {
            (1, Vec::new())
        } else if !self.divide && position.perft(1).ok_or_else(unlisted)? == 1 {
            // The only first ply may be one that no player chooses, such as a skip: do not divide by it.
            (position.perft(self.depth).ok_or_else(unlisted)?, Vec::new())
        } else {
            let moves = position.legal().ok_or_else(unlisted)?;
            let seat = position.to_act().first().unwrap_or(0);
            let bar = progress(moves.len() as u64, "first moves");
            let divided: Vec<(String, u64)> = moves
                .into_par_iter()
                .map(|text| {
                    let mut next = position.boxed();
                    next.play(seat, &text).map_err(failed)?;
                    let leaves = next.perft(self.depth - 1).ok_or_else(unlisted)?;
                    bar.inc(1);
                    Ok((text, leaves))
                })
                .collect::<Result<_, Failure>>()?;
            bar.finish_and_clear();
            (divided.iter().map(|(_, leaves)| leaves).sum(), divided)
        };
        let mut out = out();
        if self.json {
            let mut object = json!({ "depth": self.depth, "leaves": leaves });
            if self.divide {
                object["divide"] =
                    divided.iter().map(|(text, n)| json!({ "move": text, "leaves": n })).collect();
            }
            writeln!(out, "{object}")?;
        } else {
            for (text, leaves) in divided.iter().filter(|_| self.divide) {
                writeln!(out, "{text:<10} {leaves}")?;
            }
            writeln!(out, "{leaves}")?;
        }
        Ok(out.flush()?)
    }
}
