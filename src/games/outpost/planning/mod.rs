//! How an empire plans a turn: what an outpost could do and how that is measured, and what each bot makes of
//! a scene. Standing orders and bots both plan so. No position and no bot is known here.

mod planners;
mod pool;
pub(super) mod tactics;

use super::board::{Cell, Direction, EMPIRES, HOMES};
use super::features;
use super::field::{Field, Rules};
use super::moves::{Adviser, Plain};
use super::survey::least_useful;
use crate::fixed::Fixed;
use crate::lab::heuristic::Lab;
use crate::rng::{Rng, Stream};
use crate::thought::TermValue;
use std::cell::RefCell;

/// How many terms the scores of tasks are made of, over all bots.
pub const TERMS: usize = 10;

/// Land cells that a task adds or keeps.
pub(super) const LAND: usize = 0;
/// Water cells, likewise.
pub(super) const WATER: usize = 1;
/// What it adds to what pays for outposts, counted in cells of water.
pub(super) const NEED: usize = 2;
/// Steps to the target, straight across water; where outposts relay, from the own one that is nearest.
pub(super) const WAY: usize = 3;
/// Steps from home to the target, over land.
pub(super) const HOME: usize = 4;
/// How near own outposts are.
pub(super) const CROWD: usize = 5;
/// How near enemies are.
pub(super) const THREAT: usize = 6;
/// Enemy outposts that it could cut off.
pub(super) const PREY: usize = 7;
/// Danger to the home, or to the outpost itself, that it answers.
pub(super) const GUARD: usize = 8;
/// Own outposts that it is to keep from being cut off.
pub(super) const SAVED: usize = 9;

/// What one of each term counts; nought for those that a bot does not ask.
pub type Weights = [Fixed; TERMS];

/// What was measured, one for each term.
pub type Values = [Fixed; TERMS];

/// Values with one term measured.
pub(super) fn measured(pairs: &[(usize, i64)]) -> Values {
    let mut values = [Fixed::ZERO; TERMS];
    for &(term, value) in pairs {
        values[term] = Fixed::from_int(value);
    }
    values
}

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
    /// What scores tasks in place of the weights.
    pub lab: Option<&'a Lab>,
    /// The best jobs that each outpost could have, where they are to be shown.
    considered: Option<RefCell<Vec<Vec<Job>>>>,
}

/// So many jobs of an outpost are noted.
const MOST_CONSIDERED: usize = 6;

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
    pub values: Values,
}

impl Job {
    /// Stays where it is.
    pub const REST: Job =
        Job { task: "rest", target: None, step: None, values: [Fixed::ZERO; TERMS] };
}

impl Scene<'_> {
    /// The own outposts.
    pub fn posts(&self) -> &[Cell] {
        &self.field.posts[self.me]
    }

    /// Turns that are left, with the one that is ordered.
    pub fn left(&self) -> u32 {
        (self.rules.turns + 1).saturating_sub(self.turn)
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

    /// The score of values: the sum of the contributions that are shown.
    pub fn score(&self, values: &Values) -> Fixed {
        if let Some(lab) = self.lab {
            return features::score(self, lab, values);
        }
        values.iter().zip(self.weights).map(|(&value, weight)| weight.times(value)).sum()
    }

    /// Notes what an outpost could do, where that is to be shown.
    pub(super) fn consider(
        &self,
        index: usize,
        task: &'static str,
        target: Option<Cell>,
        values: &Values,
    ) {
        let Some(all) = &self.considered else { return };
        let mut all = all.borrow_mut();
        let Some(own) = all.get_mut(index) else { return };
        let score = self.score(values);
        let at = own.partition_point(|job| self.score(&job.values) >= score);
        if at < MOST_CONSIDERED {
            own.insert(at, Job { task, target, step: None, values: *values });
            own.truncate(MOST_CONSIDERED);
        }
    }

    /// A job that walks to a cell.
    pub fn walk(&self, task: &'static str, from: Cell, to: Cell, values: Values) -> Job {
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
pub(super) type Planner = fn(&Scene, &Rng) -> Vec<Job>;

/// A planner with its weights.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    /// The id of its bot.
    pub(super) id: &'static str,
    /// How it decides.
    pub(super) planner: Planner,
    /// The terms that it asks, and what one of each counts unless told, in thousandths.
    pub(super) weights: &'static [(usize, i64)],
}

impl Kind {
    const fn new(id: &'static str, planner: Planner, weights: &'static [(usize, i64)]) -> Kind {
        Kind { id, planner, weights }
    }

    /// The weights of all terms, with those in force for the ones that it asks, in their order.
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
        (PREY, 3000),
        (GUARD, 500_000),
    ],
);
/// The planner of `mason`.
pub(super) const MASON: Kind = Kind::new(
    "mason",
    planners::mason,
    &[(LAND, 200), (NEED, 10_000), (WAY, -300), (HOME, -1000), (GUARD, 10_000)],
);
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
        (SAVED, 500_000),
    ],
);
/// The planner of `kamikaze`.
pub(super) const KAMIKAZE: Kind = Kind::new(
    "kamikaze",
    planners::kamikaze,
    &[
        (LAND, 1000),
        (WATER, 1000),
        (WAY, -700),
        (HOME, -500),
        (PREY, 9000),
        (GUARD, 5000),
        (SAVED, 500_000),
    ],
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
        (SAVED, 500_000),
    ],
);

/// The planner of `totora`, at its full level and the middle one.
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
        (SAVED, 500_000),
    ],
);
/// That of its easy level: harvests, by the same terms.
pub(super) const TOTORA_EASY: Kind = Kind::new("totora", planners::harvester, TOTORA.weights);

/// The planners behind the advisers.
pub(super) static KINDS: [Kind; 8] =
    [DRIFTER, HARVESTER, HOMESTEADER, SHEPHERD, MASON, PHALANX, KAMIKAZE, WOLFPACK];

/// What came of planning.
pub struct Plan {
    /// The orders.
    pub orders: Plain,
    /// A job for each outpost, in the order of the list that the orders are for.
    pub jobs: Vec<Job>,
    /// The outposts themselves.
    pub posts: Vec<Cell>,
    /// The terms of each job, where formulas score them.
    pub terms: Option<Vec<Vec<TermValue>>>,
    /// For each outpost its job and others that it could have, with their scores; empty unless formulas score them.
    pub options: Vec<Vec<(Job, Fixed)>>,
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
    plan_by(rules, field, me, (weights, None, false), planner, rng)
}

/// The same by formulas, if there are any, in place of the weights; with the options of each outpost, if wanted.
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
    let terms =
        lab.map(|lab| jobs.iter().map(|job| features::terms(&scene, lab, &job.values)).collect());
    let considered = scene.considered.as_ref().map(RefCell::take).unwrap_or_default();
    let options = jobs.iter().zip(considered).map(|(job, mut others)| {
        others.retain(|other| (other.task, other.target) != (job.task, job.target));
        let all = std::iter::once(*job).chain(others);
        all.map(|job| (job, scene.score(&job.values))).collect()
    });
    let options = options.collect();
    let posts = std::mem::take(&mut mustered.posts[me]);
    Plan { orders: Plain { disband, steps }, jobs, posts, terms, options }
}

/// What an adviser says for each outpost.
pub(super) fn advise(
    adviser: Adviser,
    rules: &Rules,
    field: &Field,
    me: usize,
) -> Vec<Option<Direction>> {
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
    jobs.into_iter().map(|job| job.step).collect()
}
