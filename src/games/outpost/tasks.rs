//! The tasks that an outpost may have.

use super::board::Cell;

/// What an outpost does until told otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Task {
    /// What the adviser says.
    #[default]
    Auto,
    /// To these cells one after the other, over land by a shortest way planned anew each turn; then it holds.
    Go(Vec<Cell>),
    /// To these cells in turn, and again; beside them the number of the next one.
    Patrol(Vec<Cell>, u8),
    /// Stays.
    Hold,
    /// To the home cell, and there it stays.
    Guard,
    /// Beside the outpost of that index, wherever it goes.
    Pair(u32),
    /// To a cell with much unclaimed water; the site, once chosen.
    Harvest(Option<Cell>),
    /// To the nearest enemy outpost.
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
