//! The contract that every game keeps, and that everything above a game relies on.
//!
//! It is the same for a two-player placement game and for four empires that move at once. It is rules and
//! nothing else, and knows no game, no bot and no interface; a game's folder and the search know it and
//! nothing higher. How a game is shown is [`crate::contract::presentation`].
//!
//! A new game implements [`Game`] (and [`Enumerable`] if its legal moves can be listed), and passes
//! the conformance suite in `tests/`.

use crate::base::fixed::shorten;
use crate::base::opaque::Opaque;
use crate::base::options::{OptionSpec, Options, OptionsError};
use crate::base::rng::Rng;
use serde::Serialize;
use std::fmt::{Debug, Display};
use thiserror::Error;

/// A seat at the table, counted from 0.
pub type Seat = usize;

/// The most seats that any game has.
pub const MAX_SEATS: usize = 8;

/// The text that every game accepts from a seat that owes a move, and lists for none: it gives up.
pub const FORFEIT: &str = "forfeit";

/// The ply of a record that takes `seat` out of the game while another owes a move, as the judge of a match
/// may: `forfeit=2` for seat 1. No player at the table can say it.
pub fn disqualification(seat: Seat) -> String {
    format!("{FORFEIT}={}", seat.saturating_add(1))
}

/// The seat that a ply takes out, if it is one of [`disqualification`].
pub fn parse_disqualification(text: &str) -> Option<Seat> {
    let number: usize = text.strip_prefix(FORFEIT)?.strip_prefix('=')?.parse().ok()?;
    number.checked_sub(1).filter(|&seat| disqualification(seat) == text)
}

/// What stands between the moves of a turn in a game whose seats move at once: one for every seat.
pub const TURN_SEPARATOR: &str = " | ";

/// What stands there for a seat that owes no move.
pub const NO_ORDER: &str = "-";

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seats(u8);

impl Seats {
    /// No seat.
    pub const NONE: Seats = Seats(0);

    /// One seat.
    pub const fn one(seat: Seat) -> Self {
        Seats(1 << seat)
    }

    /// This set and `seat`.
    pub const fn with(self, seat: Seat) -> Self {
        Seats(self.0 | 1 << seat)
    }

    /// This set without `seat`.
    pub const fn without(self, seat: Seat) -> Self {
        Seats(self.0 & !(1 << seat))
    }

    /// Whether `seat` is in it.
    pub const fn contains(self, seat: Seat) -> bool {
        seat < MAX_SEATS && self.0 & (1 << seat) != 0
    }

    /// Whether no seat is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seat with the lowest number.
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as Seat) }
    }

    /// The seat, where it is the only one.
    pub fn only(self) -> Option<Seat> {
        self.first().filter(|&first| self == Seats::one(first))
    }

    /// The seats in rising order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MAX_SEATS).filter(move |&seat| self.contains(seat))
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Outcome {
    /// The rank of every seat, 1 for the best; equal seats share the better rank.
    pub ranks: Vec<u8>,
    /// What every seat ended with, in the game's own unit (its summary says which).
    pub scores: Vec<i64>,
    /// How it was decided, in the game's own word.
    pub reason: &'static str,
}

impl Outcome {
    /// The share of a win for `seat`, in halves: 2 for the only first, 0 for one who is not first,
    /// 1 for a seat that shares the first rank.
    pub fn halves(&self, seat: Seat) -> u32 {
        halves(&self.ranks, seat)
    }
}

/// [`Outcome::halves`] of the ranks of all seats.
pub fn halves(ranks: &[u8], seat: Seat) -> u32 {
    let firsts = ranks.iter().filter(|&&rank| rank == 1).count();
    match (ranks.get(seat), firsts) {
        (Some(1), 1) => 2,
        (Some(1), _) => 1,
        _ => 0,
    }
}

/// A move that the rules do not allow here: what was wrong, and what would be right.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct IllegalMove(pub String);

impl IllegalMove {
    /// A move after the end.
    pub fn over() -> Self {
        IllegalMove("the game is over: no move is owed".to_owned())
    }

    /// A move by a seat that does not owe one; see [`Game::owes`].
    pub fn out_of_turn(seat: Seat, to_act: Seats) -> Self {
        let owing: Vec<_> = to_act.iter().map(|seat| seat.to_string()).collect();
        match owing.as_slice() {
            [] => IllegalMove::over(),
            owing => {
                let owing = owing.join(", ");
                IllegalMove(format!("seat {seat} does not owe a move now; seat {owing} does"))
            }
        }
    }
}

/// A text that is not a move in the game's notation: what was wrong, where, and what was expected.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{text}` is not a move: at character {at}, expected {expected}")]
pub struct NotationError {
    /// The text, shortened.
    pub text: String,
    /// The character at which reading stopped, from 1.
    pub at: usize,
    /// What was expected there.
    pub expected: String,
}

impl NotationError {
    /// At byte `offset` of `text`, something else was expected.
    pub fn new(text: &str, offset: usize, expected: impl Into<String>) -> Self {
        let before = text.get(..offset).map_or(offset, |head| head.chars().count());
        NotationError { text: shorten(text), at: before + 1, expected: expected.into() }
    }
}

/// A text that a game can begin from, such as a map: how it is known from others, and checked.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SetupText {
    /// The key of the option that takes it.
    pub option: &'static str,
    /// What it is called: `map` or `board`.
    pub what: &'static str,
    /// Whether a text looks like one of this kind, right or wrong: a glance, which accepts no text that
    /// is plainly another game's.
    #[serde(skip)]
    pub recognise: fn(&str) -> bool,
    /// Reads it; the error says what is wrong, where (line and column), and what was expected.
    #[serde(skip)]
    pub check: fn(&str) -> Result<CheckedSetup, String>,
}

/// What is to be said about a [`SetupText`] that could be read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct CheckedSetup {
    /// What it shows, in one sentence.
    #[serde(rename = "words")]
    pub text: String,
    /// What is unusual about it, and allowed.
    pub warnings: Vec<String>,
    /// Its figures; each game documents its own.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "unknown"))]
    pub facts: Opaque,
}

/// What a position takes: rough figures, by which is decided beforehand what may be done at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceEstimate {
    /// Bytes of memory, what positions of a game share left aside.
    pub bytes: usize,
    /// Microseconds that it takes to play a ply and to note all that is shown of it, on a machine of 2020.
    pub ply_us: u64,
    /// The most plies that a game can have from here.
    pub most_plies: u64,
}

/// The rules of a game, as a position that can be played on.
///
/// A value is always a valid position: what comes from outside becomes one through [`Game::new`] and
/// checked moves only.
pub trait Game: Clone + Send + Sync + 'static {
    /// A move; `Display` writes its notation, which [`Game::parse_move`] reads back.
    type Move: Clone + Eq + Debug + Display + Send + Sync + 'static;

    /// What can be set when a game is begun.
    fn options() -> &'static [OptionSpec];

    /// Whether all seats move at once: a ply is then a turn of all of them, and is played when the
    /// last one who owes a move has given it. Until then the position keeps what was given, and shows
    /// nothing of it.
    fn simultaneous() -> bool {
        false
    }

    /// The starting position.
    ///
    /// # Errors
    /// When the options fit one by one, but not together, or a map among them is not valid.
    fn new(options: &Options, rng: &mut Rng) -> Result<Self, OptionsError>;

    /// The number of seats, 2 to [`MAX_SEATS`].
    fn seats(&self) -> usize;

    /// Who owes a move now: one seat; several, when moves are made at once; none, when it is over.
    fn to_act(&self) -> Seats;

    /// Whether a seat owes a move.
    ///
    /// # Errors
    /// When it does not: who does.
    fn owes(&self, seat: Seat) -> Result<(), IllegalMove> {
        let to_act = self.to_act();
        if to_act.contains(seat) { Ok(()) } else { Err(IllegalMove::out_of_turn(seat, to_act)) }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When `seat` does not owe a move or the rules forbid this one; the position is then as before.
    fn play(&mut self, seat: Seat, mv: &Self::Move) -> Result<(), IllegalMove>;

    /// `seat` gives up; what that means is the game's.
    ///
    /// # Errors
    /// When `seat` does not owe a move; the position is then as before.
    fn forfeit(&mut self, seat: Seat) -> Result<(), IllegalMove>;

    /// Takes `seat` out while another owes a move, which that one still owes then: what the judge of a match
    /// may do, and no player.
    ///
    /// # Errors
    /// When the game knows no such thing, or the seat owes a move itself or is out already; the position is
    /// then as before.
    fn take_out(&mut self, _seat: Seat) -> Result<(), IllegalMove> {
        Err(IllegalMove("this game disqualifies no player in another's turn".to_owned()))
    }

    /// The position if the seat that owes a move passed, whether the rules let it or not: what another does there is
    /// the threat against it. `None` where that makes no sense, and where no other player could move.
    fn passed(&self) -> Option<Self> {
        None
    }

    /// How it ended; `None` while it goes on. `Some` exactly when no seat owes a move.
    fn outcome(&self) -> Option<Outcome>;

    /// A number that is equal for equal positions and almost surely different for others.
    fn hash(&self) -> u64;

    /// Reads a move that `seat` could write here. It need not be legal.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    fn parse_move(&self, seat: Seat, text: &str) -> Result<Self::Move, NotationError>;

    /// The move with the coordinates that are printed on the board, for people.
    fn move_name(&self, mv: &Self::Move) -> String {
        mv.to_string()
    }

    /// Writes the move in few bytes, for links. The position is the one before the move.
    fn encode_move(&self, mv: &Self::Move, out: &mut Vec<u8>);

    /// Reads back what [`Game::encode_move`] wrote, from the front of `bytes`; `None` if it is no move.
    fn decode_move(&self, bytes: &mut &[u8]) -> Option<Self::Move>;

    /// What the position takes; the default suits small boards whose games end by themselves.
    fn resource_estimate(&self) -> ResourceEstimate {
        ResourceEstimate { bytes: size_of::<Self>(), ply_us: 50, most_plies: 10_000 }
    }
}

/// A list of legal moves, kept by the caller so that its memory is used again.
pub type MoveList<M> = Vec<M>;

/// A game whose legal moves can be listed: one seat moves at a time.
pub trait Enumerable: Game {
    /// Puts all legal moves into `moves`, which is emptied first, in an order that depends on the
    /// position alone. Empty exactly when the game is over.
    fn legal_moves(&self, moves: &mut MoveList<Self::Move>);

    /// Plays a move without looking whether it is legal: the inner loop of every search.
    ///
    /// The caller promises that `mv` is in [`Enumerable::legal_moves`]. Anything else leaves a
    /// position that means nothing (but is safe to drop).
    fn play_unchecked(&mut self, mv: &Self::Move);

    // ---- below this line nothing has to be written by a game; faster versions may be ----

    /// The seat that moves; 0 when the game is over.
    fn mover(&self) -> Seat {
        self.to_act().first().unwrap_or(0)
    }

    /// How many legal moves there are.
    fn legal_count(&self) -> usize {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// The number of leaves of the legal-move tree after `depth` plies. A game that is over before
    /// that has none. The last ply is counted, not played.
    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_count() as u64,
            _ => {
                let mut moves = MoveList::new();
                self.legal_moves(&mut moves);
                moves
                    .iter()
                    .map(|mv| {
                        let mut next = self.clone();
                        next.play_unchecked(mv);
                        next.perft(depth - 1)
                    })
                    .sum()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_a_set() {
        let seats = Seats::one(3).with(0).with(7).without(3);
        assert_eq!(seats.iter().collect::<Vec<_>>(), [0, 7]);
        assert_eq!(seats.first(), Some(0));
        assert!(!seats.contains(8) && !seats.is_empty() && Seats::NONE.first().is_none());
    }

    #[test]
    fn a_seat_is_taken_out_by_one_text_only() {
        for seat in 0..MAX_SEATS {
            assert_eq!(parse_disqualification(&disqualification(seat)), Some(seat));
        }
        for text in ["forfeit", "forfeit=", "forfeit=0", "forfeit=02", "forfeit=+2", "forfeit=2 "] {
            assert_eq!(parse_disqualification(text), None, "{text}");
        }
    }

    #[test]
    fn a_shared_first_rank_is_half_a_win() {
        let outcome = |ranks: &[u8]| Outcome { ranks: ranks.into(), scores: vec![], reason: "" };
        assert_eq!(outcome(&[1, 2]).halves(0), 2);
        assert_eq!(outcome(&[1, 2]).halves(1), 0);
        assert_eq!(outcome(&[1, 1]).halves(1), 1);
    }

    #[test]
    fn a_notation_error_counts_characters() {
        assert_eq!(NotationError::new("é@A", 3, "x").at, 3);
        assert_eq!(NotationError::new("ab", 9, "x").at, 10);
    }
}
