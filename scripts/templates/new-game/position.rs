//! A position of Name and the rules: what is legal, what a move does, when it is over and who has won.
//! Heuristics and drawings live in other rooms.

use super::moves::{self, Move};
use super::position_text::{self, PositionText};
use crate::contract::game::{Enumerable, Game, IllegalMove, MoveList, NotationError, Outcome, Seat, Seats};
use crate::base::options::{OptionKind, OptionSpec, Options, OptionsError};
use crate::base::rng::Rng;
use crate::base::util::{bits, mix64};

/// The names of the seats.
pub const SEAT_NAMES: [&str; 2] = ["First", "Second"];

/// Columns and rows of the board.
pub const SIZE: OptionSpec = OptionSpec {
    key: "size",
    alias: None,
    label: "Board",
    kind: OptionKind::Int { min: 3, max: 6, default: 4 },
    about: "columns and rows, from 3 to 6",
};

/// A position to begin from.
pub const POSITION: OptionSpec = OptionSpec {
    key: "position",
    alias: None,
    label: "Position",
    kind: OptionKind::Text { max_len: 100, default: "", known: &[], read: None },
    about: "a position to begin from: rows from the top of 1, 2 and `.`, then `to move: 1` or 2",
};

static OPTIONS: [OptionSpec; 2] = [SIZE, POSITION];

/// A position. Small and copied, not undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The cells with pieces of each seat, a bit a cell.
    pieces: [u64; 2],
    side: u8,
    mover: u8,
    /// The last move, as a cell.
    last: Option<u8>,
    /// The seat that has given up.
    gave_up: Option<u8>,
}

impl Name {
    /// A position that is given.
    pub fn given(PositionText { side, pieces, mover }: PositionText) -> Name {
        Name { pieces, side, mover, last: None, gave_up: None }
    }

    /// The seat that moves, or would if the game went on.
    pub fn turn(&self) -> Seat {
        usize::from(self.mover & 1)
    }

    /// Columns and rows of the board.
    pub fn side(&self) -> u8 {
        self.side
    }

    /// All cells of the board: `0..cells()`.
    pub fn cells(&self) -> usize {
        usize::from(self.side) * usize::from(self.side)
    }

    /// The number of a cell.
    pub fn cell(&self, mv: &Move) -> usize {
        usize::from(mv.row) * usize::from(self.side) + usize::from(mv.column)
    }

    /// The move onto a cell.
    pub fn at(&self, cell: usize) -> Move {
        let side = usize::from(self.side);
        Move { column: (cell % side) as u8, row: (cell / side) as u8 }
    }

    /// The seat whose piece stands on a cell.
    pub fn piece(&self, cell: usize) -> Option<Seat> {
        (0..2).find(|&seat| self.pieces[seat] & (1 << cell) != 0)
    }

    /// The cells with pieces of `seat`, a bit a cell.
    pub fn pieces(&self, seat: Seat) -> u64 {
        self.pieces[seat]
    }

    /// The last move.
    pub fn last(&self) -> Option<Move> {
        self.last.map(|cell| self.at(usize::from(cell)))
    }

    /// The seat that has given up.
    pub fn gave_up(&self) -> Option<Seat> {
        self.gave_up.map(usize::from)
    }

    /// All rows of three cells, along, up and slanting, a bit a cell.
    pub fn rows(&self) -> impl Iterator<Item = u64> {
        let side = i32::from(self.side);
        (0..side * side).flat_map(move |start| {
            [(1, 0), (0, 1), (1, 1), (-1, 1)].into_iter().filter_map(move |(right, up)| {
                let (column, row) = (start % side, start / side);
                let end = (column + 2 * right, row + 2 * up);
                let inside = (0..side).contains(&end.0) && (0..side).contains(&end.1);
                let step = up * side + right;
                inside.then(|| 1 << start | 1 << (start + step) | 1 << (start + 2 * step))
            })
        })
    }

    /// The row that a seat has filled.
    pub fn row_of(&self, seat: Seat) -> Option<u64> {
        self.rows().find(|row| self.pieces[seat] & row == *row)
    }

    /// The seat that has won.
    pub fn winner(&self) -> Option<Seat> {
        match self.gave_up() {
            Some(seat) => Some(1 - seat),
            None => (0..2).find(|&seat| self.row_of(seat).is_some()),
        }
    }

    fn empty_cells(&self) -> u64 {
        ((1 << self.cells()) - 1) & !(self.pieces[0] | self.pieces[1])
    }

    fn is_over(&self) -> bool {
        self.empty_cells() == 0 || self.winner().is_some()
    }
}

impl Game for Name {
    type Move = Move;

    fn options() -> &'static [OptionSpec] {
        &OPTIONS
    }

    fn new(options: &Options, _rng: &mut Rng) -> Result<Self, OptionsError> {
        let text = options.text(&POSITION);
        if !text.trim().is_empty() {
            return position_text::read(&text)
                .map(Name::given)
                .map_err(|error| OptionsError::Setup(format!("option `position`: {error}")));
        }
        let side = options.int(&SIZE) as u8;
        Ok(Name { pieces: [0; 2], side, mover: 0, last: None, gave_up: None })
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_act(&self) -> Seats {
        if self.is_over() { Seats::NONE } else { Seats::one(usize::from(self.mover)) }
    }

    fn play(&mut self, seat: Seat, mv: &Move) -> Result<(), IllegalMove> {
        let to_act = self.to_act();
        if !to_act.contains(seat) {
            return Err(IllegalMove::out_of_turn(seat, to_act));
        }
        if mv.column >= self.side || mv.row >= self.side {
            let side = self.side;
            return Err(IllegalMove(format!("{mv} is not on the {side}x{side} board")));
        }
        if let Some(owner) = self.piece(self.cell(mv)) {
            let owner = SEAT_NAMES[owner];
            return Err(IllegalMove(format!("{mv} is taken: a piece of {owner} stands there")));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    fn forfeit(&mut self, seat: Seat) -> Result<(), IllegalMove> {
        let to_act = self.to_act();
        if !to_act.contains(seat) {
            return Err(IllegalMove::out_of_turn(seat, to_act));
        }
        self.gave_up = Some(self.mover);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.winner();
        self.is_over().then(|| Outcome {
            ranks: (0..2).map(|seat| 1 + u8::from(winner == Some(1 - seat))).collect(),
            scores: (0..2).map(|seat| i64::from(winner == Some(seat))).collect(),
            reason: match (winner, self.gave_up) {
                (_, Some(_)) => "forfeit",
                (Some(_), None) => "row",
                (None, None) => "full",
            },
        })
    }

    fn hash(&self) -> u64 {
        let rest = u64::from(self.side)
            | u64::from(self.mover) << 8
            | u64::from(self.last.map_or(0, |cell| cell + 1)) << 16
            | u64::from(self.gave_up.map_or(0, |seat| seat + 1)) << 24;
        self.pieces.iter().fold(mix64(rest), |hash, &pieces| mix64(hash ^ pieces))
    }

    fn parse_move(&self, _seat: Seat, text: &str) -> Result<Move, NotationError> {
        moves::parse(text, self.side)
    }

    fn encode_move(&self, mv: &Move, out: &mut Vec<u8>) {
        out.push(self.cell(mv) as u8);
    }

    fn decode_move(&self, bytes: &mut &[u8]) -> Option<Move> {
        let (&cell, rest) = bytes.split_first()?;
        (usize::from(cell) < self.cells()).then(|| {
            *bytes = rest;
            self.at(usize::from(cell))
        })
    }
}

impl Enumerable for Name {
    fn legal_moves(&self, moves: &mut MoveList<Move>) {
        moves.clear();
        if !self.is_over() {
            moves.extend(bits(self.empty_cells()).map(|cell| self.at(cell)));
        }
    }

    fn play_unchecked(&mut self, mv: &Move) {
        let cell = self.cell(mv);
        self.pieces[usize::from(self.mover & 1)] |= 1 << cell;
        self.mover ^= 1;
        self.last = Some(cell as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Stream;

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
    fn a_board_of_16_cells_has_24_rows() {
        assert_eq!(after("").rows().count(), 24);
    }

    #[test]
    fn three_in_a_row_win() {
        for moves in ["a1 a2 b1 b2 c1", "b1 a2 b2 c3 b3", "b1 a2 c2 c3 d3", "d2 a2 c3 c1 b4"] {
            let position = after(moves);
            assert_eq!(position.winner(), Some(0), "{moves}");
            assert_eq!(position.outcome().expect("over").reason, "row");
        }
        assert_eq!(after("c1 a2 d1 b2 a3").winner(), None, "rows do not go round an edge");
    }

    #[test]
    fn a_full_board_is_a_draw() {
        let position = after("a1 b1 c1 d1 b2 a2 d2 c2 b3 a3 d3 c3 a4 b4 c4 d4");
        let outcome = position.outcome().expect("over");
        assert_eq!((outcome.reason, outcome.ranks), ("full", vec![1, 1]));
    }

    #[test]
    fn what_is_refused_changes_nothing() {
        let mut position = after("a1");
        let before = position;
        let taken = position.play(1, &Move { column: 0, row: 0 }).expect_err("taken").to_string();
        assert_eq!(taken, "a1 is taken: a piece of First stands there");
        assert_eq!(position, before);
    }
}
