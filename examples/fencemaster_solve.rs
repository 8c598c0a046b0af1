//! Solves FenceMaster on a small board: who wins from each kind of first stone if nobody errs, without the swap.
//!
//! `cargo run --release --example fencemaster_solve -- SIDE [RULES [MIB [FIRST..]]]`
//!
//! SIDE is 3 to 5, RULES `fencemaster` (unless told) or `havannah`, MIB the memory of the table (1024 unless told), FIRST
//! the first stones to look at, such as `3,3` (one of each kind unless told). Side 3 takes seconds. Results go to
//! standard output; every ten million positions a line on standard error says how far it is: what is asked, and the proof
//! and the disproof number of it.

use totora::contract::game::{Enumerable, MoveList};
use totora::games::fencemaster::geometry::{Geometry, Place, column, row};
use totora::games::fencemaster::solver::Solver;
use totora::games::fencemaster::{FenceMaster, Rules};

/// Positions between two lines that say how far it is.
const STEP: u64 = 10_000_000;

/// Cells are of one kind if a turn or a mirror of the board takes one to the other: the lengths of the three steps, by
/// the three directions, that lead from the middle to a cell then stay.
fn kind(geometry: &Geometry, place: Place) -> [u32; 3] {
    let middle = geometry.side() as i32 - 1;
    let (down, right) = (row(place) as i32 - middle, column(place) as i32 - middle);
    let mut steps = [down, right, down - right].map(i32::unsigned_abs);
    steps.sort_unstable();
    steps
}

/// One cell of each kind.
fn first_stones(start: &FenceMaster) -> Vec<String> {
    let mut moves = MoveList::new();
    start.legal_moves(&mut moves);
    let (mut seen, mut found) = (Vec::new(), Vec::new());
    for mv in moves.iter() {
        let Some(place) = mv.place() else { continue };
        let kind = kind(start.geometry(), place);
        if !seen.contains(&kind) {
            seen.push(kind);
            found.push(mv.to_string());
        }
    }
    found
}

/// Whether the seat wins, said aloud on the way.
fn wins(solver: &mut Solver, position: &FenceMaster, seat: usize, what: &str) -> bool {
    solver.begin(position, seat, None);
    loop {
        if let Some(answer) = solver.advance(STEP) {
            return answer;
        }
        let [proof, disproof] = solver.numbers();
        eprintln!("{what}: {} positions so far, {proof} to {disproof}", solver.nodes());
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let side: usize = arguments.next().ok_or("SIDE is missing")?.parse()?;
    let rules = match arguments.next().as_deref() {
        None | Some("fencemaster") => Rules::FenceMaster,
        Some("havannah") => Rules::Havannah,
        Some(other) => {
            return Err(format!("RULES is `{other}`; expected fencemaster or havannah").into());
        }
    };
    let mib = arguments.next().map_or(Ok(1024), |text| text.parse())?;
    let start = FenceMaster::empty(side, rules, false).ok_or("no board of that side")?;
    let mut firsts: Vec<String> = arguments.collect();
    if firsts.is_empty() {
        firsts = first_stones(&start);
    }
    for first in firsts {
        let position = start.clone().after([first.as_str()]).map_err(|error| error.to_string())?;
        // A table of its own for each, so that the figures do not depend on the order.
        let mut solver = Solver::new(&position, mib).ok_or("only sides 3 to 5 can be solved")?;
        let worth = if wins(&mut solver, &position, 0, &format!("{first}: does White win?")) {
            "White wins"
        } else if wins(&mut solver, &position, 1, &format!("{first}: does Black win?")) {
            "Black wins"
        } else {
            "a draw"
        };
        println!("{first} and its like: {worth} ({} positions)", solver.nodes());
    }
    Ok(())
}
