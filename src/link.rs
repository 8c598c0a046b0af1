//! A game as a link: `#<version><game>.<payload>`, where the payload is a compact binary of the record
//! and of what is shown, deflated and written in base64url.
//!
//! A link from a stranger is hostile until decoded: sizes are bounded before and after inflating,
//! every number is checked, and every move is played by the rules. `docs/links.md` has the bytes. No
//! address and no page is known here.

use crate::bot::{Budget, Unwatched};
use crate::catalog::{AnyBot, AnyGame, AnyPosition, CatalogError, game};
use crate::cost::{Cost, MOST_US};
use crate::fixed::{Fixed, shorten};
use crate::game::{AND, FORFEIT, MAX_SEATS, NOTHING, out_of_turn, taken_out};
use crate::options::{OptionValue, Options, OptionsError, RawOptions};
use crate::record::{MAX_MOVES, Record, RecordError, SeatSpec};
use crate::rng::{MAX_SEED, Rng, Stream};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::ops::Range;
use thiserror::Error;

/// The version that this code writes, and the only one that it reads.
pub const VERSION: char = '1';
/// The most characters of a fragment that is read.
pub const MAX_CHARACTERS: usize = 32 << 10;
/// The most bytes that a payload may inflate to.
pub const MAX_INFLATED: usize = 256 << 10;

/// What a link shows beside the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Shown {
    /// So many plies have been played at the position shown.
    pub ply: usize,
    /// The overlay; empty for none.
    pub overlay: String,
    /// How far the board is turned, in the game's own steps.
    pub turned: u8,
}

/// Why a link could not be opened.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LinkError {
    /// No `#` part that could be a link.
    #[error(
        "this is not a Totora link: expected #{VERSION}, a game's name, a dot and the game itself"
    )]
    NotALink,
    /// Of another version.
    #[error("this link is of version `{0}`; this Totora reads version {VERSION}")]
    Version(char),
    /// Longer than any link.
    #[error("this link has {found} characters; at most {MAX_CHARACTERS} are read")]
    TooLong {
        /// So many.
        found: usize,
    },
    /// A character that no link has.
    #[error("this link has `{found}` at character {at} of its payload, which no link has")]
    Character {
        /// From 1.
        at: usize,
        /// The character.
        found: char,
    },
    /// Not what was written, as far as can be told: shortened or changed on its way.
    #[error("this link is damaged: it was cut short or changed on its way ({0})")]
    Damaged(&'static str),
    /// More work than is ever begun.
    #[error("to open this link would take about {seconds} s; at most {most} s are spent on one")]
    TooMuch {
        /// So many seconds, by estimate.
        seconds: u64,
        /// The most.
        most: u64,
    },
    /// It inflates to more than any link.
    #[error("this link unpacks to more than {MAX_INFLATED} bytes")]
    TooLarge,
    /// It was written well, but names a game that is not there.
    #[error("this link is for the game `{id}`, which is not here; known are {known}")]
    Game {
        /// As named.
        id: String,
        /// The ids that exist.
        known: String,
    },
    /// Options that do not fit.
    #[error("this link has options that do not fit: {0}")]
    Options(#[from] OptionsError),
    /// A seat or a move that does not fit.
    #[error("this link does not replay: {0}")]
    Record(#[from] RecordError),
    /// The moves lead to another position than they did when the link was made.
    #[error(
        "this link was made under other rules or bots: its last position is not the one it had"
    )]
    OtherPosition,
}

/// Writes a record as a link, from `#` on. Its moves are played on the way: a link never carries a game
/// that does not replay.
///
/// # Errors
/// When a move is not legal, or the game is too large for a link.
pub fn encode(record: &Record, shown: &Shown) -> Result<String, LinkError> {
    encode_watched(record, shown, &mut |_, _| {})
}

/// The same; `watch` hears how many plies have been encoded, and of how many, after each of them. What bots
/// would play again is found out by letting them, which takes a while.
///
/// # Errors
/// When a move is not legal, or the game is too large for a link.
pub fn encode_watched(
    record: &Record,
    shown: &Shown,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<String, LinkError> {
    let mut bytes = Vec::new();
    let out = &mut bytes;
    put_number(out, record.seed);
    put_options(out, &record.options);
    put_number(out, record.seats.len() as u64);
    for seat in &record.seats {
        match seat {
            SeatSpec::Human => out.push(0),
            SeatSpec::Bot { id, options, budget } => {
                out.push(1);
                put_text(out, id);
                put_options(out, options);
                match budget {
                    None => out.push(0),
                    Some(budget) => {
                        let (unit, number) = budget.parts();
                        out.push(1 + UNITS.iter().position(|&u| u == unit).unwrap_or(0) as u8);
                        put_number(out, number);
                    }
                }
            }
        }
    }
    put_number(out, record.moves.len() as u64);
    let position = if record.game.simultaneous() {
        encode_turns(record, out, watch)?
    } else {
        encode_moves(record, out, watch)?
    };
    put_number(out, shown.ply as u64);
    put_text(out, &shown.overlay);
    out.push(shown.turned);
    out.extend_from_slice(&(position.hash() as u32).to_le_bytes());
    pack(record.game.id(), bytes)
}

/// Writes bytes as the link of something that goes by that name.
///
/// # Errors
/// When they are more than a link holds.
pub(crate) fn pack(name: &str, mut bytes: Vec<u8>) -> Result<String, LinkError> {
    let checksum = CHECKSUM.checksum(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    let payload = URL_SAFE_NO_PAD.encode(compress_to_vec(&bytes, 10));
    let link = format!("#{VERSION}{name}.{payload}");
    if bytes.len() > MAX_INFLATED || link.len() > MAX_CHARACTERS {
        return Err(LinkError::TooLong { found: link.len() });
    }
    Ok(link)
}

/// Writes the moves of a game in which one seat moves at a time; returns the last position.
fn encode_moves(
    record: &Record,
    out: &mut Vec<u8>,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Box<dyn AnyPosition>, LinkError> {
    // A ply that is no move, by its number; one that takes a seat out in another's turn so many times all
    // plies further on as the seat has in front of it, and once.
    let plies = record.moves.len();
    let given_up = |(i, text): (usize, &String)| match taken_out(text) {
        Some(seat) => Some(i + plies * (seat + 1)),
        None => (text == FORFEIT).then_some(i),
    };
    let forfeits: Vec<usize> = record.moves.iter().enumerate().filter_map(given_up).collect();
    put_number(out, forfeits.len() as u64);
    forfeits.iter().for_each(|&number| put_number(out, number as u64));
    let mut position = record.game.start(&record.options, record.seed)?;
    for (i, text) in record.moves.iter().enumerate() {
        if text != FORFEIT && taken_out(text).is_none() {
            position
                .encode_move(text, out)
                .map_err(|error| RecordError::Ply { ply: i + 1, error: error.to_string() })?;
        }
        play(position.as_mut(), i, text)?;
        watch(i + 1, record.moves.len());
    }
    Ok(position)
}

/// The most nodes a move of a bot whose game a link lets be played again, in place of its moves.
const MOST_NODES: u64 = 2_000;

/// The most nodes of a whole game that opening a link may take.
const MOST_WORK: u64 = 300_000;

/// The nodes that so many plies of these bots take.
fn work(bots: &[Option<Replayer>], plies: u64) -> u64 {
    let nodes = bots.iter().flatten().map(|(_, budget)| budget.parts().1);
    nodes.sum::<u64>().saturating_mul(plies)
}

/// A bot with its budget.
type Replayer = (Box<dyn AnyBot>, Budget);

/// The bots whose moves a link need not carry, because they play them again: a bot that thinks by nodes,
/// and not for long.
fn replayers(
    game: &'static dyn AnyGame,
    seats: &[SeatSpec],
) -> Result<Vec<Option<Replayer>>, LinkError> {
    seats
        .iter()
        .map(|seat| {
            let SeatSpec::Bot { id, options, budget } = seat else { return Ok(None) };
            let content = |e: CatalogError| RecordError::Content(e.to_string());
            let own = game.bot_info(id).map_err(content)?.budget;
            match budget.or(own).unwrap_or(Budget::Nodes(1)) {
                budget @ Budget::Nodes(1..=MOST_NODES) => {
                    Ok(Some((game.bot(id, options).map_err(content)?, budget)))
                }
                _ => Ok(None),
            }
        })
        .collect()
}

/// What a bot would play as ply `i + 1`.
fn again(
    (bot, budget): &Replayer,
    position: &dyn AnyPosition,
    seed: u64,
    (seat, i): (usize, usize),
) -> Option<String> {
    let rng = Rng::new(seed, Stream::Decision { seat, ply: i });
    bot.choose(position, seat, *budget, rng, &Unwatched)
}

/// Writes the turns of a game in which all seats move at once, a seat after the other; returns the last
/// position. Of a bot that plays the same moves again, only that.
fn encode_turns(
    record: &Record,
    out: &mut Vec<u8>,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Box<dyn AnyPosition>, LinkError> {
    let mut bots = replayers(record.game, &record.seats)?;
    if work(&bots, record.moves.len() as u64) > MOST_WORK {
        bots.iter_mut().for_each(|bot| *bot = bot.take().filter(|(_, b)| b.parts().1 == 1));
    }
    let mut written: Vec<Vec<u8>> = vec![Vec::new(); record.seats.len()];
    let mut forfeits: Vec<(usize, usize)> = Vec::new();
    let mut position = record.game.start(&record.options, record.seed)?;
    for (i, text) in record.moves.iter().enumerate() {
        let owing = position.to_act();
        for (seat, part) in text.split(AND.trim()).map(str::trim).enumerate() {
            let Some(bytes) = written.get_mut(seat).filter(|_| owing.contains(seat)) else {
                continue;
            };
            if let Some(bot) = &bots[seat]
                && again(bot, position.as_ref(), record.seed, (seat, i)).as_deref() != Some(part)
            {
                bots[seat] = None;
            }
            if part == FORFEIT {
                forfeits.push((i, seat));
            } else {
                position
                    .encode_move(part, bytes)
                    .map_err(|error| RecordError::Ply { ply: i + 1, error: error.to_string() })?;
            }
        }
        play(position.as_mut(), i, text)?;
        watch(i + 1, record.moves.len());
    }
    out.push((0..bots.len()).filter(|&seat| bots[seat].is_some()).fold(0, |set, s| set | 1 << s));
    put_number(out, forfeits.len() as u64);
    for (i, seat) in forfeits {
        put_number(out, i as u64);
        out.push(seat as u8);
    }
    for (bytes, _) in written.iter().zip(&bots).filter(|(_, bot)| bot.is_none()) {
        put_number(out, bytes.len() as u64);
        out.extend_from_slice(bytes);
    }
    Ok(position)
}

/// Plays ply `i + 1`.
fn play(position: &mut dyn AnyPosition, i: usize, text: &str) -> Result<(), RecordError> {
    let wrong = |error: String| RecordError::Ply { ply: i + 1, error };
    position.play_ply(text).map(drop).map_err(|error| wrong(error.to_string()))
}

/// Reads a link: a whole address, or its fragment with or without `#`. The record has no result: that
/// is what its moves lead to.
///
/// # Errors
/// What is wrong with it.
pub fn decode(link: &str) -> Result<(Record, Shown), LinkError> {
    decode_watched(link, &mut |_, _| {})
}

/// The same; `watch` hears how many plies have been decoded, and of how many, after each of them. Where
/// bots' moves are not written down but found again, that takes a while.
///
/// # Errors
/// What is wrong with it.
pub fn decode_watched(
    link: &str,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<(Record, Shown), LinkError> {
    let mut unfolding = Unfolding::begin(link)?;
    while unfolding.step()? {
        watch(unfolding.moves.len(), unfolding.plies());
    }
    Ok((unfolding.record(), unfolding.shown))
}

/// The bytes that a link's payload stands for, and its game.
fn unpack(link: &str) -> Result<(&'static dyn AnyGame, Vec<u8>), LinkError> {
    let (id, payload) = named(link)?;
    let game = game(id).map_err(|_| LinkError::Game {
        id: shorten(id),
        known: crate::catalog::ids().collect::<Vec<_>>().join(", "),
    })?;
    Ok((game, inflate(payload)?))
}

/// The name that a link begins with, and its payload.
pub(crate) fn named(link: &str) -> Result<(&str, &str), LinkError> {
    /// More characters than the name of any game, and its version.
    const HEAD: usize = 40;
    let link = link.trim();
    let fragment = link.split_once('#').map_or(link, |(_, fragment)| fragment);
    // What it is is seen at its beginning, whatever follows.
    let (head, payload) = fragment.split_once('.').ok_or(LinkError::NotALink)?;
    let mut name = head.chars();
    let version = name.next().filter(char::is_ascii_alphanumeric).ok_or(LinkError::NotALink)?;
    let id = name.as_str();
    if id.is_empty() || id.len() > HEAD || !id.bytes().all(|b| b.is_ascii_lowercase()) {
        return Err(LinkError::NotALink);
    }
    if version != VERSION {
        return Err(LinkError::Version(version));
    }
    if fragment.len() > MAX_CHARACTERS {
        return Err(LinkError::TooLong { found: fragment.chars().count() });
    }
    Ok((id, payload))
}

/// The bytes that a payload stands for.
pub(crate) fn inflate(payload: &str) -> Result<Vec<u8>, LinkError> {
    let in_alphabet = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if let Some((at, found)) = payload.chars().enumerate().find(|&(_, c)| !in_alphabet(c)) {
        return Err(LinkError::Character { at: at + 1, found });
    }
    let deflated =
        URL_SAFE_NO_PAD.decode(payload).map_err(|_| LinkError::Damaged("it ends within a byte"))?;
    let mut bytes = decompress_to_vec_with_limit(&deflated, MAX_INFLATED).map_err(|error| {
        if error.status == miniz_oxide::inflate::TINFLStatus::HasMoreOutput {
            LinkError::TooLarge
        } else {
            LinkError::Damaged("it does not unpack")
        }
    })?;
    let Some((content, checksum)) = bytes.split_last_chunk::<4>() else {
        return Err(LinkError::Damaged("it is empty"));
    };
    if CHECKSUM.checksum(content) != u32::from_le_bytes(*checksum) {
        return Err(LinkError::Damaged("its checksum does not fit"));
    }
    bytes.truncate(bytes.len() - 4);
    Ok(bytes)
}

/// A link that is read a ply at a time. Before the first of them it says who plays what and what it costs, and
/// in between what came so far.
pub struct Unfolding {
    /// The record, its moves aside.
    record: Record,
    cost: Cost,
    moves: Vec<String>,
    position: Box<dyn AnyPosition>,
    /// What the link stands for, and how much of it has been read.
    content: Vec<u8>,
    at: usize,
    way: Way,
    shown: Shown,
    finished: bool,
}

/// How the moves stand in a link.
enum Way {
    /// One after the other; plies that are no moves are known beforehand, by their number.
    Moves { no_moves: BTreeMap<u64, String> },
    /// Seat by seat, unless its bot plays again: where the rest of its moves is. Forfeits by turn and seat.
    Turns { bots: Vec<Option<Replayer>>, written: Vec<Range<usize>>, forfeits: Vec<(u64, usize)> },
}

impl Unfolding {
    /// Reads all but the moves; nothing is played.
    ///
    /// # Errors
    /// What is wrong with it, or that it would be too much.
    pub fn begin(link: &str) -> Result<Unfolding, LinkError> {
        let (game, content) = unpack(link)?;
        let mut input = Input { bytes: &content };
        let seed = input.number().filter(|&seed| seed <= MAX_SEED).ok_or(WRONG)?;
        let options = Options::check(game.options(), &input.options().ok_or(WRONG)?)?;
        let count = input.number().filter(|&n| n <= MAX_SEATS as u64).ok_or(WRONG)?;
        let seats = (0..count).map(|_| input.seat(game)).collect::<Result<Vec<_>, _>>()?;
        let plies = input.number().filter(|&n| n <= MAX_MOVES as u64).ok_or(WRONG)?;
        let start = game.start(&options, seed)?;
        if seats.len() != start.seats() {
            return Err(WRONG);
        }
        let most = start.extent().most_plies;
        if plies > most {
            return Err(RecordError::TooMany { found: plies, most }.into());
        }
        let (way, nodes) = if game.simultaneous() {
            turns(&mut input, &content, (game, &seats), plies)?
        } else {
            (no_moves(&mut input, plies)?, 0)
        };
        let at = content.len() - input.bytes.len();
        let cost = Cost::new(game, &seats, start.as_ref(), plies, nodes);
        if cost.is_too_much() {
            let (seconds, most) = (cost.work_us / 1_000_000, MOST_US / 1_000_000);
            return Err(LinkError::TooMuch { seconds, most });
        }
        Ok(Unfolding {
            record: Record { game, options, seed, seats, moves: Vec::new(), result: None },
            cost,
            moves: Vec::new(),
            position: start,
            content,
            at,
            way,
            shown: Shown::default(),
            finished: false,
        })
    }

    /// What it costs to read the rest of it.
    pub fn cost(&self) -> &Cost {
        &self.cost
    }

    /// How many plies there are.
    pub fn plies(&self) -> usize {
        self.cost.plies as usize
    }

    /// How many of them have been read.
    pub fn read(&self) -> usize {
        self.moves.len()
    }

    /// The record as far as it has been read; the whole one after the last step.
    pub fn record(&self) -> Record {
        Record { moves: self.moves.clone(), ..self.record.clone() }
    }

    /// What the link shows; known after the last step.
    pub fn shown(&self) -> &Shown {
        &self.shown
    }

    /// Reads the next ply; false when all have been read, and lead where they did when the link was made.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn step(&mut self) -> Result<bool, LinkError> {
        if self.finished {
            return Ok(false);
        }
        let i = self.moves.len();
        if i == self.plies() {
            self.end()?;
            self.finished = true;
            return Ok(false);
        }
        let text = self.next(i)?;
        play(self.position.as_mut(), i, &text)?;
        self.moves.push(text);
        Ok(true)
    }

    fn next(&mut self, i: usize) -> Result<String, LinkError> {
        let position = self.position.as_ref();
        let (bots, written, forfeits) = match &mut self.way {
            Way::Moves { no_moves } => {
                if let Some(text) = no_moves.remove(&(i as u64)) {
                    return Ok(text);
                }
                let mut bytes = self.content.get(self.at..).unwrap_or_default();
                let text = position.decode_move(&mut bytes).ok_or(WRONG)?;
                self.at = self.content.len() - bytes.len();
                return Ok(text);
            }
            Way::Turns { bots, written, forfeits } => (bots, written, forfeits),
        };
        let owing = position.to_act();
        if owing.is_empty() {
            return Err(WRONG);
        }
        let mut parts = Vec::with_capacity(bots.len());
        for (seat, bot) in bots.iter().enumerate() {
            parts.push(if !owing.contains(seat) {
                NOTHING.to_owned()
            } else if forfeits.contains(&(i as u64, seat)) {
                FORFEIT.to_owned()
            } else if let Some(bot) = bot {
                again(bot, position, self.record.seed, (seat, i)).ok_or(WRONG)?
            } else {
                let range = &mut written[seat];
                let mut bytes = self.content.get(range.clone()).unwrap_or_default();
                let text = position.decode_move(&mut bytes).ok_or(WRONG)?;
                range.start = range.end - bytes.len();
                text
            });
        }
        Ok(parts.join(AND))
    }

    /// Reads what stands after the moves.
    fn end(&mut self) -> Result<(), LinkError> {
        let mut input = Input { bytes: self.content.get(self.at..).unwrap_or_default() };
        let ply = input.number().filter(|&ply| ply <= self.cost.plies).ok_or(WRONG)? as usize;
        let overlay = input.text().ok_or(WRONG)?;
        if !overlay.is_empty() && !self.record.game.overlays().contains(&overlay.as_str()) {
            return Err(WRONG);
        }
        let turned = input.byte().ok_or(WRONG)?;
        let hash: [u8; 4] = input.bytes.try_into().map_err(|_| WRONG)?;
        if self.position.hash() as u32 != u32::from_le_bytes(hash) {
            return Err(LinkError::OtherPosition);
        }
        self.shown = Shown { ply, overlay, turned };
        Ok(())
    }
}

/// What a link says makes no sense.
const WRONG: LinkError = LinkError::Damaged("its content makes no sense");

/// The plies that are no moves, where one seat moves at a time.
fn no_moves(input: &mut Input, plies: u64) -> Result<Way, LinkError> {
    let count = input.number().filter(|&n| n <= plies).ok_or(WRONG)?;
    let mut no_moves = BTreeMap::new();
    for _ in 0..count {
        let number = input.number().ok_or(WRONG)?;
        let (i, seat) = (number % plies, number / plies);
        let text = match seat {
            0 => FORFEIT.to_owned(),
            1..=8 => out_of_turn(seat as usize - 1),
            _ => return Err(WRONG),
        };
        no_moves.insert(i, text);
    }
    Ok(Way::Moves { no_moves })
}

/// Where the moves of all seats are, and the nodes of those that are found again.
fn turns(
    input: &mut Input,
    content: &[u8],
    (game, seats): (&'static dyn AnyGame, &[SeatSpec]),
    plies: u64,
) -> Result<(Way, u64), LinkError> {
    let replayed = input.byte().ok_or(WRONG)?;
    let mut bots = replayers(game, seats)?;
    for (seat, bot) in bots.iter_mut().enumerate() {
        match (bot.is_some(), replayed >> seat & 1 != 0) {
            (false, true) => return Err(WRONG),
            (true, false) => *bot = None,
            _ => {}
        }
    }
    let nodes = work(&bots, plies);
    if nodes > MOST_WORK {
        return Err(LinkError::TooLarge);
    }
    let count = input.number().filter(|&n| n <= MAX_SEATS as u64).ok_or(WRONG)?;
    let mut forfeits = Vec::new();
    for _ in 0..count {
        forfeits.push((input.number().ok_or(WRONG)?, usize::from(input.byte().ok_or(WRONG)?)));
    }
    let mut written = Vec::new();
    for bot in &bots {
        let length = if bot.is_some() { 0 } else { input.number().ok_or(WRONG)? };
        let length = usize::try_from(length).map_err(|_| WRONG)?;
        let begins = content.len() - input.bytes.len();
        let (_, rest) = input.bytes.split_at_checked(length).ok_or(WRONG)?;
        input.bytes = rest;
        written.push(begins..begins + length);
    }
    Ok((Way::Turns { bots, written, forfeits }, nodes))
}

/// CRC-32 as zlib has it; a table of a kilobyte, because every byte of the wasm is downloaded.
/// The checksum of what links hold.
pub(crate) static CHECKSUM: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);

const UNITS: [&str; 3] = ["nodes", "ms", "depth"];

/// Seven bits a byte, lowest first, the eighth set while more follow (LEB128).
fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Negative numbers between the positive ones, so that small ones stay short.
fn put_signed(out: &mut Vec<u8>, number: i64) {
    put_number(out, (number << 1 ^ number >> 63) as u64);
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put_number(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

fn put_options(out: &mut Vec<u8>, options: &Options) {
    put_number(out, options.iter().count() as u64);
    for (key, value) in options.iter() {
        put_text(out, key);
        match value {
            OptionValue::Text(text) => {
                out.push(0);
                put_text(out, text);
            }
            OptionValue::Int(number) => {
                out.push(1);
                put_signed(out, *number);
            }
            OptionValue::Number(number) => {
                out.push(2);
                put_signed(out, number.thousandths());
            }
        }
    }
}

/// What is still to be read.
struct Input<'a> {
    bytes: &'a [u8],
}

impl Input<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(first)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    fn seat(&mut self, game: &'static dyn AnyGame) -> Result<SeatSpec, LinkError> {
        match self.byte().ok_or(WRONG)? {
            0 => Ok(SeatSpec::Human),
            1 => {
                let id = self.text().ok_or(WRONG)?;
                let raw = self.options().ok_or(WRONG)?;
                let content = |e: CatalogError| RecordError::Content(e.to_string());
                let info = game.bot_info(&id).map_err(content)?;
                let options = game.bot_options(&id, &raw).map_err(content)?;
                let budget = match self.byte().ok_or(WRONG)? {
                    0 => None,
                    unit => {
                        let unit = UNITS.get(usize::from(unit) - 1).ok_or(WRONG)?;
                        let number = self.number().ok_or(WRONG)?;
                        Some(Budget::from_parts(unit, number).map_err(RecordError::Content)?)
                    }
                };
                Ok(SeatSpec::Bot { id: info.id, options, budget })
            }
            _ => Err(WRONG),
        }
    }

    fn options(&mut self) -> Option<RawOptions> {
        const MOST: u64 = 64;
        let count = self.number().filter(|&n| n <= MOST)?;
        let mut raw = RawOptions::new();
        for _ in 0..count {
            let key = self.text()?;
            let value = match self.byte()? {
                0 => json!(self.text()?),
                1 => json!(self.signed()?),
                2 => json!(Fixed::from_thousandths(self.signed()?).to_string()),
                _ => return None,
            };
            raw.insert(key, value);
        }
        Some(raw)
    }
}
