//! A program's drawing on the board: marks on cells, arrows and texts, in layers that the user can switch off.

use crate::base::fixed::shorten;
use crate::base::json::{At, Found};
use crate::base::util::{gathered, is_control};
use crate::catalog::AnyPosition;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of marks and of layers, and of characters of a text.
pub const MOST: usize = 500;
const MOST_LAYERS: usize = 8;
const LONGEST: usize = 16;

/// Styles of a mark.
const TONES: [&str; 3] = ["plain", "good", "bad"];

/// A mark on a cell, or an arrow from it. Cells have the numbers of the game's renderer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// The name of the layer.
    pub layer: String,
    /// The cell of the mark, or the start of the arrow.
    pub cell: usize,
    /// The end of the arrow.
    pub to: Option<usize>,
    /// The text on the cell, or in the middle of the arrow.
    pub text: String,
    /// One of the three styles.
    pub tone: &'static str,
}

/// Parses the marks of a program's answer, at most [`MOST`].
///
/// # Errors
/// What is wrong, and with which mark.
pub fn read(position: &dyn AnyPosition, listed: &[At<'_>]) -> Result<Vec<Mark>, String> {
    if listed.is_empty() {
        return Ok(Vec::new());
    }
    let names = position.cell_names();
    let cells = gathered(names.iter().enumerate().map(|(i, name)| (name.as_str(), i)));
    let read = |(i, one): (usize, &At<'_>)| {
        let mark = mark(&cells, &At::root(one.value())).map_err(String::from);
        mark.map_err(|error| format!("mark {}: {error}", i + 1))
    };
    let marks = listed.iter().enumerate().map(read).collect::<Result<Vec<_>, String>>()?;
    let layers: BTreeSet<&str> = gathered(marks.iter().map(|one| one.layer.as_str()));
    if layers.len() > MOST_LAYERS {
        return Err(format!("thought.draw has {} layers; at most {MOST_LAYERS}", layers.len()));
    }
    Ok(marks)
}

fn mark(cells: &BTreeMap<&str, usize>, listed: &At<'_>) -> Found<Mark> {
    let cell = |at: &At<'_>| {
        let name = at.text()?;
        let example = cells.keys().next().copied().unwrap_or_default();
        let unknown = format!("is no cell of this board; expected one such as `{example}`");
        let place = cells.get(name).copied();
        place.map_or_else(|| at.wrong(format!("`{}` {unknown}", shorten(name))), Ok)
    };
    let plain = |key: &str| listed.maybe(key, text).map(Option::unwrap_or_default);
    let (to, layer, text, tone) =
        (listed.maybe("to", cell)?, plain("layer")?, plain("text")?, listed.get("tone"));
    let cell = cell(&listed.need("cell", "the name of a cell")?)?;
    let known = |at: &At<'_>| {
        let tone = at.text()?;
        at.read(TONES.into_iter().find(|one| *one == tone), TONES.join(", "))
    };
    let tone = tone.map_or(Ok(TONES[0]), |at| known(&at))?;
    let layer = if layer.is_empty() { "Drawing".to_owned() } else { layer };
    Ok(Mark { layer, cell, to, text, tone })
}

fn text(at: &At<'_>) -> Found<String> {
    let plain: String = at.text()?.chars().filter(|&c| !is_control(c)).collect();
    match plain.chars().count() {
        0..=LONGEST => Ok(plain),
        long => at.wrong(format!("it has {long} characters; at most {LONGEST}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::options::Options;
    use crate::catalog::GAMES;
    use serde_json::{Value, json};

    fn read_marks(game: &str, marks: Value) -> Result<Vec<Mark>, String> {
        let game = crate::catalog::game(game).expect("a game");
        let position = game.start(&Options::default(), 1).expect("a start");
        let marks = At::root(&marks).list(0..=MOST).expect("a list");
        read(position.as_ref(), &marks)
    }

    #[test]
    fn cell_names_are_unique_and_resolve_in_every_game() {
        for (game, cell, number) in [
            ("uros", "A6", 0),
            ("isolation", "b7", 1),
            ("outpost", "1,2", 201),
            ("fencemaster", "1,1", 7),
            ("reversi", "1,1", 9),
        ] {
            let marks = read_marks(game, json!([{ "cell": cell, "text": "x" }])).expect(game);
            assert_eq!((marks[0].cell, marks[0].layer.as_str()), (number, "Drawing"), "{game}");
        }
        for game in GAMES {
            let names = game.start(&Options::default(), 1).expect("a start").cell_names();
            let different: BTreeSet<&String> = names.iter().collect();
            assert!(!names.is_empty() && different.len() == names.len(), "{}", game.id());
        }
    }

    #[test]
    fn marks_are_validated() {
        let arrow =
            json!([{ "layer": "ways", "cell": "a1", "to": "c2", "tone": "bad", "text": "\u{7}2" }]);
        let marks = read_marks("isolation", arrow).expect("an arrow");
        assert_eq!((marks[0].tone, marks[0].text.as_str()), ("bad", "2"));
        assert_eq!((marks[0].cell, marks[0].to), (42, Some(37)));
        let one = |mark: Value| json!([{ "cell": "a1" }, mark]);
        let layers: Vec<Value> =
            (0..9).map(|i| json!({ "cell": "a1", "layer": i.to_string() })).collect();
        for (marks, said) in [
            (one(json!({})), "mark 2: `cell` is missing"),
            (one(json!(7)), "mark 2: `cell` is missing"),
            (
                one(json!({ "cell": "z9" })),
                "mark 2: cell: `z9` is no cell of this board; expected one such as `a1`",
            ),
            (one(json!({ "cell": 3 })), "mark 2: `cell` is `3`; expected a text"),
            (one(json!({ "cell": "a1", "to": "a0" })), "mark 2: to: `a0` is no cell"),
            (
                one(json!({ "cell": "a1", "tone": "red" })),
                "mark 2: `tone` is `\"red\"`; expected plain, good, bad",
            ),
            (one(json!({ "cell": "a1", "text": "x".repeat(17) })), "has 17 characters; at most 16"),
            (json!(layers), "thought.draw has 9 layers; at most 8"),
        ] {
            let error = read_marks("isolation", marks).expect_err(said);
            assert!(error.contains(said), "{error}");
        }
    }
}
