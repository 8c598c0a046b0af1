//! Arenas: many games between bots, their schedule, and their evaluation.
//!
//! A round robin: every combination of as many entrants as the game has seats plays the same number of games,
//! and the entrants change seats on every opening ([`schedule`]). Every game depends on its seed alone, so
//! the result is the same for any number of threads or shards, after any interruption and
//! in a browser. [`report`] describes the results, computed by [`statistics`]; [`journal`] is the text format of
//! finished games, and [`setup`] the request for an arena. No stream, no clock and no interface is known here.

mod adjudicate;
pub mod csv;
pub mod divergence;
mod drawing;
pub mod game_result;
pub mod journal;
pub mod openings;
mod plan;
pub mod pool;
mod references;
pub mod report;
mod rounds;
mod rules;
pub mod schedule;
pub mod setup;
pub mod statistics;
mod stepped;
mod summary;
pub mod summing;
pub mod table;
pub mod tally;

pub use summary::{percent, range, signed};

pub use drawing::DrawnOpening;
pub use game_result::{Course, Decision, Fault, GameResult};
pub use openings::Openings;
pub use plan::{Arena, Entrant, MAX_REPEAT, MOST_GAMES, Start, entrants};
pub use report::Report;
pub use rules::{Adjudication, ArenaRules, Format, TimeControl};
pub use schedule::{Fixture, Schedule};
pub use stepped::Stepped;

use crate::base::rng::{Rng, Stream};
use crate::catalog::{AnyBot, AnyPosition, completes};
use crate::contract::analysis::Score;
use crate::contract::bot::{Budget, Clock, NoClock, SLICE};
use crate::contract::game::{FORFEIT, NO_ORDER, Seat, TURN_SEPARATOR};
use crate::record::{Record, SeatSpec};
use crate::session::Session;
pub use adjudicate::ADJUDICATED;
use adjudicate::Solver;
use drawing::Drawing;
use journal::Shard;
use openings::play_line;
use std::collections::BTreeMap;
use summing::Summing;
use tally::GameTally;

/// The error of [`Arena::play`] for a game that was stopped.
pub const STOPPED: &str = "stopped";

impl Arena {
    /// Creates the bots and the schedule.
    ///
    /// # Errors
    /// A sentence, when a bot cannot be created.
    pub fn prepare(&self) -> Result<Plan, String> {
        self.check_size()?;
        let bots = self
            .entrants
            .iter()
            .map(|entrant| match &entrant.seat {
                SeatSpec::Human | SeatSpec::Program { .. } => Ok(None),
                SeatSpec::Bot { id, options, budget } => {
                    let info = self.game.bot_info(id).map_err(|e| e.to_string())?;
                    let bot = self.game.bot(id, options).map_err(|e| e.to_string())?;
                    let budget = budget.or(info.budget).unwrap_or(Budget::Nodes(1));
                    Ok(Some(Player { bot, budget, searches: info.budget.is_some() }))
                }
            })
            .collect::<Result<_, String>>()?;
        let drawing = Drawing::new(self)?;
        Ok(Plan { bots, schedule: self.schedule(), drawing, solver: self.solver()? })
    }

    /// Plays the game of that number, from 0 up to [`Plan::games`]. Games may be played in any
    /// order; the order does not change them. `watch` creates a watch that starts now, for budgets in
    /// time and to stop early. With `keep` its moves and decisions are saved; the moves also if the game
    /// cannot be reproduced ([`Plan::repeats`]).
    ///
    /// # Errors
    /// A sentence, when there is no such game, its start cannot be created, a bot returns no move, or the watch
    /// requests a stop: such a game does not count.
    pub fn play(
        &self,
        plan: &Plan,
        index: usize,
        watch: &dyn Fn() -> Box<dyn Clock>,
        keep: bool,
    ) -> Result<GameResult, String> {
        if self.rules.clock.is_some() {
            return Err("games on a clock are played by the command line alone".to_owned());
        }
        let fixture = plan.schedule.fixture(index).ok_or("there is no such game")?;
        let mut opening = self.opening(plan, &fixture)?;
        let mut log = Log {
            course: Course::from(opening.position.as_ref()),
            moves: keep || !plan.repeats(&fixture),
            decisions: keep.then(Vec::new),
            adjudicated: false,
        };
        let plies = self.play_to_end(plan, &fixture, &mut opening, watch, &mut log)?;
        let played =
            GameResult::at_end(&fixture.seats, opening.position.as_ref(), plies, log.course)?;
        let moves = if log.moves { opening.moves } else { Vec::new() };
        let reason = if log.adjudicated { ADJUDICATED.into() } else { played.reason };
        Ok(GameResult { moves, reason, decisions: log.decisions.unwrap_or_default(), ..played })
    }

    /// The opening of a game.
    ///
    /// # Errors
    /// When it cannot be played.
    pub fn opening(&self, plan: &Plan, fixture: &Fixture) -> Result<DrawnOpening, String> {
        let line = match &self.openings {
            Openings::Drawn => return self.draw_opening(&plan.drawing, fixture),
            Openings::None | Openings::Earlier => None,
            Openings::Book(lines) => Some(&lines[fixture.opening as usize % lines.len().max(1)]),
        };
        let mut position = self.start(fixture.start, fixture.seed)?;
        let moves =
            line.map_or(Ok(Vec::new()), |line| play_line(self.game, position.as_mut(), line))?;
        Ok(DrawnOpening { seed: fixture.seed, moves, position })
    }

    /// The session of a game at its opening.
    ///
    /// # Errors
    /// When the opening cannot be played.
    pub fn session(&self, plan: &Plan, fixture: &Fixture) -> Result<Session, String> {
        let opening = self.opening(plan, fixture)?;
        let mut session = self.session_at_start(fixture, opening.seed)?;
        for text in &opening.moves {
            session.play_ply(text, false).map_err(|error| error.to_string())?;
        }
        session.set_chance(self.chance(fixture));
        Ok(session)
    }

    fn session_at_start(&self, fixture: &Fixture, seed: u64) -> Result<Session, String> {
        let options = self.starts()[fixture.start].1.clone();
        let seats = fixture.seats.iter().map(|&one| self.entrants[one].seat.clone()).collect();
        let record = Record::new(self.game, options, seed, seats);
        Session::begin(record).map_err(|error| error.to_string())
    }

    /// The seed for the bots of a game.
    pub fn chance(&self, fixture: &Fixture) -> u64 {
        if self.openings == Openings::Earlier { fixture.seed } else { fixture.chance }
    }

    /// Plays a game from its opening to its end; returns its number of plies.
    fn play_to_end(
        &self,
        plan: &Plan,
        fixture: &Fixture,
        game: &mut DrawnOpening,
        watch: &dyn Fn() -> Box<dyn Clock>,
        log: &mut Log,
    ) -> Result<usize, String> {
        let chance = self.chance(fixture);
        let stopped = watch();
        let mut plies = game.moves.len();
        let DrawnOpening { seed, moves, position } = game;
        let position: &mut dyn AnyPosition = position.as_mut();
        let mut turn = vec![NO_ORDER.to_owned(); position.seats()];
        let mut agreement = self.agreement(&fixture.seats, position);
        let mut lost = None;
        loop {
            if stopped.stop() {
                return Err(STOPPED.to_owned());
            }
            let owing = position.to_act();
            let Some(seat) = owing.first() else { break };
            if lost == Some(seat) || plan.lost(position) {
                let played = position.play(seat, FORFEIT).map_err(|error| error.to_string())?;
                log.course.pass(position);
                log.adjudicated = true;
                plies += 1;
                moves.extend(log.moves.then_some(played.text));
                continue;
            }
            let entrant = fixture.seats[seat];
            let player = self.player(plan, entrant)?;
            let rng = Rng::new(chance, Stream::Decision { seat, ply: plies });
            let watched;
            let watch: &dyn Clock = if player.searches || log.decisions.is_some() {
                watched = watch();
                watched.as_ref()
            } else {
                &NoClock
            };
            player.bot.prepare(position)?;
            let played = if log.decisions.is_none() && agreement.is_none() {
                player.bot.play(position, seat, player.budget, rng, watch, log.moves)
            } else {
                let progress = position.progress();
                player.decide(position, seat, rng, watch).map(|(played, score)| {
                    let ms = (watch.elapsed_ms() * 100.0).round() / 100.0;
                    let decision = Decision { score: serde_json::json!(score), ms };
                    log.decisions.iter_mut().for_each(|all| all.push(decision.clone()));
                    lost = agreement
                        .as_mut()
                        .and_then(|both| both.add_decision(seat, score, progress));
                    played
                })
            };
            let played = played.ok_or_else(|| {
                let name = &self.entrants[entrant].name;
                format!("{name} gave no move at ply {plies} of the game with seed {seed}")
            })?;
            log.course.pass(position);
            let complete = completes(owing, seat, position.to_act());
            plies += usize::from(complete);
            if !log.moves {
                continue;
            }
            if !position.simultaneous() {
                moves.push(played.text);
                continue;
            }
            turn[seat] = played.text;
            if complete {
                moves.push(turn.join(TURN_SEPARATOR));
                turn.fill(NO_ORDER.to_owned());
            }
        }
        // A search that was stopped may have chosen a bad move.
        if stopped.stop() { Err(STOPPED.to_owned()) } else { Ok(plies) }
    }

    fn player<'a>(&self, plan: &'a Plan, entrant: usize) -> Result<&'a Player, String> {
        let none = || format!("{} is no bot of this arena", self.entrants[entrant].name);
        plan.bots[entrant].as_ref().ok_or_else(none)
    }

    /// The record of the game of that number, from its moves if they were saved. Otherwise the game is played again: its bots
    /// choose the same moves, unless a budget is in time, or a bot has changed since.
    ///
    /// # Errors
    /// A sentence, when there is no such game, it cannot be played, or a move is not legal.
    pub fn record(&self, plan: &Plan, game: usize, moves: &[String]) -> Result<Record, String> {
        let fixture = plan.schedule.fixture(game).ok_or("there is no such game")?;
        let mut opening = self.opening(plan, &fixture)?;
        if moves.is_empty() {
            let course = Course::from(opening.position.as_ref());
            let mut log = Log { course, moves: true, decisions: None, adjudicated: false };
            self.play_to_end(plan, &fixture, &mut opening, &|| Box::new(NoClock), &mut log)?;
        }
        let moves = if moves.is_empty() { &opening.moves } else { moves };
        let mut session = self.session_at_start(&fixture, opening.seed)?;
        for (i, text) in moves.iter().enumerate() {
            session
                .play_ply(text, false)
                .map_err(|error| format!("game {}, ply {}: {error}", game + 1, i + 1))?;
        }
        Ok(session.to_record())
    }

    /// A fingerprint of an entrant's play: the hash after it has played some plies on all seats with
    /// a small budget. Different fingerprints mean different bots, so a changed bot is detected.
    ///
    /// # Errors
    /// A sentence, when its game cannot be started.
    pub fn print(&self, plan: &Plan, entrant: usize) -> Result<u32, String> {
        /// Plies of the game, and maximum nodes per ply.
        const PLIES: usize = 40;
        const NODES: u64 = 200;
        let mut position = self.start(0, self.seed)?;
        let Some(Some(Player { bot, budget, .. })) = plan.bots.get(entrant) else { return Ok(0) };
        let budget = match *budget {
            Budget::Depth(depth) => Budget::Depth(depth.min(2)),
            Budget::Nodes(nodes) => Budget::Nodes(nodes.min(NODES)),
            Budget::Ms(_) => Budget::Nodes(NODES),
        };
        let mut plies = 0;
        while let Some(seat) = position.to_act().first().filter(|_| plies < PLIES) {
            let owing = position.to_act();
            let rng = Rng::new(self.seed, Stream::Decision { seat, ply: plies });
            bot.prepare(position.as_ref())?;
            if bot.play(position.as_mut(), seat, budget, rng, &NoClock, false).is_none() {
                break;
            }
            plies += usize::from(completes(owing, seat, position.to_act()));
        }
        let hash = position.hash();
        Ok((hash ^ (hash >> 32)) as u32)
    }

    /// The report of the games played so far: `games` are the first of the schedule, in order.
    pub fn add_up(&self, games: &[GameResult]) -> Report {
        let schedule = self.schedule();
        let mut tally = GameTally::new(self);
        for (game, played) in games.iter().enumerate() {
            if let Some(fixture) = schedule.fixture(game) {
                tally.add(&fixture, played);
            }
        }
        self.report(&schedule, &tally)
    }

    /// The report of the games with these numbers, up to the one that decides the test.
    pub fn merged(&self, games: BTreeMap<usize, GameResult>) -> Report {
        let schedule = self.schedule();
        let summing = Summing::new(self, &schedule, Shard::WHOLE, games);
        self.report(&schedule, &summing.so_far(&schedule))
    }

    /// The report of a tally's games.
    pub fn report(&self, schedule: &Schedule, tally: &GameTally) -> Report {
        let planned = match self.rules.format {
            Format::RoundRobin => schedule.games() as u64,
            // A knockout between bots that did not all meet has fewer games than a round robin.
            _ => self.expected() as u64,
        };
        report::build::make(self, planned, tally)
    }
}

/// Data collected while a game is played.
struct Log {
    course: Course,
    /// Whether moves are added to those of the opening.
    moves: bool,
    decisions: Option<Vec<Decision>>,
    adjudicated: bool,
}

/// A bot with its budget.
struct Player {
    bot: Box<dyn AnyBot>,
    budget: Budget,
    /// Whether it takes long enough to need a watch.
    searches: bool,
}

impl Player {
    /// Searches and plays the choice; returns it with its score.
    fn decide(
        &self,
        position: &mut dyn AnyPosition,
        seat: Seat,
        rng: Rng,
        watch: &dyn Clock,
    ) -> Option<(crate::catalog::WrittenMove, Option<Score>)> {
        let mut thinking = self.bot.begin(position, seat, self.budget, rng)?;
        while !thinking.advance(SLICE, watch) {}
        let analysis = thinking.choice_only();
        let score = analysis.chosen().map(|candidate| candidate.score);
        let played = position.play(seat, analysis.choice.as_deref()?).ok()?;
        Some((played, score))
    }
}

/// The created bots of an arena, and the schedule of its games.
pub struct Plan {
    /// Per entrant; `None` for an external program.
    bots: Vec<Option<Player>>,
    schedule: Schedule,
    drawing: Drawing,
    solver: Option<Solver>,
}

impl Plan {
    /// Number of scheduled games; a tournament in rounds may play fewer.
    pub fn games(&self) -> usize {
        self.schedule.games()
    }

    /// Whether the game can be reproduced: it has no program and no budget in time.
    pub fn repeats(&self, fixture: &Fixture) -> bool {
        fixture.seats.iter().all(|&entrant| {
            let player = self.bots[entrant].as_ref();
            player.is_some_and(|player| !player.searches || !matches!(player.budget, Budget::Ms(_)))
        })
    }

    /// Whether the seat to move has lost according to the solver, if the rules adjudicate by it.
    pub fn lost(&self, position: &dyn AnyPosition) -> bool {
        self.solver.as_ref().is_some_and(|solver| solver.lost(position))
    }

    /// All games, in the order of their numbers.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }
}

#[cfg(test)]
mod simulation_tests;
