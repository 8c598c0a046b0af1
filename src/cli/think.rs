//! `totora think`.

use super::arena::tables::Grid;
use super::files::write_file;
use super::input::{Setup, option_of_bot, seat, seed};
use super::output::{Failure, clock, input, out};
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use totora::base::fixed::Fixed;
use totora::base::options::OptionsError;
use totora::catalog::AnySearch;
use totora::contract::analysis::{Analysis, Candidate, Score, Task};
use totora::contract::bot::{Budget, LINES, SLICE, lines_from_json};
use totora::contract::calibration::percent;
use totora::contract::film::Variation;
use totora::session::dto::{AnalysisRow, Valuation};
use totora::session::film;

#[derive(Args)]
pub(crate) struct Think {
    #[command(flatten)]
    setup: Setup,
    /// Moves to play first, separated by spaces; turns of all seats by ` / `
    #[arg(long, default_value = "")]
    moves: String,
    /// The bot: NAME, or NAME:key=value:key=value, either with @BUDGET
    #[arg(long)]
    bot: String,
    /// The budget, for a bot that uses one: 10000n, 50ms or 6d
    #[arg(long)]
    budget: Option<Budget>,
    /// The seed, 0 to 2^53 - 1
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The seat that moves, if several owe a move; by default the first
    #[arg(long)]
    seat: Option<usize>,
    /// Shows the threat: what the opponent would play if the seat to move passed
    #[arg(long)]
    passed: bool,
    /// How many of the best candidates get an exact score and their own line: a whole number, or all. The choice stays
    /// the same. Overrides the option `lines` of the bot
    #[arg(long, value_parser = lines)]
    lines: Option<usize>,
    /// Writes the events of the search to this file as JSON Lines, to step through it: a header, at most 20,000 events, totals
    #[arg(long)]
    events: Option<PathBuf>,
    /// Shows only this many candidates; 0 for all
    #[arg(long, default_value_t = 10)]
    top: usize,
    /// Prints the analysis as JSON, with all candidates
    #[arg(long)]
    json: bool,
}

impl Think {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let seed = seed(Some(self.seed))?;
        let mut session = self.setup.begin(seed, &self.moves)?;
        if self.passed {
            session = session.passed().map_err(input)?;
        }
        let spec = seat(session.setup().game, &self.bot, self.budget)?;
        let mut thinking = session.think_for(self.seat, &spec, seed).map_err(input)?;
        let of_bot = option_of_bot(&self.bot, LINES).map(lines).transpose().map_err(input)?;
        thinking.set_multi_pv(self.lines.or(of_bot).unwrap_or(1));
        if self.events.is_some() {
            thinking.observe(Variation::default());
        }
        let watch = clock();
        while !thinking.advance(SLICE, watch.as_ref()) {}
        if let Some(path) = &self.events {
            self.write_events(thinking.as_ref(), session.setup().game.id(), path)?;
        }
        let analysis = thinking.current();
        let measure = Valuation::new(&session, &spec, self.seat).map_err(input)?;
        let row = AnalysisRow::from_search(thinking.as_ref(), &measure);
        let mut out = out();
        if self.json {
            writeln!(out, "{}", json!(row))?;
        } else {
            let top = if self.top == 0 { usize::MAX } else { self.top };
            let wins: Vec<_> = row.candidates.iter().map(|candidate| candidate.win).collect();
            table(&mut out, analysis, &wins, &thinking.descriptions(), top)?;
            tasks(&mut out, &thinking.tasks(), top)?;
            if let Some(views) = thinking.views() {
                let name = |seat: usize| session.position().seat_name(seat);
                let scores = views.by_seat.first().into_iter().flatten().enumerate();
                let worth = scores
                    .map(|(seat, &score)| format!("{} {}", name(seat), score_words(score, false)));
                let (whose, worth) = (name(views.seat), worth.collect::<Vec<_>>().join(", "));
                writeln!(out, "The scores are {whose}'s. The choice is worth: {worth}.")?;
            }
        }
        Ok(out.flush()?)
    }
}

impl Think {
    /// Writes the film of the search.
    fn write_events(
        &self,
        thinking: &dyn AnySearch,
        game: &str,
        path: &Path,
    ) -> Result<(), Failure> {
        let about = json!({
            "game": game,
            "moves": self.moves.split_whitespace().collect::<Vec<_>>(),
            "bot": self.bot,
            "budget": self.budget.map(|budget| budget.to_string()),
            "seed": self.seed,
        });
        let mut bytes = Vec::new();
        film::write_events(thinking, &about, &mut bytes)?;
        write_file(path, &bytes)
    }
}

/// Reads a number of lines, or `all`.
fn lines(text: &str) -> Result<usize, OptionsError> {
    lines_from_json(&Value::from(text))
}

fn score_words(score: Score, bound: bool) -> String {
    match score {
        Score::Unknown => "not examined".to_owned(),
        Score::Value(_) if bound => "worse".to_owned(),
        Score::Value(value) => format!("{value:+}"),
        Score::Win(plies) => plies.map_or("win".to_owned(), |n| format!("win in {n}")),
        Score::Loss(plies) => plies.map_or("loss".to_owned(), |n| format!("loss in {n}")),
    }
}

/// A score in words, with the margin if it is known: `win by 20`.
fn score_with_margin(candidate: &Candidate<String>) -> String {
    let words = score_words(candidate.score, candidate.bound);
    candidate.margin.map_or(words.clone(), |margin| format!("{words} by {}", margin.by))
}

/// Prints the task of each piece, if the choice is a set of orders.
fn tasks(out: &mut impl Write, tasks: &[Task], top: usize) -> Result<(), Failure> {
    for task in tasks.iter().take(top) {
        writeln!(
            out,
            "{:<24}{:>10}   {}",
            task.who,
            format!("{:+}", task.score),
            task.description
        )?;
    }
    if tasks.len() > top {
        writeln!(out, "… and {} more", tasks.len() - top)?;
    }
    Ok(())
}

fn table(
    out: &mut impl Write,
    analysis: &Analysis<String>,
    wins: &[Option<Fixed>],
    words: &[String],
    top: usize,
) -> Result<(), Failure> {
    // Searches by playouts report the visits of each candidate.
    let tried = analysis.candidates.iter().any(|candidate| candidate.visits.is_some());
    // Calibrated bots report a chance to win.
    let chances = wins.iter().any(Option::is_some);
    let mut headers = vec!["<move"];
    headers.extend(chances.then_some("to win"));
    headers.push("score");
    headers.extend(tried.then_some("visits"));
    headers.extend(analysis.terms.iter().map(|term| term.key));
    let mut grid = Grid::new(&headers);
    grid.least = 8;
    for (candidate, &win) in analysis.candidates.iter().zip(wins).take(top) {
        let mut row = vec![candidate.mv.clone()];
        row.extend(chances.then(|| win.map_or(String::new(), percent)));
        row.push(score_with_margin(candidate));
        row.extend(tried.then(|| candidate.visits.map_or(String::new(), |n| n.to_string())));
        let values = &candidate.terms;
        row.extend(analysis.terms.iter().zip(values).map(|(term, value)| {
            match term.gone(&analysis.terms, values) {
                Some(_) => "none".to_owned(),
                None => format!("{:+}", value.contribution),
            }
        }));
        grid.rows.push(row);
    }
    let words = std::iter::once("").chain(words.iter().map(String::as_str));
    for (line, words) in grid.lines().iter().zip(words) {
        writeln!(out, "{}", format!("{line}   {words}").trim_end())?;
    }
    if analysis.candidates.len() > top {
        writeln!(out, "… and {} more", analysis.candidates.len() - top)?;
    }
    let choice = analysis.choice.as_deref().unwrap_or("nothing");
    writeln!(out, "{choice}\n  {}", analysis.why)?;
    for difference in &analysis.differences {
        writeln!(out, "  {difference}")?;
    }
    Ok(())
}
