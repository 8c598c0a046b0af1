//! `totora reversi-client`: plays on a server with a bot.
//!
//! A thread reads the messages and records the arrival time of each, so that the time for a move counts from its request
//! even if this process is busy. `timing` decides how much of the time to use.

use super::log::{Log, record_of};
use super::timing::{Account, Arrivals};
use super::wire::{self, Incoming, Message, WireMove};
use super::{GAME, LOOK};
use crate::cli::files::write_file;
use crate::cli::input::seat;
use crate::cli::output::{Failure, WallClock, check_signal, failed, input};
use crate::cli::signals;
use clap::{Args, ValueEnum};
use std::io::Write;
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use totora::catalog::game;
use totora::contract::bot::{Budget, Clock, NoClock};
use totora::contract::game::{FORFEIT, Seat, disqualification};
use totora::games::reversi::Map;
use totora::record::SeatSpec;
use totora::session::Session;

#[derive(Args)]
pub(crate) struct Client {
    /// The server
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// Its port
    #[arg(long, default_value_t = 7777)]
    port: u16,
    /// The number of your group
    #[arg(long)]
    group: u8,
    /// The bot: NAME, or NAME:key=value:key=value
    #[arg(long, default_value = "totora")]
    bot: String,
    /// The share of the time to use, in percent
    #[arg(long, default_value_t = 90, value_parser = clap::value_parser!(u64).range(1..=100))]
    share: u64,
    /// The margin for network latency, in milliseconds; the client thinks less by this
    #[arg(long, default_value_t = 30)]
    margin: u64,
    /// What the depth of a request limits
    #[arg(long, value_enum, default_value_t = DepthRule::Untimed)]
    depth: DepthRule,
    /// How many seconds to wait for a message of the server before the client gives up; 0 for no limit
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    silence: u64,
    /// Writes the record to this file at the end, even after an error
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// The requests whose depth limits the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DepthRule {
    /// Requests without a time only: a server may send depth 1 with every time
    Untimed,
    /// Every request: the search ends at the depth or with the time, whichever is first
    Obey,
}

impl DepthRule {
    /// The budget of a search with a time limit in milliseconds, if there is one, and the depth of its request, 0 for none.
    fn budget(self, limit: Option<u64>, depth: u8) -> Option<Budget> {
        match (limit, depth) {
            (Some(ms), 0) => Some(Budget::Ms(ms)),
            (Some(ms), _) if self == DepthRule::Untimed => Some(Budget::Ms(ms)),
            // The watch limits the time.
            (_, 1..) => Some(Budget::Depth(depth.into())),
            (None, 0) => None,
        }
    }
}

/// The most nodes between two checks of the time.
const MOST_NODES: u64 = 256;

/// The map on which the bot loads its data before the match.
const WARM_UP_MAP: &str = "othello";

/// If the time between two checks is longer than this, in milliseconds, the machine is busy.
const DELAYED: f64 = 10.0;

/// The state of a match.
struct Match {
    session: Session,
    me: Seat,
    log: Log,
}

/// The messages from the server.
struct Inbox {
    arrivals: Receiver<(Result<Message, String>, Instant)>,
    silence: Option<Duration>,
}

impl Inbox {
    /// Starts a thread that only reads messages, so that it records their arrival times exactly.
    fn open(stream: &TcpStream, silence: Option<Duration>) -> Result<Inbox, Failure> {
        let reader = stream.try_clone()?;
        let (sender, arrivals) = channel();
        std::thread::spawn(move || {
            loop {
                let arrival = Incoming::new(&reader).stamped();
                let last = arrival.0.is_err();
                // The receiver is dropped when the match is over.
                if sender.send(arrival).is_err() || last {
                    break;
                }
            }
        });
        Ok(Inbox { arrivals, silence })
    }

    /// Waits for a message. Returns it with its arrival time.
    ///
    /// # Errors
    /// If the message is invalid, the server sends nothing for too long, or a signal arrives.
    fn next(&self) -> Result<(Message, Instant), Failure> {
        let begun = Instant::now();
        loop {
            match self.arrivals.recv_timeout(LOOK) {
                Ok((message, at)) => return message.map(|message| (message, at)).map_err(failed),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(failed("the connection has ended"));
                }
            }
            check_signal()?;
            if let Some(silence) = self.silence.filter(|&silence| begun.elapsed() >= silence) {
                return Err(failed(format!(
                    "the server has sent nothing for {} s: giving up",
                    silence.as_secs()
                )));
            }
        }
    }
}

impl Client {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        // Check the name of the bot before the server waits for us.
        let spec = seat(game(GAME).map_err(input)?, &self.bot, None)?;
        // Load the bot's data before the match; otherwise its first move would load it while the clock runs. The first move
        // also reports errors.
        let warm_up = Session::begin(record_of(WARM_UP_MAP).map_err(failed)?).map_err(failed)?;
        if let Ok(mut thinking) = warm_up.think(&spec) {
            thinking.advance(1, &NoClock);
        }
        let mut stream = wire::connect(&self.host, self.port).map_err(|error| {
            failed(format!("cannot reach a server at {}:{}: {error}", self.host, self.port))
        })?;
        wire::prepare(&stream);
        signals::listen()?;
        let silence = (self.silence > 0).then(|| Duration::from_secs(self.silence));
        let inbox = Inbox::open(&stream, silence)?;
        let mut log = Log(std::io::stdout());
        stream.write_all(&wire::group(self.group))?;
        let map = match inbox.next()?.0 {
            Message::Map(map) => map,
            other => return Err(unexpected(&other, "a map (type 2)")),
        };
        // The server sends a full map, never one of our names.
        let map = Map::from_server(&map)
            .map_err(|error| failed(format!("the server's map is not valid: {error}")))?
            .to_string();
        log.map(&map)?;
        let session = Session::begin(record_of(&map).map_err(failed)?).map_err(failed)?;
        let players = session.position().seats();
        let (message, at) = inbox.next()?;
        let me = match message {
            Message::Player(player) => seat_of(player, players)
                .ok_or_else(|| failed(format!("player {player} of {players} does not exist")))?,
            other => return Err(unexpected(&other, "a player's number (type 3)")),
        };
        log.remark(&format!("player {} is this client, with {}", me + 1, self.bot))?;
        let mut arrivals = Arrivals::default();
        arrivals.note(at);
        let mut game = Match { session, me, log };
        let played = self.play(&mut stream, &inbox, arrivals, &mut game, &spec);
        // Write the moves that were played, even after an error.
        if let Some(path) = &self.record {
            write_file(path, format!("{}\n", game.session.to_record().to_json()))?;
        }
        played
    }

    fn play(
        &self,
        stream: &mut TcpStream,
        inbox: &Inbox,
        mut arrivals: Arrivals,
        game: &mut Match,
        spec: &SeatSpec,
    ) -> Result<(), Failure> {
        let mut account = Account::new(self.share, self.margin);
        loop {
            let (message, at) = inbox.next()?;
            let begun = arrivals.note(at);
            match message {
                Message::Request { ms, depth } => {
                    let (mv, words) = self.think(game, spec, begun, (ms, depth), &mut account)?;
                    // If a signal cut the search short, this is not the move that the bot would play.
                    check_signal()?;
                    stream.write_all(&mv.message())?;
                    account.answered(ms.into(), begun.elapsed());
                    arrivals.answered();
                    // Log after sending: the reader of the log may be slow.
                    game.log.remark(&words)?;
                }
                Message::Made(mv, player) => game.made(mv, player)?,
                Message::Disqualified(player) => game.disqualified(player)?,
                Message::BuildOver => game.built()?,
                Message::Over => return game.over(),
                other => return Err(unexpected(&other, "a message of a running match")),
            }
        }
    }

    /// Finds the bot's move well before the time limit of a request, which counts from `begun`. Also returns a line for the log.
    fn think(
        &self,
        game: &Match,
        spec: &SeatSpec,
        begun: Instant,
        (ms, depth): (u32, u8),
        account: &mut Account,
    ) -> Result<(WireMove, String), Failure> {
        if game.session.position().to_act().first() != Some(game.me) {
            return Err(failed(
                "the server asks for a move, but by the rules it is another's turn",
            ));
        }
        let limit = (ms > 0).then(|| account.limit(ms.into()));
        let budget = self.depth.budget(limit, depth);
        let mut spec = spec.clone();
        if let SeatSpec::Bot { budget: own, .. } = &mut spec {
            *own = budget.or(*own);
        }
        let mut thinking = game.session.think(&spec).map_err(failed)?;
        let mut watch = WallClock { begun, ms: limit.map(|ms| ms as f64), stop: None };
        // The number of nodes between two checks of the time: a node can take a microsecond, and a playout on a large map ten
        // thousand microseconds.
        let mut slice = 1;
        loop {
            let before = watch.elapsed_ms();
            if thinking.advance(slice, &watch) || watch.stop() {
                break;
            }
            let took = watch.elapsed_ms() - before;
            if ms > 0 && took > DELAYED {
                watch.ms = Some(account.delayed(took as u64, ms.into()) as f64);
            }
            slice = if took < 0.5 { (slice * 2).min(MOST_NODES) } else { (slice / 2).max(1) };
        }
        // Do not describe every move: with thousands of moves, this would take longer than the margin.
        let analysis = thinking.choice_only();
        let text = analysis.choice.ok_or_else(|| failed("the bot has no move"))?;
        let words = format!(
            "thought for {:.0} ms, {} nodes, at depth {}: {}",
            watch.elapsed_ms(),
            analysis.nodes,
            analysis.depth,
            analysis.why
        );
        let mv = WireMove::parse(&text).ok_or_else(|| failed(format!("{text} cannot be sent")))?;
        Ok((mv, words))
    }
}

impl Match {
    /// The seat of a player that the server names.
    fn seat(&self, player: u8) -> Result<Seat, Failure> {
        seat_of(player, self.session.position().seats())
            .ok_or_else(|| failed(format!("the server names player {player}, who does not exist")))
    }

    fn built(&mut self) -> Result<(), Failure> {
        let position = self.session.position();
        if position.summary()["phase"] == 1 {
            return Err(failed(format!(
                "the server says that the build phase is over, but by the rules it continues: {}",
                position.turn_text()
            )));
        }
        Ok(self.log.remark("the build phase is over")?)
    }

    fn made(&mut self, mv: WireMove, player: u8) -> Result<(), Failure> {
        let seat = self.seat(player)?;
        let text = mv.text();
        let (_, played) = self.session.play(Some(seat), &text, false).map_err(|error| {
            failed(format!("the server says that player {player} moved {text}, but: {error}"))
        })?;
        self.log.ply(&self.session, &played.description)?;
        Ok(())
    }

    fn disqualified(&mut self, player: u8) -> Result<(), Failure> {
        let seat = self.seat(player)?;
        if self.session.position().to_act().contains(seat) {
            self.session.play(Some(seat), FORFEIT, false).map_err(failed)?;
            self.log.ply(&self.session, "disqualified")?;
        } else {
            self.session.play_ply(&disqualification(seat), false).map_err(failed)?;
            self.log.ply(&self.session, "disqualified out of turn")?;
        }
        if seat == self.me {
            return Err(failed(format!("player {player}, this client, was disqualified")));
        }
        Ok(())
    }

    fn over(&mut self) -> Result<(), Failure> {
        let words = self
            .session
            .outcome_text()
            .unwrap_or_else(|| "The server ended the game early.".to_owned());
        self.log.remark(&words)?;
        for (label, text) in self.session.position().report() {
            self.log.remark(&format!("  {label}: {text}"))?;
        }
        Ok(())
    }
}

/// The seat of a player, who is counted from 1.
fn seat_of(player: u8, seats: usize) -> Option<Seat> {
    usize::from(player).checked_sub(1).filter(|&seat| seat < seats)
}

fn unexpected(message: &Message, expected: &str) -> Failure {
    failed(format!("{} came; expected {expected}", message.name()))
}
