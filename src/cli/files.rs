//! The commands for files and links: `replay`, `check`, `link` and `open`. Also the function with which all commands write
//! files.

use super::bring::{placed, record, records, records_in, study};
use super::input::{check_setup, json_values, read_text};
use super::output::{Failure, failed, input, out, print_line};
use clap::Args;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use totora::base::util::counted;
use totora::catalog::{AnyGame, game};
use totora::contract::game::{Seats, SetupText};
use totora::lab::handin::{self, HandIn};
use totora::lab::shared::{self, LabSent};
use totora::record::Record;
use totora::record::import::{Content, ImportError, Imported, import_as};
use totora::record::link::ViewState;
use totora::search::explain::listed;
use totora::session::{Line, Session, hash_text, ply_line};
use totora::study::Study;

#[derive(Args)]
pub(crate) struct Replay {
    /// A file with a record, one record per line, a link, or a game in another format; - for standard input
    file: PathBuf,
    /// Prints a JSON object per ply, and the outcome in the last line
    #[arg(long)]
    json: bool,
    /// Prints the variations after the main line
    #[arg(long)]
    variations: bool,
}

#[derive(Args)]
pub(crate) struct Check {
    /// A file with records, a study, a link, a map, a board, a position, or a game in another format; - for standard input
    file: PathBuf,
    /// The game of the text; detected by default
    #[arg(long)]
    game: Option<String>,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(crate) struct Link {
    /// A file with a record or a game in another format; - for standard input
    file: PathBuf,
    /// The ply that the link shows; by default the last
    #[arg(long)]
    ply: Option<usize>,
    /// The line that the link shows: 0 for the main line, or the number of a variation
    #[arg(long)]
    variation: Option<usize>,
    /// The overlay that the link shows
    #[arg(long, default_value = "")]
    overlay: String,
    /// The address of the page, which is printed before the #
    #[arg(long, default_value = "")]
    page: String,
}

#[derive(Args)]
pub(crate) struct Open {
    /// The link or its part from # on, in whatever surrounds it, or moves such as f5d6c3; - for standard input
    // Boards of Othello begin with empty cells, which are hyphens.
    #[arg(allow_hyphen_values = true)]
    link: String,
    /// Opens the link even if this takes longer than 2 seconds, and shows the progress
    #[arg(long)]
    wait: bool,
}

/// Writes a file atomically: writes a temporary file in the same folder and then renames it. A reader always finds the
/// complete old or the complete new content, even if the program is killed.
///
/// # Errors
/// The path, and why it could not be written.
pub(crate) fn write_file(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    let written = write_whole(path, content.as_ref());
    written.map_err(|error| failed(format!("{}: {error}", path.display())))
}

fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    // Replace the target of a symbolic link, not the link. A pipe or a device cannot be replaced: write to it directly.
    let target = match fs::metadata(path) {
        Ok(found) if !found.is_file() => return fs::write(path, content),
        Ok(_) => fs::canonicalize(path)?,
        Err(_) => path.to_owned(),
    };
    let name = target.file_name().ok_or_else(|| io::Error::other("a file's name is missing"))?;
    let mut temporary = name.to_owned();
    temporary.push(format!(".{}.part", std::process::id()));
    let temporary = target.with_file_name(temporary);
    let written = (|| {
        let mut file = fs::File::create(&temporary)?;
        file.write_all(content)?;
        file.sync_all()?;
        if let Ok(old) = fs::metadata(&target) {
            fs::set_permissions(&temporary, old.permissions())?;
        }
        fs::rename(&temporary, &target)
    })();
    if written.is_err() {
        // The temporary file may not exist.
        drop(fs::remove_file(&temporary));
    }
    written
}

/// The path of a file, with the number of the record if the file has several.
fn named(path: &Path, index: usize, of: usize) -> String {
    let name = path.display();
    if of == 1 { name.to_string() } else { format!("{name}: record {}", index + 1) }
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
            self.print_ply(out, &session, None)?;
        }
        // Replay the record again as a whole: this plays the variations and compares the stated result.
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
                    self.print_ply(out, &whole, Some((number, &line)))?;
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

    /// Prints the last ply before the current position of a session, and in JSON also the `variation` that it belongs to.
    fn print_ply(
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
            writeln!(out, "{}", ply_line(ply, played, position))?;
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

/// A single seat, or a list of seats.
fn seats_json(seats: Seats) -> Value {
    seats.only().map_or_else(|| json!(seats.iter().collect::<Vec<_>>()), |seat| json!(seat))
}

impl Check {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let text = read_text(&self.file)?;
        let name = self.file.display();
        if let Some(found) = study(&text) {
            return self.study(found.map_err(|error| input(format!("{name}: {error}")))?);
        }
        let of = self.game.as_deref().map(game).transpose().map_err(input)?;
        let setup = |id: &str, format: &str| {
            let game = game(id).ok()?;
            game.data().setup_text.filter(|kind| kind.what == format).map(|_| game)
        };
        match import_as(&text, of) {
            Ok(Content::Json | Content::Study) => self.records(&text),
            Ok(Content::Link(address)) => {
                let record = record(&address.link(), None, false)?;
                self.records(&record.to_json().to_string())
            }
            Ok(Content::Game(found)) => match setup(found.record.game.id(), found.format) {
                Some(game) => self.setup(game, &setup_text(&found)),
                None => self.game(&found),
            },
            Err(ImportError::Text { game: id, name: of, format, error }) => {
                let start = setup(id, format);
                // A board may be right, and too small or large for a game.
                let valid = |kind: &SetupText| (kind.check)(&text).is_ok();
                if let Some(game) = start
                    && game.data().setup_text.is_some_and(valid)
                {
                    return self.setup(game, &text);
                }
                let kind = match start {
                    Some(_) => format!("a {format} of {of}{}", self.detected()),
                    None => format!("{format} of {of}"),
                };
                Err(input(format!("{name}: {error} ({kind})")))
            }
            // A text that looks like nothing is checked as the map or board of the game that is named.
            Err(error) => match of.filter(|game| game.data().setup_text.is_some()) {
                Some(game) => self.setup(game, &text),
                None if text.trim().is_empty() => self.records(&text),
                None => Err(input(format!("{name}: {}", placed(&error)))),
            },
        }
    }

    /// Reports a game or a position in the format of another program, or a position text.
    fn game(&self, found: &Imported) -> Result<(), Failure> {
        let Imported { format, record, .. } = found;
        let session = Session::replay(record.clone()).map_err(input)?;
        let (game, plies) = (record.game, session.plies().len());
        let warnings = &found.notes;
        let mut out = out();
        if self.json {
            let line = json!({
                "ok": true,
                "kind": format,
                "game": game.id(),
                "plies": plies,
                "variations": session.variation().1,
                "over": session.position().outcome().is_some(),
                "warnings": warnings,
            });
            writeln!(out, "{line}")?;
        } else {
            let name = self.file.display();
            let end = session.outcome_text();
            let end = end.unwrap_or_else(|| session.position().turn_text());
            let counts = counts(plies, session.variation().1, record.annotations.len());
            writeln!(out, "{name}: {format} of {}, {counts}. {end}", game.name())?;
            for warning in warnings {
                writeln!(out, "{name}: warning: {warning}")?;
            }
        }
        Ok(out.flush()?)
    }

    /// Plays the games of a study, and reports it.
    fn study(&self, found: Study) -> Result<(), Failure> {
        let name = self.file.display();
        found.check().map_err(|error| input(format!("{name}: {error}")))?;
        let chapters = found.chapters.len();
        let tasks = found.chapters.iter().filter(|one| one.task.is_some()).count();
        let mut games: Vec<&str> = Vec::new();
        for chapter in &found.chapters {
            let game = chapter.record.game;
            let called = if self.json { game.id() } else { game.name() };
            if !games.contains(&called) {
                games.push(called);
            }
        }
        let mut out = out();
        if self.json {
            let line = json!({
                "ok": true,
                "kind": "study",
                "title": found.title,
                "games": games,
                "chapters": chapters,
                "tasks": tasks,
            });
            writeln!(out, "{line}")?;
        } else {
            let chapters = counted(chapters as u64, "chapter");
            let tasks = counted(tasks as u64, "task");
            let games = games.join(", ");
            writeln!(out, "{name}: a study of {games}, {chapters} and {tasks}: {}", found.title)?;
        }
        Ok(out.flush()?)
    }

    /// How the game of the text is known, as the end of an error.
    fn detected(&self) -> &'static str {
        match self.game {
            Some(_) => "",
            None => ", detected from its content; use --game to name another",
        }
    }

    fn setup(&self, game: &dyn AnyGame, text: &str) -> Result<(), Failure> {
        let name = self.file.display();
        let Some(kind) = game.data().setup_text else {
            return Err(input(format!("{} does not start from a map or a board", game.name())));
        };
        let checked = check_setup(game, kind, text, &name, self.detected())?;
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
        let values = json_values(&self.file.display().to_string(), text)?;
        let mut out = out();
        for (i, (line, value)) in values.iter().enumerate() {
            let name = named(&self.file, i, values.len());
            let session = Record::from_json(value)
                .and_then(Session::replay)
                .map_err(|error| input(format!("{name}: line {line}, column 1: {error}")))?;
            let game = session.setup().game;
            if let Some(id) = self.game.as_deref().filter(|&id| id != game.id()) {
                let (name_of, expected) = (game.name(), totora::base::fixed::shorten(id));
                return Err(input(format!(
                    "{name}: line {line}, column 1: a record of {name_of}; expected a record of `{expected}`"
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
                let end = session.outcome_text().unwrap_or_else(|| "Unfinished.".to_owned());
                let counts = counts(
                    session.plies().len(),
                    session.variation().1,
                    session.annotations().len(),
                );
                writeln!(out, "{name}: a record of {}, {counts}. {end}", game.name())?;
            }
        }
        Ok(out.flush()?)
    }
}

impl Link {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (name, text) = (self.file.display(), read_text(&self.file)?);
        if let Some(found) = study(&text) {
            let found = found.map_err(|error| input(format!("{name}: {error}")))?;
            return print_line(format!("{}{}", self.page, found.link().map_err(failed)?));
        }
        let values = records_in(name.to_string(), text)?;
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
        let shown =
            ViewState { ply, variation, overlay: self.overlay.clone(), turned: 0, film: None };
        let link = session.link(&shown).map_err(failed)?;
        print_line(format!("{}{link}", self.page))
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
        if let Some(found) = study(link) {
            return print_line(found.map_err(input)?.to_json());
        }
        print_line(if shared::is_lab_link(link) {
            self.lab_content(link)?
        } else if handin::is_hand_in(link) {
            json!(HandIn::open(link).map_err(input)?)
        } else {
            record(link, None, self.wait)?.to_json()
        })
    }

    /// The content of a link to the Lab: a lesson, or a heuristic with the record of the game that it is shown on.
    fn lab_content(&self, link: &str) -> Result<Value, Failure> {
        match shared::open(link).map_err(input)? {
            LabSent::Lesson { lesson } => serde_json::from_str(&lesson).map_err(input),
            LabSent::Heuristic { draft, position } => {
                let mut content = json!(draft);
                if !position.is_empty() {
                    content["position"] = record(&position, None, self.wait)?.to_json();
                }
                Ok(content)
            }
        }
    }
}

/// The map or board that a game from a text starts from, without what was around it.
fn setup_text(found: &Imported) -> String {
    let kind = found.record.game.data().setup_text;
    let given = |kind: &SetupText| {
        let mut all = found.record.options.iter();
        let (_, value) = all.find(|(key, _)| *key == kind.option)?;
        value.to_json().as_str().map(str::to_owned)
    };
    kind.and_then(given).unwrap_or_default()
}

/// What a record has: `3 plies, 1 variation and 2 annotated positions`.
fn counts(plies: usize, variations: usize, annotated: usize) -> String {
    let others = [(variations, "variation"), (annotated, "annotated position")];
    let others = others.into_iter().filter(|(count, _)| *count > 0);
    let words = [(plies, "ply")].into_iter().chain(others);
    listed(&words.map(|(count, noun)| counted(count as u64, noun)).collect::<Vec<_>>())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    #[test]
    fn a_file_is_replaced_atomically() {
        let folder = std::env::temp_dir().join(format!("totora-files-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (file, link) = (folder.join("a.json"), folder.join("b.json"));
        write_file(&file, "one").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("set");
        symlink(&file, &link).expect("a link");
        // A reader that has the old file open can continue to read it, because the new file has another inode.
        let before = fs::metadata(&file).expect("it exists").ino();
        write_file(&link, "two").expect("written");
        let after = fs::metadata(&file).expect("it exists");
        assert_ne!(after.ino(), before);
        assert_eq!(after.permissions().mode() & 0o777, 0o600);
        assert!(fs::symlink_metadata(&link).expect("it exists").is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("text"), "two");
        // A device is written, not replaced. A failed write leaves no temporary file behind.
        write_file(Path::new("/dev/null"), "three").expect("written");
        assert!(write_file(&folder, "four").is_err());
        assert!(write_file(&folder.join("none/at/all"), "five").is_err());
        assert_eq!(fs::read_dir(&folder).expect("it exists").count(), 2);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
