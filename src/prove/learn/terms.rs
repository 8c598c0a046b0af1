//! The terms that are to be learned.

use crate::base::fixed::Fixed;
use crate::base::util::split_outside;
use crate::catalog::AnyGame;
use crate::lab::formula::LONGEST_WORD;
use crate::lab::heuristic::{Written, WrittenTerm};
use crate::lab::names::by_place;

/// The terms of a list such as `own_moves, max(0, free_cells - 9)`: features or formulas, separated by commas outside of
/// brackets. A term has the name of its formula, if that is short enough.
pub fn terms(list: &str) -> Result<Written, String> {
    let formulas = split_outside(list, b',').into_iter().map(str::trim);
    let term = |(i, formula): (usize, &str)| {
        let short = formula.chars().count() <= LONGEST_WORD;
        let name = if short { formula } else { by_place(i) };
        WrittenTerm { name: name.to_owned(), weight: Fixed::ONE, formula: formula.to_owned() }
    };
    let terms: Vec<WrittenTerm> =
        formulas.filter(|one| !one.is_empty()).enumerate().map(term).collect();
    if terms.is_empty() {
        return Err(
            "no terms are given; expected features or formulas, separated by commas".to_owned()
        );
    }
    // Reading it back finds names that are there twice.
    let written = Written { terms, ..Written::default() };
    Written::read(&written.to_json().to_string()).map_err(|error| error.to_string())
}

/// The terms that a game declares for learning.
///
/// # Errors
/// When the game cannot learn.
pub fn default_terms(game: &dyn AnyGame) -> Result<Written, String> {
    let list = game.data().learning.0.join(", ");
    if list.is_empty() { Err(cannot_learn(game)) } else { terms(&list) }
}

pub(super) fn cannot_learn(game: &dyn AnyGame) -> String {
    format!(
        "{} cannot learn: its terms measure the tasks of an outpost, not a position, so no prediction can be compared with \
         the next; `totora tune {}` improves their weights",
        game.name(),
        game.id()
    )
}
