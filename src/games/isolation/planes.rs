//! Positions of Isolation as planes.

use super::board::{Cell, Cells, each};
use super::moves::Move;
use super::position::Isolation;
use crate::contract::game::Seat;
use crate::contract::planes::{Channel, Planar, Symmetry, channels, fill, layers, rectangle};

const CHANNELS: [(&str, &str); 6] = [
    ("own_knight", "1 where your knight stands"),
    ("opponent_knight", "1 where the opponent's knight stands"),
    ("free", "1 on cells that are free"),
    (
        "own_moves",
        "1 on cells that your knight can move to; before it is placed, on all free cells",
    ),
    ("opponent_moves", "1 on cells that the opponent's knight can move to"),
    ("own_turn", "1 everywhere when it is your turn"),
];

impl Isolation {
    /// The cells in the order of their numbers: row by row from the top left.
    fn numbered(&self) -> impl Iterator<Item = Cell> {
        let size = self.size();
        let rows = (0..size.height()).rev();
        rows.flat_map(move |row| (0..size.width()).filter_map(move |column| Cell::at(column, row)))
    }

    fn number(&self, cell: Cell) -> usize {
        let size = self.size();
        usize::from(size.height() - 1 - cell.row()) * usize::from(size.width())
            + usize::from(cell.column())
    }
}

impl Planar for Isolation {
    fn channels(&self) -> Vec<Channel> {
        channels(&CHANNELS).collect()
    }

    fn plane_shape(&self) -> [usize; 2] {
        [self.size().height().into(), self.size().width().into()]
    }

    fn write_planes(&self, seat: Seat, planes: &mut [f32]) {
        let [rows, columns] = self.plane_shape();
        let area = rows * columns;
        let seats = [seat & 1, seat & 1 ^ 1];
        let knight = |seat: Seat| self.knight(seat).map_or(0, Cell::alone);
        let sets: [Cells; 5] = [
            knight(seats[0]),
            knight(seats[1]),
            self.free(),
            self.targets(seats[0]),
            self.targets(seats[1]),
        ];
        for (channel, set) in sets.into_iter().enumerate() {
            for cell in each(set) {
                planes[channel * area + self.number(cell)] = 1.0;
            }
        }
        fill(planes, area, 5, f32::from(u8::from(self.turn() == seats[0])));
    }

    fn actions(&self) -> Vec<Move> {
        self.numbered().map(Move).collect()
    }

    fn slot(&self, mv: &Move) -> usize {
        mv.0.0.into()
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        let shape = self.plane_shape();
        let transformed = rectangle::all(shape).into_iter().map(|one| {
            let cells = one.cells(shape);
            Symmetry {
                name: one.name().to_owned(),
                planes: layers(&cells, CHANNELS.len()),
                actions: cells,
            }
        });
        transformed.collect()
    }
}
