//! Replays a record one ply at a time: the main line, then its variations. No interface is known here.

use super::Session;
use super::annotations::no_position;
use crate::record::tree::{Id, ROOT};
use crate::record::{Annotated, Record, RecordError, Variation, at_ply};
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
    /// All lines; the first is the main line.
    record: Vec<Variation>,
    /// The plies of every line so far, including the plies shared with other lines.
    lines: Vec<Vec<Id>>,
    annotations: Vec<Annotated>,
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
        let Record { moves, variations, annotations, result: stated, .. } = record;
        let main = Variation { of: 0, after: 0, moves };
        let record = std::iter::once(main).chain(variations).collect();
        let lines = vec![Vec::new()];
        Ok(Replaying { session, record, lines, annotations, stated, played: 0, plies })
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
        let number = self.lines.len() - 1;
        let line = &self.record[number];
        if self.lines[number].len() == line.after + line.moves.len() {
            if number == 0 {
                self.confirm_result()?;
            }
            let end = |line: &[Id]| line.last().copied().unwrap_or(ROOT);
            let Some(variation) = self.record.get(number + 1) else {
                self.annotate()?;
                self.session.show(end(&self.lines[0]));
                return Ok(false);
            };
            let from = &self.lines[variation.of];
            let shared = from.get(..variation.after).unwrap_or(from).to_vec();
            self.session.show(end(&shared));
            self.lines.push(shared);
        }
        self.play()?;
        Ok(true)
    }

    /// Adds the annotations; every line has been played.
    fn annotate(&mut self) -> Result<(), RecordError> {
        let annotations = std::mem::take(&mut self.annotations);
        for (index, Annotated { line, ply, annotation }) in annotations.into_iter().enumerate() {
            let own = self.record.get(line).is_some_and(|own| line == 0 || ply > own.after);
            let id = match ply.checked_sub(1).filter(|_| own) {
                Some(last) => self.lines[line].get(last).copied(),
                None => Some(ROOT).filter(|_| own && ply == 0),
            };
            let id = id.ok_or_else(|| no_position(index, line, ply))?;
            self.session.put_annotation(id, annotation);
        }
        Ok(())
    }

    /// Compares the result of the main line with the stated one.
    fn confirm_result(&mut self) -> Result<(), RecordError> {
        let found = json!(self.session.position().outcome());
        match self.stated.take().filter(|stated| *stated != found) {
            None => Ok(()),
            Some(stated) => Err(RecordError::Result {
                stated: crate::base::fixed::shorten(&stated.to_string()),
                found: found.to_string(),
            }),
        }
    }

    /// Plays the next ply of the last line begun.
    fn play(&mut self) -> Result<(), RecordError> {
        let number = self.lines.len() - 1;
        let (line, i) = (&self.record[number], self.lines[number].len());
        let text = line.moves.get(i - line.after).map_or("", String::as_str);
        let before = self.session.size();
        self.session.play_ply(text, true).map_err(at_ply(number, i))?;
        if self.session.size() == before {
            let error = format!("`{text}` is played there by another line already");
            return Err(at_ply(number, i)(error));
        }
        let id = self.session.id_at(i + 1).unwrap_or(ROOT);
        self.lines[number].push(id);
        self.played += 1;
        Ok(())
    }

    /// The game as far as it has been played.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the game; complete once [`Replaying::step`] has returned false.
    pub fn into_session(mut self) -> Session {
        self.session.head = Some(self.session.setup().to_text().len());
        self.session
    }
}
