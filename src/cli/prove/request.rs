//! The arguments of every study, and how its games are played.

use crate::cli::arena::results::Results;
use crate::cli::arena::run::{self, Table};
use crate::cli::arena::{each, openings};
use crate::cli::input::{Setup, seed, whole};
use crate::cli::output::{Failure, input, progress, unless_asked};
use crate::cli::programs::{ProgramOptions, Programs, SeatAssignment};
use crate::cli::signals;
use clap::Args;
use indicatif::ProgressBar;
use std::path::PathBuf;
use totora::arena::journal::{Header, Shard};
use totora::arena::statistics::Interval;
use totora::arena::{Arena, Entrant, Report, entrants, signed};
use totora::contract::bot::Budget;
use totora::prove::Study;
use totora::record::SeatSpec;

/// What all three are asked.
#[derive(Args)]
pub(super) struct Request {
    #[command(flatten)]
    pub(super) setup: Setup,
    /// The bot that is studied, as it stands: NAME, or NAME:key=value:key=value, either with @BUDGET
    #[arg(long)]
    pub(super) bot: String,
    /// Whom it meets; exec:COMMAND for a program outside
    #[arg(long, value_delimiter = ',')]
    pub(super) field: Vec<String>,
    /// Begin as often with each of these values of an option: map=othello,torus
    #[arg(long, value_name = "KEY=VALUE,VALUE")]
    pub(super) each: Option<String>,
    /// What games begin with: `drawn`, as the game declares it; `none`, the plain start; or a file, a line an opening
    #[arg(long, value_name = "drawn|none|FILE", default_value = "drawn")]
    pub(super) openings: String,
    /// From which all seeds are made; 0 to 2^53 - 1
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// For bots that have one and none of their own: 10000n, 50ms or 6d
    #[arg(long)]
    pub(super) budget: Option<Budget>,
    #[command(flatten)]
    pub(super) outside: ProgramOptions,
    /// All cores unless given; the result is the same
    #[arg(long)]
    pub(super) threads: Option<usize>,
    /// As JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl Request {
    /// What is studied, and who the field is.
    pub(super) fn study(&self, games: u32) -> Result<(Study, Vec<SeatAssignment>), Failure> {
        let openings = openings(&self.openings)?;
        let (game, options) = self.setup.read_for_arena(&openings)?;
        let each = self.each.as_deref().map(each).transpose()?;
        let starts = self.setup.starts(each.as_ref(), &openings)?;
        let SeatAssignment::Bot(bot) = SeatAssignment::read(game, &self.bot, self.budget)? else {
            return Err(input("--bot: a program outside has no numbers to turn"));
        };
        let field = SeatAssignment::read_all(game, &whole(&self.field), self.budget)?;
        let (named, assignments): (Vec<_>, Vec<_>) = field
            .into_iter()
            .map(|(name, assignment)| ((name, assignment.spec()), assignment))
            .unzip();
        let field = entrants(named);
        let seed = seed(Some(self.seed))?;
        let study = Study { game, options, starts, bot, field, games, openings, seed };
        Ok((study, assignments))
    }

    /// Plays an arena of a study, or goes on with it.
    pub(super) fn play(
        &self,
        arena: &Arena,
        field: &[SeatAssignment],
        results: &mut Results,
        bar: &ProgressBar,
    ) -> Result<Report, Failure> {
        let plan = arena.prepare().map_err(Failure::Failed)?;
        let own = arena.challengers.unwrap_or(0);
        let assignment = |(i, entrant): (usize, &Entrant)| match (&entrant.seat, i.checked_sub(own))
        {
            (SeatSpec::Bot { .. }, _) | (_, None) => Ok(SeatAssignment::Bot(entrant.seat.clone())),
            (_, Some(i)) => match field.get(i) {
                Some(program @ SeatAssignment::Program { .. }) => Ok(program.clone()),
                _ => Err(input(format!("{} is no bot", entrant.name))),
            },
        };
        let assignments = arena
            .entrants
            .iter()
            .enumerate()
            .map(assignment)
            .collect::<Result<Vec<_>, Failure>>()?;
        let programs = Programs::new(assignments, self.outside.clone())?;
        let table = Table::new(arena, &plan, &programs);
        let threads = run::threads(self.threads);
        let collector = table.play_all(threads, Shard::WHOLE, results, bar)?;
        Ok(arena.report(plan.schedule(), &collector))
    }

    /// Plays a study that is one arena, keeps its games if asked to, and lets the caller print what they say.
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
        unless_asked()
    }
}

/// A difference of shares in points, and its interval.
pub(super) fn ahead(interval: Option<Interval>) -> [String; 2] {
    interval.map_or_else(Default::default, |Interval { low, middle, high }| {
        let [low, middle, high] = [low, middle, high].map(signed);
        [middle, format!("{low} to {high}")]
    })
}
