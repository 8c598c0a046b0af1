//! What a bot thought: the choice, every candidate with its score and the terms the score is made
//! of, the line it expects, and one sentence that says why.
//!
//! Where terms are shown, they sum to the score exactly. The terms of a search that looks ahead are those of the last
//! position of the line after the move, because its score is the value of that very position. No game and no search
//! is known here.

use crate::base::fixed::Fixed;
use crate::base::opaque::Opaque;
use crate::base::util::{counted, sort_by_key};
use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

/// The most differences that stand beside the sentence that says why.
pub const MOST_DIFFERENCES: usize = 3;
/// Fewer simulations than this say nothing beside [`MANY_MORE`] times as many.
const FEW_SIMULATIONS: u64 = 64;
const MANY_MORE: u64 = 4;

/// One of the named numbers that a score is the weighted sum of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Term {
    /// The name in JSON and of the option that sets its weight.
    pub key: &'static str,
    /// A short name for people.
    pub label: &'static str,
    /// What it measures, in one line.
    pub meaning: &'static str,
    /// How much one of it counts by default; negative for what is bad.
    pub weight: Fixed,
    /// How a difference in it between two moves is worded.
    #[serde(skip)]
    pub contrast: Contrast,
}

/// How a sentence says that a term is higher or lower after one move than after another: a comparative clause with `#`
/// for the difference (`%` for hundredths of a share), and a noun in brackets, for one and for several: `you have # more
/// [move|moves]`, to which `than after d2` can be added. Where the clauses are empty, the sentence names the term's label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contrast {
    /// Where the value is higher.
    pub more: &'static str,
    /// Where the value is lower.
    pub less: &'static str,
}

impl Term {
    /// With the clauses of [`Contrast`].
    pub const fn said(self, more: &'static str, less: &'static str) -> Term {
        Term { contrast: Contrast { more, less }, ..self }
    }
}

impl Contrast {
    /// By the term's label.
    pub const BY_LABEL: Contrast = Contrast { more: "", less: "" };
}

/// What the scores of a bot measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Points of its heuristic; the game's thresholds are in these.
    #[default]
    Points,
    /// A rate of wins from 0 to 1.
    Rate,
    /// Nothing that two positions could be compared by, so such a bot judges no move.
    Nothing,
}

/// How good a candidate is for the seat that thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Nothing is known: it was not searched to the depth of the thought, or only in part.
    Unknown,
    /// Loses by force, after that many plies where known.
    Loss(Option<u32>),
    /// A weighted sum of terms, or a rate of wins in a tree search.
    Value(Fixed),
    /// Wins by force, after that many plies where known.
    Win(Option<u32>),
}

/// From worst to best: what is not known; losses, the later the better; values; wins, the sooner the better. Where the
/// plies of a win or loss are not known, it counts as the slowest win, the quickest loss.
impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A number, or `"win"` or `"loss"`, whose plies stand beside it, see [`Candidate`]; null where it is not known.
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Score::Value(value) => value.serialize(serializer),
            Score::Unknown => serializer.serialize_none(),
            Score::Win(_) => serializer.serialize_str("win"),
            Score::Loss(_) => serializer.serialize_str("loss"),
        }
    }
}

impl Score {
    /// Two numbers that are ordered as scores are, from worst to best.
    pub fn key(self) -> (i64, i64) {
        match self {
            Score::Unknown => (-2, 0),
            Score::Loss(plies) => (-1, plies.map_or(-1, i64::from)),
            Score::Value(value) => (0, value.thousandths()),
            Score::Win(plies) => (1, -plies.map_or(i64::MAX, i64::from)),
        }
    }

    /// After how many plies the game is won or lost, where that is known.
    pub fn plies(self) -> Option<u32> {
        match self {
            Score::Win(plies) | Score::Loss(plies) => plies,
            Score::Unknown | Score::Value(_) => None,
        }
    }
}

/// By how much a game ends that is won or lost for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Margin {
    /// How many more, or fewer, the seat has in the end; never below nought.
    pub by: u32,
    /// Of what, in the singular: `stone`.
    pub unit: &'static str,
    /// Larger for what is better, among wins as among losses.
    #[serde(skip)]
    pub rank: i64,
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&counted(self.by.into(), self.unit))
    }
}

/// A term of one candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TermValue {
    /// What was measured.
    pub value: Fixed,
    /// That, times the weight: its part of the score.
    pub contribution: Fixed,
}

impl TermValue {
    /// What was measured of each term, times its weight.
    pub fn weighed(terms: &[Term], values: impl IntoIterator<Item = Fixed>) -> Vec<TermValue> {
        let pairs = terms.iter().zip(values);
        pairs
            .map(|(term, value)| TermValue { value, contribution: term.weight.times(value) })
            .collect()
    }
}

/// A share of wins that was sampled, or the chance to win that it stands for, with what the sample leaves open: the true one
/// lies between the two with about 95 percent certainty, as far as a sample of a growing tree can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The share, from 0 to 1.
    pub share: Fixed,
    /// How far its lower end lies from it.
    pub by: Fixed,
    /// How far its upper end lies from it; a share has both as far away.
    pub above: Fixed,
}

impl Interval {
    /// Of a share that this many games gave.
    pub fn of(share: Fixed, games: u64) -> Interval {
        // Twice the largest standard error: that of a half.
        let by = Fixed::from_f64(1.0 / ((games + 1) as f64).sqrt()).unwrap_or(Fixed::ONE);
        Interval { share, by, above: by }
    }

    /// Its ends, from 0 to 1.
    pub fn ends(self) -> [Fixed; 2] {
        let within = |end: Fixed| end.max(Fixed::ZERO).min(Fixed::ONE);
        [within(self.share - self.by), within(self.share + self.above)]
    }
}

/// A move that was considered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// How good it is. A [`Score::Value`] is the sum of the contributions in `terms`, if there are any.
    pub score: Score,
    /// Whether `score` is only an upper bound: the true one at this depth is no better. Never of the
    /// choice, never of a loss, which is one however late it comes, and never a win: no better than a win is unknown.
    pub bound: bool,
    /// By how much it wins or loses, where that is certain and counts more than how soon.
    pub margin: Option<Margin>,
    /// How many plies deep it was looked at, where that is not [`Thought::depth`].
    pub depth: Option<u32>,
    /// One for each of [`Thought::terms`]; none if the bot has no terms, or they are not known of this move. Those of a
    /// bot that looks ahead are measured at the end of the line.
    pub terms: Vec<TermValue>,
    /// The same right after the move, where `terms` are those of the end of the line; else empty.
    pub after: Vec<TermValue>,
    /// The share of wins that a tree search sampled, or the chance to win that it stands for where the bot's own games
    /// said so; none where nothing was sampled, or the result is certain.
    pub interval: Option<Interval>,
    /// How often a tree search visited it.
    pub visits: Option<u64>,
    /// The principal variation after it, as far as known.
    pub pv: Vec<M>,
}

/// Whether a chance rests on too few samples beside one that rests on many.
pub(crate) fn too_few(few: Option<u64>, many: Option<u64>) -> bool {
    let (Some(few), Some(many)) = (few, many) else { return false };
    few < FEW_SIMULATIONS && few.saturating_mul(MANY_MORE) < many
}

impl<M> Candidate<M> {
    /// What candidates are ordered by: the score, or the lower end of the interval where it was sampled.
    pub fn least(&self) -> Score {
        match (self.score, self.interval) {
            (Score::Value(_), Some(interval)) => Score::Value(interval.share - interval.by),
            (score, _) => score,
        }
    }

    /// How many samples its chance to win rests on; none where it is no sampled one.
    fn samples(&self) -> Option<u64> {
        self.interval.and(self.visits)
    }

    /// Whether a tree search knows so little of it that its chance says nothing beside that of the choice.
    pub fn is_rough(&self, choice: &Candidate<M>) -> bool {
        too_few(self.samples(), choice.samples())
    }

    /// A move whose score is what it says, looked at as deep as the thought, without visits and line.
    pub fn exact(mv: M, score: Score, terms: Vec<TermValue>) -> Self {
        Candidate {
            mv,
            score,
            bound: false,
            margin: None,
            depth: None,
            terms,
            after: Vec::new(),
            interval: None,
            visits: None,
            pv: Vec::new(),
        }
    }
}

/// What the candidates are worth to every seat, where more than two play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Views {
    /// The seat whose view the candidates' scores are.
    pub seat: usize,
    /// For every candidate, in the order of [`Thought::candidates`], its worth to each seat. That of
    /// [`Views::seat`] is the candidate's score.
    pub by_seat: Vec<Vec<Score>>,
}

/// What one piece does in a move that is a set of orders: a row of the table that explains it.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Whose task it is: `outpost 3 on 40,12`.
    pub who: String,
    /// The task in a word: `harvest`.
    pub task: &'static str,
    /// The task in words: `harvests at 44,10`.
    pub description: String,
    /// How good it is for the seat: the sum of the contributions in `terms`.
    pub score: Fixed,
    /// One for each of [`Thought::terms`].
    pub terms: Vec<TermValue>,
    /// Where it is on the board, in the form that the game's renderer knows.
    pub location: Opaque,
    /// What the piece could do, best first after the task itself: at most three. Empty where the bot compares no tasks.
    pub options: Vec<TaskOption>,
}

/// A task that a piece could have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskOption {
    /// The task in words: `harvest at 44,10`.
    pub description: String,
    /// How good it is: the sum of the contributions in `terms`.
    pub score: Fixed,
    /// One for each of [`Thought::terms`].
    pub terms: Vec<TermValue>,
    /// What was measured of the task, by the keys of features.
    pub features: BTreeMap<&'static str, Fixed>,
}

/// A line of what a term of a candidate is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Part {
    /// The key of the term.
    pub term: &'static str,
    /// The line: `446 of 812 random games won`.
    pub text: String,
}

/// A move somewhere in the tree that a search has built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Branch {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same with the coordinates that are printed on the board.
    pub name: String,
    /// The seat whose view the score is.
    pub seat: usize,
    /// The chance to win that the simulations through it showed, from 0 to 1, or the value that a search found for it, or
    /// what is proven; null where `limit` is all that is known.
    pub score: Score,
    /// The chance to win that a value stands for; null where that is not known, and where the score is a chance.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null"))]
    pub win: Option<Fixed>,
    /// What a search showed of it that did not need its value.
    pub limit: Option<Limit>,
    /// How far the ends of the interval lie from a chance; null elsewhere.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null"))]
    pub by: Option<Fixed>,
    /// Plies to the end, where it is proven that the game is won or lost.
    pub plies: Option<u32>,
    /// How many plies below it were looked at; null in a tree of simulations.
    pub depth: Option<u32>,
    /// How many simulations went through it, or positions were looked at for it.
    pub visits: u64,
    /// Whether the tree goes on after it.
    pub inner: bool,
}

/// What is known of a move whose value a search did not need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// It is no better for the player who makes it than another move of this position, or one before it.
    Worse,
    /// It is so good that the opponent does not let it come to this position.
    Refutes,
}

impl Branch {
    /// One of `seat` whose chance is known from simulations alone.
    pub fn sampled(
        mv: String,
        name: String,
        seat: usize,
        Interval { share, by, above }: Interval,
        visits: u64,
    ) -> Branch {
        let (score, by) = (Score::Value(share), Some(by.max(above)));
        let (win, limit, plies, depth) = (None, None, None, None);
        Branch { mv, name, seat, score, win, by, limit, plies, depth, visits, inner: false }
    }

    /// The same with a result that is proven.
    pub fn proven(self, score: Score) -> Branch {
        Branch { score, by: None, plies: score.plies(), ..self }
    }
}

/// Puts those that win first, then those with most visits, then those that lose; those without a visit are left out.
pub fn best_branches(mut branches: Vec<Branch>) -> Vec<Branch> {
    let key = |branch: &Branch| match branch.score {
        Score::Win(_) => 0,
        Score::Loss(_) => 2,
        Score::Value(_) | Score::Unknown => 1,
    };
    branches.retain(|branch| branch.visits > 0 || key(branch) != 1);
    sort_by_key(&mut branches, |branch| (key(branch), -(branch.visits as i64)));
    branches
}

/// The question about one candidate when a user points at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Detail {
    /// What speaks for the choice against it, in a sentence of at most 20 words; of the choice itself, why it was chosen.
    pub contrast: String,
    /// At most three differences, a sentence each.
    pub differences: Vec<String>,
    /// The terms of the choice and of this candidate, stage by stage.
    pub stages: Stages,
    /// What its terms are made of, in the order in which they are shown; may be empty.
    pub parts: Vec<Part>,
}

/// What the terms measure now, after a move and at the end of its line: a list of values for each stage, in the order
/// of [`Thought::terms`]; empty where that stage is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Stages {
    /// In the position itself.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number[]"))]
    pub now: Vec<Fixed>,
    /// Right after the move.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number[]"))]
    pub after: Vec<Fixed>,
    /// At the end of its line.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number[]"))]
    pub end: Vec<Fixed>,
    /// Right after the choice.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number[]"))]
    pub choice_after: Vec<Fixed>,
    /// At the end of the choice's line.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number[]"))]
    pub choice_end: Vec<Fixed>,
}

/// What a bot thought of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought<M> {
    /// The move it plays; one of the candidates with the best score, or of the best [`Candidate::least`]. `None` only when it has not
    /// finished its first look, or there is no move.
    pub choice: Option<M>,
    /// Everything it considered: those whose score is exact or a forced result best first, then those
    /// with a bound, best bound first, then those whose score is not known. Of equal ones the choice comes first, then the order of the legal
    /// moves holds.
    pub candidates: Vec<Candidate<M>>,
    /// What the columns of the candidates' terms are, with the weights that this bot used.
    pub terms: Vec<Term>,
    /// Nodes or playouts spent.
    pub nodes: u64,
    /// How many plies deep it looked.
    pub depth: u32,
    /// Whether the scores are the truth about the game, not an estimate.
    pub exact: bool,
    /// Why, in one sentence of at most 20 words.
    pub why: String,
    /// At most three differences beside it, a sentence each.
    pub differences: Vec<String>,
    /// The terms in the position itself, before any move; empty where the bot does not measure them.
    pub now: Vec<TermValue>,
}

impl Thought<String> {
    /// The candidate of a move, if it is one.
    pub fn candidate(&self, mv: &str) -> Option<&Candidate<String>> {
        self.candidates.iter().find(|candidate| candidate.mv == mv)
    }
}

impl<M: PartialEq> Thought<M> {
    /// The candidate that it plays.
    pub fn chosen(&self) -> Option<&Candidate<M>> {
        let choice = self.choice.as_ref()?;
        self.candidates.iter().find(|candidate| candidate.mv == *choice)
    }
}

impl<M> Thought<M> {
    /// None, for this reason.
    pub fn nothing(why: String) -> Self {
        Thought {
            choice: None,
            candidates: Vec::new(),
            terms: Vec::new(),
            nodes: 0,
            depth: 0,
            exact: false,
            why,
            differences: Vec::new(),
            now: Vec::new(),
        }
    }

    /// Puts the choice in front; the others stay in order.
    pub fn put_choice_first(&mut self)
    where
        M: PartialEq,
    {
        if let Some(choice) = &self.choice
            && let Some(at) = self.candidates.iter().position(|c| c.mv == *choice)
        {
            self.candidates[..=at].rotate_right(1);
        }
    }

    /// Sorts the candidates best first, by margins where they win or lose alike and by lower ends where they were sampled,
    /// rough chances after those, then bounds, unknown scores last; of equal ones the choice comes first, the others stay in
    /// order.
    pub fn sort(&mut self)
    where
        M: PartialEq,
    {
        self.put_choice_first();
        let many = self.candidates.first().and_then(Candidate::samples);
        // Stable, so that margins decide among equal scores.
        sort_by_key(&mut self.candidates, |candidate| {
            (candidate.margin.map_or(i64::MAX, |margin| -margin.rank), 0)
        });
        sort_by_key(&mut self.candidates, |candidate| {
            // Three classes of known scores; what is less known comes after them.
            let (class, value) = candidate.least().key();
            let place = match candidate.score {
                Score::Unknown => 6,
                _ if candidate.bound => 4 - class,
                _ if too_few(candidate.samples(), many) => 2,
                _ => -class,
            };
            (place, value.saturating_neg())
        });
    }

    /// Adds a sentence in front of the differences, in place of the least where there are enough.
    pub fn remark(&mut self, sentence: String) {
        self.differences.insert(0, sentence);
        self.differences.truncate(MOST_DIFFERENCES);
    }

    /// The same thought with its moves written another way.
    pub fn map<N>(self, mut f: impl FnMut(M) -> N) -> Thought<N> {
        Thought {
            choice: self.choice.map(&mut f),
            candidates: self
                .candidates
                .into_iter()
                .map(|c| Candidate {
                    mv: f(c.mv),
                    score: c.score,
                    bound: c.bound,
                    margin: c.margin,
                    depth: c.depth,
                    terms: c.terms,
                    after: c.after,
                    interval: c.interval,
                    visits: c.visits,
                    pv: c.pv.into_iter().map(&mut f).collect(),
                })
                .collect(),
            terms: self.terms,
            nodes: self.nodes,
            depth: self.depth,
            exact: self.exact,
            why: self.why,
            differences: self.differences,
            now: self.now,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_stand_after_what_is_known() {
        let value = |number| Score::Value(Fixed::from_int(number));
        let candidate =
            |mv, score, bound| Candidate { bound, ..Candidate::exact(mv, score, Vec::new()) };
        let mut thought = Thought {
            choice: Some('d'),
            candidates: vec![
                candidate('a', value(3), true),
                candidate('b', value(5), false),
                candidate('c', Score::Unknown, false),
                candidate('d', value(5), false),
                candidate('e', Score::Loss(Some(2)), false),
                candidate('f', value(5), true),
                candidate('g', value(-1), false),
            ],
            depth: 1,
            ..Thought::nothing(String::new())
        };
        thought.sort();
        let order: String = thought.candidates.iter().map(|candidate| candidate.mv).collect();
        assert_eq!(order, "dbgefac");
    }

    #[test]
    fn scores_are_ordered_from_quick_loss_to_quick_win() {
        let mut scores = [
            Score::Win(None),
            Score::Unknown,
            Score::Value(Fixed::from_int(1_000_000)),
            Score::Loss(Some(8)),
            Score::Win(Some(1)),
            Score::Loss(None),
            Score::Win(Some(5)),
            Score::Loss(Some(2)),
            Score::Value(Fixed::from_int(-4)),
        ];
        scores.sort();
        assert_eq!(
            scores,
            [
                Score::Unknown,
                Score::Loss(None),
                Score::Loss(Some(2)),
                Score::Loss(Some(8)),
                Score::Value(Fixed::from_int(-4)),
                Score::Value(Fixed::from_int(1_000_000)),
                Score::Win(None),
                Score::Win(Some(5)),
                Score::Win(Some(1)),
            ]
        );
    }
}
