//! `totora play`.

use super::Setup;
use super::files::write_file;
use super::input::seed;
use super::output::{Failure, input, out};
use super::signals;
use super::table::{Programs, Sitter};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use totora::bot::Budget;
use totora::catalog::AnyPosition;
use totora::game::Seats;
use totora::record::Record;
use totora::session::Session;

#[derive(Args)]
pub(crate) struct Play {
    #[command(flatten)]
    setup: Setup,
    /// The bots, one a seat: NAME, or NAME:key=value:key=value, either with @BUDGET; or exec:COMMAND
    /// for a program outside
    #[arg(long, value_delimiter = ',', required = true)]
    seats: Vec<String>,
    /// 0 to 2^53 - 1; drawn unless given
    #[arg(long)]
    seed: Option<u64>,
    /// For bots that have one and none of their own: 10000n, 50ms or 6d
    #[arg(long)]
    budget: Option<Budget>,
    /// How long a program outside may take to answer, in milliseconds, beside a budget in time
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    patience: u64,
    /// Writes the record to this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The record with its outcome, as JSON, in place of the moves
    #[arg(long)]
    json: bool,
}

impl Play {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (game, options) = self.setup.read_for_bots()?;
        let seed = seed(self.seed)?;
        let expected = game.start(&options, seed).map_err(input)?.seats();
        if self.seats.len() != expected {
            return Err(input(format!(
                "{} seats are given, but {} here has {expected}",
                self.seats.len(),
                game.name()
            )));
        }
        let sitters = self
            .seats
            .iter()
            .map(|text| Sitter::read(game, text, self.budget))
            .collect::<Result<Vec<_>, _>>()?;
        let sitting: Vec<_> = sitters.iter().collect();
        let mut programs = Programs::start(&sitting, self.budget, self.patience)?;
        let seats = sitters.iter().map(Sitter::spec).collect();
        let record = Record { game, options, seed, seats, moves: vec![], result: None };
        let mut session = Session::begin(record).map_err(input)?;
        let mut out = out();
        signals::listen()?;
        if !self.json {
            writeln!(out, "{} with seed {seed}", game.name())?;
            out.flush()?;
        }
        let mut shown = 0;
        let mut complain = |session: &Session, seat: usize, words: &str| {
            let (ply, name) = (session.plies().len() + 1, session.position().seat_name(seat));
            eprintln!("totora: ply {ply}: {name} ({}): {words}", self.seats[seat]);
        };
        while programs.step(&mut session, &mut complain)? {
            if signals::asked().is_some() {
                // What was played last may have been thought out in a hurry: a replay would not find it again.
                session.take_back().map_err(input)?;
                break;
            }
            if let (false, Some(ply)) = (self.json, session.plies().get(shown)) {
                shown += 1;
                let names = names(session.position(), ply.seats);
                writeln!(out, "{shown:>4}  {names}  {:<10}  {}", ply.text, ply.description)?;
                // Whoever watches sees the move when it is made.
                out.flush()?;
            }
        }
        if let Some(path) = &self.record {
            write_file(path, &format!("{}\n", session.to_record().to_json()))?;
        }
        if self.json {
            writeln!(out, "{}", session.to_record().to_json())?;
        } else if session.position().outcome().is_none() {
            writeln!(out, "Unfinished after {} plies.", session.plies().len())?;
        } else {
            writeln!(out, "{}", session.outcome_text().unwrap_or_default())?;
            for (label, text) in session.position().report() {
                writeln!(out, "  {label}: {text}")?;
            }
        }
        out.flush()?;
        signals::check()
    }
}

/// Who played a ply: a name, or nothing where all seats did.
pub(super) fn names(position: &dyn AnyPosition, seats: Seats) -> String {
    match seats.first() {
        Some(seat) if seats == Seats::one(seat) => position.seat_name(seat),
        _ => String::new(),
    }
}

/// The last line of a replay.
pub(super) fn outcome_line(session: &Session) -> String {
    json!({ "outcome": session.position().outcome() }).to_string()
}
