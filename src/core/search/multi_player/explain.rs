//! The part of a search's report that other deepening searches lack: the values for every seat.

use super::{Mode, MultiPlayerSearch, Values, ended};
use crate::contract::analysis::{Analysis, Candidate, TermValue, Views};
use crate::contract::game::{Enumerable, MAX_SEATS, MoveList};
use crate::search::deepening::{DEEPEST, RankedRoot, RootResult, measured, score_of};
use crate::search::evaluate::Evaluate;
use crate::search::explain::{ALL_AGAINST, ALL_FOR_THEMSELVES, ONE_FREE};
use crate::search::table::Bound;

impl<G: Enumerable, E: Evaluate<G>> MultiPlayerSearch<G, E> {
    /// The analysis so far; `briefly` for the chosen move only.
    pub(super) fn explained(&self, briefly: bool) -> Analysis<G::Move> {
        let chosen = self.deepening.chosen();
        let candidates = self
            .shown(chosen, briefly)
            .iter()
            .map(|(root, found)| {
                let end = |next, line: &mut Vec<G::Move>| self.line_end(next, line, found);
                self.deepening.candidate(&self.evaluate, root, found, end)
            })
            .collect();
        self.deepening.analysis(chosen, candidates, &self.evaluate, |analysis| self.why(analysis))
    }

    /// The terms at the end of a line that begins in `next`, if their sum is the found value.
    fn line_end(
        &self,
        mut next: G,
        line: &mut Vec<G::Move>,
        found: &RootResult<G::Move, Values>,
    ) -> Option<Vec<TermValue>> {
        let seat = self.deepening.seat;
        for mv in line.iter() {
            next.play_unchecked(mv);
        }
        // A table hit may have cut the line short.
        while !next.to_act().is_empty() && line.len() < DEEPEST as usize {
            let Some(mv) = self.table_move(&next, found.worth[seat]) else { break };
            next.play_unchecked(&mv);
            line.push(mv);
        }
        let stands =
            !next.to_act().is_empty() && self.evaluate.estimate(&next, seat) == found.worth[seat];
        stands.then(|| measured(&self.evaluate, &next, seat))
    }

    /// The best move of a position by the table, if its exact value there is this one; `None` unless the search is
    /// paranoid.
    fn table_move(&self, position: &G, worth: i64) -> Option<G::Move> {
        let entry =
            self.table.get(position.hash()).filter(|_| self.settings.mode == Mode::Paranoid)?;
        if entry.bound != Bound::Exact || entry.value != worth {
            return None;
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        self.evaluate.order(position, &mut moves);
        moves.get(usize::from(entry.best)).cloned()
    }

    fn shown(&self, chosen: Option<usize>, briefly: bool) -> Vec<RankedRoot<'_, G::Move, Values>> {
        self.deepening.shown(chosen, briefly, |mv| self.values_after(mv, &[]))
    }

    /// The heuristic's values, or those of the game's end, for every seat in the position after a root move and
    /// a line.
    fn values_after(&self, mv: &G::Move, line: &[G::Move]) -> Values {
        let mut position = self.deepening.root.played(mv);
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

    /// The seat of the scores, and the value of every candidate for every seat, in the order of the
    /// candidates of [`MultiPlayerSearch::explained`].
    pub(super) fn viewed(&self) -> Views {
        let seats = self.deepening.root.seats();
        let thinks = self.deepening.seat;
        let shown = self.shown(self.deepening.chosen(), false);
        let scores = |candidate: &Candidate<G::Move>| {
            let known = shown.iter().find(|(root, _)| root.mv == candidate.mv);
            let Some((root, found)) = known else { return Vec::new() };
            let values = match self.settings.mode {
                Mode::MaxN => found.worth,
                Mode::Paranoid | Mode::BestReply => self.values_after(&root.mv, &found.line),
            };
            let of_seat = |seat| match seat {
                // Both places must have the same number.
                seat if seat == thinks => candidate.score,
                seat => score_of(values[seat], true),
            };
            (0..seats).map(of_seat).collect()
        };
        let by_seat = self.explained(false).candidates.iter().map(scores).collect();
        Views { seat: thinks, by_seat }
    }

    /// The assumption about the other seats comes last.
    fn why(&self, analysis: &mut Analysis<G::Move>) {
        self.deepening.explain(analysis, None);
        let taken = match self.settings.mode {
            Mode::Paranoid => ALL_AGAINST,
            Mode::MaxN => ALL_FOR_THEMSELVES,
            Mode::BestReply => ONE_FREE,
        };
        analysis.remark(taken.to_owned());
    }
}
