//! Reads what users enter: options, seats, seeds and files.

use super::output::{Failure, failed, input};
use clap::Args;
use glob::glob;
use serde_json::Value;
use std::fmt::Display;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use totora::arena::openings::plies_of;
use totora::arena::setup::{Axis, combine, defaults, fill};
use totora::arena::{Openings, Start};
use totora::base::fixed::shorten;
use totora::base::format::decode;
use totora::base::options::{OptionKind, Options, RawOptions};
use totora::base::rng::MAX_SEED;
use totora::base::util::split_outside;
use totora::catalog::{AnyGame, game};
use totora::contract::bot::Budget;
use totora::contract::game::{CheckedSetup, SetupText};
use totora::lab::bot::FILE;
use totora::lab::heuristic::{FORMULA, LAB, in_file};
use totora::record::{MAX_BYTES, Record, SeatSpec, raw_options};
use totora::session::Session;

/// The size limit of every file that is read, in bytes.
const MAX_FILE: u64 = 4 * MAX_BYTES as u64;

/// Reads a text file, or standard input for `-`.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let name = path.display();
    let read = if path == Path::new("-") {
        std::io::stdin().lock().take(MAX_FILE + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(MAX_FILE + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| input(format!("{name}: {error}")))?;
    let too_large = bytes.len() as u64 > MAX_FILE;
    let place = |at: usize| {
        let before = String::from_utf8_lossy(&bytes[..at]);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        format!("line {line}, column {column}")
    };
    if too_large {
        let place = place(MAX_FILE as usize);
        return Err(input(format!(
            "{name}: {place}: the file is too large; at most {MAX_FILE} bytes are read"
        )));
    }
    decode(&bytes)
        .map_err(|at| input(format!("{name}: {}: not a text (byte {at} is not UTF-8)", place(at))))
}

/// The content of a file that a command continues; `None` if there is no file.
pub(crate) fn read_saved(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(input(format!("{}: {error}", path.display()))),
    }
}

/// The game and how it starts.
#[derive(Args, Clone)]
pub(super) struct Setup {
    /// The id of the game; `totora games` lists them
    pub(super) game: String,
    /// An option of the game; can be repeated
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(super) options: Vec<String>,
    /// A file with the map or board to start from, for games that have one
    #[arg(long, value_name = "FILE")]
    pub(super) map: Option<PathBuf>,
    /// The content of that file once it is read
    #[arg(skip)]
    text: OnceLock<String>,
    /// The values of `--each` for one start
    #[arg(skip)]
    chosen: Vec<(&'static str, Value)>,
}

impl Setup {
    /// Reads and checks the game and its options.
    pub(crate) fn read(&self) -> Result<(&'static dyn AnyGame, Options), Failure> {
        self.read_with(&[])
    }

    /// Like [`Setup::read`], for the games of an arena.
    pub(crate) fn read_for_arena(
        &self,
        openings: &Openings,
    ) -> Result<(&'static dyn AnyGame, Options), Failure> {
        let game = game(&self.game).map_err(input)?;
        let map = game.data().setup_text.filter(|_| self.map.is_some()).map(|kind| kind.option);
        let given = |key: &str| self.is_set(key) || map == Some(key);
        let mut defaults = defaults(game, openings, given);
        defaults.retain(|&(key, _)| map != Some(key));
        self.read_with(&defaults)
    }

    /// The starts of an arena: one for each combination of the values in `each`, texts such as `map=othello,torus`.
    pub(crate) fn starts(
        &self,
        each: &[String],
        openings: &Openings,
    ) -> Result<Vec<Start>, Failure> {
        let game = game(&self.game).map_err(input)?;
        let axes = each.iter().map(|text| axis(game, text)).collect::<Result<Vec<_>, _>>()?;
        let mut setup = self.clone();
        let start = |chosen: &[(&'static str, Value)]| {
            setup.chosen = chosen.to_vec();
            setup.read_for_arena(openings).map(|(_, options)| options).map_err(Failure::words)
        };
        combine(&axes, start).map_err(|error| input(format!("--each: {error}")))
    }

    fn read_with(
        &self,
        defaults: &[(&str, &str)],
    ) -> Result<(&'static dyn AnyGame, Options), Failure> {
        let game = game(&self.game).map_err(input)?;
        let mut raw = raw_options(self.options.iter().map(String::as_str)).map_err(input)?;
        let twice =
            |key: &str, by: &str| input(format!("option `{key}` is given twice, once by {by}"));
        for (key, value) in &self.chosen {
            if raw.insert((*key).to_owned(), value.clone()).is_some() {
                return Err(twice(key, "--each"));
            }
        }
        fill(game, &mut raw, defaults);
        if let Some(map) = &self.map {
            let Some(kind) = game.data().setup_text else {
                let name = game.name();
                return Err(input(format!("--map: {name} does not start from a map or a board")));
            };
            // A pipe can be read only once, and warnings are printed once.
            let text = match self.text.get() {
                Some(text) => text.clone(),
                None => {
                    let text = read_setup(game, kind, map)?;
                    self.text.get_or_init(|| text).clone()
                }
            };
            if raw.insert(kind.option.to_owned(), Value::String(text)).is_some() {
                return Err(twice(kind.option, "--map"));
            }
        }
        let options = Options::check(game.options(), &raw).map_err(input)?;
        Ok((game, options))
    }

    /// Whether the user set this option.
    pub(super) fn is_set(&self, key: &str) -> bool {
        self.options.iter().any(|text| text.split_once('=').is_some_and(|(given, _)| given == key))
    }

    /// A session with human players on all seats, after these moves.
    pub(crate) fn begin(&self, seed: u64, moves: &str) -> Result<Session, Failure> {
        let (game, options) = self.read()?;
        let seats = game.start(&options, seed).map_err(input)?.seats();
        let record = Record::new(game, options, seed, vec![SeatSpec::Human; seats]);
        let mut session = Session::begin(record).map_err(input)?;
        for (i, text) in plies_of(moves, game).into_iter().enumerate() {
            session
                .play_ply(&session.position().completed_ply(&text), false)
                .map_err(|error| input(format!("ply {}: {error}", i + 1)))?;
        }
        Ok(session)
    }
}

/// Reads a file with a map or a board, and prints the warnings of `totora check` about it.
fn read_setup(game: &dyn AnyGame, kind: &SetupText, path: &Path) -> Result<String, Failure> {
    let text = read_text(path)?;
    let name = path.display();
    for warning in check_setup(game, kind, &text, &name, "")?.warnings {
        eprintln!("totora: {name}: warning: {warning}");
    }
    Ok(text)
}

/// Checks the text of a map or a board. An error ends with the kind of text, and with `note`.
pub(crate) fn check_setup(
    game: &dyn AnyGame,
    kind: &SetupText,
    text: &str,
    name: &impl Display,
    note: &str,
) -> Result<CheckedSetup, Failure> {
    let what = format!("a {} of {}", kind.what, game.name());
    let checked = (kind.check)(text).and_then(|checked| match text.trim().is_empty() {
        // An empty map has no water, and is hardly what the user means.
        true => Err("line 1 column 1: empty; expected at least one line".to_owned()),
        false => Ok(checked),
    });
    checked.map_err(|error| input(format!("{name}: {error} ({what}{note})")))
}

/// Reads `key=value,value`. For the option that takes a map or a board, a value may be the name of a file or a pattern of
/// names; each file is checked.
fn axis(game: &'static dyn AnyGame, text: &str) -> Result<Axis, Failure> {
    let wrong = || input(format!("--each `{}`: expected key=value,value", shorten(text)));
    let (key, values) = text.split_once('=').ok_or_else(wrong)?;
    let values: Vec<&str> = values.split(',').collect();
    if key.is_empty() || values.contains(&"") {
        return Err(wrong());
    }
    let kind = game.data().setup_text.filter(|kind| kind.option == key);
    let mut read: Vec<(Option<String>, Value)> = Vec::new();
    for value in values {
        let files = match kind {
            Some(_) if value.contains(['*', '?', '[']) => matching(value)?,
            Some(_) if !is_known(game, key, value) && Path::new(value).is_file() => {
                vec![PathBuf::from(value)]
            }
            _ => Vec::new(),
        };
        if let Some(kind) = kind {
            for file in &files {
                let text = read_setup(game, kind, file)?;
                let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
                read.push((stem, Value::String(text)));
            }
        }
        if files.is_empty() {
            read.push((None, Value::from(value)));
        }
    }
    let axis = Axis::new(game, key, read);
    axis.map_err(|error| input(format!("--each: {error}")))
}

/// Whether the value is one of the known ones of this option.
fn is_known(game: &dyn AnyGame, key: &str, value: &str) -> bool {
    game.options().iter().any(|spec| match &spec.kind {
        OptionKind::Text { known, .. } => {
            spec.key == key && known.iter().any(|known| known.value == value)
        }
        _ => false,
    })
}

/// The files that match a pattern, in alphabetical order.
fn matching(pattern: &str) -> Result<Vec<PathBuf>, Failure> {
    let wrong = |error: &dyn Display| input(format!("--each: {pattern}: {error}"));
    let paths = glob(pattern).map_err(|error| wrong(&error))?;
    let paths = paths.collect::<Result<Vec<_>, _>>().map_err(|error| wrong(&error))?;
    let files: Vec<PathBuf> = paths.into_iter().filter(|path| path.is_file()).collect();
    if files.is_empty() { Err(wrong(&"no file has such a name")) } else { Ok(files) }
}

/// The text form of a bot: see [`SeatSpec::from_text`].
pub(crate) fn seat(
    game: &'static dyn AnyGame,
    text: &str,
    budget: Option<Budget>,
) -> Result<SeatSpec, Failure> {
    // `words` leaves out the part of the message that is about records.
    let mut file = |bot: &str, raw: &mut RawOptions| read_file(game.id(), bot, raw);
    SeatSpec::typed(game, text, budget, &mut file).map_err(|error| input(error.words()))
}

/// Replaces the option `file` of the bot `lab` by the contents of the file. Options that the user typed take precedence.
fn read_file(game: &str, bot: &str, raw: &mut RawOptions) -> Result<Option<Budget>, String> {
    if bot != LAB {
        return Ok(None);
    }
    let Some(file) = raw.remove(FILE.key) else { return Ok(None) };
    if raw.contains_key(FORMULA) {
        return Err("options `formula` and `file` are both given; expected one".to_owned());
    }
    let path = file.as_str().unwrap_or_default();
    let text = read_text(Path::new(path)).map_err(Failure::words)?;
    let (options, budget) = in_file(&text, game).map_err(|error| format!("{path}: {error}"))?;
    for (key, value) in options {
        if !raw.contains_key(&key) {
            raw.insert(key, value);
        }
    }
    Ok(budget)
}

/// Splits the list of bots again, at commas outside of brackets and quotes only: clap splits at every comma.
pub(crate) fn whole(parts: &[String]) -> Vec<String> {
    if parts.is_empty() {
        return Vec::new();
    }
    split_outside(&parts.join(","), b',').into_iter().map(str::to_owned).collect()
}

/// The value of an option in the text form of a bot.
pub(crate) fn option_of_bot<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let bot = split_outside(text, b'@').into_iter().next().unwrap_or(text);
    let options = split_outside(bot, b':').into_iter().skip(1);
    let options = options.filter_map(|option| option.split_once('='));
    options.filter(|(name, _)| *name == key).map(|(_, value)| value).next()
}

/// The seed that the user typed, or a random one.
pub(crate) fn seed(typed: Option<u64>) -> Result<u64, Failure> {
    match typed {
        Some(seed) if seed <= MAX_SEED => Ok(seed),
        Some(seed) => Err(input(format!("seed {seed} is too large; at most {MAX_SEED}"))),
        None => getrandom::u64()
            .map(|bits| bits & MAX_SEED)
            .map_err(|error| failed(format!("no source of random numbers: {error}"))),
    }
}

/// The JSON values of a text in order, each with the number of the line where it starts.
pub(crate) fn json_values(name: &str, text: &str) -> Result<Vec<(usize, Value)>, Failure> {
    let mut read = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let mut values = Vec::new();
    loop {
        let rest = text.get(read.byte_offset()..).unwrap_or_default();
        let begins = text.len() - rest.trim_start().len();
        match read.next() {
            Some(Ok(value)) => {
                values.push((text[..begins].matches('\n').count() + 1, value));
            }
            Some(Err(error)) => return Err(input(format!("{name}: not a record: {error}"))),
            None if values.is_empty() => {
                return Err(input(format!(
                    "{name}: line 1 column 1: empty; expected a record, a map or a board"
                )));
            }
            None => return Ok(values),
        }
    }
}
