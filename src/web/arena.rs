//! The wasm face of the arena, for workers: some play games, one adds them up. All that crosses is text: what was
//! asked for and what was found as JSON, finished games as the lines that files of results have. A text costs one
//! way across, where a type of its own would cost some kilobytes of wasm. What is good is decided further down.

use super::{Clock, error, now};
use crate::arena::journal::game_line;
use crate::arena::partings::{self, Parting};
use crate::arena::{Stepped, csv, setup, table::Table};
use crate::contract::bot::Watch;
use crate::prove::request;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// The tournaments that are offered by name, of all games: `ArenaPreset[]` as JSON.
#[wasm_bindgen]
pub fn arena_presets() -> String {
    setup::presets().to_string()
}

/// What a link to an arena asks for, or a file of its results holds: `ArenaLink` as JSON.
#[wasm_bindgen]
pub fn open_arena(link: &str) -> Result<String, JsError> {
    if let Some(results) = setup::from_results(link) {
        let (arena, lines) = results.map_err(error)?;
        return Ok(json!({"setup": setup::write(&arena), "prints": [], "lines": lines}).to_string());
    }
    let (arena, prints) = setup::from_link(link).map_err(error)?;
    Ok(json!({"setup": setup::write(&arena), "prints": prints}).to_string())
}

/// What a setup comes to, before anything is made: `ArenaPlan` as JSON. The error says what does not fit.
#[wasm_bindgen]
pub fn plan_arena(setup: &str) -> Result<String, JsError> {
    Ok(setup::describe(&read(setup)?).to_string())
}

fn read(setup: &str) -> Result<crate::arena::Arena, JsError> {
    let setup: Value = serde_json::from_str(setup).map_err(error)?;
    setup::read(&setup).map_err(error)
}

/// What a sweep, a tuning or an ablation consists of, and what comes next: a `ProveStudy` with more, as JSON; see
/// `prove/request.rs`. Their arenas are played as any other.
#[wasm_bindgen]
pub fn prove(asked: &str) -> Result<String, JsError> {
    let asked: Value = serde_json::from_str(asked).map_err(error)?;
    Ok(request::answer(&asked).map_err(error)?.to_string())
}

/// An arena in a worker.
#[wasm_bindgen]
pub struct Arena {
    table: Table,
}

#[wasm_bindgen]
impl Arena {
    /// Makes the bots and plans the games: from an `ArenaSetup` as JSON.
    pub fn create(setup: &str) -> Result<Arena, JsError> {
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

    /// What the games so far say: an `ArenaReport` as JSON.
    pub fn report(&self) -> Result<String, JsError> {
        serde_json::to_string(&self.table.report()).map_err(error)
    }

    /// The same as comma-separated values.
    pub fn csv(&self) -> String {
        csv::write(&self.table.report())
    }

    /// The line that a file of these results begins with.
    pub fn header(&self) -> String {
        setup::header_line(self.table.arena())
    }

    /// The games of two entrants: `ArenaGames` as JSON.
    pub fn games(&self, a: usize, b: usize, after: usize, most: usize) -> String {
        self.table.games(a, b, after, most).to_string()
    }

    /// The record of a game as JSON text, from its moves if they were kept; else it is played again.
    pub fn record(&self, game: usize) -> Result<String, JsError> {
        Ok(self.table.record(game).map_err(error)?.to_text())
    }

    /// Where two entrants part in a game: an `ArenaParting` as JSON, or `null`.
    pub fn parting(&self, game: usize, first: usize, second: usize) -> Result<String, JsError> {
        let found = self.table.parting(game, [first, second]).map_err(error)?;
        Ok(json!(found).to_string())
    }

    /// What the partings of this many games say, a list of [`Arena::parting`]'s answers: `ArenaPartings` as JSON.
    pub fn partings(&self, found: &str, first: usize, second: usize) -> Result<String, JsError> {
        let found: Vec<Option<Parting>> = serde_json::from_str(found).map_err(error)?;
        let entrants = &self.table.arena().entrants;
        let name = |at: usize| entrants.get(at).map_or("", |entrant| entrant.name.as_str());
        Ok(json!(partings::add_up(&found, [name(first), name(second)])).to_string())
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
    /// Plays on until a program is asked: its name and the line, or nothing at the end.
    pub fn advance(&mut self, wait: f64) -> Result<Vec<String>, JsError> {
        let watch = || Box::new(Clock { begun: now(), until: f64::INFINITY }) as Box<dyn Watch>;
        let asked = self.inner.advance(wait as u64, &watch).map_err(error)?;
        Ok(asked.map_or_else(Vec::new, |(name, line)| vec![name.to_owned(), line.to_owned()]))
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
