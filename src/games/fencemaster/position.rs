//! A position of FenceMaster and the rules: legal moves, the effect of a move, the end of a game and the
//! winner. Heuristics, texts and drawings are in other modules.

use super::board::{BRIDGE, Board, Field, LOOP, TRIPOD};
use super::geometry::{Geometry, LARGEST, MOST_CELLS, Place, SMALLEST};
use super::moves::{self, Move, Printed};
use super::position_text::PositionText;
use super::trace;
use crate::base::options::{OptionKind, OptionSpec, Options, OptionsError};
use crate::base::rng::Rng;
use crate::base::util::mix64;
use crate::contract::game::{
    Enumerable, Game, IllegalMove, MoveList, MoveSprite, NotationError, Outcome, PrintedMove, Seat,
    Seats,
};

/// By seat; White moves first.
pub const SEAT_NAMES: [&str; 2] = ["White", "Black"];

/// The rule set: `fencemaster` (default) or `havannah`.
pub const RULES: OptionSpec = OptionSpec {
    key: "rules",
    alias: None,
    label: "Rules",
    kind: OptionKind::Choice {
        choices: &["fencemaster", "havannah"],
        names: &["FenceMaster", "Havannah"],
        default: "fencemaster",
    },
    about: "FenceMaster: a tripod or a loop wins; Havannah: so do two joined corners, and a ring around only own stones",
};

/// The side length of the board.
pub const SIZE: OptionSpec = OptionSpec {
    key: "size",
    alias: None,
    label: "Side",
    kind: OptionKind::Int { min: SMALLEST as i64, max: LARGEST as i64, default: 6 },
    about: "side length of the hexagon, 3 to 10; 4 or 5 for a quick game",
};

/// Whether Black may swap.
pub const SWAP: OptionSpec = OptionSpec::switch(
    "swap",
    "Swap",
    true,
    "whether Black may take over White's first stone instead of replying to it",
);

/// A start position as a text; empty for none.
pub const BOARD: OptionSpec = OptionSpec {
    key: "board",
    alias: None,
    label: "Board",
    kind: OptionKind::Text { max_len: 4000, default: "", known: &[], read: None },
    about: "a start position: the side length, then rows of B, W and -, then `to move: White` or Black (default: the player with fewer stones, White if equal); no swap",
};

/// Maximum number of stones of a random opening. With this few stones, a position without a winner always exists.
const MOST_OPENING: usize = 8;

/// Whether the seed determines a random opening.
pub const OPENING: OptionSpec = OptionSpec {
    key: "opening",
    alias: None,
    label: "Random opening",
    kind: OptionKind::Int { min: 0, max: MOST_OPENING as i64, default: 0 },
    about: "number of random stones on the board at the start, White's and Black's in turn; with any, there is no swap",
};

static OPTIONS: [OptionSpec; 5] = [SIZE, RULES, SWAP, OPENING, BOARD];

/// The rule sets, by the structures that win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rules {
    /// A tripod or a loop.
    FenceMaster,
    /// A fork, a bridge or a ring.
    Havannah,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameStatus {
    /// The game is in progress.
    Open,
    /// That seat has won on the board.
    Won(Seat),
    /// A draw: the board is full, or both had won on the start position.
    Drawn,
    /// That seat has forfeited.
    GivenUp(Seat),
}

/// A position with its move history.
#[derive(Debug)]
pub struct FenceMaster {
    geometry: &'static Geometry,
    pub(super) board: Board,
    /// The places of the stones in move order; those of a start position first, row by row.
    history: [Place; MOST_CELLS],
    stones: u16,
    /// The number of stones in the start position.
    given: u16,
    rules: Rules,
    /// Whether the swap option is on.
    swap: bool,
    swapped: bool,
    mover: u8,
    status: GameStatus,
    /// The winner's structures, as bits of [`super::board`].
    won: u8,
    /// The combined hash of all stones.
    hash: u64,
}

impl Clone for FenceMaster {
    fn clone(&self) -> Self {
        FenceMaster { board: self.board, history: self.history, ..*self }
    }

    /// Copies only the used part of the board: a search calls this before every playout.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        if self.geometry.side() != source.geometry.side() {
            *self = source.clone();
            return;
        }
        let FenceMaster { board, history, .. } = self;
        board.copy_from(&source.board, source.geometry, source.history());
        for (to, &from) in history.iter_mut().zip(source.history()) {
            *to = from;
        }
        self.stones = source.stones;
        self.given = source.given;
        self.rules = source.rules;
        self.swap = source.swap;
        self.swapped = source.swapped;
        self.mover = source.mover;
        self.status = source.status;
        self.won = source.won;
        self.hash = source.hash;
    }
}

/// Two positions are equal if board and future play are equal, whatever the moves that led to them.
impl PartialEq for FenceMaster {
    fn eq(&self, other: &Self) -> bool {
        (self.geometry.side(), self.rules, self.mover, self.status, self.swap_ahead())
            == (other.geometry.side(), other.rules, other.mover, other.status, other.swap_ahead())
            && (0..2).all(|seat| self.board.rows(seat) == other.board.rows(seat))
    }
}

impl Eq for FenceMaster {}

/// A mixed number that looks random.
fn key(number: u64) -> u64 {
    mix64(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// The hash of a stone.
#[inline]
fn stone_key(seat: Seat, place: Place) -> u64 {
    key((seat as u64) << 16 | u64::from(place))
}

impl FenceMaster {
    /// The empty board; `None` if the side length is not supported.
    pub fn empty(side: usize, rules: Rules, swap: bool) -> Option<Self> {
        Some(FenceMaster {
            geometry: Geometry::with_side(side)?,
            board: Board::default(),
            history: [0; MOST_CELLS],
            stones: 0,
            given: 0,
            rules,
            swap,
            swapped: false,
            mover: 0,
            status: GameStatus::Open,
            won: 0,
            hash: 0,
        })
    }

    /// The position of a board picture. Without a `to move` line, the player with fewer stones moves, White if both have
    /// equally many; there is no swap. If the board is won or full, the game is over at once.
    ///
    /// # Errors
    /// The problem in the picture, and its location.
    pub fn from_text(text: &str, rules: Rules) -> Result<Self, String> {
        let picture = PositionText::read(text)?;
        let mut position = Self::empty(picture.side, rules, false).ok_or_else(|| {
            format!(
                "the board has side {}; a game is played on sides {SMALLEST} to {LARGEST}",
                picture.side
            )
        })?;
        for (number, cell) in picture.cells.iter().enumerate() {
            if let (Some(seat), Some(place)) = (*cell, position.geometry.place(number)) {
                position.put(seat, place);
            }
        }
        position.given = position.stones;
        let [white, black] = picture.stones();
        position.mover = picture.mover.map_or(u8::from(white > black), |seat| seat as u8);
        let has = [0, 1].map(|seat| picture.wins(seat, rules == Rules::Havannah));
        position.status = match has {
            [0, 0] if white + black < position.geometry.cells() => GameStatus::Open,
            [won, 0] | [0, won] if won != 0 => {
                position.won = won;
                GameStatus::Won(usize::from(has[0] == 0))
            }
            _ => GameStatus::Drawn,
        };
        Ok(position)
    }

    /// The empty board with `count` random stones, placed in turn, none of which wins; without
    /// the swap, because any of them may be the first.
    fn opened(mut self, count: usize, rng: &mut Rng) -> Self {
        for _ in 0..count {
            let seat = self.turn();
            let mut cells = Vec::new();
            self.board.empty(self.geometry, |place| {
                if self.would_win(seat, place) == 0 {
                    cells.push(place);
                }
            });
            let Some(&place) = cells.get(rng.below(cells.len())) else { break };
            self.put(seat, place);
            self.mover ^= 1;
        }
        self.given = self.stones;
        self.swap &= self.given == 0;
        self
    }

    /// The position after random plies, at most this many, from the empty board without the swap.
    #[cfg(test)]
    pub(super) fn random(side: usize, rules: Rules, plies: usize, rng: &mut Rng) -> Self {
        let mut position = Self::empty(side, rules, false).expect("a size");
        for _ in 0..plies {
            let moves = position.move_list();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(&moves[rng.below(moves.len())]);
        }
        position
    }

    /// The geometry of the board.
    #[inline]
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// The stones and their groups, by place.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rule set, which no move changes.
    #[inline]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Whether the rules are Havannah's.
    #[inline]
    pub(super) fn havannah(&self) -> bool {
        self.rules == Rules::Havannah
    }

    /// The seat to move, or that would move next if the game is over.
    #[inline]
    pub fn turn(&self) -> Seat {
        usize::from(self.mover & 1)
    }

    /// The number of stones, including those of a start position.
    #[inline]
    pub fn stones(&self) -> usize {
        usize::from(self.stones)
    }

    /// The board name in the calibration: the side length, and a letter for the Havannah rules.
    pub(super) fn board_name(&self) -> String {
        format!("{}{}", self.geometry.side(), if self.havannah() { "h" } else { "" })
    }

    /// The number of empty cells.
    #[inline]
    pub fn empties(&self) -> usize {
        self.geometry.cells() - self.stones()
    }

    /// The places of the stones in move order; those of a start position first, row by row. For their owners see
    /// the board: a swapped stone belongs to Black.
    pub fn history(&self) -> &[Place] {
        &self.history[..self.stones()]
    }

    /// The number of plies played.
    pub fn plies(&self) -> usize {
        usize::from(self.stones - self.given) + usize::from(self.swapped)
    }

    /// The number of stones in the start position.
    pub(super) fn given(&self) -> usize {
        usize::from(self.given)
    }

    /// Whether Black took over the first stone.
    pub(super) fn swapped(&self) -> bool {
        self.swapped
    }

    /// The place of the last ply's stone; `None` before the first.
    pub(super) fn last(&self) -> Option<Place> {
        self.history[usize::from(self.given)..self.stones()].last().copied()
    }

    pub(super) fn status(&self) -> GameStatus {
        self.status
    }

    /// `None` while the game goes on, and after a draw.
    pub fn winner(&self) -> Option<Seat> {
        match self.status {
            GameStatus::Won(seat) => Some(seat),
            GameStatus::GivenUp(seat) => Some(1 - seat),
            GameStatus::Open | GameStatus::Drawn => None,
        }
    }

    /// Whether the game is over.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.status != GameStatus::Open
    }

    /// The winner's structures, as bits: [`TRIPOD`], [`LOOP`], [`BRIDGE`]; 0 if no player has won on the board.
    pub fn won(&self) -> u8 {
        self.won
    }

    /// Whether the seat to move may swap.
    #[inline]
    pub fn may_swap(&self) -> bool {
        self.swap && self.stones == 1 && !self.swapped && self.status == GameStatus::Open
    }

    /// Whether a swap is still possible, now or next turn.
    fn swap_ahead(&self) -> bool {
        self.swap && self.stones <= 1 && !self.swapped
    }

    /// The board's geometry with its rule set.
    #[inline]
    pub(super) fn field(&self) -> Field {
        Field { geometry: self.geometry, havannah: self.havannah() }
    }

    /// The structures that a stone of `seat` on an empty cell would complete, as bits.
    #[inline]
    pub fn would_win(&self, seat: Seat, place: Place) -> u8 {
        self.field().would_win(&self.board, seat, place)
    }

    /// Places a stone on an empty cell. Returns the completed structures.
    #[inline]
    fn put(&mut self, seat: Seat, place: Place) -> u8 {
        self.history[self.stones()] = place;
        self.stones += 1;
        self.hash ^= stone_key(seat, place);
        self.field().put(&mut self.board, seat, place)
    }

    /// A picture of the board, in the format of the option `board`.
    pub fn picture(&self) -> String {
        PositionText { mover: None, ..self.into() }.write()
    }
}

impl From<&FenceMaster> for PositionText {
    fn from(position: &FenceMaster) -> PositionText {
        let places = position.geometry.places().iter();
        let cells = places.map(|&place| position.board.stone(place)).collect();
        PositionText { side: position.geometry.side(), cells, mover: Some(position.turn()) }
    }
}

/// The word for the winning structure in summaries; `None` for nothing.
pub(super) fn by(won: u8) -> Option<&'static str> {
    match won {
        0 => None,
        TRIPOD => Some("tripod"),
        LOOP => Some("loop"),
        BRIDGE => Some("bridge"),
        _ => Some("both"),
    }
}

impl Game for FenceMaster {
    type Move = Move;

    fn options() -> &'static [OptionSpec] {
        &OPTIONS
    }

    fn new(options: &Options, rng: &mut Rng) -> Result<Self, OptionsError> {
        let rules =
            if options.text(&RULES) == "havannah" { Rules::Havannah } else { Rules::FenceMaster };
        let board = options.text(&BOARD);
        let opening = usize::try_from(options.int(&OPENING)).unwrap_or(0).min(MOST_OPENING);
        if !board.trim().is_empty() {
            if opening > 0 {
                return Err(OptionsError::Setup(
                    "option `opening`: the game begins from a board already".to_owned(),
                ));
            }
            return Self::from_text(&board, rules)
                .map_err(|error| OptionsError::Setup(format!("option `board`: {error}")));
        }
        let side = options.int(&SIZE);
        usize::try_from(side)
            .ok()
            .and_then(|side| Self::empty(side, rules, options.text(&SWAP) == "on"))
            .map(|empty| empty.opened(opening, rng))
            .ok_or_else(|| OptionsError::Value {
                key: SIZE.key.to_owned(),
                found: side.to_string(),
                expected: format!("a whole number from {SMALLEST} to {LARGEST}"),
            })
    }

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn to_act(&self) -> Seats {
        if self.status == GameStatus::Open { Seats::one(self.turn()) } else { Seats::NONE }
    }

    fn play(&mut self, seat: Seat, mv: &Move) -> Result<(), IllegalMove> {
        self.check_turn(seat)?;
        let Some(place) = mv.place() else {
            if self.may_swap() {
                self.play_unchecked(mv);
                return Ok(());
            }
            return Err(IllegalMove(
                match (self.swap, self.given, self.stones) {
                    (false, 0, _) => "this game is played without the swap",
                    (false, ..) => {
                        "there is no swap in a game that begins with stones on the board"
                    }
                    (true, _, 0) => "there is no stone to swap yet: White puts the first one",
                    _ => "only Black's first move may be the swap",
                }
                .to_owned(),
            ));
        };
        if self.geometry.number(place).is_none() {
            let side = self.geometry.side();
            return Err(IllegalMove(format!("{mv} is not on the board of side {side}")));
        }
        if let Some(seat) = self.board.stone(place) {
            let name = SEAT_NAMES[seat];
            return Err(IllegalMove(format!("a stone of {name} stands on {}", self.move_name(mv))));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    fn forfeit(&mut self, seat: Seat) -> Result<(), IllegalMove> {
        self.check_turn(seat)?;
        self.status = GameStatus::GivenUp(seat);
        Ok(())
    }

    /// `None` while a swap is possible, because the swap responds to the first stone.
    fn passed(&self) -> Option<Self> {
        let open = self.status == GameStatus::Open && !self.swap_ahead();
        open.then(|| FenceMaster { mover: self.mover ^ 1, ..self.clone() })
    }

    fn outcome(&self) -> Option<Outcome> {
        let reason = match self.status {
            GameStatus::Open => return None,
            GameStatus::Won(_) => by(self.won).unwrap_or("tripod"),
            GameStatus::Drawn => "draw",
            GameStatus::GivenUp(_) => "forfeit",
        };
        let winner = self.winner();
        Some(Outcome {
            ranks: (0..2)
                .map(|seat| if winner.is_none_or(|w| w == seat) { 1 } else { 2 })
                .collect(),
            scores: (0..2).map(|seat| i64::from(winner == Some(seat))).collect(),
            reason,
        })
    }

    #[inline]
    fn hash(&self) -> u64 {
        let status = match self.status {
            GameStatus::Open | GameStatus::Won(_) | GameStatus::Drawn => 0,
            GameStatus::GivenUp(seat) => 1 + seat as u64,
        };
        let rest = (1 << 20)
            | u64::from(self.mover)
            | u64::from(self.swap_ahead()) << 1
            | u64::from(self.havannah()) << 2
            | status << 3
            | (self.geometry.side() as u64) << 5;
        self.hash ^ key(rest)
    }

    fn parse_move(&self, _seat: Seat, text: &str) -> Result<Move, NotationError> {
        moves::parse(text, self.geometry)
    }

    /// Letters and numbers as on Little Golem: `f5`.
    fn printed_move(&self, mv: &Move) -> PrintedMove {
        match mv.place() {
            Some(place) => PrintedMove::on(
                Printed(self.geometry, place).to_string(),
                MoveSprite::new("stone", self.mover()),
            ),
            None => PrintedMove {
                sprites: vec![MoveSprite::new("swap", self.mover())],
                ..PrintedMove::only_words("the swap")
            },
        }
    }

    fn move_action(&self, mv: &Move) -> String {
        match mv.place() {
            Some(_) => format!("play {}", self.move_name(mv)),
            None => "swap".to_owned(),
        }
    }

    fn seat_name(&self, seat: Seat) -> String {
        SEAT_NAMES[seat].to_owned()
    }

    fn won_how(&self) -> String {
        let GameStatus::Won(seat) = self.status() else { return String::new() };
        let [tripod, a_loop] = if self.havannah() { ["fork", "ring"] } else { ["tripod", "loop"] };
        let won = self.won();
        if won & LOOP != 0 {
            let ring = trace::ring(self.geometry, &self.board, seat, self.havannah());
            let inside = ring.and_then(|ring| ring.enclosed.first().copied());
            return match inside {
                Some(place) => format!(" by the {a_loop} around {}", Printed(self.geometry, place)),
                None => format!(" by a {a_loop}"),
            };
        }
        let what = if won & TRIPOD != 0 { tripod } else { "bridge" };
        let last = self.last().map(|place| Printed(self.geometry, place));
        last.map_or_else(|| format!(" by a {what}"), |last| format!(" by a {what} through {last}"))
    }

    fn encode_move(&self, mv: &Move, out: &mut Vec<u8>) {
        moves::encode(*mv, self.geometry, out);
    }

    fn decode_move(&self, bytes: &mut &[u8]) -> Option<Move> {
        moves::decode(bytes, self.geometry)
    }
}

impl Enumerable for FenceMaster {
    /// The empty cells in ascending order, then the swap.
    #[inline]
    fn legal_moves(&self, moves: &mut MoveList<Move>) {
        moves.clear();
        if self.status != GameStatus::Open {
            return;
        }
        moves.reserve(self.empties() + 1);
        self.board.empty(self.geometry, |place| moves.push(Move::on(place)));
        if self.may_swap() {
            moves.push(Move::SWAP);
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: &Move) {
        let seat = self.turn();
        self.mover ^= 1;
        let Some(place) = mv.place() else {
            let stone = self.history[0];
            self.board = Board::default();
            (self.stones, self.hash) = (0, 0);
            self.swapped = true;
            self.put(1, stone);
            return;
        };
        self.won = self.put(seat, place);
        if self.won != 0 {
            self.status = GameStatus::Won(seat);
        } else if self.empties() == 0 {
            self.status = GameStatus::Drawn;
        }
    }

    #[inline]
    fn mover(&self) -> Seat {
        if self.status == GameStatus::Open { self.turn() } else { 0 }
    }

    #[inline]
    fn legal_count(&self) -> usize {
        if self.status == GameStatus::Open {
            self.empties() + usize::from(self.may_swap())
        } else {
            0
        }
    }
}
