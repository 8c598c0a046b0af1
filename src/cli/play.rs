//! `totora play`.

use super::files::write_file;
use super::human::{HUMAN, Person, Turn, show};
use super::input::{Setup, seed, whole};
use super::output::{Failure, check_signal, input, out};
use super::program::ProgramLimits;
use super::programs::{Programs, SeatAssignment};
use super::signals;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use totora::base::util::counted;
use totora::contract::analysis::Class;
use totora::contract::bot::Budget;
use totora::record::{Record, SeatSpec};
use totora::session::program::ReportedThought;
use totora::session::{Session, ply_line};

#[derive(Args)]
pub(crate) struct Play {
    #[command(flatten)]
    setup: Setup,
    /// The players, one per seat: human for you; a bot NAME, or NAME:key=value:key=value, either with @BUDGET; or
    /// exec:COMMAND for an external program, exec:gtp:COMMAND or exec:nboard:COMMAND for one that speaks these
    #[arg(long, value_delimiter = ',', required = true)]
    seats: Vec<String>,
    /// The seed, 0 to 2^53 - 1; random by default
    #[arg(long)]
    seed: Option<u64>,
    /// The budget of bots that use one and have none of their own: 10000n, 50ms or 6d
    #[arg(long)]
    budget: Option<Budget>,
    #[command(flatten)]
    program_limits: ProgramLimits,
    /// Writes the record to this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Prints the record with its outcome as JSON, instead of the moves
    #[arg(long)]
    json: bool,
}

impl Play {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (game, options) = self.setup.read()?;
        let seed = seed(self.seed)?;
        let expected = game.start(&options, seed).map_err(input)?.seats();
        let typed = whole(&self.seats);
        if typed.len() != expected {
            return Err(input(format!(
                "{} seats are given, but {} here has {expected}",
                typed.len(),
                game.name()
            )));
        }
        let assignments = typed
            .iter()
            .map(|text| match text.as_str() {
                HUMAN => Ok(SeatAssignment::Bot(SeatSpec::Human)),
                _ => SeatAssignment::read(game, text, self.budget),
            })
            .collect::<Result<Vec<_>, _>>()?;
        let people = (0..typed.len()).filter(|&seat| typed[seat] == HUMAN).collect::<Vec<_>>();
        if self.json && !people.is_empty() {
            return Err(input(
                "--json prints a game between bots; a game with a human is saved with --record FILE",
            ));
        }
        let mut person = Person::new(people);
        let seats: Vec<SeatSpec> = assignments.iter().map(SeatAssignment::spec).collect();
        let entrants: Vec<usize> = (0..assignments.len()).collect();
        let programs = Programs::new(assignments, self.program_limits.clone().once())?;
        let mut match_ = programs.begin_match(&entrants, "game", None, None)?;
        let record = Record::new(game, options, seed, seats);
        let mut session = Session::begin(record).map_err(input)?;
        let mut out = out();
        // Waiting for a person is not stopped by a flag: there a signal ends the command, as usual.
        if !typed.iter().any(|seat| seat == HUMAN) {
            signals::listen()?;
        }
        if !self.json {
            writeln!(out, "{} with seed {seed}", game.name())?;
            out.flush()?;
        }
        let mut shown = 0;
        let mut complain = |session: &Session, seat: usize, words: &str| {
            let (ply, name) = (session.plies().len() + 1, session.position().seat_name(seat));
            eprintln!("totora: ply {ply}: {name} ({}): {words}", typed[seat]);
        };
        loop {
            // People see the position before anyone moves at the same time.
            match session.next_of(|seat| person.sits(seat)) {
                Some(seat) => match person.turn(&mut out, &mut session, seat)? {
                    Turn::Played => match_.reported = None,
                    Turn::Undone => {
                        shown = session.plies().len();
                        continue;
                    }
                    Turn::Quit => break,
                },
                None if !match_.step(&mut session, &mut complain)? => break,
                None => {}
            }
            if signals::received().is_some() {
                // The signal may have cut the search for the last move short: a replay would not find the same move.
                session.take_back().map_err(input)?;
                break;
            }
            if let (false, Some(ply)) = (self.json, session.plies().get(shown)) {
                shown += 1;
                writeln!(out, "{}", ply_line(shown, ply, session.position()))?;
                // A user who watches sees the move when it is made.
                out.flush()?;
            }
            if let (false, Some(reported)) = (self.json, &match_.reported) {
                explain(&mut out, reported)?;
            }
        }
        if let Some(path) = &self.record {
            write_file(path, format!("{}\n", session.to_record().to_json()))?;
        }
        if person.ended() {
            eprintln!(
                "totora: the input ended before the game; for a human, run this command in a terminal, or send a line for each move"
            );
        }
        if self.json {
            writeln!(out, "{}", session.to_record().to_json())?;
        } else if let Some(ending) = session.ending() {
            if (0..typed.len()).any(|seat| person.sits(seat)) {
                show(&mut out, &session)?;
            }
            writeln!(out, "{ending}")?;
        } else {
            let plies = counted(session.plies().len() as u64, "ply");
            writeln!(out, "Unfinished after {plies}.")?;
        }
        out.flush()?;
        check_signal()
    }
}

/// Prints what an external program reports about its move: the reason, and its best candidates.
fn explain(out: &mut impl Write, reported: &ReportedThought) -> Result<(), Failure> {
    const SHOWN: usize = 3;
    if !reported.why.is_empty() {
        writeln!(out, "        why: {}", reported.why)?;
    }
    for row in reported.candidates.iter().take(SHOWN) {
        let terms: Vec<String> =
            row.terms.iter().map(|(key, value)| format!("{key} {value}")).collect();
        let at_most = if row.class == Class::Bound { "≤ " } else { "" };
        let (mv, score, terms) = (&row.mv, &row.score, terms.join(", "));
        writeln!(out, "        {mv}  {at_most}{score}  {terms}")?;
    }
    Ok(())
}
