//! Random maps: lakes, rivers between them, and shores. Every map is valid by the rules of
//! [`super`]; this module depends on nothing but those rules and chance.

use super::{REGION, WATER, region};
use crate::base::rng::Rng;
use crate::base::util::sort_by_key;
use crate::board::Cell;

/// The region during generation.
struct Sketch {
    water: [bool; REGION * REGION],
    count: usize,
    noise: [i64; REGION * REGION],
}

type Spot = (i64, i64);

/// The steps to the eight cells around a cell, clockwise.
const RING: [Spot; 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

impl Sketch {
    fn at(spot: Spot) -> Option<usize> {
        let inside = |v: i64| (0..REGION as i64).contains(&v);
        (inside(spot.0) && inside(spot.1)).then(|| (spot.0 * REGION as i64 + spot.1) as usize)
    }

    fn is_water(&self, spot: Spot) -> bool {
        Sketch::at(spot).is_some_and(|at| self.water[at])
    }

    fn is_land(&self, spot: Spot) -> bool {
        Sketch::at(spot).is_some_and(|at| !self.water[at])
    }

    /// Floods a cell, unless it is near a corner or that could cut land off: the land
    /// next to the cell must be connected within the ring of eight around it.
    fn flood(&mut self, spot: Spot) -> bool {
        let Some(at) = Sketch::at(spot) else { return false };
        const LAST: i64 = REGION as i64 - 1;
        let near_corner = spot.0 + spot.1 < 9
            || [(LAST, 0), (0, LAST), (LAST, LAST)]
                .iter()
                .any(|&(x, y)| (spot.0 - x).abs() + (spot.1 - y).abs() < 3);
        if near_corner || self.water[at] || self.count == WATER || !self.stays_joined(spot) {
            return false;
        }
        self.water[at] = true;
        self.count += 1;
        true
    }

    fn stays_joined(&self, (x, y): Spot) -> bool {
        let land = RING.map(|(dx, dy)| self.is_land((x + dx, y + dy)));
        // Runs of land around the ring that contain a direct neighbour (at an even index).
        let mut runs = 0;
        for start in 0..8 {
            if land[start] && !land[(start + 7) % 8] {
                let run = (0..8).take_while(|i| land[(start + i) % 8]);
                runs += u32::from(run.into_iter().any(|i| (start + i) % 2 == 0));
            }
        }
        runs <= 1
    }

    fn water_beside(&self, (x, y): Spot) -> i64 {
        RING.iter().filter(|&&(dx, dy)| self.is_water((x + dx, y + dy))).count() as i64
    }

    /// A lake: cells from the centre outwards, with a shore distorted by noise.
    fn lake(&mut self, middle: Spot, size: usize, stretch: Spot) {
        let mut spots: Vec<Spot> = all_spots().collect();
        let noise = self.noise;
        sort_by_key(&mut spots, |&(x, y)| {
            let (dx, dy) = (x - middle.0, y - middle.1);
            let bend = noise[(x * REGION as i64 + y) as usize];
            ((dx * dx * stretch.0 + dy * dy * stretch.1) * (60 + bend), 0)
        });
        let mut left = size;
        for spot in spots {
            if left == 0 {
                return;
            }
            let joined = left == size || self.water_beside(spot) > 0;
            left -= usize::from(joined && self.flood(spot));
        }
    }

    /// A river: a walk that keeps its course with small random turns; it leaves a ford where it would
    /// cut land off.
    fn river(&mut self, from: Spot, to: Spot, rng: &mut Rng) {
        let (mut x, mut y) = from;
        for step in 0..120 {
            let (dx, dy) = (to.0 - x, to.1 - y);
            if dx == 0 && dy == 0 {
                return;
            }
            let along_x = rng.below((dx.abs() + dy.abs()) as usize) < dx.unsigned_abs() as usize;
            let wander = rng.below(5) == 0;
            match (along_x, wander) {
                (true, false) => x += dx.signum(),
                (false, false) => y += dy.signum(),
                (true, true) => y += if rng.below(2) == 0 { 1 } else { -1 },
                (false, true) => x += if rng.below(2) == 0 { 1 } else { -1 },
            }
            // A ford now and then, so that a river is a border with gates, not a wall.
            if step % 13 < 11 {
                self.flood((x, y));
                if step % 3 != 0 {
                    self.flood(if along_x { (x, y + 1) } else { (x + 1, y) });
                }
            }
        }
    }
}

fn all_spots() -> impl Iterator<Item = Spot> {
    const N: i64 = REGION as i64;
    (0..N).flat_map(|x| (0..N).map(move |y| (x, y)))
}

/// Smooth noise from 0 to 120: random numbers on a coarse grid with linear interpolation.
fn noise(rng: &mut Rng) -> [i64; REGION * REGION] {
    const STEP: usize = 5;
    const KNOTS: usize = REGION / STEP + 2;
    let knots: [i64; KNOTS * KNOTS] = std::array::from_fn(|_| rng.below(121) as i64);
    std::array::from_fn(|at| {
        let (x, y) = (at / REGION, at % REGION);
        let (kx, ky) = (x / STEP, y / STEP);
        let (fx, fy) = ((x % STEP) as i64, (y % STEP) as i64);
        let knot = |dx: usize, dy: usize| knots[(kx + dx) * KNOTS + ky + dy];
        let step = STEP as i64;
        let near = knot(0, 0) * (step - fx) + knot(1, 0) * fx;
        let far = knot(0, 1) * (step - fx) + knot(1, 1) * fx;
        (near * (step - fy) + far * fy) / (step * step)
    })
}

/// A random valid map: two to four lakes, one to three rivers between them, and the
/// rest of the 500 cells along their shores.
pub fn generate(rng: &mut Rng) -> Vec<Cell> {
    let mut sketch = Sketch { water: [false; REGION * REGION], count: 0, noise: noise(rng) };
    let lakes = 2 + rng.below(3);
    let mut middles: Vec<Spot> = Vec::new();
    for _ in 0..lakes {
        // Away from the other lakes, if a few tries find such a cell.
        let mut middle = (0, 0);
        for _ in 0..12 {
            middle = (6 + rng.below(40) as i64, 6 + rng.below(40) as i64);
            let apart = |other: &Spot| (other.0 - middle.0).abs() + (other.1 - middle.1).abs() > 16;
            if middles.iter().all(apart) {
                break;
            }
        }
        middles.push(middle);
        let share = 300 / lakes + rng.below(50);
        let stretch = (1 + rng.below(3) as i64, 1 + rng.below(3) as i64);
        sketch.lake(middle, share, stretch);
    }
    for river in 0..1 + rng.below(3) {
        let from = middles[river % middles.len()];
        // To another lake, or out to an edge where it meets its own image.
        let to = match rng.below(3) {
            0 => (REGION as i64 - 1, 8 + rng.below(34) as i64),
            1 => (8 + rng.below(34) as i64, REGION as i64 - 1),
            _ => middles[(river + 1) % middles.len()],
        };
        sketch.river(from, to, rng);
    }
    // The missing cells are added along the shores, into bays first.
    while sketch.count < WATER {
        let mut spots: Vec<Spot> =
            all_spots().filter(|&s| sketch.is_land(s) && sketch.water_beside(s) > 0).collect();
        let keys = |spot: &Spot| {
            let bend = sketch.noise[(spot.0 * REGION as i64 + spot.1) as usize];
            (bend - 14 * sketch.water_beside(*spot), 0)
        };
        sort_by_key(&mut spots, keys);
        spots.truncate(24);
        let before = sketch.count;
        for spot in spots {
            sketch.flood(spot);
        }
        // If bays are full, any cell that keeps the land connected is taken.
        if sketch.count == before && !all_spots().any(|spot| sketch.flood(spot)) {
            break;
        }
    }
    region(|at| sketch.water[at])
}
