//! The results file, to which an arena appends its finished games while it runs. [`totora::arena::journal`] defines the
//! format of its lines.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use totora::arena::GameResult;
use totora::arena::journal::{Header, Journal, game_line, header_line};

/// Formats a finished game with its number as a line.
pub(in crate::cli) type FormatLine = Box<dyn Fn(usize, &GameResult) -> String>;

/// A results file that is being written, or no file.
pub(in crate::cli) struct Results {
    file: Option<(File, PathBuf)>,
    /// `None` to save no games.
    pub(in crate::cli) line: Option<FormatLine>,
    /// The games that the file already had.
    pub(in crate::cli) done: BTreeMap<usize, GameResult>,
}

impl Results {
    /// Opens a new or an existing file of an arena. An incomplete line at the end is removed.
    ///
    /// # Errors
    /// Why the file cannot be continued, as a message.
    pub(in crate::cli) fn open(path: Option<&Path>, header: &Header) -> Result<Results, String> {
        let (mut results, text) = Results::lock(path)?;
        let mut whole = 0;
        if let Some(journal) = Journal::read(&text).map_err(|error| results.error(error))? {
            if let Some(what) = journal.header.differs(header) {
                return Err(results.error(format!(
                    "has the games of another arena: {what} differs; continue with the \
                     command that started it, or name another file"
                )));
            }
            (whole, results.done) = (journal.whole, journal.games);
        }
        results.line = Some(Box::new(game_line));
        results.continue_after(whole, || header_line(header))?;
        Ok(results)
    }

    /// Opens a file, locks it against other runs, and reads its content. Saves no games yet.
    ///
    /// # Errors
    /// Why the file cannot be continued, as a message.
    pub(in crate::cli) fn lock(path: Option<&Path>) -> Result<(Results, Vec<u8>), String> {
        let (mut file, mut text) = (None, Vec::new());
        if let Some(path) = path {
            let name = path.display();
            let fail = |error: std::io::Error| format!("{name}: {error}");
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            let mut opened = options.open(path).map_err(fail)?;
            // A file system may not support locks.
            if let Err(TryLockError::WouldBlock) = opened.try_lock() {
                return Err(format!("{name}: another arena is writing to it"));
            }
            opened.read_to_end(&mut text).map_err(fail)?;
            file = Some((opened, path.to_owned()));
        }
        Ok((Results { file, line: None, done: BTreeMap::new() }, text))
    }

    /// Truncates the file after its complete lines and continues there; an empty file gets a first line.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(in crate::cli) fn continue_after(
        &mut self,
        whole: usize,
        first: impl FnOnce() -> String,
    ) -> Result<(), String> {
        if let Some((file, _)) = &mut self.file {
            let end = whole as u64;
            let truncated = file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end)));
            truncated.map_err(|error| self.error(error))?;
        }
        if whole == 0 { self.write(&first()) } else { Ok(()) }
    }

    /// Writes a line with one call, so that a killed process leaves at most its last line incomplete.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(in crate::cli) fn write(&mut self, line: &str) -> Result<(), String> {
        let Some((file, _)) = &mut self.file else { return Ok(()) };
        file.write_all(line.as_bytes()).map_err(|error| self.error(error))
    }

    /// Saves a finished game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(in crate::cli) fn save(&mut self, game: usize, played: &GameResult) -> Result<(), String> {
        match &self.line {
            Some(line) if self.file.is_some() => self.write(&line(game, played)),
            _ => Ok(()),
        }
    }

    /// A message about the file.
    pub(in crate::cli) fn error(&self, error: impl Display) -> String {
        self.file.as_ref().map_or(String::new(), |(_, path)| format!("{}: {error}", path.display()))
    }
}
