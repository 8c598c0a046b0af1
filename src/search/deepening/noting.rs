//! What a search notes that is done again to show its tree.

/// A move that a search tried somewhere, and what came of it.
#[derive(Clone, Debug)]
pub(in crate::search) struct Tried<M> {
    pub(in crate::search) mv: M,
    /// What it is worth to the seat whose values they are.
    pub(in crate::search) value: i64,
    /// The window that it was looked at in; one that lets every value in where the value is exact.
    pub(in crate::search) window: (i64, i64),
    /// Plies looked at below it.
    pub(in crate::search) left: u32,
    /// Whether its own moves were tried.
    pub(in crate::search) inner: bool,
    /// Positions visited for it, itself counted.
    pub(in crate::search) nodes: u64,
}

/// Lets every value in.
pub(in crate::search) const OPEN: (i64, i64) = (i64::MIN, i64::MAX);

/// What a search notes that is done again.
pub(super) struct Noting<M> {
    /// The hash of the position to analyse. A search may come to it by several ways.
    pub(super) position: u64,
    /// The most plies that were looked at below it at the depth that counts.
    pub(super) most: u32,
    /// The frame that it stands in now, and the plies to look at below.
    pub(super) here: Option<(usize, u32)>,
    /// Nodes when the last of its moves was done.
    pub(super) since: u64,
    pub(super) tried: Vec<Tried<M>>,
    /// From the deepest look that was finished, the last of them.
    pub(super) done: (u32, Vec<Tried<M>>),
}
