//! What people add to the positions of a session: notes, verdicts, arrows and coloured places. No interface is known here.

use super::{Session, SessionError};
use crate::base::annotation::{Annotation, Cells};
use crate::base::json::At;
use crate::record::tree::{Id, ROOT};
use crate::record::{Annotated, MAX_ANNOTATIONS, MAX_BYTES, RecordError};

impl Session {
    /// What people added to the shown position.
    pub fn annotation(&self) -> Annotation {
        self.tree.annotation(self.id()).cloned().unwrap_or_default()
    }

    /// Replaces what people added to the shown position; an empty annotation removes it. [`Session::restore`] undoes this.
    ///
    /// # Errors
    /// When a field does not fit, the position belongs to a walked line only, or the record would be too large. Nothing
    /// changes then.
    pub fn annotate(&mut self, annotation: &Annotation) -> Result<(), SessionError> {
        let value = annotation.to_json();
        let cells = Cells::new(self.here.printed_cells());
        let annotation = Annotation::from_json(&At::root(&value), &cells)
            .map_err(|wrong| SessionError::Annotation(wrong.message))?;
        let id = self.id();
        if self.tree.is_walked(id) {
            return Err(SessionError::Walked);
        }
        let more = annotation.size().saturating_sub(self.annotation().size());
        let bytes = self.head.unwrap_or(0) + self.tree.texts() + more + super::BESIDE;
        let new = self.tree.annotation(id).is_none() && !annotation.is_empty();
        if bytes > MAX_BYTES || new && self.tree.annotated() >= MAX_ANNOTATIONS {
            return Err(SessionError::TooLong);
        }
        self.tree.annotate(id, annotation, true);
        Ok(())
    }

    /// The annotated positions of the game, in the order of records.
    pub fn annotations(&self) -> Vec<Annotated> {
        if self.tree.annotated() == 0 {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut add = |line: usize, ply: usize, id: Id| {
            let annotation = self.tree.annotation(id).cloned();
            found.extend(annotation.map(|annotation| Annotated { line, ply, annotation }));
        };
        add(0, 0, ROOT);
        for (number, line) in self.tree.lines().iter().enumerate() {
            for (i, ply) in line.plies.iter().enumerate() {
                add(number, line.after + i + 1, ply.id);
            }
        }
        found
    }

    /// The annotated positions of the shown line, as those of a main line.
    pub(super) fn line_annotations(&self) -> Vec<Annotated> {
        let ids = std::iter::once(ROOT).chain(self.line.iter().map(|ply| ply.id));
        let annotated = |(ply, id): (usize, Id)| {
            let annotation = self.tree.annotation(id)?.clone();
            Some(Annotated { line: 0, ply, annotation })
        };
        ids.enumerate().filter_map(annotated).collect()
    }

    /// Annotates a position while a record is replayed, whose fields have been read.
    pub(super) fn put_annotation(&mut self, id: Id, annotation: Annotation) {
        self.tree.annotate(id, annotation, false);
    }
}

/// The error for an annotation of a position that the record does not have.
pub(super) fn no_position(index: usize, line: usize, ply: usize) -> RecordError {
    RecordError::Content(format!("annotations[{index}]: line {line} has no ply {ply} of its own"))
}
