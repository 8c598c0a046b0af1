//! The solution of every placement of 7x7: 2 352 ordered pairs of cells, in 315 classes under turns and
//! reflections. It confirms the rule of [`super::super::theory`], which it does not use.
//!
//! ```no_run
//! use totora_isolation::solver::table::{Class, Table};
//!
//! let solved = Class::all().iter().filter_map(|class| class.solve(&|| false)).collect();
//! let table = Table::new(solved);
//! assert!(table.exceptions().is_empty());
//! ```
//!
//! Classes are solved independently, so a caller may distribute them over threads.

use super::walk::Solver;
use crate::base::util::sort_by_key;
use crate::board::{Cell, Size, each};
use crate::contract::game::Seat;
use crate::position::Isolation;
use crate::theory::Placement;
use serde::Serialize;
use std::collections::BTreeMap;

/// Placements that are equal up to turns and reflections of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// A representative of the class.
    pub placement: Placement,
    /// The number of ordered pairs of cells in the class.
    pub pairs: u32,
}

impl Class {
    /// All classes of 7x7, in a fixed order.
    pub fn all() -> Vec<Class> {
        let mut classes: BTreeMap<[Cell; 2], u32> = BTreeMap::new();
        for first in each(Size::SEVEN.cells()) {
            for second in each(Size::SEVEN.cells()) {
                if first != second {
                    let least = symmetric([first, second]).into_iter().min();
                    *classes.entry(least.unwrap_or([first, second])).or_default() += 1;
                }
            }
        }
        classes
            .into_iter()
            .map(|(at, pairs)| Class { placement: Placement { at }, pairs })
            .collect()
    }

    /// The winner from the placement with best play, by search and without a lookup. Most take well under a
    /// million nodes, the exception about forty million. `None` if `stop`, which is called at intervals, returns true.
    pub fn solve(&self, stop: &dyn Fn() -> bool) -> Option<Solved> {
        const NODES: u64 = 1 << 16;
        let mut solver = Solver::new();
        let mut winner = None;
        if solver.begin(&Isolation::of_cells(self.placement.at)) {
            while winner.is_none() {
                if stop() {
                    return None;
                }
                winner = solver.advance(NODES).map(|first| usize::from(!first));
            }
        }
        Some(Solved { class: *self, winner, nodes: solver.nodes() })
    }
}

/// The eight images of cells of 7x7, such as a placement, under turns and reflections.
pub(in super::super) fn symmetric<const N: usize>(at: [Cell; N]) -> [[Cell; N]; 8] {
    std::array::from_fn(|way| at.map(|cell| image(cell, way)))
}

/// The image of a cell of 7x7 under one of the eight symmetries.
#[inline(never)]
pub(super) fn image(cell: Cell, way: usize) -> Cell {
    let last = Size::SEVEN.width() - 1;
    let (mut column, mut row) = (cell.column(), cell.row());
    if way & 1 != 0 {
        column = last - column;
    }
    if way & 2 != 0 {
        row = last - row;
    }
    if way & 4 != 0 {
        (column, row) = (row, column);
    }
    Cell::at(column, row).unwrap_or(cell)
}

/// A class with its winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The placement, as one of those that are symmetric to it.
    pub class: Class,
    /// The seat that wins with best play; on 7x7 the solver always finds it.
    pub winner: Option<Seat>,
    /// The number of nodes that the solver visited.
    pub nodes: u64,
}

/// The results, as numbers of ordered pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Player 1, who moves first, wins.
    pub first: u32,
    /// Player 2 wins.
    pub second: u32,
}

/// All classes with their winners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The classes, in the order of [`Class::all`].
    pub solved: Vec<Solved>,
}

impl Table {
    /// A table of solved classes, in any order.
    pub fn new(mut solved: Vec<Solved>) -> Self {
        sort_by_key(&mut solved, |solved| {
            let [first, second] = solved.class.placement.at;
            (i64::from(first.0), i64::from(second.0))
        });
        Table { solved }
    }

    /// Total number of ordered pairs: 2 352 when the table is complete.
    pub fn pairs(&self) -> u32 {
        self.solved.iter().map(|solved| solved.class.pairs).sum()
    }

    /// The number of nodes that the solver visited for all classes.
    pub fn nodes(&self) -> u64 {
        self.solved.iter().map(|solved| solved.nodes).sum()
    }

    /// The wins of each player, among the pairs with the same or with opposite colours.
    pub fn tally(&self, same_colour: bool) -> Tally {
        let mut tally = Tally::default();
        for solved in &self.solved {
            if solved.class.placement.same_colour() == same_colour {
                match solved.winner {
                    Some(0) => tally.first += solved.class.pairs,
                    Some(_) => tally.second += solved.class.pairs,
                    None => {}
                }
            }
        }
        tally
    }

    /// Classes with another winner than the rule with its exception predicts: none, if the rule holds.
    pub fn exceptions(&self) -> Vec<&Solved> {
        self.solved
            .iter()
            .filter(|solved| solved.winner != Some(solved.class.placement.winner()))
            .collect()
    }
}
