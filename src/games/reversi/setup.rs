//! Maps as start texts: recognising and checking them. This module depends on
//! the position, whose start shows what is unusual about a map.

use super::map::{LARGEST_NAMED, Map, MapError, Tile};
use super::position::{MAP, Phase, Reversi, player};
use crate::base::erased_value::ErasedValue;
use crate::base::util::counted;
use crate::contract::game::{CheckedSetup, SetupText};
use serde::Serialize;
use std::sync::Arc;

/// The figures of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ReversiFacts {
    /// The number of players, 2 to 8.
    pub players: u8,
    /// Override stones that each player begins with.
    pub overrides: u32,
    /// Bombs that each player begins with.
    pub bombs: u32,
    /// The bomb radius, in steps.
    pub strength: u32,
    /// Columns, 1 to 52.
    pub columns: u8,
    /// Rows, 1 to 52.
    pub rows: u8,
    /// Tiles that are not holes.
    pub tiles: u64,
    /// Choice tiles.
    pub choice: u64,
    /// Inversion tiles.
    pub inversion: u64,
    /// Bonus tiles.
    pub bonus: u64,
    /// Expansion stones.
    pub expansion: u64,
    /// Transitions: pairs of joined borders.
    pub transitions: usize,
}

/// The start text format for maps.
pub static SETUP: SetupText = SetupText { option: MAP.key, what: "map", recognise, check };

/// Whether a text looks like a map, valid or not.
fn recognise(text: &str) -> bool {
    const ENOUGH: usize = 3;
    /// The number of words in each of the first four lines.
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

/// A note about borders that are joined to themselves, which may be intended or a mistake.
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

/// Checks a map and collects notes about it.
fn check(text: &str) -> Result<CheckedSetup, String> {
    let map = Map::parse(text).map_err(|error: MapError| error.to_string())?;
    let map = Arc::new(map);
    let count = |wanted: Tile| map.tiles.iter().filter(|tile| **tile == wanted).count() as u64;
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
    let position = Reversi::on(Arc::clone(&map));
    Ok(CheckedSetup {
        text: format!(
            "{} columns and {} rows for {} players: {}.{}",
            map.width,
            map.height,
            map.players,
            parts.join(", "),
            joined_to_themselves(text)
        ),
        warnings: notes(&position),
        facts: ErasedValue::new(ReversiFacts {
            players: map.players,
            overrides: map.overrides,
            bombs: map.bombs,
            strength: map.strength,
            columns: map.width,
            rows: map.height,
            tiles,
            choice: count(Tile::Choice),
            inversion: count(Tile::Inversion),
            bonus: count(Tile::Bonus),
            expansion: count(Tile::Expansion),
            transitions: map.transitions.len(),
        }),
    })
}

/// Notes about valid but unusual properties of a map.
pub(super) fn notes(position: &Reversi) -> Vec<String> {
    let mut notes = Vec::new();
    let map = position.board().map();
    if usize::from(map.width.max(map.height)) > LARGEST_NAMED {
        notes.push(format!(
            "{} columns and {} rows are played here, as on the course's server, but the format names at most \
             {LARGEST_NAMED}: other programs may refuse the map.",
            map.width, map.height
        ));
    }
    if let Some(most) = position.plies_left() {
        notes.push(format!(
            "The build phase ends after {most} plies at the latest: so many override stones could go on for longer."
        ));
    }
    for seat in (0..position.players()).filter(|&seat| position.stones(seat) == 0) {
        notes.push(format!("{} has no stone.", player(seat)));
    }
    match position.phase() {
        Phase::Build if position.turn() > 0 => {
            let first = player(position.turn());
            notes.push(format!("{first} begins: no player before can move."));
        }
        Phase::Build => {}
        Phase::Elimination => {
            notes.push("No player can move at the start: the bombs come at once.".to_owned());
        }
        Phase::Over => notes.push("No player can move at the start: the game is over.".to_owned()),
    }
    notes
}
