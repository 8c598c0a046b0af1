//! The text form of a position: the board row by row from the top (a digit is a piece of that seat, `.` an empty cell),
//! then `to move: 1`.

use super::board::{Board, MOST_CELLS};
use crate::base::fixed::shorten;
use crate::contract::game::Seat;
use crate::contract::setup::{Entry, lines, misread};
use std::ops::RangeInclusive;

const NUMBERS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];

/// Reads columns and rows, `7x6`, each within `sides`.
///
/// # Errors
/// The expected form.
pub fn size(text: &str, sides: [u8; 2]) -> Result<Board, String> {
    let read =
        |side: &str| side.trim().parse::<u8>().ok().filter(|side| allowed(sides).contains(side));
    let both = text.split_once('x').and_then(|(columns, rows)| read(columns).zip(read(rows)));
    both.map(|(columns, rows)| Board::new(columns, rows)).ok_or_else(|| {
        let [least, most] = [*allowed(sides).start(), *allowed(sides).end()];
        format!("expected columns x rows, each from {least} to {most}, found `{}`", shorten(text))
    })
}

/// The range of a board's sides.
pub fn allowed([least, most]: [u8; 2]) -> RangeInclusive<u8> {
    least.max(1)..=most.min(MOST_CELLS.isqrt() as u8)
}

/// Reads a position of a game with this number of seats and these sides: the board, and the seat to move.
///
/// # Errors
/// The error, with line and column, and what was expected.
pub fn read(text: &str, seats: usize, sides: [u8; 2]) -> Result<(Board, Seat), String> {
    let numbers = &NUMBERS[..seats.min(NUMBERS.len())];
    let mut mover = None;
    let mut rows: Vec<(usize, Vec<(usize, char)>)> = Vec::new();
    for (line, words) in lines(text) {
        match Entry::read(line, words) {
            Some(entry) if entry.key != "to move" => {
                return Err(misread(line, 1, "expected `to move:` and the number of a seat"));
            }
            Some(entry) if mover.is_some() => return Err(entry.wrong("this was said before")),
            Some(entry) => mover = Some(entry.one_of(numbers)?),
            None => {
                let marks = words.chars().enumerate().filter(|(_, mark)| !mark.is_whitespace());
                rows.push((line, marks.map(|(at, mark)| (at + 1, mark)).collect()));
            }
        }
    }
    let width = rows.first().map_or(0, |(_, marks)| marks.len());
    let mut board = size(&format!("{width}x{}", rows.len()), sides)
        .map_err(|error| misread(rows.last().map_or(1, |row| row.0), 1, error))?;
    for (row, (line, marks)) in (0..board.rows()).rev().zip(&rows) {
        if marks.len() != width {
            let message = format!("this row has {} cells, the first has {width}", marks.len());
            return Err(misread(*line, 1, message));
        }
        for (column, &(place, mark)) in (0..).zip(marks) {
            let seat = numbers.iter().position(|number| number.starts_with(mark));
            if mark != '.' && seat.is_none() {
                let (last, found) = (numbers.len(), mark.escape_debug());
                return Err(misread(
                    *line,
                    place,
                    format!("expected `.` or 1 to {last}, found `{found}`"),
                ));
            }
            if let Some(cell) = board.cell(column, row) {
                board.put(cell, seat);
            }
        }
    }
    Ok((board, mover.unwrap_or(0)))
}

/// The text form of a position.
pub fn write(board: &Board, mover: Seat) -> String {
    let mut text = String::new();
    for row in (0..board.rows()).rev() {
        let cells = (0..board.columns()).filter_map(|column| board.cell(column, row));
        let marks = cells.map(|cell| board.piece(cell).map_or(".", |seat| NUMBERS[seat]));
        text += &marks.collect::<Vec<_>>().join(" ");
        text.push('\n');
    }
    format!("{text}to move: {}\n", mover + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_survive_a_round_trip() {
        let text = ". . 2 .\n1 . 3 .\n1 2 1 .\nto move: 3\n";
        let (board, mover) = read(text, 3, [3, 5]).expect("a position");
        assert_eq!(write(&board, mover), text);
        assert_eq!(read("..\n1.", 2, [2, 3]).map(|(_, mover)| mover), Ok(0));
    }

    #[test]
    fn position_errors_name_line_and_column() {
        for (text, message) in [
            ("...\n.x.\n...", "line 2, column 2: expected `.` or 1 to 2, found `x`"),
            ("...\n..\n...", "line 2, column 1: this row has 2 cells, the first has 3"),
            (
                "...\n...",
                "line 2, column 1: expected columns x rows, each from 3 to 5, found `3x2`",
            ),
            ("...\n...\n...\nto move: 3", "line 4, column 9: expected 1 or 2, found `3`"),
            (
                "...\n...\n...\nmover: 1",
                "line 4, column 1: expected `to move:` and the number of a seat",
            ),
        ] {
            assert_eq!(read(text, 2, [3, 5]).expect_err(text), message);
        }
    }
}
