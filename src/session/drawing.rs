//! What a program draws on the board with its move: marks on cells, arrows and texts, in layers that can be switched off.

use crate::base::fixed::shorten;
use crate::base::util::{gathered, is_control};
use crate::catalog::AnyPosition;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The most marks, layers, and characters of a text.
pub const MOST: usize = 500;
const MOST_LAYERS: usize = 8;
const LONGEST: usize = 16;

/// How a mark may look.
const TONES: [&str; 3] = ["plain", "good", "bad"];

/// A mark on a cell, or an arrow from it. Cells are numbered as the game's renderer does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// What it is switched on and off with.
    pub layer: String,
    /// Where it is, or begins.
    pub cell: usize,
    /// Where the arrow ends.
    pub to: Option<usize>,
    /// What stands there; an arrow has it in its middle.
    pub text: String,
    /// One of three looks.
    pub tone: &'static str,
}

/// Reads the marks of a thought, [`MOST`] at the most.
///
/// # Errors
/// What is wrong, and with which mark.
pub fn read(position: &dyn AnyPosition, listed: &[Value]) -> Result<Vec<Mark>, String> {
    if listed.is_empty() {
        return Ok(Vec::new());
    }
    let names = position.cell_names();
    let cells = gathered(names.iter().enumerate().map(|(i, name)| (name.as_str(), i)));
    let read = |(i, one)| mark(&cells, one).map_err(|error| format!("mark {}: {error}", i + 1));
    let marks = listed.iter().enumerate().map(read).collect::<Result<Vec<_>, String>>()?;
    let layers: BTreeSet<&str> = gathered(marks.iter().map(|one| one.layer.as_str()));
    if layers.len() > MOST_LAYERS {
        return Err(format!("thought.draw has {} layers; at most {MOST_LAYERS}", layers.len()));
    }
    Ok(marks)
}

fn mark(cells: &BTreeMap<&str, usize>, listed: &Value) -> Result<Mark, String> {
    let cell = cell(cells, listed, "cell")?.ok_or("it has no \"cell\"")?;
    let tone = text(listed, "tone")?;
    let tone = TONES.into_iter().find(|one| *one == tone || tone.is_empty()).ok_or_else(|| {
        format!("its tone is `{}`; expected {}", shorten(&tone), TONES.join(", "))
    })?;
    let to = self::cell(cells, listed, "to")?;
    let (layer, text) = (text(listed, "layer")?, text(listed, "text")?);
    let layer = if layer.is_empty() { "Drawing".to_owned() } else { layer };
    Ok(Mark { layer, cell, to, text, tone })
}

fn cell(cells: &BTreeMap<&str, usize>, listed: &Value, key: &str) -> Result<Option<usize>, String> {
    match listed.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(name)) => {
            let unknown = || {
                let example = cells.keys().next().copied().unwrap_or_default();
                format!(
                    "`{}` is no cell of this board; expected one such as `{example}`",
                    shorten(name)
                )
            };
            cells.get(name.as_str()).copied().map(Some).ok_or_else(unknown)
        }
        Some(other) => Err(format!("its \"{key}\" is {}, not a text", shorten(&other.to_string()))),
    }
}

fn text(listed: &Value, key: &str) -> Result<String, String> {
    let text = match listed.get(key) {
        None | Some(Value::Null) => "",
        Some(Value::String(text)) => text,
        Some(other) => {
            return Err(format!("its \"{key}\" is {}, not a text", shorten(&other.to_string())));
        }
    };
    let plain: String = text.chars().filter(|&c| !is_control(c)).collect();
    match plain.chars().count() {
        0..=LONGEST => Ok(plain),
        long => Err(format!("its \"{key}\" has {long} characters; at most {LONGEST}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::options::Options;
    use crate::catalog::GAMES;
    use serde_json::json;

    fn drawn(game: &str, marks: Value) -> Result<Vec<Mark>, String> {
        let game = crate::catalog::game(game).expect("a game");
        let position = game.start(&Options::default(), 1).expect("a start");
        read(position.as_ref(), marks.as_array().expect("a list"))
    }

    #[test]
    fn cells_of_every_game_have_names_and_numbers() {
        for (game, cell, number) in [
            ("uros", "A6", 0),
            ("isolation", "b7", 1),
            ("outpost", "1,2", 201),
            ("fencemaster", "1,1", 7),
            ("reversi", "1,1", 9),
        ] {
            let marks = drawn(game, json!([{ "cell": cell, "text": "x" }])).expect(game);
            assert_eq!((marks[0].cell, marks[0].layer.as_str()), (number, "Drawing"), "{game}");
        }
        for game in GAMES {
            let names = game.start(&Options::default(), 1).expect("a start").cell_names();
            let different: BTreeSet<&String> = names.iter().collect();
            assert!(!names.is_empty() && different.len() == names.len(), "{}", game.id());
        }
    }

    #[test]
    fn what_is_drawn_is_checked() {
        let arrow =
            json!([{ "layer": "ways", "cell": "a1", "to": "c2", "tone": "bad", "text": "\u{7}2" }]);
        let marks = drawn("isolation", arrow).expect("an arrow");
        assert_eq!((marks[0].tone, marks[0].text.as_str()), ("bad", "2"));
        assert_eq!((marks[0].cell, marks[0].to), (42, Some(37)));
        let one = |mark: Value| json!([{ "cell": "a1" }, mark]);
        let layers: Vec<Value> =
            (0..9).map(|i| json!({ "cell": "a1", "layer": i.to_string() })).collect();
        for (marks, said) in [
            (one(json!({})), "mark 2: it has no \"cell\""),
            (one(json!(7)), "mark 2: it has no \"cell\""),
            (
                one(json!({ "cell": "z9" })),
                "mark 2: `z9` is no cell of this board; expected one such as `a1`",
            ),
            (one(json!({ "cell": 3 })), "mark 2: its \"cell\" is 3, not a text"),
            (one(json!({ "cell": "a1", "to": "a0" })), "mark 2: `a0` is no cell"),
            (
                one(json!({ "cell": "a1", "tone": "red" })),
                "mark 2: its tone is `red`; expected plain, good, bad",
            ),
            (one(json!({ "cell": "a1", "text": "x".repeat(17) })), "has 17 characters; at most 16"),
            (json!(layers), "thought.draw has 9 layers; at most 8"),
        ] {
            let error = drawn("isolation", marks).expect_err(said);
            assert!(error.contains(said), "{error}");
        }
    }
}
