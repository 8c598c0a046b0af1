//! How openings of matches are drawn: every opening has a map of its own; the seats are the arena's business. Orders
//! cannot be listed, so none is drawn.

use super::position::{MAP, Outpost};
use crate::contract::openings::Openings;

pub(super) const OPENINGS: Openings<Outpost> = Openings {
    about: "a map, drawn unless one is named, and who sits next to whom",
    plies: |_| [0, 0],
    nodes: 0,
    options: &[(MAP.key, "random")],
    ..Openings::plain()
};
