//! The bots of Outpost. A bot gives every outpost a task with a target; the step follows from it. Each
//! task is scored by a few terms, and the table of tasks is the explanation: the same numbers decide.
//!
//! A bot sees the board as the last turn left it, with what the season builds, and remembers nothing.

mod planners;
pub mod sites;
mod tactics;
pub mod totora;

use super::board::{Cell, Direction, EMPIRES, HOMES};
use super::field::{Field, Rules};
use super::moves::{Adviser, Orders, Plain};
use super::position::Outpost;
use super::survey::least_useful;
use crate::bot::{Bot, BotSpec, Budget, Thinking, Watch};
use crate::fixed::Fixed;
use crate::game::Seat;
use crate::object;
use crate::opaque::Opaque;
use crate::options::{OptionKind, OptionSpec};
use crate::rng::{Rng, Stream};
use crate::thought::{Candidate, Score, Task, Term, TermValue, Thought};

/// How many terms a task's score has.
pub const TERMS: usize = 5;

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

/// What one of each term counts.
pub type Weights = [Fixed; TERMS];

/// The board as an empire sees it when it gives orders.
pub struct Scene<'a> {
    /// Map and parameters.
    pub rules: &'a Rules,
    /// With what the season builds, and without the own outpost that must go.
    pub field: &'a Field,
    /// Whose orders they are.
    pub me: usize,
    /// The number of the turn that is ordered, from 1.
    pub turn: u32,
    /// What one of each term counts.
    pub weights: Weights,
}

/// What an outpost is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The task in a word.
    pub task: &'static str,
    /// Where to.
    pub target: Option<Cell>,
    /// The step of this turn.
    pub step: Option<Direction>,
    /// What was measured, one for each term.
    pub values: [i64; TERMS],
}

impl Job {
    /// Stays where it is.
    pub const REST: Job = Job { task: "rest", target: None, step: None, values: [0; TERMS] };
}

impl Scene<'_> {
    /// The own outposts.
    pub fn posts(&self) -> &[Cell] {
        &self.field.posts[self.me]
    }

    /// The own home.
    pub fn home(&self) -> Cell {
        HOMES[self.me]
    }

    /// All enemy outposts with their empire.
    pub fn enemies(&self) -> impl Iterator<Item = (usize, Cell)> {
        (0..EMPIRES)
            .filter(|&e| e != self.me)
            .flat_map(|e| self.field.posts[e].iter().map(move |&post| (e, post)))
    }

    /// The score of values, in thousandths.
    pub fn score(&self, values: &[i64; TERMS]) -> i64 {
        values.iter().zip(self.weights).map(|(&value, weight)| value * weight.thousandths()).sum()
    }

    /// A job that walks to a cell.
    pub fn walk(&self, task: &'static str, from: Cell, to: Cell, values: [i64; TERMS]) -> Job {
        Job { task, target: Some(to), step: self.rules.map.way(from, to), values }
    }

    /// Steps from the own home over land.
    pub fn from_home(&self, cell: Cell) -> u32 {
        u32::from(self.rules.map.from_home(self.me)[cell.index()])
    }

    /// Whether an enemy controls a cell.
    pub fn is_enemys(&self, cell: Cell) -> bool {
        let code = self.field.owners.code(cell);
        (1..=4).contains(&code) && usize::from(code) != self.me + 1
    }
}

/// How a bot decides: a job for each own outpost.
type Planner = fn(&Scene, &Rng) -> Vec<Job>;

/// A bot that plans once and at once.
struct Planned {
    id: &'static str,
    planner: Planner,
    weights: Weights,
}

/// What came of planning.
pub struct Plan {
    /// The orders.
    pub orders: Plain,
    /// A job for each outpost, in the order of the list that the orders are for.
    pub jobs: Vec<Job>,
    /// The outposts themselves.
    pub posts: Vec<Cell>,
}

/// Plans for an empire; the outpost that must go, if one must, is the least useful.
pub(super) fn plan_with(
    rules: &Rules,
    field: &Field,
    me: usize,
    weights: Weights,
    planner: Planner,
    rng: &Rng,
) -> Plan {
    let mut mustered = field.mustered(rules);
    let disband = if field.season_change(rules, me) < 0 {
        let index = least_useful(rules, &mustered, me).unwrap_or(0);
        mustered.posts[me].remove(index as usize);
        Some(index)
    } else {
        None
    };
    let scene = Scene { rules, field: &mustered, me, turn: field.turn + 1, weights };
    let mut jobs = planner(&scene, rng);
    jobs.resize(mustered.posts[me].len(), Job::REST);
    let steps =
        jobs.iter().enumerate().filter_map(|(i, job)| Some((i as u32, job.step?))).collect();
    Plan { orders: Plain { disband, steps }, jobs, posts: std::mem::take(&mut mustered.posts[me]) }
}

/// What an adviser says for each outpost.
pub(super) fn advise(
    adviser: Adviser,
    rules: &Rules,
    field: &Field,
    me: usize,
) -> Vec<Option<Direction>> {
    let Some(known) = KINDS.iter().find(|kind| kind.id == adviser.id()) else { return Vec::new() };
    let scene =
        Scene { rules, field, me, turn: field.turn + 1, weights: fixed_weights(known.weights) };
    let rng = Rng::new(0, Stream::Other(0));
    let mut jobs = (known.planner)(&scene, &rng);
    jobs.resize(field.posts[me].len(), Job::REST);
    jobs.into_iter().map(|job| job.step).collect()
}

/// A site with much water for an outpost that stands somewhere; those taken are left out.
pub(super) fn best_site(
    rules: &Rules,
    field: &Field,
    me: usize,
    post: Cell,
    taken: &[Cell],
) -> Option<Cell> {
    let enemys = |cell: Cell| {
        let code = field.owners.code(cell);
        (1..=4).contains(&code) && usize::from(code) != me + 1
    };
    rules
        .sites
        .harvest(rules, me)
        .iter()
        .filter(|site| !taken.iter().any(|&t| t.distance(site.cell) <= rules.r))
        .filter(|site| !enemys(site.cell))
        .min_by_key(|site| {
            site.cell.distance(post) + u32::from(rules.map.from_home(me)[site.cell.index()]) / 2
        })
        .map(|site| site.cell)
}

fn fixed_weights(weights: [i64; TERMS]) -> Weights {
    weights.map(Fixed::from_thousandths)
}

fn terms_with(weights: Weights) -> Vec<Term> {
    COLUMNS
        .iter()
        .zip(weights)
        .map(|(&(key, label, meaning), weight)| Term { key, label, meaning, weight })
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
                location: Opaque::new(
                    object!({ "index": index, "from": post, "target": job.target }),
                ),
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
        debug_assert!(KINDS.iter().any(|kind| kind.id == self.id));
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

/// A planner with its weights, in thousandths.
pub(super) struct Kind {
    id: &'static str,
    planner: Planner,
    weights: [i64; TERMS],
}

/// The terms with these weights, in thousandths.
const fn terms_of<const N: usize>(columns: [Column; N], weights: [i64; N]) -> [Term; N] {
    let mut terms = [Term { key: "", label: "", meaning: "", weight: Fixed::ZERO }; N];
    let mut i = 0;
    while i < N {
        let (key, label, meaning) = columns[i];
        terms[i] = Term { key, label, meaning, weight: Fixed::from_thousandths(weights[i]) };
        i += 1;
    }
    terms
}

/// The weights as options, each from -`most` to `most`.
const fn options_of<const N: usize>(
    columns: [Column; N],
    weights: [i64; N],
    most: i64,
) -> [OptionSpec; N] {
    const BLANK: OptionSpec = OptionSpec {
        key: "",
        alias: None,
        label: "",
        kind: OptionKind::Int { min: 0, max: 0, default: 0 },
        about: "",
    };
    let mut options = [BLANK; N];
    let mut i = 0;
    while i < N {
        let (key, label, about) = columns[i];
        options[i] = OptionSpec {
            key,
            alias: None,
            label,
            kind: OptionKind::Number {
                min: Fixed::from_int(-most),
                max: Fixed::from_int(most),
                step: Fixed::from_thousandths(100),
                default: Fixed::from_thousandths(weights[i]),
            },
            about,
        };
        i += 1;
    }
    options
}

const SOURCE: &str = "ideas of the course's players, Columbia COMS 4444, 2014";

macro_rules! planned {
    ($name:ident: $id:literal, $shown:literal, $about:literal, $source:expr, $weights:expr) => {
        mod $name {
            use super::*;
            pub(super) const WEIGHTS: [i64; TERMS] = $weights;
            static TERMS_OF: [Term; TERMS] = terms_of(COLUMNS, WEIGHTS);
            static OPTIONS_OF: [OptionSpec; TERMS] = options_of(COLUMNS, WEIGHTS, 20);
            pub(super) static SPEC: BotSpec<Outpost> = BotSpec {
                id: $id,
                name: $shown,
                about: $about,
                source: $source,
                options: &OPTIONS_OF,
                terms: &TERMS_OF,
                budget: None,
                build: |options| {
                    let weights = std::array::from_fn(|i| options.number(&OPTIONS_OF[i]));
                    Box::new(Planned { id: $id, planner: planners::$name, weights })
                },
            };
        }
    };
}

// Land, water, way, prey, guard.
planned!(harvester: "harvester", "Harvester",
    "Covers the lakes: outpost by outpost to the next harvest site. No defence.",
    Some(SOURCE), [200, 1000, -300, 0, 0]);
planned!(homesteader: "homesteader", "Homesteader",
    "Each outpost takes the spot that pays best within reach, and runs home when outnumbered.",
    Some(SOURCE), [250, 1000, -600, 0, 2000]);
planned!(shepherd: "shepherd", "Shepherd",
    "A potential field: land to gain, the pull of water, cohesion, and a nose for intruders.",
    Some(SOURCE), [1000, 1500, -500, 3000, 1500]);
planned!(mason: "mason", "Mason",
    "Builds outwards: wet cells when short of water, dry ones when short of land, else a lattice.",
    Some(SOURCE), [500, 1000, -900, 0, 1000]);
planned!(phalanx: "phalanx", "Phalanx",
    "Harvesters as needed, three guards at home, and squares of four that hunt.",
    Some(SOURCE), [500, 1000, -500, 6000, 3000]);
planned!(kamikaze: "kamikaze", "Kamikaze",
    "Eight collect water, three shield the home, and pairs rush at the nearest enemy.",
    Some(SOURCE), [300, 1000, -400, 9000, 2000]);
planned!(wolfpack: "wolfpack", "Wolfpack",
    "Harvests until what is guaranteed is enough; the surplus hunts in duos and besieges homes.",
    Some(SOURCE), [500, 1000, -500, 8000, 4000]);

static DRIFTER: BotSpec<Outpost> = BotSpec {
    id: "drifter",
    name: "Drifter",
    about: "Every outpost walks in one direction, drawn anew every ten turns.",
    source: Some(SOURCE),
    options: &[],
    terms: &[],
    budget: None,
    build: |_| {
        let weights = [Fixed::ZERO; TERMS];
        Box::new(Planned { id: "drifter", planner: planners::drifter, weights })
    },
};

/// The planners behind the bots.
pub(super) static KINDS: [Kind; 8] = [
    Kind { id: "drifter", planner: planners::drifter, weights: [0; TERMS] },
    Kind { id: "harvester", planner: planners::harvester, weights: harvester::WEIGHTS },
    Kind { id: "homesteader", planner: planners::homesteader, weights: homesteader::WEIGHTS },
    Kind { id: "shepherd", planner: planners::shepherd, weights: shepherd::WEIGHTS },
    Kind { id: "mason", planner: planners::mason, weights: mason::WEIGHTS },
    Kind { id: "phalanx", planner: planners::phalanx, weights: phalanx::WEIGHTS },
    Kind { id: "kamikaze", planner: planners::kamikaze, weights: kamikaze::WEIGHTS },
    Kind { id: "wolfpack", planner: planners::wolfpack, weights: wolfpack::WEIGHTS },
];

/// All bots of the game, in the order in which they are offered.
pub static BOTS: [&BotSpec<Outpost>; 9] = [
    &totora::SPEC,
    &wolfpack::SPEC,
    &phalanx::SPEC,
    &kamikaze::SPEC,
    &shepherd::SPEC,
    &mason::SPEC,
    &homesteader::SPEC,
    &harvester::SPEC,
    &DRIFTER,
];
