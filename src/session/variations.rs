//! The lines of a session: opening a line, promoting and deleting variations, and walking a line that is no part
//! of the game, such as a principal variation. No interface is known here.

use super::{Session, SessionError};
use crate::record::tree::{Id, Line, Ply, ROOT, Restored, end_of, shared};
use std::sync::Arc;

/// A line that is walked without changing the game.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Number of plies played before its beginning.
    pub from: usize,
    /// The line to return to.
    line: Vec<Arc<Ply>>,
    /// The ply to return to.
    pub back: usize,
}

impl Session {
    /// All lines: the main line first, then each variation in order of its branching point, followed by the
    /// variations that branch off from it; the order of records.
    pub fn lines(&self) -> Vec<Line> {
        self.tree.lines()
    }

    /// The number of the current line, and the number of variations. While a line is walked, the number of
    /// the line to return to.
    pub fn variation(&self) -> (usize, usize) {
        let lines = self.tree.lines();
        let end = end_of(self.walk.as_ref().map_or(&self.line, |walk| &walk.line));
        let number = lines.iter().position(|one| end_of(&one.plies) == end);
        (number.unwrap_or(0), lines.len() - 1)
    }

    /// The shown ply of the game: while a line is walked, the ply to return to.
    pub fn game_ply(&self) -> usize {
        self.walk.as_ref().map_or(self.at, |walk| walk.back)
    }

    /// Number of plies that the current line shares with the main line.
    pub fn main_plies(&self) -> usize {
        shared(&self.line, &self.tree.line(ROOT))
    }

    /// The walked line, if there is one.
    pub fn walk(&self) -> Option<&Walk> {
        self.walk.as_ref()
    }

    /// Number of changes that can be undone: deletions, and changed annotations.
    pub fn changes(&self) -> usize {
        self.tree.changes()
    }

    /// Goes to a ply of a line and makes that line the current one. Returns the number of plies it shares with the
    /// previous line. Ends a walked line.
    ///
    /// # Errors
    /// When there is no such line, or it has fewer plies.
    pub fn open_line(&mut self, variation: usize, ply: usize) -> Result<usize, SessionError> {
        let one = self.own_line(variation)?;
        let line = self.tree.line(end_of(&one.plies));
        if ply > line.len() {
            return Err(SessionError::NoPly { ply, plies: line.len() });
        }
        let back = self.back().unwrap_or(usize::MAX);
        let common = self.set_line(line);
        self.look_at(ply);
        Ok(common.min(back))
    }

    /// Follows existing plies with these texts from a ply of the current line, and goes to the last of them;
    /// returns the number of plies that exist.
    pub fn enter(&mut self, from: usize, texts: &[String]) -> usize {
        let mut id = self.id_at(from).unwrap_or(ROOT);
        let mut entered = 0;
        while let Some(next) = texts.get(entered).and_then(|text| self.tree.child(id, text)) {
            (id, entered) = (next, entered + 1);
        }
        self.show(id);
        entered
    }

    /// Goes to a ply, and makes its line the current one; returns the number of plies that the line shares with the
    /// previous line.
    pub(super) fn show(&mut self, id: Id) -> usize {
        let common = self.set_line(self.tree.line(id));
        self.look_at(self.tree.depth(id));
        common
    }

    /// Number of plies of all lines.
    pub(super) fn size(&self) -> usize {
        self.tree.size()
    }

    /// The own plies of a line.
    fn own_line(&self, variation: usize) -> Result<Line, SessionError> {
        let mut lines = self.tree.lines();
        let variations = lines.len() - 1;
        if variation > variations {
            return Err(SessionError::NoVariation { variation, variations });
        }
        Ok(lines.swap_remove(variation))
    }

    /// Swaps a variation with the line that it branches off from; with `all`, makes it the main
    /// line. The shown position stays; a walked line ends. Returns the number of plies that the line shares with
    /// the previous line.
    ///
    /// # Errors
    /// When there is no such variation.
    pub fn promote(&mut self, variation: usize, all: bool) -> Result<usize, SessionError> {
        let first =
            self.own_line(variation)?.plies.first().map(|ply| ply.id).filter(|_| variation > 0);
        let variations = self.variation().1;
        let first = first.ok_or(SessionError::NoVariation { variation, variations })?;
        let back = self.back();
        self.tree.promote(first, all);
        Ok(back.unwrap_or(self.line.len()))
    }

    /// Deletes a line from one of its own plies on, with all variations that branch off after it; it can be
    /// [restored](Session::restore). If the deleted part was shown, goes to the ply before it. Ends a walked line.
    /// Returns the number of plies that the line shares with the previous line.
    ///
    /// # Errors
    /// When there is no such line, or the ply is not its own.
    pub fn delete(&mut self, variation: usize, ply: usize) -> Result<usize, SessionError> {
        let one = self.own_line(variation)?;
        let own = ply.checked_sub(one.after + 1).and_then(|i| one.plies.get(i)).map(|ply| ply.id);
        let id = own.ok_or(SessionError::NotItsPly { ply, variation })?;
        let back = self.back().unwrap_or(usize::MAX);
        let inside = self.id_at(ply) == Some(id);
        if inside && self.at >= ply {
            self.look_at(ply - 1);
        }
        self.tree.delete(id);
        let common = if inside {
            let before = self.id_at(ply - 1).unwrap_or(ROOT);
            self.set_line(self.tree.line(before))
        } else {
            self.line.len()
        };
        Ok(common.min(back))
    }

    /// Undoes the last change and goes to its first ply. Returns the number of plies that the line shares with
    /// the previous line, or `None` if there is nothing to restore.
    pub fn restore(&mut self) -> Option<usize> {
        if self.tree.changes() == 0 {
            return None;
        }
        let back = self.back().unwrap_or(usize::MAX);
        let common = match self.tree.restore()? {
            Restored::Ply(id) => self.show(id),
            // The line goes on behind the position if it was shown already.
            Restored::Annotation(id) => match self.id_at(self.tree.depth(id)) {
                Some(shown) if shown == id => {
                    self.look_at(self.tree.depth(id));
                    usize::MAX
                }
                _ => self.show(id),
            },
        };
        Some(common.min(back).min(self.line.len()))
    }

    /// Walks a line from a ply of the current line, and goes to its ply `shown`, counted from the start of the
    /// game. The game does not change: [`Session::back`] returns to it, [`Session::save_walk`] saves the walked line
    /// as a variation. Returns the number of plies that the line shares with the previous line.
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
        for (ply, plies) in [(from, self.line.len()), (shown, plies)] {
            if ply > plies {
                return Err(SessionError::NoPly { ply, plies });
            }
        }
        let before = (self.line.clone(), self.at, self.walk.clone());
        // A walk that starts from a walked line still returns to the game.
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
        // The game may continue after the walked moves if it contains them; the walk ends here.
        self.line.truncate(plies);
        self.look_at(shown);
        Ok(shared(&self.line, &before.0))
    }

    /// Returns to the game from a walked line. Returns the number of plies that the two share, or `None` if no line
    /// is walked.
    pub fn back(&mut self) -> Option<usize> {
        let Walk { line, back, .. } = self.walk.take()?;
        let common = self.set_line(line);
        self.look_at(back);
        self.tree.drop_walked();
        Some(common)
    }

    /// Saves the walked line as a variation and stays at the shown position. Returns false if no line is walked.
    pub fn save_walk(&mut self) -> bool {
        if self.walk.take().is_none() {
            return false;
        }
        self.tree.save_walked();
        // If the walk ended inside a longer line, that line becomes the current one.
        self.set_line(self.tree.line(end_of(&self.line)));
        true
    }
}
