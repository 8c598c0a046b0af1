//! What a search that deepens reports: candidates with their terms, and the sentence that says why.

use super::{Check, Deepening, LARGEST_VALUE, MARGIN, Root, RootResult, RootValue, score_of};
use crate::base::fixed::Fixed;
use crate::base::util::sort_by_key;
use crate::contract::game::{Enumerable, Seat};
use crate::contract::thought::{Candidate, Score, Term, TermValue, Thought};
use crate::search::evaluate::Evaluate;
use crate::search::explain::{Notes, STOPPED, UNCHECKED, explain};
use std::fmt::Display;

/// A root move with what is known about it.
pub(in crate::search) type RankedRoot<'a, M, W> = (&'a Root<M, W>, RootResult<M, W>);

/// What a heuristic measures of a position for a seat.
pub(in crate::search) fn measured<G: Enumerable, E: Evaluate<G>>(
    evaluate: &E,
    position: &G,
    seat: Seat,
) -> Vec<TermValue> {
    let mut values = vec![Fixed::ZERO; evaluate.terms().len()];
    evaluate.measure(position, seat, &mut values);
    TermValue::weighed(evaluate.terms(), values)
}

impl<M: Clone + Eq + Display, W: RootValue> Deepening<M, W> {
    /// The root moves that something is known about, in the order of the legal moves; `briefly` the chosen
    /// one alone. Put down before the first was done, the search has the `first_look` at the chosen one.
    pub(in crate::search) fn shown(
        &self,
        chosen: Option<usize>,
        briefly: bool,
        first_look: impl Fn(&M) -> W,
    ) -> Vec<RankedRoot<'_, M, W>> {
        let only = chosen.filter(|_| briefly).map(|chosen| &self.roots[chosen]);
        let mut by_index: Vec<_> =
            only.map_or_else(|| self.roots.iter().collect(), |one| vec![one]);
        sort_by_key(&mut by_index, |root| (root.index as i64, 0));
        let mut shown: Vec<_> = by_index
            .into_iter()
            .filter_map(|root| Some((root, self.seen(root)?.clone())))
            .collect();
        if shown.is_empty()
            && let Some(chosen) = chosen
        {
            let root = &self.roots[chosen];
            let worth = first_look(&root.mv);
            shown.push((
                root,
                RootResult { worth, exact: true, line: Vec::new(), depth: 0, nodes: 0 },
            ));
        }
        shown
    }

    /// A root move with its terms right `after` it, and those at the `end` of its line where they are worth what it scores:
    /// asked for where the score is a value that was found exactly, and may lengthen the line.
    pub(in crate::search) fn candidate(
        &self,
        root: &Root<M, W>,
        found: &RootResult<M, W>,
        after: Vec<TermValue>,
        end: impl FnOnce(&mut Vec<M>) -> Option<Vec<TermValue>>,
    ) -> Candidate<M> {
        let mut worth = found.worth.to(self.seat);
        let choice = self.decided_worth();
        let scout = self.options.scout;
        // A bound of a scouting search holds within looks that were less deep, and what is looked at again once the choice
        // is made may then come to more than the choice.
        let chosen = self.chosen().is_some_and(|at| self.roots[at].index == root.index);
        let unsure = self.options.checks && !chosen && worth < MARGIN && unchecked(root);
        let lost = matches!(root.checked, Some(Check::Lost(_)));
        let vague = scout
            && worth > -MARGIN
            && (unsure
                || !found.exact
                || found.depth < self.reached
                || choice.is_some_and(|choice| worth > choice && choice < MARGIN));
        if let Some(choice) = choice.filter(|&choice| scout || choice > LARGEST_VALUE) {
            // A win that comes sooner than the choice's is one within as many plies, and the first found is played.
            worth = worth.min(choice);
        }
        // No better than a win says nothing.
        let score = match vague || (!found.exact && worth >= MARGIN) {
            true => Score::Unknown,
            false => score_of(worth, found.exact || lost),
        };
        let mut pv = found.line.clone();
        let terms = match score {
            Score::Value(_) if found.exact => end(&mut pv).unwrap_or_default(),
            _ => Vec::new(),
        };
        Candidate {
            // No better than a loss is a loss.
            bound: !found.exact && matches!(score, Score::Value(_)),
            depth: (found.depth < self.reached && matches!(score, Score::Value(_)))
                .then_some(found.depth),
            after: if score == Score::Unknown { Vec::new() } else { after },
            pv,
            ..Candidate::exact(root.mv.clone(), score, terms)
        }
    }

    /// All of it. `terms` are the heuristic's, which measures `now`; `explain` says why a candidate was chosen.
    pub(in crate::search) fn thought(
        &self,
        chosen: Option<usize>,
        candidates: Vec<Candidate<M>>,
        terms: &[Term],
        now: Vec<TermValue>,
        explain: impl Fn(&mut Thought<M>),
    ) -> Thought<M> {
        let choice = chosen.map(|index| self.roots[index].mv.clone());
        let mut thought = Thought {
            now,
            choice,
            candidates,
            terms: terms.to_vec(),
            nodes: self.nodes_to_decide(),
            depth: self.reached,
            exact: self.exact,
            ..Thought::nothing(String::new())
        };
        thought.sort();
        explain(&mut thought);
        thought
    }

    /// Says why the choice of a thought was chosen. `danger` is what the opponent would win by if nothing were done
    /// about it.
    pub(in crate::search) fn explain(
        &self,
        thought: &mut Thought<M>,
        danger: Option<&str>,
        named: &dyn Fn(&M) -> String,
    ) {
        if !self.roots.is_empty() && self.roots.iter().all(|root| self.seen(root).is_none()) {
            thought.why = STOPPED.to_owned();
            return;
        }
        let only = self.roots.len() == 1;
        explain(thought, Notes { danger, only, drawn: true }, named);
        let chosen = self.chosen().map(|at| &self.roots[at]);
        let value = chosen.and_then(|root| self.seen(root)).map(|found| found.worth.to(self.seat));
        if self.options.checks
            && chosen.is_some_and(unchecked)
            && value.is_none_or(|value| value.abs() < MARGIN)
        {
            thought.remark(UNCHECKED.to_owned());
        }
    }
}

/// Whether it is not known of a root move if it loses within the plies of a check.
fn unchecked<M, W>(root: &Root<M, W>) -> bool {
    matches!(root.checked, None | Some(Check::Open))
}
