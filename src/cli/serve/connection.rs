//! The requests of a page on its socket, and the threads that answer them. Each message is one JSON object:
//!
//! - `{"id":7,"do":"programs"}`: the programs that can play, and the number of cores for an arena,
//!   `{"id":7,"programs":["minnow"],"cores":4}`.
//! - `{"id":8,"do":"think","record":"…","ply":3,"seat":0,"bot":{…}}`: the analysis of one of our bots, sent repeatedly as
//!   `{"id":8,"thought":{…},"done":false}` until it is done.
//! - The same with `"program":"minnow","budget":{…}` instead of `"bot"`: the move of a program. Its first request starts
//!   the program, which then plays game after game. If it ends, the answer has `"gone":true` and the last lines of its
//!   standard error as `"stderr"`, and the next request starts it again.
//! - `{"id":9,"do":"detail","of":8,"move":"d4"}`: the reasons for a bot's choice compared with another candidate,
//!   `{"id":9,"detail":{…}}`. Such requests are answered until analysis 8 is stopped.
//! - `{"id":9,"do":"branches","of":8,"path":["d4"]}`: the part of the search tree after these moves.
//! - `{"id":9,"do":"flip_map","of":8,"terms":[0,2]}`: the move that would be chosen for each value of two weights.
//! - `{"id":8,"do":"arena","setup":{…}}`: prepares an arena, `{"id":8,"arena":true,"done":false}`. After that,
//!   `{"id":9,"do":"play","of":8,"from":0,"to":40,"ms":150}` plays games and returns the lines of the finished ones, as a
//!   worker of the page does, `{"id":9,"play":"…"}`.
//! - `{"id":9,"do":"stop","of":8}`: stops request 8.
//!
//! An invalid request is answered with `{"id":8,"error":"…","done":true}`. The record is the whole game of the page as
//! JSON text. The server keeps a copy of the game, so that only new moves are played.

use super::super::arena::run::threads;
use super::super::output::{Stop, clock_with, stopped};
use super::super::program::{Program, ProgramError};
use super::super::transcript::Transcript;
use super::arena::Arena;
use super::games::GameCopy;
use super::server::Server;
use crate::cli::signals;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedSender;
use totora::base::fixed::shorten;
use totora::catalog::AnySearch;
use totora::contract::bot::{Budget, SLICE};
use totora::contract::game::Seat;
use totora::session::dto::{self, AnalysisColumns, Valuation};

/// The limit of concurrent analyses, in addition to arena players. A page has a few channels, and stops the last request of
/// a channel before it sends the next one.
const MOST: usize = 24;

/// How often a finished analysis checks whether it is still needed.
const LOOK: Duration = Duration::from_millis(100);

/// The minimum time between two updates of an unfinished analysis.
const FLUSH: Duration = Duration::from_millis(125);

/// The last arena and its setup.
type LastArena = Option<(Value, Arc<Arena>)>;

/// The connection of one page.
pub(super) struct Connection {
    server: Arc<Server>,
    answers: UnboundedSender<String>,
    /// The page's game, for our bots.
    copy: Arc<Mutex<GameCopy>>,
    /// Programs by name and seat.
    seated: BTreeMap<(String, Seat), Arc<Mutex<Seated>>>,
    arena: Arc<Mutex<LastArena>>,
    /// The active analyses and arena players by the id of their request.
    active: BTreeMap<u64, ActiveJob>,
}

/// The connection's side of a job.
struct ActiveJob {
    /// Set when the job is no longer needed.
    stop: Stop,
    /// Sends questions about it.
    ask: Sender<JobQuestion>,
}

/// A question about a job, such as `detail`.
struct JobQuestion {
    id: u64,
    request: Value,
}

/// A program on a seat.
#[derive(Default)]
struct Seated {
    program: Option<Program>,
    copy: GameCopy,
}

/// A request that is answered in its own thread.
struct Job {
    id: u64,
    request: Value,
    answers: UnboundedSender<String>,
    stop: Stop,
    questions: Receiver<JobQuestion>,
}

impl Connection {
    /// The connection of a new page.
    pub(super) fn new(server: Arc<Server>, answers: UnboundedSender<String>) -> Self {
        let (copy, arena) = (Arc::default(), Arc::default());
        let (seated, active) = (BTreeMap::new(), BTreeMap::new());
        Connection { server, answers, copy, seated, arena, active }
    }

    /// Answers a message without an id with an error.
    pub(super) fn refuse(&self, error: &str) {
        self.send(&json!({ "error": error }));
    }

    /// Handles a message. Slow requests are answered later.
    pub(super) fn handle(&mut self, text: &str) {
        let request: Value = match serde_json::from_str(text) {
            Ok(request) => request,
            Err(error) => return self.refuse(&format!("not JSON: {error}")),
        };
        let Some(id) = request.get("id").and_then(Value::as_u64) else {
            return self.refuse("`id` is missing; expected a whole number");
        };
        // Remove finished jobs, whose thread has dropped its reference.
        self.active.retain(|_, job| Arc::strong_count(&job.stop) > 1);
        let done = match request.get("do").and_then(Value::as_str) {
            Some("programs") => {
                let names: Vec<&String> = self.server.programs.keys().collect();
                self.send(&json!({ "id": id, "programs": names, "cores": threads(None) }));
                Ok(())
            }
            Some("think" | "arena") => self.begin(id, request),
            Some("stop") => {
                let of = request.get("of").and_then(Value::as_u64);
                if let Some(job) = of.and_then(|of| self.active.get(&of)) {
                    job.stop.store(true, Ordering::Relaxed);
                }
                Ok(())
            }
            Some(what @ ("detail" | "branches" | "flip_map" | "play")) => {
                let of = request.get("of").and_then(Value::as_u64);
                let job = of.and_then(|of| self.active.get(&of));
                let question = JobQuestion { id, request: request.clone() };
                if job.is_none_or(|job| job.ask.send(question).is_err()) {
                    self.send(&json!({ "id": id, what: null }));
                }
                Ok(())
            }
            other => Err(format!(
                "`do` is `{}`; known are programs, think, detail, branches, flip_map, arena, play, stop",
                shorten(other.unwrap_or("missing"))
            )),
        };
        if let Err(error) = done {
            self.send(&json!({ "id": id, "error": error, "done": true }));
        }
    }

    fn send(&self, answer: &Value) {
        // If the page has gone, the answer is not needed.
        let _ = self.answers.send(answer.to_string());
    }

    fn begin(&mut self, id: u64, request: Value) -> Result<(), String> {
        let most = MOST + 2 * threads(None);
        if self.active.len() >= most {
            return Err(format!("{most} requests are being answered; stop one first"));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (ask, questions) = channel();
        let job =
            Job { id, answers: self.answers.clone(), stop: Arc::clone(&stop), request, questions };
        match job.request.get("program") {
            None if job.request["do"] == "arena" => {
                let (server, arena) = (Arc::clone(&self.server), Arc::clone(&self.arena));
                thread::spawn(move || job.answer(|job| job.play(&server, &arena)));
            }
            None => {
                let copy = Arc::clone(&self.copy);
                thread::spawn(move || job.answer(|job| job.ask_bot(&copy)));
            }
            Some(name) => {
                let name = name.as_str().unwrap_or_default();
                let command = self.server.command(name)?.to_owned();
                let seat = job.seat().ok_or("`seat` is missing; expected a whole number from 0")?;
                let seated = Arc::clone(self.seated.entry((name.to_owned(), seat)).or_default());
                let (server, name) = (Arc::clone(&self.server), name.to_owned());
                thread::spawn(move || {
                    job.answer(|job| job.ask_program(&server, &name, &command, seat, &seated));
                });
            }
        }
        self.active.insert(id, ActiveJob { stop, ask });
        Ok(())
    }
}

/// When the page has gone, its requests are stopped and its programs end.
impl Drop for Connection {
    fn drop(&mut self) {
        for job in self.active.values() {
            job.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Job {
    fn answer(self, find: impl FnOnce(&Job) -> Result<(), Value>) {
        if let Err(mut error) = find(&self) {
            error["id"] = json!(self.id);
            error["done"] = json!(true);
            self.send(&error);
        }
    }

    fn send(&self, answer: &Value) {
        // If the page has gone, the answer is not needed.
        let _ = self.answers.send(answer.to_string());
    }

    fn send_thought(&self, columns: &AnalysisColumns<'_>) {
        let (analysis, done) = (columns.to_json(), columns.done);
        self.send(&json!({ "id": self.id, "thought": analysis, "done": done }));
    }

    fn seat(&self) -> Option<Seat> {
        let seat = self.request.get("seat").and_then(Value::as_u64)?;
        usize::try_from(seat).ok()
    }

    fn ask_bot(&self, copy: &Mutex<GameCopy>) -> Result<(), Value> {
        let begin = || {
            let (record, ply) = dto::record_of(&self.request)?;
            let mut copy = lock(copy);
            dto::think_in(copy.at(record, ply)?, &self.request)
        };
        let begun: Result<_, String> = begin();
        let (mut thinking, measure) = begun.map_err(|error| json!({ "error": error }))?;
        let watch = clock_with(Some(&self.stop));
        let mut flushed: Option<Instant> = None;
        loop {
            while let Ok(question) = self.questions.try_recv() {
                self.send_detail(thinking.as_ref(), &measure, &question);
            }
            let done = thinking.advance(SLICE, watch.as_ref());
            if !done && watch.stop() {
                // Send the last state: it is useful even if unfinished.
                self.send_thought(&AnalysisColumns::from_search(
                    thinking.as_ref(),
                    &measure,
                    false,
                ));
                break;
            }
            if done || flushed.is_none_or(|at| at.elapsed() >= FLUSH) {
                flushed = Some(Instant::now());
                self.send_thought(&AnalysisColumns::from_search(thinking.as_ref(), &measure, done));
            }
            if done {
                break;
            }
        }
        // Keep the finished analysis to answer questions until it is stopped.
        self.attend(|question| self.send_detail(thinking.as_ref(), &measure, question));
        Ok(())
    }

    /// Answers questions until the job is stopped, and then the questions that arrived before that.
    fn attend(&self, mut answer: impl FnMut(&JobQuestion)) {
        while !stopped(Some(&self.stop)) && signals::received().is_none() {
            match self.questions.recv_timeout(LOOK) {
                Ok(question) => answer(&question),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.questions.try_iter().for_each(|question| answer(&question));
    }

    /// Plays games of an arena. If its setup is not that of the last arena, creates it.
    fn play(&self, server: &Server, last: &Mutex<LastArena>) -> Result<(), Value> {
        let arena = {
            let mut last = lock(last);
            let setup = &self.request["setup"];
            match last.as_ref().filter(|(known, _)| known == setup) {
                Some((_, arena)) => Arc::clone(arena),
                None => {
                    let created =
                        Arena::new(setup, server).map_err(|error| json!({ "error": error }))?;
                    let created = Arc::new(created);
                    *last = Some((setup.clone(), Arc::clone(&created)));
                    created
                }
            }
        };
        self.send(&json!({ "id": self.id, "arena": true, "done": false }));
        self.attend(|JobQuestion { id, request }| {
            self.send(&match arena.play(request, &self.stop) {
                Ok(lines) => json!({ "id": id, "play": lines }),
                Err(error) => json!({ "id": id, "error": error, "done": true }),
            });
        });
        Ok(())
    }

    /// Answers a question about an analysis.
    fn send_detail(&self, thinking: &dyn AnySearch, measure: &Valuation, question: &JobQuestion) {
        let JobQuestion { id, request } = question;
        self.send(&match request["do"].as_str() {
            Some("branches") => {
                let path = request["path"].as_array().into_iter().flatten();
                let path: Vec<String> = path.filter_map(Value::as_str).map(str::to_owned).collect();
                json!({ "id": id, "branches": measure.branches(thinking, &path) })
            }
            Some("flip_map") => {
                let term = |at: usize| request["terms"][at].as_u64().unwrap_or(u64::MAX) as usize;
                json!({ "id": id, "flip_map": thinking.flip_map([term(0), term(1)]) })
            }
            _ => {
                let mv = request["move"].as_str().unwrap_or_default();
                json!({ "id": id, "detail": measure.detail(thinking, mv) })
            }
        });
    }

    fn ask_program(
        &self,
        server: &Server,
        name: &str,
        command: &str,
        seat: Seat,
        seated: &Mutex<Seated>,
    ) -> Result<(), Value> {
        let wrong = |error: String| json!({ "error": format!("{name}: {error}") });
        let budget = match self.request.get("budget") {
            None | Some(Value::Null) => None,
            Some(budget) => Some(Budget::from_json(budget).map_err(wrong)?),
        };
        let (mut record, ply) = dto::record_of(&self.request).map_err(wrong)?;
        // The program gets the moves up to this ply only.
        record.moves.truncate(ply);
        // An older request that was stopped may still use the program.
        let mut guard = lock(seated);
        let Seated { program, copy } = &mut *guard;
        let session = copy.at(record, ply).map_err(wrong)?;
        session.forget_later();
        if !session.position().to_act().contains(seat) {
            return Err(wrong(format!("seat {seat} owes no move")));
        }
        let mut running = match program.take() {
            Some(running) => running,
            None => {
                let limits = server.program_options.program_limits.clone();
                let log = Transcript::new(limits.log.as_deref()).map_err(wrong)?;
                let mut started = Program::start(command, limits, log).map_err(wrong)?;
                started.write_to(&format!("{name}-seat-{seat}"));
                started
            }
        };
        running.set_stop(Arc::clone(&self.stop));
        running.sync_with(session);
        match running.choose(session, seat, budget, None) {
            Ok(reported) => {
                *program = Some(running);
                let columns = reported.columns(session.position(), seat).map_err(wrong)?;
                self.send_thought(&columns);
                Ok(())
            }
            // Drop the program, which ends it and its child processes.
            Err(ProgramError::Gone(words)) => {
                let stderr = running.last_errors();
                Err(json!({ "error": format!("{name}: {words}"), "gone": true, "stderr": stderr }))
            }
            Err(trouble) => {
                *program = Some(running);
                Err(wrong(trouble.words().to_owned()))
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
