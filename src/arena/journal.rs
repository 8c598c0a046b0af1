//! Finished games as lines of text: the format in which an arena is saved while it runs, resumed after an
//! interruption, and merged from shards.
//!
//! A line is a JSON object that begins with its checksum: `{"crc":"0123abcd",` followed by either
//! `"header":{…}}`, once, in the first line, which describes the arena, or `"game":N,"played":{…}}`. The checksum
//! is CRC-32 (that of zip and gzip) of everything after that comma, in eight hexadecimal digits. The writer may
//! be killed at any moment: an incomplete last line is ignored and overwritten; a damaged line anywhere else
//! is an error. Files and streams belong to the caller.

use super::game_result::GameResult;
use super::statistics::sprt::Sprt;
use super::{
    Adjudication, Arena, ArenaRules, Entrant, Format, Openings, Schedule, Start, TimeControl,
};
use crate::base::fixed::shorten;
use crate::base::options::{Options, RawOptions};
use crate::base::rng::MAX_SEED;
use crate::catalog::{AnyGame, game};
use crate::record::SeatSpec;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The version of the format; no other version can be read.
pub const FORMAT: u32 = 1;

/// The first bytes of a results file.
pub const MAGIC: &str = "{\"crc\":\"";

/// Whether a file that may be cut begins as results do. Any other file must not be overwritten.
pub(crate) fn begins_as_results(text: &[u8]) -> bool {
    MAGIC.as_bytes().starts_with(&text[..text.len().min(MAGIC.len())])
}

/// The part of an arena that one process plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the part, from 1.
    pub part: usize,
    /// Number of parts.
    pub of: usize,
}

impl Shard {
    /// The whole arena.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Whether the shard contains a block of games.
    pub fn has(&self, block: usize) -> bool {
        block % self.of == self.part - 1
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text
            .split_once('/')
            .and_then(|(part, of)| Some(Shard { part: part.parse().ok()?, of: of.parse().ok()? }));
        parts.filter(|shard| (1..=shard.of).contains(&shard.part)).ok_or_else(|| {
            format!(
                "`{}` is not a shard; expected i/k with i from 1 to k, such as 2/8",
                shorten(text)
            )
        })
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct NamedStart {
    name: String,
    /// As in [`Start`]. Absent from files of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    values: Vec<(String, String)>,
    options: RawOptions,
}

/// For fields that are written only if they are not 1.
pub(crate) fn one() -> u32 {
    1
}

/// The same.
pub(crate) fn is_one(number: &u32) -> bool {
    *number == 1
}

/// An entrant as JSON: its name, and its seat as in a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NamedSeat {
    name: String,
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ArenaBot"))]
    seat: Value,
}

impl From<&Entrant> for NamedSeat {
    fn from(entrant: &Entrant) -> NamedSeat {
        NamedSeat { name: entrant.name.clone(), seat: serde_json::json!(entrant.seat) }
    }
}

/// The settings of an arena, complete enough to create it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`].
    totora_arena: u32,
    /// The version of Totora: bots of the same name may differ between versions.
    version: String,
    game: String,
    options: RawOptions,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    starts: Vec<NamedStart>,
    entrants: Vec<NamedSeat>,
    challengers: Option<usize>,
    games: u32,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    repeat: u32,
    /// Absent from files of earlier versions.
    #[serde(default)]
    openings: Openings,
    seed: u64,
    until: Option<Sprt>,
    #[serde(default, skip_serializing_if = "Format::is_usual")]
    format: Format,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<TimeControl>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    adjudicate: Option<Adjudication>,
    preset: Option<String>,
    shard: Shard,
}

impl Header {
    /// The header of an arena, or of a part of it.
    pub fn new(arena: &Arena, shard: Shard) -> Header {
        let start = |start: &Start| NamedStart {
            name: start.name.clone(),
            values: (start.values.iter())
                .map(|(option, value)| ((*option).to_owned(), value.clone()))
                .collect(),
            options: start.options.to_json(),
        };
        Header {
            totora_arena: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: arena.game.id().to_owned(),
            options: arena.options.to_json(),
            starts: arena.starts.iter().map(start).collect(),
            entrants: arena.entrants.iter().map(NamedSeat::from).collect(),
            challengers: arena.challengers,
            games: arena.games,
            repeat: arena.repeat,
            openings: arena.openings.clone(),
            seed: arena.seed,
            until: arena.until,
            format: arena.rules.format,
            clock: arena.rules.clock,
            adjudicate: arena.rules.adjudicate,
            preset: arena.preset.map(|preset| preset.id.to_owned()),
            shard,
        }
    }

    /// The header of the whole arena.
    pub fn whole(&self) -> Header {
        Header { shard: Shard::WHOLE, ..self.clone() }
    }

    /// Creates the arena.
    ///
    /// # Errors
    /// What is invalid, if it was written by a Totora with other games or bots.
    pub fn arena(&self) -> Result<Arena, String> {
        let game = game(&self.game).map_err(|error| error.to_string())?;
        let seat = |entrant: &NamedSeat| {
            let seat =
                SeatSpec::from_json(game, &entrant.seat).map_err(|error| error.to_string())?;
            Ok(Entrant { name: entrant.name.clone(), seat })
        };
        let key = |(option, value): &(String, String)| {
            let spec = game.options().iter().find(|spec| spec.key == option);
            let spec = spec.ok_or_else(|| format!("`{}` is no option", shorten(option)))?;
            Ok((spec.key, value.clone()))
        };
        let start = |start: &NamedStart| {
            Ok(Start {
                name: start.name.clone(),
                values: start.values.iter().map(key).collect::<Result<_, String>>()?,
                options: checked(game, &start.options)?,
            })
        };
        let preset = |id: &String| game.data().presets.iter().find(|preset| preset.id == id);
        let arena = Arena {
            game,
            options: checked(game, &self.options)?,
            starts: self.starts.iter().map(start).collect::<Result<_, String>>()?,
            entrants: self.entrants.iter().map(seat).collect::<Result<_, String>>()?,
            challengers: self.challengers,
            games: self.games,
            repeat: self.repeat,
            openings: self.openings.clone(),
            seed: self.seed,
            until: self.until,
            rules: ArenaRules {
                format: self.format,
                clock: self.clock,
                adjudicate: self.adjudicate,
            },
            preset: self.preset.as_ref().and_then(preset),
        };
        let in_parts = (1..=self.shard.of).contains(&self.shard.part);
        if arena.entrants.len() < 2 || self.seed > MAX_SEED || !in_parts {
            return Err("its header makes no arena".to_owned());
        }
        arena.check_repeat()?;
        arena.check_size()?;
        Ok(arena)
    }

    /// The first field in which another arena differs, if one does.
    pub fn differs(&self, other: &Header) -> Option<&'static str> {
        let fields = [
            ("the format", self.totora_arena == other.totora_arena),
            ("the version of Totora", self.version == other.version),
            ("the game", self.game == other.game),
            ("the game's options", self.options == other.options),
            ("what games begin from", self.starts == other.starts),
            ("the bots", self.entrants == other.entrants),
            ("who meets whom (--against)", self.challengers == other.challengers),
            ("--games", self.games == other.games),
            ("--repeat", self.repeat == other.repeat),
            ("--openings", self.openings == other.openings),
            ("--seed", self.seed == other.seed),
            ("--until", self.until == other.until),
            ("--clock", self.clock == other.clock),
            ("--adjudicate", self.adjudicate == other.adjudicate),
            ("--format", self.format == other.format),
            ("--preset", self.preset == other.preset),
            ("--shard", self.shard == other.shard),
        ];
        fields.into_iter().find(|(_, same)| !same).map(|(name, _)| name)
    }
}

fn checked(game: &dyn AnyGame, raw: &RawOptions) -> Result<Options, String> {
    Options::check(game.options(), raw).map_err(|error| error.to_string())
}

#[derive(Serialize, Deserialize)]
struct HeaderLine {
    header: Header,
}

#[derive(Serialize, Deserialize)]
struct GameLine {
    game: usize,
    played: GameResult,
}

static CHECKSUM: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);

/// A line with its checksum and line end.
pub(crate) fn line(value: &impl Serialize) -> String {
    // Serialising plain structs cannot fail.
    let text = serde_json::to_string(value).unwrap_or_default();
    let rest = text.get(1..).unwrap_or_default();
    format!("{MAGIC}{:08x}\",{rest}\n", CHECKSUM.checksum(rest.as_bytes()))
}

/// The first line of a file.
pub fn header_line(header: &Header) -> String {
    line(&HeaderLine { header: header.clone() })
}

/// The line of a finished game.
pub fn game_line(game: usize, played: &GameResult) -> String {
    line(&GameLine { game, played: played.clone() })
}

/// The object of a line, if its checksum is correct.
pub(crate) fn verified(line: &str) -> Result<String, &'static str> {
    const BROKEN: &str = "is damaged: its checksum is not that of its text";
    let tail = line.strip_prefix(MAGIC).ok_or("is no line of an arena's results")?;
    let (crc, tail) = tail.split_at_checked(8).ok_or(BROKEN)?;
    let rest = tail.strip_prefix("\",").ok_or(BROKEN)?;
    match u32::from_str_radix(crc, 16) {
        Ok(crc) if crc == CHECKSUM.checksum(rest.as_bytes()) => Ok(format!("{{{rest}")),
        _ => Err(BROKEN),
    }
}

/// Maximum number of plies of a game: keeps sums over a million games in range.
const MOST_PLIES: usize = 1 << 24;

/// A finished game, if it belongs to this part of the arena.
fn parse(object: &str, schedule: &Schedule, shard: Shard) -> Result<(usize, GameResult), String> {
    let GameLine { game, played } =
        serde_json::from_str(object).map_err(|error| format!("is no game: {error}"))?;
    let fits = schedule.fixture(game).is_some_and(|fixture| {
        let seats = fixture.seats.len();
        shard.has(fixture.block)
            && fixture.seats == played.seats
            && played.plies <= MOST_PLIES
            && played.ranks.len() == seats
            && played.scores.len() == seats
    });
    if fits { Ok((game, played)) } else { Err(format!("game {game} is not one of this arena's")) }
}

/// Parses the line of a finished game.
///
/// # Errors
/// What is wrong with it.
pub fn read_game(line: &str, schedule: &Schedule) -> Result<(usize, GameResult), String> {
    parse(&verified(line)?, schedule, Shard::WHOLE)
}

/// The contents of a results file.
pub struct Journal {
    /// The settings of the arena.
    pub header: Header,
    /// The finished games by their numbers.
    pub games: BTreeMap<usize, GameResult>,
    /// Number of bytes of complete lines; the caller overwrites the rest.
    pub whole: usize,
}

impl Journal {
    /// Reads a file; `None` if the header line is incomplete.
    ///
    /// # Errors
    /// Which line is wrong, and how.
    pub fn read(text: &[u8]) -> Result<Option<Journal>, String> {
        if !begins_as_results(text) {
            return Err("line 1 is no line of an arena's results".to_owned());
        }
        let mut journal: Option<(Journal, Schedule)> = None;
        let mut whole = 0;
        for (number, bytes) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let wrong = |what: &str| format!("line {}: {what}", number + 1);
            let last = whole + bytes.len() == text.len();
            let line = bytes.strip_suffix(b"\n").and_then(|line| std::str::from_utf8(line).ok());
            let object = line.ok_or("is cut").and_then(verified);
            let object = match object {
                Ok(object) => object,
                // The writer was killed.
                Err(_) if last => break,
                Err(what) => return Err(wrong(what)),
            };
            match &mut journal {
                None => {
                    let HeaderLine { header } = serde_json::from_str(&object)
                        .map_err(|error| wrong(&format!("is no header: {error}")))?;
                    let format = header.totora_arena;
                    if format != FORMAT {
                        let what = format!("has format {format}; this Totora reads {FORMAT}");
                        return Err(wrong(&what));
                    }
                    let schedule = header.arena().map_err(|error| wrong(&error))?.schedule();
                    journal = Some((Journal { header, games: BTreeMap::new(), whole }, schedule));
                }
                Some((Journal { header, games, .. }, schedule)) => {
                    let (game, played) =
                        parse(&object, schedule, header.shard).map_err(|error| wrong(&error))?;
                    if !insert(games, game, played) {
                        return Err(wrong(&format!("game {game} is there twice, and not alike")));
                    }
                }
            }
            whole += bytes.len();
        }
        Ok(journal.map(|(journal, _)| Journal { whole, ..journal }))
    }
}

/// Inserts a game; false if another one has its number.
fn insert(games: &mut BTreeMap<usize, GameResult>, game: usize, played: GameResult) -> bool {
    games.insert(game, played.clone()).is_none_or(|before| before == played)
}

/// Merges the results of shards: the header of the whole arena, and all games.
///
/// # Errors
/// Which of them does not belong to the others; the text of each pair is its name.
pub fn merge(
    journals: Vec<(String, Journal)>,
) -> Result<(Header, BTreeMap<usize, GameResult>), String> {
    let mut journals = journals.into_iter();
    let (first, Journal { header, mut games, .. }) = journals.next().ok_or("no files")?;
    let header = header.whole();
    for (name, journal) in journals {
        if let Some(what) = header.differs(&journal.header.whole()) {
            return Err(format!("{name} is of another arena than {first}: {what} differs"));
        }
        for (game, played) in journal.games {
            if !insert(&mut games, game, played) {
                return Err(format!("{name}: game {game} is in another file too, and not alike"));
            }
        }
    }
    Ok((header, games))
}
