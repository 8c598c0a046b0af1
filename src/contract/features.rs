//! Features: the named numbers of a position that formulas are written over. A game declares each once, with
//! key, meaning, unit and range, and how it is measured; panel, docs, `totora games --json` and the parser of
//! formulas follow from that. No game, no formula and no interface may enter here.

use crate::base::fixed::Fixed;
use crate::contract::game::{Game, Seat};
use serde::Serialize;

/// The most features that a game can have: this many fit into a set.
pub const MOST_FEATURES: usize = 64;

/// A named number of a position, seen from a seat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Feature {
    /// The name in formulas: lower case letters, digits and `_`.
    pub key: &'static str,
    /// What it says, in one line.
    pub about: &'static str,
    /// What it counts: `moves`, `cells`; `share` from 0 to 1, `yes or no` for 1 or 0.
    pub unit: &'static str,
    /// The smallest value that it can have.
    pub least: f64,
    /// The largest value that it can have.
    pub most: f64,
}

/// Some features of a game, by their places in its list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    set: u64,
    places: Vec<u8>,
}

impl Wanted {
    /// Adds the feature at `place`, which must be below [`MOST_FEATURES`], and says where its value will stand.
    pub fn add(&mut self, place: usize) -> usize {
        let bit = 1u64 << (place % MOST_FEATURES);
        if self.set & bit == 0 {
            self.set |= bit;
            self.places.push((place % MOST_FEATURES) as u8);
            return self.places.len() - 1;
        }
        self.places.iter().position(|&at| usize::from(at) == place).unwrap_or(0)
    }

    /// The first `count` features of a game.
    pub fn first(count: usize) -> Wanted {
        let mut wanted = Wanted::default();
        for place in 0..count.min(MOST_FEATURES) {
            wanted.add(place);
        }
        wanted
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Their places in the game's list, in the order in which their values stand.
    #[inline]
    pub fn places(&self) -> impl Iterator<Item = usize> {
        self.places.iter().map(|&place| usize::from(place))
    }
}

/// A game whose positions have features.
pub trait Featured: Game {
    /// The features, at most [`MOST_FEATURES`], always in this order.
    fn features() -> &'static [Feature];

    /// Measures the position for `seat`: `values` gets one number for each of `wanted`, in its order, each
    /// within its feature's range. Nothing is allocated.
    fn measure(&self, seat: Seat, wanted: &Wanted, values: &mut [f64]);

    // ---- below this line nothing has to be written; a game whose bots ask often is quicker ----

    /// The number by which [`Featured::exact`] knows the feature with this key, if it does.
    fn exact_number(_key: &str) -> Option<usize> {
        None
    }

    /// Calls `sink` with each of `parts` and its feature in thousandths: what [`Featured::measure`] says, rounded.
    fn exact(&self, _seat: Seat, _parts: &[Part], _sink: impl FnMut(&Part, i64)) {}
}

/// A term that is one feature.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its place among the terms.
    pub term: usize,
    /// The feature's [number](Featured::exact_number).
    pub number: usize,
    /// Its weight.
    pub weight: Fixed,
}

/// The values of all features of a position for a seat, in their order.
pub fn all<G: Featured>(position: &G, seat: Seat) -> Vec<f64> {
    let count = G::features().len();
    let mut values = vec![0.0; count];
    position.measure(seat, &Wanted::first(count), &mut values);
    values
}

/// The value of a feature whose unit is `yes or no`.
pub fn yes(yes: bool) -> f64 {
    f64::from(u8::from(yes))
}

/// Declares the features of a game, one a clause: key, unit, range, meaning, and how it is measured from what
/// is [seen](Featured::measure). Makes `FEATURES`, the declarations, and `MEASURES`, the functions, in one order.
macro_rules! features {
    ($seen:ty; $($key:ident: $unit:literal, $least:literal to $most:literal, $about:literal => $of:expr;)*) => {
        /// The features of the game.
        pub static FEATURES: &[crate::contract::features::Feature] = &[$(crate::contract::features::Feature {
            key: stringify!($key),
            about: $about,
            unit: $unit,
            least: $least as f64,
            most: $most as f64,
        }),*];

        /// How each is measured.
        static MEASURES: &[fn(&$seen) -> f64] = &[$($of),*];

        const _: () = assert!(FEATURES_COUNT <= crate::contract::features::MOST_FEATURES);
        const FEATURES_COUNT: usize = [$(stringify!($key)),*].len();
    };
}

pub(crate) use features;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_is_wanted_once() {
        let mut wanted = Wanted::default();
        assert_eq!((wanted.add(7), wanted.add(3), wanted.add(7)), (0, 1, 0));
        assert_eq!(wanted.places().collect::<Vec<_>>(), [7, 3]);
        assert_eq!(Wanted::first(100).len(), MOST_FEATURES);
    }
}
