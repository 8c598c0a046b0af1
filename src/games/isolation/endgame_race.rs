//! When the knights are separated, the game is settled: they can no longer take each other's cells, so each walks
//! alone, and who can go on longer wins.

use super::board::{Cell, Cells, count, each, reach};
use crate::contract::game::Seat;

/// What decides a game whose knights are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// How many moves each knight can still make, at best.
    pub moves: [u32; 2],
    /// Who wins if both make as many as they can.
    pub winner: Seat,
}

/// Cells looked at before nothing is said: some milliseconds.
const MOST_STEPS: u32 = 60_000;
/// Cells of one colour of a chequered board, wherever it has cells.
const LIGHT: Cells = 0x5555_5555_5555_5555_5555_5555_5555_5555;

/// What decides a game with these knights and free cells; `None` while the knights can still meet, and when the longest
/// ways are too long to be found at once.
pub(super) fn settled(knights: [Cell; 2], free: Cells, mover: Seat) -> Option<Settled> {
    let regions = knights.map(|knight| reach(knight, free));
    if regions[0] & regions[1] != 0 {
        return None;
    }
    let mut steps = 0;
    let first = longest(knights[0], regions[0], &mut steps)?;
    let second = longest(knights[1], regions[1], &mut steps)?;
    let moves = [first, second];
    // They move in turn: who moves now must have one more, or is the first who cannot.
    let winner = if moves[mover] > moves[1 - mover] { mover } else { 1 - mover };
    Some(Settled { moves, winner })
}

/// The most moves of a knight over cells of `region`, none of them twice; `None` if that takes too long.
fn longest(from: Cell, region: Cells, steps: &mut u32) -> Option<u32> {
    let mut found = 0;
    // From below: most regions that are left are small, and their ways short.
    while found < bound(from, region) && has_way(from, region, found + 1, steps)? {
        found += 1;
    }
    Some(found)
}

/// No way from a cell over a region has more moves: each changes the colour of the cell.
fn bound(from: Cell, region: Cells) -> u32 {
    // Boards are cut from one with an odd number of columns, so numbers of cells alternate in colour.
    let own = if LIGHT & from.alone() != 0 { region & LIGHT } else { region & !LIGHT };
    let (same, other) = (count(own), count(region & !own));
    if other > same { 2 * same + 1 } else { 2 * other }
}

/// Whether there is a way of this many moves.
fn has_way(from: Cell, region: Cells, moves: u32, steps: &mut u32) -> Option<bool> {
    if moves == 0 {
        return Some(true);
    }
    *steps += 1;
    if *steps > MOST_STEPS {
        return None;
    }
    let region = if moves > 3 { reach(from, region) } else { region };
    if bound(from, region) < moves {
        return Some(false);
    }
    for cell in each(from.knight() & region) {
        if has_way(cell, region & !cell.alone(), moves - 1, steps)? {
            return Some(true);
        }
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::super::position::Isolation;
    use super::super::position_text::PositionText;
    use super::*;
    use crate::base::rng::{Rng, Stream};
    use crate::contract::game::Enumerable;

    /// Who wins when everything is tried: slow and plain.
    fn wins(position: &Isolation) -> Seat {
        if let Some(winner) = position.winner() {
            return winner;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mover = position.turn();
        let won = moves.iter().any(|mv| {
            let mut next = *position;
            next.play_unchecked(mv);
            wins(&next) == mover
        });
        if won { mover } else { 1 - mover }
    }

    /// The longest way when everything is tried.
    fn tried(from: Cell, region: Cells) -> u32 {
        let next = each(from.knight() & region);
        next.map(|cell| 1 + tried(cell, region & !cell.alone())).max().unwrap_or(0)
    }

    #[test]
    fn it_says_who_wins_as_trying_everything_does() {
        let mut found = [[0; 2]; 2];
        for seed in 0..1_500 {
            let mut rng = Rng::new(seed, Stream::Setup);
            let size = [super::super::board::Size::new(5, 5), super::super::board::Size::new(7, 4)];
            let mut position = Isolation::empty(size[seed as usize % 2].expect("a size"));
            let mut moves = Vec::new();
            while position.winner().is_none() {
                if let Some(settled) = position.settled() {
                    assert_eq!(
                        settled.winner,
                        wins(&position),
                        "{}",
                        PositionText::from(&position).write()
                    );
                    for seat in 0..2 {
                        let knight = position.knight(seat).expect("placed");
                        let region = reach(knight, position.free());
                        assert_eq!(settled.moves[seat], tried(knight, region));
                    }
                    found[position.turn()][settled.winner] += 1;
                }
                position.legal_moves(&mut moves);
                let mv = moves[rng.below(moves.len())];
                position.play_unchecked(&mv);
            }
            assert_eq!(position.settled(), None, "it is over");
        }
        assert!(found.as_flattened().iter().all(|&count| count > 50), "{found:?}");
    }

    #[test]
    fn knights_that_can_meet_settle_nothing() {
        let read =
            |text: &str| Isolation::given(&PositionText::read(text).expect(text)).expect(text);
        assert_eq!(read("1 . .\n. . .\n. . 2\n").settled(), None);
        assert_eq!(read(". . .\n. . .\n. . .\n").settled(), None);
        // The middle of 3x3 is no cell's neighbour: the knight there is stuck, and moves first.
        assert_eq!(read("1 . .\n. 2 .\n. . .\nto move: 2").settled(), None, "it is over at once");
        let settled = read("1 . .\n. 2 .\n. . .\nto move: 1").settled().expect("settled");
        assert_eq!(settled, Settled { moves: [7, 0], winner: 0 });
    }

    #[test]
    fn what_takes_too_long_is_not_said() {
        // Two halves of the largest board, with two closed rows between them.
        let rows = |row: usize| match row {
            0 => "1 . . . . . . . . . .",
            4 | 5 => "x x x x x x x x x x x",
            10 => ". . . . . . . . . . 2",
            _ => ". . . . . . . . . . .",
        };
        let text: String = (0..11).map(|row| rows(row).to_owned() + "\n").collect();
        let position =
            Isolation::given(&PositionText::read(&text).expect("a board")).expect("playable");
        // Either it is found soon, or nothing is said; it never takes long.
        if let Some(found) = position.settled() {
            assert!(found.moves[0] <= 43 && found.moves[1] <= 54, "{found:?}");
        }
    }
}
