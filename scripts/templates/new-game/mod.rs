//! **Name**: two players put their pieces on a small square board in turn, and three of one's own in a row
//! win. The rules, told once for people and programs, are in `docs/reference/rules/NAME.md`.
//!
//! # Rooms
//! `moves` is the notation, `position_text` positions as texts, `position` the rules; on these stand [`bots`],
//! [`presentation`] (what the page shows) and [`set_up`] (how a position is set up by hand).

pub mod bots;
mod moves;
mod position;
pub mod position_text;
pub mod presentation;
pub mod set_up;

use crate::contract::declaration::Declaration;
use crate::contract::judging::Judging;
use crate::contract::setup::Drafting;
pub use moves::Move;
pub use position::{Name, POSITION, SEAT_NAMES, SIZE};

/// The game, as the catalogue has it. What is special about it besides (maps, a bot that
/// solves it, tournaments) is a field of [`Declaration`] each.
pub static GAME: Declaration<Name> = Declaration {
    seat_names: &SEAT_NAMES,
    bots: &bots::BOTS,
    opponents: &["alphabeta"],
    advisor: "alphabeta",
    // What decided, in words that follow "decided by".
    reasons: &[("row", "three in a row"), ("full", "nothing: a draw"), ("forfeit", "giving up")],
    // Who judges moves when a game is looked back at.
    judging: Judging { bot: "alphabeta", oracle: None },
    ..Declaration::plain(
        "NAME",
        "Name",
        "Put pieces on a small board; three in a row win.",
        Drafting::by::<set_up::NameDraft>(),
    )
};
