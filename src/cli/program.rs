//! An external program on a seat. We start it, send it the game in lines of the protocol, and request a move;
//! `docs/reference/protocol.md` describes its side. The program is not trusted. Its failures are returned as messages,
//! and the caller decides what happens to the seat. [`totora::session::program`] checks its candidates, and
//! [`super::transcript`] logs the lines that are sent and received.

use super::dialect::{self, Dialect};
use super::lines::{Received, next_line};
use super::output::{Stop, stopped};
use super::signals::{self, Signal};
use super::transcript::Transcript;
use super::watchdog::ProcessGroup;
use clap::Args;
use serde_json::{Value, json};
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

/// The prefix of an external program in the text of a seat.
pub(crate) const PREFIX: &str = "exec:";

/// After this many timeouts in a row, the program gets no more requests.
const MOST_TIMEOUTS: u32 = 3;

/// How many lines may wait until the program reads them. A program that follows the protocol reads each line before it
/// answers.
const UNREAD: usize = 64;

/// How long the program may take to end when the game is over, in milliseconds.
const QUIT_WAIT: u64 = 200;

/// How often we check for a signal while we wait, in milliseconds.
const LOOK: u64 = 50;

/// How many of the last lines of standard error are kept.
const LAST_ERRORS: usize = 8;
/// The length to which each of them is cut, in characters.
const LONGEST_ERROR: usize = 500;

/// Time limits and the log of external programs.
#[derive(Args, Clone)]
pub(crate) struct ProgramLimits {
    /// How long an external program may take to answer, in milliseconds, in addition to a budget in time
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    patience: u64,
    /// How long it may take to start and to answer `new`, in milliseconds; its clock starts after that
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    startup: u64,
    /// Logs the messages to and from external programs: a file for every seat of every game
    #[arg(long, value_name = "DIR")]
    pub(crate) log: Option<PathBuf>,
}

impl Default for ProgramLimits {
    fn default() -> Self {
        ProgramLimits { patience: 10_000, startup: 10_000, log: None }
    }
}

/// A running program.
pub(crate) struct Program {
    child: Child,
    group: ProcessGroup,
    /// The last lines of its standard error, and the thread that reads it, which ends with the stream.
    last_errors: Arc<Mutex<VecDeque<String>>>,
    error_reader: JoinHandle<()>,
    /// Lines for the program to read.
    lines: Option<SyncSender<String>>,
    answers: Receiver<Result<String, String>>,
    transcript: Transcript,
    dialect: Dialect,
    /// The commands for the game that a GTP program has received.
    commands: Vec<String>,
    /// The game as it was sent; `None` before the game, and if it is uncertain what the program has received.
    sent: Option<SentState>,
    /// How many answers timed out and may still arrive.
    pending: u32,
    /// How often in a row the program timed out.
    timeouts: u32,
    limits: ProgramLimits,
    /// The time of its last decision in milliseconds.
    pub(crate) spent: f64,
    stop: Option<Stop>,
}

/// A game as a program has received it.
struct SentState {
    session: Session,
    wants: Wants,
}

/// Why a program did not give a move.
#[derive(Debug)]
pub(crate) enum ProgramError {
    /// It has ended, sends too much, or has timed out several times. Do not ask it again.
    Gone(String),
    /// It answered too late, or without a legal move.
    Wrong(String),
    /// It answered with an error.
    Refused(String),
    /// The program did not fail: a signal asks us to end.
    Stopped(Signal),
}

impl ProgramError {
    pub(crate) fn words(&self) -> &str {
        match self {
            ProgramError::Gone(words)
            | ProgramError::Wrong(words)
            | ProgramError::Refused(words) => words,
            ProgramError::Stopped(signal) => signal.1,
        }
    }
}

impl Program {
    /// Checks that the program of a command exists. A name with a `/` is a file; other names are searched in `PATH`.
    ///
    /// # Errors
    /// The name, and where it was searched.
    pub(crate) fn find(command: &str) -> Result<(), String> {
        let words = quoted_words(Dialect::split(command).1)?;
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

    /// Starts a program. [`quoted_words`] splits the command into its name and arguments, without a shell. The program
    /// has its own process group, which is ended as a whole.
    pub(crate) fn start(
        command: &str,
        limits: ProgramLimits,
        transcript: Transcript,
    ) -> Result<Program, String> {
        let (dialect, command) = Dialect::split(command);
        let words = quoted_words(command)?;
        let name = words.first().ok_or("`exec:` names no program")?;
        let mut command = Command::new(name);
        command
            .args(&words[1..])
            // An exported bot asks this command for positions.
            .envs(std::env::current_exe().ok().map(|path| ("TOTORA", path)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let group = ProcessGroup::new().map_err(|error| format!("{name}: {error}"))?;
        group.add(&mut command);
        let mut child = command.spawn().map_err(|error| format!("{name}: {error}"))?;
        let mut input = child.stdin.take().ok_or_else(|| format!("{name}: no standard input"))?;
        let output = child.stdout.take().ok_or_else(|| format!("{name}: no standard output"))?;
        let errors = child.stderr.take().ok_or_else(|| format!("{name}: no standard error"))?;
        // Write in a separate thread: if the program answers without reading, its pipe fills up and the writer blocks.
        let (lines, written) = sync_channel::<String>(UNREAD);
        thread::spawn(move || {
            for line in written {
                if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                    break;
                }
            }
        });
        // One pending answer is enough: a program that writes more blocks until we read it.
        let (send, answers) = sync_channel(1);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let answer = match next_line(&mut output) {
                    Ok(Some(Received::Text(line))) => Ok(line),
                    Ok(Some(Received::NotText)) => Err("its line is not UTF-8".to_owned()),
                    Ok(Some(Received::TooLong)) => Err(too_long()),
                    Ok(None) | Err(_) => break,
                };
                if send.send(answer).is_err() {
                    break;
                }
            }
        });
        let log = transcript.clone();
        let name = name.to_owned();
        let last_errors = Arc::<Mutex<VecDeque<String>>>::default();
        let last = Arc::clone(&last_errors);
        let error_reader =
            thread::spawn(move || forward_errors(BufReader::new(errors), &name, &log, &last));
        let lines = Some(lines);
        let (sent, pending, timeouts) = (None, 0, 0);
        let (spent, stop) = (0.0, None);
        Ok(Program {
            child,
            group,
            last_errors,
            error_reader,
            lines,
            answers,
            transcript,
            dialect,
            commands: Vec::new(),
            sent,
            pending,
            timeouts,
            limits,
            spent,
            stop,
        })
    }

    /// From now on, a request is abandoned when `stop` is set. Its answer is dropped when it arrives.
    pub(crate) fn set_stop(&mut self, stop: Stop) {
        self.stop = Some(stop);
    }

    /// Checks whether the moves that were sent are the first moves of this game. If not, because a move was taken back or
    /// another game began, the next request sends the whole game again.
    pub(crate) fn sync_with(&mut self, session: &Session) {
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

    /// Begins the transcript of the next game in a file of this name.
    pub(crate) fn write_to(&mut self, name: &str) {
        self.transcript.begin(name);
        self.sent = None;
        self.commands.clear();
    }

    /// Sends a line and reads its answer.
    fn ask(&mut self, line: &Value, wait: u64) -> Result<Value, ProgramError> {
        // Do not mistake the answer to an older request for the answer to this one.
        while self.pending > 0 {
            let _ = self.receive(wait)?;
            self.pending -= 1;
        }
        if let Ok(extra) = self.answers.try_recv() {
            let line = extra.unwrap_or_else(|error| error);
            self.transcript.note("from", &line);
            return Err(ProgramError::Gone(format!(
                "it answers without a request: `{}`",
                shorten(&line)
            )));
        }
        self.send(line)?;
        self.pending = 1;
        let text = self.receive(wait)?.map_err(ProgramError::Wrong);
        self.pending = 0;
        let text = text?;
        let value: Value = serde_json::from_str(&text).map_err(|error| {
            ProgramError::Wrong(format!("`{}` is not JSON: {error}", shorten(&text)))
        })?;
        match value.get("ok").and_then(Value::as_bool) {
            Some(true) => Ok(value),
            Some(false) => {
                let error = value.get("error").map(ToString::to_string).unwrap_or_default();
                Err(ProgramError::Refused(format!("it reports an error: {}", shorten(&error))))
            }
            None => Err(ProgramError::Wrong(format!("`{}` has no \"ok\"", shorten(&text)))),
        }
    }

    fn send(&mut self, line: &Value) -> Result<(), ProgramError> {
        self.send_text(&line.to_string())
    }

    fn send_text(&mut self, text: &str) -> Result<(), ProgramError> {
        let gone = |words: &str| ProgramError::Gone(words.to_owned());
        self.transcript.note("to", text);
        let lines = self.lines.as_ref().ok_or_else(|| gone("it has ended"))?;
        lines.try_send(format!("{text}\n")).map_err(|error| match error {
            TrySendError::Full(_) => gone("it answers without reading its requests"),
            TrySendError::Disconnected(_) => gone("it has closed its input"),
        })
    }

    /// Waits for a line, or for a signal that asks us to end.
    fn receive(&mut self, wait: u64) -> Result<Result<String, String>, ProgramError> {
        let begun = Instant::now();
        let wait_for = Duration::from_millis(wait);
        // Whether the program had ended at the last check. If so, all of its output has arrived by now.
        let mut ended = false;
        loop {
            let left = wait_for.saturating_sub(begun.elapsed());
            let received = self.answers.recv_timeout(left.min(Duration::from_millis(LOOK)));
            if let Some(signal) = signals::received() {
                return Err(ProgramError::Stopped(signal));
            }
            if received.is_err() && stopped(self.stop.as_ref()) {
                return Err(ProgramError::Wrong("the request was cancelled".to_owned()));
            }
            match received {
                Ok(answer) => {
                    self.timeouts = 0;
                    let text = answer.as_ref().unwrap_or_else(|error| error);
                    self.transcript.note("from", text);
                    return Ok(answer);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(ProgramError::Gone(self.end())),
                // Its child processes may keep its output open.
                Err(RecvTimeoutError::Timeout) if ended => {
                    return Err(ProgramError::Gone(self.end()));
                }
                Err(RecvTimeoutError::Timeout) if begun.elapsed() < wait_for => {
                    ended = self.ended().is_some();
                }
                Err(RecvTimeoutError::Timeout) if self.timeouts + 1 < MOST_TIMEOUTS => {
                    self.timeouts += 1;
                    return Err(ProgramError::Wrong(format!("no answer within {wait} ms")));
                }
                Err(RecvTimeoutError::Timeout) => {
                    return Err(ProgramError::Gone(format!(
                        "no answer within {wait} ms, {MOST_TIMEOUTS} times in a row: it gets no more requests"
                    )));
                }
            }
        }
    }

    /// How the process ended, if it has ended. This does not reap the process, so its id is not reused.
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

    /// Waits until `done`, for at most [`QUIT_WAIT`].
    fn wait_until(&self, done: impl Fn() -> bool) {
        let until = Instant::now() + Duration::from_millis(QUIT_WAIT);
        while Instant::now() < until && !done() {
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// A message that the program has ended, and how.
    fn end(&self) -> String {
        // The output closes shortly before the process ends.
        self.wait_until(|| self.ended().is_some());
        match self.ended() {
            Some(how) => format!("it has ended: {how}"),
            None => "it has closed its output".to_owned(),
        }
    }

    /// The last lines that the program wrote to standard error.
    pub(crate) fn last_errors(&self) -> Vec<String> {
        // Some lines may not have arrived yet. Do not wait for the end of the stream: a child process may keep it open.
        self.wait_until(|| self.error_reader.is_finished());
        let last = self.last_errors.lock().unwrap_or_else(PoisonError::into_inner);
        last.iter().cloned().collect()
    }

    /// Sends a new game.
    fn begin(&mut self, session: &Session, seat: Seat) -> Result<(), ProgramError> {
        let setup = session.setup();
        let seats = vec![SeatSpec::Human; setup.seats.len()];
        let record = Record::new(setup.game, setup.options.clone(), setup.seed, seats);
        let mirror =
            Session::begin(record).map_err(|error| ProgramError::Wrong(error.to_string()))?;
        let (game, options) = (setup.game.id(), setup.options.to_json());
        let mut line = json!({
            "do": "new", "game": game, "options": options, "seed": setup.seed, "seat": seat,
        });
        describe(Wants::ALL, &mirror, &mut line);
        self.sent = None;
        // The program may still be starting. This does not count on its clock.
        let answer = self.ask(&line, self.limits.startup)?;
        self.sent = Some(SentState { session: mirror, wants: Wants::read(&answer) });
        Ok(())
    }

    /// Sends the moves since the last request and requests a move for `seat`, which owes one. Returns the move and what
    /// the program reports about it. If sending failed or the program answered with an error, the next request sends the whole
    /// game again. After an answer without a legal move it does not: a long game would then be sent hundreds of times.
    /// `clock` is the time left on its clock in milliseconds, which replaces the time limit.
    pub(crate) fn choose(
        &mut self,
        session: &Session,
        seat: Seat,
        budget: Option<Budget>,
        clock: Option<u64>,
    ) -> Result<ReportedThought, ProgramError> {
        let wait = clock.unwrap_or_else(|| match budget {
            Some(Budget::Ms(ms)) => self.limits.patience.saturating_add(ms),
            _ => self.limits.patience,
        });
        let chosen = match self.dialect {
            Dialect::Totora => self.send_and_ask(session, seat, budget, wait),
            Dialect::Gtp => self.ask_gtp(session, seat, budget, wait),
            Dialect::NBoard => self.ask_nboard(session, seat, budget, wait),
        };
        if matches!(chosen, Err(ProgramError::Refused(_))) {
            self.sent = None;
        }
        chosen
    }

    /// Sends a GTP program what it does not know of the game, and requests a move.
    fn ask_gtp(
        &mut self,
        session: &Session,
        seat: Seat,
        budget: Option<Budget>,
        wait: u64,
    ) -> Result<ReportedThought, ProgramError> {
        let commands = dialect::gtp_commands(session).map_err(ProgramError::Gone)?;
        let mut known = std::mem::take(&mut self.commands);
        if !commands.starts_with(&known) {
            known.clear();
        }
        // The program may still be starting. This does not count on its clock.
        let patience = if known.is_empty() { self.limits.startup } else { self.limits.patience };
        if known.is_empty()
            && let Some(time) = dialect::gtp_time(budget)
        {
            // Not every program has limits of time.
            drop(self.command(&time, patience)?);
        }
        for command in &commands[known.len()..] {
            match self.command(command, patience)? {
                Err(error) if !dialect::may_refuse(command) => {
                    let error = shorten(&error);
                    return Err(ProgramError::Gone(format!(
                        "it answers `{command}` with: {error}"
                    )));
                }
                _ => {}
            }
        }
        let begun = Instant::now();
        let answer = self.command(&dialect::gtp_request(session, seat), wait)?;
        self.spent = begun.elapsed().as_secs_f64() * 1e3;
        let choice = answer
            .and_then(|answer| dialect::from_name(session, &answer))
            .map_err(|error| ProgramError::Wrong(shorten(&error)))?;
        self.commands = commands;
        self.commands.extend(dialect::gtp_played(session, seat, &choice));
        let analysis = json!({ "thought": { "choice": choice } });
        check(session.position(), seat, &analysis).map_err(ProgramError::Wrong)
    }

    /// Sends a command of GTP; the answer is a text or the program's error.
    fn command(
        &mut self,
        command: &str,
        wait: u64,
    ) -> Result<Result<String, String>, ProgramError> {
        self.send_text(command)?;
        let mut answer: Option<(bool, String)> = None;
        for _ in 0..dialect::MOST_LINES {
            let line = self.receive(wait)?.map_err(ProgramError::Gone)?;
            let line = line.trim();
            match &mut answer {
                None => {
                    if let Some(text) = line.strip_prefix(['=', '?']) {
                        answer = Some((line.starts_with('='), text.trim().to_owned()));
                    }
                }
                Some((good, text)) if line.is_empty() => {
                    let text = std::mem::take(text);
                    return Ok(if *good { Ok(text) } else { Err(text) });
                }
                Some((_, text)) if text.len() < 4_000 => {
                    text.push(' ');
                    text.push_str(line);
                }
                Some(_) => {}
            }
        }
        Err(ProgramError::Gone(format!("its answer to `{command}` has no end")))
    }

    /// Sends an NBoard program the game, and requests a move.
    fn ask_nboard(
        &mut self,
        session: &Session,
        seat: Seat,
        budget: Option<Budget>,
        wait: u64,
    ) -> Result<ReportedThought, ProgramError> {
        let lines = dialect::nboard_commands(session, budget).map_err(ProgramError::Gone)?;
        for line in lines {
            self.send_text(&line)?;
        }
        let startup = self.limits.startup;
        self.send_text("ping 1")?;
        self.await_line("pong 1", startup, |line| {
            line.split_whitespace().eq(["pong", "1"]).then_some(())
        })?;
        let begun = Instant::now();
        self.send_text("go")?;
        let (name, score) = self.await_line("=== and a move", wait, |line| {
            dialect::nboard_answer(line).map(|(name, score)| (name.to_owned(), score))
        })?;
        self.spent = begun.elapsed().as_secs_f64() * 1e3;
        let choice = dialect::from_name(session, &name).map_err(ProgramError::Wrong)?;
        let candidates = match score {
            Some(score) => json!([{ "move": choice, "score": score }]),
            None => json!([]),
        };
        let analysis = json!({ "thought": { "choice": choice, "candidates": candidates } });
        check(session.position(), seat, &analysis).map_err(ProgramError::Wrong)
    }

    /// Waits for a line of which `read` makes something; other lines are remarks.
    fn await_line<T>(
        &mut self,
        expected: &str,
        wait: u64,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, ProgramError> {
        for _ in 0..dialect::MOST_LINES {
            let line = self.receive(wait)?.map_err(ProgramError::Gone)?;
            if let Some(found) = read(&line) {
                return Ok(found);
            }
        }
        let most = dialect::MOST_LINES;
        Err(ProgramError::Gone(format!("no line `{expected}` among {most} lines")))
    }

    fn send_and_ask(
        &mut self,
        session: &Session,
        seat: Seat,
        budget: Option<Budget>,
        wait: u64,
    ) -> Result<ReportedThought, ProgramError> {
        if self.sent.is_none() {
            self.begin(session, seat)?;
        }
        // The state is uncertain until all moves are sent.
        let Some(mut sent) = self.sent.take() else {
            return Err(ProgramError::Wrong("it has no game".to_owned()));
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
                // A seat that owed no move has no part.
                let part = if simultaneous { parts.get(seat) } else { parts.first() };
                let Some(text) = part else { continue };
                self.send_move(&mut sent, seat, text)?;
            }
        }
        let mut line = think_line(sent.wants, &sent.session, seat, budget, wait);
        // If the program is another Totora, it needs the name of a bot. Other programs can ignore this field.
        if let Some(bot) = session.setup().game.bots().first() {
            line.insert("bot".to_owned(), json!(bot.id));
        }
        self.sent = Some(sent);
        let begun = Instant::now();
        let answer = self.ask(&Value::Object(line), wait)?;
        self.spent = begun.elapsed().as_secs_f64() * 1e3;
        check(session.position(), seat, &answer).map_err(ProgramError::Wrong)
    }

    fn send_move(
        &mut self,
        sent: &mut SentState,
        seat: Seat,
        text: &str,
    ) -> Result<(), ProgramError> {
        let played = sent.session.play(Some(seat), text, false);
        // The move is legal: the session played it from the same position.
        played.map_err(|error| ProgramError::Wrong(error.to_string()))?;
        let mut line = json!({ "do": "play", "seat": seat, "move": text });
        describe(sent.wants, &sent.session, &mut line);
        self.ask(&line, self.limits.patience).map(drop)
    }
}

/// Adds the parts that a program wants.
fn describe(wants: Wants, session: &Session, line: &mut Value) {
    if let Value::Object(line) = line {
        wants.describe(session, line);
    }
}

/// Shows the author of a program what it writes to standard error. The first lines go to our standard error, all lines
/// up to a limit go to the transcript, and the last lines are kept. We read and drop the rest, so that the program never blocks.
fn forward_errors(
    mut errors: BufReader<impl Read>,
    name: &str,
    transcript: &Transcript,
    last: &Mutex<VecDeque<String>>,
) {
    const SHOWN: usize = 20;
    let mut shown = 0;
    while let Ok(Some(line)) = next_line(&mut errors) {
        let Received::Text(line) = line else { continue };
        transcript.note("error", &line);
        let line: String = line.chars().take(LONGEST_ERROR).collect();
        shown += 1;
        if shown <= SHOWN {
            eprintln!("{name}: {line}");
        } else if shown == SHOWN + 1 {
            eprintln!("{name}: (more is not shown; use --log to see it)");
        }
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.len() == LAST_ERRORS {
            last.pop_front();
        }
        last.push_back(line);
    }
}

/// A program and the processes that it started never outlive the match.
impl Drop for Program {
    fn drop(&mut self) {
        // A well-behaved program ends after `quit`. Its input closes in any case.
        let _ = match self.dialect.quit() {
            None => self.send(&json!({ "do": "quit" })),
            Some(line) => self.send_text(line),
        };
        self.lines = None;
        let until = Instant::now() + Duration::from_millis(QUIT_WAIT);
        // Its output closes when it ends.
        let closed = Err(RecvTimeoutError::Disconnected);
        while Instant::now() < until
            && self.ended().is_none()
            && self.answers.recv_timeout(Duration::from_millis(5)) != closed
        {}
        self.group.kill();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
