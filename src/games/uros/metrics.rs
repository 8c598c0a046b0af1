//! The four metrics of a player, and how a placement changes them.
//!
//! Source: "Heuristics & Bot Strategies for Uros". **BVL** is the size of the biggest village on the
//! Lake, **EFL** its expansion front: the empty island squares next to it. **BVR** and **EFR** are the
//! same within a Reedbed island, where villages without a front do not count. Of several biggest
//! villages the one with the largest front counts. (The result of the game breaks that tie by islands;
//! that is [`super::position::Uros::best_village`].)
//!
//! There are two implementations: a plain one for a position, and a fast one for the change of every placement
//! from one position, which the bots need. A test compares them.

use super::geometry::{
    ISLANDS, Island, MOST_SQUARES, Squares, Turn, beside, bits, connected, parts,
};
use super::moves::Move;
use super::position::Uros;
use crate::contract::game::{Enumerable, Game, Seat};
use std::sync::LazyLock;

/// The metrics of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Metrics {
    /// Size of the biggest village on the Lake, 0 to 15.
    pub bvl: i8,
    /// Its expansion front: the number of empty island squares next to it.
    pub efl: i8,
    /// Size of the biggest village with a front on a Reedbed island, 0 to 4.
    pub bvr: i8,
    /// Its expansion front: the number of empty squares next to it on that island.
    pub efr: i8,
}

/// The change by a placement: after minus before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Change of the mover's metrics.
    pub own: Metrics,
    /// Change of the opponent's; `bvr` and `efr` are not computed and stay 0.
    pub opponent: Metrics,
}

/// Size and front of a village, in the order of the metrics: larger size first, then larger front. One
/// number, so that one comparison finds the larger of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Key(u16);

impl Key {
    #[inline]
    const fn new(size: u8, front: u8) -> Key {
        Key((size as u16) << 8 | front as u16)
    }

    #[inline]
    const fn size(self) -> u8 {
        (self.0 >> 8) as u8
    }

    #[inline]
    const fn front(self) -> u8 {
        self.0 as u8
    }
}

impl Uros {
    /// The metrics of `seat`, computed from scratch; 0 where no village counts.
    pub fn metrics(&self, seat: Seat) -> Metrics {
        let open = self.open_land();
        let lake = self
            .villages(seat)
            .map(|v| Key::new(v.size, (beside(v.squares) & open).count_ones() as u8))
            .max()
            .unwrap_or_default();
        let reed =
            self.reedbed().map(|island| reed_key(self, island, seat)).max().unwrap_or_default();
        Metrics::between([Key::default(); 2], [lake, reed])
    }
}

impl Metrics {
    /// The change from the villages `before`, on the Lake and in the Reedbed, to those `after`.
    #[inline]
    const fn between(before: [Key; 2], after: [Key; 2]) -> Metrics {
        let ([lake, reed], [new_lake, new_reed]) = (before, after);
        Metrics {
            bvl: new_lake.size() as i8 - lake.size() as i8,
            efl: new_lake.front() as i8 - lake.front() as i8,
            bvr: new_reed.size() as i8 - reed.size() as i8,
            efr: new_reed.front() as i8 - reed.front() as i8,
        }
    }
}

fn reed_key(position: &Uros, island: Island, seat: Seat) -> Key {
    let marks = position.marks[island.index()];
    reed_entry(island, marks[seat], marks[seat ^ 1])
}

/// The biggest village with a front of the player with houses `own` on `island`, considering that island only.
#[inline]
fn reed_entry(island: Island, own: u8, opponent: u8) -> Key {
    REED[island.index() << 10 | usize::from(own) << 5 | usize::from(opponent)]
}

/// For each island, own houses and opponent's houses: precomputed, because a Reedbed island is looked up
/// for every candidate. 9 x 32 x 32 entries; entries with two houses on a square are undefined.
static REED: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let mut table = vec![Key::default(); ISLANDS << (2 * MOST_SQUARES)];
    for island in Island::ALL {
        // Treats it as the only island on a Lake, in the top-left corner.
        let corner = super::geometry::Square::new(0, 0);
        let turned = island.turned(Turn::ALL[0]);
        let on_lake = |marks: usize| -> Squares {
            (0..island.size())
                .filter(|i| marks & (1 << i) != 0)
                .map(|i| turned.square_at(i, corner))
                .fold(0, |a, b| a | b)
        };
        for own in 0..1usize << island.size() {
            for opponent in 0..1usize << island.size() {
                let houses = on_lake(own);
                let open = turned.at(corner) & !houses & !on_lake(opponent);
                let mut best = Key::default();
                for village in parts(houses) {
                    let front = (beside(village) & open).count_ones() as u8;
                    if front > 0 {
                        best = best.max(Key::new(village.count_ones() as u8, front));
                    }
                }
                table[island.index() << 10 | own << 5 | opponent] = best;
            }
        }
    }
    table
});

/// A player's villages on the Lake, computed once per position: the larger ones first.
struct Villages {
    list: [(Squares, Squares, u8); 15],
    count: usize,
}

impl Villages {
    fn from_houses(houses: Squares) -> Self {
        let mut villages = Villages { list: [(0, 0, 0); 15], count: 0 };
        for squares in parts(houses) {
            let size = squares.count_ones() as u8;
            let mut at = villages.count;
            while at > 0 && villages.list[at - 1].2 < size {
                villages.list[at] = villages.list[at - 1];
                at -= 1;
            }
            villages.list[at] = (squares, beside(squares), size);
            villages.count += 1;
        }
        villages
    }

    fn all(&self) -> &[(Squares, Squares, u8)] {
        &self.list[..self.count]
    }

    /// The village that counts, with `open` as the empty island squares.
    #[inline]
    fn best(&self, open: Squares) -> Key {
        let mut best = Key::default();
        for &(_, beside, size) in self.all() {
            if size < best.size() {
                break;
            }
            best = best.max(Key::new(size, (beside & open).count_ones() as u8));
        }
        best
    }

    /// The same after adding houses of this player on `added`.
    #[inline]
    fn best_with(&self, added: Squares, open: Squares) -> Key {
        let mut best = Key::default();
        let mut merged: u16 = 0;
        let mut rest = added;
        while rest != 0 {
            let mut village = connected(rest & rest.wrapping_neg(), added);
            // Old villages that touch it join it, and may connect more of the added houses.
            loop {
                let before = village;
                let around = beside(village);
                for (i, &(squares, _, _)) in self.all().iter().enumerate() {
                    if squares & around != 0 {
                        village |= squares;
                        merged |= 1 << i;
                    }
                }
                village |= connected(beside(village) & added, added) & added;
                if village == before {
                    break;
                }
            }
            rest &= !village;
            best = best.max(Key::new(
                village.count_ones() as u8,
                (beside(village) & open).count_ones() as u8,
            ));
        }
        for (i, &(_, beside, size)) in self.all().iter().enumerate() {
            if size < best.size() {
                break;
            }
            if merged & (1 << i) == 0 {
                best = best.max(Key::new(size, (beside & open).count_ones() as u8));
            }
        }
        best
    }
}

/// Calls `sink` with every useful placement and its change, in the order of the legal
/// moves.
///
/// Skips pointless house placements: on a Reedbed island that fits on the Lake in no
/// rotation. If only such placements are legal, `sink` gets all of them.
pub fn changes(position: &Uros, mut sink: impl FnMut(Move, Change)) {
    if !position.to_act().is_empty() {
        let fits: [bool; ISLANDS] = Island::ALL.map(|i| position.in_reedbed(i) && position.fits(i));
        let any_island = fits.iter().any(|&fits| fits);
        let pointless = |island: Island| position.in_reedbed(island) && !fits[island.index()];
        let all_pointless =
            !any_island && Island::ALL.iter().all(|&i| pointless(i) || position.free_marks(i) == 0);
        let view = Before::from_position(position);
        if any_island {
            view.islands(position, &fits, &mut sink);
        }
        if position.pool[view.seat] > 0 {
            view.houses(position, |island| all_pointless || !pointless(island), &mut sink);
        }
    }
}

/// Data shared by all placements from a position.
struct Before {
    seat: Seat,
    own: Villages,
    opponent: Villages,
    open: Squares,
    own_lake: Key,
    opponent_lake: Key,
    /// The own key of each Reedbed island; 0 for islands on the Lake.
    reed: [Key; ISLANDS],
    own_reed: Key,
}

impl Before {
    fn from_position(position: &Uros) -> Self {
        let seat = position.mover();
        let open = position.open_land();
        let own = Villages::from_houses(position.lake_houses[seat]);
        let opponent = Villages::from_houses(position.lake_houses[seat ^ 1]);
        let mut reed = [Key::default(); ISLANDS];
        for island in position.reedbed() {
            reed[island.index()] = reed_key(position, island, seat);
        }
        Before {
            seat,
            own_lake: own.best(open),
            opponent_lake: opponent.best(open),
            own_reed: reed.iter().copied().max().unwrap_or_default(),
            own,
            opponent,
            open,
            reed,
        }
    }

    /// The best own key in the Reedbed without `island`.
    fn reed_without(&self, island: Island) -> Key {
        let mut best = Key::default();
        for (i, &key) in self.reed.iter().enumerate() {
            if i != island.index() {
                best = best.max(key);
            }
        }
        best
    }

    #[inline]
    fn change(&self, own: Key, opponent: Key, reed: Key) -> Change {
        let none = Key::default();
        Change {
            own: Metrics::between([self.own_lake, self.own_reed], [own, reed]),
            opponent: Metrics::between([self.opponent_lake, none], [opponent, none]),
        }
    }

    fn islands(
        &self,
        position: &Uros,
        fits: &[bool; ISLANDS],
        sink: &mut impl FnMut(Move, Change),
    ) {
        let water = position.water();
        for island in Island::ALL {
            if !fits[island.index()] {
                continue;
            }
            let [red, blue] = position.marks[island.index()];
            let empty = red | blue == 0;
            let reed = if empty { self.own_reed } else { self.reed_without(island) };
            for &turn in position.turns(island) {
                let turned = island.turned(turn);
                for corner in bits(turned.fits(water)) {
                    let land = turned.at(corner);
                    let (own, opponent) = if empty {
                        let open = self.open | land;
                        (self.own.best(open), self.opponent.best(open))
                    } else {
                        let own = position.marks_on_lake(island, self.seat, turn, corner);
                        let opponent = position.marks_on_lake(island, self.seat ^ 1, turn, corner);
                        let open = self.open | (land & !own & !opponent);
                        (self.own.best_with(own, open), self.opponent.best_with(opponent, open))
                    };
                    sink(Move::Island { island, turn, corner }, self.change(own, opponent, reed));
                }
            }
        }
    }

    fn houses(
        &self,
        position: &Uros,
        considered: impl Fn(Island) -> bool,
        sink: &mut impl FnMut(Move, Change),
    ) {
        for island in Island::ALL {
            let free = position.free_marks(island);
            if free == 0 || !considered(island) {
                continue;
            }
            let place = position.places[island.index()];
            let without = if place.is_none() { self.reed_without(island) } else { self.own_reed };
            for square in (0..island.size() as u8).filter(|square| free & (1 << square) != 0) {
                let change = match place {
                    Some(place) => {
                        let house =
                            island.turned(place.turn).square_at(usize::from(square), place.corner);
                        let open = self.open & !house;
                        self.change(
                            self.own.best_with(house, open),
                            self.opponent.best(open),
                            self.own_reed,
                        )
                    }
                    None => {
                        let marks = position.marks[island.index()];
                        let own = marks[self.seat] | 1 << square;
                        let here = reed_entry(island, own, marks[self.seat ^ 1]);
                        self.change(self.own_lake, self.opponent_lake, without.max(here))
                    }
                };
                sink(Move::House { island, square }, change);
            }
        }
    }
}
