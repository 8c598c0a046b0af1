//! The maps that come with the game, how a text becomes a map, and what `check` says about one.

use super::map::{Map, MapError, Tile};
use super::position::{MAP, Reversi};
use super::presentation;
use crate::fixed::shorten;
use crate::game::{CheckedSetup, SetupText};
use crate::object;
use crate::opaque::Opaque;
use crate::options::Known;
use crate::util::counted;

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

        /// The same as texts that the option `map` knows.
        pub(super) const KNOWN: &[Known] = &[$(Known { value: $name, about: $about }),*];
    };
}

built_in! {
    "othello": "8x8 and two players, nothing else: the game that everybody knows.",
    "othello-bombs": "The same with two override stones and two bombs a player.",
    "trio": "Three players, two rooms off a hall, two transitions, and every kind of special tile.",
    "tube": "A sheet whose left and right rims are joined.",
    "torus": "A sheet that is joined on all sides: no corner is safe here, for there is none.",
    "moebius": "A strip with half a twist: who goes round comes back upside down.",
    "mirrors": "Rims that send a walk straight back, which captures nothing, and corners that send it back sideways, which does.",
    "islands": "Four islands that only transitions join, one of the straits crossed over.",
    "cross": "Four players on a cross with choice and bonus tiles.",
    "star": "Eight players around a square; the arms of the star lie behind walls of expansion stones.",
    "lake": "30x30 for four players around a lake; transitions bridge it.",
    "ocean": "50x50 for eight players, joined at the rims, in sixteen quarrels.",
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
    // A name is one word that begins with a letter; everything else is meant as a map.
    let named = !name.contains(char::is_whitespace)
        && name.starts_with(|first: char| first.is_alphabetic());
    if named {
        let known: Vec<&str> = MAPS.iter().map(|map| map.name).collect();
        let found = shorten(name);
        return Err(format!("there is no map `{found}`; built in are {}", known.join(", ")));
    }
    Map::parse_played(text).map_err(|error| format!("the map is not valid: {error}"))
}

/// Maps as texts to begin from.
pub static SETUP: SetupText = SetupText { option: MAP.key, what: "map", recognise, check };

/// Whether a text looks like a map, right or wrong.
fn recognise(text: &str) -> bool {
    const ENOUGH: usize = 3;
    /// Words in the first four lines.
    const HEADER: [usize; 4] = [1, 1, 2, 2];
    let numeric = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let header = lines
        .clone()
        .zip(HEADER)
        .filter(|(line, words)| {
            line.split_whitespace().take(4).count() == *words
                && line.split_whitespace().all(numeric)
        })
        .count();
    let tile = |word: &str| word.len() == 1 && "012345678-cibx".contains(word);
    let row =
        |line: &str| line.split_whitespace().nth(2).is_some() && line.split_whitespace().all(tile);
    let rows = usize::from(lines.take(HEADER.len() + 2).any(row));
    header + rows + usize::from(text.contains("<->")) >= ENOUGH
}

/// What is to be said of borders that are joined to themselves, which may be meant, or a slip.
fn joined_to_themselves(text: &str) -> String {
    let mut found = text.lines().enumerate().filter_map(|(index, line)| {
        let (one, other) = line.split_once("<->")?;
        one.split_whitespace().eq(other.split_whitespace()).then_some(index + 1)
    });
    let Some(line) = found.next() else { return String::new() };
    match found.count() {
        0 => format!(" The transition in line {line}, column 1 joins a border to itself."),
        more => format!(
            " {} transitions join a border to itself, the first in line {line}, column 1.",
            more + 1
        ),
    }
}

/// What is to be said about a map.
fn check(text: &str) -> Result<CheckedSetup, String> {
    let map = Map::parse(text).map_err(|error: MapError| error.to_string())?;
    let kinds = map.tiles.clone();
    let count = |wanted: Tile| kinds.iter().filter(|tile| **tile == wanted).count() as u64;
    let tiles = map.tiles.len() as u64 - count(Tile::Hole);
    let mut parts = vec![counted(tiles, "tile")];
    for (number, one) in [
        (count(Tile::Choice), "choice tile"),
        (count(Tile::Inversion), "inversion tile"),
        (count(Tile::Bonus), "bonus tile"),
        (count(Tile::Expansion), "expansion stone"),
        (map.transitions.len() as u64, "transition"),
        (u64::from(map.overrides), "override stone"),
        (u64::from(map.bombs), "bomb"),
    ] {
        if number > 0 {
            parts.push(counted(number, one));
        }
    }
    let position = Reversi::on(map);
    let map = position.board().map();
    Ok(CheckedSetup {
        text: format!(
            "{} columns and {} rows for {} players: {}.{}",
            map.width,
            map.height,
            map.players,
            parts.join(", "),
            joined_to_themselves(text)
        ),
        warnings: presentation::notes(&position),
        facts: Opaque::new(object!({
            "players": map.players,
            "overrides": map.overrides,
            "bombs": map.bombs,
            "strength": map.strength,
            "columns": map.width,
            "rows": map.height,
            "tiles": tiles,
            "choice": count(Tile::Choice),
            "inversion": count(Tile::Inversion),
            "bonus": count(Tile::Bonus),
            "expansion": count(Tile::Expansion),
            "transitions": map.transitions.len(),
        })),
    })
}
