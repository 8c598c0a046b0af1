//! What a search tells of itself beside what every search that deepens does: the worth to every seat.

use super::{Mode, Search, Values, ended};
use crate::contract::game::{Enumerable, MAX_SEATS};
use crate::contract::thought::{Score, Thought, Views};
use crate::search::deepening::{ALL_AGAINST, INFINITY, Shown, measured, score_of, supposing};
use crate::search::evaluate::Evaluate;

impl<G: Enumerable, E: Evaluate<G>> Search<G, E> {
    /// What it thinks so far; `briefly` of the chosen move alone.
    pub(super) fn explained(&self, briefly: bool) -> Thought<G::Move> {
        let chosen = self.deepening.chosen();
        let candidates = self
            .shown(chosen, briefly)
            .iter()
            .map(|(root, found)| {
                let mut next = self.root.clone();
                next.play_unchecked(&root.mv);
                let terms = measured(&self.evaluate, &next, self.deepening.seat);
                self.deepening.candidate(root, found, terms, true)
            })
            .collect();
        let terms = self.evaluate.terms();
        self.deepening.thought(chosen, candidates, (terms, true), |thought| self.why(thought))
    }

    fn shown(&self, chosen: Option<usize>, briefly: bool) -> Vec<Shown<'_, G::Move, Values>> {
        self.deepening.shown(chosen, briefly, |mv| self.values_after(mv, &[]))
    }

    /// What the heuristic, or the end of the game, says to every seat of the position after a root move and
    /// a line.
    fn values_after(&self, mv: &G::Move, line: &[G::Move]) -> Values {
        let mut position = self.root.clone();
        position.play_unchecked(mv);
        for mv in line {
            position.play_unchecked(mv);
        }
        if position.to_act().is_empty() {
            return ended(&position, 1 + line.len() as u32);
        }
        let mut values = [0; MAX_SEATS];
        let seats = position.seats().min(MAX_SEATS);
        self.evaluate.values(&position, &mut values[..seats]);
        values
    }

    /// Whose view the scores are, and what every candidate is worth to every seat, in the order of the
    /// candidates of [`Search::explained`].
    pub(super) fn viewed(&self) -> Views {
        let seats = self.root.seats();
        let thinks = self.deepening.seat;
        let of_move: Vec<(G::Move, Vec<Score>)> = self
            .shown(self.deepening.chosen(), false)
            .iter()
            .map(|(root, found)| {
                let mut values = match self.mode {
                    Mode::MaxN => found.worth,
                    Mode::Paranoid | Mode::BestReply => self.values_after(&root.mv, &found.line),
                };
                values[thinks] = found.worth[thinks].clamp(-INFINITY, INFINITY);
                let scores = values[..seats].iter().enumerate();
                let scores = scores
                    .map(|(seat, &value)| score_of(value, seat != thinks || found.exact))
                    .collect();
                (root.mv.clone(), scores)
            })
            .collect();
        let by_seat = self
            .explained(false)
            .candidates
            .iter()
            .map(|candidate| {
                let mut scores: Vec<Score> = of_move
                    .iter()
                    .find(|(mv, _)| *mv == candidate.mv)
                    .map(|(_, scores)| scores.clone())
                    .unwrap_or_default();
                // The same number in both places.
                if let Some(own) = scores.get_mut(thinks) {
                    *own = candidate.score;
                }
                scores
            })
            .collect();
        Views { seat: thinks, by_seat }
    }

    /// How the others are taken to play stands before the rest.
    fn why(&self, thought: &Thought<G::Move>) -> String {
        let manner = match self.mode {
            Mode::Paranoid => ALL_AGAINST,
            Mode::MaxN => "If everybody plays for themselves",
            Mode::BestReply => "If only the best reply comes",
        };
        supposing(manner, self.deepening.why(thought, None))
    }
}
