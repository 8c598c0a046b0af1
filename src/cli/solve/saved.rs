//! The file of `totora solve --save`: a line of JSON with the game's options and the answers so far, the positions in
//! the table that took the most work, and a checksum of both.

use crate::cli::files::write_file;
use crate::cli::input::read_saved;
use crate::cli::output::{Failure, failed, input};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use totora::base::options::RawOptions;
use totora::games::fencemaster::SEAT_NAMES;
use totora::games::fencemaster::solver::{ENTRY_BYTES, Solver};

/// The maximum number of saved positions: 108 MB.
const MOST_ENTRIES: usize = 4_000_000;
static CHECKSUM: crc::Crc<u64> = crc::Crc::<u64>::new(&crc::CRC_64_XZ);
/// The format of the file. It changes with the meaning of its numbers.
const FORMAT: &str = "totora-solve-fencemaster-1";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Winner {
    White,
    Black,
    Draw,
}

impl Winner {
    pub(super) fn text(self) -> String {
        match self {
            Winner::White => format!("{} wins", SEAT_NAMES[0]),
            Winner::Black => format!("{} wins", SEAT_NAMES[1]),
            Winner::Draw => "draw".to_owned(),
        }
    }
}

/// The result for a stone.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Answer {
    pub(super) winner: Winner,
    /// The number of positions that were searched for it.
    pub(super) nodes: u64,
}

/// The first line of the file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Saved {
    format: String,
    options: RawOptions,
    /// The answers by the moves that lead to the position, separated by spaces.
    pub(super) answers: BTreeMap<String, Answer>,
}

impl Saved {
    pub(super) fn new(options: RawOptions) -> Saved {
        Saved { format: FORMAT.to_owned(), options, answers: BTreeMap::new() }
    }

    /// Reads a file, and loads its table into the solver. Does nothing if the file does not exist.
    pub(super) fn load(&mut self, path: &Path, solver: &mut Solver) -> Result<(), Failure> {
        let wrong = |what: &str| input(format!("{}: {what}", path.display()));
        let Some(bytes) = read_saved(path)? else { return Ok(()) };
        let expected = "expected a file that `totora solve fencemaster --save` wrote";
        if !bytes.starts_with(b"{\"format\":\"totora-solve-") {
            return Err(wrong(&format!("not a saved solution; {expected}")));
        }
        let damaged = || wrong(&format!("damaged: the checksum does not match; {expected}"));
        let (content, checksum) = bytes.split_last_chunk::<8>().ok_or_else(damaged)?;
        if CHECKSUM.checksum(content) != u64::from_le_bytes(*checksum) {
            return Err(damaged());
        }
        let end = content.iter().position(|&byte| byte == b'\n').ok_or_else(damaged)?;
        let (line, table) = content.split_at(end + 1);
        let saved: Saved =
            serde_json::from_slice(line).map_err(|error| wrong(&error.to_string()))?;
        if saved.format != FORMAT {
            return Err(wrong(&format!("format `{}`; expected `{FORMAT}`", saved.format)));
        }
        if saved.options != self.options {
            let text = |options: &RawOptions| {
                let pairs = options.iter().map(|(key, value)| format!("{key}={value}"));
                let text = pairs.collect::<Vec<_>>().join(" ").replace('"', "");
                if text.is_empty() { "default options".to_owned() } else { text }
            };
            let [found, expected] = [&saved.options, &self.options].map(text);
            return Err(wrong(&format!("saved for {found}; expected {expected}")));
        }
        let (entries, rest) = table.as_chunks::<ENTRY_BYTES>();
        if !rest.is_empty() {
            return Err(damaged());
        }
        entries.iter().for_each(|entry| solver.insert(entry));
        *self = saved;
        Ok(())
    }

    pub(super) fn write(&self, path: &Path, solver: &Solver) -> Result<(), Failure> {
        let mut bytes = serde_json::to_vec(self).map_err(failed)?;
        bytes.push(b'\n');
        let fits = |least: &u8| solver.entries(*least).count() <= MOST_ENTRIES;
        let least = (1..u8::MAX).find(fits).unwrap_or(u8::MAX);
        solver.entries(least).for_each(|entry| bytes.extend(entry));
        bytes.extend(CHECKSUM.checksum(&bytes).to_le_bytes());
        write_file(path, bytes)
    }
}
