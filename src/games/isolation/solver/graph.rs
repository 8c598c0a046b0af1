//! A position reduced to the cells that decide it: those that a knight can still reach, as nodes
//! numbered from 0, with their neighbours. Sets of nodes are single words.
//!
//! On boards of at most 8x8 a node's number is its cell's index on 8x8, and shifts give the neighbours of a set. On larger
//! boards the nodes are numbered consecutively, and tables give the neighbours.

use crate::base::util::bits;
use crate::board::{Cell, Cells, count, each, reach};
use crate::position::Isolation;

/// Maximum number of nodes: those of 8x8 from ply 8 on. With more, a search seldom ends, and a set must fit in one word.
pub(super) const MOST_NODES: usize = 58;
/// The longest side of a board whose nodes are numbered by their cells.
const SIDE: u8 = 8;

/// For eight consecutive nodes and each set of them, all neighbours of the set.
type Spread = [[u64; 256]; MOST_NODES.div_ceil(8)];

/// The relevant cells and their neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Graph {
    /// The cells that are its nodes.
    cells: Cells,
    /// Neighbours by node. The length is a power of two above every node's number, so that a mask
    /// shows the compiler the bound of an access.
    pub(super) near: [u64; 64],
    /// The nodes on cells of one colour.
    pub(super) light: u64,
    /// Only for boards larger than 8x8.
    spread: Option<Box<Spread>>,
}

/// A position on a graph, from the view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// The cells that can still be visited.
    pub(super) free: u64,
    /// The knight of the player to move.
    pub(super) own: u8,
    /// The opponent's knight.
    pub(super) other: u8,
}

impl Graph {
    /// A graph without nodes; no position is on it.
    pub(super) fn none() -> Graph {
        Graph { cells: 0, near: [0; 64], light: 0, spread: None }
    }

    /// The graph of a position; `None` before both knights are placed, after a player gave up, and
    /// when there are too many nodes.
    pub(super) fn from_position(position: &Isolation) -> Option<Graph> {
        let cells = relevant(position)?;
        if count(cells) as usize > MOST_NODES {
            return None;
        }
        let size = position.size();
        let small = size.width() <= SIDE && size.height() <= SIDE;
        let spread = (!small).then(|| Box::new([[0; 256]; MOST_NODES.div_ceil(8)]));
        let mut graph = Graph { cells, spread, ..Graph::none() };
        for cell in each(cells) {
            graph.near[usize::from(graph.number(cell))] = graph.set(cell.knight());
            if (cell.column() + cell.row()).is_multiple_of(2) {
                graph.light |= 1 << graph.number(cell);
            }
        }
        for (row, spread) in
            graph.spread.iter_mut().flat_map(|spread| spread.iter_mut().enumerate())
        {
            for set in 1..256_usize {
                let node = 8 * row + set.trailing_zeros() as usize;
                spread[set] = spread[set & (set - 1)] | graph.near[node & 63];
            }
        }
        Some(graph)
    }

    /// All neighbours of a set of nodes, and possibly other cells of 8x8.
    #[inline]
    pub(super) fn near_all(&self, nodes: u64) -> u64 {
        /// All columns except the first, and except the first two.
        const RIGHT: [u64; 2] = [0xfefe_fefe_fefe_fefe, 0xfcfc_fcfc_fcfc_fcfc];
        if let Some(spread) = &self.spread {
            return spread
                .iter()
                .enumerate()
                .fold(0, |near, (row, spread)| near | spread[(nodes >> (8 * row) & 255) as usize]);
        }
        let one = nodes << 1 & RIGHT[0] | (nodes & RIGHT[0]) >> 1;
        let two = nodes << 2 & RIGHT[1] | (nodes & RIGHT[1]) >> 2;
        one << 16 | one >> 16 | two << 8 | two >> 8
    }

    /// A position on this graph; `None` if a relevant cell is not a node.
    pub(super) fn node(&self, position: &Isolation) -> Option<Node> {
        if relevant(position)? & !self.cells != 0 {
            return None;
        }
        let number = |seat| position.knight(seat).map(|cell| self.number(cell));
        Some(Node {
            free: self.set(position.free()),
            own: number(position.turn())?,
            other: number(1 - position.turn())?,
        })
    }

    fn number(&self, cell: Cell) -> u8 {
        match self.spread {
            Some(_) => count(self.cells & (cell.alone() - 1)) as u8,
            None => SIDE * cell.row() + cell.column(),
        }
    }

    /// The cell of a node.
    pub(super) fn cell(&self, node: u8) -> Option<Cell> {
        each(self.cells).find(|&cell| self.number(cell) == node)
    }

    fn set(&self, cells: Cells) -> u64 {
        each(cells & self.cells).fold(0, |set, cell| set | 1 << self.number(cell))
    }

    /// The neighbours of a node.
    #[inline]
    pub(super) fn near(&self, node: u8) -> u64 {
        self.near[usize::from(node & 63)]
    }

    /// All nodes of `free` that can be reached from `first`, whose nodes are free themselves.
    #[inline]
    pub(super) fn reach(&self, first: u64, free: u64) -> u64 {
        let mut reached = first;
        let mut fresh = first;
        while fresh != 0 {
            fresh = self.near_all(fresh) & free & !reached;
            reached |= fresh;
        }
        reached
    }
}

/// The cells that decide a position: those of the knights, and those that they can still reach.
fn relevant(position: &Isolation) -> Option<Cells> {
    let knights = [position.knight(0)?, position.knight(1)?];
    let free = position.free();
    position
        .gave_up()
        .is_none()
        .then(|| knights.iter().fold(0, |cells, &at| cells | at.alone() | reach(at, free)))
}

/// The nodes of a set.
#[inline]
pub(super) fn each_node(nodes: u64) -> impl Iterator<Item = u8> {
    bits(nodes).map(|node| node as u8)
}
