//! `totora solve`: proves who wins a game.

mod fencemaster;
mod isolation;
mod saved;

use super::input::Setup;
use super::output::{Failure, input};
use clap::Args;
use std::path::PathBuf;
use totora::games::fencemaster::ID as FENCEMASTER;
use totora::games::isolation::ID as ISOLATION;

#[derive(Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    setup: Setup,
    /// Isolation: solves all 315 classes of placements on 7x7; takes minutes
    #[arg(long, conflicts_with = "moves")]
    all: bool,
    /// With --all: solves every N-th class only
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=315))]
    every: u32,
    /// Isolation: solves every opening on 7x7 that is missing in the opening book in this file, and saves each; takes an hour
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "moves"])]
    book: Option<PathBuf>,
    /// Moves to play first, separated by spaces; solves the position after them
    #[arg(long, default_value = "")]
    moves: String,
    /// FenceMaster: solves only these next stones, separated by spaces
    #[arg(long, value_name = "MOVES", default_value = "")]
    only: String,
    /// FenceMaster: the size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65536))]
    memory: u32,
    /// FenceMaster: saves the results to this file, and continues from it
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

impl Solve {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (game, options) = self.setup.read()?;
        match game.id() {
            ISOLATION if self.save.is_some() => {
                Err(input("--save is for FenceMaster; Isolation takes minutes"))
            }
            ISOLATION if !self.only.is_empty() => {
                Err(input("--only is for FenceMaster; expected --moves or --all"))
            }
            ISOLATION => self.isolation(&options),
            FENCEMASTER if self.book.is_some() => {
                Err(input("--book is for Isolation; expected --save"))
            }
            FENCEMASTER if self.all => {
                Err(input("--all is for Isolation; every stone is solved without it"))
            }
            FENCEMASTER => self.fencemaster(&options),
            _ => Err(input(format!(
                "{} has no solver; only Isolation and FenceMaster do",
                game.name()
            ))),
        }
    }
}
