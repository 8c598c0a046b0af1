//! The bots of Outpost. A bot chooses a task with a target for every outpost; the step follows from it. Each
//! task is scored by a few terms, and the table of tasks is the explanation: both use the same numbers.
//!
//! A bot sees the board after the last turn, with the outposts that the season builds, and has no memory.

pub mod totora;

use super::board::{Cell, Direction, EMPIRES};
use super::features::{FEATURES, OF_THE_TASK};
use super::measures::{GUARD, SAVED, TERMS, Values, Weights};
use super::moves::Orders;
use super::planning::{self, Choice, Job, Kind, TurnPlan, plan_by};
use super::position::Outpost;
use super::presentation::words;
use super::steps::Plain;
use crate::base::erased_value::ErasedValue;
use crate::base::fixed::Fixed;
use crate::base::options::{OptionSpec, Options};
use crate::base::rng::Rng;
use crate::base::util::gathered;
use crate::contract::analysis::{
    Analysis, Candidate, Contrast, MOST_DIFFERENCES, Scale, Score, Task, TaskOption, Term,
    TermValue,
};
use crate::contract::bot::{Bot, BotSpec, Budget, Clock, Done, Search, Weight};
use crate::contract::features::Feature;
use crate::contract::game::Seat;
use crate::lab::bot::{SearchChoice, Searched, formula_option, lab, search_option, searching};
use crate::lab::heuristic::Lab;
use crate::search::explain::clause;
use serde::Serialize;
use std::collections::BTreeMap;

/// For each term of tasks the clauses that compare two tasks of one outpost, and the maximum absolute weight.
const CLAUSES: [(&str, &str, i64); TERMS] = [
    ("adds or keeps # more land [cell|cells]", "adds or keeps # fewer land [cell|cells]", 20),
    ("adds or keeps # more water [cell|cells]", "adds or keeps # fewer water [cell|cells]", 20),
    (
        "is worth # more water [cell|cells] to new outposts",
        "is worth # fewer water [cell|cells] to new outposts",
        50,
    ),
    ("is # [step|steps] farther away", "is # [step|steps] nearer", 20),
    ("lies # [step|steps] farther from home", "lies # [step|steps] nearer to home", 20),
    ("is nearer to your other outposts", "is farther from your other outposts", 20),
    ("is under more threat", "is under less threat", 20),
    ("threatens more enemies", "threatens fewer enemies", 200),
    ("counters more danger", "counters less danger", 1000),
    ("saves # more [outpost|outposts]", "saves # fewer [outpost|outposts]", 1000),
];

/// The terms of tasks, described as the features with the same numbers.
const COLUMNS: [Term; TERMS] = {
    let mut columns = [NO_TERM; TERMS];
    let mut i = 0;
    while i < TERMS {
        let (more, less, _) = CLAUSES[i];
        let Feature { key, about, .. } = FEATURES[i];
        let (_, meaning) = about.split_at(OF_THE_TASK.len());
        columns[i] = column(key, meaning).said(more, less);
        i += 1;
    }
    columns
};

/// The terms of a planner with their weights.
const fn weights<const N: usize>(kind: Kind) -> [Weight; N] {
    let mut all = [Weight::of_term(NO_TERM, 0); N];
    let (mut i, mut term) = (0, 0);
    while term < TERMS {
        if kind.weights[term] != 0 {
            all[i] = weighed(COLUMNS[term], kind.weights[term], CLAUSES[term].2);
            i += 1;
        }
        term += 1;
    }
    all
}

const NO_TERM: Term =
    Term { key: "", label: "", meaning: "", weight: Fixed::ZERO, contrast: Contrast::BY_LABEL };

/// A term without a weight.
const fn column(key: &'static str, meaning: &'static str) -> Term {
    Term { key, label: key, meaning, ..NO_TERM }
}

/// A column with a weight in thousandths, adjustable from -`most` to `most`.
const fn weighed(column: Term, weight: i64, most: i64) -> Weight {
    let weight = Fixed::from_thousandths(weight);
    Weight::of_term(Term { weight, ..column }, most).measured_by(column.key)
}

/// The location of a task on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OutpostTaskSpot {
    /// The index of the outpost.
    pub index: usize,
    /// The position of the outpost.
    pub from: Cell,
    /// The target; null if there is none.
    pub target: Option<Cell>,
}

/// A bot that plans a turn in a single pass.
pub struct Planned {
    kind: &'static Kind,
    weights: Weights,
    /// Its terms, with the current weights.
    terms: Vec<Term>,
    /// Formulas that replace the weights.
    lab: Option<Lab>,
}

/// The weighted terms of a planner.
fn term_values(kind: &Kind, values: &Values, weights: &Weights) -> Vec<TermValue> {
    let term = |term: usize| {
        let value = values[term];
        TermValue { value, contribution: weights[term].times(value) }
    };
    kind.terms().map(term).collect()
}

fn total(terms: &[TermValue]) -> Fixed {
    terms.iter().map(|term| term.contribution).sum()
}

/// The sum of the tasks' terms.
fn sum_terms(tasks: &[Task], count: usize) -> Vec<TermValue> {
    let mut sums = vec![TermValue::default(); count];
    for task in tasks {
        for (sum, term) in sums.iter_mut().zip(&task.terms) {
            sum.value += term.value;
            sum.contribution += term.contribution;
        }
    }
    sums
}

/// The table that explains a plan.
pub(super) fn table(plan: &TurnPlan, kind: &Kind, weights: &Weights) -> Vec<Task> {
    plan.posts
        .iter()
        .zip(&plan.jobs)
        .enumerate()
        .map(|(index, (&post, job))| {
            let terms_of = |known: Option<&Vec<TermValue>>, job: &Job| {
                known.cloned().unwrap_or_else(|| term_values(kind, &job.values, weights))
            };
            let option = |choice: &Choice| TaskOption {
                description: described(&choice.job),
                score: choice.score,
                terms: terms_of(choice.terms.as_ref(), &choice.job),
                features: features_of(&choice.job),
            };
            let terms = terms_of(plan.terms.get(index).and_then(Option::as_ref), job);
            let options = plan.options.get(index).into_iter().flatten().map(option).collect();
            Task {
                who: words::outpost_on(index, post),
                task: job.task,
                description: described(job),
                score: total(&terms),
                terms,
                location: ErasedValue::new(OutpostTaskSpot {
                    index,
                    from: post,
                    target: job.target,
                }),
                options,
            }
        })
        .collect()
}

fn described(job: &Job) -> String {
    words::task_at(job.task, job.target)
}

/// The measurements of a job, by key.
fn features_of(job: &Job) -> BTreeMap<&'static str, Fixed> {
    gathered(COLUMNS.iter().map(|column| column.key).zip(job.values))
}

/// An outpost with its task and its best alternative.
struct Decision<'a> {
    who: &'a str,
    /// The task and its best alternative.
    options: [&'a TaskOption; 2],
}

impl<'a> Decision<'a> {
    /// The decisions of a table, for outposts with an alternative.
    fn all(tasks: &'a [Task]) -> Vec<Decision<'a>> {
        let of = |task: &'a Task| {
            let who = task.who.split(" on ").next()?;
            Some(Decision { who, options: [task.options.first()?, task.options.get(1)?] })
        };
        tasks.iter().filter_map(of).collect()
    }

    /// The score difference of the task to its alternative.
    fn lead(&self) -> Fixed {
        self.options[0].score - self.options[1].score
    }

    /// The main reason for the task, in a sentence.
    fn sentence(&self, terms: &[Term], most: bool) -> String {
        let [task, other] = self.options;
        let pairs = task.terms.iter().zip(&other.terms).zip(terms);
        // The first of several equal ones.
        let largest = pairs.rev().max_by_key(|((a, b), _)| a.contribution - b.contribution);
        let saved = |option: &TaskOption| option.features.get(COLUMNS[SAVED].key).copied();
        let saves = saved(task).unwrap_or_default() - saved(other).unwrap_or_default();
        let clause = largest
            .filter(|(_, term)| term.contrast != Contrast::BY_LABEL)
            .and_then(|((a, b), term)| {
                let guards = term.key == COLUMNS[GUARD].key && saves > Fixed::ZERO;
                // The number of saved outposts is clearer than their score.
                let (term, by) =
                    if guards { (&COLUMNS[SAVED], saves) } else { (term, a.value - b.value) };
                clause(term, by)
            })
            .unwrap_or_else(|| words::SCORES_MORE.to_owned());
        let said = if most { words::matters_most } else { words::better };
        said(self.who, [&task.description, &clause, &other.description])
    }
}

/// The reasons, in sentences: the outpost with the largest lead of its task, the one with the smallest, the number of
/// outposts per task, and the outpost to disband. The first one "matters most", unless `another` matters more or it is the only
/// one.
pub(super) fn why(tasks: &[Task], terms: &[Term], orders: &Plain, another: bool) -> Vec<String> {
    let decisions = Decision::all(tasks);
    let better = || decisions.iter().filter(|decision| decision.lead() > Fixed::ZERO);
    // The first of several equal ones.
    let most = better().rev().max_by_key(|decision| decision.lead());
    let least = better().min_by_key(|decision| decision.lead());
    let least = least.filter(|least| most.is_some_and(|most| most.lead() > least.lead()));
    let closest = least.map(|Decision { who, options: [task, other] }| {
        words::closest_call(who, &task.description, &other.description)
    });
    let taken = taken(&decisions, tasks);
    let gone = orders.disband.map(words::must_go);
    let counts = match terms.is_empty() {
        // Drifter weighs nothing: its steps are all there is to say.
        true => words::drifts(tasks.len(), &counted_steps(&orders.steps)),
        false => words::movers(orders.steps.len(), &counted_tasks(tasks)),
    };
    let matters = decisions.len() > 1 && !another;
    let most = most.map(|decision| decision.sentence(terms, matters));
    most.into_iter().chain(gone).chain(taken).chain(closest).chain([counts]).collect()
}

/// Why the outpost with the best unassigned task does not have it: another outpost does.
fn taken(decisions: &[Decision], tasks: &[Task]) -> Option<String> {
    let name = |task: &Task| task.who.split(" on ").next().unwrap_or_default().to_owned();
    let missed = decisions.iter().filter(|decision| decision.lead() < Fixed::ZERO);
    let by = |decision: &Decision| {
        let wanted = decision.options[1];
        let taker = tasks
            .iter()
            .find(|task| task.description == wanted.description && name(task) != decision.who)?;
        Some((decision.lead(), words::taken(decision.who, &wanted.description, &name(taker))))
    };
    missed.filter_map(by).min_by_key(|(lead, _)| *lead).map(|(_, sentence)| sentence)
}

/// The number of outposts for each task.
fn counted_tasks(tasks: &[Task]) -> Vec<(&'static str, usize)> {
    let mut counts: Vec<(&'static str, usize)> = Vec::new();
    for task in tasks {
        match counts.iter_mut().find(|(word, _)| *word == task.task) {
            Some((_, count)) => *count += 1,
            None => counts.push((task.task, 1)),
        }
    }
    counts
}

/// The number of steps in each direction.
fn counted_steps(steps: &[(u32, Direction)]) -> Vec<(&'static str, usize)> {
    let count = |&to: &Direction| (to.name(), steps.iter().filter(|step| step.1 == to).count());
    Direction::ALL.iter().map(count).filter(|(_, count)| *count > 0).collect()
}

/// The first sentence as headline, and at most three others.
pub(super) fn split_headline(sentences: Vec<String>) -> (String, Vec<String>) {
    let mut sentences = sentences.into_iter();
    (sentences.next().unwrap_or_default(), sentences.take(MOST_DIFFERENCES).collect())
}

/// The displayed result of a plan.
fn ordered(plan: TurnPlan, bot: &Planned) -> Done<Orders> {
    let tasks = table(&plan, bot.kind, &bot.weights);
    let terms = sum_terms(&tasks, bot.terms.len());
    let mv = Orders::Plain(plan.orders.clone());
    let (why, differences) = split_headline(why(&tasks, &bot.terms, &plan.orders, false));
    let analysis = Analysis {
        choice: Some(mv.clone()),
        candidates: vec![Candidate::exact(mv, Score::Value(total(&terms)), terms)],
        terms: bot.terms.clone(),
        nodes: tasks.len() as u64,
        depth: 1,
        differences,
        ..Analysis::nothing(why)
    };
    Done { tasks, ..Done::new(analysis) }
}

impl Planned {
    /// The planner of Drifter, which has no weights.
    const DRIFTER: Planned = Planned {
        kind: &planning::DRIFTER,
        weights: [Fixed::ZERO; TERMS],
        terms: Vec::new(),
        lab: None,
    };

    fn plan(&self, position: &Outpost, seat: Seat, rng: &Rng, options: bool) -> TurnPlan {
        let (rules, field) = (position.rules(), position.field());
        let by = (self.weights, self.lab.as_ref(), options);
        plan_by(rules, field, seat.min(EMPIRES - 1), by, self.kind.planner, rng)
    }
}

impl Bot<Outpost> for Planned {
    fn begin(
        &self,
        position: &Outpost,
        seat: Seat,
        _budget: Budget,
        rng: Rng,
    ) -> Box<dyn Search<Outpost>> {
        Box::new(ordered(self.plan(position, seat, &rng, true), self))
    }

    fn choose(
        &self,
        position: &Outpost,
        seat: Seat,
        _budget: Budget,
        rng: Rng,
        _watch: &dyn Clock,
    ) -> Option<Orders> {
        Some(Orders::Plain(self.plan(position, seat, &rng, false).orders))
    }
}

const SOURCE: &str = "ideas of the course's players, Columbia COMS 4444, 2014";

/// A planner of this kind as a search.
macro_rules! search {
    ($kind:ident, $name:literal) => {
        SearchChoice::new(planning::$kind.id, $name, |by, _| {
            Box::new(Planned { kind: &planning::$kind, ..by })
        })
    };
}

impl Searched for Outpost {
    type Heuristic = Planned;

    const SEARCHES: &'static [SearchChoice<Outpost>] = &[
        search!(HARVESTER, "Harvester"),
        search!(HOMESTEADER, "Homesteader"),
        search!(SHEPHERD, "Shepherd"),
        search!(MASON, "Mason"),
        search!(PHALANX, "Phalanx"),
        search!(KAMIKAZE, "Kamikaze"),
        search!(WOLFPACK, "Wolfpack"),
    ];

    const FORMULA: OptionSpec = formula_option::<Outpost>(
        "0.4 * (land + water) + 15 * need - 0.3 * way - 0.2 * home + 8 * prey + 10 * guard",
    );

    const SEARCH: OptionSpec = search_option::<Outpost>(
        "wolfpack",
        "the bot whose tasks are offered; the formula decides which outpost takes which task",
    );

    const SETTINGS: &'static [OptionSpec] = &[];

    fn heuristic(lab: Lab, _options: &Options) -> Planned {
        Planned { terms: lab.terms().to_vec(), lab: Some(lab), ..Planned::DRIFTER }
    }

    fn of_terms(terms: &[Weight], _options: &Options) -> Planned {
        let mut weights = [Fixed::ZERO; TERMS];
        for (weight, column) in weights.iter_mut().zip(COLUMNS) {
            let term = terms.iter().find(|term| term.formula == column.key);
            *weight = term.map_or(Fixed::ZERO, |term| term.term.weight);
        }
        let terms = terms.iter().map(|weight| weight.term).collect();
        Planned { weights, terms, ..Planned::DRIFTER }
    }
}

/// A bot that plans in a single pass, based on published ideas.
const fn planned(search: &'static str) -> BotSpec<Outpost> {
    BotSpec { source: Some(SOURCE), ..searching(search) }
}

static LAB: BotSpec<Outpost> = BotSpec {
    about: "Your own heuristic: a formula over the features of tasks and of the board.",
    ..lab()
};

/// The weights of a planner's bot.
macro_rules! weights_of {
    ($kind:ident) => {
        &weights::<{ planning::$kind.count() }>(planning::$kind)
    };
}

static HARVESTER: BotSpec<Outpost> = BotSpec {
    id: planning::HARVESTER.id,
    name: "Harvester",
    about: "Covers the lakes: each outpost goes to the next harvest site. No defence. The best simple bot for 200 turns on Marsh.",
    weights: weights_of!(HARVESTER),
    ..planned(planning::HARVESTER.id)
};

static HOMESTEADER: BotSpec<Outpost> = BotSpec {
    id: planning::HOMESTEADER.id,
    name: "Homesteader",
    about: "Each outpost takes the best spot within reach, and runs home when outnumbered. The best simple bot for 200 turns at low prices.",
    weights: weights_of!(HOMESTEADER),
    retired: &["guard"],
    ..planned(planning::HOMESTEADER.id)
};

static SHEPHERD: BotSpec<Outpost> = BotSpec {
    id: planning::SHEPHERD.id,
    name: "Shepherd",
    about: "Follows a potential field: land to gain, water, other outposts, and intruders. The best simple bot in games of 60 turns.",
    weights: weights_of!(SHEPHERD),
    ..planned(planning::SHEPHERD.id)
};

static MASON: BotSpec<Outpost> = BotSpec {
    id: planning::MASON.id,
    name: "Mason",
    about: "Builds outwards: near water if short of water, inland if short of land, else in a lattice. Levels 1 to 4 use it.",
    weights: weights_of!(MASON),
    ..planned(planning::MASON.id)
};

static PHALANX: BotSpec<Outpost> = BotSpec {
    id: planning::PHALANX.id,
    name: "Phalanx",
    about: "Harvests as needed, keeps up to three guards at home, and hunts in packs of four. The best simple bot for 400 turns at the course's prices.",
    weights: weights_of!(PHALANX),
    ..planned(planning::PHALANX.id)
};

static KAMIKAZE: BotSpec<Outpost> = BotSpec {
    id: planning::KAMIKAZE.id,
    name: "Kamikaze",
    about: "Eight outposts collect water, three guard the home, and pairs attack without a safety check.",
    weights: weights_of!(KAMIKAZE),
    ..planned(planning::KAMIKAZE.id)
};

static WOLFPACK: BotSpec<Outpost> = BotSpec {
    id: planning::WOLFPACK.id,
    name: "Wolfpack",
    about: "Harvests until its secure area is enough; the other outposts hunt in pairs and besiege homes.",
    weights: weights_of!(WOLFPACK),
    ..planned(planning::WOLFPACK.id)
};

static TUNED: BotSpec<Outpost> = BotSpec {
    id: "tuned",
    name: "Tuned",
    about: "Wolfpack with the best weights found: more land, nearer sites.",
    weights: &Weight::tuned(
        weights::<{ planning::WOLFPACK.count() }>(planning::WOLFPACK),
        [845, 255, 11_337, -563, -110, 5497, 8778],
    ),
    ..planned(planning::WOLFPACK.id)
};

static DRIFTER: BotSpec<Outpost> = BotSpec {
    id: planning::DRIFTER.id,
    name: "Drifter",
    scale: Scale::Nothing,
    about: "Every outpost walks in a random direction, which changes every ten turns.",
    source: Some(SOURCE),
    closed: "Its directions are random.",
    ..BotSpec::plain(|_, _| Box::new(Planned::DRIFTER))
};

/// All bots of the game, in menu order.
pub static BOTS: [&BotSpec<Outpost>; 11] = [
    &totora::SPEC,
    &WOLFPACK,
    &TUNED,
    &PHALANX,
    &KAMIKAZE,
    &SHEPHERD,
    &MASON,
    &HOMESTEADER,
    &HARVESTER,
    &DRIFTER,
    &LAB,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The sentences of other turns are in `tests/golden/wording`, and tests/games/outpost.rs checks them.
    #[test]
    fn explanation_names_the_outpost_to_disband() {
        let orders = Plain { disband: Some(2), steps: Vec::new() };
        assert_eq!(
            why(&[], &[], &orders, false),
            ["Outpost 2 adds the least, and must go.", "There is no outpost to order."]
        );
    }

    #[test]
    fn terms_are_described_as_features_of_the_task() {
        assert!(FEATURES[..TERMS].iter().all(|feature| feature.about.starts_with(OF_THE_TASK)));
        assert_eq!([COLUMNS[GUARD].key, COLUMNS[SAVED].key], ["guard", "saved"]);
    }
}
