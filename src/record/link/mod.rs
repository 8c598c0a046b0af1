//! A game as a link: `#<version><game>.<payload>`, where the payload is a compact binary of the record
//! and of the shown view, deflated and encoded in base64url.
//!
//! Variations are included while the link stays short, with the annotations of their positions. `write` encodes, `read` decodes.
//!
//! A link from a stranger is hostile until decoded: sizes are bounded before and after inflating,
//! every number is checked, and every move is played by the rules. `docs/reference/links.md` defines the bytes. No
//! address and no page is known here.

use crate::base::options::OptionsError;
use crate::base::rng::{Rng, Stream};
use crate::catalog::{AnyBot, AnyGame, AnyPosition};
use crate::contract::bot::{Budget, NoClock};
use crate::contract::game::NotationError;
use crate::contract::presentation::{NOT_AGREED, SpecialMove};
use crate::lab::heuristic::LAB;
use crate::record::{RecordError, SeatSpec, at_ply, content};
use serde::{Deserialize, Serialize};
use thiserror::Error;

mod address;
mod read;
mod write;

pub(crate) use address::plain;
pub use address::{Address, CHALLENGE, find, may_be_in, named_game};
pub use read::{LinkDecoder, decode};
pub(crate) use write::pack;
pub use write::{encode, encode_watched};

/// The version of a link to a game without variations.
pub const VERSION: char = '1';
/// The version of one with variations.
pub const VERSION_WITH_VARIATIONS: char = '2';
/// The version of one with annotations, with or without variations.
pub const VERSION_WITH_ANNOTATIONS: char = '3';
/// All versions.
const VERSIONS: [char; 3] = [VERSION, VERSION_WITH_VARIATIONS, VERSION_WITH_ANNOTATIONS];
/// Maximum number of characters of a fragment.
pub const MAX_CHARACTERS: usize = 32 << 10;
/// Maximum bytes of an inflated payload.
pub const MAX_INFLATED: usize = 256 << 10;
/// Maximum number of characters of a link with all variations; longer ones have only the shown variation.
pub const SHORT_CHARACTERS: usize = 2_000;
/// Maximum number of variations of a link.
pub const MAX_VARIATIONS: usize = 250;
/// Maximum number of annotated positions of a link.
pub const MAX_ANNOTATIONS: usize = 500;

/// The view that a link shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ViewState {
    /// Number of plies played before the shown position.
    pub ply: usize,
    /// The number of the shown line; 0 is the main line.
    #[serde(default)]
    pub variation: usize,
    /// The overlay; empty for none.
    pub overlay: String,
    /// The rotation of the board, in the game's own steps.
    pub turned: u8,
    /// The event at which the film of a search opens; none by default.
    #[serde(default)]
    pub film: Option<FilmView>,
}

/// A place in the film of a bot's search of the shown position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FilmView {
    /// The number of the event, from 1.
    pub event: u64,
    /// The bot with its options and its budget, as JSON text.
    pub bot: String,
}

/// Why a link could not be opened.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LinkError {
    /// No `#` part that could be a link.
    #[error(
        "this is not a Totora link: expected #{VERSION}, #{VERSION_WITH_VARIATIONS} or #{VERSION_WITH_ANNOTATIONS}, a game's name, a dot and the game itself"
    )]
    NotALink,
    /// A link of another version.
    #[error(
        "this link is of version `{0}`; this Totora reads {VERSION} to {VERSION_WITH_ANNOTATIONS}"
    )]
    Version(char),
    /// The link is longer than the limit.
    #[error("this link has {found} characters; at most {MAX_CHARACTERS} are read")]
    TooLong {
        /// Number of characters.
        found: usize,
    },
    /// A character that is not allowed in links.
    #[error(
        "this link has `{found}` at character {at} of its payload, which no link has. Copy the link again"
    )]
    Character {
        /// Its index in the payload, from 1.
        at: usize,
        /// The first character that is not allowed.
        found: char,
    },
    /// The checksum or the content is wrong: the link was shortened or changed.
    #[error(
        "this link is damaged: it was cut short or changed on its way ({0}). Copy the link again"
    )]
    Damaged(&'static str),
    /// Opening the link would take too long.
    #[error("to open this link would take about {seconds} s; at most {most} s are spent on one")]
    TooMuch {
        /// The estimated work, in whole seconds.
        seconds: u64,
        /// The limit, in seconds.
        most: u64,
    },
    /// Bots would have to search too much again.
    #[error("to open this link, bots would search {nodes} nodes; at most {MOST_WORK} are searched")]
    TooManyNodes {
        /// The nodes of all moves that the link leaves to its bots.
        nodes: u64,
    },
    /// Too many annotated positions for a link.
    #[error("this game has {found} annotated positions; a link has at most {MAX_ANNOTATIONS}")]
    TooManyAnnotations {
        /// The number in the lines of the link.
        found: usize,
    },
    /// The payload inflates to more than the limit.
    #[error("this link unpacks to more than {MAX_INFLATED} bytes")]
    TooLarge,
    /// The link is intact, but its game does not exist.
    #[error("this link is for the game `{id}`, which is not here; known are {known}")]
    Game {
        /// The game's id in the link.
        id: String,
        /// The ids of all games, separated by commas.
        known: String,
    },
    /// Options that the game does not accept.
    #[error("this link has options that do not fit: {0}")]
    Options(#[from] OptionsError),
    /// An invalid seat or move.
    #[error("this link does not replay: {0}")]
    Record(#[from] RecordError),
    /// The moves lead to another position than they did when the link was made.
    #[error(
        "this link was made under other rules or bots: its last position is not the one it had"
    )]
    OtherPosition,
}

/// Maximum nodes per move of a bot that plays its moves again instead of the link storing them.
const MOST_NODES: u64 = 2_000;

/// Maximum nodes of all moves that are played again when a link is opened.
const MOST_WORK: u64 = 300_000;

/// The nodes of this many plies of these bots.
fn estimated_nodes(bots: &[Option<Replayer>], plies: u64) -> u64 {
    let nodes = bots.iter().flatten().map(|(_, budget)| budget.parts().1);
    nodes.sum::<u64>().saturating_mul(plies)
}

/// A bot with its budget.
type Replayer = (Box<dyn AnyBot>, Budget);

/// The bots whose moves a link may omit, because they play the same moves again: bots with a small budget in
/// nodes.
fn replayers(
    game: &'static dyn AnyGame,
    seats: &[SeatSpec],
) -> Result<Vec<Option<Replayer>>, LinkError> {
    seats
        .iter()
        .map(|seat| {
            let SeatSpec::Bot { id, options, budget } = seat else { return Ok(None) };
            // The time per node of an author's formulas is unknown.
            if *id == LAB {
                return Ok(None);
            }
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

/// The bot's move as ply `i + 1`.
fn replay_move(
    (bot, budget): &Replayer,
    position: &dyn AnyPosition,
    seed: u64,
    (seat, i): (usize, usize),
) -> Option<String> {
    let rng = Rng::new(seed, Stream::Decision { seat, ply: i });
    bot.choose(position, seat, *budget, rng, &NoClock)
}

/// Encodes a ply before it is played: its position, its line, its number from 0, and its text.
type Encode<'a> =
    &'a mut dyn FnMut(&dyn AnyPosition, usize, usize, &str) -> Result<(), NotationError>;

/// A line without its moves: its branching point, and the number of its own plies.
#[derive(Clone, Copy)]
struct Span {
    of: usize,
    after: usize,
    plies: usize,
}

/// The order of the plies of all lines in a link: a variation comes before the ply that it replaces, so
/// that every ply is played once, from a position that already exists. Lines are numbered in that order.
struct Order {
    lines: Vec<Span>,
    /// The unfinished lines: line number, number of plies played, and position.
    open: Vec<(usize, usize, Box<dyn AnyPosition>)>,
    /// Number of lines begun.
    begun: usize,
    /// The hash of the last position of each line.
    hashes: Vec<u32>,
    /// Whether all seats are people: only people can play moves that need agreement.
    all_human: bool,
}

impl Order {
    fn new(lines: Vec<Span>, start: Box<dyn AnyPosition>, seats: &[SeatSpec]) -> Order {
        let hashes = vec![0; lines.len()];
        let all_human = seats.iter().all(|seat| *seat == SeatSpec::Human);
        Order { lines, open: vec![(0, 0, start)], begun: 1, hashes, all_human }
    }

    /// The next ply: its line, and the number of plies before it; `None` at the end.
    fn next(&mut self) -> Option<(usize, usize)> {
        loop {
            let (line, ply, position) = self.open.last()?;
            let (line, ply) = (*line, *ply);
            let next = self.lines.get(self.begun);
            if next.is_some_and(|next| (next.of, next.after) == (line, ply)) {
                let branch = (self.begun, ply, position.boxed());
                self.begun += 1;
                self.open.push(branch);
            } else if ply < self.lines[line].after + self.lines[line].plies {
                return Some((line, ply));
            } else {
                self.hashes[line] = position.hash() as u32;
                self.open.pop();
            }
        }
    }

    /// The position before the next ply.
    fn position(&self) -> Option<&dyn AnyPosition> {
        self.open.last().map(|open| open.2.as_ref())
    }

    /// Plays all plies; `watch` receives the number of played plies, and the total.
    fn play_all(
        &mut self,
        texts: &[&[String]],
        watch: &mut dyn FnMut(usize, usize),
        encode: Encode<'_>,
    ) -> Result<(), RecordError> {
        let plies = texts.iter().map(|moves| moves.len()).sum();
        let mut done = 0;
        while let Some((line, i)) = self.next() {
            let text = &texts[line][i - self.lines[line].after];
            if let Some(position) = self.position() {
                encode(position, line, i, text).map_err(at_ply(line, i))?;
            }
            self.play(text)?;
            done += 1;
            watch(done, plies);
        }
        Ok(())
    }

    /// Plays the next ply; returns it in the notation of records.
    fn play(&mut self, text: &str) -> Result<String, RecordError> {
        let Some((line, ply, position)) = self.open.last_mut() else { return Ok(String::new()) };
        let needs_all = |extra: &SpecialMove| extra.agreed && extra.mv == text;
        if !self.all_human && position.extras().iter().any(needs_all) {
            return Err(at_ply(*line, *ply)(format!("`{text}` {NOT_AGREED}")));
        }
        let (_, played) = position.play_ply(text).map_err(at_ply(*line, *ply))?;
        *ply += 1;
        Ok(played.text)
    }

    /// A combined hash of the last positions of all lines; the main line's own hash if it is the only line.
    fn hash(&self) -> u32 {
        self.hashes.iter().rev().fold(0, |all, hash| all.rotate_left(7) ^ hash)
    }
}

/// CRC-32 as in zlib; with a table of 1 kB, because every byte of the wasm is downloaded.
pub(crate) static CHECKSUM: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);

const UNITS: [&str; 3] = ["nodes", "ms", "depth"];
