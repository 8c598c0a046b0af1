//! The log of a match: a readable text with one line per ply, from which a record can be made.
//!
//! ```text
//! | 2                                   the map, line by line
//! player 1 is this client               remarks, which records do not need
//!    1  Player 1  5,3         stone on 5,3, turns 1 stone
//!    2  Player 2  forfeit     time-out
//!    3  Player 3  forfeit=3   disqualified out of turn
//! ```

use super::GAME;
use crate::cli::input::read_text;
use crate::cli::output::{Failure, input, print_line};
use clap::Args;
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;
use totora::contract::game::disqualification;
use totora::record::{Record, RecordError};
use totora::session::Session;

/// The prefix of each line of the map.
const MAP: &str = "| ";

/// Writes a log on standard output during a match.
pub(super) struct Log(pub(super) io::Stdout);

impl Log {
    /// Writes a line that a record does not need.
    pub(super) fn remark(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.0, "{text}")?;
        self.0.flush()
    }

    pub(super) fn map(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            writeln!(self.0, "{MAP}{line}")?;
        }
        self.0.flush()
    }

    /// Writes the last ply of a session with a reason or a description.
    pub(super) fn ply(&mut self, session: &Session, words: &str) -> io::Result<()> {
        let Some(ply) = session.plies().last() else { return Ok(()) };
        let seat = ply.seats.first().unwrap_or(0);
        let name = format!("Player {}", seat + 1);
        writeln!(self.0, "{:>4}  {name}  {:<10}  {words}", session.plies().len(), ply.text)?;
        self.0.flush()
    }
}

/// A record of a map without moves, with humans on all seats, because the players are not known.
pub(super) fn record_of(map: &str) -> Result<Record, RecordError> {
    Record::from_json(&json!({ "totora": 1, "game": GAME, "options": { "map": map } }))
}

#[derive(Args)]
pub(crate) struct ToRecord {
    /// A log of reversi-client; - for standard input
    file: PathBuf,
}

impl ToRecord {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let name = self.file.display();
        let text = read_text(&self.file)?;
        let map: String = text
            .lines()
            .filter_map(|line| line.strip_prefix(MAP.trim_end()))
            .map(|line| format!("{}\n", line.trim()))
            .collect();
        if map.is_empty() {
            return Err(input(format!(
                "{name}: not the log of a match: no line starts with `{MAP}`"
            )));
        }
        let record = record_of(&map).map_err(|error| input(format!("{name}: {error}")))?;
        let mut session = Session::begin(record).map_err(input)?;
        for (i, line) in text.lines().enumerate() {
            // `1  Player 1  5,3  …`: a number, a name of two words, a move.
            let mut words = line.split_whitespace();
            let ply = words.next().and_then(|word| word.parse::<usize>().ok());
            let mut next = || words.next();
            let (Some(ply), Some("Player"), Some(player), Some(mv)) =
                (ply, next(), next().and_then(|word| word.parse::<usize>().ok()), next())
            else {
                continue;
            };
            let wrong = |error: String| input(format!("{name}: line {}: {error}", i + 1));
            let expected = session.plies().len() + 1;
            if ply != expected {
                return Err(wrong(format!("ply {ply} where ply {expected} was expected")));
            }
            if mv == disqualification(player.wrapping_sub(1)) {
                session.play_ply(mv, false).map_err(|error| wrong(error.to_string()))?;
                continue;
            }
            let seat = session.position().to_act().first();
            if seat.is_some_and(|seat| seat + 1 != player) {
                let turn = session.position().turn_text();
                return Err(wrong(format!("a move of Player {player}, but: {turn}")));
            }
            session.play(seat, mv, false).map_err(|error| wrong(error.to_string()))?;
        }
        print_line(session.to_record().to_json())
    }
}
