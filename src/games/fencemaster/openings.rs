//! First stones: what kinds of them there are, and how often the player who put one won, where many games tell it.
//!
//! Whether to swap is a question about the whole game: a search of one move judges a board with a single stone badly. So
//! games were played from first stones (`examples/fencemaster_openings.rs`). A kind is here if Wilson's interval of 95% of the
//! games with a winner leaves a half out, or if there are a hundred games at least: then it is near level. No search
//! is here.

use super::geometry::{Geometry, Place};
use super::position::{FenceMaster, Rules};
use super::presentation::words;

/// What came of the games from one kind of first stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The shortest and the longest side of the boards that they were played on.
    pub sides: [usize; 2],
    /// The kind, as [`class`] tells it.
    pub class: usize,
    /// The games; no player could swap in them.
    pub games: u16,
    /// Won by the player who had put the stone.
    pub won: u16,
    /// Drawn.
    pub drawn: u16,
}

/// All that is recorded: `totora` against itself. Which games with how many
/// playouts a move these are stands in `docs/experiments/2026-11-23-fencemaster-totora.md`.
pub static RECORDED: [Opening; 12] = [
    Opening { sides: [4, 4], class: 0, games: 100, won: 45, drawn: 36 },
    Opening { sides: [4, 4], class: 2, games: 60, won: 29, drawn: 20 },
    Opening { sides: [4, 4], class: 3, games: 50, won: 24, drawn: 19 },
    Opening { sides: [4, 4], class: 4, games: 50, won: 31, drawn: 14 },
    Opening { sides: [4, 4], class: 5, games: 60, won: 17, drawn: 11 },
    Opening { sides: [5, 5], class: 0, games: 110, won: 65, drawn: 6 },
    Opening { sides: [5, 5], class: 1, games: 40, won: 27, drawn: 3 },
    Opening { sides: [5, 5], class: 3, games: 30, won: 21, drawn: 3 },
    Opening { sides: [6, 7], class: 0, games: 460, won: 259, drawn: 1 },
    Opening { sides: [8, 8], class: 0, games: 210, won: 115, drawn: 1 },
    Opening { sides: [9, 9], class: 0, games: 200, won: 97, drawn: 0 },
    Opening { sides: [10, 10], class: 0, games: 200, won: 103, drawn: 0 },
];

impl Opening {
    /// What is known of the stone that Black may take over in `position`.
    pub fn of(position: &FenceMaster) -> Option<&'static Opening> {
        if !position.may_swap() || position.rules() != Rules::FenceMaster {
            return None;
        }
        let geometry = position.geometry();
        let class = class(geometry, *position.history().first()?);
        let fits = |opening: &&Opening| {
            let [least, most] = opening.sides;
            opening.class == class && (least..=most).contains(&geometry.side())
        };
        RECORDED.iter().find(fits)
    }

    /// The share of the points that the player who had the stone got, from 0 to 1.
    pub fn share(&self) -> f64 {
        (f64::from(self.won) + 0.5 * f64::from(self.drawn)) / f64::from(self.games)
    }

    /// The same as a reason to swap, or not to.
    pub(super) fn reason(&self) -> String {
        words::in_recorded_games(self.games.into(), self.share())
    }

    /// All of it in words.
    pub(super) fn in_words(&self) -> String {
        words::recorded([self.won, self.drawn, self.games].map(Into::into), self.share())
    }
}

/// The kind of a cell, from 0 in the middle outwards: two cells are of one kind if turning or mirroring the board
/// takes the one to the other.
pub fn class(geometry: &Geometry, place: Place) -> usize {
    let [down, right] = geometry.axial_coord(place);
    // Three steps that cancel out lead from the middle to a cell, by the three directions; whatever the board is
    // turned or mirrored to, their lengths stay. The longest is the sum of the others.
    let mut steps = [down.unsigned_abs(), right.unsigned_abs(), (down - right).unsigned_abs()];
    steps.sort_unstable();
    let [_, second, longest] = steps.map(|step| step as usize);
    let inner: usize = (0..longest).map(|ring| ring / 2 + 1).sum();
    inner + second - longest.div_ceil(2)
}
