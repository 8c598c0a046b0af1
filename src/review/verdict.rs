//! How good a move was, by what is certain or by what a judge thinks, and the words for it. Nothing is analysed
//! here: answers come in, a verdict goes out.

use super::judge::Judge;
use crate::base::fixed::Fixed;
use crate::base::util::counted;
use crate::contract::calibration::Evaluation;
use crate::contract::judging::{Mark, Proven, THRESHOLDS, proven};
use crate::contract::thought::{Candidate, Scale, Score, Thought};
use crate::search::explain::percent;
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
    /// How much of the chance to win it lost, as a share; null where that is not known.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null"))]
    pub loss: Option<Fixed>,
    /// How accurate it was, from 0 to 100; null where the loss is not known, and of a move without alternative.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null"))]
    pub accuracy: Option<Fixed>,
    /// Whether it lost that much at least.
    pub at_least: bool,
    /// Whether this is certain, and no estimate.
    pub proven: bool,
    /// Whether it is as good as the best that is known: what a user asks who tries again.
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
            accuracy: None,
            at_least: false,
            proven: false,
            good: false,
            text,
        }
    }

    /// The same with a loss, and the accuracy that follows from it.
    fn losing(self, loss: Fixed) -> Judged {
        Judged { loss: Some(loss), accuracy: Some(accuracy(loss)), ..self }
    }

    pub(super) fn is_blunder(&self) -> bool {
        self.mark == Some(Mark::Blunder)
    }
}

/// 100 for no loss; 64 for a tenth, 41 for a fifth: each tenth takes away about a third.
fn accuracy(loss: Fixed) -> Fixed {
    let part = (-4.4 * loss.to_f64()).exp();
    Fixed::from_f64((1000.0 * part).round() / 10.0).unwrap_or(Fixed::ZERO)
}

/// The difference of two shares, in words.
fn points(share: Fixed) -> String {
    counted(((share.thousandths() + 5) / 10).unsigned_abs(), "percentage point")
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
    pub(super) fn judged(&self, mv: &str, name: &str) -> Judged {
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
        let judged = Judged { mark, proven: true, good, ..Judged::new(mv, text) };
        if self.moves == 1 { judged } else { judged.losing(share(self.best) - share(self.played)) }
    }
}

/// The share of a win that a result is.
fn share(result: Proven) -> Fixed {
    match result {
        Proven::Loss => Fixed::ZERO,
        Proven::Draw => Fixed::from_thousandths(500),
        Proven::Win => Fixed::ONE,
    }
}

/// How well a thought knows a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evidence {
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

impl Evidence {
    pub(super) fn of(thought: &Thought<String>, mv: &str) -> Evidence {
        let Some(candidate) = thought.candidate(mv) else { return Evidence::Not };
        let seldom = candidate.visits.is_some_and(|visits| visits < thought.nodes / SELDOM);
        match candidate.score {
            _ if candidate.bound || candidate.score == Score::Unknown => Evidence::Bound,
            Score::Value(_) if seldom => Evidence::Seldom,
            Score::Value(_) if candidate.visits.is_some() => Evidence::Tried,
            _ => Evidence::Well,
        }
    }
}

/// What the position after a move is worth to the mover, and the playouts that this rests on, if it rests on any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighed {
    pub(super) score: Score,
    pub(super) evaluation: Evaluation,
    pub(super) playouts: Option<u64>,
}

impl Weighed {
    /// The square of the standard error of a rate, at most.
    fn variance(self) -> f64 {
        self.playouts.map_or(0.0, |playouts| 0.25 / playouts.max(1) as f64)
    }
}

/// Whether two rates differ by no more than chance may: twice the standard error.
fn by_chance(one: Weighed, other: Weighed) -> bool {
    let twice = 2.0 * (one.variance() + other.variance()).sqrt();
    match (one.score, other.score) {
        (Score::Value(one), Score::Value(other)) => (one - other).abs().to_f64() <= twice,
        _ => false,
    }
}

/// A turn of a game whose seats all move at once: what the position after it is worth to the seat (`after`),
/// and what it would be with the judge's orders `instead`, the others' being as they were.
pub(super) fn turn(
    judge: &Judge,
    thought: &Thought<String>,
    mv: &str,
    (after, instead): (Option<Weighed>, Option<Weighed>),
) -> Judged {
    let name = &judge.name;
    if judge.cannot() {
        return cannot(judge, mv);
    }
    if thought.choice.as_deref() == Some(mv) {
        let text = format!("{name} would have ordered the same.");
        return Judged { good: true, ..Judged::new(mv, text) }.losing(Fixed::ZERO);
    }
    let both = after.zip(instead).map(|(after, instead)| {
        ((after.score, after.evaluation.win), (instead.score, instead.evaluation.win))
    });
    match both {
        Some(((_, Some(after)), (_, Some(instead)))) => {
            let loss = (instead - after).max(Fixed::ZERO);
            let mark = THRESHOLDS.mark(loss);
            let (after, instead) = (percent(after), percent(instead));
            let text = format!(
                "One turn later {name} sees {after} to win; with its own orders it would be {instead}."
            );
            Judged { mark, good: mark.is_none(), ..Judged::new(mv, text) }.losing(loss)
        }
        Some(((Score::Value(after), _), (Score::Value(instead), _))) => {
            let text = format!(
                "One turn later {name} scores it {after}; with its own orders it would be {instead}. {}",
                uncalibrated(judge)
            );
            Judged { good: after >= instead, ..Judged::new(mv, text) }
        }
        _ => {
            let text = format!(
                "{name} cannot judge this turn: it has no score for the position after it."
            );
            Judged::new(mv, text)
        }
    }
}

fn cannot(judge: &Judge, mv: &str) -> Judged {
    let name = &judge.name;
    Judged::new(mv, format!("{name} cannot judge: its scores do not say what a position is worth."))
}

/// Why a judge gives scores in place of chances.
fn uncalibrated(judge: &Judge) -> String {
    format!("The scores of {} are not calibrated here, so it gives no mark.", judge.name)
}

/// A move by what a judge thinks. `values` are what it and the judge's choice are worth; `after` is what the position
/// after it is worth to the mover, and `instead` the one after the judge's choice, where these were asked because a
/// tree search had looked at the two moves unequally.
pub(super) fn estimate(
    judge: &Judge,
    thought: &Thought<String>,
    mv: &str,
    value: &dyn Fn(&Candidate<String>) -> Weighed,
    (after, instead): (Option<Weighed>, Option<Weighed>),
) -> Judged {
    let name = &judge.name;
    if judge.cannot() {
        return cannot(judge, mv);
    }
    let (Some(best), Some(played)) = (thought.chosen(), thought.candidate(mv)) else {
        return Judged::new(
            mv,
            format!("{name} does not look at this move, so it cannot judge it."),
        );
    };
    if thought.candidates.len() == 1 {
        return Judged { good: true, ..Judged::new(mv, "The only legal move.".to_owned()) };
    }
    let score = after.unwrap_or_else(|| value(played));
    let most = after.and(instead).unwrap_or_else(|| value(best));
    let bound = played.bound && after.is_none();
    let choice = &best.mv;
    let new = |text: String| Judged { at_least: bound, ..Judged::new(mv, text) };
    match (most.score, score.score) {
        (Score::Unknown, _) | (_, Score::Unknown) => new(format!(
            "{name} did not examine this move as far as its choice, so it cannot judge it."
        )),
        (Score::Value(_), Score::Value(_)) => {
            compared(judge, thought, (played, score), (best, most), value, bound)
        }
        (Score::Win(_), Score::Win(_)) | (Score::Value(_), Score::Win(_)) => {
            Judged { good: true, ..new("It wins by force.".to_owned()) }.losing(Fixed::ZERO)
        }
        (Score::Loss(_), _) => {
            Judged { good: true, ..new(format!("Every move loses, says {name}.")) }
                .losing(Fixed::ZERO)
        }
        (Score::Win(_), Score::Loss(_)) => Judged {
            mark: Some(Mark::Blunder),
            ..new(format!("It loses by force, and {choice} wins by force."))
        }
        .losing(Fixed::ONE),
        (Score::Win(_), Score::Value(_)) => {
            // Perhaps it wins as well, later.
            let text = format!("A win is missed or put off: {choice} wins by force.");
            let loss = score.evaluation.win.map(|win| Fixed::ONE - win);
            let mark = loss.and_then(|loss| THRESHOLDS.mark(loss)).unwrap_or(Mark::Inaccuracy);
            let judged = Judged { mark: Some(mark), ..new(text) };
            match loss {
                Some(loss) => judged.losing(loss),
                None => judged,
            }
        }
        (Score::Value(_), Score::Loss(_)) => {
            let text = format!("It loses by force; {choice} does not, as far as {name} sees.");
            // What was all but lost costs little; that it is certain now is worth saying.
            let loss = most.evaluation.win;
            let mark = loss.map_or(Some(Mark::Blunder), |loss| THRESHOLDS.mark(loss));
            let judged = Judged { mark, good: mark.is_none(), ..new(text) };
            match loss {
                Some(loss) => judged.losing(loss),
                None => judged,
            }
        }
    }
}

/// The same where both moves have values.
fn compared(
    judge: &Judge,
    thought: &Thought<String>,
    (played, score): (&Candidate<String>, Weighed),
    (best, most): (&Candidate<String>, Weighed),
    value: &dyn Fn(&Candidate<String>) -> Weighed,
    bound: bool,
) -> Judged {
    let (name, mv, choice) = (&judge.name, &played.mv, &best.mv);
    let is_choice = mv == choice;
    let (Some(most_win), Some(win)) = (most.evaluation.win, score.evaluation.win) else {
        let (Score::Value(instead), Score::Value(value)) = (most.score, score.score) else {
            return Judged::new(mv, uncalibrated(judge));
        };
        let text = if is_choice {
            format!("The choice of {name}.")
        } else if value >= instead {
            format!("As good as {choice}, says {name}.")
        } else {
            let most = if bound { "at most " } else { "" };
            format!(
                "{name} scores it {most}{value}, and {choice} {instead}. {}",
                uncalibrated(judge)
            )
        };
        let good = is_choice || value >= instead && !bound;
        return Judged { at_least: bound, good, ..Judged::new(mv, text) };
    };
    let loss = (most_win - win).max(Fixed::ZERO);
    let rates = judge.evaluator.scale == Scale::Rate;
    let alike = loss > Fixed::ZERO && rates && score.playouts.is_some() && by_chance(score, most);
    let mark = THRESHOLDS.mark(loss).filter(|_| !alike);
    let text = if is_choice {
        format!("The choice of {name}.")
    } else if loss == Fixed::ZERO {
        format!("As good as {choice}, says {name}.")
    } else if alike {
        format!("About as good as {choice}, says {name}: the difference may be chance.")
    } else {
        let (least, most) = if bound { ("at least ", "at most ") } else { ("", "") };
        format!(
            "Loses {least}{}, says {name}: {most}{} to win, {} after {choice}.",
            points(loss),
            percent(win),
            percent(most_win)
        )
    };
    let only = mark.is_none() && loss == Fixed::ZERO && only(thought, played, win, value);
    let text = if only { format!("{text} Every other move is a mistake.") } else { text };
    Judged {
        mark: if only { Some(Mark::Only) } else { mark },
        good: loss < THRESHOLDS.inaccuracy && !bound || is_choice,
        at_least: bound,
        ..Judged::new(mv, text)
    }
    .losing(loss)
}

/// Whether every other move than `played`, which is as good as the best, would have been a mistake. Bounds
/// serve: the others are no better than these. What a tree search has seldom tried proves nothing unless it is
/// lost.
fn only(
    thought: &Thought<String>,
    played: &Candidate<String>,
    win: Fixed,
    value: &dyn Fn(&Candidate<String>) -> Weighed,
) -> bool {
    thought.candidates.iter().filter(|other| other.mv != played.mv).all(|other| match other.score {
        Score::Loss(_) => true,
        Score::Unknown | Score::Win(_) => false,
        Score::Value(_) => {
            let less = value(other).evaluation.win;
            other.visits.is_none() && less.is_some_and(|less| win - less >= THRESHOLDS.mistake)
        }
    })
}
