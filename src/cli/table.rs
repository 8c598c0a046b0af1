//! A table at which bots and programs outside sit: the loop that `play` and `arena` share, and what becomes
//! of programs between two games.

use super::claims::Claims;
use super::input::seat;
use super::output::{Failure, clock, input};
use super::program::{Limits, PREFIX, Program, Trouble};
use super::transcript::Transcript;
use clap::Args;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use totora::catalog::AnyGame;
use totora::contract::bot::Budget;
use totora::contract::game::{FORFEIT, Seat};
use totora::record::SeatSpec;
use totora::session::Session;

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
pub(crate) enum Sitter {
    /// A bot of the game.
    Bot(SeatSpec),
    /// A program outside, by its command line.
    Program(String),
}

impl Sitter {
    /// `NAME`, `NAME:key=value`, `NAME@BUDGET`, or `exec:COMMAND`.
    pub(crate) fn read(
        game: &'static dyn AnyGame,
        text: &str,
        budget: Option<Budget>,
    ) -> Result<Sitter, Failure> {
        match text.strip_prefix(PREFIX) {
            Some(command) if command.trim().is_empty() => {
                Err(input("`exec:` names no program; expected exec:./mybot"))
            }
            Some(command) => Ok(Sitter::Program(command.to_owned())),
            None => Ok(Sitter::Bot(seat(game, text, budget)?)),
        }
    }

    /// Who it is in a record. A program's moves stand there as a person's would: nobody else has it.
    pub(crate) fn spec(&self) -> SeatSpec {
        match self {
            Sitter::Bot(spec) => spec.clone(),
            Sitter::Program(_) => SeatSpec::Human,
        }
    }
}

/// The programs of a tournament, and those that wait for their next game.
pub(crate) struct Programs<'a> {
    sitters: &'a [Sitter],
    outside: &'a Outside,
    budget: Option<Budget>,
    transcript: Transcript,
    /// By entrant.
    waiting: Vec<Mutex<Vec<Program>>>,
    /// How often each came to grief.
    griefs: Vec<AtomicU32>,
}

impl<'a> Programs<'a> {
    /// None runs yet.
    pub(crate) fn new(
        sitters: &'a [Sitter],
        outside: &'a Outside,
        budget: Option<Budget>,
    ) -> Result<Self, Failure> {
        let transcript = outside.manners.transcript().map_err(input)?;
        Ok(Programs {
            sitters,
            outside,
            budget,
            transcript,
            waiting: sitters.iter().map(|_| Mutex::default()).collect(),
            griefs: sitters.iter().map(|_| AtomicU32::new(0)).collect(),
        })
    }

    /// A game of these entrants, by seat; `name` is what its transcripts are called by.
    pub(crate) fn sit_down(&self, seats: &[usize], name: &str) -> Result<Match<'_>, Failure> {
        let chair = |(seat, &entrant): (usize, &usize)| {
            let Sitter::Program(command) = &self.sitters[entrant] else { return Ok(Chair::Bot) };
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
            Ok(Chair::Program(Box::new(program)))
        };
        let chairs = seats.iter().enumerate().map(chair).collect::<Result<_, Failure>>()?;
        Ok(Match { programs: self, seats: seats.to_vec(), chairs, claims: None })
    }
}

/// Who sits on a chair.
enum Chair {
    /// A bot, which the session asks.
    Bot,
    /// A program that runs.
    Program(Box<Program>),
    /// A program that came to grief too often to be started again.
    Barred,
    /// A program that is gone.
    Gone,
}

/// A game that is being played.
pub(crate) struct Match<'a> {
    programs: &'a Programs<'a>,
    /// The entrant on each seat.
    seats: Vec<usize>,
    chairs: Vec<Chair>,
    claims: Option<(Seat, Claims)>,
}

impl Match<'_> {
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
        self.claims = None;
        let Some(seat) = asked else {
            return session.play_bot(clock().as_ref()).map_err(|error| failed(&error));
        };
        let chair = &mut self.chairs[seat];
        let trouble = match chair {
            Chair::Program(program) => match program.choose(session, seat, self.programs.budget) {
                Ok(claims) => match session.play(Some(seat), &claims.choice, false) {
                    Ok(_) => {
                        self.claims = Some((seat, claims));
                        return Ok(true);
                    }
                    Err(error) => Some(Trouble::Wrong(error.to_string())),
                },
                Err(Trouble::Stopped(signal)) => return Err(Failure::Stopped(signal)),
                Err(trouble) => Some(trouble),
            },
            Chair::Barred => Some(Trouble::Gone(
                "it came to grief too often (--restarts), and is not started again".to_owned(),
            )),
            Chair::Bot | Chair::Gone => None,
        };
        if let Some(trouble) = trouble {
            complain(session, seat, trouble.words());
            if matches!(chair, Chair::Program(_)) {
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
    pub(crate) fn claims(&self) -> Option<&(Seat, Claims)> {
        self.claims.as_ref()
    }

    /// The game is over: programs are ended, or wait for the next.
    pub(crate) fn rise(self) {
        if !self.programs.outside.keep {
            return;
        }
        for (chair, entrant) in self.chairs.into_iter().zip(self.seats) {
            if let Chair::Program(program) = chair {
                let waiting = &self.programs.waiting[entrant];
                waiting.lock().unwrap_or_else(PoisonError::into_inner).push(*program);
            }
        }
    }
}
