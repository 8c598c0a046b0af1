//! Replaying a record, a ply at a time: the main line, then its variations. No interface is known here.

use super::Session;
use crate::record::tree::{Id, ROOT};
use crate::record::{Record, RecordError, Variation};
use serde_json::{Value, json};

impl Session {
    /// Replays a record, and looks at the end of its main line.
    ///
    /// # Errors
    /// The first ply that cannot be played, or a stated result that is not the one reached.
    pub fn replay(record: Record) -> Result<Session, RecordError> {
        let mut replaying = Replaying::begin(record)?;
        while replaying.step()? {}
        Ok(replaying.into_session())
    }
}

/// A record that is replayed a ply at a time: for those who must look up in between.
pub struct Replaying {
    session: Session,
    moves: Vec<String>,
    variations: Vec<Variation>,
    /// The plies of every line so far, those that it shares with others too.
    lines: Vec<Vec<Id>>,
    stated: Option<Value>,
    played: usize,
    plies: usize,
}

impl Replaying {
    /// Begins the game of a record.
    ///
    /// # Errors
    /// When its options do not make a position.
    pub fn begin(record: Record) -> Result<Replaying, RecordError> {
        let mut session = Session::begin(record.setup())?;
        session.head = None;
        let plies = record.plies();
        let Record { moves, variations, result: stated, .. } = record;
        let lines = vec![Vec::new()];
        Ok(Replaying { session, moves, variations, lines, stated, played: 0, plies })
    }

    /// How many plies the record has, those of variations too.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// How many of them have been played.
    pub fn played(&self) -> usize {
        self.played
    }

    /// Plays the next ply; false when all have been played and the stated result is the one reached. The end of
    /// the main line is looked at then.
    ///
    /// # Errors
    /// Why the ply cannot be played, and which variation it is in; or a stated result that is not the one
    /// reached.
    pub fn step(&mut self) -> Result<bool, RecordError> {
        if self.played < self.moves.len() {
            self.play(self.played, 0)?;
            return Ok(true);
        }
        if self.lines.len() == 1
            && let Some(stated) = self.stated.take()
        {
            let found = json!(self.session.position().outcome());
            if stated != found {
                return Err(RecordError::Result {
                    stated: crate::base::fixed::shorten(&stated.to_string()),
                    found: found.to_string(),
                });
            }
        }
        // The line that is played: that of the last variation that was begun, or the next.
        let line = self.lines.len() - 1;
        let whole = line.checked_sub(1).is_none_or(|last| {
            let variation = &self.variations[last];
            self.lines[line].len() == variation.after + variation.moves.len()
        });
        let number = if whole { line + 1 } else { line };
        let Some(variation) = number.checked_sub(1).and_then(|i| self.variations.get(i)) else {
            self.session.open_main();
            return Ok(false);
        };
        if whole {
            let from = &self.lines[variation.of];
            let shared = from.get(..variation.after).unwrap_or(from).to_vec();
            self.session.at_end_of(&shared);
            self.lines.push(shared);
        }
        let i = self.lines[number].len() - self.variations[number - 1].after;
        let named = |error| RecordError::InVariation { variation: number, error: Box::new(error) };
        self.play(i, number).map_err(named)?;
        Ok(true)
    }

    /// Plays a ply of the main line, which is number 0, or of a variation, by its place there.
    fn play(&mut self, i: usize, number: usize) -> Result<(), RecordError> {
        let moves = number.checked_sub(1).map_or(&self.moves, |last| &self.variations[last].moves);
        let ply = self.lines[number].len() + 1;
        let wrong = |error: String| RecordError::Ply { ply, error };
        let text = moves.get(i).map_or("", String::as_str);
        let before = self.session.size();
        self.session.play_ply(text, true).map_err(|error| wrong(error.to_string()))?;
        if self.session.size() == before {
            return Err(wrong(format!("`{text}` is played there by another line already")));
        }
        let id = self.session.id_at(ply).unwrap_or(ROOT);
        self.lines[number].push(id);
        self.played += 1;
        Ok(())
    }

    /// The game as far as it has been played.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Hands the game over.
    pub fn into_session(mut self) -> Session {
        self.session.head = Some(self.session.setup().to_text().len());
        self.session
    }
}
