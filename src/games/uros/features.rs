//! The features of Uros, for formulas of the Lab. The metrics of both players come from
//! [`super::metrics`], which the bots use too.

use super::geometry::{ISLANDS, Island, beside};
use super::metrics::Metrics;
use super::position::{HOUSES, Uros, Village};
use crate::contract::features::{Feature, Featured, Wanted, features, yes};
use crate::contract::game::{Enumerable, Game, Seat};
use std::cell::OnceCell;

/// A position from the view of a seat. Values that several features need are computed once.
struct FeatureContext<'a> {
    position: &'a Uros,
    seat: Seat,
    metrics: [OnceCell<Metrics>; 2],
}

impl FeatureContext<'_> {
    fn other(&self) -> Seat {
        self.seat ^ 1
    }

    fn metric(&self, seat: Seat, of: fn(&Metrics) -> i8) -> f64 {
        f64::from(of(self.metrics[seat].get_or_init(|| self.position.metrics(seat))))
    }

    /// The number of islands in the Reedbed with this property.
    fn islands(&self, is: impl Fn(Island) -> bool) -> f64 {
        self.position.reedbed().filter(|&island| is(island)).count() as f64
    }

    fn reed_houses(&self, seat: Seat) -> f64 {
        let marks = |island: Island| self.position.marks[island.index()][seat].count_ones();
        f64::from(self.position.reedbed().map(marks).sum::<u32>())
    }

    fn lake_houses(&self, seat: Seat) -> f64 {
        f64::from(self.position.lake_houses[seat].count_ones())
    }

    fn villages(&self, seat: Seat) -> f64 {
        self.position.villages(seat).count() as f64
    }

    /// The size of the second biggest village.
    fn second(&self, seat: Seat) -> f64 {
        let (mut first, mut second) = (0, 0);
        for Village { size, .. } in self.position.villages(seat) {
            if size > first {
                (first, second) = (size, first);
            } else {
                second = second.max(size);
            }
        }
        f64::from(second)
    }

    fn spread(&self, seat: Seat) -> f64 {
        self.position.best_village(seat).map_or(0.0, |village| f64::from(village.islands))
    }

    /// The amount of open land next to any house.
    fn edge(&self, seat: Seat) -> f64 {
        let houses = self.position.lake_houses[seat];
        f64::from((beside(houses) & self.position.open_land()).count_ones())
    }
}

features! { FeatureContext<'_>;
    own_village: "houses", 0 to 15, "houses in your biggest village on the Lake (BVL)"
        => |s| s.metric(s.seat, |m| m.bvl);
    opponent_village: "houses", 0 to 15, "houses in the opponent's biggest village on the Lake"
        => |s| s.metric(s.other(), |m| m.bvl);
    own_front: "squares", 0 to 36, "empty island squares next to your biggest village (EFL)"
        => |s| s.metric(s.seat, |m| m.efl);
    opponent_front: "squares", 0 to 36, "empty island squares next to the opponent's biggest village"
        => |s| s.metric(s.other(), |m| m.efl);
    own_reed_village: "houses", 0 to 4, "houses in your biggest village on a Reedbed island with space to grow (BVR)"
        => |s| s.metric(s.seat, |m| m.bvr);
    opponent_reed_village: "houses", 0 to 4, "houses in the opponent's biggest village on a Reedbed island with space to grow"
        => |s| s.metric(s.other(), |m| m.bvr);
    own_reed_front: "squares", 0 to 4, "empty squares next to your biggest Reedbed village, on its island (EFR)"
        => |s| s.metric(s.seat, |m| m.efr);
    opponent_reed_front: "squares", 0 to 4, "empty squares next to the opponent's biggest Reedbed village"
        => |s| s.metric(s.other(), |m| m.efr);
    own_second_village: "houses", 0 to 15, "houses in your second biggest village on the Lake"
        => |s| s.second(s.seat);
    opponent_second_village: "houses", 0 to 15, "houses in the opponent's second biggest village on the Lake"
        => |s| s.second(s.other());
    own_villages: "villages", 0 to 15, "your villages on the Lake"
        => |s| s.villages(s.seat);
    opponent_villages: "villages", 0 to 15, "the opponent's villages on the Lake"
        => |s| s.villages(s.other());
    own_village_islands: "islands", 0 to 9, "islands under your biggest village, which break a tie"
        => |s| s.spread(s.seat);
    opponent_village_islands: "islands", 0 to 9, "islands under the opponent's biggest village"
        => |s| s.spread(s.other());
    own_edge: "squares", 0 to 36, "empty island squares next to any of your houses on the Lake"
        => |s| s.edge(s.seat);
    opponent_edge: "squares", 0 to 36, "empty island squares next to any house of the opponent on the Lake"
        => |s| s.edge(s.other());
    own_lake_houses: "houses", 0 to 15, "your houses on the Lake"
        => |s| s.lake_houses(s.seat);
    opponent_lake_houses: "houses", 0 to 15, "the opponent's houses on the Lake"
        => |s| s.lake_houses(s.other());
    own_reed_houses: "houses", 0 to 15, "your houses in the Reedbed"
        => |s| s.reed_houses(s.seat);
    opponent_reed_houses: "houses", 0 to 15, "the opponent's houses in the Reedbed"
        => |s| s.reed_houses(s.other());
    own_houses_left: "houses", 0 to 15, "houses that you still have to place"
        => |s| f64::from(s.position.pool[s.seat]);
    opponent_houses_left: "houses", 0 to 15, "houses that the opponent still has to place"
        => |s| f64::from(s.position.pool[s.other()]);
    islands_left: "islands", 0 to 9, "islands in the Reedbed"
        => |s| s.islands(|_| true);
    islands_fitting: "islands", 0 to 9, "islands in the Reedbed that fit on the Lake in some rotation"
        => |s| s.islands(|island| s.position.fits(island));
    open_land: "squares", 0 to 36, "empty island squares on the Lake"
        => |s| f64::from(s.position.open_land().count_ones());
    water: "squares", 0 to 36, "squares of the Lake without an island"
        => |s| f64::from(s.position.water().count_ones());
    settled: "yes or no", 0 to 1, "1 when the Lake can no longer change"
        => |s| yes(s.position.settled());
    own_turn: "yes or no", 0 to 1, "1 when it is your turn"
        => |s| yes(!s.position.to_act().is_empty() && s.position.mover() == s.seat);
    placements_left: "placements", 0 to 2, "placements left in this turn for the player to move; 0 at the end"
        => |s| if s.position.to_act().is_empty() { 0.0 } else { f64::from(s.position.left) };
    progress: "share", 0 to 1, "share of islands and houses that are placed"
        => |s| filled(s.position);
}

/// The share of islands and houses that are placed.
pub(super) fn filled(position: &Uros) -> f64 {
    let all = ISLANDS as f64 + 2.0 * f64::from(HOUSES);
    let left: f64 = position.pool.iter().map(|&n| f64::from(n)).sum();
    1.0 - (left + position.reedbed().count() as f64) / all
}

impl Featured for Uros {
    fn features() -> &'static [Feature] {
        FEATURES
    }

    #[inline]
    fn measure(&self, seat: Seat, wanted: &Wanted, values: &mut [f64]) {
        let seen = FeatureContext { position: self, seat: seat & 1, metrics: Default::default() };
        for (place, value) in wanted.places().zip(values) {
            *value = MEASURES.get(place).map_or(0.0, |measure| measure(&seen));
        }
    }
}
