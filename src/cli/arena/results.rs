//! The file in which an arena keeps its finished games while it runs. What a line is, is
//! [`totora::arena::journal`]'s business.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use totora::arena::Played;
use totora::arena::journal::{Header, Journal, game_line, header_line};

/// A file of results that is being written; none, if none was asked for.
pub(in crate::cli) struct Results {
    file: Option<(File, PathBuf)>,
    /// How a finished game is written.
    line: fn(usize, &Played) -> String,
    /// The games that were there already.
    pub(in crate::cli) done: BTreeMap<usize, Played>,
}

impl Results {
    /// Opens a file, new or to go on with; what was cut at its end is cut off.
    ///
    /// # Errors
    /// Why it cannot be gone on with, in a sentence.
    pub(in crate::cli) fn open(path: Option<&Path>, header: &Header) -> Result<Results, String> {
        let Some(path) = path else { return Ok(Results::nowhere()) };
        let name = path.display();
        let (mut file, text) = open(path)?;
        let journal = Journal::read(&text).map_err(|error| format!("{name}: {error}"))?;
        let (whole, done) = match journal {
            Some(journal) => {
                if let Some(what) = journal.header.differs(header) {
                    return Err(format!(
                        "{name}: holds the games of another arena: {what} differs; go on with the \
                         command that began it, or name another file"
                    ));
                }
                (journal.whole as u64, journal.games)
            }
            None => (0, BTreeMap::new()),
        };
        cut(&mut file, path, whole)?;
        let mut results = Results::onto(file, path, game_line, done);
        if whole == 0 {
            results.write(&header_line(header))?;
        }
        Ok(results)
    }

    /// Games are not kept.
    pub(in crate::cli) fn nowhere() -> Results {
        Results { file: None, line: game_line, done: BTreeMap::new() }
    }

    /// Games are written to a file that the caller has opened, each as the line that is made of it.
    pub(in crate::cli) fn onto(
        file: File,
        path: &Path,
        line: fn(usize, &Played) -> String,
        done: BTreeMap<usize, Played>,
    ) -> Results {
        Results { file: Some((file, path.to_owned())), line, done }
    }

    /// Writes a line in one go, so that who is killed leaves at most its last line cut.
    fn write(&mut self, line: &str) -> Result<(), String> {
        let Some((file, path)) = &mut self.file else { return Ok(()) };
        file.write_all(line.as_bytes()).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Keeps a finished game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(in crate::cli) fn keep(&mut self, game: usize, played: &Played) -> Result<(), String> {
        if self.file.is_none() {
            return Ok(());
        }
        self.write(&(self.line)(game, played))
    }
}

/// Opens a file to go on with, which no other run may write to meanwhile, and reads what it has.
///
/// # Errors
/// Why it cannot be gone on with, in a sentence.
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
        // A file system without locks.
        Err(TryLockError::Error(_)) => {}
    }
    let mut text = Vec::new();
    file.read_to_end(&mut text).map_err(fail)?;
    Ok((file, text))
}

/// Cuts a file off after its whole lines, and goes on there.
///
/// # Errors
/// When it cannot be written.
pub(in crate::cli) fn cut(file: &mut File, path: &Path, whole: u64) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: {error}", path.display());
    file.set_len(whole).map_err(fail)?;
    file.seek(SeekFrom::Start(whole)).map_err(fail).map(drop)
}
