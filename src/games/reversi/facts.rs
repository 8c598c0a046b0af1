//! Facts about the plain board that distinguish two positions: corners, stable stones, moves. Search does not use
//! them; sentences use them if the terms of a heuristic are invisible to players.

use super::bitboard::{Plain, stable, targets};
use super::position::{Phase, Reversi};
use super::presentation::words;
use crate::base::fixed::Fixed;
use crate::contract::game::Seat;
use crate::search::explain::with_number;

const CORNERS: u64 = 1 << 63 | 1 << 56 | 1 << 7 | 1;

/// A count of each player, the sentence patterns for having more of it and for the opponent having fewer, and whether
/// fewer is better.
struct Count {
    held: [u32; 2],
    words: [&'static str; 2],
    less: bool,
}

impl Count {
    /// The advantages for a seat over `other`, the larger difference first; empty if the balance of both players is no
    /// better.
    fn clauses(&self, other: &Count, seat: Seat) -> Vec<String> {
        // If fewer is better, a rise of the opponent's count is a gain.
        let gainer = if self.less { 1 - seat } else { seat };
        let by = |seat: Seat| i64::from(self.held[seat]) - i64::from(other.held[seat]);
        if by(gainer) <= by(1 - gainer) {
            return Vec::new();
        }
        let [more, fewer] = self.words;
        let mut both = [(by(gainer), more), (-by(1 - gainer), fewer)];
        if both[1].0 > both[0].0 {
            both.reverse();
        }
        let found = both.into_iter().filter(|(by, _)| *by > 0);
        found.map(|(by, pattern)| with_number(pattern, by)).collect()
    }
}

/// The counts of each player on a board, in the order of the sentences. `closed` has, for each axis, the tiles that cannot
/// be flanked along it.
fn counts(plain: &Plain, closed: &[u64; 4]) -> Vec<Count> {
    let [a, b] = plain.stones;
    // No stone can be put on a full line.
    let full = full_lines(plain.free);
    let closed: [u64; 4] = std::array::from_fn(|axis| closed[axis] | full[axis]);
    let open = [targets(a, b, plain.free), targets(b, a, plain.free)];
    let in_corners = |sets: [u64; 2]| sets.map(|set| (set & CORNERS).count_ones());
    let held = [
        in_corners(plain.stones),
        in_corners(open),
        plain.stones.map(|set| stable(set, &closed).count_ones()),
        plain.mobilities(),
    ];
    let count = |(held, words)| Count { held, words, less: false };
    held.into_iter().zip(words::MORE).map(count).collect()
}

/// The tiles of the lines without a free tile, for each axis in the order of [`stable`].
fn full_lines(free: u64) -> [u64; 4] {
    const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    const AXES: [(u32, [u64; 2]); 4] = [
        (8, [u64::MAX; 2]),
        (7, [NOT_LAST, NOT_FIRST]),
        (1, [NOT_FIRST, NOT_LAST]),
        (9, [NOT_FIRST, NOT_LAST]),
    ];
    AXES.map(|(shift, [up, down])| {
        let spread = |open: u64| open | open << shift & up | open >> shift & down;
        !(0..7).fold(free, |open, _| spread(open))
    })
}

/// Stones that help the opponent: those next to a free corner, and those next to any free tile.
fn exposed(plain: &Plain) -> Vec<Count> {
    let held = |tiles: u64| plain.stones.map(|set| (set & around(tiles)).count_ones());
    let count = |(tiles, words)| Count { held: held(tiles), words, less: true };
    [plain.free & CORNERS, plain.free].into_iter().zip(words::EXPOSED).map(count).collect()
}

fn stones(plain: &Plain) -> Vec<Count> {
    let held = plain.stones.map(u64::count_ones);
    vec![Count { held, words: words::MORE_STONES, less: false }]
}

/// The tiles next to these tiles.
fn around(tiles: u64) -> u64 {
    let row = tiles | (tiles << 1 & 0xfefe_fefe_fefe_fefe) | (tiles >> 1 & 0x7f7f_7f7f_7f7f_7f7f);
    row | row << 8 | row >> 8
}

/// The advantages of one board over another for a seat.
fn compared(mine: &[Count], other: &[Count], seat: Seat) -> Vec<String> {
    mine.iter().zip(other).flat_map(|(mine, other)| mine.clauses(other, seat)).collect()
}

/// The same for two positions, as comparative clauses; empty for boards that are not plain.
fn of_plain(
    mine: &Reversi,
    other: &Reversi,
    seat: Seat,
    count: impl Fn(&Plain) -> Vec<Count>,
) -> Vec<String> {
    let board = |of: &Reversi| of.plain().filter(|_| of.phase() == Phase::Build).map(&count);
    match (board(mine), board(other)) {
        (Some(mine), Some(other)) => compared(&mine, &other, seat & 1),
        _ => Vec::new(),
    }
}

/// The advantages of a position over another for a seat.
pub(super) fn better(mine: &Reversi, other: &Reversi, seat: Seat) -> Vec<String> {
    match mine.plain() {
        Some(_) => of_plain(mine, other, seat, |plain| counts(plain, &mine.board().safety.plain)),
        None => better_anywhere(mine, other, seat),
    }
}

/// The same on a board of any shape and for any number of players: your own counts, and with two players the opponent's.
fn better_anywhere(mine: &Reversi, other: &Reversi, seat: Seat) -> Vec<String> {
    if [mine, other].into_iter().any(|position| position.phase() != Phase::Build) {
        return Vec::new();
    }
    let rival = (mine.players() == 2).then_some(1 - (seat & 1));
    let held = |position: &Reversi, seat: Seat| {
        [
            position.mobility(seat),
            position.stones(seat),
            position.overrides(seat),
            position.bombs(seat),
        ]
    };
    let counts = |position: &Reversi| -> Vec<Count> {
        let own = held(position, seat);
        let theirs = rival.map_or([0; 4], |rival| held(position, rival));
        let count = |((own, theirs), words)| Count { held: [own, theirs], words, less: false };
        own.into_iter().zip(theirs).zip(words::MORE_ANYWHERE).map(count).collect()
    };
    compared(&counts(mine), &counts(other), 0)
}

/// The advantage by the sum of the patterns' values, in whole stones.
pub(super) fn judged_better(stones: Fixed) -> Option<String> {
    let whole = (stones.thousandths() + 500).div_euclid(1000);
    (whole > 0).then(|| with_number(words::JUDGED_BETTER, whole))
}

/// The advantages of having less exposed stones.
pub(super) fn less_exposed(mine: &Reversi, other: &Reversi, seat: Seat) -> Vec<String> {
    of_plain(mine, other, seat, exposed)
}

/// The advantage of having more stones.
pub(super) fn more_stones(mine: &Reversi, other: &Reversi, seat: Seat) -> Vec<String> {
    of_plain(mine, other, seat, stones)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::options::Options;
    use crate::base::rng::{Rng, Stream};
    use crate::contract::game::Game;

    /// The number of stable stones, counted tile by tile. In each of the four directions, a stable stone has the edge
    /// or another stable stone on at least one side, or no free tile in its line.
    fn count_stable(own: u64, free: u64) -> i64 {
        let is_full = |x: i32, y: i32, (dx, dy): (i32, i32)| {
            (-7..=7).all(|step| {
                let (x, y) = (x + step * dx, y + step * dy);
                let inside = (0..8).contains(&x) && (0..8).contains(&y);
                !inside || free >> (8 * y + x) & 1 == 0
            })
        };
        let mut stable = [[false; 8]; 8];
        let on = |stable: &[[bool; 8]; 8], x: i32, y: i32| {
            !(0..8).contains(&x) || !(0..8).contains(&y) || stable[y as usize][x as usize]
        };
        for _ in 0..64 {
            for tile in (0..64).filter(|tile| own >> tile & 1 == 1) {
                let (x, y) = (tile % 8, tile / 8);
                let is_protected = |(dx, dy): (i32, i32)| {
                    on(&stable, x + dx, y + dy)
                        || on(&stable, x - dx, y - dy)
                        || is_full(x, y, (dx, dy))
                };
                stable[y as usize][x as usize] =
                    [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().all(is_protected);
            }
        }
        stable.iter().flatten().filter(|&&one| one).count() as i64
    }

    /// The number of stones next to a free tile of this kind, counted tile by tile; all stones if `place` is empty.
    fn count_beside(own: u64, free: u64, place: &str) -> i64 {
        let wanted = |tile: i32| match place {
            "a free corner" => [0, 7, 56, 63].contains(&tile),
            _ => true,
        };
        let open = |x: i32, y: i32| {
            (0..8).contains(&x)
                && (0..8).contains(&y)
                && free >> (8 * y + x) & 1 == 1
                && wanted(8 * y + x)
        };
        let next =
            |tile: i32| (-1..=1).any(|dy| (-1..=1).any(|dx| open(tile % 8 + dx, tile / 8 + dy)));
        let stones = (0..64).filter(|tile| own >> tile & 1 == 1);
        stones.filter(|&tile| place.is_empty() || next(tile)).count() as i64
    }

    /// The numbers in a clause must match the counts on the two boards.
    #[test]
    fn facts_match_counts_on_the_boards() {
        let mut rng = Rng::new(7, Stream::Other(1));
        let start = Reversi::new(&Options::default(), &mut rng.clone()).expect("the plain board");
        let closed = start.board().safety.plain;
        let (mut clauses, mut full) = (0, 0);
        for game in 0..500 {
            let mut board = || {
                // Late in a game few tiles are free.
                let taken = (0..game % 4).fold(rng.next_u64(), |taken, _| taken | rng.next_u64());
                let a = rng.next_u64();
                let (first, second) = (a & taken, !a & taken);
                Plain { stones: [first, second], free: !(first | second), targets: 0 }
            };
            let (mine, other) = (board(), board());
            full += usize::from(full_lines(mine.free).iter().any(|&tiles| tiles & !(CORNERS) != 0));
            for seat in 0..2 {
                let all = |plain: &Plain| -> Vec<Count> {
                    let all = [counts(plain, &closed), exposed(plain), stones(plain)];
                    all.into_iter().flatten().collect()
                };
                for words in compared(&all(&mine), &all(&other), seat) {
                    let (who, rest) = match words.strip_prefix("you ") {
                        Some(rest) => (seat, rest),
                        None => {
                            (1 - seat, words.strip_prefix("your opponent ").expect("a subject"))
                        }
                    };
                    let exposed = rest.contains(" next to ");
                    let comparison = if (who == seat) != exposed { " more " } else { " fewer " };
                    let (verb, noun) = rest.split_once(comparison).expect("a comparison");
                    let (noun, place) = noun.split_once(" next to ").unwrap_or((noun, ""));
                    let (verb, by) = verb.rsplit_once(' ').expect("a verb and a number");
                    let by: i64 = by.parse().expect("a number");
                    let of = |plain: &Plain| -> i64 {
                        let own = plain.stones[who];
                        let open = targets(own, plain.stones[1 - who], plain.free);
                        let corners = |set: u64| {
                            [0, 7, 56, 63].iter().filter(|&tile| set >> tile & 1 == 1).count()
                        };
                        match (verb.trim_end_matches('s'), noun.trim_end_matches('s')) {
                            ("hold", "corner") => corners(own) as i64,
                            ("can take", "corner") => corners(open) as i64,
                            ("have" | "ha", "stone") => count_beside(own, plain.free, place),
                            ("have" | "ha", "stable stone") => count_stable(own, plain.free),
                            ("have" | "ha", "move") => open.count_ones().into(),
                            _ => panic!("{words}"),
                        }
                    };
                    let more = of(&mine) - of(&other);
                    let difference = if comparison == " more " { more } else { -more };
                    assert_eq!(by, difference, "{words}");
                    assert_eq!(by == 1, !noun.ends_with('s'), "{words}");
                    clauses += 1;
                }
            }
        }
        assert!(clauses > 300 && full > 100, "{clauses} {full}");
    }
}
