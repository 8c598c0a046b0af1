//! The locations of moves and incidents on the board.

use super::super::board::{Cell, Direction};
use super::super::moves::Orders;
use super::super::position::Outpost;
use crate::contract::game::{Game, Seat};
use serde::Serialize;

/// A step of an outpost in the orders of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OutpostStep {
    /// The index of the outpost.
    pub index: u32,
    /// The position of the outpost.
    pub from: Cell,
    /// The destination of the step.
    pub to: Cell,
}

/// A location on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum OutpostSpot {
    /// A move: its steps; standing orders have none.
    Steps {
        /// In the order of the move.
        steps: Vec<OutpostStep>,
    },
    /// An incident.
    Cell {
        /// Its cell.
        cell: Cell,
    },
}

impl OutpostSpot {
    pub(super) fn new(position: &Outpost, orders: &Orders) -> Self {
        let seat: Seat = position.to_act().first().unwrap_or(0);
        let Orders::Plain(plain) = orders else { return OutpostSpot::Steps { steps: Vec::new() } };
        let mut posts = position.field.mustered(&position.rules).posts[seat].clone();
        if let Some(index) = plain.disband.map(|index| index as usize)
            && position.over_limit(seat)
            && index < posts.len()
        {
            posts.remove(index);
        }
        let step = |&(index, direction): &(u32, Direction)| {
            let from = *posts.get(index as usize)?;
            Some(OutpostStep { index, from, to: from.step(direction)? })
        };
        OutpostSpot::Steps { steps: plain.steps.iter().filter_map(step).collect() }
    }
}
