//! The quality of a move, by proven results or by a judge's scores, and its description. Nothing is analysed
//! here: analyses come in, a verdict goes out.

use super::judge::Judge;
use crate::base::fixed::Fixed;
use crate::base::util::counted;
use crate::contract::analysis::{Analysis, Candidate, Class, Scale, Score};
use crate::contract::calibration::{Evaluation, percent, shown_percent, whole_percent};
use crate::contract::judging::{Mark, THRESHOLDS};
use crate::search::explain::{grouped, plies};
use serde::Serialize;

/// The quality of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Judged {
    /// The move; of a turn of several seats, this seat's part.
    #[serde(rename = "move")]
    pub mv: String,
    /// The annotation symbol; null for a good move.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "'!' | '?!' | '?' | '??' | null"))]
    pub mark: Option<Mark>,
    /// The loss of chance to win, as a share; null if unknown.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null"))]
    pub loss: Option<Fixed>,
    /// The accuracy, from 0 to 100; null if the loss is unknown, and for a move without alternative.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null"))]
    pub accuracy: Option<Fixed>,
    /// The same in whole percentage points, as people compute it from the two chances beside it; null if unknown.
    pub points: Option<u64>,
    /// Whether no games support the loss at the judge's budget: it gives the mark, and is not shown.
    pub estimated: bool,
    /// Whether the loss is only a lower bound.
    pub at_least: bool,
    /// Whether this is proven, not estimated.
    pub proven: bool,
    /// Whether it is as good as the best known move: the answer to a user who tries again.
    pub good: bool,
    /// The verdict in words: `As good as D6, says Balanced.`
    pub text: String,
}

impl Judged {
    fn new(mv: &str, text: String) -> Judged {
        Judged { mv: mv.to_owned(), text, ..Judged::default() }
    }

    /// The same with a loss, if it is known, and the accuracy computed from it.
    fn losing(self, loss: impl Into<Option<Fixed>>) -> Judged {
        let loss = loss.into();
        let points = loss.map(|loss| whole_percent(loss).unsigned_abs());
        Judged { loss, points, accuracy: loss.map(accuracy), ..self }
    }

    /// Whether it has a mark for a mistake.
    pub(super) fn is_mistake(&self) -> bool {
        self.mark.is_some_and(|mark| mark != Mark::Only)
    }
}

/// 100 for no loss; 64 for a loss of 0.1, 41 for 0.2: each further 0.1 reduces it by about a third.
fn accuracy(loss: Fixed) -> Fixed {
    let part = (-4.4 * loss.to_f64()).exp();
    Fixed::from_f64((1000.0 * part).round() / 10.0).unwrap_or(Fixed::ZERO)
}

/// The difference of two chances in whole percentage points, each rounded as it is shown.
fn points(from: Fixed, to: Fixed) -> u64 {
    (shown_percent(from) - shown_percent(to)).max(0).unsigned_abs()
}

/// Converts a move to its name as printed on the board.
pub(super) type Named<'a> = &'a dyn Fn(&str) -> String;

/// The proven results of the moves of a position.
#[derive(Debug, Default)]
pub(super) struct Facts {
    known: Vec<(String, Class)>,
    /// The moves that win within a known number of plies.
    wins: Vec<(String, u32)>,
    moves: usize,
}

/// The proven result of one move, compared with the best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    played: Class,
    best: Class,
    /// A move that reaches the best result.
    by: String,
    /// Number of moves with the best result, and number of all.
    among: usize,
    moves: usize,
    /// If another move wins in fewer plies: the plies of this one, the other move and its plies.
    slower: Option<(u32, String, u32)>,
}

impl Facts {
    pub(super) fn from_analysis(analysis: &Analysis<String>) -> Facts {
        let mut facts = Facts { moves: analysis.candidates.len(), ..Facts::default() };
        for candidate in &analysis.candidates {
            let class = candidate.class(analysis.exact);
            if class.is_forced() {
                facts.known.push((candidate.mv.clone(), class));
            }
            if let (Class::Win, Some(plies)) = (class, candidate.score.plies()) {
                facts.wins.push((candidate.mv.clone(), plies));
            }
        }
        facts
    }

    /// Adds the results proven by another analysis of the same position.
    pub(super) fn learn(&mut self, analysis: &Analysis<String>) {
        let more = Facts::from_analysis(analysis);
        // Numbers of plies of two analyses are not comparable.
        if self.wins.is_empty() {
            self.wins = more.wins;
        }
        self.moves = self.moves.max(more.moves);
        for (mv, result) in more.known {
            if self.known.iter().all(|(other, _)| *other != mv) {
                self.known.push((mv, result));
            }
        }
    }

    /// The score of a move by its proven result, or `score` if that says more or nothing is proven.
    pub(super) fn score(&self, mv: &str, score: Score) -> Score {
        let known = self.known.iter().find(|(other, _)| other == mv).map(|one| one.1);
        match (known, score) {
            (Some(Class::Win), Score::Win(_)) | (Some(Class::Loss), Score::Loss(_)) => score,
            (Some(Class::Win), _) => Score::Win(None),
            (Some(Class::Loss), _) => Score::Loss(None),
            _ => score,
        }
    }

    /// Whether the results of all moves are known.
    pub(super) fn complete(&self) -> bool {
        self.moves > 0 && self.known.len() == self.moves
    }

    /// Whether a move is proven to lose, even if the best result is unknown.
    pub(super) fn loses(&self, mv: &str) -> bool {
        self.known.iter().any(|(other, result)| other == mv && *result == Class::Loss)
    }

    /// The fact about a move; `None` if its result, or the best result, is unknown.
    pub(super) fn judge(&self, mv: &str) -> Option<Fact> {
        let result = |mv: &str| self.known.iter().find(|(other, _)| other == mv).map(|one| one.1);
        let played = result(mv)?;
        // The first of equal results, as in the solver's order.
        let best = self.known.iter().rev().max_by_key(|one| one.1)?;
        if best.1 != Class::Win && !self.complete() {
            return None;
        }
        let among = self.known.iter().filter(|one| one.1 == best.1).count();
        // While results are missing, other moves may win too.
        let among = if self.complete() { among } else { among.max(2) };
        let within = |mv: &str| self.wins.iter().find(|(other, _)| other == mv).map(|one| one.1);
        let quickest = self.wins.iter().min_by_key(|(_, plies)| *plies).cloned();
        let slower = within(mv).zip(quickest).filter(|(own, (_, quickest))| own > quickest);
        let slower = slower.map(|(own, (by, quickest))| (own, by, quickest));
        Some(Fact { played, best: best.1, by: best.0.clone(), among, moves: self.moves, slower })
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
        } else if self.among == 1 && self.moves > 1 && self.best != Class::Loss {
            Some(Mark::Only)
        } else {
            None
        }
    }

    /// The verdict on a move by the seat called `name`.
    pub(super) fn judged(&self, mv: &str, name: &str, named: Named) -> Judged {
        let mark = self.mark();
        let by = named(&self.by);
        let text = match (self.best, self.played) {
            _ if self.moves == 1 => "The only legal move.".to_owned(),
            (Class::Win, Class::Loss) => {
                format!("{name} had a win here and gave it away: {by} wins.")
            }
            (Class::Win, Class::Draw) => {
                format!("{name} had a win here and let it slip to a draw: {by} wins.")
            }
            (Class::Draw, Class::Loss) => {
                format!("{name} had a draw here and gave it away: {by} draws.")
            }
            (Class::Win, _) if mark.is_some() => "The only move that keeps the win.".to_owned(),
            (Class::Draw, _) if mark.is_some() => "The only move that keeps the draw.".to_owned(),
            (Class::Win, _) => match &self.slower {
                Some((own, by, quickest)) => format!(
                    "It keeps the win. {} is quicker: within {}, this within {own}.",
                    named(by),
                    plies(*quickest)
                ),
                None => "It keeps the win.".to_owned(),
            },
            (Class::Draw, _) => "It keeps the draw.".to_owned(),
            _ => "Every move loses here.".to_owned(),
        };
        let good = self.played == self.best;
        let judged = Judged { mark, proven: true, good, ..Judged::new(mv, text) };
        let loss = self.best.share().zip(self.played.share()).map(|(best, played)| best - played);
        if self.moves == 1 { judged } else { judged.losing(loss) }
    }
}

/// Reliability of an analysis for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evidence {
    /// The move is not a candidate.
    Not,
    /// Only an upper bound, or no score at all.
    Bound,
    /// A tree search has visited it too few times.
    Seldom,
    /// A tree search has visited it.
    Tried,
    /// As reliable as for the other moves.
    Well,
}

/// A move with fewer than one in this number of a tree search's playouts is unreliable.
const SELDOM: u64 = 50;

impl Evidence {
    pub(super) fn for_move(analysis: &Analysis<String>, mv: &str) -> Evidence {
        let Some(candidate) = analysis.candidate(mv) else { return Evidence::Not };
        let seldom = candidate.visits.is_some_and(|visits| visits < analysis.nodes / SELDOM);
        match candidate.score {
            _ if !candidate.is_known() => Evidence::Bound,
            Score::Value(_) if seldom => Evidence::Seldom,
            Score::Value(_) if candidate.visits.is_some() => Evidence::Tried,
            _ => Evidence::Well,
        }
    }
}

/// The value of the position after a move for the mover, and the number of playouts behind it, if it has any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighed {
    pub(super) score: Score,
    pub(super) evaluation: Evaluation,
    pub(super) playouts: Option<u64>,
}

impl Weighed {
    /// Upper bound of the squared standard error of a rate.
    fn variance(self) -> f64 {
        self.playouts.map_or(0.0, |playouts| 0.25 / playouts.max(1) as f64)
    }
}

/// Whether the difference of two rates is within the noise: twice the standard error.
fn within_noise(one: Weighed, other: Weighed) -> bool {
    let twice = 2.0 * (one.variance() + other.variance()).sqrt();
    match (one.score, other.score) {
        (Score::Value(one), Score::Value(other)) => (one - other).abs().to_f64() <= twice,
        _ => false,
    }
}

/// The verdict on a turn where all seats move at once, by what its decisions cost; the text is empty if nothing could be compared.
pub(super) fn turn(mv: &str, text: String, mark: Option<Mark>) -> Judged {
    let text = if text.is_empty() { "Not enough to judge.".to_owned() } else { text };
    Judged { mark, good: mark.is_none(), ..Judged::new(mv, text) }
}

fn cannot_judge(judge: &Judge, mv: &str) -> Judged {
    let name = &judge.name;
    Judged::new(mv, format!("{name} cannot judge: its scores do not say what a position is worth."))
}

/// The reason why a judge reports scores in place of chances.
fn uncalibrated(judge: &Judge) -> String {
    format!("The scores of {} are not calibrated here, so it gives no mark.", judge.name)
}

/// The verdict on a move by a judge's scores. `value` returns the value of a candidate; `after` is the value of the position
/// after the move for the mover, and `instead` of that after the judge's choice; they are set only if a tree search
/// had visited the two moves too unequally.
pub(super) fn estimate(
    judge: &Judge,
    analysis: &Analysis<String>,
    mv: &str,
    value: &dyn Fn(&Candidate<String>) -> Weighed,
    (after, instead): (Option<Weighed>, Option<Weighed>),
    (named, loses): (Named, bool),
) -> Judged {
    let name = &judge.name;
    if judge.has_no_scale() {
        return cannot_judge(judge, mv);
    }
    let (Some(best), Some(played)) = (analysis.chosen(), analysis.candidate(mv)) else {
        let text = format!("{name} does not look at this move, so it cannot judge it.");
        return Judged::new(mv, text);
    };
    if analysis.candidates.len() == 1 {
        return Judged { good: true, ..Judged::new(mv, "The only legal move.".to_owned()) };
    }
    let mut score = after.unwrap_or_else(|| value(played));
    if loses && !matches!(score.score, Score::Loss(_)) {
        let evaluation = Evaluation { win: Some(Fixed::ZERO), ..Evaluation::default() };
        score = Weighed { score: Score::Loss(None), evaluation, ..score };
    }
    let most = after.and(instead).unwrap_or_else(|| value(best));
    let bound = played.bound && after.is_none();
    let choice = named(&best.mv);
    let new = |text: String| Judged { at_least: bound, ..Judged::new(mv, text) };
    match (most.score, score.score) {
        (Score::Unknown, _) | (_, Score::Unknown) => new(format!(
            "{name} did not examine this move as far as its choice, so it cannot judge it."
        )),
        (Score::Value(_), Score::Value(_)) => {
            compared(judge, analysis, (played, score), (best, most), value, (bound, named))
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
            // It may still win, but later: only a lower chance is a mistake.
            let text = format!("A win is missed or put off: {choice} wins by force.");
            let loss = score.evaluation.win.map(|win| Fixed::ONE - win);
            let mark = loss.and_then(|loss| THRESHOLDS.mark(loss));
            let estimated = score.evaluation.judged;
            Judged { mark, good: loss.is_some() && mark.is_none(), estimated, ..new(text) }
                .losing(loss)
        }
        (Score::Value(_), Score::Loss(_)) => {
            let text = format!("It loses by force; {choice} does not, as far as {name} sees.");
            // Even if a loss was almost certain before, another move was not lost.
            let loss = most.evaluation.win;
            let mark = loss.map_or(Some(Mark::Blunder), |loss| THRESHOLDS.mark(loss));
            let (mark, estimated) = (mark.or(Some(Mark::Inaccuracy)), most.evaluation.judged);
            Judged { mark, estimated, ..new(text) }.losing(loss)
        }
    }
}

/// Two values in a sentence, the second one larger: shares of simulations in whole percent, other scores to the nearest tenth, or
/// exactly if those are equal.
fn scored(values: [Score; 2], rates: bool) -> [String; 2] {
    let text = |round: &dyn Fn(Fixed) -> String| {
        values.map(|score| match score {
            Score::Value(value) => round(value),
            Score::Win(_) | Score::Loss(_) | Score::Unknown => String::new(),
        })
    };
    let rounded = match rates {
        true => text(&percent),
        false => text(&|value| grouped(Fixed::from_thousandths(tenths(value.thousandths())))),
    };
    if rounded[0] == rounded[1] { text(&grouped) } else { rounded }
}

/// Thousandths, rounded to hundreds.
fn tenths(thousandths: i64) -> i64 {
    (thousandths + 50).div_euclid(100) * 100
}

/// The same if both moves have values.
fn compared(
    judge: &Judge,
    analysis: &Analysis<String>,
    (played, score): (&Candidate<String>, Weighed),
    (best, most): (&Candidate<String>, Weighed),
    value: &dyn Fn(&Candidate<String>) -> Weighed,
    (bound, named): (bool, Named),
) -> Judged {
    let (name, mv, choice) = (&judge.name, &played.mv, named(&best.mv));
    let is_choice = *mv == best.mv;
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
    let points = points(most_win, win);
    let estimated = score.evaluation.judged || most.evaluation.judged;
    let rates = judge.evaluator.scale == Scale::Rate;
    let alike =
        loss > Fixed::ZERO && rates && score.playouts.is_some() && within_noise(score, most);
    let mark = THRESHOLDS.mark(loss).filter(|_| !alike);
    let text = if is_choice {
        format!("The choice of {name}.")
    } else if loss == Fixed::ZERO {
        format!("As good as {choice}, says {name}.")
    } else if alike {
        format!("About as good as {choice}, says {name}: the difference may be chance.")
    } else if estimated {
        let limit = if bound { "at most " } else { "" };
        let [value, instead] = scored([score.score, most.score], rates);
        match rates {
            true => format!(
                "{name} wins {limit}{value} of its simulations after it, {instead} after {choice}: judged, not measured."
            ),
            false => format!(
                "{name} scores it {limit}{value}, and {choice} {instead}: judged, not measured."
            ),
        }
    } else {
        let (least, most) = if bound { ("at least ", "at most ") } else { ("", "") };
        format!(
            "Loses {least}{}, says {name}: {most}{} to win, {} after {choice}.",
            counted(points, "percentage point"),
            percent(win),
            percent(most_win)
        )
    };
    let only = mark.is_none() && loss == Fixed::ZERO && only(analysis, played, win, value);
    let text = if only { format!("{text} Every other move is a mistake.") } else { text };
    let judged = Judged {
        mark: if only { Some(Mark::Only) } else { mark },
        good: loss < THRESHOLDS.inaccuracy && !bound || is_choice,
        at_least: bound,
        estimated,
        ..Judged::new(mv, text)
    };
    Judged { points: Some(points), ..judged.losing(loss) }
}

/// Whether every move other than `played`, which is as good as the best, would have been a mistake. Upper bounds
/// are sufficient: the moves are no better. Estimates of a tree search for other moves prove nothing, except
/// losses.
fn only(
    analysis: &Analysis<String>,
    played: &Candidate<String>,
    win: Fixed,
    value: &dyn Fn(&Candidate<String>) -> Weighed,
) -> bool {
    analysis.candidates.iter().filter(|other| other.mv != played.mv).all(|other| {
        match other.score {
            Score::Loss(_) => true,
            Score::Unknown | Score::Win(_) => false,
            Score::Value(_) => {
                let less = value(other).evaluation.win;
                other.visits.is_none() && less.is_some_and(|less| win - less >= THRESHOLDS.mistake)
            }
        }
    })
}
