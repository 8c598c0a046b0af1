//! What a search tells of itself: candidates with their terms, the worth to every seat, and the sentence
//! that says why.

use super::{AT_MOST, Found, INFINITY, LARGEST_VALUE, LOOK_AHEAD, Mode, Root, Search, WIN, ended};
use crate::fixed::Fixed;
use crate::game::{Enumerable, MAX_SEATS};
use crate::json::sort_by_key;
use crate::search::evaluate::Evaluate;
use crate::thought::{Candidate, Score, TermValue, Thought, Views};

fn score_of(value: i64, exact: bool) -> Score {
    if value > LARGEST_VALUE {
        Score::Win(exact.then_some((WIN - value) as u32))
    } else if value < -LARGEST_VALUE {
        Score::Loss(exact.then_some((WIN + value) as u32))
    } else {
        Score::Value(Fixed::from_thousandths(value))
    }
}

/// A root move with what is known about it.
type Shown<'a, M> = (&'a Root<M>, Found<M>);

impl<G: Enumerable, E: Evaluate<G>> Search<G, E> {
    /// What it thinks so far, of all candidates or of the chosen one.
    pub(super) fn explained(&self, briefly: bool) -> Thought<G::Move> {
        let mut terms = self.evaluate.terms().to_vec();
        terms.push(LOOK_AHEAD);
        terms.push(AT_MOST);
        let chosen = self.chosen();
        let wanted = chosen.filter(|_| briefly).map(|chosen| self.roots[chosen].index);
        let candidates: Vec<_> = self
            .shown()
            .iter()
            .filter(|(root, _)| wanted.is_none_or(|index| root.index == index))
            .map(|(root, found)| self.candidate(root, found))
            .collect();
        let mut why = "No move is owed here.".to_owned();
        if let Some(chosen) = chosen
            && let Some(candidate) =
                candidates.iter().find(|candidate| candidate.mv == self.roots[chosen].mv)
        {
            why = self.why(candidate);
        }
        let mut thought = Thought {
            choice: chosen.map(|index| self.roots[index].mv.clone()),
            candidates,
            terms,
            nodes: self.nodes,
            depth: self.reached,
            exact: self.exact,
            why,
        };
        thought.sort();
        thought
    }

    /// The root moves that something is known about, in the order of the legal moves. Put down before the
    /// first was done, it has the first look at the chosen one.
    fn shown(&self) -> Vec<Shown<'_, G::Move>> {
        let mut by_index: Vec<_> = self.roots.iter().collect();
        sort_by_key(&mut by_index, |root| (root.index as i64, 0));
        let mut shown: Vec<_> = by_index
            .into_iter()
            .filter_map(|root| Some((root, self.seen(root)?.clone())))
            .collect();
        if shown.is_empty()
            && let Some(chosen) = self.chosen()
        {
            let root = &self.roots[chosen];
            let values = self.values_after(root, &[]);
            shown.push((root, Found { values, exact: true, line: Vec::new() }));
        }
        shown
    }

    /// What the heuristic, or the end of the game, says to every seat of the position after a root move and
    /// a line.
    fn values_after(&self, root: &Root<G::Move>, line: &[G::Move]) -> [i64; MAX_SEATS] {
        let mut position = self.root.clone();
        position.play_unchecked(&root.mv);
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

    fn candidate(&self, root: &Root<G::Move>, found: &Found<G::Move>) -> Candidate<G::Move> {
        let mut next = self.root.clone();
        next.play_unchecked(&root.mv);
        let mut values = vec![Fixed::ZERO; self.evaluate.terms().len()];
        self.evaluate.measure(&next, self.seat, &mut values);
        let mut terms: Vec<TermValue> = self
            .evaluate
            .terms()
            .iter()
            .zip(values)
            .map(|(term, value)| TermValue { value, contribution: term.weight.times(value) })
            .collect();
        let sum: Fixed = terms.iter().map(|term| term.contribution).sum();
        let mut score = score_of(found.values[self.seat], found.exact);
        if !found.exact && matches!(score, Score::Win(_)) {
            // At most a win: nothing is known.
            score = Score::Value(sum);
        }
        let rest = if let Score::Value(value) = score { value - sum } else { Fixed::ZERO };
        let term = |rest| TermValue { value: rest, contribution: rest };
        terms.push(term(if found.exact { rest } else { Fixed::ZERO }));
        terms.push(term(if found.exact { Fixed::ZERO } else { rest }));
        Candidate { mv: root.mv.clone(), score, terms, visits: None, pv: found.line.clone() }
    }

    /// Whose view the scores are, and what every candidate is worth to every seat, in the order of the
    /// candidates of [`Search::explained`].
    pub(super) fn viewed(&self) -> Views {
        let seats = self.root.seats();
        let of_move: Vec<(G::Move, Vec<Score>)> = self
            .shown()
            .iter()
            .map(|(root, found)| {
                let mut values = match self.mode {
                    Mode::MaxN => found.values,
                    Mode::Paranoid | Mode::BestReply => self.values_after(root, &found.line),
                };
                values[self.seat] = found.values[self.seat].clamp(-INFINITY, INFINITY);
                let scores = values[..seats].iter().enumerate();
                let scores = scores
                    .map(|(seat, &value)| score_of(value, seat != self.seat || found.exact))
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
                if let Some(own) = scores.get_mut(self.seat) {
                    *own = candidate.score;
                }
                scores
            })
            .collect();
        Views { seat: self.seat, by_seat }
    }

    fn why(&self, candidate: &Candidate<G::Move>) -> String {
        let mv = &candidate.mv;
        let plies = |n: u32| if n == 1 { "1 ply".to_owned() } else { format!("{n} plies") };
        match candidate.score {
            Score::Win(Some(1)) => return format!("{mv} wins at once."),
            Score::Win(Some(n)) => return format!("{mv} wins by force within {}.", plies(n)),
            Score::Win(None) => return format!("{mv} wins by force."),
            Score::Loss(_) if self.roots.len() == 1 => {
                return format!("{mv} is the only move, and it comes last by force.");
            }
            Score::Loss(_) => {
                return format!("Every move comes last by force; {mv} holds out longest.");
            }
            Score::Value(_) if self.roots.len() == 1 => return format!("{mv} is the only move."),
            Score::Value(_) if self.reached == 0 && self.nodes == 0 => {
                return "It was stopped before it had looked at anything.".to_owned();
            }
            Score::Value(_) => {}
        }
        const MOST_CLAUSES: usize = 3;
        let terms = self.evaluate.terms();
        let mut before = vec![Fixed::ZERO; terms.len()];
        self.evaluate.measure(&self.root, self.seat, &mut before);
        let mut changes: Vec<(usize, Fixed, Fixed)> = terms
            .iter()
            .enumerate()
            .map(|(i, term)| {
                let change = candidate.terms[i].value - before[i];
                (i, change, term.weight.times(change))
            })
            .filter(|&(_, _, counts)| counts != Fixed::ZERO)
            .collect();
        sort_by_key(&mut changes, |&(_, _, counts)| (-counts.abs().thousandths(), 0));
        let clauses: Vec<String> = changes
            .iter()
            .take(MOST_CLAUSES)
            .map(|&(i, change, counts)| format!("{} ({counts:+})", self.evaluate.phrase(i, change)))
            .collect();
        let first = match clauses.split_last() {
            None => format!("{mv} changes nothing that this bot looks at"),
            Some((only, [])) => format!("with {mv} {only}"),
            Some((last, rest)) => format!("with {mv} {} and {last}", rest.join(", ")),
        };
        let how = match self.mode {
            Mode::Paranoid => "if all others play against it",
            Mode::MaxN => "if everybody plays for themselves",
            Mode::BestReply => "against the best reply",
        };
        let mut sentence = format!("Seen {} deep, {first}", plies(self.reached.max(1)));
        let rest = candidate.terms[terms.len()].contribution;
        if rest != Fixed::ZERO {
            let verb = if rest > Fixed::ZERO { "adds" } else { "takes away" };
            sentence += &format!("; what follows {how} {verb} {}", rest.abs());
        }
        sentence + "."
    }
}
