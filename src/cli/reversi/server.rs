//! `totora reversi-server`: runs one match between clients.
//!
//! A thread a connection reads messages; everything else happens in one loop that waits for whoever is to
//! move. A client that breaks the protocol or the rules, is too slow or goes away is disqualified: at
//! once if it is its turn, else when its turn comes, since the rules take nobody out in another's turn.

use super::GAME;
use super::log::{Log, record_of};
use super::wire::{self, Incoming, Message};
use crate::cli::input::read_text;
use crate::cli::output::{Failure, input};
use clap::Args;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use totora::catalog::game;
use totora::game::{FORFEIT, Seat};
use totora::session::Session;

#[derive(Args)]
pub(crate) struct Server {
    /// A map: a file, or the name of a built-in map
    #[arg(long, value_name = "FILE")]
    map: PathBuf,
    /// How many clients to wait for; the map must have as many players
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// Milliseconds a move, added to what is left of the time before; 0 for no limit
    #[arg(long, value_name = "MS", default_value_t = 2000)]
    time: u32,
    /// The most plies that clients may look ahead; 0 for no limit
    #[arg(long, default_value_t = 0)]
    depth: u8,
    /// The address to listen on
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// The port; 0 for any that is free
    #[arg(long, default_value_t = 7777)]
    port: u16,
    /// Writes the record of the match to this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

fn failed(message: impl ToString) -> Failure {
    Failure::Failed(message.to_string())
}

/// What a connection's thread tells: a message, or why there will be no more.
type News = (Seat, Result<Message, String>);

/// A client at the table.
struct Guest {
    stream: TcpStream,
    /// Why it is to be disqualified when its turn comes.
    fault: Option<String>,
    /// Whether it still gets messages.
    there: bool,
    /// What is left of its time, in milliseconds.
    account: u64,
}

/// How long a client has for its first message.
const JOIN: Duration = Duration::from_secs(10);
/// How long sending may take.
const SEND: Duration = Duration::from_secs(5);

impl Server {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let text = self.map_text()?;
        let map = totora::games::reversi::built_in::map_of(&text).map_err(input)?.to_string();
        let session = Session::begin(record_of(&map).map_err(input)?).map_err(input)?;
        let players = session.position().seats();
        if let Some(wanted) = self.players.filter(|&wanted| wanted != players) {
            return Err(input(format!(
                "--players is {wanted}, but the map is for {players} players"
            )));
        }
        let listener = TcpListener::bind((self.host.as_str(), self.port)).map_err(|error| {
            failed(format!("cannot listen on {}:{}: {error}", self.host, self.port))
        })?;
        let mut log = Log::new();
        log.map(&map)?;
        log.remark(&format!("listening on {} for {players} clients", listener.local_addr()?))?;
        let (sender, news) = channel();
        let mut guests = Vec::new();
        while guests.len() < players {
            let (stream, address) = listener.accept()?;
            match welcome(stream, &map, guests.len(), &sender) {
                Ok((guest, group)) => {
                    guests.push(guest);
                    log.remark(&format!(
                        "player {} is group {group} from {address}",
                        guests.len()
                    ))?;
                }
                Err(error) => log.remark(&format!("refused {address}: {error}"))?,
            }
        }
        let mut table = Table { session, guests, news, log, time: self.time, depth: self.depth };
        let played = table.play();
        if let Some(path) = &self.record {
            let text = format!("{}\n", table.session.to_record().to_json());
            std::fs::write(path, text)
                .map_err(|error| failed(format!("{}: {error}", path.display())))?;
        }
        played
    }

    /// The text of the map's file; a built-in map's name stays as it is.
    fn map_text(&self) -> Result<String, Failure> {
        let named = self.map.to_str().filter(|name| {
            totora::games::reversi::built_in::MAPS.iter().any(|map| map.name == *name)
        });
        match named {
            Some(name) if !Path::new(name).exists() => Ok(name.to_owned()),
            _ => {
                let text = read_text(&self.map)?;
                let kind = game(GAME).map_err(input)?.setup_text();
                match kind.map(|kind| (kind.check)(&text)) {
                    Some(Err(error)) => Err(input(format!("{}: {error}", self.map.display()))),
                    _ => Ok(text),
                }
            }
        }
    }
}

/// Lets a client sit down, and begins to listen to it.
fn welcome(
    mut stream: TcpStream,
    map: &str,
    seat: Seat,
    news: &Sender<News>,
) -> Result<(Guest, u8), String> {
    let broken = |error: std::io::Error| error.to_string();
    wire::prepare(&stream);
    stream.set_write_timeout(Some(SEND)).map_err(broken)?;
    let group = match Incoming::within(&stream, JOIN).message()? {
        Message::Group(group) => group,
        other => return Err(format!("{} came; expected a group number (type 1)", other.name())),
    };
    Message::Map(map.to_owned()).send(&mut stream).map_err(broken)?;
    Message::Player(seat as u8 + 1).send(&mut stream).map_err(broken)?;
    let reader = stream.try_clone().map_err(broken)?;
    let news = news.clone();
    std::thread::spawn(move || {
        loop {
            let message = Incoming::new(&reader).message();
            let last = message.is_err();
            // Nobody listens any more when the match is over.
            if news.send((seat, message)).is_err() || last {
                break;
            }
        }
    });
    Ok((Guest { stream, fault: None, there: true, account: 0 }, group))
}

/// A match under way.
struct Table {
    session: Session,
    guests: Vec<Guest>,
    news: Receiver<News>,
    log: Log,
    time: u32,
    depth: u8,
}

impl Table {
    fn play(&mut self) -> Result<(), Failure> {
        let building = |table: &Table| table.session.position().summary()["phase"] == 1;
        let mut built = false;
        loop {
            if !built && !building(self) {
                built = true;
                self.tell_all(&Message::BuildOver);
                self.log.remark("the build phase is over")?;
            }
            let Some(seat) = self.session.position().to_act().first() else { break };
            match self.ask(seat) {
                Ok((message, words)) => {
                    self.log.ply(&self.session, &words)?;
                    self.tell_all(&message);
                }
                Err(fault) => self.disqualify(seat, &fault)?,
            }
        }
        self.tell_all(&Message::Over);
        self.log.remark(&self.session.outcome_text().unwrap_or_default())?;
        for (label, text) in self.session.position().report() {
            self.log.remark(&format!("  {label}: {text}"))?;
        }
        Ok(())
    }

    /// Asks a client for its move, and makes it: what to tell all, and the move in words.
    ///
    /// # Errors
    /// Why the client is to be disqualified.
    fn ask(&mut self, seat: Seat) -> Result<(Message, String), String> {
        // What came while others were asked.
        while let Ok((from, news)) = self.news.try_recv() {
            self.out_of_turn(from, news);
        }
        let guest = &mut self.guests[seat];
        if let Some(fault) = guest.fault.take() {
            return Err(fault);
        }
        guest.account = guest.account.saturating_add(self.time.into());
        let account = guest.account;
        let ms = u32::try_from(account).unwrap_or(u32::MAX);
        let request = Message::Request { ms, depth: self.depth };
        request.send(&mut guest.stream).map_err(|error| format!("gone: {error}"))?;
        let begun = Instant::now();
        let limited = self.time > 0;
        loop {
            let left = if limited {
                Duration::from_millis(account).saturating_sub(begun.elapsed())
            } else {
                Duration::from_secs(3600)
            };
            let (from, news) = match self.news.recv_timeout(left) {
                Ok(news) => news,
                Err(RecvTimeoutError::Timeout) if !limited => continue,
                Err(_) => return Err(format!("time-out after {account} ms")),
            };
            if from != seat {
                self.out_of_turn(from, news);
                continue;
            }
            let used = begun.elapsed().as_millis() as u64;
            if limited && used > account {
                return Err(format!("time-out after {account} ms"));
            }
            self.guests[seat].account = account.saturating_sub(used);
            let mv = match news? {
                Message::Answer(mv) => mv,
                other => return Err(format!("{} came; expected a move (type 5)", other.name())),
            };
            let (_, played) = self
                .session
                .play(Some(seat), &mv.text(), false)
                .map_err(|error| format!("{}: {error}", mv.text()))?;
            return Ok((Message::Made(mv, seat as u8 + 1), played.description));
        }
    }

    /// Notes that a client said something, or went away, when it was not asked.
    fn out_of_turn(&mut self, seat: Seat, news: Result<Message, String>) {
        if let Some(guest) = self.guests.get_mut(seat).filter(|guest| guest.there) {
            let fault = match news {
                Ok(message) => format!("{} came out of turn", message.name()),
                Err(error) => error,
            };
            guest.fault.get_or_insert(fault);
        }
    }

    fn disqualify(&mut self, seat: Seat, fault: &str) -> Result<(), Failure> {
        self.session.play(Some(seat), FORFEIT, false).map_err(failed)?;
        self.log.ply(&self.session, fault)?;
        self.tell_all(&Message::Disqualified(seat as u8 + 1));
        let guest = &mut self.guests[seat];
        guest.there = false;
        // It may be gone already.
        drop(guest.stream.shutdown(Shutdown::Both));
        Ok(())
    }

    /// Sends a message to everybody who is there; who cannot be reached is gone.
    fn tell_all(&mut self, message: &Message) {
        for guest in self.guests.iter_mut().filter(|guest| guest.there) {
            if let Err(error) = message.send(&mut guest.stream) {
                guest.fault.get_or_insert(format!("gone: {error}"));
            }
        }
    }
}
