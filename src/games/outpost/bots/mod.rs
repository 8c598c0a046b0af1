//! The bots of Outpost. A bot gives every outpost a task with a target; the step follows from it. Each
//! task is scored by a few terms, and the table of tasks is the explanation: the same numbers decide.
//!
//! A bot sees the board as the last turn left it, with what the season builds, and remembers nothing.

pub mod totora;

use super::board::{Cell, EMPIRES};
use super::moves::{Orders, Plain};
use super::planning::{self, Plan, Planner, TERMS, Weights, plan_with};
use super::position::Outpost;
use crate::bot::{Bot, BotSpec, Budget, Thinking, Watch, Weight};
use crate::fixed::Fixed;
use crate::game::Seat;
use crate::judging::Scale;
use crate::opaque::Opaque;
use crate::options::Options;
use crate::rng::Rng;
use crate::thought::{Candidate, Contrast, Score, Task, Term, TermValue, Thought};
use serde::Serialize;

/// Key, label and meaning of a term.
type Column = (&'static str, &'static str, &'static str);

/// What a task is measured by: key, label, meaning.
const COLUMNS: [Column; TERMS] = [
    ("land", "land", "land cells that it adds or keeps"),
    ("water", "water", "water cells that it adds or keeps"),
    ("way", "way", "steps to the target"),
    ("prey", "prey", "enemy outposts that it could cut off"),
    ("guard", "guard", "danger to the home that it answers"),
];

/// The columns as weights, in thousandths; each can be set from -`most` to `most`.
const fn weights<const N: usize>(
    columns: [Column; N],
    weights: [i64; N],
    most: i64,
) -> [Weight; N] {
    const NONE: Term =
        Term { key: "", label: "", meaning: "", weight: Fixed::ZERO, contrast: Contrast::BY_LABEL };
    let mut all = [Weight::of(NONE, 0); N];
    let mut i = 0;
    while i < N {
        let (key, label, meaning) = columns[i];
        let weight = Fixed::from_thousandths(weights[i]);
        all[i] = Weight::of(Term { key, label, meaning, weight, ..NONE }, most);
        i += 1;
    }
    all
}

/// The weights of a bot in force, nought for those that it has not.
fn in_force<const N: usize>(spec: &BotSpec<Outpost>, options: &Options) -> [Fixed; N] {
    let terms = spec.weighed(options);
    std::array::from_fn(|i| terms.get(i).map_or(Fixed::ZERO, |term| term.weight))
}

/// Where a task is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OutpostTaskSpot {
    /// The index of the outpost.
    pub index: usize,
    /// Where it stands.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number]"))]
    pub from: Cell,
    /// Where it is to go; null if it has no target.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "[number, number] | null"))]
    pub target: Option<Cell>,
}

/// A bot that plans once and at once.
struct Planned {
    planner: Planner,
    weights: Weights,
}

fn terms_with(weights: Weights) -> Vec<Term> {
    COLUMNS
        .iter()
        .zip(weights)
        .map(|(&(key, label, meaning), weight)| {
            let contrast = Contrast::BY_LABEL;
            Term { key, label, meaning, weight, contrast }
        })
        .collect()
}

fn term_values(values: &[i64; TERMS], weights: &Weights) -> Vec<TermValue> {
    values
        .iter()
        .zip(weights)
        .map(|(&value, weight)| {
            let value = Fixed::from_int(value);
            TermValue { value, contribution: weight.times(value) }
        })
        .collect()
}

fn total(terms: &[TermValue]) -> Fixed {
    terms.iter().map(|term| term.contribution).sum()
}

/// The sum of tables, term by term.
fn sum_terms(tasks: &[Task]) -> Vec<TermValue> {
    let mut sums = vec![TermValue::default(); TERMS];
    for task in tasks {
        for (sum, term) in sums.iter_mut().zip(&task.terms) {
            sum.value += term.value;
            sum.contribution += term.contribution;
        }
    }
    sums
}

/// The table that explains a plan.
pub(super) fn table(plan: &Plan, weights: &Weights) -> Vec<Task> {
    plan.posts
        .iter()
        .zip(&plan.jobs)
        .enumerate()
        .map(|(index, (&post, job))| {
            let terms = term_values(&job.values, weights);
            let to = job.target.map_or_else(String::new, |target| format!(" at {target}"));
            Task {
                who: format!("outpost {index} on {post}"),
                task: job.task,
                description: format!("{}{to}", job.task),
                score: total(&terms),
                terms,
                location: Opaque::new(OutpostTaskSpot { index, from: post, target: job.target }),
            }
        })
        .collect()
}

/// One sentence: how many outposts do what.
pub(super) fn why(tasks: &[Task], orders: &Plain) -> String {
    let mut counts: Vec<(&'static str, usize)> = Vec::new();
    for task in tasks {
        match counts.iter_mut().find(|(word, _)| *word == task.task) {
            Some((_, count)) => *count += 1,
            None => counts.push((task.task, 1)),
        }
    }
    let parts: Vec<String> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
    let gone = orders
        .disband
        .map_or_else(String::new, |index| format!(" Outpost {index} adds the least, and must go."));
    if parts.is_empty() {
        format!("There is no outpost to order.{gone}")
    } else {
        format!("{} of {} move: {}.{gone}", orders.steps.len(), tasks.len(), parts.join(", "))
    }
}

/// A finished thought with its table.
pub(super) struct Ordered {
    pub(super) thought: Thought<Orders>,
    pub(super) tasks: Vec<Task>,
}

impl Thinking<Outpost> for Ordered {
    fn advance(&mut self, _slice: u64, _watch: &dyn Watch) -> bool {
        true
    }

    fn thought(&self) -> Thought<Orders> {
        self.thought.clone()
    }

    fn tasks(&self) -> Vec<Task> {
        self.tasks.clone()
    }
}

/// What is shown of a plan.
pub(super) fn ordered(plan: Plan, weights: &Weights) -> Ordered {
    let tasks = table(&plan, weights);
    let terms = sum_terms(&tasks);
    let mv = Orders::Plain(plan.orders.clone());
    Ordered {
        thought: Thought {
            choice: Some(mv.clone()),
            candidates: vec![Candidate {
                mv,
                score: Score::Value(total(&terms)),
                bound: false,
                depth: None,
                terms,
                visits: None,
                pv: Vec::new(),
            }],
            terms: terms_with(*weights),
            nodes: tasks.len() as u64,
            depth: 1,
            exact: false,
            why: why(&tasks, &plan.orders),
        },
        tasks,
    }
}

impl Planned {
    fn plan(&self, position: &Outpost, seat: Seat, rng: &Rng) -> Plan {
        let (rules, field) = (position.rules(), position.field());
        plan_with(rules, field, seat.min(EMPIRES - 1), self.weights, self.planner, rng)
    }
}

impl Bot<Outpost> for Planned {
    fn begin(
        &self,
        position: &Outpost,
        seat: Seat,
        _budget: Budget,
        rng: Rng,
    ) -> Box<dyn Thinking<Outpost>> {
        Box::new(ordered(self.plan(position, seat, &rng), &self.weights))
    }

    fn choose(
        &self,
        position: &Outpost,
        seat: Seat,
        _budget: Budget,
        rng: Rng,
        _watch: &dyn Watch,
    ) -> Option<Orders> {
        Some(Orders::Plain(self.plan(position, seat, &rng).orders))
    }
}

const SOURCE: &str = "ideas of the course's players, Columbia COMS 4444, 2014";

type Make = fn(&BotSpec<Outpost>, &Options) -> Box<dyn Bot<Outpost>>;

/// A bot that plans at once, after ideas of others.
const fn planned(id: &'static str, make: Make) -> BotSpec<Outpost> {
    BotSpec { id, source: Some(SOURCE), ..BotSpec::plain(make) }
}

fn plan_by(planner: Planner, spec: &BotSpec<Outpost>, options: &Options) -> Box<dyn Bot<Outpost>> {
    Box::new(Planned { planner, weights: in_force(spec, options) })
}

static HARVESTER: BotSpec<Outpost> = BotSpec {
    name: "Harvester",
    about: "Covers the lakes: outpost by outpost to the next harvest site. No defence.",
    weights: &weights(COLUMNS, planning::HARVESTER.weights, 20),
    ..planned(planning::HARVESTER.id, |spec, options| {
        plan_by(planning::HARVESTER.planner, spec, options)
    })
};

static HOMESTEADER: BotSpec<Outpost> = BotSpec {
    name: "Homesteader",
    about: "Each outpost takes the spot that pays best within reach, and runs home when outnumbered.",
    weights: &weights(COLUMNS, planning::HOMESTEADER.weights, 20),
    ..planned(planning::HOMESTEADER.id, |spec, options| {
        plan_by(planning::HOMESTEADER.planner, spec, options)
    })
};

static SHEPHERD: BotSpec<Outpost> = BotSpec {
    name: "Shepherd",
    about: "A potential field: land to gain, the pull of water, cohesion, and a nose for intruders.",
    weights: &weights(COLUMNS, planning::SHEPHERD.weights, 20),
    ..planned(planning::SHEPHERD.id, |spec, options| {
        plan_by(planning::SHEPHERD.planner, spec, options)
    })
};

static MASON: BotSpec<Outpost> = BotSpec {
    name: "Mason",
    about: "Builds outwards: wet cells when short of water, dry ones when short of land, else a lattice.",
    weights: &weights(COLUMNS, planning::MASON.weights, 20),
    ..planned(planning::MASON.id, |spec, options| plan_by(planning::MASON.planner, spec, options))
};

static PHALANX: BotSpec<Outpost> = BotSpec {
    name: "Phalanx",
    about: "Harvesters as needed, three guards at home, and squares of four that hunt.",
    weights: &weights(COLUMNS, planning::PHALANX.weights, 20),
    ..planned(planning::PHALANX.id, |spec, options| {
        plan_by(planning::PHALANX.planner, spec, options)
    })
};

static KAMIKAZE: BotSpec<Outpost> = BotSpec {
    name: "Kamikaze",
    about: "Eight collect water, three shield the home, and pairs rush at the nearest enemy.",
    weights: &weights(COLUMNS, planning::KAMIKAZE.weights, 20),
    ..planned(planning::KAMIKAZE.id, |spec, options| {
        plan_by(planning::KAMIKAZE.planner, spec, options)
    })
};

static WOLFPACK: BotSpec<Outpost> = BotSpec {
    name: "Wolfpack",
    about: "Harvests until what is guaranteed is enough; the surplus hunts in duos and besieges homes.",
    weights: &weights(COLUMNS, planning::WOLFPACK.weights, 20),
    ..planned(planning::WOLFPACK.id, |spec, options| {
        plan_by(planning::WOLFPACK.planner, spec, options)
    })
};

static DRIFTER: BotSpec<Outpost> = BotSpec {
    name: "Drifter",
    scale: Scale::Nothing,
    about: "Every outpost walks in one direction, drawn anew every ten turns.",
    ..planned(planning::DRIFTER.id, |spec, options| {
        plan_by(planning::DRIFTER.planner, spec, options)
    })
};

/// All bots of the game, in the order in which they are offered.
pub static BOTS: [&BotSpec<Outpost>; 9] = [
    &totora::SPEC,
    &WOLFPACK,
    &PHALANX,
    &KAMIKAZE,
    &SHEPHERD,
    &MASON,
    &HOMESTEADER,
    &HARVESTER,
    &DRIFTER,
];
