//! Data derived from the map alone: land and water around every cell, harvest
//! sites, and an order in which an empire can cover the board from its home. Computed once per game.

use super::board::{CELLS, Cell, Cells, EMPIRES, count_around};
use super::map::Map;
use crate::base::util::sort_by_key;
use std::sync::{Arc, OnceLock};

/// A land cell with its surroundings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The cell, on land.
    pub cell: Cell,
    /// Land within r that no earlier site covers.
    pub land: u32,
    /// Water within r that no earlier site covers.
    pub water: u32,
}

/// Maximum number of sites in a list.
const MOST: usize = 90;

/// The distance limit of sites from the home, in steps.
const FAR_OFF: u16 = 130;

/// A list of sites for each empire.
type Lists = [OnceLock<Vec<Site>>; EMPIRES];

/// The list of an empire; `first` computes that of the first empire, and the others are quarter turns of it, because valid
/// maps have fourfold symmetry.
fn list(lists: &Lists, empire: usize, first: impl FnOnce() -> Vec<Site>) -> &[Site] {
    lists[empire].get_or_init(|| match empire.checked_sub(1) {
        None => first(),
        Some(before) => {
            let sites = list(lists, before, first).iter();
            sites.map(|site| Site { cell: site.cell.turned(), ..*site }).collect()
        }
    })
}

/// A cache, filled on demand.
#[derive(Debug)]
pub struct Sites {
    map: Arc<Map>,
    r: u32,
    land_cost: u32,
    water_cost: u32,
    around: OnceLock<Vec<(u16, u16)>>,
    harvest: Lists,
    cover: Lists,
    lattice: Lists,
}

impl Sites {
    /// An empty cache for a map and the parameters of a game.
    pub fn new(map: Arc<Map>, r: u32, land_cost: u32, water_cost: u32) -> Sites {
        Sites {
            map,
            r,
            land_cost,
            water_cost,
            around: OnceLock::new(),
            harvest: Default::default(),
            cover: Default::default(),
            lattice: Default::default(),
        }
    }

    /// Land and water within r of every cell, by cell index.
    pub fn around(&self) -> &[(u16, u16)] {
        self.around.get_or_init(|| {
            let count =
                |cells: &Cells, at| count_around(cells, Cell::from_index(at), self.r) as u16;
            (0..CELLS).map(|at| (count(&self.map.land, at), count(&self.map.water, at))).collect()
        })
    }

    /// Cells with at least W water that no earlier site covers, the nearest to the home first.
    pub fn harvest(&self, empire: usize) -> &[Site] {
        list(&self.harvest, empire, || {
            let steps = self.map.from_home(0);
            // A site must be able to pay for an outpost alone, otherwise the first would never be followed by another.
            let full = 2 * self.r * (self.r + 1) + 1;
            let (dry, wet) =
                (self.land_cost.min(full * 3 / 5), self.water_cost.min(full / 5).max(1));
            self.choose(|cell, land, water| {
                (land >= dry && water >= wet).then(|| {
                    // A cell of water counts as much as two steps.
                    i64::from(water.min(45)) * 2 - i64::from(steps[cell.index()])
                })
            })
        })
    }

    /// Cells that cover the board from the home outwards, each with much new area; water is
    /// weighted by its value.
    pub fn cover(&self, empire: usize) -> &[Site] {
        list(&self.cover, empire, || {
            let steps = self.map.from_home(0);
            let worth = i64::from((self.land_cost / self.water_cost).clamp(1, 4));
            let least = i64::from(2 * self.r * (self.r + 1) + 1) * 45 / 100;
            self.choose(|cell, land, water| {
                let gain = i64::from(land) + worth * i64::from(water);
                (gain > least).then(|| gain * 10 - i64::from(steps[cell.index()]) * 24)
            })
        })
    }

    /// Cells about r apart, growing outwards from the home.
    pub fn lattice(&self, empire: usize) -> &[Site] {
        list(&self.lattice, empire, || {
            let steps = self.map.from_home(0);
            let around = self.around();
            let mut cells: Vec<Cell> = self.map.land.iter().collect();
            sort_by_key(&mut cells, |cell| (i64::from(steps[cell.index()]), 0));
            let mut sites: Vec<Site> = Vec::new();
            for cell in cells {
                if sites.len() == 2 * MOST {
                    break;
                }
                if sites.iter().all(|site| site.cell.distance(cell) > self.r) {
                    let (land, water) = around[cell.index()];
                    sites.push(Site { cell, land: land.into(), water: water.into() });
                }
            }
            sites
        })
    }

    /// Repeatedly takes the best cell, by the area that earlier sites leave around it; for the
    /// first empire.
    fn choose(&self, score: impl Fn(Cell, u32, u32) -> Option<i64>) -> Vec<Site> {
        let steps = self.map.from_home(0);
        let step = |cell: &Cell| steps[cell.index()] < FAR_OFF;
        let mut land = self.map.land.clone();
        let mut water = self.map.water.clone();
        // Every second cell is enough because the diamonds are wide.
        let mut cells: Vec<(Cell, u32, u32)> = self
            .map
            .land
            .iter()
            .filter(|cell| (cell.x + cell.y) % 2 == 0 && step(cell))
            .map(|cell| {
                (cell, count_around(&land, cell, self.r), count_around(&water, cell, self.r))
            })
            .collect();
        let mut sites = Vec::new();
        while sites.len() < MOST {
            let mut best: Option<(i64, usize)> = None;
            for (at, &(cell, land, water)) in cells.iter().enumerate() {
                if let Some(value) = score(cell, land, water)
                    && best.is_none_or(|(most, _)| value > most)
                {
                    best = Some((value, at));
                }
            }
            let Some((_, at)) = best else { break };
            let (cell, new_land, new_water) = cells[at];
            sites.push(Site { cell, land: new_land, water: new_water });
            let covered = Cells::diamond(cell, self.r);
            land = land.without(&covered);
            water = water.without(&covered);
            for (other, left_land, left_water) in &mut cells {
                if other.distance(cell) <= 2 * self.r {
                    *left_land = count_around(&land, *other, self.r);
                    *left_water = count_around(&water, *other, self.r);
                }
            }
            cells.retain(|&(_, land, water)| land + water > 0);
        }
        sites
    }
}
