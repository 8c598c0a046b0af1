//! Positions of Reversi XT as planes. The players are counted from the viewer: `stones_0` are your stones, `stones_1` those of
//! the next player.

use super::map::Tile;
use super::moves::{Move, Special};
use super::position::{Phase, Reversi};
use super::steps::NONE;
use crate::contract::game::Seat;
use crate::contract::planes::{
    Channel, Numbers, Planar, Symmetry, channels, fill, layers, rectangle,
};

const TILES: [(&str, &str); 6] = [
    ("empty", "1 on empty tiles without a special effect"),
    ("choice", "1 on choice tiles"),
    ("inversion", "1 on inversion tiles"),
    ("bonus", "1 on bonus tiles"),
    ("expansion", "1 on expansion stones"),
    ("hole", "1 where no tile is"),
];
/// The layers for each player: key and meaning.
const PLAYER: [(&str, &str); 4] = [
    ("stones", "1 where the stones of this player are"),
    ("overrides", "the override stones of this player divided by 10, everywhere; at most 1"),
    ("bombs", "the bombs of this player divided by 10, everywhere; at most 1"),
    ("out", "1 everywhere when this player is disqualified"),
];
const STATE: [(&str, &str); 3] = [
    ("elimination", "1 everywhere in the elimination phase"),
    (
        "plies_left",
        "plies left in the build phase divided by the tiles, everywhere; 1 without a limit",
    ),
    ("own_turn", "1 everywhere when it is your turn"),
];
/// Slots of a tile: a move without a special part, eight swaps, a bomb, an override stone.
const SLOTS: usize = 11;

fn scaled(number: u32) -> f32 {
    (number.min(10) as f32) / 10.0
}

impl Planar for Reversi {
    fn channels(&self) -> Vec<Channel> {
        let players = PLAYER.iter().flat_map(|&(key, about)| {
            (0..self.players()).map(move |player| Channel::new(format!("{key}_{player}"), about))
        });
        players.chain(channels(&TILES)).chain(channels(&STATE)).collect()
    }

    fn plane_shape(&self) -> [usize; 2] {
        let map = self.board().map();
        [map.height.into(), map.width.into()]
    }

    fn write_planes(&self, seat: Seat, planes: &mut [f32]) {
        let (players, area) = (self.players(), self.board().tiles());
        // The player's number from the viewer: 0 is the viewer.
        let from_viewer = |player: usize| (player + players - seat % players) % players;
        let tiles = PLAYER.len() * players;
        for tile in 0..area {
            let channel = match self.tile(tile) {
                Tile::Stone(player) => from_viewer(usize::from(player).saturating_sub(1)),
                Tile::Empty => tiles,
                Tile::Choice => tiles + 1,
                Tile::Inversion => tiles + 2,
                Tile::Bonus => tiles + 3,
                Tile::Expansion => tiles + 4,
                Tile::Hole => tiles + 5,
            };
            planes[channel * area + tile] = 1.0;
        }
        let mut constant = |channel: usize, value: f32| {
            if value != 0.0 {
                fill(planes, area, channel, value);
            }
        };
        for player in 0..players {
            let at = from_viewer(player);
            constant(players + at, scaled(self.overrides(player)));
            constant(2 * players + at, scaled(self.bombs(player)));
            constant(3 * players + at, f32::from(u8::from(self.disqualified().contains(player))));
        }
        let state = tiles + TILES.len();
        constant(state, f32::from(u8::from(self.phase() == Phase::Elimination)));
        let left = self.plies_left().map_or(1.0, |left| (left as f32 / area as f32).min(1.0));
        constant(state + 1, left);
        let own = self.phase() != Phase::Over && self.turn() == seat;
        constant(state + 2, f32::from(u8::from(own)));
    }

    fn actions(&self) -> Vec<Move> {
        let (board, map) = (self.board(), self.board().map());
        let all = |kind: fn(Tile) -> bool| {
            let tiles = map.tiles.iter().enumerate().filter(move |(_, tile)| kind(**tile));
            tiles.map(|(tile, _)| board.at(tile))
        };
        let mut moves: Vec<Move> =
            all(|tile| tile != Tile::Hole).map(|(x, y)| Move::plain(x, y)).collect();
        for (x, y) in all(|tile| tile == Tile::Choice) {
            let players = (1..=self.players() as u8).map(Special::Swap);
            moves.extend(players.map(|special| Move { x, y, special }));
        }
        for (x, y) in all(|tile| tile == Tile::Bonus) {
            moves.extend([Special::Bomb, Special::Override].map(|special| Move { x, y, special }));
        }
        moves
    }

    fn slot(&self, mv: &Move) -> usize {
        let special = match mv.special {
            Special::None => 0,
            Special::Swap(player) => usize::from(player),
            Special::Bomb => 9,
            Special::Override => 10,
        };
        self.board().number(mv.x, mv.y) * SLOTS + special
    }

    /// Those of the map: its holes, choice and bonus tiles and its transitions must be symmetric. A swap names a player by the
    /// seat, so it is the same in all views.
    fn symmetries(&self) -> Vec<Symmetry> {
        let (shape, board) = (self.plane_shape(), self.board());
        let kind = |tile: usize| {
            let tile = board.map().tiles[tile];
            [tile == Tile::Hole, tile == Tile::Choice, tile == Tile::Bonus]
        };
        let actions = self.actions();
        let numbers = Numbers::new(&actions, |mv| self.slot(mv));
        let channels = PLAYER.len() * self.players() + TILES.len() + STATE.len();
        let mut found = Vec::new();
        for one in rectangle::all(shape) {
            let cells = one.cells(shape);
            let target = |tile: usize| cells[tile] as usize;
            // A step leads to a tile and turns to a direction there.
            let step = |tile: usize, direction: usize| match board.step(tile * 8 + direction) {
                NONE => None,
                state => Some((usize::from(state >> 3), usize::from(state & 7))),
            };
            let same_steps = |tile: usize| {
                (0..8).all(|direction| {
                    let moved = |(tile, direction)| (target(tile), one.direction(direction));
                    step(target(tile), one.direction(direction)) == step(tile, direction).map(moved)
                })
            };
            if !(0..board.tiles()).all(|tile| kind(tile) == kind(target(tile)) && same_steps(tile))
            {
                continue;
            }
            let moved = |mv: &Move| {
                let (x, y) = board.at(target(board.number(mv.x, mv.y)));
                numbers.at(self.slot(&Move { x, y, ..*mv })).unwrap_or_default() as u32
            };
            found.push(Symmetry {
                name: one.name().to_owned(),
                planes: layers(&cells, channels),
                actions: actions.iter().map(moved).collect(),
            });
        }
        found
    }
}
