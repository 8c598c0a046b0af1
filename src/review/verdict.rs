//! How good a move was, by what is certain or by what a judge thinks, and the words for it. Nothing is asked
//! here: answers come in, a verdict goes out.

use super::judge::Judge;
use crate::base::fixed::Fixed;
use crate::contract::judging::{Mark, Proven, proven};
use crate::contract::thought::{Candidate, Scale, Score, Thought};
use serde::Serialize;

/// How good a move was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Judged {
    /// The move; of a turn of several seats, this seat's part.
    #[serde(rename = "move")]
    pub mv: String,
    /// What is written behind it; null for a good move.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "'!' | '?!' | '?' | '??' | null"))]
    pub mark: Option<Mark>,
    /// How much worse than the best it was; null where that is no number.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null"))]
    pub loss: Option<Fixed>,
    /// Whether it was worse by that much at least.
    pub at_least: bool,
    /// Whether this is certain, and nobody's estimate.
    pub proven: bool,
    /// Whether it is as good as the best that is known: what somebody asks who tries again.
    pub good: bool,
    /// The verdict in words.
    pub text: String,
}

impl Judged {
    fn new(mv: &str, text: String) -> Judged {
        Judged {
            mv: mv.to_owned(),
            mark: None,
            loss: None,
            at_least: false,
            proven: false,
            good: false,
            text,
        }
    }

    pub(super) fn is_blunder(&self) -> bool {
        self.mark == Some(Mark::Blunder)
    }
}

/// What is certain about the moves of a position.
#[derive(Debug, Default)]
pub(super) struct Facts {
    known: Vec<(String, Proven)>,
    moves: usize,
    /// Whether the result of every move is known.
    pub(super) complete: bool,
}

/// What is certain about one move, beside the best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    played: Proven,
    best: Proven,
    /// A move that reaches the best result.
    by: String,
    /// How many do, and of how many.
    among: usize,
    moves: usize,
}

impl Facts {
    pub(super) fn of(thought: &Thought<String>) -> Facts {
        let result = |c: &Candidate<String>| proven(c.score, c.bound, thought.exact);
        let known: Vec<_> = thought
            .candidates
            .iter()
            .filter_map(|c| result(c).map(|result| (c.mv.clone(), result)))
            .collect();
        let moves = thought.candidates.len();
        Facts { complete: moves > 0 && known.len() == moves, moves, known }
    }

    /// What another thought about the same position proves.
    pub(super) fn learn(&mut self, thought: &Thought<String>) {
        let more = Facts::of(thought);
        self.moves = self.moves.max(more.moves);
        for (mv, result) in more.known {
            if self.known.iter().all(|(other, _)| *other != mv) {
                self.known.push((mv, result));
            }
        }
        self.complete = self.moves > 0 && self.known.len() == self.moves;
    }

    /// What is certain about a move; `None` where its result, or the best, is not known.
    pub(super) fn judge(&self, played: &str) -> Option<Fact> {
        let result = |mv: &str| self.known.iter().find(|(other, _)| other == mv).map(|one| one.1);
        let played = result(played)?;
        // Of equal results the first, which the solver puts first.
        let mut best = self.known.first()?;
        for one in &self.known {
            if one.1 > best.1 {
                best = one;
            }
        }
        if best.1 != Proven::Win && !self.complete {
            return None;
        }
        let among = self.known.iter().filter(|one| one.1 == best.1).count();
        // That no other move wins is known only when all are.
        let among = if self.complete { among } else { among.max(2) };
        Some(Fact { played, best: best.1, by: best.0.clone(), among, moves: self.moves })
    }

    /// A move that is proven to be better than this one.
    pub(super) fn better_than(&self, mv: &str) -> Option<String> {
        self.judge(mv).filter(|fact| fact.played < fact.best).map(|fact| fact.by)
    }
}

impl Fact {
    fn mark(&self) -> Option<Mark> {
        if self.played < self.best {
            Some(Mark::Blunder)
        } else if self.among == 1 && self.moves > 1 && self.best != Proven::Loss {
            Some(Mark::Only)
        } else {
            None
        }
    }

    /// In words, of a move by the seat called `name`.
    pub(super) fn told(&self, mv: &str, name: &str) -> Judged {
        let mark = self.mark();
        let by = &self.by;
        let text = match (self.best, self.played) {
            _ if self.moves == 1 => "The only legal move.".to_owned(),
            (Proven::Win, Proven::Loss) => {
                format!("{name} had a win here and gave it away: {by} wins.")
            }
            (Proven::Win, Proven::Draw) => {
                format!("{name} had a win here and let it slip to a draw: {by} wins.")
            }
            (Proven::Draw, Proven::Loss) => {
                format!("{name} had a draw here and gave it away: {by} draws.")
            }
            (Proven::Win, _) if mark.is_some() => "The only move that keeps the win.".to_owned(),
            (Proven::Draw, _) if mark.is_some() => "The only move that keeps the draw.".to_owned(),
            (Proven::Win, _) => "It keeps the win.".to_owned(),
            (Proven::Draw, _) => "It keeps the draw.".to_owned(),
            (Proven::Loss, _) => "Every move loses here.".to_owned(),
        };
        let good = self.played == self.best;
        Judged { mark, proven: true, good, ..Judged::new(mv, text) }
    }
}

/// How well a thought knows a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It does not look at it.
    Not,
    /// It knows only that it is no better than so much, or not even that.
    Bound,
    /// A tree search has hardly tried it.
    Seldom,
    /// A tree search has tried it.
    Tried,
    /// As well as the others.
    Well,
}

/// Of so many playouts that a tree search made, one goes to a move that it has looked at well.
const SELDOM: u64 = 50;

impl Found {
    pub(super) fn of(thought: &Thought<String>, mv: &str) -> Found {
        let Some(candidate) = thought.candidate(mv) else { return Found::Not };
        let seldom = candidate.visits.is_some_and(|visits| visits < thought.nodes / SELDOM);
        match candidate.score {
            _ if candidate.bound || candidate.score == Score::Unknown => Found::Bound,
            Score::Value(_) if seldom => Found::Seldom,
            Score::Value(_) if candidate.visits.is_some() => Found::Tried,
            _ => Found::Well,
        }
    }
}

/// What the position after a move is worth to the mover, and the playouts that this rests on, if it rests on any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighed {
    pub(super) score: Score,
    pub(super) playouts: Option<u64>,
}

impl Weighed {
    /// The square of the standard error of a rate, at most.
    fn variance(self) -> f64 {
        self.playouts.map_or(0.0, |playouts| 0.25 / playouts.max(1) as f64)
    }
}

/// By how much two rates may differ by chance: twice the standard error.
fn noise(one: Weighed, other: Weighed) -> Fixed {
    let twice = 2.0 * (one.variance() + other.variance()).sqrt();
    Fixed::from_f64(twice).unwrap_or(Fixed::ZERO)
}

/// A turn of a game whose seats all move at once: what the position after it is worth to the seat (`after`),
/// and what it would be with the judge's orders `instead`, the others' being as they were.
pub(super) fn turn(
    judge: &Judge,
    thought: &Thought<String>,
    mv: &str,
    (after, instead): (Option<Score>, Option<Score>),
) -> Judged {
    let name = &judge.name;
    if judge.cannot() {
        return cannot(judge, mv);
    }
    if thought.choice.as_deref() == Some(mv) {
        let text = format!("{name} would have ordered the same.");
        return Judged { loss: Some(Fixed::ZERO), good: true, ..Judged::new(mv, text) };
    }
    let (Some(Score::Value(after)), Some(Score::Value(instead))) = (after, instead) else {
        let text =
            format!("{name} cannot judge this turn: it has no value for the position after it.");
        return Judged::new(mv, text);
    };
    let loss = (instead - after).max(Fixed::ZERO);
    let mark = judge.stick.thresholds.mark(loss);
    let text = if loss == Fixed::ZERO {
        format!("One turn on, {name} values it no lower than its own orders.")
    } else {
        format!("One turn on, {name} values it at {after}, and its own orders at {instead}.")
    };
    Judged { mark, loss: Some(loss), good: mark.is_none(), ..Judged::new(mv, text) }
}

fn cannot(judge: &Judge, mv: &str) -> Judged {
    let name = &judge.name;
    Judged::new(mv, format!("{name} cannot judge: its scores do not say what a position is worth."))
}

/// A move by what a judge thinks. `after` is what the position after it is worth to the mover, and `instead` the one after
/// the judge's choice, where these were asked because a tree search had looked at the two moves unequally.
pub(super) fn estimate(
    judge: &Judge,
    thought: &Thought<String>,
    mv: &str,
    (after, instead): (Option<Weighed>, Option<Weighed>),
) -> Judged {
    let name = &judge.name;
    if judge.cannot() {
        return cannot(judge, mv);
    }
    let best = thought.choice.as_deref().and_then(|choice| thought.candidate(choice));
    let (Some(best), Some(played)) = (best, thought.candidate(mv)) else {
        return Judged::new(
            mv,
            format!("{name} does not look at this move, so it cannot judge it."),
        );
    };
    if thought.candidates.len() == 1 {
        return Judged { good: true, ..Judged::new(mv, "The only legal move.".to_owned()) };
    }
    let score = after.map_or(played.score, |after| after.score);
    let most = after.and(instead).map_or(best.score, |instead| instead.score);
    let chance = match (after, instead) {
        (Some(after), Some(instead)) if judge.stick.scale == Scale::Rate => noise(after, instead),
        _ => Fixed::ZERO,
    };
    let bound = played.bound && after.is_none();
    let choice = &best.mv;
    let judged = |mark, text| Judged { mark, at_least: bound, ..Judged::new(mv, text) };
    match (most, score) {
        (Score::Unknown, _) | (_, Score::Unknown) => Judged::new(
            mv,
            format!("{name} did not search this move as far as its choice, so it cannot judge it."),
        ),
        (Score::Value(most), Score::Value(value)) => {
            let loss = (most - value).max(Fixed::ZERO);
            let by_chance = loss > Fixed::ZERO && loss <= chance;
            let mark = judge.stick.thresholds.mark(loss).filter(|_| !by_chance);
            let least = if bound { "at least " } else { "" };
            let text = if mv == choice {
                format!("The choice of {name}.")
            } else if loss == Fixed::ZERO {
                format!("As good as {choice}, says {name}.")
            } else if by_chance {
                format!(
                    "About as good as {choice}, says {name}: {value} and {most} differ by no more than chance may."
                )
            } else {
                format!(
                    "Worse than {choice} by {least}{loss}, says {name}: {value} instead of {most}."
                )
            };
            let only = mark.is_none() && loss == Fixed::ZERO && only(judge, thought, played);
            let text =
                if only { format!("{text} Every other move is clearly worse.") } else { text };
            Judged {
                mark: if only { Some(Mark::Only) } else { mark },
                loss: Some(loss),
                good: loss < judge.stick.thresholds.inaccuracy && !bound || mv == choice,
                ..judged(None, text)
            }
        }
        (Score::Win(_), Score::Win(_)) => {
            Judged { good: true, ..judged(None, "It wins by force.".to_owned()) }
        }
        (Score::Loss(_), _) => {
            Judged { good: true, ..judged(None, format!("Every move loses, says {name}.")) }
        }
        (Score::Win(_), Score::Loss(_)) => {
            judged(Some(Mark::Blunder), format!("It loses by force, and {choice} wins by force."))
        }
        (Score::Win(_), Score::Value(value)) => {
            // Perhaps it wins as well, later: of points nobody can tell.
            let loss = match judge.stick.scale {
                Scale::Rate => Fixed::ONE - value,
                _ => Fixed::ZERO,
            };
            let mark = judge.stick.thresholds.mark(loss).unwrap_or(Mark::Inaccuracy);
            judged(Some(mark), format!("A win is missed or put off: {choice} wins by force."))
        }
        (Score::Value(_), Score::Loss(_)) => judged(
            Some(Mark::Blunder),
            format!("It loses by force; {choice} does not, as far as {name} sees."),
        ),
        (Score::Value(_), Score::Win(_)) => {
            Judged { good: true, ..judged(None, "It wins by force.".to_owned()) }
        }
    }
}

/// Whether every other move than `played`, which is as good as the best, would have been a mistake. Bounds
/// serve: the others are no better than these. What a tree search has seldom tried tells nothing unless it is
/// lost.
fn only(judge: &Judge, thought: &Thought<String>, played: &Candidate<String>) -> bool {
    let Score::Value(value) = played.score else { return false };
    thought.candidates.iter().filter(|other| other.mv != played.mv).all(|other| match other.score {
        Score::Loss(_) => true,
        Score::Unknown | Score::Win(_) => false,
        Score::Value(less) => {
            other.visits.is_none() && value - less >= judge.stick.thresholds.mistake
        }
    })
}
