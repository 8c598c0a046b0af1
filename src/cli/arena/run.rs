//! Playing an arena's games on several threads, and adding them up in order as they come, so that the sums
//! are the same however many threads there are and wherever a run began.

use super::results::Results;
use crate::cli::output::{Failure, clock, input};
use crate::cli::signals;
use crate::cli::table::{Outside, Programs, Sitter};
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;
use totora::arena::collector::Collector;
use totora::arena::journal::Shard;
use totora::arena::summing::Summing;
use totora::arena::{Arena, Course, Fault, Fixture, Plan, Played, Schedule};
use totora::contract::bot::Budget;
use totora::contract::game::Seat;
use totora::record::Record;
use totora::session::Session;

/// How long finished games may wait to be added up.
const PAUSE: Duration = Duration::from_millis(4);

/// How many of them may wait; more than are ever played in that time.
const WAITING: usize = 4096;

/// So many threads, or as many as there are cores.
pub(in crate::cli) fn threads(asked: Option<usize>) -> usize {
    asked
        .filter(|&threads| threads > 0)
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, std::num::NonZero::get))
}

/// An arena with what it takes to play its games here.
pub(in crate::cli) struct Table<'a> {
    arena: &'a Arena,
    plan: &'a Plan,
    sitters: &'a [Sitter],
    programs: Programs<'a>,
}

impl<'a> Table<'a> {
    pub(in crate::cli) fn new(
        arena: &'a Arena,
        plan: &'a Plan,
        sitters: &'a [Sitter],
        outside: &'a Outside,
        budget: Option<Budget>,
    ) -> Result<Self, Failure> {
        let programs = Programs::new(sitters, outside, budget)?;
        Ok(Table { arena, plan, sitters, programs })
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
        let schedule = self.plan.schedule();
        let done = std::mem::take(&mut results.done);
        let planned =
            |game: usize| schedule.fixture(game).filter(|fixture| shard.has(fixture.block));
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (send, receive) = sync_channel::<(usize, Result<Played, Failure>)>(WAITING);
        let is_done: Vec<usize> = done.keys().copied().collect();
        bar.inc(is_done.len() as u64);
        let work = || {
            while !stop.load(Ordering::Relaxed) && signals::asked().is_none() {
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
            while !summed.finished(schedule) {
                let (game, played) = match receive.try_recv() {
                    Ok(received) => received,
                    Err(_) if signals::asked().is_some() => break,
                    // Taken in handfuls: to be woken for every game costs a tenth of a quick one.
                    Err(_) => {
                        thread::sleep(PAUSE);
                        continue;
                    }
                };
                // A game that a signal has cut short says nothing.
                let played = match played {
                    Err(_) if signals::asked().is_some() => break,
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

    fn play(&self, game: usize, fixture: &Fixture) -> Result<Played, Failure> {
        let outside = |&entrant: &usize| matches!(self.sitters[entrant], Sitter::Program(_));
        if fixture.seats.iter().any(outside) {
            self.play_outside(game, fixture)
        } else {
            self.arena.play(self.plan, game, &clock).map_err(Failure::Failed)
        }
    }

    /// Plays a game at which a program outside sits.
    fn play_outside(&self, game: usize, fixture: &Fixture) -> Result<Played, Failure> {
        let options = self.arena.starts()[fixture.start].1.clone();
        let opening = self.arena.begin(self.plan, fixture).map_err(Failure::Failed)?;
        let seats = fixture.seats.iter().map(|&entrant| self.sitters[entrant].spec()).collect();
        let record = Record::new(self.arena.game, options, opening.seed, seats);
        let mut session = Session::begin(record).map_err(input)?;
        for text in &opening.moves {
            session.play_ply(text, false).map_err(|error| Failure::Failed(error.to_string()))?;
        }
        session.set_chance(self.arena.chance(fixture));
        let mut faults = Vec::new();
        let mut complain = |session: &Session, seat: Seat, what: &str| {
            let ply = session.plies().len() + 1;
            let name = &self.arena.entrants[fixture.seats[seat]].name;
            eprintln!("totora: game {}, ply {ply}: {name}: {what}", game + 1);
            faults.push(Fault { seat, ply, what: what.to_owned() });
        };
        let mut match_ = self.programs.sit_down(&fixture.seats, &format!("game-{}", game + 1))?;
        let mut course = Course::from(session.position());
        while match_.step(&mut session, &mut complain)? {
            course.pass(session.position());
        }
        match_.rise();
        let last = session.position();
        let played = Played::at_end(&fixture.seats, last, session.plies().len(), course);
        let none = || Failure::Failed("a game stopped without an outcome".to_owned());
        Ok(Played { faults, ..played.ok_or_else(none)? })
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
