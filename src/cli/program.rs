//! A program outside on a seat: it is started, told the game by the lines of the protocol, and asked to
//! think; `docs/protocol.md` tells its side. It may do anything; what it does wrong is said in words, and
//! what becomes of its seat is decided by the caller.

use super::lines::{Line, next_line};
use serde_json::{Value, json};
use std::io::{BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;
use totora::bot::Budget;
use totora::fixed::shorten;
use totora::game::{AND, Seat};
use totora::protocol::too_long;
use totora::session::Session;

/// What a seat begins with that a program outside sits on.
pub(crate) const PREFIX: &str = "exec:";

/// Milliseconds that every program has for its start and a new game.
const START: u64 = 10_000;

/// So often in a row may it not answer.
const SILENT: u32 = 3;

/// So many lines may wait for it to read them. One that keeps to the protocol reads each before it answers.
const UNREAD: usize = 64;

/// A running program.
pub(crate) struct Program {
    child: Child,
    /// Lines for it to read.
    lines: Option<SyncSender<String>>,
    answers: Receiver<Result<String, String>>,
    /// How many plies it has been told; `None` before the game, and when what it knows is in doubt.
    told: Option<usize>,
    /// Answers that were waited for in vain and may still come.
    late: u32,
    /// How often in a row it was waited for in vain.
    silent: u32,
    /// Milliseconds that it may take for an answer, beside a budget in time.
    patience: u64,
}

/// Why a program gave no move.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// It has ended, or has not answered several times: no use asking it again.
    Gone(String),
    /// It answered too late, or not with a move.
    Wrong(String),
    /// It said itself that it could not do what it was asked.
    Refused(String),
}

impl Trouble {
    pub(crate) fn words(&self) -> &str {
        match self {
            Trouble::Gone(words) | Trouble::Wrong(words) | Trouble::Refused(words) => words,
        }
    }
}

impl Program {
    /// Starts a program: its name and its arguments, separated by white space; no shell is asked.
    pub(crate) fn start(command: &str, patience: u64) -> Result<Program, String> {
        let mut words = command.split_whitespace();
        let name = words.next().ok_or("`exec:` names no program")?;
        let mut child = Command::new(name)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{name}: {error}"))?;
        let mut input = child.stdin.take().ok_or_else(|| format!("{name}: no standard input"))?;
        let output = child.stdout.take().ok_or_else(|| format!("{name}: no standard output"))?;
        // Written aside: one that answers without reading fills its pipe, and whoever writes then waits.
        let (lines, written) = sync_channel::<String>(UNREAD);
        thread::spawn(move || {
            for line in written {
                if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                    break;
                }
            }
        });
        // One waiting answer is enough; a program that chatters waits until it is heard.
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
        let lines = Some(lines);
        Ok(Program { child, lines, answers, told: None, late: 0, silent: 0, patience })
    }

    /// Sends a line, and reads the answer to it.
    fn ask(&mut self, line: &Value, wait: u64) -> Result<Value, Trouble> {
        // What answers an older question must not be taken for the answer to this one.
        while self.late > 0 {
            let _ = self.hear(wait)?;
            self.late -= 1;
        }
        self.send(line)?;
        self.late = 1;
        let text = self.hear(wait)?.map_err(Trouble::Wrong);
        self.late = 0;
        let text = text?;
        let value: Value = serde_json::from_str(&text).map_err(|error| {
            Trouble::Wrong(format!("`{}` is not JSON: {error}", shorten(&text)))
        })?;
        match value.get("ok").and_then(Value::as_bool) {
            Some(true) => Ok(value),
            Some(false) => {
                let said = value.get("error").map(ToString::to_string).unwrap_or_default();
                Err(Trouble::Refused(format!("it says: {}", shorten(&said))))
            }
            None => Err(Trouble::Wrong(format!("`{}` has no \"ok\"", shorten(&text)))),
        }
    }

    fn send(&mut self, line: &Value) -> Result<(), Trouble> {
        let gone = |words: &str| Trouble::Gone(words.to_owned());
        let lines = self.lines.as_ref().ok_or_else(|| gone("it is gone"))?;
        lines.try_send(format!("{line}\n")).map_err(|error| match error {
            TrySendError::Full(_) => gone("it answers without reading what it is asked"),
            TrySendError::Disconnected(_) => gone("it does not listen"),
        })
    }

    /// Waits for a line.
    fn hear(&mut self, wait: u64) -> Result<Result<String, String>, Trouble> {
        let heard = self.answers.recv_timeout(Duration::from_millis(wait));
        if heard.is_ok() {
            self.silent = 0;
        }
        heard.map_err(|error| match error {
            RecvTimeoutError::Timeout if self.silent + 1 < SILENT => {
                self.silent += 1;
                Trouble::Wrong(format!("no answer within {wait} ms"))
            }
            RecvTimeoutError::Timeout => Trouble::Gone(format!(
                "no answer within {wait} ms, {SILENT} times in a row: it is not asked again"
            )),
            RecvTimeoutError::Disconnected => Trouble::Gone("it has ended".to_owned()),
        })
    }

    /// Tells it a new game.
    pub(crate) fn begin(&mut self, session: &Session) -> Result<(), Trouble> {
        let setup = session.setup();
        let line = json!({
            "do": "new",
            "game": setup.game.id(),
            "options": setup.options.to_json(),
            "seed": setup.seed,
        });
        self.told = None;
        // It may only just be starting.
        self.ask(&line, self.patience.max(START))?;
        self.told = Some(0);
        Ok(())
    }

    /// The move that it chooses for `seat`, which owes one: tells it what was played since, and asks.
    /// After trouble with the telling, the game is told from its start again; after an answer that is no
    /// move it is not, or a long game would be told hundreds of times.
    pub(crate) fn choose(
        &mut self,
        session: &Session,
        seat: Seat,
        budget: Option<Budget>,
    ) -> Result<String, Trouble> {
        let chosen = self.tell_and_ask(session, seat, budget);
        if matches!(chosen, Err(Trouble::Refused(_))) {
            self.told = None;
        }
        chosen
    }

    fn tell_and_ask(
        &mut self,
        session: &Session,
        seat: Seat,
        budget: Option<Budget>,
    ) -> Result<String, Trouble> {
        if self.told.is_none() {
            self.begin(session)?;
        }
        // In doubt until all of it is told.
        let told = self.told.take().unwrap_or(0);
        for ply in session.plies().iter().skip(told) {
            if session.position().simultaneous() {
                // Nothing to say for a seat that owed nothing.
                for (seat, text) in ply.text.split(AND).enumerate() {
                    if ply.seats.contains(seat) {
                        let line = json!({ "do": "play", "seat": seat, "move": text });
                        self.ask(&line, self.patience)?;
                    }
                }
            } else {
                self.ask(&json!({ "do": "play", "move": ply.text }), self.patience)?;
            }
        }
        self.told = Some(session.plies().len());
        let setup = session.setup();
        let mut line = json!({ "do": "think", "seat": seat, "seed": setup.seed });
        // Another Totora at the end of the line needs a name; a program of one's own need not look.
        if let Some(bot) = setup.game.bots().first() {
            line["bot"] = json!(bot.id);
        }
        let mut wait = self.patience;
        if let Some(budget) = budget {
            line["budget"] = json!(budget);
            if let Budget::Ms(ms) = budget {
                wait = wait.saturating_add(ms);
            }
        }
        let answer = self.ask(&line, wait)?;
        let choice = answer.get("thought").and_then(|thought| thought.get("choice"));
        choice.and_then(Value::as_str).map(str::to_owned).ok_or_else(|| {
            Trouble::Wrong(format!("no thought.choice in `{}`", shorten(&answer.to_string())))
        })
    }
}

/// A program never outlives its match.
impl Drop for Program {
    fn drop(&mut self) {
        // A well-meaning program ends by itself; the pipe closes in any case.
        let _ = self.send(&json!({ "do": "quit" }));
        self.lines = None;
        for _ in 0..20 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
