//! First stones: their kinds, and the win rates of the player who placed one, where many games were recorded.
//!
//! The swap decision concerns the whole game: a search of one move evaluates a board with a single stone badly. So
//! games were played from first stones (`examples/fencemaster_openings.rs`). A kind is listed if Wilson's 95% interval of
//! the games with a winner excludes one half, or if there are at least a hundred games: then it is nearly balanced. No search
//! is here.

use super::geometry::{Geometry, Place};
use super::position::{FenceMaster, Rules};
use super::presentation::words;

/// The results of the games from one kind of first stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstStone {
    /// The smallest and the largest side length of their boards.
    pub sides: [usize; 2],
    /// The kind, as returned by [`class`].
    pub class: usize,
    /// The number of games; they were played without the swap.
    pub games: u16,
    /// The number won by the player who placed the stone.
    pub won: u16,
    /// The number of draws; each counts half in [`FirstStone::share`].
    pub drawn: u16,
}

/// All records: `totora` against itself. The games and their numbers of
/// playouts per move are described in `docs/experiments/2026-11-23-fencemaster-totora.md`.
pub static RECORDED: [FirstStone; 12] = [
    FirstStone { sides: [4, 4], class: 0, games: 100, won: 45, drawn: 36 },
    FirstStone { sides: [4, 4], class: 2, games: 60, won: 29, drawn: 20 },
    FirstStone { sides: [4, 4], class: 3, games: 50, won: 24, drawn: 19 },
    FirstStone { sides: [4, 4], class: 4, games: 50, won: 31, drawn: 14 },
    FirstStone { sides: [4, 4], class: 5, games: 60, won: 17, drawn: 11 },
    FirstStone { sides: [5, 5], class: 0, games: 110, won: 65, drawn: 6 },
    FirstStone { sides: [5, 5], class: 1, games: 40, won: 27, drawn: 3 },
    FirstStone { sides: [5, 5], class: 3, games: 30, won: 21, drawn: 3 },
    FirstStone { sides: [6, 7], class: 0, games: 460, won: 259, drawn: 1 },
    FirstStone { sides: [8, 8], class: 0, games: 210, won: 115, drawn: 1 },
    FirstStone { sides: [9, 9], class: 0, games: 200, won: 97, drawn: 0 },
    FirstStone { sides: [10, 10], class: 0, games: 200, won: 103, drawn: 0 },
];

impl FirstStone {
    /// The record of the stone that Black may take over in `position`.
    pub fn for_position(position: &FenceMaster) -> Option<&'static FirstStone> {
        if !position.may_swap() || position.rules() != Rules::FenceMaster {
            return None;
        }
        let geometry = position.geometry();
        let class = class(geometry, *position.history().first()?);
        let fits = |opening: &&FirstStone| {
            let [least, most] = opening.sides;
            opening.class == class && (least..=most).contains(&geometry.side())
        };
        RECORDED.iter().find(fits)
    }

    /// The share of points of the player with the stone, from 0 to 1.
    pub fn share(&self) -> f64 {
        (f64::from(self.won) + 0.5 * f64::from(self.drawn)) / f64::from(self.games)
    }

    /// The record as a reason for or against the swap.
    pub(super) fn reason(&self) -> String {
        words::in_recorded_games(self.games.into(), self.share())
    }

    /// The full record in words.
    pub(super) fn in_words(&self) -> String {
        words::recorded([self.won, self.drawn, self.games].map(Into::into), self.share())
    }
}

/// The kind of a cell, numbered from 0 in the centre outwards: two cells have the same kind if a symmetry of the
/// board maps one to the other.
pub fn class(geometry: &Geometry, place: Place) -> usize {
    let [down, right] = geometry.axial_coord(place);
    // Three steps with sum zero lead from the centre to a cell, one per direction; symmetries of the board permute
    // them and keep their lengths. The longest is the sum of the others.
    let mut steps = [down.unsigned_abs(), right.unsigned_abs(), (down - right).unsigned_abs()];
    steps.sort_unstable();
    let [_, second, longest] = steps.map(|step| step as usize);
    let inner: usize = (0..longest).map(|ring| ring / 2 + 1).sum();
    inner + second - longest.div_ceil(2)
}
