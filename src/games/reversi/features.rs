//! The features of Reversi XT: the variables of Lab formulas. Measures of the bots' heuristics are
//! computed by [`super::heuristics`], so that formulas and bots cannot differ. *The others* are the other players still in
//! the game, on average; a lead is the own number minus theirs.

use super::heuristics::{self, Measure, Scales};
use super::map::Tile;
use super::position::{Phase, Reversi};
use crate::contract::features::{Feature, Featured, Part, Wanted, features, yes};
use crate::contract::game::{MAX_SEATS, Seat};
use std::cell::OnceCell;
use std::cmp::Reverse;

/// A position from the view of a seat.
struct FeatureContext<'a> {
    position: &'a Reversi,
    seat: Seat,
    scales: OnceCell<Scales>,
    open: OnceCell<Open>,
    corners: OnceCell<[u32; MAX_SEATS]>,
    stable: OnceCell<[u32; MAX_SEATS]>,
}

/// Tiles that are still free, by kind, and stones next to free tiles.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    choice: u32,
    inversion: u32,
    bonus: u32,
    frontier: [u32; MAX_SEATS],
}

impl Open {
    fn from_position(position: &Reversi) -> Open {
        let board = position.board();
        let mut open = Open::default();
        for tile in 0..board.tiles() {
            match position.tile(tile) {
                Tile::Choice => open.choice += 1,
                Tile::Inversion => open.inversion += 1,
                Tile::Bonus => open.bonus += 1,
                Tile::Stone(seat) => {
                    let free = |direction| {
                        let next = board.neighbour(tile, direction);
                        next.is_some_and(|next| position.tile(next).is_free())
                    };
                    if let Some(count) = open.frontier.get_mut(usize::from(seat.wrapping_sub(1)))
                        && (0..8).any(free)
                    {
                        *count += 1;
                    }
                }
                _ => {}
            }
        }
        open
    }
}

impl FeatureContext<'_> {
    /// A measure as the bots compare it, with its scale.
    fn measured(&self, measure: Measure) -> f64 {
        let scales = self.scales.get_or_init(|| Scales::from_position(self.position));
        measure.value(self.position, self.seat, *scales) as f64 / 1000.0
    }

    fn open(&self) -> &Open {
        self.open.get_or_init(|| Open::from_position(self.position))
    }

    fn others(&self) -> impl Iterator<Item = Seat> + '_ {
        self.position.playing().filter(|&seat| seat != self.seat)
    }

    /// The average of the others; 0 if no other player is in the game.
    fn mean(&self, of: impl Fn(Seat) -> u32) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0);
        for seat in self.others() {
            sum += f64::from(of(seat));
            count += 1.0;
        }
        if count == 0.0 { 0.0 } else { sum / count }
    }

    fn corners(&self, seat: Seat) -> u32 {
        self.corners.get_or_init(|| Measure::Corners.counts(self.position))[seat % MAX_SEATS]
    }

    fn stable(&self, seat: Seat) -> u32 {
        self.stable.get_or_init(|| Measure::Stability.counts(self.position))[seat % MAX_SEATS]
    }

    /// A count of the strongest rival: of the others still in the game the one with most stones, the first of equals.
    fn rival(&self, of: impl Fn(Seat) -> u32) -> f64 {
        let strongest =
            self.others().max_by_key(|&seat| (self.position.stones(seat), Reverse(seat)));
        strongest.map_or(0.0, |seat| f64::from(of(seat)))
    }

    fn building(&self) -> bool {
        self.position.phase() == Phase::Build
    }

    fn mobility(&self, seat: Seat) -> u32 {
        if self.building() { self.position.free_mobility(seat) } else { 0 }
    }
}

features! { FeatureContext<'_>;
    own_stones: "stones", 0 to 2704, "your stones"
        => |s| f64::from(s.position.stones(s.seat));
    others_stones: "stones", 0 to 2704, "the others' stones, on average"
        => |s| s.mean(|seat| s.position.stones(seat));
    stones_ahead: "stones", -2704 to 2704, "your stones minus the others' average"
        => |s| s.measured(Measure::Stones);
    late_stones: "stones", -2704 to 2704, "stones_ahead times the square of the share of occupied tiles, as the bots count it"
        => |s| s.measured(Measure::LateStones);
    own_mobility: "moves", 0 to 2704, "your legal moves on free tiles"
        => |s| f64::from(s.mobility(s.seat));
    others_mobility: "moves", 0 to 2704, "the others' legal moves on free tiles, on average"
        => |s| s.mean(|seat| s.mobility(seat));
    mobility_ahead: "moves", -2704 to 2704, "your legal moves on free tiles minus the others' average"
        => |s| s.measured(Measure::Mobility);
    early_mobility: "moves", -2704 to 2704, "mobility_ahead times the share of free tiles, as the bots count it"
        => |s| s.measured(Measure::EarlyMobility);
    corners_ahead: "axes", -10816 to 10816, "axes along which your stones can never be flanked (four in a corner), minus the others' average"
        => |s| s.measured(Measure::Corners);
    own_corners: "axes", 0 to 10816, "axes along which your stones can never be flanked; 0 after the build phase"
        => |s| f64::from(s.corners(s.seat));
    others_corners: "axes", 0 to 10816, "axes along which the others' stones can never be flanked, on average"
        => |s| s.mean(|seat| s.corners(seat));
    own_stability: "stones", 0 to 2704, "your stones known to be safe from all but override stones; all after the build phase"
        => |s| f64::from(s.stable(s.seat));
    others_stability: "stones", 0 to 2704, "the others' stones known to be safe from all but override stones, on average"
        => |s| s.mean(|seat| s.stable(seat));
    rival_stones: "stones", 0 to 2704, "stones of the strongest rival, the other player with the most"
        => |s| s.rival(|seat| s.position.stones(seat));
    rival_mobility: "moves", 0 to 2704, "the strongest rival's legal moves on free tiles"
        => |s| s.rival(|seat| s.mobility(seat));
    rival_stability: "stones", 0 to 2704, "the strongest rival's stones known to be safe from all but override stones"
        => |s| s.rival(|seat| s.stable(seat));
    stability_ahead: "stones", -2704 to 2704, "your stones known to be safe from all but override stones, minus the others' average"
        => |s| s.measured(Measure::Stability);
    own_frontier: "stones", 0 to 2704, "your stones next to a free tile"
        => |s| f64::from(s.open().frontier[s.seat % MAX_SEATS]);
    others_frontier: "stones", 0 to 2704, "the others' stones next to a free tile, on average"
        => |s| s.mean(|seat| s.open().frontier[seat % MAX_SEATS]);
    own_overrides: "override stones", 0 to 1000000000, "override stones that you hold"
        => |s| f64::from(s.position.overrides(s.seat));
    overrides_ahead: "override stones", -50000000000.0 to 50000000000.0, "your override stones minus the others' average, times the map's tiles / 64, as the bots count them"
        => |s| s.measured(Measure::Overrides);
    own_bombs: "bombs", 0 to 1000000000, "bombs that you hold"
        => |s| f64::from(s.position.bombs(s.seat));
    bombs_ahead: "bombs", -1000000000 to 1000000000, "your bombs minus the others' average"
        => |s| s.measured(Measure::Bombs);
    choice_open: "tiles", 0 to 2704, "choice tiles that are still free"
        => |s| f64::from(s.open().choice);
    inversion_open: "tiles", 0 to 2704, "inversion tiles that are still free"
        => |s| f64::from(s.open().inversion);
    bonus_open: "tiles", 0 to 2704, "bonus tiles that are still free"
        => |s| f64::from(s.open().bonus);
    filled: "share", 0 to 1, "share of occupied tiles, in thousandths as the bots count it"
        => |s| s.scales.get_or_init(|| Scales::from_position(s.position)).taken as f64 / 1000.0;
    building: "yes or no", 0 to 1, "1 in the build phase, 0 in the bomb phase and at the end"
        => |s| yes(s.building());
    rank: "rank", 1 to 8, "your rank by stones among the players still in the game; ties share the better rank"
        => |s| 1.0 + s.others().filter(|&seat| s.position.stones(seat) > s.position.stones(s.seat)).count() as f64;
    players_in: "players", 0 to 8, "players who are still in the game"
        => |s| s.position.playing().count() as f64;
    own_turn: "yes or no", 0 to 1, "1 when it is your turn"
        => |s| yes(s.position.phase() != Phase::Over && s.position.turn() == s.seat);
    map_size: "tiles", 0 to 2704, "tiles of the map at the start"
        => |s| s.position.board().land as f64;
}

impl Featured for Reversi {
    fn features() -> &'static [Feature] {
        FEATURES
    }

    fn measure(&self, seat: Seat, wanted: &Wanted, values: &mut [f64]) {
        let seen = FeatureContext {
            position: self,
            seat: seat % MAX_SEATS,
            scales: OnceCell::new(),
            open: OnceCell::new(),
            corners: OnceCell::new(),
            stable: OnceCell::new(),
        };
        for (place, value) in wanted.places().zip(values) {
            *value = MEASURES.get(place).map_or(0.0, |measure| measure(&seen));
        }
    }

    fn exact_number(key: &str) -> Option<usize> {
        Measure::number(key)
    }

    #[inline]
    fn exact(&self, seat: Seat, parts: &[Part], mut sink: impl FnMut(&Part, i64)) {
        let scales = Scales::from_position(self);
        for part in parts {
            sink(part, Measure::numbered(part.number).value(self, seat, scales));
        }
    }

    fn advantages(mine: &Reversi, other: &Reversi, seat: Seat, parts: &[Part]) -> Vec<String> {
        heuristics::advantages(mine, other, seat, parts)
    }
}
