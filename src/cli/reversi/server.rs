//! `totora reversi-server`: runs one match between clients.
//!
//! A thread a connection greets, and then reads messages, so that nobody waits for a stranger who says nothing;
//! everything else happens in one loop that hears what they tell. Until the match begins, a client that leaves
//! or says what it was not asked frees its seat. Then a client that breaks the protocol or the rules, is too
//! slow or goes away is disqualified: at once if it is its turn, else when its turn comes.

use super::log::{Log, record_of};
use super::wire::{self, Incoming, Message};
use super::{GAME, LOOK};
use crate::cli::files::write_file;
use crate::cli::input::read_text;
use crate::cli::output::{Failure, input, unless_asked};
use crate::cli::signals;
use clap::Args;
use std::collections::VecDeque;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use totora::catalog::game;
use totora::contract::game::{FORFEIT, Seat};
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
type News = (u64, ClientEvent);

/// A word of a connection.
enum ClientEvent {
    /// It has said its group number.
    Hello { group: u8, stream: TcpStream, address: SocketAddr },
    /// It is no client.
    Refused { address: SocketAddr, fault: String },
    /// It has said something after that, or there will be no more.
    Said(Result<Message, String>),
}

/// A client at the table.
struct Guest {
    /// The number of its connection.
    connection: u64,
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
/// How many connections are greeted at a time; of more, the one that has been silent longest has to go.
const GREETED: usize = 64;

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
        signals::listen()?;
        let (sender, news) = channel();
        let stranger = map.clone();
        std::thread::spawn(move || receive_all(&listener, &stranger, &sender));
        let guests = seat_all(players, &news, &mut log)?;
        let mut table = Table { session, guests, news, log, time: self.time, depth: self.depth };
        let played = table.play();
        if let Some(path) = &self.record {
            write_file(path, format!("{}\n", table.session.to_record().to_json()))?;
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
                let kind = game(GAME).map_err(input)?.data().setup_text;
                match kind.map(|kind| (kind.check)(&text)) {
                    Some(Err(error)) => Err(input(format!("{}: {error}", self.map.display()))),
                    _ => Ok(text),
                }
            }
        }
    }
}

/// Takes connections, each with a thread of its own.
fn receive_all(listener: &TcpListener, map: &str, news: &Sender<News>) {
    // Those who have not said who they are, the one that came first in front.
    let silent: Arc<Mutex<VecDeque<(u64, TcpStream)>>> = Arc::default();
    for connection in 0.. {
        let Ok((stream, address)) = listener.accept() else {
            // Such as too many open files: somebody may go.
            std::thread::sleep(LOOK);
            continue;
        };
        wire::prepare(&stream);
        let Ok(other) = stream.try_clone() else { continue };
        {
            let mut silent = silent.lock().unwrap_or_else(PoisonError::into_inner);
            silent.push_back((connection, other));
            if silent.len() > GREETED
                && let Some((_, oldest)) = silent.pop_front()
            {
                // Its thread hears of it.
                drop(oldest.shutdown(Shutdown::Both));
            }
        }
        let (silent, news, map) = (Arc::clone(&silent), news.clone(), map.to_owned());
        std::thread::spawn(move || {
            let greeted = greet(&stream, &map);
            silent
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .retain(|(one, _)| *one != connection);
            let (reader, told) = match greeted {
                Ok((group, reader)) => {
                    (Some(reader), ClientEvent::Hello { group, stream, address })
                }
                Err(fault) => (None, ClientEvent::Refused { address, fault }),
            };
            let mut listens = news.send((connection, told)).is_ok();
            while let Some(reader) = reader.as_ref().filter(|_| listens) {
                let message = Incoming::new(reader).message();
                let last = message.is_err();
                // Nobody listens any more when the match is over.
                listens = news.send((connection, ClientEvent::Said(message))).is_ok() && !last;
            }
        });
    }
}

/// Hears a client's group number and sends it the map.
fn greet(stream: &TcpStream, map: &str) -> Result<(u8, TcpStream), String> {
    let broken = |error: std::io::Error| error.to_string();
    stream.set_write_timeout(Some(SEND)).map_err(broken)?;
    let group = match Incoming::within(stream, JOIN).message()? {
        Message::Group(group) => group,
        other => return Err(format!("{} came; expected a group number (type 1)", other.name())),
    };
    let mut stream = stream.try_clone().map_err(broken)?;
    Message::Map(map.to_owned()).send(&mut stream).map_err(broken)?;
    Ok((group, stream))
}

/// Waits until a client sits on every seat. Who leaves frees its own.
fn seat_all(players: usize, news: &Receiver<News>, log: &mut Log) -> Result<Vec<Guest>, Failure> {
    let mut seats: Vec<Option<Guest>> = (0..players).map(|_| None).collect();
    while seats.iter().any(Option::is_none) {
        let (connection, told) = match news.recv_timeout(LOOK) {
            Ok(news) => news,
            Err(RecvTimeoutError::Timeout) => {
                unless_asked()?;
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return Err(failed("nobody listens any more")),
        };
        match told {
            ClientEvent::Refused { address, fault } => {
                log.remark(&format!("refused {address}: {fault}"))?
            }
            ClientEvent::Hello { group, mut stream, address } => {
                // There is one: otherwise the match would have begun.
                let Some(seat) = seats.iter().position(Option::is_none) else { continue };
                let player = seat as u8 + 1;
                if let Err(error) = Message::Player(player).send(&mut stream) {
                    log.remark(&format!("refused {address}: {error}"))?;
                    continue;
                }
                seats[seat] =
                    Some(Guest { connection, stream, fault: None, there: true, account: 0 });
                log.remark(&format!("player {player} is group {group} from {address}"))?;
            }
            ClientEvent::Said(said) => {
                let own = |guest: &Option<Guest>| {
                    guest.as_ref().is_some_and(|guest| guest.connection == connection)
                };
                let Some(seat) = seats.iter().position(own) else { continue };
                let fault = match said {
                    Ok(message) => format!("{} came before the match", message.name()),
                    Err(error) => error,
                };
                if let Some(guest) = seats[seat].take() {
                    // It may be gone already.
                    drop(guest.stream.shutdown(Shutdown::Both));
                }
                log.remark(&format!("player {} has left: {fault}", seat + 1))?;
            }
        }
    }
    Ok(seats.into_iter().flatten().collect())
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
            let asked = self.ask(seat);
            unless_asked()?;
            match asked {
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
        while let Ok(news) = self.news.try_recv() {
            self.out_of_turn(news);
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
            let left = Duration::from_millis(account).saturating_sub(begun.elapsed());
            let wait = if limited { left.min(LOOK) } else { LOOK };
            let (from, told) = match self.news.recv_timeout(wait) {
                Ok(news) => news,
                Err(RecvTimeoutError::Timeout) if signals::asked().is_some() => {
                    return Err("the server was ended".to_owned());
                }
                Err(RecvTimeoutError::Timeout) if !limited || wait < left => continue,
                Err(_) => return Err(format!("time-out after {account} ms")),
            };
            let Some(news) = self.said(seat, from, told) else { continue };
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

    /// What the client on a seat said, if it was that one.
    fn said(
        &mut self,
        seat: Seat,
        from: u64,
        told: ClientEvent,
    ) -> Option<Result<Message, String>> {
        match told {
            ClientEvent::Said(said) if self.guests[seat].connection == from => Some(said),
            told => {
                self.out_of_turn((from, told));
                None
            }
        }
    }

    /// Notes that a client said something, or went away, when it was not asked. Who is no guest is too late.
    fn out_of_turn(&mut self, (from, told): News) {
        let guest = self.guests.iter_mut().find(|guest| guest.connection == from && guest.there);
        match (told, guest) {
            (ClientEvent::Hello { stream, .. }, _) => drop(stream.shutdown(Shutdown::Both)),
            (ClientEvent::Said(news), Some(guest)) => {
                let fault = match news {
                    Ok(message) => format!("{} came out of turn", message.name()),
                    Err(error) => error,
                };
                guest.fault.get_or_insert(fault);
            }
            (ClientEvent::Said(_) | ClientEvent::Refused { .. }, _) => {}
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
