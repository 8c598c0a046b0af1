//! What a page asks on its socket, and the threads that answer. One JSON object a message:
//!
//! - `{"id":7,"do":"programs"}`: who may sit on seats, and how many players an arena may have,
//!   `{"id":7,"programs":["minnow"],"cores":4}`.
//! - `{"id":8,"do":"think","record":"…","ply":3,"seat":0,"bot":{…}}`: what a bot of ours thinks, as
//!   `{"id":8,"thought":{…},"done":false}` again and again until it is done.
//! - The same with `"program":"minnow","budget":{…}` in place of `"bot"`: what a program says. It plays on from
//!   game to game and is started by its first request; one that has ended is started again by the next
//!   request, which the answer before says by `"gone":true`, with the last lines of its standard error as `"stderr"`.
//! - `{"id":9,"do":"detail","of":8,"move":"d4"}`: what speaks for the choice of a bot's thought against another of
//!   its candidates, `{"id":9,"detail":{…}}`. It answers until the request is stopped.
//! - `{"id":9,"do":"branches","of":8,"path":["d4"]}`: what the tree of its search has after these moves.
//! - `{"id":9,"do":"flip_map","of":8,"terms":[0,2]}`: which move would be chosen for the values of two weights.
//! - `{"id":8,"do":"arena","setup":{…}}`: a player of an arena, `{"id":8,"arena":true,"done":false}`, and then
//!   `{"id":9,"do":"play","of":8,"from":0,"to":40,"ms":150}`: the lines of its finished games, as a worker of the page
//!   plays them, `{"id":9,"play":"…"}`.
//! - `{"id":9,"do":"stop","of":8}`: no more of that.
//!
//! What is wrong is answered with `{"id":8,"error":"…","done":true}`. The record is the page's whole game, as
//! JSON text; a copy is kept, so that only what is new is played.

use super::super::arena::run::threads;
use super::super::output::{Stop, clock_with, stopped};
use super::super::program::{Program, ProgramError};
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
use totora::catalog::AnyThinking;
use totora::contract::bot::{Budget, SLICE};
use totora::contract::game::Seat;
use totora::session::dto::{self, Measure, ThoughtColumns};
use totora::session::program::columns;

/// The most thoughts at once, beside players: a page has a few channels, and the last of each is stopped before it asks
/// anew.
const MOST: usize = 24;

/// How often a thought that is finished looks whether it is still wanted.
const LOOK: Duration = Duration::from_millis(100);

/// Unfinished analyses are sent at most this often.
const FLUSH: Duration = Duration::from_millis(125);

/// The last arena, with its request.
type LastArena = Option<(Value, Arc<Arena>)>;

/// One page's questions.
pub(super) struct Connection {
    server: Arc<Server>,
    say: UnboundedSender<String>,
    /// The page's game, for our own bots.
    copy: Arc<Mutex<GameCopy>>,
    /// Programs by name and seat.
    seated: BTreeMap<(String, Seat), Arc<Mutex<Seated>>>,
    arena: Arc<Mutex<LastArena>>,
    /// The thoughts and the players that are kept.
    busy: BTreeMap<u64, Kept>,
}

/// The connection's end of a thought.
struct Kept {
    /// Set when it is not wanted any more.
    stop: Stop,
    /// Takes questions about it.
    ask: Sender<Question>,
}

/// A question about a thought.
struct Question {
    id: u64,
    request: Value,
}

/// A program on a seat.
#[derive(Default)]
struct Seated {
    program: Option<Program>,
    copy: GameCopy,
}

/// A question that is answered in a thread of its own.
struct Job {
    id: u64,
    request: Value,
    say: UnboundedSender<String>,
    stop: Stop,
    questions: Receiver<Question>,
}

impl Connection {
    /// A page has come in.
    pub(super) fn new(server: Arc<Server>, say: UnboundedSender<String>) -> Self {
        let (copy, arena) = (Arc::default(), Arc::default());
        Connection { server, say, copy, seated: BTreeMap::new(), arena, busy: BTreeMap::new() }
    }

    /// Says what is wrong with a message that has no number.
    pub(super) fn refuse(&self, error: &str) {
        self.send(&json!({ "error": error }));
    }

    /// Hears a message. What takes long is answered later.
    pub(super) fn hear(&mut self, text: &str) {
        let request: Value = match serde_json::from_str(text) {
            Ok(request) => request,
            Err(error) => return self.refuse(&format!("not JSON: {error}")),
        };
        let Some(id) = request.get("id").and_then(Value::as_u64) else {
            return self.refuse("`id` is missing; expected a whole number");
        };
        // Those that have finished hold their end no more.
        self.busy.retain(|_, kept| Arc::strong_count(&kept.stop) > 1);
        let done = match request.get("do").and_then(Value::as_str) {
            Some("programs") => {
                let names: Vec<&String> = self.server.programs.keys().collect();
                self.send(&json!({ "id": id, "programs": names, "cores": threads(None) }));
                Ok(())
            }
            Some("think" | "arena") => self.begin(id, request),
            Some("stop") => {
                let of = request.get("of").and_then(Value::as_u64);
                if let Some(kept) = of.and_then(|of| self.busy.get(&of)) {
                    kept.stop.store(true, Ordering::Relaxed);
                }
                Ok(())
            }
            Some(what @ ("detail" | "branches" | "flip_map" | "play")) => {
                let of = request.get("of").and_then(Value::as_u64);
                let kept = of.and_then(|of| self.busy.get(&of));
                let question = Question { id, request: request.clone() };
                if kept.is_none_or(|kept| kept.ask.send(question).is_err()) {
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
        // The receiver is gone: no harm.
        let _ = self.say.send(answer.to_string());
    }

    fn begin(&mut self, id: u64, request: Value) -> Result<(), String> {
        let most = MOST + 2 * threads(None);
        if self.busy.len() >= most {
            return Err(format!("{most} questions are being answered; stop one first"));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (ask, questions) = channel();
        let job = Job { id, say: self.say.clone(), stop: Arc::clone(&stop), request, questions };
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
        self.busy.insert(id, Kept { stop, ask });
        Ok(())
    }
}

/// The page has gone: its requests need no answer, and its programs end with their seats.
impl Drop for Connection {
    fn drop(&mut self) {
        for kept in self.busy.values() {
            kept.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Job {
    fn answer(self, find: impl FnOnce(&Job) -> Result<(), Value>) {
        if let Err(mut error) = find(&self) {
            error["id"] = json!(self.id);
            error["done"] = json!(true);
            let _ = self.say.send(error.to_string());
        }
    }

    fn send(&self, thought: &Value, done: bool) {
        let answer = json!({ "id": self.id, "thought": thought, "done": done });
        let _ = self.say.send(answer.to_string());
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
                // The last state is worth showing.
                self.send(&of_bot(thinking.as_ref(), &measure, false), false);
                break;
            }
            if done || flushed.is_none_or(|at| at.elapsed() >= FLUSH) {
                flushed = Some(Instant::now());
                self.send(&of_bot(thinking.as_ref(), &measure, done), done);
            }
            if done {
                break;
            }
        }
        // It answers questions until another takes its place.
        self.attend(|question| self.send_detail(thinking.as_ref(), &measure, question));
        Ok(())
    }

    /// Answers questions until this is not wanted any more, and then those that came before.
    fn attend(&self, mut answer: impl FnMut(&Question)) {
        while !stopped(Some(&self.stop)) && signals::received().is_none() {
            match self.questions.recv_timeout(LOOK) {
                Ok(question) => answer(&question),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.questions.try_iter().for_each(|question| answer(&question));
    }

    /// Plays games of an arena, which is made anew if it is not the one at hand.
    fn play(&self, server: &Server, at_hand: &Mutex<LastArena>) -> Result<(), Value> {
        let arena = {
            let mut at_hand = lock(at_hand);
            let setup = &self.request["setup"];
            match at_hand.as_ref().filter(|(known, _)| known == setup) {
                Some((_, arena)) => Arc::clone(arena),
                None => {
                    let made =
                        Arena::new(setup, server).map_err(|error| json!({ "error": error }))?;
                    let made = Arc::new(made);
                    *at_hand = Some((setup.clone(), Arc::clone(&made)));
                    made
                }
            }
        };
        let _ = self.say.send(json!({ "id": self.id, "arena": true, "done": false }).to_string());
        self.attend(|Question { id, request }| {
            let answer = match arena.play(request, &self.stop) {
                Ok(lines) => json!({ "id": id, "play": lines }),
                Err(error) => json!({ "id": id, "error": error, "done": true }),
            };
            let _ = self.say.send(answer.to_string());
        });
        Ok(())
    }

    /// Answers a question about an analysis.
    fn send_detail(&self, thinking: &dyn AnyThinking, measure: &Measure, question: &Question) {
        let Question { id, request } = question;
        let answer = match request["do"].as_str() {
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
                json!({ "id": id, "detail": thinking.detail(mv) })
            }
        };
        let _ = self.say.send(answer.to_string());
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
        // It gets what led here, and no more.
        record.moves.truncate(ply);
        // An older question, which was stopped, may still be at it.
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
                let log = server.outside.program_limits.transcript().map_err(wrong)?;
                let limits = server.outside.program_limits.clone();
                let mut started = Program::start(command, limits, log).map_err(wrong)?;
                started.write_to(&format!("{name}-seat-{seat}"));
                started
            }
        };
        running.heed(Arc::clone(&self.stop));
        running.recall(session);
        match running.choose(session, seat, budget) {
            Ok(reported) => {
                *program = Some(running);
                let thought = columns(session.position(), seat, &reported).map_err(wrong)?;
                self.send(&thought, true);
                Ok(())
            }
            // It is dropped, and ended as a whole.
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

/// What a bot thinks so far, as the page reads it.
fn of_bot(thinking: &dyn AnyThinking, measure: &Measure, done: bool) -> Value {
    let columns = ThoughtColumns::of(thinking, measure, done);
    let mut thought = json!(columns);
    thought["values"] = json!(columns.values);
    thought["contributions"] = json!(columns.contributions);
    // What programs alone write.
    thought["log"] = json!([]);
    thought["draw"] = json!([]);
    thought
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
