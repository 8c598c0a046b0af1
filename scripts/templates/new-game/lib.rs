//! **Name**: two players drop their pieces into the columns of an upright board. The first player with four in a row wins.
//! The rules for players and programs are in `docs/reference/rules/NAME.md`.
//!
//! `rules` defines what a move does and when the game is over. This file has the features that bots use, and the game's
//! entry in the catalogue. `grid`, the helper for games on a grid, does the rest.

mod rules;

use totora_core::base::fixed::Fixed;
use totora_core::contract::bot::Weight;
use totora_core::contract::declaration::Declaration;
use totora_core::contract::features::{Feature, features};
use totora_core::contract::game::Seat;
use totora_core::contract::analysis::{Contrast, Term};
use totora_core::grid::bots::{Measure, Measured, FeatureContext};
use totora_core::grid::rules::Line;
use totora_core::grid::{Position, declaration};
pub use rules::{FOUR, NameRules};

/// A position of the game.
pub type Name = Position<NameRules>;

/// The game. Maps, levels and tournaments are fields of [`Declaration`] or of its data.
pub static GAME: Declaration<Name> =
    declaration("NAME", "Name", "Drop pieces into the columns; four in a row win.");

/// The sum over all lines of four without a piece of another seat: the number of own pieces, squared.
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

/// The number of own pieces in the middle column, or in the two middle columns of a board with an even number of columns.
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
    // Each weight is an option of the bots. Its term is a formula over the features.
    const WEIGHTS: &'static [Weight] = &[
        Weight::of_term(
            Term {
                key: "chances",
                label: "chances",
                meaning: "own chances of four in a row, minus the opponent's",
                weight: Fixed::ONE,
                contrast: Contrast {
                    more: "chances of four in a row that count # more",
                    less: "chances of four in a row that count # less",
                    ..Contrast::BY_LABEL
                },
            },
            10,
        )
        .measured_by("own_chances - opponent_chances"),
        Weight::of_term(
            Term {
                key: "centre",
                label: "centre",
                meaning: "own pieces in the middle columns, minus the opponent's",
                weight: Fixed::ONE,
                contrast: Contrast {
                    more: "# more [piece|pieces] in the middle",
                    less: "# fewer [piece|pieces] in the middle",
                    ..Contrast::BY_LABEL
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
