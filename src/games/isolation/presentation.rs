//! What the page shows of a position, in figures, words and lists; `view.d.ts` documents the fields.
//! Only reads positions.

use super::board::{Cell, Cells, Size, count, reach};
use super::position::{Isolation, Move, SEAT_NAMES};
use super::theory::{self, Placement};
use crate::fixed::shorten;
use crate::game::{Enumerable, Game, Seat};
use crate::object;
use crate::presentation::{Metric, Presentation, SeatStatus};
use serde_json::Value;

/// The figures that the rules file names.
pub(super) fn summary(position: &Isolation) -> Value {
    object!({
        "at": [name(position.knight(0)), name(position.knight(1))],
        "moves": [position.mobility(0), position.mobility(1)],
        "free": count(position.free()),
    })
}

fn name(cell: Option<Cell>) -> Option<String> {
    cell.map(|cell| cell.to_string())
}

/// The number of a cell on the page: row by row from the top left.
fn number(size: Size, cell: Cell) -> usize {
    usize::from(size.height - 1 - cell.row()) * usize::from(size.width) + usize::from(cell.column())
}

fn numbers(size: Size, cells: Cells) -> Vec<usize> {
    page_order(size)
        .enumerate()
        .filter(|(_, cell)| cells & cell.alone() != 0)
        .map(|(number, _)| number)
        .collect()
}

/// The same for both seats.
fn both<T>(of: &dyn Fn(Seat) -> T) -> [T; 2] {
    [of(0), of(1)]
}

/// The cells of a board in the page's order.
fn page_order(size: Size) -> impl Iterator<Item = Cell> {
    (0..size.height)
        .rev()
        .flat_map(move |row| (0..size.width).filter_map(move |column| Cell::at(column, row)))
}

/// The cells that a knight could still come to if the other one stood still for ever.
fn region(position: &Isolation, seat: Seat) -> Cells {
    match position.knight(seat) {
        Some(cell) => reach(cell, position.free()),
        None => position.free(),
    }
}

fn square_words(position: &Isolation, cell: Cell, targets: Cells) -> String {
    if let Some(seat) = (0..2).find(|&seat| position.knight(seat) == Some(cell)) {
        return format!("{cell}, knight of {}", SEAT_NAMES[seat]);
    }
    if let Some(ply) = position.trail().position(|trodden| trodden == cell) {
        return format!("{cell}, closed by {} at ply {}", SEAT_NAMES[ply % 2], ply + 1);
    }
    let legal = if targets & cell.alone() == 0 { "" } else { ", legal" };
    format!("{cell}, free{legal}")
}

/// Where a move is on the board, in the form that the renderer knows.
pub(super) fn location(position: &Isolation, mv: &Move) -> Value {
    let size = position.size();
    object!({
        "cell": number(size, mv.0),
        "from": position.knight(position.turn()).map(|cell| number(size, cell)),
    })
}

fn placement(position: &Isolation) -> Option<Value> {
    let words = theory::words(position)?;
    let both = Placement::of(position);
    Some(object!({
        "same_colour": both.map(|both| both.same_colour()),
        "winner": match both {
            Some(both) => both.winner(),
            None => theory::winner_by_placement(position),
        },
        "words": words,
    }))
}

pub(super) fn view(position: &Isolation) -> Value {
    let size = position.size();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let targets = moves.iter().fold(0, |set, mv| set | mv.0.alone());
    let last = position.trail().last().map(|to| {
        let seat = (position.plies() - 1) % 2;
        let from = position.trail().rev().nth(2).map(|cell| number(size, cell));
        object!({ "seat": seat, "cell": number(size, to), "from": from })
    });
    object!({
        "columns": size.width,
        "rows": size.height,
        "square_names": page_order(size).map(|cell| cell.to_string()).collect::<Vec<_>>(),
        "square_words":
            page_order(size).map(|cell| square_words(position, cell, targets)).collect::<Vec<_>>(),
        "closed": numbers(size, size.cells() & !position.free()),
        "knights": both(&|seat| position.knight(seat).map(|cell| number(size, cell))),
        "trails": both(&|seat| {
            position.trail_of(seat).map(|cell| number(size, cell)).collect::<Vec<_>>()
        }),
        "mover": position.to_act().first(),
        "targets": moves
            .iter()
            .map(|mv| object!({ "cell": number(size, mv.0), "move": mv.to_string() }))
            .collect::<Vec<_>>(),
        "regions": both(&|seat| numbers(size, region(position, seat))),
        "last": last,
        "winner": position.winner(),
        "placement": placement(position),
    })
}

fn moves_words(moves: u32) -> String {
    if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") }
}

pub(super) fn seat_status(position: &Isolation, seat: Seat) -> SeatStatus {
    let moves = position.mobility(seat);
    let note = match position.knight(seat) {
        None => "knight in hand".to_owned(),
        Some(cell) => {
            let cells = count(region(position, seat));
            let cells = if cells == 1 { "1 cell".to_owned() } else { format!("{cells} cells") };
            format!("knight on {cell} · {cells} in reach")
        }
    };
    SeatStatus { score: moves_words(moves), note }
}

pub(super) fn turn_text(position: &Isolation) -> String {
    match position.to_act().first() {
        None => "The game is over".to_owned(),
        Some(seat) if position.knight(seat).is_none() => {
            format!("{} to place the knight", SEAT_NAMES[seat])
        }
        Some(seat) => format!("{} to move", SEAT_NAMES[seat]),
    }
}

pub(super) fn metrics(position: &Isolation) -> Vec<Metric> {
    let moves = [0, 1].map(|seat| f64::from(position.mobility(seat)));
    let mut metrics: Vec<_> = (0..2)
        .map(|seat| Metric {
            chart: "Moves",
            label: format!("{}'s moves", SEAT_NAMES[seat]),
            seat: Some(seat),
            value: moves[seat],
        })
        .collect();
    metrics.push(Metric {
        chart: "Difference",
        label: format!("{}'s moves minus {}'s", SEAT_NAMES[0], SEAT_NAMES[1]),
        seat: None,
        value: moves[0] - moves[1],
    });
    metrics
}

/// The end in one sentence.
pub(super) fn outcome_text(position: &Isolation) -> Option<String> {
    let winner = position.winner()?;
    let (winner, loser) = (SEAT_NAMES[winner], SEAT_NAMES[1 - winner]);
    Some(match position.gave_up() {
        Some(_) => format!("{winner} wins: {loser} gave up."),
        None => format!("{winner} wins: {loser} cannot move."),
    })
}

pub(super) fn report(position: &Isolation) -> Vec<(&'static str, String)> {
    let Some(winner) = position.winner() else { return Vec::new() };
    let loser = SEAT_NAMES[1 - winner];
    let mut report = vec![
        ("Winner", SEAT_NAMES[winner].to_owned()),
        (
            "How",
            match position.gave_up() {
                Some(_) => format!("{loser} gave up"),
                None => format!("{loser} was to move, and no cell a knight's move away was free"),
            },
        ),
        ("Left to the winner", moves_words(position.mobility(winner))),
        ("Plies", position.plies().to_string()),
        ("Free cells left", count(position.free()).to_string()),
    ];
    if let Some(words) = theory::words(position) {
        report.push(("Placement", words));
    }
    report
}

/// `{"after":"d4"}`: what the board would be like after that move of the player to move.
pub(super) fn inspect(position: &Isolation, question: &Value) -> Result<Value, String> {
    let Some(text) = question.get("after").and_then(Value::as_str) else {
        return Err(format!(
            "`{}` is not a question of this game; expected an object with `after` and a move",
            shorten(&question.to_string())
        ));
    };
    let seat = position.turn();
    let mv = position.parse_move(seat, text).map_err(|error| error.to_string())?;
    let mut next = *position;
    next.play(seat, &mv).map_err(|error| error.to_string())?;
    let size = position.size();
    Ok(object!({
        "cell": number(size, mv.0),
        "targets": both(&|seat| numbers(size, next.targets(seat))),
        "regions": both(&|seat| numbers(size, region(&next, seat))),
        "moves": [next.mobility(0), next.mobility(1)],
        "winner": next.winner(),
    }))
}

impl Presentation for Isolation {
    type Summary = Value;
    type Layout = ();
    type View = Value;
    type Location = Value;
    type Question = Value;
    type Answer = Value;

    fn position_text(&self) -> String {
        super::diagram::write(self)
    }

    fn layout(&self) {}

    fn seat_name(&self, seat: Seat) -> String {
        SEAT_NAMES[seat].to_owned()
    }

    fn describe_move(&self, mv: &Move) -> String {
        match self.knight(self.turn()) {
            None => format!("knight placed on {mv}"),
            Some(from) => format!("knight from {from} to {mv}"),
        }
    }

    fn summary(&self) -> Value {
        summary(self)
    }

    fn view(&self) -> Value {
        view(self)
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

    fn turn_text(&self) -> String {
        turn_text(self)
    }

    fn outcome_text(&self) -> Option<String> {
        outcome_text(self)
    }

    fn location(&self, mv: &Move) -> Value {
        location(self, mv)
    }

    fn inspect(&self, question: Value) -> Result<Value, String> {
        inspect(self, &question)
    }
}
