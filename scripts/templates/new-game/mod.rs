//! **Name**: two players drop their pieces into the columns of an upright board, and four of one's own in a row win.
//! The rules, told once for people and programs, are in `docs/reference/rules/NAME.md`.
//!
//! `rules` decides what a move does and when the game is over; here is what bots look at, and the game as the catalogue
//! has it. All else follows from the helper for games on a grid.

mod rules;

use crate::base::fixed::Fixed;
use crate::contract::bot::Weight;
use crate::contract::declaration::Declaration;
use crate::contract::features::{Feature, features};
use crate::contract::game::Seat;
use crate::contract::thought::{Contrast, Term};
use crate::grid::bots::{Measure, Measured, FeatureContext};
use crate::grid::rules::Line;
use crate::grid::{Position, declaration};
pub use rules::{FOUR, NameRules};

/// A position of the game.
pub type Name = Position<NameRules>;

/// The game. What is special about it besides (maps, levels, tournaments) is a field of [`Declaration`] or its data each.
pub static GAME: Declaration<Name> =
    declaration("NAME", "Name", "Drop pieces into the columns; four in a row win.");

/// Over all lines of four without a piece of another seat: own pieces, squared.
fn chances(seen: &FeatureContext<'_>, seat: Seat) -> f64 {
    let own_pieces = |line: Line| {
        line.cells().try_fold(0_u32, |own, cell| match seen.board.piece(cell) {
            None => Some(own),
            Some(owner) => (owner == seat).then_some(own + 1),
        })
    };
    let lines = seen.board.lines(FOUR).filter_map(own_pieces);
    lines.map(|own| f64::from(own * own)).sum()
}

/// Pieces in the columns in the middle: one, or two on a board with an even number of columns.
fn central(seen: &FeatureContext<'_>, seat: Seat) -> f64 {
    let last = seen.board.columns() - 1;
    let middle = |&cell: &usize| (2 * seen.board.column(cell)).abs_diff(last) <= 1;
    let own = |&cell: &usize| seen.board.piece(cell) == Some(seat);
    seen.board.cells().filter(middle).filter(own).count() as f64
}

features! { FeatureContext<'_>;
    own_chances: "points", 0 to 10_000, "over all lines of four without a piece of the opponent: own pieces, squared"
        => |seen| chances(seen, seen.seat);
    opponent_chances: "points", 0 to 10_000, "the same for the opponent"
        => |seen| chances(seen, 1 - seen.seat);
    own_centre: "pieces", 0 to 32, "own pieces in the middle columns"
        => |seen| central(seen, seen.seat);
    opponent_centre: "pieces", 0 to 32, "the opponent's pieces in the middle columns"
        => |seen| central(seen, 1 - seen.seat);
}

impl Measured for NameRules {
    // Each weight is an option of the bots, and its term a formula over the features.
    const WEIGHTS: &'static [Weight] = &[
        Weight::of(
            Term {
                key: "chances",
                label: "chances",
                meaning: "own chances of four in a row, minus the opponent's",
                weight: Fixed::ONE,
                contrast: Contrast {
                    more: "chances of four in a row that count # more",
                    less: "chances of four in a row that count # less",
                },
            },
            10,
        )
        .measured_by("own_chances - opponent_chances"),
        Weight::of(
            Term {
                key: "centre",
                label: "centre",
                meaning: "own pieces in the middle columns, minus the opponent's",
                weight: Fixed::ONE,
                contrast: Contrast {
                    more: "# more [piece|pieces] in the middle",
                    less: "# fewer [piece|pieces] in the middle",
                },
            },
            10,
        )
        .measured_by("own_centre - opponent_centre"),
    ];
    const CHART: &'static str = "Chances";

    fn features() -> &'static [Feature] {
        FEATURES
    }

    fn measures() -> &'static [Measure] {
        MEASURES
    }
}
