//! `totora learn`: a heuristic learns its weights from games against itself, saves its state, and continues from it.

use super::parts::{self, Parts};
use crate::cli::arena::openings;
use crate::cli::arena::results::Results;
use crate::cli::arena::tables::Grid;
use crate::cli::input::{Setup, seed};
use crate::cli::output::{Failure, check_signal, clock, failed, input, out, print_line, progress};
use crate::cli::program::ProgramLimits;
use crate::cli::programs::{Programs, SeatAssignment, entered};
use crate::cli::signals;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use totora::arena::{Arena, percent, range};
use totora::contract::bot::Budget;
use totora::lab::heuristic::{FORMULA, LAB};
use totora::prove::Study;
use totora::prove::learn::{LearnStage, Learning, LearningSettings, default_terms, terms};
use totora::prove::learned::{Learned, counts, header, news, read_log};
use totora::record::SeatSpec;

#[derive(Args)]
pub(crate) struct Learn {
    #[command(flatten)]
    setup: Setup,
    /// The terms: features or formulas, separated by commas; by default those that the game declares
    #[arg(long)]
    terms: Option<String>,
    /// Games against itself
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// The opponent of the measurements: NAME, or NAME:key=value:key=value, either with @BUDGET; by default the one that
    /// the game declares
    #[arg(long, value_name = "BOT")]
    against: Option<String>,
    /// The learning rate: how far a weight moves for an error of 1, at the start
    #[arg(long, default_value_t = LearningSettings::default().rate)]
    rate: f64,
    /// How much of an error reaches the positions before, 0 to 1
    #[arg(long, default_value_t = LearningSettings::default().lambda)]
    lambda: f64,
    /// The share of random moves in training, 0 to 1
    #[arg(long, default_value_t = LearningSettings::default().epsilon)]
    epsilon: f64,
    /// Games against itself between two measurements
    #[arg(long, default_value_t = LearningSettings::default().every)]
    every: u32,
    /// Games of a measurement against the opponent; 0 for none
    #[arg(long, default_value_t = LearningSettings::default().measure)]
    measure: u32,
    /// Games of the verification at the end, on other openings; 0 for none
    #[arg(long, default_value_t = LearningSettings::default().verify)]
    verify: u32,
    /// The search of the learned heuristic in its games against the opponent; training looks one ply ahead
    #[arg(long)]
    search: Option<String>,
    /// The budget of bots that use one and have none of their own, the learned heuristic included: 10000n, 50ms or 6d
    #[arg(long)]
    budget: Option<Budget>,
    /// The openings of the measurements: `drawn`, as the game declares them; `none`, the plain start; or a file with one
    /// opening per line
    #[arg(long, value_name = "drawn|none|FILE", default_value = "drawn")]
    openings: String,
    /// The seed from which all others are derived, 0 to 2^53 - 1
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Save the results in this file; the same command with the same file continues where it stopped
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    #[command(flatten)]
    parts: Parts,
    /// Prints JSON: a line for each measurement, and the result last
    #[arg(long)]
    json: bool,
}

impl Learn {
    /// The study: the bot `lab` with the terms, against the opponent.
    fn study(&self) -> Result<Study, Failure> {
        let openings = openings(&self.openings)?;
        let (game, options) = self.setup.read_for_arena(&openings)?;
        let usual = default_terms(game).map_err(input)?;
        let written = self.terms.as_ref().map_or(Ok(usual), |list| terms(list));
        let written = written.map_err(|error| input(format!("--terms: {error}")))?;
        let mut raw = json!({ FORMULA: written.to_text() });
        if let Some(search) = &self.search {
            raw["search"] = search.as_str().into();
        }
        let raw = raw.as_object().cloned().unwrap_or_default();
        let options_of_bot =
            game.bot_options(LAB, &raw).map_err(|error| input(format!("--terms: {error}")))?;
        let bot = SeatSpec::Bot { id: LAB, options: options_of_bot, budget: self.budget };
        let against = self.against.as_deref().unwrap_or(game.data().learning.1).to_owned();
        let opponent = SeatAssignment::read(game, &against, self.budget)?;
        if !matches!(opponent, SeatAssignment::Bot(_)) {
            return Err(input("--against: expected a bot of Totora, not an external program"));
        }
        let (field, _) = entered(vec![(against, opponent)]);
        let (games, seed) = (self.measure.max(1), seed(Some(self.seed))?);
        Ok(Study { game, options, starts: Vec::new(), bot, field, games, openings, seed })
    }

    pub(crate) fn run(&self) -> Result<(), Failure> {
        let settings = LearningSettings {
            games: self.games,
            rate: self.rate,
            lambda: self.lambda,
            epsilon: self.epsilon,
            every: self.every,
            measure: self.measure,
            verify: self.verify,
        };
        let mut learning = Learning::new(self.study()?, settings).map_err(input)?;
        if self.parts.shard.is_some() {
            return self.play_part(learning);
        }
        let (mut results, text) = Results::lock(self.results.as_deref()).map_err(input)?;
        let log = if text.is_empty() { None } else { Some(read_log(&text, &learning)) };
        let log = log.transpose().map_err(|error| input(results.error(error)))?;
        results
            .continue_after(log.as_ref().map_or(0, |(_, whole)| *whole), || header(&learning))
            .map_err(failed)?;
        if let Some((state, _)) = log {
            learning = learning.resume(state).map_err(|error| input(results.error(error)))?;
        }
        signals::listen()?;
        if let Some(files) = self.parts.join.as_deref().filter(|files| !files.is_empty()) {
            let arena = learning.next_arena().map_err(Failure::Failed)?;
            let arena = arena.ok_or_else(|| input("--join: no games are left for parts"))?;
            let before = counts(learning.state());
            let games = parts::joined(files, &arena)?;
            learning.join(&arena, &games).map_err(|error| input(format!("--join: {error}")))?;
            results.write(&news(before, learning.state())).map_err(failed)?;
        }
        if self.json && self.parts.join.is_none() {
            // A run that continues prints the same lines as one at once.
            let measured = learning.state().measured().iter();
            measured.map(|one| json!({ "measured": one })).try_for_each(print_line)?;
        }
        let bar = progress(self.games.into(), "games");
        bar.set_position(learning.games().into());
        // The games of measurements are left to the parts.
        let stops = |stage| match stage {
            LearnStage::Done => true,
            LearnStage::Train => false,
            LearnStage::Measure | LearnStage::Verify => self.parts.join.is_some(),
        };
        while !stops(learning.stage()) && signals::received().is_none() {
            let before = counts(learning.state());
            match learning.advance(&clock) {
                // A game that was interrupted is played again.
                Err(_) if signals::received().is_some() => break,
                Err(error) => return Err(Failure::Failed(error)),
                Ok(_) => {}
            }
            bar.set_position(learning.games().into());
            results.write(&news(before, learning.state())).map_err(failed)?;
            let measured = learning.state().measured();
            if self.json && measured.len() > before[1] {
                print_line(json!({ "measured": measured.last() }))?;
            }
        }
        bar.finish_and_clear();
        if self.parts.join.is_some() {
            check_signal()?;
            let left = learning.next_arena().map_err(Failure::Failed)?;
            return parts::print_left(parts::games_of(left.as_ref()));
        }
        self.print(&learning)?;
        check_signal()
    }

    /// Plays a part of the next measurement.
    fn play_part(&self, mut learning: Learning) -> Result<(), Failure> {
        let text = parts::results_so_far(self.results.as_deref())?;
        let error = |error: String| parts::read_error(self.results.as_ref(), error);
        if !text.is_empty() {
            let (state, _) = read_log(&text, &learning).map_err(error)?;
            learning = learning.resume(state).map_err(error)?;
        }
        let arena = learning.next_arena().map_err(Failure::Failed)?;
        let programs = |arena: &Arena| {
            let bots = arena.entrants.iter().map(|one| SeatAssignment::Bot(one.seat.clone()));
            Programs::new(bots.collect(), ProgramLimits::default().once())
        };
        self.parts.play(arena.as_ref(), programs, Some(1))
    }

    fn print(&self, learning: &Learning) -> Result<(), Failure> {
        let report: Learned = learning.report().map_err(Failure::Failed)?;
        if self.json {
            return print_line(serde_json::to_string(&report).map_err(failed)?);
        }
        let mut out = out();
        writeln!(out, "{}\n", learning.headline())?;
        for note in &report.notes {
            writeln!(out, "{note}\n")?;
        }
        let mut grid = Grid::new(&["<term", "weight", "effect"]);
        for one in &report.terms {
            let effect = format!("{:+.2}", one.effect);
            grid.rows.push(vec![one.term.clone(), one.weight.to_string(), effect]);
        }
        grid.write(&mut out)?;
        writeln!(
            out,
            "Effect: how a usual difference of the term changes the log-odds to win.\n\nHeuristic: {}",
            report.heuristic
        )?;
        let mut grid = Grid::new(&["games", "loss", "share %", "<95%"]);
        let zero =
            report.measured.iter().filter(|one| one.after == 0).map(|one| (0, None, Some(one)));
        let rest = report.blocks.iter().map(|block| {
            let measured = report.measured.iter().find(|one| one.after == block.games);
            (block.games, Some(block.loss), measured)
        });
        for (games, loss, measured) in zero.chain(rest) {
            let loss = loss.map_or_else(String::new, |loss| format!("{loss:.3}"));
            let mut row = vec![games.to_string(), loss];
            row.extend(measured.map_or_else(Default::default, |one| {
                [percent(one.share), range(one.low, one.high)]
            }));
            grid.rows.push(row);
        }
        writeln!(out)?;
        grid.write(&mut out)?;
        if report.stage != LearnStage::Done {
            writeln!(out, "Unfinished: some games are missing.")?;
        }
        Ok(out.flush()?)
    }
}
