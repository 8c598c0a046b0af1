//! The locations of moves and incidents on the board.

use super::super::board::Cell;
use super::super::moves::Orders;
use super::super::position::Outpost;
use crate::contract::game::{Game, Seat};
use serde::Serialize;

/// A step in orders.
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
    /// A move: its steps.
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
    pub(super) fn of(position: &Outpost, orders: &Orders) -> Self {
        let mut steps = Vec::new();
        let seat: Seat = position.to_act().first().unwrap_or(0);
        if let Orders::Plain(plain) = orders {
            let mut posts = position.field.mustered(&position.rules).posts[seat].clone();
            if let Some(index) = plain.disband.map(|index| index as usize)
                && position.over_limit(seat)
                && index < posts.len()
            {
                posts.remove(index);
            }
            for &(index, direction) in &plain.steps {
                if let Some(&from) = posts.get(index as usize)
                    && let Some(to) = from.step(direction)
                {
                    steps.push(OutpostStep { index, from, to });
                }
            }
        }
        OutpostSpot::Steps { steps }
    }
}
