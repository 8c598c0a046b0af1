//! The rules of Name: pieces fall, and four in a row wins.

use totora_core::contract::game::Seat;
use totora_core::grid::rules::{Board, End, Rules};

/// The number of pieces in a row that wins.
pub const FOUR: u8 = 4;

/// The rules that differ from other games on a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NameRules;

impl Rules for NameRules {
    const SEATS: &'static [&'static str] = &["First", "Second"];
    const SIZE: &'static str = "7x6";
    const SIDES: [u8; 2] = [4, 12];
    const FALLS: bool = true;
    // The reasons why a game ends, worded to follow "decided by".
    const REASONS: &'static [(&'static str, &'static str)] =
        &[("row", "four in a row"), ("full", "a full board"), ("forfeit", "giving up")];

    fn end(board: &Board, _mover: Seat, last: Option<usize>) -> Option<End> {
        if let Some(row) = board.row_of(usize::from(FOUR), last) {
            return Some(End { winner: board.piece(row[0]), reason: "row" });
        }
        board.is_full().then_some(End { winner: None, reason: "full" })
    }

    fn marked(board: &Board) -> Vec<usize> {
        board.row_of(usize::from(FOUR), None).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use crate::Name;
    use totora_core::base::options::Options;
    use totora_core::base::rng::{Rng, Stream};
    use totora_core::contract::game::{Enumerable, Game};

    fn after(moves: &str) -> Name {
        let mut rng = Rng::new(1, Stream::Setup);
        let mut position = Name::new(&Options::default(), &mut rng).expect("a start");
        for text in moves.split_whitespace() {
            let mv = position.parse_move(position.mover(), text).expect(text);
            position.play(position.mover(), &mv).expect(text);
        }
        position
    }

    #[test]
    fn the_legal_move_tree_has_the_known_size() {
        let sizes = [7, 49, 343, 2_401, 16_807, 117_649, 823_536];
        for (depth, size) in (1..).zip(sizes) {
            assert_eq!(after("").perft(depth), size, "depth {depth}");
        }
    }

    #[test]
    fn four_in_a_row_win() {
        for moves in ["a a b b c c d", "a b a b a b a", "a b b c c d c d d a d"] {
            let outcome = after(moves).outcome().expect("over");
            assert_eq!((outcome.reason, outcome.ranks), ("row", vec![1, 2]), "{moves}");
        }
        assert!(after("e a f a g a b").outcome().is_none(), "rows do not wrap around the edge");
    }

    #[test]
    fn a_rejected_move_changes_nothing() {
        let mut position = after("a a a a a a");
        let before = position;
        let full = position.parse_move(0, "a").map(|mv| position.play(0, &mv));
        assert_eq!(full.expect("a move").expect_err("full").to_string(), "column a is full");
        assert_eq!(position, before);
    }
}
