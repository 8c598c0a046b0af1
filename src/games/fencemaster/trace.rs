//! The winning structures, stone by stone, so that the page can trace them on the board. Called once, at the end of a
//! game; only reads boards.

use super::board::Board;
use super::geometry::{Geometry, PLACES, Place, around, column, crosses, row};
use crate::base::util::sort_by_key;
use crate::contract::game::Seat;

/// The distance of unreachable cells.
const FAR: usize = 1 << 20;

/// A shortest connected set of `seat`'s cells with cells of `least` different sides (or of
/// `least` corners, if `corners`). Empty if there is none.
pub(super) fn joining(
    geometry: &Geometry,
    board: &Board,
    seat: Seat,
    corners: bool,
    least: usize,
) -> Vec<Place> {
    let class = |place| if corners { geometry.corner(place) } else { geometry.edge(place) };
    // The number of steps over own cells from each side to each cell.
    let mut steps = vec![[FAR; 6]; PLACES];
    let targets = [0, 1, 2, 3, 4, 5];
    for target in targets {
        let mut queue: Vec<Place> = Vec::new();
        for &place in geometry.places() {
            if board.has(seat, place) && class(place) == Some(target) {
                steps[usize::from(place)][target] = 0;
                queue.push(place);
            }
        }
        let mut next = 0;
        while let Some(&at) = queue.get(next) {
            next += 1;
            let further = steps[usize::from(at)][target] + 1;
            for near in around(at) {
                if board.has(seat, near) && steps[usize::from(near)][target] == FAR {
                    steps[usize::from(near)][target] = further;
                    queue.push(near);
                }
            }
        }
    }
    // The cell with the smallest sum of distances to its nearest sides, and the paths from it.
    let nearest = |place: Place| {
        let mut targets: Vec<usize> = (0..6).collect();
        sort_by_key(&mut targets, |&target| (steps[usize::from(place)][target] as i64, 0));
        targets
    };
    let total = |place: Place| -> usize {
        nearest(place)[..least].iter().map(|&target| steps[usize::from(place)][target]).sum()
    };
    let middle = geometry.places().iter().copied().min_by_key(|&place| (total(place), place));
    let Some(middle) = middle.filter(|&place| total(place) < FAR) else { return Vec::new() };
    let mut cells = vec![middle];
    for &target in &nearest(middle)[..least] {
        let mut at = middle;
        while steps[usize::from(at)][target] > 0 {
            let here = steps[usize::from(at)][target];
            let Some(near) = around(at).into_iter().find(|&near| {
                board.has(seat, near) && steps[usize::from(near)][target] + 1 == here
            }) else {
                break;
            };
            at = near;
            cells.push(at);
        }
    }
    sort_by_key(&mut cells, |&place| (i64::from(place), 0));
    cells.dedup();
    cells
}

/// A loop with its enclosed cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ring {
    /// The cells of the loop in order, each next to the one before and the last to the first.
    pub(super) cells: Vec<Place>,
    /// All cells inside, whatever their content.
    pub(super) enclosed: Vec<Place>,
}

/// A shortest loop of `seat` around a cell that is not its own; if `solid`, else around one of its own.
pub(super) fn ring(geometry: &Geometry, board: &Board, seat: Seat, solid: bool) -> Option<Ring> {
    let outside = outside(geometry, &|place| board.has(seat, place));
    let places = || geometry.places().iter().copied();
    let inside = |place: &Place| !board.has(seat, *place) && !outside[usize::from(*place)];
    let rings = places().filter(inside).filter_map(|at| around_cell(geometry, board, seat, at));
    let own = |place: Place| board.has(seat, place);
    let filled = |place: &Place| own(*place) && around(*place).into_iter().all(own);
    let full = || places().filter(|_| solid).find(filled).map(|place| around(place).to_vec());
    let cells = rings.min_by_key(Vec::len).or_else(full)?;
    let beyond = self::outside(geometry, &|place| cells.contains(&place));
    let within = |place: &Place| !cells.contains(place) && !beyond[usize::from(*place)];
    let enclosed = places().filter(within).collect();
    Some(Ring { cells, enclosed })
}

/// By place whether it can be reached from the border without crossing `wall`.
fn outside(geometry: &Geometry, wall: &dyn Fn(Place) -> bool) -> Vec<bool> {
    let mut out = vec![false; PLACES];
    let mut queue: Vec<Place> = Vec::new();
    for &place in geometry.places() {
        if geometry.border(place) != 0 && !wall(place) {
            out[usize::from(place)] = true;
            queue.push(place);
        }
    }
    while let Some(at) = queue.pop() {
        for near in around(at) {
            if geometry.number(near).is_some() && !wall(near) && !out[usize::from(near)] {
                out[usize::from(near)] = true;
                queue.push(near);
            }
        }
    }
    out
}

/// A shortest loop of own cells around `inside`, which is not one of them; see [`crosses`].
fn around_cell(
    geometry: &Geometry,
    board: &Board,
    seat: Seat,
    inside: Place,
) -> Option<Vec<Place>> {
    let mut best: Option<Vec<Place>> = None;
    for &start in geometry.places() {
        if !board.has(seat, start) || row(start) != row(inside) || column(start) < column(inside) {
            continue;
        }
        // Steps from the start with an even and with an odd number of crossings.
        let mut before: Vec<[Option<(Place, usize)>; 2]> = vec![[None; 2]; PLACES];
        let mut queue = vec![(start, 0)];
        let mut next = 0;
        while let Some(&(at, odd)) = queue.get(next) {
            next += 1;
            if (at, odd) == (start, 1) {
                break;
            }
            for near in around(at) {
                let parity = odd ^ usize::from(crosses(inside, at, near));
                let known = before[usize::from(near)][parity].is_some();
                if board.has(seat, near) && !known && (near, parity) != (start, 0) {
                    before[usize::from(near)][parity] = Some((at, odd));
                    queue.push((near, parity));
                }
            }
        }
        let mut cells = Vec::new();
        let mut at = (start, 1);
        while let Some(earlier) = before[usize::from(at.0)][at.1] {
            cells.push(earlier.0);
            at = earlier;
            if at == (start, 0) {
                break;
            }
        }
        if !cells.is_empty() && best.as_ref().is_none_or(|best| cells.len() < best.len()) {
            best = Some(cells);
        }
    }
    best
}
