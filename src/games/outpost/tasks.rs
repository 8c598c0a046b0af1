//! The tasks of outposts.

use super::board::Cell;

/// The task of an outpost until changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Task {
    /// Controlled by the adviser.
    #[default]
    Auto,
    /// Go to these cells in sequence, over land by a shortest path recomputed each turn; then hold.
    Go(Vec<Cell>),
    /// Go to these cells in a cycle; the number is the index of the next one.
    Patrol(Vec<Cell>, u8),
    /// Stay.
    Hold,
    /// Go to the home cell, and stay there.
    Guard,
    /// Stay next to the outpost with this index.
    Pair(u32),
    /// Go to a cell with much unclaimed water; the site, once chosen.
    Harvest(Option<Cell>),
    /// Go to the nearest enemy outpost.
    Raid,
}

impl Task {
    /// Its word in the notation.
    pub fn word(&self) -> &'static str {
        match self {
            Task::Auto => "auto",
            Task::Go(_) => "go",
            Task::Patrol(..) => "patrol",
            Task::Hold => "hold",
            Task::Guard => "guard",
            Task::Pair(_) => "pair",
            Task::Harvest(_) => "harvest",
            Task::Raid => "raid",
        }
    }
}
