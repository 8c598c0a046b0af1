//! What a search tells of itself: candidates with their terms, and the sentence that says why.

use super::{AT_MOST, Found, LARGEST_VALUE, LOOK_AHEAD, Lost, Root, Search, ended, score_of};
use crate::fixed::Fixed;
use crate::game::Enumerable;
use crate::json::sort_by_key;
use crate::search::evaluate::Evaluate;
use crate::thought::{Candidate, Score, TermValue, Thought};

impl<G: Enumerable, E: Evaluate<G>> Search<G, E> {
    /// What it thinks so far, of all candidates or of the chosen one.
    pub(super) fn explained(&self, briefly: bool) -> Thought<G::Move> {
        let mut terms = self.evaluate.terms().to_vec();
        let mut values = vec![Fixed::ZERO; terms.len()];
        if self.shows_look_ahead() {
            terms.push(LOOK_AHEAD);
        }
        if self.shows_bounds() {
            terms.push(AT_MOST);
        }
        let chosen = self.chosen();
        let mut by_index: Vec<_> = self.roots.iter().collect();
        sort_by_key(&mut by_index, |root| (root.index as i64, 0));
        let wanted = chosen.filter(|_| briefly).map(|chosen| self.roots[chosen].index);
        let mut candidates: Vec<_> = by_index
            .iter()
            .filter(|root| wanted.is_none_or(|index| root.index == index))
            .filter_map(|root| self.candidate(root, &mut values))
            .collect();
        let mut why = "No move is owed here.".to_owned();
        if let Some(chosen) = chosen {
            let root = &self.roots[chosen];
            if candidates.is_empty() {
                // Put down before the first root move was done: it has the first look at it.
                let unseen =
                    Root { found: None, fresh: Some(self.unsearched(&root.mv)), ..root.clone() };
                candidates.extend(self.candidate(&unseen, &mut values));
            }
            let mut before = vec![Fixed::ZERO; self.evaluate.terms().len()];
            self.evaluate.measure(&self.root, self.seat, &mut before);
            if let Some(candidate) = candidates.iter().find(|candidate| candidate.mv == root.mv) {
                why = self.why(chosen, candidate, &before);
            }
        }
        let mut thought = Thought {
            choice: chosen.map(|index| self.roots[index].mv.clone()),
            candidates,
            terms,
            nodes: self.nodes,
            depth: self.reached,
            exact: self.exact
                || (!self.roots.is_empty()
                    && self.roots.iter().all(|root| root.found.as_ref().is_some_and(proven))),
            why,
        };
        thought.sort();
        thought
    }

    /// The terms of the position after a root move, and their sum.
    fn first_look(&self, next: &G, values: &mut [Fixed]) -> (Vec<TermValue>, Fixed) {
        self.evaluate.measure(next, self.seat, values);
        let terms: Vec<TermValue> = self
            .evaluate
            .terms()
            .iter()
            .zip(values)
            .map(|(term, value)| TermValue {
                value: *value,
                contribution: term.weight.times(*value),
            })
            .collect();
        let sum = terms.iter().map(|term| term.contribution).sum();
        (terms, sum)
    }

    fn candidate(&self, root: &Root<G::Move>, values: &mut [Fixed]) -> Option<Candidate<G::Move>> {
        let mut next = self.root.clone();
        next.play_unchecked(&root.mv);
        let (mut terms, sum) = self.first_look(&next, values);
        let found = self.seen(root)?;
        let hopeless = self.settings.lost == Lost::Random && found.value < -LARGEST_VALUE;
        let mut score = score_of(found.value, found.exact && !hopeless);
        if !found.exact && matches!(score, Score::Win(_)) {
            // At most a win: nothing is known.
            score = Score::Value(sum);
        }
        let rest = if let Score::Value(value) = score { value - sum } else { Fixed::ZERO };
        let term = |rest| TermValue { value: rest, contribution: rest };
        if self.shows_look_ahead() {
            terms.push(term(if found.exact { rest } else { Fixed::ZERO }));
        }
        if self.shows_bounds() {
            terms.push(term(if found.exact { Fixed::ZERO } else { rest }));
        }
        Some(Candidate { mv: root.mv.clone(), score, terms, visits: None, pv: found.line.clone() })
    }

    fn shows_look_ahead(&self) -> bool {
        self.settings.depth > 1
    }

    fn shows_bounds(&self) -> bool {
        self.shows_look_ahead() && self.settings.prune && !self.settings.exact
    }

    fn why(&self, chosen: usize, candidate: &Candidate<G::Move>, before: &[Fixed]) -> String {
        let mv = &candidate.mv;
        let plies = |n: u32| if n == 1 { "1 ply".to_owned() } else { format!("{n} plies") };
        match candidate.score {
            Score::Win(Some(1)) => return format!("{mv} wins at once."),
            Score::Win(Some(n)) => return format!("{mv} wins by force within {}.", plies(n)),
            Score::Win(None) => return format!("{mv} wins by force."),
            Score::Loss(_) if self.roots.len() == 1 => {
                return format!("{mv} is the only move, and it loses by force.");
            }
            Score::Loss(Some(n)) => {
                return format!(
                    "Every move loses by force; {mv} holds out longest, for {}.",
                    plies(n)
                );
            }
            Score::Loss(None) => {
                return "Every move loses by force, so the seed chose.".to_owned();
            }
            Score::Value(_) if self.roots.len() == 1 => return format!("{mv} is the only move."),
            Score::Value(_) if self.seen(&self.roots[chosen]).is_none() => {
                return "It was stopped before it had looked at anything.".to_owned();
            }
            Score::Value(_) => {}
        }
        const MOST_CLAUSES: usize = 3;
        let terms = self.evaluate.terms();
        let mut changes: Vec<(usize, Fixed, Fixed)> = terms
            .iter()
            .enumerate()
            .map(|(i, term)| {
                let change = candidate.terms[i].value - before[i];
                (i, change, term.weight.times(change))
            })
            .filter(|&(_, _, counts)| counts != Fixed::ZERO)
            .collect();
        sort_by_key(&mut changes, |&(_, _, counts)| (-counts.abs().thousandths(), 0));
        let clauses: Vec<String> = changes
            .iter()
            .take(MOST_CLAUSES)
            .map(|&(i, change, counts)| format!("{} ({counts:+})", self.evaluate.phrase(i, change)))
            .collect();
        let first = match clauses.split_last() {
            None => format!("{mv} changes nothing that this bot looks at"),
            Some((only, [])) => format!("with {mv} {only}"),
            Some((last, rest)) => format!("with {mv} {} and {last}", rest.join(", ")),
        };
        let mut sentence = format!("Seen {} deep, {first}", plies(self.reached.max(1)));
        let rest = if self.shows_look_ahead() {
            candidate.terms[terms.len()].contribution
        } else {
            Fixed::ZERO
        };
        if rest != Fixed::ZERO {
            let verb = if rest > Fixed::ZERO { "adds" } else { "takes away" };
            sentence += &format!("; best play from there {verb} {}", rest.abs());
        }
        sentence + "."
    }

    /// A root move as it looks before anything is searched.
    fn unsearched(&self, mv: &G::Move) -> Found<G::Move> {
        let mut next = self.root.clone();
        next.play_unchecked(mv);
        let value = match self.evaluate.ending(&next, self.seat) {
            None => self.evaluate.value(&next, self.seat).clamp(-LARGEST_VALUE, LARGEST_VALUE),
            ending => ended(ending, 1),
        };
        Found { value, exact: true, line: Vec::new() }
    }
}

/// Whether it is the truth about the game, not an estimate.
fn proven<M>(found: &Found<M>) -> bool {
    found.value < -LARGEST_VALUE || (found.exact && found.value > LARGEST_VALUE)
}
