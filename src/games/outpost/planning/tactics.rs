//! What several bots do alike: handing out jobs, guarding the home, packs that hunt, and a look before
//! the step.

use super::super::board::{Cell, Direction, EMPIRES, HOMES};
use super::super::field::{Events, Field, Rules};
use super::super::moves::Plain;
use super::{Job, Scene, TERMS};

/// Jobs while they are handed out: who has none yet is free.
pub(super) struct Roster<'a> {
    pub(super) scene: &'a Scene<'a>,
    jobs: Vec<Option<Job>>,
}

impl<'a> Roster<'a> {
    /// Everybody is free.
    pub(super) fn new(scene: &'a Scene<'a>) -> Self {
        Roster { scene, jobs: vec![None; scene.posts().len()] }
    }

    /// The free outposts by index.
    pub(super) fn free(&self) -> Vec<usize> {
        (0..self.jobs.len()).filter(|&index| self.jobs[index].is_none()).collect()
    }

    /// How many are free.
    pub(super) fn free_count(&self) -> usize {
        self.jobs.iter().filter(|job| job.is_none()).count()
    }

    /// The free outpost nearest to a cell, straight across water; of several the first.
    pub(super) fn nearest_free(&self, cell: Cell) -> Option<usize> {
        let posts = self.scene.posts();
        (0..posts.len())
            .filter(|&index| self.jobs[index].is_none())
            .min_by_key(|&index| posts[index].distance(cell))
    }

    /// Hands out a job.
    pub(super) fn give(&mut self, index: usize, job: Job) {
        if let Some(place) = self.jobs.get_mut(index) {
            *place = Some(job);
        }
    }

    /// Sends an outpost to a cell.
    pub(super) fn send(&mut self, index: usize, task: &'static str, to: Cell, gain: [i64; 2]) {
        let from = self.scene.posts()[index];
        let way = i64::from(from.distance(to));
        let job = self.scene.walk(task, from, to, [gain[0], gain[1], way, 0, 0]);
        self.give(index, job);
    }

    /// All jobs; who is still free rests.
    pub(super) fn finish(self) -> Vec<Job> {
        self.jobs.into_iter().map(|job| job.unwrap_or(Job::REST)).collect()
    }

    /// Keeps as many at home as an enemy's nearness asks for: one when an enemy could be level with the
    /// home before an own outpost is back, `most` when one is close.
    pub(super) fn guard_home(&mut self, most: usize, near: u32) {
        let scene = self.scene;
        let home = scene.home();
        let Some(danger) = scene.enemies().map(|(_, enemy)| enemy.distance(home)).min() else {
            return;
        };
        let wanted = if danger <= near / 3 { most } else { most.min(usize::from(danger <= near)) };
        for number in 0..wanted {
            let Some(index) = self.nearest_free(home) else { return };
            // The first on the cell itself, the next ones beside it, so that they are duos.
            let place = match number {
                0 => home,
                _ => home.neighbours().nth((number - 1) % 2).unwrap_or(home),
            };
            let place = if scene.rules.map.land.contains(place) { place } else { home };
            let from = scene.posts()[index];
            let way = i64::from(from.distance(place));
            let answer = i64::from(near.saturating_sub(danger)) + 1;
            self.give(index, scene.walk("guard", from, place, [0, 0, way, 0, answer]));
        }
    }

    /// Sends free outposts to sites in their order, the nearest to each, until `enough` or nobody is left.
    pub(super) fn settle(
        &mut self,
        task: &'static str,
        sites: impl Iterator<Item = super::super::sites::Site>,
        mut enough: impl FnMut(u32, u32) -> bool,
    ) {
        let (mut land, mut water) = (0, 0);
        for site in sites {
            if enough(land, water) {
                return;
            }
            let Some(index) = self.nearest_free(site.cell) else { return };
            self.send(index, task, site.cell, [site.land.into(), site.water.into()]);
            land += site.land;
            water += site.water;
        }
    }

    /// Forms packs of `size` of those who are free, nearest to nearest, and sends each against the
    /// prey that scores best.
    pub(super) fn hunt(&mut self, size: usize, share: bool) {
        let scene = self.scene;
        let posts = scene.posts();
        let prey = preys(scene);
        let mut taken = vec![0u32; prey.len()];
        let mut free = self.free();
        while free.len() >= size {
            let first = free.remove(0);
            let mut pack = vec![first];
            while pack.len() < size {
                let near = (0..free.len()).min_by_key(|&i| posts[free[i]].distance(posts[first]));
                let Some(near) = near else { break };
                pack.push(free.remove(near));
            }
            let from = posts[first];
            let mut best: Option<(i64, usize, [i64; TERMS])> = None;
            for (number, target) in prey.iter().enumerate() {
                if !share && taken[number] > 0 && !target.siege {
                    continue;
                }
                let way = i64::from(from.distance(target.cell));
                let values = [0, 0, way, target.worth - i64::from(taken[number]), target.menace];
                let score = scene.score(&values);
                if best.is_none_or(|(most, ..)| score > most) {
                    best = Some((score, number, values));
                }
            }
            let Some((_, number, values)) = best else { return };
            taken[number] += 1;
            self.advance(&pack, prey[number].cell, values);
        }
    }

    /// Moves a pack in file: the first goes on when the second is beside it, and everybody takes the
    /// place of the one before.
    pub(super) fn advance(&mut self, pack: &[usize], target: Cell, values: [i64; TERMS]) {
        let scene = self.scene;
        let posts = scene.posts();
        let mut file = pack.to_vec();
        let Some(leader) = file.iter().copied().min_by_key(|&i| (posts[i].distance(target), i))
        else {
            return;
        };
        file.retain(|&index| index != leader);
        let mut before = leader;
        let mut closed = true;
        let mut order = vec![leader];
        while !file.is_empty() {
            let next = (0..file.len()).min_by_key(|&i| posts[file[i]].distance(posts[before]));
            let Some(next) = next.map(|i| file.remove(i)) else { break };
            closed &= order.len() > 1 || posts[next].distance(posts[before]) <= 1;
            order.push(next);
            before = next;
        }
        let go = closed && posts[leader] != target;
        let step = if go { scene.rules.map.way(posts[leader], target) } else { None };
        self.give(leader, Job { task: "hunt", target: Some(target), step, values });
        let mut moved = step.is_some();
        for pair in order.windows(2) {
            let (ahead, index) = (posts[pair[0]], posts[pair[1]]);
            let gap = index.distance(ahead);
            // Beside one who stays: stay. On one who goes on: stay, and be beside it.
            let step = if gap > 1 || (gap == 1 && moved) {
                scene.rules.map.way(index, ahead)
            } else {
                None
            };
            moved = step.is_some();
            self.give(pair[1], Job { task: "follow", target: Some(target), step, values });
        }
    }

    /// Looks before the step: plays the turn with the enemies standing still, and lets those who would
    /// be lost stay, or step back towards home, whichever saves them. Then the same with enemies that come.
    pub(super) fn look(&mut self) {
        let scene = self.scene;
        for attempt in 0..2 {
            let plain = self.plain();
            let lost = lost_by(scene, &plain, &STILL);
            if lost.is_empty() {
                break;
            }
            for index in lost {
                let Some(Some(job)) = self.jobs.get_mut(index) else { continue };
                job.task = "hold back";
                job.step = if attempt == 0 && job.step.is_some() {
                    None
                } else {
                    scene.rules.map.way(scene.posts()[index], scene.home())
                };
            }
        }
        self.brace();
    }

    /// Looks at what enemies that are near could cut off if they came on, and lets those who would be lost
    /// take another step that saves them, if there is one that costs nobody else.
    fn brace(&mut self) {
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
            for step in steps.filter(|&step| step != before.step) {
                let to = step.map_or(Some(post), |step| post.step(step));
                if !to.is_some_and(|to| scene.rules.map.land.contains(to)) {
                    continue;
                }
                self.jobs[index] = Some(Job { task: "fall back", step, ..before });
                let plain = self.plain();
                let now = lost_by(scene, &plain, &attack);
                if now.len() < lost.len() && !now.contains(&index) {
                    let now_still = lost_by(scene, &plain, &STILL).len();
                    if now_still <= still {
                        (lost, still, tried) = (now, now_still, 0);
                        break;
                    }
                }
                self.jobs[index] = Some(before);
            }
        }
    }

    fn plain(&self) -> Plain {
        let steps = self.jobs.iter().enumerate();
        let steps = steps.filter_map(|(index, job)| Some((index as u32, job.as_ref()?.step?)));
        Plain { disband: None, steps: steps.collect() }
    }
}

/// Orders of enemies that stand still.
const STILL: [Plain; EMPIRES] = [const { Plain { disband: None, steps: Vec::new() } }; EMPIRES];

/// What enemies that are near would do if they came at the nearest outpost of an empire.
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

/// The own outposts, by index, that would be lost by these steps and those of the enemies.
pub(super) fn lost_by(scene: &Scene, plain: &Plain, enemies: &[Plain; EMPIRES]) -> Vec<usize> {
    let mut orders = enemies.each_ref();
    orders[scene.me] = plain;
    let mut events = Events::default();
    let mut field: Field = scene.field.clone();
    field.resolve(scene.rules, orders, &mut events);
    let mine = events.lost.iter().filter(|lost| usize::from(lost.0) == scene.me);
    mine.map(|lost| lost.1 as usize).collect()
}

/// Something to hunt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prey {
    /// Where.
    pub(super) cell: Cell,
    /// Outposts that would be lost, about.
    pub(super) worth: i64,
    /// How much it threatens the own home.
    pub(super) menace: i64,
    /// Whether it is a home: all may come.
    pub(super) siege: bool,
}

/// Lone enemy outposts, and homes that nobody stands on.
pub(super) fn preys(scene: &Scene) -> Vec<Prey> {
    let mut preys = Vec::new();
    let home = scene.home();
    for e in (0..EMPIRES).filter(|&e| e != scene.me) {
        let posts = &scene.field.posts[e];
        for (index, &post) in posts.iter().enumerate() {
            let paired = posts
                .iter()
                .enumerate()
                .any(|(other, friend)| other != index && friend.distance(post) == 1);
            let near = post.distance(home);
            let menace = i64::from(40u32.saturating_sub(near)) / 8;
            let worth = if paired { 0 } else { 1 };
            preys.push(Prey { cell: post, worth, menace, siege: false });
        }
        if !posts.is_empty() {
            // A home falls to who is nearer than its own outposts: everything of its empire then goes.
            let guard = posts.iter().map(|post| post.distance(HOMES[e])).min().unwrap_or(99);
            let worth = match (guard, posts.len()) {
                (_, 0..=2) => 3,
                (0, _) => 0,
                (1..=3, _) => 2,
                _ => 4,
            };
            if worth > 0 {
                preys.push(Prey { cell: HOMES[e], worth, menace: 0, siege: true });
            }
        }
    }
    preys
}

/// The step that leads away from a cell, onto land, if there is one.
pub(super) fn away(scene: &Scene, from: Cell, danger: Cell) -> Option<Direction> {
    let back = scene.rules.map.way(from, scene.home());
    let far = |direction: &Direction| {
        from.step(*direction)
            .filter(|&to| scene.rules.map.land.contains(to))
            .map(|to| (to.distance(danger), u32::from(Some(*direction) == back)))
    };
    Direction::ALL.into_iter().filter(|d| far(d).is_some()).max_by_key(far)
}
