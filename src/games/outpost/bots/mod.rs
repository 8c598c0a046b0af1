//! The bots of Outpost. A bot gives every outpost a task with a target; the step follows from it. Each
//! task is scored by a few terms, and the table of tasks is the explanation: the same numbers decide.
//!
//! A bot sees the board as the last turn left it, with what the season builds, and remembers nothing.

pub mod totora;

use super::board::{Cell, EMPIRES};
use super::moves::Orders;
use super::planning::{self, Job, Kind, Plan, TERMS, Values, Weights, plan_by};
use super::position::Outpost;
use super::steps::Plain;
use crate::base::fixed::Fixed;
use crate::base::opaque::Opaque;
use crate::base::options::{OptionSpec, Options};
use crate::base::rng::Rng;
use crate::base::util::counted;
use crate::contract::bot::{Bot, BotSpec, Budget, Thinking, Watch, Weight};
use crate::contract::game::Seat;
use crate::contract::thought::{
    Candidate, Contrast, Scale, Score, Task, TaskOption, Term, TermValue, Thought,
};
use crate::lab::bot::{Search, Searched, formula_option, lab, search_option, searching};
use crate::lab::heuristic::Lab;
use serde::Serialize;

/// Key, label and meaning of a term.
type Column = (&'static str, &'static str, &'static str);

/// What tasks are measured by: key, label, meaning.
const COLUMNS: [Column; TERMS] = [
    ("land", "land", "land cells that it adds or keeps"),
    ("water", "water", "water cells that it adds or keeps"),
    (
        "need",
        "need",
        "what it adds to what pays for outposts, in cells of water: land and water matched, up to what is wanted",
    ),
    (
        "way",
        "way",
        "steps to the target, straight across water; where outposts relay, from the own one that is nearest",
    ),
    ("home", "home", "steps from home to the target, over land"),
    ("crowd", "crowd", "own outposts near the place, 100 for one that stands there"),
    ("threat", "threat", "steps by which enemies are nearer to the place than twice the radius"),
    ("prey", "prey", "enemy outposts that it could cut off, or nearness to an intruder"),
    ("guard", "guard", "danger that it answers: to the home, or to itself"),
    ("saved", "saved", "own outposts that it is to keep from being cut off"),
];

/// How far the weight of a term can be set from nought.
const MOST: [i64; TERMS] = [20, 20, 50, 20, 20, 20, 20, 200, 1000, 1000];

/// The terms that a planner asks, as weights.
const fn weights<const N: usize>(kind: Kind) -> [Weight; N] {
    let mut all = [Weight::of(NO_TERM, 0); N];
    let mut i = 0;
    while i < N {
        let (term, weight) = kind.weights[i];
        all[i] = weighed(COLUMNS[term], weight, MOST[term]);
        i += 1;
    }
    all
}

const NO_TERM: Term =
    Term { key: "", label: "", meaning: "", weight: Fixed::ZERO, contrast: Contrast::BY_LABEL };

/// A column as a weight, in thousandths; it can be set from -`most` to `most`.
const fn weighed((key, label, meaning): Column, weight: i64, most: i64) -> Weight {
    let weight = Fixed::from_thousandths(weight);
    Weight::of(Term { key, label, meaning, weight, ..NO_TERM }, most).measured_by(key)
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
pub struct Planned {
    kind: &'static Kind,
    weights: Weights,
    /// The terms that it asks, with the weights in force.
    terms: Vec<Term>,
    /// Formulas in place of the weights.
    lab: Option<Lab>,
}

/// The values of the terms that a planner asks, each times its weight.
fn term_values(kind: &Kind, values: &Values, weights: &Weights) -> Vec<TermValue> {
    let asked = kind.weights.iter();
    asked
        .map(|&(term, _)| {
            let value = values[term];
            TermValue { value, contribution: weights[term].times(value) }
        })
        .collect()
}

fn total(terms: &[TermValue]) -> Fixed {
    terms.iter().map(|term| term.contribution).sum()
}

/// The sum of tables, term by term.
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
pub(super) fn table(plan: &Plan, kind: &Kind, weights: &Weights) -> Vec<Task> {
    plan.posts
        .iter()
        .zip(&plan.jobs)
        .enumerate()
        .map(|(index, (&post, job))| {
            let known = plan.terms.as_ref().and_then(|rows| rows.get(index));
            let terms = known.cloned().unwrap_or_else(|| term_values(kind, &job.values, weights));
            let options = plan.options.get(index).into_iter().flatten();
            Task {
                who: format!("outpost {index} on {post}"),
                task: job.task,
                description: described(job),
                score: total(&terms),
                terms,
                location: Opaque::new(OutpostTaskSpot { index, from: post, target: job.target }),
                options: options.map(|(job, score)| option(job, *score)).collect(),
            }
        })
        .collect()
}

fn described(job: &Job) -> String {
    job.target.map_or_else(|| job.task.to_owned(), |target| format!("{} at {target}", job.task))
}

fn option(job: &Job, score: Fixed) -> TaskOption {
    let features = COLUMNS.iter().map(|&(key, ..)| key).zip(job.values).collect();
    TaskOption { description: described(job), score, features }
}

/// How much a term measures, in words of a sentence about a task; `None` where its number is nothing that people count.
fn measured(key: &str, value: Fixed) -> Option<String> {
    if key == "need" && value > Fixed::ZERO {
        return Some("it adds to what pays for outposts".to_owned());
    }
    let count = u64::try_from(value.thousandths()).ok().filter(|count| count % 1000 == 0)? / 1000;
    Some(match key {
        "land" => format!("it adds or keeps {}", counted(count, "land cell")),
        "water" => format!("it adds or keeps {}", counted(count, "water cell")),
        "saved" => format!("it keeps {} from being cut off", counted(count, "own outpost")),
        _ => return None,
    })
}

/// The task with the best score and what counts most in it, in a sentence; `None` where no outpost has a target.
fn best_task(tasks: &[Task], terms: &[Term]) -> Option<String> {
    let goes = |task: &&Task| task.description != task.task && task.score > Fixed::ZERO;
    // Of equal ones the first.
    let best = tasks.iter().rev().filter(goes).max_by_key(|task| task.score)?;
    let parts = terms.iter().zip(&best.terms);
    let (term, most) = parts.max_by_key(|(_, value)| value.contribution)?;
    let reason =
        measured(term.key, most.value).unwrap_or_else(|| format!("“{}” counts most", term.label));
    let outpost = best.who.split(" on ").next().unwrap_or_default();
    Some(format!("The best task is that of {outpost}, {}: {reason}.", best.description))
}

/// Why, in sentences: the task that counts most, how many outposts do what, and which one must go.
pub(super) fn why(tasks: &[Task], terms: &[Term], orders: &Plain) -> (String, Vec<String>) {
    let mut counts: Vec<(&'static str, usize)> = Vec::new();
    for task in tasks {
        match counts.iter_mut().find(|(word, _)| *word == task.task) {
            Some((_, count)) => *count += 1,
            None => counts.push((task.task, 1)),
        }
    }
    let parts: Vec<String> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
    let all = match tasks.len() {
        0 => "There is no outpost to order.".to_owned(),
        1 => {
            let verb = if orders.steps.is_empty() { "stays" } else { "moves" };
            format!("The only outpost {verb}: {}.", tasks[0].task)
        }
        n => format!("{} of {n} outposts move: {}.", orders.steps.len(), parts.join(", ")),
    };
    let gone = orders.disband.map(|index| format!("Outpost {index} adds the least, and must go."));
    let mut sentences: Vec<String> =
        best_task(tasks, terms).into_iter().chain([all]).chain(gone).collect();
    (sentences.remove(0), sentences)
}

/// A finished thought with its table.
struct Ordered {
    thought: Thought<Orders>,
    tasks: Vec<Task>,
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
fn ordered(plan: Plan, bot: &Planned) -> Ordered {
    let tasks = table(&plan, bot.kind, &bot.weights);
    let terms = sum_terms(&tasks, bot.terms.len());
    let mv = Orders::Plain(plan.orders.clone());
    let (why, differences) = why(&tasks, &bot.terms, &plan.orders);
    Ordered {
        thought: Thought {
            choice: Some(mv.clone()),
            candidates: vec![Candidate::exact(mv, Score::Value(total(&terms)), terms)],
            terms: bot.terms.clone(),
            nodes: tasks.len() as u64,
            depth: 1,
            exact: false,
            why,
            differences,
            now: Vec::new(),
        },
        tasks,
    }
}

impl Planned {
    /// That of Drifter, which weighs nothing.
    const DRIFTER: Planned = Planned {
        kind: &planning::DRIFTER,
        weights: [Fixed::ZERO; TERMS],
        terms: Vec::new(),
        lab: None,
    };

    fn plan(&self, position: &Outpost, seat: Seat, rng: &Rng, options: bool) -> Plan {
        let (rules, field) = (position.rules(), position.field());
        let by = (self.weights, self.lab.as_ref(), options && self.lab.is_some());
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
    ) -> Box<dyn Thinking<Outpost>> {
        Box::new(ordered(self.plan(position, seat, &rng, true), self))
    }

    fn choose(
        &self,
        position: &Outpost,
        seat: Seat,
        _budget: Budget,
        rng: Rng,
        _watch: &dyn Watch,
    ) -> Option<Orders> {
        Some(Orders::Plain(self.plan(position, seat, &rng, false).orders))
    }
}

const SOURCE: &str = "ideas of the course's players, Columbia COMS 4444, 2014";

/// The planner of this kind as a search.
macro_rules! search {
    ($kind:ident, $name:literal) => {
        Search::new(planning::$kind.id, $name, |by, _| {
            Box::new(Planned { kind: &planning::$kind, ..by })
        })
    };
}

impl Searched for Outpost {
    type Heuristic = Planned;

    const SEARCHES: &'static [Search<Outpost>] = &[
        search!(HARVESTER, "Harvester"),
        search!(HOMESTEADER, "Homesteader"),
        search!(SHEPHERD, "Shepherd"),
        search!(MASON, "Mason"),
        search!(PHALANX, "Phalanx"),
        search!(KAMIKAZE, "Kamikaze"),
        search!(WOLFPACK, "Wolfpack"),
    ];

    const FORMULA: OptionSpec = formula_option::<Outpost>(
        "0.4 * (land + water) + 15 * need - 0.3 * way - 0.2 * home + 8 * prey + 10 * guard + 500 * saved",
    );

    const SEARCH: OptionSpec = search_option::<Outpost>(
        "wolfpack",
        "whose tasks are on offer: those of the bot of that name; the formula decides who does what",
    );

    const SETTINGS: &'static [OptionSpec] = &[];

    fn heuristic(lab: Lab, _options: &Options) -> Planned {
        Planned { terms: lab.terms().to_vec(), lab: Some(lab), ..Planned::DRIFTER }
    }

    fn of_terms(terms: &[Weight], _options: &Options) -> Planned {
        let mut weights = [Fixed::ZERO; TERMS];
        for (weight, (key, ..)) in weights.iter_mut().zip(COLUMNS) {
            let term = terms.iter().find(|term| term.formula == key);
            *weight = term.map_or(Fixed::ZERO, |term| term.term.weight);
        }
        let terms = terms.iter().map(|weight| weight.term).collect();
        Planned { weights, terms, ..Planned::DRIFTER }
    }
}

/// A bot that plans at once, after ideas of others.
const fn planned(search: &'static str) -> BotSpec<Outpost> {
    BotSpec { source: Some(SOURCE), ..searching(search) }
}

static LAB: BotSpec<Outpost> = BotSpec {
    about: "A heuristic of your own: a formula over the features of tasks and of the board.",
    ..lab()
};

/// The weights of a planner's bot.
macro_rules! weights_of {
    ($kind:ident) => {
        &weights::<{ planning::$kind.weights.len() }>(planning::$kind)
    };
}

static HARVESTER: BotSpec<Outpost> = BotSpec {
    id: planning::HARVESTER.id,
    name: "Harvester",
    about: "Covers the lakes: outpost by outpost to the next harvest site. No defence.",
    weights: weights_of!(HARVESTER),
    ..planned(planning::HARVESTER.id)
};

static HOMESTEADER: BotSpec<Outpost> = BotSpec {
    id: planning::HOMESTEADER.id,
    name: "Homesteader",
    about: "Each outpost takes the spot that pays best within reach, and runs home when outnumbered.",
    weights: weights_of!(HOMESTEADER),
    ..planned(planning::HOMESTEADER.id)
};

static SHEPHERD: BotSpec<Outpost> = BotSpec {
    id: planning::SHEPHERD.id,
    name: "Shepherd",
    about: "A potential field: land to gain, the pull of water, cohesion, and a nose for intruders.",
    weights: weights_of!(SHEPHERD),
    ..planned(planning::SHEPHERD.id)
};

static MASON: BotSpec<Outpost> = BotSpec {
    id: planning::MASON.id,
    name: "Mason",
    about: "Builds outwards: wet cells when short of water, dry ones when short of land, else a lattice.",
    weights: weights_of!(MASON),
    ..planned(planning::MASON.id)
};

static PHALANX: BotSpec<Outpost> = BotSpec {
    id: planning::PHALANX.id,
    name: "Phalanx",
    about: "Harvesters as needed, three guards at home, and squares of four that hunt.",
    weights: weights_of!(PHALANX),
    ..planned(planning::PHALANX.id)
};

static KAMIKAZE: BotSpec<Outpost> = BotSpec {
    id: planning::KAMIKAZE.id,
    name: "Kamikaze",
    about: "Eight collect water, three shield the home, and pairs rush at the nearest enemy.",
    weights: weights_of!(KAMIKAZE),
    ..planned(planning::KAMIKAZE.id)
};

static WOLFPACK: BotSpec<Outpost> = BotSpec {
    id: planning::WOLFPACK.id,
    name: "Wolfpack",
    about: "Harvests until what is guaranteed is enough; the surplus hunts in duos and besieges homes.",
    weights: weights_of!(WOLFPACK),
    ..planned(planning::WOLFPACK.id)
};

static TUNED: BotSpec<Outpost> = BotSpec {
    id: "tuned",
    name: "Tuned",
    about: "Wolfpack with the best weights that tuning found: less guard, more land.",
    weights: &Weight::tuned(
        weights::<{ planning::WOLFPACK.weights.len() }>(planning::WOLFPACK),
        [845, 255, 11_337, -563, -110, 5497, 2120, 438_909],
    ),
    ..planned(planning::WOLFPACK.id)
};

static DRIFTER: BotSpec<Outpost> = BotSpec {
    id: planning::DRIFTER.id,
    name: "Drifter",
    scale: Scale::Nothing,
    about: "Every outpost walks in one direction, drawn anew every ten turns.",
    source: Some(SOURCE),
    closed: "It looks at nothing: its directions are drawn.",
    ..BotSpec::plain(|_, _| Box::new(Planned::DRIFTER))
};

/// All bots of the game, in the order in which they are offered.
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
    use crate::base::opaque::Opaque;

    fn task(who: usize, task: &'static str, at: Option<&str>, values: [i64; 2]) -> Task {
        let weights = [2, 3];
        let terms: Vec<TermValue> = values
            .into_iter()
            .zip(weights)
            .map(|(value, weight)| TermValue {
                value: Fixed::from_int(value),
                contribution: Fixed::from_int(value * weight),
            })
            .collect();
        Task {
            who: format!("outpost {who} on 4,{who}"),
            task,
            description: at.map_or_else(|| task.to_owned(), |at| format!("{task} at {at}")),
            score: total(&terms),
            terms,
            location: Opaque::new(()),
            options: Vec::new(),
        }
    }

    #[test]
    fn the_best_task_is_told_with_what_counts_most_in_it() {
        let term = |column: usize, weight| weighed(COLUMNS[column], weight, 20).term;
        let terms = [term(0, 2000), term(7, 3000)];
        let orders = Plain { disband: Some(2), steps: Default::default() };
        let tasks = [
            task(0, "rest", None, [90, 0]),
            task(1, "harvest", Some("5,6"), [12, 1]),
            task(2, "hunt", Some("7,8"), [1, 5]),
        ];
        let (headline, differences) = why(&tasks, &terms, &orders);
        let best =
            "The best task is that of outpost 1, harvest at 5,6: it adds or keeps 12 land cells.";
        assert_eq!(headline, best);
        let counts = "0 of 3 outposts move: 1 rest, 1 harvest, 1 hunt.";
        assert_eq!(differences, [counts, "Outpost 2 adds the least, and must go."]);
        let (headline, _) = why(&tasks[2..], &terms, &orders);
        assert_eq!(
            headline,
            "The best task is that of outpost 2, hunt at 7,8: “prey” counts most."
        );
        let (headline, _) = why(&tasks[..1], &terms, &orders);
        assert_eq!(headline, "The only outpost stays: rest.");
        assert_eq!(why(&[], &terms, &orders).0, "There is no outpost to order.");
    }
}
