//! A program outside on a seat: it is started, gets the game by the lines of the protocol, and a request to
//! think; `docs/reference/protocol.md` describes its side. It may do anything; what it does wrong is said in words, and
//! what becomes of its seat is decided by the caller. What it says of its candidates is checked in
//! [`totora::session::program`], what goes in and comes out is written down in [`super::transcript`].

use super::lines::{Line, next_line};
use super::output::{Stop, stopped};
use super::signals::{self, Signal};
use super::transcript::Transcript;
use super::watchdog::ProcessGroup;
use clap::Args;
use serde_json::{Map, Value, json};
use std::collections::VecDeque;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use totora::base::fixed::shorten;
use totora::base::util::quoted_words;
use totora::contract::bot::Budget;
use totora::contract::game::{Seat, TURN_SEPARATOR};
use totora::record::{Record, SeatSpec};
use totora::session::Session;
use totora::session::program::{ReportedThought, Wants, check, think_line};
use totora::session::protocol::too_long;

/// What a seat begins with that a program outside sits on.
pub(crate) const PREFIX: &str = "exec:";

/// So often in a row may it not answer.
const SILENT: u32 = 3;

/// How many lines may wait for it to read them. One that keeps to the protocol reads each before it answers.
const UNREAD: usize = 64;

/// How long it may take to end when the game is over, in milliseconds.
const FAREWELL: u64 = 200;

/// How often one who waits looks for a signal, in milliseconds.
const LOOK: u64 = 50;

/// How many lines of its standard error are kept, the last ones, each cut to this many characters.
const LAST_ERRORS: usize = 8;
const LONGEST_ERROR: usize = 500;

/// How programs outside are treated.
#[derive(Args, Clone)]
pub(crate) struct ProgramLimits {
    /// How long a program outside may take to answer, in milliseconds, beside a budget in time
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    patience: u64,
    /// How long it may take to start and to answer `new`, in milliseconds; its clock runs after that
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    startup: u64,
    /// Writes down what is said between us and programs outside: a file for every seat of every game
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
}

impl ProgramLimits {
    /// Where is written down what is said.
    ///
    /// # Errors
    /// When there cannot be such a directory.
    pub(crate) fn transcript(&self) -> Result<Transcript, String> {
        Transcript::new(self.log.as_deref())
    }
}

/// A running program.
pub(crate) struct Program {
    child: Child,
    group: ProcessGroup,
    errors: Errors,
    /// Lines for it to read.
    lines: Option<SyncSender<String>>,
    answers: Receiver<Result<String, String>>,
    transcript: Transcript,
    /// The game as it was sent; `None` before the game, and when it is uncertain what has arrived.
    sent: Option<SentState>,
    /// Answers that were waited for in vain and may still come.
    late: u32,
    /// How often in a row it was waited for in vain.
    silent: u32,
    limits: ProgramLimits,
    /// See [`Program::timed`].
    clock: Option<u64>,
    spent: f64,
    stop: Option<Stop>,
}

/// What a program says on standard error.
struct Errors {
    /// The last lines.
    last: Arc<Mutex<VecDeque<String>>>,
    /// Ends with the stream.
    reader: JoinHandle<()>,
}

/// A game as a program has received it.
struct SentState {
    session: Session,
    wants: Wants,
}

/// Why a program gave no move.
#[derive(Debug)]
pub(crate) enum ProgramError {
    /// It has ended, floods, or has not answered several times: no use asking it again.
    Gone(String),
    /// It answered too late, or not with a move.
    Wrong(String),
    /// It reports itself that it could not do what was requested.
    Refused(String),
    /// Nothing is wrong with it: a signal asks us to end.
    Stopped(Signal),
}

impl ProgramError {
    pub(crate) fn words(&self) -> &str {
        match self {
            ProgramError::Gone(words)
            | ProgramError::Wrong(words)
            | ProgramError::Refused(words) => words,
            ProgramError::Stopped(signal) => signal.name(),
        }
    }
}

impl Program {
    /// Whether a command's program is there to be started: a file where its name has a `/`, else one in `PATH`.
    ///
    /// # Errors
    /// The name, and where it was looked for.
    pub(crate) fn find(command: &str) -> Result<(), String> {
        let words = quoted_words(command)?;
        let name = words.first().ok_or("the command is empty")?;
        let there = |path: &Path| {
            let Ok(found) = path.metadata() else { return false };
            #[cfg(unix)]
            let may_run =
                std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o111 != 0;
            #[cfg(not(unix))]
            let may_run = true;
            found.is_file() && may_run
        };
        if cfg!(not(unix)) || there(Path::new(name)) && name.contains('/') {
            return Ok(());
        }
        if name.contains('/') {
            return Err(format!("`{name}` is not a file that can be run"));
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let found = std::env::split_paths(&path).any(|folder| there(&folder.join(name)));
        found.then_some(()).ok_or_else(|| format!("there is no program `{name}` in PATH"))
    }

    /// Starts a program: its name and its arguments, as [`quoted_words`] reads them; no shell is asked. It has
    /// a process group of its own, which is ended as a whole.
    pub(crate) fn start(
        command: &str,
        limits: ProgramLimits,
        transcript: Transcript,
    ) -> Result<Program, String> {
        let words = quoted_words(command)?;
        let name = words.first().ok_or("`exec:` names no program")?;
        let mut command = Command::new(name);
        command
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let group = ProcessGroup::new().map_err(|error| format!("{name}: {error}"))?;
        group.takes(&mut command);
        let mut child = command.spawn().map_err(|error| format!("{name}: {error}"))?;
        let mut input = child.stdin.take().ok_or_else(|| format!("{name}: no standard input"))?;
        let output = child.stdout.take().ok_or_else(|| format!("{name}: no standard output"))?;
        let errors = child.stderr.take().ok_or_else(|| format!("{name}: no standard error"))?;
        // Written aside: one that answers without reading fills its pipe, and the writer then waits.
        let (lines, written) = sync_channel::<String>(UNREAD);
        thread::spawn(move || {
            for line in written {
                if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                    break;
                }
            }
        });
        // One waiting answer is enough; a program that writes more waits until it is read.
        let (send, answers) = sync_channel(1);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let answer = match next_line(&mut output) {
                    Ok(Some(Line::Text(line))) => Ok(line),
                    Ok(Some(Line::NotText)) => Err("its line is not UTF-8".to_owned()),
                    Ok(Some(Line::TooLong)) => Err(too_long()),
                    Ok(None) | Err(_) => break,
                };
                if send.send(answer).is_err() {
                    break;
                }
            }
        });
        let aside = transcript.clone();
        let name = name.to_owned();
        let last = Arc::<Mutex<VecDeque<String>>>::default();
        let kept = Arc::clone(&last);
        let reader = thread::spawn(move || pass_on(BufReader::new(errors), &name, &aside, &kept));
        let errors = Errors { last, reader };
        let lines = Some(lines);
        let (sent, late, silent) = (None, 0, 0);
        let stop = None;
        Ok(Program {
            child,
            group,
            errors,
            lines,
            answers,
            transcript,
            sent,
            late,
            silent,
            limits,
            clock: None,
            spent: 0.0,
            stop,
        })
    }

    /// From now on a question is given up when this is set; its answer is dropped when it comes.
    pub(crate) fn heed(&mut self, stop: Stop) {
        self.stop = Some(stop);
    }

    /// Looks whether what it was sent leads to the end of this game. If not, because a move was taken back or a game
    /// begun anew, everything is sent from the start with the next request.
    pub(crate) fn recall(&mut self, session: &Session) {
        let leads = |sent: &SentState| {
            let (before, now) = (sent.session.setup(), session.setup());
            let (known, plies) = (sent.session.plies(), session.plies());
            before.game.id() == now.game.id()
                && before.options == now.options
                && before.seed == now.seed
                && known.len() <= plies.len()
                && known.iter().zip(plies).all(|(one, other)| one.text == other.text)
        };
        if !self.sent.as_ref().is_some_and(leads) {
            self.sent = None;
        }
    }

    /// Where the transcript goes on with the next game.
    pub(crate) fn write_to(&mut self, name: &str) {
        self.transcript.begin(name);
        self.sent = None;
    }

    /// Sends a line, and reads the answer to it.
    fn ask(&mut self, line: &Value, wait: u64) -> Result<Value, ProgramError> {
        // What answers an older question must not be taken for the answer to this one.
        while self.late > 0 {
            let _ = self.hear(wait)?;
            self.late -= 1;
        }
        if let Ok(unasked) = self.answers.try_recv() {
            let said = unasked.unwrap_or_else(|error| error);
            self.transcript.note("from", &said);
            return Err(ProgramError::Gone(format!(
                "it says what it was not asked: `{}`",
                shorten(&said)
            )));
        }
        self.send(line)?;
        self.late = 1;
        let text = self.hear(wait)?.map_err(ProgramError::Wrong);
        self.late = 0;
        let text = text?;
        let value: Value = serde_json::from_str(&text).map_err(|error| {
            ProgramError::Wrong(format!("`{}` is not JSON: {error}", shorten(&text)))
        })?;
        match value.get("ok").and_then(Value::as_bool) {
            Some(true) => Ok(value),
            Some(false) => {
                let said = value.get("error").map(ToString::to_string).unwrap_or_default();
                Err(ProgramError::Refused(format!("it says: {}", shorten(&said))))
            }
            None => Err(ProgramError::Wrong(format!("`{}` has no \"ok\"", shorten(&text)))),
        }
    }

    fn send(&mut self, line: &Value) -> Result<(), ProgramError> {
        let gone = |words: &str| ProgramError::Gone(words.to_owned());
        let text = line.to_string();
        self.transcript.note("to", &text);
        let lines = self.lines.as_ref().ok_or_else(|| gone("it is gone"))?;
        lines.try_send(format!("{text}\n")).map_err(|error| match error {
            TrySendError::Full(_) => gone("it answers without reading what it is asked"),
            TrySendError::Disconnected(_) => gone("it does not listen"),
        })
    }

    /// Waits for a line, and for a signal that asks us to end.
    fn hear(&mut self, wait: u64) -> Result<Result<String, String>, ProgramError> {
        let begun = Instant::now();
        let wait_for = Duration::from_millis(wait);
        // Whether it had ended before the last look: what it said before that is there by now.
        let mut ended = false;
        loop {
            let left = wait_for.saturating_sub(begun.elapsed());
            let received = self.answers.recv_timeout(left.min(Duration::from_millis(LOOK)));
            if let Some(signal) = signals::received() {
                return Err(ProgramError::Stopped(signal));
            }
            if received.is_err() && stopped(self.stop.as_ref()) {
                return Err(ProgramError::Wrong("it was asked to stop".to_owned()));
            }
            match received {
                Ok(said) => {
                    self.silent = 0;
                    let text = said.as_ref().unwrap_or_else(|error| error);
                    self.transcript.note("from", text);
                    return Ok(said);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(ProgramError::Gone(self.end())),
                // Its children may still hold its output open.
                Err(RecvTimeoutError::Timeout) if ended => {
                    return Err(ProgramError::Gone(self.end()));
                }
                Err(RecvTimeoutError::Timeout) if begun.elapsed() < wait_for => {
                    ended = self.ended().is_some();
                }
                Err(RecvTimeoutError::Timeout) if self.silent + 1 < SILENT => {
                    self.silent += 1;
                    return Err(ProgramError::Wrong(format!("no answer within {wait} ms")));
                }
                Err(RecvTimeoutError::Timeout) => {
                    return Err(ProgramError::Gone(format!(
                        "no answer within {wait} ms, {SILENT} times in a row: it is not asked again"
                    )));
                }
            }
        }
    }

    /// How the process ended, once it has. It is not waited for here, so its number is still its own.
    fn ended(&self) -> Option<String> {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
            let how = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            let pid = Pid::from_raw(self.child.id().cast_signed())?;
            let status = waitid(WaitId::Pid(pid), how).ok()??;
            let signal =
                status.terminating_signal().map(|signal| format!("killed by signal {signal}"));
            let code = status.exit_status().map(|code| format!("exit status {code}"));
            Some(signal.or(code).unwrap_or_default())
        }
        #[cfg(not(unix))]
        None
    }

    /// Waits a moment for an end that has begun, until `done`.
    fn wait_until(&self, done: impl Fn() -> bool) {
        let until = Instant::now() + Duration::from_millis(FAREWELL);
        while Instant::now() < until && !done() {
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// That it has ended, and how.
    fn end(&self) -> String {
        // Its output closes a little before it has ended.
        self.wait_until(|| self.ended().is_some());
        match self.ended() {
            Some(how) => format!("it has ended: {how}"),
            None => "it has closed its output".to_owned(),
        }
    }

    /// The last lines that it wrote on standard error.
    pub(crate) fn last_errors(&self) -> Vec<String> {
        // The last of them may still be on their way; a child of its may hold the stream open.
        self.wait_until(|| self.errors.reader.is_finished());
        let last = self.errors.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.iter().cloned().collect()
    }

    /// Tells it a new game.
    fn begin(&mut self, session: &Session, seat: Seat) -> Result<(), ProgramError> {
        let setup = session.setup();
        let seats = vec![SeatSpec::Human; setup.seats.len()];
        let record = Record::new(setup.game, setup.options.clone(), setup.seed, seats);
        let mirror =
            Session::begin(record).map_err(|error| ProgramError::Wrong(error.to_string()))?;
        let mut line = Map::new();
        line.insert("do".to_owned(), json!("new"));
        line.insert("game".to_owned(), json!(setup.game.id()));
        line.insert("options".to_owned(), Value::Object(setup.options.to_json()));
        line.insert("seed".to_owned(), json!(setup.seed));
        line.insert("seat".to_owned(), json!(seat));
        Wants::ALL.describe(&mirror, &mut line);
        self.sent = None;
        // It may only just be starting: that is not on its clock.
        let answer = self.ask(&Value::Object(line), self.limits.startup)?;
        self.sent = Some(SentState { session: mirror, wants: Wants::read(&answer) });
        Ok(())
    }

    /// The move that it chooses for `seat`, which owes one, with what it says of it: sends what was
    /// played since, and the request. If sending failed, the game is sent from its start again; after an
    /// answer that is no move it is not, or a long game would be sent hundreds of times.
    pub(crate) fn choose(
        &mut self,
        session: &Session,
        seat: Seat,
        budget: Option<Budget>,
    ) -> Result<ReportedThought, ProgramError> {
        let chosen = self.tell_and_ask(session, seat, budget);
        if matches!(chosen, Err(ProgramError::Refused(_))) {
            self.sent = None;
        }
        chosen
    }

    fn tell_and_ask(
        &mut self,
        session: &Session,
        seat: Seat,
        budget: Option<Budget>,
    ) -> Result<ReportedThought, ProgramError> {
        if self.sent.is_none() {
            self.begin(session, seat)?;
        }
        // Uncertain until all of it is sent.
        let Some(mut sent) = self.sent.take() else {
            return Err(ProgramError::Wrong("it knows no game".to_owned()));
        };
        let known = sent.session.plies().len();
        for ply in session.plies().iter().skip(known) {
            let simultaneous = session.position().simultaneous();
            let parts: Vec<&str> = if simultaneous {
                ply.text.split(TURN_SEPARATOR).collect()
            } else {
                vec![&ply.text]
            };
            for seat in ply.seats.iter() {
                // Nothing to say for a seat that owed nothing.
                let part = if simultaneous { parts.get(seat) } else { parts.first() };
                let Some(text) = part else { continue };
                self.tell(&mut sent, seat, text)?;
            }
        }
        let mut line = think_line(sent.wants, &sent.session, seat, budget, self.wait(budget));
        // Another Totora at the end of the line needs a name; a program of one's own need not look.
        if let Some(bot) = session.setup().game.bots().first() {
            line.insert("bot".to_owned(), json!(bot.id));
        }
        self.sent = Some(sent);
        let begun = Instant::now();
        let answer = self.ask(&Value::Object(line), self.wait(budget))?;
        self.spent = begun.elapsed().as_secs_f64() * 1e3;
        check(session.position(), seat, &answer).map_err(ProgramError::Wrong)
    }

    /// Sets the milliseconds left on its clock, which replace its patience; `None` for no clock.
    pub(crate) fn timed(&mut self, left: Option<u64>) -> &mut Program {
        self.clock = left;
        self
    }

    /// The milliseconds that its last decision took.
    pub(crate) fn spent(&self) -> f64 {
        self.spent
    }

    /// How long it may think, all in all.
    fn wait(&self, budget: Option<Budget>) -> u64 {
        match budget {
            _ if self.clock.is_some() => self.clock.unwrap_or_default(),
            Some(Budget::Ms(ms)) => self.limits.patience.saturating_add(ms),
            _ => self.limits.patience,
        }
    }

    /// Tells it a move.
    fn tell(&mut self, sent: &mut SentState, seat: Seat, text: &str) -> Result<(), ProgramError> {
        let played = sent.session.play(Some(seat), text, false);
        // It was played before, from this very position.
        played.map_err(|error| ProgramError::Wrong(error.to_string()))?;
        let mut line = Map::new();
        line.insert("do".to_owned(), json!("play"));
        line.insert("seat".to_owned(), json!(seat));
        line.insert("move".to_owned(), json!(text));
        sent.wants.describe(&sent.session, &mut line);
        self.ask(&Value::Object(line), self.limits.patience).map(drop)
    }
}

/// Passes on what a program says on standard error, for its author to see: the first lines to ours, all that is
/// reasonable to the transcript; the last lines are kept. The rest is read and dropped, so that it never waits for us.
fn pass_on(
    mut errors: BufReader<impl Read>,
    name: &str,
    transcript: &Transcript,
    last: &Mutex<VecDeque<String>>,
) {
    const SHOWN: usize = 20;
    let mut shown = 0;
    while let Ok(Some(line)) = next_line(&mut errors) {
        let Line::Text(line) = line else { continue };
        transcript.note("error", &line);
        let line: String = line.chars().take(LONGEST_ERROR).collect();
        shown += 1;
        if shown <= SHOWN {
            eprintln!("{name}: {line}");
        } else if shown == SHOWN + 1 {
            eprintln!("{name}: (more is not shown; --log keeps it)");
        }
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.len() == LAST_ERRORS {
            last.pop_front();
        }
        last.push_back(line);
    }
}

/// A program never outlives its match, and neither does anything that it started.
impl Drop for Program {
    fn drop(&mut self) {
        // A well-meaning program ends by itself; the pipe closes in any case.
        let _ = self.send(&json!({ "do": "quit" }));
        self.lines = None;
        let until = Instant::now() + Duration::from_millis(FAREWELL);
        // Its output ends when it does.
        while Instant::now() < until && self.ended().is_none() {
            let received = self.answers.recv_timeout(Duration::from_millis(5));
            if let Err(RecvTimeoutError::Disconnected) = received {
                break;
            }
        }
        self.group.kill();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
