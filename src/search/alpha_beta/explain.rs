//! What a search tells of itself beside what every search that deepens does.

use super::{Lost, Search, end};
use crate::contract::game::Enumerable;
use crate::contract::thought::{Candidate, Margin, Score, Thought};
use crate::search::deepening::{
    ALL_AGAINST, Found, LARGEST_VALUE, MARGIN, Root, measured, supposing,
};
use crate::search::evaluate::Evaluate;

impl<G: Enumerable, E: Evaluate<G>> Search<G, E> {
    /// What it thinks so far; `briefly` of the chosen move alone.
    pub(super) fn explained(&self, briefly: bool) -> Thought<G::Move> {
        let all = &self.deepening;
        let look_ahead = self.settings.depth > 1;
        let chosen = self.chosen();
        let candidates = all
            .shown(chosen, briefly, |mv| self.first_look(mv))
            .iter()
            .map(|(root, found)| self.candidate(root, found, look_ahead))
            .collect();
        let terms = self.evaluate.terms();
        let mut thought =
            all.thought(chosen, candidates, (terms, look_ahead), |thought| self.why(thought));
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
        root: &Root<G::Move, i64>,
        found: &Found<G::Move, i64>,
        look_ahead: bool,
    ) -> Candidate<G::Move> {
        let terms = measured(&self.evaluate, &self.after(&root.mv), self.deepening.seat);
        let mut candidate = self.deepening.candidate(root, found, terms, look_ahead);
        candidate.margin = self.margin(found, candidate.score);
        if self.settings.lost == Lost::Random && matches!(candidate.score, Score::Loss(_)) {
            // One loss is as good as another.
            candidate.score = Score::Loss(None);
        }
        candidate
    }

    /// By how much a root move wins or loses, where it is the very margin.
    fn margin(&self, found: &Found<G::Move, i64>, score: Score) -> Option<Margin> {
        let size = found.worth.abs() - MARGIN;
        let most = self.deepening.decided_worth();
        let certain = found.exact
            && matches!(score, Score::Win(None) | Score::Loss(None))
            && most.is_none_or(|most| found.worth <= most);
        if !certain || size < 0 || found.worth.abs() > LARGEST_VALUE {
            return None;
        }
        let by = u32::try_from(size / 1000).ok()?;
        Some(Margin { by, unit: self.evaluate.margin_unit(), rank: found.worth })
    }

    fn why(&self, thought: &Thought<G::Move>) -> String {
        let forced = |c: &Candidate<G::Move>| matches!(c.score, Score::Loss(_));
        if self.settings.lost == Lost::Random
            && thought.candidates.len() > 1
            && thought.candidates.first().is_some_and(forced)
        {
            return "Every move loses by force, so the seed chose.".to_owned();
        }
        let danger = self.evaluate.danger(&self.root);
        let mut why = self.deepening.why(thought, danger.as_deref());
        if self.root.seats() > 2 {
            why = supposing(ALL_AGAINST, why);
        }
        if thought.exact
            && let Some(worth) = self.deepening.decided_worth()
        {
            let margin = if worth.abs() < MARGIN { 0 } else { worth - MARGIN * worth.signum() };
            let solved = self.evaluate.solved(margin);
            if !solved.is_empty() {
                why += " ";
                why += &solved;
            }
        }
        why
    }

    /// What a root move is worth before anything is searched.
    fn first_look(&self, mv: &G::Move) -> i64 {
        let seat = self.deepening.seat;
        let next = self.after(mv);
        match self.evaluate.ending(&next, seat) {
            None => self.evaluate.value(&next, seat).clamp(-LARGEST_VALUE, LARGEST_VALUE),
            ending => end(&self.evaluate, &next, seat, ending, 1),
        }
    }
}

/// Whether it is the truth about the game, not an estimate.
fn proven<M>(found: &Found<M, i64>) -> bool {
    found.worth <= -MARGIN || (found.exact && found.worth >= MARGIN)
}
