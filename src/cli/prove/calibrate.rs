//! `totora calibrate`.

use super::super::arena::tables::Grid;
use super::super::input::{Setup, read_text, seat, seed};
use super::super::output::{Failure, clock, input, out, print_line, progress};
use super::super::signals;
use super::parts::{self, Parts};
use clap::Args;
use serde_json::json;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use totora::arena::Openings;
use totora::base::util::{counted, plural};
use totora::contract::bot::{Budget, Clock};
use totora::contract::calibration::{BUCKET_MOVES, MOST_ERROR, Row, rows};
use totora::prove::Study;
use totora::prove::calibrate::{CalibrationGame, Calibrator, Findings, calibrate};

#[derive(Args)]
pub(in crate::cli) struct Calibrate {
    #[command(flatten)]
    setup: Setup,
    /// The bot, with its default options: NAME, or NAME@BUDGET
    #[arg(long)]
    bot: String,
    /// The budgets to fit curves at, for a bot that uses one: 300n, or 300n,2000n,12000n
    #[arg(long, value_delimiter = ',')]
    budget: Vec<Budget>,
    /// Budgets between these at which the interpolated curves are checked
    #[arg(long, value_delimiter = ',')]
    check: Vec<Budget>,
    /// Games that the bot plays against itself with each budget
    #[arg(long, default_value_t = 2200)]
    games: u32,
    /// The seed, 0 to 2^53 - 1
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Keeps the games in this file (JSON Lines); after an interruption the same command continues. All its games of the
    /// bot are used
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    #[command(flatten)]
    parts: Parts,
    /// Writes the rows to this table, replacing the bot's rows; creates the table if it does not exist
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Prints the result as JSON
    #[arg(long)]
    json: bool,
}

impl Calibrate {
    pub(in crate::cli) fn run(&self) -> Result<(), Failure> {
        signals::listen()?;
        let mut known = Vec::new();
        for path in [self.results.as_deref(), self.parts.part()].into_iter().flatten() {
            if path.exists() {
                known.extend(games(&read_text(path)?, path)?);
            }
        }
        let mut joined = Vec::new();
        for path in self.parts.join.iter().flatten() {
            joined.extend(games(&read_text(path)?, path)?);
        }
        let budgets: Vec<Option<Budget>> = match self.budget.is_empty() {
            true => vec![None],
            false => self.budget.iter().copied().map(Some).collect(),
        };
        let watch = clock();
        let (mut scale, mut left) = (None, 0);
        let mut played = |budget| -> Result<Vec<CalibrationGame>, Failure> {
            let study = self.study(budget)?;
            let calibrator = Calibrator::new(&study).map_err(input)?;
            scale = Some((calibrator.scale(), study.game.margin_unit()));
            if self.parts.join.is_some() {
                left += self.join(&calibrator, &joined, &mut known)?;
                return Ok(Vec::new());
            }
            self.play(&calibrator, watch.as_ref(), &mut known)
        };
        let fitted: Vec<_> = budgets.into_iter().map(&mut played).collect::<Result<_, _>>()?;
        let check = self.check.iter().copied().map(Some);
        let checked: Vec<_> = check.map(&mut played).collect::<Result<_, _>>()?;
        if self.parts.join.is_some() {
            return parts::print_left(left);
        }
        if self.parts.shard.is_some() {
            return Ok(());
        }
        let Some((scale, unit)) = scale else { return Ok(()) };
        let findings = calibrate(&fitted, &checked, scale, unit).map_err(input)?;
        if let Some(path) = &self.table {
            let text = if path.exists() { read_text(path)? } else { String::new() };
            let all: Vec<&Row> = findings.iter().map(|found| &found.row).collect();
            fs::write(path, with_rows(&text, &all)?)?;
        }
        findings.iter().try_for_each(|found| self.print(found))
    }

    fn study(&self, budget: Option<Budget>) -> Result<Study, Failure> {
        let (game, options) = self.setup.read_for_arena(&Openings::Drawn)?;
        let bot = seat(game, &self.bot, budget)?;
        let seed = seed(Some(self.seed))?;
        let (games, openings, starts, field) =
            (self.games, Openings::Drawn, Vec::new(), Vec::new());
        Ok(Study { game, options, starts, bot, field, games, openings, seed })
    }

    /// Plays the games that the results do not have; returns all of this bot and budget.
    fn play(
        &self,
        calibrator: &Calibrator<'_>,
        watch: &dyn Clock,
        known: &mut Vec<CalibrationGame>,
    ) -> Result<Vec<CalibrationGame>, Failure> {
        let mut file = self.append(self.parts.part().or(self.results.as_deref()))?;
        let bar = progress(self.games.into(), "games");
        for index in 0..self.games {
            let is_own = self.parts.shard.is_none_or(|shard| shard.has(index as usize));
            if is_own && !has(known, calibrator, index) {
                let game = calibrator.play(index, watch).map_err(input)?;
                write(&mut file, &game)?;
                known.push(game);
            }
            bar.set_position(u64::from(index) + 1);
        }
        bar.finish_and_clear();
        let mut own: Vec<CalibrationGame> =
            known.iter().filter(|game| game.is_of(calibrator)).cloned().collect();
        // Sums of the fit depend on the order.
        own.sort_by_key(|game| game.game);
        Ok(own)
    }

    /// Saves the games of the parts that the results do not have; returns the number of those that are missing in both.
    fn join(
        &self,
        calibrator: &Calibrator<'_>,
        joined: &[CalibrationGame],
        known: &mut Vec<CalibrationGame>,
    ) -> Result<usize, Failure> {
        let mut file = self.append(self.results.as_deref())?;
        let mut left = 0;
        for index in
            (0..self.games).filter(|&index| !has(known, calibrator, index)).collect::<Vec<_>>()
        {
            let is_it = |game: &&CalibrationGame| game.game == index && game.is_of(calibrator);
            match joined.iter().find(is_it) {
                Some(game) => {
                    write(&mut file, game)?;
                    known.push(game.clone());
                }
                None => left += 1,
            }
        }
        Ok(left)
    }

    /// Opens a file of games to add some. A line that was cut off by an interruption is removed.
    fn append(&self, path: Option<&Path>) -> Result<Option<fs::File>, Failure> {
        let Some(path) = path else { return Ok(None) };
        let file = fs::OpenOptions::new().create(true).append(true).open(path)?;
        let text = fs::read(path)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        file.set_len(whole as u64)?;
        Ok(Some(file))
    }

    fn print(&self, Findings { row, buckets, forced }: &Findings) -> Result<(), Failure> {
        if self.json {
            return print_line(json!({
                "bot": row.bot, "board": row.board, "budget": row.budget, "games": row.games,
                "error": row.error, "calibrated": row.curve.is_some(), "checked": row.checked,
                "buckets": buckets, "forced": forced, "row": row.to_string(),
            }));
        }
        let mut out = out();
        let mut grid = Grid::new(&[
            "chance %",
            "games",
            "positions",
            "predicted",
            "outcome",
            "error",
            "95% ±",
        ]);
        for bucket in buckets {
            grid.rows.push(vec![
                format!("{} to {}", bucket.from, bucket.from + 10),
                bucket.games.to_string(),
                bucket.positions.to_string(),
                format!("{:.1}", bucket.foretold),
                format!("{:.1}", bucket.outcome),
                if bucket.counts() { format!("{:.1}", bucket.error()) } else { "-".to_owned() },
                format!("{:.1}", bucket.by),
            ]);
        }
        grid.write(&mut out)?;
        let verdict = match row.holds() {
            true if row.checked => "the chances hold between the fitted budgets",
            true => "calibrated",
            false => "judged",
        };
        let budget = match row.budget.as_str() {
            "-" => String::new(),
            budget => format!(" at {budget}"),
        };
        writeln!(
            out,
            "\n{} on board {}{budget}: {} different {}, largest error {:.1} points in buckets of {BUCKET_MOVES} moves or more \
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

/// Whether the game of this number is among the games of this bot and budget.
fn has(games: &[CalibrationGame], calibrator: &Calibrator<'_>, index: u32) -> bool {
    games.iter().any(|game| game.game == index && game.is_of(calibrator))
}

/// Writes a game as a line.
fn write(file: &mut Option<fs::File>, game: &CalibrationGame) -> Result<(), Failure> {
    let Some(file) = file else { return Ok(()) };
    let line = serde_json::to_string(game).map_err(|error| input(error.to_string()))?;
    Ok(writeln!(file, "{line}")?)
}

/// The games in a results file. A last line that was cut off by an interruption is left out.
fn games(text: &str, path: &Path) -> Result<Vec<CalibrationGame>, Failure> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        match serde_json::from_str(line) {
            Ok(game) => found.push(game),
            Err(_) if at + 1 == lines.len() && !text.ends_with('\n') => {}
            Err(error) => {
                return Err(input(format!(
                    "{}: line {} is no game of a calibration: {error}",
                    path.display(),
                    at + 1
                )));
            }
        }
    }
    Ok(found)
}

/// Replaces the rows of the same bot and board in a table, or adds them. The rows are in alphabetical order.
fn with_rows(text: &str, new: &[&Row]) -> Result<String, Failure> {
    let (comments, _): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with('#'));
    let mut all = rows(text).collect::<Result<Vec<Row>, String>>().map_err(input)?;
    all.retain(|other| new.iter().all(|row| (&other.bot, &other.board) != (&row.bot, &row.board)));
    all.extend(new.iter().copied().cloned());
    all.sort_by_key(|row| (row.bot.clone(), row.board.clone(), row.nodes()));
    let lines = all.iter().map(Row::to_string);
    let all: Vec<String> = comments.into_iter().map(str::to_owned).chain(lines).collect();
    Ok(format!("{}\n", all.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_replace_the_old_rows_of_the_same_bot() {
        let table =
            "# A comment.\ncorners plain - 10 7.0 judged\ngreedy plain 300n 10 6.0 judged\n";
        let row = |text: &str| text.parse::<Row>().expect("a row");
        let new =
            [row("greedy plain 20000n 20 5.5 judged"), row("greedy plain 3000n 20 1.5 checked")];
        let text = with_rows(table, &new.iter().collect::<Vec<_>>()).unwrap_or_default();
        assert_eq!(
            text,
            "# A comment.\ncorners plain - 10 7.0 judged\ngreedy plain 3000n 20 1.5 checked\n\
             greedy plain 20000n 20 5.5 judged\n"
        );
    }

    #[test]
    fn a_results_file_may_end_in_the_middle_of_a_game() {
        let game = CalibrationGame {
            bot: "greedy".to_owned(),
            board: "plain".to_owned(),
            budget: "-".to_owned(),
            seed: 3,
            game: 4,
            course: "00".to_owned(),
            outcome: [0.5, 0.5],
            scores: [3, 3],
            positions: vec![(0, 0.25, 0.5)],
            forced: [0, 0],
        };
        let line = serde_json::to_string(&game).expect("JSON");
        let path = Path::new("games.jsonl");
        let read = |text: String| games(&text, path).map_err(|failure| failure.words());
        assert_eq!(read(format!("{line}\n{}", &line[..20])), Ok(vec![game]));
        let wrong = read(format!("{}\n{line}\n", &line[..20])).err().unwrap_or_default();
        assert!(wrong.starts_with("games.jsonl: line 1 is no game"), "{wrong}");
    }
}
