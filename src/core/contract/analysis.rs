//! The analysis of a bot: the choice, every candidate with its score and the terms of that
//! score, its principal variation, and one sentence that explains the choice.
//!
//! The terms, where shown, sum to the score exactly. A bot that searches ahead measures its terms in the last
//! position of the line after the move, because the score is the value of that position. This module knows no game and
//! no search.

use crate::base::erased_value::ErasedValue;
use crate::base::fixed::Fixed;
use crate::base::util::{counted, sort_by_key};
use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

/// Maximum number of differences next to the sentence that explains the choice.
pub const MOST_DIFFERENCES: usize = 3;
/// Fewer simulations than this are too few to compare with [`MANY_MORE`] times their number.
const FEW_SIMULATIONS: u64 = 64;
const MANY_MORE: u64 = 4;

/// A named number; a score is a weighted sum of terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Term {
    /// The name in JSON and of the option that sets its weight.
    pub key: &'static str,
    /// A short name for people.
    pub label: &'static str,
    /// What it measures, in one line.
    pub meaning: &'static str,
    /// The factor of its value in the score by default; negative for disadvantages.
    pub weight: Fixed,
    /// The wording of a difference in it between two moves.
    #[serde(skip)]
    pub contrast: Contrast,
}

/// Wording for a term that is higher or lower after one move than after another: a comparative clause with `#`
/// for the difference (`%` for hundredths of a share), and a noun in brackets, singular and plural: `you have # more
/// [move|moves]`, to which `than after d2` can be added. If the clauses are empty, the sentence names the term's label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contrast {
    /// Clause for a higher value.
    pub more: &'static str,
    /// Clause for a lower value.
    pub less: &'static str,
    /// Where the value is only a large number for something that does not exist any more.
    pub gone: Option<Gone>,
    /// Whether sentences leave the term out: its number says nothing to people. Tables show it.
    pub silent: bool,
}

/// A value that stands for something that does not exist any more, such as the number of stones for a path that is blocked. Sentences
/// and tables then show no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gone {
    /// The key of the term whose value is then 0.
    pub by: &'static str,
    /// The clause that it is gone; empty if another term's says so.
    pub clause: &'static str,
}

impl Term {
    /// Sets the clauses of [`Contrast`].
    pub const fn said(self, more: &'static str, less: &'static str) -> Term {
        Term { contrast: Contrast { more, less, ..self.contrast }, ..self }
    }

    /// Why the value of this term among `values` is no number: see [`Gone`].
    pub fn gone(&self, terms: &[Term], values: &[TermValue]) -> Option<&'static str> {
        let gone = self.contrast.gone?;
        let by = terms.iter().position(|term| term.key == gone.by)?;
        values.get(by).filter(|by| by.value == Fixed::ZERO).map(|_| gone.clause)
    }
}

impl Contrast {
    /// Wording with the term's label.
    pub const BY_LABEL: Contrast = Contrast { more: "", less: "", gone: None, silent: false };

    /// For a term that only tables show.
    pub const SILENT: Contrast = Contrast { silent: true, ..Contrast::BY_LABEL };
}

/// The unit of a bot's scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Points of its heuristic; the game's thresholds use this unit.
    #[default]
    Points,
    /// A rate of wins from 0 to 1.
    Rate,
    /// No comparable unit, so such a bot judges no move.
    Nothing,
}

/// The value of a candidate for the searching seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// No known value: it was not searched to the depth of the analysis, or only in part.
    Unknown,
    /// Loses by force, after that many plies if known.
    Loss(Option<u32>),
    /// A weighted sum of terms, or a rate of wins in a tree search.
    Value(Fixed),
    /// Wins by force, after that many plies if known.
    Win(Option<u32>),
}

/// From worst to best: unknown scores; losses, the later the better; values; wins, the sooner the better. If the
/// plies of a win or loss are not known, it counts as the slowest win or the fastest loss.
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

/// What an analysis knows about a candidate. Everything that shows or compares candidates reads this, and derives nothing
/// from their scores. Forced results are in order, from worst to best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// It was not examined.
    #[default]
    Unknown,
    /// Its score is only an upper bound.
    Bound,
    /// The searching seat loses by force.
    Loss,
    /// A draw with best play; only an exact analysis proves it.
    Draw,
    /// The searching seat wins by force.
    Win,
    /// An estimate.
    Value,
}

impl Class {
    /// Whether it is a proven result.
    pub fn is_forced(self) -> bool {
        self.share().is_some()
    }

    /// Whether its score is its own: it was examined, and not cut off by a bound.
    pub fn is_known(self) -> bool {
        !matches!(self, Class::Unknown | Class::Bound)
    }

    /// A proven result as a share of a win; `None` if nothing is proven.
    pub fn share(self) -> Option<Fixed> {
        match self {
            Class::Loss => Some(Fixed::ZERO),
            Class::Draw => Some(Fixed::from_thousandths(500)),
            Class::Win => Some(Fixed::ONE),
            Class::Unknown | Class::Bound | Class::Value => None,
        }
    }
}

/// A number, or `"win"` or `"loss"`, with the plies in a separate field, see [`Candidate`]; null if unknown.
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
    /// Two numbers in the order of scores, from worst to best.
    pub fn key(self) -> (i64, i64) {
        match self {
            Score::Unknown => (-2, 0),
            Score::Loss(plies) => (-1, plies.map_or(-1, i64::from)),
            Score::Value(value) => (0, value.thousandths()),
            Score::Win(plies) => (1, -plies.map_or(i64::MAX, i64::from)),
        }
    }

    /// Its class, if it is no bound; in an `exact` analysis a value is a draw.
    pub fn class(self, exact: bool) -> Class {
        match self {
            Score::Unknown => Class::Unknown,
            Score::Loss(_) => Class::Loss,
            Score::Value(_) if exact => Class::Draw,
            Score::Value(_) => Class::Value,
            Score::Win(_) => Class::Win,
        }
    }

    /// Plies to the win or loss; `None` if unknown.
    pub fn plies(self) -> Option<u32> {
        match self {
            Score::Win(plies) | Score::Loss(plies) => plies,
            Score::Unknown | Score::Value(_) => None,
        }
    }
}

/// The margin of a proven win or loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Margin {
    /// The seat's lead or deficit at the end; never negative.
    pub by: u32,
    /// The unit, in the singular: `stone`.
    pub unit: &'static str,
    /// Sort key: larger is better, among wins as among losses.
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
    /// The measured value.
    pub value: Fixed,
    /// The value times the weight: its part of the score.
    pub contribution: Fixed,
}

impl TermValue {
    /// The measured value of each term, times its weight.
    pub fn weighed(terms: &[Term], values: impl IntoIterator<Item = Fixed>) -> Vec<TermValue> {
        let pairs = terms.iter().zip(values);
        pairs
            .map(|(term, value)| TermValue { value, contribution: term.weight.times(value) })
            .collect()
    }
}

/// A sampled share of wins, or the chance to win derived from it, with its uncertainty: the true value lies between
/// the two ends with about 95 percent certainty, within the limits of a sample from a growing tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The estimate between the two ends, 0 to 1.
    pub share: Fixed,
    /// Distance to the lower end.
    pub by: Fixed,
    /// Distance to the upper end; equal to `by` for a share.
    pub above: Fixed,
}

impl Interval {
    /// For a share sampled from this many games.
    pub fn wilson(share: Fixed, games: u64) -> Interval {
        // Twice the largest standard error, which a share of one half has.
        let by = Fixed::from_f64(1.0 / ((games + 1) as f64).sqrt()).unwrap_or(Fixed::ONE);
        Interval { share, by, above: by }
    }

    /// The two ends, clamped to 0 to 1.
    pub fn ends(self) -> [Fixed; 2] {
        let within = |end: Fixed| end.max(Fixed::ZERO).min(Fixed::ONE);
        [within(self.share - self.by), within(self.share + self.above)]
    }
}

/// A move that was examined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate<M> {
    /// The move, or its notation where `M` is `String`.
    pub mv: M,
    /// Its value. A [`Score::Value`] is the sum of the contributions in `terms`, if there are any.
    pub score: Score,
    /// Whether `score` is only an upper bound: the true score at this depth is no better. Never set for the choice, for a
    /// loss (which is a loss at any depth), or for a win: no better than a win is unknown.
    pub bound: bool,
    /// The margin of the win or loss, if it is proven and counts more than the number of plies.
    pub margin: Option<Margin>,
    /// Its search depth in plies, if it differs from [`Analysis::depth`].
    pub depth: Option<u32>,
    /// One for each of [`Analysis::terms`]; empty if the bot has no terms, or they are not known for this move. A bot that
    /// searches ahead measures them at the end of the line.
    pub terms: Vec<TermValue>,
    /// The terms right after the move, if `terms` are measured at the end of the line; else empty.
    pub after: Vec<TermValue>,
    /// The sampled share of wins of a tree search, or the chance to win derived from it by the bot's recorded
    /// games; `None` if nothing was sampled or the result is proven.
    pub interval: Option<Interval>,
    /// Number of visits in a tree search.
    pub visits: Option<u64>,
    /// The principal variation after the move, as far as known.
    pub pv: Vec<M>,
}

/// For each of some sorted values, the index of the first one that is equal to it: equals share a rank.
pub fn ranks<T: PartialEq>(values: &[T]) -> Vec<usize> {
    let mut ranks = Vec::with_capacity(values.len());
    for equals in values.chunk_by(T::eq) {
        ranks.resize(ranks.len() + equals.len(), ranks.len());
    }
    ranks
}

/// Whether a chance rests on too few samples compared with a chance that rests on many.
pub fn too_few(few: Option<u64>, many: Option<u64>) -> bool {
    let (Some(few), Some(many)) = (few, many) else { return false };
    few < FEW_SIMULATIONS && few.saturating_mul(MANY_MORE) < many
}

impl<M> Candidate<M> {
    /// Its class in an analysis that is `exact` or not. An upper bound proves only a loss.
    pub fn class(&self, exact: bool) -> Class {
        match self.score.class(exact) {
            Class::Draw | Class::Value | Class::Win if self.bound => Class::Bound,
            class => class,
        }
    }

    /// Whether its score is its own: see [`Class::is_known`].
    pub fn is_known(&self) -> bool {
        self.class(false).is_known()
    }

    /// The sort key of candidates: the score, or the lower end of the interval if it was sampled.
    pub fn lower_bound(&self) -> Score {
        match (self.score, self.interval) {
            (Score::Value(_), Some(interval)) => Score::Value(interval.share - interval.by),
            (score, _) => score,
        }
    }

    /// Number of samples of its chance to win; `None` if the chance is not sampled.
    fn samples(&self) -> Option<u64> {
        self.interval.and(self.visits)
    }

    /// Whether its samples are too few to compare its chance with that of the choice.
    pub fn is_rough(&self, choice: &Candidate<M>) -> bool {
        too_few(self.samples(), choice.samples())
    }

    /// A move with an exact score at the depth of the analysis, without visits and line.
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

/// The values of the candidates for every seat, in games of more than two seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Views {
    /// The seat of the candidates' scores.
    pub seat: usize,
    /// For every candidate, in the order of [`Analysis::candidates`], its value for each seat. The value for
    /// [`Views::seat`] is the candidate's score.
    pub by_seat: Vec<Vec<Score>>,
}

/// The task of one piece in a move that is a set of orders: a row of the table that explains the move.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The piece and its place: `outpost 3 on 40,12`.
    pub who: String,
    /// The task in one word: `harvest`.
    pub task: &'static str,
    /// The task as a clause: `harvests at 44,10`.
    pub description: String,
    /// Its value for the seat: the sum of the contributions in `terms`.
    pub score: Fixed,
    /// One for each of [`Analysis::terms`].
    pub terms: Vec<TermValue>,
    /// Its place on the board, in the format of the game's renderer.
    pub location: ErasedValue,
    /// Possible tasks of the piece, the current one first, then best first: at most three. Empty if the bot compares no tasks.
    pub options: Vec<TaskOption>,
}

/// A possible task of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskOption {
    /// The task in words: `harvest at 44,10`.
    pub description: String,
    /// Its value: the sum of the contributions in `terms`.
    pub score: Fixed,
    /// One for each of [`Analysis::terms`].
    pub terms: Vec<TermValue>,
    /// Measured features of the task, by key.
    pub features: BTreeMap<&'static str, Fixed>,
}

/// A line that explains the parts of a candidate's term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Part {
    /// The key of the term.
    pub term: &'static str,
    /// The line: `446 of 812 random games won`.
    pub text: String,
}

/// A move in the tree of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Branch {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move with the coordinates printed on the board.
    pub name: String,
    /// The seat of the score.
    pub seat: usize,
    /// The chance to win in the simulations through it, from 0 to 1, or the value that a search found for it, or
    /// the proven result; null if only `limit` is known.
    pub score: Score,
    /// The chance to win for a value; null if it is not known, or if the score is a chance.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null"))]
    pub win: Option<Fixed>,
    /// The bound of a move whose exact value the search did not need.
    pub limit: Option<Limit>,
    /// Distance from a chance to the ends of its interval; null otherwise.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null"))]
    pub by: Option<Fixed>,
    /// Plies to the end of the game, if a win or loss is proven.
    pub plies: Option<u32>,
    /// Search depth below it in plies; null in a tree of simulations.
    pub depth: Option<u32>,
    /// Number of simulations through it, or of positions visited for it.
    pub visits: u64,
    /// Whether the tree continues below it.
    pub inner: bool,
}

/// The bound of a move whose exact value a search did not need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// It is no better for its player than another move of this position or of an earlier one.
    Worse,
    /// It is so good that the opponent avoids this position.
    Refutes,
}

impl Branch {
    /// A move of `seat` whose chance is known only from simulations.
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

    /// The same move with a proven result.
    pub fn proven(self, score: Score) -> Branch {
        Branch { score, by: None, plies: score.plies(), ..self }
    }
}

/// Sorts winning moves first, then by visits, then losing moves; moves without a visit or a proof are removed.
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

/// Details of one candidate that the user points at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Detail {
    /// The advantage of the choice over it, in a sentence of at most 20 words; for the choice itself, the reason for it.
    pub contrast: String,
    /// At most three differences, a sentence each.
    pub differences: Vec<String>,
    /// The terms of the choice and of this candidate, by stage.
    pub stages: Stages,
    /// The parts of its terms, in display order; may be empty.
    pub parts: Vec<Part>,
}

/// The terms now, after a move and at the end of its line: a list of values for each stage, in the order
/// of [`Analysis::terms`]; empty if that stage is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Stages {
    /// In the root position.
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

/// A bot's analysis of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<M> {
    /// The move to play: a candidate with the best score or the best [`Candidate::lower_bound`]. `None` only before the first
    /// iteration is complete, or if there is no move.
    pub choice: Option<M>,
    /// All examined moves: exact scores and forced results best first, then bounds, highest first, then
    /// unknown scores. Among equals the choice comes first, then the order of the legal
    /// moves applies.
    pub candidates: Vec<Candidate<M>>,
    /// The columns of the candidates' terms, with the weights of this bot.
    pub terms: Vec<Term>,
    /// Number of nodes or playouts.
    pub nodes: u64,
    /// Search depth in plies.
    pub depth: u32,
    /// Whether the scores are proven, not estimated.
    pub exact: bool,
    /// The reason for the choice, in one sentence of at most 20 words.
    pub why: String,
    /// At most three differences, a sentence each.
    pub differences: Vec<String>,
    /// The terms in the root position, before any move; empty if the bot does not measure them.
    pub now: Vec<TermValue>,
}

impl Analysis<String> {
    /// The candidate for a move; `None` if there is none.
    pub fn candidate(&self, mv: &str) -> Option<&Candidate<String>> {
        self.candidates.iter().find(|candidate| candidate.mv == mv)
    }
}

impl<M: PartialEq> Analysis<M> {
    /// Whether a tree search has too few visits of a candidate to compare its chance with that of the choice.
    pub fn is_rough(&self, candidate: &Candidate<M>) -> bool {
        self.chosen().is_some_and(|choice| candidate.is_rough(choice))
    }

    /// The candidate of the choice.
    pub fn chosen(&self) -> Option<&Candidate<M>> {
        let choice = self.choice.as_ref()?;
        self.candidates.iter().find(|candidate| candidate.mv == *choice)
    }
}

impl<M> Analysis<M> {
    /// An analysis without candidates, with this reason.
    pub fn nothing(why: String) -> Self {
        Analysis {
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

    /// Moves the choice to the front; the others keep their order.
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

    /// Sorts the candidates best first, by margins among equal wins or losses and by lower ends for sampled chances; rough
    /// chances come after those, then bounds, then unknown scores. Among equals the choice comes first, and the others keep
    /// their order.
    pub fn sort(&mut self)
    where
        M: PartialEq,
    {
        self.put_choice_first();
        let many = self.candidates.first().and_then(Candidate::samples);
        // The sort is stable, so margins decide among equal scores.
        sort_by_key(&mut self.candidates, |candidate| {
            (candidate.margin.map_or(i64::MAX, |margin| -margin.rank), 0)
        });
        sort_by_key(&mut self.candidates, |candidate| {
            // Three classes of known scores; less certain scores come after them.
            let (class, value) = candidate.lower_bound().key();
            let place = match candidate.score {
                Score::Unknown => 6,
                _ if candidate.bound => 4 - class,
                _ if too_few(candidate.samples(), many) => 2,
                _ => -class,
            };
            (place, value.saturating_neg())
        });
    }

    /// Adds a sentence before the differences, and drops the last one if there are too many.
    pub fn remark(&mut self, sentence: String) {
        self.differences.insert(0, sentence);
        self.differences.truncate(MOST_DIFFERENCES);
    }

    /// The same analysis with its moves converted by `f`.
    pub fn map<N>(self, mut f: impl FnMut(M) -> N) -> Analysis<N> {
        Analysis {
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

    /// The rank of each candidate: see [`ranks`].
    pub fn ranks(&self) -> Vec<usize> {
        let key = |one: &Candidate<M>| (one.class(self.exact), one.score, one.margin);
        ranks(&self.candidates.iter().map(key).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_sort_after_known_scores() {
        let value = |number| Score::Value(Fixed::from_int(number));
        let candidate =
            |mv, score, bound| Candidate { bound, ..Candidate::exact(mv, score, Vec::new()) };
        let mut analysis = Analysis {
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
            ..Analysis::nothing(String::new())
        };
        analysis.sort();
        let order: String = analysis.candidates.iter().map(|candidate| candidate.mv).collect();
        assert_eq!(order, "dbgefac");
    }

    #[test]
    fn a_bound_proves_only_a_loss_and_an_exact_value_is_a_draw() {
        let value = Score::Value(Fixed::ZERO);
        let class = |score, bound, exact| {
            Candidate { bound, ..Candidate::exact((), score, Vec::new()) }.class(exact)
        };
        assert_eq!(class(Score::Loss(None), true, false), Class::Loss);
        assert_eq!(class(Score::Win(None), true, true), Class::Bound);
        assert_eq!(class(Score::Win(Some(3)), false, false), Class::Win);
        assert_eq!(class(value, true, true), Class::Bound);
        assert_eq!(class(value, false, true), Class::Draw);
        assert_eq!(class(value, false, false), Class::Value);
        assert_eq!(class(Score::Unknown, false, true), Class::Unknown);
        assert_eq!(Class::Draw.share(), Some(Fixed::from_thousandths(500)));
        assert!(Class::Loss < Class::Draw && Class::Draw < Class::Win);
        assert!(!Class::Value.is_forced() && !Class::Bound.is_known());
    }

    #[test]
    fn equals_share_a_rank() {
        let score = |score| Candidate::exact((), score, Vec::new());
        let margin = |by| Some(Margin { by, unit: "stone", rank: by.into() });
        let (two, one) = (Score::Value(Fixed::from_int(2)), Score::Value(Fixed::ONE));
        let candidates = vec![
            Candidate { margin: margin(9), ..score(Score::Win(None)) },
            Candidate { margin: margin(3), ..score(Score::Win(None)) },
            score(Score::Win(Some(5))),
            score(Score::Win(Some(5))),
            score(two),
            score(two),
            score(one),
            Candidate { bound: true, ..score(one) },
        ];
        let analysis = Analysis { candidates, ..Analysis::nothing(String::new()) };
        assert_eq!(analysis.ranks(), [0, 1, 2, 2, 4, 4, 6, 7]);
    }

    #[test]
    fn scores_sort_from_quick_loss_to_quick_win() {
        let sorted = [
            Score::Unknown,
            Score::Loss(None),
            Score::Loss(Some(2)),
            Score::Loss(Some(8)),
            Score::Value(Fixed::from_int(-4)),
            Score::Value(Fixed::from_int(1_000_000)),
            Score::Win(None),
            Score::Win(Some(5)),
            Score::Win(Some(1)),
        ];
        for (at, score) in sorted.iter().enumerate() {
            assert!(sorted[..at].iter().all(|other| other < score), "{score:?}");
        }
    }
}
