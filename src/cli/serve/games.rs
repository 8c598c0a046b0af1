//! The server's copy of the page's game. It is updated from a record with as little work as possible.

use totora::record::{Record, RecordError};
use totora::session::Session;

/// A copy of the page's game; `None` before the first request.
#[derive(Default)]
pub(super) struct GameCopy(Option<Session>);

impl GameCopy {
    /// The game of a record at one of its plies. Moves that the copy has already are not played again.
    ///
    /// # Errors
    /// If the record is invalid or has no such ply.
    pub(super) fn at(&mut self, record: Record, ply: usize) -> Result<&mut Session, String> {
        if ply > record.moves.len() {
            return Err(format!(
                "the game has {} plies; there is no ply {ply}",
                record.moves.len()
            ));
        }
        // After an error, the copy is dropped.
        let known = self.0.take().filter(|known| {
            let setup = known.setup();
            setup.game.id() == record.game.id()
                && setup.options == record.options
                && setup.seed == record.seed
                && setup.seats.len() == record.seats.len()
        });
        let session = match known {
            Some(session) => follow(session, record, ply)?,
            None => {
                // The page has checked the result that the record states.
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
