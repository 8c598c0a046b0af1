//! The common part of games on a rectangle of cells, in which every seat has pieces of one kind: cells and their names,
//! moves and their notation, positions as texts and set up by hand, the display on the page, and bots from features and
//! weights that are declared once. A game implements [`rules::Rules`], [`bots::Measured`] and a [`declaration`];
//! `docs/how-to/add-a-game.md` shows an example. This module depends on no game.

pub mod bots;
pub mod presentation;
pub mod rules;
pub mod set_up;
#[cfg(test)]
#[expect(unreachable_pub, reason = "`features!` makes lists for games, which are public")]
mod tests;

use crate::contract::declaration::{Declaration, Features, GameData};
use crate::contract::judging::Judging;
use crate::contract::setup::Drafting;
use bots::{Bots, Measured};
pub use rules::Position;
use set_up::GridDraft;

/// A game with the bots of [`Bots::ALL`], of which alpha-beta plays against people, gives hints and judges moves; a
/// declaration adds the differences.
pub const fn declaration<R: Measured>(
    id: &'static str,
    name: &'static str,
    about: &'static str,
) -> Declaration<Position<R>> {
    let data = GameData {
        seat_names: R::SEATS,
        opponents: &["alphabeta"],
        advisor: "alphabeta",
        judging: Judging::by("alphabeta"),
        reasons: R::REASONS,
        ..GameData::plain(id, name, about)
    };
    Declaration {
        bots: Bots::<R>::ALL,
        features: Some(Features::featured()),
        ..Declaration::plain(data, Drafting::by::<GridDraft<R>>())
    }
}
