//! What a search tells of itself: candidates with visits and terms, the lines it expects, and the
//! sentence that says why.

use super::policy::Policy;
use super::simulate::Search;
use super::terms::{DOUBT, HINTS, PLAYOUTS, WIN_RATE};
use super::tree::{Index, Proof};
use crate::base::fixed::Fixed;
use crate::contract::game::{Enumerable, Seat};
use crate::contract::thought::{Candidate, Score, Term, TermValue, Thought};
use crate::search::words::{Notes, why};

/// The longest line that is told.
const LONGEST_LINE: usize = 32;

/// What the choice goes by: score, resistance in a lost position, visits.
type Worth = (Score, (i64, i64), u64);

impl<G: Enumerable, P: Policy<G>> Search<G, P> {
    /// What it thinks so far.
    pub(super) fn explained(&self) -> Thought<G::Move> {
        let mover = self.root.mover();
        let mut candidates = Vec::new();
        let mut chosen: Option<(usize, Worth)> = None;
        let lost =
            self.tree.nodes[0].children().all(|child| self.tree.is_lost(child as Index, mover));
        for child in self.tree.nodes[0].children() {
            let candidate = self.candidate(child as Index, mover);
            let resistance = match candidate.score {
                Score::Loss(_) if lost => self.policy.resistance(&self.root, &candidate.mv),
                Score::Unknown | Score::Loss(_) | Score::Value(_) | Score::Win(_) => 0,
            };
            // Then the one that leaves the fewest ways to win at once.
            let threats = self.threats.get(candidates.len()).map_or(0, |&n| -i64::from(n));
            let worth = (candidate.score, (resistance, threats), candidate.visits.unwrap_or(0));
            if chosen.is_none_or(|(_, best)| worth > best) {
                chosen = Some((candidates.len(), worth));
            }
            candidates.push(candidate);
        }
        let chosen = chosen.and_then(|(at, _)| {
            let chosen = candidates.get_mut(at)?;
            self.lengthen(chosen);
            Some(chosen.clone())
        });
        let proven = |child: usize| self.tree.nodes[child].proof != Proof::Open;
        let mut thought = Thought {
            choice: chosen.as_ref().map(|chosen| chosen.mv.clone()),
            why: String::new(),
            exact: self.settings.solver
                && self.tree.duel
                && !candidates.is_empty()
                && self.tree.nodes[0].children().all(proven),
            candidates,
            terms: self.terms(),
            nodes: self.playouts,
            depth: self.deepest,
        };
        thought.sort();
        thought.why = self.why(&thought, chosen.as_ref());
        thought
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
        terms.extend([HINTS, Term { weight: self.settings.doubt, ..DOUBT }]);
        terms.extend_from_slice(self.policy.beside());
        terms
    }

    fn candidate(&self, child: Index, mover: Seat) -> Candidate<G::Move> {
        let node = &self.tree.nodes[child as usize];
        let sums = &self.tree.sums[child as usize];
        let fixed = |number: f64| Fixed::from_f64(number).unwrap_or(Fixed::ZERO);
        // What the simulations brought, what of it was judged, what the hints make of it, and the doubt.
        let certain = match node.proof {
            Proof::Drawn => Some(0.5),
            // Their sums say what is proven, no longer what was seen.
            _ if sums.wins.is_infinite() => Some(if sums.wins > 0.0 { 1.0 } else { 0.0 }),
            _ => None,
        };
        let (mean, judged, blend, doubt) = match certain {
            Some(result) => (result, result, result, 0.0),
            None => (
                f64::from(sums.mean()),
                f64::from(self.tree.mean_judged(child)),
                f64::from(sums.blended(self.formula.bias)),
                -1.0 / (f64::from(node.visits) + 1.0).sqrt(),
            ),
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
        let so_far: Fixed = terms.iter().map(|term| term.contribution).sum();
        // What games tell stands for any number of visits.
        let recorded = self.policy.recorded(&self.root, &self.moves[child as usize]);
        let (blend, doubt) = match recorded.filter(|_| certain.is_none()) {
            Some((most, true)) => (blend.min(most), doubt),
            Some((worth, false)) => (worth, 0.0),
            None => (blend, doubt),
        };
        let added = fixed(blend) - so_far;
        terms.push(TermValue { value: added, contribution: added });
        terms.push(of(&columns[terms.len()], doubt));
        if !self.policy.beside().is_empty() {
            let mut next = self.root.clone();
            next.play_unchecked(&self.moves[child as usize]);
            let values = self.policy.measure(&next, mover).into_iter();
            terms.extend(values.map(|value| TermValue { value, contribution: Fixed::ZERO }));
        }
        let plies = Some(u32::from(node.plies) + 1);
        let score = match node.proof {
            won if won == Proof::won(mover) => Score::Win(plies),
            Proof::Won(_) => Score::Loss(plies),
            Proof::Open | Proof::Drawn | Proof::Over => {
                Score::Value(terms.iter().map(|term| term.contribution).sum())
            }
        };
        Candidate {
            mv: self.moves[child as usize].clone(),
            score,
            bound: false,
            margin: None,
            depth: None,
            terms,
            visits: Some(u64::from(node.visits)),
            pv: self.line(child),
        }
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

    fn why(&self, thought: &Thought<G::Move>, chosen: Option<&Candidate<G::Move>>) -> String {
        let only = thought.candidates.len() == 1;
        let Some(chosen) = chosen.filter(|_| !only) else {
            return why(thought, Notes { only, ..Notes::default() });
        };
        let mv = &chosen.mv;
        let open = matches!(chosen.score, Score::Value(_));
        if open && self.tree.nodes[0].proof == Proof::Drawn {
            return format!("No move wins by force; {mv} keeps the draw.");
        }
        let visits = chosen.visits.unwrap_or(0);
        let danger = self.policy.danger(&self.root);
        let mut sentence = why(thought, Notes { danger: danger.as_deref(), ..Notes::default() });
        if !open {
            return sentence;
        }
        if visits == 0 {
            return format!("{mv} was not tried yet; it was stopped before it had looked at much.");
        }
        let times = if visits == 1 { "once".to_owned() } else { format!("{visits} times") };
        let phrase = match self.policy.phrase(&self.root, mv) {
            Some(phrase) => format!(", {phrase},"),
            None => String::new(),
        };
        sentence += &format!(" {mv}{phrase} was tried {times}");
        const MOST_SHOWN: usize = 4;
        if !chosen.pv.is_empty() {
            let line: Vec<String> =
                chosen.pv.iter().take(MOST_SHOWN).map(|mv| mv.to_string()).collect();
            sentence += &format!("; expected after it: {}", line.join(" "));
        }
        sentence + "."
    }
}
