//! Matches between bots and external programs: the loop that `play` and `arena` share, and the programs that wait
//! between two games.

use super::dialect::Dialect;
use super::input::seat;
use super::output::{self, Failure, Stop, failed, input, stopped};
use super::program::{PREFIX, Program, ProgramError, ProgramLimits};
use super::transcript::Transcript;
use clap::Args;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use totora::arena::{Entrant, TimeControl, entrants};
use totora::base::fixed::shorten;
use totora::base::util::{quoted_words, split_outside};
use totora::catalog::AnyGame;
use totora::contract::bot::{Budget, Clock};
use totora::contract::game::{FORFEIT, Seat};
use totora::lab::shared;
use totora::record::{SeatSpec, program_name};
use totora::session::Session;
use totora::session::names::written_name;
use totora::session::program::ReportedThought;

/// How external programs are run over many games.
#[derive(Args, Clone)]
pub(crate) struct ProgramOptions {
    #[command(flatten)]
    pub(crate) program_limits: ProgramLimits,
    /// Run an external program for many games instead of starting it for every game
    #[arg(long)]
    keep: bool,
    /// How often an external program may fail. After more failures it is not started again and loses its games at
    /// once
    #[arg(long, value_name = "N", default_value_t = 20)]
    restarts: u32,
}

impl ProgramLimits {
    /// The options for a single game.
    pub(crate) fn once(self) -> ProgramOptions {
        ProgramOptions { program_limits: self, keep: false, restarts: u32::MAX }
    }
}

/// The player on a seat, as the user typed it.
#[derive(Clone)]
pub(crate) enum SeatAssignment {
    /// A bot of the game; in a game of people also a person, whose moves the command asks for.
    Bot(SeatSpec),
    /// An external program.
    Program {
        /// Its label, if it has one.
        label: Option<String>,
        /// Its command line.
        command: String,
        /// Its own budget, which overrides the budget for all.
        budget: Option<Budget>,
    },
}

/// For a decision, a bot uses its remaining time divided by this number, plus [`SAFE`] times the increment.
const SHARES: f64 = 20.0;
/// The share of the increment that a bot uses for a decision.
const SAFE: f64 = 0.8;

impl SeatAssignment {
    /// Reads `NAME`, `NAME:key=value`, `NAME@BUDGET`, `exec:COMMAND` or `exec:COMMAND@BUDGET`, with `gtp:` or
    /// `nboard:` before the command for programs that speak these. Each may start with `LABEL=`.
    pub(crate) fn read(
        game: &'static dyn AnyGame,
        text: &str,
        budget: Option<Budget>,
    ) -> Result<SeatAssignment, Failure> {
        let (label, rest) = label(text)?;
        let Some(program) = rest.strip_prefix(PREFIX) else {
            return Ok(SeatAssignment::Bot(seat(game, rest, budget)?));
        };
        let wrong = |error: String| input(format!("`{}`: {error}", shorten(text)));
        // Check the whole text, so that an error names the position in the text that the user typed.
        quoted_words(text).map_err(wrong)?;
        let (command, own) = own_budget(program).map_err(wrong)?;
        let names = quoted_words(Dialect::split(command).1)
            .is_ok_and(|words| words.iter().any(|word| !word.is_empty()));
        if !names {
            return Err(wrong("the program is missing; expected exec:./mybot".to_owned()));
        }
        Ok(SeatAssignment::Program { label, command: command.to_owned(), budget: own.or(budget) })
    }

    /// Reads a list of players, each with its name in tables: its label, or the name and author of its heuristic, or else
    /// the text that the user typed. A text may also be a link with several heuristics.
    pub(crate) fn read_all(
        game: &'static dyn AnyGame,
        texts: &[String],
        budget: Option<Budget>,
    ) -> Result<Vec<(String, SeatAssignment)>, Failure> {
        let mut all = Vec::new();
        for text in texts {
            let (label, rest) = if is_link(text) { (None, text.as_str()) } else { label(text)? };
            if !is_link(rest) {
                let assignment = SeatAssignment::read(game, text, budget)?;
                let name = label.or_else(|| written_name(&assignment.spec()));
                all.push((name.unwrap_or_else(|| text.clone()), assignment));
                continue;
            }
            for mut seat in of_links(game, rest)? {
                if let SeatSpec::Bot { budget: own, .. } = &mut seat {
                    *own = own.or(budget);
                }
                let name = label.clone().or_else(|| written_name(&seat));
                let name = name.unwrap_or_else(|| seat.to_text());
                all.push((name, SeatAssignment::Bot(seat)));
            }
        }
        Ok(all)
    }

    /// The seat in a record. A program without a label is recorded as a human, because a record cannot start it again.
    pub(crate) fn spec(&self) -> SeatSpec {
        match self {
            SeatAssignment::Bot(spec) => spec.clone(),
            SeatAssignment::Program { label: Some(name), budget, .. } => {
                SeatSpec::Program { name: name.clone(), budget: *budget }
            }
            SeatAssignment::Program { .. } => SeatSpec::Human,
        }
    }
}

/// The entrants of an arena with these names, and their assignments.
pub(crate) fn entered(named: Vec<(String, SeatAssignment)>) -> (Vec<Entrant>, Vec<SeatAssignment>) {
    let specs = named.iter().map(|(name, assignment)| (name.clone(), assignment.spec()));
    (entrants(specs), named.into_iter().map(|(_, assignment)| assignment).collect())
}

/// Whether a text is one or several links: `#…`, with or without the address of a page before it.
fn is_link(text: &str) -> bool {
    let of_page = |address: &str| {
        let scheme = address.split_once("://").map_or("", |(scheme, _)| scheme);
        !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    let address = text.trim_start().split_once('#').map(|(address, _)| address);
    address.is_some_and(|address| address.is_empty() || of_page(address))
}

/// The heuristics in links that are separated by white space.
fn of_links(game: &'static dyn AnyGame, links: &str) -> Result<Vec<SeatSpec>, Failure> {
    let mut seats = Vec::new();
    for link in links.split_whitespace() {
        let wrong = |error: String| input(format!("`{}`: {error}", shorten(link)));
        let (of, found) = shared::heuristics(link).map_err(wrong)?;
        if of.id() != game.id() {
            let (found, expected) = (of.name(), game.name());
            return Err(wrong(format!("a heuristic of {found}; expected {expected}")));
        }
        seats.extend(found);
    }
    Ok(seats)
}

/// Splits the label from the rest of a text.
fn label(text: &str) -> Result<(Option<String>, &str), Failure> {
    let labelled = text.split_once('=').filter(|(label, _)| !label.contains([':', '@', '\'', '"']));
    let Some((label, rest)) = labelled else { return Ok((None, text)) };
    let name = program_name(label).map_err(|_| {
        let text = shorten(text);
        input(format!(
            "`{text}`: the label before = is `{}`; expected 1 to 40 characters",
            shorten(label)
        ))
    })?;
    Ok((Some(name), rest))
}

/// Splits a program's command from its budget: the part after the last `@`, unless that is part of a word as in `me@host`.
fn own_budget(program: &str) -> Result<(&str, Option<Budget>), String> {
    let parts = split_outside(program, b'@');
    let Some(last) = parts.last().filter(|_| parts.len() > 1) else { return Ok((program, None)) };
    let command = &program[..program.len() - last.len() - 1];
    match last.parse() {
        Ok(budget) => Ok((command, Some(budget))),
        Err(error)
            if last.bytes().next().is_some_and(|byte| byte.is_ascii_digit())
                && last.bytes().all(|byte| byte.is_ascii_alphanumeric()) =>
        {
            Err(format!("{error}; put the word in quotes if it is not a budget"))
        }
        Err(_) => Ok((program, None)),
    }
}

/// The players of a tournament, and the running programs that wait for their next game.
pub(crate) struct Programs {
    assignments: Vec<SeatAssignment>,
    program_options: ProgramOptions,
    transcript: Transcript,
    /// The waiting programs by entrant.
    waiting: Vec<Mutex<Vec<Program>>>,
    /// How often each entrant has failed to give a move.
    failures: Vec<AtomicU32>,
}

impl Programs {
    /// Starts no program yet.
    pub(crate) fn new(
        assignments: Vec<SeatAssignment>,
        program_options: ProgramOptions,
    ) -> Result<Self, Failure> {
        let transcript =
            Transcript::new(program_options.program_limits.log.as_deref()).map_err(input)?;
        Ok(Programs {
            transcript,
            waiting: assignments.iter().map(|_| Mutex::default()).collect(),
            failures: assignments.iter().map(|_| AtomicU32::new(0)).collect(),
            assignments,
            program_options,
        })
    }

    /// Begins a game of these entrants, listed by seat. The names of its transcripts start with `name`. The clock is for
    /// programs and for bots with a budget in time. The match is aborted when `stop` is set; the game is then invalid.
    pub(crate) fn begin_match(
        &self,
        seats: &[usize],
        name: &str,
        clock: Option<TimeControl>,
        stop: Option<&Stop>,
    ) -> Result<Match<'_>, Failure> {
        let occupant = |(seat, &entrant): (usize, &usize)| {
            let SeatAssignment::Program { command, budget, .. } = &self.assignments[entrant] else {
                return Ok(SeatOccupant::Bot);
            };
            if self.failures[entrant].load(Ordering::Relaxed) > self.program_options.restarts {
                return Ok(SeatOccupant::Barred);
            }
            let mut waiting = self.waiting[entrant].lock().unwrap_or_else(PoisonError::into_inner);
            let mut program = match waiting.pop() {
                Some(program) => program,
                None => {
                    let limits = self.program_options.program_limits.clone();
                    Program::start(command, limits, self.transcript.another()).map_err(input)?
                }
            };
            program.write_to(&format!("{name}-seat-{seat}"));
            if let Some(stop) = stop {
                program.set_stop(Arc::clone(stop));
            }
            Ok(SeatOccupant::Program(Box::new(program), *budget))
        };
        let occupants = seats.iter().enumerate().map(occupant).collect::<Result<_, Failure>>()?;
        Ok(Match {
            programs: self,
            seats: seats.to_vec(),
            occupants,
            reported: None,
            spent: 0.0,
            clock: clock.map(|clock| (clock, vec![f64::from(clock.base); seats.len()])),
            stop: stop.cloned(),
        })
    }
}

/// The player on a seat during a game.
enum SeatOccupant {
    /// A bot, which the session runs.
    Bot,
    /// A running program and its budget.
    Program(Box<Program>, Option<Budget>),
    /// A program that has failed too often and is not started again.
    Barred,
    /// A program that has ended, or a program or bot whose time is up.
    Gone,
}

/// A game in progress.
pub(crate) struct Match<'a> {
    programs: &'a Programs,
    /// The entrant on each seat.
    seats: Vec<usize>,
    occupants: Vec<SeatOccupant>,
    /// What a program reported about the last move.
    pub(crate) reported: Option<ReportedThought>,
    /// The time of the last decision in milliseconds, without the start of a program; 0 if the player forfeited.
    pub(crate) spent: f64,
    /// The clock, and the time left for each seat in milliseconds.
    clock: Option<(TimeControl, Vec<f64>)>,
    stop: Option<Stop>,
}

impl Match<'_> {
    /// Subtracts the time of a decision from a seat's clock and adds the increment. A player that ran out of time forfeits on
    /// its next turn.
    fn spend(
        &mut self,
        session: &Session,
        seat: Seat,
        ms: f64,
        complain: &mut dyn FnMut(&Session, Seat, &str),
    ) {
        let Some((clock, left)) = &mut self.clock else { return };
        left[seat] -= ms;
        if left[seat] < 0.0 && !session.position().to_act().is_empty() {
            complain(session, seat, "its time is up");
            self.occupants[seat] = SeatOccupant::Gone;
        }
        left[seat] += f64::from(clock.increment);
    }

    /// Plays the next move of a bot or a program. A program that fails to give a move is stopped and forfeits;
    /// with more than two players, the others play on. `complain` is called with the reason.
    /// Returns false at the end of the game.
    pub(crate) fn step(
        &mut self,
        session: &mut Session,
        complain: &mut dyn FnMut(&Session, Seat, &str),
    ) -> Result<bool, Failure> {
        // With simultaneous moves, ask programs first, while the position is the one that all players see.
        let next = session.next_of(|seat| self.is_not_bot(seat));
        (self.reported, self.spent) = (None, 0.0);
        let Some(seat) = next else {
            let timed = session.bot_to_act().filter(|&seat| {
                let spec = &session.setup().seats[seat];
                matches!(spec, SeatSpec::Bot { budget: Some(Budget::Ms(_)), .. })
            });
            // The bot stops when it has used its share of the clock.
            let ms = timed.zip(self.clock.as_ref()).map(|(seat, (clock, left))| {
                left[seat] / SHARES + f64::from(clock.increment) * SAFE
            });
            let watch = output::WallClock { begun: Instant::now(), ms, stop: self.stop.clone() };
            let moved = session.play_bot(&watch).map_err(failed)?;
            self.spent = watch.elapsed_ms();
            if let Some(seat) = timed {
                self.spend(session, seat, self.spent, complain);
            }
            return Ok(moved);
        };
        let left = self.clock.as_ref().map(|(_, left)| left[seat] as u64);
        let occupant = &mut self.occupants[seat];
        let trouble = match occupant {
            SeatOccupant::Program(program, budget) => {
                match program.choose(session, seat, *budget, left) {
                    Ok(reported) => match session.play(Some(seat), &reported.choice, false) {
                        Ok(_) => {
                            self.spent = program.spent;
                            self.reported = Some(reported);
                            self.spend(session, seat, self.spent, complain);
                            return Ok(true);
                        }
                        Err(error) => Some(ProgramError::Wrong(error.to_string())),
                    },
                    Err(ProgramError::Stopped(signal)) => return Err(Failure::Stopped(signal)),
                    Err(trouble) => Some(trouble),
                }
            }
            SeatOccupant::Barred => Some(ProgramError::Gone(
                "it failed too often (--restarts) and is not started again".to_owned(),
            )),
            SeatOccupant::Bot | SeatOccupant::Gone => None,
        };
        if let Some(trouble) = trouble {
            complain(session, seat, trouble.words());
            // If we aborted the match, the program did not fail.
            if matches!(occupant, SeatOccupant::Program(..)) && !stopped(self.stop.as_ref()) {
                let entrant = self.seats[seat];
                self.programs.failures[entrant].fetch_add(1, Ordering::Relaxed);
            }
            // This ends the program and all processes that it started.
            *occupant = SeatOccupant::Gone;
        }
        session.play(Some(seat), FORFEIT, false).map_err(failed)?;
        Ok(true)
    }

    /// Whether the session cannot play for this seat: it has a program, or it has forfeited.
    fn is_not_bot(&self, seat: Seat) -> bool {
        self.occupants.get(seat).is_some_and(|occupant| !matches!(occupant, SeatOccupant::Bot))
    }

    /// Ends the match: programs are stopped, or wait for the next game.
    pub(crate) fn end(self) {
        if !self.programs.program_options.keep {
            return;
        }
        for (occupant, entrant) in self.occupants.into_iter().zip(self.seats) {
            if let SeatOccupant::Program(program, _) = occupant {
                let waiting = &self.programs.waiting[entrant];
                waiting.lock().unwrap_or_else(PoisonError::into_inner).push(*program);
            }
        }
    }
}
