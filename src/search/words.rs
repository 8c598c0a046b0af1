//! Phrases that the searches share in the sentences that say why.

use crate::fixed::Fixed;
use crate::thought::{Score, TermValue};
use crate::util::sort_by_key;
use std::fmt::Display;

/// `1 ply`, `4 plies`.
pub(super) fn plies(n: u32) -> String {
    if n == 1 { "1 ply".to_owned() } else { format!("{n} plies") }
}

/// The sentence about a choice that wins; `None` for one that does not.
pub(super) fn winning(mv: &dyn Display, score: Score) -> Option<String> {
    Some(match score {
        Score::Win(Some(1)) => format!("{mv} wins at once."),
        Score::Win(Some(n)) => format!("{mv} wins by force within {}.", plies(n)),
        Score::Win(None) => format!("{mv} wins by force."),
        Score::Loss(_) | Score::Value(_) => return None,
    })
}

/// The largest changes that `terms` count, at most so many, as `this (+3), that (+2) and this (-1)`; `phrase`
/// is the clause of a term. `None` if nothing counts.
pub(super) fn clauses(
    terms: &[TermValue],
    most: usize,
    phrase: &dyn Fn(usize, Fixed) -> String,
) -> Option<String> {
    let mut order: Vec<usize> =
        (0..terms.len()).filter(|&i| terms[i].contribution != Fixed::ZERO).collect();
    sort_by_key(&mut order, |&i| (-terms[i].contribution.abs().thousandths(), 0));
    let clauses: Vec<String> = order
        .iter()
        .take(most)
        .map(|&i| format!("{} ({:+})", phrase(i, terms[i].value), terms[i].contribution))
        .collect();
    Some(match clauses.split_last()? {
        (only, []) => only.clone(),
        (last, rest) => format!("{} and {last}", rest.join(", ")),
    })
}
