//! Matches of bots and programs outside: the loop that `play` and `arena` share, and what becomes of programs between
//! two games.

use super::input::seat;
use super::output::{Failure, Stop, clock_with, input, stopped};
use super::program::{PREFIX, Program, ProgramError, ProgramLimits};
use super::transcript::Transcript;
use clap::Args;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use totora::arena::Clock;
use totora::base::fixed::shorten;
use totora::base::util::{quoted_words, split_outside};
use totora::catalog::AnyGame;
use totora::contract::bot::{Budget, Watch};
use totora::contract::game::{FORFEIT, Seat};
use totora::lab::shared;
use totora::record::{SeatSpec, program_name};
use totora::session::Session;
use totora::session::names::written_name;
use totora::session::program::ReportedThought;

/// How programs outside are treated over many games.
#[derive(Args, Clone)]
pub(crate) struct ProgramOptions {
    #[command(flatten)]
    pub(crate) program_limits: ProgramLimits,
    /// Let a program outside play many games, instead of starting it for every game
    #[arg(long)]
    keep: bool,
    /// How often a program outside may come to grief before it is not started again: its games are then
    /// lost at once
    #[arg(long, value_name = "N", default_value_t = 20)]
    restarts: u32,
}

impl ProgramLimits {
    /// For a single game.
    pub(crate) fn once(self) -> ProgramOptions {
        ProgramOptions { program_limits: self, keep: false, restarts: u32::MAX }
    }
}

/// Who sits on a seat, as typed.
#[derive(Clone)]
pub(crate) enum SeatAssignment {
    /// A bot of the game.
    Bot(SeatSpec),
    /// A program outside.
    Program {
        /// What it is called, if it was given a label.
        label: Option<String>,
        /// Its command line.
        command: String,
        /// Its own, which counts before that of all.
        budget: Option<Budget>,
    },
}

/// A bot uses one part in this many of its remaining time for a decision,
const SHARES: f64 = 20.0;
/// and this share of the increment.
const SAFE: f64 = 0.8;

impl SeatAssignment {
    /// `NAME`, `NAME:key=value`, `NAME@BUDGET`, `exec:COMMAND` or `exec:COMMAND@BUDGET`, with `LABEL=` in front of any.
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
        // Of the whole text, so that the place in an error is that in what was typed.
        quoted_words(text).map_err(wrong)?;
        let (command, own) = own_budget(program).map_err(wrong)?;
        let names =
            quoted_words(command).is_ok_and(|words| words.iter().any(|word| !word.is_empty()));
        if !names {
            return Err(wrong("it names no program; expected exec:./mybot".to_owned()));
        }
        Ok(SeatAssignment::Program { label, command: command.to_owned(), budget: own.or(budget) })
    }

    /// Those who were typed, each with what it is called in tables: its label, else the name and the author of a heuristic,
    /// else as it was typed. Instead of a heuristic there may be a link that has some.
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

    /// Its seat in a record. A program without a label is recorded as a person, since the record cannot start it again.
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

/// Whether it is a link, or several: an address of a page, if any, and what it shows.
fn is_link(text: &str) -> bool {
    let of_page = |address: &str| {
        let scheme = address.split_once("://").map_or("", |(scheme, _)| scheme);
        !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    let address = text.trim_start().split_once('#').map(|(address, _)| address);
    address.is_some_and(|address| address.is_empty() || of_page(address))
}

/// The heuristics of links, with white space between.
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

/// A label, and what it is given to.
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

/// A program's command and its budget: what stands after the last `@`, unless that is part of a word as in `me@host`.
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
            Err(format!("{error}; put the word in quotes if it is no budget"))
        }
        Err(_) => Ok((program, None)),
    }
}

/// The programs of a tournament, and those that wait for their next game.
pub(crate) struct Programs {
    assignments: Vec<SeatAssignment>,
    outside: ProgramOptions,
    transcript: Transcript,
    /// By entrant.
    waiting: Vec<Mutex<Vec<Program>>>,
    /// How often each gave no move.
    failures: Vec<AtomicU32>,
}

impl Programs {
    /// None runs yet.
    pub(crate) fn new(
        assignments: Vec<SeatAssignment>,
        outside: ProgramOptions,
    ) -> Result<Self, Failure> {
        let transcript = outside.program_limits.transcript().map_err(input)?;
        Ok(Programs {
            transcript,
            waiting: assignments.iter().map(|_| Mutex::default()).collect(),
            failures: assignments.iter().map(|_| AtomicU32::new(0)).collect(),
            assignments,
            outside,
        })
    }

    /// Who sits on the seat of an entrant in a record.
    pub(crate) fn spec(&self, entrant: usize) -> SeatSpec {
        self.assignments[entrant].spec()
    }

    /// Whether an entrant is a program.
    pub(crate) fn has(&self, entrant: usize) -> bool {
        matches!(self.assignments[entrant], SeatAssignment::Program { .. })
    }

    /// A game of these entrants, by seat; `name` is what its transcripts are called by.
    pub(crate) fn begin_match(&self, seats: &[usize], name: &str) -> Result<Match<'_>, Failure> {
        let occupant = |(seat, &entrant): (usize, &usize)| {
            let SeatAssignment::Program { command, budget, .. } = &self.assignments[entrant] else {
                return Ok(SeatOccupant::Bot);
            };
            if self.failures[entrant].load(Ordering::Relaxed) > self.outside.restarts {
                return Ok(SeatOccupant::Barred);
            }
            let mut waiting = self.waiting[entrant].lock().unwrap_or_else(PoisonError::into_inner);
            let mut program = match waiting.pop() {
                Some(program) => program,
                None => {
                    let limits = self.outside.program_limits.clone();
                    Program::start(command, limits, self.transcript.another()).map_err(input)?
                }
            };
            program.write_to(&format!("{name}-seat-{seat}"));
            Ok(SeatOccupant::Program(Box::new(program), *budget))
        };
        let occupants = seats.iter().enumerate().map(occupant).collect::<Result<_, Failure>>()?;
        let seats = seats.to_vec();
        Ok(Match {
            programs: self,
            seats,
            occupants,
            reported: None,
            spent: 0.0,
            clock: None,
            stop: None,
        })
    }
}

/// Who plays for a seat.
enum SeatOccupant {
    /// A bot, which the session asks.
    Bot,
    /// A program that runs, with its budget.
    Program(Box<Program>, Option<Budget>),
    /// A program that came to grief too often to be started again.
    Barred,
    /// A program that is gone, or one or a bot whose time is up.
    Gone,
}

/// A game that is being played.
pub(crate) struct Match<'a> {
    programs: &'a Programs,
    /// The entrant on each seat.
    seats: Vec<usize>,
    occupants: Vec<SeatOccupant>,
    reported: Option<(Seat, ReportedThought)>,
    /// The milliseconds of the last decision, without the start of a program.
    spent: f64,
    /// The milliseconds that each seat has left.
    clock: Option<(Clock, Vec<f64>)>,
    stop: Option<Stop>,
}

/// Says stop when a bot has used its share of the clock.
struct Share {
    watch: Box<dyn Watch>,
    ms: f64,
}

impl Watch for Share {
    fn elapsed_ms(&self) -> f64 {
        self.watch.elapsed_ms()
    }

    fn stop(&self) -> bool {
        self.watch.stop() || self.watch.elapsed_ms() >= self.ms
    }
}

impl Match<'_> {
    /// The same, given up when this is set: what is played then is no game.
    pub(crate) fn heeding(mut self, stop: Option<&Stop>) -> Self {
        self.stop = stop.cloned();
        for occupant in &mut self.occupants {
            if let (SeatOccupant::Program(program, _), Some(stop)) = (occupant, stop) {
                program.heed(Arc::clone(stop));
            }
        }
        self
    }

    /// The same with clocks for programs and for bots with a budget in time.
    pub(crate) fn timed(mut self, clock: Option<Clock>) -> Self {
        self.clock = clock.map(|clock| (clock, vec![f64::from(clock.base); self.seats.len()]));
        self
    }

    /// Takes the time of a decision from a seat, and adds the increment. Who had no more gives up on its next turn.
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

    /// Plays the next move of the game: a bot's, or a program's. A program that gives no move gives
    /// up and is ended, and loses; where several sit, the others play on. `complain` hears why.
    /// False at the end.
    pub(crate) fn step(
        &mut self,
        session: &mut Session,
        complain: &mut dyn FnMut(&Session, Seat, &str),
    ) -> Result<bool, Failure> {
        let failed = |error: &dyn ToString| Failure::Failed(error.to_string());
        let simultaneous = session.position().simultaneous();
        let owing = session.position().to_act();
        // In turns, the first seat that owes a move; at once, programs first: they see the picture that all see.
        let next = if simultaneous {
            owing.iter().find(|&seat| self.has(seat))
        } else {
            owing.first().filter(|&seat| self.has(seat))
        };
        (self.reported, self.spent) = (None, 0.0);
        let Some(seat) = next else {
            let timed = session.bot_to_act().filter(|&seat| {
                let spec = &session.setup().seats[seat];
                matches!(spec, SeatSpec::Bot { budget: Some(Budget::Ms(_)), .. })
            });
            let share = timed.zip(self.clock.as_ref()).map(|(seat, (clock, left))| {
                left[seat] / SHARES + f64::from(clock.increment) * SAFE
            });
            let watch = clock_with(self.stop.as_ref());
            let watch = Share { watch, ms: share.unwrap_or(f64::INFINITY) };
            let moved = session.play_bot(&watch).map_err(|error| failed(&error))?;
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
                match program.timed(left).choose(session, seat, *budget) {
                    Ok(reported) => match session.play(Some(seat), &reported.choice, false) {
                        Ok(_) => {
                            self.spent = program.spent();
                            self.reported = Some((seat, reported));
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
                "it came to grief too often (--restarts), and is not started again".to_owned(),
            )),
            SeatOccupant::Bot | SeatOccupant::Gone => None,
        };
        if let Some(trouble) = trouble {
            complain(session, seat, trouble.words());
            // What is given up is not the program's fault.
            if matches!(occupant, SeatOccupant::Program(..)) && !stopped(self.stop.as_ref()) {
                let entrant = self.seats[seat];
                self.programs.failures[entrant].fetch_add(1, Ordering::Relaxed);
            }
            // Ends it, and all that it started.
            *occupant = SeatOccupant::Gone;
        }
        session.play(Some(seat), FORFEIT, false).map_err(|error| failed(&error))?;
        Ok(true)
    }

    fn has(&self, seat: Seat) -> bool {
        self.occupants.get(seat).is_some_and(|occupant| !matches!(occupant, SeatOccupant::Bot))
    }

    /// What a program said of the move that was played last.
    pub(crate) fn reported(&self) -> Option<&(Seat, ReportedThought)> {
        self.reported.as_ref()
    }

    /// How long the last decision took, in milliseconds; nothing where it was given up.
    pub(crate) fn spent(&self) -> f64 {
        self.spent
    }

    /// The game is over: programs are ended, or wait for the next.
    pub(crate) fn end(self) {
        if !self.programs.outside.keep {
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
