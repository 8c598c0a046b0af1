//! A table at which bots and programs outside sit: the loop that `play` and `arena` share, and what becomes
//! of programs between two games.

use super::input::seat;
use super::output::{Failure, clock, input};
use super::program::{Limits, PREFIX, Program, Trouble};
use super::transcript::Transcript;
use clap::Args;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use totora::arena::Clock;
use totora::base::fixed::shorten;
use totora::base::util::{quoted_words, split_outside};
use totora::catalog::AnyGame;
use totora::contract::bot::{Budget, Watch};
use totora::contract::game::{FORFEIT, Seat};
use totora::record::{SeatSpec, program_name};
use totora::session::Session;
use totora::session::program::ReportedThought;

/// How programs outside are treated.
#[derive(Args, Clone)]
pub(crate) struct Manners {
    /// How long a program outside may take to answer, in milliseconds, beside a budget in time
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    patience: u64,
    /// How long it may take to start and to answer `new`, in milliseconds; its clock runs after that
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    startup: u64,
    /// Writes down what is said between us and programs outside: a file for every seat of every game
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
}

/// How programs outside are treated over many games.
#[derive(Args, Clone)]
pub(crate) struct Outside {
    #[command(flatten)]
    pub(crate) manners: Manners,
    /// Let a program outside play many games, instead of starting it for every game
    #[arg(long)]
    keep: bool,
    /// How often a program outside may come to grief before it is not started again: its games are then
    /// lost at once
    #[arg(long, value_name = "N", default_value_t = 20)]
    restarts: u32,
}

impl Manners {
    /// How long programs may take.
    pub(crate) fn limits(&self) -> Limits {
        Limits { patience: self.patience, startup: self.startup }
    }

    /// Where is written down what is said.
    ///
    /// # Errors
    /// When there cannot be such a directory.
    pub(crate) fn transcript(&self) -> Result<Transcript, String> {
        Transcript::new(self.log.as_deref())
    }

    /// For a single game.
    pub(crate) fn once(self) -> Outside {
        Outside { manners: self, keep: false, restarts: u32::MAX }
    }
}

/// Who sits on a seat, as typed.
#[derive(Clone)]
pub(crate) enum Sitter {
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

impl Sitter {
    /// `NAME`, `NAME:key=value`, `NAME@BUDGET`, `exec:COMMAND` or `exec:COMMAND@BUDGET`, with `LABEL=` in front of any.
    pub(crate) fn read(
        game: &'static dyn AnyGame,
        text: &str,
        budget: Option<Budget>,
    ) -> Result<Sitter, Failure> {
        let (label, rest) = label(text)?;
        let Some(program) = rest.strip_prefix(PREFIX) else {
            return Ok(Sitter::Bot(seat(game, rest, budget)?));
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
        Ok(Sitter::Program { label, command: command.to_owned(), budget: own.or(budget) })
    }

    /// What it is called in tables: its label, else as it was typed.
    pub(crate) fn name(text: &str) -> String {
        label(text).ok().and_then(|(label, _)| label).unwrap_or_else(|| text.to_owned())
    }

    /// Its seat in a record. A program without a label is recorded as a person, since the record cannot start it again.
    pub(crate) fn spec(&self) -> SeatSpec {
        match self {
            Sitter::Bot(spec) => spec.clone(),
            Sitter::Program { label: Some(name), budget, .. } => {
                SeatSpec::Program { name: name.clone(), budget: *budget }
            }
            Sitter::Program { .. } => SeatSpec::Human,
        }
    }
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
pub(crate) struct Programs<'a> {
    sitters: &'a [Sitter],
    outside: &'a Outside,
    transcript: Transcript,
    /// By entrant.
    waiting: Vec<Mutex<Vec<Program>>>,
    /// How often each came to grief.
    griefs: Vec<AtomicU32>,
}

impl<'a> Programs<'a> {
    /// None runs yet.
    pub(crate) fn new(sitters: &'a [Sitter], outside: &'a Outside) -> Result<Self, Failure> {
        let transcript = outside.manners.transcript().map_err(input)?;
        Ok(Programs {
            sitters,
            outside,
            transcript,
            waiting: sitters.iter().map(|_| Mutex::default()).collect(),
            griefs: sitters.iter().map(|_| AtomicU32::new(0)).collect(),
        })
    }

    /// A game of these entrants, by seat; `name` is what its transcripts are called by.
    pub(crate) fn sit_down(&self, seats: &[usize], name: &str) -> Result<Match<'_>, Failure> {
        let chair = |(seat, &entrant): (usize, &usize)| {
            let Sitter::Program { command, budget, .. } = &self.sitters[entrant] else {
                return Ok(Chair::Bot);
            };
            if self.griefs[entrant].load(Ordering::Relaxed) > self.outside.restarts {
                return Ok(Chair::Barred);
            }
            let mut waiting = self.waiting[entrant].lock().unwrap_or_else(PoisonError::into_inner);
            let mut program = match waiting.pop() {
                Some(program) => program,
                None => {
                    let limits = self.outside.manners.limits();
                    Program::start(command, limits, self.transcript.another()).map_err(input)?
                }
            };
            program.write_to(&format!("{name}-seat-{seat}"));
            Ok(Chair::Program(Box::new(program), *budget))
        };
        let chairs = seats.iter().enumerate().map(chair).collect::<Result<_, Failure>>()?;
        Ok(Match { programs: self, seats: seats.to_vec(), chairs, reported: None, clock: None })
    }
}

/// Who sits on a chair.
enum Chair {
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
    programs: &'a Programs<'a>,
    /// The entrant on each seat.
    seats: Vec<usize>,
    chairs: Vec<Chair>,
    reported: Option<(Seat, ReportedThought)>,
    /// The milliseconds that each seat has left.
    clock: Option<(Clock, Vec<f64>)>,
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
            self.chairs[seat] = Chair::Gone;
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
        // In turns, whoever is first; at once, programs first: they see the picture that all see.
        let asked = if simultaneous {
            owing.iter().find(|&seat| self.has(seat))
        } else {
            owing.first().filter(|&seat| self.has(seat))
        };
        self.reported = None;
        let Some(seat) = asked else {
            let timed = session.bot_to_act().filter(|&seat| {
                let spec = &session.setup().seats[seat];
                matches!(spec, SeatSpec::Bot { budget: Some(Budget::Ms(_)), .. })
            });
            let share = timed.zip(self.clock.as_ref()).map(|(seat, (clock, left))| {
                left[seat] / SHARES + f64::from(clock.increment) * SAFE
            });
            let watch = Share { watch: clock(), ms: share.unwrap_or(f64::INFINITY) };
            let moved = session.play_bot(&watch).map_err(|error| failed(&error))?;
            if let Some(seat) = timed {
                self.spend(session, seat, watch.elapsed_ms(), complain);
            }
            return Ok(moved);
        };
        let left = self.clock.as_ref().map(|(_, left)| left[seat] as u64);
        let chair = &mut self.chairs[seat];
        let trouble = match chair {
            Chair::Program(program, budget) => {
                match program.timed(left).choose(session, seat, *budget) {
                    Ok(reported) => match session.play(Some(seat), &reported.choice, false) {
                        Ok(_) => {
                            let ms = program.spent();
                            self.reported = Some((seat, reported));
                            self.spend(session, seat, ms, complain);
                            return Ok(true);
                        }
                        Err(error) => Some(Trouble::Wrong(error.to_string())),
                    },
                    Err(Trouble::Stopped(signal)) => return Err(Failure::Stopped(signal)),
                    Err(trouble) => Some(trouble),
                }
            }
            Chair::Barred => Some(Trouble::Gone(
                "it came to grief too often (--restarts), and is not started again".to_owned(),
            )),
            Chair::Bot | Chair::Gone => None,
        };
        if let Some(trouble) = trouble {
            complain(session, seat, trouble.words());
            if matches!(chair, Chair::Program(..)) {
                let entrant = self.seats[seat];
                self.programs.griefs[entrant].fetch_add(1, Ordering::Relaxed);
            }
            // Ends it, and all that it started.
            *chair = Chair::Gone;
        }
        session.play(Some(seat), FORFEIT, false).map_err(|error| failed(&error))?;
        Ok(true)
    }

    fn has(&self, seat: Seat) -> bool {
        self.chairs.get(seat).is_some_and(|chair| !matches!(chair, Chair::Bot))
    }

    /// What a program said of the move that was played last.
    pub(crate) fn reported(&self) -> Option<&(Seat, ReportedThought)> {
        self.reported.as_ref()
    }

    /// The game is over: programs are ended, or wait for the next.
    pub(crate) fn rise(self) {
        if !self.programs.outside.keep {
            return;
        }
        for (chair, entrant) in self.chairs.into_iter().zip(self.seats) {
            if let Chair::Program(program, _) = chair {
                let waiting = &self.programs.waiting[entrant];
                waiting.lock().unwrap_or_else(PoisonError::into_inner).push(*program);
            }
        }
    }
}
