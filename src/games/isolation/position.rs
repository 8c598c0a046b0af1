//! A position of Isolation and the rules: legal moves, the effect of a move, the end of the game and the
//! winner. Heuristics, solving and drawings are in other modules.

use super::board::{CELLS, Cell, Cells, Size, count, each, reach};
use super::endgame_race::{Settled, settled};
use super::moves;
use super::position_text::PositionText;
use crate::base::bytes::take_byte;
use crate::base::fixed::shorten;
use crate::base::options::{OptionKind, OptionSpec, Options, OptionsError};
use crate::base::rng::Rng;
use crate::contract::game::{
    Enumerable, Game, IllegalMove, MoveList, MoveSprite, NotationError, Outcome, PrintedMove, Seat,
    Seats,
};

pub use super::moves::Move;

pub use super::board::SEAT_NAMES;

/// The size of the board.
pub const SIZE: OptionSpec = OptionSpec {
    key: "size",
    alias: None,
    label: "Board",
    kind: OptionKind::Text { max_len: 5, default: "7x7", known: &[], read: None },
    about: "columns x rows, each from 3 to 11",
};

/// The placement of the knights.
pub const OPENING: OptionSpec = OptionSpec {
    key: "opening",
    alias: None,
    label: "Opening",
    kind: OptionKind::Choice {
        choices: &["free", "random"],
        names: &["Free", "At random"],
        default: "free",
    },
    about: "Free: each player places their knight, and on 7x7 the second player can always win; At random: the seed places both",
};

/// A start position as a text; empty for none.
pub const POSITION: OptionSpec = OptionSpec {
    key: "position",
    alias: None,
    label: "Position",
    kind: OptionKind::Text { max_len: 400, default: "", known: &[], read: None },
    about: "a start position instead of the empty board: rows from the top with 1 and 2 (knights), `.` (free) and x (closed), then `to move: 1` or 2",
};

static OPTIONS: [OptionSpec; 3] = [SIZE, OPENING, POSITION];

/// Offset of the winner in `gave_up`, for a settled game that was ended early.
const ENDED: u8 = 2;
/// No cell, or no seat.
const NONE: u8 = u8::MAX;

/// A position and its history.
#[derive(Copy, Debug)]
pub struct Isolation {
    free: Cells,
    at: [u8; 2],
    mover: u8,
    /// The seat that gave up; or, from [`ENDED`] on, the winner of a settled game that was ended.
    gave_up: u8,
    size: Size,
    /// The seat of the first cell of the trail.
    first: u8,
    /// The number of cells of the trail that belong to the set-up position.
    given: u8,
    /// Whether there are closed cells outside the trail, so that the beginning of the game is unknown.
    set_up: bool,
    /// The number of visited cells, including the placements.
    plies: u8,
    /// The visited cells, in order; the seats alternate. Entries after the last visited cell are
    /// undefined.
    trail: [[u8; PART]; CELLS.div_ceil(PART)],
}

/// Cells in a part of a trail: the number that is copied at once.
const PART: usize = 32;

#[expect(clippy::non_canonical_clone_impl, reason = "a trail is copied as far as it goes")]
impl Clone for Isolation {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }

    /// Copies only the used part of the trail: a search does this at every node.
    #[inline(always)]
    fn clone_from(&mut self, other: &Self) {
        if usize::from(other.plies) > PART {
            *self = *other;
            return;
        }
        self.free = other.free;
        self.at = other.at;
        self.mover = other.mover;
        self.gave_up = other.gave_up;
        self.size = other.size;
        self.first = other.first;
        self.given = other.given;
        self.set_up = other.set_up;
        self.plies = other.plies;
        self.trail[0] = other.trail[0];
    }
}

/// Positions are equal if they look alike, whatever their history.
impl PartialEq for Isolation {
    fn eq(&self, other: &Self) -> bool {
        (self.free, self.at, self.mover, self.gave_up, self.size)
            == (other.free, other.at, other.mover, other.gave_up, other.size)
    }
}

impl Eq for Isolation {}

impl Isolation {
    /// The empty board of a size, with both knights in hand.
    pub fn empty(size: Size) -> Self {
        Isolation {
            free: size.cells(),
            at: [NONE; 2],
            mover: 0,
            gave_up: NONE,
            size,
            first: 0,
            given: 0,
            set_up: false,
            plies: 0,
            trail: [[NONE; PART]; CELLS.div_ceil(PART)],
        }
    }

    /// The position of 7x7 after the visits of these cells.
    pub(super) fn of_cells(cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut position = Isolation::empty(Size::SEVEN);
        cells.into_iter().for_each(|cell| position.play_unchecked(&Move(cell)));
        position
    }

    /// A set-up position. Its trail starts with the knights, since the rest of its history is
    /// unknown.
    ///
    /// # Errors
    /// Why no game can continue from it.
    pub fn given(given: &PositionText) -> Result<Self, String> {
        if let Some(problem) = given.problem() {
            return Err(problem);
        }
        let mut position = Isolation::empty(given.size);
        position.free = given.free();
        position.mover = given.mover as u8;
        // The seats of a trail alternate, and the mover is the next one.
        let alone = given.at[given.mover].is_none() && given.at[1 - given.mover].is_some();
        position.first = if alone { 1 - given.mover } else { given.mover } as u8;
        for seat in [given.mover, 1 - given.mover] {
            if let Some(cell) = given.at[seat] {
                position.at[seat] = cell.0;
                position.trail[0][usize::from(position.plies)] = cell.0;
                position.plies += 1;
            }
        }
        position.given = position.plies;
        position.set_up = given.closed != 0 || position.first != 0;
        Ok(position)
    }

    /// Whether its game started from a position that cannot follow from the empty board: the results for
    /// placements are not valid then.
    pub fn set_up(&self) -> bool {
        self.set_up
    }

    /// The last ply: the seat and the target cell.
    pub fn last(&self) -> Option<(Seat, Cell)> {
        let seat = (self.plies().wrapping_sub(1) + usize::from(self.first)) % 2;
        self.trail().last().filter(|_| self.plies > self.given).map(|cell| (seat, cell))
    }

    /// A board after some moves, for tests and tables.
    ///
    /// # Errors
    /// The first text that is not a legal move.
    pub fn after<'a>(
        size: Size,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, IllegalMove> {
        Enumerable::after(Isolation::empty(size), moves)
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The cells that can still be visited.
    #[inline]
    pub fn free(&self) -> Cells {
        self.free
    }

    /// The race that decides the game; `None` while the knights can still meet, before both are placed, when the game is over,
    /// and if the longest paths are too long for a quick search.
    pub fn settled(&self) -> Option<Settled> {
        let knights = [self.knight(0)?, self.knight(1)?];
        if self.winner().is_some() { None } else { settled(knights, self.free, self.turn()) }
    }

    /// The cell of the knight of `seat`; `None` before it is placed.
    #[inline]
    pub fn knight(&self, seat: Seat) -> Option<Cell> {
        Some(self.at[seat]).filter(|&cell| cell != NONE).map(Cell)
    }

    /// The cells that `seat` could move to if it were to move: before its placement, all free cells.
    #[inline]
    pub fn targets(&self, seat: Seat) -> Cells {
        match self.at[seat] {
            NONE => self.free,
            cell => Cell(cell).knight() & self.free,
        }
    }

    /// The cells that the knight of `seat` can reach in any number of moves if the other one never moves; before its
    /// placement, all free cells.
    pub fn region(&self, seat: Seat) -> Cells {
        self.knight(seat).map_or(self.free, |cell| reach(cell, self.free))
    }

    /// The number of cells that `seat` could move to if it were to move.
    #[inline]
    pub fn mobility(&self, seat: Seat) -> u32 {
        count(self.targets(seat))
    }

    /// The seat to move, or to move if the game went on.
    #[inline]
    pub fn turn(&self) -> Seat {
        usize::from(self.mover)
    }

    /// The number of visited cells: the ply, including placements
    /// made by the seed.
    pub fn plies(&self) -> usize {
        usize::from(self.plies)
    }

    /// The visited cells, in order; the seats alternate, player 1 first unless the position was
    /// set up with the other seat to move.
    pub fn trail(&self) -> impl DoubleEndedIterator<Item = Cell> {
        self.trail.as_flattened()[..self.plies()].iter().map(|&cell| Cell(cell))
    }

    /// The cells visited by the knight of `seat`, in order.
    pub fn trail_of(&self, seat: Seat) -> impl Iterator<Item = Cell> {
        self.trail().skip(seat ^ usize::from(self.first)).step_by(2)
    }

    /// The seat that gave up.
    pub fn gave_up(&self) -> Option<Seat> {
        Some(usize::from(self.gave_up)).filter(|&seat| seat < 2)
    }

    /// Whether the game was ended early because it was settled.
    pub fn ended(&self) -> bool {
        self.gave_up != NONE && self.gave_up >= ENDED
    }

    /// `None` while the game goes on.
    pub fn winner(&self) -> Option<Seat> {
        match self.gave_up() {
            Some(seat) => Some(1 - seat),
            None if self.gave_up != NONE => Some(usize::from(self.gave_up - ENDED)),
            None => (self.targets(self.turn()) == 0).then(|| 1 - self.turn()),
        }
    }

    fn refused(&self, seat: Seat, cell: Cell) -> IllegalMove {
        let size = self.size;
        IllegalMove(match self.knight(seat) {
            _ if !size.contains(cell) => format!("{cell} is not on the {size} board"),
            _ if self.at.contains(&cell.0) => format!("a knight stands on {cell}"),
            _ if self.free & cell.alone() == 0 => {
                format!("{cell} is closed: a knight has stood on it")
            }
            Some(from) => format!("{cell} is not a knight's move away from {from}"),
            None => format!("{cell} is not free"),
        })
    }
}

impl From<&Isolation> for PositionText {
    fn from(position: &Isolation) -> PositionText {
        let (size, at) = (position.size(), [0, 1].map(|seat| position.knight(seat)));
        let empty = PositionText { size, closed: 0, at, mover: position.turn() };
        PositionText { closed: empty.free() & !position.free(), ..empty }
    }
}

impl Game for Isolation {
    type Move = Move;

    fn options() -> &'static [OptionSpec] {
        &OPTIONS
    }

    fn new(options: &Options, rng: &mut Rng) -> Result<Self, OptionsError> {
        let given = options.text(&POSITION);
        if !given.trim().is_empty() {
            if options.text(&OPENING) == "random" {
                return Err(OptionsError::Setup(
                    "option `opening`: the game begins from a position already".to_owned(),
                ));
            }
            return PositionText::read(&given)
                .and_then(|given| Isolation::given(&given))
                .map_err(|error| OptionsError::Setup(format!("option `position`: {error}")));
        }
        let text = options.text(&SIZE);
        let size = Size::parse(&text).ok_or_else(|| OptionsError::Value {
            key: SIZE.key.to_owned(),
            found: shorten(&text),
            expected: "columns x rows, each from 3 to 11, such as 7x7".to_owned(),
        })?;
        let mut position = Isolation::empty(size);
        if options.text(&OPENING) == "random" {
            for _ in 0..2 {
                let drawn = rng.below(count(position.free) as usize);
                if let Some(cell) = each(position.free).nth(drawn) {
                    position.play_unchecked(&Move(cell));
                }
            }
        }
        Ok(position)
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_act(&self) -> Seats {
        if self.winner().is_some() { Seats::NONE } else { Seats::one(self.turn()) }
    }

    fn play(&mut self, seat: Seat, mv: &Move) -> Result<(), IllegalMove> {
        self.check_turn(seat)?;
        if *mv == Move::END {
            let settled = self.settled().ok_or_else(|| {
                IllegalMove("end: the result is not settled yet; the knights can still meet".into())
            })?;
            self.gave_up = ENDED + settled.winner as u8;
            return Ok(());
        }
        let Move(cell) = *mv;
        if !self.size.contains(cell) || self.targets(seat) & cell.alone() == 0 {
            return Err(self.refused(seat, cell));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    fn forfeit(&mut self, seat: Seat) -> Result<(), IllegalMove> {
        self.check_turn(seat)?;
        self.gave_up = self.mover;
        Ok(())
    }

    /// Only with both knights on the board; the result has no history.
    fn passed(&self) -> Option<Self> {
        let text = PositionText { mover: 1 - self.turn(), ..self.into() };
        if self.winner().is_some() || self.targets(text.mover) == 0 {
            return None;
        }
        text.at.iter().all(Option::is_some).then(|| Isolation::given(&text).ok()).flatten()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner().map(|winner| Outcome {
            ranks: (0..2).map(|seat| if seat == winner { 1 } else { 2 }).collect(),
            scores: (0..2).map(|seat| i64::from(seat == winner)).collect(),
            reason: match self.gave_up() {
                Some(_) => "forfeit",
                None if self.ended() => "settled",
                None => "stuck",
            },
        })
    }

    fn hash(&self) -> u64 {
        let rest = u64::from(self.at[0])
            | u64::from(self.at[1]) << 8
            | u64::from(self.mover) << 16
            | u64::from(self.gave_up) << 24
            | u64::from(self.size.width) << 32
            | u64::from(self.size.height) << 40;
        // Each word is mixed by an odd factor and a shift before the next one comes in.
        let mix = |hash: u64, word: u64| {
            let product = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (product ^ product >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
        };
        let hash = mix(mix(mix(0x1507, self.free as u64), (self.free >> 64) as u64), rest);
        hash ^ hash >> 32
    }

    fn parse_move(&self, _seat: Seat, text: &str) -> Result<Move, NotationError> {
        moves::parse(text, self.size)
    }

    fn printed_move(&self, mv: &Move) -> PrintedMove {
        match *mv {
            Move::END => PrintedMove::only_words("the end of the settled game"),
            Move(cell) => PrintedMove::on(cell.to_string(), MoveSprite::new("knight", self.turn())),
        }
    }

    fn move_action(&self, mv: &Move) -> String {
        match *mv {
            Move::END => "end the settled game".to_owned(),
            _ => format!("play {mv}"),
        }
    }

    fn seat_name(&self, seat: Seat) -> String {
        SEAT_NAMES[seat].to_owned()
    }

    fn won_how(&self) -> String {
        match self.winner() {
            Some(_) if self.gave_up().is_some() => String::new(),
            Some(_) if self.ended() => ": the knights are separated".to_owned(),
            Some(winner) => format!(": {} runs out of moves", SEAT_NAMES[1 - winner]),
            None => String::new(),
        }
    }

    fn encode_move(&self, mv: &Move, out: &mut Vec<u8>) {
        out.push(mv.0.0);
    }

    fn decode_move(&self, bytes: &mut &[u8]) -> Option<Move> {
        let mv = Move(Cell(take_byte(bytes)?));
        (mv == Move::END || self.size.contains(mv.0)).then_some(mv)
    }
}

impl Enumerable for Isolation {
    #[inline]
    fn legal_moves(&self, moves: &mut MoveList<Move>) {
        moves.clear();
        if self.gave_up == NONE {
            let targets = self.targets(self.turn());
            moves.reserve(count(targets) as usize);
            for cell in each(targets) {
                moves.push(Move(cell));
            }
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: &Move) {
        let Move(cell) = *mv;
        self.free &= !cell.alone();
        self.at[usize::from(self.mover & 1)] = cell.0;
        self.mover ^= 1;
        self.trail[usize::from(self.plies) / PART][usize::from(self.plies) % PART] = cell.0;
        self.plies += 1;
    }

    #[inline]
    fn mover(&self) -> Seat {
        if self.gave_up == NONE { self.turn() } else { 0 }
    }

    #[inline]
    fn legal_count(&self) -> usize {
        if self.gave_up == NONE { self.mobility(self.turn()) as usize } else { 0 }
    }
}
