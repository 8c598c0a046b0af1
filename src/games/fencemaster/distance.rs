//! How many stones a player still lacks to a tripod, if the other one resists: the two-distance.
//!
//! The idea is J. van Rijswijck's, for Hex (*Computer Hex: Are Bees Better than Fruitflies?*, 2000): the
//! opponent will take the best way, so count on the second best. Here a cell is at distance 1 from a
//! side if it lies on it, or next to a group that touches it; otherwise it is one further away than
//! the second nearest of its empty neighbours, or than the nearest of the own groups beside it. A
//! group is as far from a side as its second nearest free neighbour. A tripod through a cell lacks the
//! distances to the three nearest sides, with the cell counted once: the player is taken to begin there.

use super::board::Board;
use super::geometry::{Geometry, MOST_CELLS, PLACES, Place, around};
use super::position::FenceMaster;
use crate::bot::Heuristic;
use crate::fixed::Fixed;
use crate::game::{Enumerable, Seat};
use crate::json::sort_by_key;
use crate::search::evaluate::{Ending, Evaluate};
use crate::thought::Term;

/// No way there against resistance.
const NEVER: u8 = u8::MAX;

/// What a player lacks to a tripod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lack {
    /// So many stones; [`Lack::most`] if there is no way against resistance.
    pub stones: u32,
    /// Through so many empty cells.
    pub ways: u32,
}

impl Lack {
    /// What a player lacks who has no way: more than any way needs that is worth anything.
    pub fn most(geometry: &Geometry) -> u32 {
        3 * geometry.side() as u32
    }
}

/// The distances of one player.
struct Distances<'a> {
    geometry: &'a Geometry,
    board: &'a Board,
    seat: Seat,
    /// Per place and side: how far an empty cell is; how far a group is, at its root.
    far: [[u8; 6]; PLACES],
    /// Per place, the next stone of the same group, in a ring; 0 where there is none of the player's.
    ring: [Place; PLACES],
    /// Per place with a stone, the root of its group.
    roots: [Place; PLACES],
    empty: [Place; MOST_CELLS],
    empties: usize,
    groups: [Place; MOST_CELLS],
    group_count: usize,
}

impl<'a> Distances<'a> {
    fn new(position: &'a FenceMaster, seat: Seat) -> Self {
        let (geometry, board) = (position.geometry(), position.board());
        let mut new = Distances {
            geometry,
            board,
            seat,
            far: [[NEVER; 6]; PLACES],
            ring: [0; PLACES],
            roots: [0; PLACES],
            empty: [0; MOST_CELLS],
            empties: 0,
            groups: [0; MOST_CELLS],
            group_count: 0,
        };
        board.empty(geometry, |place| {
            new.empty[new.empties] = place;
            new.empties += 1;
        });
        for &place in position.trail() {
            if !board.has(seat, place) {
                continue;
            }
            let root = board.root(place);
            new.roots[usize::from(place)] = root;
            // The root's own link is the head of the list; it is closed into a ring there.
            if new.ring[usize::from(root)] == 0 {
                new.ring[usize::from(root)] = root;
                new.groups[new.group_count] = root;
                new.group_count += 1;
            }
            if place != root {
                new.ring[usize::from(place)] = new.ring[usize::from(root)];
                new.ring[usize::from(root)] = place;
            }
        }
        for edge in 0..6 {
            new.fill(edge);
        }
        new
    }

    /// The distances to one side.
    fn fill(&mut self, edge: usize) {
        let mut queue = [0; MOST_CELLS];
        let mut end = 0;
        let mut contacts = [0u8; PLACES];
        for &place in &self.empty[..self.empties] {
            if self.geometry.border(place) >> edge & 1 == 1 {
                self.far[usize::from(place)][edge] = 1;
                queue[end] = place;
                end += 1;
            }
        }
        for group in 0..self.group_count {
            let root = self.groups[group];
            if self.board.touched(root) >> edge & 1 == 1 {
                self.far[usize::from(root)][edge] = 0;
                self.spread(root, edge, 1, &mut queue, &mut end);
            }
        }
        let mut next = 0;
        while next < end {
            let at = queue[next];
            next += 1;
            let here = self.far[usize::from(at)][edge];
            let mut met = [0; 6];
            for (slot, near) in around(at).into_iter().enumerate() {
                let index = usize::from(near);
                let root = self.roots[index];
                if root != 0 {
                    if met.contains(&root) || self.far[usize::from(root)][edge] != NEVER {
                        continue;
                    }
                    met[slot] = root;
                    contacts[usize::from(root)] += 1;
                    if contacts[usize::from(root)] == 2 {
                        self.far[usize::from(root)][edge] = here;
                        self.spread(root, edge, here + 1, &mut queue, &mut end);
                    }
                } else if self.far[index][edge] == NEVER && self.is_empty(near) {
                    contacts[index] += 1;
                    if contacts[index] == 2 {
                        self.far[index][edge] = here + 1;
                        queue[end] = near;
                        end += 1;
                    }
                }
            }
        }
    }

    #[inline]
    fn is_empty(&self, place: Place) -> bool {
        self.geometry.number(place).is_some()
            && !self.board.has(1 - self.seat, place)
            && !self.board.has(self.seat, place)
    }

    /// Every free neighbour of a group is `far` from a side, unless it is nearer.
    fn spread(
        &mut self,
        root: Place,
        edge: usize,
        far: u8,
        queue: &mut [Place; MOST_CELLS],
        end: &mut usize,
    ) {
        let mut at = root;
        loop {
            for near in around(at) {
                if self.far[usize::from(near)][edge] == NEVER && self.is_empty(near) {
                    self.far[usize::from(near)][edge] = far;
                    queue[*end] = near;
                    *end += 1;
                }
            }
            at = self.ring[usize::from(at)];
            if at == root {
                break;
            }
        }
    }

    /// The distances to the three nearest sides together.
    #[inline]
    fn three(&self, place: Place) -> u32 {
        let far = &self.far[usize::from(place)];
        let mut best = [NEVER; 3];
        for &one in far {
            if one < best[2] {
                best[2] = one;
                if best[2] < best[1] {
                    best.swap(1, 2);
                }
                if best[1] < best[0] {
                    best.swap(0, 1);
                }
            }
        }
        if best[2] == NEVER { u32::MAX } else { best.iter().map(|&far| u32::from(far)).sum() }
    }

    fn lack(&self) -> Lack {
        let mut lack = Lack { stones: Lack::most(self.geometry), ways: 0 };
        for &place in &self.empty[..self.empties] {
            let stones = self.three(place).saturating_sub(2);
            if stones < lack.stones {
                lack = Lack { stones, ways: 0 };
            }
            lack.ways += u32::from(stones == lack.stones);
        }
        for &root in &self.groups[..self.group_count] {
            let stones = self.three(root);
            if stones < lack.stones {
                lack = Lack { stones, ways: 1 };
            }
        }
        lack
    }
}

/// What `seat` lacks to a tripod.
pub fn lack(position: &FenceMaster, seat: Seat) -> Lack {
    Distances::new(position, seat).lack()
}

/// Stones that the player lacks.
pub const OWN: Term = Term {
    key: "lacks",
    label: "own stones lacking",
    meaning: "stones that the player still lacks to a tripod against resistance",
    weight: Fixed::from_int(-1),
};
/// Stones that the opponent lacks.
pub const THEIRS: Term = Term {
    key: "opponent-lacks",
    label: "opponent's stones lacking",
    meaning: "stones that the opponent still lacks to a tripod against resistance",
    weight: Fixed::ONE,
};
/// Cells through which the player's tripod could go.
pub const OWN_WAYS: Term = Term {
    key: "ways",
    label: "own ways",
    meaning: "empty cells through which the player's nearest tripod could go",
    weight: Fixed::from_thousandths(10),
};
/// Cells through which the opponent's could go.
pub const THEIR_WAYS: Term = Term {
    key: "opponent-ways",
    label: "opponent's ways",
    meaning: "empty cells through which the opponent's nearest tripod could go",
    weight: Fixed::from_thousandths(-10),
};

/// The heuristic: what the player lacks to a tripod against what the opponent lacks.
#[derive(Clone, Debug)]
pub struct TwoDistance {
    terms: [Term; 4],
}

impl TwoDistance {
    /// With these weights, in the order own lack, opponent's lack, own ways, opponent's ways.
    pub fn new(weights: [Fixed; 4]) -> Self {
        let mut terms = [OWN, THEIRS, OWN_WAYS, THEIR_WAYS];
        for (term, weight) in terms.iter_mut().zip(weights) {
            term.weight = weight;
        }
        TwoDistance { terms }
    }

    fn values(position: &FenceMaster, seat: Seat) -> [i64; 4] {
        let (own, theirs) = (lack(position, seat), lack(position, 1 - seat));
        [own.stones, theirs.stones, own.ways, theirs.ways].map(i64::from)
    }
}

impl Heuristic<FenceMaster> for TwoDistance {
    fn terms(&self) -> &[Term] {
        &self.terms
    }

    fn measure(&self, position: &FenceMaster, seat: Seat, values: &mut [Fixed]) {
        for (value, found) in values.iter_mut().zip(Self::values(position, seat)) {
            *value = Fixed::from_int(found);
        }
    }

    fn phrase(&self, term: usize, value: Fixed) -> String {
        let size = value.abs();
        let more = if value > Fixed::ZERO { "more" } else { "fewer" };
        let plural =
            |one: &'static str, many: &'static str| if size == Fixed::ONE { one } else { many };
        match term {
            0 => format!("it lacks {size} {} {more}", plural("stone", "stones")),
            1 => format!("the opponent lacks {size} {} {more}", plural("stone", "stones")),
            2 => format!("its tripod has {size} {} {more}", plural("way", "ways")),
            _ => format!("the opponent's has {size} {} {more}", plural("way", "ways")),
        }
    }
}

impl Evaluate<FenceMaster> for TwoDistance {
    fn value(&self, position: &FenceMaster, seat: Seat) -> i64 {
        let values = Self::values(position, seat);
        self.terms.iter().zip(values).map(|(term, value)| term.weight.thousandths() * value).sum()
    }

    #[inline]
    fn ending(&self, position: &FenceMaster, seat: Seat) -> Option<Ending> {
        match (position.winner(), position.is_over()) {
            (Some(winner), _) => Some(if winner == seat { Ending::Won } else { Ending::Lost }),
            (None, true) => Some(Ending::Drawn),
            (None, false) => None,
        }
    }

    /// Wins first, then what stops the opponent's, then cells beside stones, then the middle.
    fn order(&self, position: &FenceMaster, moves: &mut [super::Move]) {
        let board = position.board();
        let seat = position.mover();
        let middle = position.geometry().side() as i64 - 1;
        let mut sorted = moves.to_vec();
        sort_by_key(&mut sorted, |mv| {
            let Some(place) = mv.place() else { return (-1000, 0) };
            let near = board.pattern(0, place).count_ones() + board.pattern(1, place).count_ones();
            let (row, column) =
                (super::geometry::row(place) as i64, super::geometry::column(place) as i64);
            let (down, right) = (row - middle, column - middle);
            let off = down.abs().max(right.abs()).max((down - right).abs());
            let first = if near == 0 {
                0
            } else if position.would_win(seat, place) != 0 {
                2000
            } else if position.would_win(1 - seat, place) != 0 {
                500
            } else {
                i64::from(near)
            };
            (-first, off)
        });
        moves.copy_from_slice(&sorted);
    }
}
