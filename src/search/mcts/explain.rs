//! What a search tells of itself: candidates with visits and terms, the lines it expects, and the
//! sentence that says why.

use super::policy::Policy;
use super::simulate::Search;
use super::tree::{Index, Proof};
use crate::fixed::Fixed;
use crate::game::{Enumerable, Seat};
use crate::search::words::{plies, winning};
use crate::thought::{Candidate, Score, Term, TermValue, Thought};

/// What playouts through the move brought.
pub const WIN_RATE: Term = Term {
    key: "win-rate",
    label: "win rate",
    meaning: "the share of a win that playouts through the move brought; a draw counts half, and among several seats the share of the others that it came out ahead of",
    weight: Fixed::ONE,
};

/// What is taken from elsewhere.
pub const HINTS: Term = Term {
    key: "hints",
    label: "hints",
    meaning: "what is added for what playouts brought in which the move came later, and for what was known before; less, the more the move is tried",
    weight: Fixed::ONE,
};

/// What few visits take away.
pub const DOUBT: Term = Term {
    key: "doubt",
    label: "doubt",
    meaning: "minus one over the root of the visits: what is seldom tried may look better than it is",
    weight: Fixed::ONE,
};

/// The terms of every bot that searches so, for its [`crate::bot::BotSpec`].
pub static TERMS: [Term; 3] = [WIN_RATE, HINTS, DOUBT];

/// The longest line that is told.
const LONGEST_LINE: usize = 32;

impl<G: Enumerable, P: Policy<G>> Search<G, P> {
    /// What it thinks so far.
    pub(super) fn explained(&self) -> Thought<G::Move> {
        let mover = self.root.mover();
        let mut candidates = Vec::new();
        let mut chosen: Option<(usize, (Score, i64, u64))> = None;
        for child in self.tree.nodes[0].children() {
            let candidate = self.candidate(child as Index, mover);
            // Of losses that come equally late the one that leaves the fewest ways to win at once.
            let threats = self.threats.get(candidates.len()).map_or(0, |&n| -i64::from(n));
            let worth = (candidate.score, threats, candidate.visits.unwrap_or(0));
            if chosen.is_none_or(|(_, best)| worth > best) {
                chosen = Some((candidates.len(), worth));
            }
            candidates.push(candidate);
        }
        let chosen = chosen.and_then(|(at, _)| candidates.get(at).cloned());
        let proven = |child: usize| self.tree.nodes[child].proof != Proof::Open;
        let mut thought = Thought {
            choice: chosen.as_ref().map(|chosen| chosen.mv.clone()),
            why: match &chosen {
                None => "No move is owed here.".to_owned(),
                Some(chosen) => self.why(chosen, candidates.len()),
            },
            exact: self.settings.solver
                && self.tree.duel
                && !candidates.is_empty()
                && self.tree.nodes[0].children().all(proven),
            candidates,
            terms: TERMS.map(|term| Term { weight: self.weight(&term), ..term }).to_vec(),
            nodes: self.playouts,
            depth: self.deepest,
        };
        thought.sort();
        thought
    }

    fn weight(&self, term: &Term) -> Fixed {
        if term.key == DOUBT.key { self.settings.doubt } else { term.weight }
    }

    fn candidate(&self, child: Index, mover: Seat) -> Candidate<G::Move> {
        let node = &self.tree.nodes[child as usize];
        let sums = &self.tree.sums[child as usize];
        let fixed = |number: f32| Fixed::from_f64(f64::from(number)).unwrap_or(Fixed::ZERO);
        let (mean, hints, doubt) = match node.proof {
            Proof::Drawn => (Fixed::from_thousandths(500), Fixed::ZERO, Fixed::ZERO),
            // Their sums say what is proven, no longer what was seen.
            _ if sums.wins.is_infinite() => {
                (fixed(if sums.wins > 0.0 { 1.0 } else { 0.0 }), Fixed::ZERO, Fixed::ZERO)
            }
            _ => {
                let mean = fixed(sums.mean());
                let doubt = -1.0 / (f64::from(node.visits) + 1.0).sqrt();
                (
                    mean,
                    fixed(sums.blended(self.formula.bias)) - mean,
                    Fixed::from_f64(doubt).unwrap_or(Fixed::ZERO),
                )
            }
        };
        let terms: Vec<TermValue> = TERMS
            .iter()
            .zip([mean, hints, doubt])
            .map(|(term, value)| TermValue { value, contribution: self.weight(term).times(value) })
            .collect();
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
            depth: None,
            terms,
            visits: Some(u64::from(node.visits)),
            pv: self.line(child),
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

    fn why(&self, chosen: &Candidate<G::Move>, moves: usize) -> String {
        let mv = &chosen.mv;
        if let Some(wins) = winning(mv, chosen.score) {
            return wins;
        }
        match chosen.score {
            Score::Loss(_) if moves == 1 => {
                return format!("{mv} is the only move, and it loses by force.");
            }
            Score::Loss(n) => {
                let within = n.map_or(String::new(), |n| format!(", for {}", plies(n)));
                return format!("Every move loses by force; {mv} holds out longest{within}.");
            }
            Score::Win(_) | Score::Value(_) => {}
        }
        if self.tree.nodes[0].proof == Proof::Drawn {
            return format!("No move wins by force; {mv} keeps the draw.");
        }
        let visits = chosen.visits.unwrap_or(0);
        if visits == 0 {
            return format!("{mv} was not tried yet; it was stopped before it had looked at much.");
        }
        let phrase = match self.policy.phrase(&self.root, mv) {
            Some(phrase) => format!(", {phrase},"),
            None => String::new(),
        };
        let values = chosen.terms.first().map_or(Fixed::ZERO, |term| term.value);
        let percent = values.times(Fixed::from_int(100));
        let times = if visits == 1 { "once".to_owned() } else { format!("{visits} times") };
        let brought = if self.policy.judges() {
            format!("is worth {percent}% of a win")
        } else if self.tree.duel {
            format!("won {percent}% of them")
        } else {
            format!("came out ahead of {percent}% of the others")
        };
        let mut sentence = format!("{mv}{phrase} was played out {times} and {brought}");
        if moves == 1 {
            sentence += "; it is the only move";
        }
        const MOST_SHOWN: usize = 4;
        if !chosen.pv.is_empty() {
            let line: Vec<String> =
                chosen.pv.iter().take(MOST_SHOWN).map(|mv| mv.to_string()).collect();
            sentence += &format!("; expected after it: {}", line.join(" "));
        }
        sentence + "."
    }
}
