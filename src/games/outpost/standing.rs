//! Standing orders: the task of each outpost of an empire until changed, and their conversion into the
//! steps of a turn. The same orders on the same board always become the same steps.

use super::board::{Cell, Direction, HOMES};
use super::field::{Field, Rules};
use super::moves::{Adviser, Clause, Policy, Who};
use super::standing_rules::{RuleContext, StandingRule};
use super::survey::{best_site, least_useful};
use super::tasks::Task;

/// The standing orders of an empire. One task for each of its outposts, in the order of its list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct StandingOrders {
    /// The task of each outpost.
    pub tasks: Vec<Task>,
    /// The bot that controls outposts on auto; `None`: they stay.
    pub adviser: Option<Adviser>,
    /// The destination of new outposts without a rule; `None`: they are on auto.
    pub rally: Option<Cell>,
    /// Rules for new outposts, and for existing ones while a condition holds: the first
    /// one that applies counts.
    pub rules: Vec<StandingRule>,
    /// The rule for choosing the outpost to disband.
    pub policy: Policy,
}

impl StandingOrders {
    /// The initial standing orders: everything on auto, and no adviser.
    pub fn new(outposts: usize) -> StandingOrders {
        StandingOrders { tasks: vec![Task::Auto; outposts], ..StandingOrders::default() }
    }

    /// Adds a built outpost: it is last in the list, and already on the field.
    pub fn built(&mut self, rules: &Rules, field: &Field, empire: usize) {
        let task = self.new_outpost_task(rules, field, empire);
        self.tasks.push(task);
    }

    /// The task of a newly built outpost: from the first rule that applies, else from the rally order.
    pub fn new_outpost_task(&self, rules: &Rules, field: &Field, empire: usize) -> Task {
        match RuleContext::new(rules, field, empire, &self.rules).for_new() {
            Some(rule) => rule.task.clone(),
            None => self.rally.map_or(Task::Auto, |cell| Task::Go(vec![cell])),
        }
    }

    /// For each outpost the index of the rule that overrides its task in this turn.
    pub fn ruled(&self, rules: &Rules, field: &Field, empire: usize) -> Vec<Option<usize>> {
        let posts = field.posts[empire].iter().enumerate();
        if self.rules.is_empty() {
            return vec![None; posts.len()];
        }
        let context = RuleContext::new(rules, field, empire, &self.rules);
        let has_new_outpost = posts.len() > self.tasks.len();
        let born =
            if has_new_outpost { self.new_outpost_task(rules, field, empire) } else { Task::Auto };
        posts
            .map(|(index, &post)| {
                let task = self.tasks.get(index).unwrap_or(&born);
                context.for_one(index, post, task)
            })
            .collect()
    }

    /// Removes the outpost with this index: later ones move up, and its pair partner becomes free.
    pub fn gone(&mut self, index: usize) {
        if index < self.tasks.len() {
            self.tasks.remove(index);
        }
        for task in &mut self.tasks {
            match task {
                Task::Pair(other) if *other as usize == index => *task = Task::Auto,
                Task::Pair(other) if *other as usize > index => *other -= 1,
                _ => {}
            }
        }
    }

    /// Applies changes that take effect before the season; returns the outpost to disband, if one is named.
    pub fn before_season(&mut self, clauses: &[Clause]) -> Option<u32> {
        let mut named = None;
        for clause in clauses {
            match clause {
                Clause::Policy(policy) => self.policy = *policy,
                Clause::Disband(index) => named = Some(*index),
                Clause::Rally(cell) => self.rally = *cell,
                Clause::Rules(rules) => self.rules.clone_from(rules),
                Clause::Adviser(adviser) => self.adviser = *adviser,
                Clause::Task(..) | Clause::Step(..) | Clause::Suggested(_) => {}
            }
        }
        named
    }

    /// Applies changes of tasks; calls `missing` for indices that do not exist, including those of partners.
    pub fn give(&mut self, clauses: &[Clause], missing: &mut dyn FnMut(u32)) {
        for clause in clauses {
            let Clause::Task(who, task) = clause else { continue };
            if let &Task::Pair(other) = task
                && other as usize >= self.tasks.len()
            {
                missing(other);
                continue;
            }
            match who {
                Who::All => self.tasks.iter_mut().for_each(|place| *place = task.clone()),
                Who::These(list) => {
                    for &index in list {
                        match self.tasks.get_mut(index as usize) {
                            Some(place) => *place = task.clone(),
                            None => missing(index),
                        }
                    }
                }
            }
        }
    }

    /// The outposts that are on auto in this turn, with these rules in force.
    pub(super) fn on_auto(&self, ruled: &[Option<usize>]) -> Vec<bool> {
        let task = |(index, ruled): (usize, &Option<usize>)| match *ruled {
            Some(place) => self.rules.get(place).map(|rule| &rule.task),
            None => self.tasks.get(index),
        };
        ruled.iter().enumerate().map(|one| task(one) == Some(&Task::Auto)).collect()
    }

    /// The steps of this turn; those of outposts on auto are passed in. Updates tasks: drops way-points that were
    /// reached, and chooses sites.
    pub fn steps(
        &mut self,
        rules: &Rules,
        field: &Field,
        empire: usize,
        suggested: &[(u32, Direction)],
    ) -> Vec<(u32, Direction)> {
        let posts = &field.posts[empire];
        let mut steps: Vec<Option<Direction>> = vec![None; posts.len()];
        let ruled = self.ruled(rules, field, empire);
        let on_auto = self.on_auto(&ruled);
        for &(index, direction) in suggested {
            if on_auto.get(index as usize) == Some(&true) {
                steps[index as usize] = Some(direction);
            }
        }
        let mut sent = Vec::new();
        for (index, &post) in posts.iter().enumerate() {
            let mut taken = sites(&self.tasks, index);
            // A rule has no memory, so changes of its task are dropped.
            let mut by_rule = ruled[index].map(|place| self.rules[place].task.clone());
            let is_ruled = by_rule.is_some();
            if is_ruled {
                taken.extend(&sent);
            }
            let Some(task) = by_rule.as_mut().or(self.tasks.get_mut(index)) else { continue };
            let to = match task {
                Task::Auto => continue,
                Task::Hold | Task::Pair(_) => None,
                Task::Guard => Some(HOMES[empire]),
                Task::Go(points) => {
                    while points.first() == Some(&post) {
                        points.remove(0);
                    }
                    let next = points.first().copied();
                    if next.is_none() {
                        *task = Task::Hold;
                    }
                    next
                }
                Task::Patrol(points, at) => {
                    let count = points.len().max(1);
                    if points.get(usize::from(*at) % count) == Some(&post) {
                        *at = ((usize::from(*at) + 1) % count) as u8;
                    }
                    points.get(usize::from(*at) % count).copied()
                }
                Task::Harvest(site) => {
                    if site.is_none() {
                        *site = best_site(rules, field, empire, post, &taken);
                        sent.extend(site.filter(|_| is_ruled));
                    }
                    *site
                }
                Task::Raid => nearest_enemy(field, empire, post),
            };
            steps[index] = to.and_then(|to| rules.map.way(post, to));
        }
        self.follow(rules, posts, &ruled, &mut steps);
        let moving = steps.into_iter().enumerate();
        moving.filter_map(|(index, step)| Some((index as u32, step?))).collect()
    }

    /// The steps of pairs: an outpost goes to its partner's cell before the step, and so stays next to it. A follower
    /// of a follower waits until that step is known; in a cycle of followers none leads.
    fn follow(
        &self,
        rules: &Rules,
        posts: &[Cell],
        ruled: &[Option<usize>],
        steps: &mut [Option<Direction>],
    ) {
        let partner_of = |index: usize| match self.tasks.get(index) {
            _ if ruled.get(index) != Some(&None) => None,
            Some(&Task::Pair(other)) if (other as usize) < posts.len() => Some(other as usize),
            _ => None,
        };
        let mut waiting: Vec<(usize, usize)> =
            (0..posts.len()).filter_map(|index| Some((index, partner_of(index)?))).collect();
        while !waiting.is_empty() {
            let known = |&(_, other): &(usize, usize)| !waiting.iter().any(|&(i, _)| i == other);
            let (mut now, later): (Vec<_>, Vec<_>) = waiting.iter().copied().partition(known);
            if now.is_empty() {
                now = std::mem::take(&mut waiting);
            } else {
                waiting = later;
            }
            for (index, other) in now {
                let near = posts[index].distance(posts[other]);
                if near > 1 || (near == 1 && steps[other].is_some()) {
                    steps[index] = rules.map.way(posts[index], posts[other]);
                }
            }
        }
    }

    /// The outpost to disband if one must be and none was named.
    pub fn choose_disband(&self, rules: &Rules, field: &Field, empire: usize) -> Option<u32> {
        let posts = &field.posts[empire];
        let farthest = |&(_, post): &(usize, &Cell)| rules.map.from_home(empire)[post.index()];
        match self.policy {
            Policy::Newest => None,
            Policy::Farthest => {
                posts.iter().enumerate().max_by_key(farthest).map(|(index, _)| index as u32)
            }
            Policy::Least => least_useful(rules, field, empire),
        }
    }
}

/// The sites that the others have chosen.
fn sites(tasks: &[Task], but: usize) -> Vec<Cell> {
    let others = tasks.iter().enumerate().filter(|&(index, _)| index != but);
    others
        .filter_map(|(_, task)| match task {
            Task::Harvest(site) => *site,
            _ => None,
        })
        .collect()
}

/// The nearest outpost of another empire, ignoring water; the first of several.
pub fn nearest_enemy(field: &Field, empire: usize, post: Cell) -> Option<Cell> {
    field.enemies(empire).map(|(_, enemy)| enemy).min_by_key(|enemy| enemy.distance(post))
}

/// Standing orders as a text; equal for equal orders.
pub(super) fn text_of(standing: &StandingOrders) -> String {
    use std::fmt::Write;
    let mut text = format!(
        "{}/{}/{}",
        standing.adviser.map_or("none", |adviser| adviser.id()),
        standing.rally.map_or_else(String::new, |cell| cell.to_string()),
        standing.policy.word(),
    );
    for rule in &standing.rules {
        let _ = write!(text, "/{rule}");
    }
    for task in &standing.tasks {
        let _ = write!(text, ";{task:?}");
    }
    text
}
