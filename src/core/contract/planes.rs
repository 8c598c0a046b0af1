//! Positions as planes: one layer of numbers over the board for each thing that a neural network should see, with the moves of
//! the game as numbers and the symmetries of both. They are for learners, so the module of the page is built without them.
//! This module depends on no game.

use crate::contract::game::{Enumerable, Game, Outcome, Seat};

/// A layer of the planes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    /// The name: lower case letters, digits and `_`.
    pub key: String,
    /// The meaning of its values, in one line.
    pub about: String,
}

impl Channel {
    /// A channel with this name and meaning.
    pub fn new(key: impl Into<String>, about: impl Into<String>) -> Channel {
        Channel { key: key.into(), about: about.into() }
    }
}

/// The channels of a list of keys and meanings.
pub fn channels(list: &[(&str, &str)]) -> impl Iterator<Item = Channel> {
    list.iter().map(|&(key, about)| Channel::new(key, about))
}

/// A symmetry of a game: a transformation of positions that keeps the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Its name: `quarter turn`.
    pub name: String,
    /// For each value of the planes, its index in the planes of the transformed position.
    pub planes: Vec<u32>,
    /// For each action, its number in the transformed position.
    pub actions: Vec<u32>,
}

/// A game whose positions can be written as planes.
pub trait Planar: Game {
    /// The layers, in order. They depend on the options of the game only.
    fn channels(&self) -> Vec<Channel>;

    /// Rows and columns of each layer.
    fn plane_shape(&self) -> [usize; 2];

    /// Writes the position from the view of `seat` to `planes`, which has only zeros: layer by layer, each row by row from the
    /// top left. Must not allocate.
    fn write_planes(&self, seat: Seat, planes: &mut [f32]);

    /// All moves that can occur in a game that begins here, in the order of their numbers; empty if they cannot be listed.
    fn actions(&self) -> Vec<Self::Move>;

    /// A small number that is different for every move of [`Planar::actions`], to find its place there.
    fn slot(&self, mv: &Self::Move) -> usize;

    /// The symmetries of the game with these options, the identity first. Only `actions` may depend on the position.
    fn symmetries(&self) -> Vec<Symmetry>;
}

/// The functions of [`Planar`] for a declaration.
pub struct Planes<G: Game> {
    /// [`Planar::channels`].
    pub channels: fn(&G) -> Vec<Channel>,
    /// [`Planar::plane_shape`].
    pub shape: fn(&G) -> [usize; 2],
    /// [`Planar::write_planes`].
    pub write: fn(&G, Seat, &mut [f32]),
    /// [`Planar::actions`].
    pub actions: fn(&G) -> Vec<G::Move>,
    /// [`Planar::slot`].
    pub slot: fn(&G, &G::Move) -> usize,
    /// [`Planar::symmetries`].
    pub symmetries: fn(&G) -> Vec<Symmetry>,
    /// [`Enumerable::play_unchecked`]; `None` if moves cannot be listed.
    pub play: Option<fn(&mut G, &G::Move)>,
}

impl<G: Planar> Planes<G> {
    /// The functions of a game whose moves cannot be listed.
    pub const fn unlisted() -> Self {
        Planes {
            channels: G::channels,
            shape: G::plane_shape,
            write: G::write_planes,
            actions: G::actions,
            slot: G::slot,
            symmetries: G::symmetries,
            play: None,
        }
    }
}

impl<G: Planar + Enumerable> Planes<G> {
    /// The functions of a game whose moves can be listed.
    pub const fn planar() -> Self {
        Planes { play: Some(G::play_unchecked), ..Self::unlisted() }
    }
}

/// The numbers of a game's moves.
pub struct Numbers(Vec<u32>);

impl Numbers {
    /// The numbers of these moves.
    pub fn new<M>(actions: &[M], slot: impl Fn(&M) -> usize) -> Numbers {
        let mut numbers = Vec::new();
        for (number, mv) in actions.iter().enumerate() {
            let slot = slot(mv);
            if numbers.len() <= slot {
                numbers.resize(slot + 1, u32::MAX);
            }
            numbers[slot] = number as u32;
        }
        Numbers(numbers)
    }

    /// The number of the move with this slot; `None` for a move that is not among them.
    #[inline]
    pub fn at(&self, slot: usize) -> Option<usize> {
        self.0.get(slot).filter(|&&number| number != u32::MAX).map(|&number| number as usize)
    }
}

/// The rewards of all seats, from 1 for the first rank to -1 for the last; 0 for all if all are tied.
pub fn rewards(outcome: &Outcome) -> impl Iterator<Item = f64> {
    let low = outcome.ranks.iter().copied().min().unwrap_or(1);
    let high = outcome.ranks.iter().copied().max().unwrap_or(1);
    outcome.ranks.iter().map(move |&rank| match high - low {
        0 => 0.0,
        range => 1.0 - 2.0 * f64::from(rank - low) / f64::from(range),
    })
}

/// Fills a layer with one value.
pub fn fill(planes: &mut [f32], size: usize, channel: usize, value: f32) {
    if let Some(layer) = planes.get_mut(channel * size..(channel + 1) * size) {
        layer.fill(value);
    }
}

/// The transformations of a rectangle that keep its shape: eight for a square, four for others.
pub mod rectangle {
    /// A transformation: mirrored left to right first, then turned clockwise by quarters.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Transformation {
        mirrored: bool,
        quarters: usize,
    }

    /// Those of a rectangle with these rows and columns, the identity first.
    pub fn all([rows, columns]: [usize; 2]) -> Vec<Transformation> {
        let every = [false, true]
            .into_iter()
            .flat_map(|mirrored| (0..4).map(move |quarters| Transformation { mirrored, quarters }));
        every.filter(|one| rows == columns || one.quarters.is_multiple_of(2)).collect()
    }

    impl Transformation {
        /// Its name.
        pub fn name(self) -> &'static str {
            const NAMES: [[&str; 4]; 2] = [
                ["identity", "quarter turn", "half turn", "three-quarter turn"],
                [
                    "mirror",
                    "mirror and quarter turn",
                    "mirror and half turn",
                    "mirror and three-quarter turn",
                ],
            ];
            NAMES[usize::from(self.mirrored)][self.quarters & 3]
        }

        /// The number of quarter turns clockwise, 0 to 3.
        pub fn quarters(self) -> usize {
            self.quarters
        }

        /// Whether it mirrors.
        pub fn mirrored(self) -> bool {
            self.mirrored
        }

        /// The row and column to which it moves a cell of a rectangle with these rows and columns.
        pub fn moved(
            self,
            [mut rows, mut columns]: [usize; 2],
            (mut row, mut column): (usize, usize),
        ) -> (usize, usize) {
            if self.mirrored {
                column = columns - 1 - column;
            }
            for _ in 0..self.quarters {
                (row, column) = (column, rows - 1 - row);
                (rows, columns) = (columns, rows);
            }
            (row, column)
        }

        /// The direction, 0 up to 7 up-left clockwise, to which it turns a direction.
        pub fn direction(self, direction: usize) -> usize {
            let mirrored = if self.mirrored { 8 - direction } else { direction };
            (mirrored + 2 * self.quarters) % 8
        }

        /// The permutation of all cells, row by row.
        pub fn cells(self, shape: [usize; 2]) -> Vec<u32> {
            let [rows, columns] = shape;
            let cells =
                (0..rows * columns).map(|cell| self.moved(shape, (cell / columns, cell % columns)));
            cells.map(|(row, column)| (row * columns + column) as u32).collect()
        }
    }
}

/// The permutation of the values of `channels` layers that all move like their cells.
pub fn layers(cells: &[u32], channels: usize) -> Vec<u32> {
    let size = cells.len();
    (0..channels)
        .flat_map(|channel| cells.iter().map(move |&cell| (channel * size) as u32 + cell))
        .collect()
}

/// The symmetry of a game that has no other.
pub fn identity(values: usize, actions: usize) -> Symmetry {
    Symmetry {
        name: "identity".to_owned(),
        planes: (0..values as u32).collect(),
        actions: (0..actions as u32).collect(),
    }
}
