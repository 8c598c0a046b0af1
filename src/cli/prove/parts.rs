//! Steps of a study on several machines: each plays a part of the next games, as the shards of an arena, and one joins them.

use crate::cli::arena::journals;
use crate::cli::arena::results::Results;
use crate::cli::arena::run::{self, Table};
use crate::cli::output::{Failure, check_signal, failed, input, print_line, progress};
use crate::cli::programs::Programs;
use crate::cli::signals;
use clap::Args;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use totora::arena::journal::{Header, Shard, merge};
use totora::arena::{Arena, GameResult};

/// The arguments for a step on several machines.
#[derive(Args)]
pub(super) struct Parts {
    /// Play only part i of k of the next games, and save them with --part; other machines play the others, and --join
    /// continues with all of them. --results is read, not written
    #[arg(long, value_name = "i/k", requires = "part")]
    pub(super) shard: Option<Shard>,
    /// The results file of a part; the same command with the same file continues where it stopped
    #[arg(long, value_name = "FILE", requires = "shard")]
    part: Option<PathBuf>,
    /// Continue with the games of these parts, save the results, and stop before the next games that can be played in
    /// parts; prints the number of those, 0 at the end. Without a file it only prepares the first
    #[arg(long, value_name = "FILE", num_args = 0.., requires = "results", conflicts_with = "shard")]
    pub(super) join: Option<Vec<PathBuf>>,
}

/// The results so far, for a part; empty if there are none.
pub(super) fn results_so_far(path: Option<&Path>) -> Result<Vec<u8>, Failure> {
    match path.map(fs::read) {
        None => Ok(Vec::new()),
        Some(Err(error)) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Some(read) => Ok(read?),
    }
}

impl Parts {
    /// The file of the part.
    pub(super) fn part(&self) -> Option<&Path> {
        self.part.as_deref()
    }

    /// Plays the part of an arena; nothing if no game is left.
    pub(super) fn play(
        &self,
        arena: Option<&Arena>,
        programs: impl FnOnce(&Arena) -> Result<Programs, Failure>,
        threads: Option<usize>,
    ) -> Result<(), Failure> {
        let (Some(shard), Some(arena)) = (self.shard, arena) else { return Ok(()) };
        let mut results = Results::open(self.part(), &Header::new(arena, shard)).map_err(input)?;
        signals::listen()?;
        let plan = arena.prepare().map_err(Failure::Failed)?;
        let bar = progress(arena.schedule().games() as u64 / shard.of as u64, "games");
        let programs = programs(arena)?;
        let table = Table { arena, plan: &plan, programs: &programs, record: false, stop: None };
        table.play_all(run::threads(threads), shard, &mut results, &bar)?;
        bar.finish_and_clear();
        check_signal()
    }
}

/// The games of the parts of an arena.
pub(super) fn joined(
    files: &[PathBuf],
    arena: &Arena,
) -> Result<BTreeMap<usize, GameResult>, Failure> {
    let (header, games) = merge(journals(files)?).map_err(input)?;
    let own = Header::new(arena, Shard::WHOLE);
    match header.differs(&own) {
        Some(what) => Err(input(format!(
            "--join: the parts are not of the next games of this study: {what} differs"
        ))),
        None => Ok(games),
    }
}

/// Prints how many games can be played in parts next.
pub(super) fn print_left(games: usize) -> Result<(), Failure> {
    print_line(json!({ "left": games }))
}

/// The number of the games of an arena, 0 without one.
pub(super) fn games_of(arena: Option<&Arena>) -> usize {
    arena.map_or(0, |arena| arena.schedule().games())
}

/// An error about the results file of a study, which a part only reads.
pub(super) fn read_error(path: Option<&PathBuf>, error: impl std::fmt::Display) -> Failure {
    match path {
        Some(path) => input(format!("{}: {error}", path.display())),
        None => failed(error),
    }
}
