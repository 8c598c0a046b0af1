//! What a search tells of itself beside what every search that deepens does.

use super::{Lost, Search, ended};
use crate::game::Enumerable;
use crate::search::deepening::{Found, LARGEST_VALUE, measured};
use crate::search::evaluate::Evaluate;
use crate::search::words::plies;
use crate::thought::{Candidate, Score, Thought};

impl<G: Enumerable, E: Evaluate<G>> Search<G, E> {
    /// What it thinks so far; `briefly` of the chosen move alone.
    pub(super) fn explained(&self, briefly: bool) -> Thought<G::Move> {
        let all = &self.deepening;
        let look_ahead = self.settings.depth > 1;
        let chosen = self.chosen();
        let candidates = all
            .shown(chosen, briefly, |mv| self.first_look(mv))
            .iter()
            .map(|(root, found)| self.candidate(&root.mv, found, look_ahead))
            .collect();
        let terms = self.evaluate.terms();
        let mut thought =
            all.thought(chosen, candidates, (terms, look_ahead), |choice| self.why(choice));
        thought.exact |= !all.roots.is_empty()
            && all.roots.iter().all(|root| root.found.as_ref().is_some_and(proven));
        thought
    }

    fn after(&self, mv: &G::Move) -> G {
        let mut next = self.root.clone();
        next.play_unchecked(mv);
        next
    }

    fn candidate(
        &self,
        mv: &G::Move,
        found: &Found<G::Move, i64>,
        look_ahead: bool,
    ) -> Candidate<G::Move> {
        let terms = measured(&self.evaluate, &self.after(mv), self.deepening.seat);
        let mut candidate = self.deepening.candidate(mv, found, terms, look_ahead);
        if self.settings.lost == Lost::Random && matches!(candidate.score, Score::Loss(_)) {
            // One loss is as good as another.
            candidate.score = Score::Loss(None);
        }
        candidate
    }

    fn why(&self, choice: &Candidate<G::Move>) -> String {
        let mv = &choice.mv;
        match choice.score {
            Score::Loss(_) if self.deepening.roots.len() == 1 => {
                format!("{mv} is the only move, and it loses by force.")
            }
            Score::Loss(Some(n)) => {
                format!("Every move loses by force; {mv} holds out longest, for {}.", plies(n))
            }
            Score::Loss(None) => "Every move loses by force, so the seed chose.".to_owned(),
            Score::Win(_) | Score::Value(_) => {
                let before = measured(&self.evaluate, &self.root, self.deepening.seat);
                let phrase = |term, value| self.evaluate.phrase(term, value);
                let terms = self.evaluate.terms();
                self.deepening.why(choice, (terms, &before), &phrase, "best play from there")
            }
        }
    }

    /// What a root move is worth before anything is searched.
    fn first_look(&self, mv: &G::Move) -> i64 {
        let seat = self.deepening.seat;
        let next = self.after(mv);
        match self.evaluate.ending(&next, seat) {
            None => self.evaluate.value(&next, seat).clamp(-LARGEST_VALUE, LARGEST_VALUE),
            ending => ended(ending, 1),
        }
    }
}

/// Whether it is the truth about the game, not an estimate.
fn proven<M>(found: &Found<M, i64>) -> bool {
    found.worth < -LARGEST_VALUE || (found.exact && found.worth > LARGEST_VALUE)
}
