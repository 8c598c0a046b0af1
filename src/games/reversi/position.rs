//! A position of Reversi XT and the rules of the game: turns, stocks, phases, special tiles, bombs,
//! disqualification and the end. Where stones stand, what may be put where and what it captures is
//! asked of an engine: `bitboard` for plain maps, `lines` for all others.

use super::bitboard::{self, Plain};
use super::board::{Board, WORD, mixed};
use super::lines::{Lines, bits, cell};
use super::map::{MAX_BYTES, Map, Tile};
use super::moves::{self, Move, Special};
use super::{built_in, view};
use crate::game::{
    Enumerable, Game, Gauge, IllegalMove, MAX_SEATS, MoveList, NotationError, Outcome, Seat,
    SeatStatus, Seats, SetupText,
};
use crate::options::{OptionKind, OptionSpec, Options, OptionsError};
use crate::rng::Rng;
use serde_json::Value;
use std::sync::Arc;

/// The map: the name of a built-in one, or a map's text.
pub const MAP: OptionSpec = OptionSpec {
    key: "map",
    alias: None,
    label: "Map",
    kind: OptionKind::Text { max_len: MAX_BYTES, default: "othello", known: built_in::KNOWN },
    about: "a built-in map by its name, or the text of any other",
};

static OPTIONS: [OptionSpec; 1] = [MAP];

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Stones are put on the map.
    Build,
    /// Bombs are thrown.
    Elimination,
    /// The game is over.
    Over,
}

/// Where the stones are.
#[derive(Debug, PartialEq, Eq)]
enum Stones {
    Plain(Plain),
    Lines(Lines),
}

impl Clone for Stones {
    fn clone(&self) -> Self {
        match self {
            Stones::Plain(plain) => Stones::Plain(*plain),
            Stones::Lines(lines) => Stones::Lines(lines.clone()),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        match (self, other) {
            (Stones::Lines(own), Stones::Lines(other)) => own.clone_from(other),
            (own, other) => *own = other.clone(),
        }
    }
}

/// A position.
#[derive(Debug)]
pub struct Reversi {
    board: Arc<Board>,
    stones: Stones,
    overrides: [u32; MAX_SEATS],
    bombs: [u32; MAX_SEATS],
    disqualified: Seats,
    phase: Phase,
    mover: u8,
    /// How many players were skipped just before the mover.
    skipped: u8,
    /// How many plies of perft these are: when the build phase ends, everybody has been skipped before.
    skips: u8,
    /// Who made the last move, and where.
    last: Option<(u8, u16)>,
}

impl Clone for Reversi {
    fn clone(&self) -> Self {
        Reversi { board: Arc::clone(&self.board), stones: self.stones.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        if !Arc::ptr_eq(&self.board, &other.board) {
            self.board = Arc::clone(&other.board);
        }
        self.stones.clone_from(&other.stones);
        self.overrides = other.overrides;
        self.bombs = other.bombs;
        self.disqualified = other.disqualified;
        self.phase = other.phase;
        self.mover = other.mover;
        self.skipped = other.skipped;
        self.skips = other.skips;
        self.last = other.last;
    }
}

/// Positions are equal when they look alike, whatever the way that led to them.
impl PartialEq for Reversi {
    fn eq(&self, other: &Self) -> bool {
        let of = |position: &Self| {
            (
                position.overrides,
                position.bombs,
                position.disqualified,
                position.phase,
                position.mover,
            )
        };
        of(self) == of(other)
            && self.stones == other.stones
            && (Arc::ptr_eq(&self.board, &other.board) || self.board.map() == other.board.map())
    }
}

impl Eq for Reversi {}

impl Reversi {
    /// The start on a map.
    pub fn on(map: Map) -> Reversi {
        let plain = bitboard::is_plain(&map);
        Reversi::begin(map, plain)
    }

    /// The start on a map, with the engine for any map even where the quick one would do: for
    /// comparing the two.
    pub fn on_lines(map: Map) -> Reversi {
        Reversi::begin(map, false)
    }

    fn begin(map: Map, plain: bool) -> Reversi {
        let board = Board::new(map);
        let map = board.map();
        let stones = if plain {
            Stones::Plain(Plain::new(map))
        } else {
            Stones::Lines(Lines::new(&board, map.tiles.iter().copied()))
        };
        let mut position = Reversi {
            overrides: [map.overrides; MAX_SEATS],
            bombs: [map.bombs; MAX_SEATS],
            stones,
            disqualified: Seats::NONE,
            phase: Phase::Build,
            mover: 0,
            skipped: 0,
            skips: 0,
            last: None,
            board: Arc::new(board),
        };
        let last = position.seats() - 1;
        position.hand_on(last);
        position
    }

    /// The map that is played on, with its steps.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The number of players.
    #[inline]
    pub fn players(&self) -> usize {
        self.board.players()
    }

    /// What is going on.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The seat that moves, or that moved last.
    #[inline]
    pub fn turn(&self) -> Seat {
        usize::from(self.mover)
    }

    /// What stands on a tile now.
    pub fn tile(&self, tile: usize) -> Tile {
        match &self.stones {
            Stones::Plain(plain) => plain.tile(&self.board, tile),
            Stones::Lines(lines) => lines.tile(tile),
        }
    }

    /// How many stones a player has.
    #[inline]
    pub fn stones(&self, seat: Seat) -> u32 {
        match &self.stones {
            Stones::Plain(plain) => plain.stones[seat & 1].count_ones(),
            Stones::Lines(lines) => lines.count(seat),
        }
    }

    /// How many override stones a player holds.
    #[inline]
    pub fn overrides(&self, seat: Seat) -> u32 {
        self.overrides[seat]
    }

    /// How many bombs a player holds.
    #[inline]
    pub fn bombs(&self, seat: Seat) -> u32 {
        self.bombs[seat]
    }

    /// Who was taken out of the game.
    #[inline]
    pub fn disqualified(&self) -> Seats {
        self.disqualified
    }

    /// How many players were skipped just before the one to move.
    pub fn skipped(&self) -> u32 {
        u32::from(self.skipped)
    }

    /// Who made the last move, and on which tile.
    pub fn last(&self) -> Option<(Seat, usize)> {
        self.last.map(|(seat, tile)| (usize::from(seat), usize::from(tile)))
    }

    /// The general engine, if it is the one that is in use.
    pub(super) fn lines(&self) -> Option<&Lines> {
        match &self.stones {
            Stones::Lines(lines) => Some(lines),
            Stones::Plain(_) => None,
        }
    }

    /// The quick engine, if it is the one that is in use.
    pub(super) fn plain(&self) -> Option<&Plain> {
        match &self.stones {
            Stones::Plain(plain) => Some(plain),
            Stones::Lines(_) => None,
        }
    }

    /// The tiles that the mover may move on, in rising order.
    pub fn target_tiles(&self) -> impl Iterator<Item = usize> {
        let (plain, words): (u64, &[u64]) = match (&self.stones, self.phase) {
            (_, Phase::Over) => (0, &[]),
            (Stones::Plain(plain), _) => (plain.targets, &[]),
            (Stones::Lines(lines), _) => (0, lines.targets()),
        };
        let width = usize::from(self.board.map().width);
        let few = bits(plain).map(move |bit| bit / 8 * width + bit % 8);
        let many = words
            .iter()
            .enumerate()
            .flat_map(|(word, &set)| bits(set).map(move |bit| word * WORD + bit));
        few.chain(many)
    }

    /// Whether the mover may move on a tile.
    fn is_target(&self, tile: usize) -> bool {
        if self.phase == Phase::Over {
            return false;
        }
        match &self.stones {
            Stones::Plain(plain) => {
                let (x, y) = self.board.at(tile);
                plain.targets & bitboard::bit(x, y) != 0
            }
            Stones::Lines(lines) => lines.targets()[tile / WORD] >> (tile % WORD) & 1 != 0,
        }
    }

    /// How many tiles `seat` could put a stone on if it were to move in the build phase.
    pub fn mobility(&self, seat: Seat) -> u32 {
        match &self.stones {
            Stones::Plain(plain) => {
                let (own, other) = (plain.stones[seat & 1], plain.stones[seat & 1 ^ 1]);
                bitboard::targets(own, other, plain.free).count_ones()
            }
            Stones::Lines(lines) => lines.mobility(&self.board, seat, self.overrides[seat] > 0),
        }
    }

    /// How many free tiles `seat` could put a stone on if it were to move in the build phase.
    pub(super) fn free_mobility(&self, seat: Seat) -> u32 {
        match &self.stones {
            Stones::Plain(_) => self.mobility(seat),
            Stones::Lines(lines) => lines.mobility(&self.board, seat, false),
        }
    }

    /// Override stones in hand, by seat.
    pub(super) fn all_overrides(&self) -> &[u32; MAX_SEATS] {
        &self.overrides
    }

    /// Bombs in hand, by seat.
    pub(super) fn all_bombs(&self) -> &[u32; MAX_SEATS] {
        &self.bombs
    }

    /// The specials that a move on a tile can have: the first, and how many there are.
    #[inline]
    fn specials(&self, tile: usize) -> (Special, u8) {
        let Stones::Lines(lines) = &self.stones else { return (Special::None, 1) };
        match (self.phase, lines.cell(tile)) {
            (Phase::Build, cell::CHOICE) => (Special::Swap(1), self.board.map().players),
            (Phase::Build, cell::BONUS) => (Special::Bomb, 2),
            _ => (Special::None, 1),
        }
    }

    /// Whether a stone of `seat` on `tile` would turn stones in a direction, and how many: those that
    /// the walk meets first. Nought where the move would not be one.
    pub fn flanked(&self, seat: Seat, tile: usize, direction: usize) -> usize {
        let mut length = 0;
        for (here, _) in self.board.ray(tile, direction) {
            match self.tile(here) {
                Tile::Stone(player) if usize::from(player) == seat + 1 => return length,
                Tile::Stone(_) | Tile::Expansion => length += 1,
                _ => return 0,
            }
        }
        0
    }

    /// The tiles that a bomb on `tile` would make holes of, the nearest first.
    pub fn blast(&self, tile: usize) -> Vec<usize> {
        let strength = self.board.map().strength;
        match &self.stones {
            Stones::Lines(lines) => lines.blast(&self.board, tile, strength),
            Stones::Plain(_) => self.to_lines().blast(&self.board, tile, strength),
        }
    }

    /// The stones for the general engine.
    fn to_lines(&self) -> Lines {
        match &self.stones {
            Stones::Lines(lines) => lines.clone(),
            Stones::Plain(plain) => {
                let tiles = (0..self.board.tiles()).map(|tile| plain.tile(&self.board, tile));
                Lines::new(&self.board, tiles)
            }
        }
    }

    /// The seats in turn after `last`, itself as the last one, without those that are out.
    fn in_turn(&self, last: Seat) -> impl Iterator<Item = Seat> + use<> {
        let (players, out) = (self.players(), self.disqualified);
        (last + 1..players).chain(0..=last).filter(move |&seat| !out.contains(seat))
    }

    /// Finds who moves after `last`, and whether a phase ends with that.
    fn hand_on(&mut self, last: Seat) {
        self.skipped = 0;
        self.skips = 0;
        if !self.disqualified.is_empty() && self.in_turn(last).nth(1).is_none() {
            self.phase = Phase::Over;
            return;
        }
        if self.phase == Phase::Build {
            for (skipped, seat) in self.in_turn(last).enumerate() {
                let any = match &mut self.stones {
                    Stones::Plain(plain) => plain.find_targets(seat),
                    Stones::Lines(lines) => {
                        lines.find_targets(&self.board, seat, self.overrides[seat] > 0)
                    }
                };
                if any {
                    self.mover = seat as u8;
                    self.skipped = skipped as u8;
                    self.skips = skipped as u8;
                    return;
                }
            }
            self.phase = Phase::Elimination;
            self.skips = self.in_turn(last).count() as u8;
        }
        // The last one who was asked is `last` itself, so the next one begins to throw.
        let thrower = self.in_turn(last).enumerate().find(|&(_, seat)| self.bombs[seat] > 0);
        if let Some((skipped, seat)) = thrower {
            if self.plain().is_some() {
                self.stones = Stones::Lines(self.to_lines());
            }
            if let Stones::Lines(lines) = &mut self.stones
                && lines.find_bomb_targets()
            {
                self.mover = seat as u8;
                self.skipped = skipped as u8;
                self.skips += skipped as u8;
                return;
            }
        }
        self.phase = Phase::Over;
    }

    fn refused(&self, seat: Seat, mv: &Move, tile: usize) -> String {
        let place = format!("{},{}", mv.x, mv.y);
        let here = self.tile(tile);
        if here == Tile::Hole {
            return format!("{place} is a hole");
        }
        if here.is_free() {
            return format!("{place} is not legal: a stone there would capture nothing");
        }
        if self.overrides[seat] == 0 {
            return format!(
                "{place} is occupied, and {} has no override stone",
                self.seat_name(seat)
            );
        }
        format!("{place} is not legal: an override stone there would capture no other stone")
    }

    /// What is wrong with the special part of a move on a legal tile.
    fn wrong_special(&self, mv: &Move, tile: usize) -> Option<String> {
        let (x, y) = (mv.x, mv.y);
        let players = self.players();
        match (self.specials(tile).0, mv.special) {
            (Special::None, Special::None)
            | (Special::Swap(_), Special::Swap(_))
            | (Special::Bomb, Special::Bomb | Special::Override) => None,
            (Special::Swap(_), _) => Some(format!(
                "{x},{y} is a choice tile: expected {x},{y}=P with a player P from 1 to {players}"
            )),
            (Special::Bomb, _) => {
                Some(format!("{x},{y} is a bonus tile: expected {x},{y}=bomb or {x},{y}=override"))
            }
            _ => Some(format!("nothing is to be chosen on {x},{y}: expected {x},{y} alone")),
        }
    }

    /// Plays a legal move of the build phase.
    fn build(&mut self, seat: Seat, tile: usize, mv: &Move) {
        let lines = match &mut self.stones {
            Stones::Plain(plain) => {
                plain.play(seat, bitboard::bit(mv.x, mv.y));
                return;
            }
            Stones::Lines(lines) => lines,
        };
        let players = self.board.players();
        let before = lines.cell(tile);
        if before <= cell::EXPANSION {
            self.overrides[seat] = self.overrides[seat].saturating_sub(1);
        }
        lines.play(&self.board, seat, tile);
        match (before, mv.special) {
            (cell::INVERSION, _) => {
                let mut to = [0; MAX_SEATS];
                for (from, to) in to.iter_mut().enumerate() {
                    *to = (from + 1) % players;
                }
                lines.hand_over(&self.board, &to[..players]);
            }
            (cell::CHOICE, Special::Swap(player)) => {
                let with = usize::from(player - 1).min(players - 1);
                if with != seat {
                    let mut to = [0, 1, 2, 3, 4, 5, 6, 7];
                    to.swap(seat, with);
                    lines.hand_over(&self.board, &to[..players]);
                }
            }
            (cell::BONUS, Special::Bomb) => {
                self.bombs[seat] = self.bombs[seat].saturating_add(1);
            }
            (cell::BONUS, Special::Override) => {
                self.overrides[seat] = self.overrides[seat].saturating_add(1);
            }
            _ => {}
        }
    }

    /// Throws a bomb.
    fn throw(&mut self, seat: Seat, tile: usize) {
        self.bombs[seat] = self.bombs[seat].saturating_sub(1);
        let blast = self.blast(tile);
        if let Stones::Lines(lines) = &mut self.stones {
            lines.destroy(&self.board, &blast);
        }
    }

    /// Leaves after `depth` plies, those skips counted that come first.
    fn leaves(&self, depth: u32, spare: &mut Vec<(MoveList<Move>, Reversi)>) -> u64 {
        let skips = u32::from(self.skips);
        match depth {
            0 => return 1,
            _ if depth <= skips => return 1,
            _ if self.phase == Phase::Over => return 0,
            _ if depth == skips + 1 => return self.legal_count() as u64,
            _ => {}
        }
        let (mut moves, mut next) = spare.pop().unwrap_or_else(|| (MoveList::new(), self.clone()));
        self.legal_moves(&mut moves);
        let mut leaves = 0;
        for mv in &moves {
            next.clone_from(self);
            next.play_unchecked(mv);
            leaves += next.leaves(depth - skips - 1, spare);
        }
        spare.push((moves, next));
        leaves
    }
}

impl Game for Reversi {
    type Move = Move;

    fn options() -> &'static [OptionSpec] {
        &OPTIONS
    }

    fn setup_text() -> Option<&'static SetupText> {
        Some(&built_in::SETUP)
    }

    fn new(options: &Options, _rng: &mut Rng) -> Result<Self, OptionsError> {
        let text = options.text(&MAP);
        let map = built_in::map_of(&text).map_err(OptionsError::Setup)?;
        Ok(Reversi::on(map))
    }

    fn seats(&self) -> usize {
        self.players()
    }

    fn seat_name(&self, seat: Seat) -> String {
        format!("Player {}", seat + 1)
    }

    fn to_act(&self) -> Seats {
        if self.phase == Phase::Over { Seats::NONE } else { Seats::one(self.turn()) }
    }

    fn play(&mut self, seat: Seat, mv: &Move) -> Result<(), IllegalMove> {
        let to_act = self.to_act();
        if !to_act.contains(seat) {
            return Err(IllegalMove::out_of_turn(seat, to_act));
        }
        let map = self.board.map();
        if mv.x >= map.width || mv.y >= map.height {
            return Err(IllegalMove(format!(
                "{},{} is not on the map, which has {} columns and {} rows",
                mv.x, mv.y, map.width, map.height
            )));
        }
        let tile = self.board.number(mv.x, mv.y);
        if !self.is_target(tile) {
            return Err(IllegalMove(self.refused(seat, mv, tile)));
        }
        if let Some(wrong) = self.wrong_special(mv, tile) {
            return Err(IllegalMove(wrong));
        }
        if matches!(mv.special, Special::Swap(player) if !(1..=self.players()).contains(&player.into()))
        {
            return Err(IllegalMove(format!("{mv}: there is no such player")));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Disqualifies the seat; its stones stay.
    fn forfeit(&mut self, seat: Seat) -> Result<(), IllegalMove> {
        let to_act = self.to_act();
        if !to_act.contains(seat) {
            return Err(IllegalMove::out_of_turn(seat, to_act));
        }
        self.disqualified = self.disqualified.with(seat);
        self.hand_on(seat);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.phase != Phase::Over {
            return None;
        }
        let seats = 0..self.players();
        let out = |seat: Seat| self.disqualified.contains(seat);
        let better = |a: Seat, b: Seat| !out(a) && (out(b) || self.stones(a) > self.stones(b));
        let rank = |seat: Seat| 1 + seats.clone().filter(|&other| better(other, seat)).count();
        Some(Outcome {
            ranks: seats.clone().map(|seat| rank(seat) as u8).collect(),
            scores: seats.clone().map(|seat| i64::from(self.stones(seat))).collect(),
            reason: if seats.clone().filter(|&seat| !out(seat)).count() == 1 {
                "last one left"
            } else {
                "stones"
            },
        })
    }

    fn hash(&self) -> u64 {
        let mut hash = match &self.stones {
            Stones::Lines(lines) => lines.hash(),
            Stones::Plain(plain) => mixed(plain.stones[0] ^ mixed(plain.stones[1])),
        };
        let out = (0..self.players())
            .fold(0, |set, seat| set << 1 | u64::from(self.disqualified.contains(seat)));
        hash ^= mixed(u64::from(self.mover) << 16 | (self.phase as u64) << 8 | out);
        for seat in 0..self.players() {
            let stock = u64::from(self.overrides[seat]) << 32 | u64::from(self.bombs[seat]);
            hash ^= mixed(stock.wrapping_add(mixed(seat as u64 + 1)));
        }
        hash
    }

    fn parse_move(&self, _seat: Seat, text: &str) -> Result<Move, NotationError> {
        moves::parse(text, self.board.map())
    }

    fn describe_move(&self, mv: &Move) -> String {
        view::describe(self, mv)
    }

    /// The number of the move among the legal ones, plus one; nought and the move itself for others.
    fn encode_move(&self, mv: &Move, out: &mut Vec<u8>) {
        let mut legal = MoveList::new();
        self.legal_moves(&mut legal);
        match legal.iter().position(|legal| legal == mv) {
            Some(number) => {
                let mut rest = number + 1;
                while rest >= 0x80 {
                    out.push(rest as u8 | 0x80);
                    rest >>= 7;
                }
                out.push(rest as u8);
            }
            None => {
                let special = match mv.special {
                    Special::None => 0,
                    Special::Swap(player) => player,
                    Special::Bomb => 20,
                    Special::Override => 21,
                };
                out.extend([0, mv.x, mv.y, special]);
            }
        }
    }

    fn decode_move(&self, bytes: &mut &[u8]) -> Option<Move> {
        let (&first, rest) = bytes.split_first()?;
        if first == 0 {
            let &[x, y, special, ref rest @ ..] = rest else { return None };
            *bytes = rest;
            let special = match special {
                0 => Special::None,
                20 => Special::Bomb,
                21 => Special::Override,
                player if usize::from(player) <= self.players() => Special::Swap(player),
                _ => return None,
            };
            let map = self.board.map();
            return (x < map.width && y < map.height).then_some(Move { x, y, special });
        }
        let (mut number, mut shift, mut byte, mut rest) = (0usize, 0, first, rest);
        loop {
            number |= usize::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
            shift += 7;
            let (&next, after) = rest.split_first().filter(|_| shift < 21)?;
            (byte, rest) = (next, after);
        }
        let mut legal = MoveList::new();
        self.legal_moves(&mut legal);
        let mv = *legal.get(number.checked_sub(1)?)?;
        *bytes = rest;
        Some(mv)
    }

    fn summary(&self) -> Value {
        view::summary(self)
    }

    fn view(&self) -> Value {
        view::view(self)
    }

    fn spot(&self, mv: &Move) -> Value {
        view::spot(self, mv)
    }

    fn status(&self, seat: Seat) -> SeatStatus {
        view::status(self, seat)
    }

    fn gauges(&self) -> Vec<Gauge> {
        view::gauges(self)
    }

    fn report(&self) -> Vec<(&'static str, String)> {
        view::report(self)
    }

    fn turn_words(&self) -> String {
        view::turn_words(self)
    }

    fn inspect(&self, question: &Value) -> Result<Value, String> {
        view::inspect(self, question)
    }
}

impl Enumerable for Reversi {
    #[inline]
    fn legal_moves(&self, moves: &mut MoveList<Move>) {
        moves.clear();
        if let (Stones::Plain(plain), Phase::Build) = (&self.stones, self.phase) {
            moves.extend(
                bits(plain.targets).map(|bit| Move::plain((bit % 8) as u8, (bit / 8) as u8)),
            );
            return;
        }
        let Stones::Lines(lines) = &self.stones else { return };
        if self.phase == Phase::Over {
            return;
        }
        let tiles = lines.targets().iter().enumerate();
        for tile in tiles.flat_map(|(word, &set)| bits(set).map(move |bit| word * WORD + bit)) {
            let (x, y) = self.board.at(tile);
            let (first, count) = self.specials(tile);
            if count == 1 {
                moves.push(Move { x, y, special: first });
                continue;
            }
            for number in 0..count {
                let special = match first {
                    Special::Swap(_) => Special::Swap(number + 1),
                    _ if number == 0 => Special::Bomb,
                    _ => Special::Override,
                };
                moves.push(Move { x, y, special });
            }
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: &Move) {
        let seat = self.turn();
        let tile = self.board.number(mv.x, mv.y);
        match self.phase {
            Phase::Build => self.build(seat, tile, mv),
            Phase::Elimination => self.throw(seat, tile),
            Phase::Over => return,
        }
        self.last = Some((self.mover, tile as u16));
        self.hand_on(seat);
    }

    #[inline]
    fn mover(&self) -> Seat {
        if self.phase == Phase::Over { 0 } else { self.turn() }
    }

    fn legal_count(&self) -> usize {
        match (&self.stones, self.phase) {
            (_, Phase::Over) => 0,
            (Stones::Plain(plain), _) => plain.targets.count_ones() as usize,
            (Stones::Lines(_), _) => {
                self.target_tiles().map(|tile| usize::from(self.specials(tile).1)).sum()
            }
        }
    }

    /// A skip is a ply of its own here, those just before the mover included. At the end of the build
    /// phase everybody is skipped; a finished game has no leaves.
    fn perft(&self, depth: u32) -> u64 {
        match (&self.stones, depth) {
            (Stones::Plain(plain), 1..)
                if self.phase == Phase::Build && self.bombs == [0; MAX_SEATS] =>
            {
                let (own, other) = (plain.stones[self.turn()], plain.stones[self.turn() ^ 1]);
                match depth.checked_sub(self.skips.into()) {
                    None | Some(0) => 1,
                    Some(depth) => Plain::perft(own, other, plain.free, depth),
                }
            }
            _ => self.leaves(depth, &mut Vec::new()),
        }
    }
}
