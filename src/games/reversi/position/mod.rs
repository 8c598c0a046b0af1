//! A position of Reversi XT: where the stones are, what everybody holds, whose turn it is, and the questions
//! that can be asked of it. `stones` has the engines, `turns` the rules of turns and phases, `contract`
//! the contract of every game.

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
    about: "a built-in map, or the text of one of your own",
};

/// A position to begin from.
pub const POSITION: OptionSpec = OptionSpec {
    key: "position",
    alias: None,
    label: "Position",
    kind: OptionKind::Text { max_len: MAX_BYTES, default: "", known: &[], read: None },
    about: "a position to begin from, in place of a map: a map's text with the stones as they are, then `to move: 2`, `overrides: 1 0`, `bombs: 0 0`, `phase: 1`, `out: 3`",
};

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

/// The most plies of a build phase. Every ply takes a free tile or an override stone, so that it ends long before
/// on any map that was ever played; but a map may give out override stones by the billion.
pub const MOST_BUILT: u32 = 5_000;

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
    /// Plies that the build phase may still have; [`u32::MAX`] where the map itself sees to it.
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
        // The transitions of what a bomb has made a hole of are gone.
        let gone = |border: &Border| map.tile(border.x.into(), border.y.into()) == Tile::Hole;
        let left = map.transitions.iter().filter(|pair| !pair.iter().any(gone));
        map.transitions = left.copied().collect();
        PositionText {
            map,
            mover: position.turn(),
            overrides: *position.all_overrides(),
            bombs: *position.all_bombs(),
            elimination: position.phase() != Phase::Build,
            out: position.disqualified(),
        }
    }
}

impl Reversi {
    /// The start on a map.
    pub fn on(map: impl Into<Arc<Map>>) -> Reversi {
        let map = map.into();
        let plain = map.is_plain();
        Reversi::begin(map, plain)
    }

    /// The start on a map, with the engine for any map even where the quick one would do: for
    /// comparing the two.
    pub fn on_lines(map: impl Into<Arc<Map>>) -> Reversi {
        Reversi::begin(map.into(), false)
    }

    /// A position that was given. Who is to move there but cannot is passed over.
    pub fn given(given: &PositionText) -> Reversi {
        let players = usize::from(given.map.players);
        let none = given.overrides[..players].iter().all(|&held| held == 0);
        let plain = none && given.map.is_plain();
        let mut position = Reversi::laid(Arc::new(given.map.clone()), plain, &given.overrides);
        position.overrides = given.overrides;
        position.bombs = given.bombs;
        position.disqualified = given.out;
        if given.elimination {
            position.phase = Phase::Elimination;
        }
        // Who comes after the one before is asked first.
        position.hand_on((given.mover + players - 1) % players);
        position
    }

    fn begin(map: Arc<Map>, plain: bool) -> Reversi {
        let overrides = [map.overrides; MAX_SEATS];
        let mut position = Reversi::laid(map, plain, &overrides);
        let last = position.seats() - 1;
        position.hand_on(last);
        position
    }

    /// The stones of a map, before anybody is asked to move.
    fn laid(map: Arc<Map>, plain: bool, overrides: &[u32; MAX_SEATS]) -> Reversi {
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
            Stones::Plain(plain) => plain.tile(self.board.at(tile)),
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

    /// How many plies the build phase may still have, where the map does not see to its end by itself.
    pub fn plies_left(&self) -> Option<u32> {
        (self.left != u32::MAX).then_some(self.left)
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

    /// The board of a calibration: the plain one, or any other.
    pub(super) fn board_name(&self) -> String {
        if self.plain().is_some() { "plain" } else { "other" }.to_owned()
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
    pub fn is_target(&self, tile: usize) -> bool {
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
            // Its moves were found when it came to move.
            Stones::Lines(lines)
                if self.phase == Phase::Build && seat == usize::from(self.mover) =>
            {
                lines.free_targets()
            }
            Stones::Lines(lines) => lines.mobility(&self.board, seat, false),
        }
    }

    /// Stones on the map, by seat.
    pub(super) fn all_stones(&self) -> [u32; MAX_SEATS] {
        let mut counts = [0; MAX_SEATS];
        for (seat, count) in counts.iter_mut().enumerate().take(self.players()) {
            *count = self.stones(seat);
        }
        counts
    }

    /// The seats that are not disqualified.
    pub(super) fn playing(&self) -> impl Iterator<Item = Seat> + use<> {
        let out = self.disqualified;
        (0..self.players()).filter(move |&seat| !out.contains(seat))
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

    /// What was found when the mover came to move is what a count of its free tiles finds.
    #[test]
    fn mobility_of_the_mover_is_known() {
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
                    assert_eq!(lines.mobility(&position.board, seat, false), free, "counted anew");
                }
                position.legal_moves(&mut moves);
                position.play_unchecked(&moves[rng.below(moves.len())]);
            }
        }
    }
}
