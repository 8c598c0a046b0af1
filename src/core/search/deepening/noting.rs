//! The records of a search that is repeated to show its tree.

/// A move that a search tried in some position, and its result.
#[derive(Clone, Debug)]
pub(in crate::search) struct Tried<M> {
    pub(in crate::search) mv: M,
    /// Its value for the seat of the values.
    pub(in crate::search) value: i64,
    /// Its search window; a full window if the value is exact.
    pub(in crate::search) window: (i64, i64),
    /// Search depth below it in plies.
    pub(in crate::search) left: u32,
    /// Whether its own moves were tried.
    pub(in crate::search) inner: bool,
    /// Number of positions visited for it, including itself.
    pub(in crate::search) nodes: u64,
}

/// The full window, which contains every value.
pub(in crate::search) const OPEN: (i64, i64) = (i64::MIN, i64::MAX);

/// The records of a repeated search.
pub(super) struct Noting<M> {
    /// The hash of the position to analyse. A search may reach it by several paths.
    pub(super) position: u64,
    /// Maximum search depth below it at the decisive iteration.
    pub(super) most: u32,
    /// The current frame of the position, and the remaining search depth.
    pub(super) here: Option<(usize, u32)>,
    /// Nodes when the previous one of its moves was completed.
    pub(super) since: u64,
    pub(super) tried: Vec<Tried<M>>,
    /// From the last of the deepest complete searches of the position.
    pub(super) done: (u32, Vec<Tried<M>>),
}
