//! The built-in maps, and the conversion of an option's text into a map.

use super::map::Map;
use crate::base::fixed::shorten;
use crate::base::options::NamedValue;

/// A map that is compiled into the program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// The value of the option `map`.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// Its text, in the format of [`Map::parse`].
    pub text: &'static str,
}

macro_rules! built_in {
    ($($name:literal, $title:literal: $about:literal,)*) => {
        /// All built-in maps, in menu order.
        pub const MAPS: &[BuiltIn] = &[$(BuiltIn {
            name: $name,
            about: $about,
            text: include_str!(concat!("maps/", $name, ".map")),
        }),*];

        /// The same maps as known texts of the option `map`.
        pub(super) const KNOWN: &[NamedValue] = &[$(NamedValue {
            value: $name,
            name: $title,
            about: $about,
        }),*];
    };
}

built_in! {
    "othello", "Othello": "8x8 and two players: the classic game.",
    "othello-bombs", "Othello with bombs": "Othello with two override stones and two bombs for each player.",
    "trio", "Trio": "Three players, two rooms off a hall, two transitions, and every kind of special tile.",
    "tube", "Tube": "A board whose left and right edges are joined.",
    "torus", "Torus": "A board that is joined on all sides, so it has no safe corners.",
    "moebius", "Möbius": "A strip with a half twist: a line around it comes back upside down.",
    "mirrors", "Mirrors": "Edges send a line straight back, which captures nothing; corners send it back sideways, which captures.",
    "islands", "Islands": "Four islands joined only by transitions, which cross in one strait.",
    "cross", "Cross": "Four players on a cross with choice and bonus tiles.",
    "star", "Star": "Eight players around a square; the arms of the star lie behind walls of expansion stones.",
    "lake", "Lake": "30x30 for four players around a lake; transitions bridge it.",
    "ocean", "Ocean": "50x50 for eight players, joined at the edges, with sixteen groups of stones.",
}

/// The map for a text: a built-in one by its name, or any other in full.
///
/// # Errors
/// If there is no map of that name, or the problem in the text and its location.
pub fn map_of(text: &str) -> Result<Map, String> {
    let name = text.trim();
    if let Some(map) = MAPS.iter().find(|map| map.name == name) {
        return Map::parse(map.text).map_err(|error| error.to_string());
    }
    // A name is one word that begins with a letter; any other text is parsed as a map.
    let named = !name.contains(char::is_whitespace)
        && name.starts_with(|first: char| first.is_alphabetic());
    if named {
        let known: Vec<&str> = MAPS.iter().map(|map| map.name).collect();
        let found = shorten(name);
        return Err(format!("there is no map `{found}`; built in are {}", known.join(", ")));
    }
    Map::parse(text).map_err(|error| format!("the map is not valid: {error}"))
}
