//! Data of an analysis: candidates, terms and tasks, as rows for programs and as columns for the page.
//!
//! The protocol and `think --json` send rows; the page receives columns together with their flat arrays of
//! numbers. Nothing is decided here, and no game is known.

use crate::base::erased_value::ErasedValue;
use crate::base::fixed::Fixed;
use crate::base::util::gathered;
use crate::catalog::AnySearch;
use crate::contract::analysis::{
    Branch, Candidate, Class, Detail, Interval, Scale, Score, Task, TaskOption, Term, TermValue,
    Views,
};
use crate::contract::calibration::{Evaluation, Evaluator, Lead, certain_is_proven};
use crate::contract::concept::FoundConcept;
use crate::contract::game::{PrintedMove, Seat};
use crate::record::SeatSpec;
use crate::review;
use crate::search::sensitivity::Sensitivity;
use crate::session::Session;
use crate::session::drawing::Mark;
use crate::session::labels::SeatLabels;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The contribution of each term, by its key.
type Contributions = BTreeMap<&'static str, Fixed>;

fn contributions(terms: &[Term], values: &[TermValue]) -> Contributions {
    gathered(terms.iter().zip(values).map(|(term, value)| (term.key, value.contribution)))
}

/// The contributions of a candidate, whose terms may be unknown.
fn known(terms: &[Term], values: &[TermValue]) -> BTreeMap<&'static str, Option<Fixed>> {
    let value = |i: usize| values.get(i).map(|value| value.contribution);
    gathered(terms.iter().enumerate().map(|(i, term)| (term.key, value(i))))
}

/// The contributions of the terms at the end of a candidate's line, if they are measured there.
fn line_end(terms: &[Term], candidate: &Candidate<String>) -> Option<Contributions> {
    let ends = !candidate.after.is_empty() && !candidate.terms.is_empty();
    let values = terms.iter().zip(&candidate.terms);
    ends.then(|| gathered(values.map(|(term, value)| (term.key, value.value))))
}

/// The task of one piece in a move that consists of orders.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TaskInfo {
    /// The piece: `outpost 3 on 40,12`.
    pub who: String,
    /// The task in a word: `harvest`.
    pub task: &'static str,
    /// The task in words: `harvests at 44,10`.
    #[serde(rename = "words")]
    pub description: String,
    /// The sum of the contributions.
    pub score: Fixed,
    /// Contributions by the keys of the analysis's terms.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, number>"))]
    pub terms: BTreeMap<&'static str, Fixed>,
    /// The location on the board, in the form of the game's renderer.
    #[serde(rename = "spot")]
    pub location: ErasedValue,
    /// The task itself, then the best alternatives: at most three, each another task or another step.
    pub options: Vec<TaskOptionInfo>,
}

/// A task that a piece has or could have.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TaskOptionInfo {
    /// The task in words: `harvest at 44,10`.
    #[serde(rename = "words")]
    pub description: String,
    /// The sum of the contributions.
    pub score: Fixed,
    /// Contributions by the keys of the analysis's terms.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, number>"))]
    pub terms: Contributions,
    /// The measured features of the task, by their keys.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, number>"))]
    pub features: BTreeMap<&'static str, Fixed>,
}

fn task_rows(tasks: Vec<Task>, terms: &[Term]) -> Vec<TaskInfo> {
    let option = |option: TaskOption| TaskOptionInfo {
        terms: contributions(terms, &option.terms),
        description: option.description,
        score: option.score,
        features: option.features,
    };
    let row = |task: Task| TaskInfo {
        terms: contributions(terms, &task.terms),
        who: task.who,
        task: task.task,
        description: task.description,
        score: task.score,
        location: task.location,
        options: task.options.into_iter().map(option).collect(),
    };
    tasks.into_iter().map(row).collect()
}

/// A candidate, as sent by the protocol.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct CandidateRow {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// A number, `"win"` or `"loss"`; null if unknown.
    pub score: Score,
    /// Whether the score is only an upper bound; absent if it is exact.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub bound: bool,
    /// Whether the bot searched it; absent if it did. Nothing else is known of a candidate that was not searched.
    #[serde(skip_serializing_if = "Clone::clone")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub examined: bool,
    /// Whether a tree search has too few visits for a reliable value; absent if it has enough.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub rough: bool,
    /// The chance to win, a draw counting half, from 0 to 1; absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<Fixed>,
    /// The certain or expected margin of the win or loss; absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<Lead>,
    /// Its search depth in plies; absent if it equals that of the analysis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Contributions by the keys of the terms; they sum to the score. Null if unknown.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, number | null>"))]
    pub terms: BTreeMap<&'static str, Option<Fixed>>,
    /// The contribution of each term at the end of the line, if `terms` are measured there; else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, number>"))]
    pub line_end: Option<Contributions>,
    /// The bounds of the confidence interval of a sampled chance to win, from 0 to 1; else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[Fixed; 2]>,
    /// Number of visits by a tree search.
    pub visits: Option<u64>,
    /// The principal variation after it.
    pub pv: Vec<String>,
    /// Plies to a forced result, if the score is one; null if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null"))]
    pub plies: Option<Option<u32>>,
    /// Its value for every seat, in games of more than two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_seat: Option<Vec<Score>>,
}

/// An analysis, as sent by the protocol.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct AnalysisRow {
    /// The move that the bot plays.
    pub choice: Option<String>,
    /// All candidates, best first, then bounds, then unknown scores.
    pub candidates: Vec<CandidateRow>,
    /// Number of nodes or playouts.
    pub nodes: u64,
    /// Number of extra nodes for candidates that need exact scores; absent if there were none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_nodes: Option<u64>,
    /// Search depth in plies.
    pub depth: u32,
    /// Whether the scores are proven.
    pub exact: bool,
    /// The reason, in one sentence.
    pub why: String,
    /// At most three further differences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub differences: Vec<String>,
    /// The task of each piece, if a move is a set of orders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub tasks: Vec<TaskInfo>,
    /// The seat from whose view the scores are, in games of more than two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<Seat>,
}

impl AnalysisRow {
    /// The analysis so far; `measure` converts its scores.
    pub fn from_search(thinking: &dyn AnySearch, measure: &Valuation) -> AnalysisRow {
        let analysis = thinking.current();
        let terms = &analysis.terms;
        let (view, by_seat) =
            thinking.views().map_or((None, Vec::new()), |v| (Some(v.seat), v.by_seat));
        let mut by_seat = by_seat.into_iter();
        let candidates = measure.evaluated(thinking).map(|(candidate, class, evaluation)| {
            let result = matches!(class, Class::Win | Class::Loss);
            CandidateRow {
                mv: candidate.mv.clone(),
                score: candidate.score,
                bound: class == Class::Bound,
                examined: class != Class::Unknown,
                rough: analysis.is_rough(candidate),
                win: evaluation.win,
                margin: evaluation.lead,
                depth: candidate.depth,
                terms: known(terms, &candidate.terms),
                line_end: line_end(terms, candidate),
                interval: candidate.interval.map(Interval::ends),
                visits: candidate.visits,
                pv: candidate.pv.clone(),
                plies: result.then_some(candidate.score.plies()),
                by_seat: by_seat.next(),
            }
        });
        AnalysisRow {
            choice: analysis.choice.clone(),
            candidates: candidates.collect(),
            nodes: analysis.nodes,
            line_nodes: Some(thinking.multi_pv_nodes()).filter(|&nodes| nodes > 0),
            depth: analysis.depth,
            exact: analysis.exact,
            why: analysis.why.clone(),
            differences: analysis.differences.clone(),
            tasks: task_rows(thinking.tasks(), terms),
            view,
        }
    }
}

/// The value of the analysed position, in games of two.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct PositionValue {
    /// The bot's score of it, from the first seat's view.
    pub first: Score,
    /// Plies to a forced result, if known.
    pub plies: Option<u32>,
    /// The first seat's chance to win, from 0 to 1; null if the bot's scores are not calibrated.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null"))]
    pub win: Option<Fixed>,
    /// The first seat's expected margin; null if unknown.
    pub margin: Option<Lead>,
}

/// The chance to win and the margin that are shown for a candidate: a chance that a search sampled, to which the interval
/// belongs, and a proven margin come first.
fn shown(candidate: &Candidate<String>, evaluation: Evaluation) -> Evaluation {
    let value = matches!(candidate.score, Score::Value(_)) && !evaluation.judged;
    let sampled = candidate.interval.filter(|_| value);
    Evaluation {
        win: sampled.map(|one| certain_is_proven(one.share)).or(evaluation.shown()),
        lead: candidate.margin.map(Lead::from).or(evaluation.lead),
        ..evaluation
    }
}

/// Converts the scores of an analysis to the values of moves and positions.
#[derive(Clone, Debug)]
pub struct Valuation {
    evaluator: Evaluator,
    /// Progress of the game.
    progress: f64,
    /// The analysing seat of two; `None` in games of more.
    seat: Option<Seat>,
    labels: SeatLabels,
    /// The analysing seat.
    mover: Option<Seat>,
}

impl Valuation {
    /// The measure of a bot at a session's shown position, for the requested seat or the first seat to move.
    ///
    /// # Errors
    /// When the bot does not exist.
    pub fn new(
        session: &Session,
        spec: &SeatSpec,
        seat: Option<Seat>,
    ) -> Result<Valuation, String> {
        let position = session.position();
        let evaluator = match spec {
            SeatSpec::Bot { id, options, budget } => session
                .setup()
                .game
                .evaluator(id, options, *budget, position)
                .map_err(|error| error.to_string())?,
            // An external program sends scores of its own.
            _ => Evaluator::judged(Scale::Points),
        };
        let mover = seat.or(position.to_act().first());
        let seat = mover.filter(|_| position.seats() == 2);
        let labels = SeatLabels::new(session.setup(), position);
        Ok(Valuation { evaluator, progress: position.progress(), seat, labels, mover })
    }

    /// A sentence of the analysis, in the names of the players.
    fn advice(&self, text: &str) -> String {
        self.labels.in_advice(self.mover, text)
    }

    /// The comparison of the choice with a candidate, in the names of the players; see [`AnySearch::detail`].
    pub fn detail(&self, thinking: &dyn AnySearch, mv: &str) -> Option<Detail> {
        let mut detail = thinking.detail(mv)?;
        for text in std::iter::once(&mut detail.contrast).chain(&mut detail.differences) {
            *text = self.advice(text);
        }
        Some(detail)
    }

    /// Each candidate with its class, and the chance to win and the margin that are shown for it.
    fn evaluated<'a>(
        &self,
        thinking: &'a dyn AnySearch,
    ) -> impl Iterator<Item = (&'a Candidate<String>, Class, Evaluation)> {
        let (analysis, worth) = (thinking.current(), thinking.static_value());
        let (evaluator, progress) = (self.evaluator.at(analysis.nodes), self.progress);
        analysis.candidates.iter().map(move |candidate| {
            let class = candidate.class(analysis.exact);
            let value = evaluator.value(candidate.score, worth).filter(|_| class.is_known());
            let value = value.map(|value| evaluator.evaluate(value, analysis.exact, progress));
            (candidate, class, shown(candidate, value.unwrap_or_default()))
        })
    }

    /// The search tree's branches after these moves, best first; see [`AnySearch::branches`].
    pub fn branches(&self, thinking: &dyn AnySearch, path: &[String]) -> Option<Vec<Branch>> {
        let mut branches = thinking.branches(path).ok()?;
        let (analysis, worth) = (thinking.current(), thinking.static_value());
        let evaluator = self.evaluator.at(analysis.nodes);
        for branch in branches.iter_mut().filter(|branch| branch.by.is_none()) {
            let value = evaluator.value(branch.score, worth);
            branch.win = value
                .and_then(|value| evaluator.evaluate(value, analysis.exact, self.progress).shown());
        }
        Some(branches)
    }

    /// The value of the position.
    fn standing(&self, thinking: &dyn AnySearch) -> Option<PositionValue> {
        let (seat, analysis) = (self.seat?, thinking.current());
        let worth = review::worth(&self.evaluator, thinking, analysis)?;
        if worth == Score::Unknown {
            return None;
        }
        let evaluator = self.evaluator.at(analysis.nodes);
        let choice = analysis.chosen()?;
        let mut own = shown(choice, evaluator.evaluate(worth, analysis.exact, self.progress));
        // The margin of a result is never negative.
        if let (Score::Loss(_), Some(lead)) = (worth, &mut own.lead) {
            lead.by = -lead.by;
        }
        let (first, shown) = match seat {
            0 => (worth, own),
            _ => (self.evaluator.turned(worth)?, own.turned()),
        };
        Some(PositionValue { first, plies: first.plies(), win: shown.win, margin: shown.lead })
    }
}

/// A term of an analysis: one of ours, or one of an external program.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TermColumn<'a> {
    pub(crate) key: &'a str,
    pub(crate) label: &'a str,
    pub(crate) meaning: &'a str,
    pub(crate) weight: Fixed,
}

/// An analysis for the page, in columns: candidates best first, then bounds, then unknown scores. The flat arrays (value and
/// contribution of every term of every candidate) are sent separately.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct AnalysisColumns<'a> {
    /// The move that the bot plays.
    pub choice: Option<&'a str>,
    /// The move of each candidate; the other columns are in the same order.
    pub moves: Vec<&'a str>,
    /// What is known about each. Bounds come after exact scores.
    pub classes: Vec<Class>,
    /// The index of the first candidate that is exactly as good as each: equals share a rank.
    pub ranks: Vec<usize>,
    /// The score of each, or its upper bound; null if unknown.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Score[]"))]
    pub scores: Vec<Value>,
    /// The search depth of each in plies, if it differs from that of the analysis.
    pub depths: Vec<Option<u32>>,
    /// Plies to a forced win or loss, if known.
    pub plies: Vec<Option<u32>>,
    /// Whether a tree search has too few visits of each for a reliable value; these come after the others.
    pub rough: Vec<bool>,
    /// The chance to win with each, from 0 to 1; null if unknown.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | null)[]"))]
    pub wins: Vec<Option<Fixed>>,
    /// The certain or expected margin of the win or loss with each; null if unknown.
    pub margins: Vec<Option<Lead>>,
    /// Whether the bot evaluates moves at all. A bot without a heuristic, such as a random one, has only zeros.
    pub judges: bool,
    /// Whether the bot's scores are not calibrated, so that the page shows the scores themselves.
    pub judged: bool,
    /// Whether an external program claims the results, so that nothing is proven.
    pub claimed: bool,
    /// The terms: columns of values and contributions.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Term[]"))]
    pub terms: Vec<TermColumn<'a>>,
    /// The places in the flat arrays whose number stands for something that does not exist any more.
    pub gone: Vec<usize>,
    /// Number of visits of each by a tree search.
    pub visits: Vec<Option<u64>>,
    /// The bounds of the confidence interval of each share of wins by sampling, from 0 to 1.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "([number, number] | null)[]"))]
    pub intervals: Vec<Option<[Fixed; 2]>>,
    /// The principal variation after each.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string[][]"))]
    pub pvs: Vec<&'a [String]>,
    /// Number of nodes or playouts; null from an external program.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub nodes: Option<u64>,
    /// Number of extra nodes for candidates that need exact scores.
    pub line_nodes: u64,
    /// Search depth in plies.
    pub depth: u32,
    /// Whether the scores are proven.
    pub exact: bool,
    /// The reason, in one sentence.
    pub why: String,
    /// At most three further differences.
    pub differences: Vec<String>,
    /// The seat from whose view the scores are, and each candidate's value for every seat; null if the bot
    /// evaluates its own seat only.
    pub views: Option<Views>,
    /// The value of the position, for the bar next to the board; null if the bot has none.
    pub standing: Option<PositionValue>,
    /// What would change the choice, for a finished bot that searches one ply; else null.
    pub sensitivity: Option<Sensitivity>,
    /// Whether the bot can return its search tree.
    pub tree: bool,
    /// The reason why a search has no tree.
    pub no_tree: Option<&'static str>,
    /// The ideas that the choice of a finished analysis brings about, or its sentences speak of.
    pub concepts: Vec<FoundConcept>,
    /// The task of each piece in the choice, if a move is a set of orders; else empty.
    pub tasks: Vec<TaskInfo>,
    /// Log lines of an external program.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string[]"))]
    pub log: &'a [String],
    /// Marks of an external program on the board.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "unknown[]"))]
    pub draw: &'a [Mark],
    /// Whether the analysis has finished.
    pub done: bool,
    /// One row per candidate, one number per term; NaN if unknown.
    #[serde(skip)]
    pub values: Vec<f64>,
    /// The values times the weights.
    #[serde(skip)]
    pub contributions: Vec<f64>,
    /// The moves in words, with their effects, in the order of `moves`.
    pub descriptions: Vec<String>,
    /// The moves for people, in the order of `moves`.
    pub printed: Vec<PrintedMove>,
    /// The location of each candidate on the board.
    pub locations: Vec<ErasedValue>,
}

impl<'a> AnalysisColumns<'a> {
    /// The analysis so far in columns; `measure` converts its scores.
    pub fn from_search(
        thinking: &'a dyn AnySearch,
        measure: &Valuation,
        done: bool,
    ) -> AnalysisColumns<'a> {
        let analysis = thinking.current();
        let terms = &analysis.terms[..];
        let tree = if done { thinking.branches(&[]) } else { Err("") };
        let printed = thinking.printed().into_iter();
        let column = |&Term { key, label, meaning, weight, .. }: &Term| TermColumn {
            key,
            label,
            meaning,
            weight,
        };
        let zero = |one: &Candidate<String>| one.score == Score::Value(Fixed::ZERO);
        let rated = |one: &Candidate<String>| !zero(one) || one.visits.is_some();
        let mut columns = AnalysisColumns {
            choice: analysis.choice.as_deref(),
            judges: !terms.is_empty() || analysis.exact || analysis.candidates.iter().any(rated),
            ranks: analysis.ranks(),
            judged: !analysis.exact && measure.evaluator.at(analysis.nodes).curve.is_none(),
            nodes: Some(analysis.nodes),
            line_nodes: thinking.multi_pv_nodes(),
            depth: analysis.depth,
            exact: analysis.exact,
            why: measure.advice(&analysis.why),
            differences: analysis.differences.iter().map(|text| measure.advice(text)).collect(),
            views: thinking.views(),
            standing: measure.standing(thinking),
            sensitivity: if done { thinking.sensitivity() } else { None },
            no_tree: tree.as_ref().err().copied().filter(|why| !why.is_empty()),
            concepts: if done { thinking.concepts() } else { Vec::new() },
            tree: tree.is_ok_and(|tree| !tree.is_empty()),
            tasks: task_rows(thinking.tasks(), terms),
            terms: terms.iter().map(column).collect(),
            done,
            descriptions: thinking.descriptions(),
            printed: printed.map(|one| measure.labels.in_move(one)).collect(),
            locations: thinking.locations(),
            ..AnalysisColumns::default()
        };
        for (candidate, class, evaluation) in measure.evaluated(thinking) {
            for (i, term) in terms.iter().enumerate() {
                if term.gone(terms, &candidate.terms).is_some() {
                    columns.gone.push(columns.values.len());
                }
                let number = |of: fn(&TermValue) -> Fixed| {
                    candidate.terms.get(i).map_or(f64::NAN, |term| of(term).to_f64())
                };
                columns.values.push(number(|term| term.value));
                columns.contributions.push(number(|term| term.contribution));
            }
            columns.intervals.push(candidate.interval.map(Interval::ends));
            columns.moves.push(&candidate.mv);
            columns.classes.push(class);
            columns.scores.push(json!(candidate.score));
            columns.rough.push(analysis.is_rough(candidate));
            columns.wins.push(evaluation.win);
            columns.depths.push(candidate.depth);
            columns.plies.push(candidate.score.plies());
            columns.margins.push(evaluation.lead);
            columns.visits.push(candidate.visits);
            columns.pvs.push(&candidate.pv);
        }
        columns
    }

    /// For connections that carry JSON only: with the flat arrays as lists.
    pub fn to_json(&self) -> Value {
        let mut json = json!(self);
        json["values"] = json!(self.values);
        json["contributions"] = json!(self.contributions);
        json
    }
}
