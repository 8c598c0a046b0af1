//! Fast random games to the end: the value of a playout is the result of its game. Every legal
//! placement is equally likely, except for houses on islands that stay in the Reedbed, which are built only if
//! nothing else is left. No tree and no words here.

use super::super::geometry::{ISLANDS, Island, Squares, Turn, bits};
use super::super::moves::Move;
use super::super::position::{Uros, Village};
use crate::contract::game::{Enumerable, Game, Seat};
use crate::search::mcts::PlayoutRng;

/// The places where the islands of the Reedbed fit, until the land changes.
struct Fits {
    land: Squares,
    list: [(Island, Turn, Squares); 4 * ISLANDS],
    count: usize,
    /// The total number of corners of all islands.
    total: usize,
    /// Islands that fit, one bit each.
    islands: u16,
}

impl Fits {
    fn from_position(position: &Uros) -> Fits {
        let list = [(Island::ALL[0], Turn::ALL[0], 0); 4 * ISLANDS];
        let mut fits = Fits { land: position.land, list, count: 0, total: 0, islands: 0 };
        let water = position.water();
        for island in position.reedbed() {
            for turn in Turn::ALL {
                let corners = island.turned(turn).fits(water);
                if corners != 0 {
                    fits.list[fits.count] = (island, turn, corners);
                    fits.count += 1;
                    fits.total += corners.count_ones() as usize;
                    fits.islands |= 1 << island.index();
                }
            }
        }
        fits
    }

    /// The island placement with this number.
    #[inline]
    fn island(&self, position: &Uros, mut number: usize) -> Option<Move> {
        for &(island, turn, mut corners) in &self.list[..self.count] {
            let here = corners.count_ones() as usize;
            if number >= here {
                number -= here;
                continue;
            }
            for _ in 0..number {
                corners &= corners - 1;
            }
            let turn = position.named(island, turn);
            return bits(corners).next().map(|corner| Move::Island { island, turn, corner });
        }
        None
    }
}

/// The squares of each island where a house may be built, without islands that stay in the Reedbed unless
/// there are no others.
fn sites(position: &Uros, fits: &Fits) -> ([u8; ISLANDS], usize) {
    let mut sites = [0; ISLANDS];
    let mut count = 0;
    if position.pool[position.next_seat()] > 0 {
        for stuck in [false, true] {
            for island in Island::ALL {
                let at = island.index();
                let here = position.in_reedbed(island) && fits.islands & 1 << at == 0;
                if here == stuck {
                    sites[at] = position.free_marks(island);
                    count += sites[at].count_ones() as usize;
                }
            }
            if count > 0 || fits.count > 0 {
                break;
            }
        }
    }
    (sites, count)
}

/// The house with this number.
#[inline]
fn house(sites: &[u8; ISLANDS], mut number: usize) -> Option<Move> {
    for (&site, island) in sites.iter().zip(Island::ALL) {
        let here = site.count_ones() as usize;
        if number >= here {
            number -= here;
            continue;
        }
        let mut site = site;
        for _ in 0..number {
            site &= site - 1;
        }
        return Some(Move::House { island, square: site.trailing_zeros() as u8 });
    }
    None
}

/// Plays to the end, or until nothing can change any more; calls `seen` with every placement.
pub(super) fn play_out(
    mut position: Uros,
    rng: &mut PlayoutRng,
    mut seen: impl FnMut(Seat, &Move),
) -> Ended {
    let mut fits = Fits::from_position(&position);
    while !position.to_act().is_empty() && !position.settled() {
        if fits.land != position.land {
            fits = Fits::from_position(&position);
        }
        let (sites, houses) = sites(&position, &fits);
        let number = rng.below(fits.total + houses);
        let mv = match number.checked_sub(houses) {
            None => house(&sites, number),
            Some(number) => fits.island(&position, number),
        };
        let Some(mv) = mv else { break };
        seen(position.next_seat(), &mv);
        position.play_unchecked(&mv);
    }
    Ended::from_position(&position)
}

/// The result of a game, from Red's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ended {
    /// The lead of Red's biggest village over Blue's, in houses.
    pub(super) lead: i8,
    /// Its lead in islands, which decides between equally large villages.
    pub(super) islands: i8,
}

impl Ended {
    /// The result if the game ended in this position.
    pub(super) fn from_position(position: &Uros) -> Ended {
        let [red, blue] = [0, 1].map(|seat| position.best_village(seat));
        let size = |village: Option<Village>| village.map_or(0, |v| v.size as i8);
        let islands = |village: Option<Village>| village.map_or(0, |v| v.islands as i8);
        Ended { lead: size(red) - size(blue), islands: islands(red) - islands(blue) }
    }

    /// Larger is better for Red; positive if Red has won, 0 for a draw.
    pub(super) const fn rank(self) -> i16 {
        self.lead as i16 * 32 + self.islands as i16
    }

    /// The same from the opponent's view.
    pub(super) const fn turned(self) -> Ended {
        Ended { lead: -self.lead, islands: -self.islands }
    }

    /// The result with that rank.
    pub(super) fn ranked(rank: i16) -> Ended {
        let lead = (rank + 16).div_euclid(32);
        Ended { lead: lead as i8, islands: (rank - 32 * lead) as i8 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::game::MoveList;

    #[test]
    fn playouts_follow_the_rules() {
        let mut rng = PlayoutRng::seeded(3, 5);
        let mut legal = MoveList::new();
        for _ in 0..200 {
            let start = Uros::start(false, false);
            let mut played = Vec::new();
            let ended = play_out(start, &mut rng, |seat, mv| played.push((seat, *mv)));
            let mut position = start;
            for (seat, mv) in played {
                position.legal_moves(&mut legal);
                assert!(legal.contains(&mv), "{mv} is not legal");
                assert!(position.play(seat, &mv).is_ok(), "{mv}");
            }
            assert_eq!(ended, Ended::from_position(&position));
            assert!(position.to_act().is_empty() || position.settled());
        }
    }

    #[test]
    fn results_round_trip_through_ranks() {
        for lead in -15..=15 {
            for islands in -9..=9 {
                let ended = Ended { lead, islands };
                assert_eq!(Ended::ranked(ended.rank()), ended);
                let better = lead > 0 || (lead == 0 && islands > 0);
                assert_eq!(ended.rank() > 0, better);
            }
        }
    }
}
