//! Isolation from outside: the figures of the rules, and properties of every position.

use totora::game::Enumerable;
use totora::games::isolation::{Cell, Isolation, Size};

/// A cell by row and column from the top left of 7x7, as the rules' figures have it.
fn top_left(row: u8, column: u8) -> String {
    Cell::at(column, 6 - row).expect("on the board").to_string()
}

fn placed(first: (u8, u8), second: (u8, u8)) -> Isolation {
    let texts = [top_left(first.0, first.1), top_left(second.0, second.1)];
    Isolation::after(Size::SEVEN, texts.iter().map(String::as_str)).expect("two free cells")
}

#[test]
fn perft_is_that_of_the_rules() {
    let empty = Isolation::empty(Size::SEVEN);
    for (depth, leaves) in [49, 2352, 11280, 52672].into_iter().enumerate() {
        assert_eq!(empty.perft(depth as u32 + 1), leaves);
    }
    for (first, second, figures) in [
        ((3, 3), (0, 0), [8, 14, 68, 264, 996, 4152, 16440, 62256, 241968, 881138]),
        ((0, 0), (6, 6), [2, 4, 20, 94, 434, 1918, 8230, 33560, 129848, 475652]),
        ((2, 3), (4, 3), [8, 62, 264, 1076, 4004, 14144, 51660, 178626, 672036, 2391540]),
    ] {
        let position = placed(first, second);
        for (depth, leaves) in figures.into_iter().enumerate() {
            assert_eq!(position.perft(depth as u32 + 1), leaves, "{first:?} {second:?} {depth}");
        }
    }
}
