//! An optional log of the messages between us and an external program: a file for every seat of every game. Each line
//! is a JSON object with the time since the start of the game in milliseconds.

use serde_json::json;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The size limit of a file in bytes. Later lines are dropped.
const MOST: u64 = 64 << 20;

struct Open {
    file: File,
    begun: Instant,
    bytes: u64,
}

/// Writes the log to a directory, or nowhere if there is none.
#[derive(Clone, Default)]
pub(crate) struct Transcript {
    directory: Option<PathBuf>,
    open: Arc<Mutex<Option<Open>>>,
}

impl Transcript {
    /// Writes to this directory and creates it if it does not exist.
    ///
    /// # Errors
    /// If the directory cannot be created.
    pub(crate) fn new(directory: Option<&Path>) -> Result<Self, String> {
        if let Some(directory) = directory {
            fs::create_dir_all(directory)
                .map_err(|error| format!("{}: {error}", directory.display()))?;
        }
        Ok(Transcript { directory: directory.map(Path::to_owned), open: Arc::default() })
    }

    /// Another transcript in the same directory.
    pub(crate) fn another(&self) -> Self {
        Transcript { directory: self.directory.clone(), open: Arc::default() }
    }

    /// Begins a new file of this name.
    pub(crate) fn begin(&self, name: &str) {
        let Some(directory) = &self.directory else { return };
        let path = directory.join(format!("{name}.jsonl"));
        let open = match File::create(&path) {
            Ok(file) => Some(Open { file, begun: Instant::now(), bytes: 0 }),
            Err(error) => {
                eprintln!("totora: {}: {error}", path.display());
                None
            }
        };
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = open;
    }

    /// Logs a line that was sent `to` the program, came `from` it, or was written to its standard `error`.
    pub(crate) fn note(&self, direction: &str, text: &str) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(log) = open.as_mut().filter(|log| log.bytes < MOST) else { return };
        let line = json!({ "ms": log.begun.elapsed().as_millis() as u64, direction: text });
        let line = format!("{line}\n");
        log.bytes += line.len() as u64;
        // A full disk must not end a tournament.
        let _ = log.file.write_all(line.as_bytes());
    }
}
