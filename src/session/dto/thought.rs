//! What crosses of a thought: candidates, terms and tasks, as rows for programs and as columns for the page.
//!
//! Rows are what the protocol and `think --json` tell; columns cross to the page with their flat numbers beside
//! them. Nothing is decided here, and no game is known.

use crate::base::fixed::Fixed;
use crate::base::opaque::Opaque;
use crate::base::util::gathered;
use crate::catalog::AnyThinking;
use crate::contract::calibration::{Evaluation, Evaluator, Lead, certain_is_proven};
use crate::contract::game::Seat;
use crate::contract::judging::{Proven, proven};
use crate::contract::thought::{
    Branch, Candidate, Interval, Scale, Score, Task, TaskOption, Term, TermValue, Thought, Views,
};
use crate::record::SeatSpec;
use crate::review;
use crate::search::sensitivity::Sensitivity;
use crate::session::Session;
use serde::Serialize;
use std::collections::BTreeMap;

/// What each term contributes, by its key.
type Contributions = BTreeMap<&'static str, Fixed>;

fn contributions(terms: &[Term], values: &[TermValue]) -> Contributions {
    gathered(terms.iter().zip(values).map(|(term, value)| (term.key, value.contribution)))
}

/// The same of a candidate, whose terms may not be known.
fn known(terms: &[Term], values: &[TermValue]) -> BTreeMap<&'static str, Option<Fixed>> {
    let value = |i: usize| values.get(i).map(|value| value.contribution);
    gathered(terms.iter().enumerate().map(|(i, term)| (term.key, value(i))))
}

/// What the terms measure at the end of a candidate's line, where they are measured there.
fn line_end(terms: &[Term], candidate: &Candidate<String>) -> Option<Contributions> {
    let ends = !candidate.after.is_empty() && !candidate.terms.is_empty();
    let values = terms.iter().zip(&candidate.terms);
    ends.then(|| gathered(values.map(|(term, value)| (term.key, value.value))))
}

/// What one piece does in a move that is a set of orders.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TaskInfo {
    /// Whose task it is: `outpost 3 on 40,12`.
    pub who: String,
    /// The task in a word: `harvest`.
    pub task: &'static str,
    /// The task in words: `harvests at 44,10`.
    #[serde(rename = "words")]
    pub description: String,
    /// How good it is: the sum of the contributions.
    pub score: Fixed,
    /// Contributions by the keys of the thought's terms.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, number>"))]
    pub terms: BTreeMap<&'static str, Fixed>,
    /// Where it is on the board, in the form that the game's renderer knows.
    #[serde(rename = "spot")]
    pub location: Opaque,
    /// What the piece could do, best first after the task itself: at most three, each another task or another step.
    pub options: Vec<TaskOptionInfo>,
}

/// A task that a piece has or could have.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TaskOptionInfo {
    /// The task in words: `harvest at 44,10`.
    #[serde(rename = "words")]
    pub description: String,
    /// How good it is: the sum of the contributions.
    pub score: Fixed,
    /// Contributions by the keys of the thought's terms.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, number>"))]
    pub terms: Contributions,
    /// What was measured of the task, by the keys of features.
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

/// A candidate, as the protocol sends it.
#[derive(Clone, Debug, Serialize)]
pub struct CandidateRow {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// How good it is: a number, `"win"` or `"loss"`; null where it is not known.
    pub score: Score,
    /// Whether that is only an upper bound; absent where it is exact.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bound: bool,
    /// Whether the bot looked at it; absent where it did. Nothing else is known of one that it did not examine.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub examined: bool,
    /// Whether a tree search visited it too seldom to say much; absent where it did not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub rough: bool,
    /// The chance to win, a draw counting half, from 0 to 1; absent where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<Fixed>,
    /// By how much it wins or loses for certain, or is expected to; absent where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<Lead>,
    /// How many plies deep it was looked at; absent where that is the thought's depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Contributions by the keys of the terms; they sum to the score. Null where they are not known.
    pub terms: BTreeMap<&'static str, Option<Fixed>>,
    /// What each term measures at the end of the line, where `terms` are measured there; absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_end: Option<Contributions>,
    /// The ends of the interval of a sampled chance to win, from 0 to 1; absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[Fixed; 2]>,
    /// How often a tree search visited it.
    pub visits: Option<u64>,
    /// The principal variation after it.
    pub pv: Vec<String>,
    /// Plies to a forced result, for a score that is one; null where not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<Option<u32>>,
    /// Its worth to every seat, where more than two play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_seat: Option<Vec<Score>>,
}

/// A thought, as the protocol sends it.
#[derive(Clone, Debug, Serialize)]
pub struct ThoughtRow {
    /// The move it plays.
    pub choice: Option<String>,
    /// Everything it considered, best first, bounds after those, unknown scores last.
    pub candidates: Vec<CandidateRow>,
    /// Nodes or playouts spent.
    pub nodes: u64,
    /// Nodes spent beside them on candidates that were asked to be exact; absent if there were none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_nodes: Option<u64>,
    /// How many plies deep it looked.
    pub depth: u32,
    /// Whether the scores are the truth about the game.
    pub exact: bool,
    /// Why, in one sentence.
    pub why: String,
    /// At most three differences beside it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<String>,
    /// What each piece does, where a move is a set of orders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<TaskInfo>,
    /// Whose view the scores are, where more than two play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<Seat>,
}

impl ThoughtRow {
    /// What is thought so far; the measure says what scores mean.
    pub fn of(thinking: &dyn AnyThinking, measure: &Measure) -> ThoughtRow {
        let thought = thinking.thought();
        let evaluations = measure.all(thinking, &thought);
        let terms = thought.terms;
        let (view, by_seat) =
            thinking.views().map_or((None, Vec::new()), |v| (Some(v.seat), v.by_seat));
        let mut by_seat = by_seat.into_iter();
        let candidates = thought.candidates.into_iter().zip(evaluations);
        let candidates = candidates.map(|(candidate, evaluation)| CandidateRow {
            line_end: line_end(&terms, &candidate),
            interval: candidate.interval.map(Interval::ends),
            terms: known(&terms, &candidate.terms),
            mv: candidate.mv,
            score: candidate.score,
            bound: candidate.bound,
            examined: evaluation.examined,
            rough: evaluation.rough,
            win: evaluation.win,
            margin: evaluation.margin,
            depth: candidate.depth,
            visits: candidate.visits,
            pv: candidate.pv,
            plies: match candidate.score {
                Score::Unknown | Score::Value(_) => None,
                Score::Win(plies) | Score::Loss(plies) => Some(plies),
            },
            by_seat: by_seat.next(),
        });
        ThoughtRow {
            choice: thought.choice,
            candidates: candidates.collect(),
            nodes: thought.nodes,
            line_nodes: Some(thinking.multi_pv_nodes()).filter(|&nodes| nodes > 0),
            depth: thought.depth,
            exact: thought.exact,
            why: thought.why,
            differences: thought.differences,
            tasks: task_rows(thinking.tasks(), &terms),
            view,
        }
    }
}

/// How the position that a bot thinks about stands, where two play.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Standing {
    /// The bot's score of it, as the first seat sees it.
    pub first: Score,
    /// Plies to a forced result, where known.
    pub plies: Option<u32>,
    /// The first seat's chance to win, from 0 to 1; null where the bot's scores are not calibrated.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null"))]
    pub win: Option<Fixed>,
    /// The first seat's expected margin; null where that is not known.
    pub margin: Option<Lead>,
}

/// What is shown of a candidate.
#[derive(Clone, Copy, Debug)]
struct RowFigures {
    examined: bool,
    rough: bool,
    win: Option<Fixed>,
    margin: Option<Lead>,
}

/// The chance to win that a search sampled; what it says of it is said of this number.
fn sampled(candidate: &Candidate<String>) -> Option<Fixed> {
    let value = matches!(candidate.score, Score::Value(_));
    candidate.interval.filter(|_| value).map(|interval| certain_is_proven(interval.share))
}

/// By what a thought's scores say what a move, or a position, is worth.
#[derive(Clone, Debug)]
pub struct Measure {
    evaluator: Evaluator,
    /// How far the game has come.
    progress: f64,
    /// Which of two seats thinks; `None` where more play.
    seat: Option<Seat>,
}

impl Measure {
    /// Of a bot that thinks about the position that a session looks at, for a seat or the first that owes a move.
    ///
    /// # Errors
    /// When the bot does not exist.
    pub fn new(session: &Session, spec: &SeatSpec, seat: Option<Seat>) -> Result<Measure, String> {
        let position = session.position();
        let evaluator = match spec {
            SeatSpec::Bot { id, options, .. } => session
                .setup()
                .game
                .evaluator(id, options, position)
                .map_err(|error| error.to_string())?,
            // A program outside gives scores of its own.
            _ => Evaluator::judged(Scale::Points),
        };
        let seat = seat.or(position.to_act().first()).filter(|_| position.seats() == 2);
        Ok(Measure { evaluator, progress: position.progress(), seat })
    }

    /// What is shown of each candidate.
    fn all(&self, thinking: &dyn AnyThinking, thought: &Thought<String>) -> Vec<RowFigures> {
        let worth = thinking.static_value();
        let choice = thought.chosen();
        let of = |candidate: &Candidate<String>| {
            let certain = matches!(candidate.score, Score::Win(_) | Score::Loss(_));
            let examined = candidate.score != Score::Unknown;
            let value = self.evaluator.value(candidate.score, worth);
            let Evaluation { win, lead } = value
                .filter(|_| examined && (certain || !candidate.bound))
                .map(|value| self.evaluator.of(value, thought.exact, self.progress))
                .unwrap_or_default();
            let win = sampled(candidate).or(win);
            let rough = choice.is_some_and(|choice| candidate.is_rough(choice));
            RowFigures { examined, rough, win, margin: candidate.margin.map(Lead::from).or(lead) }
        };
        thought.candidates.iter().map(of).collect()
    }

    /// What the tree of a search has after these moves, best first; see [`AnyThinking::branches`].
    pub fn branches(&self, thinking: &dyn AnyThinking, path: &[String]) -> Option<Vec<Branch>> {
        let mut branches = thinking.branches(path).ok()?;
        let (exact, worth) = (thinking.thought().exact, thinking.static_value());
        for branch in branches.iter_mut().filter(|branch| branch.by.is_none()) {
            let value = self.evaluator.value(branch.score, worth);
            branch.win = value.and_then(|value| self.evaluator.of(value, exact, self.progress).win);
        }
        Some(branches)
    }

    /// How the position stands.
    fn standing(&self, thinking: &dyn AnyThinking, thought: &Thought<String>) -> Option<Standing> {
        let seat = self.seat?;
        let worth = review::worth(&self.evaluator, thinking, thought)?;
        if worth == Score::Unknown {
            return None;
        }
        let mut evaluation = self.evaluator.of(worth, thought.exact, self.progress);
        let choice = thought.chosen()?;
        evaluation.win = sampled(choice).or(evaluation.win);
        let certain = choice.margin.map(|margin| {
            let lead = Lead::from(margin);
            if matches!(worth, Score::Loss(_)) { Lead { by: -lead.by, ..lead } } else { lead }
        });
        let own = Evaluation { lead: certain.or(evaluation.lead), ..evaluation };
        let (first, shown) = match seat {
            0 => (worth, own),
            _ => (self.evaluator.turned(worth)?, own.turned()),
        };
        Some(Standing { first, plies: first.plies(), win: shown.win, margin: shown.lead })
    }
}

/// What a bot thinks, for the page: candidates best first, bounds after those, unknown scores last, in columns. The flat numbers (value and
/// contribution of every term of every candidate) come beside it, and words and locations of candidates for
/// the rows in sight.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ThoughtColumns {
    /// The move it plays.
    pub choice: Option<String>,
    /// The candidates.
    pub moves: Vec<String>,
    /// A number, `"win"` or `"loss"` each; null where it is not known.
    pub scores: Vec<Score>,
    /// Whether each score is only an upper bound: the true one is no better. These come after those that are exact.
    pub bounds: Vec<bool>,
    /// How many plies deep each was looked at, where that is not the thought's depth.
    pub depths: Vec<Option<u32>>,
    /// Plies to a forced win or loss, where known.
    pub plies: Vec<Option<u32>>,
    /// Whether a tree search visited each too seldom to say much; these come after the others.
    pub rough: Vec<bool>,
    /// The chance to win with each, from 0 to 1; null where it is not known.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | null)[]"))]
    pub wins: Vec<Option<Fixed>>,
    /// By how much each wins or loses for certain, or is expected to; null where that is not known.
    pub margins: Vec<Option<Lead>>,
    /// Whether the bot's scores are not calibrated, so that they are shown themselves.
    pub judged: bool,
    /// The result that is proven of each; null where none is.
    pub proven: Vec<Option<Proven>>,
    /// What the columns of values and contributions are.
    pub terms: Vec<Term>,
    /// How often a tree search visited each.
    pub visits: Vec<Option<u64>>,
    /// The ends of the interval of each sampled chance to win, from 0 to 1.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "([number, number] | null)[]"))]
    pub intervals: Vec<Option<[Fixed; 2]>>,
    /// The principal variation after each.
    pub pvs: Vec<Vec<String>>,
    /// Nodes or playouts spent.
    pub nodes: u64,
    /// Nodes spent beside them on candidates that were asked to be exact.
    pub line_nodes: u64,
    /// How many plies deep it looked.
    pub depth: u32,
    /// Whether the scores are the truth about the game.
    pub exact: bool,
    /// Why, in one sentence.
    pub why: String,
    /// At most three differences beside it.
    pub differences: Vec<String>,
    /// Whose view the scores are, and each candidate's worth to every seat; null from a bot that looks at
    /// its own seat only.
    pub views: Option<Views>,
    /// How the position stands, for a bar beside the board; null where the bot cannot say.
    pub standing: Option<Standing>,
    /// What would change the choice, of a bot that looks one ply ahead and has finished; null of others.
    pub sensitivity: Option<Sensitivity>,
    /// Whether it can be asked for the tree that it searched.
    pub tree: bool,
    /// Why a search has none.
    pub no_tree: Option<&'static str>,
    /// What each piece does in the choice, for games where a move is a set of orders; else empty.
    pub tasks: Vec<TaskInfo>,
    /// Whether it has finished.
    pub done: bool,
    /// One row a candidate, one number a term; not a number where it is not known.
    #[serde(skip)]
    pub values: Vec<f64>,
    /// The same, times the weights.
    #[serde(skip)]
    pub contributions: Vec<f64>,
    /// The moves in words.
    pub descriptions: Vec<String>,
    /// Where each candidate is on the board.
    pub locations: Vec<Opaque>,
}

impl ThoughtColumns {
    /// Takes what is thought so far apart into columns; the measure says what scores mean.
    pub fn of(thinking: &dyn AnyThinking, measure: &Measure, done: bool) -> ThoughtColumns {
        let thought = thinking.thought();
        let standing = measure.standing(thinking, &thought);
        let evaluations = measure.all(thinking, &thought);
        let flat = |f: fn(&TermValue) -> f64| -> Vec<f64> {
            let of = |c: &Candidate<String>, i: usize| c.terms.get(i).map_or(f64::NAN, f);
            let columns = thought.terms.len();
            thought.candidates.iter().flat_map(|c| (0..columns).map(move |i| of(c, i))).collect()
        };
        let (values, contributions) =
            (flat(|term| term.value.to_f64()), flat(|term| term.contribution.to_f64()));
        let tasks = thinking.tasks();
        let tree = if done { thinking.branches(&[]) } else { Err("") };
        let mut columns = ThoughtColumns {
            choice: thought.choice,
            moves: Vec::with_capacity(thought.candidates.len()),
            judged: !thought.exact && measure.evaluator.curve.is_none(),
            nodes: thought.nodes,
            line_nodes: thinking.multi_pv_nodes(),
            depth: thought.depth,
            exact: thought.exact,
            why: thought.why,
            differences: thought.differences,
            views: thinking.views(),
            standing,
            sensitivity: if done { thinking.sensitivity() } else { None },
            no_tree: tree.as_ref().err().copied().filter(|why| !why.is_empty()),
            tree: tree.is_ok_and(|tree| !tree.is_empty()),
            tasks: task_rows(tasks, &thought.terms),
            terms: thought.terms,
            done,
            values,
            contributions,
            descriptions: thinking.descriptions(),
            locations: thinking.locations(),
            ..ThoughtColumns::default()
        };
        for (candidate, shown) in thought.candidates.into_iter().zip(evaluations) {
            columns.intervals.push(candidate.interval.map(Interval::ends));
            columns.moves.push(candidate.mv);
            columns.scores.push(candidate.score);
            columns.rough.push(shown.rough);
            columns.wins.push(shown.win);
            columns.bounds.push(candidate.bound);
            columns.depths.push(candidate.depth);
            columns.plies.push(candidate.score.plies());
            columns.margins.push(shown.margin);
            columns.proven.push(proven(candidate.score, candidate.bound, thought.exact));
            columns.visits.push(candidate.visits);
            columns.pvs.push(candidate.pv);
        }
        columns
    }
}
