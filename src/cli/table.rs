//! A table at which bots and programs outside sit: the loop that `play` and `arena` share.

use super::input::seat;
use super::output::{Failure, clock, input};
use super::program::{PREFIX, Program, Trouble};
use totora::bot::Budget;
use totora::catalog::AnyGame;
use totora::game::{FORFEIT, NOTHING, Seat};
use totora::record::SeatSpec;
use totora::session::Session;

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

/// Who sits on a seat.
enum Chair {
    /// A bot, which the session asks.
    Bot,
    /// A program that runs.
    Program(Program),
    /// A program that is gone.
    Gone,
}

/// The programs at a table, by seat, and how they are asked.
pub(crate) struct Programs {
    seats: Vec<Chair>,
    budget: Option<Budget>,
}

impl Programs {
    /// Starts the programs among the sitters.
    pub(crate) fn start(
        sitters: &[&Sitter],
        budget: Option<Budget>,
        patience: u64,
    ) -> Result<Programs, Failure> {
        let start = |sitter: &&Sitter| match sitter {
            Sitter::Bot(_) => Ok(Chair::Bot),
            Sitter::Program(command) => {
                Program::start(command, patience).map(Chair::Program).map_err(input)
            }
        };
        Ok(Programs { seats: sitters.iter().map(start).collect::<Result<_, _>>()?, budget })
    }

    /// Plays the next move of the game: a bot's, or a program's. A program that gives no move stands still
    /// for the turn where all move at once, and gives up elsewhere; `complain` hears why. False at the
    /// end.
    pub(crate) fn step(
        &mut self,
        session: &mut Session,
        complain: &mut dyn FnMut(&Session, Seat, &str),
    ) -> Result<bool, Failure> {
        let failed = |error: &dyn ToString| Failure::Failed(error.to_string());
        let owing = session.position().to_act();
        // In turns, whoever is first; at once, programs first: they see the picture that all see.
        let asked = if session.position().simultaneous() {
            owing.iter().find(|&seat| self.has(seat))
        } else {
            owing.first().filter(|&seat| self.has(seat))
        };
        let Some(seat) = asked else {
            return session.play_bot(clock().as_ref()).map_err(|error| failed(&error));
        };
        let chair = &mut self.seats[seat];
        if let Chair::Program(program) = chair {
            let trouble = match program.choose(session, seat, self.budget) {
                Ok(text) => match session.play(Some(seat), &text, false) {
                    Ok(_) => return Ok(true),
                    Err(error) => Trouble::Wrong(error.to_string()),
                },
                Err(trouble) => trouble,
            };
            complain(session, seat, trouble.words());
            if matches!(trouble, Trouble::Gone(_)) {
                *chair = Chair::Gone;
            }
        }
        let text = if session.position().simultaneous() { NOTHING } else { FORFEIT };
        session.play(Some(seat), text, false).map_err(|error| failed(&error))?;
        Ok(true)
    }

    fn has(&self, seat: Seat) -> bool {
        self.seats.get(seat).is_some_and(|chair| !matches!(chair, Chair::Bot))
    }
}
