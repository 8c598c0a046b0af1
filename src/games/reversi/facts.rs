//! What can be counted on the plain board and tells two positions apart: corners, then moves. It decides nothing; sentences
//! use it where the terms of a heuristic are nothing that people see.

use super::bitboard::Plain;
use super::position::{Phase, Reversi};
use crate::base::util::plural;
use crate::contract::game::Seat;

const CORNERS: u64 = 1 << 63 | 1 << 56 | 1 << 7 | 1;

/// In what one board is better for a seat than another, corners first.
fn counted(mine: &Plain, other: &Plain, seat: Seat) -> Vec<String> {
    let corners = |plain: &Plain| plain.stones.map(|stones| (stones & CORNERS).count_ones());
    let clauses = |(mine, other): ([u32; 2], [u32; 2]), noun: &str, verbs: [&str; 2]| {
        let more = (mine[seat].saturating_sub(other[seat]), "you", verbs[0], "more");
        let fewer =
            (other[1 - seat].saturating_sub(mine[1 - seat]), "your opponent", verbs[1], "fewer");
        let mut both = [more, fewer];
        if fewer.0 > more.0 {
            both.reverse();
        }
        let found = both.into_iter().filter(|(by, ..)| *by > 0);
        let words = found.map(|(by, who, verb, way)| {
            format!("{who} {verb} {by} {way} {}", plural(by.into(), noun))
        });
        words.collect::<Vec<String>>()
    };
    // Whether that is for the better of all is for the number of both together to say.
    let gain = |mine: [u32; 2], other: [u32; 2]| {
        let balance = |of: [u32; 2]| i64::from(of[seat]) - i64::from(of[1 - seat]);
        balance(mine) > balance(other)
    };
    let mut found = Vec::new();
    let held = (corners(mine), corners(other));
    if gain(held.0, held.1) {
        found.extend(clauses(held, "corner", ["hold", "holds"]));
    }
    let moves = (mine.mobilities(), other.mobilities());
    if gain(moves.0, moves.1) {
        found.extend(clauses(moves, "move", ["have", "has"]));
    }
    found
}

/// In what a position is better for a seat than another, as comparative clauses; nothing on boards that are not plain.
pub(super) fn better(mine: &Reversi, other: &Reversi, seat: Seat) -> Vec<String> {
    let board = |of: &Reversi| of.plain().filter(|_| of.phase() == Phase::Build).copied();
    match (board(mine), board(other)) {
        (Some(mine), Some(other)) => counted(&mine, &other, seat & 1),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Rng, Stream};

    /// A clause is true if it counts what the two boards have.
    #[test]
    fn facts_are_what_can_be_counted_on_the_boards() {
        let mut rng = Rng::new(7, Stream::Other(1));
        let mut told = 0;
        for _ in 0..500 {
            let mut board = || {
                let (a, b) = (rng.next_u64(), rng.next_u64());
                let (first, second) = (a & b, !a & b);
                Plain { stones: [first, second], free: !(first | second), targets: 0 }
            };
            let (mine, other) = (board(), board());
            for seat in 0..2 {
                for words in counted(&mine, &other, seat) {
                    let parts: Vec<&str> = words.split(' ').collect();
                    let (who, by, noun) = match parts[..] {
                        ["you", _, by, "more", noun] => (seat, by, noun),
                        ["your", "opponent", _, by, "fewer", noun] => (1 - seat, by, noun),
                        _ => panic!("{words}"),
                    };
                    let by: i64 = by.parse().expect("a number");
                    let of = |plain: &Plain| -> i64 {
                        let corner = |tile: u32| {
                            [0, 7, 56, 63].contains(&tile) && plain.stones[who] >> tile & 1 == 1
                        };
                        match noun.trim_end_matches('s') {
                            "corner" => (0..64).filter(|&tile| corner(tile)).count() as i64,
                            "move" => plain.clone().mobilities()[who].into(),
                            _ => panic!("{words}"),
                        }
                    };
                    let difference =
                        if who == seat { of(&mine) - of(&other) } else { of(&other) - of(&mine) };
                    assert_eq!(by, difference, "{words}");
                    assert_eq!(by == 1, !noun.ends_with('s'), "{words}");
                    told += 1;
                }
            }
        }
        assert!(told > 300, "{told}");
    }
}
