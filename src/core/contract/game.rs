//! The contract that every game implements, and that everything above a game relies on.
//!
//! It is the same for a two-player placement game and for four empires that move at once. It contains only
//! rules, and depends on no game, bot or interface; a game's folder and the search depend on it and on
//! nothing higher. [`crate::contract::presentation`] defines how a game is shown.
//!
//! A new game implements [`Game`] (and [`Enumerable`] if its legal moves can be listed), and passes
//! the conformance suite in `tests/`.

use crate::base::erased_value::ErasedValue;
use crate::base::fixed::shorten;
use crate::base::options::{OptionSpec, Options, OptionsError};
use crate::base::rng::Rng;
use serde::Serialize;
use std::fmt::{Debug, Display};
use thiserror::Error;

/// A seat of a game, counted from 0.
pub type Seat = usize;

/// Maximum number of seats of any game.
pub const MAX_SEATS: usize = 8;

/// The text that every game accepts from a seat that owes a move, and lists for none: the seat gives up.
pub const FORFEIT: &str = "forfeit";
/// That text for people; a noun, as after `You:` or `1.`.
pub const RESIGNATION: &str = "resignation";

/// The ply of a record that disqualifies `seat` while another owes a move, as the judge of a match
/// may: `forfeit=2` for seat 1. Players cannot enter it.
pub fn disqualification(seat: Seat) -> String {
    format!("{FORFEIT}={}", seat.saturating_add(1))
}

/// The seat that a ply disqualifies; `None` for other texts than [`disqualification`].
pub fn parse_disqualification(text: &str) -> Option<Seat> {
    let number: usize = text.strip_prefix(FORFEIT)?.strip_prefix('=')?.parse().ok()?;
    number.checked_sub(1).filter(|&seat| disqualification(seat) == text)
}

/// The separator between the moves of a turn in a game with simultaneous moves: one move for every seat.
pub const TURN_SEPARATOR: &str = " | ";

/// The placeholder for a seat that owes no move.
pub const NO_ORDER: &str = "-";

/// A set of seats, each below [`MAX_SEATS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seats(u8);

impl Seats {
    /// The empty set.
    pub const NONE: Seats = Seats(0);

    /// The set of one seat, which must be below [`MAX_SEATS`].
    pub const fn one(seat: Seat) -> Self {
        Seats(1 << seat)
    }

    /// This set and `seat`, which must be below [`MAX_SEATS`].
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

    /// The seat, if the set has exactly one.
    pub fn only(self) -> Option<Seat> {
        self.first().filter(|&first| self == Seats::one(first))
    }

    /// The seats in rising order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MAX_SEATS).filter(move |&seat| self.contains(seat))
    }
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Outcome {
    /// The rank of every seat, 1 for the best; tied seats share the better rank.
    pub ranks: Vec<u8>,
    /// The final score of every seat, in the game's own unit (its summary names it).
    pub scores: Vec<i64>,
    /// The reason for the result, in the game's own word.
    pub reason: &'static str,
}

impl Outcome {
    /// The share of a win for `seat`, in halves: 2 for the only first, 0 for a seat that is not first,
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

/// A move that the rules forbid here: the error and the correction.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct IllegalMove(pub String);

impl IllegalMove {
    /// For a move after the end of the game.
    pub fn over() -> Self {
        IllegalMove("the game is over: no move is owed".to_owned())
    }

    /// For a move by a seat that does not owe one; see [`Game::check_turn`].
    pub fn out_of_turn(seat: Seat, to_act: Seats) -> Self {
        if to_act.is_empty() {
            return IllegalMove::over();
        }
        let owing = to_act.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(", ");
        IllegalMove(format!("seat {seat} does not owe a move now; seat {owing} does"))
    }
}

/// A text that is not a move in the game's notation: the error, its place, and the expected text.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{text}` is not a move: at character {at}, expected {expected}")]
pub struct NotationError {
    /// The text, shortened.
    pub text: String,
    /// The character of the error, from 1.
    pub at: usize,
    /// The expected text at that place.
    pub expected: String,
}

impl NotationError {
    /// An error at byte `offset` of `text`.
    pub fn new(text: &str, offset: usize, expected: impl Into<String>) -> Self {
        let before = text.get(..offset).map_or(offset, |head| head.chars().count());
        NotationError { text: shorten(text), at: before + 1, expected: expected.into() }
    }
}

/// A picture of a piece beside the words of a move; the page has a drawing for each kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct MoveSprite {
    /// The piece: `house`, `island`, `knight`, `stone`, `override`, `bomb`, `outpost`, `swap`.
    pub kind: &'static str,
    /// The seat whose colour it has; null if it belongs to no seat.
    pub seat: Option<Seat>,
    /// Quarter turns clockwise.
    pub turn: u8,
    /// The letter on it; empty for none.
    pub letter: String,
}

impl MoveSprite {
    /// A piece of a seat.
    pub fn new(kind: &'static str, seat: Seat) -> MoveSprite {
        MoveSprite { kind, seat: Some(seat), turn: 0, letter: String::new() }
    }
}

/// A move for people; see [`Game::printed_move`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PrintedMove {
    /// The move in a sentence, different for every legal move: `f5`, `a house on d2`.
    pub words: String,
    /// The text beside its picture in a list, where the picture shows the piece: `d2`, `U b5 ↻`.
    pub short: String,
    /// The place as printed on the board, without the piece; empty if the move has none.
    pub place: String,
    /// The pieces that it places or moves.
    pub sprites: Vec<MoveSprite>,
}

impl PrintedMove {
    /// A move without a place or a piece, such as `swap`.
    pub fn only_words(words: impl Into<String>) -> PrintedMove {
        let words = words.into();
        PrintedMove { short: words.clone(), words, place: String::new(), sprites: Vec::new() }
    }

    /// A piece on a place, which is its name.
    pub fn on(place: String, sprite: MoveSprite) -> PrintedMove {
        PrintedMove { words: place.clone(), short: place.clone(), place, sprites: vec![sprite] }
    }
}

/// A kind of text that a game can start from, such as a map: how to recognise and check it.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SetupText {
    /// The key of the option for it.
    pub option: &'static str,
    /// Its name: `map` or `board`.
    pub what: &'static str,
    /// Whether a text looks like this kind, valid or not: a quick check, which accepts no text that
    /// clearly belongs to another game.
    #[serde(skip)]
    pub recognise: fn(&str) -> bool,
    /// Parses it; the error contains the fault, its place (line and column), and the expected text.
    #[serde(skip)]
    pub check: fn(&str) -> Result<CheckedSetup, String>,
}

/// Information about a valid [`SetupText`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct CheckedSetup {
    /// A description in one sentence.
    #[serde(rename = "words")]
    pub text: String,
    /// Unusual but allowed properties.
    pub warnings: Vec<String>,
    /// Its figures; each game documents its own.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "unknown"))]
    pub facts: ErasedValue,
}

/// Resources of a position: rough figures, for decisions in advance about possible work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceEstimate {
    /// Bytes of memory, without the data that positions of a game share.
    pub bytes: usize,
    /// Microseconds to play a ply and record everything shown of it, on a machine of 2020.
    pub ply_us: u64,
    /// Maximum number of remaining plies of the game.
    pub max_plies: u64,
}

/// The rules of a game, as a position that can be played.
///
/// A value is always a valid position: external data becomes one only through [`Game::new`] and
/// checked moves.
pub trait Game: Clone + Send + Sync + 'static {
    /// A move; `Display` writes its notation, which [`Game::parse_move`] parses.
    type Move: Clone + Eq + Debug + Display + Send + Sync + 'static;

    /// The options of a new game.
    fn options() -> &'static [OptionSpec];

    /// Whether all seats move at once: a ply is then a turn of all seats, and is played when the
    /// last seat that owes a move has sent it. Until then the position stores the moves without
    /// showing them.
    fn simultaneous() -> bool {
        false
    }

    /// The starting position.
    ///
    /// # Errors
    /// When the options are valid separately, but not together, or a map among them is not valid.
    fn new(options: &Options, rng: &mut Rng) -> Result<Self, OptionsError>;

    /// The number of seats, 2 to [`MAX_SEATS`].
    fn seats(&self) -> usize;

    /// The seats that owe a move now: one seat; several, for simultaneous moves; none, after the end.
    fn to_act(&self) -> Seats;

    /// Whether a seat owes a move.
    ///
    /// # Errors
    /// When it does not: which seats do.
    fn check_turn(&self, seat: Seat) -> Result<(), IllegalMove> {
        let to_act = self.to_act();
        if to_act.contains(seat) { Ok(()) } else { Err(IllegalMove::out_of_turn(seat, to_act)) }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When `seat` does not owe a move or the rules forbid this move; the position is then unchanged.
    fn play(&mut self, seat: Seat, mv: &Self::Move) -> Result<(), IllegalMove>;

    /// `seat` gives up; the game defines the consequences.
    ///
    /// # Errors
    /// When `seat` does not owe a move; the position is then unchanged.
    fn forfeit(&mut self, seat: Seat) -> Result<(), IllegalMove>;

    /// Disqualifies `seat` while another seat owes a move, and still owes it afterwards: allowed for the judge of a
    /// match, not for players.
    ///
    /// # Errors
    /// When the game does not support this, or the seat owes a move itself or is out already; the position is
    /// then unchanged.
    fn disqualify(&mut self, _seat: Seat) -> Result<(), IllegalMove> {
        Err(IllegalMove("this game disqualifies no player in another's turn".to_owned()))
    }

    /// The position after a pass of the seat that owes a move, even if the rules forbid a pass: the next seat's best move
    /// there is its threat. `None` if a pass makes no sense, or if no other player could move.
    fn passed(&self) -> Option<Self> {
        None
    }

    /// The result; `None` while the game continues. `Some` exactly when no seat owes a move.
    fn outcome(&self) -> Option<Outcome>;

    /// A hash that is equal for equal positions and almost certainly different for others.
    fn hash(&self) -> u64;

    /// Parses a move of `seat` in this position. It need not be legal.
    ///
    /// # Errors
    /// The error in the text, and its place.
    fn parse_move(&self, seat: Seat, text: &str) -> Result<Self::Move, NotationError>;

    /// The move for people: sprites, the printed place, and words. The position is the one before the move, which need not
    /// be legal.
    fn printed_move(&self, mv: &Self::Move) -> PrintedMove {
        PrintedMove::only_words(mv.to_string())
    }

    /// The words of [`Game::printed_move`].
    fn move_name(&self, mv: &Self::Move) -> String {
        self.printed_move(mv).words
    }

    /// The move as a verb in the infinitive, for sentences: `play d3`, `swap`.
    fn move_action(&self, mv: &Self::Move) -> String {
        format!("play {}", self.move_name(mv))
    }

    /// The name of a seat, such as `Red`.
    fn seat_name(&self, seat: Seat) -> String;

    /// How a finished game was won, as the end of a sentence: ` by the ring around f6`, `: Red has no move left`. Empty if
    /// the result says it all, and before the end.
    fn won_how(&self) -> String {
        String::new()
    }

    /// Encodes the move in few bytes, for links. The position is the one before the move.
    fn encode_move(&self, mv: &Self::Move, out: &mut Vec<u8>);

    /// Decodes a move of [`Game::encode_move`] from the front of `bytes`; `None` if there is no valid move.
    fn decode_move(&self, bytes: &mut &[u8]) -> Option<Self::Move>;

    /// The resources of the position; the default suits small boards with games of limited length.
    fn resource_estimate(&self) -> ResourceEstimate {
        ResourceEstimate { bytes: size_of::<Self>(), ply_us: 50, max_plies: 10_000 }
    }
}

/// A list of legal moves, owned by the caller so that its memory is reused.
pub type MoveList<M> = Vec<M>;

/// A game whose legal moves can be listed: one seat moves at a time.
pub trait Enumerable: Game {
    /// Writes all legal moves to `moves`, which is cleared first, in an order that depends only on the
    /// position. Empty exactly when the game is over.
    fn legal_moves(&self, moves: &mut MoveList<Self::Move>);

    /// Plays a move without checking whether it is legal: the inner loop of every search.
    ///
    /// The caller must pass a move from [`Enumerable::legal_moves`]. Any other move leaves an
    /// invalid position (which is safe to drop).
    fn play_unchecked(&mut self, mv: &Self::Move);

    // ---- optional methods: a game may add faster versions ----

    /// The seat to move; 0 when the game is over.
    fn mover(&self) -> Seat {
        self.to_act().first().unwrap_or(0)
    }

    /// The legal moves in a new list; inner loops use [`Enumerable::legal_moves`].
    fn move_list(&self) -> MoveList<Self::Move> {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves
    }

    /// The position after a legal move, see [`Enumerable::play_unchecked`].
    fn played(&self, mv: &Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(mv);
        next
    }

    /// The position after these moves, each in its notation, for tests and tables.
    ///
    /// # Errors
    /// The first text that is not a legal move.
    fn after<'a>(mut self, moves: impl IntoIterator<Item = &'a str>) -> Result<Self, IllegalMove> {
        for text in moves {
            let seat = self.mover();
            let mv = self.parse_move(seat, text).map_err(|error| IllegalMove(error.to_string()))?;
            self.play(seat, &mv)?;
        }
        Ok(self)
    }

    /// Number of legal moves; lists them unless the game overrides it.
    fn legal_count(&self) -> usize {
        self.move_list().len()
    }

    /// The number of leaves of the legal-move tree after `depth` plies. A game that ends earlier
    /// has none. The last ply is counted, not played.
    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_count() as u64,
            _ => self.move_list().iter().map(|mv| self.played(mv).perft(depth - 1)).sum(),
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
    fn disqualification_accepts_only_its_exact_text() {
        for seat in 0..MAX_SEATS {
            assert_eq!(parse_disqualification(&disqualification(seat)), Some(seat));
        }
        for text in ["forfeit", "forfeit=", "forfeit=0", "forfeit=02", "forfeit=+2", "forfeit=2 "] {
            assert_eq!(parse_disqualification(text), None, "{text}");
        }
    }

    #[test]
    fn a_shared_first_rank_counts_as_half_a_win() {
        let outcome = |ranks: &[u8]| Outcome { ranks: ranks.into(), scores: vec![], reason: "" };
        assert_eq!(outcome(&[1, 2]).halves(0), 2);
        assert_eq!(outcome(&[1, 2]).halves(1), 0);
        assert_eq!(outcome(&[1, 1]).halves(1), 1);
    }

    #[test]
    fn notation_errors_count_characters() {
        assert_eq!(NotationError::new("é@A", 3, "x").at, 3);
        assert_eq!(NotationError::new("ab", 9, "x").at, 10);
    }
}
