//! Assigning tasks by score: a pool of offers is matched with free outposts, the best pair first. The offers
//! and their limits define a bot; the terms decide which outpost takes which offer.

use super::super::board::{CELLS, Cell, Cells, bit, columns_around, rows};
use super::super::field::SEASON;
use super::super::map::FAR;
use super::super::measures::{
    GUARD, HOME, LAND, NEED, PREY, TaskKind, Values, WATER, WAY, measured,
};
use super::super::sites::Site;
use super::scene::Scene;
use super::tactics::{Prey, Roster, danger, find_prey};
use crate::base::fixed::Fixed;

/// The effect of taking an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// A post for one outpost.
    Post,
    /// A site to settle: the outposts it pays for depend on the sites settled before.
    Site,
    /// A target to hunt; `share` if several packs may take it.
    Hunt { share: bool },
    /// A place for any number of outposts.
    Camp,
}

struct TaskOffers {
    task: &'static str,
    /// The number of times that an offer may still be taken.
    most: usize,
    /// The number of outposts that take an offer together.
    size: usize,
    sort: Sort,
}

/// An offer of a task.
struct Offer {
    lot: usize,
    cell: Cell,
    /// The measurements; the way is that of `who`, and the need is omitted because every settled site
    /// changes it.
    values: Values,
    /// Whether any number of outposts may come.
    siege: bool,
    /// The free outpost with the best score for this offer; `None` if not computed yet.
    who: Option<usize>,
    /// The score of `values`.
    score: Fixed,
}

impl Offer {
    /// Changes a value, and the score with it.
    fn set(&mut self, scene: &Scene, term: usize, value: Fixed) {
        let old = std::mem::replace(&mut self.values[term], value);
        self.score = if scene.lab.is_some() {
            scene.score(&self.values)
        } else {
            let weight = scene.weights[term];
            self.score + weight.times(value) - weight.times(old)
        };
    }
}

/// The area of the sites settled so far, which pays for outposts.
struct Settlement {
    /// Land and water that is neither controlled by others nor covered by the sites so far.
    free: (Cells, Cells),
    /// If set, replaces the other empires' ownership: the distances within which an outpost would take a cell.
    front: Option<Front>,
    land: u32,
    water: u32,
    /// The number of outposts to pay for.
    wanted: u32,
}

/// The distance at which an outpost alone controls a cell: nearer than any enemy, and within r.
struct Front {
    /// By cell: the smallest distance that no longer takes the cell.
    within: Vec<u8>,
    /// The cells with no enemy within r: any distance within r takes these.
    safe: Cells,
}

impl Front {
    fn new(scene: &Scene) -> Front {
        let r = scene.rules.r as u8;
        let mut within = vec![r + 1; CELLS];
        let enemies = scene.enemies().map(|(_, enemy)| enemy);
        // A breadth-first search from all enemies at once.
        let mut wave: Vec<Cell> = Vec::new();
        let mut reach = |cell: Cell, steps: u8, next: &mut Vec<Cell>| {
            let nearest = &mut within[cell.index()];
            if steps < *nearest {
                *nearest = steps;
                next.push(cell);
            }
        };
        enemies.for_each(|enemy| reach(enemy, 0, &mut wave));
        for steps in 1..=r {
            let mut next = Vec::new();
            for cell in &wave {
                cell.neighbours().for_each(|to| reach(to, steps, &mut next));
            }
            wave = next;
        }
        let mut safe = Cells::EMPTY;
        let taken = within.iter().enumerate().filter(|&(_, &steps)| steps > r);
        taken.for_each(|(index, _)| safe.insert(Cell::from_index(index)));
        Front { within, safe }
    }

    /// The cells of a column that an outpost at `centre` would control alone.
    fn taken(&self, centre: Cell, x: usize, column: u128) -> u128 {
        let taken = |y: &u8| {
            let cell = Cell { x: x as u8, y: *y };
            centre.distance(cell) < self.within[cell.index()].into()
        };
        let safe = column & self.safe.columns[x];
        rows(column & !safe).filter(taken).fold(safe, |all, y| all | bit(y))
    }
}

/// The pool of all offers.
pub(super) struct Pool {
    lots: Vec<TaskOffers>,
    offers: Vec<Offer>,
    settlement: Settlement,
    /// Minimum number of free cells of a site.
    least: u32,
    /// Maximum length of a way that can still be completed.
    left: u32,
    /// Whether the way to a site is measured from the nearest own outpost, free or not: `Roster::relay` assigns outposts later.
    relayed: bool,
}

impl Pool {
    /// An empty pool. The gain of a site excludes the area of the other empires and the area of the sites before it.
    pub(super) fn new(scene: &Scene) -> Pool {
        let (map, held) = (&scene.rules.map, scene.field.owners.of_others(scene.me));
        let free = (map.land.without(&held), map.water.without(&held));
        let wanted = scene.posts().len() as u32 + 2;
        Pool {
            lots: Vec::new(),
            offers: Vec::new(),
            settlement: Settlement { free, front: None, land: 0, water: 0, wanted },
            least: least(scene),
            left: u32::MAX,
            relayed: false,
        }
    }

    /// A pool that looks at enemies, the end of the game and relays. At a site it counts all cells that an outpost would
    /// control there if the enemies stay where they are: all cells nearer to it than to any enemy, whatever their
    /// current owner. Nothing too far to reach is offered, and only outposts that are still of use are paid for.
    pub(super) fn far_sighted(scene: &Scene) -> Pool {
        let (map, left) = (&scene.rules.map, scene.left());
        // The number of seasons to plan ahead; with fewer the empire stops growing where water is scarce.
        const AHEAD: u32 = 8;
        let wanted = match left.saturating_sub(scene.rules.r) / SEASON {
            0 => 0,
            seasons => scene.posts().len() as u32 + seasons.min(AHEAD),
        };
        let (free, front) = ((map.land.clone(), map.water.clone()), Some(Front::new(scene)));
        let settlement = Settlement { free, front, land: 0, water: 0, wanted };
        Pool { settlement, left, relayed: true, ..Pool::new(scene) }
    }

    /// From now on, sites with less free area qualify: an eighth of what an outpost covers.
    pub(super) fn fill(&mut self, scene: &Scene) {
        self.least = least(scene) * 3 / 8;
    }

    fn lot(&mut self, task: &'static str, most: usize, size: usize, sort: Sort) -> usize {
        self.lots.push(TaskOffers { task, most, size, sort });
        self.lots.len() - 1
    }

    fn offer(&mut self, scene: &Scene, lot: usize, cell: Cell, values: Values) {
        let score = scene.score(&values);
        self.offers.push(Offer { lot, cell, values, siege: false, who: None, score });
    }

    /// Offers posts at home according to the nearest enemy's distance: one if an enemy could dispute the
    /// home before an own outpost is back, `most` if an enemy is close.
    pub(super) fn guards(&mut self, scene: &Scene, most: usize, near: u32) {
        let home = scene.home();
        let Some(danger) = danger(scene) else { return };
        let wanted = if danger <= near / 3 { most } else { most.min(usize::from(danger <= near)) };
        let lot = self.lot("guard", wanted, 1, Sort::Post);
        let answer = i64::from(near.saturating_sub(danger)) + 1;
        for number in 0..wanted {
            // The first on the home itself, the next ones adjacent to it, so that they form duos.
            let place = match number {
                0 => home,
                _ => home.neighbours().nth((number - 1) % 2).unwrap_or(home),
            };
            let place = if scene.rules.map.land.contains(place) { place } else { home };
            self.offer(scene, lot, place, measured(TaskKind::Guard, place, &[(GUARD, answer)]));
        }
    }

    /// Offers sites to settle, for at most `most` outposts. If `open`, sites controlled by others are excluded.
    pub(super) fn sites<'s>(
        &mut self,
        scene: &Scene,
        task: &'static str,
        most: usize,
        open: bool,
        sites: impl Iterator<Item = &'s Site>,
    ) {
        let lot = self.lot(task, most, 1, Sort::Site);
        for site in sites.filter(|site| !open || !scene.is_enemy_cell(site.cell)) {
            self.site(scene, lot, site.cell);
        }
    }

    /// Offers a cell as a site if it adds enough area.
    fn site(&mut self, scene: &Scene, lot: usize, cell: Cell) {
        let (land, water) = self.settlement.counted(cell, scene.rules.r);
        if land + water < self.least {
            return;
        }
        let home = scene.from_home(cell);
        let gains = [(LAND, land.into()), (WATER, water.into()), (HOME, home.into())];
        self.offer(scene, lot, cell, measured(TaskKind::Settle, cell, &gains));
    }

    /// Offers prey for packs of a size.
    pub(super) fn hunts(&mut self, scene: &Scene, size: usize, share: bool) {
        let lot = self.lot("hunt", usize::MAX, size, Sort::Hunt { share });
        for Prey { cell, worth, menace, siege } in find_prey(scene) {
            let values = measured(TaskKind::Hunt, cell, &[(PREY, worth), (GUARD, menace)]);
            self.offer(scene, lot, cell, values);
            if let Some(last) = self.offers.last_mut() {
                last.siege = siege;
            }
        }
    }

    /// Offers a place where any outpost may wait.
    pub(super) fn waiting_place(&mut self, scene: &Scene, task: &'static str, cell: Cell) {
        let lot = self.lot(task, usize::MAX, 1, Sort::Camp);
        self.offer(scene, lot, cell, measured(TaskKind::Other, cell, &[]));
    }

    /// Offers any land as a site if it adds enough area, on every second cell: precomputed sites assume
    /// that there are no other outposts.
    pub(super) fn anywhere(&mut self, scene: &Scene, task: &'static str) {
        let lot = self.lot(task, usize::MAX, 1, Sort::Site);
        for cell in scene.rules.map.land.iter().filter(|cell| (cell.x + cell.y) % 2 == 0) {
            if scene.from_home(cell) < u32::from(FAR) {
                self.site(scene, lot, cell);
            }
        }
    }

    /// Withdraws all offers; the settled area remains.
    pub(super) fn close(&mut self) {
        self.lots.clear();
        self.offers.clear();
    }

    /// Assigns offers, always the pair of offer and outpost with the best score, until no outpost is
    /// free or no offer is left.
    pub(super) fn assign_offers(&mut self, roster: &mut Roster) {
        let scene = roster.scene;
        let mut free = roster.free();
        while !free.is_empty() {
            let mut best: Option<(Fixed, usize, usize)> = None;
            let before = self.settlement.pays(scene, 0, 0);
            for (at, offer) in self.offers.iter_mut().enumerate() {
                let lot = &self.lots[offer.lot];
                if lot.most == 0 || lot.size > free.len() {
                    continue;
                }
                let who = match offer.who {
                    Some(who) => who,
                    None => {
                        let Some(who) = best_outpost(scene, &free, offer) else { return };
                        let way = distance_to(
                            scene,
                            self.relayed && lot.sort == Sort::Site,
                            who,
                            offer.cell,
                        );
                        offer.set(scene, WAY, Fixed::from_int(way.into()));
                        *offer.who.insert(who)
                    }
                };
                // Too far for the best outpost.
                if offer.values[WAY] > Fixed::from_int(self.left.into()) {
                    continue;
                }
                let mut score = offer.score;
                if lot.sort == Sort::Site {
                    let need = self.settlement.adds(scene, &offer.values, before);
                    if scene.lab.is_some() {
                        let mut values = offer.values;
                        values[NEED] = need;
                        score = scene.score(&values);
                    } else {
                        score += scene.weights[NEED].times(need);
                    }
                }
                if best.is_none_or(|(most, ..)| score > most) {
                    best = Some((score, at, who));
                }
            }
            let Some((_, at, who)) = best else { return };
            let values = self.values_with_need(scene, &self.offers[at]);
            self.take(roster, &mut free, at, who, values);
        }
    }

    /// Records an outpost's options, if they are to be shown.
    fn consider(&self, scene: &Scene, who: usize) {
        if scene.considered.is_none() {
            return;
        }
        for offer in &self.offers {
            let TaskOffers { task, most, sort, .. } = self.lots[offer.lot];
            let way = distance_to(scene, self.relayed && sort == Sort::Site, who, offer.cell);
            if most > 0 && way <= self.left {
                let mut values = self.values_with_need(scene, offer);
                values[WAY] = Fixed::from_int(way.into());
                scene.consider(who, task, Some(offer.cell), &values);
            }
        }
    }

    /// The values of an offer, with the need of a site.
    fn values_with_need(&self, scene: &Scene, offer: &Offer) -> Values {
        let mut values = offer.values;
        if self.lots[offer.lot].sort == Sort::Site {
            values[NEED] = self.settlement.adds(scene, &values, self.settlement.pays(scene, 0, 0));
        }
        values
    }

    /// Assigns the offer to an outpost, or to a pack of it and the nearest others.
    fn take(
        &mut self,
        roster: &mut Roster,
        free: &mut Vec<usize>,
        at: usize,
        who: usize,
        values: Values,
    ) {
        let scene = roster.scene;
        let posts = scene.posts();
        let (cell, siege) = (self.offers[at].cell, self.offers[at].siege);
        let lot = self.offers[at].lot;
        let TaskOffers { task, sort, size, .. } = self.lots[lot];
        free.retain(|&index| index != who);
        let mut pack = vec![who];
        while pack.len() < size {
            let near = (0..free.len()).min_by_key(|&i| posts[free[i]].distance(posts[who]));
            let Some(near) = near else { break };
            pack.push(free.remove(near));
        }
        for &index in &pack {
            self.consider(scene, index);
        }
        self.lots[lot].most -= 1;
        match sort {
            Sort::Hunt { .. } => roster.advance(&pack, cell, values),
            _ => roster.give(who, scene.walk(task, posts[who], cell, values)),
        }
        for offer in &mut self.offers {
            if offer.who.is_some_and(|who| pack.contains(&who)) {
                offer.who = None;
            }
        }
        match sort {
            Sort::Camp => {}
            Sort::Hunt { share } if share || siege => {
                let offer = &mut self.offers[at];
                offer.set(scene, PREY, offer.values[PREY] - Fixed::ONE);
                offer.who = None;
            }
            Sort::Hunt { .. } | Sort::Post => {
                self.offers.remove(at);
            }
            Sort::Site => {
                self.offers.remove(at);
                self.settle(scene, cell, &values);
            }
        }
    }

    /// Marks a site as settled and recomputes the other sites.
    fn settle(&mut self, scene: &Scene, cell: Cell, values: &Values) {
        let r = scene.rules.r;
        let settlement = &mut self.settlement;
        settlement.land += whole(values[LAND]);
        settlement.water += whole(values[WATER]);
        let covered = match &settlement.front {
            None => Cells::diamond(cell, r),
            Some(front) => {
                let mut covered = Cells::EMPTY;
                for (x, around) in columns_around(cell, r) {
                    covered.columns[x] = front.taken(cell, x, around);
                }
                covered
            }
        };
        let (land, water) = &mut settlement.free;
        *land = land.without(&covered);
        *water = water.without(&covered);
        let least = self.least;
        let (lots, settlement) = (&self.lots, &self.settlement);
        self.offers.retain_mut(|offer| {
            if lots[offer.lot].sort != Sort::Site || offer.cell.distance(cell) > 2 * r {
                return true;
            }
            let (land, water) = settlement.counted(offer.cell, r);
            offer.set(scene, LAND, Fixed::from_int(land.into()));
            offer.set(scene, WATER, Fixed::from_int(water.into()));
            land + water >= least
        });
    }
}

/// The free outpost with the best score for an offer; they differ only in the way.
fn best_outpost(scene: &Scene, free: &[usize], offer: &Offer) -> Option<usize> {
    let posts = scene.posts();
    let ways = free.iter().map(|&index| (index, posts[index].distance(offer.cell)));
    if scene.lab.is_some() {
        let mut values = offer.values;
        let fit = ways.min_by_key(|&(_, way)| {
            values[WAY] = Fixed::from_int(way.into());
            -scene.score(&values).thousandths()
        });
        return fit.map(|(index, _)| index);
    }
    let weight = scene.weights[WAY].thousandths().signum();
    ways.min_by_key(|&(_, way)| -weight * i64::from(way)).map(|(index, _)| index)
}

/// The steps to a place from an outpost or, with relays, from the nearest own outpost.
fn distance_to(scene: &Scene, relayed: bool, who: usize, to: Cell) -> u32 {
    let own = scene.posts()[who].distance(to);
    let ways = scene.posts().iter().map(|post| post.distance(to));
    if relayed { ways.min().unwrap_or(own) } else { own }
}

/// Minimum number of free cells of a site: a third of the cells that an outpost covers.
fn least(scene: &Scene) -> u32 {
    let r = scene.rules.r;
    (2 * r * (r + 1) + 1) / 3
}

fn whole(value: Fixed) -> u32 {
    (value.thousandths() / Fixed::SCALE) as u32
}

impl Settlement {
    /// Land and water cells that a site would add.
    fn counted(&self, cell: Cell, r: u32) -> (u32, u32) {
        let (land, water) = &self.free;
        let mut counts = (0, 0);
        for (x, mut around) in columns_around(cell, r) {
            if let Some(front) = &self.front {
                around = front.taken(cell, x, around);
            }
            counts.0 += (land.columns[x] & around).count_ones();
            counts.1 += (water.columns[x] & around).count_ones();
        }
        counts
    }

    /// The value of the settled area plus a site of `land` and `water` in paying for outposts, in cells of water.
    fn pays(&self, scene: &Scene, land: u32, water: u32) -> Fixed {
        pays(scene, self.land + land, self.water + water, self.wanted)
    }

    /// The increase that a site adds to the payment `before` it.
    fn adds(&self, scene: &Scene, values: &Values, before: Fixed) -> Fixed {
        self.pays(scene, whole(values[LAND]), whole(values[WATER])) - before
    }
}

/// The water that is matched by land and pays for outposts, limited to the `wanted` number of them.
pub(super) fn pays(scene: &Scene, land: u32, water: u32, wanted: u32) -> Fixed {
    let rules = scene.rules;
    let matched = u64::from(land) * u64::from(rules.water_cost) * 1000 / u64::from(rules.land_cost);
    let water = u64::from(water) * 1000;
    let enough = u64::from(wanted) * u64::from(rules.water_cost) * 1000;
    Fixed::from_thousandths(matched.min(water).min(enough) as i64)
}
