//! Games and positions in files and arguments, in every format that the importer knows.

use super::input::{json_values, read_text};
use super::output::{Failure, input, print_line, progress};
use clap::Args;
use serde_json::Value;
use std::path::{Path, PathBuf};
use totora::base::format::POSITION;
use totora::base::util::{counted, grouped};
use totora::catalog::AnyGame;
use totora::record::import::{Content, ImportError, Imported, import, import_as};
use totora::record::link::{self, LinkDecoder, LinkError, ViewState};
use totora::record::{MAX_BYTES, Record, RecordError};
use totora::session::{Replaying, Session};
use totora::study::{KEY, NAME, Study};

/// Opening a link with more estimated work than this requires `--wait`, in microseconds.
const MOST_WORK_US: u64 = 2_000_000;

/// The error for a study where one game is expected.
const NO_GAME: &str = "this is a study; expected one game";

/// The study in a text: a file, or a link in whatever surrounds it; `None` if it is anything else.
pub(crate) fn study(text: &str) -> Option<Result<Study, String>> {
    if text.contains(KEY) && matches!(import(text), Ok(Content::Study)) {
        return Some(Study::read(text));
    }
    let linked = link::may_be_in(text) && link::find(text).is_ok_and(|found| found.name == NAME);
    linked.then(|| Study::from_link(text))
}

/// An error about a text as a whole, with a place like all others.
pub(crate) fn placed(error: &ImportError) -> String {
    match error {
        ImportError::Link(error) => format!("line 1, column 1: {error}"),
        other => other.to_string(),
    }
}

/// The records of a file, each with the number of the line where it starts: a record, one record per line, a link, or a
/// game in another format.
pub(crate) fn records(path: &Path) -> Result<Vec<(usize, Value)>, Failure> {
    records_in(path.display().to_string(), read_text(path)?)
}

/// The same for the text of a file of that name.
pub(crate) fn records_in(name: String, text: String) -> Result<Vec<(usize, Value)>, Failure> {
    if text.trim().is_empty() {
        return json_values(&name, &text);
    }
    match import(&text).map_err(|error| input(format!("{name}: {}", placed(&error))))? {
        Content::Json => json_values(&name, &text),
        Content::Study => Err(input(format!("{name}: line 1, column 1: {NO_GAME}"))),
        Content::Link(address) => {
            let opened = from_link(&address.link(), false).map_err(|failure| match failure {
                Failure::Input(message) => input(format!("{name}: line 1, column 1: {message}")),
                other => other,
            })?;
            Ok(vec![(1, opened.to_record().to_json())])
        }
        Content::Game(found) => {
            remark(&name, &found);
            Ok(vec![(1, found.record.to_json())])
        }
    }
}

/// The record of a text: JSON, a link in whatever surrounds it, or a game in another format.
pub(crate) fn record(
    text: &str,
    of: Option<&'static dyn AnyGame>,
    wait: bool,
) -> Result<Record, Failure> {
    match import_as(text, of).map_err(input)? {
        Content::Json => {
            let record = Record::from_text(text).map_err(input)?;
            Ok(Session::replay(record).map_err(input)?.to_record())
        }
        Content::Link(address) => Ok(from_link(&address.link(), wait)?.to_record()),
        Content::Study => Err(input(NO_GAME)),
        Content::Game(found) => {
            remark("totora", &found);
            Ok(found.record)
        }
    }
}

/// The game of a link, at the ply that it shows.
fn from_link(link: &str, wait: bool) -> Result<Session, Failure> {
    if link.len() > MAX_BYTES {
        let error = RecordError::TooLarge { what: "bytes", found: link.len(), limit: MAX_BYTES };
        return Err(input(error));
    }
    let mut decoding = LinkDecoder::begin(link).map_err(input)?;
    let plies = decoding.plies() as u64;
    let work = decoding.cost().work_us;
    if work > MOST_WORK_US && !wait {
        return Err(input(format!(
            "opening this link replays {}, which takes about {} s. \
             `totora open --wait LINK` does this and shows the progress",
            counted(plies, "ply"),
            grouped(work.div_ceil(1_000_000))
        )));
    }
    // Each ply is decoded first and then played.
    let bar = progress(2 * plies, "plies");
    while decoding.step().map_err(input)? {
        bar.set_position(decoding.read() as u64);
    }
    let mut playing = Replaying::begin(decoding.record()).map_err(input)?;
    while playing.step().map_err(input)? {
        bar.set_position(plies + playing.played() as u64);
    }
    bar.finish_and_clear();
    let mut session = playing.into_session();
    let ViewState { variation, ply, .. } = *decoding.shown();
    session.open_line(variation, ply).map_err(|_| input(LinkError::OtherPosition))?;
    Ok(session)
}

/// Prints remarks on a conversion to standard error, where they do not disturb the output.
fn remark(name: &str, found: &Imported) {
    for note in &found.notes {
        eprintln!("{name}: note: {note}");
    }
}

#[derive(Args)]
pub(crate) struct Convert {
    /// A file with a game in any format that `totora check` accepts; - for standard input
    file: PathBuf,
    /// The format to write: json, link, position, or one of the game's own: ggf, sgf, transcript, obf, board,
    /// history
    #[arg(long, value_name = "FORMAT")]
    to: String,
    /// The number of plies to write; by default all
    #[arg(long)]
    ply: Option<usize>,
}

impl Convert {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let name = self.file.display();
        let values = records(&self.file)?;
        let [(line, value)] = values.as_slice() else {
            return Err(input(format!("{name}: {} records; expected one", values.len())));
        };
        let mut record = Record::from_json(value)
            .and_then(Session::replay)
            .map(|session| session.to_record())
            .map_err(|error| input(format!("{name}: line {line}: {error}")))?;
        if let Some(ply) = self.ply {
            if ply > record.moves.len() {
                let plies = counted(record.moves.len() as u64, "ply");
                return Err(input(format!("--ply {ply}: the game has {plies}")));
            }
            record.moves.truncate(ply);
            record.variations.clear();
            record.annotations.retain(|one| one.line == 0 && one.ply <= ply);
            record.result = None;
        }
        let text = match self.to.as_str() {
            "json" => record.to_json().to_string(),
            "link" => Session::replay(record)
                .map_err(input)?
                .link(&ViewState { ply: usize::MAX, ..ViewState::default() })
                .map_err(input)?,
            other => {
                let formats = record.game.data().formats;
                let format = formats.iter().find(|format| format.id == other).ok_or_else(|| {
                    let own = formats.iter().map(|format| format.id).filter(|id| *id != POSITION);
                    let known: Vec<&str> =
                        ["json", "link", POSITION].into_iter().chain(own).collect();
                    let found = totora::base::fixed::shorten(other);
                    input(format!("--to {found}: expected one of {}", known.join(", ")))
                })?;
                let written = record.to_format(format).ok_or_else(|| {
                    input(format!("{name}: {} cannot express this game", format.what))
                })?;
                for note in written.notes {
                    eprintln!("{name}: note: {note}");
                }
                written.text
            }
        };
        print_line(text.trim_end())
    }
}
