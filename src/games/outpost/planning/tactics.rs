//! Tactics shared by several bots: assigning jobs, guarding the home, hunting packs, and a safety check
//! before each step.

use super::super::board::{CELLS, Cell, Direction, EMPIRES, HOMES};
use super::super::field::{Events, Field, Rules, SEASON};
use super::super::measures::{
    GUARD, HOME, LAND, RESCUE, SAVED, TaskKind, Values, WATER, WAY, measured,
};
use super::super::sites::Site;
use super::super::steps::Plain;
use super::scene::{Job, Scene};
use crate::base::fixed::Fixed;

/// Jobs during assignment; an outpost without a job is free.
pub(super) struct Roster<'a> {
    pub(super) scene: &'a Scene<'a>,
    jobs: Vec<Option<Job>>,
    /// Whether hunters skip the safety check before a step.
    pub(super) reckless: bool,
}

impl<'a> Roster<'a> {
    /// A roster with all outposts free.
    pub(super) fn new(scene: &'a Scene<'a>) -> Self {
        Roster { scene, jobs: vec![None; scene.posts().len()], reckless: false }
    }

    /// The free outposts by index.
    pub(super) fn free(&self) -> Vec<usize> {
        (0..self.jobs.len()).filter(|&index| self.jobs[index].is_none()).collect()
    }

    pub(super) fn give(&mut self, index: usize, job: Job) {
        if let Some(place) = self.jobs.get_mut(index) {
            *place = Some(job);
        }
    }

    /// All jobs; free outposts rest.
    pub(super) fn finish(self) -> Vec<Job> {
        self.jobs.into_iter().map(|job| job.unwrap_or(Job::REST)).collect()
    }

    /// Sends the outpost nearest to the home there, and keeps it there, while an enemy could dispute
    /// the home before it is back: if that scores more than its job, or if `always`.
    pub(super) fn keep_home(&mut self, always: bool) {
        let scene = self.scene;
        let (posts, home) = (scene.posts(), scene.home());
        let nearest = (0..posts.len()).min_by_key(|&index| (scene.from_home(posts[index]), index));
        let (Some(index), Some(danger)) = (nearest, danger(scene)) else { return };
        let near = home_alarm_distance(scene);
        if danger > near {
            return;
        }
        let answer = if always { 0 } else { i64::from(near - danger) + 1 };
        let values = measured(TaskKind::Guard, home, &[(GUARD, answer)]);
        let before = self.jobs[index].as_ref().map(|job| scene.score(&job.values));
        if always || before.is_none_or(|before| scene.score(&values) > before) {
            self.give(index, scene.walk("guard", posts[index], home, values));
        }
    }

    /// Assigns the settlers to the chosen sites: two swap their sites as long as that reduces the sum of
    /// squared path lengths over land. With squares, no outpost walks past the others to the border: a new one
    /// takes the next site from home, each other one moves on by one site, and the border advances after a short way.
    pub(super) fn relay(&mut self) {
        const MOST_PASSES: u32 = 100;
        let scene = self.scene;
        let posts = scene.posts();
        let square = |way: u32| way.saturating_mul(way);
        let straight = |who: usize, to: Cell| square(posts[who].distance(to));
        let over_land = |who: usize, to: Cell| {
            square(scene.rules.map.steps(posts[who], to).unwrap_or(CELLS as u32))
        };
        let settler = |(index, job): (usize, &Option<Job>)| {
            let job = job.filter(|job| matches!(job.task, "harvest" | "settle"))?;
            Some((index, job.target?, job, over_land(index, job.target?)))
        };
        let mut settlers: Vec<_> = self.jobs.iter().enumerate().filter_map(settler).collect();
        for _ in 0..MOST_PASSES {
            let mut swapped = false;
            for a in 0..settlers.len() {
                for b in a + 1..settlers.len() {
                    let ((i, s, x, this), (j, t, y, that)) = (settlers[a], settlers[b]);
                    // No path over land is shorter than the straight distance.
                    if straight(i, t) + straight(j, s) >= this + that {
                        continue;
                    }
                    let (there, here) = (over_land(i, t), over_land(j, s));
                    if there + here < this + that {
                        settlers[a] = (i, t, y, there);
                        settlers[b] = (j, s, x, here);
                        swapped = true;
                    }
                }
            }
            if !swapped {
                break;
            }
        }
        for (index, target, job, _) in settlers {
            self.give(index, scene.walk(job.task, posts[index], target, job.values));
        }
    }

    /// What the area would pay for if the own outposts were there and the others stayed: outposts without the first, in
    /// hundredths, up to as many as there are now, so that one more could be built.
    fn pays(&self, places: &[Cell]) -> u32 {
        let scene = self.scene;
        let (rules, me) = (scene.rules, scene.me);
        let mut all = scene.field.posts.clone();
        all[me].clear();
        all[me].extend_from_slice(places);
        let field = Field::new(rules, scene.field.turn, all);
        let paid = |area: u32, cost: u32| area.saturating_mul(100) / cost;
        paid(field.land[me], rules.land_cost)
            .min(paid(field.water[me], rules.water_cost))
            .min(100 * scene.posts().len() as u32)
    }

    /// Steps until the next harvest; `None` if the game ends before.
    fn to_harvest(&self) -> Option<u32> {
        let scene = self.scene;
        let steps = SEASON - scene.turn % SEASON;
        (scene.turn + steps <= scene.rules.turns).then_some(steps)
    }

    /// If the area at the end of all ways pays for no further outpost, sends the settler that pays least to the nearest
    /// harvest site with which it does; without such a site, to the one that pays most.
    pub(super) fn seek_pay(&mut self) {
        const USEFUL: u32 = 2 * SEASON;
        let scene = self.scene;
        let posts = scene.posts();
        let targets = self.jobs.iter().zip(posts);
        let mut places: Vec<Cell> =
            targets.map(|(job, &post)| job.and_then(|job| job.target).unwrap_or(post)).collect();
        let enough = 100 * posts.len() as u32;
        let now = self.pays(&places);
        let idle = |index: &usize| {
            let job = self.jobs[*index].map_or("", |job| job.task);
            !matches!(job, "guard" | "hunt" | "follow")
        };
        if now >= enough || scene.left() <= USEFUL {
            return;
        }
        let without = |index: usize| {
            let others = places.iter().enumerate().filter(|&(other, _)| other != index);
            let others: Vec<Cell> = others.map(|(_, &place)| place).collect();
            self.pays(&others)
        };
        // Of equals the newest.
        let Some(index) = (0..posts.len()).filter(idle).max_by_key(|&index| without(index)) else {
            return;
        };
        let mut best: Option<(u32, u32, &Site)> = None;
        for site in scene.rules.sites.harvest(scene.me) {
            if scene.is_enemy_cell(site.cell) || places.contains(&site.cell) {
                continue;
            }
            let Some(way) = scene.rules.map.steps(posts[index], site.cell) else { continue };
            if way + USEFUL > scene.left() {
                continue;
            }
            places[index] = site.cell;
            let paid = self.pays(&places);
            let better = |&(most, least, _): &(u32, u32, _)| (paid, least) > (most, way);
            if paid > now && best.as_ref().is_none_or(better) {
                best = Some((paid, way, site));
            }
        }
        if let Some((_, way, site)) = best {
            let home = scene.from_home(site.cell);
            let gains = [
                (LAND, site.land.into()),
                (WATER, site.water.into()),
                (WAY, way.into()),
                (HOME, home.into()),
            ];
            let values = measured(TaskKind::Settle, site.cell, &gains);
            self.give(index, scene.walk("harvest", posts[index], site.cell, values));
        }
    }

    /// Keeps the area that pays for the outposts at the next harvest. Where the outposts will be then follows from their jobs:
    /// if that area pays for fewer than now, of those that leave always the one stays that pays most.
    pub(super) fn keep_pay(&mut self) {
        let Some(steps) = self.to_harvest() else { return };
        let map = &self.scene.rules.map;
        let posts = self.scene.posts();
        let needed = self.pays(posts) / 100 * 100;
        let then = |(job, &post): (&Option<Job>, &Cell)| {
            let Some(Job { target: Some(target), step: Some(_), .. }) = job else { return post };
            let walk = |place: Cell| map.way(place, *target).and_then(|way| map.step(place, way));
            (0..steps).fold(post, |place, _| walk(place).unwrap_or(place))
        };
        let mut places: Vec<Cell> = self.jobs.iter().zip(posts).map(then).collect();
        let mut best = self.pays(&places);
        while best < needed {
            let mut kept = None;
            for index in 0..posts.len() {
                let there = std::mem::replace(&mut places[index], posts[index]);
                let paid = self.pays(&places);
                places[index] = there;
                if paid > best {
                    (best, kept) = (paid, Some(index));
                }
            }
            let Some(index) = kept else { return };
            places[index] = posts[index];
            if let Some(Some(job)) = self.jobs.get_mut(index) {
                job.step = None;
            }
        }
    }

    /// Moves a pack in file: the leader moves on once the second is next to it, and each follower takes the
    /// place of the one before.
    pub(super) fn advance(&mut self, pack: &[usize], target: Cell, values: Values) {
        let scene = self.scene;
        let posts = scene.posts();
        let mut file = pack.to_vec();
        let Some(leader) = file.iter().copied().min_by_key(|&i| (posts[i].distance(target), i))
        else {
            return;
        };
        file.retain(|&index| index != leader);
        let mut order = vec![leader];
        let mut last = leader;
        while let Some(next) = (0..file.len()).min_by_key(|&i| posts[file[i]].distance(posts[last]))
        {
            last = file.remove(next);
            order.push(last);
        }
        let closed = order.get(1).is_none_or(|&second| posts[second].distance(posts[leader]) <= 1);
        let go = closed && posts[leader] != target;
        let step = if go { scene.rules.map.way(posts[leader], target) } else { None };
        self.give(leader, Job { task: "hunt", target: Some(target), step, values });
        let mut moved = step.is_some();
        for pair in order.windows(2) {
            let (ahead, index) = (posts[pair[0]], posts[pair[1]]);
            let gap = index.distance(ahead);
            // Next to one that stays: stay. On the cell of one that moves on: stay, to end up next to it.
            let goes = gap > 1 || (gap == 1 && moved);
            let step = if goes { scene.rules.map.way(index, ahead) } else { None };
            moved = step.is_some();
            self.give(pair[1], Job { task: "follow", target: Some(target), step, values });
        }
    }

    /// The safety check: plays the turn with the enemies standing still, and lets outposts that would
    /// be lost stay, or step back towards home, if saving them scores more than their task. Then repeats
    /// this with approaching enemies.
    pub(super) fn look(&mut self) {
        let scene = self.scene;
        for attempt in 0..2 {
            let plain = self.plain();
            let lost = lost_by(scene, &plain, &STILL);
            if lost.is_empty() {
                break;
            }
            for index in lost {
                let stay = attempt == 0 && self.jobs[index].is_some_and(|job| job.step.is_some());
                let back = || scene.rules.map.way(scene.posts()[index], scene.home());
                let step = if stay { None } else { back() };
                if let Some(job) = self.saving(index, "hold back", step, 1) {
                    self.give(index, job);
                }
            }
        }
        self.avoid_losses();
    }

    /// The job of an outpost that saves this number of outposts from being cut off, if it scores more than its current job.
    fn saving(
        &self,
        index: usize,
        task: &'static str,
        step: Option<Direction>,
        saved: usize,
    ) -> Option<Job> {
        let before = (*self.jobs.get(index)?)?;
        if self.reckless && matches!(before.task, "hunt" | "follow") {
            return None;
        }
        let place = self.scene.posts()[index];
        let saved = saved as i64;
        let values = measured(TaskKind::Save, place, &[(GUARD, RESCUE * saved), (SAVED, saved)]);
        let job = Job { task, step, values, ..before };
        let known = before.values[SAVED] != Fixed::ZERO;
        (known || self.scene.score(&values) > self.scene.score(&before.values)).then_some(job)
    }

    /// Computes what approaching enemies nearby could cut off, and lets endangered outposts
    /// take the step that saves most, if there is one that loses no other outpost.
    fn avoid_losses(&mut self) {
        let scene = self.scene;
        let attack = attack(scene.rules, scene.field, scene.me);
        if attack.iter().all(|plain| plain.steps.is_empty()) {
            return;
        }
        let mut lost = lost_by(scene, &self.plain(), &attack);
        let mut still = lost_by(scene, &self.plain(), &STILL).len();
        let mut tried = 0;
        while let Some(index) = lost.get(tried).copied().filter(|_| tried < 12) {
            tried += 1;
            let Some(Some(before)) = self.jobs.get(index).copied() else { continue };
            let post = scene.posts()[index];
            let home = scene.rules.map.way(post, scene.home());
            let steps = home.into_iter().chain(Direction::ALL).map(Some).chain([None]);
            let mut best: Option<(Fixed, Job, Vec<usize>, usize)> = None;
            for step in steps.filter(|&step| step != before.step) {
                if step.is_some_and(|step| scene.rules.map.step(post, step).is_none()) {
                    continue;
                }
                self.jobs[index] = Some(Job { step, ..before });
                let plain = self.plain();
                let now = lost_by(scene, &plain, &attack);
                self.jobs[index] = Some(before);
                if now.len() >= lost.len() || now.contains(&index) {
                    continue;
                }
                let saved = lost.len() - now.len();
                let Some(job) = self.saving(index, "fall back", step, saved) else { continue };
                let score = scene.score(&job.values);
                if best.as_ref().is_none_or(|(most, ..)| score > *most) {
                    let now_still = lost_by(scene, &plain, &STILL).len();
                    if now_still <= still {
                        best = Some((score, job, now, now_still));
                    }
                }
            }
            if let Some((_, job, now, now_still)) = best {
                self.jobs[index] = Some(job);
                (lost, still, tried) = (now, now_still, 0);
            }
        }
    }

    fn plain(&self) -> Plain {
        let steps = self.jobs.iter().enumerate();
        let steps = steps.filter_map(|(index, job)| Some((index as u32, job.as_ref()?.step?)));
        Plain { disband: None, steps: steps.collect() }
    }
}

/// The distance of the nearest enemy to the home, ignoring water.
pub(super) fn danger(scene: &Scene) -> Option<u32> {
    scene.enemies().map(|(_, enemy)| enemy.distance(scene.home())).min()
}

/// The enemy's distance from the home at which an own outpost must be there: the radius plus the path home of the
/// nearest own outpost.
pub(super) fn home_alarm_distance(scene: &Scene) -> u32 {
    let way = scene.posts().iter().map(|&post| scene.from_home(post)).min().unwrap_or(0);
    scene.rules.r.saturating_add(way)
}

/// Orders of enemies that stand still.
pub(in super::super) const STILL: [Plain; EMPIRES] =
    [const { Plain { disband: None, steps: Vec::new() } }; EMPIRES];

/// The steps of nearby enemies if they approached the nearest outpost of an empire.
pub(in super::super) fn attack(rules: &Rules, field: &Field, me: usize) -> [Plain; EMPIRES] {
    const NEAR: u32 = 4;
    let own = &field.posts[me];
    std::array::from_fn(|e| {
        let mut steps = Vec::new();
        if e != me {
            for (index, &post) in field.posts[e].iter().enumerate() {
                let nearest = own.iter().copied().min_by_key(|own| own.distance(post));
                let near = nearest.filter(|near| near.distance(post) <= NEAR);
                let way = near.and_then(|near| rules.map.way(post, near));
                steps.extend(way.map(|way| (index as u32, way)));
            }
        }
        Plain { disband: None, steps }
    })
}

/// The field after a turn with the orders of an empire and those of its enemies, and its events.
pub(in super::super) fn played(
    rules: &Rules,
    field: &Field,
    me: usize,
    plain: &Plain,
    enemies: &[Plain; EMPIRES],
) -> (Field, Events) {
    let mut orders = enemies.each_ref();
    orders[me] = plain;
    let (mut field, mut events) = (field.clone(), Events::default());
    field.resolve(rules, orders, &mut events);
    (field, events)
}

/// The indices of own outposts that would be lost with these steps and those of the enemies.
pub(super) fn lost_by(scene: &Scene, plain: &Plain, enemies: &[Plain; EMPIRES]) -> Vec<usize> {
    let (_, events) = played(scene.rules, scene.field, scene.me, plain, enemies);
    events.lost_by(scene.me).map(|lost| lost.1 as usize).collect()
}

/// A target for hunters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prey {
    pub(super) cell: Cell,
    /// The approximate number of outposts that would be lost.
    pub(super) worth: i64,
    /// Its threat to the own home.
    pub(super) menace: i64,
    /// Whether it is a home: then any number may come.
    pub(super) siege: bool,
}

/// Lone enemy outposts, and unoccupied homes.
pub(super) fn find_prey(scene: &Scene) -> Vec<Prey> {
    let mut prey = Vec::new();
    let home = scene.home();
    for e in (0..EMPIRES).filter(|&e| e != scene.me) {
        let posts = &scene.field.posts[e];
        for &post in posts {
            // The outpost itself is at distance 0.
            let paired = posts.iter().any(|friend| friend.distance(post) == 1);
            let near = post.distance(home);
            let menace = i64::from(40u32.saturating_sub(near)) / 8;
            let worth = i64::from(!paired);
            prey.push(Prey { cell: post, worth, menace, siege: false });
        }
        if !posts.is_empty() {
            // A home falls if an attacker is nearer than its own outposts: its empire then loses everything.
            let guard = posts.iter().map(|post| post.distance(HOMES[e])).min().unwrap_or(99);
            let worth = match (guard, posts.len()) {
                (_, 0..=2) => 3,
                (0, _) => 0,
                (1..=3, _) => 2,
                _ => 4,
            };
            if worth > 0 {
                prey.push(Prey { cell: HOMES[e], worth, menace: 0, siege: true });
            }
        }
    }
    prey
}

/// The step away from a cell, onto land, if there is one.
pub(super) fn away(scene: &Scene, from: Cell, danger: Cell) -> Option<Direction> {
    let back = scene.rules.map.way(from, scene.home());
    let far = |direction: &Direction| {
        let to = scene.rules.map.step(from, *direction)?;
        Some((to.distance(danger), u32::from(Some(*direction) == back)))
    };
    Direction::ALL.into_iter().filter(|d| far(d).is_some()).max_by_key(far)
}
