//! `totora reversi-client`: plays on a server with a bot.

use super::log::{Log, record_of};
use super::wire::{self, Incoming, Message, Wired};
use super::{Deadline, GAME};
use crate::cli::input::seat;
use crate::cli::output::{Failure, input};
use clap::Args;
use std::net::TcpStream;
use std::path::PathBuf;
use std::time::Instant;
use totora::bot::{Budget, Watch};
use totora::catalog::game;
use totora::game::{FORFEIT, Seat, Seats};
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
    /// The group number to play for
    #[arg(long)]
    group: u8,
    /// The bot: NAME, or NAME:key=value:key=value
    #[arg(long, default_value = "totora")]
    bot: String,
    /// The share of the time to think for, in percent
    #[arg(long, default_value_t = 90, value_parser = clap::value_parser!(u64).range(1..=100))]
    share: u64,
    /// What is taken off the time for the way over the network, in milliseconds
    #[arg(long, default_value_t = 30)]
    margin: u64,
    /// Writes the record to this file at the end, however it comes
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// The most nodes between two looks at the time.
const MOST_NODES: u64 = 256;

fn failed(message: impl ToString) -> Failure {
    Failure::Failed(message.to_string())
}

/// A match as this client sees it.
struct Match {
    session: Session,
    me: Seat,
    /// Players who were disqualified while it was another's turn.
    gone: Seats,
    log: Log,
}

impl Client {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        // A bot that is not there is found before anybody waits for it.
        let spec = seat(game(GAME).map_err(input)?, &self.bot, None)?;
        let mut stream = wire::connect(&self.host, self.port).map_err(|error| {
            failed(format!("cannot reach a server at {}:{}: {error}", self.host, self.port))
        })?;
        wire::prepare(&stream);
        let mut log = Log::new();
        Message::Group(self.group).send(&mut stream)?;
        let map = match receive(&stream)? {
            Message::Map(map) => map,
            other => return Err(unexpected(&other, "a map (type 2)")),
        };
        log.map(&map)?;
        // A map in full: a server does not know our names.
        let map = Map::parse(&map)
            .map_err(|error| failed(format!("the server's map is not valid: {error}")))?;
        let record = record_of(&map.to_string()).map_err(failed)?;
        let session = Session::begin(record).map_err(failed)?;
        let players = session.position().seats();
        let me = match receive(&stream)? {
            Message::Player(player) if (1..=players).contains(&usize::from(player)) => {
                usize::from(player) - 1
            }
            Message::Player(player) => {
                return Err(failed(format!("player {player} of {players} does not exist")));
            }
            other => return Err(unexpected(&other, "a player's number (type 3)")),
        };
        log.remark(&format!("player {} is this client, with {}", me + 1, self.bot))?;
        let mut game = Match { session, me, gone: Seats::NONE, log };
        let played = self.play(&mut stream, &mut game, &spec);
        // What was played until then is kept, whatever went wrong.
        if let Some(path) = &self.record {
            let text = format!("{}\n", game.session.to_record().to_json());
            std::fs::write(path, text)
                .map_err(|error| failed(format!("{}: {error}", path.display())))?;
        }
        played
    }

    fn play(
        &self,
        stream: &mut TcpStream,
        game: &mut Match,
        spec: &SeatSpec,
    ) -> Result<(), Failure> {
        loop {
            match receive(stream)? {
                Message::Request { ms, depth } => {
                    let begun = Instant::now();
                    let mv = self.think(game, spec, begun, ms, depth)?;
                    Message::Answer(mv).send(stream)?;
                }
                Message::Made(mv, player) => game.made(mv, player)?,
                Message::Disqualified(player) => game.disqualified(player)?,
                Message::BuildOver => game.built()?,
                Message::Over => return game.over(),
                other => return Err(unexpected(&other, "a message of a running match")),
            }
        }
    }

    /// The bot's move, well before the time is up.
    fn think(
        &self,
        game: &mut Match,
        spec: &SeatSpec,
        begun: Instant,
        ms: u32,
        depth: u8,
    ) -> Result<Wired, Failure> {
        game.settle(Some(game.me))?;
        if game.session.position().to_act().first() != Some(game.me) {
            return Err(failed(
                "the server asks for a move, but by the rules it is another's turn",
            ));
        }
        let most = (ms > 0).then(|| {
            let ms = u64::from(ms) * self.share / 100;
            ms.saturating_sub(self.margin).max(1)
        });
        let budget = match (most, depth) {
            // A depth is kept by the budget, and the time with it by the watch.
            (_, 1..) => Some(Budget::Depth(depth.into())),
            (Some(ms), 0) => Some(Budget::Ms(ms)),
            (None, 0) => None,
        };
        let spec = match spec {
            SeatSpec::Bot { id, options, budget: own } => {
                SeatSpec::Bot { id, options: options.clone(), budget: budget.or(*own) }
            }
            SeatSpec::Human => SeatSpec::Human,
        };
        let mut thinking = game.session.think(&spec).map_err(failed)?;
        let watch = Deadline { begun, ms: most };
        // Nodes between two looks at the time: a node can take a microsecond, and a playout on a large map
        // ten thousand of them.
        let mut slice = 1;
        loop {
            let before = watch.elapsed_ms();
            if thinking.advance(slice, &watch) || watch.stop() {
                break;
            }
            let took = watch.elapsed_ms() - before;
            slice = if took < 0.5 { (slice * 2).min(MOST_NODES) } else { (slice / 2).max(1) };
        }
        // Where there are thousands of moves, to say something of each would take longer than the margin.
        let thought = thinking.brief();
        let text = thought.choice.ok_or_else(|| failed("the bot has no move"))?;
        game.log.remark(&format!(
            "thought for {:.0} ms, {} nodes, at depth {}: {}",
            watch.elapsed_ms(),
            thought.nodes,
            thought.depth,
            thought.why
        ))?;
        Wired::of(&text).ok_or_else(|| failed(format!("{text} cannot be sent")))
    }
}

impl Match {
    /// Takes players out whose turn it is and who are gone, until it is the turn of `until`, or of anybody
    /// who is there.
    fn settle(&mut self, until: Option<Seat>) -> Result<(), Failure> {
        while let Some(seat) = self.session.position().to_act().first() {
            if !self.gone.contains(seat) || until == Some(seat) {
                break;
            }
            self.session.play(Some(seat), FORFEIT, false).map_err(failed)?;
            self.gone = self.gone.without(seat);
            self.log.ply(&self.session, "disqualified before")?;
        }
        Ok(())
    }

    /// The seat of a player whom the server names.
    fn seat(&self, player: u8) -> Result<Seat, Failure> {
        let seats = self.session.position().seats();
        usize::from(player).checked_sub(1).filter(|&seat| seat < seats).ok_or_else(|| {
            failed(format!("the server tells of player {player}, who does not exist"))
        })
    }

    fn built(&mut self) -> Result<(), Failure> {
        self.settle(None)?;
        let position = self.session.position();
        if position.summary()["phase"] == 1 {
            return Err(failed(format!(
                "the server says that the build phase is over, but by the rules it goes on: {}",
                position.turn_text()
            )));
        }
        Ok(self.log.remark("the build phase is over")?)
    }

    fn made(&mut self, mv: Wired, player: u8) -> Result<(), Failure> {
        let seat = self.seat(player)?;
        self.settle(Some(seat))?;
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
            self.settle(None)?;
        } else {
            self.gone = self.gone.with(seat);
            self.log.remark(&format!("player {player} is disqualified out of turn"))?;
        }
        if seat == self.me {
            return Err(failed(format!("player {player}, this client, was disqualified")));
        }
        Ok(())
    }

    fn over(&mut self) -> Result<(), Failure> {
        self.settle(None)?;
        let words = self
            .session
            .outcome_text()
            .unwrap_or_else(|| "The server ended the game before its end.".to_owned());
        self.log.remark(&words)?;
        for (label, text) in self.session.position().report() {
            self.log.remark(&format!("  {label}: {text}"))?;
        }
        Ok(())
    }
}

fn receive(stream: &TcpStream) -> Result<Message, Failure> {
    Incoming::new(stream).message().map_err(failed)
}

fn unexpected(message: &Message, expected: &str) -> Failure {
    failed(format!("{} came; expected {expected}", message.name()))
}
