//! `totora calibrate`.

use super::super::arena::tables::Grid;
use super::super::input::{Setup, read_text, seat, seed};
use super::super::output::{Failure, clock, input, out, print_line, progress};
use super::super::signals;
use clap::Args;
use serde_json::json;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use totora::arena::Openings;
use totora::base::util::{counted, plural};
use totora::contract::bot::Budget;
use totora::contract::calibration::{BUCKET_GAMES, MOST_ERROR, Row, rows};
use totora::prove::Study;
use totora::prove::calibrate::{Findings, calibrate};

#[derive(Args)]
pub(in crate::cli) struct Calibrate {
    #[command(flatten)]
    setup: Setup,
    /// The bot, with its default options: NAME, or NAME@BUDGET
    #[arg(long)]
    bot: String,
    /// The budget, for a bot that uses one: 10000n or 6d
    #[arg(long)]
    budget: Option<Budget>,
    /// Games that the bot plays against itself
    #[arg(long, default_value_t = 2200)]
    games: u32,
    /// The seed, 0 to 2^53 - 1
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Writes the row to this table, replacing the bot's row; creates the table if it does not exist
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Prints the result as JSON
    #[arg(long)]
    json: bool,
}

impl Calibrate {
    pub(in crate::cli) fn run(&self) -> Result<(), Failure> {
        let (game, options) = self.setup.read_for_arena(&Openings::Drawn)?;
        let bot = seat(game, &self.bot, self.budget)?;
        let seed = seed(Some(self.seed))?;
        let (games, openings, starts, field) =
            (self.games, Openings::Drawn, Vec::new(), Vec::new());
        let study = Study { game, options, starts, bot, field, games, openings, seed };
        signals::listen()?;
        let bar = progress(self.games.into(), "games");
        let found = calibrate(&study, clock().as_ref(), &mut |games| {
            bar.set_position(games.into());
        });
        bar.finish_and_clear();
        let found = found.map_err(input)?;
        if let Some(path) = &self.table {
            let text = if path.exists() { read_text(path)? } else { String::new() };
            fs::write(path, with_row(&text, &found.row)?)?;
        }
        self.print(&found)
    }

    fn print(&self, Findings { row, buckets, forced }: &Findings) -> Result<(), Failure> {
        if self.json {
            return print_line(json!({
                "bot": row.bot, "board": row.board, "budget": row.budget, "games": row.games,
                "error": row.error, "calibrated": row.curve.is_some(), "buckets": buckets,
                "forced": forced, "row": row.to_string(),
            }));
        }
        let mut out = out();
        let mut grid =
            Grid::new(&["chance %", "games", "positions", "predicted", "outcome", "error"]);
        for bucket in buckets {
            grid.rows.push(vec![
                format!("{} to {}", bucket.from, bucket.from + 10),
                bucket.games.to_string(),
                bucket.positions.to_string(),
                format!("{:.1}", bucket.foretold),
                format!("{:.1}", bucket.outcome),
                if bucket.counts() { format!("{:.1}", bucket.error()) } else { "-".to_owned() },
            ]);
        }
        grid.write(&mut out)?;
        let verdict = if row.curve.is_some() { "calibrated" } else { "judged" };
        writeln!(
            out,
            "\n{} on board {}: {} different {}, largest error {:.1} points in buckets of {BUCKET_GAMES} games or more \
             (at most {MOST_ERROR} for calibrated): {verdict}.",
            row.bot,
            row.board,
            row.games,
            plural(row.games.into(), "game"),
            row.error
        )?;
        if forced[0] > 0 {
            let all = counted(forced[0] as u64, "forced result");
            writeln!(out, "Of {all}, {} were correct.", forced[1])?;
        }
        writeln!(out, "{row}")?;
        Ok(out.flush()?)
    }
}

/// Replaces the row of the same bot and board in a table, or adds it. The rows are in alphabetical order.
fn with_row(text: &str, row: &Row) -> Result<String, Failure> {
    let (comments, _): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with('#'));
    let mut all = rows(text).collect::<Result<Vec<Row>, String>>().map_err(input)?;
    all.retain(|other| (&other.bot, &other.board) != (&row.bot, &row.board));
    all.push(row.clone());
    let mut lines: Vec<String> = all.iter().map(Row::to_string).collect();
    lines.sort();
    let all: Vec<String> = comments.into_iter().map(str::to_owned).chain(lines).collect();
    Ok(format!("{}\n", all.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_replaces_the_old_row_of_the_same_bot() {
        let table = "# A comment.\ncorners plain - 10 7.0 judged\ngreedy plain - 10 6.0 judged\n";
        let row: Row = "greedy plain - 2000 5.5 judged".parse().expect("a row");
        let text = with_row(table, &row).unwrap_or_default();
        assert_eq!(
            text,
            "# A comment.\ncorners plain - 10 7.0 judged\ngreedy plain - 2000 5.5 judged\n"
        );
    }
}
