//! The position text as a format of the game.

use super::map::{self, Wanted};
use super::position::{MAP, MAPS, POSITION};
use super::position_text::PositionText;
use crate::base::format::{Format, POSITION as FORMAT, Transcribed, unwritten};
use serde_json::Value;

/// The text form of a position.
pub(super) static POSITION_TEXT: Format = Format {
    id: FORMAT,
    what: "position text",
    ending: "txt",
    exports: true,
    likeness: |text| {
        let outposts = |line: &str| {
            let list =
                line.split_once(':').filter(|(key, _)| matches!(*key, "A" | "B" | "C" | "D"));
            list.is_some_and(|(_, list)| {
                list.chars().all(|letter| letter.is_ascii_digit() || ", \t\r".contains(letter))
            })
        };
        let mut lines = text.lines().map(str::trim);
        match (lines.clone().any(|line| line.starts_with("turn:")), lines.any(outposts)) {
            (true, true) => 95,
            (false, true) => 70,
            _ => 0,
        }
    },
    read: |text| {
        let given = PositionText::read(text)?;
        let mut read = Transcribed::default();
        read.options.insert(POSITION.key.to_owned(), Value::from(given.write()));
        let is_dry = |name: &str| match map::wanted(name) {
            Ok(Wanted::Given(map)) => given.outpost_in_water(&map.land).is_none(),
            _ => false,
        };
        // The text names no map.
        let names = || MAPS.iter().map(|known| known.value);
        let usual = MAP.default_value().to_json();
        if !usual.as_str().is_some_and(is_dry)
            && let Some(name) = names().find(|name| is_dry(name))
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
