//! The lines of a session: going to one, promoting and deleting variations, and walking a line that is no part
//! of the game, such as a principal variation. No interface is known here.

use super::{Session, SessionError};
use crate::record::tree::{Id, Ply, ROOT, Segment};
use std::sync::Arc;

/// A line of the game without what it shares with the one that it branches off from. The main line is one too.
#[derive(Clone, Debug)]
pub struct Line {
    /// The number of the line that it branches off from; 0 is the main line.
    pub of: usize,
    /// How many plies the two have in common; 0 for the main line.
    pub after: usize,
    /// Its own plies.
    pub plies: Vec<Arc<Ply>>,
}

/// A line that is walked without touching the game.
#[derive(Clone, Debug)]
pub struct Walk {
    /// How many plies had been played where it begins.
    pub from: usize,
    /// Where one comes back to.
    line: Vec<Id>,
    /// The ply there.
    pub back: usize,
}

impl Session {
    /// All lines: the main line first, then each variation where it branches off, followed by those that branch
    /// off from it; as records have them.
    pub fn lines(&self) -> Vec<Line> {
        let plies =
            |nodes: &[Id]| nodes.iter().filter_map(|&id| self.tree.ply(id).cloned()).collect();
        let line = |one: &Segment| Line { of: one.of, after: one.after, plies: plies(&one.nodes) };
        self.tree.segments().iter().map(line).collect()
    }

    /// The number of the line that is looked at, and how many variations there are. Where a line is walked, it is
    /// the line that one comes back to.
    pub fn variation(&self) -> (usize, usize) {
        let segments = self.tree.segments();
        let line = self.walk.as_ref().map_or(&self.line, |walk| &walk.line);
        let number = segments.iter().position(|one| one.nodes.last() == line.last());
        (number.unwrap_or(0), segments.len() - 1)
    }

    /// The ply of the game that is looked at: where a line is walked, the one that one comes back to.
    pub fn game_ply(&self) -> usize {
        self.walk.as_ref().map_or(self.at, |walk| walk.back)
    }

    /// How many plies the line that is looked at has in common with the main line.
    pub fn main_plies(&self) -> usize {
        let main = self.tree.line(ROOT);
        self.line.iter().zip(&main).take_while(|(a, b)| a == b).count()
    }

    /// The line that is walked, if one is.
    pub fn walk(&self) -> Option<&Walk> {
        self.walk.as_ref()
    }

    /// How many deletions can be undone.
    pub fn deletions(&self) -> usize {
        self.tree.deleted()
    }

    /// Looks at a ply of a line, which one is on from then on. Says how many plies the line has in common with the
    /// one before. What is walked ends.
    ///
    /// # Errors
    /// When there is no such line, or it has fewer plies.
    pub fn open_line(&mut self, variation: usize, ply: usize) -> Result<usize, SessionError> {
        let segments = self.tree.segments();
        let variations = segments.len() - 1;
        let one =
            segments.get(variation).ok_or(SessionError::NoVariation { variation, variations })?;
        let line = self.tree.line(one.nodes.last().copied().unwrap_or(ROOT));
        if ply > line.len() {
            return Err(SessionError::NoPly { ply, plies: line.len() });
        }
        let back = self.back().unwrap_or(usize::MAX);
        let common = self.set_line(line);
        self.look_at(ply);
        Ok(common.min(back))
    }

    /// Goes along plies that there are already, from a ply of the line that is looked at, and looks at the last of
    /// them; says how many there are.
    pub fn enter(&mut self, from: usize, texts: &[String]) -> usize {
        let mut id = self.id_at(from).unwrap_or(ROOT);
        let mut entered = 0;
        while let Some(next) = texts.get(entered).and_then(|text| self.tree.child(id, text)) {
            (id, entered) = (next, entered + 1);
        }
        self.set_line(self.tree.line(id));
        self.look_at(self.tree.depth(id));
        entered
    }

    /// The main line, at its end.
    pub(super) fn open_main(&mut self) {
        self.set_line(self.tree.line(ROOT));
        self.look_at(self.line.len());
    }

    /// The end of the given plies, which follow one another.
    pub(super) fn at_end_of(&mut self, plies: &[Id]) {
        let last = plies.last().copied().unwrap_or(ROOT);
        self.set_line(self.tree.line(last));
        self.look_at(plies.len());
    }

    /// How many plies there are in all lines.
    pub(super) fn size(&self) -> usize {
        self.tree.size()
    }

    /// The first ply of a variation's own.
    fn begins(&self, variation: usize) -> Result<Id, SessionError> {
        let segments = self.tree.segments();
        let variations = segments.len() - 1;
        let one = segments.get(variation).filter(|_| variation > 0);
        let first = one.and_then(|one| one.nodes.first().copied());
        first.ok_or(SessionError::NoVariation { variation, variations })
    }

    /// Lets a variation change places with the line that it branches off from; with `all`, it becomes the main
    /// line. What is looked at stays; what is walked ends. Says how many plies the line has in common with the
    /// one before.
    ///
    /// # Errors
    /// When there is no such variation.
    pub fn promote(&mut self, variation: usize, all: bool) -> Result<usize, SessionError> {
        let first = self.begins(variation)?;
        let back = self.back();
        self.tree.promote(first, all);
        Ok(back.unwrap_or(self.line.len()))
    }

    /// Deletes a line from one of its own plies on, with all variations that branch off after it; it can be
    /// [restored](Session::restore). If it was looked at, the ply before it is looked at now; what is walked ends. Says
    /// how many plies the line has in common with the one before.
    ///
    /// # Errors
    /// When there is no such line, or the ply is not its own.
    pub fn delete(&mut self, variation: usize, ply: usize) -> Result<usize, SessionError> {
        let segments = self.tree.segments();
        let variations = segments.len() - 1;
        let one =
            segments.get(variation).ok_or(SessionError::NoVariation { variation, variations })?;
        let own = ply.checked_sub(one.after + 1).and_then(|i| one.nodes.get(i).copied());
        let id = own.ok_or(SessionError::NotItsPly { ply, variation })?;
        let back = self.back().unwrap_or(usize::MAX);
        let inside = self.line.get(ply - 1) == Some(&id);
        if inside && self.at >= ply {
            self.look_at(ply - 1);
        }
        self.tree.delete(id);
        let common = if inside {
            self.set_line(self.tree.line(self.id_before(ply)))
        } else {
            self.line.len()
        };
        Ok(common.min(back))
    }

    /// Puts back what was deleted last, and looks at its first ply. Says how many plies the line has in common with
    /// the one before; none when nothing can be put back.
    pub fn restore(&mut self) -> Option<usize> {
        if self.tree.deleted() == 0 {
            return None;
        }
        let back = self.back().unwrap_or(usize::MAX);
        let id = self.tree.restore()?;
        let common = self.set_line(self.tree.line(id));
        self.look_at(self.tree.depth(id));
        Some(common.min(back))
    }

    /// The place before a ply of the line that is looked at.
    fn id_before(&self, ply: usize) -> Id {
        self.id_at(ply - 1).unwrap_or(ROOT)
    }

    /// Walks a line from a ply of the line that is looked at, and looks at its ply `shown`, counted from the start
    /// of the game. The game stays as it is: [`Session::back`] goes back to it, [`Session::save_walk`] makes a
    /// variation of what was walked. Says how many plies the line has in common with the one before.
    ///
    /// # Errors
    /// When there is no such ply, or a move is refused. Nothing changes then.
    pub fn take_walk(
        &mut self,
        from: usize,
        moves: &[String],
        shown: usize,
    ) -> Result<usize, SessionError> {
        let plies = from + moves.len();
        if from > self.line.len() || shown > plies {
            return Err(SessionError::NoPly { ply: shown.max(from), plies: self.line.len() });
        }
        let before = (self.line.clone(), self.at, self.walk.clone());
        // A walk that starts from a walked line comes back to the game all the same.
        let (line, back) = match before.2.clone() {
            Some(walk) => (walk.line, walk.back),
            None => (before.0.clone(), self.at),
        };
        self.walk = Some(Walk { from, line, back });
        self.look_at(from);
        for text in moves {
            if let Err(error) = self.play_ply(text, true) {
                let (line, at, walk) = before;
                self.walk = walk;
                self.set_line(line);
                self.look_at(at);
                if self.walk.is_none() {
                    self.tree.drop_walked();
                }
                return Err(error);
            }
        }
        // Beyond what is walked the game goes on, if it was played so; it is not part of the walk.
        self.line.truncate(plies);
        self.plies.truncate(plies);
        self.look_at(shown);
        Ok(self.line.iter().zip(&before.0).take_while(|(a, b)| a == b).count())
    }

    /// Back to the game from a line that is walked. Says how many plies the two have in common; none when no line
    /// is walked.
    pub fn back(&mut self) -> Option<usize> {
        let Walk { line, back, .. } = self.walk.take()?;
        let common = self.set_line(line);
        self.look_at(back);
        self.tree.drop_walked();
        Some(common)
    }

    /// Keeps the line that is walked as a variation, and stays where one is. False when none is walked.
    pub fn save_walk(&mut self) -> bool {
        if self.walk.take().is_none() {
            return false;
        }
        self.tree.save_walked();
        // Where the walk ended within a line that goes on, one is on that line.
        let last = self.line.last().copied().unwrap_or(ROOT);
        self.set_line(self.tree.line(last));
        true
    }
}
