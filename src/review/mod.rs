//! Reviews of games: the judges' evaluation of every position, and the quality of each move.
//!
//! A [`Review`] goes through a game ply by ply, in slices of nodes. Each judge evaluates each position;
//! the first judge also judges the move that was played there: by its loss compared with the best move
//! at the same depth. Before it gives a mark, the judge looks further; verdict, chances and reason then all come from
//! that analysis. If the game's solver knows the results of the moves, those decide in place of
//! estimates. The reason compares the best answer to the played move with the line after the best move. Where all seats
//! move at once, no judge compares turns: the game plays the turns again with other decisions of the seat, and names the
//! one that cost most.
//!
//! It uses positions and bots of the catalogue; no game, no session and no interface is known here.

mod judge;
mod reason;
mod summary;
mod verdict;

pub use judge::{Judge, JudgeError, worth};
pub use summary::Summary;
pub use verdict::Judged;

use crate::base::fixed::Fixed;
use crate::base::rng::{Rng, Stream};
use crate::catalog::{AnyPosition, AnySearch};
use crate::contract::analysis::{Analysis, Candidate, Score};
use crate::contract::bot::{Budget, Clock};
use crate::contract::calibration::{Evaluation, Evaluator, Lead};
use crate::contract::game::{Seat, TURN_SEPARATOR, parse_disqualification};
use crate::contract::judging::{Decisions, Mark, TurnCost};
use reason::{Continuation, Reason};
use serde::Serialize;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use verdict::{Evidence, Facts, Weighed};

/// A judge's evaluation of a position; the first judge's also has the verdict on the move that was played.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Assessment {
    /// Number of plies played before the position.
    pub ply: usize,
    /// The index of the judge, from 0.
    pub judge: usize,
    /// A seat to move: the score is from its view.
    pub seat: Seat,
    /// The judge's score of the position, from that seat's view; null if the judge has none.
    pub score: Option<Score>,
    /// The same from the view of the first of two sides; null in games of more.
    pub first: Option<Score>,
    /// Plies to a forced result, if the score is one and they are known.
    pub plies: Option<u32>,
    /// The chance to win of the first of two sides, or of the seat in games of more, from 0 to 1; null if the judge's
    /// scores are not calibrated.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null"))]
    pub win: Option<Fixed>,
    /// The expected margin of the same side; null if unknown.
    pub margin: Option<Lead>,
    /// The judge's choice; null if the game is over.
    pub choice: Option<String>,
    /// The best known move: the judge's, unless another move is proven to be better. In a game of simultaneous moves, the
    /// whole turn with the better decision; null if none was found.
    pub best: Option<String>,
    /// The continuation after the best move, if the played move has a mark for a mistake; else empty.
    pub line: Vec<String>,
    /// The continuation after the played move, in the same case: it begins with the best answer. In a game of simultaneous
    /// moves, the next turns as they were played.
    pub refutation: Vec<String>,
    /// Why the played move is worse, in one sentence, in the same case.
    pub why: String,
    /// What a move that loses 5 percentage points or more has in common with others; null if that is unknown.
    pub habit: Option<&'static str>,
    /// The number of the turn, and what its costliest decision cost, to compare turns.
    #[serde(skip)]
    pub turn_cost: (u32, u32),
    /// The verdict on the move that was played; null from other judges and if there was no move.
    pub judged: Option<Judged>,
}

/// Earlier assessments, by position, judge and move: reviewing a game again takes them from here.
#[derive(Debug, Default)]
pub struct AssessmentCache {
    found: BTreeMap<String, Assessment>,
}

/// Maximum number of cached assessments; when there are more, all are evicted.
const MOST_KNOWN: usize = 20_000;

impl AssessmentCache {
    fn put(&mut self, key: String, assessment: Assessment) {
        if self.found.len() >= MOST_KNOWN {
            self.found.clear();
        }
        self.found.insert(key, assessment);
    }
}

/// A review in progress, which advances in slices.
pub struct Review {
    seed: u64,
    judges: Vec<Judge>,
    /// The current position.
    here: Box<dyn AnyPosition>,
    /// Number of plies played before it.
    ply: usize,
    /// The ply at which the review began.
    first: usize,
    /// The moves from there on.
    moves: Arc<[String]>,
    /// Whether the position after the last move is reviewed too.
    whole: bool,
    /// The next judge, and the next of the seats to move.
    judge: usize,
    seat: Option<Seat>,
    asking: Option<JudgeRequest>,
    done: bool,
    /// Assessments since the last [`Review::take`].
    news: Vec<Assessment>,
    /// All assessments of the first judge.
    all: Vec<Assessment>,
    /// The reviewed moves in words.
    names: Vec<String>,
}

impl Review {
    /// Prepares the review of `moves` from `start`, the position after `ply` plies of a game that
    /// began with `seed`; stops at the first ply that is not legal.
    pub fn new(
        start: Box<dyn AnyPosition>,
        ply: usize,
        moves: Vec<String>,
        seed: u64,
        judges: Vec<Judge>,
    ) -> Self {
        Review {
            seed,
            judges,
            seat: start.to_act().first(),
            here: start,
            ply,
            first: ply,
            moves: moves.into(),
            whole: true,
            judge: 0,
            asking: None,
            done: false,
            news: Vec::new(),
            all: Vec::new(),
            names: Vec::new(),
        }
    }

    /// Omits the position after the last move.
    pub fn without_the_end(mut self) -> Self {
        self.whole = false;
        self
    }

    /// Number of reviewed positions, and number of all.
    pub fn progress(&self) -> (usize, usize) {
        let all = self.moves.len() + usize::from(self.whole);
        (if self.done { all } else { (self.ply - self.first).min(all) }, all)
    }

    /// For each player of a finished review a paragraph about the game; none before the end.
    pub fn summaries(&self) -> Vec<Summary> {
        if !self.done || !self.whole {
            return Vec::new();
        }
        let name = |seat| self.here.seat_name(seat);
        if self.here.simultaneous() {
            return summary::of_turns(&self.all, self.here.seats(), &name);
        }
        let mv = |ply: usize| self.names.get(ply - self.first).cloned().unwrap_or_default();
        summary::summaries(&self.all, self.here.seats(), &name, &mv)
    }

    fn add(&mut self, assessment: Assessment) {
        if assessment.judge == 0 {
            self.all.push(assessment.clone());
        }
        self.news.push(assessment);
    }

    /// Returns the assessments since the last call.
    pub fn take(&mut self) -> Vec<Assessment> {
        std::mem::take(&mut self.news)
    }

    /// Continues for about `slice` nodes, or until the watch requests a pause; returns true when finished.
    pub fn advance(&mut self, slice: u64, watch: &dyn Clock, known: &mut AssessmentCache) -> bool {
        while !self.done {
            let Some(seat) = self.seat.filter(|_| self.judge < self.judges.len()) else {
                self.next_ply();
                continue;
            };
            let judge = &self.judges[self.judge];
            let from = self.ply - self.first;
            let mine = (self.judge == 0).then(|| self.moves.get(from)).flatten();
            let key = || {
                let hash = self.here.hash();
                let mv = mine.map_or("", String::as_str);
                format!("{hash:x} {} {seat} {} {mv}", self.ply, judge.key)
            };
            // What a turn cost also depends on the turns after it.
            let turns = mine.map_or(0, |_| self.here.decision_turns());
            let later: Vec<String> = self.moves.iter().skip(from).take(turns).cloned().collect();
            let whole_key = || {
                if later.is_empty() {
                    return key();
                }
                let mut hasher = DefaultHasher::new();
                later.hash(&mut hasher);
                format!("{} {:x}", key(), hasher.finish())
            };
            if self.asking.is_none() {
                if let Some(found) = known.found.get(&whole_key()) {
                    let found = Assessment { judge: self.judge, ..found.clone() };
                    self.add(found);
                    self.next_judge();
                    continue;
                }
                let at = At { seed: self.seed, ply: self.ply, seat };
                let thought = (!later.is_empty()).then(|| known.found.get(&key())).flatten();
                let request = JudgeRequest::new(self.here.boxed(), mine.cloned(), at);
                self.asking = Some(request.before(later.clone(), thought.cloned()));
            }
            let Some(asking) = &mut self.asking else { continue };
            if !asking.advance(judge, slice, watch) {
                return false;
            }
            let assessment = asking.assess(judge, self.judge);
            let (key, whole_key) = (key(), whole_key());
            if key != whole_key {
                known.put(key, assessment.clone());
            }
            known.put(whole_key, assessment.clone());
            self.add(assessment);
            self.next_judge();
            if watch.pause() || watch.stop() {
                return self.done;
            }
        }
        true
    }

    fn next_judge(&mut self) {
        self.asking = None;
        self.judge += 1;
        if self.judge == self.judges.len() {
            let last = self.seat.filter(|_| self.here.simultaneous());
            self.seat = last.and_then(|last| self.here.to_act().iter().find(|&seat| seat > last));
            if self.seat.is_some() {
                self.judge = 0;
            }
        }
    }

    fn next_ply(&mut self) {
        let played = self.moves.get(self.ply - self.first);
        let last = self.ply - self.first + 1 >= self.moves.len() + usize::from(self.whole);
        let name = |text: &String| {
            let seat = self.here.to_act().first()?;
            self.here.move_name(seat, text).ok()
        };
        let name = played.and_then(name).or(played.cloned()).unwrap_or_default();
        if last || played.is_none_or(|text| self.here.play_ply(text).is_err()) {
            self.done = true;
            return;
        }
        self.names.push(name);
        self.ply += 1;
        self.judge = 0;
        self.seat = self.here.to_act().first();
        if self.seat.is_none() {
            self.judge = self.judges.len();
            self.assess_end();
        }
    }

    /// The end needs no judge: its assessment is the result.
    fn assess_end(&mut self) {
        let Some(outcome) = self.here.outcome() else { return };
        for (judge, one) in self.judges.iter().enumerate() {
            let (score, win) = match outcome.halves(0) {
                2 => (Some(Score::Win(Some(0))), 1000),
                1 => (None, 500),
                _ => (Some(Score::Loss(Some(0))), 0),
            };
            let two = self.here.seats() == 2;
            let unit = one.evaluator.unit;
            let margin = match outcome.scores[..] {
                [own, other] if !unit.is_empty() => {
                    Some(Lead { by: Fixed::from_int(own - other), unit })
                }
                _ => None,
            };
            self.news.push(Assessment {
                ply: self.ply,
                judge,
                seat: 0,
                score,
                first: score.filter(|_| two),
                plies: score.and_then(Score::plies),
                win: two.then_some(Fixed::from_thousandths(win)),
                margin,
                ..Assessment::default()
            });
        }
    }
}

/// The decision under review.
#[derive(Clone, Copy, Debug)]
struct At {
    seed: u64,
    ply: usize,
    seat: Seat,
}

impl At {
    fn rng(self) -> Rng {
        Rng::new(self.seed, Stream::Decision { seat: self.seat, ply: self.ply })
    }

    fn later(self) -> At {
        At { ply: self.ply + 1, ..self }
    }
}

/// The analyses for one position, in this order.
enum Step {
    /// The solver: proven results.
    Solve,
    /// The judge: its choice and its scores.
    Think,
    /// The judge once more, with exact scores of all moves.
    Exactly,
    /// The same with more nodes, before a mark is given.
    Confirm,
    /// The judge: the value of the position after the move; from the opponent's view if two play in turns.
    After,
    /// The judge: the value of the position after its own move, for a fair comparison.
    Instead,
    /// The game: what the decisions of a turn cost.
    Decide,
    /// The solver, or the judge without one: the best answer to a move whose result is known.
    Refute,
    Over,
}

/// The choice of an analysis with its continuation.
fn line_of(analysis: &Analysis<String>) -> Vec<String> {
    let Some(choice) = analysis.chosen() else { return Vec::new() };
    std::iter::once(choice.mv.clone()).chain(choice.pv.iter().cloned()).collect()
}

/// The analyses of one position by one judge.
struct JudgeRequest {
    here: Box<dyn AnyPosition>,
    at: At,
    /// The ply that was played.
    ply: Option<String>,
    /// The seat's part of it.
    played: Option<String>,
    step: Step,
    thinking: Option<Box<dyn AnySearch>>,
    /// Nodes until the next check whether the solver knows all results.
    patience: u64,
    facts: Facts,
    analysis: Option<Analysis<String>>,
    /// The value of the judge's choice, and the base of its scores if they are differences.
    worth: Option<Score>,
    base: Option<Score>,
    /// Progress of the game in the position after the move.
    progress: f64,
    after: Option<Weighed>,
    instead: Option<Weighed>,
    /// The continuations in these positions.
    later: [Vec<String>; 2],
    /// The best line by the solver.
    solved: Option<Analysis<String>>,
    /// Whether `analysis` comes from the larger search.
    confirmed: bool,
    /// In a game of simultaneous moves: the turns from here on, as played, and the comparison of decisions in the first.
    turns: Vec<String>,
    decisions: Option<Box<dyn Decisions>>,
    /// The assessment without that comparison, if it is known.
    thought: Option<Assessment>,
}

impl JudgeRequest {
    fn new(here: Box<dyn AnyPosition>, ply: Option<String>, at: At) -> Self {
        let played = ply.as_deref().and_then(|text| {
            if !here.simultaneous() {
                return parse_disqualification(text).is_none().then(|| text.to_owned());
            }
            text.split(TURN_SEPARATOR.trim()).nth(at.seat).map(|part| part.trim().to_owned())
        });
        JudgeRequest {
            here,
            at,
            ply,
            played,
            step: Step::Solve,
            thinking: None,
            patience: 0,
            facts: Facts::default(),
            analysis: None,
            worth: None,
            base: None,
            progress: 0.0,
            after: None,
            instead: None,
            later: [Vec::new(), Vec::new()],
            solved: None,
            confirmed: false,
            turns: Vec::new(),
            decisions: None,
            thought: None,
        }
    }

    /// The same with the turns from here on, and an earlier assessment of the position.
    fn before(self, turns: Vec<String>, thought: Option<Assessment>) -> Self {
        let step = if thought.is_some() { Step::Decide } else { self.step };
        JudgeRequest { turns, thought, step, ..self }
    }

    /// Continues the analyses; returns true when all are finished.
    fn advance(&mut self, judge: &Judge, slice: u64, watch: &dyn Clock) -> bool {
        loop {
            if matches!(self.step, Step::Over) {
                return true;
            }
            if matches!(self.step, Step::Decide) {
                if !self.decide(slice, watch) {
                    return false;
                }
                self.next(judge);
                continue;
            }
            if self.thinking.is_none() {
                self.thinking = self.begin(judge);
            }
            let Some(thinking) = &mut self.thinking else {
                self.next(judge);
                continue;
            };
            let mut done = thinking.advance(slice, watch);
            if !done && matches!(self.step, Step::Solve) {
                // Once all results are known, the solver's further search is not needed here.
                self.patience += slice;
                if self.patience.is_power_of_two() || self.patience.is_multiple_of(1 << 16) {
                    done = Facts::from_analysis(thinking.current()).complete();
                }
            }
            if !done {
                return false;
            }
            self.answered(judge);
            self.next(judge);
            if watch.pause() || watch.stop() {
                return matches!(self.step, Step::Over);
            }
        }
    }

    /// Continues the comparison of a turn's decisions; returns true when it is finished.
    fn decide(&mut self, slice: u64, watch: &dyn Clock) -> bool {
        if self.decisions.is_none() {
            self.decisions = self.here.decisions(&self.turns, self.at.seat);
        }
        let Some(decisions) = &mut self.decisions else { return true };
        for _ in 0..slice.max(1) {
            if decisions.advance() {
                return true;
            }
            if watch.pause() || watch.stop() {
                break;
            }
        }
        false
    }

    /// Starts the analysis of the current step; `None` if there is none.
    fn begin(&mut self, judge: &Judge) -> Option<Box<dyn AnySearch>> {
        match self.step {
            Step::Solve => {
                // If the judge is the solver, its own analysis has the results.
                let oracle = judge.oracle.as_ref().filter(|_| self.played.is_some())?;
                self.ask(oracle)
            }
            // The score of the second best move shows whether the best was the only good one.
            Step::Think => self.ask_for(judge, 2),
            Step::Exactly => self.ask_for(judge, usize::MAX),
            Step::Confirm => {
                let bot = &judge.think.bot;
                let (here, seat) = (self.here.as_ref(), self.at.seat);
                let mut thinking = bot.begin(here, seat, judge.confirming, self.at.rng())?;
                thinking.set_multi_pv(usize::MAX);
                Some(thinking)
            }
            Step::Refute => {
                let ply = self.ply.clone()?;
                let how = judge.oracle.as_ref().unwrap_or(&judge.think);
                self.ask_after(how, how.budget, &ply)
            }
            Step::After => {
                let ply = self.ply.clone()?;
                self.ask_after(&judge.think, judge.confirming, &ply)
            }
            Step::Instead => {
                let choice = self.analysis.as_ref()?.choice.clone()?;
                self.ask_after(&judge.think, judge.confirming, &choice)
            }
            Step::Decide | Step::Over => None,
        }
    }

    fn ask(&self, how: &judge::BudgetedBot) -> Option<Box<dyn AnySearch>> {
        how.bot.begin(self.here.as_ref(), self.at.seat, how.budget, self.at.rng())
    }

    /// The judge's analysis of this position, with exact scores of this number of moves.
    fn ask_for(&self, judge: &Judge, lines: usize) -> Option<Box<dyn AnySearch>> {
        let mut thinking = self.ask(&judge.think)?;
        thinking.set_multi_pv(lines);
        Some(thinking)
    }

    /// The judge's analysis of the position after a ply: for the same seat if it is to move there, else for the
    /// opponent.
    fn ask_after(
        &mut self,
        how: &judge::BudgetedBot,
        budget: Budget,
        ply: &str,
    ) -> Option<Box<dyn AnySearch>> {
        let mut next = self.here.boxed();
        next.play_ply(ply).ok()?;
        self.progress = next.progress();
        let owing = next.to_act();
        let seat = if owing.contains(self.at.seat) { self.at.seat } else { owing.first()? };
        let at = At { seat, ..self.at.later() };
        how.bot.begin(next.as_ref(), seat, budget, at.rng())
    }

    fn answered(&mut self, judge: &Judge) {
        let Some(thinking) = self.thinking.take() else { return };
        match self.step {
            Step::Solve => {
                let analysis = thinking.analysis();
                self.facts = Facts::from_analysis(&analysis);
                self.solved = Some(analysis);
            }
            Step::Think => {
                let analysis = thinking.analysis();
                if judge.oracle.is_none() || !self.facts.complete() {
                    self.facts.learn(&analysis);
                }
                self.worth = worth(&judge.evaluator, thinking.as_ref(), &analysis);
                self.base = thinking.static_value();
                self.analysis = Some(analysis);
            }
            Step::Exactly => {
                // The choice may differ if the budget is in time; choice and scores must belong to the same analysis.
                self.analysis = Some(thinking.analysis());
            }
            Step::Confirm => {
                let analysis = thinking.analysis();
                if judge.oracle.is_none() || !self.facts.complete() {
                    self.facts.learn(&analysis);
                }
                self.confirmed = true;
                self.worth = worth(&judge.evaluator, thinking.as_ref(), &analysis);
                self.base = thinking.static_value();
                self.analysis = Some(analysis);
            }
            Step::Refute => {
                let analysis = thinking.analysis();
                self.later[0] = line_of(&analysis);
            }
            Step::After | Step::Instead => {
                let analysis = thinking.analysis();
                let score = worth(&judge.evaluator, thinking.as_ref(), &analysis);
                let instead = matches!(self.step, Step::Instead);
                let own = self.analysis.as_ref().and_then(|analysis| analysis.choice.as_deref());
                let ply = if instead { own } else { self.ply.as_deref() };
                let same = ply.is_some_and(|ply| self.same_seat_after(ply));
                let choice = analysis.choice.as_deref().and_then(|mv| analysis.candidate(mv));
                let playouts = choice.and_then(|choice| choice.visits);
                self.later[usize::from(instead)] = line_of(&analysis);
                let evaluator = judge.confirmed.at(analysis.nodes);
                let weighed = score.and_then(|score| {
                    let evaluation = evaluator.evaluate(score, analysis.exact, self.progress);
                    if same {
                        return Some(Weighed { score, evaluation, playouts });
                    }
                    let score = judge.evaluator.turned(score)?;
                    Some(Weighed { score, evaluation: evaluation.turned(), playouts })
                });
                *if instead { &mut self.instead } else { &mut self.after } = weighed;
            }
            Step::Decide | Step::Over => {}
        }
    }

    /// The judge's value of a candidate.
    fn value(&self, judge: &Judge, candidate: &Candidate<String>) -> Weighed {
        let score = judge.evaluator.value(candidate.score, self.base).unwrap_or(Score::Unknown);
        let evaluation = self.evaluated(judge, score);
        Weighed { score, evaluation, playouts: candidate.visits }
    }

    fn evaluated(&self, judge: &Judge, score: Score) -> Evaluation {
        let exact = self.analysis.as_ref().is_some_and(|analysis| analysis.exact);
        self.evaluator(judge).evaluate(score, exact, self.here.progress())
    }

    /// The evaluator for the analysis of this position.
    fn evaluator(&self, judge: &Judge) -> Evaluator {
        let nodes = self.analysis.as_ref().map_or(0, |analysis| analysis.nodes);
        if self.confirmed { &judge.confirmed } else { &judge.evaluator }.at(nodes)
    }

    fn same_seat_after(&self, ply: &str) -> bool {
        let mut next = self.here.boxed();
        next.play_ply(ply).is_ok() && next.to_act().contains(self.at.seat)
    }

    /// Goes to the next analysis.
    fn next(&mut self, judge: &Judge) {
        self.thinking = None;
        self.step = match self.step {
            Step::Solve => Step::Think,
            Step::Think if self.played.is_none() => Step::Over,
            Step::Think if self.here.simultaneous() => Step::Decide,
            Step::Think if self.decided(judge) => self.refuting(judge),
            Step::Think => match self.evidence() {
                Evidence::Bound => Step::Exactly,
                Evidence::Seldom if self.here.seats() == 2 => Step::After,
                // A move that is not proven to win may win later.
                Evidence::Well if self.here.seats() == 2 && self.misses_a_win() => Step::After,
                // A tree search visits its choice more often than other moves.
                Evidence::Tried if self.here.seats() == 2 && self.would_mark(judge) => Step::After,
                Evidence::Well if self.would_mark(judge) => Step::Confirm,
                _ => Step::Over,
            },
            Step::Exactly if self.would_mark(judge) => Step::Confirm,
            Step::Confirm => match self.evidence() {
                _ if self.decided(judge) => self.refuting(judge),
                Evidence::Well if self.here.seats() == 2 && self.misses_a_win() => Step::After,
                _ => self.refuting(judge),
            },
            Step::After if self.after.is_some() => Step::Instead,
            _ => Step::Over,
        };
    }

    /// After a decided verdict: the answer to a mistake, if it is not known yet.
    fn refuting(&self, judge: &Judge) -> Step {
        match self.would_mark(judge) && self.lines()[1].moves.len() < 2 {
            true => Step::Refute,
            false => Step::Over,
        }
    }

    /// The best line and the played one.
    fn lines(&self) -> [Continuation; 2] {
        let played = self.played.clone().unwrap_or_default();
        let of = |mv: String, rest: &[String], score| Continuation {
            moves: std::iter::once(mv).chain(rest.iter().cloned()).collect(),
            score,
        };
        let choice = self.analysis.as_ref().and_then(|one| one.choice.clone()).unwrap_or_default();
        if let (Some(after), Some(instead)) = (self.after, self.instead) {
            return [
                of(choice, &self.later[1], Some(instead.score)),
                of(played, &self.later[0], Some(after.score)),
            ];
        }
        let better =
            self.facts.better_than(&played).filter(|_| self.facts.judge(&played).is_some());
        let line = |mv: String| {
            // The solver's line first: it belongs to the proven result.
            let of_thought = |analysis: &Option<Analysis<String>>| {
                let one = analysis.as_ref()?.candidate(&mv)?;
                Some((one.pv.clone(), one.score))
            };
            let solved = of_thought(&self.solved).filter(|(pv, _)| !pv.is_empty());
            let (pv, score) = solved
                .or_else(|| of_thought(&self.analysis))
                .unwrap_or((Vec::new(), Score::Unknown));
            let score = self.facts.score(&mv, score);
            of(mv, &pv, Some(score))
        };
        let [best, mut own] = [line(better.unwrap_or(choice)), line(played)];
        if own.moves.len() < 2 {
            own.moves.extend(self.later[0].iter().cloned());
        }
        [best, own]
    }

    /// Whether the verdict needs no further analysis.
    fn decided(&self, judge: &Judge) -> bool {
        judge.has_no_scale()
            || self.facts.judge(self.played.as_deref().unwrap_or_default()).is_some()
            || matches!(self.evidence(), Evidence::Bound)
                && self.judged(judge).is_some_and(|judged| judged.mark == Some(Mark::Blunder))
    }

    /// Whether the judge's choice wins by force, and the played move has only a value.
    fn misses_a_win(&self) -> bool {
        let analysis = self.analysis.as_ref();
        let of = |mv: Option<&str>| analysis?.candidate(mv?).map(|one| one.score);
        let choice = analysis.and_then(|analysis| analysis.choice.as_deref());
        matches!(of(choice), Some(Score::Win(_)))
            && matches!(of(self.played.as_deref()), Some(Score::Value(_)))
    }

    /// Whether the move would get a mark by the scores so far.
    fn would_mark(&self, judge: &Judge) -> bool {
        self.judged(judge).is_some_and(|judged| judged.is_mistake())
    }

    fn evidence(&self) -> Evidence {
        let played = self.played.as_deref().unwrap_or_default();
        self.analysis
            .as_ref()
            .map_or(Evidence::Not, |analysis| Evidence::for_move(analysis, played))
    }

    fn judged(&self, judge: &Judge) -> Option<Judged> {
        let (played, analysis) = (self.played.as_deref()?, self.analysis.as_ref()?);
        let name = || self.here.seat_name(self.at.seat);
        let named =
            |mv: &str| self.here.move_name(self.at.seat, mv).unwrap_or_else(|_| mv.to_owned());
        Some(match self.facts.judge(played) {
            Some(known) => known.judged(played, &name(), &named),
            None => {
                let value = |candidate: &Candidate<String>| self.value(judge, candidate);
                let loses = self.facts.loses(played);
                let later = (self.after, self.instead);
                verdict::estimate(judge, analysis, played, &value, later, (&named, loses))
            }
        })
    }

    /// Combines the results to an assessment.
    fn assess(&self, judge: &Judge, number: usize) -> Assessment {
        let thought = match &self.thought {
            Some(thought) => Assessment { judge: number, ..thought.clone() },
            None => self.assess_position(judge, number),
        };
        if self.here.simultaneous() { self.with_cost(thought) } else { thought }
    }

    /// The same with what the turn cost.
    fn with_cost(&self, thought: Assessment) -> Assessment {
        let Some(played) = &self.played else { return thought };
        let TurnCost { text, mark, turn, cost, habit, better } =
            self.decisions.as_ref().map(|decisions| decisions.cost()).unwrap_or_default();
        let mut better = better.into_iter();
        let best = better.next();
        let refutation = match best {
            Some(_) => self.turns.iter().skip(1).cloned().collect(),
            None => Vec::new(),
        };
        let judged = Some(verdict::turn(played, text, mark));
        Assessment {
            best,
            line: better.collect(),
            refutation,
            habit,
            turn_cost: (turn, cost),
            judged,
            ..thought
        }
    }

    fn assess_position(&self, judge: &Judge, number: usize) -> Assessment {
        let two = self.here.seats() == 2;
        let seat = self.at.seat;
        let first = self
            .worth
            .filter(|_| two)
            .and_then(|worth| if seat == 0 { Some(worth) } else { judge.evaluator.turned(worth) });
        let choice = self.analysis.as_ref().and_then(|analysis| analysis.choice.clone());
        let better = choice.as_deref().and_then(|choice| self.facts.better_than(choice));
        let evaluation = self.worth.map(|worth| self.evaluated(judge, worth)).unwrap_or_default();
        let evaluation = if two && seat != 0 { evaluation.turned() } else { evaluation };
        let judged = if self.here.simultaneous() { None } else { self.judged(judge) };
        let costly = judged.as_ref().is_some_and(Judged::is_mistake);
        let counts = judged.as_ref().is_some_and(|one| one.loss >= Some(summary::COUNTS));
        let lines = (costly || counts).then(|| self.lines());
        let reason = lines.as_ref().and_then(|[best, played]| {
            reason::reason(&judge.causes, self.here.as_ref(), seat, (best, played))
        });
        let Reason { text, habit } = reason.unwrap_or_default();
        // A loss without a mark counts for a habit, but nothing confirms its line.
        let (why, lines) = if costly { (text, lines) } else { (String::new(), None) };
        let rest = |line: &Continuation| line.moves.iter().skip(1).cloned().collect();
        let [line, refutation]: [Vec<String>; 2] =
            lines.as_ref().map_or_else(Default::default, |lines| lines.each_ref().map(rest));
        // Choice, reason and line belong together.
        let best = match &lines {
            Some([best, _]) => best.moves.first().cloned(),
            None => better.or_else(|| choice.clone()),
        };
        Assessment {
            ply: self.at.ply,
            judge: number,
            seat,
            score: self.worth,
            first,
            plies: self.worth.and_then(Score::plies),
            win: evaluation.shown(),
            margin: evaluation.lead,
            best,
            choice,
            line,
            refutation,
            why,
            habit,
            turn_cost: (0, 0),
            judged,
        }
    }
}
