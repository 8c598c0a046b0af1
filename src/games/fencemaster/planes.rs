//! Positions of FenceMaster as planes: the rows and columns of the notation, so that a hexagon of side N is in a square of
//! 2N-1 cells.

use super::geometry::{Place, column, row};
use super::moves::Move;
use super::position::FenceMaster;
use crate::contract::game::Seat;
use crate::contract::planes::{Channel, Planar, Symmetry, channels, fill, layers};

const CHANNELS: [(&str, &str); 8] = [
    ("own_stones", "1 where your stones are"),
    ("opponent_stones", "1 where the opponent's stones are"),
    ("empty", "1 on empty cells of the board; 0 outside the hexagon"),
    ("edges", "1 on cells of the six edges, without the corners"),
    ("corners", "1 on the six corners"),
    ("last_stone", "1 where the last stone was placed"),
    ("may_swap", "1 everywhere when the seat to move may swap"),
    ("own_turn", "1 everywhere when it is your turn"),
];
const LAST: usize = 5;

/// The symmetries of a hexagon.
const TURNS: [&str; 6] = [
    "identity",
    "sixth of a turn",
    "third of a turn",
    "half turn",
    "two thirds of a turn",
    "five sixths of a turn",
];

impl FenceMaster {
    fn number_of(&self, place: Place) -> usize {
        row(place) * (2 * self.geometry().side() - 1) + column(place)
    }

    /// The place to which a cell moves: mirrored first, then turned clockwise by sixths.
    fn transformed(&self, place: Place, mirrored: bool, sixths: usize) -> Place {
        let middle = self.geometry().side() as i32 - 1;
        let [mut down, mut right] = self.geometry().axial_coord(place);
        if mirrored {
            (down, right) = (right, down);
        }
        for _ in 0..sixths {
            (down, right) = (right, right - down);
        }
        let at = |offset: i32| usize::try_from(offset + middle).unwrap_or(usize::MAX);
        self.geometry().at(at(down), at(right)).unwrap_or(place)
    }
}

impl Planar for FenceMaster {
    fn channels(&self) -> Vec<Channel> {
        channels(&CHANNELS).collect()
    }

    fn plane_shape(&self) -> [usize; 2] {
        [2 * self.geometry().side() - 1; 2]
    }

    fn write_planes(&self, seat: Seat, planes: &mut [f32]) {
        let [rows, columns] = self.plane_shape();
        let (area, geometry, board) = (rows * columns, self.geometry(), self.board());
        for &place in geometry.places() {
            let cell = self.number_of(place);
            let content = match (board.has(seat, place), board.has(seat ^ 1, place)) {
                (true, _) => 0,
                (_, true) => 1,
                _ => 2,
            };
            planes[content * area + cell] = 1.0;
            match geometry.border(place) {
                0 => {}
                sides if sides & 63 != 0 => planes[3 * area + cell] = 1.0,
                _ => planes[4 * area + cell] = 1.0,
            }
        }
        if let Some(&last) = self.history().last() {
            planes[LAST * area + self.number_of(last)] = 1.0;
        }
        fill(planes, area, 6, f32::from(u8::from(self.may_swap())));
        let own = !self.is_over() && self.turn() == seat & 1;
        fill(planes, area, 7, f32::from(u8::from(own)));
    }

    fn actions(&self) -> Vec<Move> {
        self.geometry().places().iter().map(|&place| Move::on(place)).chain([Move::SWAP]).collect()
    }

    fn slot(&self, mv: &Move) -> usize {
        mv.place().unwrap_or(0).into()
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        let [rows, columns] = self.plane_shape();
        let places = self.geometry().places();
        let all = [false, true].into_iter().flat_map(|mirrored| {
            TURNS.iter().enumerate().map(move |(sixths, name)| (mirrored, sixths, name))
        });
        all.map(|(mirrored, sixths, name)| {
            // Cells outside the hexagon are always empty, and stay where they are.
            let mut cells: Vec<u32> = (0..(rows * columns) as u32).collect();
            let mut actions = Vec::with_capacity(places.len() + 1);
            for &place in places {
                let target = self.transformed(place, mirrored, sixths);
                cells[self.number_of(place)] = self.number_of(target) as u32;
                actions.push(self.geometry().number(target).unwrap_or_default() as u32);
            }
            actions.push(places.len() as u32);
            let name = match (mirrored, sixths) {
                (false, _) => (*name).to_owned(),
                (true, 0) => "mirror".to_owned(),
                (true, _) => format!("mirror and {name}"),
            };
            Symmetry { name, planes: layers(&cells, CHANNELS.len()), actions }
        })
        .collect()
    }
}
