//! A person on a seat of `totora play`: shows the board, asks for a move on standard input, and answers commands. Moves are
//! accepted in the notation of the game, and as they are printed on the board.

use super::output::{Failure, input};
use super::signals;
use std::io::{self, BufRead, IsTerminal, Write};
use totora::base::util::counted;
use totora::contract::bot::{NoClock, SLICE};
use totora::contract::game::Seat;
use totora::record::SeatSpec;
use totora::session::Session;

/// How a person's seat is written.
pub(crate) const HUMAN: &str = "human";

const HELP: &str = "\
Enter a move, or one of these:
  moves   the legal moves
  hint    a move of the game's strongest bot, and why
  undo    takes back everything since your last move
  board   shows the board again
  forfeit gives up
  quit    ends the game here; with --record it is saved";
/// The maximum number of moves that `moves` lists.
const LISTED: usize = 120;

/// The result of a person's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// A move was played.
    Played,
    /// Plies were taken back.
    Undone,
    /// The person ended the game, or the input ended.
    Quit,
}

/// The input of a person.
pub(crate) struct Person {
    /// The person's seats.
    seats: Vec<Seat>,
    /// Whether the input is a terminal, which shows what is typed.
    terminal: bool,
    /// Whether the input has ended.
    ended: bool,
}

impl Person {
    /// The person on these seats.
    pub(crate) fn new(seats: Vec<Seat>) -> Person {
        Person { seats, terminal: io::stdin().is_terminal(), ended: false }
    }

    /// Whether the input ended before the game.
    pub(crate) fn ended(&self) -> bool {
        self.ended
    }

    /// Whether a person sits there.
    pub(crate) fn sits(&self, seat: Seat) -> bool {
        self.seats.contains(&seat)
    }

    /// Asks for moves of `seat` until one is legal.
    pub(crate) fn turn(
        &mut self,
        out: &mut impl Write,
        session: &mut Session,
        seat: Seat,
    ) -> Result<Turn, Failure> {
        show(out, session)?;
        loop {
            let ply = session.ply() + 1;
            write!(out, "{ply:>4}  {}, your move: ", session.position().seat_name(seat))?;
            out.flush()?;
            let Some(line) = self.line(out)? else { return Ok(Turn::Quit) };
            match line.to_lowercase().as_str() {
                "" => {}
                "help" | "?" => writeln!(out, "{HELP}")?,
                "moves" => list(out, session, seat)?,
                "board" => show(out, session)?,
                "hint" => hint(out, session, seat)?,
                "quit" | "exit" => return Ok(Turn::Quit),
                "undo" => {
                    if self.undo(session, seat)? {
                        return Ok(Turn::Undone);
                    }
                    writeln!(out, "You have played no move yet.")?;
                }
                _ => {
                    let mv = resolved(session, seat, &line);
                    match session.play(Some(seat), &mv, false) {
                        Ok(_) => return Ok(Turn::Played),
                        Err(error) => writeln!(out, "{error}. Enter help for help.")?,
                    }
                }
            }
        }
    }

    /// The next line; `None` at the end of the input or after a signal.
    fn line(&mut self, out: &mut impl Write) -> Result<Option<String>, Failure> {
        let mut line = String::new();
        let read = io::stdin().lock().read_line(&mut line);
        if read.map_err(|error| input(format!("standard input: {error}")))? == 0 {
            self.ended = true;
            writeln!(out)?;
            return Ok(None);
        }
        let line = line.trim().to_owned();
        if !self.terminal {
            writeln!(out, "{line}")?;
        }
        Ok(signals::received().is_none().then_some(line))
    }

    /// Takes back all plies since the last move of `seat`, that move included; false if it has played none.
    fn undo(&self, session: &mut Session, seat: Seat) -> Result<bool, Failure> {
        let played = session.plies().iter().take(session.ply());
        let Some(last) = played.rev().position(|ply| ply.seats.contains(seat)) else {
            return Ok(false);
        };
        for _ in 0..=last {
            session.take_back().map_err(input)?;
        }
        Ok(true)
    }
}

/// Shows the board.
pub(crate) fn show(out: &mut impl Write, session: &Session) -> Result<(), Failure> {
    Ok(writeln!(out, "\n{}\n", session.position().board_text())?)
}

/// Lists the legal moves as they are printed on the board.
fn list(out: &mut impl Write, session: &Session, seat: Seat) -> Result<(), Failure> {
    let position = session.position();
    let Some(moves) = position.legal() else {
        writeln!(out, "The moves of this game cannot be listed. An example: 0:N 2:E")?;
        return Ok(());
    };
    let names: Vec<String> = moves
        .iter()
        .take(LISTED)
        .map(|mv| position.move_name(seat, mv).unwrap_or_else(|_| mv.clone()))
        .collect();
    let more = moves.len() - names.len();
    writeln!(out, "{}: {}", counted(moves.len() as u64, "move"), names.join(" "))?;
    if more > 0 {
        writeln!(out, "… and {more} more")?;
    }
    Ok(())
}

/// Prints the choice of the game's adviser.
fn hint(out: &mut impl Write, session: &Session, seat: Seat) -> Result<(), Failure> {
    let setup = session.setup();
    let advisor = setup.game.data().advisor;
    let spec = SeatSpec::from_text(setup.game, advisor, None).map_err(input)?;
    let mut thinking = session.think_for(Some(seat), &spec, setup.seed).map_err(input)?;
    while !thinking.advance(SLICE, &NoClock) {}
    let analysis = thinking.current();
    let Some(choice) = &analysis.choice else { return Ok(writeln!(out, "No hint.")?) };
    let position = session.position();
    let name = position.move_name(seat, choice).unwrap_or_else(|_| choice.clone());
    let words = position.move_description(seat, choice).map(|(words, _)| words);
    writeln!(out, "Hint: {name} ({})", words.unwrap_or_default())?;
    if !analysis.why.is_empty() {
        writeln!(out, "  {}", analysis.why)?;
    }
    Ok(())
}

/// The move that a person means: as typed, in other letters, with a comma between numbers, or by its printed name.
fn resolved(session: &Session, seat: Seat, typed: &str) -> String {
    let position = session.position();
    let joined =
        typed.split([' ', ',']).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(",");
    let forms = [typed.to_owned(), typed.to_uppercase(), typed.to_lowercase(), joined];
    if let Some(form) = forms.iter().find(|form| position.move_name(seat, form).is_ok()) {
        return form.clone();
    }
    let is_named = |mv: &&String| {
        mv.eq_ignore_ascii_case(typed)
            || position.move_name(seat, mv).is_ok_and(|name| name.eq_ignore_ascii_case(typed))
    };
    let moves = position.legal().unwrap_or_default();
    moves.iter().find(is_named).cloned().unwrap_or_else(|| typed.to_owned())
}
