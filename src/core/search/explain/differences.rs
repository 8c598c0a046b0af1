//! The terms in which two candidates differ, as clauses.

use super::clause;
use crate::base::fixed::Fixed;
use crate::base::util::sort_by_key;
use crate::contract::analysis::{Term, TermValue};

/// A term with different values for two candidates.
pub(super) struct Difference {
    /// Its contribution to the score of the first.
    pub(super) gain: Fixed,
    pub(super) what: Said,
}

/// How a difference is said.
pub(super) enum Said {
    /// A comparative clause: `you have 3 more moves`.
    Compared(String),
    /// A clause about the first candidate alone: something is gone.
    OfFirst(&'static str),
    /// The same about the second.
    OfSecond(&'static str),
}

impl Difference {
    /// Whether it says how much, or that something is gone: `counts more for you` says neither.
    pub(super) fn has_quantity(&self) -> bool {
        match &self.what {
            Said::Compared(words) => words.bytes().any(|byte| byte.is_ascii_digit()),
            Said::OfFirst(_) | Said::OfSecond(_) => true,
        }
    }
}

/// The index of the main advantage: the largest one with a quantity. Without a quantity a clause is no reason.
pub(super) fn main_advantage(found: &[Difference]) -> Option<usize> {
    found.iter().position(|one| one.gain > Fixed::ZERO && one.has_quantity())
}

/// The terms that differ, in the order of their effect; differences too small for a sentence are omitted.
pub(super) fn differing(
    mine: &[TermValue],
    other: &[TermValue],
    terms: &[Term],
) -> Vec<Difference> {
    let pairs = mine.iter().zip(other).zip(terms);
    let mut found: Vec<Difference> = pairs
        .filter_map(|((one, two), term)| {
            let gain = one.contribution - two.contribution;
            let what = match (term.gone(terms, mine), term.gone(terms, other)) {
                (None, None) => Said::Compared(clause(term, one.value - two.value)?),
                (Some(clause), None) if !clause.is_empty() => Said::OfFirst(clause),
                (None, Some(clause)) if !clause.is_empty() => Said::OfSecond(clause),
                _ => return None,
            };
            (gain != Fixed::ZERO).then_some(Difference { gain, what })
        })
        .collect();
    sort_by_key(&mut found, |found| (-found.gain.abs().thousandths(), 0));
    found
}
