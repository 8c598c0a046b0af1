//! Isolation: the winner of every placement, or of every move of a position.

use super::Solve;
use crate::cli::input::seat;
use crate::cli::output::{Failure, clock, input, out, progress, unless_asked};
use crate::cli::signals;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::io::Write;
use totora::base::options::Options;
use totora::contract::thought::Score;
use totora::games::isolation::solver::table::{Class, Solved, Table, Tally};
use totora::session::dto::{Measure, ThoughtRow};

impl Solve {
    pub(super) fn isolation(&self, options: &Options) -> Result<(), Failure> {
        if !self.all {
            return self.position();
        }
        if !options.is_default() {
            return Err(input("--all solves 7x7 with free placement; it takes no options"));
        }
        let classes: Vec<Class> = Class::all().into_iter().step_by(self.every as usize).collect();
        let bar = progress(classes.len() as u64, "classes");
        signals::listen()?;
        let solved: Vec<Solved> = classes
            .par_iter()
            .filter_map(|class| {
                let solved = class.solve_unless(&|| signals::asked().is_some())?;
                bar.inc(1);
                Some(solved)
            })
            .collect();
        bar.finish_and_clear();
        self.table(&Table::new(solved), classes.len())
    }

    /// Writes the table of the classes that are solved, of those `asked` for.
    fn table(&self, table: &Table, asked: usize) -> Result<(), Failure> {
        let exceptions = table.exceptions();
        let finished = table.solved.len() == asked;
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
                "{} classes go against the colour rule and its one exception",
                exceptions.len()
            )?;
            if !finished {
                writeln!(out, "Unfinished: {} of {asked} classes.", table.solved.len())?;
            }
        }
        out.flush()?;
        if !finished {
            unless_asked()?;
        }
        if exceptions.is_empty() {
            Ok(())
        } else {
            Err(Failure::Failed("the colour rule does not hold".to_owned()))
        }
    }

    /// Who wins after every move of a position.
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
        let thought = thinking.thought();
        let mut out = out();
        if self.json {
            let measure = Measure::new(&session, &spec, None).map_err(input)?;
            let mut line = json!(ThoughtRow::of(thinking.as_ref(), &measure));
            line["finished"] = json!(finished);
            writeln!(out, "{line}")?;
        } else {
            for candidate in &thought.candidates {
                let verdict = match candidate.score {
                    Score::Win(_) => "wins",
                    Score::Loss(_) => "loses",
                    Score::Unknown | Score::Value(_) => "not solved",
                };
                let plies = candidate.score.plies();
                let plies = plies.map_or(String::new(), |plies| format!(" in {plies}"));
                writeln!(out, "{:<6}{verdict}{plies}", candidate.mv)?;
            }
            writeln!(out, "{} nodes. {}", thought.nodes, thought.why)?;
            if !finished {
                writeln!(out, "Unfinished: what is not solved yet may be won or lost.")?;
            }
        }
        out.flush()?;
        if finished { Ok(()) } else { unless_asked() }
    }
}
