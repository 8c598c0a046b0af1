//! Ideas that players of Isolation teach, as exact rules; their paragraphs are in the rules page.

use super::board::{Cells, each, reach};
use super::position::Isolation;
use super::theory::{Placement, is_mirrored};
use crate::contract::concept::Concept;
use crate::contract::game::{Game, Seat};

/// Number of exits of a knight in a corner of a large board.
const CORNER_EXITS: u32 = 2;
/// Difference in exits that counts as an advantage.
const MORE_EXITS: u32 = 3;

pub(super) const CONCEPTS: &[Concept<Isolation>] = &[
    Concept { id: "partition", name: "Partition", words: &["separated"], places: partition },
    Concept {
        id: "longer-path",
        name: "Longer path",
        words: &["longer path"],
        places: longer_path,
    },
    Concept { id: "shade", name: "Shade", words: &["same shade"], places: shade },
    Concept { id: "mirror", name: "Mirror", words: &["opposite cell"], places: mirror },
    Concept { id: "corner-trap", name: "Corner trap", words: &["corner"], places: corner_trap },
    Concept { id: "only-exit", name: "Only exit", words: &["only legal move"], places: only_exit },
    Concept {
        id: "exits",
        name: "Exits",
        words: &["more move", "fewer move", "exits"],
        places: exits,
    },
];

fn named(cells: Cells) -> Vec<String> {
    each(cells).map(|cell| cell.to_string()).collect()
}

/// The cells of each knight, if it could still reach them alone.
fn regions(position: &Isolation) -> Option<[Cells; 2]> {
    let knights = [position.knight(0)?, position.knight(1)?];
    Some(knights.map(|knight| reach(knight, position.free())))
}

/// No cell is within reach of both knights: the cells of the seat.
fn partition(position: &Isolation, seat: Seat) -> Vec<String> {
    match regions(position) {
        Some(both) if both[0] & both[1] == 0 => named(both[seat]),
        _ => Vec::new(),
    }
}

/// The knights are separated, and the seat's can move longer: its cells.
fn longer_path(position: &Isolation, seat: Seat) -> Vec<String> {
    match position.settled() {
        Some(race) if race.winner == seat => partition(position, seat),
        _ => Vec::new(),
    }
}

/// After the placements on 7x7, the shades of the two cells make the seat win.
fn shade(position: &Isolation, seat: Seat) -> Vec<String> {
    let placed = Placement::from_position(position).filter(|_| position.plies() == 2);
    let wins = placed.filter(|placed| !placed.mirrors() && placed.winner() == seat);
    wins.map_or(Vec::new(), |placed| placed.at.iter().map(ToString::to_string).collect())
}

/// The seat may answer every move with the opposite one.
fn mirror(position: &Isolation, seat: Seat) -> Vec<String> {
    let waits = position.to_act().only() == Some(1 - seat);
    match (waits && is_mirrored(position), position.knight(seat)) {
        (true, Some(knight)) => vec![knight.to_string()],
        _ => Vec::new(),
    }
}

/// The seat's knight is in a corner of the board, with at most two exits.
fn corner_trap(position: &Isolation, seat: Seat) -> Vec<String> {
    let Some(knight) = position.knight(seat) else { return Vec::new() };
    let around = (knight.knight() & position.size().cells()).count_ones();
    if around <= CORNER_EXITS { vec![knight.to_string()] } else { Vec::new() }
}

/// The seat's knight has a single exit.
fn only_exit(position: &Isolation, seat: Seat) -> Vec<String> {
    let Some(knight) = position.knight(seat) else { return Vec::new() };
    let exits = knight.knight() & position.free();
    if exits.count_ones() == 1 { named(exits) } else { Vec::new() }
}

/// The seat's knight has at least three exits more than the other.
fn exits(position: &Isolation, seat: Seat) -> Vec<String> {
    let of = |seat| position.knight(seat).map(|knight| knight.knight() & position.free());
    match (of(seat), of(1 - seat)) {
        (Some(own), Some(other)) if own.count_ones() >= other.count_ones() + MORE_EXITS => {
            named(own)
        }
        _ => Vec::new(),
    }
}
