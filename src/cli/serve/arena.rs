//! An arena of the page, whose games are played here on all cores, with programs among its bots.

use super::server::Server;
use crate::cli::arena::run::Table;
use crate::cli::output::{Failure, Stop, stopped};
use crate::cli::programs::{Programs, SeatAssignment};
use serde_json::Value;
use std::time::{Duration, Instant};
use totora::arena::journal::game_line;
use totora::arena::{self, Plan, STOPPED, setup};
use totora::record::SeatSpec;

/// Made once for all who play its games.
pub(super) struct Arena {
    arena: arena::Arena,
    plan: Plan,
    programs: Programs,
}

impl Arena {
    /// Makes the bots and plans the games, from an `ArenaSetup`.
    ///
    /// # Errors
    /// What does not fit, and which program is not here.
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
        let programs = Programs::new(assignments, server.outside.clone()).map_err(words)?;
        Ok(Arena { plan: arena.prepare()?, arena, programs })
    }

    /// Plays games as the page's worker does: from `from` on, up to but without `to`, for about `ms` and one at least,
    /// a line each.
    ///
    /// # Errors
    /// When a number is missing, a game cannot be played, or the stop is set.
    pub(super) fn play(&self, request: &Value, stop: &Stop) -> Result<String, String> {
        let number = |key: &str| {
            let number = request.get(key).and_then(Value::as_u64);
            number.ok_or_else(|| format!("`{key}` is missing; expected a whole number"))
        };
        let (from, to) = (number("from")? as usize, number("to")? as usize);
        let until = Instant::now() + Duration::from_millis(number("ms")?.min(60_000));
        let table = Table::new(&self.arena, &self.plan, &self.programs).heeding(stop);
        let mut lines = String::new();
        for game in from..to {
            let fixture = self.plan.schedule().fixture(game).ok_or("there is no such game")?;
            lines += &game_line(game, &table.play(game, &fixture).map_err(words)?);
            if Instant::now() >= until || stopped(Some(stop)) {
                break;
            }
        }
        Ok(lines)
    }
}

fn words(failure: Failure) -> String {
    match failure {
        Failure::Input(words) | Failure::Failed(words) => words,
        Failure::Stopped(_) | Failure::Closed => STOPPED.to_owned(),
    }
}
