//! The questions of the page: what an overlay shows, what hovering says, whether a map is one. Those of
//! the map editor and of a run are answered next door.

use super::super::board::{Cell, Cells, EMPIRES, HOMES, supplied, supply};
use super::super::field::{Field, Rules};
use super::super::map;
use super::super::position::Outpost;
use super::super::survey::{chokes, count_around, cut_off, neutral, pressed};
use super::words::cell_words;
use super::{both, digits, grid};
use crate::fixed::shorten;
use crate::object;
use serde_json::Value;

pub(super) fn inspect(position: &Outpost, question: &Value) -> Result<Value, String> {
    let wrong = |expected: &str| {
        format!(
            "`{}` is not a question of Outpost; expected {expected}",
            shorten(&question.to_string())
        )
    };
    let seat = || {
        question
            .get("seat")
            .and_then(Value::as_u64)
            .filter(|&seat| seat < EMPIRES as u64)
            .map(|seat| seat as usize)
            .ok_or_else(|| wrong("`seat` from 0 to 3"))
    };
    let cell = |key: &str| {
        let number = |i: usize| question.get(key)?.get(i)?.as_u64();
        number(0)
            .zip(number(1))
            .and_then(|(x, y)| Cell::new(x as usize, y as usize))
            .ok_or_else(|| wrong(&format!("`{key}` as [x, y], both from 0 to 99")))
    };
    let (field, rules) = (&position.field, &*position.rules);
    match question.get("ask").and_then(Value::as_str) {
        Some("supply") => {
            let seat = seat()?;
            let chokes: Vec<Value> = chokes(rules, field, seat)
                .into_iter()
                .map(|(cell, outposts)| object!({ "cell": cell, "outposts": outposts }))
                .collect();
            Ok(object!({ "grid": grid(&field.supply_area(rules, seat)), "chokes": chokes }))
        }
        Some("danger") => {
            let seat = seat()?;
            let own = &field.owners.own[seat];
            let near = pressed(rules, field, seat, 1);
            let far = pressed(rules, field, seat, 2);
            Ok(object!({ "grid": digits(|cell| match () {
                () if !own.contains(cell) => 0,
                () if !near.own[seat].contains(cell) => 2,
                () if !far.own[seat].contains(cell) => 1,
                () => 0,
            }) }))
        }
        Some("cut") => Ok(object!({ "indices": cut_off(rules, field, seat()?) })),
        Some("value") => {
            seat()?;
            let free = neutral(&field.owners);
            let most = Cells::diamond(Cell { x: 50, y: 50 }, rules.r).count();
            Ok(object!({ "grid": digits(|cell| {
                if !rules.map.land.contains(cell) {
                    return 0;
                }
                (count_around(&free, cell, rules.r) * 9).div_ceil(most.max(1)) as u8
            }) }))
        }
        Some("ghost") => ghost(rules, field, seat()?, cell("cell")?),
        Some("path") => {
            seat()?;
            let (from, to) = (cell("from")?, cell("to")?);
            let path = rules.map.path(from, to);
            let steps = (from == to || !path.is_empty()).then_some(path.len());
            Ok(object!({ "path": path, "steps": steps }))
        }
        Some("cell") => {
            let cell = cell("cell")?;
            let counts: Vec<usize> = field
                .posts
                .iter()
                .map(|posts| posts.iter().filter(|&&post| post == cell).count())
                .collect();
            Ok(object!({
                "words": cell_words(rules, field, cell, &counts),
                "code": field.owners.code(cell),
                "water": rules.map.water.contains(cell),
                "outposts": counts,
            }))
        }
        Some("draft") => super::draft::draft(question),
        Some("random map") => super::draft::random(question),
        Some("until") => super::alarm::until(position, seat()?, question),
        Some("plan") => super::alarm::plan(position, seat()?, question),
        Some("map") => {
            let text = question
                .get("text")
                .and_then(Value::as_str)
                .ok_or_else(|| wrong("`text` with a map"))?;
            let checked = (map::SETUP.check)(text);
            Ok(match checked {
                Err(error) => object!({
                    "ok": false, "error": error, "words": "", "warnings": Vec::<String>::new(), "cells": 0usize,
                }),
                Ok(checked) => object!({
                    "ok": true,
                    "error": None::<String>,
                    "words": checked.text,
                    "warnings": checked.warnings,
                    "cells": checked.facts.to_json()["cells"],
                }),
            })
        }
        _ => Err(wrong(
            "`ask` to be one of supply, danger, cut, value, ghost, path, cell, map, draft, random map, until, plan",
        )),
    }
}

fn ghost(rules: &Rules, field: &Field, seat: usize, cell: Cell) -> Result<Value, String> {
    if !rules.map.land.contains(cell) {
        return Ok(object!({
            "diamond": Vec::<Cell>::new(), "land": 0u32, "water": 0u32, "taken": 0u32,
            "supplied": false, "words": format!("{cell} is water"),
        }));
    }
    let mut with = field.clone();
    with.posts[seat].push(cell);
    with.owners.measure(&with.posts, rules.r);
    let won = with.owners.own[seat].with(&field.owners.own[seat], |new, old| new & !old);
    let [land, water] = both(&won, rules);
    let taken: u32 = (0..EMPIRES)
        .filter(|&e| e != seat)
        .map(|e| field.owners.own[e].count() - field.owners.own[e].count_in(&with.owners.own[e]))
        .sum();
    let passable = with.owners.passable(seat, &rules.map.land);
    let supplied = supplied(cell, HOMES[seat], &supply(HOMES[seat], &passable));
    let words = format!(
        "an outpost on {cell} gains {land} land and {water} water{}{}",
        if taken > 0 { format!(", {taken} of them from others") } else { String::new() },
        if supplied { "" } else { "; supply would not reach it" }
    );
    Ok(object!({
        "diamond": Cells::diamond(cell, rules.r).iter().collect::<Vec<_>>(),
        "land": land,
        "water": water,
        "taken": taken,
        "supplied": supplied,
        "words": words,
    }))
}
