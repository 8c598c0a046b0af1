//! Random openings for matches: every opening has its own map; the arena assigns seats. Orders
//! cannot be listed, so none are random.

use super::position::{MAP, Outpost};
use crate::contract::openings::Openings;

pub(super) const OPENINGS: Openings<Outpost> = Openings {
    about: "a random map, unless one is set, and random seats",
    plies: |_| [0, 0],
    nodes: 0,
    options: &[(MAP.key, "random")],
    ..Openings::plain()
};
