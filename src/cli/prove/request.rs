//! The common arguments of studies, and how their games are played.

use crate::cli::arena::openings;
use crate::cli::arena::results::Results;
use crate::cli::arena::run::{self, Table};
use crate::cli::input::{Setup, seed, whole};
use crate::cli::output::{Failure, check_signal, input, progress};
use crate::cli::programs::{ProgramOptions, Programs, SeatAssignment, entered};
use crate::cli::signals;
use clap::Args;
use indicatif::ProgressBar;
use std::path::PathBuf;
use totora::arena::journal::{Header, Shard};
use totora::arena::statistics::Interval;
use totora::arena::{Arena, Entrant, Report, signed};
use totora::contract::bot::Budget;
use totora::prove::Study;
use totora::record::SeatSpec;

/// The common arguments of `sweep`, `tune` and `ablate`.
#[derive(Args)]
pub(super) struct Request {
    #[command(flatten)]
    pub(super) setup: Setup,
    /// The bot to study, with its current values: NAME, or NAME:key=value:key=value, either with @BUDGET
    #[arg(long)]
    pub(super) bot: String,
    /// The opponents; exec:COMMAND for an external program
    #[arg(long, value_delimiter = ',')]
    pub(super) field: Vec<String>,
    /// Start equally often from each of these values of an option: map=othello,torus. Repeat it for every combination of
    /// values. A map may be a file, or a pattern of files such as map=*.txt
    #[arg(long, value_name = "KEY=VALUE,VALUE")]
    pub(super) each: Vec<String>,
    /// The openings: `drawn`, as the game declares them; `none`, the plain start; or a file with one opening per line
    #[arg(long, value_name = "drawn|none|FILE", default_value = "drawn")]
    pub(super) openings: String,
    /// The seed from which all others are derived, 0 to 2^53 - 1
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// The budget of bots that use one and have none of their own: 10000n, 50ms or 6d
    #[arg(long)]
    pub(super) budget: Option<Budget>,
    #[command(flatten)]
    pub(super) program_options: ProgramOptions,
    /// Number of threads; all cores by default. The result does not depend on it
    #[arg(long)]
    pub(super) threads: Option<usize>,
    /// Prints JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl Request {
    /// The study, and the players of its field.
    pub(super) fn study(&self, games: u32) -> Result<(Study, Vec<SeatAssignment>), Failure> {
        let openings = openings(&self.openings)?;
        let (game, options) = self.setup.read_for_arena(&openings)?;
        let starts = self.setup.starts(&self.each, &openings)?;
        let SeatAssignment::Bot(bot) = SeatAssignment::read(game, &self.bot, self.budget)? else {
            return Err(input("--bot: an external program has no parameters"));
        };
        let field = SeatAssignment::read_all(game, &whole(&self.field), self.budget)?;
        let (field, assignments) = entered(field);
        let seed = seed(Some(self.seed))?;
        let study = Study { game, options, starts, bot, field, games, openings, seed };
        Ok((study, assignments))
    }

    /// Plays or continues an arena of a study.
    pub(super) fn play(
        &self,
        arena: &Arena,
        field: &[SeatAssignment],
        results: &mut Results,
        bar: &ProgressBar,
    ) -> Result<Report, Failure> {
        let plan = arena.prepare().map_err(Failure::Failed)?;
        let programs = self.programs(arena, field)?;
        let (plan, programs) = (&plan, &programs);
        let table = Table { arena, plan, programs, record: false, stop: None };
        let threads = run::threads(self.threads);
        let tally = table.play_all(threads, Shard::WHOLE, results, bar)?;
        Ok(arena.report(plan.schedule(), &tally))
    }

    /// The players of an arena of a study.
    pub(super) fn programs(
        &self,
        arena: &Arena,
        field: &[SeatAssignment],
    ) -> Result<Programs, Failure> {
        let own = arena.challengers.unwrap_or(0);
        let assignment = |(i, entrant): (usize, &Entrant)| match (&entrant.seat, i.checked_sub(own))
        {
            (SeatSpec::Bot { .. }, _) | (_, None) => Ok(SeatAssignment::Bot(entrant.seat.clone())),
            (_, Some(i)) => match field.get(i) {
                Some(program @ SeatAssignment::Program { .. }) => Ok(program.clone()),
                _ => Err(input(format!("{} is not a bot", entrant.name))),
            },
        };
        let assignments = arena
            .entrants
            .iter()
            .enumerate()
            .map(assignment)
            .collect::<Result<Vec<_>, Failure>>()?;
        Programs::new(assignments, self.program_options.clone())
    }

    /// Plays a study with a single arena, saves its games if there is a results file, and calls `print` with the report.
    pub(super) fn play_alone(
        &self,
        arena: &Arena,
        field: &[SeatAssignment],
        results: Option<&PathBuf>,
        print: impl FnOnce(&Report) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let header = Header::new(arena, Shard::WHOLE);
        let mut results = Results::open(results.map(PathBuf::as_path), &header).map_err(input)?;
        signals::listen()?;
        let bar = progress(arena.schedule().games() as u64, "games");
        let report = self.play(arena, field, &mut results, &bar)?;
        bar.finish_and_clear();
        print(&report)?;
        check_signal()
    }
}

/// A difference of shares in percentage points, and its interval.
pub(super) fn ahead(interval: Option<Interval>) -> [String; 2] {
    interval.map_or_else(Default::default, |Interval { low, middle, high }| {
        let [low, middle, high] = [low, middle, high].map(signed);
        [middle, format!("{low} to {high}")]
    })
}
