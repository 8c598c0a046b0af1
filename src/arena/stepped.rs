//! A game of an arena with external programs: it is played up to the next move of a program,
//! and continues with the answer. Bots play at once. A program's error loses the game, as everywhere.

use super::{Arena, Course, Fault, Fixture, GameResult, Plan};
use crate::contract::bot::Clock;
use crate::contract::game::{FORFEIT, Seat};
use crate::record::SeatSpec;
use crate::session::Session;
use crate::session::program::Question;

/// A running game that waits for the answers of external programs.
pub struct Stepped {
    fixture: Fixture,
    session: Session,
    course: Course,
    /// Whether the program of each seat has made an error.
    failed: Vec<bool>,
    faults: Vec<Fault>,
    question: Option<Question>,
}

impl Arena {
    /// Whether the game of that number has a program.
    pub fn has_program(&self, plan: &Plan, game: usize) -> bool {
        let program =
            |&entrant: &usize| matches!(self.entrants[entrant].seat, SeatSpec::Program { .. });
        plan.schedule.fixture(game).is_some_and(|fixture| fixture.seats.iter().any(program))
    }

    /// Starts the game of that number.
    ///
    /// # Errors
    /// When there is no such game, or its opening cannot be played.
    pub fn step_through(&self, plan: &Plan, game: usize) -> Result<Stepped, String> {
        let fixture = plan.schedule.fixture(game).ok_or("there is no such game")?;
        let session = self.session(plan, &fixture)?;
        let failed = vec![false; fixture.seats.len()];
        let course = Course::from(session.position());
        Ok(Stepped { fixture, session, course, failed, faults: Vec::new(), question: None })
    }
}

impl Stepped {
    /// Plays until a program is to move, and returns its name and the request; `None` at the end of the game.
    /// A program may take `wait` milliseconds.
    ///
    /// # Errors
    /// When a bot returns no move.
    pub fn advance(
        &mut self,
        wait: u64,
        watch: &dyn Fn() -> Box<dyn Clock>,
    ) -> Result<Option<(&str, &str)>, String> {
        while self.question.is_none() {
            let seats = &self.session.setup().seats;
            // Programs come first: they must get the position that all seats see.
            let sits = |seat: Seat| matches!(seats[seat], SeatSpec::Program { .. });
            let Some(seat) = self.session.next_of(sits) else {
                if !self.session.play_bot(watch().as_ref()).map_err(|error| error.to_string())? {
                    return Ok(None);
                }
                self.course.pass(self.session.position());
                continue;
            };
            match seats[seat] {
                SeatSpec::Program { budget, .. } if !self.failed[seat] => {
                    self.question = Some(Question::ask(&self.session, seat, budget, wait)?);
                }
                _ => self.play(seat, FORFEIT)?,
            }
        }
        Ok(self.question.as_ref().and_then(|question| {
            let seat = &self.session.setup().seats[question.seat()];
            let SeatSpec::Program { name, .. } = seat else { return None };
            Some((name.as_str(), question.line()))
        }))
    }

    /// Continues with the program's answer, or with the reason why there is none.
    ///
    /// # Errors
    /// When no request is open.
    pub fn answer(&mut self, answer: Result<&str, &str>) -> Result<(), String> {
        let question = self.question.take().ok_or("no seat was asked")?;
        let seat = question.seat();
        let read = match answer {
            Ok(answer) => question.read(answer).map(|reported| reported.choice),
            Err(why) => Err(why.to_owned()),
        };
        let choice = read.unwrap_or_else(|what| {
            let ply = self.session.plies().len() + 1;
            self.faults.push(Fault { seat, ply, what });
            self.failed[seat] = true;
            FORFEIT.to_owned()
        });
        self.play(seat, &choice)
    }

    fn play(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        self.session.play(Some(seat), text, false).map_err(|error| error.to_string())?;
        self.course.pass(self.session.position());
        Ok(())
    }

    /// The finished game.
    ///
    /// # Errors
    /// When the game is not over.
    pub fn played(self) -> Result<GameResult, String> {
        let last = self.session.position();
        let plies = self.session.plies().len();
        let played = GameResult::at_end(&self.fixture.seats, last, plies, self.course)?;
        let moves = self.session.plies().iter().map(|ply| ply.text.clone()).collect();
        Ok(GameResult { moves, faults: self.faults, ..played })
    }
}
