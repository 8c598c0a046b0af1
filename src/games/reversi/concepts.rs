//! Ideas that players of Reversi teach, as exact rules on the plain board; their paragraphs are in the rules page.

use super::bitboard::{Plain, stable, targets};
use super::names::name;
use super::position::{Phase, Reversi};
use crate::contract::concept::Concept;
use crate::contract::game::{Game, Seat};

const CORNERS: u64 = 1 << 63 | 1 << 56 | 1 << 7 | 1;
const EDGES: u64 = 0xff81_8181_8181_81ff;
/// The tile diagonally next to each corner, and the corner.
const X_SQUARES: [(u32, u32); 4] = [(9, 0), (14, 7), (49, 56), (54, 63)];
/// Number of stable stones on the edges that makes an edge worth a sentence.
const STABLE_EDGE: u32 = 3;
/// Difference in moves that counts as an advantage.
const MORE_MOVES: u32 = 4;

pub(super) const CONCEPTS: &[Concept<Reversi>] = &[
    Concept { id: "corner", name: "Corner", words: &["corner"], places: corner },
    Concept { id: "open-corner", name: "Open corner", words: &["can take"], places: open_corner },
    Concept {
        id: "x-square",
        name: "X-square",
        words: &["next to a free corner"],
        places: x_square,
    },
    Concept { id: "stable-edge", name: "Stable edge", words: &["stable"], places: stable_edge },
    Concept {
        id: "mobility",
        name: "Mobility",
        words: &["more move", "fewer move"],
        places: mobility,
    },
    Concept { id: "parity", name: "Parity", words: &["last stone"], places: parity },
    Concept { id: "tempo", name: "Tempo", words: &["pass"], places: tempo },
];

fn named(tiles: u64) -> Vec<String> {
    let all = (0..64u8).filter(|tile| tiles >> tile & 1 == 1);
    all.map(|tile| name(tile % 8, tile / 8)).collect()
}

/// The tiles of the plain board that show an idea for a seat; none on other boards, and after the build phase.
fn on_plain(position: &Reversi, tiles: impl Fn(&Plain) -> u64) -> Vec<String> {
    let plain = position.plain().filter(|_| position.phase() == Phase::Build);
    plain.map_or(Vec::new(), |plain| named(tiles(plain)))
}

fn moves(plain: &Plain, seat: Seat) -> u64 {
    targets(plain.stones[seat & 1], plain.stones[seat & 1 ^ 1], plain.free)
}

/// The corners that the seat holds.
fn corner(position: &Reversi, seat: Seat) -> Vec<String> {
    on_plain(position, |plain| plain.stones[seat & 1] & CORNERS)
}

/// The corners that the seat could take if it were to move.
fn open_corner(position: &Reversi, seat: Seat) -> Vec<String> {
    on_plain(position, |plain| moves(plain, seat) & CORNERS)
}

/// The seat's stones diagonally next to a free corner.
fn x_square(position: &Reversi, seat: Seat) -> Vec<String> {
    on_plain(position, |plain| {
        let exposed = |&(x, corner): &(u32, u32)| {
            plain.free >> corner & 1 == 1 && plain.stones[seat & 1] >> x & 1 == 1
        };
        X_SQUARES.iter().filter(|pair| exposed(pair)).fold(0, |set, (x, _)| set | 1 << x)
    })
}

/// The seat's stones on edges that no move can turn, if there are at least three.
fn stable_edge(position: &Reversi, seat: Seat) -> Vec<String> {
    on_plain(position, |plain| {
        let safe = stable(plain.stones[seat & 1], &position.board().safety.plain) & EDGES;
        if safe.count_ones() >= STABLE_EDGE { safe } else { 0 }
    })
}

/// The seat's moves, if it has at least four more than the opponent and at least twice as many.
fn mobility(position: &Reversi, seat: Seat) -> Vec<String> {
    on_plain(position, |plain| {
        let (own, theirs) = (moves(plain, seat), moves(plain, seat ^ 1));
        let (more, fewer) = (own.count_ones(), theirs.count_ones());
        if more >= fewer + MORE_MOVES && more >= 2 * fewer { own } else { 0 }
    })
}

/// An odd number of free tiles, at most 15, with the seat to move: without a pass it places the last stone.
fn parity(position: &Reversi, seat: Seat) -> Vec<String> {
    on_plain(position, |plain| {
        let free = plain.free.count_ones();
        let own = position.to_act().contains(seat);
        if own && free % 2 == 1 && free <= 15 { plain.free } else { 0 }
    })
}

/// The opponent has no move while the seat has: the seat's moves.
fn tempo(position: &Reversi, seat: Seat) -> Vec<String> {
    on_plain(position, |plain| if moves(plain, seat ^ 1) == 0 { moves(plain, seat) } else { 0 })
}
