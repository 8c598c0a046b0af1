//! The minimum number of stones that a player lacks to a loop or a bridge if the opponent does nothing. It is computed for
//! one position at a time, when a user views a candidate; bots do not use it. Only reads boards.

use super::geometry::{PLACES, Place, around, column, crosses, row};
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
    let geometry = position.geometry();
    let inside = |place: &&Place| {
        geometry.border(**place) == 0
            && (position.havannah() || !position.board().has(seat, **place))
    };
    let mut best = None;
    for &place in geometry.places().iter().filter(inside) {
        best = around_cell(position, seat, place, best).or(best);
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
