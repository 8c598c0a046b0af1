//! `totora tune`: plays the generations on all cores, saves their results, and continues from saved results.

use super::parts::{self, Parts};
use super::request::{Request, ahead};
use crate::cli::arena::results::Results;
use crate::cli::arena::tables::Grid;
use crate::cli::input::seed;
use crate::cli::output::{Failure, check_signal, failed, input, out, print_line, progress};
use crate::cli::signals;
use clap::Args;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use totora::arena::report::Score;
use totora::arena::{Arena, GameResult, percent, range};
use totora::base::fixed::shorten;
use totora::prove::tune::{Found, Stage, Tuning, TuningPlan};
use totora::prove::tuning_log::{self, TuningLog};

#[derive(Args)]
pub(crate) struct Tune {
    #[command(flatten)]
    request: Request,
    /// The parameters to tune; by default all weights, or the constants of a formula with one term. In a formula, the name of
    /// a term is its weight, and name/1 its first constant
    #[arg(long, value_delimiter = ',', value_name = "KEYS")]
    numbers: Vec<String>,
    /// Candidates per generation; by default 4 + 3 ln n for n parameters
    #[arg(long)]
    population: Option<usize>,
    /// How many generations
    #[arg(long, default_value_t = 60)]
    generations: u32,
    /// Games of each candidate against each bot of the field, with balanced sides
    #[arg(long, default_value_t = 40)]
    games: u32,
    /// The distance of the first candidates from the starting point, as a share of each parameter
    #[arg(long, default_value_t = 0.5)]
    spread: f64,
    /// Games of verification against each bot of the field
    #[arg(long, default_value_t = 2000)]
    verify: u32,
    /// The seed of verification; by default a random one, which is printed so that you can repeat the run
    #[arg(long)]
    verify_seed: Option<u64>,
    /// Save the results in this file; the same command with the same file continues where it stopped
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    #[command(flatten)]
    parts: Parts,
}

impl Tune {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (study, field) = self.request.study(self.games)?;
        let mut plan = TuningPlan {
            parameters: self.numbers.clone(),
            population: self.population,
            generations: self.generations,
            spread: self.spread,
            verify: self.verify,
            verify_seed: self.verify_seed,
        };
        let is_part = self.parts.shard.is_some();
        let (mut results, text) = if is_part {
            let (none, _) = Results::lock(None).map_err(input)?;
            (none, parts::results_so_far(self.results.as_deref())?)
        } else {
            Results::lock(self.results.as_deref()).map_err(input)?
        };
        plan.verify_seed = self.seed_of(&text)?;
        let mut tuning = Tuning::new(study, plan).map_err(input)?;
        let (training, verifying) = tuning.games().map_err(input)?;
        if self.verify_seed.is_some() {
            tuning.verify_seed().map_err(input)?;
        }
        let log = if is_part && text.is_empty() {
            Ok(TuningLog::default())
        } else {
            TuningLog::read(&text, &tuning)
        };
        let mut log = log.map_err(|error| parts::read_error(self.results.as_ref(), error))?;
        results.continue_after(log.whole, || tuning_log::header(&tuning)).map_err(failed)?;
        signals::listen()?;
        let bar = progress(training + verifying, "games");
        for tallies in &log.generations {
            bar.inc(tallies.iter().map(|&(_, games)| games).sum());
            tuning.learn(tallies).map_err(input)?;
        }
        if is_part {
            self.skip_verified(&mut tuning, &log)?;
            let arena = tuning.arena().map_err(Failure::Failed)?;
            let programs = |arena: &_| self.request.programs(arena, &field);
            bar.finish_and_clear();
            return self.parts.play(arena.as_ref(), programs, self.request.threads);
        }
        let mut join = self.parts.join.as_deref();
        let (mut against_field, mut duel) = (None, None);
        while let Some(arena) = tuning.arena().map_err(Failure::Failed)? {
            if signals::received().is_some() {
                break;
            }
            let stage = tuning.stage();
            results.line = match stage {
                Stage::Train => None,
                _ => Some(Box::new(move |game, played| tuning_log::game(stage, game, played))),
            };
            results.done = match stage {
                Stage::Train | Stage::Done => BTreeMap::new(),
                Stage::Verify => std::mem::take(&mut log.verify),
                Stage::Duel => std::mem::take(&mut log.duel),
            };
            check_fixtures(&results, &arena)?;
            if let Some(files) = join {
                let all = results.done.len() >= arena.schedule().games();
                if !all && files.is_empty() {
                    break;
                }
                // After this step only those whose games the file already has are left to repeat.
                join = join.filter(|_| all).or(Some(&[][..]));
                if !all {
                    save_joined(&mut results, files, &arena)?;
                }
            }
            let report = self.request.play(&arena, &field, &mut results, &bar)?;
            match stage {
                Stage::Train if report.finished => {
                    let tallies = tuning.tallies(&report);
                    results.write(&tuning_log::generation(&tallies)).map_err(failed)?;
                    tuning.learn(&tallies).map_err(Failure::Failed)?;
                }
                Stage::Train | Stage::Done => {}
                Stage::Verify => against_field = Some(report.clone()),
                Stage::Duel => duel = Some(report.clone()),
            }
            if !report.finished {
                break;
            }
            tuning.verified(stage);
        }
        bar.finish_and_clear();
        if self.parts.join.is_some() {
            let left = tuning.arena().map_err(Failure::Failed)?;
            return parts::print_left(parts::games_of(left.as_ref()));
        }
        let found = tuning.found(against_field.as_ref(), duel.as_ref()).map_err(Failure::Failed)?;
        self.print(&found)?;
        check_signal()
    }

    /// The seed of the verification, which is drawn once: a continued run uses that of its results.
    fn seed_of(&self, results: &[u8]) -> Result<Option<u64>, Failure> {
        match (self.verify_seed, tuning_log::plan(results)) {
            (None, Some(begun)) => Ok(begun["verify_seed"].as_u64()),
            (None, None) if self.parts.shard.is_some() => {
                Err(input("a part needs --verify-seed, or --results from --join"))
            }
            (None, None) => Ok(Some(seed(None)?)),
            (requested, _) => Ok(requested),
        }
    }

    /// Passes the verifications whose games the log has.
    fn skip_verified(&self, tuning: &mut Tuning, log: &TuningLog) -> Result<(), Failure> {
        while let Some(arena) = tuning.arena().map_err(Failure::Failed)? {
            let stage = tuning.stage();
            let done = match stage {
                Stage::Verify => log.verify.len(),
                Stage::Duel => log.duel.len(),
                Stage::Train | Stage::Done => return Ok(()),
            };
            if done < arena.schedule().games() {
                return Ok(());
            }
            tuning.verified(stage);
        }
        Ok(())
    }

    fn print(&self, found: &Found) -> Result<(), Failure> {
        if self.request.json {
            return print_line(serde_json::to_string(found).map_err(failed)?);
        }
        let mut out = out();
        writeln!(out, "{}\n", found.headline())?;
        let mut grid = Grid::new(&["<parameter", "start", "tuned"]);
        for one in &found.numbers {
            grid.rows.push(vec![one.key.clone(), one.from.to_string(), one.to.to_string()]);
        }
        grid.write(&mut out)?;
        writeln!(out, "\nTuned set: {}", found.tuned_text)?;
        let training = &found.training;
        writeln!(
            out,
            "Training: seed {}, {} of {} generations of {} candidates, {} games against each of {}",
            training.seed,
            training.history.len(),
            training.generations,
            training.population,
            training.games,
            found.field.iter().map(|name| shorten(name)).collect::<Vec<_>>().join(", "),
        )?;
        if let Some(last) = training.history.last() {
            writeln!(
                out,
                "  the last generation scored {}% of the points, with {:.2} of the initial spread",
                percent(last.share),
                last.spread
            )?;
        }
        let Some(verified) = &found.verification else { return Ok(out.flush()?) };
        writeln!(
            out,
            "Verification: seed {}, {} games against each, on openings that training did not use. Verify only once: the \
             best of several tunings looks better than it is\n",
            verified.seed, verified.games
        )?;
        let mut grid =
            Grid::new(&["<against", "tuned %", "<95%", "start %", "<95%", "ahead", "<95%"]);
        let cells = |score: Option<&Score>| -> [String; 2] {
            score.map_or_else(Default::default, |s| [percent(s.share), range(s.low, s.high)])
        };
        for opponent in &verified.opponents {
            let mut row = vec![opponent.bot.clone()];
            row.extend(cells(opponent.tuned.as_ref()));
            row.extend(cells(opponent.start.as_ref()));
            grid.rows.push(row);
        }
        let mut all = vec!["the whole field".to_owned()];
        all.extend(cells(verified.tuned.as_ref().map(|standing| &standing.score)));
        all.extend(cells(verified.start.as_ref().map(|standing| &standing.score)));
        all.extend(ahead(verified.tuned.as_ref().and_then(|standing| standing.ahead)));
        grid.rows.push(all);
        if let Some(duel) = &verified.duel {
            let mut row = vec!["the start set".to_owned()];
            row.extend(cells(Some(&duel.score)));
            grid.rows.push(row);
        }
        grid.write(&mut out)?;
        if !found.finished {
            writeln!(out, "Unfinished: some games of verification are missing.")?;
        }
        Ok(out.flush()?)
    }
}

/// Checks that the saved games are those of this arena.
fn check_fixtures(results: &Results, arena: &Arena) -> Result<(), Failure> {
    let schedule = arena.schedule();
    let fits = |(&game, played): (&usize, &GameResult)| {
        schedule.fixture(game).is_some_and(|fixture| fixture.seats == played.seats)
    };
    if results.done.iter().all(fits) {
        return Ok(());
    }
    Err(input("the results file has games of another verification"))
}

/// Saves the games of these parts that the results do not have.
fn save_joined(results: &mut Results, files: &[PathBuf], arena: &Arena) -> Result<(), Failure> {
    for (game, played) in parts::joined(files, arena)? {
        if !results.done.contains_key(&game) {
            results.save(game, &played).map_err(failed)?;
            results.done.insert(game, played);
        }
    }
    Ok(())
}
