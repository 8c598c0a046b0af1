//! Once the knights are separated, the game is settled: they can no longer take each other's cells, so each moves
//! alone, and the knight with the longer path wins.

use super::board::{Cell, Cells, count, each, reach};
use crate::contract::game::Seat;

/// The result of a race between separated knights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The maximum number of moves left to each knight.
    pub moves: [u32; 2],
    /// The winner if both make that number of moves.
    pub winner: Seat,
}

/// Maximum number of cells visited before the search is abandoned: some milliseconds.
const MOST_STEPS: u32 = 60_000;
/// The cells of one colour of a chequered board, on all cells of the largest board.
const LIGHT: Cells = 0x5555_5555_5555_5555_5555_5555_5555_5555;

/// The result of the race with these knights and free cells; `None` while the knights can still meet, and if the longest
/// paths are too long for a quick search.
pub(super) fn settled(knights: [Cell; 2], free: Cells, mover: Seat) -> Option<Settled> {
    let regions = knights.map(|knight| reach(knight, free));
    if regions[0] & regions[1] != 0 {
        return None;
    }
    let mut steps = 0;
    let first = longest(knights[0], regions[0], &mut steps)?;
    let second = longest(knights[1], regions[1], &mut steps)?;
    let moves = [first, second];
    // They move in turn, so the mover needs one move more, or is the first without a move.
    let winner = if moves[mover] > moves[1 - mover] { mover } else { 1 - mover };
    Some(Settled { moves, winner })
}

/// The length of the longest path of a knight over cells of `region`, without repeats; `None` if the search takes too long.
fn longest(from: Cell, region: Cells, steps: &mut u32) -> Option<u32> {
    let mut found = 0;
    // From below: most remaining regions are small, and their paths short.
    while found < bound(from, region) && has_path(from, region, found + 1, steps)? {
        found += 1;
    }
    Some(found)
}

/// An upper bound of the moves of a path from a cell over a region: each move changes the colour of the cell.
fn bound(from: Cell, region: Cells) -> u32 {
    // The numbering has an odd number of columns, so cells with consecutive numbers alternate in colour.
    let own = if LIGHT & from.alone() != 0 { region & LIGHT } else { region & !LIGHT };
    let (same, other) = (count(own), count(region & !own));
    if other > same { 2 * same + 1 } else { 2 * other }
}

/// Whether there is a path of this number of moves.
fn has_path(from: Cell, region: Cells, moves: u32, steps: &mut u32) -> Option<bool> {
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
        if has_path(cell, region & !cell.alone(), moves - 1, steps)? {
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

    /// The winner, by an exhaustive search.
    fn winner_by_search(position: &Isolation) -> Seat {
        if let Some(winner) = position.winner() {
            return winner;
        }
        let mover = position.turn();
        let wins = |mv| winner_by_search(&position.played(mv)) == mover;
        let won = position.move_list().iter().any(wins);
        if won { mover } else { 1 - mover }
    }

    /// The length of the longest path, by an exhaustive search.
    fn longest_path(from: Cell, region: Cells) -> u32 {
        let next = each(from.knight() & region);
        next.map(|cell| 1 + longest_path(cell, region & !cell.alone())).max().unwrap_or(0)
    }

    #[test]
    fn settled_games_match_exhaustive_search() {
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
                        winner_by_search(&position),
                        "{}",
                        PositionText::from(&position).write()
                    );
                    for seat in 0..2 {
                        let knight = position.knight(seat).expect("placed");
                        let region = reach(knight, position.free());
                        assert_eq!(settled.moves[seat], longest_path(knight, region));
                    }
                    found[position.turn()][settled.winner] += 1;
                }
                position.legal_moves(&mut moves);
                position.play_unchecked(&moves[rng.below(moves.len())]);
            }
            assert_eq!(position.settled(), None, "the game is over");
        }
        assert!(found.as_flattened().iter().all(|&count| count > 50), "{found:?}");
    }

    #[test]
    fn games_are_not_settled_while_knights_can_meet() {
        let read =
            |text: &str| Isolation::given(&PositionText::read(text).expect(text)).expect(text);
        assert_eq!(read("1 . .\n. . .\n. . 2\n").settled(), None);
        assert_eq!(read(". . .\n. . .\n. . .\n").settled(), None);
        // The middle of 3x3 has no neighbours: the knight there cannot move, and moves first.
        assert_eq!(
            read("1 . .\n. 2 .\n. . .\nto move: 2").settled(),
            None,
            "the game is already over"
        );
        let settled = read("1 . .\n. 2 .\n. . .\nto move: 1").settled().expect("settled");
        assert_eq!(settled, Settled { moves: [7, 0], winner: 0 });
    }

    #[test]
    fn large_regions_give_a_valid_result_or_none() {
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
        // The search is either quick or abandoned.
        if let Some(found) = position.settled() {
            assert!(found.moves[0] <= 43 && found.moves[1] <= 54, "{found:?}");
        }
    }
}
