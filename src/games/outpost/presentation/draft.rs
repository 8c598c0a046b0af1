//! What the map editor asks: what a region that is being painted becomes on the whole board, what keeps
//! it from being a map, and where; and regions to begin from.

use super::super::board::{Cell, Cells};
use super::super::map::{self, REGION, WATER};
use super::grid;
use crate::json::Json;
use crate::object;
use crate::rng::{Rng, Stream};
use serde_json::Value;

/// `{"ask":"draft","cells":[[x,y],…]}`: water cells of the region that is painted, in any order.
///
/// Answers `{grid, count, needed, cut, corners, ok, words, text}`: the water of the whole board; how many
/// cells of water the region has and a valid map needs; land of the region that is cut off; its corners
/// that are under water; whether a game can begin on it; what is to be done, in words; the map as text.
///
/// `{"ask":"draft","text":…}` reads a map text instead: the same with its `cells`, or `{error}`.
pub(super) fn draft(question: &Value) -> Result<Value, String> {
    if let Some(text) = question.get("text").and_then(Value::as_str) {
        return Ok(match map::read(text) {
            Err(error) => object!({ "error": error }),
            Ok(read) => with_cells(&read.region),
        });
    }
    let wrong = || "`cells` must be pairs of whole numbers from 0 to 49".to_owned();
    let cells = question.get("cells").and_then(Value::as_array).ok_or_else(wrong)?;
    let mut wet = [false; REGION * REGION];
    for cell in cells {
        let number = |i: usize| {
            let number = cell.get(i).and_then(Value::as_u64);
            number.and_then(|n| usize::try_from(n).ok()).filter(|&n| n < REGION)
        };
        let (x, y) = number(0).zip(number(1)).ok_or_else(wrong)?;
        wet[x * REGION + y] = true;
    }
    Ok(judge(&region(&wet)))
}

/// `{"ask":"random map","seed":n}`: a region that the generator makes, answered as a draft, with `cells`.
pub(super) fn random(question: &Value) -> Result<Value, String> {
    let seed = question.get("seed").and_then(Value::as_u64).ok_or("`seed` is missing")?;
    let region = map::generate(&mut Rng::new(seed & crate::rng::MAX_SEED, Stream::Setup));
    Ok(with_cells(&region))
}

fn with_cells(region: &[Cell]) -> Value {
    let mut answer = judge(region);
    answer["cells"] = region.json();
    answer
}

fn region(wet: &[bool]) -> Vec<Cell> {
    let all = (0..REGION * REGION).filter(|&at| wet.get(at) == Some(&true));
    all.filter_map(|at| Cell::new(at / REGION, at % REGION)).collect()
}

fn judge(region: &[Cell]) -> Value {
    let last = REGION as u8 - 1;
    let corner = |cell: &Cell| [0, last].contains(&cell.x) && [0, last].contains(&cell.y);
    let corners: Vec<Cell> = region.iter().copied().filter(corner).collect();
    let home = corners.iter().any(|cell| cell.x == 0 && cell.y == 0);
    let cut = if home { Vec::new() } else { map::cut_off(region) };
    let mut words = Vec::new();
    let cells = |count: usize| format!("{count} {}", if count == 1 { "cell" } else { "cells" });
    if home {
        words.push("The corner 0,0 is a home: it must be land.".to_owned());
    }
    if !cut.is_empty() {
        words.push(format!(
            "{} of land cannot be reached from the home: make a way, or flood them.",
            cells(cut.len())
        ));
    }
    if !home && !corners.is_empty() {
        words.push("A corner is under water: allowed, but not in a valid map.".to_owned());
    }
    if region.len() != WATER {
        let (more, word) = if region.len() < WATER {
            (WATER - region.len(), "more")
        } else {
            (region.len() - WATER, "fewer")
        };
        words.push(format!("{more} {word} cells of water make a valid map of {WATER}."));
    }
    let ok = !home && cut.is_empty();
    if words.is_empty() {
        words.push("A valid map.".to_owned());
    }
    let text: Vec<String> = region.iter().map(|cell| format!("{} {}", cell.x, cell.y)).collect();
    let whole: Cells = map::unfold(region);
    object!({
        "grid": grid(&whole),
        "count": region.len(),
        "needed": WATER,
        "cut": cut,
        "corners": corners,
        "ok": ok,
        "words": words,
        "text": text.join("\n") + "\n",
    })
}
