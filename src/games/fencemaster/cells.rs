//! Sets of cells as bits, and operations on whole sets: adjacent cells, and sums for
//! every cell in binary, one set per digit. The two-distance uses them;
//! see [`super::distance`]. Owners of stones and rules are outside this module.

use super::geometry::{Geometry, stride};
use std::array::from_fn;

/// A set of cells: bit `stride x row + column`, both from 0. Off-board cells separate the
/// rows, so that no step from one row leads into another.
pub(super) type Cells<const W: usize> = [u64; W];
/// A set of cells for each side.
pub(super) type Sides<const W: usize> = [[u64; 6]; W];

/// The offsets of the three neighbours with higher bits; the other three have the negative offsets.
const fn steps(words: usize) -> [u32; 3] {
    let stride = stride(words) as u32;
    [1, stride, stride + 1]
}

#[inline(never)]
pub(super) fn stones<const W: usize>(geometry: &Geometry, rows: &[u32; 32]) -> Cells<W> {
    let width = 2 * geometry.side() - 1;
    let mut cells = [0; W];
    for row in 0..width {
        let bits = u64::from(rows[(row + 1) & 31] >> 1);
        let at = row * const { stride(W) };
        let (word, shift) = (at >> 6, at & 63);
        if word < W {
            cells[word] |= bits << shift;
        }
        if shift + width > 64 && word + 1 < W {
            cells[word + 1] |= bits >> (64 - shift);
        }
    }
    cells
}

/// For each side, the cells adjacent to at least one cell of a set. The compiler vectorises the two loops over
/// the shifts, like the plain loops here and below: a single loop, or a closure, takes
/// two to four times as long.
#[inline(never)]
pub(super) fn beside<const W: usize>(sets: &Sides<W>) -> Sides<W> {
    let steps = const { steps(W) };
    let mut beside = [[0; 6]; W];
    for word in 0..W {
        let none = [0; 6];
        let before = if word > 0 { &sets[word - 1] } else { &none };
        let here = &sets[word];
        let after = if word + 1 < W { &sets[word + 1] } else { &none };
        for side in 0..6 {
            let (low, mid, high) = (before[side], here[side], after[side]);
            let mut any = 0;
            for by in steps {
                any |= mid << by | mid >> by;
            }
            for by in steps {
                any |= low >> (64 - by) | high << (64 - by);
            }
            beside[word][side] = any;
        }
    }
    beside
}

/// For each side, the cells adjacent to at least two cells of a set.
#[inline(never)]
pub(super) fn beside_two<const W: usize>(sets: &Sides<W>) -> Sides<W> {
    let steps = const { steps(W) };
    let mut beside = [[0; 6]; W];
    for word in 0..W {
        let none = [0; 6];
        let before = if word > 0 { &sets[word - 1] } else { &none };
        let here = &sets[word];
        let after = if word + 1 < W { &sets[word + 1] } else { &none };
        for side in 0..6 {
            let (low, mid, high) = (before[side], here[side], after[side]);
            let (mut any, mut two) = (0, 0);
            for by in steps {
                let up = mid << by | low >> (64 - by);
                two |= any & up;
                any |= up;
                let down = mid >> by | high << (64 - by);
                two |= any & down;
                any |= down;
            }
            beside[word][side] = two;
        }
    }
    beside
}

#[inline(never)]
pub(super) fn around_cells<const W: usize>(set: &Cells<W>) -> Cells<W> {
    let steps = const { steps(W) };
    let mut any = [0; W];
    for word in 0..W {
        let low = if word > 0 { set[word - 1] } else { 0 };
        let high = if word + 1 < W { set[word + 1] } else { 0 };
        for by in steps {
            any[word] |= set[word] << by | low >> (64 - by) | set[word] >> by | high << (64 - by);
        }
    }
    any
}

/// Binary digits of the sums. Larger sums are irrelevant.
const DIGITS: usize = 6;

/// Sums of cells, one set per binary digit.
pub(super) struct Sum<const W: usize> {
    digits: [Cells<W>; DIGITS],
    /// The cells whose sum overflowed.
    over: Cells<W>,
}

impl<const W: usize> Sum<W> {
    /// Zero everywhere.
    pub(super) fn new() -> Self {
        Sum { digits: [[0; W]; DIGITS], over: [0; W] }
    }

    /// The smallest sum among `cells`, and the cells with it.
    #[inline(never)]
    pub(super) fn least(&self, cells: &Cells<W>) -> Option<(u32, Cells<W>)> {
        let mut left: Cells<W> = from_fn(|word| cells[word] & !self.over[word]);
        if left.iter().all(|&word| word == 0) {
            return None;
        }
        let mut least = 0;
        for digit in (0..DIGITS).rev() {
            let less: Cells<W> = from_fn(|word| left[word] & !self.digits[digit][word]);
            if less.iter().any(|&word| word != 0) {
                left = less;
            } else {
                least |= 1 << digit;
            }
        }
        Some((least, left))
    }

    /// The cells of `cells` whose sum is `value`.
    pub(super) fn equal(&self, cells: &Cells<W>, value: u32) -> Cells<W> {
        let mut equal: Cells<W> = [0; W];
        for word in 0..W {
            equal[word] = cells[word] & !self.over[word];
            for digit in 0..DIGITS {
                let bits = self.digits[digit][word];
                equal[word] &= if value >> digit & 1 == 1 { bits } else { !bits };
            }
        }
        equal
    }
}

/// Adds three minus the number of sides reached to the sums of `cells`; with `two`, two minus it. Returns the cells that
/// have reached that number.
#[inline(never)]
pub(super) fn add<const W: usize>(
    sum: &mut Sum<W>,
    reached: &Sides<W>,
    cells: &Cells<W>,
    two: bool,
) -> Cells<W> {
    let mut three = [0; W];
    for word in 0..W {
        let (mut a, mut b, mut c) = (0, 0, 0);
        for side in reached[word] {
            c |= b & side;
            b |= a & side;
            a |= side;
        }
        if two {
            (c, b, a) = (b, a, u64::MAX);
        }
        three[word] = c;
        let all = cells[word];
        let (lack_three, lack_two, lack_one) = (all & !a, all & !b, all & !c);
        let mut carry = lack_three | (lack_one & !lack_two);
        let low = sum.digits[0][word];
        sum.digits[0][word] = low ^ carry;
        carry &= low;
        // The digit of weight two can get two bits at once.
        let (old, two) = (sum.digits[1][word], lack_two);
        sum.digits[1][word] = old ^ two ^ carry;
        carry = (old & two) | (old & carry) | (two & carry);
        for digit in 2..DIGITS {
            let old = sum.digits[digit][word];
            sum.digits[digit][word] = old ^ carry;
            carry &= old;
        }
        sum.over[word] |= carry;
    }
    three
}
