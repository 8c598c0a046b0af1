//! Positions of Uros as planes: layers of the Lake, and layers of the Reedbed, which show an island as drawn in the rules, in
//! the top left corner.

use super::geometry::{HOUSES, ISLANDS, Island, MOST_SQUARES, SIDE, Square, Turn, bits};
use super::moves::Move;
use super::position::Uros;
use crate::contract::game::Seat;
use crate::contract::planes::{Channel, Numbers, Planar, Symmetry, channels, fill, rectangle};

const AREA: usize = SIDE * SIDE;
const LAKE: [(&str, &str); 2] = [
    ("own_houses", "1 on Lake squares with your houses"),
    ("opponent_houses", "1 on Lake squares with the opponent's houses"),
];
const STATE: [(&str, &str); 4] = [
    ("own_pool", "your houses left in the pool divided by 15, everywhere"),
    ("opponent_pool", "the opponent's houses left in the pool divided by 15, everywhere"),
    ("placements", "the placements left in this turn divided by 2, everywhere"),
    ("own_turn", "1 everywhere when it is your turn"),
];
/// The first layers of: islands on the Lake, numbers of their squares, islands in the Reedbed, houses there, the state.
const ON_LAKE: usize = LAKE.len();
const NUMBERS: usize = ON_LAKE + ISLANDS;
const REEDBED: usize = NUMBERS + MOST_SQUARES;
const MARKS: usize = REEDBED + ISLANDS;
const REST: usize = MARKS + 2 * ISLANDS;
const CHANNELS: usize = REST + STATE.len();
/// The first slot of islands: houses come before.
const PLACED: usize = ISLANDS * MOST_SQUARES;

/// A channel for each island; `*` is its letter.
fn of_islands(key: &str, about: &str) -> impl Iterator<Item = Channel> {
    Island::ALL.into_iter().map(move |island| {
        let letter = island.letter();
        let key = format!("{key}_{}", letter.to_ascii_lowercase());
        Channel::new(key, about.replace('*', &letter.to_string()))
    })
}

impl Planar for Uros {
    fn channels(&self) -> Vec<Channel> {
        let mut all: Vec<Channel> = channels(&LAKE).collect();
        all.extend(of_islands("lake", "1 on Lake squares under island *"));
        all.extend((0..MOST_SQUARES).map(|square| {
            let about = format!("1 on Lake squares that are square {square} of an island");
            Channel::new(format!("square_{square}"), about)
        }));
        all.extend(of_islands("reedbed", "the shape of island * while it is in the Reedbed"));
        all.extend(of_islands("own_reedbed", "1 on your houses on island * in the Reedbed"));
        all.extend(of_islands(
            "opponent_reedbed",
            "1 on the opponent's houses on island * in the Reedbed",
        ));
        all.extend(channels(&STATE));
        all
    }

    fn plane_shape(&self) -> [usize; 2] {
        [SIDE; 2]
    }

    fn write_planes(&self, seat: Seat, planes: &mut [f32]) {
        let seats = [seat & 1, seat & 1 ^ 1];
        for (channel, player) in seats.into_iter().enumerate() {
            for square in bits(self.lake_houses[player]) {
                planes[channel * AREA + square.index()] = 1.0;
            }
        }
        for island in Island::ALL {
            let number = island.index();
            match self.places[number] {
                Some(place) => {
                    let turned = island.turned(place.turn);
                    for square in 0..island.size() {
                        for at in bits(turned.square_at(square, place.corner)) {
                            planes[(ON_LAKE + number) * AREA + at.index()] = 1.0;
                            planes[(NUMBERS + square) * AREA + at.index()] = 1.0;
                        }
                    }
                }
                None => {
                    let drawn = island.turned(Turn::ALL[0]);
                    for (square, &(column, row)) in
                        drawn.cells.iter().take(island.size()).enumerate()
                    {
                        let at = row * SIDE + column;
                        planes[(REEDBED + number) * AREA + at] = 1.0;
                        for (view, &player) in seats.iter().enumerate() {
                            if self.marks[number][player] >> square & 1 != 0 {
                                planes[(MARKS + view * ISLANDS + number) * AREA + at] = 1.0;
                            }
                        }
                    }
                }
            }
        }
        let pool = |player: Seat| f32::from(self.pool[player]) / f32::from(HOUSES);
        fill(planes, AREA, REST, pool(seats[0]));
        fill(planes, AREA, REST + 1, pool(seats[1]));
        fill(planes, AREA, REST + 2, f32::from(self.left) / 2.0);
        fill(planes, AREA, REST + 3, f32::from(u8::from(self.next_seat() == seats[0])));
    }

    /// All places of all islands in all turns, then all houses. An island that a half turn leaves alike has two names for a
    /// place; with houses on it they differ.
    fn actions(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for island in Island::ALL {
            for turn in Turn::ALL {
                let turned = island.turned(turn);
                let corners = (0..AREA).filter_map(Square::from_index);
                let corners = corners.filter(|&corner| turned.on_lake(corner));
                moves.extend(corners.map(|corner| Move::Island { island, turn, corner }));
            }
        }
        for island in Island::ALL {
            moves.extend((0..island.size() as u8).map(|square| Move::House { island, square }));
        }
        moves
    }

    fn slot(&self, mv: &Move) -> usize {
        match *mv {
            Move::House { island, square } => island.index() * MOST_SQUARES + usize::from(square),
            Move::Island { island, turn, corner } => {
                PLACED + (island.index() * 4 + turn.quarters()) * AREA + corner.index()
            }
            // Never listed.
            Move::End | Move::Agree => usize::MAX,
        }
    }

    /// The four turns of the Lake. Mirrors would need mirrored islands, which do not exist.
    fn symmetries(&self) -> Vec<Symmetry> {
        let shape = self.plane_shape();
        let actions = self.actions();
        let numbers = Numbers::new(&actions, |mv| self.slot(mv));
        let turns = rectangle::all(shape).into_iter().filter(|one| !one.mirrored());
        turns
            .map(|one| {
                let cells = one.cells(shape);
                let mut planes = Vec::with_capacity(CHANNELS * AREA);
                for channel in 0..CHANNELS {
                    let first = (channel * AREA) as u32;
                    // The Reedbed does not turn with the Lake.
                    let lake = channel < REEDBED;
                    planes.extend(
                        (0..AREA).map(|cell| first + if lake { cells[cell] } else { cell as u32 }),
                    );
                }
                let moved = |mv: &Move| {
                    let turned = match *mv {
                        Move::Island { island, turn, corner } => {
                            self.placed(one, island, turn, corner)
                        }
                        other => other,
                    };
                    numbers.at(self.slot(&turned)).unwrap_or_default() as u32
                };
                Symmetry {
                    name: one.name().to_owned(),
                    planes,
                    actions: actions.iter().map(moved).collect(),
                }
            })
            .collect()
    }
}

impl Uros {
    /// The move that places an island after a turn of the Lake, as it is listed.
    fn placed(
        &self,
        one: rectangle::Transformation,
        island: Island,
        turn: Turn,
        corner: Square,
    ) -> Move {
        let (box_, turned) =
            (island.turned(turn), Turn::ALL[(turn.quarters() + one.quarters()) & 3]);
        let opposite = (corner.row() + box_.height - 1, corner.column() + box_.width - 1);
        let [a, b] = [(corner.row(), corner.column()), opposite].map(|at| one.moved([SIDE; 2], at));
        let corner = Square::new(a.1.min(b.1), a.0.min(b.0));
        Move::Island { island, turn: self.named(island, turned), corner }
    }
}
