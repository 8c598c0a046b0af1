//! Planning a turn of an empire: the options of an outpost and their measurements, and the planner of each
//! bot. Standing orders and bots both use it. Positions and bots are outside this module.

mod planners;
mod pool;
mod scene;
pub(super) mod tactics;

pub use scene::{Job, Scene};

use super::board::Cell;
use super::features;
use super::field::{Field, Rules};
use super::measures::{TERMS, Weights};
use super::moves::Adviser;
use super::steps::Plain;
use super::survey::least_useful;
use crate::base::fixed::Fixed;
use crate::base::rng::{Rng, Stream};
use crate::contract::analysis::TermValue;
use crate::lab::heuristic::Lab;
use std::cell::RefCell;

/// A planner: returns a job for each own outpost.
pub(super) type Planner = fn(&Scene, &Rng) -> Vec<Job>;

/// A planner with its weights.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    /// The id of its bot.
    pub(super) id: &'static str,
    pub(super) planner: Planner,
    /// The default weight of each term, in thousandths; 0 for a term that it does not use.
    pub(super) weights: [i64; TERMS],
}

impl Kind {
    /// The number of terms that it uses.
    pub(super) const fn count(&self) -> usize {
        let (mut count, mut term) = (0, 0);
        while term < TERMS {
            count += (self.weights[term] != 0) as usize;
            term += 1;
        }
        count
    }

    /// The terms that it uses, in ascending order.
    pub(super) fn terms(&self) -> impl Iterator<Item = usize> {
        (0..TERMS).filter(|&term| self.weights[term] != 0)
    }

    /// The weights of all terms; `in_force` returns the current weight of the planner's terms, by their order.
    pub(super) fn spread(&self, in_force: impl Fn(usize) -> Fixed) -> Weights {
        let mut all = [Fixed::ZERO; TERMS];
        for (at, term) in self.terms().enumerate() {
            all[term] = in_force(at);
        }
        all
    }
}

const fn kind(id: &'static str, planner: Planner, weights: [i64; TERMS]) -> Kind {
    Kind { id, planner, weights }
}

/// The planners behind the advisers, with the weights of land, water, need, way, home, crowd, threat, prey, guard and saved.
pub(super) const KINDS: [Kind; 8] = [
    kind("drifter", planners::drifter, [0; TERMS]),
    kind("harvester", planners::harvester, [400, 2000, 0, 0, -1000, 0, 0, 0, 0, 0]),
    kind("homesteader", planners::homesteader, [250, 0, 3000, -300, -50, 0, 0, 0, 0, 0]),
    kind("shepherd", planners::shepherd, [3000, 1500, 1500, -15_000, -100, -2500, -1000, 0, 0, 0]),
    kind("mason", planners::mason, [200, 0, 10_000, -300, -1000, 0, 0, 0, 0, 0]),
    kind("phalanx", planners::phalanx, [400, 800, 10_000, -300, -200, 0, 0, 6000, 10_000, 0]),
    kind("kamikaze", planners::kamikaze, [1000, 1000, 0, -700, -500, 0, 0, 9000, 5000, 0]),
    kind("wolfpack", planners::wolfpack, [400, 400, 15_000, -300, -200, 0, 0, 8000, 10_000, 0]),
];

pub(super) const DRIFTER: Kind = KINDS[0];
pub(super) const HARVESTER: Kind = KINDS[1];
pub(super) const HOMESTEADER: Kind = KINDS[2];
pub(super) const SHEPHERD: Kind = KINDS[3];
pub(super) const MASON: Kind = KINDS[4];
pub(super) const PHALANX: Kind = KINDS[5];
pub(super) const KAMIKAZE: Kind = KINDS[6];
pub(super) const WOLFPACK: Kind = KINDS[7];
/// The planner of `totora`, at the full and the middle level; the easy level harvests, with the same terms.
pub(super) const TOTORA: Kind =
    kind("totora", planners::totora, [400, 1000, 5000, -1000, -1000, 0, 0, 8000, 10_000, 0]);

/// The orders of an empire for a turn, with the jobs behind them.
pub struct TurnPlan {
    /// What is sent to the rules this turn.
    pub orders: Plain,
    /// A job for each outpost, in the order of the list that the orders refer to.
    pub jobs: Vec<Job>,
    /// The cell of each outpost, in the order of `jobs`.
    pub posts: Vec<Cell>,
    /// The terms of each job, if formulas score them.
    pub terms: Vec<Option<Vec<TermValue>>>,
    /// For each outpost its job and its best alternatives, with their scores; empty unless requested.
    pub options: Vec<Vec<Choice>>,
}

/// A current or alternative job of an outpost.
pub struct Choice {
    /// What the outpost does, and where.
    pub job: Job,
    /// Higher is better.
    pub score: Fixed,
    /// Its terms, if formulas score it.
    pub terms: Option<Vec<TermValue>>,
}

/// Plans for an empire, by formulas if there are any, else by weights; includes the options of each outpost if requested. If
/// an outpost must be disbanded, it is the least useful one.
pub(super) fn plan_by(
    rules: &Rules,
    field: &Field,
    me: usize,
    (weights, lab, options): (Weights, Option<&Lab>, bool),
    planner: Planner,
    rng: &Rng,
) -> TurnPlan {
    let mut mustered = field.mustered(rules);
    let disband = if field.season_change(rules, me) < 0 {
        let index = least_useful(rules, &mustered, me).unwrap_or(0);
        mustered.posts[me].remove(index as usize);
        Some(index)
    } else {
        None
    };
    let outposts = mustered.posts[me].len();
    let considered = options.then(|| RefCell::new(vec![Vec::new(); outposts]));
    let scene =
        Scene { rules, field: &mustered, me, turn: field.turn + 1, weights, lab, considered };
    let mut jobs = planner(&scene, rng);
    jobs.resize(mustered.posts[me].len(), Job::REST);
    let steps =
        jobs.iter().enumerate().filter_map(|(i, job)| Some((i as u32, job.step?))).collect();
    let terms_of =
        |job: &Job| lab.map(|lab| features::terms((rules, scene.field, me), lab, &job.values));
    let terms = jobs.iter().map(terms_of).collect();
    let choice = |(job, score)| Choice { job, score, terms: terms_of(&job) };
    let options_of = |(index, job)| scene.options(index, job).into_iter().map(choice).collect();
    let options = jobs.iter().enumerate().map(options_of).collect();
    let posts = std::mem::take(&mut mustered.posts[me]);
    TurnPlan { orders: Plain { disband, steps }, jobs, posts, terms, options }
}

/// The adviser's job for each outpost.
pub(super) fn advise(adviser: Adviser, rules: &Rules, field: &Field, me: usize) -> Vec<Job> {
    let Some(known) = KINDS.iter().find(|kind| kind.id == adviser.id()) else { return Vec::new() };
    let weights = known.weights.map(Fixed::from_thousandths);
    let turn = field.turn + 1;
    let scene = Scene { rules, field, me, turn, weights, lab: None, considered: None };
    let rng = Rng::new(0, Stream::Other(0));
    let mut jobs = (known.planner)(&scene, &rng);
    jobs.resize(field.posts[me].len(), Job::REST);
    jobs
}
