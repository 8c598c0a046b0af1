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
    Concept { id: "ladder", name: "Ladder", words: &["ladder"], places: ladder },
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

/// Number of stones of each player in a ladder.
const LADDER: usize = 2;

/// A ladder of the seat: its stones in a row beside an equally long row of the opponent's on one edge of the board, and the
/// next two cells empty. The two cells, the seat's first.
fn ladder(position: &FenceMaster, seat: Seat) -> Vec<String> {
    let (board, geometry) = (position.board(), position.geometry());
    let row = |from: Place, to: usize| {
        let next = |at: &Place| {
            let at = step(*at, to);
            geometry.number(at).map(|_| at)
        };
        std::iter::successors(Some(from), next).take(LADDER + 1).collect::<Vec<_>>()
    };
    for &from in geometry.places() {
        let Some(edge) = geometry.edge(from) else { continue };
        for to in 0..6 {
            let rim = row(from, to);
            if rim.len() <= LADDER || rim.iter().any(|&at| geometry.edge(at) != Some(edge)) {
                continue;
            }
            for beside in [(to + 1) % 6, (to + 5) % 6] {
                let inner = step(from, beside);
                let inside = geometry.number(inner).is_some() && geometry.edge(inner).is_none();
                let inner = if inside { row(inner, to) } else { Vec::new() };
                let held = |row: &[Place], seat| {
                    row.len() > LADDER
                        && row[..LADDER].iter().all(|&at| board.has(seat, at))
                        && board.stone(row[LADDER]).is_none()
                };
                if held(&inner, seat) && held(&rim, 1 - seat) {
                    return named(position, &[inner[LADDER], rim[LADDER]]);
                }
            }
        }
    }
    Vec::new()
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
    use super::super::moves::Move;
    use super::super::position::Rules;
    use super::*;
    use crate::contract::game::{Enumerable, Game, MoveList};

    /// Both rows of a ladder are put on the board stone by stone: it is shown when they are long enough, for the inner row's
    /// player only, and a stone on the next cell ends it.
    #[test]
    fn a_ladder_needs_two_rows_and_both_next_cells() {
        let empty = FenceMaster::empty(6, Rules::FenceMaster, false).expect("a size");
        let (geometry, mut position) = (empty.geometry(), empty.clone());
        let inner = |at: Place| {
            let near = around(at).into_iter();
            near.filter(|&near| geometry.number(near).is_some() && geometry.edge(near).is_none())
                .collect::<Vec<_>>()
        };
        // Cells of an edge in a row, and the inner cells beside them in the same direction.
        let (rim, inside) = geometry
            .places()
            .iter()
            .find_map(|&from| {
                let edge = geometry.edge(from)?;
                (0..6).find_map(|to| {
                    let row = |start: Place| {
                        let mut row = vec![start];
                        (0..LADDER).for_each(|_| row.push(step(row[row.len() - 1], to)));
                        row
                    };
                    let rim = row(from);
                    let on_edge = |at: &Place| {
                        geometry.number(*at).is_some() && geometry.edge(*at) == Some(edge)
                    };
                    let start = step(from, (to + 1) % 6);
                    let all = rim.iter().all(on_edge) && inner(from).contains(&start);
                    let inside = row(start);
                    let free =
                        |at: &Place| geometry.number(*at).is_some() && geometry.edge(*at).is_none();
                    (all && inside.iter().all(free)).then_some((rim, inside))
                })
            })
            .expect("an edge");
        let name = |at: Place| Printed(geometry, at).to_string();
        let shown = [name(inside[LADDER]), name(rim[LADDER])];
        let play = |position: &mut FenceMaster, at: Place| {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let mv = moves.iter().find(|mv| mv.place() == Some(at)).copied();
            let mv: Move = mv.expect("a free cell");
            let seat = position.to_act().only().expect("a mover");
            position.play(seat, &mv).expect("legal");
        };
        for at in 0..LADDER {
            assert!(ladder(&position, 0).is_empty());
            play(&mut position, inside[at]);
            play(&mut position, rim[at]);
        }
        assert_eq!(ladder(&position, 0), shown);
        assert!(ladder(&position, 1).is_empty());
        play(&mut position, inside[LADDER]);
        assert!(ladder(&position, 0).is_empty());
    }

    #[test]
    fn directions_go_around() {
        for (direction, near) in around(500).into_iter().enumerate() {
            assert_eq!(step(500, direction), near);
        }
    }
}
