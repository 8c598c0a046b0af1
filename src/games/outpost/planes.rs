//! Positions of Outpost as planes. The empires are counted from the viewer: `outposts_0` are your outposts, `outposts_1` those
//! of the next empire, clockwise.

use super::board::{CELLS, Cell, EMPIRES, HOMES, SIDE};
use super::moves::Orders;
use super::position::Outpost;
use crate::contract::game::{Game, Seat};
use crate::contract::planes::{Channel, Planar, Symmetry, channels, fill, identity};

/// The layers for each empire: key and meaning.
const EMPIRE: [(&str, &str); 3] = [
    ("outposts", "the number of outposts of this empire on the cell"),
    ("cells", "1 on cells that this empire controls"),
    ("home", "1 on the home of this empire"),
];
const BOARD: [(&str, &str); 5] = [
    ("disputed", "1 on cells to which several empires are equally near"),
    ("water", "1 on water"),
    ("turns_left", "the share of the turns that are left, everywhere"),
    ("season", "the share of the season that has passed, everywhere"),
    ("owes_orders", "1 everywhere when you owe orders"),
];
const CHANNELS: usize = EMPIRE.len() * EMPIRES + BOARD.len();

/// The cell's place in a layer: layers are row by row.
fn at(cell: Cell) -> usize {
    usize::from(cell.y) * SIDE + usize::from(cell.x)
}

impl Planar for Outpost {
    fn channels(&self) -> Vec<Channel> {
        let empires = EMPIRE.iter().flat_map(|&(key, about)| {
            (0..EMPIRES).map(move |empire| Channel::new(format!("{key}_{empire}"), about))
        });
        empires.chain(channels(&BOARD)).collect()
    }

    fn plane_shape(&self) -> [usize; 2] {
        [SIDE; 2]
    }

    fn write_planes(&self, seat: Seat, planes: &mut [f32]) {
        let (field, rules) = (self.field(), self.rules());
        for number in 0..EMPIRES {
            let empire = (seat + number) % EMPIRES;
            for &cell in &field.posts[empire] {
                planes[number * CELLS + at(cell)] += 1.0;
            }
            for cell in field.owners.own[empire].iter() {
                planes[(EMPIRES + number) * CELLS + at(cell)] = 1.0;
            }
            planes[(2 * EMPIRES + number) * CELLS + at(HOMES[empire])] = 1.0;
        }
        let board = EMPIRE.len() * EMPIRES;
        for cell in field.owners.disputed.iter() {
            planes[board * CELLS + at(cell)] = 1.0;
        }
        for cell in rules.map.water.iter() {
            planes[(board + 1) * CELLS + at(cell)] = 1.0;
        }
        let turns = rules.turns.max(1) as f32;
        fill(planes, CELLS, board + 2, rules.turns.saturating_sub(field.turn) as f32 / turns);
        let season = super::field::SEASON;
        fill(planes, CELLS, board + 3, (field.turn % season) as f32 / season as f32);
        fill(planes, CELLS, board + 4, f32::from(u8::from(self.to_act().contains(seat))));
    }

    /// A move is a set of orders for any number of outposts, so moves have no numbers.
    fn actions(&self) -> Vec<Orders> {
        Vec::new()
    }

    fn slot(&self, _mv: &Orders) -> usize {
        0
    }

    /// Only the identity: a map need not be symmetric, and the seat's view replaces the turns of a map that is.
    fn symmetries(&self) -> Vec<Symmetry> {
        vec![identity(CHANNELS * CELLS, 0)]
    }
}
