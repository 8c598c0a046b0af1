//! Replays a record one ply at a time: the main line, then its variations. No interface is known here.

use super::Session;
use crate::record::tree::{Id, ROOT};
use crate::record::{Record, RecordError, Variation};
use serde_json::{Value, json};

impl Session {
    /// Replays a record and goes to the end of its main line.
    ///
    /// # Errors
    /// The first ply that cannot be played, or a stated result that differs from the replayed one.
    pub fn replay(record: Record) -> Result<Session, RecordError> {
        let mut replaying = Replaying::begin(record)?;
        while replaying.step()? {}
        Ok(replaying.into_session())
    }
}

/// A record that is replayed one ply at a time, for callers that must react in between.
pub struct Replaying {
    session: Session,
    moves: Vec<String>,
    variations: Vec<Variation>,
    /// The plies of every line so far, including the plies shared with other lines.
    lines: Vec<Vec<Id>>,
    stated: Option<Value>,
    played: usize,
    plies: usize,
}

impl Replaying {
    /// Begins the game of a record.
    ///
    /// # Errors
    /// When the options do not define a valid position.
    pub fn begin(record: Record) -> Result<Replaying, RecordError> {
        let mut session = Session::begin(record.setup())?;
        session.head = None;
        let plies = record.plies();
        let Record { moves, variations, result: stated, .. } = record;
        let lines = vec![Vec::new()];
        Ok(Replaying { session, moves, variations, lines, stated, played: 0, plies })
    }

    /// Number of plies of the record, including those of variations.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Number of plies played so far.
    pub fn played(&self) -> usize {
        self.played
    }

    /// Plays the next ply; returns false when all plies have been played and the stated result is confirmed. The end
    /// of the main line is shown then.
    ///
    /// # Errors
    /// Why the ply cannot be played, and in which variation; or a stated result that differs from the
    /// replayed one.
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
        // The current line: that of the last variation begun, or the next one.
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
            self.session.go_to_end_of(&shared);
            self.lines.push(shared);
        }
        let i = self.lines[number].len() - self.variations[number - 1].after;
        let named = |error| RecordError::InVariation { variation: number, error: Box::new(error) };
        self.play(i, number).map_err(named)?;
        Ok(true)
    }

    /// Plays ply `i` of the line `number`: 0 is the main line, the variations follow.
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

    /// Returns the finished game.
    pub fn into_session(mut self) -> Session {
        self.session.head = Some(self.session.setup().to_text().len());
        self.session
    }
}
