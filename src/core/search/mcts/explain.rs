//! The report of a search: candidates with visits and terms, principal variations, and the
//! sentence that explains the choice.

use super::policy::Report;
use super::simulate::TreeSearch;
use super::terms::{PLAYOUTS, WIN_RATE};
use super::tree::{Index, Proof};
use crate::base::fixed::Fixed;
use crate::contract::analysis::MOST_DIFFERENCES;
use crate::contract::analysis::{
    Analysis, Branch, Candidate, Interval, Score, Term, TermValue, best_branches,
};
use crate::contract::game::{Enumerable, Seat};
use crate::search::explain::{
    NextMove, Notes, STOPPED, adds_information, after_each, clause, explain, keeps_the_draw,
    next_threatens, rival, says_equal,
};

/// Maximum length of a reported line.
const LONGEST_LINE: usize = 32;

/// Chances to win that differ by more are a reason.
const DECISIVE: Fixed = Fixed::from_thousandths(100);

/// The sort key of the choice: the lower end of the score, resistance in a lost position, visits.
type Worth = (Score, (i64, i64), u64);

impl<G: Enumerable, P: Report<G>> TreeSearch<G, P> {
    /// The analysis so far.
    pub(super) fn explained(&self) -> Analysis<G::Move> {
        let mover = self.root.mover();
        let children = || self.tree.nodes[0].children();
        let mut candidates: Vec<_> =
            children().map(|child| self.candidate(child as Index, mover)).collect();
        let chosen = self.chosen();
        if let Some(chosen) = chosen.and_then(|at| candidates.get_mut(at)) {
            self.complete_line(chosen);
        }
        let proven = |child: usize| self.tree.nodes[child].proof != Proof::Open;
        let mut analysis = Analysis {
            choice: chosen.and_then(|at| Some(candidates.get(at)?.mv.clone())),
            exact: self.settings.solver
                && self.tree.duel
                && !candidates.is_empty()
                && children().all(proven),
            candidates,
            terms: self.terms(),
            nodes: self.playouts_to_decide(),
            depth: self.deepest,
            ..Analysis::nothing(String::new())
        };
        self.calibrate(&mut analysis.candidates);
        analysis.sort();
        // With more lines another move may turn out equal: the choice stays the same, and stays first.
        analysis.put_choice_first();
        let chosen = chosen.and_then(|_| analysis.candidates.first().cloned());
        self.explain(&mut analysis, chosen.as_ref());
        analysis
    }

    /// Converts sampled shares into chances to win, if the bot's recorded games calibrate its scores. Otherwise the interval of a
    /// score with a judged part lies around the score, so that both give one order.
    fn calibrate(&self, candidates: &mut [Candidate<G::Move>]) {
        let odds = self.policy.odds(&self.root, self.calibrated_playouts());
        for candidate in candidates {
            if let (Score::Value(score), Some(interval)) = (candidate.score, candidate.interval) {
                candidate.interval = Some(match &odds {
                    Some(odds) => odds.interval(score, interval.by),
                    None => Interval { share: score, ..interval },
                });
            }
        }
    }

    /// The number of playouts that selects the curve: the budget, even before it is spent.
    fn calibrated_playouts(&self) -> u64 {
        self.budget_playouts.unwrap_or(self.playouts_to_decide())
    }

    /// Index of the choice among the root's moves: the largest lower end.
    pub(super) fn chosen(&self) -> Option<usize> {
        if let Some(decided) = self.decided {
            return Some(decided);
        }
        let mover = self.root.mover();
        let lost =
            self.tree.nodes[0].children().all(|child| self.tree.is_lost(child as Index, mover));
        let mut chosen: Option<(usize, Worth)> = None;
        for (at, child) in self.tree.nodes[0].children().enumerate() {
            let candidate = self.candidate(child as Index, mover);
            let least = match (candidate.score, candidate.interval) {
                (Score::Value(value), Some(interval)) => Score::Value(value - interval.by),
                (score, _) => score,
            };
            let resistance = match candidate.score {
                Score::Loss(_) if lost => self.policy.resistance(&self.root, &candidate.mv),
                Score::Unknown | Score::Loss(_) | Score::Value(_) | Score::Win(_) => 0,
            };
            // Then the move with the fewest immediate wins for the opponent.
            let threats = self.threats.get(at).map_or(0, |&n| -i64::from(n));
            let worth = (least, (resistance, threats), candidate.visits.unwrap_or(0));
            if chosen.is_none_or(|(_, best)| worth > best) {
                chosen = Some((at, worth));
            }
        }
        chosen.map(|(at, _)| at)
    }

    /// The columns, with their current weights: a policy that judges has its judgement first, just as a bot's weights
    /// come before its other terms.
    fn terms(&self) -> Vec<Term> {
        let mut terms = Vec::new();
        match self.policy.judgement() {
            None => terms.push(WIN_RATE),
            Some(weight) => {
                terms.push(Term { weight, ..self.policy.judgement_term() });
                if weight < Fixed::ONE {
                    terms.push(Term { weight: Fixed::ONE - weight, ..PLAYOUTS });
                }
            }
        }
        terms.extend_from_slice(self.policy.beside());
        terms
    }

    fn candidate(&self, child: Index, mover: Seat) -> Candidate<G::Move> {
        let node = &self.tree.nodes[child as usize];
        let sums = self.tree.sums.at(child as usize);
        let mv = &self.moves[child as usize];
        let certain = match node.proof {
            Proof::Drawn => Some(0.5),
            // These sums represent the proof, no longer the samples.
            _ if sums.wins.is_infinite() => Some(if sums.wins > 0.0 { 1.0 } else { 0.0 }),
            _ => None,
        };
        let mut candidate = Candidate {
            visits: Some(u64::from(node.visits)),
            pv: self.line(child),
            ..Candidate::exact(mv.clone(), node.proof.result(mover, node.plies), Vec::new())
        };
        // Recorded games override the samples for any number of visits.
        let recorded = self.policy.recorded(&self.root, mv).filter(|_| certain.is_none());
        if let Some((worth, false)) = recorded {
            candidate.score = Score::Value(fixed(worth));
            return candidate;
        }
        if candidate.score != Score::Unknown || (node.visits == 0 && certain.is_none()) {
            return candidate;
        }
        // The mean reward of the simulations, and its judged part.
        let (mean, judged) = match certain {
            Some(result) => (result, result),
            None => (f64::from(sums.mean()), f64::from(self.tree.mean_judged(child))),
        };
        let mut terms = reward_terms(&self.terms(), self.policy.judgement(), mean, judged);
        let sum: Fixed = terms.iter().map(|term| term.contribution).sum();
        candidate.score = Score::Value(sum);
        if certain.is_none() {
            let playouts = terms.last().filter(|_| !self.policy.judges_chances());
            let share = playouts.map_or(sum, |term| term.value);
            candidate.interval = Some(self.interval(share, node.visits));
        }
        if let Some((most, true)) = recorded
            && sum > fixed(most)
        {
            candidate.score = Score::Value(fixed(most));
            candidate.interval = Some(self.interval(fixed(most), node.visits));
            return candidate;
        }
        if !self.policy.beside().is_empty() {
            let values = self.policy.measure(&self.root, &self.root.played(mv), mover);
            terms.extend(TermValue::weighed(self.policy.beside(), values));
        }
        candidate.terms = terms;
        candidate
    }

    /// The interval of a share with this many visits.
    fn interval(&self, share: Fixed, visits: u32) -> Interval {
        let by = Interval::wilson(share, u64::from(visits)).by.times(self.settings.interval_width);
        Interval { share, by, above: by }
    }

    /// If a proven line is shorter in the tree than on the board, the policy's continuation completes it.
    fn complete_line(&self, candidate: &mut Candidate<G::Move>) {
        if matches!(candidate.score, Score::Value(_)) {
            return;
        }
        let mut position = self.root.clone();
        for mv in std::iter::once(&candidate.mv).chain(&candidate.pv) {
            position.play_unchecked(mv);
        }
        if !position.to_act().is_empty() {
            let room = LONGEST_LINE.saturating_sub(candidate.pv.len());
            candidate.pv.extend(self.policy.forced(&position).into_iter().take(room));
        }
    }

    /// The principal variation after the root move `from`.
    fn line(&self, from: Index) -> Vec<G::Move> {
        let mut line = Vec::new();
        if self.tree.nodes[from as usize].count == 0 {
            return line;
        }
        let mut position = self.root.clone();
        let mut at = from;
        while line.len() < LONGEST_LINE {
            position.play_unchecked(&self.moves[at as usize]);
            let mover = position.mover();
            let mut best: Option<(Index, (i64, u32))> = None;
            for child in self.tree.nodes[at as usize].children() {
                let node = &self.tree.nodes[child];
                // Fast wins first, then the most visits, then late losses.
                let worth = match node.proof {
                    won if won == Proof::won(mover) => (1 << 20) - i64::from(node.plies),
                    Proof::Won(_) => i64::from(node.plies) - (1 << 20),
                    _ if node.visits == 0 => continue,
                    _ => 0,
                };
                let worth = (worth, node.visits);
                if best.is_none_or(|(_, most)| worth > most) {
                    best = Some((child as Index, worth));
                }
            }
            let Some((child, _)) = best else { break };
            line.push(self.moves[child as usize].clone());
            at = child;
        }
        line
    }

    /// The moves in the tree after these moves from the root.
    pub(super) fn branches_after(&self, path: &[String]) -> Result<Vec<Branch>, &'static str> {
        let (mut position, mut at) = (self.root.clone(), 0);
        for text in path {
            let mut children = self.tree.nodes[at].children();
            let child = children.find(|&child| self.moves[child].to_string() == *text);
            at = child.ok_or("")?;
            position.play_unchecked(&self.moves[at]);
        }
        let mover = position.mover();
        let odds = self.policy.odds(&position, self.calibrated_playouts());
        let judged = self.policy.judgement().is_some() && !self.policy.judges_chances();
        let branch = |child: usize| {
            let (node, mv) = (&self.tree.nodes[child], &self.moves[child]);
            let mean = f64::from(self.tree.sums.at(child).mean());
            let visits = u64::from(node.visits);
            let inner =
                self.tree.nodes[child].children().any(|one| self.tree.nodes[one].visits > 0);
            let name = position.move_name(mv);
            let mean = fixed(mean);
            let seen = self.interval(mean, node.visits);
            let seen = odds.as_ref().map_or(seen, |odds| odds.interval(mean, seen.by));
            let sampled = Branch::sampled(mv.to_string(), name, mover, seen, visits);
            // Without a curve the mean of judged positions is no chance, and may lie outside 0 to 1.
            let by = sampled.by.filter(|_| odds.is_some() || !judged);
            let sampled = Branch { inner, by, ..sampled };
            match node.proof.result(mover, node.plies) {
                Score::Unknown if node.proof != Proof::Drawn => sampled,
                Score::Unknown => sampled.proven(Score::Value(Fixed::from_thousandths(500))),
                certain => sampled.proven(certain),
            }
        };
        Ok(best_branches(self.tree.nodes[at].children().map(branch).collect()))
    }

    fn explain(&self, analysis: &mut Analysis<G::Move>, chosen: Option<&Candidate<G::Move>>) {
        let named = |mv: &G::Move| self.root.move_name(mv);
        let only = analysis.candidates.len() == 1;
        let danger = self.policy.danger(&self.root);
        explain(
            analysis,
            Notes { danger: danger.as_deref(), only, ..Notes::default() },
            &self.root,
        );
        let Some(chosen) = chosen.filter(|_| !only) else { return };
        if self.playouts == 0 && chosen.visits == Some(0) && chosen.score == Score::Unknown {
            analysis.why = STOPPED.to_owned();
            return;
        }
        if !matches!(chosen.score, Score::Value(_)) {
            return;
        }
        if self.tree.nodes[0].proof == Proof::Drawn {
            analysis.why = keeps_the_draw(&named(&chosen.mv));
            return;
        }
        // A forced move needs no facts: the other moves' losses are the reason.
        let losing = |other: &Candidate<G::Move>| {
            other.mv == chosen.mv || matches!(other.score, Score::Loss(_))
        };
        if analysis.candidates.iter().all(losing) {
            return;
        }
        let other = rival(analysis).filter(|other| other.interval.is_some());
        let line = |of: &Candidate<G::Move>| -> Vec<G::Move> {
            std::iter::once(&of.mv).chain(&of.pv).cloned().collect()
        };
        let (mine, theirs) = (line(chosen), other.map(line));
        let mut facts = self.policy.facts(&self.root, &mine, theirs.as_deref());
        // A judgement without a number is no reason while the board has one.
        let vague = !analysis.why.contains('%') || says_equal(&analysis.why);
        if facts.reason.is_none() && vague && !facts.beside.is_empty() {
            facts.reason = Some(facts.beside.remove(0));
        }
        // The threat after an opponent's move after the other move.
        if let Some([other, next, ..]) = theirs.as_deref() {
            let then = self.root.played(other).played(next);
            let owing = then.to_act().contains(self.root.mover());
            let danger = owing.then(|| self.policy.danger(&then)).flatten();
            let next = NextMove::new(&self.root, other, next);
            if let Some((danger, next)) = danger.zip(next) {
                facts.beside.push(next_threatens(&named(other), &next, &danger));
            }
        }
        if let Some(other) = other.filter(|_| !self.policy.judges_chances()) {
            let of =
                |candidate: &Candidate<G::Move>| candidate.terms.first().map(|term| term.value);
            let more = of(chosen).zip(of(other)).map(|(mine, theirs)| mine - theirs);
            let clause = more.and_then(|more| clause(&analysis.terms[0], more));
            let (mv, than) = (named(&chosen.mv), named(&other.mv));
            let against = more.is_some_and(|more| more < Fixed::ZERO);
            facts.beside.extend(clause.map(|clause| after_each(&mv, &clause, &than, against)));
        }
        // Two chances that differ much are the reason themselves.
        let share = |of: &Candidate<G::Move>| of.interval.map(|interval| interval.share);
        let apart = share(chosen).zip(other.and_then(share)).map(|(mine, its)| mine - its);
        let decisive = analysis.why.contains('%') && apart >= Some(DECISIVE);
        // Too few simulations for a chance may still differ in what they end with.
        if facts.reason.is_none() && !adds_information(&analysis.why) {
            let found = facts.beside.iter().position(|one| !one.starts_with("Against"));
            facts.reason = found.map(|at| facts.beside.remove(at));
        }
        let mut at = 0;
        if let Some(headline) = facts.reason {
            let second = match decisive {
                true => headline,
                false => std::mem::replace(&mut analysis.why, headline),
            };
            if adds_information(&second) {
                analysis.differences.insert(0, second);
                at = 1;
            }
        }
        analysis.differences.splice(at..at, facts.beside);
        analysis.differences.truncate(MOST_DIFFERENCES);
    }

    /// The advantage of the choice over another candidate by the facts of the game.
    pub(super) fn advantage(
        &self,
        analysis: &Analysis<G::Move>,
        other: &Candidate<G::Move>,
    ) -> Option<String> {
        let line = |of: &Candidate<G::Move>| -> Vec<G::Move> {
            std::iter::once(&of.mv).chain(&of.pv).cloned().collect()
        };
        let mine = line(analysis.chosen()?);
        self.policy.facts(&self.root, &mine, Some(&line(other))).reason
    }
}

/// The mean rewards of simulations as terms: the share of wins, or the judged part and the playouts' part.
fn reward_terms(
    columns: &[Term],
    judgement: Option<Fixed>,
    mean: f64,
    judged: f64,
) -> Vec<TermValue> {
    let values = match judgement {
        None => vec![mean],
        Some(Fixed::ONE) => vec![judged],
        Some(share) => vec![judged, playout_part(judged, share, mean)],
    };
    TermValue::weighed(columns, values.into_iter().map(fixed))
}

fn fixed(number: f64) -> Fixed {
    Fixed::from_f64(number).unwrap_or(Fixed::ZERO)
}

/// The playouts' part: the rest of the mean after the judgement's share.
fn playout_part(judged: f64, share: Fixed, mean: f64) -> f64 {
    let share = share.to_f64();
    ((mean - share * judged) / (1.0 - share).max(0.001)).clamp(0.0, 1.0)
}
