//! `totora arena`.

use super::Setup;
use super::input::{seat, seed};
use super::output::{Failure, clock, input, out, progress};
use clap::Args;
use std::io::Write;
use totora::arena::{Arena as Matches, Entrant, Results};
use totora::bot::Budget;

#[derive(Args)]
pub(crate) struct Arena {
    #[command(flatten)]
    setup: Setup,
    /// The bots: NAME, or NAME:key=value:key=value, either with @BUDGET
    #[arg(long, value_delimiter = ',', required = true)]
    bots: Vec<String>,
    /// Games for every pairing, sides balanced
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// 0 to 2^53 - 1
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// For bots that have one and none of their own: 10000n, 50ms or 6d
    #[arg(long)]
    budget: Option<Budget>,
    /// All cores unless given; the result is the same
    #[arg(long)]
    threads: Option<usize>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl Arena {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (game, options) = self.setup.read()?;
        let seats = game.start(&options, 0).map_err(input)?.seats();
        if self.bots.len() < seats {
            return Err(input(format!(
                "{} bots are given; a game of {} needs at least {seats}",
                self.bots.len(),
                game.name()
            )));
        }
        let entrants = self
            .bots
            .iter()
            .map(|name| Ok(Entrant { name: name.clone(), seat: seat(game, name, self.budget)? }))
            .collect::<Result<Vec<_>, Failure>>()?;
        let seed = seed(Some(self.seed))?;
        let arena = Matches { game, options, entrants, games: self.games, seed };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.unwrap_or(0))
            .build()
            .map_err(|error| Failure::Failed(error.to_string()))?;
        let bar = progress(arena.size() as u64, "games");
        let results =
            pool.install(|| arena.run(&clock, &|| bar.inc(1))).map_err(Failure::Failed)?;
        bar.finish_and_clear();
        let mut out = out();
        if self.json {
            writeln!(out, "{}", arena.to_json(&results))?;
        } else {
            tables(&mut out, &results)?;
        }
        Ok(out.flush()?)
    }
}

fn tables(out: &mut impl Write, results: &Results) -> Result<(), Failure> {
    let width = results.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let column = width.max(7) + 2;
    writeln!(
        out,
        "{:<width$}  {:>8} {:>8} {:>8} {:>8}   95% (Wilson)",
        "bot", "wins", "draws", "losses", "share"
    )?;
    let mut order: Vec<usize> = (0..results.names.len()).collect();
    order.sort_by(|&a, &b| {
        let share = |i: usize| results.total(i).share().middle;
        share(b).total_cmp(&share(a)).then(a.cmp(&b))
    });
    for &a in &order {
        let total = results.total(a);
        let share = total.share();
        writeln!(
            out,
            "{:<width$}  {:>8} {:>8} {:>8} {:>7.1}%   {:.1}% to {:.1}%",
            results.names[a],
            total.wins,
            total.draws,
            total.losses,
            share.middle * 100.0,
            share.low * 100.0,
            share.high * 100.0
        )?;
    }
    writeln!(out, "\nShare of row against column, in %")?;
    write!(out, "{:<width$}", "")?;
    for &b in &order {
        write!(out, "{:>column$}", results.names[b])?;
    }
    writeln!(out)?;
    for &a in &order {
        write!(out, "{:<width$}", results.names[a])?;
        for &b in &order {
            if a == b {
                write!(out, "{:>column$}", "-")?;
            } else {
                write!(out, "{:>column$.1}", results.pairs[a][b].share().middle * 100.0)?;
            }
        }
        writeln!(out)?;
    }
    writeln!(out, "\n{} games, {:.1} plies on average", results.games, results.plies)?;
    for (of, mean) in &results.means {
        writeln!(out, "  {of}: {:.2} on average", mean.value())?;
    }
    for (of, answers) in &results.counts {
        let mut answers: Vec<_> = answers.iter().collect();
        answers.sort_by_key(|(answer, count)| (std::cmp::Reverse(*count), answer));
        let shares: Vec<String> = answers
            .iter()
            .map(|(answer, count)| {
                format!("{answer} {:.1}%", *count as f64 * 100.0 / results.games.max(1) as f64)
            })
            .collect();
        writeln!(out, "  {of}: {}", shares.join(", "))?;
    }
    Ok(())
}
