//! Collects games that arrive in any order in the order of their numbers: the sums are the same for any number of threads or
//! workers, and after any interruption.

use super::Arena;
use super::game_result::GameResult;
use super::journal::Shard;
use super::schedule::Schedule;
use super::statistics::sprt::{Sprt, Verdict};
use super::tally::GameTally;
use std::collections::BTreeMap;

/// The games so far of an arena, or of a part of it.
pub struct Summing {
    shard: Shard,
    until: Option<Sprt>,
    tally: GameTally,
    /// The next game to add.
    next: usize,
    /// Games that arrived before their predecessors.
    early: BTreeMap<usize, GameResult>,
    decided: bool,
}

impl Summing {
    /// Starts with games that were played before.
    pub fn new(
        arena: &Arena,
        schedule: &Schedule,
        shard: Shard,
        early: BTreeMap<usize, GameResult>,
    ) -> Self {
        let (until, tally) = (arena.until, GameTally::new(arena));
        let mut summing = Summing { shard, until, tally, next: 0, early, decided: false };
        summing.add_ready_games(schedule);
        summing
    }

    /// Adds a game; repeated games count once.
    pub fn add(&mut self, schedule: &Schedule, game: usize, played: GameResult) {
        if game >= self.next {
            self.early.insert(game, played);
            self.add_ready_games(schedule);
        }
    }

    /// Whether all games are played, or all that the arena's test needs.
    pub fn finished(&self, schedule: &Schedule) -> bool {
        self.decided || self.next >= schedule.games()
    }

    fn add_ready_games(&mut self, schedule: &Schedule) {
        while !self.finished(schedule) {
            let Some(fixture) = schedule.fixture(self.next) else { break };
            if self.shard.has(fixture.block) {
                let Some(played) = self.early.remove(&self.next) else { break };
                self.tally.add(&fixture, &played);
                let open = |test: Sprt| self.tally.verdict(&test) == Verdict::Open;
                self.decided = self.until.is_some_and(|test| !open(test));
            }
            self.next += 1;
        }
    }

    /// All games so far, including those whose predecessors are missing, unless a test has ended the arena before
    /// them.
    pub fn so_far(&self, schedule: &Schedule) -> GameTally {
        let mut tally = self.tally.clone();
        for (&game, played) in self.early.iter().filter(|_| !self.decided) {
            if let Some(fixture) = schedule.fixture(game) {
                tally.add(&fixture, played);
            }
        }
        tally
    }
}
