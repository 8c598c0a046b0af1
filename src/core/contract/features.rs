//! Features: the named numbers of a position in formulas. A game declares each once, with
//! key, meaning, unit, range, and measuring function; panel, docs, `totora games --json` and the parser of
//! formulas derive from that. This module depends on no game, formula or interface.

use crate::base::fixed::Fixed;
use crate::contract::game::{Game, Seat};
use serde::Serialize;

/// Maximum number of features of a game.
pub const MOST_FEATURES: usize = 64;

/// A named number of a position, from the view of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Feature {
    /// The name in formulas: lower case letters, digits and `_`.
    pub key: &'static str,
    /// Its meaning, in one line.
    pub about: &'static str,
    /// Its unit: `moves`, `cells`; `share` from 0 to 1, `yes or no` for 1 or 0.
    pub unit: &'static str,
    /// The smallest possible value.
    pub least: f64,
    /// The largest possible value.
    pub most: f64,
}

/// A selection of a game's features, by their indices in its list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted(Vec<u8>);

impl Wanted {
    /// Adds the feature with index `place`, which must be below [`MOST_FEATURES`], and returns the index of its value.
    pub fn add(&mut self, place: usize) -> usize {
        let known = self.places().position(|at| at == place);
        known.unwrap_or_else(|| {
            self.0.push(place as u8);
            self.0.len() - 1
        })
    }

    /// The first `count` features of a game.
    pub fn first(count: usize) -> Wanted {
        Wanted((0..count.min(MOST_FEATURES) as u8).collect())
    }

    /// Number of selected features.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no feature is selected.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Their indices in the game's list, in the order of their values.
    #[inline]
    pub fn places(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|&place| usize::from(place))
    }
}

/// A game whose positions have features.
pub trait Featured: Game {
    /// The features, at most [`MOST_FEATURES`], always in this order.
    fn features() -> &'static [Feature];

    /// Measures the position for `seat`: writes one number for each of `wanted` to `values`, in its order, each
    /// within its feature's range. Must not allocate.
    fn measure(&self, seat: Seat, wanted: &Wanted, values: &mut [f64]);

    // ---- optional methods: they speed up a game whose bots measure often ----

    /// The number of the feature with this key for [`Featured::exact`]; `None` if it does not support the feature.
    fn exact_number(_key: &str) -> Option<usize> {
        None
    }

    /// Calls `sink` with each of `parts` and its feature in thousandths: the rounded value of [`Featured::measure`].
    fn exact(&self, _seat: Seat, _parts: &[Part], _sink: impl FnMut(&Part, i64)) {}

    /// Advantages of one position over another for `seat`, as comparative clauses: see
    /// [`Heuristic::facts`](crate::contract::bot::Heuristic::facts). `parts` are the terms of the heuristic that are features.
    fn advantages(_mine: &Self, _other: &Self, _seat: Seat, _parts: &[Part]) -> Vec<String>
    where
        Self: Sized,
    {
        Vec::new()
    }
}

/// A term that consists of one feature.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its index in the terms.
    pub term: usize,
    /// The feature's [number](Featured::exact_number).
    pub number: usize,
    /// A unit of the feature adds this to the score.
    pub weight: Fixed,
}

/// The values of all features of a position for a seat, in the order of the list.
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

/// Declares the features of a game, one per clause: key, unit, range, meaning, and its function of the
/// [measured](Featured::measure) data. Creates `FEATURES`, the declarations, and `MEASURES`, the functions, in one order.
#[doc(hidden)]
#[macro_export]
macro_rules! features {
    ($seen:ty; $($key:ident: $unit:literal, $least:literal to $most:literal, $about:literal => $of:expr;)*) => {
        /// The features of the game.
        pub static FEATURES: &[$crate::contract::features::Feature] = &[$($crate::contract::features::Feature {
            key: stringify!($key),
            about: $about,
            unit: $unit,
            least: $least as f64,
            most: $most as f64,
        }),*];

        static MEASURES: &[fn(&$seen) -> f64] = &[$($of),*];

        const _: () = assert!(FEATURES_COUNT <= $crate::contract::features::MOST_FEATURES);
        const FEATURES_COUNT: usize = [$(stringify!($key)),*].len();
    };
}

#[doc(inline)]
pub use crate::features;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_feature_is_added_once() {
        let mut wanted = Wanted::default();
        assert_eq!((wanted.add(7), wanted.add(3), wanted.add(7)), (0, 1, 0));
        assert_eq!(wanted.places().collect::<Vec<_>>(), [7, 3]);
        assert_eq!(Wanted::first(100).len(), MOST_FEATURES);
    }
}
