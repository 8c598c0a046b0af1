//! Loops that no single stone can stop: own stones around a cell, connected by adjacency
//! or bridges (two empty cells, either of which connects them). Computed on whole sets of cells. Only reads
//! boards.

#![allow(clippy::needless_range_loop, reason = "several sets go side by side, word by word")]

use super::cells::{Cells, around_cells, stones};
use super::geometry::{WORDS, stride, words};
use super::position::FenceMaster;
use crate::contract::game::Seat;
use std::array::from_fn;

/// The three directions of a bridge: its target, and its two cells; as rows and columns.
const BRIDGES: [[(u32, i32); 3]; 3] =
    [[(1, 2), (0, 1), (1, 1)], [(2, 1), (1, 0), (1, 1)], [(1, -1), (1, 0), (0, -1)]];

/// Maximum number of bridges in a reported loop.
const MOST: usize = 24;

/// The set shifted so that the cell `by` ahead comes here; backwards if `by` is negative.
fn from<const W: usize>(set: &Cells<W>, by: i32) -> Cells<W> {
    let mut moved = [0; W];
    let (words, bits) = ((by.unsigned_abs() / 64) as usize, by.unsigned_abs() % 64);
    for (word, to) in moved.iter_mut().enumerate() {
        let at = |word: Option<usize>| word.and_then(|word| set.get(word)).copied().unwrap_or(0);
        *to = if by >= 0 {
            let high = if bits > 0 { at(Some(word + words + 1)) << (64 - bits) } else { 0 };
            at(Some(word + words)) >> bits | high
        } else {
            let low = if bits > 0 { at(word.checked_sub(words + 1)) >> (64 - bits) } else { 0 };
            at(word.checked_sub(words)) << bits | low
        };
    }
    moved
}

/// The cells outside `wall` that cannot be reached from the border without crossing it.
fn enclosed<const W: usize>((all, border): (&Cells<W>, &Cells<W>), wall: &Cells<W>) -> Cells<W> {
    let open: Cells<W> = from_fn(|word| all[word] & !wall[word]);
    let mut reached: Cells<W> = from_fn(|word| open[word] & border[word]);
    loop {
        let near = around_cells(&reached);
        let mut news = 0;
        for word in 0..W {
            let more = near[word] & open[word] & !reached[word];
            news |= more;
            reached[word] |= more;
        }
        if news == 0 {
            return from_fn(|word| open[word] & !reached[word]);
        }
    }
}

/// The number of bridges of such a loop, if there is one.
fn loop_of<const W: usize>(
    board: (&Cells<W>, &Cells<W>),
    own: &Cells<W>,
    empty: &Cells<W>,
) -> Option<u32> {
    let offset = |(rows, columns): (u32, i32)| rows as i32 * stride(W) as i32 + columns;
    let none = |set: &Cells<W>| set.iter().all(|&word| word == 0);
    // Bridges by direction, at their first stone.
    let mut bridges = [[0; W]; 3];
    let (mut cells, mut twice) = ([0; W], [0; W]);
    for (bridges, [to, one, other]) in bridges.iter_mut().zip(BRIDGES) {
        let (far, one, other) = (from(own, offset(to)), offset(one), offset(other));
        let (first, second) = (from(empty, one), from(empty, other));
        *bridges = from_fn(|word| own[word] & far[word] & first[word] & second[word]);
        for by in [one, other] {
            let over = from(bridges, -by);
            for word in 0..W {
                twice[word] |= cells[word] & over[word];
                cells[word] |= over[word];
            }
        }
    }
    if none(&cells) {
        return None;
    }
    // A cell shared by two bridges is safe for neither.
    let mut wall: Cells<W> = from_fn(|word| own[word] | cells[word] & !twice[word]);
    if none(&enclosed(board, &wall)) {
        return None;
    }
    // Bridges that the loop does not need are not counted.
    let mut count = 0;
    for (set, [_, one, other]) in bridges.iter().zip(BRIDGES) {
        for word in 0..W {
            let mut left = set[word];
            while left != 0 {
                let bit = left & left.wrapping_neg();
                left &= left - 1;
                let mut only = [0; W];
                only[word] = bit;
                let (first, second) = (from(&only, -offset(one)), from(&only, -offset(other)));
                let mut less = wall;
                let mut whole = 0;
                for at in 0..W {
                    let over = first[at] | second[at];
                    whole += (over & wall[at]).count_ones();
                    less[at] &= !over;
                }
                if whole < 2 {
                    continue;
                }
                if none(&enclosed(board, &less)) {
                    count += 1;
                } else {
                    wall = less;
                }
            }
        }
    }
    Some(count).filter(|&count| count > 0 && count as usize <= MOST)
}

fn both<const W: usize>(position: &FenceMaster) -> [Option<u32>; 2] {
    let geometry = position.geometry();
    let sets: [Cells<W>; 2] =
        [0, 1].map(|seat: Seat| stones(geometry, position.board().rows(seat)));
    let all: Cells<W> = from_fn(|word| geometry.all_cells[word]);
    let border: Cells<W> = from_fn(|word| geometry.rim_cells[word]);
    let empty: Cells<W> = from_fn(|word| all[word] & !sets[0][word] & !sets[1][word]);
    [0, 1].map(|seat| loop_of((&all, &border), &sets[seat], &empty))
}

/// The number of stones that each player still lacks to a loop that no single stone can stop; `None` if there is none.
pub(super) fn frames(position: &FenceMaster) -> [Option<u32>; 2] {
    match words(position.geometry().side()) {
        1 => both::<1>(position),
        2 => both::<2>(position),
        4 => both::<4>(position),
        _ => both::<WORDS>(position),
    }
}
