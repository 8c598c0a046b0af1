//! The map: parsing and checking its text, the built-in maps, and shortest paths over land. Empires are
//! outside this module. Random maps come from [`generate`].

mod generator;

pub use generator::generate;

use super::board::{CELLS, Cell, Cells, Direction};
use crate::base::erased_value::ErasedValue;
use crate::base::fixed::shorten;
use crate::base::rng::{Rng, Stream};
use crate::base::util::mix64;
use crate::contract::game::{CheckedSetup, SetupText};
use serde::Serialize;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Cells per side of the region in a map text; the other three regions are quarter turns of it.
pub const REGION: usize = 50;
/// The number of water cells in the region of a valid map.
pub const WATER: usize = 500;
/// Maximum size of a map text, in bytes.
pub const MAX_BYTES: usize = 40_000;

/// The built-in maps: name and text.
pub static BUILT_IN: [(&str, &str); 4] = [
    ("lagoons", include_str!("../maps/lagoons.txt")),
    ("delta", include_str!("../maps/delta.txt")),
    ("ring", include_str!("../maps/ring.txt")),
    ("marsh", include_str!("../maps/marsh.txt")),
];

/// The start text format for maps.
pub static SETUP: SetupText = SetupText { option: "map", what: "map", recognise, check };

/// The accepted map names, for messages.
pub const NAMES: &str = "lagoons, delta, ring, marsh, random, random:SEED";

/// Land and water of the whole board, with a cache of paths.
pub struct Map {
    /// Cells on which outposts can stand.
    pub land: Cells,
    /// All other cells.
    pub water: Cells,
    /// By target cell: the first steps towards it, see [`Ways`]. Each entry is computed on first use;
    /// its content depends only on the land.
    ways: Box<[OnceLock<Box<Ways>>]>,
    /// By empire: steps over land from its home.
    from_home: [Box<[u16]>; 4],
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a map with {} water cells", self.water.count())
    }
}

/// Two bits per cell: the direction of the first step of a shortest path to one target.
type Ways = [u8; CELLS / 4];

/// The distance of unreachable cells.
pub const FAR: u16 = u16::MAX;

impl Map {
    /// Creates the whole board from its water.
    pub fn from_water(water: Cells) -> Map {
        let land = water.complement();
        let from_home = super::board::HOMES.map(|home| distances(&land, home));
        Map { land, water, ways: (0..CELLS).map(|_| OnceLock::new()).collect(), from_home }
    }

    /// Steps over land from the home of an empire to every cell, by cell index; [`FAR`] for
    /// unreachable cells.
    pub fn from_home(&self, empire: usize) -> &[u16] {
        &self.from_home[empire]
    }

    /// The neighbour in a direction, if it is land.
    #[inline]
    pub fn step(&self, from: Cell, direction: Direction) -> Option<Cell> {
        from.step(direction).filter(|&to| self.land.contains(to))
    }

    /// The first step of a shortest path over land; `None` at the target or without a path.
    pub fn way(&self, from: Cell, to: Cell) -> Option<Direction> {
        if from == to || !self.land.contains(to) || !self.land.contains(from) {
            return None;
        }
        let ways = self.ways[to.index()].get_or_init(|| self.find_ways(to));
        let code = ways[from.index() / 4] >> (from.index() % 4 * 2) & 3;
        let direction = Direction::from_code(code);
        self.step(from, direction).map(|_| direction)
    }

    /// The cells of a shortest path over land, the last one `to`; empty if there is no path.
    pub fn path(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let path: Vec<Cell> = self.walk(from, to).collect();
        if path.last() == Some(&to) { path } else { Vec::new() }
    }

    /// The cells of a shortest path over land, as far as it exists.
    fn walk(&self, from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
        let next = move |at: &Cell| at.step(self.way(*at, to)?);
        std::iter::successors(next(&from), next)
    }

    /// The length of a shortest path over land, in steps; `None` if there is no path.
    pub fn steps(&self, from: Cell, to: Cell) -> Option<u32> {
        let (end, steps) = self.walk(from, to).fold((from, 0), |(_, steps), at| (at, steps + 1));
        (end == to).then_some(steps)
    }

    /// For every cell the step that reduces the distance; of two such steps the one along the longer axis of
    /// the remaining path, so that paths look natural.
    fn find_ways(&self, to: Cell) -> Box<Ways> {
        // The order of the directions, by whether the longer axis is horizontal.
        const ORDERS: [[Direction; 4]; 2] = [
            [Direction::North, Direction::South, Direction::East, Direction::West],
            [Direction::East, Direction::West, Direction::North, Direction::South],
        ];
        let steps = Steps::over(&self.land, to);
        let mut ways = Box::new([0; CELLS / 4]);
        for cell in self.land.iter() {
            let at = Steps::place(cell);
            let across = cell.x.abs_diff(to.x) >= cell.y.abs_diff(to.y);
            let best = ORDERS[usize::from(across)]
                .into_iter()
                .find(|&direction| steps.at(Steps::beside(at, direction)) < steps.at(at));
            if let Some(best) = best {
                ways[cell.index() / 4] |= best.code() << (cell.index() % 4 * 2);
            }
        }
        ways
    }

    /// The land cell nearest to a cell by Manhattan distance; of several the first in x-major order.
    pub fn nearest_land(&self, cell: Cell) -> Cell {
        if self.land.contains(cell) {
            return cell;
        }
        self.land.iter().min_by_key(|land| land.distance(cell)).unwrap_or(cell)
    }

    /// The cell itself if it is land; else the nearest land reachable from `from`: of several
    /// equally near cells the one with the shortest path, then the one with the smallest x, then y.
    pub fn land_near(&self, cell: Cell, from: Cell) -> Cell {
        if self.land.contains(cell) {
            return cell;
        }
        let steps = distances(&self.land, from);
        let reached = self.land.iter().filter(|land| steps[land.index()] != FAR);
        reached
            .min_by_key(|land| (land.distance(cell), steps[land.index()], land.index()))
            .unwrap_or(cell)
    }

    /// A hash of the map; collisions are extremely unlikely.
    pub fn hash(&self) -> u64 {
        self.water.columns.iter().fold(0x6f75_7470_6f73_7401, |hash, &column| {
            mix(mix(hash ^ column as u64) ^ (column >> 64) as u64)
        })
    }
}

/// One step of splitmix64.
pub(super) fn mix(word: u64) -> u64 {
    mix64(word.wrapping_add(0x9e37_79b9_7f4a_7c15))
}

/// Steps over land from a cell. Columns are [`Steps::COLUMN`] apart and have a border, so that every cell
/// has four neighbours; indices are masked instead of bounds-checked.
struct Steps(Box<[u16; Steps::PLACES]>);

impl Steps {
    const COLUMN: usize = 128;
    const PLACES: usize = 1 << 14;
    /// Land that the search has not reached yet: greater than any path length.
    const OPEN: u16 = FAR - 1;

    #[inline]
    fn place(cell: Cell) -> usize {
        (usize::from(cell.x) + 1) * Steps::COLUMN + usize::from(cell.y) + 1
    }

    #[inline]
    fn beside(place: usize, direction: Direction) -> usize {
        match direction {
            Direction::North => place - 1,
            Direction::East => place + Steps::COLUMN,
            Direction::South => place + 1,
            Direction::West => place - Steps::COLUMN,
        }
    }

    /// The steps to a place; [`FAR`] for water, the border and unreachable cells.
    #[inline]
    fn at(&self, place: usize) -> u16 {
        self.0[place & (Steps::PLACES - 1)]
    }

    fn over(land: &Cells, from: Cell) -> Steps {
        const MASK: usize = Steps::PLACES - 1;
        let mut steps = Box::new([FAR; Steps::PLACES]);
        for cell in land.iter() {
            steps[Steps::place(cell) & MASK] = Steps::OPEN;
        }
        let mut queue = Box::new([0u16; Steps::PLACES]);
        let (mut begun, mut end) = (0, 0);
        if land.contains(from) {
            steps[Steps::place(from) & MASK] = 0;
            queue[0] = Steps::place(from) as u16;
            end = 1;
        }
        while begun < end {
            let place = usize::from(queue[begun & MASK]);
            begun += 1;
            let next = steps[place & MASK] + 1;
            for direction in Direction::ALL {
                let beside = Steps::beside(place, direction);
                if steps[beside & MASK] == Steps::OPEN {
                    steps[beside & MASK] = next;
                    queue[end & MASK] = beside as u16;
                    end += 1;
                }
            }
        }
        // Land that is still open cannot be reached.
        if end < land.count() as usize {
            for step in steps.iter_mut().filter(|step| **step == Steps::OPEN) {
                *step = FAR;
            }
        }
        Steps(steps)
    }
}

/// Steps over `land` from a cell to every cell, by cell index; [`FAR`] if unreachable.
pub fn distances(land: &Cells, from: Cell) -> Box<[u16]> {
    let steps = Steps::over(land, from);
    (0..CELLS).map(|index| steps.at(Steps::place(Cell::from_index(index)))).collect()
}

/// The water of the whole board from that of the region, by three successive quarter turns.
pub fn unfold(region: &[Cell]) -> Cells {
    let mut water = Cells::EMPTY;
    for &cell in region {
        let mut turned = cell;
        for _ in 0..4 {
            water.insert(turned);
            turned = turned.turned();
        }
    }
    water
}

/// The water cells of the region, in x-major order, by their index in the region.
pub(super) fn region(is_water: impl Fn(usize) -> bool) -> Vec<Cell> {
    let water = (0..REGION * REGION).filter(|&at| is_water(at));
    water.filter_map(|at| Cell::new(at / REGION, at % REGION)).collect()
}

/// A successfully parsed map text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The water cells of the region, each once, in x-major order.
    pub region: Vec<Cell>,
    /// Unusual but valid properties of the text.
    pub warnings: Vec<String>,
}

/// Parses a map text: one `x y` per line.
///
/// # Errors
/// The problem, with line and column.
pub fn read(text: &str) -> Result<Read, String> {
    if text.len() > MAX_BYTES {
        let most = text.char_indices().take_while(|&(at, _)| at < MAX_BYTES);
        let (mut line, mut column) = (1, 1);
        for (_, letter) in most {
            (line, column) = if letter == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        let bytes = text.len();
        return Err(format!(
            "line {line} column {column}: the map goes on: it has {bytes} bytes, and at most {MAX_BYTES} are read"
        ));
    }
    // The line that first names each cell, from 1; 0 for land.
    let mut named = [0u32; REGION * REGION];
    let mut warnings = Vec::new();
    let mut twice = 0;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<&str> = text.lines().collect();
    let used = lines.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1);
    for (index, line) in lines.iter().take(used).enumerate() {
        let number = index + 1;
        let cell = read_line(line).map_err(|(column, expected)| {
            format!("line {number} column {column}: `{}`: expected {expected}", shorten(line))
        })?;
        if cell == (0, 0) {
            return Err(format!("line {number} column 1: `0 0` is a home, and must be land"));
        }
        let first = &mut named[cell.0 * REGION + cell.1];
        if *first == 0 {
            *first = number as u32;
        } else {
            twice += 1;
            if twice <= 3 {
                warnings.push(format!(
                    "line {number}: the cell `{} {}` was given in line {first} already",
                    cell.0, cell.1
                ));
            }
        }
    }
    if twice > 3 {
        warnings.push(format!("{} more cells are given twice", twice - 3));
    }
    let region = region(|at| named[at] != 0);
    if region.len() != WATER {
        warnings.push(format!("{} water cells; a valid map has {WATER}", region.len()));
    }
    for (x, y) in [(49, 0), (0, 49), (49, 49)] {
        if named[x * REGION + y] != 0 {
            warnings.push(format!(
                "line {}: the corner `{x} {y}` is under water; in a valid map all four corners are land",
                named[x * REGION + y]
            ));
        }
    }
    let cut = cut_off(&region);
    if let Some(cell) = cut.first() {
        // Of the adjacent water cells, the one on the last line cut the land off.
        let line = cut
            .iter()
            .flat_map(|cell| cell.neighbours())
            .filter(|near| usize::from(near.x) < REGION && usize::from(near.y) < REGION)
            .map(|near| named[usize::from(near.x) * REGION + usize::from(near.y)])
            .max()
            .unwrap_or(1);
        return Err(format!(
            "line {line} column 1: land is cut off: {} of the region's land {} cannot be reached from `0 0` over the region's land, such as `{} {}`",
            cut.len(),
            if cut.len() == 1 { "cell" } else { "cells" },
            cell.x,
            cell.y
        ));
    }
    Ok(Read { region, warnings })
}

/// Parses `x y`; the error has the column, from 1, and the expected input.
fn read_line(line: &str) -> Result<(usize, usize), (usize, &'static str)> {
    const PAIR: &str = "two whole numbers from 0 to 49, `x y`";
    let column = |rest: &str| line.chars().count() - rest.chars().count() + 1;
    let number = |text: &str| -> Result<usize, (usize, &'static str)> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let value: usize = text[..digits].parse().map_err(|_| (column(text), PAIR))?;
        if value < REGION { Ok(value) } else { Err((column(text), "a number from 0 to 49")) }
    };
    let x = number(line)?;
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = rest.strip_prefix(' ').ok_or((column(rest), "a space and the second number"))?;
    let y = number(rest)?;
    let end = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if end.trim().is_empty() { Ok((x, y)) } else { Err((column(end), "the end of the line")) }
}

/// The land cells of the region that cannot be reached from its home over the region's land.
pub(super) fn cut_off(region: &[Cell]) -> Vec<Cell> {
    let mut land = Cells::EMPTY;
    for x in 0..REGION {
        land.columns[x] = (1 << REGION) - 1;
    }
    region.iter().for_each(|&cell| land.remove(cell));
    let steps = distances(&land, super::board::HOMES[0]);
    land.iter().filter(|cell| steps[cell.index()] == FAR).collect()
}

/// The text of a region's water: one `x y` per line.
pub fn write(region: &[Cell]) -> String {
    let mut text = String::with_capacity(region.len() * 6);
    for cell in region {
        text.push_str(&format!("{} {}\n", cell.x, cell.y));
    }
    text
}

/// The value of the option `map`.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// A random map from the game's seed.
    Drawn,
    /// A built-in map, one with a seed of its own, or a map text.
    Given(Arc<Map>),
}

/// Parses the option `map`.
///
/// # Errors
/// If it is neither a name nor a valid map text.
pub fn wanted(option: &str) -> Result<Wanted, String> {
    if option == "random" {
        return Ok(Wanted::Drawn);
    }
    named_or_read(option).map(|region| Wanted::Given(Arc::new(Map::from_water(unfold(&region)))))
}

fn named_or_read(option: &str) -> Result<Vec<Cell>, String> {
    if let Some((_, text)) = BUILT_IN.iter().find(|(name, _)| *name == option) {
        return read(text).map(|read| read.region);
    }
    if let Some(seed) = option.strip_prefix("random:") {
        let seed = seed
            .parse()
            .ok()
            .filter(|&seed| seed <= crate::base::rng::MAX_SEED && option.is_ascii())
            .ok_or_else(|| {
                format!(
                    "map `{}`: after `random:` a whole number from 0 to {} is expected",
                    shorten(option),
                    crate::base::rng::MAX_SEED
                )
            })?;
        return Ok(generate(&mut Rng::new(seed, Stream::Setup)));
    }
    if option.trim().chars().next().is_some_and(char::is_alphabetic) {
        return Err(format!(
            "map `{}` is not known; known are {NAMES}, and map texts",
            shorten(option)
        ));
    }
    read(option).map(|read| read.region).map_err(|error| format!("map: {error}"))
}

fn recognise(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(3).peekable();
    lines.peek().is_some()
        && lines.all(|line| {
            let mut parts = line.split_whitespace();
            let digits = |part: Option<&str>| {
                part.is_some_and(|p| p.len() <= 4 && p.bytes().all(|b| b.is_ascii_digit()))
            };
            digits(parts.next()) && digits(parts.next()) && parts.next().is_none()
        })
}

/// The figures of a map text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostFacts {
    /// Water cells of the region.
    pub cells: usize,
    /// Whether the map is valid by the course's rules.
    pub valid: bool,
    /// Whether each corner of the region is land: 0,0, 49,0, 49,49, 0,49.
    pub corners: Vec<bool>,
    /// The water cells of the region.
    pub water: Vec<Cell>,
}

fn check(text: &str) -> Result<CheckedSetup, String> {
    let Read { region, warnings } = read(text)?;
    let corners: Vec<bool> = [(0, 0), (49, 0), (49, 49), (0, 49)]
        .into_iter()
        .map(|(x, y)| Cell::new(x, y).is_some_and(|corner| !region.contains(&corner)))
        .collect();
    Ok(CheckedSetup {
        text: format!(
            "{} water cells in the region, {} on the board{}.",
            region.len(),
            region.len() * 4,
            if warnings.is_empty() { "; valid" } else { "" }
        ),
        facts: ErasedValue::new(OutpostFacts {
            cells: region.len(),
            valid: warnings.is_empty(),
            corners,
            water: region,
        }),
        warnings,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_maps_are_valid() {
        for seed in 0..60 {
            let region = generate(&mut Rng::new(seed, Stream::Setup));
            let again = read(&write(&region)).expect("readable");
            assert_eq!(again.warnings, Vec::<String>::new(), "seed {seed}");
            assert_eq!(again.region, region);
        }
    }

    #[test]
    fn built_in_maps_are_valid() {
        for (name, text) in BUILT_IN {
            assert_eq!(read(text).expect(name).warnings, Vec::<String>::new(), "{name}");
            assert!(recognise(text));
            assert!(NAMES.contains(name));
        }
    }

    #[test]
    fn paths_are_shortest() {
        let region = generate(&mut Rng::new(4, Stream::Setup));
        let map = Map::from_water(unfold(&region));
        for to in [Cell { x: 0, y: 0 }, map.nearest_land(Cell { x: 50, y: 50 })] {
            let steps = distances(&map.land, to);
            for from in map.land.iter().step_by(7) {
                assert_eq!(map.path(from, to).len(), usize::from(steps[from.index()]));
            }
        }
        let water = map.water.iter().next().expect("water");
        assert_eq!(map.way(Cell { x: 0, y: 0 }, water), None);
    }
}
