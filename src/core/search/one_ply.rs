//! A bot that looks one ply ahead: it plays the move with the largest weighted sum of the changes in a heuristic's
//! terms, or of the terms after the move, and chooses randomly among ties.
//!
//! [`Bot::think`] and [`Bot::choose`] share the values and the random draw, so the explanation cannot
//! disagree with the choice.

use super::deepening::measured;
use super::explain::{Notes, adds_information, explain, names_label, say_facts};
use crate::base::fixed::Fixed;
use crate::base::rng::Rng;
use crate::contract::analysis::{Analysis, Candidate, Score, TermValue};
use crate::contract::bot::{Bot, Budget, Clock, Done, Heuristic, Search};
use crate::contract::game::{Enumerable, MoveList, Seat};

/// Plays the move with the best weighted change in the terms of a heuristic.
#[derive(Clone, Debug)]
pub struct OnePly<H> {
    heuristic: H,
    /// Whether a score is the value after a move, not the change by the move.
    standing: bool,
}

impl<H> OnePly<H> {
    /// A bot that plays by `heuristic`, whose terms have their current weights.
    pub fn new<G: Enumerable>(heuristic: H) -> Self
    where
        H: Heuristic<G>,
    {
        OnePly { heuristic, standing: false }
    }

    /// The same, but scores are the values of the positions after the moves: for heuristics whose terms compare the seat with
    /// the others, and so evaluate the whole position.
    pub fn by_standing<G: Enumerable>(heuristic: H) -> Self
    where
        H: Heuristic<G>,
    {
        OnePly { standing: true, ..OnePly::new::<G>(heuristic) }
    }

    /// Calls `sink` with the moves and their values, one per term: the changes, or the values after the move.
    fn values<G: Enumerable>(&self, position: &G, sink: &mut dyn FnMut(&G::Move, &[Fixed]))
    where
        H: Heuristic<G>,
    {
        if !self.standing {
            return self.heuristic.changes(position, sink);
        }
        let seat = position.mover();
        let mut values = vec![Fixed::ZERO; self.heuristic.terms().len()];
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut next = position.clone();
        for mv in &moves {
            next.clone_from(position);
            next.play_unchecked(mv);
            self.heuristic.measure(&next, seat, &mut values);
            sink(mv, &values);
        }
    }
}

impl<G: Enumerable, H: Heuristic<G> + Clone + 'static> Bot<G> for OnePly<H> {
    fn begin(&self, position: &G, seat: Seat, _budget: Budget, mut rng: Rng) -> Box<dyn Search<G>> {
        let mut candidates: Vec<Candidate<G::Move>> = Vec::new();
        let mut ties = Ties::default();
        self.values(position, &mut |mv, values| {
            let terms = TermValue::weighed(self.heuristic.terms(), values.iter().copied());
            let score = total(&terms);
            ties.offer(score, || candidates.len());
            candidates.push(Candidate::exact(mv.clone(), Score::Value(score), terms));
        });
        let chosen = ties.draw(&mut rng).copied();
        let mut analysis = Analysis {
            choice: chosen.map(|index| candidates[index].mv.clone()),
            nodes: candidates.len() as u64,
            candidates,
            terms: self.heuristic.terms().to_vec(),
            depth: 1,
            ..Analysis::nothing(String::new())
        };
        let order = analysis.candidates.iter().map(|candidate| candidate.mv.clone()).collect();
        analysis.sort();
        let only = analysis.candidates.len() == 1;
        let notes = Notes { only, drawn: true, changes: !self.standing, ..Notes::default() };
        explain(&mut analysis, notes, position);
        // What the terms say comes first.
        if !adds_information(&analysis.why) || names_label(&analysis.why) {
            say_facts(&mut analysis, position, |mine, other| {
                self.heuristic.facts(mine, other, seat)
            });
        }
        if self.standing {
            return Box::new(Done { order, ..Done::new(analysis) });
        }
        // The value before the change: the terms of one side, minus those of the opponent with two sides.
        let count = |seat| total(&measured(&self.heuristic, position, seat));
        let mut worth = count(seat);
        if position.seats() == 2 {
            worth = worth - count(1 - seat);
        }
        Box::new(Done { static_value: Some(Score::Value(worth)), order, ..Done::new(analysis) })
    }

    fn choose(
        &self,
        position: &G,
        _seat: Seat,
        _budget: Budget,
        mut rng: Rng,
        _watch: &dyn Clock,
    ) -> Option<G::Move> {
        let mut ties = Ties::default();
        if !self.standing {
            self.heuristic.scores(position, |mv, score| ties.offer(score, || mv.clone()));
            return ties.draw(&mut rng).cloned();
        }
        self.values(position, &mut |mv, values| {
            let parts = values.iter().zip(self.heuristic.terms());
            ties.offer(parts.map(|(&value, term)| term.weight.times(value)).sum(), || mv.clone());
        });
        ties.draw(&mut rng).cloned()
    }
}

/// The score with these terms.
fn total(terms: &[TermValue]) -> Fixed {
    terms.iter().map(|term| term.contribution).sum()
}

/// The best so far, with all its ties.
pub struct Ties<T> {
    best: Fixed,
    list: Vec<T>,
}

impl<T> Default for Ties<T> {
    fn default() -> Self {
        Ties { best: Fixed::ZERO, list: Vec::new() }
    }
}

impl<T> Ties<T> {
    /// Adds an item with its score, unless there is a better one.
    #[inline(always)]
    pub fn offer(&mut self, score: Fixed, item: impl FnOnce() -> T) {
        if self.list.is_empty() || score > self.best {
            self.best = score;
            self.list.clear();
        }
        if score == self.best {
            self.list.push(item());
        }
    }

    /// One of the best, all with equal probability; `None` if there is none.
    pub fn draw(&self, rng: &mut Rng) -> Option<&T> {
        self.list.get(rng.below(self.list.len()))
    }
}
