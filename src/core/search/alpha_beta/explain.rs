//! The part of this search's report that other deepening searches lack.

use super::{AlphaBetaSearch, Lost, end};
use crate::contract::analysis::{Analysis, Candidate, Margin, Score, TermValue};
use crate::contract::game::{Enumerable, MoveList};
use crate::search::deepening::{INFINITY, LARGEST_VALUE, MARGIN, Root, RootResult, measured};
use crate::search::explain::{ALL_AGAINST, LOST_ANYWAY, at_the_ends, end_of, rival, say_facts};
use crate::search::selective::Selective;
use crate::search::table::Bound;

/// Maximum number of nodes to extend a line that a table hit cut short.
const MOST_OF_REPLAY: u64 = 20_000;

impl<G: Enumerable, E: Selective<G>> AlphaBetaSearch<G, E> {
    /// The analysis so far; `briefly` for the chosen move only.
    pub(super) fn explained(&self, briefly: bool) -> Analysis<G::Move> {
        let all = &self.deepening;
        let chosen = self.chosen();
        let candidates = all
            .shown(chosen, briefly, |mv| self.first_look(mv))
            .iter()
            .map(|(root, found)| self.candidate(root, found))
            .collect();
        let mut analysis =
            all.analysis(chosen, candidates, &self.evaluate, |analysis| self.why(analysis));
        analysis.exact |= !all.roots.is_empty()
            && all.roots.iter().all(|root| root.found.as_ref().is_some_and(proven));
        analysis
    }

    fn candidate(
        &self,
        root: &Root<G::Move, i64>,
        found: &RootResult<G::Move, i64>,
    ) -> Candidate<G::Move> {
        let end = |next, line: &mut Vec<G::Move>| self.line_end(next, line, found);
        let mut candidate = self.deepening.candidate(&self.evaluate, root, found, end);
        if self.settings.depth == 1 {
            candidate.after.clear();
        }
        candidate.margin = self.margin(found, candidate.score);
        if self.settings.lost == Lost::Random && matches!(candidate.score, Score::Loss(_)) {
            // All losses are equal.
            candidate.score = Score::Loss(None);
        }
        candidate
    }

    /// The terms at the end of a line that begins in `next`, if that is the position of the found value. A line
    /// that a table hit cut short is extended.
    fn line_end(
        &self,
        mut next: G,
        line: &mut Vec<G::Move>,
        found: &RootResult<G::Move, i64>,
    ) -> Option<Vec<TermValue>> {
        let seat = self.deepening.seat;
        for mv in line.iter() {
            next.play_unchecked(mv);
        }
        let mut left = found.depth.saturating_sub(1 + line.len() as u32);
        while left > 0 {
            if next.to_act().is_empty() {
                return None;
            }
            let Some((mv, deep)) = self.table_move(&next, left, found.worth) else { break };
            next.play_unchecked(&mv);
            line.push(mv);
            left = deep - 1;
        }
        let mut end = next.clone();
        if left > 0 || self.evaluate.value(&next, seat) != found.worth {
            let mut rest = Vec::new();
            let mut nodes = 0;
            let window = (found.worth - 1, found.worth + 1);
            if self.replay(&next, window, (left, 1), &mut nodes, &mut rest)? != found.worth {
                return None;
            }
            for mv in rest {
                end.play_unchecked(&mv);
                line.push(mv);
            }
        }
        let stands = self.evaluate.ending(&end, seat).is_none()
            && self.evaluate.value(&end, seat) == found.worth;
        stands.then(|| measured(&self.evaluate, &end, seat))
    }

    /// The best move of a position by the table, and its search depth in plies, if its value there is this one.
    fn table_move(&self, position: &G, left: u32, worth: i64) -> Option<(G::Move, u32)> {
        let entry = self.table.as_ref()?.get(position.hash())?;
        let deep = u32::from(entry.depth);
        if entry.bound != Bound::Exact || entry.value != worth || deep < left {
            return None;
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if self.settings.scout {
            let number = |mv: &&G::Move| self.evaluate.number(mv) == entry.best;
            return Some((moves.iter().find(number)?.clone(), deep));
        }
        self.evaluate.order(position, &mut moves);
        Some((moves.get(usize::from(entry.best))?.clone(), deep))
    }

    /// The value of a position, `left` plies deep and then with loud moves from the ply `beyond` on, within a window and
    /// without a table; the line to it is written to `line`. `None` if that takes too many nodes.
    fn replay(
        &self,
        position: &G,
        (mut alpha, mut beta): (i64, i64),
        (left, beyond): (u32, u32),
        nodes: &mut u64,
        line: &mut Vec<G::Move>,
    ) -> Option<i64> {
        let seat = self.deepening.seat;
        line.clear();
        *nodes += 1;
        if *nodes > MOST_OF_REPLAY {
            return None;
        }
        let ending = self.evaluate.ending(position, seat);
        if ending.is_some() || position.to_act().is_empty() {
            return Some(end(&self.evaluate, position, seat, ending, 1));
        }
        let stands = || self.evaluate.estimate(position, seat);
        let quiet = left == 0;
        if quiet && (beyond > self.settings.quiesce || !self.evaluate.unquiet(position)) {
            return Some(stands());
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if quiet {
            moves.retain(|mv| self.evaluate.is_tactical(position, mv));
        } else {
            self.evaluate.order(position, &mut moves);
            if self.settings.scout && !self.whole {
                moves.truncate(self.evaluate.search_width(position, &moves));
            }
        }
        let maximises = position.mover() == seat;
        let mut best = match (quiet, maximises) {
            (true, _) => stands(),
            (false, true) => -INFINITY,
            (false, false) => INFINITY,
        };
        let mut below = Vec::new();
        let mut next = position.clone();
        for mv in &moves {
            if maximises {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
            next.clone_from(position);
            next.play_unchecked(mv);
            let depth = if quiet { (0, beyond + 1) } else { (left - 1, beyond) };
            let value = self.replay(&next, (alpha, beta), depth, nodes, &mut below)?;
            if if maximises { value > best } else { value < best } {
                best = value;
                line.clear();
                line.push(mv.clone());
                line.append(&mut below);
            }
        }
        Some(best)
    }

    /// The margin by which a root move wins or loses, if it is exact.
    fn margin(&self, found: &RootResult<G::Move, i64>, score: Score) -> Option<Margin> {
        let size = found.worth.abs() - MARGIN;
        let most = self.deepening.chosen_value();
        let certain = found.exact
            && matches!(score, Score::Win(None) | Score::Loss(None))
            && most.is_none_or(|most| found.worth <= most);
        if !certain || size < 0 || found.worth.abs() > LARGEST_VALUE {
            return None;
        }
        let by = u32::try_from(size / 1000).ok()?;
        Some(Margin { by, unit: self.evaluate.margin_unit(), rank: found.worth })
    }

    fn why(&self, analysis: &mut Analysis<G::Move>) {
        let forced = |c: &Candidate<G::Move>| matches!(c.score, Score::Loss(_));
        if self.settings.lost == Lost::Random
            && analysis.candidates.len() > 1
            && analysis.candidates.first().is_some_and(forced)
        {
            analysis.why = LOST_ANYWAY.to_owned();
            return;
        }
        let danger = self.evaluate.danger(&self.deepening.root);
        self.deepening.explain(analysis, danger.as_deref());
        let (seat, evaluate) = (self.deepening.seat, &self.evaluate);
        let ends = |of: Option<&Candidate<G::Move>>| of.is_some_and(|of| !of.after.is_empty());
        if ends(analysis.chosen()) && ends(rival(analysis)) {
            say_facts(analysis, &self.deepening.root, |mine, other| {
                evaluate.facts(mine, other, seat)
            });
        }
        if analysis.exact
            && let Some(worth) = self.deepening.chosen_value()
        {
            let margin = if worth.abs() < MARGIN { 0 } else { worth - MARGIN * worth.signum() };
            let solved = self.evaluate.solved(margin);
            if !solved.is_empty() {
                analysis.remark(solved);
            }
        }
        if self.deepening.root.seats() > 2 {
            analysis.remark(ALL_AGAINST.to_owned());
        }
    }

    /// The advantages of the choice over another candidate that are visible at the ends of both lines, as a sentence.
    pub(super) fn advantage(
        &self,
        analysis: &Analysis<G::Move>,
        other: &Candidate<G::Move>,
    ) -> Option<String> {
        let mine = analysis.chosen()?;
        let ended = |of: &Candidate<G::Move>| !of.terms.is_empty() && !of.after.is_empty();
        if !ended(mine) || !ended(other) {
            return None;
        }
        let root = &self.deepening.root;
        let (a, b) = (end_of(root, mine), end_of(root, other));
        let words = self.evaluate.facts(&a, &b, self.deepening.seat).into_iter().next()?;
        Some(at_the_ends((mine, other), &words, root))
    }

    /// The value of a root move before any search.
    fn first_look(&self, mv: &G::Move) -> i64 {
        let seat = self.deepening.seat;
        let next = self.deepening.root.played(mv);
        match self.evaluate.ending(&next, seat) {
            None => self.evaluate.estimate(&next, seat),
            ending => end(&self.evaluate, &next, seat, ending, 1),
        }
    }
}

/// Whether the result is proven, not estimated.
fn proven<M>(found: &RootResult<M, i64>) -> bool {
    found.worth <= -MARGIN || (found.exact && found.worth >= MARGIN)
}
