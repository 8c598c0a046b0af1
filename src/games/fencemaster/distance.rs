//! The two-distance: the number of stones that a player still lacks to a tripod against a resisting opponent.
//!
//! The idea is J. van Rijswijck's, for Hex (*Computer Hex: Are Bees Better than Fruitflies?*, 2000): the
//! opponent will block the best path, so count on the second best. Here a cell has distance 1 to a
//! side if it lies on it, or is adjacent to a group that touches it; otherwise its distance is one more than
//! that of the second nearest of its empty neighbours, or of the nearest adjacent own group. The distance
//! of a group to a side is that of its second nearest free neighbour. A tripod through a cell lacks the
//! distances to the three nearest sides, with the cell counted once: the player is assumed to start there.
//!
//! A search needs this at every position, so it is computed for whole cell sets at a time: the
//! cells within one step of a side, within two, and so on, for all six sides together. The sum of a
//! cell's three smallest distances is the sum over all steps of three minus the number of sides reached
//! by then, at most three; the sums are stored in binary, as one cell set per digit.

use super::board::Board;
use super::cells::{Cells, Sides, Sum, add, around_cells, beside, beside_two, stones};
use super::geometry::{Geometry, Place, WORDS, words};
use super::position::FenceMaster;
use crate::contract::game::Seat;
use std::array::from_fn;

/// The stones that a player lacks to a tripod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lack {
    /// The number of stones; [`Lack::most`] if the opponent can block every path.
    pub stones: u32,
    /// The number of empty cells on the best paths.
    pub ways: u32,
}

impl Lack {
    /// The value for a player without a path: more than any relevant path needs.
    pub fn most(geometry: &Geometry) -> u32 {
        3 * geometry.side() as u32
    }
}

/// The number of kinds of near-best cells in [`Ways`].
pub(super) const KINDS: usize = 3;
/// The slack of the last kind.
pub(super) const MOST_SLACK: u32 = KINDS as u32 - 1;

/// The stones that a player lacks, and the cells of the best paths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    pub(super) lack: Lack,
    /// The empty cells through which a tripod lacks the minimum number of stones, one more, and two more.
    near: [[u64; WORDS]; KINDS],
}

impl Ways {
    /// The number of stones by which this cell exceeds the best one; at most [`KINDS`].
    #[inline]
    pub(super) fn slack(&self, geometry: &Geometry, place: Place) -> usize {
        let bit = geometry.bit(place);
        let word = (bit >> 6) % WORDS;
        (0..KINDS).find(|&kind| self.near[kind][word] >> (bit & 63) & 1 == 1).unwrap_or(KINDS)
    }
}

/// A group of two or more stones.
struct Group<const W: usize> {
    root: Place,
    stones: Cells<W>,
    /// Its free neighbours.
    free: Cells<W>,
    /// The sides not reached yet, as bits.
    left: u8,
}

impl<const W: usize> Group<W> {
    /// Adds the stones to the sides of which the group has two free neighbours among these cells; whether there are any.
    #[inline]
    #[expect(clippy::needless_range_loop, reason = "several sets go side by side, word by word")]
    fn join(&mut self, cells: &Sides<W>, joined: &mut Sides<W>) -> bool {
        let (mut any, mut left) = (false, self.left);
        while left != 0 {
            let side = left.trailing_zeros() as usize % 6;
            left &= left - 1;
            // At least two cells: either one word with two, or two words with one each.
            let (mut some, mut more) = (false, false);
            for word in 0..W {
                let met = self.free[word] & cells[word][side];
                more |= met & met.wrapping_sub(1) != 0 || (some && met != 0);
                some |= met != 0;
            }
            if more {
                self.left &= !(1 << side);
                for word in 0..W {
                    joined[word][side] |= self.stones[word];
                }
                any = true;
            }
        }
        any
    }
}

/// Space for more groups than most positions have.
const MANY: usize = 16;

#[expect(clippy::needless_range_loop, reason = "several sets go side by side, word by word")]
fn ways_of<const W: usize>(
    position: &FenceMaster,
    seat: Seat,
    [own, theirs]: [&Cells<W>; 2],
    bridge: bool,
    slack: u32,
) -> Ways {
    let (geometry, board) = (position.geometry(), position.board());
    let empty: Cells<W> = from_fn(|word| geometry.all_cells[word] & !own[word] & !theirs[word]);
    let counted: Cells<W> = from_fn(|word| empty[word] | own[word]);
    // Single stones are processed together, groups one by one.
    let near_own = around_cells(own);
    let alone: Cells<W> = from_fn(|word| own[word] & !near_own[word]);
    let mut groups: Vec<Group<W>> = groups_of(position, seat, &empty);

    let (ends, shift) =
        if bridge { (&geometry.corner_cells, 6) } else { (&geometry.edge_cells, 0) };
    // The cells of each side that have been reached so far: empty ones, and own stones.
    let mut cells: Sides<W> = [[0; 6]; W];
    let mut held: Sides<W> = [[0; 6]; W];
    for word in 0..W {
        for side in 0..6 {
            held[word][side] = ends[word][side] & alone[word];
        }
    }
    for group in &mut groups {
        let touched = (board.touched(group.root) >> shift & 63) as u8;
        group.left = 63 & !touched;
        for side in (0..6).filter(|side| touched >> side & 1 == 1) {
            for word in 0..W {
                held[word][side] |= group.stones[word];
            }
        }
    }
    let beside_held = beside(&held);
    for word in 0..W {
        for side in 0..6 {
            cells[word][side] = (ends[word][side] | beside_held[word][side]) & empty[word];
        }
    }
    let mut sum = Sum::new();
    // Before the first step only stones can have reached a side; the constant three of cells is omitted.
    add(&mut sum, &held, own, bridge);
    let [free, mine] = loop {
        let two = beside_two(&cells);
        let mut joined: Sides<W> = [[0; 6]; W];
        let mut any = 0;
        for word in 0..W {
            for side in 0..6 {
                joined[word][side] = alone[word] & two[word][side] & !held[word][side];
                any |= joined[word][side];
            }
        }
        for group in &mut groups {
            any |= u64::from(group.join(&cells, &mut joined));
        }
        let mut next = cells;
        if any != 0 {
            let beside_joined = beside(&joined);
            for word in 0..W {
                for side in 0..6 {
                    held[word][side] |= joined[word][side];
                    next[word][side] |= beside_joined[word][side] & empty[word];
                }
            }
        }
        let mut both: Sides<W> = [[0; 6]; W];
        let mut news = any;
        for word in 0..W {
            for side in 0..6 {
                next[word][side] |= two[word][side] & empty[word];
                news |= next[word][side] ^ cells[word][side];
                both[word][side] = cells[word][side] | held[word][side];
            }
        }
        let reached = add(&mut sum, &both, &counted, bridge);
        cells = next;
        let early: Cells<W> = from_fn(|word| empty[word] & reached[word]);
        let late: Cells<W> = from_fn(|word| empty[word] & !reached[word]);
        let own_early: Cells<W> = from_fn(|word| own[word] & reached[word]);
        let own_late: Cells<W> = from_fn(|word| own[word] & !reached[word]);
        // Sums only grow: stop if every cell that has not reached three sides is already too large.
        let best = sum.least(&early).map_or(u32::MAX, |(least, _)| least);
        let done = best != u32::MAX
            && sum.least(&late).is_none_or(|(least, _)| least > best + slack)
            && sum.least(&own_late).is_none_or(|(least, _)| {
                least > best || sum.least(&own_early).is_some_and(|(early, _)| least >= early)
            });
        if done || news == 0 {
            break [early, own_early];
        }
    };
    best_ways(geometry, &sum, [&free, &mine])
}

/// The smallest sums among the empty cells and the own stones that have reached three sides.
#[inline]
fn best_ways<const W: usize>(
    geometry: &Geometry,
    sum: &Sum<W>,
    [free, mine]: [&Cells<W>; 2],
) -> Ways {
    let mut ways =
        Ways { lack: Lack { stones: Lack::most(geometry), ways: 0 }, near: [[0; WORDS]; KINDS] };
    // A cell's sum omits three for the first step and counts the cell three times.
    if let Some((least, at)) = sum.least(free)
        && least < ways.lack.stones
    {
        let count = at.iter().map(|word| word.count_ones()).sum();
        ways.lack = Lack { stones: least + 1, ways: count };
        for (kind, near) in ways.near.iter_mut().enumerate() {
            let equal = sum.equal(free, least + kind as u32);
            for (to, from) in near.iter_mut().zip(equal) {
                *to = from;
            }
        }
    }
    if let Some((least, _)) = sum.least(mine)
        && least < ways.lack.stones
    {
        ways.lack = Lack { stones: least, ways: 1 };
    }
    ways
}

fn groups_of<const W: usize>(
    position: &FenceMaster,
    seat: Seat,
    empty: &Cells<W>,
) -> Vec<Group<W>> {
    let (geometry, board): (&Geometry, &Board) = (position.geometry(), position.board());
    let mut groups: Vec<Group<W>> = Vec::with_capacity(MANY);
    for &place in position.history() {
        if !board.has(seat, place) || board.pattern(seat, place) == 0 {
            continue;
        }
        let root = board.root(place);
        let known = groups.iter().position(|group| group.root == root).unwrap_or(groups.len());
        if known == groups.len() {
            groups.push(Group { root, stones: [0; W], free: [0; W], left: 0 });
        }
        let bit = geometry.bit(place);
        if bit >> 6 < W {
            groups[known].stones[bit >> 6] |= 1 << (bit & 63);
        }
    }
    for group in &mut groups {
        let around = around_cells(&group.stones);
        group.free = from_fn(|word| around[word] & empty[word]);
    }
    groups
}

/// The stones that both lack to a tripod or a bridge. Includes the near-best cells that need up to `slack` stones more than the
/// best; cells beyond `slack` may be missing.
fn both_of<const W: usize>(position: &FenceMaster, bridge: bool, slack: u32) -> [Ways; 2] {
    let (geometry, board) = (position.geometry(), position.board());
    let [white, black]: [Cells<W>; 2] = [0, 1].map(|seat| stones(geometry, board.rows(seat)));
    [
        ways_of::<W>(position, 0, [&white, &black], bridge, slack),
        ways_of::<W>(position, 1, [&black, &white], bridge, slack),
    ]
}

fn find(position: &FenceMaster, bridge: bool, slack: u32) -> [Ways; 2] {
    match words(position.geometry().side()) {
        1 => both_of::<1>(position, bridge, slack),
        2 => both_of::<2>(position, bridge, slack),
        4 => both_of::<4>(position, bridge, slack),
        _ => both_of::<WORDS>(position, bridge, slack),
    }
}

/// The stones and cells that the players lack to a tripod, by seat; with `bridges`, in Havannah, to a bridge between two corners
/// if that lacks fewer stones.
pub(super) fn ways(position: &FenceMaster, bridges: bool, slack: u32) -> [Ways; 2] {
    let mut found = find(position, false, slack);
    if bridges && position.havannah() {
        for (ways, bridge) in found.iter_mut().zip(find(position, true, slack)) {
            if bridge.lack.stones < ways.lack.stones {
                *ways = bridge;
            }
        }
    }
    found
}

/// The stones that the players lack to a tripod, by seat.
pub fn lacks(position: &FenceMaster) -> [Lack; 2] {
    ways(position, false, 0).map(|ways| ways.lack)
}

/// The stones that the players lack to a bridge between two corners, by seat: at least one corner is own already, or no path.
pub(super) fn bridge_lacks(position: &FenceMaster) -> [Lack; 2] {
    find(position, true, 0).map(|ways| ways.lack)
}

/// The stones that `seat` lacks to a tripod.
pub fn lack(position: &FenceMaster, seat: Seat) -> Lack {
    lacks(position)[seat & 1]
}

#[cfg(test)]
mod tests {
    use super::super::geometry::{LARGEST, PLACES, SMALLEST, around};
    use super::super::position::Rules;
    use super::*;
    use crate::base::rng::{Rng, Stream};
    use crate::contract::game::Enumerable;

    /// The distance if the opponent can block every path.
    const NEVER: u32 = 1_000;

    /// A reference implementation, for one cell and one side at a time.
    struct Distances {
        /// The empty cells, each with its empty neighbours.
        empty: Vec<(Place, Vec<Place>)>,
        /// The roots of the player's groups, each with the free neighbours of the group.
        groups: Vec<(Place, Vec<Place>)>,
        /// By place and side: the distance of an empty cell; the distance of a group, at its root.
        far: Vec<[u32; 6]>,
    }

    impl Distances {
        fn new(position: &FenceMaster, seat: Seat) -> Self {
            let (geometry, board) = (position.geometry(), position.board());
            let is_empty =
                |place: &Place| geometry.number(*place).is_some() && board.stone(*place).is_none();
            let free = |place: Place| around(place).into_iter().filter(is_empty);
            let (mut empty, mut groups) = (Vec::new(), Vec::<(Place, Vec<Place>)>::new());
            board.empty(geometry, |place| empty.push((place, free(place).collect())));
            for &place in position.history().iter().filter(|&&place| board.has(seat, place)) {
                let root = board.root(place);
                let at = groups.iter().position(|group| group.0 == root).unwrap_or(groups.len());
                if at == groups.len() {
                    groups.push((root, Vec::new()));
                }
                groups[at].1.extend(free(place));
                groups[at].1.sort_unstable();
                groups[at].1.dedup();
            }
            let mut new = Distances { empty, groups, far: vec![[NEVER; 6]; PLACES] };
            for edge in 0..6 {
                while new.lower(position, edge) {}
            }
            new
        }

        /// Lowers the distances to one side by those of the neighbours; false if that changes nothing.
        fn lower(&mut self, position: &FenceMaster, edge: usize) -> bool {
            let Distances { empty, groups, far } = self;
            let mut lowered = false;
            let mut lower = |far: &mut [[u32; 6]], place: Place, to: u32| {
                let now = &mut far[usize::from(place)][edge];
                lowered |= to < *now;
                *now = to.min(*now);
            };
            for (place, near) in empty {
                let touches = position.geometry().border(*place) >> edge & 1 == 1;
                let cells = if touches { 0 } else { second(far, edge, near) };
                lower(far, *place, cells + 1);
            }
            for (root, free) in groups {
                let touches = position.board().touched(*root) >> edge & 1 == 1;
                let group = if touches { 0 } else { second(far, edge, free) };
                lower(far, *root, group);
                free.iter().for_each(|&place| lower(far, place, group + 1));
            }
            lowered
        }

        /// The sum of the distances to the three nearest sides.
        fn nearest_three(&self, place: Place) -> u32 {
            let mut far = self.far[usize::from(place)];
            far.sort_unstable();
            if far[2] == NEVER { u32::MAX } else { far[..3].iter().sum() }
        }

        fn lack(&self, geometry: &Geometry) -> Lack {
            let mut lack = Lack { stones: Lack::most(geometry), ways: 0 };
            for &(place, _) in &self.empty {
                let stones = self.nearest_three(place).saturating_sub(2);
                if stones < lack.stones {
                    lack = Lack { stones, ways: 0 };
                }
                lack.ways += u32::from(stones == lack.stones);
            }
            for &(root, _) in &self.groups {
                let stones = self.nearest_three(root);
                if stones < lack.stones {
                    lack = Lack { stones, ways: 1 };
                }
            }
            lack
        }
    }

    /// The second smallest distance of these cells to a side.
    fn second(far: &[[u32; 6]], edge: usize, cells: &[Place]) -> u32 {
        let (mut first, mut second) = (NEVER, NEVER);
        for &cell in cells {
            let one = far[usize::from(cell)][edge];
            (first, second) = (first.min(one), second.min(first.max(one)));
        }
        second
    }

    #[test]
    fn distances_match_the_cell_by_cell_reference() {
        let mut rng = Rng::new(1, Stream::Other(0));
        for side in SMALLEST..=LARGEST {
            for _ in 0..12 {
                let mut position =
                    FenceMaster::empty(side, Rules::FenceMaster, false).expect("a size");
                let geometry = position.geometry();
                loop {
                    for seat in 0..2 {
                        let slow = Distances::new(&position, seat);
                        let found = ways(&position, false, MOST_SLACK)[seat];
                        assert_eq!(found.lack, slow.lack(geometry), "{}", position.picture());
                        assert_eq!(lack(&position, seat), found.lack);
                        let sums = slow.empty.iter().map(|&(place, _)| slow.nearest_three(place));
                        let best = sums.min().filter(|best| best - 2 <= Lack::most(geometry));
                        for &(place, _) in &slow.empty {
                            let more = |best| (slow.nearest_three(place) - best) as usize;
                            let kind = best.map_or(KINDS, |best| more(best).min(KINDS));
                            assert_eq!(found.slack(geometry, place), kind);
                        }
                    }
                    let moves = position.move_list();
                    if moves.is_empty() {
                        break;
                    }
                    position.play_unchecked(&moves[rng.below(moves.len())]);
                }
            }
        }
    }
}
