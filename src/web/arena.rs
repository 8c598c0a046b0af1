//! The wasm interface of the arena, for workers: some play games, one collects the results. Finished games are passed as the
//! lines of a results file. The layers below validate everything.

use super::{SliceClock, error, from_js, now, to_js, ts};
use serde::Serialize;
use totora::arena::divergence::{self, Divergence, Divergences};
use totora::arena::journal::game_line;
use totora::arena::setup::{self, ArenaPlan, ArenaSetup};
use totora::arena::{Report, Stepped, csv, table::Table};
use totora::contract::bot::Clock;
use totora::lab::handin::result_of;
use totora::prove::learn::Learning;
use totora::prove::learned::{self, Learned};
use totora::prove::request;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// The preset tournaments of all games.
#[wasm_bindgen(unchecked_return_type = "ArenaPreset[]")]
pub fn arena_presets() -> Result<JsValue, JsError> {
    to_js(&setup::presets())
}

/// The request in a link to an arena, or in a file of its results.
#[derive(Serialize, Tsify)]
pub struct ArenaLink {
    setup: ArenaSetup,
    /// A fingerprint of each bot's play when the link was made; empty if unknown.
    prints: Vec<u32>,
    /// The finished games of a file, one per line.
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

/// The plan of a setup, before bots are created. The error says what does not fit.
#[wasm_bindgen]
pub fn plan_arena(
    #[wasm_bindgen(unchecked_param_type = "ArenaSetup")] setup: JsValue,
) -> Result<Ts<ArenaPlan>, JsError> {
    ts(&setup::describe(&read(setup)?))
}

fn read(setup: JsValue) -> Result<totora::arena::Arena, JsError> {
    setup::read(&from_js(setup)?).map_err(error)
}

/// The plan and the next step of a sweep, a tuning or an ablation; see `prove/request.rs`. Their arenas are
/// played like any other.
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
    /// Creates the bots and plans the games.
    pub fn create(
        #[wasm_bindgen(unchecked_param_type = "ArenaSetup")] setup: JsValue,
    ) -> Result<Arena, JsError> {
        Ok(Arena { table: Table::new(read(setup)?).map_err(error)? })
    }

    /// Plays the games from `from` up to but without `to`, for about this many milliseconds, and at least one game.
    /// Returns a line for each.
    pub fn play(&self, from: usize, to: usize, ms: f64) -> Result<String, JsError> {
        let until = now() + ms;
        // As in the native program, each game has its own clock.
        let watch =
            || Box::new(SliceClock { begun: now(), until: f64::INFINITY }) as Box<dyn Clock>;
        let mut lines = String::new();
        for game in from..to {
            // A game with a program is played in steps.
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

    /// Whether a program plays in a game, so that it has to be played in steps.
    pub fn has_program(&self, game: usize) -> bool {
        self.table.arena().has_program(self.table.plan(), game)
    }

    /// Starts a game that is played in steps, such as one with a program.
    pub fn step_through(&self, game: usize) -> Result<ArenaGame, JsError> {
        let (arena, plan) = (self.table.arena(), self.table.plan());
        Ok(ArenaGame { game, inner: arena.step_through(plan, game).map_err(error)? })
    }

    /// Adds finished games, a line each; repeated games count once.
    pub fn add(&mut self, lines: &str) -> Result<(), JsError> {
        self.table.add(lines).map_err(error)
    }

    /// The number of finished games.
    pub fn done(&self) -> usize {
        self.table.done()
    }

    /// The missing games as ranges: start, end (exclusive), next start, and so on.
    pub fn missing(&self) -> Vec<usize> {
        self.table.missing().into_iter().flat_map(|(from, to)| [from, to]).collect()
    }

    /// The report on the games so far.
    pub fn report(&self) -> Result<Ts<Report>, JsError> {
        ts(&self.table.report())
    }

    /// The result of a hand-in from the games so far; `null` without games.
    #[wasm_bindgen(unchecked_return_type = "HandInResult | null")]
    pub fn measured(&self) -> Result<JsValue, JsError> {
        to_js(&result_of(&self.table))
    }

    /// The report as comma-separated values.
    pub fn csv(&self) -> String {
        csv::write(&self.table.report())
    }

    /// The first line of a file with these results.
    pub fn header(&self) -> String {
        setup::header_line(self.table.arena())
    }

    /// The games of two entrants.
    #[wasm_bindgen(unchecked_return_type = "ArenaGames")]
    pub fn games(&self, a: usize, b: usize, after: usize, most: usize) -> Result<JsValue, JsError> {
        to_js(&self.table.games(a, b, after, most))
    }

    /// The record of a game as JSON text, from its moves if they were saved; otherwise the game is replayed.
    pub fn record(&self, game: usize) -> Result<String, JsError> {
        Ok(self.table.record(game).map_err(error)?.to_text())
    }

    /// The first difference between two entrants in a game; `null` if there is none.
    #[wasm_bindgen(unchecked_return_type = "Divergence | null")]
    pub fn divergence(&self, game: usize, first: usize, second: usize) -> Result<JsValue, JsError> {
        to_js(&self.table.divergence(game, [first, second]).map_err(error)?)
    }

    /// The summary of this many games' divergences, a list of results of [`Arena::divergence`].
    pub fn divergences(
        &self,
        #[wasm_bindgen(unchecked_param_type = "(Divergence | null)[]")] found: JsValue,
        first: usize,
        second: usize,
    ) -> Result<Ts<Divergences>, JsError> {
        let found: Vec<Option<Divergence>> = from_js(found)?;
        let entrants = &self.table.arena().entrants;
        let name = |at: usize| entrants.get(at).map_or("", |entrant| entrant.name.as_str());
        ts(&divergence::add_up(&found, [name(first), name(second)]))
    }

    /// The fingerprint of an entrant's play: it changes with the bot.
    pub fn print(&self, entrant: usize) -> Result<u32, JsError> {
        let (arena, plan) = (self.table.arena(), self.table.plan());
        arena.print(plan, entrant).map_err(error)
    }

    /// A link to the arena, from `#` on, with the fingerprints of its bots if they are known.
    pub fn link(&self, prints: Vec<u32>) -> Result<String, JsError> {
        setup::to_link(self.table.arena(), &prints).map_err(error)
    }
}

/// A game with programs that run in the page.
#[wasm_bindgen]
pub struct ArenaGame {
    game: usize,
    inner: Stepped,
}

#[wasm_bindgen]
impl ArenaGame {
    /// Plays until a program is to move: returns its name and the line; empty at the end of the game.
    pub fn advance(&mut self, wait: f64) -> Result<Vec<String>, JsError> {
        let watch =
            || Box::new(SliceClock { begun: now(), until: f64::INFINITY }) as Box<dyn Clock>;
        let next = self.inner.advance(wait as u64, &watch).map_err(error)?;
        Ok(next.map_or_else(Vec::new, |(name, line)| vec![name.to_owned(), line.to_owned()]))
    }

    /// Continues with the program's answer, or with the reason for its failure.
    pub fn answer(&mut self, text: &str, failed: bool) -> Result<(), JsError> {
        self.inner.answer(if failed { Err(text) } else { Ok(text) }).map_err(error)
    }

    /// The line of the finished game.
    pub fn line(self) -> Result<String, JsError> {
        Ok(game_line(self.game, &self.inner.played().map_err(error)?))
    }
}

/// A heuristic that learns in a worker; see `prove/learn.rs`.
#[wasm_bindgen]
pub struct Learner {
    inner: Learning,
}

#[wasm_bindgen]
impl Learner {
    /// Starts from weights of zero, or continues in a saved state.
    pub fn create(
        #[wasm_bindgen(unchecked_param_type = "object")] request: JsValue,
    ) -> Result<Learner, JsError> {
        Ok(Learner { inner: learned::read(&from_js(request)?).map_err(error)? })
    }

    /// Plays for about this many milliseconds, and at least one game. Returns the number of games.
    pub fn advance(&mut self, ms: f64) -> Result<u32, JsError> {
        let until = now() + ms;
        let watch =
            || Box::new(SliceClock { begun: now(), until: f64::INFINITY }) as Box<dyn Clock>;
        let mut games = 0;
        while !self.inner.is_done() {
            self.inner.advance(&watch).map_err(error)?;
            games += 1;
            if now() >= until {
                break;
            }
        }
        Ok(games)
    }

    /// Plays the next game against itself, and returns it move by move; `null` after the last one.
    #[wasm_bindgen(unchecked_return_type = "LearnedGame | null")]
    pub fn step(&mut self) -> Result<JsValue, JsError> {
        to_js(&self.inner.step().map_err(error)?)
    }

    /// The results so far.
    pub fn report(&self) -> Result<Ts<Learned>, JsError> {
        ts(&self.inner.report().map_err(error)?)
    }

    /// All that is needed to continue, with the request.
    #[wasm_bindgen(unchecked_return_type = "object")]
    pub fn state(&self) -> Result<JsValue, JsError> {
        to_js(self.inner.state())
    }
}
