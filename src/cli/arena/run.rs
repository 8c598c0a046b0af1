//! Plays the games of an arena on several threads and adds up their results in a fixed order, so that the sums do not depend
//! on the number of threads or on where a run started.

use super::results::Results;
use crate::cli::output::{Failure, Stop, clock_with, failed, stopped};
use crate::cli::programs::Programs;
use crate::cli::signals;
use indicatif::ProgressBar;
use serde_json::Value;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;
use totora::arena::journal::Shard;
use totora::arena::summing::Summing;
use totora::arena::tally::GameTally;
use totora::arena::{
    ADJUDICATED, Arena, Course, Decision, Fault, Fixture, Format, GameResult, Plan, STOPPED,
};
use totora::contract::game::{FORFEIT, Seat};
use totora::record::SeatSpec;
use totora::session::Session;

/// How long finished games may wait until they are added up.
const PAUSE: Duration = Duration::from_millis(4);

/// How many finished games may wait. More games than can finish in that time.
const WAITING: usize = 4096;

/// The number of threads: `requested`, or the number of cores.
pub(in crate::cli) fn threads(requested: Option<usize>) -> usize {
    requested
        .filter(|&threads| threads > 0)
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, std::num::NonZero::get))
}

/// An arena with its plan and its programs.
pub(in crate::cli) struct Table<'a> {
    pub(in crate::cli) arena: &'a Arena,
    pub(in crate::cli) plan: &'a Plan,
    pub(in crate::cli) programs: &'a Programs,
    /// Whether to record the moves and decisions of all games.
    pub(in crate::cli) record: bool,
    /// Aborts the games when set.
    pub(in crate::cli) stop: Option<&'a Stop>,
}

impl Table<'_> {
    /// Plays the remaining games of a shard and adds up all results. Stops at the end, when the arena's test is decided, or
    /// when a signal arrives.
    pub(in crate::cli) fn play_all(
        &self,
        threads: usize,
        shard: Shard,
        results: &mut Results,
        bar: &ProgressBar,
    ) -> Result<GameTally, Failure> {
        bar.inc(results.done.len() as u64);
        if self.arena.rules.format == Format::RoundRobin {
            return self.play_some(threads, shard, None, results, bar);
        }
        // The pairings of a round depend on the rounds before it.
        let schedule = self.plan.schedule();
        let done = results.done.clone();
        let mut found = Summing::new(self.arena, schedule, shard, done).so_far(schedule);
        while let Some(open) = self.arena.open_meetings(&found).filter(|open| !open.is_empty()) {
            found = self.play_some(threads, shard, Some(&open), results, bar)?;
            if signals::received().is_some() {
                break;
            }
        }
        Ok(found)
    }

    /// Like [`Table::play_all`], for the games of these pairings only if `open` is given.
    fn play_some(
        &self,
        threads: usize,
        shard: Shard,
        open: Option<&[[usize; 2]]>,
        results: &mut Results,
        bar: &ProgressBar,
    ) -> Result<GameTally, Failure> {
        let schedule = self.plan.schedule();
        let done = match open {
            None => std::mem::take(&mut results.done),
            Some(_) => results.done.clone(),
        };
        let planned = |game: usize| {
            schedule.fixture(game).filter(|fixture| {
                shard.has(fixture.block) && open.is_none_or(|open| fixture.is_of(open))
            })
        };
        let mut left = open.map_or(usize::MAX, |_| {
            let missing = |game: &usize| planned(*game).is_some() && !done.contains_key(game);
            (0..schedule.games()).filter(missing).count()
        });
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (send, receive) = sync_channel::<(usize, Result<GameResult, Failure>)>(WAITING);
        let is_done: Vec<usize> = done.keys().copied().collect();
        let work = || {
            while !stop.load(Ordering::Relaxed) && signals::received().is_none() {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= schedule.games() {
                    break;
                }
                if is_done.binary_search(&game).is_ok() {
                    continue;
                }
                let Some(fixture) = planned(game) else { continue };
                if send.send((game, self.play(game, &fixture))).is_err() {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
            let mut summed = Summing::new(self.arena, schedule, shard, done);
            while left > 0 && !summed.finished(schedule) {
                let (game, played) = match receive.try_recv() {
                    Ok(received) => received,
                    Err(_) if signals::received().is_some() => break,
                    // Take several games at once: waking up for every game costs a tenth of the time of a quick game.
                    Err(_) => {
                        thread::sleep(PAUSE);
                        continue;
                    }
                };
                // Drop a game that a signal has cut short.
                if played.is_err() && signals::received().is_some() {
                    break;
                }
                let saved = played.and_then(|played| {
                    results.save(game, &played).map_err(Failure::Failed)?;
                    Ok(played)
                });
                let played = match saved {
                    Ok(played) => played,
                    Err(failure) => {
                        stop.store(true, Ordering::Relaxed);
                        drop(receive);
                        return Err(failure);
                    }
                };
                bar.inc(1);
                left -= 1;
                if open.is_some() {
                    results.done.insert(game, played.clone());
                }
                summed.add(schedule, game, played);
            }
            stop.store(true, Ordering::Relaxed);
            // Save the finished games that are still in the channel.
            while let Ok((game, played)) = receive.try_recv() {
                if let Ok(played) = played {
                    results.save(game, &played).map_err(Failure::Failed)?;
                    summed.add(schedule, game, played);
                }
            }
            drop(receive);
            Ok(summed.so_far(schedule))
        })
    }

    /// Plays a game.
    ///
    /// # Errors
    /// If the game cannot be played or was aborted.
    pub(in crate::cli) fn play(
        &self,
        game: usize,
        fixture: &Fixture,
    ) -> Result<GameResult, Failure> {
        let is_bot = |&one: &usize| matches!(self.arena.entrants[one].seat, SeatSpec::Bot { .. });
        let played = if !fixture.seats.iter().all(is_bot) || self.arena.rules.clock.is_some() {
            self.play_with_programs(game, fixture)
        } else {
            let watch = || clock_with(self.stop);
            self.arena.play(self.plan, game, &watch, self.record).map_err(Failure::Failed)
        };
        if stopped(self.stop) { Err(Failure::Failed(STOPPED.to_owned())) } else { played }
    }

    /// Plays a game with a clock or with an external program.
    fn play_with_programs(&self, game: usize, fixture: &Fixture) -> Result<GameResult, Failure> {
        let mut session = self.arena.session(self.plan, fixture).map_err(Failure::Failed)?;
        let mut faults = Vec::new();
        let mut complain = |session: &Session, seat: Seat, what: &str| {
            if stopped(self.stop) {
                return;
            }
            let ply = session.plies().len() + 1;
            let name = &self.arena.entrants[fixture.seats[seat]].name;
            eprintln!("totora: game {}, ply {ply}: {name}: {what}", game + 1);
            faults.push(Fault { seat, ply, what: what.to_owned() });
        };
        let name = format!("game-{}", game + 1);
        let clock = self.arena.rules.clock;
        let mut match_ = self.programs.begin_match(&fixture.seats, &name, clock, self.stop)?;
        let mut course = Course::from(session.position());
        let mut decisions = Vec::new();
        let mut adjudicated = false;
        loop {
            if self.plan.lost(session.position()) {
                session.play(None, FORFEIT, false).map_err(failed)?;
                course.pass(session.position());
                adjudicated = true;
                break;
            }
            if !match_.step(&mut session, &mut complain)? || stopped(self.stop) {
                break;
            }
            course.pass(session.position());
            if self.record {
                let score =
                    match_.reported.as_ref().map_or(Value::Null, |reported| reported.score());
                decisions.push(Decision { score, ms: match_.spent.round() });
            }
        }
        match_.end();
        let last = session.position();
        let played = GameResult::at_end(&fixture.seats, last, session.plies().len(), course);
        let played = played.map_err(Failure::Failed)?;
        let moves = session.plies().iter().map(|ply| ply.text.clone()).collect();
        let reason = if adjudicated { ADJUDICATED.into() } else { played.reason };
        Ok(GameResult { moves, reason, decisions, faults, ..played })
    }
}
