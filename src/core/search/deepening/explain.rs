//! The report of a deepening search: candidates with their terms, and the sentence that explains the choice.

use super::{Check, Deepening, LARGEST_VALUE, MARGIN, Root, RootResult, RootValue, score_of};
use crate::base::fixed::Fixed;
use crate::base::util::sort_by_key;
use crate::contract::analysis::{Analysis, Candidate, Score, TermValue};
use crate::contract::bot::Heuristic;
use crate::contract::game::{Enumerable, Seat};
use crate::search::explain::{Notes, STOPPED, UNCHECKED, explain};

/// A root move with its result.
pub(in crate::search) type RankedRoot<'a, M, W> = (&'a Root<M, W>, RootResult<M, W>);

/// The values of a heuristic's terms in a position for a seat.
pub(in crate::search) fn measured<G: Enumerable>(
    heuristic: &impl Heuristic<G>,
    position: &G,
    seat: Seat,
) -> Vec<TermValue> {
    let mut values = vec![Fixed::ZERO; heuristic.terms().len()];
    heuristic.measure(position, seat, &mut values);
    TermValue::weighed(heuristic.terms(), values)
}

impl<G: Enumerable, W: RootValue> Deepening<G, W> {
    /// The root moves with a known result, in the order of the legal moves; `briefly` only the chosen move.
    /// If the search stopped before the first result, the chosen move has the value `first_look`.
    pub(in crate::search) fn shown(
        &self,
        chosen: Option<usize>,
        briefly: bool,
        first_look: impl Fn(&G::Move) -> W,
    ) -> Vec<RankedRoot<'_, G::Move, W>> {
        let only = chosen.filter(|_| briefly).map(|chosen| &self.roots[chosen]);
        let mut by_index: Vec<_> =
            only.map_or_else(|| self.roots.iter().collect(), |one| vec![one]);
        sort_by_key(&mut by_index, |root| (root.index as i64, 0));
        let mut shown: Vec<_> = by_index
            .into_iter()
            .filter_map(|root| Some((root, self.root_result(root)?.clone())))
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

    /// A root move with its terms right after it, and those at the `end` of its line, which begins in the given position, if
    /// their sum is its score: only computed if the score is an exact value; it may extend the line.
    pub(in crate::search) fn candidate(
        &self,
        heuristic: &impl Heuristic<G>,
        root: &Root<G::Move, W>,
        found: &RootResult<G::Move, W>,
        end: impl FnOnce(G, &mut Vec<G::Move>) -> Option<Vec<TermValue>>,
    ) -> Candidate<G::Move> {
        let next = self.root.played(&root.mv);
        let after = measured(heuristic, &next, self.seat);
        let mut worth = found.worth.to(self.seat);
        let choice = self.chosen_value();
        let scout = self.options.scout;
        // A bound of a principal variation search rests on reduced searches, and a move that is searched again after the choice
        // may then score more than the choice.
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
            // A faster win than the choice's counts as equally fast, because the first win found is played.
            worth = worth.min(choice);
        }
        // An upper bound that is a win has no information.
        let score = match vague || (!found.exact && worth >= MARGIN) {
            true => Score::Unknown,
            false => score_of(worth, found.exact || lost),
        };
        let mut pv = found.line.clone();
        let terms = match score {
            Score::Value(_) if found.exact => end(next, &mut pv).unwrap_or_default(),
            _ => Vec::new(),
        };
        Candidate {
            // An upper bound that is a loss is a loss.
            bound: !found.exact && matches!(score, Score::Value(_)),
            depth: (found.depth < self.reached && matches!(score, Score::Value(_)))
                .then_some(found.depth),
            after: if score == Score::Unknown { Vec::new() } else { after },
            pv,
            ..Candidate::exact(root.mv.clone(), score, terms)
        }
    }

    /// The whole analysis; `explain` explains the choice.
    pub(in crate::search) fn analysis(
        &self,
        chosen: Option<usize>,
        candidates: Vec<Candidate<G::Move>>,
        heuristic: &impl Heuristic<G>,
        explain: impl Fn(&mut Analysis<G::Move>),
    ) -> Analysis<G::Move> {
        let choice = chosen.map(|index| self.roots[index].mv.clone());
        let mut analysis = Analysis {
            now: measured(heuristic, &self.root, self.seat),
            choice,
            candidates,
            terms: heuristic.terms().to_vec(),
            nodes: self.nodes_to_decide(),
            depth: self.reached,
            exact: self.exact,
            ..Analysis::nothing(String::new())
        };
        analysis.sort();
        explain(&mut analysis);
        analysis
    }

    /// Explains the choice of an analysis. `danger` is the opponent's threat if the mover ignored
    /// it.
    pub(in crate::search) fn explain(
        &self,
        analysis: &mut Analysis<G::Move>,
        danger: Option<&str>,
    ) {
        if !self.roots.is_empty() && self.roots.iter().all(|root| self.root_result(root).is_none())
        {
            analysis.why = STOPPED.to_owned();
            return;
        }
        let only = self.roots.len() == 1;
        explain(analysis, Notes { danger, only, drawn: true, changes: false }, &self.root);
        let chosen = self.chosen().map(|at| &self.roots[at]);
        let value =
            chosen.and_then(|root| self.root_result(root)).map(|found| found.worth.to(self.seat));
        if self.options.checks
            && chosen.is_some_and(unchecked)
            && value.is_none_or(|value| value.abs() < MARGIN)
        {
            analysis.remark(UNCHECKED.to_owned());
        }
    }
}

/// Whether it is unknown if a root move loses within the plies of a check.
fn unchecked<M, W>(root: &Root<M, W>) -> bool {
    matches!(root.checked, None | Some(Check::Open))
}
