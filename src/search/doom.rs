//! A game that cannot be won any more.

/// What is left of a game that cannot be won any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doom {
    /// It is over after so many plies at most.
    pub plies: u32,
    /// Whether it is lost for certain; else it may still be a draw.
    pub lost: bool,
}
