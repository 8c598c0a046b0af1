//! Our strongest. It plans much as `wolfpack` does, but knows when the game ends and fills what is open on the whole
//! board, and then improves the plan: it plays the turn with one step changed, on the real rules, keeps the change if
//! the board is better, and goes on until its budget is spent. A node is one such trial, played twice: with the enemies standing still, for what can
//! be won, and with those that are near coming at the nearest own outpost, for what can be lost.

use super::super::board::{Cell, Direction, EMPIRES};
use super::super::field::{Events, Field};
use super::super::moves::Orders;
use super::super::planning::tactics::attack;
use super::super::planning::{Job, Kind, Plan, TOTORA, TOTORA_EASY, Weights, plan_with};
use super::super::position::Outpost;
use super::super::steps::Plain;
use super::{Column, NO_TERM, table, total, weighed, weights, why};
use crate::base::fixed::Fixed;
use crate::base::options::OptionSpec;
use crate::base::rng::Rng;
use crate::base::util::{counted, grouped};
use crate::contract::bot::{Bot, BotSpec, Budget, Thinking, Watch, Weight};
use crate::contract::game::Seat;
use crate::contract::thought::{
    Candidate, MOST_DIFFERENCES, Score, Task, Term, TermValue, Thought,
};

/// Terms that judge the board after the turn.
const OUTCOME: usize = 5;
/// Terms of the tasks.
const TASKS: usize = TOTORA.weights.len();
/// All terms: those of the tasks, then those of the board.
const ALL: usize = TASKS + OUTCOME;

/// What one of each of [`JUDGED`] counts, in thousandths.
const WEIGHTS: [i64; OUTCOME] = [1000, 60_000, -80_000, 1000, 2000];

const JUDGED: [Column; OUTCOME] = [
    ("area", "area", "own land and water after the turn"),
    ("kills", "kills", "enemy outposts that are cut off in it"),
    ("lost", "lost", "own outposts that are cut off in it, and in it if enemies attack"),
    (
        "pay",
        "pay",
        "hundredths of an outpost that the area pays for, up to one more than there are",
    ),
    ("plan", "plan", "outposts that keep to the plan"),
];

static ALL_WEIGHTS: [Weight; ALL] = {
    let tasks: [Weight; TASKS] = weights(TOTORA);
    let mut all = [Weight::of(NO_TERM, 0); ALL];
    let mut i = 0;
    while i < ALL {
        all[i] =
            if i < TASKS { tasks[i] } else { weighed(JUDGED[i - TASKS], WEIGHTS[i - TASKS], 200) };
        i += 1;
    }
    all
};

const LEVEL: OptionSpec = OptionSpec::level(
    "Full: all of the budget; Middle: its plan as it stands, no step is tried; Easy: it only harvests, and defends nothing",
);

/// The bot as data.
pub static SPEC: BotSpec<Outpost> = BotSpec {
    id: "totora",
    name: "Totora",
    about: "Settles, hunts in duos while there is time, fills the board, and improves the plan by playing the turn out.",
    weights: &ALL_WEIGHTS,
    settings: &[LEVEL],
    budget: Some(Budget::Nodes(300)),
    closed: "It improves a plan by playing the turn out, which no formula says; its plan is much like Wolfpack's.",
    ..BotSpec::plain(|spec, options| {
        let terms = spec.weighed(options);
        let weight = |i: usize| terms.get(i).map_or(Fixed::ZERO, |term: &Term| term.weight);
        let level = options.text(&LEVEL);
        Box::new(Totora {
            weights: std::array::from_fn(weight),
            kind: if level == "easy" { TOTORA_EASY } else { TOTORA },
            improves: level == "full",
        })
    })
};

struct Totora {
    weights: [Fixed; ALL],
    /// What it plans by.
    kind: Kind,
    /// Whether it plays the turn out to improve the plan.
    improves: bool,
}

/// What was measured of a board after the turn, in the order of [`JUDGED`].
type Judged = [i64; OUTCOME];

impl Bot<Outpost> for Totora {
    fn begin(
        &self,
        position: &Outpost,
        seat: Seat,
        budget: Budget,
        rng: Rng,
    ) -> Box<dyn Thinking<Outpost>> {
        let me = seat.min(EMPIRES - 1);
        let weights = TOTORA.spread(|at| self.weights[at]);
        let planner = self.kind.planner;
        let plan = plan_with(position.rules(), position.field(), me, weights, planner, &rng);
        let mut field = position.field().mustered(position.rules());
        field.posts[me].clone_from(&plan.posts);
        let steps: Vec<Option<Direction>> = plan.jobs.iter().map(|job| job.step).collect();
        let mut improving = Improving {
            position: position.clone(),
            field,
            me,
            weights: self.weights,
            trials: Vec::new(),
            at: 0,
            passes: 0,
            spent: 0,
            budget,
            found: steps.clone(),
            brought: vec![[0; OUTCOME]; steps.len()],
            steps,
            plan,
            base: [0; OUTCOME],
            best: [0; OUTCOME],
            events: Events::default(),
            attack: Default::default(),
            attacked: false,
        };
        improving.attack = attack(position.rules(), &improving.field, me);
        improving.attacked = improving.attack.iter().any(|plain| !plain.steps.is_empty());
        improving.base = improving.judge();
        improving.best = improving.base;
        if self.improves {
            improving.trials = improving.worth_trying();
        }
        Box::new(improving)
    }
}

/// A plan while it is improved.
struct Improving {
    position: Outpost,
    /// The field with the season's changes.
    field: Field,
    me: usize,
    weights: [Fixed; ALL],
    plan: Plan,
    /// The plan's own steps.
    steps: Vec<Option<Direction>>,
    /// The best steps so far.
    found: Vec<Option<Direction>>,
    /// What the changes of each outpost's step have brought: they sum to the best less the base.
    brought: Vec<Judged>,
    base: Judged,
    best: Judged,
    /// Outposts and other steps for them.
    trials: Vec<(usize, Option<Direction>)>,
    at: usize,
    passes: u32,
    spent: u64,
    budget: Budget,
    events: Events,
    /// What enemies that are near would do.
    attack: [Plain; EMPIRES],
    /// Whether anybody is near enough to attack.
    attacked: bool,
}

impl Improving {
    /// Plays the turn with the best steps so far: the enemies stand still, and then attack.
    fn judge(&mut self) -> Judged {
        let steps = self.found.iter().enumerate();
        let steps = steps.filter_map(|(index, step)| Some((index as u32, (*step)?))).collect();
        let plain = Plain { disband: None, steps };
        let stay = Plain::default();
        let mut orders = [&stay; EMPIRES];
        orders[self.me] = &plain;
        let mut field = self.field.clone();
        field.resolve(self.position.rules(), orders, &mut self.events);
        let mine = |events: &Events| {
            events.lost.iter().filter(|lost| usize::from(lost.0) == self.me).count()
        };
        let mut lost = mine(&self.events);
        let kills = self.events.lost.len() - lost;
        if self.attacked {
            let mut field = self.field.clone();
            let mut orders: [&Plain; EMPIRES] = self.attack.each_ref();
            orders[self.me] = &plain;
            field.resolve(self.position.rules(), orders, &mut self.events);
            lost += mine(&self.events);
        }
        let kept = self.found.iter().zip(&self.steps).filter(|(a, b)| a == b).count();
        let rules = self.position.rules();
        let pays = (field.land[self.me] * 100 / rules.land_cost)
            .min(field.water[self.me] * 100 / rules.water_cost)
            .min(100 * field.posts[self.me].len() as u32);
        let area = i64::from(field.area(self.me));
        [area, kills as i64, lost as i64, pays.into(), kept as i64]
    }

    fn score(&self, judged: &Judged) -> i64 {
        judged.iter().zip(&self.weights[TASKS..]).map(|(&v, weight)| v * weight.thousandths()).sum()
    }

    /// Other steps for outposts that have arrived, or are near an enemy; those nearest an enemy first.
    fn worth_trying(&self) -> Vec<(usize, Option<Direction>)> {
        let land = &self.position.rules().map.land;
        let enemies: Vec<Cell> = (0..EMPIRES)
            .filter(|&e| e != self.me)
            .flat_map(|e| self.field.posts[e].iter().copied())
            .collect();
        let mut order: Vec<(usize, u32)> = Vec::new();
        for (index, (&post, job)) in self.plan.posts.iter().zip(&self.plan.jobs).enumerate() {
            let danger = enemies.iter().map(|enemy| enemy.distance(post)).min().unwrap_or(99);
            let arrived = job.target.is_none_or(|target| target.distance(post) <= 3);
            if (danger <= 3 || arrived) && job.task != "guard" {
                order.push((index, danger));
            }
        }
        crate::base::util::sort_by_key(&mut order, |&(_, danger)| (danger.into(), 0));
        let mut trials = Vec::new();
        for (index, _) in order {
            let post = self.plan.posts[index];
            trials.push((index, None));
            for direction in Direction::ALL {
                if post.step(direction).is_some_and(|to| land.contains(to)) {
                    trials.push((index, Some(direction)));
                }
            }
        }
        trials
    }

    fn try_next(&mut self) {
        let (index, step) = self.trials[self.at];
        self.at += 1;
        if self.at == self.trials.len() {
            self.at = 0;
            self.passes += 1;
        }
        if self.found[index] == step {
            return;
        }
        let before = std::mem::replace(&mut self.found[index], step);
        let judged = self.judge();
        if self.score(&judged) > self.score(&self.best) {
            for (term, (new, old)) in judged.iter().zip(&self.best).enumerate() {
                self.brought[index][term] += new - old;
            }
            self.best = judged;
        } else {
            self.found[index] = before;
        }
    }

    /// Whether the budget is spent, or two whole passes are done.
    fn finished(&self, watch: &dyn Watch) -> bool {
        const MOST_PASSES: u32 = 2;
        self.trials.is_empty()
            || self.passes >= MOST_PASSES
            || match self.budget {
                Budget::Nodes(nodes) => self.spent >= nodes,
                Budget::Depth(passes) => self.passes >= passes,
                Budget::Ms(ms) => watch.elapsed_ms() >= ms as f64,
            }
    }

    fn orders(&self, steps: &[Option<Direction>]) -> Plain {
        let steps = steps.iter().enumerate();
        Plain {
            disband: self.plan.orders.disband,
            steps: steps.filter_map(|(index, step)| Some((index as u32, (*step)?))).collect(),
        }
    }

    /// What was judged, each times its weight.
    fn outcome(&self, judged: &Judged) -> impl Iterator<Item = TermValue> {
        judged.iter().zip(&self.weights[TASKS..]).map(|(&value, weight)| {
            let value = Fixed::from_int(value);
            TermValue { value, contribution: weight.times(value) }
        })
    }

    fn candidate(&self, steps: &[Option<Direction>], judged: &Judged) -> Candidate<Orders> {
        let mut terms = vec![TermValue::default(); TASKS];
        terms.extend(self.outcome(judged));
        let score = terms.iter().map(|term| term.contribution).sum();
        let mv = Orders::Plain(self.orders(steps));
        Candidate::exact(mv, Score::Value(score), terms)
    }
}

impl Thinking<Outpost> for Improving {
    fn advance(&mut self, slice: u64, watch: &dyn Watch) -> bool {
        // A trial is a whole turn, played twice: as long as a hundred nodes of other games and more.
        for _ in 0..(slice / 64).max(1) {
            if self.finished(watch) {
                return true;
            }
            self.spent += 1;
            self.try_next();
            if watch.stop() || watch.pause() {
                break;
            }
        }
        self.finished(watch)
    }

    fn thought(&self) -> Thought<Orders> {
        let best = self.candidate(&self.found, &self.best);
        let mut candidates = vec![best.clone()];
        if self.found != self.steps {
            candidates.push(self.candidate(&self.steps, &self.base));
        }
        let known = ALL_WEIGHTS.iter().zip(self.weights);
        let terms: Vec<Term> = known.map(|(known, weight)| Term { weight, ..known.term }).collect();
        let changed = self.found.iter().zip(&self.steps).filter(|(a, b)| a != b).count();
        let orders = self.orders(&self.found);
        let improved = match changed {
            0 if self.spent == 0 => "No other step was tried.".to_owned(),
            0 => format!("{} found no better step.", counted(self.spent, "trial")),
            _ => format!(
                "{} changed {}: {} cells after the turn instead of {}, {} cut off.",
                counted(self.spent, "trial"),
                counted(changed as u64, "step"),
                grouped(self.best[0].unsigned_abs()),
                grouped(self.base[0].unsigned_abs()),
                counted(self.best[1].unsigned_abs(), "enemy outpost")
            ),
        };
        let (mut why, mut differences) = why(&self.tasks(), &terms, &orders);
        if changed > 0 {
            differences.insert(0, std::mem::replace(&mut why, improved));
        } else {
            differences.push(improved);
        }
        differences.truncate(MOST_DIFFERENCES);
        Thought {
            choice: Some(best.mv),
            candidates,
            terms,
            nodes: self.spent,
            depth: 1,
            exact: false,
            why,
            differences,
            now: Vec::new(),
        }
    }

    fn tasks(&self) -> Vec<Task> {
        let jobs: Vec<Job> = self
            .plan
            .jobs
            .iter()
            .zip(self.found.iter().zip(&self.steps))
            .map(|(job, (found, step))| {
                if found == step {
                    *job
                } else {
                    // Not the task has decided, but what the step brings on the board.
                    Job { task: "improve", step: *found, values: Job::REST.values, ..*job }
                }
            })
            .collect();
        let (orders, posts) = (self.plan.orders.clone(), self.plan.posts.clone());
        let plan = Plan { orders, jobs, posts, terms: None, options: Vec::new() };
        let weights: Weights = TOTORA.spread(|at| self.weights[at]);
        let mut tasks = table(&plan, &TOTORA, &weights);
        for (task, brought) in tasks.iter_mut().zip(&self.brought) {
            task.terms.extend(self.outcome(brought));
            task.score = total(&task.terms);
        }
        tasks
    }
}
