//! Setting up a position by hand: pieces, the size of the board, the seat to move.

use super::bots::Measured;
use super::rules::{Board, Position, text};
use crate::base::options::{OptionSpec, Options};
use crate::contract::game::Seat;
use crate::contract::setup::{
    Draft, Editing, SetupField, SetupPiece, SetupProblem, SetupSpot, SetupTable,
};
use std::marker::PhantomData;

/// A position during set-up.
pub struct GridDraft<R> {
    board: Board,
    mover: Seat,
    rules: PhantomData<R>,
}

/// Field indices; rows come last.
const MOVER: usize = 0;
const COLUMNS: usize = 1;

impl<R: Measured> Draft for GridDraft<R> {
    type Game = Position<R>;
    const OPTION: &'static OptionSpec = &Position::<R>::POSITION;
    const REPLACED: &'static [&'static str] = &[Position::<R>::SIZE.key];

    fn read(options: &Options, text: &str) -> Result<Self, String> {
        let (board, mover) = if text.trim().is_empty() {
            (text::size(&options.text(&Position::<R>::SIZE), R::SIDES)?, 0)
        } else {
            text::read(text, R::SEATS.len(), R::SIDES)?
        };
        Ok(GridDraft { board, mover, rules: PhantomData })
    }

    fn write(position: &Position<R>) -> String {
        text::write(position.board(), position.turn())
    }
}

impl<R: Measured> Editing for GridDraft<R> {
    fn text(&self) -> String {
        text::write(&self.board, self.mover)
    }

    fn put(&mut self, piece: usize, spot: usize, _turn: usize) -> Result<(), String> {
        self.board.put(self.board.flipped(spot), Some(piece));
        Ok(())
    }

    fn remove(&mut self, spot: usize) -> Result<(), String> {
        self.board.put(self.board.flipped(spot), None);
        Ok(())
    }

    fn set(&mut self, field: usize, value: u32) -> Result<(), String> {
        let side = value as u8;
        match field {
            MOVER => self.mover = value as usize,
            COLUMNS => self.board = self.board.resized(side, self.board.rows()),
            _ => self.board = self.board.resized(self.board.columns(), side),
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.board = Board::new(self.board.columns(), self.board.rows());
        self.mover = 0;
    }

    fn show(&self, table: &mut SetupTable) {
        let board = &self.board;
        for spot in board.cells() {
            let cell = board.flipped(spot);
            table.spots.push(SetupSpot {
                name: board.name(cell),
                x: f64::from(board.column(spot)),
                y: f64::from(board.row(spot)),
                terrain: "board",
                piece: board.piece(cell),
                count: 1,
                group: None,
            });
        }
        for (seat, name) in R::SEATS.iter().enumerate() {
            table.pieces.push(SetupPiece::new(seat, format!("Piece of {name}"), "stone"));
        }
        table.fields.push(SetupField::choice("To move", self.mover, R::SEATS));
        let sides = text::allowed(R::SIDES);
        let [least, most] = [u32::from(*sides.start()), u32::from(*sides.end())];
        for (label, side) in [("Columns", board.columns()), ("Rows", board.rows())] {
            table.fields.push(SetupField::number(label, side.into(), least, most));
        }
        let problem = R::problem(board);
        table
            .problems
            .extend(problem.map(|(cell, words)| SetupProblem::at(board.flipped(cell), words)));
    }
}
