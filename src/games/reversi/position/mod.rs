//! A position of Reversi XT: the stones, the stocks of all players, the turn, and queries about
//! them. `stones` has the engines, `turns` the rules of turns and phases, `contract`
//! the implementation of the `Game` contract.

mod contract;
mod stones;
mod turns;

use super::bitboard::{self, Plain};
use super::board::Board;
use super::built_in;
use super::lines::{Lines, cell};
use super::map::{Border, MAX_BYTES, Map, Tile};
use super::moves::Special;
use super::position_text::PositionText;
use super::steps::WORD;
use crate::base::options::{OptionKind, OptionSpec, Parsed};
use crate::base::util::bits;
use crate::contract::game::{Game, MAX_SEATS, Seat, Seats};
use std::sync::Arc;
use stones::Stones;

/// The map: the name of a built-in one, or a map's text.
pub const MAP: OptionSpec = OptionSpec {
    key: "map",
    alias: None,
    label: "Map",
    kind: OptionKind::Text {
        max_len: MAX_BYTES,
        default: "othello",
        known: built_in::KNOWN,
        read: Some(|text| Ok(Parsed::new(built_in::map_of(text)?))),
    },
    about: "a built-in map, or the text of your own map",
};

/// A start position, as position text.
pub const POSITION: OptionSpec = OptionSpec {
    key: "position",
    alias: None,
    label: "Position",
    kind: OptionKind::Text { max_len: MAX_BYTES, default: "", known: &[], read: None },
    about: "a start position instead of a map: the map's text with the current stones, then `to move: 2`, `overrides: 1 0`, `bombs: 0 0`, `phase: 1`, `out: 3`",
};

/// The name of a seat.
pub(super) fn player(seat: Seat) -> String {
    COLOURS.get(seat).map_or_else(|| format!("seat {seat}"), |colour| (*colour).to_owned())
}

/// The names of the seats, after the colours of their stones.
const COLOURS: [&str; MAX_SEATS] =
    ["Red", "Blue", "Green", "Orange", "Purple", "Sky", "Olive", "Grey"];

/// The phase of a game, in the order of the rules file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Stones are put on the map.
    Build,
    /// Bombs are thrown.
    Elimination,
    /// The game is over.
    Over,
}

/// Maximum number of plies of a build phase. Every ply uses a free tile or an override stone, so on every map ever played
/// it ends long before; but a map may contain billions of override stones.
pub const MOST_BUILT: u32 = 5_000;

/// A position: the stones, the stocks, the phase and the turn; clones share the board.
#[derive(Debug)]
pub struct Reversi {
    board: Arc<Board>,
    stones: Stones,
    /// Override stones in hand, by seat.
    pub(super) overrides: [u32; MAX_SEATS],
    /// Bombs in hand, by seat.
    pub(super) bombs: [u32; MAX_SEATS],
    disqualified: Seats,
    phase: Phase,
    mover: u8,
    /// The number of players skipped just before the mover.
    skipped: u8,
    /// The number of perft plies of these skips: when the build phase ends, every player was skipped first.
    skips: u8,
    /// The seat and tile of the last move.
    last: Option<(u8, u16)>,
    /// Plies left in the build phase; [`u32::MAX`] if the map itself limits them.
    left: u32,
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
        self.left = other.left;
    }
}

/// Two positions are equal if they look alike, whatever the moves that led to them.
impl PartialEq for Reversi {
    fn eq(&self, other: &Self) -> bool {
        let of = |position: &Self| {
            (
                position.overrides,
                position.bombs,
                position.disqualified,
                position.phase,
                position.mover,
                position.left,
            )
        };
        of(self) == of(other)
            && self.stones == other.stones
            && (Arc::ptr_eq(&self.board, &other.board) || self.board.map() == other.board.map())
    }
}

impl Eq for Reversi {}

/// Map, stones and stocks of a position.
impl From<&Reversi> for PositionText {
    fn from(position: &Reversi) -> PositionText {
        let board = position.board();
        let tiles: Vec<_> = (0..board.tiles()).map(|tile| position.tile(tile)).collect();
        let mut map = Map { tiles, ..board.map().clone() };
        // Transitions whose tile was blown up no longer exist.
        let gone = |border: &Border| map.tile(border.x.into(), border.y.into()) == Tile::Hole;
        let left = map.transitions.iter().filter(|pair| !pair.iter().any(gone));
        map.transitions = left.copied().collect();
        PositionText {
            map,
            // After the end no player is to move, and the text does not depend on who moved last.
            mover: if position.phase() == Phase::Over { 0 } else { position.turn() },
            overrides: position.overrides,
            bombs: position.bombs,
            elimination: position.phase() != Phase::Build,
            out: position.disqualified(),
        }
    }
}

impl Reversi {
    /// The start position on a map.
    pub fn on(map: impl Into<Arc<Map>>) -> Reversi {
        let map = map.into();
        let plain = map.is_plain();
        Reversi::begin(map, plain)
    }

    /// The start position on a map, always with the general engine: for comparison with the quick
    /// engine.
    pub fn on_lines(map: impl Into<Arc<Map>>) -> Reversi {
        Reversi::begin(map.into(), false)
    }

    /// The position of a position text. If the seat to move there has no legal move, it is skipped.
    pub fn given(given: &PositionText) -> Reversi {
        let players = usize::from(given.map.players);
        let none = given.overrides[..players].iter().all(|&held| held == 0);
        let plain = none && given.map.is_plain();
        let mut position =
            Reversi::before_first_turn(Arc::new(given.map.clone()), plain, &given.overrides);
        position.overrides = given.overrides;
        position.bombs = given.bombs;
        position.disqualified = given.out;
        if given.elimination {
            position.phase = Phase::Elimination;
        }
        // The search for the next mover starts after the previous seat.
        position.advance_turn((given.mover + players - 1) % players);
        position
    }

    fn begin(map: Arc<Map>, plain: bool) -> Reversi {
        let overrides = [map.overrides; MAX_SEATS];
        let mut position = Reversi::before_first_turn(map, plain, &overrides);
        let last = position.seats() - 1;
        position.advance_turn(last);
        position
    }

    /// The stones of a map, before the first seat to move is determined.
    fn before_first_turn(map: Arc<Map>, plain: bool, overrides: &[u32; MAX_SEATS]) -> Reversi {
        let board = Board::new(map);
        let map = board.map();
        let stones = if plain {
            Stones::Plain(Plain::new(map))
        } else {
            Stones::Lines(Lines::new(&board, map.tiles.iter().copied()))
        };
        let free = map.tiles.iter().filter(|tile| tile.is_free()).count() as u64;
        let bonus = map.tiles.iter().filter(|tile| **tile == Tile::Bonus).count() as u64;
        let held = overrides[..usize::from(map.players)].iter().map(|&held| u64::from(held));
        let most = free + bonus + held.sum::<u64>();
        Reversi {
            left: if most > u64::from(MOST_BUILT) { MOST_BUILT } else { u32::MAX },
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
        }
    }

    /// The map with its steps.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The number of players, 2 to 8, disqualified ones included.
    #[inline]
    pub fn players(&self) -> usize {
        self.board.players()
    }

    /// Stones, bombs, or the end of the game.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The seat to move, or the last one that moved.
    #[inline]
    pub fn turn(&self) -> Seat {
        usize::from(self.mover)
    }

    /// The current content of a tile.
    pub fn tile(&self, tile: usize) -> Tile {
        match &self.stones {
            Stones::Plain(plain) => plain.tile(self.board.at(tile)),
            Stones::Lines(lines) => lines.tile(tile),
        }
    }

    /// The number of stones of a player.
    #[inline]
    pub fn stones(&self, seat: Seat) -> u32 {
        match &self.stones {
            Stones::Plain(plain) => plain.stones[seat & 1].count_ones(),
            Stones::Lines(lines) => lines.stones[seat],
        }
    }

    /// The number of tiles on which a stone can be placed without an override stone.
    #[inline]
    pub(super) fn free(&self) -> u32 {
        match &self.stones {
            Stones::Plain(plain) => plain.free.count_ones(),
            Stones::Lines(lines) => lines.free,
        }
    }

    /// The number of tiles that are not holes.
    #[inline]
    pub(super) fn tiles_left(&self) -> u32 {
        match &self.stones {
            Stones::Plain(plain) => (plain.free | plain.stones[0] | plain.stones[1]).count_ones(),
            Stones::Lines(lines) => lines.left,
        }
    }

    /// The number of override stones in a player's hand.
    #[inline]
    pub fn overrides(&self, seat: Seat) -> u32 {
        self.overrides[seat]
    }

    /// The number of bombs in a player's hand.
    #[inline]
    pub fn bombs(&self, seat: Seat) -> u32 {
        self.bombs[seat]
    }

    /// The disqualified seats; their stones stay on the map.
    #[inline]
    pub fn disqualified(&self) -> Seats {
        self.disqualified
    }

    /// The number of plies left in the build phase, if the map itself does not limit them.
    pub fn plies_left(&self) -> Option<u32> {
        (self.left != u32::MAX).then_some(self.left)
    }

    /// The number of players skipped just before the seat to move.
    pub fn skipped(&self) -> u32 {
        u32::from(self.skipped)
    }

    /// The seat and tile of the last move.
    pub fn last(&self) -> Option<(Seat, usize)> {
        self.last.map(|(seat, tile)| (usize::from(seat), usize::from(tile)))
    }

    /// The general engine, if it is in use.
    pub(super) fn lines(&self) -> Option<&Lines> {
        match &self.stones {
            Stones::Lines(lines) => Some(lines),
            Stones::Plain(_) => None,
        }
    }

    /// The quick engine, if it is in use.
    pub(super) fn plain(&self) -> Option<&Plain> {
        match &self.stones {
            Stones::Plain(plain) => Some(plain),
            Stones::Lines(_) => None,
        }
    }

    /// The board name in the calibration: the plain board, or any other.
    pub(super) fn board_name(&self) -> String {
        if self.plain().is_some() { "plain" } else { "other" }.to_owned()
    }

    /// The tiles on which the mover may move, in ascending order.
    pub fn target_tiles(&self) -> impl Iterator<Item = usize> {
        let (plain, words): (u64, &[u64]) = match (&self.stones, self.phase) {
            (_, Phase::Over) => (0, &[]),
            (Stones::Plain(plain), _) => (plain.targets, &[]),
            (Stones::Lines(lines), _) => (0, &lines.targets),
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
    pub fn is_target(&self, tile: usize) -> bool {
        if self.phase == Phase::Over {
            return false;
        }
        match &self.stones {
            Stones::Plain(plain) => {
                let (x, y) = self.board.at(tile);
                plain.targets & bitboard::bit(x, y) != 0
            }
            Stones::Lines(lines) => lines.targets[tile / WORD] >> (tile % WORD) & 1 != 0,
        }
    }

    /// The number of tiles on which `seat` could place a stone if it were to move in the build phase.
    pub fn mobility(&self, seat: Seat) -> u32 {
        match &self.stones {
            Stones::Plain(plain) => {
                let (own, other) = (plain.stones[seat & 1], plain.stones[seat & 1 ^ 1]);
                bitboard::targets(own, other, plain.free).count_ones()
            }
            Stones::Lines(lines) => lines.mobility(&self.board, seat, self.overrides[seat] > 0),
        }
    }

    /// The number of free tiles on which `seat` could place a stone if it were to move in the build phase.
    pub(super) fn free_mobility(&self, seat: Seat) -> u32 {
        match &self.stones {
            Stones::Plain(_) => self.mobility(seat),
            // Already found when it became the seat to move.
            Stones::Lines(lines)
                if self.phase == Phase::Build && seat == usize::from(self.mover) =>
            {
                lines.free_targets
            }
            Stones::Lines(lines) => lines.mobility(&self.board, seat, false),
        }
    }

    /// Stones on the map, by seat.
    pub(super) fn all_stones(&self) -> [u32; MAX_SEATS] {
        let players = self.players();
        std::array::from_fn(|seat| if seat < players { self.stones(seat) } else { 0 })
    }

    /// The seats that are not disqualified.
    pub(super) fn playing(&self) -> impl Iterator<Item = Seat> + use<> {
        let out = self.disqualified;
        (0..self.players()).filter(move |&seat| !out.contains(seat))
    }

    /// The possible specials of a move on a tile: the first, and the number of them.
    #[inline]
    fn specials(&self, tile: usize) -> (Special, u8) {
        let Stones::Lines(lines) = &self.stones else { return (Special::None, 1) };
        match (self.phase, lines.cells[tile]) {
            (Phase::Build, cell::CHOICE) => (Special::Swap(1), self.board.map().players),
            (Phase::Build, cell::BONUS) => (Special::Bomb, 2),
            _ => (Special::None, 1),
        }
    }

    /// The number of stones that a stone of `seat` on `tile` would turn in a direction; they are the first ones
    /// of the walk. Zero if the walk flanks nothing.
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

    /// The tiles that a bomb on `tile` would turn into holes, in order of distance.
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
                let tiles = (0..self.board.tiles()).map(|tile| plain.tile(self.board.at(tile)));
                Lines::new(&self.board, tiles)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::built_in::{MAPS, map_of};
    use super::*;
    use crate::base::rng::{Rng, Stream};
    use crate::contract::game::{Enumerable, MoveList};

    /// The stored number of free tiles on which the mover can play equals a new count.
    #[test]
    fn stored_mobility_matches_a_new_count() {
        let mut rng = Rng::new(3, Stream::Other(0));
        for built_in in MAPS {
            let mut position = Reversi::on(map_of(built_in.name).expect(built_in.name));
            let mut moves = MoveList::new();
            while position.phase == Phase::Build {
                let seat = usize::from(position.mover);
                let free = position.target_tiles().filter(|&tile| position.tile(tile).is_free());
                let free = free.count() as u32;
                assert_eq!(position.free_mobility(seat), free, "{}", built_in.name);
                if let Some(lines) = position.lines() {
                    assert_eq!(lines.mobility(&position.board, seat, false), free, "counted again");
                }
                position.legal_moves(&mut moves);
                position.play_unchecked(&moves[rng.below(moves.len())]);
            }
        }
    }
}
