//! Ideas that players of Outpost teach, as exact rules; their paragraphs are in the rules page.

use super::board::HOMES;
use super::position::Outpost;
use super::survey::choke_points;
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
        places: harvest_timing,
    },
    Concept { id: "choke", name: "Choke", words: &["depend on"], places: choke },
    Concept { id: "open-home", name: "Open home", words: &["unguarded"], places: open_home },
    Concept { id: "surplus", name: "Surplus", words: &["new outposts"], places: surplus },
];

/// Number of outposts that depend on a choke.
const DEPENDENT: u32 = 2;

/// The next turn begins with the harvest: the outposts of the seat that count for it.
fn harvest_timing(position: &Outpost, seat: Seat) -> Vec<String> {
    let posts = &position.field.posts[seat];
    match position.field.season_next() {
        true => posts.iter().take(MOST_NAMED).map(ToString::to_string).collect(),
        false => Vec::new(),
    }
}

/// The cell whose loss alone would cut off most of the seat's outposts, if these are at least two.
fn choke(position: &Outpost, seat: Seat) -> Vec<String> {
    let chokes = choke_points(&position.rules, &position.field, seat);
    let most = chokes.iter().rev().max_by_key(|(_, outposts)| *outposts);
    let most = most.filter(|(_, outposts)| *outposts >= DEPENDENT);
    most.map_or(Vec::new(), |(cell, _)| vec![cell.to_string()])
}

/// An enemy outpost is nearer to the seat's home, over land or water, than every outpost of the seat: the enemy outpost.
fn open_home(position: &Outpost, seat: Seat) -> Vec<String> {
    let field = &position.field;
    let home = HOMES[seat];
    let own = field.posts[seat].iter().map(|post| post.distance(home)).min();
    let enemy = field.enemies(seat).map(|(_, post)| post).min_by_key(|post| post.distance(home));
    match (own, enemy) {
        (Some(own), Some(enemy)) if enemy.distance(home) < own => vec![enemy.to_string()],
        _ => Vec::new(),
    }
}

/// The seat's land and water pay for more outposts than it has, so that the next harvest builds one at its home: the home.
fn surplus(position: &Outpost, seat: Seat) -> Vec<String> {
    let pays = position.field.afford(&position.rules, seat) as usize;
    match pays > position.field.posts[seat].len() {
        true => vec![HOMES[seat].to_string()],
        false => Vec::new(),
    }
}

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
