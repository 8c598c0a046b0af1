//! The position text as a format of the game.

use super::position::POSITION;
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
        match (text.lines().any(|line| line.starts_with("turn:")), text.lines().any(outposts)) {
            (true, true) => 95,
            (false, true) => 70,
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
