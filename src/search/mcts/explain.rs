//! What a search tells of itself: candidates with visits and terms, the lines it expects, and the
//! sentence that says why.

use super::policy::Policy;
use super::simulate::Search;
use super::terms::{PLAYOUTS, WIN_RATE};
use super::tree::{Index, Proof};
use crate::base::fixed::Fixed;
use crate::contract::game::{Enumerable, Seat};
use crate::contract::thought::MOST_DIFFERENCES;
use crate::contract::thought::{
    Branch, Candidate, Interval, Score, Term, TermValue, Thought, best_branches,
};
use crate::search::explain::{Notes, explain, rival};

/// The longest line that is told.
const LONGEST_LINE: usize = 32;

/// What the choice goes by: the lower end of the score, resistance in a lost position, visits.
type Worth = (Score, (i64, i64), u64);

impl<G: Enumerable, P: Policy<G>> Search<G, P> {
    /// What it thinks so far.
    pub(super) fn explained(&self) -> Thought<G::Move> {
        let mover = self.root.mover();
        let children = || self.tree.nodes[0].children();
        let mut candidates: Vec<_> =
            children().map(|child| self.candidate(child as Index, mover)).collect();
        let chosen = self.chosen();
        if let Some(chosen) = chosen.and_then(|at| candidates.get_mut(at)) {
            self.lengthen(chosen);
        }
        let chosen = chosen.and_then(|at| candidates.get(at).cloned());
        let proven = |child: usize| self.tree.nodes[child].proof != Proof::Open;
        let mut thought = Thought {
            choice: chosen.as_ref().map(|chosen| chosen.mv.clone()),
            why: String::new(),
            differences: Vec::new(),
            now: Vec::new(),
            exact: self.settings.solver
                && self.tree.duel
                && !candidates.is_empty()
                && children().all(proven),
            candidates,
            terms: self.terms(),
            nodes: self.playouts_to_decide(),
            depth: self.deepest,
        };
        thought.sort();
        // More lines than one may show another to be as good: the choice stays, and stays in front.
        thought.put_choice_first();
        self.explain(&mut thought, chosen.as_ref());
        thought
    }

    /// The place of the choice among the root's moves: the largest lower end.
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
                (Score::Value(value), Some(interval)) => {
                    Score::Value(value - interval.by.times(self.settings.doubt))
                }
                (score, _) => score,
            };
            let resistance = match candidate.score {
                Score::Loss(_) if lost => self.policy.resistance(&self.root, &candidate.mv),
                Score::Unknown | Score::Loss(_) | Score::Value(_) | Score::Win(_) => 0,
            };
            // Then the one that leaves the fewest ways to win at once.
            let threats = self.threats.get(at).map_or(0, |&n| -i64::from(n));
            let worth = (least, (resistance, threats), candidate.visits.unwrap_or(0));
            if chosen.is_none_or(|(_, best)| worth > best) {
                chosen = Some((at, worth));
            }
        }
        chosen.map(|(at, _)| at)
    }

    /// The columns, with the weights in force: a policy that judges has its judgement first, as a bot's weights
    /// stand before its other terms.
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
        let sums = &self.tree.sums[child as usize];
        let mv = &self.moves[child as usize];
        let fixed = |number: f64| Fixed::from_f64(number).unwrap_or(Fixed::ZERO);
        let plies = Some(u32::from(node.plies) + 1);
        let certain = match node.proof {
            Proof::Drawn => Some(0.5),
            // Their sums say what is proven, no longer what was seen.
            _ if sums.wins.is_infinite() => Some(if sums.wins > 0.0 { 1.0 } else { 0.0 }),
            _ => None,
        };
        let mut candidate = Candidate {
            visits: Some(u64::from(node.visits)),
            pv: self.line(child),
            ..Candidate::exact(mv.clone(), Score::Unknown, Vec::new())
        };
        match node.proof {
            won if won == Proof::won(mover) => candidate.score = Score::Win(plies),
            Proof::Won(_) => candidate.score = Score::Loss(plies),
            Proof::Open | Proof::Drawn | Proof::Over => {}
        }
        // What games tell stands for any number of visits.
        let recorded = self.policy.recorded(&self.root, mv).filter(|_| certain.is_none());
        if let Some((worth, false)) = recorded {
            candidate.score = Score::Value(fixed(worth));
            return candidate;
        }
        if candidate.score != Score::Unknown || (node.visits == 0 && certain.is_none()) {
            return candidate;
        }
        // What the simulations brought, and what of it was judged.
        let (mean, judged) = match certain {
            Some(result) => (result, result),
            None => (f64::from(sums.mean()), f64::from(self.tree.mean_judged(child))),
        };
        let columns = self.terms();
        let of = |term: &Term, value: f64| {
            let value = fixed(value);
            TermValue { value, contribution: term.weight.times(value) }
        };
        let mut terms: Vec<TermValue> = Vec::with_capacity(columns.len());
        match self.policy.judgement() {
            None => terms.push(of(&columns[0], mean)),
            Some(Fixed::ONE) => terms.push(of(&columns[0], judged)),
            Some(share) => {
                // Playouts are what judgement left of the mean.
                let share = share.to_f64();
                let rest = (mean - share * judged) / (1.0 - share).max(0.001);
                terms.extend([of(&columns[0], judged), of(&columns[1], rest.clamp(0.0, 1.0))]);
            }
        }
        let sum: Fixed = terms.iter().map(|term| term.contribution).sum();
        candidate.score = Score::Value(sum);
        if certain.is_none() {
            candidate.interval = Some(Interval::of(sum, u64::from(node.visits)));
        }
        if let Some((most, true)) = recorded
            && sum > fixed(most)
        {
            candidate.score = Score::Value(fixed(most));
            candidate.interval = Some(Interval::of(fixed(most), u64::from(node.visits)));
            return candidate;
        }
        if !self.policy.beside().is_empty() {
            let mut next = self.root.clone();
            next.play_unchecked(mv);
            let values = self.policy.measure(&next, mover).into_iter();
            terms.extend(values.map(|value| TermValue { value, contribution: Fixed::ZERO }));
        }
        candidate.terms = terms;
        candidate
    }

    /// Where a line that is proven ends in the tree before it ends on the board, what the policy knew goes on.
    fn lengthen(&self, candidate: &mut Candidate<G::Move>) {
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

    /// What the search expects after the root move `from`.
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
                // Quick wins first, then what was tried most, then late losses.
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

    /// What the tree has after these moves from the root.
    pub(super) fn branches_after(&self, path: &[String]) -> Option<Vec<Branch>> {
        let (mut position, mut at) = (self.root.clone(), 0);
        for text in path {
            let mut children = self.tree.nodes[at].children();
            at = children.find(|&child| self.moves[child].to_string() == *text)?;
            position.play_unchecked(&self.moves[at]);
        }
        let mover = position.mover();
        let branch = |child: usize| {
            let (node, mv) = (&self.tree.nodes[child], &self.moves[child]);
            let mean = f64::from(self.tree.sums[child].mean());
            let visits = u64::from(node.visits);
            let inner =
                self.tree.nodes[child].children().any(|one| self.tree.nodes[one].visits > 0);
            let sampled = Branch::sampled(mv, position.move_name(mv), mean, visits);
            let plies = Some(u32::from(node.plies) + 1);
            let certain = match node.proof {
                Proof::Open | Proof::Over => return Branch { inner, ..sampled },
                Proof::Drawn => Score::Value(Fixed::from_thousandths(500)),
                won if won == Proof::won(mover) => Score::Win(plies),
                Proof::Won(_) => Score::Loss(plies),
            };
            Branch { inner, score: certain, by: None, plies: certain.plies(), ..sampled }
        };
        Some(best_branches(self.tree.nodes[at].children().map(branch).collect()))
    }

    fn explain(&self, thought: &mut Thought<G::Move>, chosen: Option<&Candidate<G::Move>>) {
        let named = |mv: &G::Move| self.root.move_name(mv);
        let only = thought.candidates.len() == 1;
        let danger = self.policy.danger(&self.root);
        explain(thought, Notes { danger: danger.as_deref(), only, drawn: false }, &named);
        let Some(chosen) = chosen.filter(|_| !only) else { return };
        if self.playouts == 0 && chosen.visits == Some(0) && chosen.score == Score::Unknown {
            thought.why = "It was stopped before it had looked at anything.".to_owned();
            return;
        }
        if !matches!(chosen.score, Score::Value(_)) {
            return;
        }
        if self.tree.nodes[0].proof == Proof::Drawn {
            thought.why = format!("No move wins by force; {} keeps the draw.", named(&chosen.mv));
            return;
        }
        // A forced move needs no facts: what the others lose to is the reason.
        let losing = |other: &Candidate<G::Move>| {
            other.mv == chosen.mv || matches!(other.score, Score::Loss(_))
        };
        if thought.candidates.iter().all(losing) {
            return;
        }
        let other = rival(thought).filter(|other| other.interval.is_some());
        let line = |of: &Candidate<G::Move>| -> Vec<G::Move> {
            std::iter::once(&of.mv).chain(&of.pv).cloned().collect()
        };
        let (mine, theirs) = (line(chosen), other.map(line));
        let mut facts = self.policy.facts(&self.root, &mine, theirs.as_deref());
        // What the reply to the other move threatens.
        if let Some([other, reply, ..]) = theirs.as_deref() {
            let mut next = self.root.clone();
            next.play_unchecked(other);
            next.play_unchecked(reply);
            let danger = if next.to_act().is_empty() { None } else { self.policy.danger(&next) };
            if let Some(danger) = danger {
                let (other, reply) = (named(other), named(reply));
                facts.beside.push(format!("After {other} the answer {reply} threatens {danger}."));
            }
        }
        let at = usize::from(facts.reason.is_some()).min(thought.differences.len() + 1);
        if let Some(headline) = facts.reason {
            let sampled = std::mem::replace(&mut thought.why, headline);
            thought.differences.insert(0, sampled);
        }
        thought.differences.splice(at..at, facts.beside);
        thought.differences.truncate(MOST_DIFFERENCES);
    }
}
