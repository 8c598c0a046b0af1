//! The wasm face of the arena, for workers: some play games, one adds them up. All that crosses is text: what was
//! asked for and what was found as JSON, finished games as the lines that files of results have. A text costs one
//! way across, where a type of its own would cost some kilobytes of wasm. What is good is decided further down.

use super::{Clock, error, now};
use crate::arena::{csv, setup, table::Table};
use crate::contract::bot::Watch;
use crate::prove::asked;
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
/// `prove/asked.rs`. Their arenas are played as any other.
#[wasm_bindgen]
pub fn prove(asked: &str) -> Result<String, JsError> {
    let asked: Value = serde_json::from_str(asked).map_err(error)?;
    Ok(asked::answer(&asked).map_err(error)?.to_string())
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

    /// Plays the games from one on, up to but without another, for about so many milliseconds and one at least.
    /// Gives a line for each.
    pub fn play(&self, from: usize, to: usize, ms: f64) -> Result<String, JsError> {
        let until = now() + ms;
        // As natively: each game has its own clock.
        let watch = || Box::new(Clock { begun: now(), until: f64::INFINITY }) as Box<dyn Watch>;
        let mut lines = String::new();
        for game in from..to {
            lines += &self.table.play(game, &watch).map_err(error)?;
            if now() >= until {
                break;
            }
        }
        Ok(lines)
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

    /// The record of a game as JSON text; it is played again.
    pub fn record(&self, game: usize) -> Result<String, JsError> {
        Ok(self.table.record(game).map_err(error)?.to_text())
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
