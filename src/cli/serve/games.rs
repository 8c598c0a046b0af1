//! The page's game on the server's side: brought up to date from a record with as little work as may be.

use totora::record::{Record, RecordError};
use totora::session::Session;

/// A copy of the page's game; none before the first question.
#[derive(Default)]
pub(super) struct GameCopy(Option<Session>);

impl GameCopy {
    /// The game of a record at one of its plies. What the copy has of it is not played again.
    ///
    /// # Errors
    /// What is wrong with the record, or that it is shorter.
    pub(super) fn at(&mut self, record: Record, ply: usize) -> Result<&mut Session, String> {
        if ply > record.moves.len() {
            return Err(format!(
                "the game has {} plies; there is no ply {ply}",
                record.moves.len()
            ));
        }
        // Lost if something goes wrong on the way.
        let kept = self.0.take().filter(|kept| {
            let setup = kept.setup();
            setup.game.id() == record.game.id()
                && setup.options == record.options
                && setup.seed == record.seed
                && setup.seats.len() == record.seats.len()
        });
        let session = match kept {
            Some(session) => follow(session, record, ply)?,
            None => {
                // Whatever result is stated was checked by the page.
                let record = Record { result: None, ..record };
                let mut session = Session::replay(record).map_err(|e| e.to_string())?;
                session.go_to(ply).map_err(|e| e.to_string())?;
                session
            }
        };
        Ok(self.0.insert(session))
    }
}

fn follow(mut session: Session, record: Record, ply: usize) -> Result<Session, String> {
    let Record { moves, seats, .. } = record;
    for (seat, spec) in seats.into_iter().enumerate() {
        session.set_seat(seat, spec).map_err(|error| error.to_string())?;
    }
    let same = moves.iter().zip(session.plies()).take_while(|(text, ply)| **text == ply.text);
    let same = same.count();
    if same < moves.len() {
        session.go_to(same).map_err(|error| error.to_string())?;
        for (i, text) in moves.iter().enumerate().skip(same) {
            let ply = i + 1;
            session
                .play_ply(text, true)
                .map_err(|error| RecordError::Ply { ply, error: error.to_string() }.to_string())?;
        }
    }
    session.go_to(ply).map_err(|error| error.to_string())?;
    Ok(session)
}
