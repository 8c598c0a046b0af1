//! The features of FenceMaster: the variables of Lab formulas. The two-distances are those of
//! [`super::distance`] and `distance_to_loop`, the utility that of [`super::norton_rizk`], so that formulas and bots cannot
//! differ.

use super::distance::{Lack, lacks};
use super::distance_to_loop::to_a_loop;
use super::geometry::{PLACES, Place, around, steps};
use super::norton_rizk::{kind, utility};
use super::position::FenceMaster;
use crate::base::fixed::Fixed;
use crate::contract::features::{Feature, Featured, Part, Wanted, features, yes};
use crate::contract::game::Seat;
use std::cell::OnceCell;

/// A position from the view of a seat. Data shared by several features is computed once.
struct FeatureContext<'a> {
    position: &'a FenceMaster,
    seat: Seat,
    lacks: OnceCell<[Lack; 2]>,
    groups: [OnceCell<Groups>; 2],
    utility: OnceCell<[i64; 5]>,
}

/// The groups of a player.
#[derive(Clone, Copy, Debug, Default)]
struct Groups {
    count: u32,
    largest: u16,
    /// The maximum number of sides that one group touches.
    sides: u32,
    /// The maximum number of corners that one group touches.
    corners: u32,
}

impl Groups {
    fn of_seat(position: &FenceMaster, seat: Seat) -> Groups {
        const SIDES: u16 = 63;
        let board = position.board();
        let mut sizes = [0u16; PLACES];
        let mut groups = Groups::default();
        for &place in position.geometry().places().iter().filter(|&&p| board.has(seat, p)) {
            let root = board.root(place);
            let size = &mut sizes[usize::from(root) % PLACES];
            *size += 1;
            groups.largest = groups.largest.max(*size);
            if *size == 1 {
                groups.count += 1;
                let touched = board.touched(root);
                groups.sides = groups.sides.max((touched & SIDES).count_ones());
                groups.corners = groups.corners.max((touched >> 6 & SIDES).count_ones());
            }
        }
        groups
    }
}

impl FeatureContext<'_> {
    fn other(&self) -> Seat {
        self.seat ^ 1
    }

    fn lack(&self, seat: Seat) -> Lack {
        self.lacks.get_or_init(|| lacks(self.position))[seat]
    }

    fn loop_lack(&self, seat: Seat) -> f64 {
        let most = Lack::most(self.position.geometry());
        f64::from(to_a_loop(self.position, seat).unwrap_or(most).min(most))
    }

    fn groups(&self, seat: Seat) -> Groups {
        *self.groups[seat].get_or_init(|| Groups::of_seat(self.position, seat))
    }

    fn last(&self) -> Option<Place> {
        self.position.history().last().copied()
    }

    /// The number of neighbours of the last stone, of its own or of the other colour.
    fn neighbours_of_last(&self, own: bool) -> f64 {
        self.last().map_or(0.0, |place| {
            let owner = self.position.board().stone(place).unwrap_or(0);
            let seat = if own { owner } else { owner ^ 1 };
            let stones = |near: &Place| self.position.board().has(seat, *near);
            around(place).iter().filter(|near| stones(near)).count() as f64
        })
    }

    /// A part of the Norton-Rizk utility of the last stone's cell for the player.
    fn utility(&self, part: usize) -> f64 {
        let parts = self.utility.get_or_init(|| {
            self.last().map_or([0; 5], |place| utility(self.position, self.seat, place))
        });
        (parts[part] as f64 / 1000.0).clamp(0.0, 1e9)
    }

    /// The closeness of the last stone to the centre: 1 in the centre, 0 on the border or without a stone.
    fn centrality(&self) -> f64 {
        let geometry = self.position.geometry();
        self.last().map_or(0.0, |place| {
            let off = steps(geometry.axial_coord(place));
            1.0 - f64::from(off) / (geometry.side() - 1).max(1) as f64
        })
    }

    /// The number of cells on which a player would win at once.
    fn wins(&self, seat: Seat) -> f64 {
        let wins = || self.position.field().wins(self.position.board(), seat).0;
        if self.position.is_over() { 0.0 } else { f64::from(wins()) }
    }
}

features! { FeatureContext<'_>;
    own_lack: "stones", 0 to 48, "stones that you still need for a tripod if the opponent resists (two-distance)"
        => |s| f64::from(s.lack(s.seat).stones);
    opponent_lack: "stones", 0 to 48, "stones that the opponent still needs for a tripod if you resist (two-distance)"
        => |s| f64::from(s.lack(s.other()).stones);
    own_ways: "cells", 0 to 1000, "empty cells on your shortest paths to a tripod"
        => |s| f64::from(s.lack(s.seat).ways);
    opponent_ways: "cells", 0 to 1000, "empty cells on the opponent's shortest paths to a tripod"
        => |s| f64::from(s.lack(s.other()).ways);
    own_loop_lack: "stones", 0 to 48, "stones that you need for a loop if the opponent does not resist; slow, for one-ply searches"
        => |s| s.loop_lack(s.seat);
    opponent_loop_lack: "stones", 0 to 48, "stones that the opponent needs for a loop if you do not resist; slow"
        => |s| s.loop_lack(s.other());
    own_wins: "cells", 0 to 1000, "empty cells where you would win at once"
        => |s| s.wins(s.seat);
    opponent_wins: "cells", 0 to 1000, "empty cells where the opponent would win at once"
        => |s| s.wins(s.other());
    own_edges: "edges", 0 to 6, "most edges that one of your groups touches; three are a tripod"
        => |s| f64::from(s.groups(s.seat).sides);
    opponent_edges: "edges", 0 to 6, "most edges that one group of the opponent touches"
        => |s| f64::from(s.groups(s.other()).sides);
    own_corners: "corners", 0 to 6, "most corners that one of your groups touches"
        => |s| f64::from(s.groups(s.seat).corners);
    opponent_corners: "corners", 0 to 6, "most corners that one group of the opponent touches"
        => |s| f64::from(s.groups(s.other()).corners);
    own_groups: "groups", 0 to 1000, "your groups, including single stones"
        => |s| f64::from(s.groups(s.seat).count);
    opponent_groups: "groups", 0 to 1000, "the opponent's groups, including single stones"
        => |s| f64::from(s.groups(s.other()).count);
    own_largest_group: "stones", 0 to 1000, "stones in your largest group"
        => |s| f64::from(s.groups(s.seat).largest);
    opponent_largest_group: "stones", 0 to 1000, "stones in the opponent's largest group"
        => |s| f64::from(s.groups(s.other()).largest);
    last_edge: "yes or no", 0 to 1, "1 when the last stone is on an edge, but not in a corner"
        => |s| yes(s.last().is_some_and(|place| s.position.geometry().edge(place).is_some()));
    last_near_edge: "yes or no", 0 to 1, "1 when the last stone is one step in from a corner (the source's type near-edge)"
        => |s| yes(s.last().is_some_and(|place| kind(s.position.geometry(), place) == 0));
    last_corner: "yes or no", 0 to 1, "1 when the last stone is in a corner"
        => |s| yes(s.last().is_some_and(|place| s.position.geometry().corner(place).is_some()));
    last_neighbours: "stones", 0 to 6, "stones of the same colour next to the last stone"
        => |s| s.neighbours_of_last(true);
    last_foes: "stones", 0 to 6, "stones of the other colour next to the last stone"
        => |s| s.neighbours_of_last(false);
    last_centrality: "share", 0 to 1, "1 when the last stone is in the centre, 0 on the border"
        => |s| s.centrality();
    last_utility: "utility", 0 to 1000000000, "the Norton-Rizk utility that the last stone's cell had for you before it, with the bot's default constants; at most 10^9"
        => |s| (0..5).map(|part| s.utility(part)).sum::<f64>().min(1e9);
    last_initial: "utility", 0 to 400, "part of last_utility: the cell's type on the empty board"
        => |s| s.utility(0);
    last_type_gains: "utility", 0 to 6000, "part of last_utility: the cell's type, once for each stone next to it"
        => |s| s.utility(1);
    last_stone_gains: "utility", 0 to 30000, "part of last_utility: the owners of the stones next to the cell"
        => |s| s.utility(2);
    last_look_ahead: "utility", 0 to 2160, "part of last_utility: the types and stones of the cells around it"
        => |s| s.utility(3);
    last_loop_factor: "utility", 0 to 1000000000, "part of last_utility: the factor for the opponent's stones; at most 10^9"
        => |s| s.utility(4);
    stones: "stones", 0 to 1000, "stones on the board"
        => |s| s.position.stones() as f64;
    filled: "share", 0 to 1, "share of cells that have a stone"
        => |s| s.position.stones() as f64 / s.position.geometry().cells() as f64;
    own_turn: "yes or no", 0 to 1, "1 when it is your turn"
        => |s| yes(!s.position.is_over() && s.position.turn() == s.seat);
    may_swap: "yes or no", 0 to 1, "1 when Black may swap now"
        => |s| yes(s.position.may_swap());
}

impl Featured for FenceMaster {
    fn features() -> &'static [Feature] {
        FEATURES
    }

    fn measure(&self, seat: Seat, wanted: &Wanted, values: &mut [f64]) {
        let (lacks, groups, utility) = (OnceCell::new(), Default::default(), OnceCell::new());
        let seen = FeatureContext { position: self, seat: seat & 1, lacks, groups, utility };
        for (place, value) in wanted.places().zip(values) {
            *value = MEASURES.get(place).map_or(0.0, |measure| measure(&seen));
        }
    }

    /// The features with exact two-distances.
    fn exact_number(key: &str) -> Option<usize> {
        FEATURES.iter().take(4).position(|feature| feature.key == key)
    }

    fn exact(&self, seat: Seat, parts: &[Part], mut sink: impl FnMut(&Part, i64)) {
        let lacks = lacks(self);
        let (own, theirs) = (lacks[seat & 1], lacks[seat & 1 ^ 1]);
        let values = [own.stones, theirs.stones, own.ways, theirs.ways];
        for part in parts {
            sink(part, i64::from(values[part.number % 4]) * Fixed::SCALE);
        }
    }
}
