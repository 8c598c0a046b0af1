//! Looking back at a game: what bots think of every position of it, and how good each move was.
//!
//! A [`Review`] goes through a game ply by ply, in slices as bots think. Each position is asked of each of its
//! judges; the first of them also judges the move that was played there: by how much it is worse than the best,
//! at the same depth. Where the game's solving bot knows the results of the moves, those decide, and no
//! estimate. Where all seats move at once, a turn is judged by what the position after it is worth, beside the
//! position that the judge's own orders would have led to.
//!
//! It knows positions and bots as the catalogue has them; no game, no session and no interface.

mod judge;
mod verdict;

pub use judge::{Judge, JudgeError, worth};
pub use verdict::Judged;

use crate::base::fixed::Fixed;
use crate::base::rng::{Rng, Stream};
use crate::catalog::{AnyPosition, AnyThinking};
use crate::contract::bot::Watch;
use crate::contract::calibration::{Evaluation, Lead};
use crate::contract::game::{Seat, TURN_SEPARATOR, parse_disqualification};
use crate::contract::judging::Mark;
use crate::contract::thought::{Candidate, Score, Thought};
use serde::Serialize;
use std::collections::BTreeMap;
use verdict::{Evidence, Facts, Weighed};

/// What a judge thinks of a position, and, if it is the first of them, of what was played there.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Assessment {
    /// How many plies had been played.
    pub ply: usize,
    /// Which of the judges, from 0.
    pub judge: usize,
    /// Whose view it is: a seat that owes a move.
    pub seat: Seat,
    /// The judge's score of the position, as that seat sees it; null where the judge cannot say.
    pub score: Option<Score>,
    /// The same as the first of two sides sees it; null where more play.
    pub first: Option<Score>,
    /// Plies to a forced result, where the score is one and they are known.
    pub plies: Option<u32>,
    /// The chance to win of the first of two sides, or of the seat where more play, from 0 to 1; null where the judge's
    /// scores are not calibrated.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null"))]
    pub win: Option<Fixed>,
    /// The margin that the same side is expected to have; null where that is not known.
    pub margin: Option<Lead>,
    /// What the judge would play; null when the game is over.
    pub choice: Option<String>,
    /// The best move as far as anybody knows: the judge's, unless it is proven to give something away.
    pub best: Option<String>,
    /// How the judge thinks that the game goes on after its own move, and why it would play it; of a move that got a mark
    /// against it, else empty.
    pub line: Vec<String>,
    /// Why, in a sentence.
    pub why: String,
    /// How good the move was that was played; null from other judges and where none was.
    pub judged: Option<Judged>,
}

/// What was found before, by position, judge and move: a game that is looked back at again is read from here.
#[derive(Debug, Default)]
pub struct Known {
    found: BTreeMap<String, Assessment>,
}

/// How many assessments are kept; when there are more, all are given away.
const MOST_KNOWN: usize = 20_000;

impl Known {
    fn put(&mut self, key: String, assessment: Assessment) {
        if self.found.len() >= MOST_KNOWN {
            self.found.clear();
        }
        self.found.insert(key, assessment);
    }
}

/// A look back under way.
pub struct Review {
    seed: u64,
    judges: Vec<Judge>,
    /// The position that is looked at.
    here: Box<dyn AnyPosition>,
    /// How many plies of the game led to it.
    ply: usize,
    /// Where the look back began.
    first: usize,
    /// What was played from there on.
    moves: Vec<String>,
    /// Whether the position after the last move counts too.
    whole: bool,
    /// Which judge and which of the seats that owe a move are next.
    judge: usize,
    seat: Option<Seat>,
    asking: Option<JudgeRequest>,
    done: bool,
    /// Evidence since it was last asked.
    news: Vec<Assessment>,
}

impl Review {
    /// Prepares to look back at what was played from `start`, the position after `ply` plies of a game that
    /// began with `seed`; stops at the first ply that is none.
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
            moves,
            whole: true,
            judge: 0,
            asking: None,
            done: false,
            news: Vec::new(),
        }
    }

    /// Leaves the position after the last move alone.
    pub fn without_the_end(mut self) -> Self {
        self.whole = false;
        self
    }

    /// How many positions have been looked at, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        let all = self.moves.len() + usize::from(self.whole);
        (if self.done { all } else { (self.ply - self.first).min(all) }, all)
    }

    /// Hands over what was found since this was last asked.
    pub fn take(&mut self) -> Vec<Assessment> {
        std::mem::take(&mut self.news)
    }

    /// Looks on for about `slice` nodes, or until the watch says to pause; true when it has finished.
    pub fn advance(&mut self, slice: u64, watch: &dyn Watch, known: &mut Known) -> bool {
        while !self.done {
            let Some(seat) = self.seat.filter(|_| self.judge < self.judges.len()) else {
                self.next_ply();
                continue;
            };
            let judge = &self.judges[self.judge];
            let mine = (self.judge == 0).then(|| self.moves.get(self.ply - self.first)).flatten();
            let key = || {
                let hash = self.here.hash();
                let mv = mine.map_or("", String::as_str);
                format!("{hash:x} {} {seat} {} {mv}", self.ply, judge.key)
            };
            if self.asking.is_none() {
                if let Some(found) = known.found.get(&key()) {
                    self.news.push(Assessment { judge: self.judge, ..found.clone() });
                    self.next_judge();
                    continue;
                }
                let at = At { seed: self.seed, ply: self.ply, seat };
                self.asking = Some(JudgeRequest::new(self.here.boxed(), mine.cloned(), at));
            }
            let Some(asking) = &mut self.asking else { continue };
            if !asking.advance(judge, slice, watch) {
                return false;
            }
            let assessment = asking.assess(judge, self.judge);
            known.put(key(), assessment.clone());
            self.news.push(assessment);
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
            let owing = self.here.to_act();
            let after = self.seat;
            self.seat = if self.here.simultaneous() {
                owing.iter().find(|&seat| after.is_some_and(|last| seat > last))
            } else {
                None
            };
            if self.seat.is_some() {
                self.judge = 0;
            }
        }
    }

    fn next_ply(&mut self) {
        let played = self.moves.get(self.ply - self.first);
        let last = self.ply - self.first + 1 >= self.moves.len() + usize::from(self.whole);
        if last || played.is_none_or(|text| self.here.play_ply(text).is_err()) {
            self.done = true;
            return;
        }
        self.ply += 1;
        self.judge = 0;
        self.seat = self.here.to_act().first();
        if self.seat.is_none() {
            self.judge = self.judges.len();
            self.tell_the_end();
        }
    }

    /// The end is known without a judge.
    fn tell_the_end(&mut self) {
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

/// Which decision is looked at.
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

/// What is asked of a judge about one position, one question after the other.
enum Step {
    /// The solver, what is certain.
    Solve,
    /// The judge, what it thinks.
    Think,
    /// The judge, once more, with the score of every move exact.
    Exactly,
    /// The judge, what the position after the move is worth; the opponent's view where two play in turns.
    After,
    /// The judge, what its own move or orders would have led to: compared like with like.
    Instead,
    Over,
}

/// One judge asked about one position.
struct JudgeRequest {
    here: Box<dyn AnyPosition>,
    at: At,
    /// The ply as it was played.
    ply: Option<String>,
    /// The part of it that is the seat's.
    played: Option<String>,
    step: Step,
    thinking: Option<Box<dyn AnyThinking>>,
    /// Nodes until the solver is asked whether it knows all.
    patience: u64,
    facts: Facts,
    thought: Option<Thought<String>>,
    /// What the judge's choice is worth, and what its scores of moves are changes of.
    worth: Option<Score>,
    base: Option<Score>,
    /// How far the game has come in the position after the move.
    progress: f64,
    after: Option<Weighed>,
    instead: Option<Weighed>,
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
            thought: None,
            worth: None,
            base: None,
            progress: 0.0,
            after: None,
            instead: None,
        }
    }

    /// Goes on with the questions; true when all are answered.
    fn advance(&mut self, judge: &Judge, slice: u64, watch: &dyn Watch) -> bool {
        loop {
            if matches!(self.step, Step::Over) {
                return true;
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
                // What a solver goes on to find out once the results are known is not asked here.
                self.patience += slice;
                if self.patience.is_power_of_two() || self.patience.is_multiple_of(1 << 16) {
                    done = Facts::of(&thinking.thought()).complete;
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

    /// Asks the question of the step; nothing where there is none.
    fn begin(&mut self, judge: &Judge) -> Option<Box<dyn AnyThinking>> {
        match self.step {
            Step::Solve => {
                // Where the judge is the solver, it says all itself.
                let oracle = judge.oracle.as_ref().filter(|_| self.played.is_some())?;
                self.ask(oracle)
            }
            // The second best is what says whether the best was the only one.
            Step::Think => self.ask_for(judge, 2),
            Step::Exactly => self.ask_for(judge, usize::MAX),
            Step::After => self.ask_after(judge, self.ply.clone()?),
            Step::Instead => {
                let choice = self.thought.as_ref()?.choice.clone()?;
                if !self.here.simultaneous() {
                    return self.ask_after(judge, choice);
                }
                let ply = self.ply.as_deref()?;
                let parts: Vec<&str> = ply
                    .split(TURN_SEPARATOR.trim())
                    .enumerate()
                    .map(|(seat, part)| if seat == self.at.seat { &choice } else { part.trim() })
                    .collect();
                self.ask_after(judge, parts.join(TURN_SEPARATOR))
            }
            Step::Over => None,
        }
    }

    fn ask(&self, how: &judge::BudgetedBot) -> Option<Box<dyn AnyThinking>> {
        how.bot.begin(self.here.as_ref(), self.at.seat, how.budget, self.at.rng())
    }

    /// The judge on this position, with the scores of this many moves exact.
    fn ask_for(&self, judge: &Judge, lines: usize) -> Option<Box<dyn AnyThinking>> {
        let mut thinking = self.ask(&judge.think)?;
        thinking.set_multi_pv(lines);
        Some(thinking)
    }

    /// The judge on the position after a ply: for the same seat where it owes a move there, else for the
    /// opponent.
    fn ask_after(&mut self, judge: &Judge, ply: String) -> Option<Box<dyn AnyThinking>> {
        let mut next = self.here.boxed();
        next.play_ply(&ply).ok()?;
        self.progress = next.progress();
        let owing = next.to_act();
        let seat = if owing.contains(self.at.seat) { self.at.seat } else { owing.first()? };
        let at = At { seat, ..self.at.later() };
        judge.think.bot.begin(next.as_ref(), seat, judge.think.budget, at.rng())
    }

    fn answered(&mut self, judge: &Judge) {
        let Some(thinking) = self.thinking.take() else { return };
        match self.step {
            Step::Solve => self.facts = Facts::of(&thinking.thought()),
            Step::Think => {
                let thought = thinking.thought();
                if judge.oracle.is_none() || !self.facts.complete {
                    self.facts.learn(&thought);
                }
                self.worth = worth(&judge.evaluator, thinking.as_ref(), &thought);
                self.base = thinking.static_value();
                self.thought = Some(thought);
            }
            Step::Exactly => {
                // The same choice, unless a clock stood between them: the scores of one thought belong together.
                self.thought = Some(thinking.thought());
            }
            Step::After | Step::Instead => {
                let thought = thinking.thought();
                let score = worth(&judge.evaluator, thinking.as_ref(), &thought);
                let instead = matches!(self.step, Step::Instead);
                let own = self.thought.as_ref().and_then(|thought| thought.choice.as_deref());
                let ply = if instead { own } else { self.ply.as_deref() };
                let same =
                    self.here.simultaneous() || ply.is_some_and(|ply| self.same_seat_after(ply));
                let choice = thought.choice.as_deref().and_then(|mv| thought.candidate(mv));
                let playouts = choice.and_then(|choice| choice.visits);
                let weighed = score.and_then(|score| {
                    let evaluation = judge.evaluator.of(score, thought.exact, self.progress);
                    if same {
                        return Some(Weighed { score, evaluation, playouts });
                    }
                    let score = judge.evaluator.turned(score)?;
                    Some(Weighed { score, evaluation: evaluation.turned(), playouts })
                });
                *if instead { &mut self.instead } else { &mut self.after } = weighed;
            }
            Step::Over => {}
        }
    }

    /// What the judge says of a candidate's value.
    fn value(&self, judge: &Judge, candidate: &Candidate<String>) -> Weighed {
        let score = judge.evaluator.value(candidate.score, self.base).unwrap_or(Score::Unknown);
        let evaluation = self.evaluated(judge, score);
        Weighed { score, evaluation, playouts: candidate.visits }
    }

    fn evaluated(&self, judge: &Judge, score: Score) -> Evaluation {
        let exact = self.thought.as_ref().is_some_and(|thought| thought.exact);
        judge.evaluator.of(score, exact, self.here.progress())
    }

    fn same_seat_after(&self, ply: &str) -> bool {
        let mut next = self.here.boxed();
        next.play_ply(ply).is_ok() && next.to_act().contains(self.at.seat)
    }

    /// Which question comes next.
    fn next(&mut self, judge: &Judge) {
        self.thinking = None;
        self.step = match self.step {
            Step::Solve => Step::Think,
            Step::Think if self.played.is_none() || self.decided(judge) => Step::Over,
            Step::Think if self.here.simultaneous() => {
                let own = self.thought.as_ref().and_then(|thought| thought.choice.as_ref());
                if own == self.played.as_ref() { Step::Over } else { Step::After }
            }
            Step::Think => {
                let found = self.found();
                match found {
                    Evidence::Bound => Step::Exactly,
                    Evidence::Seldom if self.here.seats() == 2 => Step::After,
                    // A tree looks at what it chooses more often than at the rest.
                    Evidence::Tried if self.here.seats() == 2 && self.would_mark(judge) => {
                        Step::After
                    }
                    _ => Step::Over,
                }
            }
            Step::After if self.after.is_some() => Step::Instead,
            _ => Step::Over,
        };
    }

    /// Whether the answer stands without another question.
    fn decided(&self, judge: &Judge) -> bool {
        judge.cannot()
            || self.facts.judge(self.played.as_deref().unwrap_or_default()).is_some()
            || matches!(self.found(), Evidence::Bound)
                && self.judged(judge).is_some_and(|judged| judged.is_blunder())
    }

    /// Whether the move would get a mark by the scores as they are.
    fn would_mark(&self, judge: &Judge) -> bool {
        let mark = self.judged(judge).and_then(|judged| judged.mark);
        mark.is_some_and(|mark| mark != Mark::Only)
    }

    fn found(&self) -> Evidence {
        let played = self.played.as_deref().unwrap_or_default();
        self.thought.as_ref().map_or(Evidence::Not, |thought| Evidence::of(thought, played))
    }

    fn judged(&self, judge: &Judge) -> Option<Judged> {
        let (played, thought) = (self.played.as_deref()?, self.thought.as_ref()?);
        let name = || self.here.seat_name(self.at.seat);
        Some(if self.here.simultaneous() {
            verdict::turn(judge, thought, played, (self.after, self.instead))
        } else {
            match self.facts.judge(played) {
                Some(known) => known.judged(played, &name()),
                None => {
                    let value = |candidate: &Candidate<String>| self.value(judge, candidate);
                    verdict::estimate(judge, thought, played, &value, (self.after, self.instead))
                }
            }
        })
    }

    /// All that was found, in one.
    fn assess(&self, judge: &Judge, number: usize) -> Assessment {
        let two = self.here.seats() == 2;
        let seat = self.at.seat;
        let first = self
            .worth
            .filter(|_| two)
            .and_then(|worth| if seat == 0 { Some(worth) } else { judge.evaluator.turned(worth) });
        let choice = self.thought.as_ref().and_then(|thought| thought.choice.clone());
        let proven = choice.as_deref().and_then(|choice| self.facts.better_than(choice));
        let evaluation = self.worth.map(|worth| self.evaluated(judge, worth)).unwrap_or_default();
        let evaluation = if two && seat != 0 { evaluation.turned() } else { evaluation };
        let judged = self.judged(judge);
        let costly = judged
            .as_ref()
            .is_some_and(|judged| judged.mark.is_some_and(|mark| mark != Mark::Only));
        let own = choice.as_deref().filter(|_| costly && proven.is_none());
        let own = own.and_then(|choice| self.thought.as_ref()?.candidate(choice));
        Assessment {
            ply: self.at.ply,
            judge: number,
            seat,
            score: self.worth,
            first,
            plies: self.worth.and_then(Score::plies),
            win: evaluation.win,
            margin: evaluation.lead,
            best: proven.or_else(|| choice.clone()),
            choice,
            line: own.map_or_else(Vec::new, |own| own.pv.clone()),
            why: own.and(self.thought.as_ref()).map_or_else(String::new, |of| of.why.clone()),
            judged,
        }
    }
}
