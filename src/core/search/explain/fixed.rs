//! Sentences whose words are fixed, with at most a name in them.

use super::{LONGEST_NAME, NextMove};
use crate::base::fixed::Fixed;
use crate::contract::analysis::Term;

/// For a position where no seat is to act.
pub const NO_MOVE: &str = "No move is due here.";
pub(in crate::search) const STOPPED: &str = "It was stopped before it had examined a move.";
pub(in crate::search) const LOST_ANYWAY: &str =
    "Every move loses by force, so the choice was random.";
pub(in crate::search) const UNCHECKED: &str =
    "It was not checked for a forced loss within a few plies.";
pub(in crate::search) const ALL_AGAINST: &str = "All others are assumed to play against you.";
pub(in crate::search) const ALL_FOR_THEMSELVES: &str =
    "All players are assumed to play for themselves.";
pub(in crate::search) const ONE_FREE: &str =
    "Only one opponent is assumed to choose freely between your moves.";
pub(in crate::search) const NO_WEIGHT: &str = "No single weight changes this move.";
/// The part of a sentence about moves with few simulations.
pub(super) const TOO_FEW: &str = "too few simulations";
/// The start of a headline about equal moves.
pub(super) const EQUAL: &str = "About equal: ";

/// Whether a headline calls moves about equal.
pub(in crate::search) fn says_equal(headline: &str) -> bool {
    headline.starts_with(EQUAL)
}

pub(in crate::search) fn keeps_the_draw(mv: &str) -> String {
    format!("No move wins by force; {mv} keeps the draw.")
}

/// The sentence that the next move after `mv` would make this threat.
pub(in crate::search) fn next_threatens(mv: &str, next: &NextMove, danger: &str) -> String {
    format!("After {mv} {} and threaten {danger}.", next.clause())
}

/// `clause` compares the results of both moves, in favour of the first or `against` it.
pub(in crate::search) fn after_each(mv: &str, clause: &str, than: &str, against: bool) -> String {
    match against {
        true => format!("Against it: after {mv} {clause} than after {than}."),
        false => format!("After {mv} {clause} than after {than}."),
    }
}

/// The explanation of a move that was drawn randomly from this many.
pub(in crate::search) fn drawn_from(moves: usize) -> String {
    match moves {
        0 => NO_MOVE.to_owned(),
        1 => "It is the only legal move.".to_owned(),
        n => format!("It was chosen at random from {n} legal moves."),
    }
}

/// The first of several equal moves; `second` if there are two.
pub(in crate::search) fn one_of(first: &str, second: Option<&str>, others: usize) -> String {
    match second {
        Some(second) => format!("{first} or {second}"),
        None => format!("{first} or {others} others"),
    }
}

pub(in crate::search) fn other_weight(mv: &str, term: &Term, to: Fixed) -> String {
    let (label, from) = (term.label, term.weight);
    format!("It would play {mv} if “{label}” counted {to} instead of {from}.")
}

pub(in crate::search) fn slip(bot: &str) -> String {
    format!("A slip: this turn it plays like {bot}.")
}

/// The same if the level's main bot would play the same.
pub(in crate::search) fn harmless_slip(bot: &str) -> String {
    format!("A slip: this turn it plays like {bot}, but overlooks nothing.")
}

/// The same if the level's main bot would play another move.
pub(in crate::search) fn overlooking_slip(bot: &str, mv: &str) -> String {
    if mv.len() > LONGEST_NAME {
        return slip(bot);
    }
    format!("A slip: this turn it plays like {bot}, and overlooks {mv}.")
}

/// The headline of a slip: what the main bot's move would have brought.
pub(in crate::search) fn overlooked(reason: &str) -> String {
    let mut words = reason.to_owned();
    for start in ["After ", "The ", "Right "] {
        if words.starts_with(start)
            && let Some(first) = words.get_mut(..1)
        {
            first.make_ascii_lowercase();
        }
    }
    format!("Overlooked: {words}")
}

/// Why a search of one ply has no tree to show.
pub(in crate::search) const SHALLOW_WITHOUT_TREE: &str =
    "No search tree: it did not look two plies ahead.";
/// Why the best-reply search has no tree: some of its moves cost no depth and others do.
pub(in crate::search) const REPLIES_WITHOUT_TREE: &str =
    "No search tree: between your moves one opponent replies freely, the others as expected.";
/// Why a solver has no tree.
pub const SOLVED_WITHOUT_TREE: &str =
    "No search tree: the solver keeps results of positions, not the moves between them.";
