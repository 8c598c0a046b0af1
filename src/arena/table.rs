//! An arena whose games are played elsewhere: finished games arrive as lines in any order, and at any time it returns
//! a report of all of them, a list of the games of two entrants, and the record of any game. For interfaces with
//! several workers.

use super::divergence::Divergence;
use super::game_result::GameResult;
use super::journal::{Shard, game_line, read_game};
use super::summing::Summing;
use super::tally::GameTally;
use super::{Arena, Plan, Report, summary};
use crate::contract::bot::Clock;
use crate::record::Record;
use crate::record::link::CHECKSUM;
use serde::Serialize;
use std::collections::BTreeMap;

/// The data of a game for the list of games.
struct Brief {
    plies: u32,
    /// By seat.
    ranks: Box<[u8]>,
    scores: Box<[i64]>,
    /// The index among the reasons seen so far.
    reason: u8,
    /// As in [`GameResult::moves`].
    moves: Box<[String]>,
    /// As in [`GameResult::course`].
    course: u32,
}

/// Some of the games between two entrants; `total` counts all of them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ArenaGames<'a> {
    total: usize,
    games: Vec<GameRow<'a>>,
}

/// A game in a list of games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct GameRow<'a> {
    game: usize,
    start: Option<&'a str>,
    plies: u32,
    reason: &'a str,
    seats: Vec<usize>,
    ranks: &'a [u8],
    scores: &'a [i64],
    /// Whether the table has the game's moves.
    kept: bool,
}

/// An arena with the games so far.
pub struct Table {
    arena: Arena,
    plan: Plan,
    summing: Summing,
    briefs: BTreeMap<usize, Brief>,
    reasons: Vec<String>,
}

impl Table {
    /// A table without games.
    ///
    /// # Errors
    /// A sentence, when a bot cannot be created.
    pub fn new(arena: Arena) -> Result<Table, String> {
        let plan = arena.prepare()?;
        let summing = Summing::new(&arena, plan.schedule(), Shard::WHOLE, BTreeMap::new());
        Ok(Table { arena, plan, summing, briefs: BTreeMap::new(), reasons: Vec::new() })
    }

    /// The settings of the arena.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The bots and the schedule.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Plays a game and returns its line; does not add it.
    ///
    /// # Errors
    /// As [`Arena::play`].
    pub fn play(&self, game: usize, watch: &dyn Fn() -> Box<dyn Clock>) -> Result<String, String> {
        Ok(game_line(game, &self.arena.play(&self.plan, game, watch, false)?))
    }

    /// Adds the games of these lines. Repeated games count once.
    ///
    /// # Errors
    /// Which line is wrong, and how; those before it are added.
    pub fn add(&mut self, lines: &str) -> Result<(), String> {
        for (i, line) in lines.lines().enumerate() {
            let (game, played) = read_game(line, self.plan.schedule())
                .map_err(|error| format!("line {}: {error}", i + 1))?;
            if !self.briefs.contains_key(&game) {
                let brief = self.brief(&played);
                self.briefs.insert(game, brief);
                self.summing.add(self.plan.schedule(), game, played);
            }
        }
        Ok(())
    }

    fn brief(&mut self, played: &GameResult) -> Brief {
        let known = self.reasons.iter().position(|reason| *reason == played.reason);
        let reason = known.unwrap_or_else(|| {
            self.reasons.push(played.reason.to_string());
            self.reasons.len() - 1
        });
        Brief {
            plies: played.plies as u32,
            ranks: played.ranks.clone().into(),
            scores: played.scores.clone().into(),
            reason: reason.min(255) as u8,
            moves: played.moves.clone().into(),
            course: played.course.unwrap_or_default(),
        }
    }

    /// Number of games so far.
    pub fn done(&self) -> usize {
        self.briefs.len()
    }

    /// A digest of the positions and the results of all games so far: equal if the games are equal, move by move.
    pub fn digest(&self) -> u32 {
        let mut digest = CHECKSUM.digest();
        for (&game, brief) in &self.briefs {
            digest.update(&(game as u32).to_le_bytes());
            digest.update(&brief.course.to_le_bytes());
            digest.update(&brief.plies.to_le_bytes());
            digest.update(&brief.ranks);
            for score in &brief.scores {
                digest.update(&score.to_le_bytes());
            }
        }
        digest.finalize()
    }

    /// Ranges of missing games, as start and exclusive end. In a tournament in rounds, only those of the current round.
    pub fn missing(&self) -> Vec<(usize, usize)> {
        let schedule = self.plan.schedule();
        // A test may have ended the arena.
        if self.summing.finished(schedule) {
            return Vec::new();
        }
        if let Some(open) = self.arena.open_meetings(&self.summing.so_far(schedule)) {
            let missing = |game: &usize| {
                !self.briefs.contains_key(game)
                    && schedule.fixture(*game).is_some_and(|fixture| fixture.is_of(&open))
            };
            let games = (0..schedule.games()).filter(missing);
            return games.map(|game| (game, game + 1)).collect();
        }
        let mut gaps = Vec::new();
        let mut next = 0;
        for &game in self.briefs.keys().chain([&self.plan.games()]) {
            if game > next {
                gaps.push((next, game));
            }
            next = game + 1;
        }
        gaps
    }

    /// The report of the games so far.
    pub fn report(&self) -> Report {
        let found: GameTally = self.summing.so_far(self.plan.schedule());
        self.arena.report(self.plan.schedule(), &found)
    }

    /// Games of the two entrants: skips the first `after`, and returns `most` at most. For an entrant and itself,
    /// all its games.
    pub fn games(&self, a: usize, b: usize, after: usize, most: usize) -> ArenaGames<'_> {
        let schedule = self.plan.schedule();
        let (mut total, mut games) = (0, Vec::new());
        for (&game, brief) in &self.briefs {
            let Some(fixture) = schedule.fixture(game) else { continue };
            if !fixture.seats.contains(&a) || !fixture.seats.contains(&b) {
                continue;
            }
            if (after..after + most).contains(&total) {
                let reason = self.reasons.get(usize::from(brief.reason)).map_or("", String::as_str);
                let start = self.arena.starts.get(fixture.start);
                games.push(GameRow {
                    game,
                    start: start.map(|start| start.name.as_str()),
                    plies: brief.plies,
                    reason: summary::reason(self.arena.game, reason),
                    seats: fixture.seats,
                    ranks: &brief.ranks,
                    scores: &brief.scores,
                    kept: !brief.moves.is_empty(),
                });
            }
            total += 1;
        }
        ArenaGames { total, games }
    }

    /// The record of a game; see [`Arena::record`].
    ///
    /// # Errors
    /// A sentence, when there is no such game, or it cannot be played.
    pub fn record(&self, game: usize) -> Result<Record, String> {
        let moves = self.briefs.get(&game).map_or(&[][..], |brief| &brief.moves);
        self.arena.record(&self.plan, game, moves)
    }

    /// The parting of two entrants in a game; see [`Arena::divergence`].
    ///
    /// # Errors
    /// A sentence, when it is no finished game of the two, or cannot be reproduced.
    pub fn divergence(&self, game: usize, bots: [usize; 2]) -> Result<Option<Divergence>, String> {
        let brief = self.briefs.get(&game).ok_or("that game is not played yet")?;
        self.arena.divergence(&self.plan, game, bots, &brief.ranks)
    }
}
