//! A position of Uros and the rules: legal moves, the effect of a placement, the end of the game and the
//! winner. Heuristics, words and drawings are in other modules.

use super::geometry::{
    ISLANDS, Island, IslandPlace, LAKE, MOST_SQUARES, Places, Square, Squares, Turn, bits,
    island_on, land_of, parts,
};
use super::moves::{Move, Written, parse};
use super::position_text::PositionText;
use crate::base::bytes::take_byte;
use crate::base::fixed::shorten;
use crate::base::options::{OptionKind, OptionSpec, Options, OptionsError};
use crate::base::rng::Rng;
use crate::base::util::{self, mix64};
use crate::contract::game::{
    Enumerable, Game, IllegalMove, MoveList, MoveSprite, NotationError, Outcome, PrintedMove, Seat,
    Seats,
};

pub use super::geometry::{HOUSES, SEAT_NAMES};

/// The seat that places first.
pub const START: OptionSpec = OptionSpec {
    key: "start",
    alias: None,
    label: "Who starts",
    kind: OptionKind::Choice { choices: &["red", "blue"], names: &["Red", "Blue"], default: "red" },
    about: "who begins; the first turn has one placement, each later turn two",
};

/// The end condition of the game.
pub const END_WHEN: OptionSpec = OptionSpec {
    key: "end",
    alias: None,
    label: "Game ends",
    kind: OptionKind::Choice {
        choices: &["strict", "settled"],
        names: &["When no player can move", "As soon as the result is certain"],
        default: "strict",
    },
    about: "the game ends when the player to place has no house and no island fits, or as soon as the Lake can no longer change",
};

/// The option `position`: a set-up position as text; empty for the empty Lake.
pub const POSITION: OptionSpec = OptionSpec {
    key: "position",
    alias: None,
    label: "Position",
    kind: OptionKind::Text { max_len: 800, default: "", known: &[], read: None },
    about: "a start position instead of the empty Lake: lines `lake: T@A6 S@C4/90`, `red: T.0`, `blue: S.3`, `to place: Red 2`",
};

static OPTIONS: [OptionSpec; 3] = [START, END_WHEN, POSITION];

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Over {
    /// By the rules, or early after a settled result: the Lake decides.
    Played,
    /// By agreement: the Lake decides.
    Agreed,
    /// By forfeit of that seat.
    Forfeit(Seat),
}

/// A position of Uros: it either occurs in a game, or follows from a set-up position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uros {
    /// Lake squares under an island.
    pub(super) land: Squares,
    /// Houses on the Lake, one set per player.
    pub(super) lake_houses: [Squares; 2],
    /// Houses by island and player: bit i for the island's square i, in the Reedbed and on the Lake.
    pub(super) marks: [[u8; 2]; ISLANDS],
    pub(super) places: Places,
    pub(super) pool: [u8; 2],
    mover: u8,
    /// Placements left to the mover in this turn: 1 or 2.
    pub(super) left: u8,
    over: Option<Over>,
    ends_when_settled: bool,
    pub(super) last: Option<Move>,
}

/// A village on the Lake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Village {
    /// The squares of the Lake that it covers.
    pub squares: Squares,
    /// Number of its squares, each with a house.
    pub size: u8,
    /// The number of islands under it.
    pub islands: u8,
}

impl Uros {
    /// The empty Lake, with all houses in the pools; Red places first unless `blue_starts`.
    pub fn start(blue_starts: bool, ends_when_settled: bool) -> Self {
        Uros {
            land: 0,
            lake_houses: [0; 2],
            marks: [[0; 2]; ISLANDS],
            places: [None; ISLANDS],
            pool: [HOUSES; 2],
            mover: u8::from(blue_starts),
            left: 1,
            over: None,
            ends_when_settled,
            last: None,
        }
    }

    /// A set-up position; the game may be over at once.
    pub fn given(given: &PositionText, ends_when_settled: bool) -> Self {
        let mut position = Uros::start(given.mover == 1, ends_when_settled);
        position.marks = given.marks;
        position.places = given.places;
        position.left = given.left;
        for island in Island::ALL {
            // The turn stays as it is written, even if a half turn gives the same picture: it names the free squares.
            let Some(IslandPlace { turn, corner }) = position.places[island.index()] else {
                continue;
            };
            position.land |= island.turned(turn).at(corner);
            for player in 0..2 {
                position.lake_houses[player] |=
                    position.marks_on_lake(island, player, turn, corner);
            }
        }
        for seat in 0..2 {
            position.pool[seat] = HOUSES.saturating_sub(given.houses(seat) as u8);
        }
        position.detect_end();
        position
    }

    /// Squares of the Lake that no island covers.
    #[inline]
    pub(super) fn water(&self) -> Squares {
        LAKE & !self.land
    }

    /// Lake squares of islands without a house.
    #[inline]
    pub(super) fn open_land(&self) -> Squares {
        self.land & !(self.lake_houses[0] | self.lake_houses[1])
    }

    /// Whether `island` lies in the Reedbed.
    #[inline]
    pub fn in_reedbed(&self, island: Island) -> bool {
        self.places[island.index()].is_none()
    }

    /// The islands of the Reedbed.
    pub fn reedbed(&self) -> impl Iterator<Item = Island> {
        Island::ALL.into_iter().filter(|&island| self.in_reedbed(island))
    }

    /// Whether `island` fits on the free squares of the Lake in any rotation.
    #[inline]
    pub fn fits(&self, island: Island) -> bool {
        let water = self.water();
        Turn::ALL.iter().any(|&turn| island.turned(turn).fits(water) != 0)
    }

    /// A house for the mover that changes nothing but the pool: on an island that stays in the Reedbed. All such houses
    /// have the same value.
    pub(super) fn idle_house(&self) -> Option<Move> {
        if self.over.is_some() || self.pool[usize::from(self.mover)] == 0 {
            return None;
        }
        let island = self.reedbed().find(|&i| self.free_marks(i) != 0 && !self.fits(i))?;
        Some(Move::House { island, square: self.free_marks(island).trailing_zeros() as u8 })
    }

    /// The squares of `island` without a house, bit i for square i.
    #[inline]
    pub(super) fn free_marks(&self, island: Island) -> u8 {
        let [red, blue] = self.marks[island.index()];
        !(red | blue) & ((1u8 << island.size()) - 1)
    }

    /// The turns that give different pictures of `island`: if a half turn gives the same one, houses included, two of
    /// its four turns are other names for the other two.
    #[inline]
    pub(super) fn turns(&self, island: Island) -> &'static [Turn] {
        const TWO: &[Turn] = &[Turn::ALL[0], Turn::ALL[1]];
        // A half turn maps square i to the i-th from the end.
        let unused = 8 - island.size() as u32;
        let same = |marks: &u8| marks.reverse_bits() >> unused == *marks;
        let alike = island.half_turn_alike() && self.marks[island.index()].iter().all(same);
        if alike { TWO } else { &Turn::ALL }
    }

    /// The turn, or of two names for one picture the shorter one.
    #[inline]
    pub(super) fn named(&self, island: Island, turn: Turn) -> Turn {
        if self.turns(island).contains(&turn) { turn } else { turn.opposite() }
    }

    /// Whether the Lake is final: no island of the Reedbed fits and every Lake square
    /// of an island has a house.
    pub fn settled(&self) -> bool {
        self.open_land() == 0 && !self.reedbed().any(|island| self.fits(island))
    }

    /// The villages of `seat` on the Lake.
    pub fn villages(&self, seat: Seat) -> impl Iterator<Item = Village> {
        parts(self.lake_houses[seat]).map(|squares| Village {
            squares,
            size: squares.count_ones() as u8,
            islands: self.islands_under(squares),
        })
    }

    /// The number of islands under the squares.
    fn islands_under(&self, squares: Squares) -> u8 {
        let under = |island: &Island| land_of(&self.places, *island) & squares != 0;
        Island::ALL.into_iter().filter(under).count() as u8
    }

    /// The village that decides the result for `seat`: the biggest, and of equally big ones the one on most
    /// islands. This breaks ties by islands; the metrics break them by expansion front.
    pub fn best_village(&self, seat: Seat) -> Option<Village> {
        self.villages(seat).reduce(|best, village| {
            if (village.size, village.islands) > (best.size, best.islands) { village } else { best }
        })
    }

    /// The island on a Lake square, and the number of its square there.
    pub fn island_on(&self, square: Square) -> Option<(Island, u8)> {
        island_on(&self.places, square)
    }

    /// The Lake square of an island's square; `None` while the island is in the Reedbed.
    pub fn lake_square(&self, island: Island, square: u8) -> Option<Square> {
        let place = self.places[island.index()]?;
        bits(island.turned(place.turn).square_at(usize::from(square), place.corner)).next()
    }

    /// The result if the game ended now: ranks, village sizes as scores, and the rules' name of the reason.
    fn decide(&self) -> Outcome {
        let best = [0, 1].map(|seat| self.best_village(seat));
        let size = best.map(|village| village.map_or(0, |v| v.size));
        let islands = best.map(|village| village.map_or(0, |v| v.islands));
        let won = |by_red: bool| if by_red { [1, 2] } else { [2, 1] };
        let (ranks, reason) = match self.over {
            Some(Over::Forfeit(seat)) => (won(seat != 0), "forfeit"),
            _ if size[0] != size[1] => (won(size[0] > size[1]), "size"),
            _ if islands[0] != islands[1] => (won(islands[0] > islands[1]), "islands"),
            _ => ([1, 1], "draw"),
        };
        Outcome { ranks: ranks.to_vec(), scores: size.map(i64::from).to_vec(), reason }
    }

    /// Ends the game if the player to move has no placement.
    #[inline]
    fn detect_end(&mut self) {
        let stuck = self.pool[usize::from(self.mover)] == 0
            && !self.reedbed().any(|island| self.fits(island));
        if stuck || (self.ends_when_settled && self.settled()) {
            self.over = Some(Over::Played);
        }
    }

    /// Whether a seat may build there; the error is the reason.
    pub(super) fn check_house(&self, seat: Seat, island: Island, square: u8) -> Result<(), String> {
        if usize::from(square) >= island.size() {
            let (letter, last) = (island.letter(), island.size() - 1);
            return Err(format!("island {letter} has squares 0 to {last}"));
        }
        if self.free_marks(island) & (1 << square) == 0 {
            return Err("a house stands there already".to_owned());
        }
        if self.pool[seat] == 0 {
            let name = SEAT_NAMES[seat];
            return Err(format!("{name} has no house left; an island must be placed"));
        }
        Ok(())
    }

    /// Whether an island fits there; the error is the reason.
    pub(super) fn check_island(
        &self,
        island: Island,
        turn: Turn,
        corner: Square,
    ) -> Result<(), String> {
        let (letter, turned) = (island.letter(), island.turned(turn));
        if !self.in_reedbed(island) {
            return Err(format!("island {letter} lies on the Lake already"));
        }
        if !turned.on_lake(corner) {
            return Err(format!(
                "its {} columns and {} rows reach beyond the Lake from {corner}",
                turned.width, turned.height
            ));
        }
        if let Some(taken) = bits(turned.at(corner) & self.land).next() {
            return Err(format!("it needs {}, where an island lies", taken.printed()));
        }
        if !self.turns(island).contains(&turn) {
            let same = Move::Island { island, turn: turn.opposite(), corner };
            return Err(format!(
                "a half turn of {letter} changes nothing here; the move is written {same}"
            ));
        }
        Ok(())
    }

    fn check(&self, seat: Seat, mv: &Move) -> Result<(), IllegalMove> {
        self.check_turn(seat)?;
        let checked = match *mv {
            Move::House { island, square } => self.check_house(seat, island, square),
            Move::Island { island, turn, corner } => self.check_island(island, turn, corner),
            Move::End if !self.settled() => {
                Err("the result is not settled yet; the Lake can still change".to_owned())
            }
            Move::End | Move::Agree => Ok(()),
        };
        checked.map_err(|why| IllegalMove(format!("{mv}: {why}")))
    }
}

impl From<&Uros> for PositionText {
    fn from(position: &Uros) -> PositionText {
        PositionText {
            places: position.places,
            marks: position.marks,
            mover: position.next_seat(),
            left: position.left,
        }
    }
}

impl Game for Uros {
    type Move = Move;

    fn options() -> &'static [OptionSpec] {
        &OPTIONS
    }

    fn new(options: &Options, _rng: &mut Rng) -> Result<Self, OptionsError> {
        let settled = options.text(&END_WHEN) == "settled";
        let given = options.text(&POSITION);
        if given.trim().is_empty() {
            return Ok(Uros::start(options.text(&START) == "blue", settled));
        }
        PositionText::read(&given)
            .map(|given| Uros::given(&given, settled))
            .map_err(|error| OptionsError::Setup(format!("option `position`: {error}")))
    }

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn to_act(&self) -> Seats {
        if self.over.is_some() { Seats::NONE } else { Seats::one(usize::from(self.mover)) }
    }

    fn play(&mut self, seat: Seat, mv: &Move) -> Result<(), IllegalMove> {
        self.check(seat, mv)?;
        match mv {
            Move::End => self.over = Some(Over::Played),
            Move::Agree => self.over = Some(Over::Agreed),
            _ => self.play_unchecked(mv),
        }
        self.last = Some(*mv);
        Ok(())
    }

    fn forfeit(&mut self, seat: Seat) -> Result<(), IllegalMove> {
        self.check_turn(seat)?;
        self.over = Some(Over::Forfeit(seat));
        self.last = None;
        Ok(())
    }

    /// The same position with the other player at the start of a whole turn.
    fn passed(&self) -> Option<Self> {
        let text = PositionText { mover: 1 - self.next_seat(), left: 2, ..self.into() };
        let next = Uros::given(&text, self.ends_when_settled);
        (self.over.is_none() && next.over.is_none()).then_some(next)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.over.map(|_| self.decide())
    }

    fn hash(&self) -> u64 {
        let mut hash = 0x0075_726f_735f_6c61;
        let mut mix = |word: u64| {
            hash = mix64(u64::wrapping_add(hash ^ word, 0x9e37_79b9_7f4a_7c15));
        };
        for island in Island::ALL {
            let [red, blue] = self.marks[island.index()];
            let place = self.places[island.index()]
                .map_or(0xffff, |p| (p.turn.quarters() as u64) << 8 | p.corner.index() as u64);
            mix(place << 16 | u64::from(red) << 8 | u64::from(blue));
        }
        let over = match self.over {
            None => 0,
            Some(Over::Played) => 1,
            Some(Over::Agreed) => 2,
            Some(Over::Forfeit(seat)) => 3 + seat as u64,
        };
        mix(u64::from(self.mover) | u64::from(self.left) << 8 | over << 16);
        hash
    }

    fn parse_move(&self, _seat: Seat, text: &str) -> Result<Move, NotationError> {
        match parse(text)? {
            Written::Move(mv) => Ok(mv),
            Written::HouseOn(square) => self
                .island_on(square)
                .map(|(island, square)| Move::House { island, square })
                .ok_or_else(|| NotationError {
                    text: shorten(text),
                    at: 1,
                    expected: format!("a Lake square under an island, but {square} is water"),
                }),
        }
    }

    fn printed_move(&self, mv: &Move) -> PrintedMove {
        match *mv {
            Move::House { island, square } => {
                let place = match self.lake_square(island, square) {
                    Some(on) => on.printed(),
                    None => island.square_name(square),
                };
                PrintedMove {
                    words: format!("a house on {place}"),
                    ..PrintedMove::on(place, MoveSprite::new("house", self.next_seat()))
                }
            }
            Move::Island { island, turn, corner } => {
                let how = ["", " turned right", " turned around", " turned left"][turn.quarters()];
                let arrow = ["", " ↻", " ↕", " ↺"][turn.quarters()];
                let (letter, place) = (island.letter(), corner.printed());
                PrintedMove {
                    words: format!("island {letter} on {place}{how}"),
                    short: format!("{letter} {place}{arrow}"),
                    place,
                    sprites: vec![MoveSprite {
                        kind: "island",
                        seat: None,
                        turn: turn.quarters() as u8,
                        letter: letter.to_string(),
                    }],
                }
            }
            Move::End | Move::Agree => PrintedMove::only_words("the end of the settled game"),
        }
    }

    fn move_action(&self, mv: &Move) -> String {
        match mv {
            Move::House { .. } | Move::Island { .. } => format!("place {}", self.move_name(mv)),
            Move::End | Move::Agree => "end the settled game".to_owned(),
        }
    }

    fn seat_name(&self, seat: Seat) -> String {
        SEAT_NAMES.get(seat).map_or_else(|| format!("seat {seat}"), |name| (*name).to_owned())
    }

    fn encode_move(&self, mv: &Move, out: &mut Vec<u8>) {
        // Houses: island * 8 + square, below 72. Islands: two bytes. 72: end, 73: agree.
        match *mv {
            Move::House { island, square } => out.push(island.index() as u8 * 8 + square),
            Move::Island { island, turn, corner } => {
                out.push(128 | (island.index() as u8) << 2 | turn.quarters() as u8);
                out.push(corner.index() as u8);
            }
            Move::End => out.push(72),
            Move::Agree => out.push(73),
        }
    }

    fn decode_move(&self, bytes: &mut &[u8]) -> Option<Move> {
        Some(match take_byte(bytes)? {
            72 => Move::End,
            73 => Move::Agree,
            house @ 0..72 => {
                let island = *Island::ALL.get(usize::from(house / 8))?;
                let square = house % 8;
                if usize::from(square) >= island.size() {
                    return None;
                }
                Move::House { island, square }
            }
            first => {
                let island = *Island::ALL.get(usize::from((first & 127) >> 2))?;
                let turn = Turn::ALL[usize::from(first & 3)];
                let corner = Square::from_index(usize::from(take_byte(bytes)?))?;
                Move::Island { island, turn, corner }
            }
        })
    }
}

impl Enumerable for Uros {
    fn legal_moves(&self, moves: &mut MoveList<Move>) {
        moves.clear();
        if self.over.is_some() {
            return;
        }
        let water = self.water();
        for island in self.reedbed() {
            for &turn in self.turns(island) {
                let corners = island.turned(turn).fits(water);
                moves.extend(bits(corners).map(|corner| Move::Island { island, turn, corner }));
            }
        }
        if self.pool[usize::from(self.mover)] > 0 {
            for island in Island::ALL {
                let free = self.free_marks(island);
                moves.extend(
                    (0..MOST_SQUARES as u8)
                        .filter(|square| free & (1 << square) != 0)
                        .map(|square| Move::House { island, square }),
                );
            }
        }
    }

    /// [`Move::End`] and [`Move::Agree`] are never listed and so never played here; they do nothing.
    #[inline]
    fn play_unchecked(&mut self, mv: &Move) {
        let seat = usize::from(self.mover);
        match *mv {
            Move::House { island, square } => {
                self.marks[island.index()][seat] |= 1 << square;
                self.pool[seat] -= 1;
                if let Some(place) = self.places[island.index()] {
                    self.lake_houses[seat] |=
                        island.turned(place.turn).square_at(usize::from(square), place.corner);
                }
            }
            Move::Island { island, turn, corner } => {
                self.places[island.index()] = Some(IslandPlace { turn, corner });
                self.land |= island.turned(turn).at(corner);
                for player in 0..2 {
                    self.lake_houses[player] |= self.marks_on_lake(island, player, turn, corner);
                }
            }
            Move::End | Move::Agree => return,
        }
        self.left -= 1;
        if self.left == 0 {
            self.mover ^= 1;
            self.left = 2;
        }
        self.last = Some(*mv);
        self.detect_end();
    }

    fn legal_count(&self) -> usize {
        if self.over.is_some() {
            return 0;
        }
        let water = self.water();
        let mut count = 0;
        for island in self.reedbed() {
            for &turn in self.turns(island) {
                count += island.turned(turn).fits(water).count_ones() as usize;
            }
        }
        if self.pool[usize::from(self.mover)] > 0 {
            // 35 squares; each house placed from a pool occupies one of them.
            let standing = 2 * HOUSES - self.pool[0] - self.pool[1];
            count += 35 - usize::from(standing);
        }
        count
    }
}

impl Uros {
    /// The Lake squares for the houses of `player` on `island`.
    #[inline]
    pub(super) fn marks_on_lake(
        &self,
        island: Island,
        player: usize,
        turn: Turn,
        corner: Square,
    ) -> Squares {
        let turned = island.turned(turn);
        let marks = util::bits(self.marks[island.index()][player].into());
        marks.fold(0, |squares, square| squares | turned.square_at(square, corner))
    }

    /// The seat that ended the game by giving up, if any.
    pub(super) fn forfeited(&self) -> Option<Seat> {
        match self.over {
            Some(Over::Forfeit(seat)) => Some(seat),
            _ => None,
        }
    }

    /// Whether the game ended by agreement.
    pub(super) fn agreed(&self) -> bool {
        self.over == Some(Over::Agreed)
    }

    /// The winner; `None` for a draw, and while the game goes on.
    pub(super) fn winner(&self) -> Option<Seat> {
        let ranks = self.outcome()?.ranks;
        (ranks[0] != ranks[1]).then(|| usize::from(ranks[1] < ranks[0]))
    }

    /// The seat that places next, or would place if the game went on.
    pub(super) fn next_seat(&self) -> Seat {
        usize::from(self.mover)
    }
}
