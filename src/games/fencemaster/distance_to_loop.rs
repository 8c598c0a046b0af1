//! The minimum number of stones that a player lacks to a loop or a bridge if the opponent does nothing. Only reads boards.
//!
//! A loop needs at most six stones if some cell has a ring without opponent's stones, which is so on almost every board. A shorter
//! one then has an own stone, so it is enough to look for paths from each own group back to it, for all enclosed cells at once: a
//! bit per cell says on which side of it the path has passed. Boards without such a ring are searched cell by cell.

use super::geometry::{
    Geometry, PLACES, Place, WORDS, around, column, crosses, row, stride, words,
};
use super::position::FenceMaster;
use crate::contract::game::Seat;
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
    let Some(ring) = smallest_ring(position, seat) else { return by_cells(position, seat) };
    Some(match words(position.geometry().side()) {
        1 => by_groups::<1>(position, seat, ring),
        2 => by_groups::<2>(position, seat, ring),
        4 => by_groups::<4>(position, seat, ring),
        _ => by_groups::<WORDS>(position, seat, ring),
    })
}

/// Whether a loop of `seat` may enclose a cell.
fn may_enclose(position: &FenceMaster, seat: Seat, place: Place) -> bool {
    position.geometry().border(place) == 0
        && (position.havannah() || !position.board().has(seat, place))
}

/// The minimum number of stones of a loop of six cells; `None` if the opponent has a stone on each.
fn smallest_ring(position: &FenceMaster, seat: Seat) -> Option<u32> {
    let board = position.board();
    let cells = position.geometry().places().iter().copied();
    let inside = cells.filter(|&place| may_enclose(position, seat, place));
    let free = inside.filter(|&place| !around(place).iter().any(|&near| board.has(seat ^ 1, near)));
    free.map(|place| around(place).iter().filter(|&&near| !board.has(seat, near)).count() as u32)
        .min()
}

/// The same as [`to_a_loop`], tried for every enclosed cell.
fn by_cells(position: &FenceMaster, seat: Seat) -> Option<u32> {
    let mut best = None;
    for &place in position.geometry().places() {
        if may_enclose(position, seat, place) {
            best = around_cell(position, seat, place, best).or(best);
        }
    }
    best
}

/// Cells as bits, see [`Geometry::bit`].
type Set<const W: usize> = [u64; W];

/// For both sides of the cells that are enclosed or not: an even and an odd number of crossings; see [`crosses`].
type Sides<const W: usize> = [Set<W>; 2];

/// The cells of a row to the left of a cell: those for which a step between this cell and the row below is a crossing.
fn left_of<const W: usize>(place: Place) -> Set<W> {
    let first = row(place) * stride(W);
    let mut set = [0; W];
    for bit in first..first + column(place) {
        set[(bit >> 6) % W] |= 1 << (bit & 63);
    }
    set
}

fn is_empty<const W: usize>(sides: &Sides<W>) -> bool {
    sides.iter().flatten().all(|&word| word == 0)
}

/// A search from the groups of a player.
struct Search<'a, const W: usize> {
    geometry: &'a Geometry,
    /// The stones that a cell needs, by place; `None` where the player cannot go.
    costs: [Option<u32>; PLACES],
    /// [`left_of`] by place.
    left: Vec<Set<W>>,
    /// The cells on whose sides a path has reached each place.
    reached: Vec<Sides<W>>,
    /// The same for paths that still wait to go on, with the present number of stones and with one more.
    waiting: [Vec<Sides<W>>; 2],
}

impl<const W: usize> Search<'_, W> {
    /// The minimum number of stones, below `most`, of a path from `start`, an own stone, around one of the cells of `inside`.
    fn shortest(&mut self, start: Place, inside: &Set<W>, most: u32) -> Option<u32> {
        self.reached.fill([[0; W]; 2]);
        self.waiting.iter_mut().for_each(|waiting| waiting.fill([[0; W]; 2]));
        let at = self.geometry.bit(start);
        let mut first = *inside;
        first[(at >> 6) % W] &= !(1 << (at & 63));
        self.waiting[0][usize::from(start)][0] = first;
        let (mut now, mut next) = (vec![start], Vec::new());
        for cost in 0..most {
            while let Some(place) = now.pop() {
                let from = usize::from(place);
                let mut fresh = std::mem::replace(&mut self.waiting[0][from], [[0; W]; 2]);
                for (fresh, reached) in fresh.iter_mut().zip(&mut self.reached[from]) {
                    for (fresh, reached) in fresh.iter_mut().zip(reached) {
                        *fresh &= !*reached;
                        *reached |= *fresh;
                    }
                }
                if is_empty(&fresh) {
                    continue;
                }
                for near in around(place) {
                    let to = usize::from(near);
                    let Some(stones) = self.costs[to] else { continue };
                    let above = if row(place) < row(near) { from } else { to };
                    let bit = self.geometry.bit(near);
                    let mut gained = [[0; W]; 2];
                    let crossed = |word: usize| {
                        if row(place) == row(near) { 0 } else { self.left[above][word] }
                    };
                    let [even, odd] = &mut gained;
                    for (word, (even, odd)) in even.iter_mut().zip(odd).enumerate() {
                        let (crossed, [same, other]) =
                            (crossed(word), fresh.map(|side| side[word]));
                        *even = same & !crossed | other & crossed;
                        *odd = other & !crossed | same & crossed;
                    }
                    for (gained, reached) in gained.iter_mut().zip(&self.reached[to]) {
                        // No path leads through the cell that it encloses.
                        gained[(bit >> 6) % W] &= !(1 << (bit & 63));
                        for (gained, reached) in gained.iter_mut().zip(reached) {
                            *gained &= !reached;
                        }
                    }
                    if near == start && gained[1].iter().any(|&word| word != 0) {
                        return Some(cost);
                    }
                    if is_empty(&gained) {
                        continue;
                    }
                    // A cell always needs the same number of stones, so it waits in one place.
                    let more = stones as usize & 1;
                    let waiting = &mut self.waiting[more][to];
                    if is_empty(waiting) {
                        if more == 0 { now.push(near) } else { next.push(near) }
                    }
                    for side in 0..2 {
                        for word in 0..W {
                            waiting[side][word] |= gained[side][word];
                        }
                    }
                }
            }
            std::mem::swap(&mut now, &mut next);
            for &place in &now {
                let at = usize::from(place);
                self.waiting[0][at] = std::mem::replace(&mut self.waiting[1][at], [[0; W]; 2]);
            }
            if now.is_empty() {
                break;
            }
        }
        None
    }
}

/// The minimum number of stones of a loop, which is at most `ring`.
fn by_groups<const W: usize>(position: &FenceMaster, seat: Seat, ring: u32) -> u32 {
    let (geometry, board) = (position.geometry(), position.board());
    let mut search = Search {
        geometry,
        costs: [None; PLACES],
        left: vec![[0; W]; PLACES],
        reached: vec![[[0; W]; 2]; PLACES],
        waiting: std::array::from_fn(|_| vec![[[0; W]; 2]; PLACES]),
    };
    let mut inside = [0; W];
    for &place in geometry.places() {
        search.costs[usize::from(place)] = cell_cost(position, seat, place);
        search.left[usize::from(place)] = left_of(place);
        if may_enclose(position, seat, place) {
            let bit = geometry.bit(place);
            inside[(bit >> 6) % W] |= 1 << (bit & 63);
        }
    }
    let mut best = ring;
    for &place in geometry.places() {
        // A path may turn back within a group at no cost. In Havannah, a loop may enclose stones of its group.
        if !board.has(seat, place) {
            continue;
        }
        if position.havannah() || board.root(place) == place {
            best = search.shortest(place, &inside, best).unwrap_or(best);
        }
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
                        assert_eq!(found, by_cells(&position, seat), "{}", position.picture());
                        shorter += usize::from(found < smallest_ring(&position, seat));
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
