//! Playing an arena's games on several threads, and adding them up in order as they come, so that the sums
//! are the same however many threads there are and wherever a run began.

use super::results::Results;
use crate::cli::output::{Failure, Stop, clock_with, input, stopped};
use crate::cli::programs::Programs;
use crate::cli::signals;
use indicatif::ProgressBar;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;
use totora::arena::collector::Collector;
use totora::arena::journal::Shard;
use totora::arena::summing::Summing;
use totora::arena::{
    ADJUDICATED, Arena, Course, Decision, Fault, Fixture, Format, Plan, Played, STOPPED, Schedule,
};
use totora::contract::game::{FORFEIT, Seat};
use totora::record::Record;
use totora::session::Session;

/// How long finished games may wait to be added up.
const PAUSE: Duration = Duration::from_millis(4);

/// How many of them may wait; more than are ever played in that time.
const WAITING: usize = 4096;

/// How many threads, or as many as there are cores.
pub(in crate::cli) fn threads(wanted: Option<usize>) -> usize {
    wanted
        .filter(|&threads| threads > 0)
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, std::num::NonZero::get))
}

/// An arena with what it takes to play its games here.
pub(in crate::cli) struct Table<'a> {
    arena: &'a Arena,
    plan: &'a Plan,
    programs: &'a Programs,
    /// Whether moves and decisions of all games are kept.
    keep: bool,
    /// Games are given up when this is set.
    stop: Option<&'a Stop>,
}

impl<'a> Table<'a> {
    pub(in crate::cli) fn new(arena: &'a Arena, plan: &'a Plan, programs: &'a Programs) -> Self {
        Table { arena, plan, programs, keep: false, stop: None }
    }

    /// The same, with the moves and decisions of all games kept or not.
    pub(in crate::cli) fn keeping(self, keep: bool) -> Self {
        Table { keep, ..self }
    }

    /// The same, whose games are given up when this is set.
    pub(in crate::cli) fn heeding(self, stop: &'a Stop) -> Self {
        Table { stop: Some(stop), ..self }
    }

    /// Plays the games of a shard that are not done yet, and adds up all: until the end, until the
    /// arena's test is decided, or until a signal comes.
    pub(in crate::cli) fn play_all(
        &self,
        threads: usize,
        shard: Shard,
        results: &mut Results,
        bar: &ProgressBar,
    ) -> Result<Collector, Failure> {
        bar.inc(results.done.len() as u64);
        if self.arena.rules.format == Format::RoundRobin {
            return self.play_some(threads, shard, None, results, bar);
        }
        // Who meets in a round follows from the rounds before it.
        let mut found = Collector::new(self.arena);
        for (&game, played) in &results.done {
            let fixture = self.plan.schedule().fixture(game);
            fixture.into_iter().for_each(|fixture| found.add(&fixture, played));
        }
        while let Some(open) = self.arena.open_meetings(&found).filter(|open| !open.is_empty()) {
            found = self.play_some(threads, shard, Some(&open), results, bar)?;
            if signals::received().is_some() {
                break;
            }
        }
        Ok(found)
    }

    /// The same of games between those who meet, if they are given, or all.
    fn play_some(
        &self,
        threads: usize,
        shard: Shard,
        open: Option<&[[usize; 2]]>,
        results: &mut Results,
        bar: &ProgressBar,
    ) -> Result<Collector, Failure> {
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
        let (send, receive) = sync_channel::<(usize, Result<Played, Failure>)>(WAITING);
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
                    // Taken in handfuls: to be woken for every game costs a tenth of a quick one.
                    Err(_) => {
                        thread::sleep(PAUSE);
                        continue;
                    }
                };
                // A game that a signal has cut short says nothing.
                let played = match played {
                    Err(_) if signals::received().is_some() => break,
                    played => played.inspect_err(|_| stop.store(true, Ordering::Relaxed)),
                };
                let played = match played {
                    Ok(played) => played,
                    Err(failure) => {
                        drop(receive);
                        return Err(failure);
                    }
                };
                if let Err(error) = results.keep(game, &played) {
                    stop.store(true, Ordering::Relaxed);
                    drop(receive);
                    return Err(Failure::Failed(error));
                }
                bar.inc(1);
                left -= 1;
                if open.is_some() {
                    results.done.insert(game, played.clone());
                }
                summed.add(schedule, game, played);
            }
            stop.store(true, Ordering::Relaxed);
            // Finished games that are still on their way are kept as well.
            while let Ok((game, played)) = receive.try_recv() {
                if let Ok(played) = played {
                    results.keep(game, &played).map_err(Failure::Failed)?;
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
    /// When it cannot be played, or was given up.
    pub(in crate::cli) fn play(&self, game: usize, fixture: &Fixture) -> Result<Played, Failure> {
        let outside = |&entrant: &usize| self.programs.has(entrant);
        let played = if fixture.seats.iter().any(outside) || self.arena.rules.clock.is_some() {
            self.play_outside(game, fixture)
        } else {
            let watch = || clock_with(self.stop);
            self.arena.play(self.plan, game, &watch, self.keep).map_err(Failure::Failed)
        };
        if stopped(self.stop) { Err(Failure::Failed(STOPPED.to_owned())) } else { played }
    }

    /// Plays a game at which a program outside sits.
    fn play_outside(&self, game: usize, fixture: &Fixture) -> Result<Played, Failure> {
        let options = self.arena.starts()[fixture.start].1.clone();
        let opening = self.arena.begin(self.plan, fixture).map_err(Failure::Failed)?;
        let seats = fixture.seats.iter().map(|&entrant| self.programs.spec(entrant)).collect();
        let record = Record::new(self.arena.game, options, opening.seed, seats);
        let mut session = Session::begin(record).map_err(input)?;
        for text in &opening.moves {
            session.play_ply(text, false).map_err(|error| Failure::Failed(error.to_string()))?;
        }
        session.set_chance(self.arena.chance(fixture));
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
        let match_ = self.programs.begin_match(&fixture.seats, &name)?;
        let mut match_ = match_.timed(self.arena.rules.clock).heeding(self.stop);
        let mut course = Course::from(session.position());
        let mut decisions = Vec::new();
        let mut adjudicated = false;
        loop {
            if self.plan.lost(session.position()) {
                let played = session.play(None, FORFEIT, false);
                played.map_err(|error| Failure::Failed(error.to_string()))?;
                course.pass(session.position());
                adjudicated = true;
                break;
            }
            if !match_.step(&mut session, &mut complain)? || stopped(self.stop) {
                break;
            }
            course.pass(session.position());
            if self.keep {
                let score = match_.reported().map_or(Value::Null, |(_, reported)| reported.score());
                decisions.push(Decision { score, ms: match_.spent().round() });
            }
        }
        match_.end();
        let last = session.position();
        let played = Played::at_end(&fixture.seats, last, session.plies().len(), course);
        let none = || Failure::Failed("a game stopped without an outcome".to_owned());
        let moves = session.plies().iter().map(|ply| ply.text.clone()).collect();
        let played = played.ok_or_else(none)?;
        let reason = if adjudicated { ADJUDICATED.into() } else { played.reason };
        Ok(Played { moves, reason, decisions, faults, ..played })
    }
}

/// Adds up games that were played before.
pub(in crate::cli) fn add_up(
    arena: &Arena,
    games: BTreeMap<usize, Played>,
) -> (Schedule, Collector) {
    let schedule = arena.schedule();
    let collector = Summing::new(arena, &schedule, Shard::WHOLE, games).so_far(&schedule);
    (schedule, collector)
}
