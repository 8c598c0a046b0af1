//! The planners of the bots: from the scene to a job for every outpost. Shared parts are in the other modules.

use super::super::board::{Cell, Cells, Direction, rows, span};
use super::super::measures::{
    CROWD, GUARD, HOME, LAND, NEED, PREY, TERMS, THREAT, TaskKind, Values, WATER, WAY, measured,
};
use super::super::sites::Site;
use super::super::survey::owners_if_enemies_approach;
use super::pool::{Pool, pays};
use super::scene::{Job, Scene};
use super::tactics::{Roster, away, home_alarm_distance};
use crate::base::fixed::Fixed;
use crate::base::rng::{Rng, Stream};
use crate::base::util::sort_by_key;

/// Every outpost walks in one direction, which changes randomly every ten turns.
pub(super) fn drifter(scene: &Scene, rng: &Rng) -> Vec<Job> {
    let mut rng =
        rng.of_same_game(Stream::Decision { seat: scene.me, ply: (scene.turn / 10 * 10) as usize });
    let walk = |&post: &Cell| {
        let drawn = Direction::from_code(rng.below(4) as u8);
        let target = scene.rules.map.step(post, drawn);
        Job { task: "drift", target, step: target.map(|_| drawn), ..Job::REST }
    };
    scene.posts().iter().map(walk).collect()
}

/// Outpost i goes to the i-th best harvest site, regardless of the situation.
pub(super) fn harvester(scene: &Scene, _: &Rng) -> Vec<Job> {
    let ranked = |task: &'static str, sites: &[Site]| {
        let mut ranked: Vec<(&str, Cell, Values)> = sites
            .iter()
            .map(|site| {
                let home = scene.from_home(site.cell).into();
                let gains = [(LAND, site.land.into()), (WATER, site.water.into()), (HOME, home)];
                (task, site.cell, measured(TaskKind::Settle, site.cell, &gains))
            })
            .collect();
        sort_by_key(&mut ranked, |(_, _, values)| (-scene.score(values).thousandths(), 0));
        ranked
    };
    // With more outposts than lakes, the others cover land.
    let mut places = ranked("harvest", scene.rules.sites.harvest(scene.me));
    places.extend(ranked("settle", scene.rules.sites.cover(scene.me)));
    let job = |(index, &post): (usize, &Cell)| {
        // Earlier outposts took the earlier places.
        let left = places.get(index..).unwrap_or_default();
        for (task, cell, values) in left {
            scene.consider(index, task, Some(*cell), values);
        }
        let place = left.first();
        place.map_or(Job::REST, |&(task, cell, values)| scene.walk(task, post, cell, values))
    };
    scene.posts().iter().enumerate().map(job).collect()
}

/// Each outpost takes the most profitable spot nearby, or a lake farther off, away from other own outposts, and runs home
/// if outnumbered.
pub(super) fn homesteader(scene: &Scene, _: &Rng) -> Vec<Job> {
    let rules = scene.rules;
    let posts = scene.posts();
    let around = rules.sites.around();
    let apart = rules.r + rules.r / 2;
    let reach = (2 * rules.r + 6).min(26) as u8;
    let mut roster = Roster::new(scene);
    // Area that no other empire owns, without the surroundings of the sites taken by earlier outposts.
    let mut open = rules.map.land.without(&scene.field.owners.of_others(scene.me));
    for (index, &post) in posts.iter().enumerate() {
        let near: Vec<Cell> = scene
            .enemies()
            .map(|(_, enemy)| enemy)
            .filter(|enemy| enemy.distance(post) <= 3)
            .collect();
        let friends = posts.iter().filter(|friend| friend.distance(post) <= 3).count();
        if let Some(&enemy) = near.first().filter(|_| near.len() > friends) {
            let more = (near.len() - friends) as i64;
            let way = scene.home().distance(post);
            let values =
                measured(TaskKind::Guard, scene.home(), &[(WAY, way.into()), (GUARD, more)]);
            scene.consider(index, "flee", Some(scene.home()), &values);
            let step = rules.map.way(post, scene.home()).or_else(|| away(scene, post, enemy));
            let target = Some(scene.home());
            roster.give(index, Job { task: "flee", target, step, values });
            continue;
        }
        let mut best: Option<(Fixed, Cell, Values)> = None;
        let mut consider = |cell: Cell| {
            let (land, water) = around[cell.index()];
            let mut values = measured(
                TaskKind::Settle,
                cell,
                &[
                    (LAND, land.into()),
                    (WAY, post.distance(cell).into()),
                    (HOME, scene.from_home(cell).into()),
                ],
            );
            values[NEED] = pays(scene, land.into(), water.into(), u32::MAX);
            scene.consider(index, "homestead", Some(cell), &values);
            let score = scene.score(&values);
            if best.is_none_or(|(most, ..)| score > most) {
                best = Some((score, cell, values));
            }
        };
        for x in post.x.saturating_sub(reach)..=post.x.saturating_add(reach).min(99) {
            let (low, high) = (post.y.saturating_sub(reach), post.y.saturating_add(reach).min(99));
            let column = open.columns[usize::from(x)] & span(low.into(), high.into());
            for cell in rows(column).map(|y| Cell { x, y }) {
                if (cell.x + cell.y).is_multiple_of(2) || cell == post {
                    consider(cell);
                }
            }
        }
        // If everything nearby is settled, distant lakes are considered.
        let lakes = rules.sites.harvest(scene.me).iter().map(|site| site.cell);
        lakes.filter(|&cell| open.contains(cell)).for_each(consider);
        let Some((_, cell, values)) = best else { continue };
        open = open.without(&Cells::diamond(cell, apart));
        roster.give(index, scene.walk("homestead", post, cell, values));
    }
    roster.keep_home(false);
    roster.finish()
}

/// A potential field, evaluated one step around each outpost.
pub(super) fn shepherd(scene: &Scene, _: &Rng) -> Vec<Job> {
    let rules = scene.rules;
    let field = scene.field;
    let posts = scene.posts();
    let r = i64::from(rules.r);
    let around = rules.sites.around();
    let thirsty = field.water[scene.me] * rules.land_cost < field.land[scene.me] * rules.water_cost;
    let enemies: Vec<Cell> = scene.enemies().map(|(_, post)| post).collect();
    let home = scene.home();
    let mut roster = Roster::new(scene);
    let wells = rules.sites.harvest(scene.me);
    for (index, &post) in posts.iter().enumerate() {
        // The nearest water that no other own outpost uses; none unless water is scarcer than land.
        let well = wells
            .iter()
            .map(|site| site.cell)
            .filter(|_| thirsty)
            .filter(|&cell| {
                let mut others = posts.iter().enumerate().filter(|&(other, _)| other != index);
                !others.any(|(_, friend)| friend.distance(cell) <= rules.r)
            })
            .min_by_key(|&cell| cell.distance(post));
        let intruder = enemies
            .iter()
            .copied()
            .filter(|enemy| enemy.distance(home) < 36 + rules.r)
            .min_by_key(|enemy| enemy.distance(post));
        let feel = |cell: Cell| {
            let (land, water) = around[cell.index()];
            // Closeness of the others: 100 in the same cell, zero at twice the radius.
            let wide = 2 * r + 1;
            let closeness = |other: &Cell| (wide - i64::from(other.distance(cell))).max(0);
            let friends = posts.iter().enumerate().filter(|&(other, _)| other != index);
            let crowd: i64 = friends.map(|(_, friend)| closeness(friend).pow(2)).sum();
            let threat: i64 = enemies.iter().map(closeness).sum();
            let mates = posts.iter().filter(|friend| friend.distance(cell) <= 4).count() as i64;
            let hunted = intruder.map_or(0, |enemy| {
                if mates >= 3 { 20 - i64::from(enemy.distance(cell)).min(20) } else { 0 }
            });
            let mut values = measured(
                TaskKind::Settle,
                cell,
                &[
                    (LAND, land.into()),
                    (WATER, water.into()),
                    (NEED, if thirsty { water.into() } else { 0 }),
                    (WAY, well.map_or(0, |well| well.distance(cell).into())),
                    (HOME, scene.from_home(cell).into()),
                    // An intruder attracts outposts until three hunt it.
                    (THREAT, threat - 3 * hunted),
                    (PREY, hunted),
                ],
            );
            values[CROWD] = Fixed::from_thousandths(crowd * 100_000 / (wide * wide));
            values
        };
        let stay = feel(post);
        scene.consider(index, "graze", None, &stay);
        let mut best = (scene.score(&stay), None, stay);
        for direction in Direction::ALL {
            if let Some(to) = rules.map.step(post, direction) {
                // The value farther on in that direction counts equally, otherwise outposts would be trapped at shores.
                let mut far = to;
                for _ in 0..4 {
                    far = rules.map.step(far, direction).unwrap_or(far);
                }
                let (near, far) = (feel(to), feel(far));
                let mean = |i: usize| (near[i] + far[i]).thousandths() / 2;
                let mut values = near;
                for (i, value) in values.iter_mut().enumerate().take(TERMS) {
                    *value = Fixed::from_thousandths(mean(i));
                }
                let score = scene.score(&values);
                scene.consider(index, "graze", Some(to), &values);
                if score > best.0 {
                    best = (score, Some(direction), values);
                }
            }
        }
        let target = best.1.and_then(|direction| post.step(direction));
        roster.give(index, Job { task: "graze", target, step: best.1, values: best.2 });
    }
    roster.keep_home(true);
    roster.finish()
}

/// The cells that pay for most outposts, wet or dry, else a lattice growing from home.
pub(super) fn mason(scene: &Scene, _: &Rng) -> Vec<Job> {
    let sites = &scene.rules.sites;
    let mut roster = Roster::new(scene);
    let mut pool = Pool::new(scene);
    let wall = sites.harvest(scene.me).iter().chain(sites.lattice(scene.me));
    pool.sites(scene, "wall", usize::MAX, true, wall);
    pool.assign_offers(&mut roster);
    roster.finish()
}

/// The number of outposts that settle before others fight, so that the area stays ahead of the need.
fn settlers(scene: &Scene, share: usize) -> usize {
    let count = scene.posts().len();
    if count <= 6 { count } else { 6 + (count - 6) * share / 100 }
}

/// Sites near lakes, and sites that cover most.
fn wide_sites<'a>(scene: &Scene<'a>) -> impl Iterator<Item = &'a Site> {
    let sites = &scene.rules.sites;
    sites.harvest(scene.me).iter().chain(sites.cover(scene.me))
}

/// Enough harvesters, three guards, packs of four.
pub(super) fn phalanx(scene: &Scene, _: &Rng) -> Vec<Job> {
    let roster = Roster::new(scene);
    let mut pool = Pool::new(scene);
    pool.guards(scene, 3, 30);
    pool.sites(scene, "harvest", settlers(scene, 65), true, wide_sites(scene));
    pool.hunts(scene, 4, true);
    pool.hunts(scene, 2, true);
    settle_rest(roster, pool)
}

/// Eight collect water, three shield the home; of the others two thirds settle, and the rest attacks in pairs without
/// a safety check.
pub(super) fn kamikaze(scene: &Scene, _: &Rng) -> Vec<Job> {
    const COLLECTORS: usize = 8;
    const SHIELD: usize = 3;
    let count = scene.posts().len();
    let mut roster = Roster::new(scene);
    roster.reckless = true;
    let mut pool = Pool::new(scene);
    if count > COLLECTORS + 1 {
        pool.guards(scene, SHIELD, 60);
    } else {
        pool.guards(scene, 1, home_alarm_distance(scene));
    }
    let lakes = scene.rules.sites.harvest(scene.me).iter();
    pool.sites(scene, "collect", COLLECTORS, false, lakes);
    let settlers = count.saturating_sub(COLLECTORS + SHIELD) * 2 / 3;
    pool.sites(scene, "settle", settlers, true, wide_sites(scene));
    pool.hunts(scene, 2, true);
    settle_rest(roster, pool)
}

/// Harvests until the guaranteed area suffices; the surplus hunts in duos and besieges homes.
pub(super) fn wolfpack(scene: &Scene, _: &Rng) -> Vec<Job> {
    let (rules, me) = (scene.rules, scene.me);
    let sure = owners_if_enemies_approach(rules, scene.field, me, 1);
    let land = sure.own[me].count_in(&rules.map.land);
    let water = sure.own[me].count_in(&rules.map.water);
    let wanted = scene.posts().len() as u32 + 2;
    let enough = land >= wanted * rules.land_cost && water >= wanted * rules.water_cost;
    let roster = Roster::new(scene);
    let mut pool = Pool::new(scene);
    pool.guards(scene, 2, 37);
    let settlers = settlers(scene, if enough { 50 } else { 75 });
    pool.sites(scene, "harvest", settlers, true, wide_sites(scene));
    pool.hunts(scene, 2, false);
    settle_rest(roster, pool)
}

/// Nine of ten settle and duos hunt; the rest fills open areas of the whole board, and waits at home only if
/// no site is left. Settlers relay each other. Towards the end no outpost hunts, because it is too late to settle
/// the conquered area.
pub(super) fn totora(scene: &Scene, _: &Rng) -> Vec<Job> {
    let mut roster = Roster::new(scene);
    let mut pool = Pool::far_sighted(scene);
    pool.guards(scene, 2, 37);
    let late = scene.left() <= 3 * scene.rules.r;
    let share = if late { 100 } else { 90 };
    pool.sites(scene, "harvest", settlers(scene, share), true, wide_sites(scene));
    if !late {
        pool.hunts(scene, 2, false);
    }
    pool.assign_offers(&mut roster);
    pool.close();
    pool.fill(scene);
    pool.anywhere(scene, "settle");
    pool.assign_offers(&mut roster);
    pool.waiting_place(scene, "reserve", scene.home());
    pool.assign_offers(&mut roster);
    roster.seek_pay();
    roster.relay();
    roster.keep_pay();
    roster.look();
    roster.finish()
}

/// Assigns the offers; the remaining outposts cover open areas, or wait at home.
fn settle_rest(mut roster: Roster, mut pool: Pool) -> Vec<Job> {
    let scene = roster.scene;
    pool.assign_offers(&mut roster);
    pool.close();
    pool.sites(scene, "settle", usize::MAX, true, wide_sites(scene));
    pool.waiting_place(scene, "reserve", scene.home());
    pool.assign_offers(&mut roster);
    roster.look();
    roster.finish()
}
