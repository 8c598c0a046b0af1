//! How each bot plans: from the scene to a job for every outpost. What they have in common is next door.

use super::super::board::{Cell, Cells, Direction, HOMES, count_around, span};
use super::super::sites::Site;
use super::super::survey::pressed;
use super::tactics::{Roster, away};
use super::{Job, Scene};
use crate::rng::{Rng, Stream};

/// Every outpost walks in one direction, drawn anew every ten turns.
pub(super) fn drifter(scene: &Scene, rng: &Rng) -> Vec<Job> {
    let mut rng =
        rng.of_same_game(Stream::Decision { seat: scene.me, ply: (scene.turn / 10 * 10) as usize });
    let walk = |&post: &Cell| {
        let drawn = Direction::from_code(rng.below(4) as u8);
        let target = post.step(drawn).filter(|&to| scene.rules.map.land.contains(to));
        Job { task: "drift", target, step: target.map(|_| drawn), values: [0; super::TERMS] }
    };
    scene.posts().iter().map(walk).collect()
}

/// Outpost i goes to harvest site i, whatever happens.
pub(super) fn harvester(scene: &Scene, _: &Rng) -> Vec<Job> {
    let sites = scene.rules.sites.harvest(scene.me);
    let mut roster = Roster::new(scene);
    for (index, site) in sites.iter().enumerate().take(scene.posts().len()) {
        roster.send(index, "harvest", site.cell, [site.land.into(), site.water.into()]);
    }
    // More outposts than lakes: the rest covers land, outwards from home.
    let cover = scene.rules.sites.cover(scene.me).iter().copied();
    roster.settle("settle", cover, |_, _| false);
    roster.finish()
}

/// Each takes the spot that pays best near it, apart from its own kind, and runs home when outnumbered.
pub(super) fn homesteader(scene: &Scene, _: &Rng) -> Vec<Job> {
    let rules = scene.rules;
    let posts = scene.posts();
    let around = rules.sites.around();
    let apart = rules.r + rules.r / 2;
    let reach = (2 * rules.r + 6).min(26) as u8;
    let mut roster = Roster::new(scene);
    // What is nobody else's: sites of the outposts before are taken, each with its surroundings.
    let mut open = rules.map.land.clone();
    for (e, own) in scene.field.owners.own.iter().enumerate() {
        if e != scene.me {
            open = open.with(own, |a, b| a & !b);
        }
    }
    for (index, &post) in posts.iter().enumerate() {
        let near = |limit: u32| scene.enemies().filter(move |(_, e)| e.distance(post) <= limit);
        let friends = posts.iter().filter(|friend| friend.distance(post) <= 3).count();
        if near(3).count() > friends {
            let enemy = near(3).next().map_or(post, |(_, enemy)| enemy);
            let back = rules.map.way(post, scene.home()).or_else(|| away(scene, post, enemy));
            let values = [0, 0, scene.from_home(post).into(), 0, 1];
            roster
                .give(index, Job { task: "flee", target: Some(scene.home()), step: back, values });
            continue;
        }
        let mut best: Option<(i64, Cell, [i64; super::TERMS])> = None;
        for x in post.x.saturating_sub(reach)..=post.x.saturating_add(reach).min(99) {
            let mut column = open.columns[usize::from(x)];
            column &= span(
                post.y.saturating_sub(reach).into(),
                post.y.saturating_add(reach).min(99).into(),
            );
            while column != 0 {
                let cell = Cell { x, y: column.trailing_zeros() as u8 };
                column &= column - 1;
                if (cell.x + cell.y) % 2 == 1 && cell != post {
                    continue;
                }
                let (land, water) = around[cell.index()];
                // What pays is what is scarcer; the rest counts a little.
                let pays = (u32::from(land) * rules.water_cost)
                    .min(u32::from(water) * rules.land_cost)
                    / rules.land_cost;
                let values = [land.into(), pays.into(), post.distance(cell).into(), 0, 0];
                let score = scene.score(&values) - i64::from(scene.from_home(cell)) * 50;
                if best.is_none_or(|(most, ..)| score > most) {
                    best = Some((score, cell, values));
                }
            }
        }
        let Some((_, cell, values)) = best else { continue };
        open = open.with(&Cells::diamond(cell, apart), |a, b| a & !b);
        roster.give(index, scene.walk("homestead", post, cell, values));
    }
    roster.finish()
}

/// A potential field, felt one step around each outpost.
pub(super) fn shepherd(scene: &Scene, _: &Rng) -> Vec<Job> {
    let rules = scene.rules;
    let field = scene.field;
    let posts = scene.posts();
    let r = i64::from(rules.r);
    let around = rules.sites.around();
    // Water is worth more while it is what is short.
    let thirst =
        if field.water[scene.me] * rules.land_cost < field.land[scene.me] * rules.water_cost {
            2
        } else {
            1
        };
    let enemies: Vec<Cell> = scene.enemies().map(|(_, post)| post).collect();
    let home = scene.home();
    let mut roster = Roster::new(scene);
    let wells = rules.sites.harvest(scene.me);
    for (index, &post) in posts.iter().enumerate() {
        // The nearest water that no other own outpost drinks from; nothing while there is enough.
        let well = wells
            .iter()
            .map(|site| site.cell)
            .filter(|_| thirst > 1)
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
            // Crowding: the own outposts that share its surroundings, the nearer the more.
            let mut crowd = 0;
            for (other, &friend) in posts.iter().enumerate() {
                let near = i64::from(friend.distance(cell));
                if other != index && near < 2 * r + 1 {
                    crowd += (2 * r + 1 - near) * (2 * r + 1 - near);
                }
            }
            let mut pressure = 0;
            for enemy in &enemies {
                let near = i64::from(enemy.distance(cell));
                if near <= 2 * r {
                    pressure += 2 * r + 1 - near;
                }
            }
            let mates = posts.iter().filter(|friend| friend.distance(cell) <= 4).count() as i64;
            let hunted = intruder.map_or(0, |enemy| {
                if mates >= 3 { 20 - i64::from(enemy.distance(cell)).min(20) } else { 0 }
            });
            [
                i64::from(land) - crowd * 113 / (2 * r * r + 1).max(1) - pressure,
                i64::from(water) * thirst,
                well.map_or(i64::from(scene.from_home(cell)) / 6, |well| {
                    30 * i64::from(well.distance(cell))
                }),
                hunted,
                0,
            ]
        };
        let stay = feel(post);
        let mut best = (scene.score(&stay), None, stay);
        for direction in Direction::ALL {
            let to = post.step(direction).filter(|&to| rules.map.land.contains(to));
            if let Some(to) = to {
                let values = feel(to);
                // The feeling farther on in that direction counts too, or shores would trap it.
                let mut far = to;
                for _ in 0..4 {
                    far =
                        far.step(direction).filter(|&c| rules.map.land.contains(c)).unwrap_or(far);
                }
                let score = (scene.score(&values) + scene.score(&feel(far))) / 2;
                if score > best.0 {
                    best = (score, Some(direction), values);
                }
            }
        }
        let target = best.1.and_then(|direction| post.step(direction));
        roster.give(index, Job { task: "graze", target, step: best.1, values: best.2 });
    }
    roster.finish()
}

/// Wet cells when short of water, dry ones when short of land, else a lattice growing from home.
pub(super) fn mason(scene: &Scene, _: &Rng) -> Vec<Job> {
    let (rules, field, me) = (scene.rules, scene.field, scene.me);
    let wanted = scene.posts().len() as u32 + 2;
    let bare = field.land[me] < wanted * rules.land_cost;
    let mut roster = Roster::new(scene);
    roster.guard_home(1, rules.r + 8);
    let open = |site: &Site| !scene.is_enemys(site.cell);
    // Wet cells until they are enough, with some to spare.
    let wet = rules.sites.harvest(me).iter().copied().filter(open);
    let need = wanted * rules.water_cost;
    roster.settle("wall", wet, |_, water| water > need + need / 4);
    let mut sites: Vec<Site> = rules.sites.lattice(me).to_vec();
    if bare {
        // The driest of the near ones first.
        let around = rules.sites.around();
        crate::util::sort_by_key(&mut sites, |site| {
            (i64::from(scene.from_home(site.cell)) - i64::from(around[site.cell.index()].0) / 4, 0)
        });
    }
    roster.settle("wall", sites.into_iter().filter(open), |_, _| false);
    roster.finish()
}

/// The sites that an empire can settle, nobody else's: lakes while water is what is short, else what
/// covers most, both outwards from home. What a site adds is counted anew: without what others hold, and
/// without what the sites before it cover.
pub(super) fn open_sites(scene: &Scene) -> Vec<Site> {
    let (rules, me) = (scene.rules, scene.me);
    let open = |site: &&Site| !scene.is_enemys(site.cell);
    let mut wet = rules.sites.harvest(me).iter().filter(open);
    let mut wide = rules.sites.cover(me).iter().filter(open);
    let (mut free_land, mut free_water) = (rules.map.land.clone(), rules.map.water.clone());
    for (e, own) in scene.field.owners.own.iter().enumerate() {
        if e != me {
            free_land = free_land.with(own, |a, b| a & !b);
            free_water = free_water.with(own, |a, b| a & !b);
        }
    }
    // Less than a third of a whole diamond is not worth the way, unless nothing better is left.
    let least = (2 * rules.r * (rules.r + 1) + 1) / 3;
    let most = scene.posts().len() + 1;
    let mut sites: Vec<Site> = Vec::new();
    let (mut land, mut water) = (0, 0);
    while sites.len() < most {
        // The sites so far must pay for one outpost more, with a quarter to spare.
        let wanted = sites.len() as u32 + 1;
        let thirsty = water * 4 < wanted * rules.water_cost * 5 && land * 5 >= water;
        let next = if thirsty { wet.next().or_else(|| wide.next()) } else { wide.next() };
        let Some(site) = next.or_else(|| wet.next()) else { break };
        let new_land = count_around(&free_land, site.cell, rules.r);
        let new_water = count_around(&free_water, site.cell, rules.r);
        if new_land + new_water < least {
            continue;
        }
        let covered = Cells::diamond(site.cell, rules.r);
        free_land = free_land.with(&covered, |a, b| a & !b);
        free_water = free_water.with(&covered, |a, b| a & !b);
        land += new_land;
        water += new_water;
        sites.push(Site { cell: site.cell, land: new_land, water: new_water });
    }
    sites
}

/// How many outposts settle before others fight: what keeps the area ahead of the need.
fn settlers(scene: &Scene, share: usize) -> usize {
    let count = scene.posts().len();
    if count <= 6 { count } else { 6 + (count - 6) * share / 100 }
}

/// Harvesters as needed, three guards, squares of four.
pub(super) fn phalanx(scene: &Scene, _: &Rng) -> Vec<Job> {
    let mut roster = Roster::new(scene);
    roster.guard_home(3, 30);
    let mut left = settlers(scene, 55);
    roster.settle("harvest", open_sites(scene).into_iter(), |_, _| {
        let done = left == 0;
        left = left.saturating_sub(1);
        done
    });
    roster.hunt(4, true);
    roster.hunt(2, true);
    settle_rest(&mut roster);
    roster.look();
    roster.finish()
}

/// Eight collect water, three shield the home, the rest rushes in pairs.
pub(super) fn kamikaze(scene: &Scene, _: &Rng) -> Vec<Job> {
    let mut roster = Roster::new(scene);
    if scene.posts().len() > 9 {
        roster.guard_home(3, 60);
    }
    let harvest = scene.rules.sites.harvest(scene.me).iter().copied();
    let mut left = 8;
    roster.settle("collect", harvest, |_, _| {
        let done = left == 0;
        left -= 1;
        done
    });
    roster.hunt(2, true);
    settle_rest(&mut roster);
    roster.finish()
}

/// Harvests until what is guaranteed is enough; the surplus hunts in duos and besieges homes.
pub(super) fn wolfpack(scene: &Scene, _: &Rng) -> Vec<Job> {
    let (rules, me) = (scene.rules, scene.me);
    let sure = pressed(rules, scene.field, me, 1);
    let land = sure.own[me].count_in(&rules.map.land);
    let water = sure.own[me].count_in(&rules.map.water);
    let wanted = scene.posts().len() as u32 + 2;
    let enough = land >= wanted * rules.land_cost && water >= wanted * rules.water_cost;
    let mut roster = Roster::new(scene);
    roster.guard_home(2, 37);
    let mut left = settlers(scene, if enough { 50 } else { 75 });
    roster.settle("harvest", open_sites(scene).into_iter(), |_, _| {
        let done = left == 0;
        left = left.saturating_sub(1);
        done
    });
    roster.hunt(2, false);
    settle_rest(&mut roster);
    roster.look();
    roster.finish()
}

/// Who is left over covers what is open.
fn settle_rest(roster: &mut Roster) {
    if roster.free_count() == 0 {
        return;
    }
    let scene = roster.scene;
    let posts = scene.posts();
    let near = |site: &Site| !posts.iter().any(|post| post.distance(site.cell) <= scene.rules.r);
    roster.settle("settle", open_sites(scene).into_iter().filter(near), |_, _| false);
    for index in roster.free() {
        roster.send(index, "reserve", HOMES[scene.me], [0, 0]);
    }
}
