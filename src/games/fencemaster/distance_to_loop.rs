//! The minimum number of stones that a player lacks to a loop or a bridge if the opponent does nothing. It is computed for
//! one position at a time, when a user views a candidate; bots do not use it. Only reads boards.

use super::geometry::{Geometry, PLACES, Place, around, column, crosses, row};
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
    let mut best: Option<u32> = None;
    for &start in position.geometry().places() {
        if row(start) != row(inside) || column(start) <= column(inside) {
            continue;
        }
        let Some(first) = cell_cost(position, seat, start) else { continue };
        // The minimum number of stones to each cell, with an even and with an odd number of crossings.
        let mut costs = vec![[u32::MAX; 2]; PLACES];
        costs[usize::from(start)][0] = first;
        let mut queue = VecDeque::from([(start, 0, first)]);
        while let Some((at, odd, cost)) = queue.pop_front() {
            if cost > costs[usize::from(at)][odd] || best.or(most).is_some_and(|b| cost >= b) {
                continue;
            }
            for near in around(at).into_iter().filter(|&near| near != inside) {
                let Some(more) = cell_cost(position, seat, near) else { continue };
                let parity = odd ^ usize::from(crosses(inside, at, near));
                if (near, parity) == (start, 1) {
                    // Back at the start, whose stone is already counted.
                    if best.or(most).is_none_or(|b| cost < b) {
                        best = Some(cost);
                    }
                    continue;
                }
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
    }
    best
}

/// The minimum number of stones that `seat` lacks to a bridge between two corners; `None` if there is no path.
pub(super) fn to_a_bridge(position: &FenceMaster, seat: Seat) -> Option<u32> {
    let geometry: &Geometry = position.geometry();
    let corners: Vec<Place> =
        geometry.places().iter().copied().filter(|&p| geometry.corner(p).is_some()).collect();
    let mut best: Option<u32> = None;
    for &start in &corners {
        let Some(first) = cell_cost(position, seat, start) else { continue };
        let mut costs = vec![u32::MAX; PLACES];
        costs[usize::from(start)] = first;
        let mut queue = VecDeque::from([(start, first)]);
        while let Some((at, cost)) = queue.pop_front() {
            if cost > costs[usize::from(at)] {
                continue;
            }
            for near in around(at) {
                let Some(more) = cell_cost(position, seat, near) else { continue };
                if cost + more < costs[usize::from(near)] {
                    costs[usize::from(near)] = cost + more;
                    if more == 0 {
                        queue.push_front((near, cost));
                    } else {
                        queue.push_back((near, cost + 1));
                    }
                }
            }
        }
        let others = corners.iter().filter(|&&corner| corner != start);
        let nearest = others.map(|&corner| costs[usize::from(corner)]).min();
        best = best.into_iter().chain(nearest.filter(|&cost| cost != u32::MAX)).min();
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::position::Rules;
    use super::*;
    use crate::base::rng::{Rng, Stream};
    use crate::contract::game::Enumerable;

    /// Whether `seat` can complete the structure with at most this number of stones, by trying all placements.
    fn wins_with(position: &FenceMaster, seat: Seat, stones: u32, bit: u8) -> bool {
        let mut empty = Vec::new();
        position.board().empty(position.geometry(), |place| empty.push(place));
        let havannah = position.havannah();
        let geometry = position.geometry();
        fn put(
            board: &super::super::board::Board,
            geometry: &Geometry,
            (seat, bit, havannah): (Seat, u8, bool),
            empty: &[Place],
            left: u32,
        ) -> bool {
            empty.iter().enumerate().any(|(at, &place)| {
                let mut next = *board;
                let won = if havannah {
                    next.put::<true>(geometry, seat, place)
                } else {
                    next.put::<false>(geometry, seat, place)
                };
                won & bit != 0
                    || (left > 1
                        && put(&next, geometry, (seat, bit, havannah), &empty[at + 1..], left - 1))
            })
        }
        stones > 0 && put(position.board(), geometry, (seat, bit, havannah), &empty, stones)
    }

    #[test]
    fn lacking_stones_match_exhaustive_search() {
        use super::super::board::{BRIDGE, LOOP};
        let mut rng = Rng::new(3, Stream::Other(0));
        let mut checked = 0;
        for rules in [Rules::FenceMaster, Rules::Havannah] {
            for _ in 0..12 {
                let mut position = FenceMaster::empty(3, rules, false).expect("a size");
                let mut moves = Vec::new();
                for _ in 0..8 + rng.below(6) {
                    position.legal_moves(&mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    position.play_unchecked(&moves[rng.below(moves.len())]);
                }
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
