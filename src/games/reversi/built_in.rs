//! The maps that come with the game, and how a text becomes a map.

use super::map::Map;
use crate::fixed::shorten;

/// A map that comes with the game.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// What it is asked for by.
    pub name: &'static str,
    /// What it shows, in one line.
    pub about: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! built_in {
    ($($name:literal: $about:literal,)*) => {
        /// All of them, in the order in which they are offered.
        pub const MAPS: &[BuiltIn] = &[$(BuiltIn {
            name: $name,
            about: $about,
            text: include_str!(concat!("../../../maps/reversi/", $name, ".map")),
        }),*];
    };
}

built_in! {
    "othello": "The game that everybody knows: 8x8, two players, nothing else.",
}

/// The map that a text means: a built-in one by its name, or any other in full.
///
/// # Errors
/// When there is no map of that name, or what is wrong with the text and where.
pub fn map_of(text: &str) -> Result<Map, String> {
    let name = text.trim();
    if let Some(map) = MAPS.iter().find(|map| map.name == name) {
        return Map::parse(map.text).map_err(|error| error.to_string());
    }
    // A name is one word that is no number; everything else is meant as a map.
    let named =
        !name.contains(char::is_whitespace) && !name.starts_with(|c: char| c.is_ascii_digit());
    if named && !name.is_empty() {
        let known: Vec<&str> = MAPS.iter().map(|map| map.name).collect();
        let found = shorten(name);
        return Err(format!("there is no map `{found}`; built in are {}", known.join(", ")));
    }
    Map::parse(text).map_err(|error| format!("the map is not valid: {error}"))
}
