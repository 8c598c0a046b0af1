//! The `Game` contract of Reversi XT; and perft.

use super::super::bitboard::{self, Plain};
use super::super::board::mixed;
use super::super::lines::Lines;
use super::super::map::{Map, Tile};
use super::super::moves::{self, Move, Special};
use super::super::names::name;
use super::super::position_text::PositionText;
use super::super::steps::WORD;
use super::stones::Stones;
use super::{MAP, MOST_BUILT, POSITION, Phase, Reversi, player};
use crate::base::bytes::{put_number, take_number};
use crate::base::options::{OptionSpec, Options, OptionsError};
use crate::base::rng::Rng;
use crate::base::util::bits;
use crate::contract::game::{
    Enumerable, FORFEIT, Game, IllegalMove, MAX_SEATS, MoveList, MoveSprite, NotationError,
    Outcome, PrintedMove, ResourceEstimate, Seat, Seats,
};

static OPTIONS: [OptionSpec; 2] = [MAP, POSITION];

impl Game for Reversi {
    type Move = Move;

    fn options() -> &'static [OptionSpec] {
        &OPTIONS
    }

    fn printed_move(&self, mv: &Move) -> PrintedMove {
        let place = name(mv.x, mv.y);
        let seat = self.turn();
        if self.phase == Phase::Elimination {
            return PrintedMove {
                words: format!("a bomb on {place}"),
                ..PrintedMove::on(place, MoveSprite::new("bomb", seat))
            };
        }
        let map = self.board.map();
        let inside = mv.x < map.width && mv.y < map.height;
        let taken = inside
            && matches!(self.tile(self.board.number(mv.x, mv.y)), Tile::Stone(_) | Tile::Expansion);
        let kind = if taken { "override" } else { "stone" };
        let mut sprites = vec![MoveSprite::new(kind, seat)];
        let words = match mv.special {
            Special::None => place.clone(),
            Special::Bomb => format!("{place} for a bomb"),
            Special::Override => format!("{place} for an override stone"),
            Special::Swap(number) if usize::from(number) == seat + 1 => {
                format!("{place} without a swap")
            }
            Special::Swap(number) => {
                let other = usize::from(number).saturating_sub(1);
                sprites.push(MoveSprite::new("stone", other));
                format!("{place} to swap with {}", player(other))
            }
        };
        PrintedMove { short: words.clone(), words, place, sprites }
    }

    fn new(options: &Options, _rng: &mut Rng) -> Result<Self, OptionsError> {
        let given = options.text(&POSITION);
        if given.trim().is_empty() {
            return Ok(Reversi::on(options.parsed::<Map>(&MAP)?));
        }
        PositionText::read(&given)
            .map(|given| Reversi::given(&given))
            .map_err(|error| OptionsError::Setup(format!("option `position`: {error}")))
    }

    fn seats(&self) -> usize {
        self.players()
    }

    fn to_act(&self) -> Seats {
        if self.phase == Phase::Over { Seats::NONE } else { Seats::one(self.turn()) }
    }

    fn play(&mut self, seat: Seat, mv: &Move) -> Result<(), IllegalMove> {
        self.check_turn(seat)?;
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
        self.check_turn(seat)?;
        self.disqualified = self.disqualified.with(seat);
        self.advance_turn(seat);
        Ok(())
    }

    /// Disqualifies a seat that is not to move; the seat to move stays the same unless no other seat is left.
    fn disqualify(&mut self, seat: Seat) -> Result<(), IllegalMove> {
        let to_act = self.to_act();
        let Some(mover) = to_act.first() else { return Err(IllegalMove::over()) };
        if seat >= self.players() || self.disqualified.contains(seat) {
            return Err(IllegalMove(format!("player {} is not in the game", seat + 1)));
        }
        if seat == mover {
            let message = format!("player {} owes a move: expected `{FORFEIT}`", seat + 1);
            return Err(IllegalMove(message));
        }
        self.disqualified = self.disqualified.with(seat);
        if self.playing().count() == 1 {
            self.phase = Phase::Over;
        }
        Ok(())
    }

    /// The position after a pass to the next player who can move in the same phase.
    fn passed(&self) -> Option<Self> {
        let mut next = self.clone();
        next.advance_turn(self.turn());
        let other = next.phase == self.phase && next.turn() != self.turn();
        (self.phase != Phase::Over && other).then_some(next)
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
            reason: if self.playing().count() == 1 { "last one left" } else { "stones" },
        })
    }

    fn hash(&self) -> u64 {
        let mut hash = match &self.stones {
            Stones::Lines(lines) => lines.hash,
            Stones::Plain(plain) => mixed(plain.stones[0] ^ mixed(plain.stones[1])),
        };
        let out = (0..self.players())
            .fold(0, |set, seat| set << 1 | u64::from(self.disqualified.contains(seat)));
        hash ^= mixed(u64::from(self.mover) << 16 | (self.phase as u64) << 8 | out);
        if self.left != u32::MAX {
            hash ^= mixed(u64::from(self.left) << 32 | 0xb01d);
        }
        for seat in 0..self.players() {
            let stock = u64::from(self.overrides[seat]) << 32 | u64::from(self.bombs[seat]);
            hash ^= mixed(stock.wrapping_add(mixed(seat as u64 + 1)));
        }
        hash
    }

    fn parse_move(&self, _seat: Seat, text: &str) -> Result<Move, NotationError> {
        moves::parse(text, self.board.map())
    }

    fn move_action(&self, mv: &Move) -> String {
        match self.phase {
            Phase::Elimination => format!("throw a bomb at {}", name(mv.x, mv.y)),
            Phase::Build | Phase::Over => format!("play {}", self.move_name(mv)),
        }
    }

    fn seat_name(&self, seat: Seat) -> String {
        player(seat)
    }

    /// The index of the move among the legal moves, plus one; for other moves zero and the move itself.
    fn encode_move(&self, mv: &Move, out: &mut Vec<u8>) {
        let mut legal = MoveList::new();
        self.legal_moves(&mut legal);
        match legal.iter().position(|legal| legal == mv) {
            Some(number) => put_number(out, number as u64 + 1),
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
        if let &[0, ref rest @ ..] = *bytes {
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
        // On every map the number of legal moves fits into three bytes.
        let number = take_number(bytes, 3)? as usize;
        let mut legal = MoveList::new();
        self.legal_moves(&mut legal);
        legal.get(number.checked_sub(1)?).copied()
    }

    fn resource_estimate(&self) -> ResourceEstimate {
        let heap = self.lines().map_or(0, Lines::heap_bytes);
        let (tiles, players) = (self.board.tiles() as u64, self.players() as u64);
        let build = self.left.min(MOST_BUILT);
        ResourceEstimate {
            bytes: size_of::<Self>() + heap,
            ply_us: 50 + tiles * players / 32,
            // A bomb destroys at least one tile; and every player can be disqualified once.
            max_plies: u64::from(build) + tiles + players,
        }
    }
}

impl Enumerable for Reversi {
    #[inline]
    fn legal_moves(&self, moves: &mut MoveList<Move>) {
        moves.clear();
        if let (Stones::Plain(plain), Phase::Build) = (&self.stones, self.phase) {
            moves.reserve(plain.targets.count_ones() as usize);
            for bit in bits(plain.targets) {
                moves.push(bitboard::move_on(bit));
            }
            return;
        }
        let Stones::Lines(lines) = &self.stones else { return };
        if self.phase == Phase::Over {
            return;
        }
        let tiles = lines.targets.iter().enumerate();
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
        self.advance_turn(seat);
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

    /// Here a skip is a separate ply, including the skips just before the mover. At the end of the build
    /// phase every player is skipped; a finished game has no leaves.
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

impl Reversi {
    /// The number of leaves after `depth` plies, including the skips before the mover.
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
