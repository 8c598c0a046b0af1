//! A position, and the game contract as derived from the rules of its game.

use super::board::Board;
use super::notation::{self, Move};
use super::{End, Rules, text};
use crate::base::options::{OptionKind, OptionSpec, Options, OptionsError};
use crate::base::rng::Rng;
use crate::base::util::mix64;
use crate::contract::game::{
    Enumerable, Game, IllegalMove, MoveList, MoveSprite, NotationError, Outcome, PrintedMove, Seat,
    Seats,
};
use std::marker::PhantomData;

/// A position of the game with the rules `R`. Small enough to copy, so moves are not undone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position<R> {
    board: Board,
    mover: u8,
    last: Option<u8>,
    gave_up: Option<u8>,
    end: Option<End>,
    rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// The option `size`: columns x rows, such as `7x6`; ignored if `position` is given.
    pub const SIZE: OptionSpec = OptionSpec {
        key: "size",
        alias: None,
        label: "Board",
        kind: OptionKind::Text { max_len: 5, default: R::SIZE, known: &[], read: None },
        about: "columns x rows",
    };

    /// The option `position`: a start position as text; empty for an empty board.
    pub const POSITION: OptionSpec = OptionSpec {
        key: "position",
        alias: None,
        label: "Position",
        kind: OptionKind::Text { max_len: 700, default: "", known: &[], read: None },
        about: "a start position: rows from the top, with the numbers of the seats and `.` for empty cells, then `to move: 1`",
    };

    const OPTIONS: &'static [OptionSpec] = &[Self::SIZE, Self::POSITION];

    /// A set-up position.
    ///
    /// # Errors
    /// Why no game can start from it.
    pub fn given(board: Board, mover: Seat) -> Result<Self, String> {
        if let Some((_, problem)) = R::problem(&board) {
            return Err(problem);
        }
        let end = R::end(&board, mover, None);
        let rules = PhantomData;
        Ok(Position { board, mover: mover as u8, last: None, gave_up: None, end, rules })
    }

    /// The pieces.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The seat to move, or to move if the game went on.
    pub fn turn(&self) -> Seat {
        usize::from(self.mover)
    }

    /// The cell of the last played piece.
    pub fn last(&self) -> Option<usize> {
        self.last.map(usize::from)
    }

    /// The seat that gave up.
    pub fn gave_up(&self) -> Option<Seat> {
        self.gave_up.map(usize::from)
    }

    /// The end of the game, if it has ended.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The cell filled by a move of the seat to move; `None` if the move is illegal.
    pub fn lands(&self, mv: Move) -> Option<usize> {
        R::lands(&self.board, self.turn(), mv)
    }

    /// All moves of the notation on this board.
    fn moves(&self) -> impl Iterator<Item = Move> {
        let (columns, rows) = (self.board.columns(), if R::FALLS { 1 } else { self.board.rows() });
        (0..rows).flat_map(move |row| {
            (0..columns).map(move |column| {
                if R::FALLS { Move::Column(column) } else { Move::Cell { column, row } }
            })
        })
    }

    fn legal(&self) -> impl Iterator<Item = Move> {
        self.moves().filter(|&mv| self.end.is_none() && self.lands(mv).is_some())
    }
}

impl<R: Rules> Game for Position<R> {
    type Move = Move;

    fn options() -> &'static [OptionSpec] {
        Self::OPTIONS
    }

    fn new(options: &Options, _rng: &mut Rng) -> Result<Self, OptionsError> {
        let given = options.text(&Self::POSITION);
        let (key, read) = if given.trim().is_empty() {
            ("size", text::size(&options.text(&Self::SIZE), R::SIDES).map(|board| (board, 0)))
        } else {
            ("position", text::read(&given, R::SEATS.len(), R::SIDES))
        };
        read.and_then(|(board, mover)| Position::given(board, mover))
            .map_err(|error| OptionsError::Setup(format!("option `{key}`: {error}")))
    }

    fn seats(&self) -> usize {
        R::SEATS.len()
    }

    fn to_act(&self) -> Seats {
        if self.end.is_some() { Seats::NONE } else { Seats::one(self.turn()) }
    }

    fn play(&mut self, seat: Seat, mv: &Move) -> Result<(), IllegalMove> {
        self.check_turn(seat)?;
        if self.lands(*mv).is_none() {
            return Err(IllegalMove(R::refusal(&self.board, seat, *mv)));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// The game ends: the other seat wins, or the others share the first place.
    fn forfeit(&mut self, seat: Seat) -> Result<(), IllegalMove> {
        self.check_turn(seat)?;
        self.gave_up = Some(seat as u8);
        let winner = (R::SEATS.len() == 2).then_some(1 - seat.min(1));
        self.end = Some(End { winner, reason: "forfeit" });
        Ok(())
    }

    fn passed(&self) -> Option<Self> {
        let mover = R::next(&self.board, self.turn()) as u8;
        let other = Position { mover, last: None, ..*self };
        (mover != self.mover && other.legal().next().is_some()).then_some(other)
    }

    fn outcome(&self) -> Option<Outcome> {
        let End { winner, reason } = self.end?;
        let first = |seat| match winner {
            Some(winner) => seat == winner,
            None => Some(seat) != self.gave_up(),
        };
        let seats = 0..R::SEATS.len();
        Some(Outcome {
            ranks: seats.clone().map(|seat| if first(seat) { 1 } else { 2 }).collect(),
            scores: seats.map(|seat| i64::from(winner == Some(seat))).collect(),
            reason,
        })
    }

    fn hash(&self) -> u64 {
        let gave_up = self.gave_up.map_or(0, |seat| seat + 1);
        mix64(self.board.hash() ^ mix64(u64::from(self.mover) << 8 | u64::from(gave_up)))
    }

    fn parse_move(&self, _seat: Seat, text: &str) -> Result<Move, NotationError> {
        let (columns, rows) = (self.board.columns(), self.board.rows());
        if R::FALLS {
            return notation::column(text, columns).map(Move::Column);
        }
        notation::cell(text, columns, rows).map(|(column, row)| Move::Cell { column, row })
    }

    fn printed_move(&self, mv: &Move) -> PrintedMove {
        let place = self.lands(*mv).map_or_else(|| mv.to_string(), |cell| self.board.name(cell));
        PrintedMove {
            words: mv.to_string(),
            short: mv.to_string(),
            ..PrintedMove::on(place, MoveSprite::new("stone", self.turn()))
        }
    }

    fn seat_name(&self, seat: Seat) -> String {
        R::SEATS[seat].to_owned()
    }

    fn encode_move(&self, mv: &Move, out: &mut Vec<u8>) {
        let place = self.moves().position(|other| other == *mv);
        out.push(place.unwrap_or_default() as u8);
    }

    fn decode_move(&self, bytes: &mut &[u8]) -> Option<Move> {
        let (&place, rest) = bytes.split_first()?;
        let mv = self.moves().nth(usize::from(place))?;
        *bytes = rest;
        Some(mv)
    }
}

impl<R: Rules> Enumerable for Position<R> {
    fn legal_moves(&self, moves: &mut MoveList<Move>) {
        moves.clear();
        moves.extend(self.legal());
    }

    fn play_unchecked(&mut self, mv: &Move) {
        let seat = self.turn();
        let Some(cell) = self.lands(*mv) else { return };
        R::place(&mut self.board, seat, cell);
        let next = R::next(&self.board, seat);
        self.mover = next as u8;
        self.last = Some(cell as u8);
        self.end = R::end(&self.board, next, Some(cell));
    }

    fn legal_count(&self) -> usize {
        self.legal().count()
    }
}
