//! Our strongest bot. It plans much like `wolfpack`, but takes the end of the game into account and fills open areas of the whole
//! board. Then it improves the plan: it plays the turn with one step changed, by the real rules, keeps the change if the board is
//! better, and repeats this until its budget is spent. A node is one such trial, played twice: with the enemies standing still,
//! for possible gains, and with nearby enemies approaching the nearest own outpost, for possible losses.

use super::super::board::{Cell, Direction, EMPIRES};
use super::super::field::Field;
use super::super::measures::Weights;
use super::super::moves::Orders;
use super::super::planning::tactics::{STILL, attack, played};
use super::super::planning::{HARVESTER, Job, Planner, TOTORA, TurnPlan, plan_by};
use super::super::position::Outpost;
use super::super::presentation::words;
use super::super::steps::Plain;
use super::{NO_TERM, column, described, split_headline, table, total, weighed, weights, why};
use crate::base::fixed::Fixed;
use crate::base::options::OptionSpec;
use crate::base::rng::Rng;
use crate::contract::analysis::{Analysis, Candidate, Score, Task, Term, TermValue};
use crate::contract::bot::{Bot, BotSpec, Budget, Clock, Search, Weight};
use crate::contract::film::{Film, Kind, MovePath, Variation, What};
use crate::contract::game::Seat;
use crate::search::explain::clause;

/// The number of terms that evaluate the board after the turn.
const OUTCOME: usize = 4;
/// The number of terms of the tasks.
const TASKS: usize = TOTORA.count();
/// The number of all terms: those of the tasks, then those of the board.
const ALL: usize = TASKS + OUTCOME;

/// The weight of each of [`JUDGED`], in thousandths.
const WEIGHTS: [i64; OUTCOME] = [1000, 20_000, 1000, 2000];

/// The term for cut-off outposts.
const FIGHTS: &str = "fights";

const JUDGED: [Term; OUTCOME] = [
    column("area", "your land and water after the turn").said(
        "leaves you # more [cell|cells] after the turn",
        "leaves you # fewer [cell|cells] after the turn",
    ),
    column(
        FIGHTS,
        "3 for each enemy outpost that is cut off, -4 for each of yours, also if enemies attack",
    )
    .said("does better in fights", "does worse in fights"),
    column("pay", "outposts that the area pays for, in hundredths, up to one more than you have")
        .said("leaves more area for new outposts", "leaves less area for new outposts"),
    column("plan", "outposts that keep to the plan").said(
        "keeps # more [outpost|outposts] to the plan",
        "keeps # fewer [outpost|outposts] to the plan",
    ),
];

static ALL_WEIGHTS: [Weight; ALL] = {
    let tasks: [Weight; TASKS] = weights(TOTORA);
    let mut all = [Weight::of_term(NO_TERM, 0); ALL];
    let mut i = 0;
    while i < ALL {
        all[i] =
            if i < TASKS { tasks[i] } else { weighed(JUDGED[i - TASKS], WEIGHTS[i - TASKS], 200) };
        i += 1;
    }
    all
};

const LEVEL: OptionSpec = OptionSpec::level(
    "Full: the whole budget; Middle: its plan without trying other steps; Easy: only harvests, without any defence",
);

/// The declaration of the bot.
pub static SPEC: BotSpec<Outpost> = BotSpec {
    id: "totora",
    name: "Totora",
    about: "Settles, hunts in pairs while there is time, fills the board, and improves its plan by simulating the turn.",
    weights: &ALL_WEIGHTS,
    settings: &[LEVEL],
    budget: Some(Budget::Nodes(300)),
    closed: "It improves its plan by simulating the turn, which no formula can do; the plan is like Wolfpack's.",
    ..BotSpec::plain(|spec, options| {
        let terms = spec.weighed(options);
        let weight = |i: usize| terms.get(i).map_or(Fixed::ZERO, |term: &Term| term.weight);
        let level = options.text(&LEVEL);
        Box::new(Totora {
            weights: std::array::from_fn(weight),
            planner: if level == "easy" { HARVESTER } else { TOTORA }.planner,
            improves: level == "full",
        })
    })
};

/// The task of an outpost whose step was changed: the resulting board decided, without a comparison of tasks.
const IMPROVED: &str = "reposition";

struct Totora {
    weights: [Fixed; ALL],
    planner: Planner,
    /// Whether it plays the turn out to improve the plan.
    improves: bool,
}

/// The measurements of a board after the turn, in the order of [`JUDGED`]; then the enemy outposts that are cut off.
type Measurements = [i64; OUTCOME + 1];

impl Bot<Outpost> for Totora {
    fn begin(
        &self,
        position: &Outpost,
        seat: Seat,
        budget: Budget,
        rng: Rng,
    ) -> Box<dyn Search<Outpost>> {
        let me = seat.min(EMPIRES - 1);
        let input = PlanInput {
            position: position.clone(),
            me,
            weights: TOTORA.spread(|at| self.weights[at]),
            planner: self.planner,
            rng,
        };
        let plan = input.plan(false);
        let rules = position.rules();
        let mut field = position.field().mustered(rules);
        field.posts[me].clone_from(&plan.posts);
        let attack = attack(rules, &field, me);
        let steps: Vec<Option<Direction>> = plan.jobs.iter().map(|job| job.step).collect();
        let mut improving = Improving {
            input,
            field,
            weights: self.weights,
            trials: Vec::new(),
            at: 0,
            passes: 0,
            spent: 0,
            budget,
            found: steps.clone(),
            brought: vec![Measurements::default(); steps.len()],
            steps,
            plan,
            film: None,
            base: Measurements::default(),
            best: Measurements::default(),
            attacked: attack.iter().any(|plain| !plain.steps.is_empty()),
            attack,
        };
        improving.base = improving.judge(&improving.steps);
        improving.best = improving.base;
        if self.improves {
            improving.trials = improving.alternative_steps();
        }
        Box::new(improving)
    }
}

struct PlanInput {
    position: Outpost,
    me: usize,
    weights: Weights,
    planner: Planner,
    rng: Rng,
}

impl PlanInput {
    /// Makes the plan, with the options of each outpost if requested.
    fn plan(&self, options: bool) -> TurnPlan {
        let (rules, field) = (self.position.rules(), self.position.field());
        plan_by(rules, field, self.me, (self.weights, None, options), self.planner, &self.rng)
    }
}

/// A plan that is being improved.
struct Improving {
    input: PlanInput,
    /// The field with the season's changes.
    field: Field,
    weights: [Fixed; ALL],
    plan: TurnPlan,
    /// The steps of the plan itself.
    steps: Vec<Option<Direction>>,
    /// The best steps found.
    found: Vec<Option<Direction>>,
    /// The gain from the changed step of each outpost: the sum is the best minus the base.
    brought: Vec<Measurements>,
    base: Measurements,
    best: Measurements,
    /// Outposts and alternative steps for them.
    trials: Vec<(usize, Option<Direction>)>,
    at: usize,
    passes: u32,
    spent: u64,
    budget: Budget,
    /// The expected attack of nearby enemies.
    attack: [Plain; EMPIRES],
    film: Option<Film>,
    /// Whether an enemy is near enough to attack.
    attacked: bool,
}

impl Improving {
    /// Plays the turn with these steps, first with the enemies standing still, then with their attack.
    fn judge(&self, found: &[Option<Direction>]) -> Measurements {
        let (rules, me) = (self.input.position.rules(), self.input.me);
        let plain = self.orders(found);
        let (field, events) = played(rules, &self.field, me, &plain, &STILL);
        let mut lost = events.lost_by(me).count();
        let kills = events.lost.len() - lost;
        if self.attacked {
            let (_, events) = played(rules, &self.field, me, &plain, &self.attack);
            lost += events.lost_by(me).count();
        }
        let kept = found.iter().zip(&self.steps).filter(|(a, b)| a == b).count();
        let pays = (field.land[me] * 100 / rules.land_cost)
            .min(field.water[me] * 100 / rules.water_cost)
            .min(100 * field.posts[me].len() as u32);
        let area = i64::from(field.area(me));
        let kills = kills as i64;
        [area, 3 * kills - 4 * lost as i64, pays.into(), kept as i64, kills]
    }

    fn score(&self, judged: &Measurements) -> i64 {
        judged.iter().zip(&self.weights[TASKS..]).map(|(&v, weight)| v * weight.thousandths()).sum()
    }

    /// Alternative steps for outposts that have arrived or are near an enemy; those nearest an enemy first.
    fn alternative_steps(&self) -> Vec<(usize, Option<Direction>)> {
        let map = &self.input.position.rules().map;
        let enemies: Vec<Cell> = self.field.enemies(self.input.me).map(|(_, post)| post).collect();
        let mut order: Vec<(usize, u32)> = Vec::new();
        for (index, (&post, job)) in self.plan.posts.iter().zip(&self.plan.jobs).enumerate() {
            let danger = enemies.iter().map(|enemy| enemy.distance(post)).min().unwrap_or(99);
            let arrived = job.target.is_none_or(|target| target.distance(post) <= 3);
            if (danger <= 3 || arrived) && job.task != "guard" {
                order.push((index, danger));
            }
        }
        crate::base::util::sort_by_key(&mut order, |&(_, danger)| (danger.into(), 0));
        let trials = order.into_iter().flat_map(|(index, _)| {
            let post = self.plan.posts[index];
            let steps = Direction::ALL.into_iter().filter(move |&to| map.step(post, to).is_some());
            std::iter::once(None).chain(steps.map(Some)).map(move |step| (index, step))
        });
        trials.collect()
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
        let judged = self.judge(&self.found);
        if self.film.is_some() {
            self.record_trial(index, step, &judged);
        }
        if self.score(&judged) > self.score(&self.best) {
            for (term, (new, old)) in judged.iter().zip(&self.best).enumerate() {
                self.brought[index][term] += new - old;
            }
            self.best = judged;
        } else {
            self.found[index] = before;
        }
    }

    /// Whether the budget is spent, or two full passes are done.
    fn finished(&self, watch: &dyn Clock) -> bool {
        const MOST_PASSES: u32 = 2;
        self.trials.is_empty()
            || self.passes >= MOST_PASSES
            || match self.budget {
                Budget::Nodes(nodes) => self.spent >= nodes,
                Budget::Depth(passes) => self.passes >= passes,
                Budget::Ms(ms) => watch.elapsed_ms() >= ms as f64,
            }
    }

    /// The changed step with the largest gain, in a sentence; `None` if no single change improves
    /// the turn.
    fn best_change(&self, terms: &[Term]) -> Option<String> {
        let mut best: Option<(i64, usize, Measurements)> = None;
        for index in (0..self.found.len()).filter(|&index| self.found[index] != self.steps[index]) {
            let mut without = self.found.clone();
            without[index] = self.steps[index];
            let judged = self.judge(&without);
            let gain = self.score(&self.best) - self.score(&judged);
            if gain > best.map_or(0, |(most, ..)| most) {
                best = Some((gain, index, judged));
            }
        }
        let (_, index, without) = best?;
        let gain = |at: &usize| {
            self.weights[TASKS + at].times(Fixed::from_int(self.best[*at] - without[*at]))
        };
        let most = (0..OUTCOME).rev().max_by_key(gain)?;
        let value = Fixed::from_int(self.best[most] - without[most]);
        let kills = self.best[OUTCOME] - without[OUTCOME];
        let clause = match kills {
            // The number of cut-off outposts is clearer than their score.
            1.. if terms[TASKS + most].key == FIGHTS => words::cuts_off(kills.unsigned_abs()),
            _ => clause(&terms[TASKS + most], value)?,
        };
        let step = words::step(self.found[index]);
        let planned = described(&self.plan.jobs[index]);
        Some(words::matters_most(&words::outpost(index), [&step, &clause, &planned]))
    }

    /// Records a trial: the order of that outpost alone, and the value of the whole turn with it.
    #[cold]
    #[inline(never)]
    fn record_trial(&mut self, index: usize, step: Option<Direction>, judged: &Measurements) {
        let score = Score::Value(Fixed::from_thousandths(self.score(judged)));
        let best = self.score(judged) > self.score(&self.best);
        let terms = self.outcome(judged).map(|term| term.contribution).collect();
        let order = Plain {
            disband: None,
            steps: step.into_iter().map(|step| (index as u32, step)).collect(),
        };
        let Some(film) = &mut self.film else { return };
        film.count_nodes(self.spent);
        film.record(Kind::Candidate, best, || {
            (MovePath::from_moves([Orders::Plain(order)]), What::Candidate { score, terms, best })
        });
    }

    fn orders(&self, steps: &[Option<Direction>]) -> Plain {
        let steps = steps.iter().enumerate();
        Plain {
            disband: self.plan.orders.disband,
            steps: steps.filter_map(|(index, step)| Some((index as u32, (*step)?))).collect(),
        }
    }

    /// The weighted measurements.
    fn outcome(&self, judged: &Measurements) -> impl Iterator<Item = TermValue> {
        judged.iter().zip(&self.weights[TASKS..]).map(|(&value, weight)| {
            let value = Fixed::from_int(value);
            TermValue { value, contribution: weight.times(value) }
        })
    }

    fn candidate(&self, steps: &[Option<Direction>], judged: &Measurements) -> Candidate<Orders> {
        let mut terms = vec![TermValue::default(); TASKS];
        terms.extend(self.outcome(judged));
        let mv = Orders::Plain(self.orders(steps));
        Candidate::exact(mv, Score::Value(total(&terms)), terms)
    }
}

impl Search<Outpost> for Improving {
    fn advance(&mut self, slice: u64, watch: &dyn Clock) -> bool {
        // A trial is a whole turn, played twice: it takes as long as a hundred or more nodes of other games.
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

    fn observe(&mut self, _variation: Variation) {
        self.film = Some(Film::default());
    }

    fn film(&self) -> Option<&Film> {
        self.film.as_ref()
    }

    fn choice_only(&self) -> Analysis<Orders> {
        let best = self.candidate(&self.found, &self.best);
        let known = ALL_WEIGHTS.iter().zip(self.weights);
        Analysis {
            choice: Some(best.mv.clone()),
            candidates: vec![best],
            terms: known.map(|(known, weight)| Term { weight, ..known.term }).collect(),
            nodes: self.spent,
            depth: 1,
            ..Analysis::nothing(String::new())
        }
    }

    fn analysis(&self) -> Analysis<Orders> {
        let mut analysis = self.choice_only();
        if self.found != self.steps {
            analysis.candidates.push(self.candidate(&self.steps, &self.base));
        }
        let changed = self.found.iter().zip(&self.steps).filter(|(a, b)| a != b).count();
        let improved = match changed {
            0 => words::no_better_step(self.spent),
            _ => {
                let cells = [self.best[0], self.base[0]].map(i64::unsigned_abs);
                words::changed(self.spent, changed, cells, self.best[OUTCOME].unsigned_abs())
            }
        };
        let change = self.best_change(&analysis.terms);
        // At most one outpost "matters most": that of the change, if there is one.
        let orders = self.orders(&self.found);
        let mut sentences = why(&self.tasks(), &analysis.terms, &orders, change.is_some());
        if self.spent > 0 {
            sentences.insert(usize::from(change.is_none()), improved);
        }
        sentences.splice(0..0, change);
        (analysis.why, analysis.differences) = split_headline(sentences);
        analysis
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
                    Job { task: IMPROVED, step: *found, values: Job::REST.values, ..*job }
                }
            })
            .collect();
        let plan = TurnPlan { jobs, ..self.input.plan(true) };
        let mut tasks = table(&plan, &TOTORA, &self.input.weights);
        for (task, brought) in tasks.iter_mut().zip(&self.brought) {
            if task.task == IMPROVED {
                task.options.clear();
            }
            for option in &mut task.options {
                option.terms.resize(ALL, TermValue::default());
            }
            task.terms.extend(self.outcome(brought));
            task.score = total(&task.terms);
        }
        tasks
    }
}
