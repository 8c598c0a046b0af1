//! Isolation: the winner after every placement or after every move in a position, and the opening book.

use super::Solve;
use crate::cli::files::write_file;
use crate::cli::input::{read_saved, seat};
use crate::cli::output::{Failure, check_signal, clock, input, out, progress};
use crate::cli::signals;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use totora::base::options::Options;
use totora::base::util::grouped;
use totora::contract::analysis::Score;
use totora::games::isolation::solver::book::{Book, Opening};
use totora::games::isolation::solver::table::{Class, Solved, Table, Tally};
use totora::session::dto::{AnalysisRow, Valuation};

impl Solve {
    pub(super) fn isolation(&self, options: &Options) -> Result<(), Failure> {
        if !self.all && self.book.is_none() {
            return self.position();
        }
        if !options.is_default() {
            let option = if self.all { "--all" } else { "--book" };
            return Err(input(format!(
                "{option} solves 7x7 with free placement; it takes no options"
            )));
        }
        if let Some(path) = &self.book {
            return self.opening_book(path);
        }
        let classes: Vec<Class> = Class::all().into_iter().step_by(self.every as usize).collect();
        let bar = progress(classes.len() as u64, "classes");
        signals::listen()?;
        let solved: Vec<Solved> = classes
            .par_iter()
            .filter_map(|class| {
                let solved = class.solve(&|| signals::received().is_some())?;
                bar.inc(1);
                Some(solved)
            })
            .collect();
        bar.finish_and_clear();
        self.table(&Table::new(solved), classes.len())
    }

    /// Solves the openings that are missing in the book in a file.
    fn opening_book(&self, path: &Path) -> Result<(), Failure> {
        let book = read_saved(path)?.map_or(Ok(Book::empty()), |bytes| Book::read(&bytes));
        let book = book.map_err(|what| input(format!("{}: {what}", path.display())))?;
        // If the file cannot be written, fail now and not after an hour.
        write_file(path, book.write())?;
        let unknown = book.unknown();
        let bar = progress(unknown.len() as u64, "openings");
        signals::listen()?;
        let book = Mutex::new(book);
        let solve = |opening: &Opening| {
            let Some(entry) = opening.solve(&|| signals::received().is_some()) else {
                return Ok(());
            };
            let mut book = book.lock().unwrap_or_else(PoisonError::into_inner);
            book.insert(*opening, entry);
            bar.inc(1);
            write_file(path, book.write())
        };
        unknown.par_iter().map(solve).collect::<Result<(), Failure>>()?;
        bar.finish_and_clear();
        let book = book.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (all, bytes) = (Opening::all().len(), book.write().len());
        let known = all - book.unknown().len();
        let mut out = out();
        if self.json {
            let finished = known == all;
            let line = json!({ "openings": known, "bytes": bytes, "finished": finished });
            writeln!(out, "{line}")?;
        } else {
            let [known, all, bytes] = [known, all, bytes].map(|n| grouped(n as u64));
            writeln!(out, "{known} of {all} openings, {bytes} bytes")?;
        }
        out.flush()?;
        if known == all { Ok(()) } else { check_signal() }
    }

    /// Prints the table of the solved classes, out of `all` classes.
    fn table(&self, table: &Table, all: usize) -> Result<(), Failure> {
        let exceptions = table.exceptions();
        let finished = table.solved.len() == all;
        let mut out = out();
        if self.json {
            let classes: Vec<Value> = table
                .solved
                .iter()
                .map(|solved| {
                    json!({
                        "placement": solved.class.placement.at.map(|cell| cell.to_string()),
                        "pairs": solved.class.pairs,
                        "same_colour": solved.class.placement.same_colour(),
                        "winner": solved.winner,
                        "nodes": solved.nodes,
                    })
                })
                .collect();
            let line = json!({
                "classes": classes,
                "pairs": table.pairs(),
                "nodes": table.nodes(),
                "same_colour": table.tally(true),
                "opposite_colours": table.tally(false),
                "against_the_rule": exceptions.len(),
                "finished": finished,
            });
            writeln!(out, "{line}")?;
        } else {
            writeln!(
                out,
                "{:<12}{:>6}  {:<10}{:>8}{:>14}",
                "placement", "pairs", "colours", "wins", "nodes"
            )?;
            for solved in &table.solved {
                let placement = solved.class.placement;
                let colours = if placement.same_colour() { "same" } else { "opposite" };
                let wins = solved.winner.map_or("?".to_owned(), |seat| format!("{}", seat + 1));
                writeln!(
                    out,
                    "{:<12}{:>6}  {colours:<10}{wins:>8}{:>14}",
                    placement.at.map(|cell| cell.to_string()).join(" "),
                    solved.class.pairs,
                    solved.nodes
                )?;
            }
            let line = |name: &str, tally: Tally| {
                format!("{name}: player 1 wins {} pairs, player 2 {}", tally.first, tally.second)
            };
            writeln!(
                out,
                "{} classes, {} pairs, {} nodes",
                table.solved.len(),
                table.pairs(),
                table.nodes()
            )?;
            writeln!(out, "{}", line("same colour", table.tally(true)))?;
            writeln!(out, "{}", line("opposite colours", table.tally(false)))?;
            writeln!(
                out,
                "{} classes violate the colour rule and its one exception",
                exceptions.len()
            )?;
            if !finished {
                writeln!(out, "Unfinished: {} of {all} classes.", table.solved.len())?;
            }
        }
        out.flush()?;
        if !finished {
            check_signal()?;
        }
        if exceptions.is_empty() {
            Ok(())
        } else {
            Err(Failure::Failed("the colour rule does not hold".to_owned()))
        }
    }

    /// Prints who wins after every move in a position.
    fn position(&self) -> Result<(), Failure> {
        let session = self.setup.begin(0, &self.moves)?;
        let spec = seat(session.setup().game, "perfect", None)?;
        let mut thinking = session.think(&spec).map_err(input)?;
        let watch = clock();
        signals::listen()?;
        let mut finished = false;
        while !finished && !watch.stop() {
            finished = thinking.advance(totora::contract::bot::SLICE, watch.as_ref());
        }
        let analysis = thinking.current();
        let mut out = out();
        if self.json {
            let measure = Valuation::new(&session, &spec, None).map_err(input)?;
            let mut line = json!(AnalysisRow::from_search(thinking.as_ref(), &measure));
            line["finished"] = json!(finished);
            writeln!(out, "{line}")?;
        } else {
            for candidate in &analysis.candidates {
                let verdict = match candidate.score {
                    Score::Win(_) => "wins",
                    Score::Loss(_) => "loses",
                    Score::Unknown | Score::Value(_) => "not solved",
                };
                let plies = candidate.score.plies();
                let plies = plies.map_or(String::new(), |plies| format!(" in {plies}"));
                writeln!(out, "{:<6}{verdict}{plies}", candidate.mv)?;
            }
            writeln!(out, "{} nodes. {}", analysis.nodes, analysis.why)?;
            if !finished {
                writeln!(out, "Unfinished: moves that are not solved yet may win or lose.")?;
            }
        }
        out.flush()?;
        if finished { Ok(()) } else { check_signal() }
    }
}
