//! The wasm interface of the arena, for workers: some play games, one adds them up. Finished games cross as the lines that
//! files of results have. What is good is decided further down.

use super::{Clock, error, from_js, now, to_js, ts};
use crate::arena::journal::game_line;
use crate::arena::partings::{self, Parting, Partings};
use crate::arena::setup::{self, ArenaPlan, ArenaSetup};
use crate::arena::{Report, Stepped, csv, table::Table};
use crate::contract::bot::Watch;
use crate::prove::request;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// The tournaments that are offered by name, of all games.
#[wasm_bindgen(unchecked_return_type = "ArenaPreset[]")]
pub fn arena_presets() -> Result<JsValue, JsError> {
    to_js(&setup::presets())
}

/// The request in a link to an arena, or in a file of its results.
#[derive(Serialize, Tsify)]
pub struct ArenaLink {
    setup: ArenaSetup,
    /// What its bots played when the link was made, a number each; empty if that was not known.
    prints: Vec<u32>,
    /// The finished games of a file, a line each.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<String>,
}

/// Reads a link to an arena, or a file of its results.
#[wasm_bindgen]
pub fn open_arena(link: &str) -> Result<Ts<ArenaLink>, JsError> {
    let (arena, prints, lines) = match setup::from_results(link).transpose().map_err(error)? {
        Some((arena, lines)) => (arena, Vec::new(), Some(lines.to_owned())),
        None => {
            let (arena, prints) = setup::from_link(link).map_err(error)?;
            (arena, prints, None)
        }
    };
    ts(&ArenaLink { setup: setup::write(&arena), prints, lines })
}

/// What a setup comes to, before anything is made. The error says what does not fit.
#[wasm_bindgen]
pub fn plan_arena(
    #[wasm_bindgen(unchecked_param_type = "ArenaSetup")] setup: JsValue,
) -> Result<Ts<ArenaPlan>, JsError> {
    ts(&setup::describe(&read(setup)?))
}

fn read(setup: JsValue) -> Result<crate::arena::Arena, JsError> {
    setup::read(&from_js(setup)?).map_err(error)
}

/// What a sweep, a tuning or an ablation consists of, and what comes next; see `prove/request.rs`. Their arenas are
/// played as any other.
#[wasm_bindgen(unchecked_return_type = "any")]
pub fn prove(
    #[wasm_bindgen(unchecked_param_type = "object")] request: JsValue,
) -> Result<JsValue, JsError> {
    to_js(&request::answer(&from_js(request)?).map_err(error)?)
}

/// An arena in a worker.
#[wasm_bindgen]
pub struct Arena {
    table: Table,
}

#[wasm_bindgen]
impl Arena {
    /// Makes the bots and plans the games.
    pub fn create(
        #[wasm_bindgen(unchecked_param_type = "ArenaSetup")] setup: JsValue,
    ) -> Result<Arena, JsError> {
        Ok(Arena { table: Table::new(read(setup)?).map_err(error)? })
    }

    /// Plays the games from one on, up to but without another, for about this many milliseconds and one at least.
    /// Gives a line for each.
    pub fn play(&self, from: usize, to: usize, ms: f64) -> Result<String, JsError> {
        let until = now() + ms;
        // As natively: each game has its own clock.
        let watch = || Box::new(Clock { begun: now(), until: f64::INFINITY }) as Box<dyn Watch>;
        let mut lines = String::new();
        for game in from..to {
            // That one is played by steps.
            if game > from && self.has_program(game) {
                break;
            }
            lines += &self.table.play(game, &watch).map_err(error)?;
            if now() >= until {
                break;
            }
        }
        Ok(lines)
    }

    /// Whether a program sits at a game: it is played by steps.
    pub fn has_program(&self, game: usize) -> bool {
        self.table.arena().has_program(self.table.plan(), game)
    }

    /// Begins such a game.
    pub fn step_through(&self, game: usize) -> Result<ArenaGame, JsError> {
        let (arena, plan) = (self.table.arena(), self.table.plan());
        Ok(ArenaGame { game, inner: arena.step_through(plan, game).map_err(error)? })
    }

    /// Adds games that were played.
    pub fn add(&mut self, lines: &str) -> Result<(), JsError> {
        self.table.add(lines).map_err(error)
    }

    /// How many games there are.
    pub fn done(&self) -> usize {
        self.table.done()
    }

    /// The games that are missing, in stretches: from one on, up to but without another, and so on.
    pub fn missing(&self) -> Vec<usize> {
        self.table.missing().into_iter().flat_map(|(from, to)| [from, to]).collect()
    }

    /// What the games so far say.
    pub fn report(&self) -> Result<Ts<Report>, JsError> {
        ts(&self.table.report())
    }

    /// The same as comma-separated values.
    pub fn csv(&self) -> String {
        csv::write(&self.table.report())
    }

    /// The line that a file of these results begins with.
    pub fn header(&self) -> String {
        setup::header_line(self.table.arena())
    }

    /// The games of two entrants.
    #[wasm_bindgen(unchecked_return_type = "ArenaGames")]
    pub fn games(&self, a: usize, b: usize, after: usize, most: usize) -> Result<JsValue, JsError> {
        to_js(&self.table.games(a, b, after, most))
    }

    /// The record of a game as JSON text, from its moves if they were kept; else it is played again.
    pub fn record(&self, game: usize) -> Result<String, JsError> {
        Ok(self.table.record(game).map_err(error)?.to_text())
    }

    /// Where two entrants part in a game; `null` if they do not.
    #[wasm_bindgen(unchecked_return_type = "Parting | null")]
    pub fn parting(&self, game: usize, first: usize, second: usize) -> Result<JsValue, JsError> {
        to_js(&self.table.parting(game, [first, second]).map_err(error)?)
    }

    /// What the partings of this many games say, a list of [`Arena::parting`]'s answers.
    pub fn partings(
        &self,
        #[wasm_bindgen(unchecked_param_type = "(Parting | null)[]")] found: JsValue,
        first: usize,
        second: usize,
    ) -> Result<Ts<Partings>, JsError> {
        let found: Vec<Option<Parting>> = from_js(found)?;
        let entrants = &self.table.arena().entrants;
        let name = |at: usize| entrants.get(at).map_or("", |entrant| entrant.name.as_str());
        ts(&partings::add_up(&found, [name(first), name(second)]))
    }

    /// What an entrant plays, in a number: another for a bot that has changed.
    pub fn print(&self, entrant: usize) -> Result<u32, JsError> {
        let (arena, plan) = (self.table.arena(), self.table.plan());
        arena.print(plan, entrant).map_err(error)
    }

    /// A link to the arena, from `#` on, with what its bots play if that is known.
    pub fn link(&self, prints: Vec<u32>) -> Result<String, JsError> {
        setup::to_link(self.table.arena(), &prints).map_err(error)
    }
}

/// A game at which programs sit that run in the page.
#[wasm_bindgen]
pub struct ArenaGame {
    game: usize,
    inner: Stepped,
}

#[wasm_bindgen]
impl ArenaGame {
    /// Plays on until a program is to move: its name and the line, or nothing at the end.
    pub fn advance(&mut self, wait: f64) -> Result<Vec<String>, JsError> {
        let watch = || Box::new(Clock { begun: now(), until: f64::INFINITY }) as Box<dyn Watch>;
        let next = self.inner.advance(wait as u64, &watch).map_err(error)?;
        Ok(next.map_or_else(Vec::new, |(name, line)| vec![name.to_owned(), line.to_owned()]))
    }

    /// Goes on with what the program answered, or with why it did not.
    pub fn answer(&mut self, text: &str, failed: bool) -> Result<(), JsError> {
        self.inner.answer(if failed { Err(text) } else { Ok(text) }).map_err(error)
    }

    /// The line of the finished game.
    pub fn line(self) -> Result<String, JsError> {
        Ok(game_line(self.game, &self.inner.played().map_err(error)?))
    }
}
