//! Games as others write them: a game declares one such form, SGF or a line of moves. Read, it becomes a record,
//! whose moves the rules check; what is not in such a text (seats, seed) is as usual.
//!
//! It knows no game.

use crate::base::options::{Options, RawOptions};
use serde::Serialize;

/// The most bytes of such a text that are read.
pub const MAX_BYTES: usize = 100_000;

/// A form in which a game is written elsewhere.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Transcript {
    /// What it is called: `SGF`.
    pub what: &'static str,
    /// How names of its files end, without the dot.
    pub ending: &'static str,
    /// Whether a text looks like one, right or wrong; a glance, which accepts no other game's.
    #[serde(skip)]
    pub recognise: fn(&str) -> bool,
    /// Reads it; the error says what is wrong, where, and what was expected.
    #[serde(skip)]
    pub read: fn(&str) -> Result<Transcribed, String>,
    /// Writes a game with these options and moves; `None` for one that has no such form.
    #[serde(skip)]
    pub write: fn(&Options, &[String]) -> Option<String>,
}

/// What such a text tells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transcribed {
    /// The options of the game.
    pub options: RawOptions,
    /// Its moves, in the game's own notation.
    pub moves: Vec<String>,
    /// What to know of how it was read.
    pub notes: Vec<String>,
}
