//! The results file, to which an arena appends its finished games while it runs. [`totora::arena::journal`] defines the
//! format of its lines.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use totora::arena::Played;
use totora::arena::journal::{Header, Journal, game_line, header_line};

/// A results file that is being written, or no file.
pub(in crate::cli) struct Results {
    file: Option<(File, PathBuf)>,
    /// Formats a finished game as a line.
    line: fn(usize, &Played) -> String,
    /// The games that the file already had.
    pub(in crate::cli) done: BTreeMap<usize, Played>,
}

impl Results {
    /// Opens a new or an existing file. An incomplete line at the end is removed.
    ///
    /// # Errors
    /// Why the file cannot be continued, as a message.
    pub(in crate::cli) fn open(path: Option<&Path>, header: &Header) -> Result<Results, String> {
        let Some(path) = path else { return Ok(Results::unsaved()) };
        let name = path.display();
        let (mut file, text) = open(path)?;
        let journal = Journal::read(&text).map_err(|error| format!("{name}: {error}"))?;
        let (whole, done) = match journal {
            Some(journal) => {
                if let Some(what) = journal.header.differs(header) {
                    return Err(format!(
                        "{name}: has the games of another arena: {what} differs; continue with the \
                         command that started it, or name another file"
                    ));
                }
                (journal.whole as u64, journal.games)
            }
            None => (0, BTreeMap::new()),
        };
        truncate_to(&mut file, path, whole)?;
        let mut results = Results::onto(file, path, game_line, done);
        if whole == 0 {
            results.write(&header_line(header))?;
        }
        Ok(results)
    }

    /// Saves no games.
    pub(in crate::cli) fn unsaved() -> Results {
        Results { file: None, line: game_line, done: BTreeMap::new() }
    }

    /// Writes games to a file that the caller has opened; `line` formats them.
    pub(in crate::cli) fn onto(
        file: File,
        path: &Path,
        line: fn(usize, &Played) -> String,
        done: BTreeMap<usize, Played>,
    ) -> Results {
        Results { file: Some((file, path.to_owned())), line, done }
    }

    /// Writes a line with one call, so that a killed process leaves at most its last line incomplete.
    fn write(&mut self, line: &str) -> Result<(), String> {
        let Some((file, path)) = &mut self.file else { return Ok(()) };
        file.write_all(line.as_bytes()).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Saves a finished game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(in crate::cli) fn save(&mut self, game: usize, played: &Played) -> Result<(), String> {
        if self.file.is_none() {
            return Ok(());
        }
        self.write(&(self.line)(game, played))
    }
}

/// Opens a file, locks it against other runs, and reads its content.
///
/// # Errors
/// Why the file cannot be continued, as a message.
pub(in crate::cli) fn open(path: &Path) -> Result<(File, Vec<u8>), String> {
    let name = path.display();
    let fail = |error: std::io::Error| format!("{name}: {error}");
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(fail)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(format!("{name}: another arena is writing to it"));
        }
        // The file system does not support locks.
        Err(TryLockError::Error(_)) => {}
    }
    let mut text = Vec::new();
    file.read_to_end(&mut text).map_err(fail)?;
    Ok((file, text))
}

/// Truncates a file after its complete lines and continues there.
///
/// # Errors
/// If the file cannot be written.
pub(in crate::cli) fn truncate_to(file: &mut File, path: &Path, whole: u64) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: {error}", path.display());
    file.set_len(whole).map_err(fail)?;
    file.seek(SeekFrom::Start(whole)).map_err(fail).map(drop)
}
