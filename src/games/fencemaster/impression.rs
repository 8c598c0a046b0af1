//! The promise of an empty cell before search: the sum of the trained weights of its features. The softmax of
//! the sums over a position's cells predicts the visits of a search. Nothing depends on the size of the board.
//! `examples/fencemaster_impression.rs` fits the weights to the bot's own games.

use super::board::{bridges_in, neighbours_in};
use super::distance::{KINDS, MOST_SLACK, Ways, ways};
use super::geometry::{Geometry, Place, column, row, steps};
use super::position::FenceMaster;
use crate::contract::game::Seat;
use std::sync::LazyLock;

/// A weight for each feature number.
pub type Weights = [f32; NUMBERS];

// Offsets of the feature kinds: the six neighbours are first, then each cell a bridge away with the
// two that join it, closeness to the best paths of both players, distance to the last two stones, and the line.
const BRIDGES: usize = 1 << 12;
const WAYS: usize = BRIDGES + 64;
const LAST: usize = WAYS + BALANCES * PHASES * (KINDS + 1) * (KINDS + 1);
const LINE: usize = LAST + 2 * 7;
/// The number of feature numbers.
pub const NUMBERS: usize = LINE + 2 * PHASES * 6;

/// The number of features per cell.
pub const FEATURES: usize = 11;

/// Early, later, late.
const PHASES: usize = 3;
/// The mover lacks more stones to win, equally many, fewer.
const BALANCES: usize = 3;

/// The smallest equivalent number under the symmetries of the board.
pub fn alike(number: usize) -> usize {
    if number < BRIDGES {
        let mirrored = (0..6).fold(0, |all, d| all | (number >> (2 * d) & 3) << (2 * (5 - d)));
        let turned =
            |code: usize| (0..6).map(move |d| (code << (2 * d) | code >> (12 - 2 * d)) & 0xfff);
        return turned(number).chain(turned(mirrored)).fold(number, usize::min);
    }
    if number < WAYS {
        let code = number - BRIDGES;
        return BRIDGES + code.min(code & 48 | (code & 3) << 2 | code >> 2 & 3);
    }
    number
}

/// Six bits, each followed by a zero bit.
static SPREAD: [u16; 64] = {
    let mut table = [0; 64];
    let mut at = 0;
    while at < 6 * 64 {
        let (bits, bit) = (at / 6, at % 6);
        table[bits] |= ((bits >> bit & 1) << (2 * bit)) as u16;
        at += 1;
    }
    table
};

/// Two bits for each of six cells: empty, the mover's, the opponent's, off the board.
#[inline]
fn code(own: usize, theirs: usize, on: usize) -> usize {
    let off = !on;
    usize::from(SPREAD[(own | off) & 63]) | usize::from(SPREAD[(theirs | off) & 63]) << 1
}

/// A position with the data for scoring its empty cells.
pub struct Impression<'a> {
    position: &'a FenceMaster,
    seat: Seat,
    ways: [Ways; 2],
    /// The last stone, and the one before it.
    last: [Option<Place>; 2],
    phase: usize,
    balance: usize,
}

impl<'a> Impression<'a> {
    /// Prepares `position` for its mover; in Havannah includes bridges between corners if `bridges` is set.
    pub fn new(position: &'a FenceMaster, bridges: bool) -> Self {
        let seat = position.turn();
        let ways = ways(position, bridges, MOST_SLACK);
        let played = &position.history()[position.given()..];
        let filled = 100 * position.stones() / position.geometry().cells();
        Impression {
            position,
            seat,
            last: [1, 2].map(|back| Some(played[played.len().checked_sub(back)?])),
            phase: usize::from(filled >= 8) + usize::from(filled >= 25),
            balance: 1 + usize::from(ways[seat].lack.stones < ways[1 - seat].lack.stones)
                - usize::from(ways[seat].lack.stones > ways[1 - seat].lack.stones),
            ways,
        }
    }

    /// The feature numbers of an empty cell.
    // Written out: a closure over an array would be a call for each step.
    #[inline]
    pub fn features(&self, place: Place) -> [u16; FEATURES] {
        let (geometry, board) = (self.position.geometry(), self.position.board());
        let (own, other, on) = (board.rows(self.seat), board.rows(1 - self.seat), &geometry.rows);
        let near =
            code(neighbours_in(own, place), neighbours_in(other, place), neighbours_in(on, place));
        let far = code(bridges_in(own, place), bridges_in(other, place), bridges_in(on, place));
        let ring = near | near << 12;
        let slack = self.ways[self.seat].slack(geometry, place);
        let theirs = self.ways[1 - self.seat].slack(geometry, place);
        let kind = (self.balance * PHASES + self.phase) * (KINDS + 1) + slack;
        let rules = usize::from(self.position.havannah());
        let mut features = [0; FEATURES];
        features[0] = near as u16;
        for direction in 0..6 {
            let (far, joining) = (far >> (2 * direction) & 3, ring >> (2 * direction) & 15);
            features[1 + direction] = (BRIDGES + (far << 4 | joining)) as u16;
        }
        features[7] = (WAYS + kind * (KINDS + 1) + theirs) as u16;
        for back in 0..2 {
            let apart = if let Some(last) = self.last[back] { apart(place, last) } else { 0 };
            features[8 + back] = (LAST + 7 * back + apart) as u16;
        }
        features[10] = (LINE + (rules * PHASES + self.phase) * 6 + line(geometry, place)) as u16;
        features
    }

    /// The sum of the weights of a cell's features.
    #[inline]
    pub fn score(&self, weights: &Weights, place: Place) -> f32 {
        let mut sum = 0.0;
        for feature in self.features(place) {
            sum += weights[usize::from(feature) % NUMBERS];
        }
        sum
    }
}

/// The distance class of two cells, from 1 to 6: adjacent, a bridge, two steps, three, four, more.
#[inline]
fn apart(a: Place, b: Place) -> usize {
    let down = row(a) as i32 - row(b) as i32;
    let right = column(a) as i32 - column(b) as i32;
    match steps([down, right]) {
        0 | 1 => 1,
        2 if down != 0 && right != 0 && down != right => 2,
        steps => (steps as usize + 1).min(6),
    }
}

/// The number of steps of a cell from the border, at most 4; 5 for a corner.
#[inline]
fn line(geometry: &Geometry, place: Place) -> usize {
    if geometry.border(place) >> 6 != 0 {
        return 5;
    }
    let middle = geometry.side() - 1;
    (middle - (steps(geometry.axial_coord(place)) as usize).min(middle)).min(4)
}

/// The fitted weights in the program; the first call parses them.
pub fn fitted() -> &'static Weights {
    static FITTED: LazyLock<Box<Weights>> =
        LazyLock::new(|| Box::new(read(include_bytes!("impression.bin"))));
    &FITTED
}

/// Parses the weights of numbers that are not [`alike`] a smaller one, in order, each two bytes in 256ths.
pub fn read(bytes: &[u8]) -> Weights {
    let mut pairs = bytes.as_chunks::<2>().0.iter();
    let mut weights = [0.0; NUMBERS];
    for number in 0..NUMBERS {
        let first = alike(number);
        weights[number] = if first < number {
            weights[first]
        } else {
            pairs.next().map_or(0.0, |&pair| f32::from(i16::from_le_bytes(pair)) / 256.0)
        };
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::super::position::Rules;
    use super::*;
    use crate::Move;
    use crate::base::rng::{Rng, Stream};
    use crate::contract::game::Enumerable;

    /// Maps the offsets of a cell, down and to the right of the centre, to those of its image.
    type Map = fn(isize, isize) -> (isize, isize);

    fn mapped(position: &FenceMaster, map: Map) -> FenceMaster {
        let side = position.geometry().side();
        let mut other = FenceMaster::empty(side, position.rules(), false).expect("a size");
        for &place in position.history() {
            other.play_unchecked(&Move::on(at(position, place, map)));
        }
        other
    }

    fn at(position: &FenceMaster, place: Place, map: Map) -> Place {
        let middle = position.geometry().side() as isize - 1;
        let (down, right) = map(row(place) as isize - middle, column(place) as isize - middle);
        position
            .geometry()
            .at((down + middle) as usize, (right + middle) as usize)
            .expect("on the board")
    }

    #[test]
    fn symmetric_positions_have_equivalent_features() {
        let mut rng = Rng::new(3, Stream::Other(0));
        for side in 4..=10 {
            for rules in [Rules::FenceMaster, Rules::Havannah] {
                let position = FenceMaster::random(side, rules, 3 * side, &mut rng);
                if position.is_over() {
                    continue;
                }
                let maps: [Map; 2] =
                    [|down, right| (right, down), |down, right| (down - right, down)];
                for map in maps {
                    let other = mapped(&position, map);
                    let (one, two) =
                        (Impression::new(&position, true), Impression::new(&other, true));
                    position.board().empty(position.geometry(), |place| {
                        let sorted = |features: [u16; FEATURES]| {
                            let mut features = features.map(|f| alike(usize::from(f)));
                            features.sort_unstable();
                            features
                        };
                        let there = at(&position, place, map);
                        assert_eq!(
                            sorted(one.features(place)),
                            sorted(two.features(there)),
                            "{}",
                            position.picture()
                        );
                    });
                }
            }
        }
    }

    #[test]
    fn weight_file_has_one_weight_per_distinct_feature() {
        let distinct = (0..NUMBERS).filter(|&number| alike(number) == number).count();
        assert_eq!(include_bytes!("impression.bin").len(), 2 * distinct);
        assert!((0..NUMBERS).all(|number| alike(alike(number)) == alike(number)));
    }
}
