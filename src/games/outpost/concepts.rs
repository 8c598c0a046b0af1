//! Ideas that players of Outpost teach, as exact rules; their paragraphs are in the rules page.

use super::position::Outpost;
use crate::contract::concept::Concept;
use crate::contract::game::Seat;

/// Maximum number of cells named.
const MOST_NAMED: usize = 3;

pub(super) const CONCEPTS: &[Concept<Outpost>] = &[
    Concept {
        id: "supply",
        name: "Supply",
        words: &["cuts off", "cut off", "supply"],
        places: supply,
    },
    Concept { id: "upkeep", name: "Upkeep", words: &["must go", "disband"], places: upkeep },
    Concept {
        id: "harvest-timing",
        name: "Harvest timing",
        words: &["harvest"],
        places: |_, _| Vec::new(),
    },
];

/// The outposts that the seat lost in the last turn, because supply did not reach them or they were cut off.
fn supply(position: &Outpost, seat: Seat) -> Vec<String> {
    position
        .events
        .lost_by(seat)
        .take(MOST_NAMED)
        .map(|&(_, _, cell, _)| cell.to_string())
        .collect()
}

/// The seat has more outposts than its land and water pay for: the outposts.
fn upkeep(position: &Outpost, seat: Seat) -> Vec<String> {
    let posts = &position.field.posts[seat];
    let pays = position.field.afford(&position.rules, seat);
    match posts.len() > pays as usize {
        true => posts.iter().take(MOST_NAMED).map(ToString::to_string).collect(),
        false => Vec::new(),
    }
}
