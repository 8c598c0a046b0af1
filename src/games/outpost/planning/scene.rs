//! The board as an empire sees it when it plans, and what an outpost could do there.

use super::super::board::{Cell, Direction, HOMES};
use super::super::features;
use super::super::field::{Field, Rules};
use super::measures::{Values, Weights};
use crate::base::fixed::Fixed;
use crate::base::util::sort_by_key;
use crate::lab::heuristic::Lab;
use std::cell::RefCell;

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
    /// What each outpost could do, where that is to be shown: the best job of each task and direction.
    pub(in super::super) considered: Option<RefCell<Vec<Vec<Scored>>>>,
}

/// A job with its score.
pub(in super::super) type Scored = (Job, Fixed);

/// How many jobs of an outpost are shown, with its own.
const MOST_OPTIONS: usize = 3;

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
    pub const REST: Job = Job { task: "rest", target: None, step: None, values: [Fixed::ZERO; _] };
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
        self.field.enemies(self.me)
    }

    /// The score of values: the sum of the contributions that are shown.
    pub fn score(&self, values: &Values) -> Fixed {
        if let Some(lab) = self.lab {
            return features::score((self.rules, self.field, self.me), lab, values);
        }
        values.iter().zip(self.weights).map(|(&value, weight)| weight.times(value)).sum()
    }

    /// Notes what an outpost could do, where that is to be shown.
    pub(in super::super) fn consider(
        &self,
        index: usize,
        task: &'static str,
        target: Option<Cell>,
        values: &Values,
    ) {
        let Some(all) = &self.considered else { return };
        let mut all = all.borrow_mut();
        let Some(own) = all.get_mut(index) else { return };
        let from = self.posts()[index];
        let towards = |to: Option<Cell>| to.and_then(|to| Direction::towards(from, to));
        let found = (Job { task, target, step: None, values: *values }, self.score(values));
        let mut others = own.iter_mut();
        match others.find(|(job, _)| job.task == task && towards(job.target) == towards(target)) {
            // Two targets of one task that lie in one direction are one decision: the better one stands for both.
            Some(same) if same.1 < found.1 => *same = found,
            Some(_) => {}
            None => own.push(found),
        }
    }

    /// What an outpost does, and the best that it could do instead: other tasks, or other steps in this turn. With scores.
    pub(super) fn options(&self, index: usize, job: &Job) -> Vec<Scored> {
        let Some(all) = &self.considered else { return Vec::new() };
        // A guard that nothing was measured of stands there by rule.
        if job.task == "guard" && job.values == Job::REST.values {
            return Vec::new();
        }
        let from = self.posts()[index];
        let mut others = all.borrow().get(index).cloned().unwrap_or_default();
        sort_by_key(&mut others, |&(_, score)| (-score.thousandths(), 0));
        let mut options = vec![(*job, self.score(&job.values))];
        for (other, score) in others {
            let step = other.target.and_then(|to| self.rules.map.way(from, to));
            if !options.iter().any(|(known, _)| (known.task, known.step) == (other.task, step)) {
                options.push((Job { step, ..other }, score));
            }
        }
        options.truncate(MOST_OPTIONS);
        options
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
        self.field.owners.is_enemys(cell, self.me)
    }
}
