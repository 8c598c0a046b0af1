//! Groups of connected stones, for display. Only reads positions.

use super::super::geometry::Place;
use super::super::position::FenceMaster;
use crate::base::util::sort_by_key;
use crate::contract::game::Seat;

/// A group of connected stones.
pub(super) struct Group {
    pub(super) seat: Seat,
    pub(super) cells: Vec<Place>,
    /// The sides (bits 0 to 5) and corners (bits 6 to 11) it touches.
    pub(super) touched: u16,
}

impl Group {
    /// The number of sides that it touches.
    pub(super) fn edges(&self) -> usize {
        (self.touched & 63).count_ones() as usize
    }

    /// The number of corners that it contains.
    pub(super) fn corners(&self) -> usize {
        (self.touched >> 6).count_ones() as usize
    }
}

/// All groups, in the order of their first cells.
pub(super) fn groups(position: &FenceMaster) -> Vec<Group> {
    let board = position.board();
    let mut roots: Vec<Place> = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    for &place in position.geometry().places() {
        let Some(seat) = board.stone(place) else { continue };
        let root = board.root(place);
        match roots.iter().position(|&known| known == root) {
            Some(group) => groups[group].cells.push(place),
            None => {
                roots.push(root);
                groups.push(Group { seat, cells: vec![place], touched: board.touched(place) });
            }
        }
    }
    groups
}

/// The group of a player that touches the most sides, the largest of those.
pub(super) fn best_group(position: &FenceMaster, seat: Seat) -> Option<Group> {
    let mut own: Vec<Group> =
        groups(position).into_iter().filter(|group| group.seat == seat).collect();
    sort_by_key(&mut own, |group| (-(group.edges() as i64), -(group.cells.len() as i64)));
    own.into_iter().next()
}

/// By seat, the maximum number of sides that one of its groups touches. Each move of a session asks for it, so no groups are
/// listed.
pub(super) fn most_edges(position: &FenceMaster) -> [u32; 2] {
    let board = position.board();
    let mut edges = [0; 2];
    for &place in position.history() {
        if let Some(seat) = board.stone(place) {
            edges[seat] = (board.touched(place) & 63).count_ones().max(edges[seat]);
        }
    }
    edges
}
