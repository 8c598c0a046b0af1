//! What the page shows of a position, in figures, words and lists; `view.d.ts` documents the fields.
//! Only reads positions.

use super::board::{BRIDGE, LOOP, TRIPOD};
use super::distance;
use super::geometry::{EDGE_NAMES, Place, column, row};
use super::moves::{Move, Name};
use super::position::{FenceMaster, SEAT_NAMES, Stand, by};
use super::trace;
use crate::fixed::shorten;
use crate::game::{Enumerable, Game, Seat};
use crate::json::sort_by_key;
use crate::object;
use crate::presentation::{Metric, Presentation, SeatStatus, Tally};
use serde_json::Value;

/// The word for how the game was decided on the board; `None` while it goes on and after giving up.
fn by_word(position: &FenceMaster) -> Option<&'static str> {
    match position.stand() {
        Stand::Won(_) => by(position.won()),
        Stand::Drawn => Some("draw"),
        Stand::Open | Stand::GivenUp(_) => None,
    }
}

fn stones_of(position: &FenceMaster, seat: Seat) -> usize {
    position.trail().iter().filter(|&&place| position.board().has(seat, place)).count()
}

/// The figures that the rules file names.
pub(super) fn summary(position: &FenceMaster) -> Value {
    object!({
        "stones": [stones_of(position, 0), stones_of(position, 1)],
        "winner": position.winner(),
        "by": by_word(position),
    })
}

fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// `the top, the upper right and the bottom edge`.
fn edges_words(bits: u16) -> String {
    let names: Vec<String> = (0..6)
        .filter(|edge| bits >> edge & 1 == 1)
        .map(|edge| format!("the {}", EDGE_NAMES[edge]))
        .collect();
    match names.split_last() {
        None => "no edge".to_owned(),
        Some((only, [])) => format!("{only} edge"),
        Some((last, rest)) => format!("{} and {last} edge", rest.join(", ")),
    }
}

/// Stones that hang together.
struct Group {
    seat: Seat,
    cells: Vec<Place>,
    /// The sides (bits 0 to 5) and corners (bits 6 to 11) it touches.
    touched: u16,
}

impl Group {
    fn edges(&self) -> usize {
        (self.touched & 63).count_ones() as usize
    }

    fn corners(&self) -> usize {
        (self.touched >> 6).count_ones() as usize
    }

    fn words(&self) -> String {
        let corners = match self.corners() {
            0 => String::new(),
            n => format!(" and holds {}", counted(n, "corner")),
        };
        let (stones, edges) = (counted(self.cells.len(), "stone"), edges_words(self.touched));
        format!("{}, {stones}, touches {edges}{corners}", SEAT_NAMES[self.seat])
    }
}

/// All groups, in the order of their first cells.
fn groups(position: &FenceMaster) -> Vec<Group> {
    let board = position.board();
    let mut roots: Vec<Place> = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    for &place in position.geometry().places() {
        let Some(seat) = board.stone(place) else { continue };
        let root = board.root(place);
        match roots.iter().position(|&known| known == root) {
            Some(group) => groups[group].cells.push(place),
            None => {
                roots.push(root);
                groups.push(Group { seat, cells: vec![place], touched: board.touched(place) });
            }
        }
    }
    groups
}

/// The bits that are set, counted from `from`.
fn set(bits: u16, from: u32) -> Vec<u32> {
    (0..6).filter(|bit| bits >> (from + bit) & 1 == 1).collect()
}

fn numbers(position: &FenceMaster, cells: &[Place]) -> Vec<usize> {
    cells.iter().filter_map(|&place| position.geometry().number(place)).collect()
}

fn win(position: &FenceMaster) -> Option<Value> {
    let Stand::Won(seat) = position.stand() else { return None };
    let (geometry, board) = (position.geometry(), position.board());
    let joined = |bit, corners, least| {
        (position.won() & bit != 0)
            .then(|| numbers(position, &trace::joining(geometry, board, seat, corners, least)))
    };
    let ring = ring(position, seat);
    Some(object!({
        "seat": seat,
        "tripod": joined(TRIPOD, false, 3),
        "loop": ring.as_ref().map(|ring| numbers(position, &ring.cells)),
        "bridge": joined(BRIDGE, true, 2),
        "enclosed": ring.map_or(Vec::new(), |ring| numbers(position, &ring.enclosed)),
    }))
}

fn ring(position: &FenceMaster, seat: Seat) -> Option<trace::Ring> {
    (position.won() & LOOP != 0)
        .then(|| trace::ring(position.geometry(), position.board(), seat, position.havannah()))
        .flatten()
}

/// What the page draws.
pub(super) fn view(position: &FenceMaster) -> Value {
    let (geometry, board) = (position.geometry(), position.board());
    let places = geometry.places();
    let groups = groups(position);
    let mut group_of = vec![None; places.len()];
    for (number, group) in groups.iter().enumerate() {
        for &place in &group.cells {
            if let Some(cell) = geometry.number(place) {
                group_of[cell] = Some(number);
            }
        }
    }
    let words = |(cell, &place): (usize, &Place)| {
        let name = Name(place);
        match group_of[cell].and_then(|group: usize| groups.get(group)) {
            None => format!("{name}, empty"),
            Some(group) => {
                let seat = SEAT_NAMES[group.seat];
                let edges = counted(group.edges(), "edge");
                format!("{name}, {seat}, in a group of {} that touches {edges}", group.cells.len())
            }
        }
    };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let targets: Vec<usize> = moves.iter().filter_map(|mv| geometry.number(mv.place()?)).collect();
    let last = position.last().and_then(|place| {
        Some(object!({
            "seat": board.stone(place),
            "cell": geometry.number(place)?,
            "swap": position.just_swapped(),
        }))
    });
    object!({
        "size": geometry.side(),
        "rules": if position.havannah() { "havannah" } else { "fencemaster" },
        "rows": places.iter().map(|&place| row(place)).collect::<Vec<_>>(),
        "columns": places.iter().map(|&place| column(place)).collect::<Vec<_>>(),
        "cell_names": places.iter().map(|&place| Name(place).to_string()).collect::<Vec<_>>(),
        "cell_words": places.iter().enumerate().map(words).collect::<Vec<_>>(),
        "stones": places.iter().map(|&place| board.stone(place)).collect::<Vec<_>>(),
        "edges": places.iter().map(|&place| geometry.edge(place)).collect::<Vec<_>>(),
        "corners": places.iter().map(|&place| geometry.corner(place)).collect::<Vec<_>>(),
        "groups": group_of,
        "group_list": groups
            .iter()
            .map(|group| object!({
                "seat": group.seat,
                "cells": numbers(position, &group.cells),
                "edges": set(group.touched, 0),
                "corners": set(group.touched, 6),
                "words": group.words(),
            }))
            .collect::<Vec<_>>(),
        "mover": position.to_act().first(),
        "targets": targets,
        "swap": position.may_swap(),
        "last": last,
        "win": win(position),
        "winner": position.winner(),
        "by": by_word(position),
    })
}

/// Where a move is on the board, in the form that the renderer knows.
pub(super) fn location(position: &FenceMaster, mv: &Move) -> Value {
    object!({ "cell": mv.place().and_then(|place| position.geometry().number(place)) })
}

/// The group of a player that touches the most sides, the largest of those.
fn best_group(position: &FenceMaster, seat: Seat) -> Option<Group> {
    let mut own: Vec<Group> =
        groups(position).into_iter().filter(|group| group.seat == seat).collect();
    sort_by_key(&mut own, |group| (-(group.edges() as i64), -(group.cells.len() as i64)));
    own.into_iter().next()
}

pub(super) fn seat_status(position: &FenceMaster, seat: Seat) -> SeatStatus {
    let stones = stones_of(position, seat);
    let (edges, size) =
        best_group(position, seat).map_or((0, 0), |group| (group.edges(), group.cells.len()));
    let note = match size {
        0 => "no stone yet".to_owned(),
        _ => format!("{} · best group of {size}", counted(stones, "stone")),
    };
    SeatStatus { score: counted(edges, "edge"), note }
}

pub(super) fn turn_text(position: &FenceMaster) -> String {
    match position.to_act().first() {
        None => "The game is over".to_owned(),
        Some(seat) if position.may_swap() => format!("{} to move, or to swap", SEAT_NAMES[seat]),
        Some(seat) => format!("{} to move", SEAT_NAMES[seat]),
    }
}

pub(super) fn metrics(position: &FenceMaster) -> Vec<Metric> {
    let gauge = |chart: &'static str, what: &str, seat: Seat, value: f64| Metric {
        chart,
        label: format!("{}'s {what}", SEAT_NAMES[seat]),
        seat: Some(seat),
        value,
    };
    let mut metrics = Vec::new();
    for seat in 0..2 {
        let lacks = match position.stand() {
            Stand::Won(winner) if winner == seat => 0,
            _ => distance::lack(position, seat).stones,
        };
        metrics.push(gauge("Stones lacking", "stones lacking to a tripod", seat, f64::from(lacks)));
    }
    for seat in 0..2 {
        let edges = best_group(position, seat).map_or(0, |group| group.edges());
        metrics.push(gauge("Edges", "most edges joined", seat, edges as f64));
    }
    metrics
}

/// What wins, in the words of the rules that are played.
fn won_words(position: &FenceMaster, won: u8) -> String {
    let havannah = position.havannah();
    let names: Vec<&str> = [
        (TRIPOD, if havannah { "a fork" } else { "a tripod" }),
        (BRIDGE, "a bridge"),
        (LOOP, if havannah { "a ring" } else { "a loop" }),
    ]
    .into_iter()
    .filter(|(bit, _)| won & bit != 0)
    .map(|(_, name)| name)
    .collect();
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => (*only).to_owned(),
        Some((last, rest)) => format!("{} and {last} at once", rest.join(", ")),
    }
}

/// How the winner's stones do it.
fn how_words(position: &FenceMaster, seat: Seat) -> String {
    let joined = |bit: u8| {
        let group = groups(position).into_iter().find(|group| {
            group.seat == seat
                && if bit == TRIPOD { group.edges() >= 3 } else { group.corners() >= 2 }
        });
        group.filter(|_| position.won() & bit != 0)
    };
    let mut clauses = Vec::new();
    if let Some(group) = joined(TRIPOD) {
        clauses.push(format!("one group joins {}", edges_words(group.touched)));
    }
    if let Some(group) = joined(BRIDGE) {
        clauses.push(format!("one group joins {}", counted(group.corners(), "corner")));
    }
    if let Some(ring) = ring(position, seat) {
        let (stones, cells) = (ring.cells.len(), counted(ring.enclosed.len(), "cell"));
        clauses.push(format!("{stones} stones enclose {cells}"));
    }
    clauses.join(", and ")
}

/// The end in one sentence.
pub(super) fn outcome_text(position: &FenceMaster) -> Option<String> {
    Some(match position.stand() {
        Stand::Open => return None,
        Stand::Won(seat) => {
            let what = won_words(position, position.won());
            format!("{} wins by {what}: {}.", SEAT_NAMES[seat], how_words(position, seat))
        }
        Stand::GivenUp(seat) => {
            format!("{} wins: {} gave up.", SEAT_NAMES[1 - seat], SEAT_NAMES[seat])
        }
        Stand::Drawn if position.empties() == 0 && !both_have(position) => {
            "A draw: the board is full, and nobody has won.".to_owned()
        }
        Stand::Drawn => "A draw: on the board given, both players have what wins.".to_owned(),
    })
}

/// Whether both players have what wins: possible only on a board that was given.
fn both_have(position: &FenceMaster) -> bool {
    position.plies() == 0
        && super::text::Picture::read(&position.picture())
            .is_ok_and(|picture| (0..2).all(|seat| picture.wins(seat, position.havannah()) != 0))
}

pub(super) fn report(position: &FenceMaster) -> Vec<(&'static str, String)> {
    let Some(words) = outcome_text(position) else { return Vec::new() };
    let winner = position.winner().map_or("nobody", |seat| SEAT_NAMES[seat]);
    let mut report = vec![("Winner", winner.to_owned()), ("How", words)];
    for (seat, name) in SEAT_NAMES.into_iter().enumerate() {
        let group = best_group(position, seat);
        let text = group.map_or("no stone".to_owned(), |group| {
            format!(
                "{} in its best group, which touches {}",
                counted(group.cells.len(), "stone"),
                edges_words(group.touched)
            )
        });
        report.push((name, text));
    }
    report.push(("Plies", position.plies().to_string()));
    report.push(("Empty cells left", position.empties().to_string()));
    report
}

pub(super) fn tallies(position: &FenceMaster) -> Vec<Tally> {
    let Some(outcome) = position.outcome() else { return Vec::new() };
    vec![
        Tally::Count { of: "won by", answer: outcome.reason.to_owned() },
        Tally::Count {
            of: "winner",
            answer: position.winner().map_or("nobody", |seat| SEAT_NAMES[seat]).to_owned(),
        },
        Tally::Mean { of: "plies", value: position.plies() as f64 },
    ]
}

/// `{"text":true}`: the board as text. `{"after":"r,c"}`: what would be joined by that move of the player
/// to move.
pub(super) fn inspect(position: &FenceMaster, question: &Value) -> Result<Value, String> {
    if question.get("text").and_then(Value::as_bool) == Some(true) {
        return Ok(object!({ "text": position.picture() }));
    }
    let Some(text) = question.get("after").and_then(Value::as_str) else {
        return Err(format!(
            "`{}` is not a question of this game; expected an object with `after` and a move",
            shorten(&question.to_string())
        ));
    };
    let seat = position.turn();
    let mv = position.parse_move(seat, text).map_err(|error| error.to_string())?;
    let mut next = position.clone();
    next.play(seat, &mv).map_err(|error| error.to_string())?;
    let place = mv.place().or(next.last()).unwrap_or(0);
    let group = groups(&next).into_iter().find(|group| group.cells.contains(&place));
    let Some(group) = group else { return Err(format!("{mv} puts no stone")) };
    let end = match next.won() {
        0 => String::new(),
        won => format!("; wins by {}", won_words(&next, won)),
    };
    Ok(object!({
        "cell": position.geometry().number(place),
        "group": numbers(&next, &group.cells),
        "edges": set(group.touched, 0),
        "wins": by(next.won()),
        "words": format!("{}{end}", group.words()),
    }))
}

impl Presentation for FenceMaster {
    type Summary = Value;
    type Layout = ();
    type View = Value;
    type Location = Value;
    type Question = Value;
    type Answer = Value;

    fn position_text(&self) -> String {
        self.picture()
    }

    fn layout(&self) {}

    fn seat_name(&self, seat: Seat) -> String {
        SEAT_NAMES[seat].to_owned()
    }

    fn describe_move(&self, mv: &Move) -> String {
        match (mv.place(), self.last()) {
            (Some(_), _) => format!("stone on {mv}"),
            (None, Some(stone)) => format!("swap: the stone on {} turns black", Name(stone)),
            (None, None) => "swap".to_owned(),
        }
    }

    fn summary(&self) -> Value {
        summary(self)
    }

    fn view(&self) -> Value {
        view(self)
    }

    fn location(&self, mv: &Move) -> Value {
        location(self, mv)
    }

    fn seat_status(&self, seat: Seat) -> SeatStatus {
        seat_status(self, seat)
    }

    fn metrics(&self) -> Vec<Metric> {
        metrics(self)
    }

    fn report(&self) -> Vec<(&'static str, String)> {
        report(self)
    }

    fn outcome_text(&self) -> Option<String> {
        outcome_text(self)
    }

    fn tallies(&self) -> Vec<Tally> {
        tallies(self)
    }

    fn turn_text(&self) -> String {
        turn_text(self)
    }

    fn inspect(&self, question: Value) -> Result<Value, String> {
        inspect(self, &question)
    }
}
