//! `totora sweep`, `tune`, `learn`, `ablate` and `calibrate`: their arguments, how their games are played, and their output.
//! [`totora::prove`] defines the studies themselves.

mod calibrate;
mod learn;
mod parts;
mod request;
mod tune;

pub(super) use calibrate::Calibrate;
pub(super) use learn::Learn;
pub(super) use tune::Tune;

use super::arena::tables::Grid;
use super::output::{Failure, input, out, print_line};
use clap::Args;
use request::{Request, ahead};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use totora::arena::statistics::Interval;
use totora::arena::{Report, percent, range};
use totora::base::fixed::Fixed;
use totora::base::util::counted;
use totora::prove::ablate::Worth;

/// The number of games and the seed, in a sentence.
fn games_played(report: &Report) -> String {
    let prefix = if report.finished { "" } else { "Unfinished: " };
    format!(
        "{prefix}{} of {}, seed {}.",
        report.games,
        counted(report.planned, "game"),
        report.seed
    )
}

#[derive(Args)]
pub(super) struct Sweep {
    #[command(flatten)]
    request: Request,
    /// The parameter to sweep: a weight or another numeric option; for a formula the name of a term, or name/1
    /// for its first constant
    #[arg(long, value_name = "KEY")]
    number: Option<String>,
    /// The smallest value
    #[arg(long, allow_negative_numbers = true)]
    from: Fixed,
    /// The largest value
    #[arg(long, allow_negative_numbers = true)]
    to: Fixed,
    /// How many values, including both ends; the current value of the bot is added
    #[arg(long, default_value_t = 11)]
    steps: usize,
    /// Games of each value against each bot of the field, with balanced sides
    #[arg(long, default_value_t = 200)]
    games: u32,
    /// Save every finished game in this file, as an arena does; the same command with the same file continues
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
}

impl Sweep {
    /// The key of the parameter: `--number KEY`, or an `--option` without a value.
    fn key(&mut self) -> Result<String, Failure> {
        let options = &mut self.request.setup.options;
        let bare = options.iter().position(|text| !text.contains('='));
        let bare = bare.map(|at| options.remove(at));
        match (self.number.clone(), bare) {
            (Some(key), None) | (None, Some(key)) => Ok(key),
            (None, None) => Err(input("--number is missing; expected the parameter to sweep")),
            (Some(_), Some(key)) => {
                Err(input(format!("`{key}` is not an option; expected key=value")))
            }
        }
    }

    pub(super) fn run(mut self) -> Result<(), Failure> {
        let key = self.key()?;
        let (study, field) = self.request.study(self.games)?;
        let sweep = totora::prove::sweep::Sweep::new(&study, &key, self.from, self.to, self.steps)
            .map_err(input)?;
        self.request.play_alone(&sweep.arena, &field, self.results.as_ref(), |report| {
            let points = sweep.points(report);
            if self.request.json {
                return print_line(json!({
                    "game": report.game, "options": report.options, "bot": study.bot.to_text(),
                    "field": self.request.field, "number": sweep.parameter, "points": points,
                    "seed": report.seed, "games": report.games, "planned": report.planned,
                    "finished": report.finished,
                }));
            }
            let mut out = out();
            writeln!(out, "{}", games_played(report))?;
            writeln!(
                out,
                "Ahead: compared with the current value (*) on the same openings, in points of 100.\n"
            )?;
            let mut grid = Grid::new(&[
                &key, "<", "wins", "draws", "losses", "share %", "<95%", "ahead", "<95%",
            ]);
            for point in &points {
                let score = &point.standing.score;
                let now = if point.now { "*" } else { "" };
                let mut row = vec![point.value.to_string(), now.to_owned()];
                row.extend([score.wins, score.draws, score.losses].map(|count| count.to_string()));
                row.extend([percent(score.share), range(score.low, score.high)]);
                row.extend(ahead(point.standing.ahead));
                grid.rows.push(row);
            }
            grid.write(&mut out)?;
            Ok(out.flush()?)
        })
    }
}

#[derive(Args)]
pub(super) struct Ablate {
    #[command(flatten)]
    request: Request,
    /// The terms to leave out, one at a time; all by default
    #[arg(long, value_delimiter = ',')]
    terms: Vec<String>,
    /// Games for each term, with balanced sides; with a field, against each of its bots
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// Save every finished game in this file, as an arena does; the same command with the same file continues
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
}

impl Ablate {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let (study, field) = self.request.study(self.games)?;
        let ablation =
            totora::prove::ablate::Ablation::new(&study, &self.terms, None).map_err(input)?;
        self.request.play_alone(&ablation.arena, &field, self.results.as_ref(), |report| {
            let mut worths = ablation.worths(report);
            if self.request.json {
                return print_line(json!({
                    "game": report.game, "options": report.options, "bot": study.bot.to_text(),
                    "field": self.request.field, "itself": ablation.itself, "terms": worths,
                    "seed": report.seed, "games": report.games, "planned": report.planned,
                    "finished": report.finished,
                }));
            }
            let mut out = out();
            writeln!(out, "{}", games_played(report))?;
            let middle = |interval: Option<Interval>| interval.map_or(0.0, |found| found.middle);
            worths.sort_by(|a, b| middle(b.worth).total_cmp(&middle(a.worth)));
            for Worth { term, worth, .. } in worths.iter().rev() {
                if let Some(worth) = worth.filter(|worth| worth.high < 0.0) {
                    let points = percent(-worth.middle);
                    writeln!(out, "{term} makes it weaker by {points} points of 100: leave it out.")?;
                }
            }
            let shares = if ablation.itself {
                "Worth: the share of the whole heuristic against itself without the term, minus one half, in points of 100."
            } else {
                "Worth: how much larger the share is with the term, on the same openings, in points of 100."
            };
            writeln!(out, "{shares}\n")?;
            let share = if ablation.itself { "whole %" } else { "without %" };
            let mut grid = Grid::new(&["<term", "games", share, "<95%", "worth", "<95%"]);
            for one in &worths {
                let mut row = vec![one.term.clone(), one.score.games().to_string()];
                row.extend([percent(one.score.share), range(one.score.low, one.score.high)]);
                row.extend(ahead(one.worth));
                grid.rows.push(row);
            }
            grid.write(&mut out)?;
            Ok(out.flush()?)
        })
    }
}
