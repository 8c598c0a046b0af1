//! Ideas that players of Uros teach, as exact rules; their paragraphs are in the rules page.

use super::geometry::{Square, Squares, beside, bits};
use super::position::{Uros, Village};
use crate::contract::concept::Concept;
use crate::contract::game::{Game, Seat};

/// Number of free squares of a wide front.
const WIDE: u32 = 4;

pub(super) const CONCEPTS: &[Concept<Uros>] = &[
    Concept {
        id: "wide-front",
        name: "Wide front",
        words: &["free square", "front"],
        places: wide_front,
    },
    Concept {
        id: "blocked-front",
        name: "Blocked front",
        words: &["no room to grow"],
        places: blocked_front,
    },
    Concept { id: "joining", name: "Joining", words: &["join"], places: joining },
    Concept { id: "full-lake", name: "Full lake", words: &["no island fits"], places: full_lake },
    Concept {
        id: "last-placement",
        name: "Last placement",
        words: &["last placement"],
        places: last,
    },
    Concept {
        id: "more-islands",
        name: "More islands",
        words: &["more island"],
        places: more_islands,
    },
];

fn named(squares: Squares) -> Vec<String> {
    bits(squares).map(Square::printed).collect()
}

fn running(position: &Uros) -> bool {
    !position.to_act().is_empty()
}

/// The free squares of islands next to a village.
fn front(position: &Uros, village: &Village) -> Squares {
    beside(village.squares) & position.open_land()
}

/// The seat's biggest village has at least four free squares next to it.
fn wide_front(position: &Uros, seat: Seat) -> Vec<String> {
    let free = position.best_village(seat).map_or(0, |village| front(position, &village));
    if running(position) && free.count_ones() >= WIDE { named(free) } else { Vec::new() }
}

/// The opponent's biggest village, with at least three houses, has no free square next to it.
fn blocked_front(position: &Uros, seat: Seat) -> Vec<String> {
    match position.best_village(1 - seat) {
        Some(village)
            if running(position) && village.size >= 3 && front(position, &village) == 0 =>
        {
            named(village.squares)
        }
        _ => Vec::new(),
    }
}

/// The free squares where one house joins villages of the seat to one bigger than its biggest plus one.
fn joining(position: &Uros, seat: Seat) -> Vec<String> {
    let villages: Vec<Village> = position.villages(seat).collect();
    let most = villages.iter().map(|village| village.size).max().unwrap_or(0);
    let joins = |square: &Square| {
        let beside = |one: &&Village| bits(front(position, one)).any(|free| free == *square);
        let near = villages.iter().filter(beside);
        let (count, sum) = near.fold((0, 0), |(count, sum), one| (count + 1, sum + one.size));
        count > 1 && sum > most
    };
    if !running(position) {
        return Vec::new();
    }
    bits(position.open_land()).filter(joins).map(Square::printed).collect()
}

/// No island of the reedbed fits on the lake any more, for the seat to move: the free squares of islands.
fn full_lake(position: &Uros, seat: Seat) -> Vec<String> {
    let full = position.reedbed().next().is_some()
        && !position.reedbed().any(|island| position.fits(island));
    match position.to_act().only() == Some(seat) && full {
        true => named(position.open_land()),
        false => Vec::new(),
    }
}

/// One free square is left and no island fits: the seat to move makes the last placement.
fn last(position: &Uros, seat: Seat) -> Vec<String> {
    let only = position.open_land().count_ones() == 1;
    let fits = position.reedbed().any(|island| position.fits(island));
    match position.to_act().only() == Some(seat) && only && !fits {
        true => named(position.open_land()),
        false => Vec::new(),
    }
}

/// Both biggest villages are equally big, and the seat's is on more islands.
fn more_islands(position: &Uros, seat: Seat) -> Vec<String> {
    match (position.best_village(seat), position.best_village(1 - seat)) {
        (Some(own), Some(other)) if own.size == other.size && own.islands > other.islands => {
            named(own.squares)
        }
        _ => Vec::new(),
    }
}
