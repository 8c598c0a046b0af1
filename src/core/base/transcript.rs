//! Games in foreign notations: a game declares one notation, SGF or a line of moves. A parsed text becomes a record,
//! whose moves the rules check; values that the text does not contain (seats, seed) get their defaults.
//!
//! This module knows no game.

use crate::base::options::{Options, RawOptions};
use serde::Serialize;

/// Maximum number of bytes of such a text.
pub const MAX_BYTES: usize = 100_000;

/// A foreign notation of a game.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Transcript {
    /// Its name: `SGF`.
    pub what: &'static str,
    /// The extension of its files, without the dot.
    pub ending: &'static str,
    /// Whether a text looks like this notation, valid or not; a quick check, which accepts no other game's text.
    #[serde(skip)]
    pub recognise: fn(&str) -> bool,
    /// Parses it; the error contains the fault, its place, and the expected text.
    #[serde(skip)]
    pub read: fn(&str) -> Result<Transcribed, String>,
    /// Writes a game with these options and moves; `None` if the notation cannot express it.
    #[serde(skip)]
    pub write: fn(&Options, &[String]) -> Option<String>,
}

/// The contents of such a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transcribed {
    /// The options of the game.
    pub options: RawOptions,
    /// Its moves, in the game's own notation.
    pub moves: Vec<String>,
    /// Remarks on the conversion.
    pub notes: Vec<String>,
}
