//! The text form of a position: the board row by row from the top (`1` and `2` are the knights, `.` is free, `x` closed),
//! then `to move: 1` or `2`.

use super::board::{Cell, Cells, LARGEST, SEAT_NAMES, SMALLEST, Size, each};
use crate::contract::game::Seat;
use crate::contract::setup::{Entry, lines, misread};

/// A board as read from a text; it need not be playable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionText {
    /// The size of the board.
    pub size: Size,
    /// The cells that no knight can visit, except for those under the knights.
    pub closed: Cells,
    /// The cells of the knights.
    pub at: [Option<Cell>; 2],
    /// The seat to move; by default Player 1, or Player 2 if only knight 1 is placed.
    pub mover: Seat,
}

impl PositionText {
    /// Reads a board.
    ///
    /// # Errors
    /// The error, with line and column, and what was expected.
    pub fn read(text: &str) -> Result<PositionText, String> {
        let mut rows: Vec<(usize, Vec<(usize, char)>)> = Vec::new();
        let mut mover = None;
        for (line, words) in lines(text) {
            match Entry::read(line, words) {
                Some(entry) if !entry.is("to move") => {
                    return Err(misread(line, 1, "expected `to move: 1` or `to move: 2`"));
                }
                Some(entry) if mover.is_some() => {
                    return Err(entry.wrong("whose move it is was said before"));
                }
                Some(entry) => mover = Some(entry.one_of(&["1", "2"])?),
                None if mover.is_some() => {
                    return Err(misread(line, 1, "expected the end after whose move it is"));
                }
                None => {
                    let marks = words.chars().enumerate().filter(|(_, mark)| !mark.is_whitespace());
                    rows.push((line, marks.map(|(at, mark)| (at + 1, mark)).collect()));
                }
            }
            if rows.len() > usize::from(LARGEST) {
                return Err(misread(line, 1, format!("a board has {SMALLEST} to {LARGEST} rows")));
            }
        }
        let width = rows.first().map_or(0, |(_, marks)| marks.len());
        let sides = u8::try_from(width).ok().zip(u8::try_from(rows.len()).ok());
        let size = sides.and_then(|(width, height)| Size::new(width, height)).ok_or_else(|| {
            let (found, line) = (rows.len(), rows.last().map_or(1, |row| row.0));
            let expected = format!("a board has {SMALLEST} to {LARGEST} columns and rows");
            misread(line, 1, format!("{expected}, this one has {width} and {found}"))
        })?;
        let mut given = PositionText { size, closed: 0, at: [None; 2], mover: 0 };
        for (row, (line, marks)) in (0..size.height).rev().zip(&rows) {
            if marks.len() != width {
                let message = format!("this row has {} cells, the first has {width}", marks.len());
                return Err(misread(*line, 1, message));
            }
            for (column, &(place, mark)) in (0..).zip(marks) {
                let Some(cell) = Cell::at(column, row) else { continue };
                match mark {
                    '.' => {}
                    'x' | 'X' => given.closed |= cell.alone(),
                    '1' | '2' => {
                        let seat = usize::from(mark == '2');
                        if let Some(other) = given.at[seat].replace(cell) {
                            let message = format!("knight {mark} stands on {other} already");
                            return Err(misread(*line, place, message));
                        }
                    }
                    other => {
                        let found = other.escape_debug();
                        let message =
                            format!("expected 1, 2, `.` or x for {cell}, found `{found}`");
                        return Err(misread(*line, place, message));
                    }
                }
            }
        }
        given.mover = mover.unwrap_or(usize::from(given.at[0].is_some() && given.at[1].is_none()));
        Ok(given)
    }

    /// The text form of the board.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for row in (0..self.size.height).rev() {
            for column in 0..self.size.width {
                let cell = Cell::at(column, row);
                text.push(match self.at.iter().position(|&at| at.is_some() && at == cell) {
                    Some(0) => '1',
                    Some(_) => '2',
                    None if cell.is_some_and(|cell| self.closed & cell.alone() != 0) => 'x',
                    None => '.',
                });
                text.push(if column + 1 == self.size.width { '\n' } else { ' ' });
            }
        }
        text + &format!("to move: {}\n", self.mover + 1)
    }

    /// The cells that can be visited.
    pub fn free(&self) -> Cells {
        let under = self.at.into_iter().flatten().fold(0, |set, cell| set | cell.alone());
        self.size.cells() & !self.closed & !under
    }

    /// The reason why no game can continue from it; `None` if one can.
    pub fn problem(&self) -> Option<String> {
        let missing = (0..2).find(|&seat| self.at[seat].is_none() && self.at[1 - seat].is_some());
        if let Some(seat) = missing.filter(|&seat| seat != self.mover) {
            let name = SEAT_NAMES[seat];
            return Some(format!(
                "{name} has no knight on the board yet, so {name} is to place it"
            ));
        }
        let wanted = self.at.iter().filter(|at| at.is_none()).count();
        (each(self.free()).count() < wanted)
            .then(|| "the knights that are not on the board need a free cell each".to_owned())
    }
}
