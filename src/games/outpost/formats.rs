//! The position text as a format of the game.

use super::board::{Cell, SIDE};
use super::map::{self, Map, Wanted};
use super::position::{MAP, MAPS, POSITION};
use super::position_text::{PositionText, is_row};
use crate::base::format::{Format, Keeps, POSITION as FORMAT, Transcribed, unwritten};
use crate::contract::setup::{Entry, has_entry};
use serde_json::Value;

/// The text form of a position.
pub(super) static POSITION_TEXT: Format = Format {
    id: FORMAT,
    what: "position text",
    ending: "txt",
    keeps: Keeps::Position,
    likeness: |text| {
        let outposts = |line: &str| {
            let list = Entry::read(0, line)
                .filter(|one| ["A", "B", "C", "D"].iter().any(|key| one.is(key)));
            list.is_some_and(|list| {
                list.value
                    .chars()
                    .all(|letter| letter.is_ascii_digit() || ", \t\r".contains(letter))
            })
        };
        let mut lines = text.lines().map(str::trim);
        match (has_entry(text, &["turn"]), lines.any(outposts)) {
            (true, true) => 95,
            (false, true) => 70,
            _ => 0,
        }
    },
    read: |text| {
        let given = PositionText::read(text)?;
        let mut read = Transcribed::default();
        read.options.insert(POSITION.key.to_owned(), Value::from(given.write()));
        let known = |name: &&str, fits: &dyn Fn(&Map) -> bool| match map::wanted(name) {
            Ok(Wanted::Given(map)) => fits(&map),
            _ => false,
        };
        let names = || MAPS.iter().map(|known| known.value);
        // The text names no map, but its picture shows one.
        let rows = rows(text);
        if let Some(name) = names().find(|name| known(name, &|map| is_picture_of(&rows, map))) {
            read.options.insert(MAP.key.to_owned(), Value::from(name));
            return Ok(read);
        }
        let is_dry = |map: &Map| given.outpost_in_water(&map.land).is_none();
        let usual = MAP.default_value().to_json();
        if !usual.as_str().is_some_and(|usual| known(&usual, &is_dry))
            && let Some(name) = names().find(|name| known(name, &is_dry))
        {
            read.options.insert(MAP.key.to_owned(), Value::from(name));
            read.notes.push(format!(
                "The text names no map, and an outpost would stand in the water of the usual one: it is opened on {name}."
            ));
        }
        Ok(read)
    },
    write: unwritten,
};

/// The rows of the picture above a position, if it has one.
fn rows(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| is_row(line)).take(SIDE).collect()
}

/// Whether a picture shows this map.
fn is_picture_of(rows: &[&str], map: &Map) -> bool {
    let is_same = |(y, row): (usize, &&str)| {
        row.bytes().enumerate().all(|(x, mark)| {
            let cell = Cell::new(x, y);
            cell.is_some_and(|cell| map.water.contains(cell) == b"~!1234".contains(&mark))
        })
    };
    rows.len() == SIDE && rows.iter().enumerate().all(is_same)
}
