//! The minimum number of stones that a player lacks to a loop or a bridge if the opponent does nothing. Only reads boards.
//!
//! A loop needs at most six stones if some cell has a ring without opponent's stones, which is so on almost every board. A shorter
//! one then has several own stones, so it is enough to look for paths from own groups that have enough of them near, for all
//! enclosed cells at once: a bit per cell says on which side of it the path has passed. Boards without such a ring are searched
//! cell by cell.

use super::cells::{Cells, around_cells, stones};
use super::geometry::{Geometry, PLACES, Place, WORDS, around, column, crosses, row, words};
use super::position::FenceMaster;
use crate::contract::game::Seat;
use std::array::from_fn;
use std::cmp::Ordering;
use std::collections::VecDeque;

/// The stones that `seat` needs for a cell: zero on its own stone; `None` on an opponent's stone, and off the board.
fn cell_cost(position: &FenceMaster, seat: Seat, place: Place) -> Option<u32> {
    position.geometry().number(place)?;
    match position.board().stone(place) {
        None => Some(1),
        Some(owner) => (owner == seat).then_some(0),
    }
}

/// The minimum number of stones that `seat` lacks to a loop: a closed path of own and empty cells around a cell that is not
/// its own, or in Havannah around any cell. `None` if there is no such path.
pub(super) fn to_a_loop(position: &FenceMaster, seat: Seat) -> Option<u32> {
    match words(position.geometry().side()) {
        1 => find::<1>(position, seat),
        2 => find::<2>(position, seat),
        4 => find::<4>(position, seat),
        _ => find::<WORDS>(position, seat),
    }
}

fn find<const W: usize>(position: &FenceMaster, seat: Seat) -> Option<u32> {
    let (geometry, board) = (position.geometry(), position.board());
    let [own, theirs] = [seat, seat ^ 1].map(|seat| stones::<W>(geometry, board.rows(seat)));
    let inside = enclosable(position, &own, &theirs);
    if is_empty(&inside) {
        return None;
    }
    match smallest_ring(position, seat, &inside) {
        Some(ring) => Some(by_groups(position, seat, [&own, &theirs], &inside, ring)),
        None => by_cells(position, seat, |place| contains(&inside, geometry.bit(place))),
    }
}

/// The cells that a loop of a player can enclose: those from which the opponent's stones lead nowhere to the border.
fn enclosable<const W: usize>(
    position: &FenceMaster,
    own: &Cells<W>,
    theirs: &Cells<W>,
) -> Cells<W> {
    let geometry = position.geometry();
    let rim: Cells<W> = from_fn(|word| geometry.rim_cells[word]);
    let open = filled(&and(theirs, &rim), theirs);
    let beside = around_cells(&open);
    let never = if position.havannah() { [0; W] } else { *own };
    from_fn(|word| {
        let joined = open[word] | beside[word] & !theirs[word];
        geometry.all_cells[word] & !rim[word] & !joined & !never[word]
    })
}

/// Whether a loop of `seat` may enclose a cell.
#[cfg(test)]
fn may_enclose(position: &FenceMaster, seat: Seat, place: Place) -> bool {
    position.geometry().border(place) == 0
        && (position.havannah() || !position.board().has(seat, place))
}

/// The minimum number of stones of a loop of six cells around one of these; `None` if the opponent has a stone on each.
fn smallest_ring<const W: usize>(
    position: &FenceMaster,
    seat: Seat,
    inside: &Cells<W>,
) -> Option<u32> {
    let (geometry, board) = (position.geometry(), position.board());
    let cells = geometry.places().iter().copied();
    let inside = cells.filter(|&place| contains(inside, geometry.bit(place)));
    let free = inside.filter(|&place| board.pattern(seat ^ 1, place) == 0);
    free.map(|place| 6 - board.pattern(seat, place).count_ones()).min()
}

/// The same as [`to_a_loop`], tried for every cell that `may_enclose` accepts.
fn by_cells(
    position: &FenceMaster,
    seat: Seat,
    may_enclose: impl Fn(Place) -> bool,
) -> Option<u32> {
    let mut best = None;
    for &place in position.geometry().places() {
        if may_enclose(place) {
            best = around_cell(position, seat, place, best).or(best);
        }
    }
    best
}

/// For both sides of the cells that are enclosed or not: an even and an odd number of crossings; see [`crosses`].
type Sides<const W: usize> = [Cells<W>; 2];

fn is_empty<const W: usize>(cells: &Cells<W>) -> bool {
    cells.iter().all(|&word| word == 0)
}

fn contains<const W: usize>(cells: &Cells<W>, bit: usize) -> bool {
    cells[(bit >> 6) % W] >> (bit & 63) & 1 == 1
}

fn and<const W: usize>(one: &Cells<W>, other: &Cells<W>) -> Cells<W> {
    from_fn(|word| one[word] & other[word])
}

fn union<const W: usize>(one: &Cells<W>, other: &Cells<W>) -> Cells<W> {
    from_fn(|word| one[word] | other[word])
}

fn without<const W: usize>(one: &Cells<W>, other: &Cells<W>) -> Cells<W> {
    from_fn(|word| one[word] & !other[word])
}

fn count<const W: usize>(cells: &Cells<W>) -> u32 {
    cells.iter().map(|word| word.count_ones()).sum()
}

/// `cells` with all cells of `within` that are connected to them.
fn filled<const W: usize>(cells: &Cells<W>, within: &Cells<W>) -> Cells<W> {
    let mut filled = *cells;
    loop {
        let more = and(&around_cells(&filled), within);
        if is_empty(&without(&more, &filled)) {
            return filled;
        }
        filled = union(&filled, &more);
    }
}

/// The length of a loop that is not a ring: it has at least this many cells. A closed path of seven cells has the ring of six
/// around its only inner cell.
const LONGER: u32 = 8;

/// The stones that a path may need on one side of the middle of a loop, and one more: half of five is two and three.
const LEVELS: usize = 4;

/// How many stones paths may need to be joined to a loop of fewer than `most` stones.
fn reach(most: u32) -> usize {
    if most == 0 { 0 } else { (most as usize - 1) / 2 + 1 }
}

/// A search from the groups of a player. Two paths from one stone to a cell are a loop around the cells that they pass on
/// different sides, so paths of half a loop are enough.
struct LoopSearch<'a, const W: usize> {
    geometry: &'a Geometry,
    /// The stones that a cell needs, by number; `None` where the player cannot go.
    costs: Vec<Option<usize>>,
    /// By cell and by stones, the cells on whose sides a path has reached it.
    reached: Vec<[Sides<W>; LEVELS]>,
    /// The same for paths that still wait to go on, for even and for odd numbers of stones.
    waiting: Vec<[Sides<W>; 2]>,
    /// The cells of which anything is stored.
    touched: Vec<usize>,
    /// The cells where paths wait: with the present number of stones, and with one more.
    queues: [Vec<usize>; 2],
}

impl<const W: usize> LoopSearch<'_, W> {
    /// The minimum of `most` and the stones of a loop through the cell `start`, an own stone, around one of the cells of
    /// `inside`.
    fn shortest(&mut self, start: usize, inside: &Cells<W>, mut most: u32) -> u32 {
        for cell in self.touched.drain(..) {
            self.reached[cell] = [[[0; W]; 2]; LEVELS];
            self.waiting[cell] = [[[0; W]; 2]; 2];
        }
        let geometry = self.geometry;
        let places = geometry.places();
        let mut first = *inside;
        let at = geometry.bit(places[start]);
        first[(at >> 6) % W] &= !(1 << (at & 63));
        self.reached[start][0][0] = first;
        self.waiting[start][0][0] = first;
        self.touched.push(start);
        let [mut now, mut next] = std::mem::take(&mut self.queues);
        now.clear();
        next.clear();
        now.push(start);
        let mut level = 0;
        while level < reach(most) && !now.is_empty() {
            while let Some(cell) = now.pop() {
                let fresh = std::mem::replace(&mut self.waiting[cell][level & 1], [[0; W]; 2]);
                for near in geometry.near(cell) {
                    let Some(stones) = self.costs[near] else { continue };
                    let (from, to) = (places[cell], places[near]);
                    let crossed = match row(from).cmp(&row(to)) {
                        Ordering::Less => geometry.left_of(cell),
                        Ordering::Equal => &[0; WORDS],
                        Ordering::Greater => geometry.left_of(near),
                    };
                    // No path leads through the cell that it encloses.
                    let bit = geometry.bit(to);
                    let mut gained = [[0; W]; 2];
                    let [even, odd] = &mut gained;
                    for word in 0..W {
                        let (same, other) = (fresh[0][word], fresh[1][word]);
                        let off = if bit >> 6 == word { !(1 << (bit & 63)) } else { u64::MAX };
                        even[word] = (same & !crossed[word] | other & crossed[word]) & off;
                        odd[word] = (other & !crossed[word] | same & crossed[word]) & off;
                    }
                    let (sum, known) = (level + stones, &mut self.reached[near]);
                    for (other, [even, odd]) in known.iter().enumerate().take(level + 2) {
                        // The cell where they meet counts once.
                        let all = (sum + other - stones) as u32;
                        let meet =
                            !is_empty(&and(&gained[0], odd)) || !is_empty(&and(&gained[1], even));
                        if all < most && meet {
                            most = all;
                        }
                    }
                    for [even, odd] in known.iter().take(sum + 1) {
                        gained = [without(&gained[0], even), without(&gained[1], odd)];
                    }
                    if gained.iter().all(is_empty) {
                        continue;
                    }
                    if known.iter().flatten().all(is_empty) {
                        self.touched.push(near);
                    }
                    let [even, odd] = known[sum];
                    known[sum] = [union(&even, &gained[0]), union(&odd, &gained[1])];
                    if sum > level && sum >= reach(most) {
                        continue;
                    }
                    let waiting = &mut self.waiting[near][sum & 1];
                    if waiting.iter().all(is_empty) {
                        if sum == level { now.push(near) } else { next.push(near) }
                    }
                    *waiting = [union(&waiting[0], &gained[0]), union(&waiting[1], &gained[1])];
                }
            }
            std::mem::swap(&mut now, &mut next);
            level += 1;
        }
        self.queues = [now, next];
        most
    }
}

/// The minimum number of stones of a loop, which is at most `ring`.
fn by_groups<const W: usize>(
    position: &FenceMaster,
    seat: Seat,
    [own, theirs]: [&Cells<W>; 2],
    inside: &Cells<W>,
    ring: u32,
) -> u32 {
    let geometry = position.geometry();
    let mut best = ring;
    // A loop of fewer stones than a ring has this many own stones or more.
    if count(own) + best <= LONGER {
        return best;
    }
    let mut search: Option<LoopSearch<'_, W>> = None;
    let mut left = *own;
    for (number, &place) in geometry.places().iter().enumerate() {
        let bit = geometry.bit(place);
        if !contains(&left, bit) {
            continue;
        }
        let mut start = [0; W];
        start[(bit >> 6) % W] |= 1 << (bit & 63);
        // A path may turn back within a group at no cost. In Havannah, a loop may enclose stones of its group.
        let group = if position.havannah() { start } else { filled(&start, &left) };
        // The own stones of a loop are within half of its other stones.
        let mut near = filled(&group, &left);
        for _ in 1..reach(best) {
            let more = without(&around_cells(&near), theirs);
            let passable: Cells<W> =
                from_fn(|word| geometry.all_cells[word] & more[word] & !(own[word] & !left[word]));
            near = filled(&union(&near, &passable), &left);
        }
        if count(&and(&near, &left)) + best > LONGER {
            let search = search.get_or_insert_with(|| {
                let cells = geometry.cells();
                let cost =
                    |&place: &Place| cell_cost(position, seat, place).map(|cost| cost as usize);
                LoopSearch {
                    geometry,
                    costs: geometry.places().iter().map(cost).collect(),
                    reached: vec![[[[0; W]; 2]; LEVELS]; cells],
                    waiting: vec![[[[0; W]; 2]; 2]; cells],
                    touched: Vec::with_capacity(cells),
                    queues: Default::default(),
                }
            });
            // Loops through stones that were searched before are known.
            for (cell, &place) in geometry.places().iter().enumerate() {
                let bit = geometry.bit(place);
                if contains(own, bit) && !contains(&left, bit) {
                    search.costs[cell] = None;
                }
            }
            best = search.shortest(number, inside, best);
        }
        left = without(&left, &group);
    }
    best
}

/// The minimum number of stones of a path around `inside`, if it is less than `most`; see [`crosses`].
fn around_cell(
    position: &FenceMaster,
    seat: Seat,
    inside: Place,
    most: Option<u32>,
) -> Option<u32> {
    let mut best = most.unwrap_or(u32::MAX);
    for &start in position.geometry().places() {
        if row(start) == row(inside) && column(start) > column(inside) {
            let closes = |at, near| crosses(inside, at, near);
            let costs = costs_from(position, seat, start, best, |near| near != inside, closes);
            best = best.min(costs[usize::from(start)][1]);
        }
    }
    Some(best).filter(|&best| best < most.unwrap_or(u32::MAX))
}

/// The minimum numbers of stones, below `most`, of paths from `start` to each place over cells that `allows` accepts, with an
/// even and with an odd number of steps that `crosses` accepts. A stone on the start counts once.
fn costs_from(
    position: &FenceMaster,
    seat: Seat,
    start: Place,
    most: u32,
    allows: impl Fn(Place) -> bool,
    crosses: impl Fn(Place, Place) -> bool,
) -> Vec<[u32; 2]> {
    let mut costs = vec![[u32::MAX; 2]; PLACES];
    let mut queue = VecDeque::new();
    if let Some(first) = cell_cost(position, seat, start) {
        costs[usize::from(start)][0] = first;
        queue.push_back((start, 0, first));
    }
    while let Some((at, odd, cost)) = queue.pop_front() {
        // The costs in the queue rise, so the first path back to the start is a cheapest one.
        if (at, odd) == (start, 1) {
            break;
        }
        if cost > costs[usize::from(at)][odd] || cost >= most {
            continue;
        }
        for near in around(at).into_iter().filter(|&near| allows(near)) {
            let Some(stones) = cell_cost(position, seat, near) else { continue };
            let parity = odd ^ usize::from(crosses(at, near));
            let more = if (near, parity) == (start, 1) { 0 } else { stones };
            let known = &mut costs[usize::from(near)][parity];
            if cost + more < *known {
                *known = cost + more;
                if more == 0 {
                    queue.push_front((near, parity, cost));
                } else {
                    queue.push_back((near, parity, cost + 1));
                }
            }
        }
    }
    costs
}

/// The minimum number of stones that `seat` lacks to a bridge between two corners; `None` if there is no path.
pub(super) fn to_a_bridge(position: &FenceMaster, seat: Seat) -> Option<u32> {
    let geometry = position.geometry();
    let corners = geometry.places().iter().copied().filter(|&p| geometry.corner(p).is_some());
    let corners: Vec<Place> = corners.collect();
    let lacks = corners.iter().flat_map(|&start| {
        let costs = costs_from(position, seat, start, u32::MAX, |_| true, |_, _| false);
        let others = corners.iter().filter(move |&&corner| corner != start);
        others.map(move |&corner| costs[usize::from(corner)][0])
    });
    lacks.min().filter(|&lack| lack != u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::board::{BRIDGE, Board, Field, LOOP};
    use super::super::position::Rules;
    use super::*;
    use crate::base::rng::{Rng, Stream};

    /// Whether `seat` can complete the structure with at most this number of stones, by trying all placements.
    fn wins_with(position: &FenceMaster, seat: Seat, stones: u32, bit: u8) -> bool {
        fn put(
            field: Field,
            board: &Board,
            (seat, bit): (Seat, u8),
            empty: &[Place],
            left: u32,
        ) -> bool {
            empty.iter().enumerate().any(|(at, &place)| {
                let mut next = *board;
                field.put(&mut next, seat, place) & bit != 0
                    || (left > 1 && put(field, &next, (seat, bit), &empty[at + 1..], left - 1))
            })
        }
        let (field, board, mut empty) = (position.field(), position.board(), Vec::new());
        board.empty(field.geometry, |place| empty.push(place));
        stones > 0 && put(field, board, (seat, bit), &empty, stones)
    }

    /// The minimum number of stones of a loop of six cells.
    fn ring(position: &FenceMaster, seat: Seat) -> Option<u32> {
        let board = position.board();
        let cells = position.geometry().places().iter().copied();
        let inside = cells.filter(|&place| may_enclose(position, seat, place));
        let free =
            inside.filter(|&place| !around(place).iter().any(|&near| board.has(seat ^ 1, near)));
        let lacks = free.map(|place| {
            around(place).iter().filter(|&&near| !board.has(seat, near)).count() as u32
        });
        lacks.min()
    }

    /// The search by groups finds the same as the search by cells, on boards of every kind of size.
    #[test]
    fn both_searches_agree() {
        let mut rng = Rng::new(5, Stream::Other(1));
        let mut shorter = 0;
        for (side, games) in [(3, 40), (4, 40), (6, 12), (8, 2), (9, 1)] {
            for rules in [Rules::FenceMaster, Rules::Havannah] {
                for _ in 0..games {
                    let plies = rng.below(3 * side * side);
                    let position = FenceMaster::random(side, rules, plies, &mut rng);
                    for seat in 0..2 {
                        let found = to_a_loop(&position, seat);
                        let reference =
                            by_cells(&position, seat, |place| may_enclose(&position, seat, place));
                        assert_eq!(found, reference, "{}", position.picture());
                        shorter += usize::from(found < ring(&position, seat));
                    }
                }
            }
        }
        assert!(shorter > 5, "{shorter}");
    }

    #[test]
    fn lacking_stones_match_exhaustive_search() {
        let mut rng = Rng::new(3, Stream::Other(0));
        let mut checked = 0;
        for rules in [Rules::FenceMaster, Rules::Havannah] {
            for _ in 0..12 {
                let plies = 8 + rng.below(6);
                let position = FenceMaster::random(3, rules, plies, &mut rng);
                if position.is_over() {
                    continue;
                }
                for seat in 0..2 {
                    let mut found = vec![(to_a_loop(&position, seat), LOOP)];
                    if position.havannah() {
                        found.push((to_a_bridge(&position, seat), BRIDGE));
                    }
                    for (lack, bit) in found {
                        let fewer = lack.map_or(4, |lack| lack.saturating_sub(1)).min(4);
                        assert!(
                            !wins_with(&position, seat, fewer, bit),
                            "{lack:?} {bit} {}",
                            position.picture()
                        );
                        if let Some(lack) = lack.filter(|&lack| lack <= 4) {
                            assert!(
                                wins_with(&position, seat, lack, bit),
                                "{}",
                                position.picture()
                            );
                            checked += 1;
                        }
                    }
                }
            }
        }
        assert!(checked > 20, "{checked}");
    }
}
