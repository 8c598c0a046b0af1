//! The board from the view of a planning empire, and the options of its outposts.

use super::super::board::{Cell, Direction, HOMES};
use super::super::features;
use super::super::field::{Field, Rules};
use super::super::measures::{Values, Weights};
use crate::base::fixed::Fixed;
use crate::base::util::sort_by_key;
use crate::lab::heuristic::Lab;
use std::cell::RefCell;

/// The board from the view of an empire at the time of its orders.
pub struct Scene<'a> {
    /// Map and parameters.
    pub rules: &'a Rules,
    /// Includes the outposts that the season builds, without the own outpost to disband.
    pub field: &'a Field,
    /// The planning empire, 0 to 3.
    pub me: usize,
    /// The number of the turn to plan, from 1.
    pub turn: u32,
    /// The weight of each term.
    pub weights: Weights,
    /// Formulas that score tasks instead of the weights.
    pub lab: Option<&'a Lab>,
    /// The options of each outpost, if they are to be shown: the best job of each task and direction.
    pub(in super::super) considered: Option<RefCell<Vec<Vec<Scored>>>>,
}

/// A job with its score.
pub(in super::super) type Scored = (Job, Fixed);

/// Maximum number of displayed jobs of an outpost, including its own.
const MOST_OPTIONS: usize = 3;

/// The assignment of an outpost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The task in a word.
    pub task: &'static str,
    /// The cell that the task is about, if there is one.
    pub target: Option<Cell>,
    /// The step of this turn.
    pub step: Option<Direction>,
    /// The measurements, one per term.
    pub values: Values,
}

impl Job {
    /// Stays in place.
    pub const REST: Job = Job { task: "rest", target: None, step: None, values: [Fixed::ZERO; _] };
}

impl Scene<'_> {
    /// The own outposts, in the order of their indices.
    pub fn posts(&self) -> &[Cell] {
        &self.field.posts[self.me]
    }

    /// Remaining turns, including the planned one.
    pub fn left(&self) -> u32 {
        (self.rules.turns + 1).saturating_sub(self.turn)
    }

    /// The home of the empire that plans.
    pub fn home(&self) -> Cell {
        HOMES[self.me]
    }

    /// All enemy outposts with their empire.
    pub fn enemies(&self) -> impl Iterator<Item = (usize, Cell)> {
        self.field.enemies(self.me)
    }

    /// The score of values: the sum of the displayed contributions.
    pub fn score(&self, values: &Values) -> Fixed {
        if let Some(lab) = self.lab {
            return features::score((self.rules, self.field, self.me), lab, values);
        }
        values.iter().zip(self.weights).map(|(&value, weight)| weight.times(value)).sum()
    }

    /// Records an option of an outpost, if options are to be shown.
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
            // Two targets of one task in the same direction are one decision: only the better one is shown.
            Some(same) if same.1 < found.1 => *same = found,
            Some(_) => {}
            None => own.push(found),
        }
    }

    /// An outpost's job and its best alternatives: other tasks, or other steps in this turn. With scores.
    pub(super) fn options(&self, index: usize, job: &Job) -> Vec<Scored> {
        let Some(all) = &self.considered else { return Vec::new() };
        // A guard without measurements was placed by rule.
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
    pub fn is_enemy_cell(&self, cell: Cell) -> bool {
        self.field.owners.is_enemy_cell(cell, self.me)
    }
}
