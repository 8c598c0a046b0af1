//! The commands about files and links: `replay`, `check`, `link`, `open`; and how all commands write files.

use super::input::{json_values, read_text};
use super::output::{Failure, input, out, progress};
use clap::Args;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use totora::base::util::{counted, grouped};
use totora::catalog::{AnyGame, AnyPosition, game, recognise};
use totora::contract::game::Seats;
use totora::lab::shared::{self, LabSent};
use totora::record::link::{LinkDecoder, LinkError, ViewState};
use totora::record::{MAX_BYTES, Record, RecordError};
use totora::session::{Line, Replaying, Session, hash_text};

#[derive(Args)]
pub(crate) struct Replay {
    /// A record, or one a line; - for standard input
    file: PathBuf,
    /// One JSON object a ply, and the outcome in the last line
    #[arg(long)]
    json: bool,
    /// Tells the variations, too, after the main line
    #[arg(long)]
    variations: bool,
}

#[derive(Args)]
pub(crate) struct Check {
    /// A record, or one a line, or a map or board; - for standard input
    file: PathBuf,
    /// The game whose record, map or board it is; found out unless given
    #[arg(long)]
    game: Option<String>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(crate) struct Link {
    /// A record; - for standard input
    file: PathBuf,
    /// The ply that the link shows; the last unless given
    #[arg(long)]
    ply: Option<usize>,
    /// The line that the link shows: 0 for the main line, or a variation by its number
    #[arg(long)]
    variation: Option<usize>,
    /// The overlay that the link shows
    #[arg(long, default_value = "")]
    overlay: String,
    /// The page's address, written before the #
    #[arg(long, default_value = "")]
    page: String,
}

#[derive(Args)]
pub(crate) struct Open {
    /// The link, or its part from # on; - for standard input
    link: String,
    /// Opens a link that takes longer than 2 seconds, too, and shows how far it is
    #[arg(long)]
    wait: bool,
}

/// More work than this is begun only when it was asked for, in microseconds.
const UNASKED_US: u64 = 2_000_000;

/// Writes a file as a whole: into a new one beside it, which then takes its name. A reader finds the old
/// content or the new one, never half of it, whatever ends the program in between.
///
/// # Errors
/// The path, and why it could not be written.
pub(crate) fn write_file(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    let written = write_whole(path, content.as_ref());
    written.map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))
}

fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    // Behind a symbolic link is the file that is meant; a pipe or a device has no name to give away.
    let target = match fs::metadata(path) {
        Ok(found) if !found.is_file() => return fs::write(path, content),
        Ok(_) => fs::canonicalize(path)?,
        Err(_) => path.to_owned(),
    };
    let name = target.file_name().ok_or_else(|| io::Error::other("a file's name is missing"))?;
    let mut beside = name.to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = target.with_file_name(beside);
    let written = (|| {
        let mut file = fs::File::create(&beside)?;
        file.write_all(content)?;
        file.sync_all()?;
        if let Ok(old) = fs::metadata(&target) {
            fs::set_permissions(&beside, old.permissions())?;
        }
        fs::rename(&beside, &target)
    })();
    if written.is_err() {
        // It may not have come to be.
        drop(fs::remove_file(&beside));
    }
    written
}

/// Says which record of a file something is about, if it has several.
fn named(path: &Path, index: usize, of: usize) -> String {
    let name = path.display();
    if of == 1 { name.to_string() } else { format!("{name}: record {}", index + 1) }
}

fn records(path: &Path) -> Result<Vec<(usize, Value)>, Failure> {
    json_values(&path.display().to_string(), &read_text(path)?)
}

impl Replay {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let values = records(&self.file)?;
        let mut out = out();
        for (i, (line, value)) in values.iter().enumerate() {
            let name = format!("{}: line {line}", named(&self.file, i, values.len()));
            let played = self.replay(&mut out, value);
            out.flush()?;
            played.map_err(|error| match error {
                Failure::Input(message) => input(format!("{name}: {message}")),
                other => other,
            })?;
        }
        Ok(())
    }

    fn replay(&self, out: &mut impl Write, value: &Value) -> Result<(), Failure> {
        let record = Record::from_json(value).map_err(input)?;
        let mut session = Session::begin(record.clone()).map_err(input)?;
        for (i, text) in record.moves.iter().enumerate() {
            session
                .play_ply(text, false)
                .map_err(|error| input(format!("ply {}: {error}", i + 1)))?;
            self.tell(out, &session, None)?;
        }
        // Once more as a whole, which plays the variations and compares the stated result.
        let mut whole = Session::replay(record).map_err(input)?;
        if self.variations {
            for (number, line) in whole.lines().into_iter().enumerate().skip(1) {
                if !self.json {
                    let of = match line.of {
                        0 => "the main line".to_owned(),
                        of => format!("variation {of}"),
                    };
                    writeln!(out, "variation {number}, after ply {} of {of}:", line.after)?;
                }
                whole.open_line(number, line.after).map_err(input)?;
                for ply in line.after + 1..=line.after + line.plies.len() {
                    whole.go_to(ply).map_err(input)?;
                    self.tell(out, &whole, Some((number, &line)))?;
                }
            }
        }
        if self.json {
            writeln!(out, "{}", json!({ "outcome": session.position().outcome() }))?;
        } else {
            let words = session.outcome_text();
            writeln!(out, "{}", words.unwrap_or_else(|| session.position().turn_text()))?;
        }
        Ok(())
    }

    /// Tells of the last ply before the position that is looked at; of a variation also which one it is.
    fn tell(
        &self,
        out: &mut impl Write,
        session: &Session,
        variation: Option<(usize, &Line)>,
    ) -> Result<(), Failure> {
        let (position, ply) = (session.position(), session.ply());
        let Some(played) = ply.checked_sub(1).and_then(|last| session.plies().get(last)) else {
            return Ok(());
        };
        if !self.json {
            let (name, words) = (names(position, played.seats), &played.description);
            writeln!(out, "{ply:>4}  {name}  {:<10}  {words}", played.text)?;
            return Ok(());
        }
        let mut row = json!({
            "ply": ply,
            "seat": seats_json(played.seats),
            "move": played.text,
            "hash": hash_text(position.hash()),
            "legal": position.legal_count(),
            "summary": position.summary(),
        });
        if let Some((number, line)) = variation {
            row["variation"] = json!(number);
            row["of"] = json!(line.of);
            row["after"] = json!(line.after);
        }
        writeln!(out, "{row}")?;
        Ok(())
    }
}

/// A seat, or a list of several.
fn seats_json(seats: Seats) -> Value {
    seats.only().map_or_else(|| json!(seats.iter().collect::<Vec<_>>()), |seat| json!(seat))
}

impl Check {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let text = read_text(&self.file)?;
        match self.setup_game(&text)? {
            Some(game) => self.setup(game, &text),
            None => self.records(&text),
        }
    }

    /// The game whose map or board the text is; `None` for a record.
    fn setup_game(&self, text: &str) -> Result<Option<&'static dyn AnyGame>, Failure> {
        let Some(id) = &self.game else { return Ok(recognise(text)) };
        let game = game(id).map_err(input)?;
        // No map and no board begins so; a record does.
        let record = text.trim_start().starts_with('{') || game.data().setup_text.is_none();
        Ok((!record).then_some(game))
    }

    fn setup(&self, game: &dyn AnyGame, text: &str) -> Result<(), Failure> {
        let name = self.file.display();
        let Some(kind) = game.data().setup_text else {
            return Err(input(format!("{} begins from no map and no board", game.name())));
        };
        let checked = (kind.check)(text).map_err(|error| {
            let taken = match self.game {
                Some(_) => "",
                None => ", found out by its looks; --game names another",
            };
            input(format!("{name}: {error} (a {} of {}{taken})", kind.what, game.name()))
        })?;
        let mut out = out();
        if self.json {
            let line = json!({
                "ok": true,
                "kind": kind.what,
                "game": game.id(),
                "words": checked.text,
                "warnings": checked.warnings,
                "facts": checked.facts,
            });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{name}: a {} of {}. {}", kind.what, game.name(), checked.text)?;
            for warning in &checked.warnings {
                writeln!(out, "{name}: warning: {warning}")?;
            }
        }
        Ok(out.flush()?)
    }

    fn records(&self, text: &str) -> Result<(), Failure> {
        // No record looks otherwise, and no game has taken it for its map or board.
        if !text.trim().is_empty() && !text.trim_start().starts_with(['{', '[']) {
            return Err(input(format!(
                "{}: line 1 column 1: neither a record nor a map or a board, as far as its looks tell; \
                 --game names the game that it is for",
                self.file.display()
            )));
        }
        let values = json_values(&self.file.display().to_string(), text)?;
        let mut out = out();
        for (i, (line, value)) in values.iter().enumerate() {
            let name = named(&self.file, i, values.len());
            let session = Record::from_json(value)
                .and_then(Session::replay)
                .map_err(|error| input(format!("{name}: line {line}, column 1: {error}")))?;
            let game = session.setup().game;
            if let Some(id) = self.game.as_deref().filter(|&id| id != game.id()) {
                let (name_of, wanted) = (game.name(), totora::base::fixed::shorten(id));
                return Err(input(format!(
                    "{name}: line {line}, column 1: a record of {name_of}, where one of `{wanted}` was expected"
                )));
            }
            if self.json {
                let line = json!({
                    "ok": true,
                    "kind": "record",
                    "game": game.id(),
                    "plies": session.plies().len(),
                    "variations": session.variation().1,
                    "over": session.position().outcome().is_some(),
                });
                writeln!(out, "{line}")?;
            } else {
                let end = session.outcome_text().unwrap_or_else(|| "Not over.".to_owned());
                let plies = counted(session.plies().len() as u64, "ply");
                let beside = match session.variation().1 as u64 {
                    0 => String::new(),
                    n => format!(" and {}", counted(n, "variation")),
                };
                writeln!(out, "{name}: a record of {}, {plies}{beside}. {end}", game.name())?;
            }
        }
        Ok(out.flush()?)
    }
}

impl Link {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let values = records(&self.file)?;
        let name = self.file.display();
        let [(line, value)] = values.as_slice() else {
            return Err(input(format!("{name}: {} records; a link carries one", values.len())));
        };
        let mut session = Record::from_json(value)
            .and_then(Session::replay)
            .map_err(|error| input(format!("{name}: line {line}: {error}")))?;
        if let Some(variation) = self.variation {
            session.open_line(variation, 0).map_err(input)?;
            session.go_to(session.plies().len()).map_err(input)?;
        }
        if let Some(ply) = self.ply {
            session.go_to(ply).map_err(input)?;
        }
        let overlays = session.setup().game.data().overlays;
        if !self.overlay.is_empty() && !overlays.contains(&self.overlay.as_str()) {
            return Err(input(format!(
                "`{}` is not an overlay; known are {}",
                totora::base::fixed::shorten(&self.overlay),
                overlays.join(", ")
            )));
        }
        let (ply, (variation, _)) = (session.ply(), session.variation());
        let shown = ViewState { ply, variation, overlay: self.overlay.clone(), turned: 0 };
        let link = session.link(&shown).map_err(|e| Failure::Failed(e.to_string()))?;
        let mut out = out();
        writeln!(out, "{}{link}", self.page)?;
        Ok(out.flush()?)
    }
}

impl Open {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let text;
        let link = if self.link == "-" {
            text = read_text(Path::new("-"))?;
            text.as_str()
        } else {
            self.link.as_str()
        };
        if link.len() > MAX_BYTES {
            let message =
                RecordError::TooLarge { what: "bytes", found: link.len(), limit: MAX_BYTES };
            return Err(input(message));
        }
        let held = if shared::is_sent(link) { self.sent(link)? } else { self.record(link)? };
        let mut out = out();
        writeln!(out, "{held}")?;
        Ok(out.flush()?)
    }

    /// What a link to the Lab holds: a lesson; or a heuristic, with the game that is shown there as its record.
    fn sent(&self, link: &str) -> Result<Value, Failure> {
        match shared::open(link).map_err(input)? {
            LabSent::Lesson { lesson } => serde_json::from_str(&lesson).map_err(input),
            LabSent::Heuristic { draft, position } => {
                let mut held = json!(draft);
                if !position.is_empty() {
                    held["position"] = self.record(&position)?;
                }
                Ok(held)
            }
        }
    }

    /// The record of a game's link.
    fn record(&self, link: &str) -> Result<Value, Failure> {
        let mut decoding = LinkDecoder::begin(link).map_err(input)?;
        let plies = decoding.plies() as u64;
        let work = decoding.cost().work_us;
        if work > UNASKED_US && !self.wait {
            return Err(input(format!(
                "opening the link means to play its game again: {}, about {} s of work. \
                 `totora open --wait LINK` does so and shows its progress",
                counted(plies, "ply"),
                grouped(work.div_ceil(1_000_000))
            )));
        }
        // Each ply is found, and then played.
        let bar = progress(2 * plies, "plies");
        while decoding.step().map_err(input)? {
            bar.set_position(decoding.read() as u64);
        }
        let mut playing = Replaying::begin(decoding.record()).map_err(input)?;
        while playing.step().map_err(input)? {
            bar.set_position(plies + playing.played() as u64);
        }
        bar.finish_and_clear();
        let (mut session, shown) = (playing.into_session(), decoding.shown());
        let there = session.open_line(shown.variation, shown.ply);
        there.map_err(|_| input(LinkError::OtherPosition))?;
        Ok(session.to_record().to_json())
    }
}

/// Who played a ply: a name, or nothing where all seats did.
pub(super) fn names(position: &dyn AnyPosition, seats: Seats) -> String {
    seats.only().map_or_else(String::new, |seat| position.seat_name(seat))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = std::env::temp_dir().join(format!("totora-files-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (file, link) = (folder.join("a.json"), folder.join("b.json"));
        write_file(&file, "one").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("set");
        symlink(&file, &link).expect("a link");
        // A reader that has the old one open reads it on: the new one is another file.
        let before = fs::metadata(&file).expect("there").ino();
        write_file(&link, "two").expect("written");
        let after = fs::metadata(&file).expect("there");
        assert_ne!(after.ino(), before);
        assert_eq!(after.permissions().mode() & 0o777, 0o600);
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("text"), "two");
        // A device is written, not replaced; and what cannot be written leaves nothing behind.
        write_file(Path::new("/dev/null"), "three").expect("written");
        assert!(write_file(&folder, "four").is_err());
        assert!(write_file(&folder.join("none/at/all"), "five").is_err());
        assert_eq!(fs::read_dir(&folder).expect("there").count(), 2);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
