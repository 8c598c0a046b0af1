//! Ideas that players of FenceMaster and Havannah teach, as exact rules; their paragraphs are in the rules page.

use super::board::LOOP;
use super::distance::lacks;
use super::geometry::{Place, step};
use super::moves::Printed;
use super::position::FenceMaster;
use crate::contract::concept::Concept;
use crate::contract::game::Seat;

/// Number of edges of the board that a group must touch for a frame.
const FRAME_EDGES: u32 = 2;
/// Maximum number of cells named.
const MOST_NAMED: usize = 6;

pub(super) const CONCEPTS: &[Concept<FenceMaster>] = &[
    Concept {
        id: "double-threat",
        name: "Double threat",
        words: &["threats"],
        places: double_threat,
    },
    Concept { id: "threat", name: "Threat", words: &["threaten", "threat"], places: threat },
    Concept {
        id: "closing-loop",
        name: "Closing loop",
        words: &["loop", "ring"],
        places: closing_loop,
    },
    Concept { id: "link", name: "Link", words: &["link"], places: link },
    Concept { id: "frame", name: "Frame", words: &["edges"], places: frame },
    Concept { id: "cut-off", name: "Cut off", words: &["no safe way"], places: cut_off },
];

fn named(position: &FenceMaster, places: &[Place]) -> Vec<String> {
    let printed = |&place: &Place| Printed(position.geometry(), place).to_string();
    places.iter().take(MOST_NAMED).map(printed).collect()
}

fn empties(position: &FenceMaster, wanted: impl Fn(Place) -> bool) -> Vec<Place> {
    let mut found = Vec::new();
    if !position.is_over() {
        position.board().empty(position.geometry(), |place| {
            found.extend(wanted(place).then_some(place));
        });
    }
    found
}

fn winning(position: &FenceMaster, seat: Seat) -> Vec<Place> {
    empties(position, |place| position.would_win(seat, place) != 0)
}

/// The only cell on which the seat would win next.
fn threat(position: &FenceMaster, seat: Seat) -> Vec<String> {
    match winning(position, seat)[..] {
        [only] => named(position, &[only]),
        _ => Vec::new(),
    }
}

/// The cells on which the seat would win next, if there are several: one stone cannot stop them.
fn double_threat(position: &FenceMaster, seat: Seat) -> Vec<String> {
    let cells = winning(position, seat);
    if cells.len() > 1 { named(position, &cells) } else { Vec::new() }
}

/// The cells on which a stone of the seat would close a loop.
fn closing_loop(position: &FenceMaster, seat: Seat) -> Vec<String> {
    named(position, &empties(position, |place| position.would_win(seat, place) & LOOP != 0))
}

/// The two empty cells of a link: either of them joins two of the seat's groups.
fn link(position: &FenceMaster, seat: Seat) -> Vec<String> {
    let board = position.board();
    let stones = position.geometry().places().iter().copied().filter(|&at| board.has(seat, at));
    let free =
        |place: Place| position.geometry().number(place).is_some() && board.stone(place).is_none();
    for stone in stones {
        for direction in 0..6 {
            // The two cells next to each other, and the cell beyond both.
            let [one, other] = [direction, (direction + 1) % 6].map(|to| step(stone, to));
            let beyond = step(one, (direction + 1) % 6);
            let joins = position.geometry().number(beyond).is_some()
                && board.has(seat, beyond)
                && board.root(beyond) != board.root(stone);
            if joins && free(one) && free(other) {
                return named(position, &[one, other]);
            }
        }
    }
    Vec::new()
}

/// A group of the seat that touches at least two edges of the board: its cells on edges.
fn frame(position: &FenceMaster, seat: Seat) -> Vec<String> {
    let (board, geometry) = (position.board(), position.geometry());
    let on_edge = |place: &Place| board.has(seat, *place) && geometry.edge(*place).is_some();
    let stones: Vec<Place> = geometry.places().iter().copied().filter(on_edge).collect();
    let wide = stones.iter().find(|&&place| {
        let group = board.root(place);
        let edges = stones.iter().filter(|&&other| board.root(other) == group);
        let edges = edges.filter_map(|&other| geometry.edge(other));
        edges.fold(0u32, |set, edge| set | 1 << edge).count_ones() >= FRAME_EDGES
    });
    let Some(&wide) = wide else { return Vec::new() };
    let group: Vec<Place> =
        stones.into_iter().filter(|&place| board.root(place) == board.root(wide)).collect();
    named(position, &group)
}

/// The opponent has no safe way to a tripod any more, and the seat has one: the last stone.
fn cut_off(position: &FenceMaster, seat: Seat) -> Vec<String> {
    if position.is_over() {
        return Vec::new();
    }
    let lacks = lacks(position);
    let cut = lacks[1 - seat].ways == 0 && lacks[seat].ways > 0;
    position.last().filter(|_| cut).map_or(Vec::new(), |last| named(position, &[last]))
}

/// The six cells around a place are in the order of the directions.
#[cfg(test)]
mod tests {
    use super::super::geometry::around;
    use super::*;

    #[test]
    fn directions_go_around() {
        for (direction, near) in around(500).into_iter().enumerate() {
            assert_eq!(step(500, direction), near);
        }
    }
}
