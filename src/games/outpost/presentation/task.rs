//! The task of each outpost, and its path.

use super::super::board::{Cell, HOMES};
use super::super::field::{Field, Rules};
use super::super::planning::Job;
use super::super::standing::{StandingOrders, nearest_enemy};
use super::super::tasks::Task;
use super::words::{by_rule, suggested, task_text};
use serde::Serialize;

/// The task of an outpost under standing orders, and its path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OutpostTask {
    /// The task's word in the notation: `auto`, `go`, `patrol`, `hold`, `guard`, `pair`, `harvest`, `raid`.
    pub task: &'static str,
    /// In words: "goes to 40,12, then 50,20".
    pub words: String,
    /// The target; null if it stays or has no fixed target.
    pub target: Option<Cell>,
    /// The cells of its path, without its own cell; empty if it has none.
    pub path: Vec<Cell>,
}

impl OutpostTask {
    fn new(rules: &Rules, field: &Field, empire: usize, post: Cell, task: &Task) -> Self {
        let posts = &field.posts[empire];
        let target = match task {
            Task::Auto | Task::Hold => None,
            Task::Go(cells) => cells.iter().copied().find(|&cell| cell != post),
            Task::Patrol(cells, at) => cells.get(usize::from(*at) % cells.len().max(1)).copied(),
            Task::Guard => Some(HOMES[empire]),
            Task::Pair(other) => posts.get(*other as usize).copied(),
            Task::Harvest(site) => *site,
            Task::Raid => nearest_enemy(field, empire, post),
        };
        let mut path = target.map_or_else(Vec::new, |target| rules.map.path(post, target));
        if let Task::Go(cells) = task {
            for pair in cells.windows(2) {
                path.extend(rules.map.path(pair[0], pair[1]));
            }
        }
        OutpostTask { task: task.word(), words: task_text(task), target, path }
    }

    /// Sets the adviser's job for an outpost on auto.
    pub(super) fn suggest(&mut self, rules: &Rules, post: Cell, job: &Job) {
        self.words = suggested(job.task, job.target);
        self.target = job.target;
        self.path = job.target.map_or_else(Vec::new, |target| rules.map.path(post, target));
    }

    /// A task for each outpost of a list; one that is not built yet gets the task of the rally order.
    pub(super) fn all(
        rules: &Rules,
        field: &Field,
        empire: usize,
        standing: &StandingOrders,
    ) -> Vec<Self> {
        let born = standing.new_outpost_task(rules, field, empire);
        let ruled = standing.ruled(rules, field, empire);
        let posts = field.posts[empire].iter().zip(ruled).enumerate();
        posts
            .map(|(index, (&post, ruled))| {
                let rule = ruled.and_then(|place| standing.rules.get(place));
                let task = match rule {
                    Some(rule) => &rule.task,
                    None => standing.tasks.get(index).unwrap_or(&born),
                };
                let mut one = OutpostTask::new(rules, field, empire, post, task);
                if let Some(rule) = rule {
                    one.words = by_rule(&one.words, rule);
                }
                one
            })
            .collect()
    }
}
