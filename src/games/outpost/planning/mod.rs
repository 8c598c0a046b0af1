//! Planning a turn of an empire: the options of an outpost and their measurements, and the planner of each
//! bot. Standing orders and bots both use it. Positions and bots are outside this module.

mod measures;
mod planners;
mod pool;
mod scene;
pub(super) mod tactics;

pub(super) use measures::{
    CROWD, GUARD, HOME, LAND, NEED, PREY, SAVED, THREAT, TaskKind, WATER, WAY, is_of, target,
};
pub use measures::{TERMS, Values, Weights};
pub use scene::{Job, Scene};

use super::board::Cell;
use super::features;
use super::field::{Field, Rules};
use super::moves::Adviser;
use super::steps::Plain;
use super::survey::least_useful;
use crate::base::fixed::Fixed;
use crate::base::rng::{Rng, Stream};
use crate::contract::thought::TermValue;
use crate::lab::heuristic::Lab;
use std::cell::RefCell;

/// A planner: returns a job for each own outpost.
pub(super) type Planner = fn(&Scene, &Rng) -> Vec<Job>;

/// A planner with its weights.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    /// The id of its bot.
    pub(super) id: &'static str,
    /// The planning function.
    pub(super) planner: Planner,
    /// Its terms with their default weights, in thousandths.
    pub(super) weights: &'static [(usize, i64)],
}

impl Kind {
    const fn new(id: &'static str, planner: Planner, weights: &'static [(usize, i64)]) -> Kind {
        Kind { id, planner, weights }
    }

    /// The weights of all terms; `in_force` returns the current weight of the planner's terms, by their order.
    pub(super) fn spread(&self, mut in_force: impl FnMut(usize) -> Fixed) -> Weights {
        let mut all = [Fixed::ZERO; TERMS];
        for (at, &(term, _)) in self.weights.iter().enumerate() {
            all[term] = in_force(at);
        }
        all
    }
}

/// The planner of `drifter`.
pub(super) const DRIFTER: Kind = Kind::new("drifter", planners::drifter, &[]);
/// The planner of `harvester`.
pub(super) const HARVESTER: Kind =
    Kind::new("harvester", planners::harvester, &[(LAND, 400), (WATER, 2000), (HOME, -1000)]);
/// The planner of `homesteader`.
pub(super) const HOMESTEADER: Kind = Kind::new(
    "homesteader",
    planners::homesteader,
    &[(LAND, 250), (NEED, 3000), (WAY, -300), (HOME, -50), (GUARD, 200_000)],
);
/// The planner of `shepherd`.
pub(super) const SHEPHERD: Kind = Kind::new(
    "shepherd",
    planners::shepherd,
    &[
        (LAND, 3000),
        (WATER, 1500),
        (NEED, 1500),
        (WAY, -15_000),
        (HOME, -100),
        (CROWD, -2500),
        (THREAT, -1000),
    ],
);
/// The planner of `mason`.
pub(super) const MASON: Kind =
    Kind::new("mason", planners::mason, &[(LAND, 200), (NEED, 10_000), (WAY, -300), (HOME, -1000)]);
/// The planner of `phalanx`.
pub(super) const PHALANX: Kind = Kind::new(
    "phalanx",
    planners::phalanx,
    &[
        (LAND, 400),
        (WATER, 800),
        (NEED, 10_000),
        (WAY, -300),
        (HOME, -200),
        (PREY, 6000),
        (GUARD, 10_000),
    ],
);
/// The planner of `kamikaze`.
pub(super) const KAMIKAZE: Kind = Kind::new(
    "kamikaze",
    planners::kamikaze,
    &[(LAND, 1000), (WATER, 1000), (WAY, -700), (HOME, -500), (PREY, 9000), (GUARD, 5000)],
);
/// The planner of `wolfpack`.
pub(super) const WOLFPACK: Kind = Kind::new(
    "wolfpack",
    planners::wolfpack,
    &[
        (LAND, 400),
        (WATER, 400),
        (NEED, 15_000),
        (WAY, -300),
        (HOME, -200),
        (PREY, 8000),
        (GUARD, 10_000),
    ],
);

/// The planner of `totora`, at the full and the middle level.
pub(super) const TOTORA: Kind = Kind::new(
    "totora",
    planners::totora,
    &[
        (LAND, 400),
        (WATER, 1000),
        (NEED, 5000),
        (WAY, -1000),
        (HOME, -1000),
        (PREY, 8000),
        (GUARD, 10_000),
    ],
);
/// The planner of its easy level: harvests, with the same terms.
pub(super) const TOTORA_EASY: Kind = Kind::new("totora", planners::harvester, TOTORA.weights);

/// The planners behind the advisers.
pub(super) static KINDS: [Kind; 8] =
    [DRIFTER, HARVESTER, HOMESTEADER, SHEPHERD, MASON, PHALANX, KAMIKAZE, WOLFPACK];

/// The result of planning.
pub struct Plan {
    /// The orders.
    pub orders: Plain,
    /// A job for each outpost, in the order of the list that the orders refer to.
    pub jobs: Vec<Job>,
    /// The outposts.
    pub posts: Vec<Cell>,
    /// The terms of each job, if formulas score them.
    pub terms: Vec<Option<Vec<TermValue>>>,
    /// For each outpost its job and its best alternatives, with their scores; empty unless requested.
    pub options: Vec<Vec<Choice>>,
}

/// A current or alternative job of an outpost.
pub struct Choice {
    /// The job.
    pub job: Job,
    /// Its score.
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
) -> Plan {
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
    Plan { orders: Plain { disband, steps }, jobs, posts, terms, options }
}

/// The adviser's job for each outpost.
pub(super) fn advise(adviser: Adviser, rules: &Rules, field: &Field, me: usize) -> Vec<Job> {
    let Some(known) = KINDS.iter().find(|kind| kind.id == adviser.id()) else { return Vec::new() };
    let scene = Scene {
        rules,
        field,
        me,
        turn: field.turn + 1,
        weights: known.spread(|at| Fixed::from_thousandths(known.weights[at].1)),
        lab: None,
        considered: None,
    };
    let rng = Rng::new(0, Stream::Other(0));
    let mut jobs = (known.planner)(&scene, &rng);
    jobs.resize(field.posts[me].len(), Job::REST);
    jobs
}
