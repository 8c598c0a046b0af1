//! What is said between us and a program outside, written down on request: a file for every seat of every
//! game, one JSON object a line, with the milliseconds since the game began.

use serde_json::json;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The most bytes of a file; what comes later is dropped.
const MOST: u64 = 64 << 20;

struct Open {
    file: File,
    begun: Instant,
    bytes: u64,
}

/// Where it is written; nowhere unless that was asked for.
#[derive(Clone, Default)]
pub(crate) struct Transcript {
    directory: Option<PathBuf>,
    open: Arc<Mutex<Option<Open>>>,
}

impl Transcript {
    /// In this directory, which is made if it is not there.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(crate) fn new(directory: Option<&Path>) -> Result<Self, String> {
        if let Some(directory) = directory {
            fs::create_dir_all(directory)
                .map_err(|error| format!("{}: {error}", directory.display()))?;
        }
        Ok(Transcript { directory: directory.map(Path::to_owned), open: Arc::default() })
    }

    /// Another one in the same directory.
    pub(crate) fn another(&self) -> Self {
        Transcript { directory: self.directory.clone(), open: Arc::default() }
    }

    /// From now on in the file of that name.
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

    /// Writes down what was said: `to` the program, `from` it, or on its standard `error`.
    pub(crate) fn note(&self, way: &str, text: &str) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(log) = open.as_mut().filter(|log| log.bytes < MOST) else { return };
        let line = json!({ "ms": log.begun.elapsed().as_millis() as u64, way: text });
        let line = format!("{line}\n");
        log.bytes += line.len() as u64;
        // A full disk must not end a tournament.
        let _ = log.file.write_all(line.as_bytes());
    }
}
