//! The position text as a format of the game.

use super::position::POSITION;
use super::position_text::PositionText;
use crate::base::format::{Format, Keeps, POSITION as FORMAT, Transcribed, unwritten};
use crate::contract::setup::has_entry;
use serde_json::Value;

/// The text form of a position.
pub(super) static POSITION_TEXT: Format = Format {
    id: FORMAT,
    what: "position text",
    ending: "txt",
    keeps: Keeps::Position,
    likeness: |text| {
        let has = |keys: &[&str]| has_entry(text, keys);
        match (has(&["to place"]), has(&["lake"]), has(&["red", "blue"])) {
            (true, ..) | (_, true, _) => 90,
            (_, _, true) => 60,
            _ => 0,
        }
    },
    read: |text| {
        let position = PositionText::read(text)?.write();
        let options = [(POSITION.key.to_owned(), Value::from(position))].into_iter().collect();
        Ok(Transcribed { options, ..Transcribed::default() })
    },
    write: unwritten,
};
