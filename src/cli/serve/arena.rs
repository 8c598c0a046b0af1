//! An arena of the page. Its games are played here on all cores, and external programs may take part.

use super::server::Server;
use crate::cli::arena::run::Table;
use crate::cli::output::{Failure, Stop, stopped};
use crate::cli::programs::{Programs, SeatAssignment};
use serde_json::Value;
use std::time::{Duration, Instant};
use totora::arena::journal::game_line;
use totora::arena::{self, Plan, setup};
use totora::record::SeatSpec;

/// An arena that all of its players share.
pub(super) struct Arena {
    arena: arena::Arena,
    plan: Plan,
    programs: Programs,
}

impl Arena {
    /// Creates the bots and plans the games of an `ArenaSetup`.
    ///
    /// # Errors
    /// If the setup is invalid or names an unknown program.
    pub(super) fn new(setup: &Value, server: &Server) -> Result<Arena, String> {
        let arena = setup::read(setup)?;
        let assignment = |seat: &SeatSpec| match seat {
            SeatSpec::Program { name, budget } => Ok(SeatAssignment::Program {
                label: Some(name.clone()),
                command: server.command(name)?.to_owned(),
                budget: *budget,
            }),
            bot => Ok(SeatAssignment::Bot(bot.clone())),
        };
        let assignments = arena.entrants.iter().map(|one| assignment(&one.seat));
        let assignments = assignments.collect::<Result<Vec<_>, String>>()?;
        let programs = Programs::new(assignments, server.program_options.clone());
        let programs = programs.map_err(Failure::words)?;
        Ok(Arena { plan: arena.prepare()?, arena, programs })
    }

    /// Plays games as a worker of the page does: the games `from..to`, for about `ms` milliseconds, but at least one.
    /// Returns a line for each game.
    ///
    /// # Errors
    /// If a number is missing, a game cannot be played, or `stop` is set.
    pub(super) fn play(&self, request: &Value, stop: &Stop) -> Result<String, String> {
        let number = |key: &str| {
            let number = request.get(key).and_then(Value::as_u64);
            number.ok_or_else(|| format!("`{key}` is missing; expected a whole number"))
        };
        let (from, to) = (number("from")? as usize, number("to")? as usize);
        let until = Instant::now() + Duration::from_millis(number("ms")?.min(60_000));
        let Arena { arena, plan, programs } = self;
        let table = Table { arena, plan, programs, record: false, stop: Some(stop) };
        let mut lines = String::new();
        for game in from..to {
            let fixture = plan.schedule().fixture(game).ok_or("there is no such game")?;
            lines += &game_line(game, &table.play(game, &fixture).map_err(Failure::words)?);
            if Instant::now() >= until || stopped(Some(stop)) {
                break;
            }
        }
        Ok(lines)
    }
}
