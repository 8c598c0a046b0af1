//! Solves FenceMaster on a small board: who wins from each kind of first stone if nobody errs, without the swap.
//!
//! A plain search of wins and losses with a table and forced blocks; side 3 takes seconds, side 4 is out of its reach.
//!
//! `cargo run --release --example fencemaster_solve -- SIDE`

use std::collections::HashMap;
use totora::game::{Enumerable, Game, MoveList};
use totora::games::fencemaster::geometry::{Geometry, Place, column, row};
use totora::games::fencemaster::{FenceMaster, Move, Rules};

/// Cells are of one kind if a turn or a mirror of the board takes one to the other: the lengths of the three steps, by
/// the three directions, that lead from the middle to a cell then stay.
fn kind(geometry: &Geometry, place: Place) -> [u32; 3] {
    let middle = geometry.side() as i32 - 1;
    let (down, right) = (row(place) as i32 - middle, column(place) as i32 - middle);
    let mut steps = [down, right, down - right].map(i32::unsigned_abs);
    steps.sort_unstable();
    steps
}

/// What is known of a position for the one who moves: at least, at most; -1 lost, 0 drawn, 1 won.
type Known = (i8, i8);

struct Solver {
    table: HashMap<u64, Known>,
    nodes: u64,
}

impl Solver {
    /// The worth of a position for the one who moves, exact where it lies between `low` and `high`.
    fn solve(&mut self, position: &FenceMaster, mut low: i8, mut high: i8) -> i8 {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            // Over: a full board is drawn, else the one who has just moved has won.
            return if position.winner().is_some() { -1 } else { 0 };
        }
        let key = position.hash();
        let known = self.table.get(&key).copied().unwrap_or((-1, 1));
        low = low.max(known.0);
        high = high.min(known.1);
        if low >= high {
            return if known.0 == known.1 { known.0 } else { low };
        }
        self.nodes += 1;
        let (seat, board) = (position.turn(), position.board());
        let wins = |seat: usize, mv: &Move| {
            mv.place().is_some_and(|place| position.would_win(seat, place) != 0)
        };
        if moves.iter().any(|mv| wins(seat, mv)) {
            self.table.insert(key, (1, 1));
            return 1;
        }
        let blocks: Vec<Move> = moves.iter().filter(|mv| wins(1 - seat, mv)).copied().collect();
        if blocks.len() > 1 {
            self.table.insert(key, (-1, -1));
            return -1;
        }
        let mut order: Vec<Move> = if blocks.is_empty() { moves.to_vec() } else { blocks };
        // Beside stones first: that is where threats are.
        order.sort_by_key(|mv| {
            let near = |seat| mv.place().map_or(0, |place| board.pattern(seat, place).count_ones());
            std::cmp::Reverse(2 * near(seat) + near(1 - seat))
        });
        let (first_low, mut best) = (low, -1);
        for mv in order {
            let mut next = position.clone();
            next.play_unchecked(&mv);
            best = best.max(-self.solve(&next, -high, -low));
            low = low.max(best);
            if low >= high {
                break;
            }
        }
        let found = if best <= first_low {
            (known.0, best.min(known.1))
        } else if best >= high {
            (best.max(known.0), known.1)
        } else {
            (best, best)
        };
        self.table.insert(key, found);
        best
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let side = std::env::args().nth(1).ok_or("SIDE is missing")?.parse()?;
    let start =
        FenceMaster::empty(side, Rules::FenceMaster, false).ok_or("no board of that side")?;
    let mut solver = Solver { table: HashMap::new(), nodes: 0 };
    let mut moves = MoveList::new();
    start.legal_moves(&mut moves);
    let mut seen = Vec::new();
    for mv in moves.iter() {
        let Some(place) = mv.place() else { continue };
        let kind = kind(start.geometry(), place);
        if seen.contains(&kind) {
            continue;
        }
        seen.push(kind);
        let mut next = start.clone();
        next.play_unchecked(mv);
        let worth = match -solver.solve(&next, -1, 1) {
            1 => "won",
            0 => "drawn",
            _ => "lost",
        };
        println!("{mv} and its like: {worth} ({} positions so far)", solver.nodes);
    }
    Ok(())
}
